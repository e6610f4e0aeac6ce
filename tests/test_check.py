# SPDX-License-Identifier: MIT
"""`python -m grading check`, as a learner runs it: a real notebook in a real kernel."""

import io
import json
import re
import sys
import time

import nbformat
import pytest
from support import answers_of, message_of, points_of, ran, sampled, times_adds

from grading import serve
from grading.command_line import main
from grading.terminal import as_text
from judge.notebooks import course
from judge.notebooks.cells import grade_id, is_grade
from judge.run import kernel
from judge.run.confined.client import Limits
from judge.verdicts import marking, render
from judge.verdicts.marking import grade_file


def test_a_notebook_is_graded_where_python_lacks_what_windows_lacks(learner):
    answers = times_adds()
    as_on_windows = "import os, runpy, sys; del os.fork, os.pidfd_open; sys.modules['resource'] = None"
    program = f"{as_on_windows}; runpy.run_module('grading', run_name='__main__', alter_sys=True)"
    done = ran(sys.executable, "-c", program, "check", learner(1, answers), "--exercise", "1.1")
    assert re.search(r"✗ not yet +0/\d +A product is a new Value", done.stdout)
    assert done.stdout.startswith("Nothing was confined: ")


DEAF = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
TAKES = "kept = b'x' * (400 * 2**20)\n"
UNENDING = {
    "used up": (f"{DEAF}{TAKES}while True: pass", 2**29, "It used up its memory"),
    "a lot": (f"{DEAF}{TAKES}while True: pass", 2**30, "It took a lot of memory, and could not be interrupted"),
    "little": (f"{DEAF}while True: pass", 2**30, "It could not be interrupted"),
    "used up and ended": (f"{TAKES}import os, time\ntime.sleep(0.6)\nos._exit(3)", 2**29, "It used up its memory"),
    "ended": ("import os\nos._exit(3)", 2**29, "It ended the kernel"),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("case", UNENDING)
def test_a_kernel_whose_cell_has_no_end_says_whether_memory_is_why(tmp_path, monkeypatch, case):
    """Where nothing is forked, as on Windows, a kernel runs the cells."""
    source, most, reason = UNENDING[case]
    monkeypatch.setattr(kernel, "Limits", lambda: Limits(memory=most))
    monkeypatch.setattr(kernel, "GRACE_SECONDS", 2)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(one) for one in (source, "print('on')")])
    assert kernel.execute(notebook, tmp_path, cell_seconds=2) == [f"The cell number 1 was left out: {reason}."]
    assert notebook.cells[1].outputs[0].text == "on\n"


def test_a_wrong_submission_reads_its_verdict_in_json_and_in_text(learner, capsys):
    answers = times_adds()
    path = learner(1, answers)
    before = path.read_bytes()
    assert main(["check", str(path), "--json", "--seed", "7"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    found = json.loads(said.out)
    keys = {"assignment", "only", "points", "max_points", "exercises", "warnings", "next", "next_markdown", "next_step"}
    assert set(found) == keys
    assert found["assignment"] == "day1"
    assert found["max_points"] == points_of(1)
    first = found["exercises"][0]
    assert (first["id"], first["title"], first["outcome"]) == ("day1-value", "write the class", "not yet")
    checks = {one["grade_id"]: one for one in first["checks"]}
    assert checks["day1-value-add"]["outcome"] == "correct"
    assert checks["day1-value-multiply"]["misconceptions"] == ["day1-multiply-adds"]
    assert checks["day1-value-multiply"]["points"] == 0
    assert 'Read: "Exercise 1.1: write the class"' in checks["day1-value-multiply"]["message"]
    assert found["points"] == sum(one["points"] for one in found["exercises"])
    assert path.read_bytes() == before

    assert main(["check", str(path)]) == 0
    text = capsys.readouterr().out
    assert "Mistake   `*` adds the data." in text
    assert "Next:" in text
    assert "\x1b[" not in text


class Screen(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_shows_in_one_line_which_check_is_under_way_and_clears_it(learner, capsys, monkeypatch):
    notebook = learner(1, {})
    for stream in (screen := Screen(), file := io.StringIO()):
        monkeypatch.setattr(sys, "stderr", stream)
        assert main(["check", str(notebook)]) == 0
    shown = [text.strip() for text in screen.getvalue().split("\r")]
    assert next(filter(None, shown)) == f"Grading {notebook.name} ..."
    under_way = re.compile(rf"Grading {re.escape(notebook.name)}: check \d+ of \d+ \.\.\.")
    assert any(map(under_way.fullmatch, shown)), "on a busy machine the first ones may have passed"
    assert "\n" not in screen.getvalue()
    assert shown[-2:] == ["", ""], "covered with blanks, and what comes next begins at the margin"
    assert file.getvalue() == ""


@pytest.mark.parametrize("content", ["", "{", '{"nbformat": 3}', '{"nbformat": 4, "metadata": {}, "cells": []}'])
def test_a_notebook_that_cannot_be_read_exits_2_with_one_line(tmp_path, content, capsys):
    path = tmp_path / "broken.ipynb"
    path.write_text(content)
    assert main(["check", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.strip().splitlines()) == 1
    assert "broken.ipynb" in said.err


def results(path, **options):
    result = grade_file(path, **options)
    return {check.check.grade_id: check for one in result.exercises for check in one.checks}, result


NEVER = ("while True: pass", "while True: self.data += 0", "time.sleep(10**6)")


# Lines are counted; what is stopped by the clock, as sleeping is, takes the budgets' whole time.
@pytest.mark.exhaustive
@pytest.mark.parametrize("never_ends", sampled({each: each for each in NEVER}, NEVER[0]))
def test_an_endless_operator_costs_its_own_checks_alone(learner, never_ends):
    answers = answers_of(1)
    right = 'return Value(self.data + other.data, (self, other), "+")'
    assert right in answers["day1-value"]
    answers["day1-value"] = f"import time\n{answers['day1-value'].replace(right, never_ends)}"
    start = time.monotonic()
    checks, _ = results(learner(1, answers))
    assert time.monotonic() - start < 60, "minutes, before the later checks shared a short budget"
    lost = {name for name, check in checks.items() if check.outcome != "correct"}
    # The exercise that builds on the class is tried on a right one, and its visible part sees that this one hangs.
    what_to_do = "another check adds two nodes: let it do without (CONTRIBUTING.md, *A mistake is paid once*)"
    assert lost == {"day1-value-add", "day1-value-constants"}, what_to_do
    assert "your code was stopped" in message_of(checks["day1-value-add"])
    assert checks["day1-value-add"].misconceptions == ("error-too-much-work",)


@pytest.mark.exhaustive
def test_after_a_loop_in_c_the_rest_of_an_exercise_has_a_short_budget(learner):
    # The system has to end the process, so each check that calls it costs a budget.
    answers = answers_of(1)
    right = 'return Value(self.data + other.data, (self, other), "+")'
    answers["day1-value"] = answers["day1-value"].replace(right, "return sum(iter(int, 1))")
    start = time.monotonic()
    checks, result = results(learner(1, answers))
    assert time.monotonic() - start < 60, "24 s beside one busy core, before later checks had less"
    assert {"day1-value-construct", "day1-value-multiply"} <= {
        name for name in checks if checks[name].outcome == "correct"
    }
    assert "your code was stopped" in message_of(checks["day1-value-add"]) or checks["day1-value-add"].obstacle
    assert result.points >= points_of(1) - points_of("day1-value") - points_of("day1-trace")


@pytest.mark.exhaustive
def test_an_answer_cell_that_never_ends_is_interrupted_and_the_rest_counts(learner):
    answers = answers_of(1)
    answers["day1-trace"] = "while True:\n    pass"
    checks, result = results(learner(1, answers), cell_seconds=4)
    message = message_of(checks["day1-trace-nodes"])
    assert message.startswith("The answer cell of exercise 1.2 did not come to its end in time. See its line ")
    assert result.points == points_of(1) - points_of("day1-trace")


@pytest.mark.exhaustive
def test_more_cells_that_end_the_kernel_than_are_left_out_end_the_run(learner):
    ends = ("day1-trace", "day1-predict", "day1-draw", "day1-stretch")
    answers = {**answers_of(1), **dict.fromkeys(ends, "import os\nos._exit(0)")}
    checks, result = results(learner(1, answers))
    assert len(result.warnings) == kernel.MOST_LEFT_OUT + 1
    assert result.warnings[-1].endswith("later cells were not run: It ended the kernel.")
    message = message_of(checks["day1-trace-nodes"])
    assert message.startswith("The answer cell of exercise 1.2 was left out: It ended the kernel.")
    assert checks["day1-value-add"].outcome == "correct"


def test_the_whole_notebook_has_a_limit_too(learner):
    answers = answers_of(1)
    answers["day1-value"] = "import time\ntime.sleep(60)\n" + answers["day1-value"]
    _, result = results(learner(1, answers), cell_seconds=30, total_seconds=2)
    assert "The notebook was stopped after 2 seconds" in " ".join(result.warnings)


def test_a_cell_that_cannot_be_read_is_reported_once_with_its_line_and_the_rest_counts(learner):
    answers = answers_of(1)
    answers["day1-value"] = answers["day1-value"].replace("self.data = float(data)", "self.data = float(data")
    path = learner(1, answers)
    result = grade_file(path, seed=5)
    value, stretch = result.exercises[0], result.exercises[-1]
    messages = {message_of(check) for check in value.checks}
    assert len(messages) == 1
    message = messages.pop()
    assert message.startswith("The answer cell of exercise 1.1 could not be read: SyntaxError: '(' was never closed.")
    assert ", `self.data = float(data`." in message
    assert ".py" not in message
    assert stretch.outcome == "correct", "what extends the class is tried on a right one"
    text = as_text(result)
    assert " ".join(text.split()).count("could not be read") == 1
    for columns, widest in ((60, 60), (300, 100)):
        lines = as_text(result, columns=columns).split("\n")
        assert widest - 10 < max(map(len, lines)) <= widest, "a terminal breaks no line of its own accord"
    assert result.exercises[1].outcome == "correct", "the other exercises still count"


TRACE = answers_of(1)["day1-trace"]
ODD = "class Odd(Exception):\n    def _render_traceback_(self):\n        return ['Cell In[1], line 1']\nraise Odd('no')"


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (
            TRACE.replace("def trace(", "def tracee("),
            "runs to its end and does not define `trace`; it defines `tracee`.",
        ),
        (f"{TRACE}\n\ndel trace", "names `trace`, and yet it is not defined when it is asked"),
        ("%time found = 1", "runs to its end and does not define `trace`."),
        (
            f"helper = undefined_name\n{TRACE}",
            "stopped: NameError: name 'undefined_name' is not defined. See its line 1, `helper = undefined_name`. "
            "Until it runs to its end, `trace` is not defined and nothing of it can be checked.",
        ),
        # The line is not read off the traceback.
        (ODD, "stopped: Odd: no. See its line 4, `raise Odd('no')`."),
    ],
    ids=["spelt otherwise", "deleted", "not defined", "stops", "writes its own traceback"],
)
def test_an_answer_cell_without_its_name_is_reported(learner, answer, says):
    result = grade_file(learner(1, answers_of(1) | {"day1-trace": answer}), seed=5, only="1.2")
    [message] = {message_of(check) for check in result.checks}
    assert message.startswith(f"The answer cell of exercise 1.2 {says}")


def test_a_visible_check_that_stops_is_reported_with_its_line(learner):
    answers = answers_of(1)
    # Right for the judge, who asks on nodes of `Value`.
    head, colon, body = answers["day1-trace"].partition("(root):\n")
    answers["day1-trace"] = f"{head}{colon}    if type(root) is not Value:\n        return root.nothing\n{body}"
    path = learner(1, answers)
    checks, _ = results(path)
    [cell] = [cell for cell in nbformat.read(path, 4).cells if grade_id(cell) == "day1-trace-edges"]
    number = cell.source.split("\n").index("worked_example()") + 1
    text = message_of(checks["day1-trace-edges"])
    assert text.startswith(f"The check stopped: AttributeError in line {number}, `worked_example()`: ")


def test_a_name_of_pythons_own_that_an_added_cell_takes_costs_nothing(learner):
    answers = answers_of(1)
    answers["day1-trace"] = answers["day1-trace"].replace("return ", "list(map(len, [[]]))\n    return ", 1)
    path = learner(1, answers)
    notebook = nbformat.read(path, 4)
    [place] = [place for place, cell in enumerate(notebook.cells) if grade_id(cell) == "day1-trace"]
    notebook.cells.insert(place, nbformat.v4.new_code_cell("list = [1, 2]"))
    notebook.cells.append(nbformat.v4.new_code_cell("assert list == [1, 2]\nprint('still the same')"))
    nbformat.write(notebook, path)
    checks, result = results(path)
    assert {name: message_of(check) for name, check in checks.items() if check.outcome != "correct"} == {}
    assert result.points == points_of(1)


@pytest.mark.parametrize("question", [None, 3, [], {}, {"notebook": 5}])
def test_what_is_no_question_is_refused_in_a_sentence(question):
    said = []
    serve.Grader(said.append).answer(question)
    assert said == [{"refused": serve.NO_QUESTION}]


def test_one_exercise_alone_ends_with_its_last_check_and_has_no_other_checks(learner):
    notebook = nbformat.read(learner(1, answers_of(1)), 4)
    marking._cut(notebook, "1.2", course.assignment(1))
    assert grade_id(notebook.cells[-1]) == "day1-trace-edges"
    assert {grade_id(cell) for cell in notebook.cells if is_grade(cell)} == {"day1-trace-nodes", "day1-trace-edges"}


def test_a_given_cell_that_stopped_is_said_to_be_one(learner):
    notebook = nbformat.read(learner(2, answers_of(2)), 4)
    [given] = [cell for cell in notebook.cells if grade_id(cell) == "day2-given"]
    given.outputs = [nbformat.v4.new_output("error", ename="NameError", evalue="name 'x' is not defined", traceback=[])]
    stop = marking._Cells(notebook, course.assignment(2)).stopped["day2-given"]
    assert [one.template for one in render._stopped(stop)] == ["The given cell stopped: {error}."]
