# SPDX-License-Identifier: MIT
"""Faults that depend on the program: another variable of the same function, a repeated line, a misplaced line.

:mod:`verification.mutants` makes the small changes of one expression or statement; these are larger.
"""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

# Changes to the syntax tree: a node, one of its fields, and the field's new value.
Fault = list[tuple[ast.AST, str, Any]]
Places = Callable[[ast.Module], Iterator[Fault]]

# Names that a learner would not confuse with a variable of their own.
COMMON = ("Value", "math", "random", "nn", "torch", "len", "range", "zip", "sum", "isinstance", "float", "int", "abs")

LOOPS = (ast.For, ast.While)


def make_fault(source: str, places_in: Places, draw: random.Random) -> tuple[str, str] | None:
    """Return a program with one fault of a kind, and its description; None where there is no place for it."""
    tree = ast.parse(source)
    before = ast.unparse(tree)
    places = list(places_in(tree))
    if not places:
        return None
    for node, field, value in draw.choice(places):
        setattr(node, field, value)
    after = ast.unparse(ast.fix_missing_locations(tree))
    if after == before:
        return None
    lines = list(zip(before.split("\n"), after.split("\n"), strict=False))
    old, new = next((pair for pair in lines if pair[0] != pair[1]), lines[0])
    return after, f"{old.strip()} => {new.strip()}"


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Yield the outermost functions; a function nested in one belongs to it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield node
        else:
            yield from _functions(node)


def _wrong_object(tree: ast.Module) -> Iterator[Fault]:
    for function in _functions(tree):
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        own = sorted(stored | {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)})
        for node in names:
            if isinstance(node.ctx, ast.Load) and node.id in own and node.id not in COMMON:
                yield from ([(node, "id", name)] for name in own if name != node.id)


def _wrong_attribute(tree: ast.Module) -> Iterator[Fault]:
    attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    own = sorted({node.attr for node in attributes if isinstance(node.value, ast.Name) and node.value.id != "math"})
    for node in attributes:
        if node.attr in own:
            yield from ([(node, "attr", name)] for name in own if name != node.attr)


# Where a statement is: its parent, the parent's field, the list of statements in that field, the index in the list.
Place = tuple[ast.AST, str, list[ast.stmt], int]


def _statements(tree: ast.AST) -> Iterator[tuple[Place, ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and not isinstance(node, (ast.Module, ast.ClassDef)):
                for number, statement in enumerate(block):
                    yield (node, field, block, number), statement


def _replaced(place: Place, *statements: ast.stmt) -> Fault:
    """Return the fault that replaces one statement by others."""
    node, field, block, number = place
    return [(node, field, [*block[:number], *statements, *block[number + 1 :]])]


def _line_twice(tree: ast.Module) -> Iterator[Fault]:
    for place, statement in _statements(tree):
        calls = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        if calls or isinstance(statement, (ast.Assign, ast.AugAssign)):
            yield _replaced(place, statement, statement)


def _line_into(tree: ast.Module, kinds: tuple[type, ...]) -> Iterator[Fault]:
    """Move the line after such a statement into its body, or the last line of its body out."""
    for (node, field, block, number), statement in _statements(tree):
        if isinstance(statement, kinds):
            if number + 1 < len(block):
                following = block[number + 1]
                outside = block[: number + 1] + block[number + 2 :]
                yield [(node, field, outside), (statement, "body", [*statement.body, following])]
            if len(statement.body) > 1:
                outside = [*block[: number + 1], statement.body[-1], *block[number + 1 :]]
                yield [(node, field, outside), (statement, "body", statement.body[:-1])]


def _early_return(tree: ast.Module) -> Iterator[Fault]:
    """Move a ``return`` into the loop before it, as if indented one level too far."""
    for (node, field, block, number), statement in _statements(tree):
        if isinstance(statement, ast.Return) and number and isinstance(loop := block[number - 1], LOOPS):
            outside = block[:number] + block[number + 1 :]
            yield [(node, field, outside), (loop, "body", [*loop.body, statement])]


def _off_by_one(tree: ast.Module) -> Iterator[Fault]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range" and node.args:
            for change in (-1, 1):
                last = ast.BinOp(node.args[-1], ast.Add(), ast.Constant(change))
                yield [(node, "args", [*node.args[:-1], last])]
            if len(node.args) == 1:
                yield [(node, "args", [ast.Constant(1), *node.args])]
        if isinstance(node, (ast.For, ast.comprehension)):
            for cut in (ast.Slice(ast.Constant(1)), ast.Slice(None, ast.Constant(-1))):
                listed = ast.Call(ast.Name("list", ast.Load()), [node.iter], [])
                yield [(node, "iter", ast.Subscript(listed, cut, ast.Load()))]


def _missing_call(tree: ast.Module) -> Iterator[Fault]:
    """Leave out the parentheses of a call, or call a function where it should be stored."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.Expr, ast.Return)) and isinstance(node.value, ast.Call):
            yield [(node, "value", node.value.func)]
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            yield [(node, "value", ast.Call(node.value, [], []))]


def _rebound(tree: ast.Module) -> Iterator[Fault]:
    """Add to a local variable in place of an attribute, so that the sum is lost."""
    for place, statement in _statements(tree):
        if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Attribute):
            name = ast.Name(statement.target.attr, ast.Store())
            value = copy.deepcopy(statement.target)
            value.ctx = ast.Load()
            yield _replaced(place, ast.Assign([name], value), ast.AugAssign(name, statement.op, statement.value))


def _return_lost(tree: ast.Module) -> Iterator[Fault]:
    for place, statement in _statements(tree):
        if isinstance(statement, ast.Return) and statement.value is not None:
            yield _replaced(place, ast.Expr(ast.Call(ast.Name("print", ast.Load()), [statement.value], [])))


def replacing(templates: Mapping[str, Sequence[str]]) -> Places:
    """Return the faults that put a template in place of a statement of a type, or of a returned or assigned value."""

    def places_in(tree: ast.Module) -> Iterator[Fault]:
        for place, statement in _statements(tree):
            value = getattr(statement, "value", None) if not isinstance(statement, ast.Expr) else None
            source = "" if value is None else ast.unparse(value)
            # To verify an error, its expression is evaluated again: what empties a collection would differ then.
            for text in templates.get("value", ()) if source and ".pop" not in source else ():
                yield [(statement, "value", ast.parse(text.replace("VALUE", source), mode="eval").body)]
            for text in templates.get(type(statement).__name__, ()):
                yield _replaced(place, *ast.parse(text.replace("VALUE", ast.unparse(statement))).body)

    return places_in


KINDS: dict[str, Places] = {
    "wrong object": _wrong_object,
    "wrong attribute": _wrong_attribute,
    "line twice": _line_twice,
    "line into or out of a loop": lambda tree: _line_into(tree, LOOPS),
    "line into or out of a branch": lambda tree: _line_into(tree, (ast.If,)),
    "return inside the loop": _early_return,
    "off by one": _off_by_one,
    "brackets of a call": _missing_call,
    "added to a copy": _rebound,
    "printed, not returned": _return_lost,
}
