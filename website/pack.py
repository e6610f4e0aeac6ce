# SPDX-License-Identifier: MIT
"""Pack what a browser's kernel imports: other people's packages, ``gradtools``, and the grader of some days.

The grader holds the solutions. It is compressed into one file, which the kernel unpacks at the first ``check()``.
"""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import nbformat

import language
from companion import finished
from companion.browser import PACKED
from judge.asking.folders import PROOF
from judge.notebooks import course, master
from judge.notebooks.about import about
from judge.notebooks.current import FILE
from judge.run.words import LANGUAGE
from language import compiled

STAND_INS = Path(__file__).with_name("stand_ins")
# What a browser needs in place of a file of the grader, or of a package that has no wheel for it.
REPLACED = {
    "judge/run/confined/client.py": STAND_INS / "client.py",
    "jupytext.py": STAND_INS / "jupytext.py",
    "nh3.py": STAND_INS / "nh3.py",
}
# What stands in the kernel's own place for packages, since a day's cells import them.
DRAWS = tuple(f"matplotlib/{path.name}" for path in sorted((STAND_INS / "matplotlib").glob("*.py")))
FOR_CELLS = ("cycler.py", *DRAWS, "numpy.py", "torch.py")
# The line by which questions of Day 4 ask for NumPy, and the one by which they get what stands for it.
NEEDS_ARRAYS, HAS_ARRAYS = "\nimport numpy\n", "\nimport arrays_in_browser as numpy\n"
# The package that opens files of its own, so that it is unpacked; all others are imported from an archive.
UNPACKED = "nbformat"
# What a browser needs in place of a file of another's package.
REPLACED_IN_PACKAGES = {
    "piplite/piplite.py": STAND_INS / "piplite.py",
    "IPython/terminal/embed.py": STAND_INS / "embed.py",
}
# What of a package nobody needs in a browser: among it the lexers of some hundred languages, though not of Python's.
LEFT_OUT_OF_PACKAGES = re.compile(
    r"(?:^|/)tests?/|\.data/|/RECORD$|/sboms/|\.(?:js|map|css|pyi|c)$"
    r"|^pygments/lexers/(?!(?:__init__|_mapping|console|data|diff|html|markup|python|shell|special|text)\.py$)"
)
LEFT_OUT = re.compile(r"grading/by_nbgrader|judge/run/confined/(?:groups|linux|server)|exercises/day\d")

# What the judge of the front page is made of: its rooms, and the days whose exercises it knows.
OF_TRIES = ("language", "reading", "gradtools", "judge", "exercises", "companion")
DAYS_OF_JUDGE = (1, 2, 3)

# The module that answers in a browser what `python -m grading serve` answers elsewhere.
GRADER = "grading.serve"


def write_kernel(folder: Path, wheels: Iterable[Path], days: list[course.Assignment], more: Mapping[Path, str]) -> None:
    """Write the archives that a kernel begins with into a folder.

    Of the wheels it imports from ``packages.zip``. What opens its own files is in ``unpacked.zip``: that is the course,
    too, with ``more`` files by their paths.

    Raises:
        CourseError: No wheel has a file that is to be replaced.
    """
    packages, unpacked = {}, _course(days, more)
    for wheel in wheels:
        files = unpacked if wheel.name.startswith(f"{UNPACKED}-") else packages
        with zipfile.ZipFile(wheel) as archive:
            names = [name for name in archive.namelist() if not LEFT_OUT_OF_PACKAGES.search(name)]
            files.update((name, archive.read(name)) for name in names)
    for name, path in REPLACED_IN_PACKAGES.items():
        if name not in packages:
            raise course.CourseError(f"No package for the browser has {name}, in place of which {path.name} is packed.")
        packages[name] = path.read_bytes()
    _write_zip(folder / "packages.zip", packages)
    _write_zip(folder / "unpacked.zip", unpacked)


def _course(days: list[course.Assignment], more: Mapping[Path, str]) -> dict[str, bytes]:
    """Return the files of the course by their paths: what a notebook imports, and the grader, compressed."""
    root = course.root()
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in _of_notebooks(root)} | dict(
        _of_languages(days)
    )
    files |= {path.relative_to(root).as_posix(): text.encode() for path, text in more.items()}
    files |= {name: (STAND_INS / name).read_bytes() for name in FOR_CELLS}
    packed = json.dumps({"grader": GRADER, "files": _grader(root, days)})
    files[PACKED.relative_to(root).as_posix()] = zlib.compress(packed.encode(), 9)
    return files


def write_archive(path: Path, places: Mapping[str, str]) -> None:
    """Write what judges a class in the front page, in the language of this process, with the places of sections."""
    root, spoken = course.root(), LANGUAGE.get()
    days = [course.assignment(day) for day in DAYS_OF_JUDGE]
    left_out = re.compile(rf"{LEFT_OUT.pattern}|judge/authoring")
    rooms = [path for room in OF_TRIES for path in (root / room).rglob("*") if path.suffix in (".py", ".toml", ".json")]
    names = {path.relative_to(root).as_posix(): path for path in rooms if PROOF not in path.relative_to(root).parts}
    wanted = tuple(f"exercises/{day.name}_" for day in days)
    files = {
        name: path.read_bytes() for name, path in names.items() if name.startswith(wanted) or not left_out.match(name)
    }
    files |= {name: (STAND_INS / name).read_bytes() for name in (*FOR_CELLS, "jupytext.py")}
    for name in (FILE, "website/__init__.py", "website/first_try.py", "website/first_try_here.py"):
        files[name] = (root / name).read_bytes()
    files["website/places.json"] = json.dumps(places).encode()
    files |= {day.master.relative_to(root).as_posix(): _master(day).encode() for day in days}
    for texts in sorted((language.folder() / spoken).glob("*.po")) if spoken != language.ENGLISH else ():
        compiled_texts = compiled.current(language.folder(), spoken, f"{texts.stem}.mo")
        files[f"locale/{spoken}/{compiled_texts.name}"] = compiled_texts.read_bytes()
    _write_zip(path, files)


def _write_zip(path: Path, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def _of_notebooks(root: Path) -> Iterator[Path]:
    """Yield the files of what a notebook imports."""
    for name in about().process.packages:
        yield from (path for path in (root / name).rglob("*") if path.suffix in (".py", ".js", ".css", ".jinja"))


def _of_languages(days: list[course.Assignment]) -> Iterator[tuple[str, bytes]]:
    """Yield the path in the wheel and the bytes of what ``gradtools`` and the grader read of each language."""
    for name in language.known():
        for texts in sorted((language.folder() / name).glob("*.po")):
            path = compiled.current(language.folder(), name, f"{texts.stem}.mo")
            yield f"locale/{name}/{path.name}", path.read_bytes()
        for day in days:
            place = f"{compiled.NOTEBOOKS}/{day.name}/{day.stem}.ipynb"
            yield f"locale/{name}/{place}", language.notebook(name, f"{day.name}/{day.stem}.ipynb").read_bytes()


def _grader(root: Path, days: list[course.Assignment]) -> dict[str, str]:
    """Return the files of the grader by their paths, as texts."""
    packages = [FILE, *(f"{name}/**/*" for name in ("judge", "exercises", "grading"))]
    paths = [path for name in packages for path in root.glob(name) if path.suffix in (".py", ".toml", ".json")]
    wanted = tuple(f"exercises/{day.name}_" for day in days)
    names = {path.relative_to(root).as_posix(): path for path in paths if PROOF not in path.relative_to(root).parts}
    kept = {name: path for name, path in names.items() if name.startswith(wanted) or not LEFT_OUT.match(name)}
    texts = {name: path.read_text("utf-8") for name, path in {**kept, **REPLACED}.items()}
    texts = {name: text.replace(NEEDS_ARRAYS, HAS_ARRAYS) for name, text in texts.items()}
    texts["arrays_in_browser.py"] = (STAND_INS / "arrays.py").read_text("utf-8")
    for day in days:
        texts[day.master.relative_to(root).as_posix()] = _master(day)
        texts[day.source_notebook.relative_to(root).as_posix()] = day.source_notebook.read_text("utf-8")
    return {**texts, **_finished_engine(root), "judge/run/confined/linux.py": ""}


def _master(day: course.Assignment) -> str:
    """Return the cells of a text master as the stand-in for jupytext reads them."""
    cells = [{**cell, "metadata": cell["header"]} for cell in master.read(day.master)]
    for cell in cells:
        del cell["header"]
    return json.dumps({"cells": cells})


def _finished_engine(root: Path) -> dict[str, str]:
    """Return Day 5's notebook with the cells that define the finished engine alone, by its path."""
    path = course.assignment(5).source_notebook
    notebook = nbformat.read(path, as_version=4)
    cells = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") in finished.CELLS]
    kept = nbformat.v4.new_notebook(cells=[nbformat.from_dict({**cell, "outputs": []}) for cell in cells])
    return {path.relative_to(root).as_posix(): nbformat.writes(kept)}
