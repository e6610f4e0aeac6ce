# SPDX-License-Identifier: MIT
"""Generated programs: a right program drawn from ``programs.jinja``, most of the time with one fault."""

from __future__ import annotations

import ast
import random
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import jinja2

from exercises.shared.proof.contract import Clause
from judge.asking import folders
from judge.asking.folders import exercises_of
from judge.notebooks import course
from judge.notebooks.course import place
from judge.notebooks.current import kept
from judge.notebooks.schemas import read_toml
from verification.catalogued import checks_of
from verification.generated.faults import KINDS, make_fault, replacing
from verification.mutants import sample_of_cell
from verification.reports import Report
from verification.right_solutions import folder

PROGRAMS, CONTRACT = "programs.jinja", "contract.py"

# One program in six has no fault.
ONE_RIGHT_IN = 6

# Attempts to find a fault that fits a program.
DRAWS = 50


@dataclass(frozen=True)
class Program:
    """A generated answer cell with its number and its fault, in words; "" where it has none."""

    exercise: str
    number: int
    source: str
    kind: str = ""
    fault: str = ""


@kept()
def _environment() -> jinja2.Environment:
    """Return what finds the templates of programs: in the folders of the exercises."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders.root()),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@kept()
def fuzzed(which: str = "") -> tuple[str, ...]:
    """Return the exercises with generated programs: all, those of a day, or the given one."""
    names = exercises_of(which) if which else [name for day in course.assignments() for name in exercises_of(day.name)]
    return tuple(name for name in names if (folder(name) / PROGRAMS).exists())


@kept()
def contract_of(exercise: str) -> tuple[Clause, ...]:
    """Return the contract of an exercise: the clauses that its card states."""
    return import_module(f"{folders.package()}.{folders.folder(exercise).name}.{folders.PROOF}.contract").clauses()


def uncovered(which: str) -> Report:
    """Report each check that no clause covers, of the exercises with generated programs."""
    lines = [
        f'{place(folder(exercise) / CONTRACT)}: {check}: no clause covers the check; write one: Clause("{check}", ...).'
        for exercise in fuzzed(which)
        for check in checks_of(course.assignment(exercise), exercise)
        if all(check != clause.check for clause in contract_of(exercise))
    ]
    return Report("\n".join(lines), not lines)


def right_program(exercise: str, draw: random.Random) -> str:
    """Return a right answer to an exercise, drawn at random."""
    template = _environment().get_template((folder(exercise) / PROGRAMS).relative_to(folders.root()).as_posix())
    return ast.unparse(ast.parse(template.render(pick=lambda *choices: draw.choice(choices))))


def program(exercise: str, number: int) -> Program:
    """Return an exercise's program by its number: always the same one."""
    draw = random.Random(f"{exercise}/{number}")
    source = right_program(exercise, draw)
    if draw.randrange(ONE_RIGHT_IN) == 0:
        return Program(exercise, number, source)
    for _ in range(DRAWS):
        # Half of the faults are small ones, half depend on the program.
        if draw.randrange(2):
            for mutant in sample_of_cell(exercise, source, 1, draw):
                return Program(exercise, number, mutant.source, mutant.kind, mutant.id)
        elif made := make_fault(source, KINDS[kind := draw.choice(sorted(KINDS))], draw):
            return Program(exercise, number, made[0], kind, made[1])
    raise course.CourseError(f"{exercise}: no fault fits program {number}")


def aimed_program(exercise: str, number: int, name: str) -> Program | None:
    """Return a program whose fault is aimed at a general name; None where there is no place for it."""
    draw = random.Random(f"{exercise}/{number}/{name}")
    templates = read_toml(Path(__file__).with_name("aimed.toml"))["fault"]
    made = make_fault(right_program(exercise, draw), replacing(templates[name]), draw)
    return Program(exercise, number, made[0], "aimed at it", made[1]) if made else None
