# SPDX-License-Identifier: MIT
"""Make mutants of the reference solutions: answer cells with one small mistake each.

Only the code between the solution marks is changed, since that is what a learner writes.

Why ``ast`` and not a mutation library: Cosmic Ray drops no statements, swaps no lines or arguments, and leaves ``+=``
and ``=`` alone, the mistakes that matter most here. mutmut mutates files on disk and judges by the exit code of pytest;
here the verdict is a name.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from judge.notebooks import reference


@dataclass(frozen=True)
class Mutant:
    """An answer cell with one change of a kind, such as ``statement dropped``.

    The id is the change as text, such as ``Value.__add__: return a + b => return a - b``. It has the function and the
    first line of the statement, so it does not depend on other lines of the cell.
    """

    exercise: str
    kind: str
    id: str
    source: str


def mutants(which: int | str, exercise: str = "") -> list[Mutant]:
    """Return the mutants of a day's answer cells, or of the one with this grade_id."""
    return [
        mutant
        for grade_id, source in reference.solutions(which).items()
        if exercise in ("", grade_id)
        for mutant in mutants_of_cell(grade_id, source)
    ]


def mutants_of_cell(exercise: str, source: str) -> list[Mutant]:
    """Return the mutants of an answer cell, all with different syntax trees.

    Without solution marks any line may change.
    """
    tree = ast.parse(source)
    ids: Counter[str] = Counter()
    made = []
    for mutant in _distinct(exercise, tree, _changes(tree, source)):
        ids[mutant.id] += 1
        # One function may contain the same line twice.
        made.append(mutant if ids[mutant.id] == 1 else replace(mutant, id=f"{mutant.id} ({ids[mutant.id]})"))
    return made


def sample_of_cell(name: str, source: str, count: int, draw: random.Random) -> list[Mutant]:
    """Return at most ``count`` mutants, drawn at random: making all mutants of a long source takes minutes."""
    tree = ast.parse(source)
    changes = list(_changes(tree, source))
    draw.shuffle(changes)
    return list(islice(_distinct(name, tree, changes), count))


def _distinct(name: str, tree: ast.Module, changes: Iterable[_Change]) -> Iterator[Mutant]:
    """Yield the mutants that changes make, except invalid Python and duplicates."""
    seen = {ast.dump(tree)}
    for change in changes:
        text, words = _made(change, tree)
        try:
            compile(text, "<mutant>", "exec")
        except (SyntaxError, ValueError):
            continue
        shape = ast.dump(ast.parse(text))
        if shape not in seen:
            seen.add(shape)
            yield Mutant(name, change.kind, words, text)


@dataclass(frozen=True)
class _Change:
    """Set ``field`` of ``holder`` to ``new``: one mistake.

    ``statement`` contains the change; the id shows its first line before and after. ``after`` is the statement that
    replaces it, or the text to show where no line remains.
    """

    kind: str
    where: str
    statement: ast.stmt
    holder: ast.AST
    field: str
    new: Any
    after: ast.stmt | str | None = None


def _made(change: _Change, tree: ast.Module) -> tuple[str, str]:
    """Return the source with a change and the change in words. The tree is restored afterwards."""
    before, kept = _first_line(change.statement), getattr(change.holder, change.field)
    setattr(change.holder, change.field, change.new)
    text = ast.unparse(ast.fix_missing_locations(tree))
    after = change.after or change.statement
    words = f"{before} => {after if isinstance(after, str) else _first_line(after)}"
    setattr(change.holder, change.field, kept)
    return text, f"{change.where}: {words}" if change.where else words


def _first_line(statement: ast.stmt) -> str:
    return ast.unparse(ast.fix_missing_locations(statement)).split("\n")[0]


def _changes(tree: ast.Module, source: str) -> Iterator[_Change]:
    # A learner writes the lines between the marks; without marks, all lines.
    lines = list(enumerate(source.split("\n"), start=1))
    begins = [number for number, line in lines if "### BEGIN SOLUTION" in line] or [0]
    ends = [number for number, line in lines if "### END SOLUTION" in line] or [len(lines) + 1]

    def is_the_learners(node: Any) -> bool:
        return any(begin < node.lineno <= node.end_lineno < end for begin, end in zip(begins, ends, strict=True))

    for where, holder, field in _blocks(tree, ""):
        yield from _changes_of_block(where, holder, field, is_the_learners)
        for statement in getattr(holder, field):
            for part, part_field, index, node in _expressions(statement):
                if is_the_learners(node):
                    for kind, new in _changed_expression(node, is_condition=part_field in ("test", "ifs")):
                        changed = new if index is None else _replaced(getattr(part, part_field), index, new)
                        yield _Change(kind, where, statement, part, part_field, changed)


def _blocks(node: ast.AST, where: str) -> Iterator[tuple[str, ast.AST, str]]:
    """Yield the place of each list of statements, at any depth, with the name of its function."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list) and block:
            yield where, node, field
            for statement in block:
                named = isinstance(statement, (ast.FunctionDef, ast.ClassDef))
                yield from _blocks(statement, ".".join(filter(None, (where, statement.name))) if named else where)


# Changes of statements


def _changes_of_block(
    where: str, holder: ast.AST, field: str, is_the_learners: Callable[[Any], bool]
) -> Iterator[_Change]:
    """Yield the changes that drop a statement, swap it with the next one, or make it another kind of statement."""
    block = getattr(holder, field)
    for index, statement in enumerate(block):
        if _is_docstring(statement) or not is_the_learners(statement):
            continue
        rest = block[:index] + block[index + 1 :] or [ast.Pass()]
        yield _Change("statement dropped", where, statement, holder, field, rest, after="(dropped)")
        if index + 1 < len(block) and is_the_learners(block[index + 1]):
            following = block[index + 1]
            swapped = [*block[:index], following, statement, *block[index + 2 :]]
            words = f"(after) {_first_line(following)}"
            yield _Change("lines swapped", where, statement, holder, field, swapped, after=words)
        for kind, new in _changed_statement(statement):
            yield _Change(kind, where, statement, holder, field, _replaced(block, index, new), after=new)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _replaced(items: list[Any], index: int, new: Any) -> list[Any]:
    return [*items[:index], new, *items[index + 1 :]]


def _changed_statement(statement: ast.stmt) -> Iterator[tuple[str, ast.stmt]]:
    match statement:
        case ast.AugAssign(target, operator, value):
            for other in _OPERATORS.get(type(operator), ()):
                yield "operator swapped", ast.AugAssign(target, other(), value)
            yield "+= made =", ast.Assign([target], value)
        case ast.Assign([ast.Name() | ast.Attribute() | ast.Subscript() as target], value):
            yield "= made +=", ast.AugAssign(target, ast.Add(), value)
        case ast.Break() | ast.Continue():
            yield "break and continue", ast.Break() if isinstance(statement, ast.Continue) else ast.Continue()


# Changes of expressions

_OPERATORS: dict[type, tuple[type, ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.Div),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
}
_COMPARISONS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_NAMES = {"self": "other", "other": "self"}
_ATTRIBUTES = {"data": "grad", "grad": "data"}

# Annotations have no effect, and learners do not get decorators wrong.
_LEFT_ALONE = ("annotation", "returns", "type_comment", "ctx", "decorator_list")


def _expressions(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.expr]]:
    """Yield each expression under a node and its place, at any depth, but not inside other statements.

    An f-string that is an exception's message is left out: checks do not compare it.
    """
    if isinstance(node, ast.stmt) and _is_docstring(node):
        return
    for field, value in ast.iter_fields(node):
        if field in _LEFT_ALONE:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.stmt) or not isinstance(child, ast.AST) or _words_an_error(node, child):
                continue
            if isinstance(child, ast.expr):
                yield node, field, index, child
            yield from _expressions(child)


def _words_an_error(call: ast.AST, child: ast.AST) -> bool:
    makes_error = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id.endswith("Error")
    return makes_error and isinstance(child, ast.JoinedStr)


_Changed = Iterator[tuple[str, ast.expr]]


def _changed_expression(node: ast.expr, is_condition: bool) -> _Changed:
    if is_condition or isinstance(node, (ast.Compare, ast.BoolOp)):
        negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        yield "condition negated", node.operand if negated else ast.UnaryOp(ast.Not(), node)
    if not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
        yield from _changed_operation(node)
        yield from _changed_collection(node)
        if isinstance(node, ast.Call):
            yield from _changed_call(node)


def _changed_operation(node: ast.expr) -> _Changed:
    match node:
        case ast.BinOp(left, operator, right):
            for other in _OPERATORS.get(type(operator), ()):
                yield "operator swapped", ast.BinOp(left, other(), right)
            yield from (("operand dropped", operand) for operand in (left, right))
            if not isinstance(operator, (ast.Add, ast.Mult)):
                yield "operands swapped", ast.BinOp(right, operator, left)
            yield "sign flipped", ast.UnaryOp(ast.USub(), node)
        case ast.UnaryOp(ast.USub(), operand):
            yield "sign flipped", operand
        case ast.Compare(left, operators, others):
            for index, operator in enumerate(operators):
                for other in _COMPARISONS[type(operator)]:
                    yield "comparison changed", ast.Compare(left, _replaced(operators, index, other()), others)
        case ast.BoolOp(operator, values):
            yield "and and or", ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            yield from (("operand dropped", value) for value in values)
        case ast.IfExp(_, body, orelse):
            yield from (("one branch only", branch) for branch in (body, orelse))
        case ast.Constant(value):
            yield from (("constant changed", ast.Constant(other)) for other in _other_constants(value))
        case ast.Name(name) if name in _NAMES:
            yield "name swapped", ast.Name(_NAMES[name], node.ctx)
        case ast.Attribute(value, name) if name in _ATTRIBUTES:
            yield "attribute swapped", ast.Attribute(value, _ATTRIBUTES[name], node.ctx)


def _other_constants(value: Any) -> tuple[Any, ...]:
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, (int, float)):
        return (value + 1, value - 1, value * 2, *([-value] if value else []))
    if isinstance(value, str):
        letter = len(value) == 1 and value.isalpha()
        return (chr(ord(value) + 1),) if letter else ("", f"{value}?", {"+": "*", "*": "+"}.get(value, ""))
    return ()


def _changed_call(node: ast.Call) -> _Changed:
    arguments, keywords = node.args, node.keywords
    for swapped in _neighbours_swapped(arguments):
        yield "arguments swapped", ast.Call(node.func, swapped, keywords)
    if arguments:
        yield "argument dropped", ast.Call(node.func, arguments[:-1], keywords)
    for fewer in _one_dropped(keywords):
        yield "argument dropped", ast.Call(node.func, arguments, fewer)
    if len(arguments) == 1 and not isinstance(arguments[0], (ast.Starred, ast.GeneratorExp)):
        yield "call dropped", arguments[0]
    if not arguments and not keywords:
        yield "parentheses dropped", node.func
    if not arguments and isinstance(node.func, ast.Attribute):
        yield "call dropped", node.func.value


def _changed_collection(node: ast.expr) -> _Changed:
    match node:
        case ast.Tuple(elements) | ast.List(elements) | ast.Set(elements):
            context = () if isinstance(node, ast.Set) else (ast.Load(),)
            for fewer in _one_dropped(elements):
                yield "element dropped", type(node)(fewer, *context)
            # A list of pairs is a set of edges, in which any order is right.
            if isinstance(node, ast.Tuple) or all(isinstance(each, (ast.Constant, ast.Name)) for each in elements):
                for swapped in _neighbours_swapped(elements):
                    yield "elements swapped", type(node)(swapped, *context)
        case ast.Dict(keys, values):
            for fewer_keys, fewer_values in zip(_one_dropped(keys), _one_dropped(values), strict=True):
                yield "element dropped", ast.Dict(fewer_keys, fewer_values)
            for swapped in _neighbours_swapped(values):
                yield "elements swapped", ast.Dict(keys, swapped)
        case ast.ListComp(element, loops) | ast.GeneratorExp(element, loops):
            for index, loop in enumerate(loops):
                if loop.ifs:
                    bare = ast.comprehension(loop.target, loop.iter, [], loop.is_async)
                    yield "filter dropped", type(node)(element, _replaced(loops, index, bare))


def _one_dropped(items: list[Any]) -> Iterator[list[Any]]:
    for index in range(len(items)):
        yield items[:index] + items[index + 1 :]


def _neighbours_swapped(items: list[Any]) -> Iterator[list[Any]]:
    for index in range(len(items) - 1):
        yield [*items[:index], items[index + 1], items[index], *items[index + 2 :]]
