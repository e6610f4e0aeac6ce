# SPDX-License-Identifier: MIT
"""A small course on something else, from its text master to a class page, with the judge's wheel alone.

By default the wheel's files are put into an environment in which nothing of this course can be imported, nor PyTorch
nor matplotlib. `make test-wheel` installs the wheel itself into a fresh one, which the environment names.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from support import ROOT, made_once, needs_confinement

from judge.notebooks.schemas import read_toml
from judge.setup import write_catalogues
from judge.verdicts.verdict import VERDICT_MIME

SECOND = ROOT / "tests" / "second_course"
WHEEL = read_toml(ROOT / "judge" / "pyproject.toml")
OF_WHEEL = tuple(name.rstrip("*") for name in WHEEL["tool"]["setuptools"]["packages"]["find"]["include"])
# The Python of the environment in which `make test-wheel` installed the wheel.
INSTALLED = os.environ.get("WHEEL_PYTHON", "")
REFUSED = ("exercises", "companion", "gradtools", "building", "verification", "website", "torch", "matplotlib", "numpy")
# A grammar of web addresses, which takes a second of each start of nbgrader: see judge/__init__.py.
SLOW = ("rfc3987_syntax",)
# Python reads this first of all, inside the wall, too.
REFUSE = f"""
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {REFUSED + SLOW!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Refuse())
"""

LENGTH, DICTIONARY = "words-length", "words-dictionary"
RIGHT = {
    LENGTH: "def by_length(words):\n    return sorted(words, key=lambda word: len(word))",
    DICTIONARY: "def in_dictionary(words):\n    return sorted(words, key=lambda word: word.casefold())",
}
# Each named mistake as somebody else writes it: by the student, the mistake and the answer.
MISTAKES = {
    "bea": (
        "words-length-longest-first",
        "def by_length(words):\n    return sorted(words, key=lambda word: -len(word))",
    ),
    "cem": ("words-length-alphabet", "by_length = sorted"),
    "dov": ("words-length-ties-sorted", "def by_length(words):\n    return sorted(sorted(words), key=len)"),
    "eli": ("words-dictionary-capitals-first", "in_dictionary = sorted"),
    "fay": (
        "words-dictionary-in-place",
        "def in_dictionary(words):\n    words.sort(key=str.casefold)\n    return words",
    ),
}
# Those whom nbgrader's own command grades, which takes seconds for each: one of fay's answers is right. The course's
# command grades all.
BY_NBGRADER = ("fay", "eve", *(("ada", "blank", "bea", "cem", "dov", "eli") if INSTALLED else ()))
# Reads the solution wherever it may lie, and asks for the judge and the questions.
HOSTILE = """
def _solution(name):
    import importlib, os, re
    for module in ("questions.words_length.probes", "judge.notebooks.reference", "grading.batch"):
        try:
            importlib.import_module(module)
            return eval("lambda words: ['the wall has a hole', module]", {"module": module})
        except ImportError:
            pass
    for root in (COURSE, COURSE + "/source", COURSE + "/release", "..", "/course", "/tmp"):
        for folder, _, files in os.walk(root):
            for file in files:
                if "words" in file:
                    text = open(os.path.join(folder, file)).read()
                    for body in re.findall(r"def " + name + r"\\(words\\).*?return (sorted.*?\\))", text, re.DOTALL):
                        return eval("lambda words: " + body)
    raise FileNotFoundError("no solution")
"""

pytestmark = needs_confinement


def unpack(folder):
    """Make an environment that has the files of the wheel, and what they need of other people."""
    venv.create(folder, symlinks=os.name != "nt")
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
    for name in OF_WHEEL:
        # With what Python has compiled of them: each file keeps its time, so that is as good there. What another
        # process compiles just now has a longer name.
        shutil.copytree(ROOT / name, packages / name, ignore=shutil.ignore_patterns("*.pyc.*"))
    assert list(write_catalogues(packages / "language", OF_WHEEL))
    # Folders of a .pth file are looked into, and their own .pth files are not: so a checkout is not seen.
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    # No sitecustomize.py: Debian's own Python has one, which is found before.
    (packages / "refusing.py").write_text(REFUSE, "utf-8")
    (packages / "refusing.pth").write_text("import refusing", "utf-8")


def python_of(folder):
    """Return the Python of an environment."""
    return Path(sysconfig.get_path("scripts", "venv", {"base": str(folder)})) / Path("python").name


class Class:
    """A course in a folder of its own, and the commands of an instructor there."""

    def __init__(self, folder, python):
        self.folder, self.python = folder, python

    def run(self, *command, code=0):
        own = ("AUTOGRAD_", "PYTHON", "JUPYTER")
        environment = {name: text for name, text in os.environ.items() if not name.startswith(own)}
        environment["PATH"] = os.pathsep.join(
            [str(self.python.parent), str(Path(sys.executable).parent), environment["PATH"]]
        )
        done = subprocess.run(
            [str(self.python), "-m", *command],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, f"{done.stdout[-3000:]}{done.stderr[-3000:]}"
        return done.stdout + done.stderr

    def hand_in(self, student, answers):
        notebook = nbformat.read(self.folder / "release" / "words" / "words.ipynb", as_version=4)
        for cell in notebook.cells:
            cell.source = answers.get(cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source)
        path = self.folder / "submitted" / student / "words" / "words.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)

    def verdicts(self, student):
        """Return what the graded notebook of a student says of each check: its outcome, and the names of mistakes."""
        notebook = nbformat.read(self.folder / "autograded" / student / "words" / "words.ipynb", as_version=4)
        found = {}
        for cell in notebook.cells:
            for output in cell.get("outputs", ()):
                if verdict := output.get("data", {}).get(VERDICT_MIME):
                    found[verdict["check"]] = verdict["outcome"], tuple(verdict["misconceptions"])
        return found

    def grades(self):
        """Return the points of each student, as the gradebook has them."""
        with Gradebook(f"sqlite:///{self.folder}/gradebook.db") as gradebook:
            return {one.student.id: one.score for one in gradebook.assignment_submissions("words")}


SAID, BY_NBGRADERS_OWN = "said.txt", "by_nbgrader.json"


def class_in(folder):
    return Class(folder / "words course", Path(INSTALLED) if INSTALLED else python_of(folder / "environment"))


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Return the second course, built, with what that said: one worker does it, which takes seconds."""

    def make(folder):
        if not INSTALLED:
            unpack(folder / "environment")
        course = class_in(folder)
        shutil.copytree(SECOND, course.folder)
        (folder / SAID).write_text(course.run("judge", "build"), "utf-8")

    folder = made_once("second", make, tmp_path_factory)
    course = class_in(folder)
    course.said = (folder / SAID).read_text("utf-8")
    return course


@pytest.fixture(scope="session")
def graded(built, tmp_path_factory):
    """Return the second course with a class that both commands graded; ``by_nbgrader`` is what nbgrader's own gave."""
    folder = made_once("second-graded", lambda folder: grade_by_both(built, folder), tmp_path_factory)
    points, verdicts = json.loads((folder / BY_NBGRADERS_OWN).read_text("utf-8"))
    pairs = {student: {check: (outcome, tuple(names)) for check, (outcome, names) in one.items()}
             for student, one in verdicts.items()}  # fmt: skip
    built.by_nbgrader = points, pairs
    return built


def grade_by_both(built, folder):
    """Hand in for a class and let both commands grade it; write into a folder what nbgrader's own gave."""
    built.run("nbgrader", "generate_assignment", "words")
    start = f"COURSE = {str(built.folder)!r}\n{HOSTILE}"
    answers = {
        "ada": RIGHT,
        "blank": {},
        "eve": {LENGTH: f"{start}\nby_length = _solution('by_length')",
                DICTIONARY: "in_dictionary = _solution('in_dictionary')"},
        **{student: {**RIGHT, exercise_of(name): answer} for student, (name, answer) in MISTAKES.items()},
    }  # fmt: skip
    for student in BY_NBGRADER:
        built.hand_in(student, answers[student])
    built.run("nbgrader", "autograde", "words")
    by_nbgrader = built.grades(), {student: built.verdicts(student) for student in BY_NBGRADER}
    (folder / BY_NBGRADERS_OWN).write_text(json.dumps(by_nbgrader), "utf-8")
    for student in answers.keys() - set(BY_NBGRADER):
        built.hand_in(student, answers[student])
    assert "8 graded, 0 refused" in built.run("grading", "grade", "words", "--force")


def exercise_of(mistake):
    return LENGTH if mistake.startswith(LENGTH) else DICTIONARY


def test_the_environment_has_nothing_of_this_course(built):
    program = built.folder / "lacking.py"
    names = [name for name in REFUSED if name != "numpy"]
    program.write_text(
        "import importlib, json\nfound = []\n"
        f"for name in {names!r}:\n"
        "    try:\n        found.append(importlib.import_module(name).__file__)\n"
        "    except ImportError:\n        pass\n"
        "import grading, judge\nprint(json.dumps([found, judge.__file__, grading.__file__]))\n"
    )
    found, *own = json.loads(built.run("lacking"))
    assert found == []
    assert not [
        file for file in own if Path(file).is_relative_to(ROOT / "judge") or Path(file).is_relative_to(ROOT / "grading")
    ]


def test_building_says_which_checks_each_mistake_fails(built):
    for name, _ in MISTAKES.values():
        assert re.search(rf"^{name}: fails words-", built.said, re.MULTILINE), built.said


def test_each_answer_gets_its_points_and_each_mistake_its_name(graded):
    points = graded.grades()
    assert points["ada"] == 6
    assert points["blank"] == points["eve"] == 0
    assert {outcome for outcome, _ in graded.verdicts("ada").values()} == {"correct"}
    assert {outcome for outcome, _ in graded.verdicts("blank").values()} == {"not attempted"}
    for student, (name, _) in MISTAKES.items():
        wrong = {check: names for check, (outcome, names) in graded.verdicts(student).items() if outcome != "correct"}
        assert set(wrong.values()) == {(name,)}, (student, wrong)
        assert all(check.startswith(exercise_of(name)) for check in wrong), (student, wrong)
        assert 3 <= points[student] < 6
    by_nbgrader, verdicts = graded.by_nbgrader
    assert by_nbgrader == {student: points[student] for student in BY_NBGRADER}
    assert verdicts == {student: graded.verdicts(student) for student in BY_NBGRADER}


def test_a_submission_finds_no_solution(graded):
    text = (graded.folder / "autograded" / "eve" / "words" / "words.ipynb").read_text("utf-8")
    assert "FileNotFoundError" in text
    assert "no solution" in text


def test_a_learner_reads_the_name_and_where_to_read_again(graded):
    text = " ".join(graded.run("grading", "check", "submitted/fay/words/words.ipynb").replace("`", "").split())
    assert "in_dictionary sorts the list that it is given" in text
    assert "2. As in a dictionary" in text
    assert "make " not in text
    complete = graded.run("grading", "check", "submitted/ada/words/words.ipynb")
    assert "All of words is correct. That is the whole course." in complete


@pytest.mark.exhaustive
def test_a_course_in_another_language_gets_verdicts_in_it(built, tmp_path):
    course = Class(tmp_path / "curso", built.python)
    shutil.copytree(built.folder, course.folder)
    about = course.folder / "course.toml"
    about.write_text('language = "es"\n' + about.read_text("utf-8"), "utf-8")
    answer = "def by_length(words):\n    return words[:1]"
    shutil.rmtree(course.folder / "submitted", ignore_errors=True)
    course.run("nbgrader", "generate_assignment", "words", "--force")
    course.hand_in("gil", {**RIGHT, LENGTH: answer})
    for said in (
        course.run("grading", "check", "submitted/gil/words/words.ipynb"),
        course.run("grading", "grade", "words") + course.run("grading", "feedback", "words")
        + (course.folder / "feedback" / "gil" / "words" / "words.html").read_text("utf-8"),
    ):  # fmt: skip
        assert "Se espera" in said
        assert "Expected" not in said
        assert "You gave" not in said


@pytest.mark.exhaustive
def test_each_student_has_a_page_and_the_class_has_one(graded):
    graded.run("nbgrader", "generate_feedback", "words", "--force")
    page = (graded.folder / "feedback" / "bea" / "words" / "words.html").read_text("utf-8")
    assert "puts the longest word first" in page
    assert "Assignment" in page
    graded.run("grading", "feedback", "words")
    graded.run("grading", "report", "words")
    report = (graded.folder / "reports" / "words.csv").read_text("utf-8-sig")
    for student, (name, _) in MISTAKES.items():
        assert re.search(rf"^{student},.*,{name}$", report, re.MULTILINE), report
    assert "Words in order" in (graded.folder / "reports" / "words.html").read_text("utf-8")


@pytest.mark.exhaustive
def test_a_course_written_by_the_page_alone_names_a_mistake(built, tmp_path):
    page = (ROOT / "docs" / "judge.md").read_text("utf-8")
    assert len(page.split()) <= 700
    course = Class(tmp_path / "course", built.python)
    for name, text in re.findall(r"^`([\w/.]+)`[^\n]*\n\n```\w+\n(.*?)```", page, re.MULTILINE | re.DOTALL):
        (course.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (course.folder / name).write_text(text, "utf-8")
    said = course.run("judge", "build")
    assert "words-length-alphabet: fails words-length-order" in said
    course.run("nbgrader", "generate_assignment", "words")
    course.hand_in("ada", {LENGTH: "by_length = sorted"})
    assert "ada: 0 points" in course.run("grading", "grade", "words")
    assert course.verdicts("ada") == {"words-length-order": ("not yet", ("words-length-alphabet",))}
