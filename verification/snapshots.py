# SPDX-License-Identifier: MIT
"""Pages of what a learner reads for each catalogued mistake, and how they differ between two states of the course.

They are built, and not tracked: 2,500 verdicts say little to whoever reads all of them, and much where they change.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from judge.notebooks import course
from judge.notebooks.writing import replace_file
from judge.verdicts import render
from judge.verdicts.catalogue import Misconception
from judge.verdicts.verdict import CORRECT, Verdict
from verification.catalogued import SEED, judged_catalogue
from verification.kept import python_version
from verification.limited import WORKERS

# Writes the page of a day, in the folder of another state of the course: it has to be a program that any state knows.
PROGRAM = """
import sys
from judge.notebooks import course
from verification import snapshots
sys.stdout.buffer.write(snapshots.page(course.assignment(sys.argv[1])).encode())
"""
# How many states have their pages kept.
MOST_KEPT = 20


def page(day: course.Assignment) -> str:
    """Return the page: the message on each catalogued mistake of a day, for each check that it fails."""
    head = [
        f"# Verdicts of {day.name}",
        "",
        f"What a learner reads for each catalogued mistake, with the inputs of seed {SEED}.",
    ]
    sections = [_section(entry, verdicts) for entry, verdicts in judged_catalogue(day, SEED)]
    return "\n\n".join(["\n".join(head), *sections]) + "\n"


def _section(entry: Misconception, verdicts: Mapping[str, Verdict]) -> str:
    lines = [f"## {entry.id}", "", f"{entry.title}."]
    checks_by_message: dict[str, list[str]] = {}
    for check, verdict in verdicts.items():
        if verdict.outcome != CORRECT:
            checks_by_message.setdefault(render.message(verdict).text(), []).append(check)
    for message, checks in checks_by_message.items():
        lines += ["", f"- {', '.join(checks)}", *(f"  > {line}" for line in message.split("\n"))]
    return "\n".join(lines)


def show(days: Sequence[course.Assignment], base: str) -> None:
    """Print how the pages of some days differ between a commit and the files as they are now.

    Raises:
        CourseError: There is no such commit, or no page could be built of it.
    """
    before, now = _tree_of(base), _tree_now()
    folders = [_built(tree, days) for tree in (before, now)]
    names = [folder.relative_to(course.root()).as_posix() for folder in folders]
    print(f"{base}: {names[0]}\nnow: {names[1]}", flush=True)
    command = ["git", "--no-pager", "diff", "--no-index"]
    pages = [[f"{name}/{_name(day)}" for name in names] for day in days]
    if not any([subprocess.run([*command, *pair], cwd=course.root(), check=False).returncode for pair in pages]):
        print("No verdict differs.")


def _tree_of(commit: str) -> str:
    """Return the name that git has for the files of a commit."""
    return _git("rev-parse", "--verify", "--quiet", f"{commit}^{{tree}}", reason=f"There is no commit {commit!r}.")


def _tree_now() -> str:
    """Return the name that git gives to the files as they are now, without what it ignores; its index stays."""
    index = Path(_git("rev-parse", "--path-format=absolute", "--git-path", "index"))
    with tempfile.TemporaryDirectory() as folder:
        # With its time, by which git knows that a file may have changed in the same moment.
        own = shutil.copy2(index, folder)
        environment = {**os.environ, "GIT_INDEX_FILE": own}
        _git("add", "--all", environment=environment)
        return _git("write-tree", environment=environment)


def _git(*words: str, reason: str = "", environment: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(
        ["git", *words], cwd=course.root(), env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise course.CourseError(reason or f"git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def _name(day: course.Assignment) -> str:
    return f"verdicts_{day.name}.md"


def _built(tree: str, days: Sequence[course.Assignment]) -> Path:
    """Return the folder with the pages of some files, which are built where they are missing."""
    kept = course.root() / "build" / "snapshots"
    folder = kept / f"{tree[:12]}-python{python_version()}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for old in sorted(kept.iterdir(), key=lambda one: -one.stat().st_mtime)[MOST_KEPT:]:
        shutil.rmtree(old)
    missing = [day for day in days if not (folder / _name(day)).exists()]
    if missing:
        with tempfile.TemporaryDirectory() as copy:
            _unpack(tree, Path(copy))
            _build(Path(copy), missing, folder)
    return folder


def _unpack(tree: str, into: Path) -> None:
    """Write all files of a tree into a folder."""
    packed = subprocess.run(
        ["git", "archive", "--format=zip", tree], cwd=course.root(), capture_output=True, check=True
    )
    with zipfile.ZipFile(io.BytesIO(packed.stdout)) as files:
        files.extractall(into)


def _build(copy: Path, days: Sequence[course.Assignment], into: Path) -> None:
    """Write the pages of some days from a copy of the course, with this Python."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "AUTOGRAD_COURSE_ROOT": str(copy)}

    def build(day: course.Assignment) -> None:
        command = [sys.executable, "-c", PROGRAM, day.name]
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False)
        if done.returncode:
            said = done.stderr.decode().strip().splitlines()
            raise course.CourseError(f"{day.name}: no page could be built. {said[-1] if said else ''}".strip())
        replace_file(into / _name(day), done.stdout)

    with ThreadPoolExecutor(WORKERS) as workers:
        list(workers.map(build, days))
