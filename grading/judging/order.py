# SPDX-License-Identifier: MIT
"""In which order cells are run and checks are asked.

What checks ask is asked in a copy of the notebook's process, and a copy costs more than most questions do. Checks that
stand beside each other share one. So do checks with an answer cell between them that can make no difference to those
before it: it gives new names to plain data or to functions, runs nothing, and no question of theirs knows the names.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from grading.exercises.shared import folders
from grading.judging.needed import names_of
from grading.notebooks.cells import grade_id, is_grade

__all__ = ["groups", "new_names"]

# What exercises share and no question calls: it reads the catalogue, and names what stands there.
NEVER_ASK = ("folders.py", "schemas.py")


def groups(cells: list[Any], places: Iterable[int]) -> Iterator[list[int]]:
    """Yield the places of a notebook's cells as they are to be run: a cell by itself, and checks that share a copy.

    Args:
        cells: The notebook's cells.
        places: Of those that are to run, in order.
    """
    waiting: list[int] = []
    known = set(vars(builtins))
    for place in places:
        cell = cells[place]
        if is_grade(cell):
            waiting.append(place)
        elif waiting and not _makes_no_difference(cell, known, [str(grade_id(cells[each])) for each in waiting]):
            yield waiting
            waiting = []
        known.update(*names_of(cell))
        if not is_grade(cell):
            yield [place]
    if waiting:
        yield waiting


def _makes_no_difference(cell: Any, known: set[str], checks: list[str]) -> bool:
    names = new_names(cell.source)
    return names is not None and not names & known and not any(names & _spelled(check) for check in checks)


@lru_cache(maxsize=4096)
def new_names(source: str) -> frozenset[str] | None:
    """Return the names that a cell gives to plain data and to functions, where it does nothing else.

    Returns:
        The names; None for a cell that does more, or that Python can't read.
    """
    try:
        return _new_names(ast.parse(source).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _new_names(body: list[ast.stmt]) -> frozenset[str] | None:
    names: set[str] = set()
    for statement in body:
        if isinstance(statement, ast.Assign) and _is_plain(statement.value):
            if not all(isinstance(target, ast.Name) for target in statement.targets):
                return None
            names |= {target.id for target in statement.targets if isinstance(target, ast.Name)}
        elif isinstance(statement, ast.FunctionDef) and _only_defines(statement):
            names.add(statement.name)
        elif not isinstance(statement, ast.Pass) and not (
            isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        ):
            return None
    return frozenset(names)


def _only_defines(function: ast.FunctionDef) -> bool:
    """Tell whether a function's definition runs nothing: what is computed then are defaults, types and decorators."""
    taken = function.args
    every = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs, *filter(None, (taken.vararg, taken.kwarg))]
    typed = [function.returns, *(one.annotation for one in every)]
    defaults = [*taken.defaults, *filter(None, taken.kw_defaults)]
    return not function.decorator_list and not any(typed) and all(map(_is_plain, defaults))


def _is_plain(value: ast.expr) -> bool:
    """Tell whether an expression is written-out data: numbers, texts, and lists and dictionaries of such."""
    if isinstance(value, (ast.List, ast.Tuple, ast.Set)):
        return all(map(_is_plain, value.elts))
    if isinstance(value, ast.Dict):
        return None not in value.keys and all(_is_plain(part) for part in (*filter(None, value.keys), *value.values))
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right) and isinstance(value.op, (ast.Add, ast.Sub, ast.Mult))
    return isinstance(value, ast.Constant) or _is_number(value)


def _is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.op, (ast.USub, ast.UAdd)) and _is_number(value.operand)
    if isinstance(value, ast.BinOp):
        return _is_plain(value)
    return isinstance(value, ast.Constant) and isinstance(value.value, (int, float))


@lru_cache(maxsize=1024)
def _spelled(check: str) -> frozenset[str]:
    """Return all texts and names that stand in the questions of a check's exercise, and in what exercises share."""
    return _spelled_in(folders.exercise_of(check)) | _spelled_in("")


@lru_cache(maxsize=256)
def _spelled_in(exercise: str) -> frozenset[str]:
    if exercise:
        folder = folders.folder(exercise)
        files = [*folder.glob("probes.py"), *folder.glob("probes/*.py"), *folder.glob("right*.py")]
    else:
        files = [file for file in Path(folders.__file__).parent.glob("*.py") if file.name not in NEVER_ASK]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(texts | {keyword.arg for keyword in nodes if isinstance(keyword, ast.keyword) and keyword.arg})
