# SPDX-License-Identifier: MIT
"""An untouched notebook shows a calm line for an unwritten exercise, and every other error as usual."""

import ast
import json
import math
import re
import sys
from unittest.mock import Mock

import nbformat
import pytest
from support import answers_of, sentences

from companion import browser, kernel, predictions, questions, stopped, waiting
from judge.notebooks import course
from judge.notebooks.cells import grade_id
from website.pack import STAND_INS

PLAIN = "○ Exercise {} is not written yet, and this cell needs it. Write it, run its cell, then run this one."


class Learner:
    """A kernel's shell in which a day's cells are run; it says what each shows, and whether it counts as run."""

    def __init__(self, shell, capsys, day):
        self.shell, self.capsys = shell, capsys
        self.cells = nbformat.read(course.assignment(day).learner_notebook, as_version=4).cells

    def cell(self, wanted):
        code = [cell for cell in self.cells if cell.cell_type == "code"]
        return next((cell for cell in code if grade_id(cell) == wanted), None) or next(
            cell for cell in code if wanted in cell.source
        )

    def run(self, wanted, source=None):
        """Run a cell of the course, with its own text or another; return if it counts as run, and what it shows."""
        cell = self.cell(wanted)
        return self.type(cell.source if source is None else source, cell.id)

    def type(self, source, cell_id="3f2b8a1c"):
        self.capsys.readouterr()
        done = self.shell.run_cell(source, store_history=True, cell_id=cell_id)
        return done.success, self.capsys.readouterr().out.strip()


@pytest.fixture
def learner(shell, monkeypatch, capsys, tmp_path):
    def open_day(day):
        nbformat.write(
            nbformat.read(course.assignment(day).learner_notebook, as_version=4),
            tmp_path / course.assignment(day).learner_notebook.name,
        )
        return Learner(shell, capsys, day)

    monkeypatch.setattr(waiting, "_stopped", {})
    monkeypatch.setattr(waiting, "_lacking", {})
    kernel.watch(shell)
    waiting.install(shell)
    return open_day


def test_an_unwritten_exercise_is_a_calm_line_and_the_cell_counts_as_run(learner):
    day = learner(1)
    assert day.run("day1-value") == (True, "")
    assert day.run("day1-value-construct") == (True, PLAIN.format("1.1"))
    assert day.run("day1-predict") == (True, "")
    assert day.run("day1-predict-product") == (True, PLAIN.format("1.3"))


def test_a_cell_that_no_browser_can_run_says_so_and_shows_what_came_and_so_do_those_that_need_it(
    learner, monkeypatch, tmp_path
):
    day, recorded = learner(3), tmp_path / "recorded.json"
    wanted = ("import torch", "away = []", "def replace_data")
    recorded.write_text(json.dumps({"en": {day.cell(text).id: [f"<p>{text}</p>"] for text in wanted[1:]}}), "utf-8")
    monkeypatch.setattr(browser, "RECORDED", recorded)
    browser._recorded.cache_clear()
    monkeypatch.syspath_prepend(STAND_INS)
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    line = f"○ {sentences(browser.NOT_IN_BROWSER, package='PyTorch')}"
    shown = [day.run(text) for text in wanted]
    browser._recorded.cache_clear()
    assert [counts for counts, _ in shown] == [True] * 3
    assert all(said.startswith(line) for _, said in shown)
    assert [browser.RECORDED_THERE in said for _, said in shown] == [False, True, True]
    assert "PyTorch" not in day.run("day3-twice-repeat")[1]


YES_OR_NO = sentences(questions.TAKES_ONE_OF_TWO, one="yes", other="no")


@pytest.mark.parametrize(
    ("typed", "name", "mend"),
    [
        ('"day1-grandparent", yes, sure="I think"', "yes", YES_OR_NO),
        ('"day1-grandparent", guess=No', "No", YES_OR_NO),
        ('"day1-brackets", minus - 4, sure="I think"', "minus", questions.TAKES_A_NUMBER),
        ('"day1-brackets", 4, sure=guess', "guess", predictions.HOW_SURE),
        ('"day1-brackets", 4, sure=I think', "I think", predictions.HOW_SURE),
    ],
)
def test_a_guess_without_quotes_is_a_sentence_and_the_cell_counts_as_run(learner, typed, name, mend):
    day = learner(1)
    day.type("from gradtools import predict")
    message = sentences(predictions.NO_QUOTES, word=name, mend=mend).replace("`", "")
    assert day.type(f"predict({typed})") == (True, f"○ {message}")


@pytest.mark.parametrize("typed", ["predict('day1-brackets', 4", "I think", "predict(4, yes)", "print(yes)"])
def test_another_error_beside_a_prediction_stays_one(learner, typed):
    succeeded, output = learner(1).type(typed)
    assert not succeeded
    assert re.search("SyntaxError|NameError", output)


def test_a_stubs_line_that_is_left_in_an_answer_is_pointed_at(learner):
    day = learner(1)
    stub = '        raise NotImplementedError("Exercise 1.1 is not written yet.")\n'
    answer = day.cell("day1-value").source.replace(stub, f"{stub}        self.data = data\n", 1)
    day.run("day1-value", answer)
    counts, shown = day.run("day1-value-construct")
    assert counts
    assert "`__init__` still holds the line `raise NotImplementedError(...)`".replace("`", "") in shown


def test_of_an_endless_recursion_the_first_and_the_last_calls_are_shown(learner, monkeypatch):
    day, source = learner(1), "def f(x):\n    return f(x + 1)\nf(1)"
    shown = day.type(source)[1]
    assert len(shown.split("\n")) < 50
    assert "RecursionError: maximum recursion depth exceeded" in shown
    assert re.search(r"The error passed \d{3,} calls, and most of them are left out here\.", shown)
    # IPython takes a hundredth of a second for each call that it shows.
    monkeypatch.setattr(stopped, "MOST_CALLS", 12)
    monkeypatch.setenv(kernel.RUNNING, "validate")
    deep = "def f(x):\n    return 1 / x if x == 0 else f(x - 1)\nf(12)"
    assert "left out here" not in day.type(deep)[1], "a program sees what IPython gives"
    monkeypatch.delenv(kernel.RUNNING)
    assert "left out here" in day.type(deep)[1]


def test_the_traceback_is_the_one_that_ipython_gives(learner):
    day = learner(1)
    with_the_course = day.type("1 + undefined_name")[1]
    day.shell.set_custom_exc((), None)
    assert re.sub(r"input-2", "input-1", day.type("1 + undefined_name")[1]) == with_the_course


def test_a_program_that_runs_the_notebook_sees_the_errors(learner, monkeypatch):
    day = learner(1)
    day.run("day1-value")
    for program in ("autograde", "validate", "build"):
        monkeypatch.setenv("NBGRADER_EXECUTION", program)
        counts, shown = day.run("day1-value-construct")
        assert not counts
        assert "NotImplementedError: Exercise 1.1 is not written yet." in shown


def test_a_name_from_a_cell_that_waits_is_explained(learner):
    day = learner(3)
    day.shell.push({"math": math, "plt": Mock(subplots=lambda *_, **__: (None, []))})
    for cell in ("day3-given", "day3-topological-order"):
        assert day.run(cell)[0]
    # It waits before it has made its name.
    assert day.run("bars = {}", f"topological_order(None)\n{day.cell('bars = {}').source}")[0]
    assert day.run("bars.items()") == (
        True,
        "○ This cell needs bars, from a cell above that waits for exercise 3.1. Write it, then run the cells from "
        "there on.",
    )


NEEDS = (
    "○ This cell needs {}, from a cell above that waits for exercise {}. Write it, then run the cells from there on."
)
STOPPED = (
    "○ This cell needs {}, from a cell above that stopped too early. The output of that cell says why. Fix it first, "
    "then run the cells from there on."
)


def test_a_name_that_is_missing_for_a_missing_name_leads_to_the_exercise_whose_stub_was_met(learner):
    day = learner(4)
    day.shell.push({"boundary": Mock()})
    for cell in ("day4-given", "day4-mlp"):
        assert day.run(cell)[0], cell
    stub = 'raise NotImplementedError("Exercise 4.1 is not written yet.")\n'
    assert day.run("digit_net, digit_losses =", f"{stub}digit_net = 3")[1] == PLAIN.format("4.1")
    assert day.run("still = sum(", "fooled_x = digit_net") == (True, NEEDS.format("digit_net", "4.1"))
    assert day.run("# Draws Figure 4.10", "fooled_x") == (True, NEEDS.format("fooled_x", "4.1"))
    # A function of the cell itself meets it, too.
    assert day.run("# Draws Figure 4.10", "(lambda: fooled_x)()") == (True, NEEDS.format("fooled_x", "4.1"))


def test_a_cell_below_one_that_stopped_with_an_error_does_not_say_that_an_exercise_is_not_written(learner):
    day = learner(3)
    assert not day.run("bars = {}", "topological_order = None\ntopological_order(3)\nbars = {}")[0]
    assert day.run("bars.items()", "bars") == (True, STOPPED.format("bars"))


def test_a_name_is_explained_where_it_is_not_known_which_notebook_this_is(learner, tmp_path):
    day = learner(3)
    for path in tmp_path.glob("*.ipynb"):
        path.unlink()
    assert day.run("bars = {}", 'raise NotImplementedError("Exercise 3.1 is not written yet.")\nbars = {}')[0]
    assert day.run("bars.items()", "bars") == (True, NEEDS.format("bars", "3.1"))
    assert not day.type("undefined_name")[0]


def test_a_given_function_that_asks_for_an_answer_is_not_taken_for_a_stub(learner):
    day = learner(6)
    day.shell.push({"plan": {"hidden": None, "pictures": None, "steps": None}})
    assert day.run("def setting_of")[0]
    assert day.run("settings = [") == (True, PLAIN.format("6.6"))


def test_what_was_made_with_a_stub_is_not_said_to_be_unwritten_once_it_is_written(learner):
    day, answers = learner(4), answers_of(4)
    day.shell.push({"math": math})
    for cell in ("day4-given", "day4-loss", "day4-train"):
        assert day.run(cell, answers[cell] if cell == "day4-train" else None)[0], cell
    figure = "train(Value, [2.0], [1.0], 1, 0.1)"
    assert day.run("# Draws Figure 4.4", figure) == (True, PLAIN.format("4.3"))
    assert day.run("day4-loss", answers["day4-loss"])[0]
    counts, shown = day.run("# Draws Figure 4.4", figure)
    assert counts
    assert shown.startswith(
        "○ Exercise 4.3 has changed, but this cell still uses something that was made with its stub"
    )
    assert day.run("day4-train", answers["day4-train"])[0]
    assert "4.3" not in day.run("# Draws Figure 4.4", figure)[1]


def test_a_method_of_an_object_that_was_made_with_a_stub_is_told_apart_from_an_unwritten_one(learner):
    day = learner(1)
    stub = '        raise NotImplementedError("Exercise 1.1 is not written yet.")\n'
    day.run("day1-value", day.cell("day1-value").source.replace(stub, "        self.data = data\n", 1))
    day.run("a = Value(2.0", "a = Value(2.0)")
    assert day.run("e = d + c\n", "a + a")[1] == PLAIN.format("1.1")
    day.run("day1-value", answers_of(1)["day1-value"])
    assert "Exercise 1.1 has changed" in day.run("e = d + c\n", "a + a")[1]


def test_a_figure_that_a_cell_began_to_draw_is_closed(learner):
    import matplotlib.pyplot as plt

    day = learner(3)
    day.shell.push({"plt": plt})
    assert day.run("bars.items()", 'plt.subplots()\nraise NotImplementedError("Exercise 3.1 is not written yet.")')[0]
    assert plt.get_fignums() == []
    # A learner's own stays.
    assert day.type('plt.subplots()\nraise NotImplementedError("Exercise 3.1 is not written yet.")')[0]
    assert len(plt.get_fignums()) == 1
    plt.close("all")


def test_a_name_from_a_cell_that_did_not_run_is_explained(learner):
    counts, shown = learner(3).run("bars.items()", "bars")
    assert counts
    assert shown.startswith("○ This cell needs bars, and the cell above that makes it was not run yet: it begins with")


def test_a_name_that_an_answer_that_ran_does_not_make_is_an_error(learner):
    day = learner(1)
    answers = answers_of(1)
    day.run("day1-value", answers["day1-value"])
    day.run("day1-trace", answers["day1-trace"].replace("def trace(", "def tracer("))
    counts, shown = day.run("day1-trace-nodes")
    assert not counts
    assert "NameError: name 'trace' is not defined" in shown


def test_an_answer_that_uses_a_name_of_a_cell_below_is_an_error(learner):
    counts, shown = learner(3).run("day3-topological-order", "bars")
    assert not counts
    assert "NameError" in shown


def empty(answer, *methods):
    """Return an answer in which these methods have lost their lines: a docstring is left."""
    tree = ast.parse(answer)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in methods:
            node.body = [one for one in node.body if isinstance(one, ast.Expr)]
    return ast.unparse(tree)


def test_a_method_without_a_line_of_code_is_reported_in_a_line(learner):
    day = learner(1)
    day.shell.push({"predict": Mock(), "reveal": Mock(), "draw_graph": Mock()})
    day.run("day1-value", empty(answers_of(1)["day1-value"], "__mul__"))
    message = (
        "○ Exercise 1.1 is not written yet: __mul__ holds no line of code, so it gives None, and this cell needs more."
    )
    for cell in ("e = d + c\n", "day1-value-constants"):
        counts, shown = day.run(cell)
        assert counts
        assert shown.startswith(message)
    # Where the product is computed with at once, Python says it in other words.
    counts, shown = day.run("e = d + c\n", "Value(2.0) * Value(3.0) - 1")
    assert counts
    assert shown.startswith(message)
    day.run("day1-value", empty(answers_of(1)["day1-value"], "__add__", "__mul__", "__rmul__"))
    shown = day.run("e = d + c\n")[1]
    assert "__add__, __mul__ and __rmul__ hold no line of code, so they give None" in shown


def test_a_method_of_an_answer_that_was_not_run_is_reported_in_a_line(learner):
    day = learner(3)
    day.shell.push({"math": math})
    assert day.run("day3-given")[0]
    day.shell.run_cell("x = Value(2.0)")
    message = "○ This cell needs {}, which exercise {} writes, and its answer cell was not run yet."
    for source, method in (
        ("x.backward()", "backward"),
        ("x ** 2", "__pow__"),
        ("-x", "__neg__"),
        ("x - 1", "__sub__"),
    ):
        counts, shown = day.run("day3-twice-which", source)
        assert counts, source
        assert shown.startswith(message.format(method, "3.2")), source


RIGHT = answers_of(1)["day1-value"].replace("return self * other", "return Value((self * other).data)")


@pytest.mark.parametrize(
    ("answer", "source", "line"),
    [
        (None, "print(undefined_name)", "NameError: name 'undefined_name' is not defined"),
        (None, 'raise NotImplementedError("My own reminder.")', "NotImplementedError: My own reminder."),
        (None, "try:\n    {}['x']\nexcept KeyError:\n    Value(1.0)", "KeyError: 'x'"),  # on the way to the stub
        (None, "def f():\n    return bars\nf()", "NameError: name 'bars' is not defined"),
        # The learner's own line met it, in `__rmul__` or in `__add__`.
        (empty(RIGHT, "__mul__"), "2 * Value(3.0)", "AttributeError: 'NoneType' object has no attribute 'data'"),
        (RIGHT.replace("+ other.data", "+ other.date"), "Value(2.0) + 1", "'Value' object has no attribute 'date'"),
        # What no answer would mend.
        *(
            (RIGHT, source, "Error")
            for source in ("None.data", "Value(2.0).slope", "Value(2.0) @ 3", "Value(2.0) * None")
        ),
    ],
)
def test_a_learners_own_error_shows_its_whole_traceback(learner, answer, source, line):
    day = learner(1)
    day.run("day1-value", answer)
    for counts, shown in (day.type(source), *([day.run("day1-value-add", source)] if answer else [])):
        assert not counts
        assert line in shown
        assert "---->" in shown or answer, "the line of the cell is marked"
        assert waiting.MARK not in shown


# Checks that fail


def test_a_check_that_fails_shows_its_claim_and_what_came_before_the_folded_traceback(learner):
    day = learner(1)
    day.run("day1-value", answers_of(1)["day1-value"].replace("self.grad = 0.0", "self.grad = 1.5"))
    counts, shown = day.run("day1-value-construct")
    assert not counts, "Run All stops, as it does at any error"
    assert shown.split("\n")[:4] == [
        "✗ Not yet.",
        "A new Value holds its number, a gradient of 0.0, no parents and no operation.",
        "`Value(3.0).grad` is 1.5. Expected 0.0: no gradient has arrived yet.",
        'To name the mistake, run the cell with `check("1.1")`, below your answer.',
    ]
    assert "AssertionError: `Value(3.0).grad` is 1.5." in shown


@pytest.mark.parametrize(
    ("mistake", "line"),
    [
        ("self.data + other.date", "AttributeError: 'Value' object has no attribute 'date'"),
        ("self.data + other.data / 0", "ZeroDivisionError: float division by zero"),
        ("self.data + math.nothing(1)", "NameError: name 'math' is not defined"),
    ],
)
def test_an_error_of_the_learners_own_shows_the_learners_line_first(learner, mistake, line):
    day = learner(1)
    answer = answers_of(1)["day1-value"].replace("self.data + other.data", mistake)
    day.run("day1-value", answer)
    counts, shown = day.run("day1-value-add")
    number = next(place for place, text in enumerate(answer.split("\n"), 1) if mistake in text)
    own = answer.split("\n")[number - 1].strip()
    assert not counts
    first, second, *_ = shown.split("\n")
    assert first == f"✗ Line {number} of your own cell stops this check, in `__add__`: `{own}`."
    assert second == f"Python says `{line}`."


def test_a_line_is_the_learners_own_and_a_checks_is_not_whatever_magics_stand_beside_it(learner):
    day = learner(1)
    wrong = answers_of(1)["day1-value"].replace("self.data + other.data", "self.data + other.date")
    day.run("day1-value", f"%pwd\n    \n{wrong}")
    counts, shown = day.type("Value(2.0) + 1")
    assert not counts
    assert "'Value' object has no attribute 'date'" in shown
    day.run("day1-value", answers_of(1)["day1-value"].replace("self.data + other.data", "self.data"))
    check = day.cell("day1-value-add").source
    assert "✗ Not yet." in day.run("day1-value-add", f"%pwd\n    \n{check}")[1]


def test_an_assert_of_the_learners_own_is_theirs(learner):
    day = learner(1)
    day.run("day1-value", answers_of(1)["day1-value"].replace("self.grad = 0.0", "assert data > 5"))
    assert "of your own cell stops this check, in `__init__`: `assert data > 5`." in day.run("day1-value-construct")[1]


def test_a_check_says_what_it_stops_at_where_the_learners_code_gave_something_else(learner):
    day = learner(1)
    day.run("day1-value", "class Value:\n    def __init__(self, *given, **named):\n        self.data = 3.0")
    shown = day.run("day1-value-construct")[1]
    assert 'The check stops at its line `assert Value(3.0).grad == 0.0, "no gradient has arrived yet"`.' in shown
    assert "Python says `AttributeError: 'Value' object has no attribute 'grad'`." in shown


def test_what_a_check_shows_is_folded_and_nothing_in_it_is_markup(learner, monkeypatch):
    shown = []
    monkeypatch.setattr(waiting, "show", shown.append)
    day = learner(1)
    answer = answers_of(1)["day1-value"].replace("self.grad = 0.0", "self.grad = '<img src=x onerror=alert(1)>'")
    day.run("day1-value", answer)
    day.run("day1-value-construct")
    html = shown[0]["text/html"]
    assert "<img" not in html
    open_part, folded = html.split("<details>")
    assert "onerror" in open_part
    assert "---->" not in open_part
    assert folded.startswith("<summary>Where it stopped</summary>")


def test_where_no_page_shows_the_check_its_error_is_raised_as_ever(learner):
    day = learner(1)
    day.run("day1-value", answers_of(1)["day1-value"].replace("self.grad = 0.0", "self.grad = 1.5"))
    counts, shown = day.type(day.cell("day1-value-construct").source, cell_id=None)
    assert not counts
    assert "AssertionError: `Value(3.0).grad` is 1.5. Expected 0.0: no gradient" in shown
    assert "Not yet" not in shown
