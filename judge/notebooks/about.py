# SPDX-License-Identifier: MIT
"""What a course says of itself in ``course.toml``: its assignments, its questions, what its notebooks import."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import language
from judge.notebooks import schemas
from judge.notebooks.current import FILE, current, kept, last_changed
from judge.notebooks.faults import CourseError, place
from language import ENGLISH


@dataclass(frozen=True)
class Process:
    """The process in which a notebook of the course runs."""

    packages: tuple[str, ...] = ()  # of the course, which a notebook may import and can read
    hidden: tuple[str, ...] = ()  # of the course, which it can't import
    modules: tuple[str, ...] = ("IPython",)  # imported before any notebook runs
    # Modules that are imported before, too, where a word stands in an assignment's code: by that word.
    where_named: Mapping[str, str] = field(default_factory=dict)
    collections: tuple[int, ...] = ()  # the thresholds of Python's garbage collector; its own where there are none


@dataclass(frozen=True)
class Sentences:
    """What sentences to a reader say of the course."""

    # How an assignment is called, such as ``Day {number}``; "" where it is called by its name.
    assignment: str = ""
    after_all: str = ""  # the section of the last assignment that says what comes after it
    after_extra: str = ""  # that of an extra one
    # The program of its other commands: ``make``, where they are targets with a ``DAY``.
    commands: str = "python -m grading"
    build: str = "python -m judge build"  # the command that builds its notebooks
    release: str = "nbgrader generate_assignment {name}"  # the one that releases an assignment
    prove: str = "python -m judge build"  # the one that computes which checks a mistake of an ``{exercise}`` fails


@dataclass(frozen=True)
class About:
    """What a course says of itself."""

    questions: str  # the package that has a folder for each exercise
    process: Process = Process()
    sentences: Sentences = Sentences()
    assignments: tuple[str, ...] = ()  # their names, in order; none where each file of ``source/`` is one
    extra: tuple[str, ...] = ()  # those of them that are one more, for those who want it
    pictures: str = ""  # the module that draws what a verdict is about; "" where nothing is drawn
    # The module that says what the grader does for its notebooks beside verdicts; "" where that is nothing.
    beside: str = ""
    language: str = ENGLISH  # in which its notebooks are written, where their metadata name no other


def about() -> About:
    """Return what the current course says of itself.

    Raises:
        CourseError: ``course.toml`` is missing, is no TOML, lacks a key, or has one that nobody knows.
    """
    return _read(stamp())


def language_of(metadata: Mapping[str, Any]) -> str:
    """Return the language that a notebook's metadata name, there or not; else that of the course.

    Raises:
        CourseError: ``course.toml`` can't be read.
    """
    return language.of(metadata, about().language)


def stamp() -> int:
    """Return when ``course.toml`` was last changed, by which caches know whether they still hold.

    Raises:
        CourseError: It is missing.
    """
    file = f"{current().root}/{FILE}"
    try:
        return last_changed(file)
    except OSError:
        raise CourseError("{file} is missing: it says where a course has its questions.", file=file) from None


@kept(most=2)
def _read(changed: int) -> About:
    file = current().root / FILE
    table, shown = schemas.read_toml(file), place(file)
    schemas.COURSE.require(table, shown)
    parts = {"process": (schemas.PROCESS, Process), "sentences": (schemas.SENTENCES, Sentences)}
    for key, (schema, made) in parts.items():
        if key in table:
            schema.require(table[key], f"{shown}: [{key}]")
            table[key] = made(**_without_lists(table[key]))
    return About(**_without_lists(table))


def _without_lists(table: Mapping[str, object]) -> dict[str, object]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
