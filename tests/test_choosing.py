# SPDX-License-Identifier: MIT
"""Which of several notebooks of a day counts, by each way in, and what a learner and an instructor are told."""

import io
import os
import shutil
import sys
import zipfile
from datetime import datetime, timezone

import nbformat
import pytest
from nbgrader.converters import base
from support import ROOT, answers_of, filled

from grading import collecting, exchange, progress, submit
from grading.by_nbgrader import autograding, calling
from grading.command_line import main
from judge.notebooks import choosing, course, stubs
from judge.notebooks.patterns import take_as_name

STEM = "day1_value_class"
COPIES = [
    *(f"{STEM}-Copy1.ipynb", f"{STEM} (1).ipynb", f"{STEM} - Copy.ipynb", f"{STEM}_1.ipynb"),
    *(f"Kopie von {STEM}.ipynb", f"Copy of {STEM}.ipynb", "Untitled.ipynb"),
]
KEPT = f"{STEM}.kept-2026-01-31-120000.ipynb"
MONDAY, TUESDAY = 1_790_000_000, 1_790_086_400


def written(*exercises):
    """Return the bytes of Day 1's notebook in which these exercises are answered."""
    answers = {name: text for name, text in answers_of(1).items() if name in exercises}
    return nbformat.writes(filled(answers)).encode()


@pytest.fixture
def day(copied_course):
    return course.assignment(1)


@pytest.fixture
def released(day):
    return day.learner_notebook.read_bytes()


def put(folder, files, when=MONDAY):
    """Write files into a folder; each is bytes, or a pair of bytes and the time at which it was saved."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        data, saved = data if isinstance(data, tuple) else (data, when)
        (folder / name).write_bytes(data)
        os.utime(folder / name, (saved, saved))


def by_folder(day, files):
    put(day.root / "downloads" / "ada", files)
    return collecting.collect(day, day.root / "downloads").notes


def by_zip(day, files):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, data in files.items():
            data, saved = data if isinstance(data, tuple) else (data, MONDAY)
            archive.writestr(zipfile.ZipInfo(name, datetime.fromtimestamp(saved).timetuple()[:6]), data)
    put(day.root / "downloads", {"ada.zip": whole.getvalue()})
    return collecting.collect(day, day.root / "downloads").notes


def by_exchange(day, files):
    inbound = exchange.join(day.root) / calling.course_id(day) / "inbound"
    put(inbound / f"ada+day1+{datetime.now(timezone.utc).strftime(exchange.TIMES)}+R4nd0m", files)
    return collecting.collect(day).notes


def by_hand(day, files):
    put(day.folder_of("submitted", "ada"), files)
    return [sentence for one in choosing.submitted(day, "ada")[1] for sentence in one.sentences(day)]


WAYS = [by_folder, by_zip, by_hand] + [by_exchange] * (sys.platform != "win32")


def graded(day):
    return choosing.submitted(day, "ada")[0].read_bytes()


# Names of all kinds lie in a folder; by each other way come one that begins as the original does, and two that do not.
@pytest.mark.parametrize(
    ("name", "way"),
    [(name, way) for way in WAYS for name in (COPIES if way is by_hand else (COPIES[0], COPIES[4], COPIES[-1]))],
)
def test_answers_in_a_copy_count_and_that_is_said(day, released, way, name):
    answered = written("day1-trace")
    # The original was saved later: its cells were run.
    files = {name: answered, f"{STEM}.ipynb": (released, TUESDAY), KEPT: written("day1-value", "day1-trace")}
    *_, note = way(day, files)
    assert graded(day) == answered
    assert f"{name} counts: it has answers. Without answers, and not counted: {STEM}.ipynb." in note
    # It is said in the feedback, too.
    (_, beside) = choosing.submitted(day, "ada")
    assert any(note.endswith(sentence) for one in beside for sentence in one.sentences(day))


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_that_reset_kept_never_counts(day, released, way):
    way(day, {f"{STEM}.ipynb": released, KEPT: written("day1-trace")})
    assert graded(day) == released


BOTH = {
    "the one with most answers": ((("day1-trace",), TUESDAY), (("day1-trace", "day1-value"), MONDAY), 1),
    "of as many the one that was saved last": ((("day1-value",), MONDAY), (("day1-trace",), TUESDAY), 1),
    "of one time that of the day's name": ((("day1-value",), MONDAY), (("day1-trace",), MONDAY), 0),
}


# Files of a folder may be of several days: of those the newest counts.
CASES = [(way, case) for way in WAYS for case in BOTH if way is not by_folder or case != "the one with most answers"]


@pytest.mark.parametrize(("way", "case"), CASES)
def test_two_that_have_answers_are_said_with_the_one_that_counts(day, way, case):
    *both, place = BOTH[case]
    names = [f"{STEM}.ipynb", f"{STEM}-Copy1.ipynb"]
    files = {name: (written(*answered), saved) for name, (answered, saved) in zip(names, both, strict=True)}
    (note,) = way(day, files)
    assert graded(day) == files[names[place]][0]
    assert f"{names[place]} counts; not counted: {names[1 - place]}." in note


def test_in_a_folder_of_files_the_newest_with_answers_counts(day, released):
    files = {"a.ipynb": (written("day1-trace"), MONDAY), f"{STEM}.ipynb": (written("day1-value"), TUESDAY)}
    note, empty = by_folder(day, {**files, "z.ipynb": (released, TUESDAY + 60)})
    assert graded(day) == files[f"{STEM}.ipynb"][0]
    assert f"{STEM}.ipynb counts; not counted: a.ipynb." in note
    assert empty.endswith("Without answers, and not counted: z.ipynb.")


@pytest.mark.parametrize("way", [by_folder, by_zip])
def test_what_was_collected_before_stays_unless_it_has_no_answers(day, released, way):
    way(day, {f"{STEM}.ipynb": (released, TUESDAY)})
    way(day, {f"{STEM}.ipynb": (first := written("day1-trace"), MONDAY)})
    assert graded(day) == first
    (note,) = way(day, {f"{STEM}.ipynb": (released, TUESDAY)}) if way is by_folder else [""]
    assert graded(day) == first
    assert "has no answers, so what was collected before counts." in note or way is by_zip


def test_the_zip_of_a_class_is_still_asked_about(day):
    put(day.root / "downloads", {})
    assert by_zip(day, {"ada.ipynb": written("day1-trace"), "bob.ipynb": written("day1-value")}) == []
    assert not (day.root / "submitted").exists()


def test_nbgraders_own_commands_take_the_copy(day, released):
    by_hand(day, {COPIES[0]: written("day1-trace"), f"{STEM}.ipynb": released})
    notebook = nbformat.read(day.folder_of("submitted", "ada") / f"{STEM}.ipynb", as_version=4)
    resources = {"nbgrader": {"assignment": "day1", "student": "ada"}}
    rebuilt, _ = autograding.RebuildFromSource().preprocess(notebook, resources)
    assert any(cell.source == answers_of(1)["day1-trace"] for cell in rebuilt.cells)
    assert f"{COPIES[0]} counts" in rebuilt.metadata[stubs.STAMP][autograding.NOTES][0]
    # nbgrader grades no other name: it is given.
    (day.folder_of("submitted", "ada") / f"{STEM}.ipynb").unlink()
    found = [str(day.folder_of("submitted", "ada") / COPIES[0])]
    autograding.give_its_name("day1", "*", found)
    assert found[1:] == [str(day.folder_of("submitted", "ada") / f"{STEM}.ipynb")]
    assert graded(day) == written("day1-trace")
    assert choosing.submitted(day, "ada")[1] == [], "the same twice is no second notebook"


def test_a_learner_checks_and_hands_in_the_copy(day, capsys):
    put(day.learner_notebook.parent, {COPIES[0]: written("day1-trace")})
    assert main(["submit", "1"]) == 0
    out = capsys.readouterr().out
    assert f"It holds {COPIES[0]} as you saved it" in out
    assert f"{COPIES[0]} counts: it has answers. Without answers, and not counted: {STEM}.ipynb." in out
    (file,) = (day.root / submit.FOLDER).iterdir()
    with zipfile.ZipFile(file) as archive:
        assert archive.read(f"{STEM}.ipynb") == written("day1-trace")
    assert main(["check", "day1"]) == 0
    out = capsys.readouterr().out
    assert "`trace` finds every node once." in out
    assert f"Note: {COPIES[0]} counts" in out
    assert progress.standing(day).state == progress.UNDER_WAY


def with_files_of_ones_own():
    """Return a notebook that needs a file of its learner's, and all that lies in its folder."""
    notebook = filled({"day1-trace": f"import helper\n{answers_of(1)['day1-trace']}"})
    return notebook, {f"{STEM}.ipynb": nbformat.writes(notebook).encode(), "helper.py": b"x = 1", "diary.txt": b"x"}


def test_files_of_ones_own_are_not_handed_in_and_that_is_said(day, capsys):
    put(day.learner_notebook.parent, with_files_of_ones_own()[1])
    assert main(["submit", "1"]) == 0
    assert "without the files beside it: diary.txt, helper.py. Put what" in capsys.readouterr().out
    assert main(["check", "day1"]) == 0
    assert "without the files beside it: helper.py. Put what" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("way", WAYS)
def test_files_of_ones_own_are_known_by_each_way_in(day, way):
    notebook, files = with_files_of_ones_own()
    way(day, files)
    (beside,) = choosing.submitted(day, "ada")[1]
    assert beside.for_notebook(notebook).files == ("helper.py",)


@pytest.mark.parametrize("text", ["{", "[]", '{"counts": 1}', "null", "\udcff", '{"counts": "a\\u001b[2J", "x": 0}'])
def test_a_note_that_a_stranger_wrote_does_no_harm(day, text):
    put(day.folder_of("submitted", "ada"), {choosing.FILE: text.encode("utf-8", "surrogateescape")})
    assert choosing.written(day.folder_of("submitted", "ada")) is None


def test_many_folders_of_one_student_are_one_line(day, capsys):
    for number in range(40):
        put(day.root / "downloads" / "ada" / str(number), {"x.ipynb": b"{"})
    (line,) = collecting.collect(day, day.root / "downloads").left_out
    assert line.endswith("And 39 more of ada for the same reason.")


def test_a_notebook_without_ids_is_told_what_to_do(day, capsys):
    notebook = filled(answers_of(1))
    for number, cell in enumerate(notebook.cells):
        cell.metadata, cell["id"] = nbformat.from_dict({}), f"a{number}"
    put(day.learner_notebook.parent, {f"{STEM}.ipynb": nbformat.writes(notebook).encode()})
    for command in (["submit", "1"], ["check", "day1"]):
        assert main(command) == 2
        assert "writes a fresh notebook and keeps yours; copy your answers into it." in capsys.readouterr().err


def test_a_folder_of_any_name_begins_a_pattern(tmp_path):
    place = tmp_path / "a [b] *"
    put(place / "submitted" / "ada", {"x.ipynb": b""})
    shutil.copytree(place, tmp_path / "a b x")
    module = type(base)("module")
    module.glob, module.iglob = base.glob, exchange.os
    take_as_name(place, module)
    assert module.glob.glob(f"{place}/submitted/*/*.ipynb") == [f"{place}/submitted/ada/x.ipynb"]
    assert list(module.glob.iglob(f"{place}/s*")) == [f"{place}/submitted"]
    assert module.glob.glob(f"{ROOT}/days/day1/*") != []
