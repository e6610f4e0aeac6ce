# SPDX-License-Identifier: MIT
"""How submissions run: the warm process, its sessions, and the cells that need to run."""

import contextlib
import errno
import importlib
import json
import os
import platform
import re
import socket
import subprocess
import sys
import threading
from types import SimpleNamespace

import nbformat
import pytest
from support import ROOT, answers_of, filled, hand_in, needs_confinement, points_of, ran, sampled

from companion import background
from judge.notebooks import course, submission
from judge.notebooks.cells import exercises, grade_id, is_answer, is_grade
from judge.run.confined import client, linux
from judge.run.confined.client import Ended, Gone, Limits, NotConfinedHere, can_confine
from judge.run.confined.selftest import ATTACKS, ONE_WALL, selftest
from judge.verdicts import marking, one_check, warm
from judge.verdicts.needed import needed

DAY = course.assignment(1)


@pytest.fixture
def executor():
    """The warm process of Day 1, confined where it can be: the same for all, unless a test has ended it."""
    return warm.executor_of(DAY, can_confine())


@pytest.fixture
def session(executor):
    opened = executor.session()
    yield opened
    opened.close()


def text_of(outputs):
    return "".join(output.get("text", "") for output in outputs)


def test_a_cell_has_ipythons_meaning(session):
    outputs, late = session.cell("x = 6\n%time y = x * 7\n!echo shell\ny", 20)
    assert not late
    assert "shell" in text_of(outputs)
    assert outputs[-1]["output_type"] == "execute_result"
    assert outputs[-1]["data"]["text/plain"] == "42"
    outputs, _ = session.cell("y / 0", 20)
    assert outputs[-1]["ename"] == "ZeroDivisionError"
    assert "Cell In[" in outputs[-1]["traceback"][2]


def test_a_cell_may_await(session):
    outputs, late = session.cell("import asyncio\nawait asyncio.sleep(0, 'awaited')", 20)
    assert not late
    assert outputs[-1]["data"]["text/plain"] == "'awaited'"
    outputs, _ = session.cell("[one async for one in await 3]", 20)
    assert outputs[-1]["ename"] == "TypeError"


def test_a_cell_that_awaits_nothing_is_not_compiled_to_find_that_out(session):
    asked = "from IPython.core import interactiveshell as shell\nshell._should_be_async = lambda cell: 1 / 0"
    session.cell(asked, 20)
    outputs, _ = session.cell("6 * 7", 20)
    assert outputs[-1]["data"]["text/plain"] == "42"


HUGE = """
from pathlib import Path
from judge.run.confined import linux

filled = bytearray(b"1") * (16 * 2**20)

def huge():
    lines = (line.split() for line in Path("/proc/self/smaps").read_text().splitlines())
    return sum(int(line[1]) for line in lines if line[0] == "AnonHugePages:")

before = huge()
linux.gather_memory()
print(huge() - before > 8 * 1024)
"""


def has_huge_pages():
    """Tell whether the kernel makes huge pages out of those that are there, from Linux 6.1 on."""
    version = tuple(map(int, re.findall(r"\d+", platform.release())[:2]))
    return sys.platform == "linux" and version >= (6, 1) and os.path.exists("/sys/kernel/mm/transparent_hugepage")


@pytest.mark.skipif(not has_huge_pages(), reason="this kernel gathers no memory")
def test_data_is_gathered_in_huge_pages():
    done = subprocess.run([sys.executable, "-c", HUGE], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_the_garbage_collector_runs_as_rarely_as_in_a_notebook(session):
    outputs, _ = session.cell("import gc\nprint(gc.get_threshold())\n", 5)
    assert outputs[0]["text"] == f"{background.THRESHOLDS}\n"


def test_display_and_streams_come_in_their_order(session):
    lines = "import sys\nprint('one')\ndisplay({'two': 2})\nprint('three', file=sys.stderr)"
    outputs, _ = session.cell(lines, 20)
    kinds = [(output["output_type"], output.get("name", "")) for output in outputs]
    assert kinds == [("stream", "stdout"), ("display_data", ""), ("stream", "stderr")]


def test_input_is_refused_with_a_sentence(session):
    outputs, late = session.cell("input('number? ')", 5)
    assert not late
    assert "nobody to answer" in outputs[-1]["evalue"]


def test_what_a_cell_writes_is_bounded(session):
    outputs, _ = session.cell("for _ in range(100_000):\n    print('x' * 100)", 30)
    assert len(text_of(outputs)) < 110_000
    assert "the rest is left out" in text_of(outputs)


def test_a_cell_that_takes_too_long_is_interrupted_and_the_next_one_runs(session):
    _, late = session.cell("while True:\n    pass", 0.5)
    assert late
    assert text_of(session.cell("print('on')", 10)[0]) == "on\n"


def test_an_interrupt_that_comes_after_the_end_of_its_cell_leaves_the_next_one_alone(executor, session, monkeypatch):
    def say_later(message, say=executor._say):
        threading.Timer(0.6, say, [message]).start()

    session.cell("import time", 20)
    monkeypatch.setattr(executor, "_say", say_later)
    _, late = session.cell("time.sleep(0.3)", 0.1)
    assert late
    outputs, late = session.cell("time.sleep(0.6)\n6 * 7", 20)
    assert not late
    assert outputs[-1].get("data", {}).get("text/plain") == "42", outputs
    monkeypatch.undo()


@pytest.fixture
def little_grace(monkeypatch):
    """Give a cell less time, in place of three seconds, to stop after it was interrupted."""
    monkeypatch.setattr(client, "GRACE_SECONDS", 0.3)


def test_a_cell_that_can_not_be_interrupted_ends_its_session_alone(executor, little_grace):
    first, second = executor.session(), executor.session()
    second.cell("x = 1", 10)
    with pytest.raises(Ended, match="could not be interrupted"):
        first.cell("import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: pass", 0.5)
    assert text_of(second.cell("print(x)", 10)[0]) == "1\n"
    second.close()


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        (2**29, "It used up its memory"),
        pytest.param(2**30, "It took a lot of memory, and could not be interrupted", marks=pytest.mark.exhaustive),
    ],
)
def test_where_memory_is_why_a_cell_can_not_be_interrupted_that_is_said(
    executor, little_grace, monkeypatch, limit, reason
):
    monkeypatch.setattr(executor, "memory", limit)
    deaf = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    session = executor.session()
    session.cell("kept = b'x' * (490 * 2**20)", 60)
    with pytest.raises(Ended) as ended:
        session.cell(f"{deaf}while True: pass", 0.5)
    assert str(ended.value) == reason


def test_a_copy_answers_and_changes_nothing_even_where_it_ends(session):
    session.cell("x = [1]", 10)
    with session.standing(10):
        assert session.ask({"do": "cell", "source": "x.append(2); print(x)"}, 10)["outputs"][0]["text"] == "[1, 2]\n"
    with pytest.raises(Ended), session.standing(10):
        session.ask({"do": "cell", "source": "import os; os._exit(3)"}, 10)
    # A message for a copy that is gone is for nobody.
    session._say({"do": "leave", "copy": True})
    session._say({"do": "ask", "check": "day1-trace-nodes", "copy": True})
    assert text_of(session.cell("print(x)", 10)[0]) == "[1]\n"


@needs_confinement
def test_one_session_sees_nothing_of_another(executor):
    first = executor.session()
    first.cell("import builtins\nbuiltins.planted = 1\nopen('/tmp/planted', 'w').write('x')", 10)
    second = executor.session()
    lines = "import os\nprint(os.path.exists('/tmp/planted'), 'planted' in dir(__builtins__))"
    assert text_of(second.cell(lines, 10)[0]) == "False False\n"
    first.close()
    second.close()


@needs_confinement
def test_the_selftest_finds_what_is_not_confined(executor):
    selftest(executor)
    assert len(ATTACKS) >= 10
    open_ = warm.Executor(warm.settings_for(DAY, confined=False)).get_ready()
    with (
        contextlib.closing(open_),
        pytest.raises(NotConfinedHere, match="is not confined here: a file of the instructor's can be read"),
    ):
        selftest(open_)


REFUSING = """
import sys
from dataclasses import replace
from grading.command_line import main
from judge.verdicts import warm
from judge.notebooks import course
from judge.run.confined import client, linux

number, error, *command = sys.argv[1:]
allow, refuse = 0x7FFF0000, 0x00050000 | int(error)
linux._libc.prctl(38, 1, 0, 0, 0)  # no new privileges: without them anybody may filter
linux._install([(0x20, 0, 0, 0), (0x15, 0, 1, int(number)), (0x06, 0, 0, refuse), (0x06, 0, 0, allow)])
complete = warm.settings_for
warm.settings_for = lambda *day: replace(complete(*day), modules=["IPython", "matplotlib", "gradtools"])
sys.exit(main(command))
"""


def where_it_is_refused(call, error, *command):
    """Run a command of the grader's on a system that refuses a call, as a container may."""
    column = linux._MACHINES[platform.machine()][0]
    return ran(sys.executable, "-c", REFUSING, str(call[column]), str(error), *command, code=None)


REFUSED = {
    "unshare": (linux._REFUSED["unshare"], errno.EPERM),
    "setns": (linux._REFUSED["setns"], errno.EPERM),
    "pidfd_open": ((434, 434), errno.ENOSYS),
    "capset": ((126, 91), errno.EPERM),
    "mount": (linux._REFUSED["mount"], errno.EPERM),
    "umount2": (linux._REFUSED["umount2"], errno.EPERM),
    "pivot_root": (linux._REFUSED["pivot_root"], errno.EINVAL),
    "sethostname": ((170, 161), errno.EPERM),
    "setrlimit": ((302, 261), errno.EPERM),  # prlimit64
    "sendmsg": ((46, 211), errno.EPERM),
    "fork/exec/setsid": ((112, 157), errno.EPERM),
    "landlock_add_rule": ((445, 445), errno.EINVAL),
    "landlock_restrict_self": ((446, 446), errno.EPERM),
}


@needs_confinement
@pytest.mark.parametrize("call", sampled({call: call for call in REFUSED}, "landlock_add_rule"))
def test_a_call_that_the_system_refuses_is_named_in_one_sentence(call):
    number, error = REFUSED[call]
    done = where_it_is_refused(number, error, "selftest")
    assert done.returncode == 1, done.stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"Strangers' code can't be confined here: the system refuses {call}"), line
    assert os.strerror(error) in line
    assert line.endswith("SECURITY.md says what to install.")


@pytest.mark.exhaustive
@needs_confinement
@pytest.mark.parametrize("call", sampled({call: call for call in ("setns", "capset", "sendmsg")}, "setns"))
def test_a_refused_call_is_said_once_before_the_first_student(call, copied_course):
    for student in ("ada", "bob"):
        hand_in(copied_course, student, answers_of(1))
    done = where_it_is_refused(*REFUSED[call], "grade", "1", "--workers", "2")
    assert (done.returncode, done.stdout) == (2, ""), done.stdout
    (line,) = done.stderr.splitlines()
    assert f"the system refuses {call} ({os.strerror(REFUSED[call][1])}). SECURITY.md says what to install" in line


@needs_confinement
def test_no_child_begins_where_the_way_back_is_refused(monkeypatch):
    """It would run, and answer, until its parent has ended."""
    forked = []
    refused = SimpleNamespace(setns=lambda *_: -1, unshare=lambda *_: 0)
    monkeypatch.setattr(linux, "_libc", refused)
    monkeypatch.setattr(os, "fork", lambda: forked.append(1) or 1)
    with pytest.raises(linux.NotConfined, match="setns"):
        linux.fork_apart()
    assert not forked


@pytest.mark.exhaustive
@needs_confinement
def test_a_check_of_ones_own_where_nothing_can_begin_is_one_sentence(copied_course):
    path = hand_in(copied_course, "ada", answers_of(1))
    done = where_it_is_refused(*REFUSED["setrlimit"], "check", str(path))
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "the system refuses setrlimit" in line


def test_a_warm_process_that_was_killed_is_a_sentence(executor):
    shared = executor.shared()
    ours, theirs = socket.socketpair()
    shared._control = ours
    theirs.close()
    with pytest.raises(Gone, match="was killed"):
        shared.session()


@needs_confinement
def test_a_second_wall_that_is_missing_is_said_and_the_first_one_holds():
    done = where_it_is_refused((444, 444), errno.ENOSYS, "selftest")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[2:] == [ONE_WALL]


@pytest.mark.exhaustive
@needs_confinement
@pytest.mark.parametrize("call", sampled({"pidfd_open": "pidfd_open", "capset": "capset"}, "pidfd_open"))
def test_a_check_that_runs_unconfined_says_so_in_its_first_line(call, copied_course):
    path = hand_in(copied_course, "ada", answers_of(1))
    done = where_it_is_refused(*REFUSED[call], "check", str(path))
    assert done.returncode == 0, done.stderr
    first, *_ = lines = done.stdout.splitlines()
    assert first.startswith("Nothing was confined: this notebook ran with all your rights")
    assert next(line for line in lines if line.startswith("Day 1")).endswith(
        f"{points_of(1):g} of {points_of(1):g} points"
    )
    done = where_it_is_refused(*REFUSED[call], "check", str(path), "--json", "--exercise", "1.2")
    result = json.loads(done.stdout)
    in_notebook = importlib.import_module("companion.check")
    assert in_notebook.report(result, "x.ipynb", 0, [])[1].startswith(first)
    assert in_notebook.report(result, "x.ipynb", 0, [])[0].startswith("**Nothing was confined")


@needs_confinement
def test_an_environment_that_is_reached_by_a_link_can_be_confined(tmp_path):
    linked = tmp_path / "far" / "environment"
    linked.parent.mkdir()
    linked.symlink_to(sys.prefix)
    tries = "from judge.verdicts import warm; from judge.notebooks import course; "
    program = f"{tries}print(warm.tried_out(course.assignment(1))[0])"
    done = ran(linked / "bin" / "python", "-c", program, env={"PYTHONPATH": str(course.root())})
    assert done.stdout.strip() == str(len(ATTACKS)), done.stderr


# What needs to run


@pytest.mark.parametrize("number", range(1, 7))
def test_few_demonstrations_are_needed_by_checks_and_answers(number):
    notebook = marking.source_notebook(course.assignment(number))
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    others = [cell for cell in code if not (is_grade(cell) or is_answer(cell) or is_of_the_course(cell))]
    run = [notebook.cells[place] for place in needed(notebook)]
    assert len([cell for cell in others if cell in run]) <= 3
    assert [cell for cell in code if cell not in others and cell not in run] == []


def is_of_the_course(cell):
    return bool({"setup", "given"} & set(cell.metadata.get("tags", [])))


def with_cells(*own, answers=None):
    learner = filled(answers or {})
    learner.cells[:0] = [nbformat.v4.new_code_cell(source) for source in own]
    return submission.rebuild(learner, marking.source_notebook(DAY), 3)[0]


def run_texts(notebook):
    return [notebook.cells[place].source for place in needed(notebook)]


def test_a_helper_of_the_learners_runs_and_an_experiment_does_not():
    right = answers_of(1)
    using = {
        **right,
        "day1-value": right["day1-value"].replace("self.data * other.data", "times(self.data, other.data)"),
    }
    helper, deeper = "def times(a, b):\n    return product_of(a, b)", "def product_of(a, b):\n    return a * b"
    experiment = "Value = 3\nx = 5"
    notebook = with_cells(deeper, helper, experiment, "%matplotlib inline\n1 +", answers=using)
    texts = run_texts(notebook)
    assert helper in texts
    assert deeper in texts
    assert experiment not in texts
    assert marking.run(notebook, DAY, confined=can_confine(), seed=3) == []
    assert marking.read_results(notebook, DAY, []).points == points_of(1)


def test_a_cell_that_asks_for_a_verdict_is_not_run_and_is_no_cell_of_the_learners():
    notebook = with_cells(answers=answers_of(1))
    assert not any(submission.EXTRA in str(cell.metadata) for cell in notebook.cells)
    assert any('import check\n\ncheck("' in cell.source for cell in notebook.cells)
    assert not any('import check\n\ncheck("' in text for text in run_texts(notebook))


def test_a_notebook_in_which_those_cells_stand_below_the_checks_is_graded_as_it_was():
    learner = filled(answers_of(1))
    asking = [cell for cell in learner.cells if 'import check\n\ncheck("' in cell.source]
    earlier = [cell for cell in learner.cells if cell not in asking and "Collapsed" not in str(cell.metadata)]
    for place, cell in enumerate(asking):
        cell.source = cell.source.replace("# Run this after your answer: it checks", "# Grades exercise")
        cell.id = f"day1-earlier-{place}"
    for each in exercises(learner):
        last = next(at for at, cell in enumerate(earlier) if grade_id(cell) == each.checks[-1].grade_id)
        earlier.insert(last + 1, asking.pop(0))
    learner.cells = earlier
    notebook, notes = submission.rebuild(learner, marking.source_notebook(DAY), 3)
    assert notes == []
    assert not any("Grades exercise" in text for text in run_texts(notebook))
    assert marking.run(notebook, DAY, confined=can_confine(), seed=3) == []
    assert marking.read_results(notebook, DAY, []).points == points_of(1)


def test_a_notebook_from_before_those_cells_is_graded_as_it_was():
    learner = filled(answers_of(1))
    learner.cells = [cell for cell in learner.cells if 'import check\n\ncheck("' not in cell.source]
    notebook, notes = submission.rebuild(learner, marking.source_notebook(DAY), 3)
    assert notes == []
    assert marking.run(notebook, DAY, confined=can_confine(), seed=3) == []
    assert marking.read_results(notebook, DAY, []).points == points_of(1)


WALL = """
import os, socket, sys
from judge.run.confined import client, linux

allowed, other, port = sys.argv[1:]
linux._libc.prctl(38, 1, 0, 0, 0)  # no new privileges: without them anybody may bind themselves
linux.allow_writing_in(allowed)
if linux.landlock_version() < 1:
    print("none")
    sys.exit()
with open(f"{allowed}/a", "w") as file:
    file.write("x")
os.rename(f"{allowed}/a", f"{allowed}/b")
os.unlink(f"{allowed}/b")
tries = {
    "file": lambda: open(f"{other}/a", "w"),
    "folder": lambda: os.mkdir(f"{other}/a"),
    "removal": lambda: os.unlink(f"{other}/theirs"),
    "connection": lambda: socket.create_connection(("127.0.0.1", int(port)), 2),
}
for what, attempt in tries.items():
    try:
        attempt()
    except PermissionError:
        print(what, "refused")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is Linux's")
def test_a_second_wall_holds_without_the_first(tmp_path):
    allowed, other = tmp_path / "allowed", tmp_path / "other"
    for folder in (allowed, other):
        folder.mkdir()
    (other / "theirs").write_text("x")
    with socket.create_server(("127.0.0.1", 0)) as server:
        done = ran(sys.executable, "-c", WALL, allowed, other, str(server.getsockname()[1]))
    if done.stdout == "none\n":
        pytest.skip("this kernel has no Landlock")
    assert done.stdout.split("\n")[:-1] == [f"{what} refused" for what in ("file", "folder", "removal", "connection")]
    assert (other / "theirs").exists()


FORGES = (
    (ROOT / "tests" / "attacks" / "shared" / "connections.py").read_text("utf-8")
    + """
for number in connections():
    os.write(number, b'{"answers": []}' + b"\\n" + b'{"answers": []}' + b"\\n")
"""
)


def test_a_line_that_is_no_answer_is_not_said_to_be_a_thread_too_many(session):
    session.cell(FORGES, 10)
    with pytest.raises(Ended) as ended, session.standing(10):
        pass
    assert str(ended.value) == "It wrote lines of its own where the grader reads answers"


def test_copies_that_nobody_waits_for_are_gone_before_they_are_too_many(executor):
    session = executor.session()
    session.cell("x = 1", 10)
    for _ in range(Limits().processes + 6):
        with session.standing(10):
            session.ask({"do": "cell", "source": "x += 1"}, 10)
    assert text_of(session.cell("print(x)", 10)[0]) == "1\n"
    session.close()


def test_after_many_sessions_the_next_one_is_answered(executor):
    # Each tells its end on a connection whose buffer has room for fewer.
    for _ in range(400):
        executor.session().close()
    session = executor.session()
    assert text_of(session.cell("print(1)", 10)[0]) == "1\n"
    session.close()


@pytest.mark.parametrize("cell", ["1 / 0", "a = 1\nb = 2\na / 0", "def", "%time 1", "a = 1\nb = 2\na"])
def test_what_ipython_needs_for_an_error_or_a_magic_is_there_before(session, cell):
    session.cell("import sys\nprint('first')\nbefore = set(sys.modules)", 20)
    session.cell(cell, 20)
    new = text_of(session.cell("print(sorted(set(sys.modules) - before))", 20)[0])
    assert new == "[]\n"


def test_a_session_knows_nothing_of_what_was_rehearsed(session):
    lines = (
        "import linecache, sys",
        "print([name for name in ('number', 'other') if name in vars()], hasattr(sys, 'last_value'))",
        "print([file for file in linecache.cache if file.startswith('<ipython-input-') or 'child' in file])",
    )
    known, files = text_of(session.cell("\n".join(lines), 20)[0]).split("\n")[:2]
    assert known == "[] False"
    assert files.startswith("['<ipython-input-1-")
    assert files.count(",") == 0
    assert "Cell In[2]" in "\n".join(session.cell("1 / 0", 20)[0][-1]["traceback"])


def test_the_error_of_a_visible_check_names_its_own_cell_and_line(executor):
    check = next(cell for cell in marking.source_notebook(DAY).cells if grade_id(cell) == "day1-value-add")
    source = one_check.without_hidden(check.source)
    session = executor.session()
    session.cell("first = 1", 10)
    session.cell("class Value:\n    def __init__(self, data):\n        self.data = data", 10)
    (error,) = [
        output
        for output in session.ask({"do": "cell", "source": source, "plain": True}, 10)["outputs"]
        if output["output_type"] == "error"
    ]
    session.close()
    line = next(number for number, text in enumerate(source.split("\n"), 1) if text.strip() == "worked_example()")
    assert f"Cell In[3], line {line}" in "\n".join(error["traceback"])
    assert "File " not in "\n".join(error["traceback"])  # Nothing of the grader's own, nor where it lies.
    assert "worked_example()" in "\n".join(error["traceback"])


@needs_confinement
@pytest.mark.parametrize(
    "named",
    [
        {},
        {"XDG_CACHE_HOME": "caches"},
        {"MPLCONFIGDIR": "of one's own", "XDG_CACHE_HOME": "caches"},
        {"MPLCONFIGDIR": "", "XDG_CACHE_HOME": ""},
    ],
    ids=str,
)
def test_the_font_cache_is_where_matplotlib_has_it(named, tmp_path):
    program = (
        "import sys\n"
        "from judge.run.confined.client import environment\n"
        "print(environment()['MPLCONFIGDIR'])\n"
        "assert 'matplotlib' not in sys.modules\n"
        "import matplotlib\n"
        "print(matplotlib.get_cachedir())\n"
    )
    # All places are there: none is found only because another is missing.
    for place in ("home/.cache/matplotlib", "caches/matplotlib", "of one's own"):
        (tmp_path / place).mkdir(parents=True)
    kept = {name: value for name, value in os.environ.items() if name not in ("XDG_CACHE_HOME", "MPLCONFIGDIR")}
    folders = {name: folder and str(tmp_path / folder) for name, folder in named.items()}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**kept, "HOME": str(tmp_path / "home"), **folders},
        capture_output=True,
        text=True,
        check=True,
    )
    found, right = done.stdout.split("\n")[:2]
    assert found == right
    assert str(tmp_path) in found


@needs_confinement
def test_matplotlib_is_not_imported_to_begin_the_warm_process():
    program = (
        "import sys\n"
        "from judge.run.confined.client import environment\n"
        "environment()\n"
        "print('matplotlib' in sys.modules)\n"
    )
    for _ in range(2):  # the first time the folder may have to be made
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
