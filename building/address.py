# SPDX-License-Identifier: MIT
"""Where the course is to be had: written in pyproject.toml, and by `make release` wherever a reader needs it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from judge.notebooks import course
from judge.notebooks.writing import replace_file

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

# For each file, the lines with the address, and how they are written. The other languages' pages follow README.md.
PLACES = {
    "README.md": (re.compile(r"^git clone .*\ncd .*$", re.MULTILINE), "git clone {address}\ncd {folder}"),
    "CITATION.cff": (re.compile(r"^repository-code: .*$", re.MULTILINE), 'repository-code: "{address}"'),
}


def repository(root: Path) -> str:
    """Return the address of the repository, which stands in ``[project.urls]`` of pyproject.toml and nowhere else."""
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Repository"])


def lines_to_clone(root: Path) -> str:
    """Return the two commands that bring the course onto a computer, and lead into its folder."""
    return _lines(PLACES["README.md"][1], repository(root))


def _lines(template: str, address: str) -> str:
    return template.format(address=address, folder=address.rstrip("/").rpartition("/")[2].removesuffix(".git"))


def write(root: Path) -> list[Path]:
    """Write the address into each file of the course that names it, and return those that changed.

    Raises:
        CourseError: A file has no place for it, or several.
    """
    changed = []
    for name, (pattern, template) in PLACES.items():
        path = root / name
        if not path.exists() or not (root / "pyproject.toml").exists():
            continue  # A copy of only the days.
        before = path.read_text("utf-8")
        lines = _lines(template, repository(root))
        after, count = pattern.subn(lambda _, lines=lines: lines, before)
        if count != 1:
            raise course.CourseError(f"{name}: the address of the course stands in it {count} times, not once.")
        if after != before:
            replace_file(path, after.encode())
            changed.append(path)
    return changed
