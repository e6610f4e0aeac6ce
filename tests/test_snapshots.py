# SPDX-License-Identifier: MIT
"""The difference between the verdicts of a commit and of the files as they are now."""

import subprocess

import pytest

from judge.notebooks import course
from judge.notebooks.writing import replace_file
from verification import snapshots
from verification.__main__ import main

FIRST = "Question: `x`. Your answer: 1.\n"


def git(folder, *words):
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def built(copied_course, monkeypatch):
    """Return the days whose pages were built, in a course with a commit whose pages are a file of it."""
    made = []

    def build(copy, days, into):
        made.extend(day.name for day in days)
        for day in days:
            replace_file(into / snapshots._name(day), (copy / "words.txt").read_bytes())

    monkeypatch.setattr(snapshots, "_build", build)
    (copied_course / "words.txt").write_text(FIRST, "utf-8")
    (copied_course / ".gitignore").write_text("build/\n", "utf-8")
    git(copied_course, "init", "--quiet")
    git(copied_course, "add", "words.txt", ".gitignore", "course.toml")
    git(copied_course, "commit", "--quiet", "--message", "first")
    return made


def test_what_reads_otherwise_is_shown_and_a_second_call_builds_nothing(copied_course, built, capfd):
    status = git(copied_course, "status", "--porcelain")
    (copied_course / "words.txt").write_text(FIRST.replace("1", "2"), "utf-8")
    for days in (["day1", "day1"], []):
        built.clear()
        assert main(["snapshot", "day1"]) == 0
        assert built == days
        shown = capfd.readouterr().out
        assert "-Question: `x`. Your answer: 1.\n+Question: `x`. Your answer: 2.\n" in shown
        assert "HEAD: build/snapshots/" in shown
    assert git(copied_course, "diff", "--cached") == ""
    assert git(copied_course, "status", "--porcelain").replace(" M words.txt\n", "") == status


def test_it_says_so_where_nothing_reads_otherwise(copied_course, built, capfd):
    git(copied_course, "commit", "--quiet", "--allow-empty", "--message", "second")
    assert main(["snapshot", "day2", "--base", "HEAD~1"]) == 0
    assert "No verdict differs." in capfd.readouterr().out


def test_a_commit_that_is_not_there_is_one_sentence(built, capsys):
    assert main(["snapshot", "--base", "nothing"]) == 2
    assert capsys.readouterr().err == "verification: There is no commit 'nothing'.\n"


def test_a_page_that_can_not_be_built_is_one_sentence(tmp_path):
    with pytest.raises(course.CourseError, match=r"^day1: no page could be built\. ModuleNotFoundError: "):
        snapshots._build(tmp_path, [course.assignment(1)], tmp_path)
