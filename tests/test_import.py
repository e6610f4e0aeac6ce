# SPDX-License-Identifier: MIT
"""`make import` takes a learner's work from the archive that the course in a browser wrote, and loses nothing."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile

import nbformat
import pytest
from support import ROOT, answers_of, filled
from test_handing_in import put, worked, zipped

from companion import at_the_grader, mornings, predictions
from companion.before_after import sittings
from grading import archive, unpacking
from grading.command_line import main
from judge.notebooks import course, stubs
from judge.verdicts import marking

DAY_1, DAY_2 = "day1/day1_value_class.ipynb", "day2/day2_backward_pass.ipynb"
GUESS = {"guess": 4.0, "sure": "I know", "came": None, "right": None}
KNOWN = {**GUESS, "came": 4.0, "right": True}
OTHER = {"guess": 2.0, "sure": "I guess", "came": 4.0, "right": False}
RECORDS = {
    ".predictions.json": {"day2-fan-out": KNOWN},
    ".mistakes.json": {"counts": {"A product is a sum": 2}, "open": {"day1-value": ["A product is a sum"]}},
    ".recall.json": {"2": [{"name": "a", "seed": 1, "key": "k", "letter": "a", "right": True}] * 3},
    ".before_and_after.json": {"before": sittings.Sitting("A", "a" * sittings.COUNT, True).data()},
}


@pytest.fixture
def days(copied_course):
    """Return the folder of the days in a copy of the course, in which nobody has worked."""
    for one in course.assignments():
        assert stubs.untouched(one.learner_notebook)
    return copied_course / "days"


@pytest.fixture
def arrived(tmp_path):
    """Return a function that writes an archive with some members, and returns its path."""

    def write(members, name="autograd-in-five-days.zip", when=None):
        path = tmp_path / name
        path.write_bytes(zipped(members, time.time() if when is None else when))
        return path

    return write


def records(**changed):
    return {name: json.dumps(changed.get(name.split(".")[1], data)).encode() for name, data in RECORDS.items()}


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def taken(path, capsys, code=0):
    """Run the command, and return the lines that it printed."""
    assert main(["import", "--from", str(path)]) == code
    said = capsys.readouterr()
    return (said.err if code == 2 else said.out).strip().splitlines()


def kept(days, name=DAY_1):
    folder = (days / name).parent
    return sorted(folder.glob("*.kept-*.ipynb"))


def test_what_was_done_in_a_browser_is_here_and_gets_its_points(days, arrived, capsys):
    notebook = nbformat.writes(filled(answers_of(1))).encode()
    said = taken(arrived({DAY_1: notebook, DAY_2: (days / DAY_2).read_bytes(), **records()}), capsys)
    assert (days / DAY_1).read_bytes() == notebook
    assert marking.grade_file(days / DAY_1).points == 20
    assert said[0] == f"day1: days/{DAY_1} is now the archive's."
    assert not any("day2" in line for line in said), "nobody has worked there"
    assert "Is it open in JupyterLab?" in said[-1]
    for name, data in RECORDS.items():
        here = json.loads((days / name).read_text("utf-8"))
        assert data.items() <= here.items(), name
    assert stubs.untouched(days / DAY_2)


def test_a_second_time_changes_nothing(days, arrived, capsys):
    path = arrived({DAY_1: worked(), "day1/copy.ipynb": worked("y = 2"), **records()})
    taken(path, capsys)
    before = everything(days)
    said = taken(path, capsys)
    assert everything(days) == before
    assert len(said) == 3
    assert said[0] == f"day1: days/{DAY_1} holds what the archive has."
    assert said[1] == "What your notebooks keep beside the days is here already."
    (copy,) = kept(days)
    assert copy.read_bytes() == worked("y = 2")


@pytest.mark.parametrize("here", [worked("mine = 1"), b'{"cells": [', b""])
def test_work_that_is_here_stays_and_the_archives_lies_beside_it(days, arrived, capsys, here):
    put(days / DAY_1, here)
    path = arrived({DAY_1: worked("theirs = 1")})
    (line,) = taken(path, capsys)
    assert (days / DAY_1).read_bytes() == here
    (beside,) = kept(days)
    assert beside.read_bytes() == worked("theirs = 1")
    assert beside.name in line
    assert "`make reset DAY=1`, then import it again" in line
    taken(path, capsys)
    assert kept(days) == [beside], "it lies there once"
    # What the sentence says to do.
    assert main(["reset", "1"]) == 0
    capsys.readouterr()
    taken(path, capsys)
    assert (days / DAY_1).read_bytes() == worked("theirs = 1")
    assert here in [one.read_bytes() for one in kept(days)]


def test_outputs_alone_are_no_work(days, arrived, capsys):
    run = nbformat.read(days / DAY_1, as_version=4)
    next(cell for cell in run.cells if cell.cell_type == "code").outputs = [
        nbformat.v4.new_output("stream", text="it ran\n")
    ]
    put(days / DAY_1, nbformat.writes(run).encode())
    taken(arrived({DAY_1: worked()}), capsys)
    assert (days / DAY_1).read_bytes() == worked()
    assert kept(days) == []


def test_of_several_notebooks_of_a_day_the_one_with_most_answers_counts_and_none_is_lost(days, arrived, capsys):
    most = nbformat.writes(filled(answers_of(1))).encode()
    less = nbformat.read(ROOT / "days" / DAY_1, as_version=4)
    less.cells[-1].source += "\n# here"
    answer = next(cell for cell in less.cells if cell.get("id") == "day1-value")
    answer.source = answers_of(1)["day1-value"]
    less = nbformat.writes(less).encode()
    said = taken(arrived({DAY_1: less, "day1/before.ipynb": most}), capsys)
    assert (days / DAY_1).read_bytes() == most
    (beside,) = kept(days)
    assert beside.read_bytes() == less
    assert any(beside.name in line and DAY_1 in line for line in said)


def test_a_notebook_of_another_language_goes_to_its_own_folder(days, arrived, capsys):
    notebook = nbformat.read(days / "es" / DAY_1, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell("x = 1", id="mine"))
    data = nbformat.writes(notebook).encode()
    taken(arrived({f"es/{DAY_1}": data}), capsys)
    assert (days / "es" / DAY_1).read_bytes() == data
    assert stubs.untouched(days / DAY_1)


def test_a_day_that_is_not_here_is_written(days, arrived, capsys):
    shutil.rmtree(days / "day1")
    taken(arrived({DAY_1: worked()}), capsys)
    assert (days / DAY_1).read_bytes() == worked()


def test_an_older_release_is_taken_and_read_as_the_grader_reads_it(days, arrived, capsys):
    notebook = filled(answers_of(1))
    # A day that had other texts, and lacked some cells.
    gone = [cell for cell in notebook.cells if cell.cell_type == "markdown"][5:20]
    notebook.cells = [cell for cell in notebook.cells if cell not in gone]
    notebook.cells[0].source = "# Day 1, as it was last year"
    del notebook.metadata["autograd_in_five_days"]
    taken(arrived({DAY_1: nbformat.writes(notebook).encode()}), capsys)
    assert marking.grade_file(days / DAY_1).points == 20


def test_an_archive_that_a_browser_unpacked_and_a_single_notebook_are_taken_too(days, tmp_path, capsys):
    put(tmp_path / "unpacked" / DAY_1, worked())
    put(tmp_path / "unpacked" / ".predictions.json", records()[".predictions.json"])
    taken(tmp_path / "unpacked", capsys)
    assert (days / DAY_1).read_bytes() == worked()
    assert (days / ".predictions.json").exists()
    put(tmp_path / "my.ipynb", worked("y = 1", 2))
    taken(tmp_path / "my.ipynb", capsys)
    assert (days / DAY_2).read_bytes() == worked("y = 1", 2)


def test_a_path_may_begin_with_a_tilde(days, arrived, capsys, monkeypatch):
    path = arrived({DAY_1: worked()})
    monkeypatch.setenv("HOME", str(path.parent))
    monkeypatch.setenv("USERPROFILE", str(path.parent))
    taken(f"~/{path.name}", capsys)
    assert (days / DAY_1).read_bytes() == worked()


# What it says of what is no archive, or a damaged one: one sentence, and nothing is changed.


def of_no_day():
    return nbformat.writes(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x = 1")])).encode()


def cut(data):
    return data[: len(data) // 2]


def locked(data):
    """Return an archive whose member is locked with a password, as its header says."""
    place = data.index(b"PK\1\2") + 8
    return data[:place] + b"\1" + data[place + 1 :]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: b"", "its end is missing"),
        (lambda: b"no archive", "its end is missing"),
        (lambda: cut(zipped({DAY_1: worked()})), "its end is missing"),
        (lambda: zipped({}), "this .zip is empty"),
        (lambda: zipped({"holiday.jpg": b"sun", "notes.txt": b"x"}), "holds no work of yours on this course"),
        (lambda: zipped({DAY_1: (ROOT / "days" / DAY_1).read_bytes()}), "holds no work of yours on this course"),
        (lambda: zipped({"a.ipynb": of_no_day()}), "holds no work of yours on this course"),
        (lambda: zipped({DAY_1: b'{"cells": ['}), "not valid JSON"),
        (lambda: zipped({DAY_1: b""}), "the file is empty"),
        (lambda: zipped({f"../{DAY_1}": worked()}), "leads out of the .zip"),
        (lambda: zipped({f"/{DAY_1}": worked()}), "leads out of the .zip"),
        (lambda: zipped({"C:\\days\\day1\\a.ipynb": worked()}), "leads out of the .zip"),
        (lambda: zipped({"..\\..\\day1\\a.ipynb": worked()}), "leads out of the .zip"),
        (lambda: zipped({DAY_1: ({"external_attr": 0o120777 << 16, "create_system": 3}, b"/etc/passwd")}), "link"),
        (lambda: locked(zipped({DAY_1: worked()})), "locked with a password"),
    ],
)  # fmt: skip
def test_what_is_no_archive_of_the_course_gets_one_sentence_and_changes_nothing(days, tmp_path, capsys, make, words):
    path = tmp_path / "it.zip"
    path.write_bytes(make())
    before = everything(days)
    (line,) = taken(path, capsys, code=2)
    assert words in line
    assert everything(days) == before


def test_what_is_not_there_and_what_is_not_named_get_one_sentence(days, tmp_path, capsys):
    (line,) = taken(tmp_path / "nowhere.zip", capsys, code=2)
    assert "There is no" in line
    assert "nowhere.zip" in line
    assert main(["import"]) == 2
    assert capsys.readouterr().err.strip() == (
        "grading: Say which archive, as in `make import FROM=autograd-in-five-days.zip`."
    )


def test_more_than_one_learner_packs_is_not_unpacked(days, arrived, capsys, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_OF_A_LEARNER", 1 << 20)
    path = arrived({DAY_1: worked(f"x = {'1' * 700_000!r}"), DAY_2: worked(f"x = {'1' * 700_000!r}", 2)})
    assert path.stat().st_size < 100_000
    before = everything(days)
    (line,) = taken(path, capsys, code=2)
    assert "unpacks to" in line
    assert everything(days) == before


def test_what_can_be_read_of_a_damaged_archive_is_taken_and_the_rest_is_said(days, arrived, capsys):
    path = arrived(
        {
            DAY_1: worked(),
            DAY_2: worked("y = 'a place in the middle of it'", 2),
            "notes.txt": b"mine",
            "scratch.ipynb": of_no_day(),
        }
    )
    with zipfile.ZipFile(path) as whole:
        entry = whole.getinfo(DAY_2)
    data = bytearray(path.read_bytes())
    data[entry.header_offset + 400] ^= 0xFF
    path.write_bytes(data)
    said = taken(path, capsys, code=1)
    assert (days / DAY_1).read_bytes() == worked()
    assert stubs.untouched(days / DAY_2)
    assert any(DAY_2 in line and "can't be read" in line for line in said)
    assert any("Left in the archive" in line and "notes.txt, scratch.ipynb" in line for line in said)


def test_paths_of_windows_are_read_as_folders(days, arrived, capsys):
    taken(arrived({"day1\\day1_value_class.ipynb": worked(), ".predictions.json": b"{}"}), capsys)
    assert (days / DAY_1).read_bytes() == worked()


def test_a_full_disk_is_said_and_what_is_here_stays(days, arrived, capsys, monkeypatch):
    def full(path, data):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(archive, "replace_file", full)
    before = everything(days)
    (line,) = taken(arrived({DAY_1: worked()}), capsys, code=2)
    assert "There is no room left for" in line
    assert everything(days) == before


# What is kept beside the days.

BEFORE, AFTER = 1_600_000_000, 4_000_000_000


def written(days, name, data, when):
    put(days / name, json.dumps(data).encode(), when)


@pytest.mark.parametrize(("when", "stays"), [(BEFORE, OTHER), (AFTER, KNOWN)])
def test_of_two_predictions_the_newer_stays_and_the_other_is_kept(days, arrived, capsys, when, stays):
    here = {"day2-fan-out": OTHER, "day1-grandparent": KNOWN}
    written(days, ".predictions.json", here, 1_700_000_000)
    taken(
        arrived({".predictions.json": json.dumps({"day2-fan-out": KNOWN, "day3-a": GUESS}).encode()}, when=when), capsys
    )
    now, complete = predictions.load(days / ".predictions.json")
    assert complete
    assert vars(now["day2-fan-out"]) == stays
    assert set(now) == {"day2-fan-out", "day1-grandparent", "day3-a"}
    set_aside = sorted(days.glob(".predictions.kept-*"))
    assert [json.loads(path.read_text("utf-8")) for path in set_aside] == ([here] if when == AFTER else [])


def test_an_answer_that_came_goes_before_a_newer_guess(days, arrived, capsys):
    written(days, ".predictions.json", {"day2-fan-out": KNOWN}, BEFORE)
    taken(arrived({".predictions.json": json.dumps({"day2-fan-out": GUESS}).encode()}), capsys)
    assert vars(predictions.load(days / ".predictions.json")[0]["day2-fan-out"]) == KNOWN


def test_met_mistakes_are_together_and_never_counted_twice(days, arrived, capsys):
    here = {"counts": {"one": 3, "both": 1}, "open": {"day1-a": ["one"]}, "tries": {"c": ["x"]}, "again": {},
            "outcomes": {"day1-a": "correct", "day1-c": "not yet"}}  # fmt: skip
    there = {"counts": {"both": 2, "other": 1}, "open": {"day1-b": []}, "tries": {"c": ["y"]},
             "again": {"2.4": ["7", "key", "open"]},
             "outcomes": {"day1-b": "not yet", "day1-c": "correct"}}  # fmt: skip
    written(days, ".mistakes.json", here, BEFORE)
    path = arrived({".mistakes.json": json.dumps(there).encode()})
    for _ in range(2):
        taken(path, capsys)
        kept = json.loads((days / ".mistakes.json").read_text("utf-8"))
        assert kept == {
            "counts": {"one": 3, "both": 2, "other": 1},
            "open": {"day1-a": ["one"], "day1-b": []},
            "tries": {"c": ["x", "y"]},
            "again": {"2.4": ["7", "key", "open"]},
            "outcomes": {"day1-a": "correct", "day1-b": "not yet", "day1-c": "correct"},
        }


def test_answers_that_are_locked_here_stay(days, arrived, capsys):
    mine = sittings.Sitting("B", "b" * sittings.COUNT, True)
    written(days, ".before_and_after.json", {"before": mine.data()}, BEFORE)
    opened = sittings.Sitting("A", "a" * sittings.COUNT).data()
    taken(arrived({".before_and_after.json": json.dumps({"before": opened, "after": opened}).encode()}), capsys)
    now, _ = sittings.load(days / ".before_and_after.json")
    assert now["before"] == mine
    assert now["after"].form == "A"


def test_a_morning_with_more_answers_stays(days, arrived, capsys):
    begun = [{"name": "b", "seed": 2, "key": "k", "letter": "-", "right": None}] * 3
    written(days, ".recall.json", {"2": begun, "3": begun}, 1_700_000_000)
    taken(arrived({".recall.json": records()[".recall.json"]}, when=BEFORE), capsys)
    now, _ = mornings.load(days / ".recall.json")
    assert [one.name for one in now[2]] == ["a"] * 3
    assert 3 in now


@pytest.mark.parametrize("name", list(RECORDS))
@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe\x00", b'{"a": 1e999, "counts": {"x": -1}}', b"[" * 3000])
def test_damaged_records_are_said_on_either_side_and_nothing_is_lost(days, arrived, capsys, name, damage):
    good = json.dumps(RECORDS[name]).encode()
    put(days / name, good)
    said = taken(arrived({DAY_1: worked(), name: damage}), capsys)
    assert (days / name).read_bytes() == good
    assert any(f"What can't be read of the archive's {name} stays" in line for line in said)
    put(days / name, damage)
    taken(arrived({name: good}), capsys)
    assert RECORDS[name].items() <= json.loads((days / name).read_text("utf-8")).items()
    assert damage in [path.read_bytes() for path in days.glob(f"{name.removesuffix('.json')}.kept-*")]


def test_all_that_the_notebooks_keep_beside_the_days_is_taken():
    modules = [path.read_text("utf-8") for path in (ROOT / "companion").rglob("*.py")]
    files = {name for text in modules for name in re.findall(r'^FILE = "(\..+)"$', text, re.MULTILINE)}
    assert set(at_the_grader.records()) == files == set(RECORDS)


# Dropped into days/, it is taken when the lab opens.


def opens_lab(monkeypatch):
    opened = []
    monkeypatch.setattr("grading.lab.open_lab", lambda *given: opened.append(given) or 0)
    return opened


def test_an_archive_in_days_is_taken_once_when_the_lab_opens(days, capsys, monkeypatch):
    put(days / "autograd-in-five-days (1).zip", data := zipped({DAY_1: worked(), **records()}))
    opened = opens_lab(monkeypatch)
    assert main(["lab", "--no-browser"]) == 0
    assert (days / DAY_1).read_bytes() == worked()
    (aside,) = days.glob("*.zip")
    assert ".kept-" in aside.name
    assert aside.read_bytes() == data
    assert aside.name in capsys.readouterr().out
    put(days / DAY_1, worked("later = 2"))
    assert main(["lab", "--no-browser"]) == 0
    assert (days / DAY_1).read_bytes() == worked("later = 2")
    assert kept(days) == []
    assert capsys.readouterr().out == ""
    assert len(opened) == 2


def test_a_foreign_archive_in_days_stays_and_the_lab_opens(days, capsys, monkeypatch):
    put(days / "holiday.zip", b"no archive")
    opened = opens_lab(monkeypatch)
    assert main(["lab", "--no-browser"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("days/holiday.zip")
    assert (days / "holiday.zip").read_bytes() == b"no archive"
    assert opened


def test_make_names_the_file(days, arrived):
    path = arrived({DAY_1: worked()}, "it is (1) mine.zip")
    make = shutil.which("make")
    if make is None:
        pytest.skip("GNU make is not here")
    shown = subprocess.run(
        [make, "-n", "import", f"FROM={path}"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert f"-m grading import --from '{path}'" in shown
    done = subprocess.run(
        [sys.executable, "-m", "grading", "import", "--from", str(path)],
        cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "is now the archive's" in done.stdout
