# SPDX-License-Identifier: MIT
"""Pack ``gradtools`` and the grader of some days as a wheel for a browser's kernel.

The grader holds the solutions. It is compressed into one file, which the kernel unpacks at the first ``check()``.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import nbformat

import language
from companion.browser import PACKED
from judge.asking.folders import PROOF
from judge.notebooks import about, course, master

NAME, VERSION = "autograd_course", "1"
STAND_INS = Path(__file__).with_name("stand_ins")
# What a browser needs in place of a file of the grader, or of a package that has no wheel for it.
REPLACED = {
    "judge/run/confined/client.py": STAND_INS / "client.py",
    "jupytext.py": STAND_INS / "jupytext.py",
    "nh3.py": STAND_INS / "nh3.py",
}
# What stands in the kernel's own place for packages, since a day's cells import them.
FOR_CELLS = ("cycler.py", "matplotlib/__init__.py", "numpy.py", "torch.py")
LEFT_OUT = re.compile(r"grading/nbgrader_plugins|judge/run/confined/(?:groups|linux|server)|exercises/day\d")

# The module that answers in a browser what `python -m grading serve` answers elsewhere.
GRADER = "grading.serve"


def course_wheel(folder: Path, days: list[course.Day], more: Mapping[Path, str]) -> Path:
    """Write the wheel of the course, with ``more`` files by their paths, into a folder, and return its path."""
    root = course.root()
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in _of_gradtools(root, days)}
    files |= {path.relative_to(root).as_posix(): text.encode() for path, text in more.items()}
    files |= {name: (STAND_INS / name).read_bytes() for name in FOR_CELLS}
    packed = json.dumps({"grader": GRADER, "files": _grader(root, days)})
    files[PACKED.relative_to(root).as_posix()] = zlib.compress(packed.encode(), 9)
    return write_wheel(folder, NAME, files)


def write_wheel(folder: Path, name: str, files: dict[str, bytes]) -> Path:
    """Write a wheel with some files, which may be none, into a folder."""
    about = f"{name}-{VERSION}.dist-info"
    files[f"{about}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {VERSION}\n".encode()
    files[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{about}/RECORD"] = "".join(f"{path},{_digest(data)},{len(data)}\n" for path, data in files.items()).encode()
    wheel = folder / f"{name}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED)
    return wheel


def _digest(data: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def _of_gradtools(root: Path, days: list[course.Day]) -> Iterator[Path]:
    """Yield the files of what a notebook imports, and what it and the grader read of the languages."""
    for name in about.about().process.packages:
        yield from (path for path in (root / name).rglob("*") if path.suffix in (".py", ".js", ".css"))
    for name in language.known():
        yield from (language.folder() / name).glob("*.mo")
        for day in days:
            yield from (language.folder() / name / "source" / day.name).glob("*.ipynb")


def _grader(root: Path, days: list[course.Day]) -> dict[str, str]:
    """Return the files of the grader by their paths, as texts."""
    packages = [about.FILE, *(f"{name}/**/*" for name in ("judge", "exercises", "grading"))]
    paths = [path for name in packages for path in root.glob(name) if path.suffix in (".py", ".toml", ".json")]
    wanted = tuple(f"exercises/{day.name}_" for day in days)
    names = {path.relative_to(root).as_posix(): path for path in paths if PROOF not in path.parts}
    kept = {name: path for name, path in names.items() if name.startswith(wanted) or not LEFT_OUT.match(name)}
    texts = {name: path.read_text("utf-8") for name, path in {**kept, **REPLACED}.items()}
    for day in days:
        cells = [nbformat.from_dict({**cell, "metadata": cell["header"]}) for cell in master.read(day.master)]
        for cell in cells:
            del cell["header"]
        texts[day.master.relative_to(root).as_posix()] = nbformat.writes(nbformat.v4.new_notebook(cells=cells))
        texts[day.source_notebook.relative_to(root).as_posix()] = day.source_notebook.read_text("utf-8")
    return {**texts, "judge/run/confined/linux.py": ""}
