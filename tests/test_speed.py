# SPDX-License-Identifier: MIT
"""What makes grading fast changes no outcome: shared copies, kept seeds, work done ahead."""

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from support import filled, hand_in, served

from grading import batch, serve
from judge.asking import ask as asking
from judge.asking.ask import questions
from judge.notebooks import course, reference, submission
from judge.notebooks.cells import grade_id, is_grade
from judge.run import garbage, kernel
from judge.run.answers import Raised, Unending
from judge.run.confined import client
from judge.run.confined.client import Session, can_confine
from judge.verdicts import alike, catalogue, marking, processes, warm
from judge.verdicts.seeds import Seeds

DAY = course.assignment(1)

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="a kernel runs notebooks here")


def notebook_of(**answers):
    """Return Day 1, right but for some answers, as it is graded; underscores stand for hyphens."""
    wanted = {**reference.solutions(1), **{name.replace("_", "-"): text for name, text in answers.items()}}
    return submission.rebuild(filled(wanted), marking.source_notebook(DAY))[0]


def graded(notebook, seeds=None, cell_seconds=kernel.CELL_SECONDS):
    marking.run(notebook, DAY, cell_seconds, confined=can_confine(), seeds=seeds or Seeds(3))
    result = marking.read_results(notebook, DAY, [])
    return {check.check.grade_id: check.outcome for exercise in result.exercises for check in exercise.checks}


# Notebooks as they are read


def test_no_garbage_is_looked_for_while_packages_are_imported_and_it_is_again_whatever_happens():
    ways = []

    @garbage.not_looked_for()
    def failing():
        ways.append(gc.isenabled())
        raise ImportError

    frozen = gc.get_freeze_count()
    with pytest.raises(ImportError):
        failing()
    assert ways == [False]
    assert gc.isenabled()
    assert gc.get_freeze_count() > frozen
    gc.unfreeze()


def test_metadata_that_may_not_be_there_is_left_out_still():
    raw = json.loads(DAY.learner_notebook.read_text("utf-8"))
    raw["cells"][0]["metadata"]["name"] = 5
    assert "name" not in submission.parsed(json.dumps(raw).encode(), "x.ipynb").cells[0].metadata


# Copies


NO_MORE_PROCESSES = """
import os
def limited():
    raise BlockingIOError(11, "Resource temporarily unavailable")
os.fork = limited
"""


def test_a_cell_that_takes_all_processes_is_left_out():
    taken = reference.solutions(1)["day1-trace"] + NO_MORE_PROCESSES
    notebook = notebook_of(day1_trace=taken)
    warnings = marking.run(notebook, DAY, confined=can_confine(), seeds=Seeds(3))
    assert "day1-trace was left out: It started so many threads or processes that nothing could be asked" in warnings[0]
    result = marking.read_results(notebook, DAY, [])
    lost = [exercise.exercise.id for exercise in result.exercises if exercise.points < exercise.exercise.points]
    assert lost == ["day1-trace"]


def test_what_a_later_cell_spoils_costs_an_earlier_exercise_nothing():
    outcomes = graded(notebook_of(day1_trace=f"{reference.solutions(1)['day1-trace']}\nValue.__repr__ = None"))
    assert set(outcomes.values()) == {"correct"}


@pytest.fixture
def copies(monkeypatch):
    """How often a session made a copy of its process."""
    made, standing = [], Session.standing
    monkeypatch.setattr(Session, "standing", lambda self, *others: made.append(1) or standing(self, *others))
    return made


@needs_fork
def test_exercises_that_are_right_are_asked_in_one_copy(copies):
    assert set(graded(notebook_of()).values()) == {"correct"}
    assert len(copies) == 2  # `stretch` adds methods to a class that others use, so it is run after their checks


@needs_fork
def test_a_right_check_that_uses_right_code_is_asked_once_in_the_copy_of_all_others(copies, monkeypatch):
    day, asked, ask = course.assignment(3), [], Session.ask

    def noted(self, message, *others):
        reply = ask(self, message, *others)
        asked.append((message["do"], message.get("check"), "needs" in reply))
        return reply

    monkeypatch.setattr(Session, "ask", noted)
    notebook = submission.rebuild(filled(reference.solutions(3), 3), marking.source_notebook(day))[0]
    marking.run(notebook, day, confined=can_confine(), seeds=Seeds(3))
    result = marking.read_results(notebook, day, [])
    assert {check.outcome for check in result.checks} == {"correct"}
    checks = [check.check.grade_id for check in result.checks]
    assert sum(bool(alike.right_code_used(check, 3)) for check in checks) > 5
    assert sorted(check for do, check, _ in asked if do == "ask") == sorted(checks)
    assert not any(needs for _, _, needs in asked)
    assert len(copies) == 2  # the `Value` of exercise 3.2 takes the place of the one for which 3.1 is asked


# What an answer leaves behind when it is called, and what the exercises after it would make of that.
LEFT_BEHIND = {
    "methods that are gone": "Value.__add__ = Value.__repr__ = None",
    "names that are gone": "globals().update(puzzle_3=None, prediction=None)",
    "a sum without end": "import itertools; globals().update(puzzle_1=lambda *_: sum(itertools.count()))",
    "errors in what a check shows": "import builtins; builtins.print = None",
}


@needs_fork
@pytest.mark.parametrize("left", LEFT_BEHIND.values(), ids=LEFT_BEHIND)
def test_what_one_answer_leaves_behind_costs_another_exercise_nothing(left):
    first_line = "    nodes = []"
    trace = reference.solutions(1)["day1-trace"].replace(first_line, f"    {left}\n{first_line}", 1)
    outcomes = graded(notebook_of(day1_trace=trace))
    lost = {check for check, outcome in outcomes.items() if outcome != "correct"}
    assert {check for check in lost if not check.startswith("day1-trace")} == set()


def test_checks_after_one_that_ends_the_process_are_asked_all_the_same():
    power = reference.solutions(1)["day1-stretch"]
    ends = f"{power}\nimport os\nValue.__truediv__ = lambda self, other: os._exit(1)"
    outcomes = graded(notebook_of(day1_stretch=ends))
    wrong = [check for check, outcome in outcomes.items() if outcome != "correct"]
    assert wrong == ["day1-stretch-divide"]


@pytest.fixture
def posted(monkeypatch):
    """The messages that are put to sessions: of a question the name of its check, else what is to be done."""
    asked, ask = [], Session.ask
    monkeypatch.setattr(
        Session,
        "ask",
        lambda self, message, seconds: asked.append(message.get("check", message["do"])) or ask(self, message, seconds),
    )
    return asked


# What waits counts as a product that does not work: the checks of `trace` stand in for it, and get their points.
@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("of_ends", "ended"),
    [
        ("os._exit(1)", {"day1-value-multiply", "day1-trace-nodes", "day1-trace-edges"}),
        ("time.sleep(60)", {"day1-value-multiply"}),
    ],
)
def test_what_a_visible_check_ends_costs_no_check_around_it(of_ends, ended):
    value = reference.solutions(1)["day1-value"]
    spoilt = value.replace(
        "    def __mul__(self, other):\n",
        f"    def __mul__(self, other):\n        if (self.data, getattr(other, 'data', 0)) == (2.0, -3.0): {of_ends}\n",
    )
    outcomes = graded(notebook_of(day1_value=f"import os, time\n{spoilt}"), cell_seconds=2)
    assert {check for check, outcome in outcomes.items() if outcome != "correct"} == ended


def test_a_check_that_takes_too_long_is_asked_once_and_those_around_it_are_judged(posted):
    power = reference.solutions(1)["day1-stretch"]
    sleeps = f"{power}\nimport time\nValue.__truediv__ = lambda self, other: time.sleep(60)"
    outcomes = graded(notebook_of(day1_stretch=sleeps), cell_seconds=2)
    assert [check for check, outcome in outcomes.items() if outcome != "correct"] == ["day1-stretch-divide"]
    assert posted.count("day1-stretch-divide") == 1


def test_the_first_day_is_run_without_pytorch():
    assert "torch" not in warm.settings_for(DAY, confined=True).modules


# What never ends


def asked_of(add, monkeypatch):
    """Return the answers to a check of a class whose `+` is this, and the budget of each question that was put."""
    names, budgets, bounded = dict(reference.load("day1-value-add")), [], asking.bounded
    exec(add, names)
    names["Value"] = type("Value", (names["Value"],), {"__add__": names["add"]})
    monkeypatch.setattr(
        asking,
        "bounded",
        lambda *given, lines, **others: budgets.append(lines) or bounded(*given, lines=lines, **others),
    )
    return asking.ask("day1-value-add", names, seed=1), budgets


def test_after_a_question_that_was_stopped_the_others_of_the_check_have_less(monkeypatch):
    answers, budgets = asked_of("def add(self, other):\n    while True: pass", monkeypatch)
    assert len(budgets) == len(answers)
    stopped = next(place for place, answer in enumerate(answers) if isinstance(answer, Unending))
    assert {*budgets[: stopped + 1]} == {400_000}
    assert {*budgets[stopped + 1 :]} == {100_000}


def test_after_a_question_that_filled_the_memory_no_other_of_the_check_is_put(monkeypatch):
    answers, budgets = asked_of("def add(self, other):\n    raise MemoryError", monkeypatch)
    filled = [place for place, answer in enumerate(answers) if isinstance(answer, Raised)]
    assert filled == list(range(filled[0], len(answers)))
    assert len(budgets) == filled[0] + 1


# Seeds


def test_an_answer_for_known_inputs_alone_is_wrong():
    check, known, new = "day1-value-repr", 7, 8
    numbers = [number for _, inputs in questions(check, known) for number in inputs.values()]
    trick = f"""
right = Value.__repr__
Value.__repr__ = lambda self: right(self) if self.data in {numbers!r} or self.data % 1 == 0 else "no"
"""  # The visible part of the check asks for a whole number, and no drawn one is whole.
    notebook = notebook_of(day1_value=reference.solutions(1)["day1-value"] + trick)
    assert graded(notebook, Seeds(fixed=known))[check] == "correct"
    kept = {check: known}
    assert graded(notebook, Seeds(new=new, kept=kept))[check] == "not yet"
    assert kept[check] == new
    # And who is right is so at once, with inputs of last time in hand or without.
    kept = {check: known}
    assert set(graded(notebook_of(), Seeds(new=new, kept=kept)).values()) == {"correct"}
    assert kept == {}


def test_the_grader_that_stays_finds_out_ahead_what_is_right_for_a_new_seed(monkeypatch):
    asked, ahead, done = [], [], threading.Event()

    def grade_file(path, *, seeds, **_):
        asked.append((path, seeds.new, seeds))
        seeds.was_wrong("day1-value-add", seeds.of("day1-value-add"))
        return type("Result", (), {"assignment": DAY})

    def prepare(day, seed):
        for check in ("one", "two"):
            ahead.append((day.number, seed, check))
            yield check
        done.set()

    def lines():
        yield json.dumps({"notebook": "a"})
        assert done.wait(20)
        yield json.dumps({"notebook": "a"})
        yield json.dumps({"notebook": "b"})

    monkeypatch.setattr(marking, "grade_file", grade_file)
    monkeypatch.setattr(marking, "prepare", prepare)
    monkeypatch.setattr(serve.result_json, "as_json", lambda result, folder: {"points": 1})
    assert served(lines()) == [{"points": 1}] * 3
    (_, first, _), (_, second, again), (_, third, other) = asked
    assert ahead[:2] == [(1, second, "one"), (1, second, "two")]
    assert len({first, second, third}) == 3
    # The check that was wrong is asked with the same inputs again; of another notebook nothing is known.
    assert again.of("day1-value-add") == first
    assert other.of("day1-value-add") == third


def test_the_grader_gets_ready_for_an_announced_notebook_and_says_nothing(monkeypatch, tmp_path):
    asked, ahead, started = [], [], []
    monkeypatch.setattr(marking, "start", started.append)
    monkeypatch.setattr(marking, "prepare", lambda day, seed: iter(ahead.append((day, seed)) or ()))
    monkeypatch.setattr(
        marking,
        "grade_file",
        lambda path, *, seeds, **_: asked.append((path, seeds.new)) or type("Result", (), {"assignment": DAY}),
    )
    monkeypatch.setattr(serve.result_json, "as_json", lambda result, folder: {"points": 1})
    learner, none = str(DAY.learner_notebook), str(tmp_path / "none.ipynb")
    lines = [json.dumps(line) for line in ({"prepare": none}, {"prepare": learner}, {"notebook": learner})]
    assert served(lines) == [{"points": 1}]
    assert started == [DAY]
    assert ahead[0] == (DAY, asked[0][1])


def test_what_is_found_out_ahead_is_every_check_of_the_day(monkeypatch):
    found = []
    monkeypatch.setattr(marking, "expected", lambda check, seed: found.append((check, seed)))
    checks = [str(grade_id(cell)) for cell in marking.source_notebook(DAY).cells if is_grade(cell)]
    assert list(marking.prepare(DAY, 5)) == checks
    assert found == [(check, 5) for check in checks]
    assert checks


def test_a_class_finds_out_what_its_workers_need_until_its_process_is_ready(monkeypatch):
    done, left = [], iter([True, True, False])
    monkeypatch.setattr(batch.marking, "begin", lambda day, confined: done.append("begun"))
    monkeypatch.setattr(batch.marking, "start", lambda day, confined: done.append("started"))
    monkeypatch.setattr(batch.warm, "load", lambda day: done.append("loaded"))
    monkeypatch.setattr(batch.warm, "is_getting_ready", lambda day, confined: next(left))

    def ahead(*what):
        for each in what:
            done.append(each)
            yield each

    monkeypatch.setattr(batch.marking, "prepare", lambda day, seed: ahead("right"))
    monkeypatch.setattr(batch, "mistaken_ahead", lambda day, seed: ahead("a mistake", "another", "a third"))
    batch._start(DAY, True, 5)
    assert done == ["begun", "loaded", "right", "a mistake", "started"]


@pytest.fixture
def no_warm_process(monkeypatch):
    monkeypatch.setattr(warm, "_started", {})
    monkeypatch.setattr(warm, "_begun", {})
    yield
    warm.close_executors()


@needs_fork
def test_a_process_that_was_begun_is_the_one_that_runs_notebooks(no_warm_process):
    warm.begin(DAY, can_confine())
    warm.begin(DAY, can_confine())
    (begun,) = warm._begun.values()
    while warm.is_getting_ready(DAY, can_confine()):
        time.sleep(0.01)
    assert begun.has_answered()
    assert warm.executor_of(DAY, can_confine()) is begun
    assert not warm._begun
    assert not warm.is_getting_ready(DAY, can_confine())


@needs_fork
def test_a_process_that_nobody_needs_any_more_is_not_waited_for(no_warm_process, monkeypatch):
    monkeypatch.setattr(client, "GRACE_SECONDS", 60)
    warm.begin(DAY, can_confine())
    (begun,) = warm._begun.values()
    warm.close_executors()
    assert begun._process.returncode == -signal.SIGKILL


def test_why_a_process_can_not_begin_is_said_where_it_is_needed(no_warm_process, monkeypatch):
    def refused(settings):
        raise warm.NotConfinedHere("No namespaces here.")

    monkeypatch.setattr(warm, "Executor", refused)
    warm.begin(DAY, True)
    with pytest.raises(warm.NotConfinedHere, match="No namespaces here"):
        warm.executor_of(DAY, True)


def frozen(_):
    return gc.get_freeze_count()


@needs_fork
def test_a_workers_garbage_collector_does_not_look_through_what_it_inherits():
    before = gc.get_freeze_count()
    assert processes.call(frozen, None) > before + 1000
    assert gc.get_freeze_count() == before


GRADES = """
import sys
from grading.command_line import main
from judge.verdicts import marking
marking.begin = lambda day, confined: sys.exit(f"{day.name} {confined} {'nbgrader' in sys.modules}")
main(["grade", "1"])
"""


def test_make_grade_begins_the_process_before_it_imports_nbgrader():
    done = subprocess.run([sys.executable, "-c", GRADES], cwd=course.root(), capture_output=True, text=True)
    assert done.stderr == "day1 True False\n"


WORKS = """
import sys
from grading import batch, classroom
from judge.notebooks import course

def pool(tasks):
    sys.exit(f"{len(tasks) > 0} {'nbgrader' in sys.modules}")

classroom.grade_class(course.assignment(1), pool=pool)
"""


def test_a_class_is_being_graded_while_nbgrader_is_imported(copied_course):
    hand_in(copied_course, "ada", {})
    environment = {**os.environ, "AUTOGRAD_COURSE_ROOT": str(copied_course)}
    command = [sys.executable, "-c", WORKS]
    done = subprocess.run(command, cwd=copied_course, env=environment, capture_output=True, text=True)
    assert done.stderr == "True False\n"


@needs_fork
def test_processes_work_before_anybody_asks_for_a_result(tmp_path):
    begun = tmp_path / "begun"
    with contextlib.closing(processes.each(Path.touch, [begun], 1)):
        end = time.monotonic() + 60
        while not begun.exists() and time.monotonic() < end:
            time.sleep(0.01)
        assert begun.exists()


def test_what_a_mistake_answers_first_is_kept_for_all_submissions(monkeypatch):
    ahead = alike.mistaken_ahead(DAY, 5)
    check = next(ahead)
    entry = catalogue.misconceptions(DAY.name)[0]
    monkeypatch.setattr(alike, "answer_to", None)  # Nothing is asked again.
    assert alike.answers_of(entry, check, 5).at_a_glance(0) is not None


@pytest.mark.skipif(not can_confine(), reason="this machine can't confine")
def test_the_thread_that_waits_for_the_warm_process_does_not_import_ipython():
    # The main thread runs the reference meanwhile, and takes an IPython that is half imported for a notebook's.
    script = (
        "import sys\n"
        "from judge.notebooks import course\n"
        "from judge.verdicts import marking\n"
        "marking.start(course.assignment(1), True)\n"
        "print('IPython' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=course.root(), capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
