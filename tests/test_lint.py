# SPDX-License-Identifier: MIT
"""Each kind of fault that an author may make, planted in a small course, is one line with file and entry."""

import re
import shutil
import sys

import pytest
from support import ROOT, ran

from building.new_exercise.__main__ import main as new_exercise
from judge.asking import questions_package
from judge.notebooks import course
from judge.notebooks.schemas import read_toml
from verification import lint
from verification.__main__ import main
from verification.lint import prose

MASTER = '''# %% [markdown]
# # Day 1: Small numbers
#
# | Part | Reading, min | Exercise | Exercise, min | Points |
# |---|---:|---|---:|---:|
# | 1. Doubling | {minutes:section 1} | 1.1 double a number | {minutes:1.1} | {points:1.1} |
# | **Total: {minutes:total} min** | **{minutes:reading}** | | **{minutes:exercises}** | **{points:total}** |

# %% tags=["setup"]
import math

# %% [markdown]
# ## 1. Doubling
#
# Section 1 shows what exercise 1.1 asks for. See *1. Doubling*. Its section 9 is another text's.

# %% [markdown]
# ### Exercise 1.1: double a number (about 10 min)
#
# The number comes back twice as large.

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Section 1.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation</summary>
#
# Two of it.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape</summary>
#
# A line.
#
# </details>

# %% answer="day1-double"
def double(x):
    """Return twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION


# %% check="day1-double-number" points=2
"""`double` gives twice a number."""
assert double(2) == 4

# %% check="day1-double-zero" points=1
"""Twice nothing is nothing."""
assert double(0) == 0

# %% [markdown]
# ## Looking back
#
# - ☐ **double** a number: exercise 1.1, {points:1.1} points
'''

PROBES = '''
"""What is asked of ``double``."""

from judge.asking.inputs import number
from judge.asking.probe import probe


@probe("day1-double-number", "`double({a})`", "twice {a} is that", a=number)
def doubled(namespace, a):
    """Return twice a number."""
    return namespace["double"](a)


@probe("day1-double-zero", "`double(0)`", "there is nothing to double")
def nothing(namespace):
    """Return twice nothing."""
    return namespace["double"](0)
'''

STYLE = """# With a sum.
def double(x):
    return sum([x, x])
"""

FOLDER, VERIFIED = "exercises/day1_double", "exercises/day1_double/proof"
TEXT, ENTRIES, ASKED = "source/day1_small.py", f"{FOLDER}/mistakes.toml", f"{FOLDER}/probes.py"
# What exercises share is that of the course.
SHARED = f"__path__.append({str(ROOT / 'exercises')!r})\n"
FILES = {"exercises/__init__.py": SHARED, TEXT: MASTER, ASKED: PROBES, f"{VERIFIED}/solutions/with_sum.py": STYLE}


def forget():
    questions_package.package().forget()
    course.current().forget()


@pytest.fixture
def small(tmp_path):
    """Return a function that lints a course of one exercise, after a change of one of its files."""
    shutil.copytree(ROOT / "tests" / "data" / "small_course", tmp_path, dirs_exist_ok=True)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")

    def linted(name="", old="", new=""):
        if name:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text("utf-8") if path.exists() else ""
            assert before.count(old) == 1 or not old, f"{before.count(old)} times: {old}"
            path.write_text(before.replace(old, new) if old else new, "utf-8")
        forget()
        # Points that change make the README stale, which is no news here.
        of_course = [fault for fault in lint.faults_of_course() if name != TEXT or "table of days" not in str(fault)]
        parts = [(course.assignment(1), "")]
        return [str(fault) for fault in [*lint.faults(parts, computed=True), *of_course]]

    with course.use(course.Course(tmp_path)):
        yield linted
        forget()
    questions_package.package()  # That of the course is in its place again.


def test_a_course_without_a_fault_has_none(small):
    assert small() == []


FAULTS = read_toml(ROOT / "tests" / "data" / "lint.toml")["fault"]
PLACES = ("source/day1_small.py: ", "exercises/day", "exercises/shared", "README.md: ")


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["lines"][0])
def test_a_fault_is_a_line_that_names_the_file_and_the_entry(small, fault):
    said = small(fault["file"], fault.get("old", ""), fault["new"])
    assert len(said) == len(fault["lines"]), said
    for line, part in zip(said, fault["lines"], strict=True):
        assert part in line
        assert line.startswith(PLACES)
        assert "\n" not in line
        assert line.endswith(".")


@pytest.mark.parametrize("name", [ASKED, "all"])
def test_a_folder_that_is_not_there_and_probes_that_are_not_there_are_said(small, tmp_path, name):
    (tmp_path / ASKED).unlink()
    if name == ASKED:
        assert small() == [f"{FOLDER}: there are no probes; write them in probes.py."]
        return
    (tmp_path / FOLDER).rename(tmp_path / "elsewhere")
    assert small() == [f"{FOLDER}: the folder of day1-double is missing; make it, with probes.py."]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("word " * 35, []),
        ("word " * 36, [36]),
        (f"{'word ' * 20}end. {'word ' * 20}", []),
        (f"{'word ' * 20}end; {'word ' * 20}", [41]),
        (f"{'word ' * 20}\n{'word ' * 20}", [40]),
        (f"{'word ' * 20}\n\n{'word ' * 20}", []),
        (f"- {'word ' * 20}\n- {'word ' * 20}", []),
        (f"| {'word ' * 40}|", []),
        (f"`{'word ' * 40}` ends.", []),
        (f"$x {'+ y ' * 40}$ ends.", []),
        (f"{'word ' * 34}[two words](https://example.org/a b)", [36]),
    ],
)
def test_a_sentence_is_counted_in_words_where_code_is_one(text, counts):
    assert [count for _, _, count in prose.long_sentences(enumerate(text.split("\n"), start=1))] == counts


def test_the_command_says_the_lines_and_how_many(small, capsys):
    assert main(["lint", "day1-double"]) == 0
    assert capsys.readouterr().out == "lint: no faults in the course's files\n"
    small(ENTRIES, 'is squared"', 'is squared."')
    assert main(["lint"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"{ENTRIES}: day1-squared: its title ends in a full stop")
    assert said[1] == "lint: 1 fault in the course's files"
    assert main(["prove", "day1-double"]) == 1
    assert main(["lint", "--before-release"]) == 1
    assert main(["lint", "day1-treble"]) == 2
    assert "There is no exercise 'day1-treble'. day1 has: day1-double." in capsys.readouterr().err


def test_a_new_exercise_has_no_fault_and_is_verified(small, tmp_path, capsys):
    assert new_exercise(["day1-one-less"]) == 0
    (left,) = small()
    assert left.startswith("exercises/day1_one_less/checks.json: day1-one-less-turned-round: ")
    capsys.readouterr()
    assert main(["prove", "day1-one-less"]) == 0
    assert capsys.readouterr().out.endswith("day1-one-less: verified\n")
    assert small() == []
    text = (tmp_path / TEXT).read_text("utf-8")
    assert text.index("## 2. One less") < text.index("### Exercise 1.2: one less") < text.index("## Looking back")
    assert "# | 2. One less | {minutes:section 2} | 1.2 one less | {minutes:1.2} | {points:1.2} |\n# | **Total" in text
    assert text.endswith(
        "{points:1.1} points\n# - ☐ **tell** the number before another: exercise 1.2, {points:1.2} points\n"
    )


def written_in(folder):
    """Return the bytes of each file in a folder, except for the bytecode that Python itself keeps there."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path: path.read_bytes() for path in files}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "'' can't be the name of an exercise"),
        ("day1-One", "'day1-One' can't be the name of an exercise"),
        ("../day1-one", "'../day1-one' can't be the name of an exercise"),
        ("day1-one_less", "'day1-one_less' can't be the name of an exercise"),
        ("day1", "'day1' can't be the name of an exercise"),
        ("day9-one-less", "There is no day 'day9-one-less' in this course. There are: day1."),
        ("day1-double", "day1-double is there already: see exercises/day1_double."),
        ("day1-halved", "day1-halved is there already: see exercises/day1_halved."),
        ("day1-double-two", "day1-double-two and day1-double would share the names of their checks"),
        ("day1-lambda", "lambda means something in Python"),
        ("day1-sum", "sum means something in Python"),
        ("day1-math", "day1 uses the name math already"),
    ],
)
def test_a_new_exercise_that_cannot_be_is_refused_in_a_sentence_and_nothing_is_written(
    small, tmp_path, capsys, name, said
):
    (tmp_path / "exercises" / "day1_halved").mkdir()
    before = written_in(tmp_path)
    assert new_exercise([name]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"make exercise: {said}")
    assert line.endswith(".")
    assert written_in(tmp_path) == before


@pytest.mark.exhaustive
def test_a_new_exercise_is_released_and_its_blank_gets_nothing_and_its_solution_all(tmp_path):
    left_out = shutil.ignore_patterns(".*", "__pycache__", "site", "build", "autograded", "submitted", "gradebook.db*")
    shutil.copytree(ROOT, tmp_path / "course", ignore=left_out)
    where = {"cwd": tmp_path / "course", "env": {"PYTHONPATH": str(tmp_path / "course"), "AUTOGRAD_COURSE_ROOT": ""}}
    for command in ("building.new_exercise", "verification prove"):
        ran(sys.executable, "-m", *command.split(), "day1-one-less", **where)
    assert (
        ran(sys.executable, "-m", "verification", "lint", **where).stdout == "lint: no faults in the course's files\n"
    )
    ran(sys.executable, "-m", "building", "day1", **where)
    check = (sys.executable, "-m", "grading", "check", "day1", "--exercise", "1.7")
    assert re.search(r"1\.7 one less +0/1  not attempted", ran(*check, **where).stdout)
    shutil.copy(tmp_path / "course/source/day1/day1_value_class.ipynb", tmp_path / "course/days/day1")
    assert re.search(r"1\.7 one less +1/1  correct", ran(*check, **where).stdout)


@pytest.mark.exhaustive
def test_this_course_has_no_fault_and_the_linter_does_not_wait_for_pytorch():
    code = "import sys; from verification.__main__ import main; sys.exit(main(['lint']) or 'torch' in sys.modules)"
    assert ran(sys.executable, "-c", code).stdout == "lint: no faults in the course's files\n"
