# SPDX-License-Identifier: MIT
"""Each command in a document exists, with its options: it is called with ``--help``, or run dry."""

import importlib.util
import io
import re
import runpy
import shlex
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from functools import cache

import pytest
from support import ROOT, ran

from docs.pictures import ROOMS

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE)
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("[a-z]*/*.md")])
# Those are about other courses: test_second_course.py and test_wall.py do what they say.
PAGES = [page for page in PAGES if page not in (ROOT / "docs" / "judge.md", ROOT / "docs" / "own-course.md")]
# What the course says while it runs, in notebooks and in docstrings.
CODE = [path for folder in ("source", *ROOMS, "benchmarks") for path in (ROOT / folder).rglob("*.py")]
PROGRAMS = ("make", "python", "python3", "pytest", "nbgrader", "conda", "dask")
# Of other programs, or of the system: options and commands that are not the course's to check.
FOREIGN = ("sudo", "systemd-run", "apt", "--host", "--security-opt")
# What a document writes where a reader puts something of their own.
OWN = [("-m", "grading", name) for name in ("check", "lab", "grade", "collect")] + [("-m", "verification", "prove")]
# The folder that a clone makes: the name of the project.
FOLDER = re.search(r'^name = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)[1]
PLACEHOLDERS = {"N": "1", "K": "1", "FILE": "file.md", "FOLDER": "folder", "NOTEBOOK": "a.ipynb", "...": "1"}


def shell_lines(text):
    """Return the command lines of a page's blocks of shell, without their comments."""
    blocks = re.findall(r"^```bash\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line.partition(" #")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


def inline(text):
    """Return the texts in single backticks that look like a command or its options."""
    found = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    starts = rf"(?:\S*[\\/])?(?:{'|'.join(PROGRAMS)}) \.?[\w/-]|--[a-z]|(?:{'|'.join(FOREIGN[:3])}) "
    return [one for one in found if re.match(starts, one)]


def examples(text):
    return [line.split("   ")[0] for line in re.findall(r"^ {4}(python -m .+)$", text, re.MULTILINE)]


@cache
def documented():
    """Return every command with the pages that name it."""
    found = {}
    for page in PAGES:
        text = page.read_text("utf-8")
        for command in [*shell_lines(text), *inline(text)]:
            found.setdefault(command, set()).add(page.relative_to(ROOT).as_posix())
    for page in CODE:
        text = page.read_text("utf-8")
        for command in [*(one for one in inline(text) if not one.startswith("-")), *examples(text)]:
            found.setdefault(re.sub(r"\{[^}]*\}", "1", command), set()).add(page.relative_to(ROOT).as_posix())
    return found


def checked(command):
    """Raise an AssertionError where a command names what does not exist."""
    words = [PLACEHOLDERS.get(word, word) for word in shlex.split(command.replace("\\", "/"))]
    if words[0] in FOREIGN:
        words = words[words.index("make") :] if "make" in words else []
    if not words:
        return
    program, rest = words[0].rpartition("/")[2], words[1:]
    if program.startswith("--"):
        assert any(program in help_of(one) for one in OWN), f"no command of the course has {program}"
    elif program == "make":
        assert rest[0] in TARGETS, f"the Makefile has no target {rest[0]!r}"
        for name in (word.partition("=")[0] for word in rest[1:]):
            assert re.search(rf"\$\({name}\)|^ifdef {name}$", MAKEFILE, re.MULTILINE), f"the Makefile uses no {name}"
    elif program in ("python", "python3"):
        called(*rest)
    elif program == "pytest":
        path = ROOT / rest[0]
        assert path.is_file() or path.is_dir(), rest[0]
        if "-k" in rest and re.fullmatch(r"[a-z_]{5,}", rest[rest.index("-k") + 1]):
            assert rest[rest.index("-k") + 1] in path.read_text("utf-8"), command
        own = (ROOT / "tests/conftest.py").read_text("utf-8")
        assert all(f'"{word}"' in own for word in rest if word.startswith("--")), command
    elif program == "nbgrader":
        from nbgrader.apps.nbgraderapp import NbGraderApp

        assert rest[0] in NbGraderApp.subcommands, command
    elif program == "conda":
        given = (ROOT / "environment.yml").read_text("utf-8")
        ours = (["env", "create", "-f", "environment.yml"], ["activate", re.search(r"name: (\S+)", given)[1]])
        assert rest[0] == "install" or rest in ours, command
    elif program == "export":
        assert f"export {rest[0].partition('=')[0]}\n" in MAKEFILE, command
    elif program == "git":
        assert [rest[0], *rest[1].split("/")[-1:]] == ["clone", FOLDER], command
    elif program == "cd":
        assert rest == [FOLDER], command
    elif program == "dask":
        # `make test-extras` installs it.
        if importlib.util.find_spec("distributed"):
            called("-m", "dask", *rest)
    else:
        pytest.fail(f"No test knows the command {command!r}.")


def called(*words):
    if words[:2] == ("-m", "pip"):
        extras = re.findall(r"\.\[([a-z,]+)\]", " ".join(words))
        known = re.findall(r"^([a-z]+) = \[", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
        assert set(",".join(extras).split(",")) - {""} <= set(known), words
        return
    if words[0] != "-m":
        starts(words[0])
    text = help_of(words)
    for option in (word.partition("=")[0] for word in words[2 if words[0] == "-m" else 1 :] if word.startswith("--")):
        assert re.search(rf"{option}\b", text), f"{' '.join(words)}: its help has no {option}"


@cache
def starts(program):
    """Start a file as a reader does: files beside it must not shadow its imports, as they can't those of ``-m``."""
    ran(sys.executable, program, "--help", timeout=60)


@cache
def help_of(words):
    """Return the help of a command, called in this process. A wrong value stops it before the help."""
    module = words[0] == "-m"
    for name in ("grading.__main__", "building.__main__", "verification.__main__"):
        sys.modules.pop(name, None)
    program, rest = words[1 if module else 0], words[2 if module else 1 :]
    printed = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(printed), redirect_stderr(printed):
        patch.setattr(sys, "argv", [program, *rest, "--help"])
        with pytest.raises(SystemExit) as left:
            (runpy.run_module if module else runpy.run_path)(program, run_name="__main__")
    assert not left.value.code, printed.getvalue()
    return printed.getvalue()


@pytest.mark.parametrize("command", sorted(documented()))
def test_a_documented_command_exists_with_its_options(command):
    print(", ".join(sorted(documented()[command])))
    checked(command)


@pytest.mark.parametrize("target", TARGETS)
def test_what_a_target_of_the_makefile_calls_exists(target):
    """All variables are given, so that each option of the recipe is in what make would run."""
    given = [f"{name}=1" for name in re.findall(r"\$\(if \$\((\w+)\)", MAKEFILE)]
    done = ran("make", "-n", "--no-print-directory", target, *given, "DAY=1", "EXERCISE=day1", "TIMES=named")
    for line in done.stdout.replace("\\\n", " ").splitlines():
        words = shlex.split(line)
        if words and words[0].endswith("/python") and words[1:3] != ["-m", "pytest"]:
            called(*words[1:])


@pytest.mark.parametrize(
    "command",
    ["make lba", "make lab PROT=8899", "make grade DAY=1 SHEDULER=x", "python -m grading chek day1",
     "python -m grading check day1 --exercises 1.1", "python -m grading collect day1 --times all",
     "python -m benchmarks.grading class", "python -m benchmarks.classes klass", "python benchmarks/engines.py",
     "python benchmarks/watching.py --run 10:6", "python -m gradtool", "python install.py --torches cpu",
     "--seedling 7", "pytest tests/test_batch.py -k no_such_test", "pytest tests/test_none.py",
     "nbgrader autograding day1", "conda activate another", "export GRADES=x", "run me",
     "cd autograd", "git clone https://github.com/OWNER/autograd",
     '.venv/bin/python -m pip install --editable ".[cluter]"', "systemd-run --user make grades"],
)  # fmt: skip
def test_a_command_that_does_not_exist_is_found(command):
    with pytest.raises((AssertionError, ImportError, pytest.fail.Exception)):
        checked(command)


def test_commands_are_found_in_blocks_and_in_a_line():
    text = "Run `make lab` or\n\n```bash\nmake test   # all\n```\n\nor `--seed 7`, and `making` is none.\n"
    assert shell_lines(text) == ["make test"]
    assert inline(text) == ["make lab", "--seed 7"]
    pages = Counter(page for pages in documented().values() for page in pages)
    for page in ("README.md", "CONTRIBUTING.md", "docs/instructors.md", "benchmarks/README.md", "source/start_here.py"):
        assert pages[page], page
