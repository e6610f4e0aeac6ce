# SPDX-License-Identifier: MIT
"""Files, lines and answers that are damaged, huge or odd are one sentence, and the program goes on."""

import io
import json
import os

import pytest
from support import answers_of, hand_in, served

import gradtools
import reading
from companion import kernel, mistakes, predictions
from grading import command_line, roster, serve
from judge.notebooks import course

GUESS = {"guess": 4.0, "sure": "I know", "came": 4.0, "right": True}
DAMAGED = {
    "cut off": b'{"counts": {"a": 1',
    "empty": b"",
    "not UTF-8": b'{"a": "\xff\xfe"}',
    "null characters": b'{"a": 1}\0\0\0',
    "deep": b"[" * 200_000,
    "deep and closed": b"[" * 300 + b"]" * 300,
    "huge": b" " * (reading.MOST_BYTES + 1),
    "another type": b"[1, 2]",
    "a number": b"7",
    "infinite": b'{"counts": {"a": Infinity, "b": 1e999, "c": NaN}, "open": {"day1-value": 3}, "day2-cube": 1e999}',
    "longer than a number may be": b'{"counts": {"a": ' + b"9" * 10_000 + b"}}",
    "a folder": None,
    "a pipe": None,
}


def put(path, kind):
    """Put what is damaged at a path; return what is kept of it under another name."""
    if kind == "a folder":
        path.mkdir()
        (path / "own").write_text("mine")
    elif kind == "a pipe":
        if not hasattr(os, "mkfifo"):
            pytest.skip("this system has no pipes with a name")
        os.mkfifo(path)
    else:
        path.write_bytes(DAMAGED[kind])


def kept(path, kind):
    """Return whether what was damaged is there under a dated name, whole."""
    (found,) = path.parent.glob(f"{path.stem}.kept-*")
    if kind == "a folder":
        return (found / "own").read_text() == "mine"
    return kind == "a pipe" or found.read_bytes() == DAMAGED[kind]


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_of_the_learners_is_kept_and_said_and_a_new_one_begun(tmp_path, monkeypatch, kind):
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / predictions.FILE
    put(path, kind)
    said = " ".join(predictions._locked("day2-cube", 46, "I know"))
    assert (
        "The file of your predictions, .predictions.json, could not be read whole. It is kept as .predictions" in said
    )
    assert kept(path, kind)
    assert list(json.loads(path.read_text("utf-8"))) == ["day2-cube"]
    path = tmp_path / mistakes.FILE
    put(path, kind)
    names = [{"title": "one", "exercise": "day1-value", "symptom": ""}]
    result = {
        "exercises": [{"id": "day1-value", "outcome": "not yet", "checks": [{"verdict": {"names": names}}]}],
        "only": "1.1",
    }
    (first, second) = mistakes.note(result, path)
    assert first == "The file of the mistakes that you met, .mistakes.json, could not be read whole."
    assert second.startswith("It is kept as .mistakes.kept-")
    assert kept(path, kind)
    assert mistakes.most(path) == ([("one", 1)], "")


def test_what_is_set_aside_twice_in_a_second_is_kept_twice(tmp_path):
    path = tmp_path / predictions.FILE
    for text in ("first", "second"):
        path.write_text(text)
        reading.set_aside(path)
    assert sorted(one.read_text() for one in tmp_path.iterdir()) == ["first", "second"]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a mark of its order"])
def test_words_of_ones_own_are_no_templates(tmp_path, mark):
    path = tmp_path / predictions.FILE
    entry = {**GUESS, "guess": "{nobody}", "came": "{0.__class__}"}
    path.write_bytes(mark + json.dumps({"day1-brackets": entry}).encode())
    found, complete = predictions.load(path)
    assert complete
    assert str(found["day1-brackets"]) == "{nobody} (I know)"


@pytest.mark.parametrize("kind", ["not UTF-8", "null characters", "huge", "a folder", "a pipe"])
def test_a_damaged_choice_of_language_is_kept_and_said_once(copied_course, capsys, monkeypatch, kind):
    monkeypatch.delenv("AUTOGRAD_LANGUAGE", raising=False)
    path = course.root() / command_line.CHOICE
    put(path, kind)
    assert command_line.main(["fill", "1"]) == 0
    line = capsys.readouterr().err.strip()
    first, _, second = line.partition(" So this is in English. ")
    assert first.startswith("days/.language can't be read: ")
    assert second.startswith("It is kept as .language.kept-")
    assert kept(path, kind)
    assert command_line.main(["fill", "1"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"ada,Ada\xff", "it is not UTF-8 text"),
        (b"ada,Ada\0", "null characters"),
        (b"x" * (reading.MOST_BYTES + 1), "more than 2,000,000 bytes"),
    ],
    ids=["not UTF-8", "null characters", "huge"],
)
def test_a_damaged_roster_is_one_sentence_and_stays_where_it_is(tmp_path, data, why):
    path = tmp_path / roster.FILE
    path.write_bytes(data)
    with pytest.raises(course.CourseError, match=rf"students\.csv can't be read: .*{why}.*Save it as a CSV"):
        roster.Roster.of(tmp_path)
    assert path.read_bytes() == data
    path.unlink()
    path.mkdir()
    with pytest.raises(course.CourseError, match=r"it is a folder|Permission denied"):
        roster.Roster.of(tmp_path)


def test_a_roster_may_be_marked_as_utf_16_and_have_long_cells(tmp_path):
    (tmp_path / roster.FILE).write_bytes(f"id,name\nada,{'A' * 200_000}\n".encode("utf-16"))
    assert roster.Roster.of(tmp_path).ids == ["ada"]


NO_QUESTIONS = [
    "{", "[]", "7", "null", "{}", '{"notebook": 7}', '{"notebook": "a\\u0000b"}', '{"prepare": ["x"]}', "\x00",
    '{"days": {}}', '{"notebook": "x", "exercise": 1.5}', '{"digits": 4, "cells": [3], "seconds": 1.0}', "[" * 100_000,
    '{"digits": 4}', '{"else": 1}',
]  # fmt: skip


def test_lines_that_are_no_question_are_refused_and_the_next_one_is_answered(tmp_path):
    lines = [*NO_QUESTIONS, b"\xff\xfe", json.dumps({"notebook": str(tmp_path / "none.ipynb")})]
    *refused, last = served(lines)
    assert len(refused) == len(NO_QUESTIONS) + 1
    assert {answer["refused"] for answer in refused} == {serve.NO_QUESTION}
    assert "there is no such file" in last["refused"]


@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a": [', "]}")])
def test_data_are_as_deep_as_somebody_may_need_and_no_deeper(opens, closes):
    """Who walks through them calls itself at each level."""
    assert reading.data_of(opens * 10 + closes * 10)
    with pytest.raises(reading.Unread, match="nested too deep"):
        reading.data_of(opens * 300 + closes * 300)


def test_a_line_without_end_fills_no_memory(monkeypatch):
    monkeypatch.setattr(serve, "LONGEST", 10)
    file = io.BytesIO(b"a" * 95 + b"\nshort\nlast")
    assert list(serve.lines_of(file)) == [b"a" * 11, b"short\n", b"last"]


ANSWERS = {
    "no JSON": "{",
    "a list": "[]",
    "numbers as text": '{"said": "0123456789", "steps": 3}',
    "too few": '{"said": [1], "steps": 3}',
    "no digits": '{"said": [10, 11, 12, 13, 14, 15, 16, 17, 18, true], "steps": 3}',
    "true in place of 1": '{"said": [0, true, 2, 3, 4, 5, 6, 7, 8, 9], "steps": 3}',
    "infinite": '{"said": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "steps": 1e999}',
    "huge": '{"said": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "steps": ' + "9" * 4000 + "}",
    "templates": '{"stub": ["{x}"], "error": {"{": 1}}',
    "too long": '{"said": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], "steps": 3, "more": "' + "a" * reading.MOST_BYTES + '"}',
}


@pytest.mark.parametrize("text", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_of_the_ten_digits_that_is_none_is_a_sentence(text):
    module = __import__("companion.so_far", fromlist=["_read"])
    with pytest.raises(module._Failed, match=r"^Yours ended without an answer\.$"):
        module._read(5, text)
    with pytest.raises(module._Failed, match=r"^Yours stopped with \{0\.x\} \{\}\.$"):
        module._read(5, '{"error": "{0.x} {}"}')


def test_the_files_of_the_days_are_those_of_the_course():
    from companion.files import NOTEBOOKS

    assert {day.number: day.learner_notebook.name for day in course.assignments()} == NOTEBOOKS


@pytest.mark.parametrize("name", ["day1_value_class (1).ipynb", "day1_a.ipynb", "day1_value_class-Copy1.ipynb"])
def test_another_notebook_beside_the_days_own_is_neither_run_nor_read(tmp_path, monkeypatch, name):
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    own = hand_in(tmp_path, "days", answers_of(1)).rename(tmp_path / "own.ipynb")
    folder = tmp_path / "days" / "day1"
    folder.mkdir(parents=True)
    (tmp_path / "days" / "day2").mkdir()
    monkeypatch.chdir(tmp_path / "days" / "day2")
    hostile = {**answers_of(1), "day1-value": f"open({str(tmp_path / 'ran')!r}, 'w').close()"}
    hand_in(tmp_path, "eve", hostile).rename(folder / name)
    caption = gradtools.so_far(2).caption
    assert "The notebook of Day 1 is not here." in caption
    own.rename(folder / course.assignment(1).learner_notebook.name)
    assert "Your engine of Day 1 ran." in gradtools.so_far(2).caption
    assert not (tmp_path / "ran").exists()
