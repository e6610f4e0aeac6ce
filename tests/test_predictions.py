# SPDX-License-Identifier: MIT
"""A guess is locked before its cell runs, shown beside the result, and never lost."""

import ast
import contextlib
import io
import json
import zipfile

import pytest
from support import ran, sentences

import gradtools
from companion import kernel, predictions, standing
from companion.predictions import AGREE, CAME, COMPARED, DIFFER, FIRST_COUNTS, LOCKED, RUN_AGAIN, RUN_NEXT, WHY
from companion.questions import QUESTIONS, TAKES_A_NUMBER, Question, number
from grading import progress as desk_progress
from grading import releasing, submit
from grading.__main__ import main
from gradtools import predict, reveal
from judge.notebooks import course, master
from language import text

ADDS = QUESTIONS["day2-fan-out"].why


@pytest.fixture
def learner(monkeypatch, tmp_path):
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.setattr(predictions.files, "_unwritten", {})
    folder = tmp_path / "days" / "day2"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return tmp_path / "days" / ".predictions.json"


@pytest.fixture
def said(capsys):
    """Return a function that calls another one, and returns the one line that it prints."""

    def call(function, *arguments, **named):
        capsys.readouterr()
        function(*arguments, **named)
        out, err = capsys.readouterr()
        assert err == ""
        assert out.endswith("\n")
        assert out.count("\n") == 1
        return out.strip()

    return call


def test_a_guess_is_locked_and_what_came_stands_beside_it(learner, said):
    assert said(predict, "day2-fan-out", "Four", sure="I think") == sentences(LOCKED, RUN_NEXT, guess="4 (I think)")
    assert json.loads(learner.read_text()) == {
        "day2-fan-out": {"guess": 4.0, "sure": "I think", "came": None, "right": None}
    }
    assert said(reveal, "day2-fan-out", 4) == sentences(COMPARED, AGREE, WHY, guess="4 (I think)", came=4, why=ADDS)
    predict("day2-cube", 48, sure="I know")
    assert said(reveal, "day2-cube", 46.0) == sentences(
        COMPARED, DIFFER, WHY, guess="48 (I know)", came=46, why=QUESTIONS["day2-cube"].why
    )
    assert sorted(path.name for path in learner.parent.iterdir()) == [".predictions.json", "day2"], "no part is left"


def test_how_sure_is_chosen_and_may_follow(learner, said):
    line = said(predict, "day2-fan-out", 4, sure=...)
    assert line == sentences(LOCKED, predictions.HOW_SURE, RUN_AGAIN, guess=4)
    assert predictions.load(learner) == ({"day2-fan-out": predictions.Prediction(4.0)}, True)
    assert said(predict, "day2-fan-out", 5, sure="I guess") == sentences(LOCKED, RUN_NEXT, guess="4 (I guess)")
    assert said(predict, "day2-fan-out", 5, sure="I know") == sentences(FIRST_COUNTS, guess="4 (I guess)")


def test_how_sure_is_not_said_after_what_came(learner, said):
    assert said(predict, "day2-fan-out", 4) == sentences(LOCKED, predictions.HOW_SURE, RUN_AGAIN, guess=4)
    assert said(reveal, "day2-fan-out", 4) == sentences(COMPARED, AGREE, WHY, guess=4, came=4, why=ADDS)
    assert said(predict, "day2-fan-out", 4, "I know") == sentences(FIRST_COUNTS, CAME, guess=4, came=4)
    rows = [line.split() for line in predictions.report(learner)[1].splitlines()]
    assert ["not", "said", "-", "1", "of", "1", *"----", "1", "of", "1"] in rows
    assert ["together", "-", "1", "of", "1", *"----", "1", "of", "1"] in rows


def test_the_first_guess_counts(learner, said):
    predict("day2-fan-out", 3, sure="I guess")
    assert said(predict, "day2-fan-out", 4) == sentences(FIRST_COUNTS, guess="3 (I guess)")
    reveal("day2-fan-out", 4)
    assert said(predict, "day2-fan-out", 4) == sentences(FIRST_COUNTS, CAME, guess="3 (I guess)", came=4)
    # The dots are back after `make reset`.
    assert said(predict, "day2-fan-out", ...) == sentences(FIRST_COUNTS, CAME, guess="3 (I guess)", came=4)
    assert predictions.load(learner)[0]["day2-fan-out"].guess == 3


def test_a_guess_after_what_came_does_not_count(learner, said):
    assert said(reveal, "day2-fan-out", 4) == sentences(predictions.UNGUESSED, came=4)
    assert said(predict, "day2-fan-out", 4) == sentences(predictions.TOO_LATE, came=4)
    assert predictions.report(learner)[1] == ""


def test_what_came_last_counts(learner, said):
    """After fixing the engine, a learner runs the cell again."""
    predict("day2-fan-out", 4)
    assert said(reveal, "day2-fan-out", 2).endswith(DIFFER), "no reason for what a fault gives"
    assert said(reveal, "day2-fan-out", 4).endswith(sentences(AGREE, WHY, why=ADDS))
    assert predictions.load(learner)[0]["day2-fan-out"].right is True


def test_buttons_lock_the_guess_and_the_first_click_counts(learner, monkeypatch):
    shown = []
    monkeypatch.setattr(predictions, "can_live", lambda: True)
    monkeypatch.setattr(predictions.Asking, "_ipython_display_", lambda form: shown.append(form))
    predict("day2-tiny-step", ..., sure=...)
    (form,) = shown
    assert form.boards == [{"words": ["yes", "no"], "sure": ["I know", "I think", "I guess"]}]
    assert QUESTIONS["day2-tiny-step"].asked() in form.bundle()["text/plain"]
    assert form.answer({"guess": None, "sure": "I know"})["locked"] is False
    assert form.answer({"guess": "maybe", "sure": "I know"})["sentence"].startswith(predictions.UNREAD_GUESS)
    assert form.answer({"guess": "no", "sure": "I know"}) == {
        "locked": True, "sentence": sentences(LOCKED, RUN_NEXT, guess="no (I know)"),
    }  # fmt: skip
    assert form.answer({"guess": "yes", "sure": "I guess"})["sentence"] == sentences(FIRST_COUNTS, guess="no (I know)")
    predict("day2-tiny-step", ..., sure=...)
    assert len(shown) == 1, "what is locked is said, not asked again"


@pytest.mark.parametrize("empty", [..., None, "", "  "])
def test_a_guess_left_empty_is_reported_and_not_kept(learner, said, empty):
    assert said(predict, "day2-fan-out", empty).startswith(sentences(predictions.NO_GUESS, TAKES_A_NUMBER))
    assert 'takes "yes" or "no"' in said(predict, "day2-tiny-step", empty)
    assert not learner.exists()


def test_words_are_written_and_shown_in_the_readers_language_and_kept_in_english(learner, said, monkeypatch):
    words = {"yes": "sí", "no": "no", "I know": "lo sé", "I think": "creo", "Locked: {guess}.": "Fijado: {guess}."}
    for english, spanish in words.items():
        monkeypatch.setitem(text.translations(), english, spanish)
    assert said(predict, "day2-tiny-step", "Sí", sure="Lo sé").startswith("Fijado: sí (lo sé).")
    kept = json.loads(learner.read_text("utf-8"))["day2-tiny-step"]
    assert (kept["guess"], kept["sure"]) == ("yes", "I know")
    said(reveal, "day2-tiny-step", "no")
    assert [row[0] for row in predictions.scores(learner)[1]] == ["lo sé", "creo", "I guess", "together"]


class Hostile:
    def __float__(self):
        raise RuntimeError("no")

    __str__ = __repr__ = __eq__ = __hash__ = __float__


@pytest.mark.parametrize("guess", [float("nan"), float("inf"), "many", [4], True, 4j, Hostile(), 10**400])
def test_a_guess_that_is_no_number_is_reported_and_not_kept(learner, said, guess):
    assert said(predict, "day2-fan-out", guess).startswith(predictions.UNREAD_GUESS)
    assert not learner.exists()


def test_a_word_is_compared_without_case_and_spaces(learner, said):
    assert said(predict, "day2-tiny-step", "maybe").startswith(predictions.UNREAD_GUESS)
    assert said(predict, "day2-tiny-step", "  NO ").startswith("Locked: no")
    assert "✓ They agree. Why: " in said(reveal, "day2-tiny-step", "no")


@pytest.mark.parametrize(("sure", "kept"), [("i KNOW", "I know"), ("know", "I know"), (" I  guess", "I guess")])
def test_how_sure_is_read_kindly(learner, said, sure, kept):
    assert said(predict, "day2-fan-out", 4, sure) == sentences(LOCKED, RUN_NEXT, guess=f"4 ({kept})")


@pytest.mark.parametrize("sure", ["certain", "", None, 7])
def test_how_sure_is_one_of_three(learner, said, sure):
    assert 'sure="I know", "I think" or "I guess"' in said(predict, "day2-fan-out", 4, sure=sure)
    assert not learner.exists()


@pytest.mark.parametrize("function", [predict, reveal])
def test_a_name_that_nobody_knows_is_reported(learner, said, function):
    assert said(function, "day2-fanout", 4).endswith(sentences(predictions.NEAR, near="day2-fan-out"))
    assert "Take the name" in said(function, "zzz", 4)
    assert "A prediction has a name" in said(function, 7, 4)
    assert not learner.exists()


def test_what_came_and_is_no_number_leaves_the_guess_locked(learner, said):
    predict("day2-fan-out", 4)
    assert said(reveal, "day2-fan-out", None) == predictions.NO_ANSWER
    assert predictions.load(learner)[0]["day2-fan-out"].came is None


UNSURE = '{"day2-cube": {"guess": 4, "sure": "I swear", "came": 1, "right": true}}'


@pytest.mark.parametrize("broken", ["{", "[]", '{"day2-cube": 7}', "\x00", "[" * 100_000, UNSURE])
def test_a_broken_file_is_kept_and_a_new_one_begun(learner, said, broken):
    learner.write_text(broken)
    line = said(predict, "day2-fan-out", 4, "I think")
    assert line.startswith(sentences(LOCKED, RUN_NEXT, guess="4 (I think)"))
    (kept,) = learner.parent.glob(".predictions.kept-*.json")
    assert kept.read_text() == broken
    assert kept.name in line
    assert list(predictions.load(learner)[0]) == ["day2-fan-out"]
    assert predictions.load(learner)[1]


def test_of_a_broken_file_what_can_be_read_goes_on(learner, said):
    predict("day2-cube", 46)
    learner.write_text(json.dumps({**json.loads(learner.read_text()), "day2-tiny-step": "?"}))
    assert sentences(predictions.UNREADABLE, file=predictions.FILE) in predictions.report(learner)[1]
    assert "begun" in said(reveal, "day2-cube", 46)
    assert predictions.load(learner)[0]["day2-cube"].right is True


def test_a_file_that_cannot_be_written_costs_nothing_while_the_notebook_is_open(learner, said, monkeypatch):
    def full(*_arguments, **_named):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("tempfile.mkstemp", full)
        not_written = sentences(predictions.files.NOT_WRITTEN, file=learner, error="No space left on device")
        assert said(predict, "day2-fan-out", 4).endswith(not_written)
        assert said(reveal, "day2-fan-out", 4).endswith(f"{sentences(AGREE, WHY, why=ADDS)} {not_written}")
        assert not learner.exists()
    # There is room again.
    predict("day2-cube", 46)
    assert set(json.loads(learner.read_text())) == {"day2-fan-out", "day2-cube"}


def test_a_folder_in_place_of_the_file_is_reported(learner, said):
    learner.mkdir()
    assert said(predict, "day2-fan-out", 4, "I think").startswith("Locked: 4 (I think).")


@pytest.mark.parametrize("program", ["autograde", "build", "validate"])
def test_a_program_that_runs_the_notebook_gets_a_constant_line(learner, said, monkeypatch, program):
    monkeypatch.setenv(kernel.RUNNING, program)
    assert said(predict, "day2-fan-out", ...) == said(predict, "no such", 4, sure=7) == predictions.QUIET_PREDICT
    assert said(reveal, "day2-fan-out", 4) == said(reveal, Hostile(), Hostile()) == predictions.QUIET_REVEAL
    assert not learner.exists()


def test_the_file_stands_beside_the_days_and_never_in_one(learner, monkeypatch, tmp_path):
    assert predictions.place() == learner
    monkeypatch.chdir(tmp_path)
    assert predictions.place() == tmp_path / ".predictions.json"
    notebook = tmp_path / "class" / "day3" / "day3_topological_sort.ipynb"
    notebook.parent.mkdir(parents=True)
    notebook.write_text("{}")
    monkeypatch.setenv("JPY_SESSION_NAME", str(notebook))
    assert predictions.place() == tmp_path / "class" / ".predictions.json"


@pytest.mark.parametrize(
    ("question", "guess", "came", "right"),
    [
        (Question("", 0.25, within=0.05), 0.3, 0.25, True),
        (Question("", 0.25, within=0.05), 0.301, 0.25, False),
        (Question("", 0, within=1), 7, 6, True),
        (Question("", 0, within=1), 4.9, 6, False),
        (Question("", 0), 0.1 + 0.2, 0.3, True),
        (Question("", 0), 14, 15, False),
        (Question("", 0), 0, 1e-15, True),
        (Question("", "no"), "yes", "no", False),
        # The question had another kind when the guess was locked.
        (Question("", 0), "no", 3.0, False),
    ],
)
def test_how_near_is_right(question, guess, came, right):
    assert question.agree(guess, came) is right


def test_numbers_of_any_kind_are_numbers():
    from fractions import Fraction

    import numpy as np

    for value in (4, 4.0, Fraction(4), np.int64(4), np.float32(4), "4", " 4.0 "):
        assert number(value) == 4.0


def calibrated():
    for name, guess, sure, came in (
        ("day1-brackets", -4, "I know", -4),
        ("day2-fan-out", 4, "I know", 4),
        ("day2-cube", 12, "I know", 46),
        ("day3-loop-calls", 23, "I guess", 23),
    ):
        predict(name, guess, sure)
        reveal(name, came)
    predict("day5-turned", 8)  # Locked, and what came is not seen yet.
    reveal("day4-no-bend", 0.25)  # Seen without a guess.


def test_progress_says_how_often_the_learner_was_right_and_how_sure(learner, monkeypatch, capsys):
    monkeypatch.setattr(standing, "ask", lambda question, progress: {"days": []})
    gradtools.standing()
    assert "predictions" not in capsys.readouterr().out
    calibrated()
    capsys.readouterr()
    gradtools.standing()
    rows = {line.split("  ")[0]: line.split("  ")[1:] for line in capsys.readouterr().out.splitlines()}
    cells = {name: [cell.strip() for cell in row if cell.strip()] for name, row in rows.items()}
    assert cells["How sure"] == ["Day 1", "Day 2", "Day 3", "Day 4", "Day 5", "Day 6", "All days"]
    assert cells["I know"] == ["1 of 1", "1 of 2", "-", "-", "-", "-", "2 of 3"]
    assert cells["I think"] == ["-"] * 7
    assert cells["I guess"] == ["-", "-", "1 of 1", "-", "-", "-", "1 of 1"]
    assert cells["together"] == ["1 of 1", "1 of 2", "1 of 1", "-", "-", "-", "3 of 4"]
    assert "| I know | 1 of 1 | 1 of 2 | - | - | - | - | 2 of 3 |" in predictions.report(learner)[0]


def test_make_progress_shows_the_same_table(learner, monkeypatch, capsys):
    calibrated()
    monkeypatch.setattr(course, "root", lambda: learner.parent.parent)
    monkeypatch.setattr(desk_progress, "table", lambda days, colour: iter(["the days"]))
    monkeypatch.setattr(course, "assignments", lambda *folder: [])
    capsys.readouterr()
    assert main(["progress"]) == 0
    assert capsys.readouterr().out == f"the days\n\n{predictions.report(learner)[1]}\n"


def test_a_file_that_cannot_be_read_never_stops_progress(learner):
    learner.write_text("{")
    unreadable = predictions.UNREADABLE.format(file=predictions.FILE)
    assert predictions.report(learner)[:2] == (unreadable, unreadable)


def test_reset_and_handing_in_leave_the_predictions_where_they_are(copied_course, monkeypatch):
    day = course.assignment(2)
    notebook = day.learner_notebook
    notebook.parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.chdir(notebook.parent)
    predict("day2-fan-out", 4)
    kept = notebook.parent.parent / ".predictions.json"
    before = kept.read_bytes()
    releasing.reset(day)
    assert kept.read_bytes() == before
    data = json.loads(notebook.read_text("utf-8"))
    data["cells"][-1]["source"] = "check('2.1')"
    answer = next(cell for cell in data["cells"] if "NotImplementedError" in "".join(cell["source"]))
    answer["source"] = "answer = 1"
    notebook.write_text(json.dumps(data), "utf-8")
    path, _ = submit.hand_in(day)
    assert sorted(zipfile.ZipFile(path).namelist()) == sorted([notebook.name, submit.RECEIPT])


def test_git_never_sees_predictions_or_what_is_handed_in():
    names = [f"days/.predictions.{end}" for end in ("json", "kept-2026-01-01.json", "jsonab.partial")]
    names += ["exchange", "students.csv", "days/day1/feedback/x"]
    names += [f"{folder}/x" for folder in ("handed-in", "downloads", "submitted")]
    assert ran("git", "check-ignore", *names).stdout.splitlines() == names


def calls(day):
    """Return the calls of predict and reveal of a day's master: the place of the cell, the function, its arguments."""
    found = []
    for place, cell in enumerate(master.read(day.master)):
        if cell.cell_type == "code":
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("predict", "reveal"):
                    found.append((place, node.func.id, [ast.unparse(argument) for argument in node.args]))
    return found


def test_each_question_stands_right_before_its_answer():
    asked = []
    for day in course.assignments():
        cells, found = master.read(day.master), calls(day)
        guesses = {arguments[0]: (place, arguments) for place, name, arguments in found if name == "predict"}
        reveals = {arguments[0]: place for place, name, arguments in found if name == "reveal"}
        assert len(found) == len(guesses) + len(reveals), "a name stands twice"
        assert set(guesses) == set(reveals), day.name
        assert len(guesses) >= 3, day.name
        for name, (place, arguments) in guesses.items():
            assert cells[place].source == f"predict({arguments[0]}, ..., sure=...)".replace("'", '"'), "one line"
            assert reveals[name] == place + 1, name
            assert "**Predict.**" in cells[place - 1].source, name
            assert ast.literal_eval(name).startswith(f"{day.name}-"), name
            asked.append(ast.literal_eval(name))
    assert asked == list(QUESTIONS)


@pytest.mark.parametrize("day", range(1, 7))
@pytest.mark.exhaustive
def test_what_comes_is_what_the_tests_say(learner, monkeypatch, day):
    """Run a day's cells, figures aside, as a learner who has written all answers, with a guess that is right."""
    monkeypatch.setenv("MPLBACKEND", "agg")
    names = {"display": lambda *_shown: None, "__name__": "__main__"}
    here = [name for name in QUESTIONS if name.startswith(f"day{day}-")]
    for name in here:
        predict(name, QUESTIONS[name].comes, sure="I know")
    shown = io.StringIO()
    for cell in master.read(course.assignment(day).master):
        drawn = cell.source.startswith("# Draws") or "nbval-skip" in cell.metadata.get("tags", [])
        if cell.cell_type == "code" and not drawn and not cell.metadata.get("nbgrader", {}).get("grade"):
            with contextlib.redirect_stdout(shown):
                exec(compile(cell.source, "cell", "exec"), names)
        if here[-1] in cell.source and "reveal" in cell.source:
            break
    found = predictions.load(learner)[0]
    for name in here:
        comes = QUESTIONS[name].comes
        assert found[name].came == (comes if isinstance(comes, str) else pytest.approx(comes, abs=1e-6)), name
        assert found[name].right, name
