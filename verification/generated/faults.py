# SPDX-License-Identifier: MIT
"""Slips that depend on the program: another name of the same function, a term twice, lines in another order.

:mod:`verification.mutants` knows the small changes of an expression or a statement. These are the larger ones that
learners make in programs of their own design: the wrong object, a stale variable, a line too many or in the wrong
place.
"""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable, Iterator

__all__ = ["KINDS", "make_fault"]

# A make_fault changes a copy of the tree in place; it is drawn by its number among all of its kind.
Fault = Callable[[], None]

# Names that a learner would not take for a variable of their own.
COMMON = ("Value", "math", "random", "nn", "torch", "len", "range", "zip", "sum", "isinstance", "float", "int", "abs")


def make_fault(source: str, kind: str, draw: random.Random) -> tuple[str, str] | None:
    """Return a program with one make_fault of a kind, and the make_fault in words; None where there is no place for it.

    Args:
        source: The program.
        kind: One of ``KINDS``.
        draw: Chooses the place.
    """
    tree = ast.parse(source)
    before = ast.unparse(tree)
    places = list(KINDS[kind](tree))
    if not places:
        return None
    draw.choice(places)()
    after = ast.unparse(ast.fix_missing_locations(tree))
    return None if after == before else (after, _difference(before, after))


def _difference(before: str, after: str) -> str:
    """Return the first lines that differ, as ``old => new``."""
    old, new = before.split("\n"), after.split("\n")
    first = next((place for place, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), 0)
    return f"{old[first].strip()} => {new[first].strip()}"


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield the outermost functions: a rule inside of one belongs to it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield node
        else:
            yield from _functions(node)


def _wrong_object(tree: ast.Module) -> Iterator[Fault]:
    for function in _functions(tree):
        loads = [node for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        stored = {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        arguments = {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
        own = sorted(stored | arguments)
        for node in loads:
            for name in own:
                if node.id in own and name != node.id and node.id not in COMMON:
                    yield _setter(node, "id", name)


def _wrong_attribute(tree: ast.Module) -> Iterator[Fault]:
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    own = sorted({node.attr for node in attributes if isinstance(node.value, ast.Name) and node.value.id != "math"})
    for node in attributes:
        if node.attr in own:
            for name in own:
                if name != node.attr:
                    yield _setter(node, "attr", name)


def _blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and not isinstance(node, (ast.Module, ast.ClassDef)):
                yield block


def _line_twice(tree: ast.Module) -> Iterator[Fault]:
    for block in _blocks(tree):
        for place, statement in enumerate(block):
            if isinstance(statement, (ast.Assign, ast.AugAssign)) or (
                isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
            ):
                yield _inserter(block, place + 1, statement)


def _line_into_loop(tree: ast.Module) -> Iterator[Fault]:
    """The line after a loop is taken into it, or the loop's last line out of it."""
    for block in _blocks(tree):
        for place, statement in enumerate(block):
            if isinstance(statement, (ast.For, ast.While)):
                if place + 1 < len(block):
                    yield _mover(block, place + 1, statement.body, len(statement.body))
                if len(statement.body) > 1:
                    yield _mover(statement.body, len(statement.body) - 1, block, place + 1)


def _line_into_branch(tree: ast.Module) -> Iterator[Fault]:
    """The line after an ``if`` is taken into it, or the last line of it out."""
    for block in _blocks(tree):
        for place, statement in enumerate(block):
            if isinstance(statement, ast.If):
                if place + 1 < len(block):
                    yield _mover(block, place + 1, statement.body, len(statement.body))
                if len(statement.body) > 1:
                    yield _mover(statement.body, len(statement.body) - 1, block, place + 1)


def _early_return(tree: ast.Module) -> Iterator[Fault]:
    """A function returns inside of its loop: the ``return`` is indented once too often."""
    for block in _blocks(tree):
        for place, statement in enumerate(block):
            if isinstance(statement, ast.Return) and place and isinstance(block[place - 1], (ast.For, ast.While)):
                loop = block[place - 1]
                assert isinstance(loop, (ast.For, ast.While))
                yield _mover(block, place, loop.body, len(loop.body))


def _off_by_one(tree: ast.Module) -> Iterator[Fault]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range" and node.args:
            for change in (-1, 1):
                last = ast.BinOp(node.args[-1], ast.Add(), ast.Constant(change))
                yield _setter(node, "args", [*node.args[:-1], last])
            if len(node.args) == 1:
                yield _setter(node, "args", [ast.Constant(1), *node.args])
        if isinstance(node, (ast.For, ast.comprehension)):
            for cut in (ast.Slice(ast.Constant(1)), ast.Slice(None, ast.Constant(-1))):
                listed = ast.Call(ast.Name("list", ast.Load()), [node.iter], [])
                yield _setter(node, "iter", ast.Subscript(listed, cut, ast.Load()))


def _missing_call(tree: ast.Module) -> Iterator[Fault]:
    """The brackets of a call are left out, or a function is called where it should be stored."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.Expr, ast.Return)) and isinstance(node.value, ast.Call):
            yield _setter(node, "value", node.value.func)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            yield _setter(node, "value", ast.Call(node.value, [], []))


def _rebound(tree: ast.Module) -> Iterator[Fault]:
    """What is added to an attribute is added to a name of its own, and so gets lost."""
    for block in _blocks(tree):
        for place, statement in enumerate(block):
            if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Attribute):
                name = statement.target.attr
                lines = [
                    ast.Assign([ast.Name(name, ast.Store())], _loaded(statement.target)),
                    ast.AugAssign(ast.Name(name, ast.Store()), statement.op, statement.value),
                ]
                yield _splicer(block, place, lines)


def _return_lost(tree: ast.Module) -> Iterator[Fault]:
    for block in _blocks(tree):
        for place, statement in enumerate(block):
            if isinstance(statement, ast.Return) and statement.value is not None:
                printed = ast.Call(ast.Name("print", ast.Load()), [statement.value], [])
                yield _splicer(block, place, [ast.Expr(printed)])


def _loaded(target: ast.expr) -> ast.expr:
    value = copy.deepcopy(target)
    value.ctx = ast.Load()  # type: ignore[attr-defined]
    return value


def _setter(node: ast.AST, field: str, value: object) -> Fault:
    return lambda: setattr(node, field, value)


def _inserter(block: list[ast.stmt], place: int, statement: ast.stmt) -> Fault:
    return lambda: block.insert(place, statement)


def _splicer(block: list[ast.stmt], place: int, statements: list[ast.stmt]) -> Fault:
    def splice() -> None:
        block[place : place + 1] = statements

    return splice


def _mover(source: list[ast.stmt], place: int, target: list[ast.stmt], there: int) -> Fault:
    def move() -> None:
        target.insert(there, source.pop(place))
        if not source:
            source.append(ast.Pass())

    return move


KINDS: dict[str, Callable[[ast.Module], Iterator[Fault]]] = {
    "wrong object": _wrong_object,
    "wrong attribute": _wrong_attribute,
    "line twice": _line_twice,
    "line into or out of a loop": _line_into_loop,
    "line into or out of a branch": _line_into_branch,
    "return inside the loop": _early_return,
    "off by one": _off_by_one,
    "brackets of a call": _missing_call,
    "added to a copy": _rebound,
    "printed, not returned": _return_lost,
}
