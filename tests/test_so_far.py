# SPDX-License-Identifier: MIT
"""The ten digits at the start of a day, read by the learner's own code."""

import os
import re
import time

import nbformat
import pytest
from support import answers_of, filled, needs_confinement

import gradtools
from companion import finished, grader, kernel, ten_digits
from judge.notebooks import course
from language import text

# What this test's seed makes of the digits on Day 4: no weight has moved on Days 2 and 3, each has once on Day 4.
READ = {
    2: [6, 6, 6, 6, 8, 6, 5, 6, 6, 6],
    3: [6, 6, 6, 6, 8, 6, 5, 6, 6, 6],
    4: [9, 1, 5, 5, 8, 5, 4, 5, 8, 8],
    5: list(range(10)),
}


@pytest.fixture
def work(tmp_path, monkeypatch):
    """Return a function that shows a day's figure over answers of the days before it: each day's are complete."""
    monkeypatch.setattr("companion.so_far.SECONDS", 100.0)  # A busy machine is slow.
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)

    def shown(day, **answers):
        """``day3={"day3-value": "..."}`` changes answers of Day 3; ``day3=None`` takes its notebook away."""
        for number in range(1, 6):
            path = tmp_path / f"day{number}" / course.assignment(number).learner_notebook.name
            path.parent.mkdir(exist_ok=True)
            given = answers.get(f"day{number}", {})
            if isinstance(given, str):
                path.write_text(given)
            elif given is None:
                path.unlink(missing_ok=True)
            else:
                nbformat.write(filled({**answers_of(number), **given}, number), path)
        monkeypatch.chdir(tmp_path / f"day{day}")
        return gradtools.so_far(day)

    return shown


def read(figure):
    """Return what each digit was taken for, as the words and the picture's own text say."""
    said = [re.match(r"(\d): (?:taken for (\d)|right|no answer)$", line) for line in figure.words.split("\n")]
    found = [None if "no answer" in line[0] else int(line[2] or line[1]) for line in said]
    drawn = re.findall(r"<text[^>]*>(.*?)</text>", figure.svg)
    assert drawn == ["right" if one == digit else "no answer" if one is None else f"as a {one}"
                     for digit, one in enumerate(found)]  # fmt: skip
    return found


@pytest.mark.parametrize("day", READ)
def test_the_digits_grow_over_the_days_from_none_to_ten(work, day):
    figure = work(day)
    assert read(figure) == READ[day]
    assert f"of Day {day - 1} ran." in figure.caption
    assert figure.svg == gradtools.so_far(day).svg


def test_the_digits_are_those_of_day_4():
    sources = [cell.source for cell in filled({}, 4).cells]
    drawn, trained = (next(one for one in sources if mark in one) for mark in ("DRAWN = ", "def ten_digits("))
    assert ten_digits.DRAWN in drawn
    assert f"random.seed({ten_digits.SEED})" in trained
    assert "MLP(35, [10])" in trained


STUB = 'raise NotImplementedError("Exercise 3.2 is not written yet.")'
NO_WORK = {
    "untouched": (STUB, "Exercise 3.2 is not written yet."),
    "half an answer": ("class Value:", "Yours stopped with IndentationError: expected an indented block"),
    "an error": ("1 / 0", "Yours stopped with ZeroDivisionError: division by zero."),
    "without end": ("while True: print('.')", "Yours came to no end within 4 seconds."),
    "ends the process": ("import os; os._exit(3)", "Yours ended without an answer."),
    "no such class": ("value = 3", "Yours stopped with NameError: name 'Value' is not defined."),
}


@pytest.mark.parametrize(("own", "reason"), NO_WORK.values(), ids=NO_WORK)
def test_work_that_does_not_run_is_a_sentence_and_the_courses_engine(work, monkeypatch, own, reason):
    monkeypatch.setattr("companion.so_far.SECONDS", 4.0)
    started = time.monotonic()
    figure = work(4, day3={"day3-value": own})
    assert "The course's engine ran in place of yours. " + reason in figure.caption
    assert read(figure) == READ[4]
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    ("saved", "reason"), [(None, "is not here."), ("[]", "can't be read."), ("{", "can't be read.")]
)
def test_a_notebook_that_is_no_notebook_is_a_sentence(work, saved, reason):
    assert f"The course's engine ran in place of yours. The notebook of Day 2 {reason}" in work(3, day2=saved).caption


def test_a_network_runs_with_the_courses_engine_where_the_own_is_not_written(work, monkeypatch):
    monkeypatch.setitem(text.translations(), "Exercise {number} is not written yet.", "Falta el ejercicio {number}.")
    caption = work(5, day3={"day3-value": STUB}).caption
    assert "Your network of Day 4 ran, with the course's engine. Falta el ejercicio 3.2." in caption
    assert "10 of 10 right" in caption


def test_what_a_wrong_engine_reads_is_shown_as_it_is(work):
    figure = work(5, day4={"day4-train": "def train(*_, **__): return []"})
    assert "Your engine of Day 3 and your network of Day 4 ran." in figure.caption
    assert "It took 16 steps." in figure.caption
    assert "The course's engine gets 10 right here. `check()` on Day 4 says where yours differs." in figure.caption


def test_silent_while_a_program_runs_the_notebook(work, monkeypatch):
    monkeypatch.setenv(kernel.RUNNING, "validate")
    monkeypatch.setattr("subprocess.run", None)
    assert work(4) is None


def test_without_the_courses_engine_it_says_so(work, monkeypatch, capsys):
    monkeypatch.setattr(finished, "given_cells", lambda: iter(()))
    assert work(2, day1=None) is None
    assert "The notebook of Day 1 is not here. Nothing reads the ten digits here" in capsys.readouterr().out
    with pytest.raises(ValueError, match="2 to 5; it got 1"):
        gradtools.so_far(1)


@needs_confinement
def test_the_learners_lines_run_behind_the_wall(work, tmp_path):
    """A notebook may be a colleague's: it sees and writes no file of the learner's, and reaches no network."""
    secret = tmp_path / "secret"
    secret.write_text("GOT")
    for line in (f"raise ValueError(open({str(secret)!r}).read())", f"open({str(tmp_path / 'planted')!r}, 'w')"):
        caption = work(2, day1={"day1-value": f"{line}\nclass Value: pass"}).caption
        assert "Yours stopped with FileNotFoundError" in caption
    assert not (tmp_path / "planted").exists()


def test_a_machine_too_busy_for_the_courses_engine_is_no_fault_of_the_courses_files(work, monkeypatch, capsys):
    def too_slow(question):
        raise grader.NotGraded("It took too long.")

    monkeypatch.setattr("companion.so_far.ask", too_slow)
    assert work(2) is None
    said = capsys.readouterr().out
    assert "gave no answer, either. Run this cell again." in said
    assert "lack" not in said


def test_what_the_cells_do_stays_in_their_own_process(work):
    work(2, day1={"day1-value": answers_of(1)["day1-value"] + "\nimport os; os.environ['LEFT'] = os.getcwd()"})
    assert "LEFT" not in os.environ
