# SPDX-License-Identifier: MIT
"""What a course says of itself in ``course.toml``: its days, its questions, and what its notebooks import."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from judge.notebooks import course, schemas

FILE = "course.toml"


@dataclass(frozen=True)
class Process:
    """The process in which a notebook of the course runs."""

    packages: tuple[str, ...]  # of the course, which a notebook may import and can read
    hidden: tuple[str, ...]  # of the course, which it can't import
    modules: tuple[str, ...]  # imported before any notebook runs
    # Modules that are imported before, too, where a word stands in a day's code: by that word.
    where_named: Mapping[str, str] = field(default_factory=dict)
    collections: tuple[int, ...] = ()  # the thresholds of Python's garbage collector; its own where there are none


@dataclass(frozen=True)
class About:
    """What a course says of itself."""

    questions: str  # the package that has a folder for each exercise
    process: Process
    pictures: str = ""  # the module that draws what a verdict is about; "" where nothing is drawn
    days: int = 0  # how many days it has, beside those that are one more; 0 where all count


def about() -> About:
    """Return what the course says of itself.

    Raises:
        CourseError: ``course.toml`` is missing, is no TOML, lacks a key, or has one that nobody knows.
    """
    file = course.root() / FILE
    if not file.is_file():
        raise course.CourseError("{file} is missing: it says where a course has its questions.", file=file)
    return _read(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _read(file: Path, changed: int) -> About:
    table = schemas.read_toml(file)
    schemas.COURSE.require(table, course.place(file))
    process = dict(table["process"])
    schemas.PROCESS.require(process, f"{course.place(file)}: [process]")
    lists = {key: tuple(value) if isinstance(value, list) else value for key, value in process.items()}
    return About(**{**table, "process": Process(**lists)})


def package_of_questions() -> Path:
    """Return the folder of the package that has the questions of the course.

    Raises:
        CourseError: No such package can be imported.
    """
    name = about().questions
    try:
        return Path(str(importlib.import_module(name).__file__)).parent
    except ImportError as error:
        raise course.CourseError(
            "{file}: the package of questions {name!r} can't be imported ({error}).", file=FILE, name=name, error=error
        ) from error
