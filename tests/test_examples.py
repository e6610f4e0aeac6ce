# SPDX-License-Identifier: MIT
"""The examples of an exercise: what ``check("1.1")`` runs in the learner's kernel before the judge answers."""

import importlib
import linecache
import os
import threading
import time
from types import SimpleNamespace

import nbformat
import pytest
from nbclient import NotebookClient
from support import answers_of, times_adds

import language
from companion import browser, cards, examples, kernel
from companion.grader import Line
from gradtools.output import as_html
from judge.notebooks import course
from judge.notebooks.cells import exercises

report = importlib.import_module("companion.check")
CLAIMS = [each.claim for each in exercises(nbformat.read(course.assignment(1).source_notebook, 4))[0].checks]
PRODUCT = "return Value(self.data * other.data,"


@pytest.fixture(autouse=True)
def _in_a_kernel(monkeypatch):
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    run = kernel.Run("day1-ask", 'from gradtools import check\n\ncheck("1.1")', 1.0)
    monkeypatch.setattr(kernel, "_runs", {"day1-ask": run})


def ran(names, number="1.1"):
    """Run the examples of an exercise, and see that the names stay as they are and each is told at once."""
    before, told = dict(names), []
    found = examples.run(number, names, told.append)
    assert told == found
    assert names.keys() == before.keys()
    assert all(names[name] is before[name] for name in before)
    return found


def names_of(answer, **others):
    names = {"__name__": "__main__", **others}
    # As a kernel keeps the text of a cell.
    linecache.cache["<answer>"] = (len(answer), None, answer.splitlines(keepends=True), "<answer>")
    exec(compile(answer, "<answer>", "exec"), names)
    return names


def with_product(line):
    answer = answers_of(1)["day1-value"]
    assert PRODUCT in answer
    return answer.replace(PRODUCT, f"{line}\n        {PRODUCT}")


def test_each_example_of_a_right_answer_holds_and_leaves_the_learners_names_alone():
    found = ran(names_of(answers_of(1)["day1-value"], worked_example="mine", a=1, c=3))
    assert [(each.mark, each.claim, each.came) for each in found] == [("✓", claim, "") for claim in CLAIMS]


def test_a_wrong_answer_says_what_came():
    found = ran(names_of(times_adds()["day1-value"]))
    assert [each.mark for each in found] == ["✓", "✓", "✓", "✗", "✓"]
    assert found[3].came == "`d.data` is -1.0. Expected -6.0: 2 * (-3)."


@pytest.mark.parametrize(
    ("line", "came"),
    [
        ("raise ValueError('no')", "Python says `ValueError: no`."),
        ("assert False, 'mine'", "Python says `AssertionError: mine`."),
        ("exit()", "Python says `SystemExit`."),
        ("1 / 0", "Python says `ZeroDivisionError: division by zero`."),
    ],
)
def test_an_answer_that_raises_stops_its_own_examples_alone(line, came):
    found = ran(names_of(with_product(line), exit=lambda: (_ for _ in ()).throw(SystemExit)))
    assert [each.mark for each in found] == ["✓", "✓", "✓", "✗", "✗"]
    assert found[3].came == came


@pytest.fixture
def _hurried(monkeypatch):
    """Stop the example of a product soon, and no other: on a busy machine each may take its time."""
    bounded = examples._bounded

    def hurried(seconds, function, code, names):
        bounded(0.2 if code.co_filename == "<day1-value-multiply>" else seconds, function, code, names)

    monkeypatch.setattr(examples, "SECONDS", 300.0)
    monkeypatch.setattr(examples, "_bounded", hurried)


@pytest.mark.usefixtures("_hurried")
def test_an_answer_without_an_end_is_stopped_and_no_other_example_is_run():
    found = ran(names_of(with_product("while True: pass")))
    assert [each.mark for each in found] == ["✓", "✓", "✓", "✗"]
    assert found[3].came == "Yours came to no end within 300 seconds."


def test_where_no_time_is_left_nothing_is_interrupted_later(monkeypatch):
    monkeypatch.setattr(examples, "SECONDS", 0.0)
    monkeypatch.setattr(examples, "SECONDS_TO_STOP", 0.02)
    for _ in range(20):
        ran(names_of(answers_of(1)["day1-value"]))
    time.sleep(0.1)
    assert not [one for one in threading.enumerate() if "watch" in one.name]


@pytest.mark.usefixtures("_hurried")
def test_code_that_goes_on_after_an_interrupt_gets_another(monkeypatch):
    monkeypatch.setattr(examples, "SECONDS_TO_STOP", 0.1)
    goes_on = "try:\n            while True: pass\n        except BaseException:\n            while True: pass"
    assert ran(names_of(with_product(goes_on)))[3].came == "Yours came to no end within 300 seconds."


def test_the_stop_button_stops_all():
    with pytest.raises(KeyboardInterrupt):
        ran(names_of(with_product("raise KeyboardInterrupt")))


def test_in_a_browser_the_number_of_lines_is_bounded(monkeypatch):
    def bounded(function, *arguments, lines):
        raise browser.NoEnd

    monkeypatch.setattr(browser, "IS_HERE", True)
    monkeypatch.setattr(browser, "bounded", bounded)
    monkeypatch.setattr(browser, "unpacked", course.root)
    found = ran(names_of(answers_of(1)["day1-value"]))
    assert [each.came for each in found] == ["Yours came to no end within 2,000,000 lines."]


def test_what_is_not_written_or_not_run_is_awaited(tmp_path, monkeypatch):
    stub = with_product('raise NotImplementedError("Exercise 1.1 is not written yet.")')
    found = ran(names_of(stub))
    assert [each.mark for each in found] == ["✓", "✓", "✓", "○", "○"]
    assert found[3].came.startswith("Exercise 1.1 is not written yet")
    # The answer cell was never run in this kernel.
    cells = [nbformat.v4.new_code_cell("class Value:\n    pass", id="day1-value"),
             nbformat.v4.new_code_cell("check", id="day1-ask")]  # fmt: skip
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "day1_value_class.ipynb")
    monkeypatch.chdir(tmp_path)
    found = ran({"__name__": "__main__"})
    assert {each.mark for each in found} == {"○"}
    assert "the cell above that makes it was not run yet" in found[0].came


def test_what_the_checks_need_runs_with_them_and_says_what_to_mend_first():
    names = names_of("\n".join(answers_of(1)[name] for name in ("day1-value", "day1-stretch")))
    assert [each.mark for each in ran(names, "1.5")] == ["✓", "✓", "✓"]
    names = names_of("\n".join([times_adds()["day1-value"], answers_of(1)["day1-stretch"]]))
    first = ran(names, "1.5")[0]
    assert (first.mark, first.came) == ("○", "Not looked at: fix exercise 1.1 first.")


def test_an_example_that_says_less_than_its_claim_claims_nothing():
    found = ran(names_of(answers_of(1)["day1-predict"]), "1.3")
    assert [(each.mark, each.came) for each in found] == [("…", "")] * 3


@pytest.mark.parametrize("number", ["1.9", "9.1", "0.1"])
def test_an_exercise_that_there_is_not_has_no_examples(number):
    assert ran({}, number) == []


def test_the_examples_are_in_the_language_of_the_notebook(monkeypatch):
    monkeypatch.setattr(language, "of_kernel", lambda: "es")
    found = ran(names_of(times_adds()["day1-value"]))
    assert found[3].came == "`d.data` es -1.0. Se esperaba -6.0: 2 * (-3)."
    assert not {each.claim for each in found} & set(CLAIMS)


# In the notebook


def test_check_shows_the_examples_at_once_and_then_one_card(learner, tmp_path):
    path = learner(1, times_adds())
    notebook = nbformat.read(path, as_version=4)
    cells = [
        cell for cell in notebook.cells if cell.id == "day1-value" or 'import check\n\ncheck("1.1")' in cell.source
    ]
    # Its own check is edited: the course's is run.
    edited = nbformat.v4.new_code_cell("worked_example = d = 5")
    probe = nbformat.v4.new_code_cell("print(worked_example, d, 'a' in globals())")
    small = nbformat.v4.new_notebook(cells=[cells[0], edited, cells[1], probe])
    client = NotebookClient(small, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    client.execute(env={**os.environ, "JPY_SESSION_NAME": str(path)})
    (output,) = small.cells[2].outputs
    shown, text = output["data"]["text/markdown"], output["data"]["text/plain"]
    claims = [as_html(claim) for claim in CLAIMS]
    assert [shown.count(claim) for claim in claims[:3]] == [1, 1, 1]
    assert f"{cards.CLAIM}✓ {claims[0]}</li>" in shown
    shared = "2 checks fail for this reason. Together they cost 2 points."
    assert f"<details open>{cards.SUMMARY}✗ {claims[3]}<br>✗ {claims[4]}<br>{shared}</summary>" in shown
    assert shared in text
    assert "| Outcome" not in shown
    lines = text.split("\n")
    assert [line for line in lines if line[0] in "✓✗"] == [
        *(f"✓ {claim}" for claim in CLAIMS[:3]), *(f"✗ {claim}" for claim in CLAIMS[3:])
    ]  # fmt: skip
    assert small.cells[3].outputs[0].text == "5 5 False\n"


def test_the_lines_of_the_examples_stay_until_the_card_comes(monkeypatch):
    shown = []
    handle = SimpleNamespace(update=lambda bundle, raw: shown.append(bundle))
    line = Line()
    line._handle = handle
    monkeypatch.setattr(kernel, "shell", lambda: SimpleNamespace(user_ns=names_of(times_adds()["day1-value"])))
    tried = report._examples("1.1", line)
    assert [bundle["text/plain"] for bundle in shown][:2] == [f"✓ {claim}" for claim in CLAIMS[:2]]
    assert f"{cards.CLAIM}✗ {as_html(CLAIMS[3])} <code>d.data</code> is -1.0." in shown[-1]["text/html"]
    line.show({"text/plain": "Grading <it> ..."})
    assert shown[-1]["text/html"] == f"{shown[-2]['text/html']}<div>Grading &lt;it&gt; ...</div>"
    assert report._examples("", line) == [], "a whole day"
    # The saved answer is right, and the kernel has another.
    checks = [{"grade_id": each.check, "outcome": "correct"} for each in tried]
    result = {"exercises": [{"number": "1.1", "checks": checks}]}
    (noticed,) = report._differing(result, tried)
    assert "the kernel has an older answer" in noticed
    checks[3]["outcome"] = "not yet"
    assert report._differing(result, tried) == []
