# SPDX-License-Identifier: MIT
"""Handing in and collecting: from platforms, from folders, and from the exchange."""

import contextlib
import csv
import functools
import hashlib
import io
import json
import os
import random
import struct
import sys
import tempfile
import time
import zipfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

import nbformat
import pytest
from support import ROOT, sentences

from grading import arrivals, collecting, exchange, from_downloads, from_exchange, lab, roster, submit, unpacking
from grading.by_nbgrader import calling, exchanging
from grading.by_nbgrader.calling import api_of
from grading.command_line import main
from judge.notebooks import course, stubs, writing

MONDAY, TUESDAY = 1_790_000_000, 1_790_086_400
needs_exchange = pytest.mark.skipif(sys.platform == "win32", reason="nbgrader's exchange is not there on Windows")


@pytest.fixture
def day(copied_course):
    return course.assignment(1)


@pytest.fixture
def downloads(copied_course):
    folder = copied_course / "downloads"
    folder.mkdir()
    return folder


@functools.cache
def worked(text="x = 1", number=1):
    """Return the bytes of a day's notebook in which somebody wrote something."""
    notebook = nbformat.read(ROOT / course.assignment(number).learner_notebook.relative_to(course.root()), as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(text, id="my-own"))
    return nbformat.writes(notebook).encode()


def put(path, data, when=MONDAY):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (when, when))
    return path


def zipped(members, when=MONDAY):
    """Return the bytes of a .zip; a member is bytes, or a pair of an entry's changes and bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name, time.localtime(when)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            if isinstance(data, tuple):
                changes, data = data
                for key, value in changes.items():
                    setattr(entry, key, value)
            archive.writestr(entry, data)
    return whole.getvalue()


def graded(day, student):
    return (day.root / "submitted" / student / day.name / f"{day.stem}.ipynb").read_bytes()


def kept(day, student):
    return sorted(path.read_bytes() for path in (day.root / "submitted" / student / day.name / "earlier").glob("*"))


def everything(day):
    files = (path for path in (day.root / "submitted").rglob("*") if path.is_file())
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def students(day):
    return sorted(path.name for path in (day.root / "submitted").glob("*"))


def stamp(day, student):
    return (day.root / "submitted" / student / "day1" / "timestamp.txt").read_text()


# A learner hands in.


def test_one_file_is_written_with_the_notebook_as_saved_and_a_receipt(day, capsys):
    data = put(day.learner_notebook, worked()).read_bytes()
    before = {path: path.stat().st_mtime_ns for path in day.learner_notebook.parent.iterdir()}
    assert main(["submit", "1"]) == 0
    out = capsys.readouterr().out
    (file,) = (day.root / "handed-in").iterdir()
    assert f"handed-in/{file.name}" in out
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        assert archive.read(f"{day.stem}.ipynb") == data
        receipt = submit.Receipt.read(archive.read("receipt.txt").decode())
    assert receipt.day == "day1"
    assert receipt.sha256 == hashlib.sha256(data).hexdigest()
    assert receipt.sha256 in out
    assert receipt.saved == time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(MONDAY))
    assert {path: path.stat().st_mtime_ns for path in day.learner_notebook.parent.iterdir()} == before
    (first, _), (second, _) = submit.hand_in(day, MONDAY), submit.hand_in(day, MONDAY)
    assert first != second, "an earlier file is never overwritten"


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"", "empty"), (b'{"cells": [', "not valid JSON"), (None, "as released"), (2, "is a notebook of day2")],
)
def test_a_refused_submission_gets_one_sentence(day, capsys, data, message):
    if data is not None:
        put(day.learner_notebook, worked(number=data) if isinstance(data, int) else data)
    assert main(["submit", "1"]) == 2
    error = capsys.readouterr().err.strip()
    assert message in error
    assert len(error.splitlines()) == 1
    assert not (day.root / "handed-in").exists()


def test_a_full_disk_leaves_no_half_file(day, monkeypatch):
    put(day.learner_notebook, worked())

    opened = tempfile.NamedTemporaryFile

    def full(data):
        raise OSError(28, "No space left on device")

    def on_a_full_disk(**options):
        file = opened(**options)
        file.write = full
        return file

    monkeypatch.setattr(writing.tempfile, "NamedTemporaryFile", on_a_full_disk)
    with pytest.raises(course.CourseError, match="No space left on device"):
        submit.hand_in(day, MONDAY)
    assert list((day.root / "handed-in").iterdir()) == []


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_takes_a_free_name_and_has_its_time_from_the_start(tmp_path, monkeypatch, links):
    def refused(*_):
        raise PermissionError(1, "no hard links here")

    if not links:
        monkeypatch.setattr(os, "link", refused)
    paths = [writing.add_file(tmp_path, "a.ipynb", text, MONDAY) for text in (b"one", b"two", b"three")]
    assert [path.name for path in paths] == ["a.ipynb", "a-1.ipynb", "a-2.ipynb"]
    assert [path.read_bytes() for path in paths] == [b"one", b"two", b"three"]
    # A kill after a file has taken its place finds it with its time, by which collecting knows which is newer.
    replace = os.replace
    times = []
    monkeypatch.setattr(os, "replace", lambda one, other: (times.append(os.stat(one).st_mtime), replace(one, other)))
    writing.replace_file(tmp_path / "a.ipynb", b"four", TUESDAY)
    assert times == [TUESDAY]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-1.ipynb", "a-2.ipynb", "a.ipynb"]


def test_what_is_handed_in_is_what_is_collected(day, downloads):
    data = put(day.learner_notebook, worked()).read_bytes()
    file, _ = submit.hand_in(day, MONDAY)
    put(downloads / "Ada Lovelace_12345_assignsubmission_file_" / file.name, file.read_bytes())
    result = collecting.collect(day, downloads)
    assert (result.left_out, result.notes) == ([], [])
    assert f"sha256 {hashlib.sha256(data).hexdigest()[:12]}" in result.done["Ada Lovelace"]
    assert graded(day, "Ada Lovelace") == data


# Whose it is.

LAYOUTS = {
    "Moodle's folders": ("Ada Lovelace", {"Ada Lovelace_12_assignsubmission_file_/anything.ipynb": worked()}),
    "Moodle's flat names": ("Ada Lovelace", {"Ada Lovelace_12_assignsubmission_file_my day.ipynb": worked()}),
    "Moodle's .zip": ("王小明", {"C-1.zip": zipped({"王小明_9_assignsubmission_file_/x.ipynb": worked()})}),
    "Canvas": ("lovelaceada", {"lovelaceada_12_345_day1_value_class.ipynb": worked()}),
    "Canvas, late": ("lovelaceada", {"lovelaceada_LATE_12_345_day1_value_class-1.ipynb": worked()}),
    "Canvas's .zip": ("lovelaceada", {"submissions.zip": zipped({"lovelaceada_12_345_x.ipynb": worked()})}),
    "a folder and the day's": ("ada", {"ada/day1/x.ipynb": worked()}),
    "a folder": ("ada", {"ada/x.ipynb": worked()}),
    "the day's folder first": ("ada", {"day1/ada/x.ipynb": worked()}),
    "a file": ("O'Brien", {"O'Brien.ipynb": worked()}),
    "a .zip": ("ada", {"ada.zip": zipped({"autograd/days/day1/x.ipynb": worked()})}),
    "a .zip in a folder": ("ada", {"ada/day1-2026.zip": zipped({"day1_value_class.ipynb": worked()})}),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_platforms_and_folders_give_is_taken(day, downloads, layout):
    student, files = LAYOUTS[layout]
    for name, data in files.items():
        put(downloads / name, data)
    result = collecting.collect(day, downloads)
    assert result.left_out == []
    assert students(day) == [student]
    assert graded(day, student) == worked()
    assert stamp(day, student) == datetime.fromtimestamp(MONDAY, timezone.utc).strftime(exchange.TIMES)
    assert ("late" in result.done[student]) == (layout == "Canvas, late")
    before = everything(day)
    assert collecting.collect(day, downloads).done == {student: "as it was"}
    assert everything(day) == before


def test_a_classs_zip_is_named_itself(day, downloads):
    place = put(downloads / "class.zip", zipped({"ada/day1/x.ipynb": worked(), "bob.ipynb": worked("y = 2")}))
    assert collecting.collect(day, place).left_out == []
    assert students(day) == ["ada", "bob"]


NOT_COLLECTED = {
    "a class's .zip among others": (
        {"class.zip": zipped({"ada/x.ipynb": worked(), "bob/x.ipynb": worked("y = 2")})}, "", "FROM="
    ),
    "a platform's number alone, which may be another student's own": (
        {"Bob Babbage_12345_assignsubmission_file_/x.ipynb": worked()}, "12345,Ada,Lovelace\n", "fits nobody"
    ),
    "two of one time": (
        {"ada/x.ipynb": worked("y = 1"), "ada/z.ipynb": worked("y = 2")}, "", "not known which is newer"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", NOT_COLLECTED)
def test_a_file_of_a_doubtful_owner_is_not_collected(day, downloads, case):
    files, class_list, says = NOT_COLLECTED[case]
    if class_list:
        (day.root / "students.csv").write_text(class_list, "utf-8")
    for name, data in files.items():
        put(downloads / name, data)
    (message,) = collecting.collect(day, downloads).left_out
    assert says in message
    assert not (day.root / "submitted").exists()


def test_a_platforms_name_in_a_platforms_folder_does_not_count(day, downloads):
    for file in ("Bob_2_assignsubmission_file_x.ipynb", "Bob_2_assignsubmission_file_.zip"):
        data = zipped({"Bob_2_assignsubmission_file_x.ipynb": worked("y = 2")}) if file.endswith("zip") else worked()
        put(downloads / "Eve_1_assignsubmission_file_" / file, data, TUESDAY if file.endswith("zip") else MONDAY)
    assert collecting.collect(day, downloads).left_out == []
    assert students(day) == ["Eve"]


OTHERS = ("Bob_1_assignsubmission_file_x.ipynb", "Bob_1_assignsubmission_file_/x.ipynb", "Bob_1_2_x.ipynb")


@pytest.mark.parametrize("forged", OTHERS)
@pytest.mark.parametrize("top", ["Eve", "day1/Eve", "Eve.zip", "day1-2026-01-31-120000.zip", "Eve-2"])
def test_a_forged_platform_name_changes_nobodys_work(day, downloads, top, forged):
    put(downloads / "Bob" / "x.ipynb", worked("mine = 1"))
    collecting.collect(day, downloads)
    late = downloads.with_name("late")
    if top.endswith(".zip"):
        put(late / top, zipped({forged: worked()}), TUESDAY)
    else:
        put(late / top / forged, worked(), TUESDAY)
    result = collecting.collect(day, late)
    assert (graded(day, "Bob"), kept(day, "Bob")) == (worked("mine = 1"), [])
    assert "Bob" not in result.done
    # It is hers where her folder says so, and is listed where that is not sure.
    assert students(day) == (["Bob", "Eve"] if top in ("Eve", "day1/Eve") else ["Bob"])
    assert result.done or "a platform's names lie in it" in "".join(result.left_out)


@pytest.mark.parametrize("top", ["al1", "al1.zip", "submissions.zip", "c-1"])
def test_where_a_roster_knows_the_outermost_name_that_is_whose_it_is(day, downloads, top):
    (day.root / "students.csv").write_text("al1,Ada,Lovelace,submissions,c-1\nbb2,Bob,Babbage\n", "utf-8")
    name = "Bob Babbage_1_assignsubmission_file_x.ipynb"
    data = zipped({name: worked()}) if top.endswith(".zip") else worked()
    put(downloads / top if top.endswith(".zip") else downloads / top / name, data)
    assert list(collecting.collect(day, downloads).done) == ["al1"]
    with pytest.raises(course.CourseError, match="is named after one student: name the folder that it lies in"):
        collecting.collect(day, downloads / top)


@pytest.mark.parametrize("name", ["ada.tar.gz", "ada.rar", "ada", "ada/day1.7z", "ada_1_assignsubmission_file_x.tgz"])
def test_what_is_not_read_is_named(day, downloads, capsys, name):
    put(downloads / name, b"\x1f\x8b")
    put(downloads / "grades.csv", b"id")
    assert main(["collect", "1", "--from", str(downloads)]) == 1
    lines = capsys.readouterr().out.splitlines()
    unread = [line for line in lines if line.endswith(unpacking.NO_NOTEBOOK.partition("{name}")[2])]
    assert len(unread) == 2, "the archive and grades.csv"
    assert sentences(unpacking.NO_NOTEBOOK, name="grades.csv") in unread


def test_what_lies_beside_a_notebook_or_was_kept_is_named(day, downloads, capsys):
    for name in ("x.ipynb", "newer.tar.gz", "helper.py"):
        put(downloads / "ada" / name, worked())
    put(downloads / "bob" / "day1_value_class.kept-2026-01-31-120000.ipynb", worked())
    (downloads / "eve").mkdir()
    put(downloads / "eve" / ".DS_Store", b"")
    assert main(["collect", "1", "--from", str(downloads)]) == 1
    out = capsys.readouterr().out
    assert sentences(arrivals.LEFT_BESIDE, who="ada", files="helper.py, newer.tar.gz") in out
    kept = sentences(unpacking.KEPT_COPY, name="day1_value_class.kept-2026-01-31-120000.ipynb")
    assert sentences(from_downloads.NOTHING, who="bob", day="day1", why=kept) in out
    assert f"eve: {unpacking.EMPTY_FOLDER}" in out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("day1_value_class.ipynb", "names nobody"),
        ("ada (1).ipynb", "can't hold ( )"),
        ("a+b/x.ipynb", "can't hold +"),
        ("..ada/x.ipynb", "begins with a letter"),
        ("ada..b/x.ipynb", "two in a row"),
        ('a"b/x.ipynb', "can't hold \""),
        ("a*/x.ipynb", "can't hold *"),
        ("-rf/x.ipynb", "begins with a letter"),
        ("con/x.ipynb", "Windows"),
        ("ada\nbob: collected/x.ipynb", None),  # a line break is a space
        ("x" * 100 + "/x.ipynb", "at most 80"),
        ("Ada Lovelace_12_assignsubmission_file_/notes.pdf", "no notebook"),
        ("Ada Lovelace_12_assignsubmission_file_/x.ipynb", "nothing of day1; x.ipynb: it is a notebook of day2"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_a_file_that_fits_no_student_is_listed(day, downloads, capsys, name, message):
    put(downloads / name, worked(number=2) if message and "day2" in message else worked())
    put(downloads / "bob_3_assignsubmission_file_" / "x.ipynb", worked("y = 2"))
    code = main(["collect", "1", "--from", str(downloads)])
    lines = capsys.readouterr().out.splitlines()
    assert (day.root / "submitted" / "bob" / "day1").is_dir() or (message is None)
    if message:
        assert students(day) == ["bob"]
        assert [line for line in lines if line.startswith("    ") and message in line], lines
        assert code == 1
    assert "bob: collected" not in [line.strip() for line in lines]


def test_a_roster_says_who_is_who(day, downloads):
    text = "id;first;last;mail\nal1;Ada;Lovelace;ada@x.org\nbb2;Bob;Babbage;\ncc3;Bob;Babbage;4711\n"
    (day.root / "students.csv").write_text("\ufeff" + text, "utf-8")
    put(downloads / "ADA  LOVELACE_1_assignsubmission_file_" / "x.ipynb", worked("moodle = 1"))
    put(downloads / "babbagebob_4711_8_x.ipynb", worked("canvas = 1"))
    put(downloads / "babbagebob_4712_9_x.ipynb", worked("canvas = 2"))
    put(downloads / "eve" / "ada.ipynb", worked())
    result = collecting.collect(day, downloads)
    assert students(day) == ["al1", "cc3"]
    assert graded(day, "cc3") == worked("canvas = 1")
    assert sorted(line.split(":")[0] for line in result.left_out) == ["babbagebob_4712_9_x.ipynb", "eve"]
    said = sentences(roster.FITS_SEVERAL, file=roster.FILE, ids="bb2, cc3")
    assert any(said in line for line in result.left_out)


def test_a_small_roster_leaves_other_csv_files_readable(day):
    before = csv.field_size_limit()
    (day.root / roster.FILE).write_text("ada,Ada\n", "utf-8")
    assert roster.Roster.of(day.root) is not None
    assert csv.field_size_limit() == before


def test_a_name_is_matched_in_any_order():
    class_list = roster.Roster([("al1", "Ada", "Lovelace"), ("ng", "Nguyễn Văn Ân")])
    for name in ("lovelaceada", "Lovelace, Ada", "Ada Lovelace", "al1", "AL1"):
        assert class_list.fitting(name) == ["al1"], name
    assert class_list.fitting("Văn Ân Nguyễn") == ["ng"]
    for name in ("Ada", "Lovelace", "Ad", "Văn", ""):
        assert class_list.fitting(name) == [], name
    for row in (("al1", "Ada Lovelace"), ("al1", "Ada", "Lovelace", "ada"), ("al1", "", "", "lovelace@x.org", "ada")):
        assert roster.Roster([row]).fitting("ada lovelace" if row[1] else "lovelace") == ["al1"], row
        assert roster.Roster([row]).fitting("ada") == (["al1"] if "ada" in row else []), row


@pytest.mark.parametrize("line", ["a/b,Ada", "..,Ada", "al1,Ada\nal1,Bob", '"a""b",Ada'])
def test_a_faulty_roster_stops_with_the_line(day, downloads, line):
    (day.root / "students.csv").write_text(line, "utf-8")
    with pytest.raises(course.CourseError, match=r"students\.csv, line [12]: "):
        collecting.collect(day, downloads)


def test_two_people_of_one_name_are_not_one(day, downloads):
    for number in (1, 2):
        put(downloads / f"Ada Lovelace_{number}_assignsubmission_file_" / "x.ipynb", worked(f"y = {number}"))
    (message,) = collecting.collect(day, downloads).left_out
    assert "more than one person" in message
    assert not (day.root / "submitted").exists()
    (day.root / "students.csv").write_text("a1,Ada Lovelace,1\na2,Ada Lovelace,2\n", "utf-8")
    assert collecting.collect(day, downloads).left_out == []
    assert students(day) == ["a1", "a2"]


# The newest counts.


def test_the_newest_counts_and_earlier_ones_are_kept(day, downloads):
    first = put(downloads / "ada" / "x.ipynb", worked("first = 1"))
    collecting.collect(day, downloads)
    put(first, worked("second = 2"), TUESDAY)
    result = collecting.collect(day, downloads)
    assert "renewed" in result.done["ada"]
    assert graded(day, "ada") == worked("second = 2")
    assert kept(day, "ada") == [worked("first = 1")]
    # What comes late to the instructor and is older is kept, and changes no score.
    put(downloads / "ada" / "old.ipynb", worked("zeroth = 0"), MONDAY - 86_400)
    collecting.collect(day, downloads)
    assert graded(day, "ada") == worked("second = 2")
    assert kept(day, "ada") == sorted([worked("first = 1"), worked("zeroth = 0")])


def test_the_same_notebook_once_more_keeps_its_earlier_time(day, downloads):
    path = put(downloads / "ada" / "x.ipynb", worked())
    collecting.collect(day, downloads)
    os.utime(path, (TUESDAY, TUESDAY))
    collecting.collect(day, downloads)
    assert stamp(day, "ada").startswith(time.strftime("%Y-%m-%d", time.gmtime(MONDAY)))


def test_times_that_nbgrader_wrote_are_read(day, downloads):
    folder = day.root / "submitted" / "ada" / "day1"
    for text in ("2030-01-30 15:00:00+01:00", "2030-01-30 14:00:00.000000 UTC"):
        put(folder / f"{day.stem}.ipynb", worked("present = 1"))
        (folder / "timestamp.txt").write_text(text)
        put(downloads / "ada" / "x.ipynb", worked())
        collecting.collect(day, downloads)
        assert graded(day, "ada") == worked("present = 1")


def test_a_broken_newest_is_reported_and_the_one_before_counts(day, downloads):
    put(downloads / "ada" / "x.ipynb", worked())
    put(downloads / "ada" / "y.ipynb", b"{", TUESDAY)
    (message,) = collecting.collect(day, downloads).left_out
    assert message.startswith("ada/y.ipynb: the file is not valid JSON")
    assert graded(day, "ada") == worked()


def test_canvas_counts_how_often_one_handed_in(day, downloads):
    put(downloads / "a_1_2_day1_value_class-1.ipynb", worked("again = 1"))
    put(downloads / "a_1_2_day1_value_class.ipynb", worked("once = 1"))
    put(downloads / "a_1_2_day1_value_class-10.ipynb", worked("often = 1"))
    assert collecting.collect(day, downloads).left_out == []
    assert graded(day, "a") == worked("often = 1")
    assert len(kept(day, "a")) == 2


def test_an_instructors_correction_stays(day, downloads):
    put(downloads / "ada" / "x.ipynb", worked())
    collecting.collect(day, downloads)
    put(day.root / "submitted" / "ada" / "day1" / f"{day.stem}.ipynb", worked("mended = 1"))
    collecting.collect(day, downloads)
    assert graded(day, "ada") == worked("mended = 1")


def test_collecting_again_repairs_an_interrupted_run(day, downloads, monkeypatch):
    """After a kill at any write, collecting again ends as if nothing had happened."""
    put(downloads / "ada" / "x.ipynb", worked("first = 1"))
    collecting.collect(day, downloads)
    put(downloads / "ada" / "x.ipynb", worked("second = 2"), TUESDAY)
    replace, wanted = os.replace, None
    for step in range(4):
        count = iter(range(100))

        def stop(*paths, count=count, step=step):
            if next(count) == step:
                raise OSError(28, "No space left on device")
            replace(*paths)

        monkeypatch.setattr(os, "replace", stop)
        # The first steps are there in each run; a last one may be beyond the end.
        with contextlib.suppress(OSError):
            collecting.collect(day, downloads)
        monkeypatch.setattr(os, "replace", replace)
        assert worked("first = 1") in [graded(day, "ada"), *kept(day, "ada")], step
        collecting.collect(day, downloads)
        found = (graded(day, "ada"), kept(day, "ada"), stamp(day, "ada"))
        wanted = wanted or found
        assert found == wanted
        put(day.root / "submitted" / "ada" / "day1" / f"{day.stem}.ipynb", worked("first = 1"))
        (day.root / "submitted/ada/day1/timestamp.txt").unlink()
    assert wanted[:2] == (worked("second = 2"), [worked("first = 1")])


def test_a_notebook_that_is_not_its_receipts_is_reported(day, downloads):
    put(day.learner_notebook, worked())
    file, receipt = submit.hand_in(day, MONDAY)
    members = {f"{day.stem}.ipynb": worked("changed = 1"), "receipt.txt": receipt.text().encode()}
    put(downloads / "ada" / file.name, zipped(members))
    result = collecting.collect(day, downloads)
    assert "receipt" in result.notes[0]
    assert graded(day, "ada") == worked("changed = 1")


# Files that do harm.

LINK = {"external_attr": 0o120777 << 16, "create_system": 3}


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"../../x.ipynb": worked()}, "leads out of the .zip"),
        ({"/etc/x.ipynb": worked()}, "leads out of the .zip"),
        ({"C:\\x.ipynb": worked()}, "leads out of the .zip"),
        ({"a\\..\\x.ipynb": worked()}, "leads out of the .zip"),
        ({"x.ipynb": (LINK, b"/etc/passwd")}, "a link or a device"),
        ({"x\nbob: collected.ipynb": worked()}, "its name is no text"),
        ({"x.ipynb": b"0" * (60 << 20)}, "more than 50 MB"),
        ({}, "empty"),
    ],
)
def test_a_zip_that_does_harm_is_refused_and_others_are_not(day, downloads, members, message):
    put(downloads / "mallory.zip", zipped(members))
    put(downloads / "ada.zip", zipped({"x.ipynb": worked()}))
    result = collecting.collect(day, downloads)
    assert [line for line in result.left_out if line.startswith("mallory.zip") and message in line], result.left_out
    assert students(day) == ["ada"]
    assert graded(day, "ada") == worked()


def test_zips_that_are_broken_locked_deep_or_endless_are_refused(day, downloads, monkeypatch):
    monkeypatch.setattr(unpacking, "MOST_OF_A_LEARNER", 1 << 20)
    monkeypatch.setattr(unpacking, "MOST_OF_A_CLASS", 1 << 20)
    monkeypatch.setattr(unpacking, "LARGEST_DIRECTORY", 10_000)
    whole = zipped({"x.ipynb": worked()})
    deep = whole
    for _ in range(4):
        deep = zipped({"x.zip": deep})
    locked = bytearray(whole)
    locked[locked.index(b"PK\1\2") + 8] |= 1
    damaged = bytearray(whole)
    damaged[200] ^= 0xFF
    large = [zipped({f"{number}.ipynb": b"0" * (900 << 10) for number in range(count)}) for count in (8, 3)]
    refused = {
        "cut": (whole[:-30], "cut.zip: this .zip can't be read (its end is missing)"),
        "none": (b"not a zip", "none.zip: this .zip can't be read"),
        "deep": (deep, "a .zip in a .zip in a .zip"),
        "locked": (bytes(locked), "it is locked with a password"),
        "damaged": (bytes(damaged), "damaged.zip/x.ipynb: this .zip can't be read"),
        "bomb": (large[0], "bomb.zip: it unpacks to far more"),
        "inner": (zipped({"x.zip": large[1]}), "inner.zip/x.zip: it unpacks to far more"),
        "many": (zipped({f"{number}.ipynb": b"" for number in range(300)}), "many.zip: it lists too many files"),
    }
    for name, (data, _) in refused.items():
        put(downloads / f"{name}.zip", data)
    put(downloads / "ada.zip", whole)
    message = " ".join(collecting.collect(day, downloads).left_out)
    assert students(day) == ["ada"]
    assert [words for _, words in refused.values() if words not in message] == []


def test_a_zip_damaged_anywhere_stops_nobody(day, downloads, tmp_path):
    inner = zipped({"y.ipynb": b"123" * 40})
    whole = zipped({"ada/x.ipynb": b"{}" * 50, "bob/inner.zip": inner, "receipt.txt": b"day: day1\n"})
    draw = random.Random(1)
    for number in range(400):
        data = bytearray(whole)
        for _ in range(draw.choice((1, 2, 4, 20))):
            data[draw.randrange(len(data))] = draw.choice((0, 1, 255, draw.randrange(256)))
        put(downloads / "a.zip", bytes(data))
        (tmp_path / str(number)).mkdir()
        search = unpacking.Search(tmp_path / str(number))
        search.look(downloads)
        assert search.found or search.refused


def test_a_zip_with_a_thousand_faults_is_reported_in_two_sentences(day, downloads):
    put(downloads / "mallory.zip", zipped({f"../{number}.ipynb": b"" for number in range(1000)}))
    put(downloads / ("ada/" + "x/" * 30 + "x.ipynb"), worked())
    result = collecting.collect(day, downloads)
    assert result.left_out[-1] == sentences(unpacking.MORE_THINGS, shown="mallory.zip", more=950)
    assert result.left_out[-2].endswith(sentences(unpacking.SAME_REASON, first="", count=49, who="mallory.zip"))
    assert len(result.left_out) == 3
    assert sentences(unpacking.TOO_DEEP, most=20) in result.left_out[0]


def test_a_zip_whose_lists_size_is_forged_is_refused(day, downloads):
    data = zipped({"x.ipynb": worked()})
    place = data.rindex(b"PK\5\6")
    put(downloads / "ada.zip", data[: place + 12] + struct.pack("<L", 0xFFFFFFFE) + data[place + 16 :])
    (message,) = collecting.collect(day, downloads).left_out
    assert "too many files" in message


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_links_and_pipes_are_not_followed(day, downloads, tmp_path):
    secret = put(tmp_path / "secret.ipynb", worked("secret = 1"))
    (downloads / "ada").mkdir()
    (downloads / "ada" / "x.ipynb").symlink_to(secret)
    (downloads / "eve").symlink_to(tmp_path)
    os.mkfifo(downloads / "pipe.ipynb")
    put(downloads / "bob" / "x.ipynb", worked())
    result = collecting.collect(day, downloads)
    assert students(day) == ["bob"]
    assert sum("link" in line for line in result.left_out) == 2
    assert any(line.startswith("pipe.ipynb: it can't be read") for line in result.left_out)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_nothing_is_written_through_a_link(day, downloads, tmp_path):
    (day.root / "submitted").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (day.root / "submitted" / "ada").symlink_to(tmp_path / "elsewhere")
    put(downloads / "ada" / "x.ipynb", worked())
    (message,) = collecting.collect(day, downloads).left_out
    assert "by a link" in message
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    "metadata", [{"nbgrader": 5}, {"nbgrader": {"grade_id": [1]}}, {"tags": 5}, {"nbgrader": None}]
)
def test_strange_metadata_stops_nobody(day, downloads, metadata):
    notebook = nbformat.reads(worked(), as_version=4)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(metadata)
    put(downloads / "eve" / "x.ipynb", json.dumps(notebook).encode())
    put(downloads / "ada" / "x.ipynb", worked())
    collecting.collect(day, downloads)
    assert graded(day, "ada") == worked()


def test_a_place_that_cannot_be_written_stops_nobody(day, downloads):
    put(day.root / "submitted" / "eve", b"a file")
    put(downloads / "eve" / "x.ipynb", worked(), 10**17)
    put(downloads / "zoe" / "x.ipynb", worked(), -(10**9))
    result = collecting.collect(day, downloads)
    assert graded(day, "zoe") == worked()
    assert result.left_out[0] == sentences(collecting.NOT_WRITTEN, student="eve", why="Not a directory")


# The exchange.


@pytest.fixture
def inbound(day, monkeypatch):
    """The folder of the exchange. What comes into it here is new, whatever its name says: only one test minds."""
    monkeypatch.setattr(exchange, "_came", lambda *_: None)
    folder = exchange.join(day.root) / calling.course_id(day) / "inbound"
    folder.mkdir(parents=True)
    return folder


def came(inbound, student, data, when=MONDAY, name="day1_value_class.ipynb"):
    stamp = datetime.fromtimestamp(when, timezone.utc).strftime(exchange.TIMES)
    folder = inbound / f"{student}+day1+{stamp}+R4nd0m"
    put(folder / name, data)
    (folder / "submission_secret.txt").write_text("a1b2" if when == MONDAY else "c3d4")
    return folder


@needs_exchange
def test_the_exchange_is_collected_with_its_times_and_secrets(day, inbound, capsys):
    came(inbound, "ada", worked("first = 1"))
    assert main(["collect", "1"]) == 0
    came(inbound, "ada", worked("second = 2"), TUESDAY)
    assert main(["collect", "1"]) == 0
    assert graded(day, "ada") == worked("second = 2")
    assert kept(day, "ada") == [worked("first = 1")]
    assert (day.root / "submitted/ada/day1/submission_secret.txt").read_text() == "c3d4"
    before = everything(day)
    assert main(["collect", "1"]) == 0
    assert everything(day) == before
    assert "Left out" not in capsys.readouterr().out


@needs_exchange
def test_a_learner_can_not_hand_in_yesterday(day, inbound, capsys, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setenv("AUTOGRAD_COURSE_ROOT", str(day.root))
    began = datetime.now(timezone.utc) - timedelta(seconds=5)
    came(inbound, "ada", worked("late = 1"), MONDAY)
    came(inbound, "bob", worked("honest = 1"), datetime.now().timestamp())
    assert main(["collect", "1"]) == 0
    out = capsys.readouterr().out
    named = from_exchange.CAME_LATER.partition("{student}")[2].partition("{named}")[0]
    (note,) = [line for line in out.splitlines() if named in line]
    assert note.startswith(f"ada{named}2026-")
    assert datetime.strptime(stamp(day, "ada"), exchange.TIMES).replace(tzinfo=timezone.utc) > began
    # What is changed behind the exchange's back is handed in when it was changed.
    changed = next(inbound.glob("bob*")) / "day1_value_class.ipynb"
    changed.write_bytes(worked("changed = 2"))
    assert main(["collect", "1", "--times", "named"]) == 0
    assert named not in capsys.readouterr().out
    assert stamp(day, "ada") == datetime.fromtimestamp(MONDAY, timezone.utc).strftime(exchange.TIMES)


@needs_exchange
def test_a_name_cannot_command_the_terminal(day, inbound, capsys):
    came(inbound, "eve\x1b[2J\nada: collected\u202e", worked())
    assert main(["collect", "1"]) == 1
    out = capsys.readouterr().out
    assert all(line.isprintable() for line in out.splitlines())
    assert not any(line.startswith("ada: collected") for line in out.splitlines())


@needs_exchange
def test_what_strangers_leave_in_the_exchange_does_no_harm(day, inbound, tmp_path, monkeypatch):
    came(inbound, "ada", worked())
    came(inbound, "..", worked())
    came(inbound, "a*", worked())
    secret = put(tmp_path / "secret.ipynb", worked("secret = 1"))
    linked = came(inbound, "eve", worked())
    (linked / "day1_value_class.ipynb").unlink()
    (linked / "day1_value_class.ipynb").symlink_to(secret)
    came(tmp_path, "mallory", worked("secret = 1")).rename(tmp_path / "there")
    (inbound / "mallory+day1+2026-01-01 00:00:00.000000 UTC+x").symlink_to(tmp_path / "there")
    (inbound / "late+day1+yesterday+x").mkdir()
    came(inbound, "old", worked()).rename(inbound / "old+day1+0001-01-01 00:00:00.000000 UTC+x")
    (inbound / "noise").touch()
    (inbound / "none+day1+2026-01-01 00:00:00.000000 UTC+x").mkdir()
    result = collecting.collect(day)
    assert students(day) == ["ada"]
    assert not (day.root / "day1").exists()
    assert len(result.left_out) == 7, result.left_out
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_000)
    assert any("handed in by the account" in line for line in collecting.collect(day).left_out)


@needs_exchange
def test_without_an_exchange_the_two_ways_are_named(copied_course, capsys):
    assert main(["collect", "1"]) == 2
    error = capsys.readouterr().err
    assert "make class" in error
    assert "FROM=" in error


@needs_exchange
def test_a_shared_exchange_is_a_link_that_may_be_changed(day, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        assert exchange.join(day.root, str(tmp_path / name)).resolve() == tmp_path / name
        assert exchange.join(day.root).resolve() == tmp_path / name
    with pytest.raises(course.CourseError, match="There is no folder"):
        exchange.join(day.root, str(tmp_path / "three"))
    (tmp_path / "two").rmdir()
    with pytest.raises(course.CourseError, match="that is not there"):
        exchange.join(day.root)
    exchange.folder(day.root).unlink()
    put(exchange.folder(day.root) / "somebodys" / "work", b"")
    with pytest.raises(course.CourseError, match="holds a class already"):
        exchange.join(day.root, str(tmp_path / "one"))
    assert (exchange.folder(day.root) / "somebodys" / "work").exists()


@needs_exchange
def test_the_way_through_the_exchange_with_nbgraders_own_parts(day, monkeypatch, tmp_path):
    """Release, submit as the Assignment List does, collect: with the configurations of both sides."""
    from nbgrader.server_extensions.assignment_list.handlers import AssignmentList

    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    put(day.release_notebook, day.learner_notebook.read_bytes())
    exchange.join(day.root)
    assert exchange.offer(day)
    assert not exchange.offer(day)
    # Learners write here, and don't see, rename or remove what others wrote.
    places = {name: exchange.folder(day.root) / name for name in (".", "autograd-in-five-days/inbound")}
    modes = {name: oct(place.stat().st_mode & 0o1777) for name, place in places.items()}
    assert modes == {".": "0o1777", "autograd-in-five-days/inbound": "0o1733"}
    put(day.learner_notebook, worked())
    shown = AssignmentList()
    shown.root_dir = str(day.root)
    monkeypatch.chdir(day.root)
    listed = shown.list_courses()
    assert listed == {"success": True, "value": ["autograd-in-five-days"]}
    assert [one["status"] for one in shown.list_released_assignments()["value"]] == ["fetched"]
    assert shown.submit_assignment("autograd-in-five-days", "day1") == {"success": True}
    assert shown.fetch_feedback("autograd-in-five-days", "day1") == {"success": True}
    (student,) = collecting.collect(day).done
    assert graded(day, student) == worked()
    # Fetching brings back what is missing.
    day.learner_notebook.rename(tmp_path / "mine.ipynb")
    day.learner_notebook.parent.rmdir()
    assert shown.fetch_assignment("autograd-in-five-days", "day1") == {"success": True}
    assert stubs.untouched(day.learner_notebook)


@needs_exchange
def test_an_exchange_of_five_days_goes_on_and_takes_a_sixth(five_days, inbound):
    def offered():
        return {path.parent.name: path.stat().st_mtime_ns for path in (inbound.parent / "outbound").glob("*/*.ipynb")}

    for day in course.assignments():
        put(day.release_notebook, day.learner_notebook.read_bytes())
        assert exchange.offer(day)
    of_five = offered()
    assert sorted(of_five) == ["day1", "day2", "day3", "day4", "day5"]
    came(inbound, "ada", worked())
    assert main(["collect", "1"]) == 0
    before = everything(course.assignment(1))
    five_days()
    sixth = course.assignment(6)
    put(sixth.release_notebook, sixth.learner_notebook.read_bytes())
    assert [exchange.offer(day) for day in course.assignments()] == [False] * 5 + [True]
    assert {**offered(), "day6": 0} == {**of_five, "day6": 0}
    put(inbound / f"ada+day6+{datetime.now(timezone.utc).strftime(exchange.TIMES)}" / sixth.learner_notebook.name,
        worked(number=6))  # fmt: skip
    assert main(["collect", "6"]) == 0
    assert graded(sixth, "ada") == worked(number=6)
    assert everything(sixth).items() > before.items()


@needs_exchange
def test_feedback_goes_to_those_who_came_through_the_exchange(day, inbound):
    for student, secret in (("ada", "a1b2"), ("bob", "")):
        folder = day.root / "feedback" / student / "day1"
        put(folder / f"{day.stem}.html", student.encode())
        (folder / "timestamp.txt").write_text("2026-01-01 00:00:00.000000 UTC")
        if secret:
            (folder / "submission_secret.txt").write_text(secret)
    exchanging.send_feedback(day)
    pages = list((exchange.folder(day.root) / "autograd-in-five-days" / "feedback").glob("*.html"))
    assert [page.read_text() for page in pages] == ["ada"]


@needs_exchange
def test_formgraders_collect_is_the_courses_own(day, inbound):
    api = api_of(day)
    came(inbound, "..", worked())
    came(inbound, "ada", worked())
    result = api.collect("day1")
    assert result["success"], result
    assert sentences(roster.ID_BEGINS, sign=".") in result["log"]
    assert students(day) == ["ada"]


# The lab.


def page_config(who, monkeypatch):
    """Return what JupyterLab makes of the configuration of an audience."""
    from jupyterlab_server.config import get_page_config

    monkeypatch.setenv("JUPYTER_CONFIG_PATH", lab.environment(who)["JUPYTER_CONFIG_PATH"])
    return set(get_page_config([]).get("disabledExtensions", []))


def test_a_learners_lab_has_no_panel_of_an_instructor(monkeypatch):
    names = ("assignment-list", "course-list", "create-assignment", "formgrader", "menu", "validate-assignment")
    parts = {name: f"@jupyter/nbgrader:{name}" for name in names}
    news = "@jupyterlab/apputils-extension:announcements"
    instructor = page_config(lab.Audience.INSTRUCTOR, monkeypatch)
    assert instructor == {news, parts["validate-assignment"]}
    learner = page_config(lab.Audience.LEARNER_OF_A_CLASS, monkeypatch)
    assert learner - instructor == {parts["course-list"], parts["create-assignment"], parts["formgrader"]}
    alone = page_config(lab.Audience.LEARNER_ALONE, monkeypatch)
    assert alone == {news, *parts.values()}


def test_the_names_of_the_parts_are_those_that_nbgrader_has():
    installed = Path(sys.prefix) / "share" / "jupyter" / "labextensions" / "@jupyter" / "nbgrader" / "static"
    scripts = "".join(path.read_text("utf-8", "replace") for path in installed.glob("*.js"))
    for layer in lab.CONFIGURATION.glob("*/labconfig/page_config.json"):
        for name in json.loads(layer.read_text())["disabledExtensions"]:
            assert name in scripts or "announcements" in name, name


def test_a_learner_is_of_a_class_where_its_exchange_is(day):
    assert lab.audience(day) is lab.Audience.LEARNER_ALONE
    exchange.folder(day.root).mkdir()
    assert lab.audience(day) is lab.Audience.LEARNER_OF_A_CLASS


def test_a_notebook_of_a_million_parts_is_refused_before_each_is_looked_at(day, downloads, monkeypatch):
    part = {"output_type": "stream", "name": "stdout", "text": "x"}
    cell = {"cell_type": "code", "source": "", "metadata": {}, "execution_count": None, "outputs": [part] * 100}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell] * 1000}
    put(downloads / "ada" / "x.ipynb", json.dumps(notebook).encode())
    (message,) = collecting.collect(day, downloads).left_out
    assert "100,000 outputs" in message


@pytest.mark.parametrize(("place", "named"), [("here", True), ("elsewhere", False)])
def test_an_empty_original_is_named_where_it_lies_beside_what_counts(place, named):
    day = course.assignment(1)
    when, copies = datetime(2026, 1, 2, tzinfo=timezone.utc), (f"{day.stem}-Copy1.ipynb", f"{day.stem}.ipynb")
    newest, empty = (
        arrivals.Arrival("ada", when, Path(name), name, name, roster.Label("ada"), file=name, work=work, place=where)
        for name, work, where in zip(copies, (3, 0), ("here", place), strict=True)
    )
    beside = collecting._beside(day, newest, [newest, empty], ())
    assert (beside.empty == (empty.file,)) is named
