# SPDX-License-Identifier: MIT
"""What is made of a language's PO files: catalogues that are read fast, and the notebooks with their texts translated.

Whoever reads one of these lets it be made where it is missing or older than what it is made of; nobody has to run
anything first. ``python -m building.editions`` makes it, in a process of its own, since that takes more than a reader
should load. Where there is no ``building``, as in a browser, what is there is taken as it is.
"""

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Where it stands if the folder of the languages can't be written; and that this process is the one that makes it.
PLACE, MAKING = "AUTOGRAD_COMPILED", "AUTOGRAD_COMPILING"
# Below the folder of a language, the notebooks that the grader reads.
NOTEBOOKS = "source"


def current(locale: Path, language: str, name: str = "") -> Path:
    """Return the path of a catalogue, such as ``days.mo``, or of a notebook below ``NOTEBOOKS``; it is made if need be.

    Without a name it is the folder with all catalogues. Where it can't be made the path may lead to what is older, or
    nowhere.
    """
    places = [locale, *([Path(os.environ[PLACE])] if os.environ.get(PLACE) else [])]
    changed = made_of(locale, language)
    for place in places:
        if not _is_old(locale, place / language, name, changed):
            return place / language / name
    if os.environ.get(MAKING):
        return place_of(locale) / language / name
    return _made(locale, language, changed) / language / name


def place_of(locale: Path) -> Path:
    """Return where a process that makes it writes it."""
    return Path(os.environ.get(PLACE) or locale) if os.environ.get(MAKING) else locale


def made_of(locale: Path, language: str) -> float:
    """Return when the newest of what a language is made of was changed: its PO files, and the text masters."""
    return max((path.stat().st_mtime for path in [*_translations(locale, language), *_masters(locale)]), default=0)


def _translations(locale: Path, language: str) -> list[Path]:
    return sorted((locale / language).glob("*.po"))


def _masters(locale: Path) -> list[Path]:
    return sorted((locale.parent / "source").glob("*.py"))


def _is_old(locale: Path, place: Path, name: str, changed: float) -> bool:
    """Tell whether something is missing or older than what it is made of."""
    translations = [path.with_suffix(".mo").name for path in _translations(locale, place.name)]
    if not translations or not (name in ("", *translations) or name.startswith(f"{NOTEBOOKS}/")):
        return False  # There is nothing to make it of.
    try:
        return any((place / one).stat().st_mtime < changed for one in ([name] if name else translations))
    except OSError:
        return True


@functools.cache
def _made(locale: Path, language: str, changed: float) -> Path:
    """Make all of a language, once for each change of what it is made of, and return the folder where it is."""
    if not (ROOT / "building").is_dir():
        return locale
    try:
        place = locale if _is_writable(locale / language) else _own_place()
        variables = {**os.environ, MAKING: "1", PLACE: str(place), "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", "building.editions", language]
        done = subprocess.run(command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, check=False)
    except OSError:  # This process may start no other, or write nowhere.
        return locale
    return locale if done.returncode else place


def _is_writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _own_place() -> Path:
    """Return a folder for what this process and those that it starts read; it is gone when this process ends."""
    place, maker = tempfile.mkdtemp(prefix="autograd-"), os.getpid()
    os.environ[PLACE] = place
    atexit.register(lambda: shutil.rmtree(place, ignore_errors=True) if os.getpid() == maker else None)
    return Path(place)
