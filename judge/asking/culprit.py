# SPDX-License-Identifier: MIT
"""What an error of Python's is about: the piece of the learner's line that is None, or of another wrong type.

Python says that "'NoneType' object has no attribute 'data'"; the line is ``self.left.data + self.data``. Here it is
found that ``self.left`` is None. Nothing is evaluated: the line is read as text, and the error says where in it it
happened (from Python 3.11 on; before, a piece is named only where the line has one such piece alone).
"""

from __future__ import annotations

import ast
import builtins
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import TracebackType
from typing import Any

from judge.run.answers import Culprit

# A longer piece is no help: the whole line stands beside it.
LONGEST = 60

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

# A piece of a cell: its first line and column, its last line and column; None for what Python does not tell.
Span = tuple[int | None, ...]

# A piece of a line, and the name of the type that an error's text gives it.
Named = tuple[ast.expr, str]

# The types that a learner can't have meant to write an attribute or an operator for.
KINDS = frozenset({"NoneType", "int", "float", "complex", "bool", "str", "list", "tuple", "dict", "set", "range"})
KINDS |= {"function", "method", "generator", "map", "filter", "zip", "reversed", "builtin_function_or_method", "type"}

_ATTRIBUTE = re.compile(r"'(?P<kind>\w+)' object has no attribute '(?P<name>\w+)'")
_OPERANDS = re.compile(
    r"(?:unsupported operand type|'[^\s']+' not supported between)[^']* '(?P<left>\w+)' and '(?P<right>\w+)'"
)
_CALLED = re.compile(r"'(?P<kind>\w+)' object is not callable")
_SUBSCRIPT = re.compile(r"'(?P<kind>\w+)' object (?:is not subscriptable|does not support item \w+)")
_LOOPED = re.compile(r"'(?P<kind>\w+)' object is not iterable|cannot unpack non-iterable (?P<unpacked>\w+) object")
_SEARCHED = re.compile(r"argument of type '(?P<kind>\w+)' is not")
_TAKEN = re.compile(
    r"object of type '(?P<kind>\w+)' has no len|(?:must be|argument must be) [^']*, not '?(?P<other>\w+)'?$"
    r"|bad operand type for abs\(\): '(?P<sized>\w+)'"
)

# The methods behind an operator: of what stands on the left of it, and of what stands on the right.
_METHODS = {
    "+": ("__add__", "__radd__"),
    "-": ("__sub__", "__rsub__"),
    "*": ("__mul__", "__rmul__"),
    "/": ("__truediv__", "__rtruediv__"),
    "@": ("__matmul__", "__rmatmul__"),
    "** or pow()": ("__pow__", "__rpow__"),
}
_UNARY = {"-": "__neg__", "+": "__pos__", "abs()": "__abs__"}
_BINARY = re.compile(r"unsupported operand type\(s\) for (.+?)(?<!=)=?: '(\w+)' and '(\w+)'")
# A line such as `%time`, `!ls` or `x?`, which the notebook reads and Python does not.
_OF_NOTEBOOKS = re.compile(r"^([ \t]*)(?![ \t])(?:[%!?].*|.*\?)$", re.MULTILINE)
_NAME_OF = type.__dict__["__name__"].__get__
_ONE_OPERAND = re.compile(r"bad operand type for (?:unary )?(\S+) '(\w+)'")


def absent_from(error: BaseException, calls: Sequence[TracebackType]) -> str:
    """Return the attribute or method that an error asks for and that a class in sight does not have; "" without one.

    What the calls that led to the error hold is looked through for the class that it names.
    """
    text = error.args[0] if error.args else None
    if type(text) is not str:
        return ""
    if type(error) is AttributeError and (said := _ATTRIBUTE.fullmatch(text)):
        asked = [(said["kind"], said["name"])]
    elif type(error) is TypeError and (said := _BINARY.fullmatch(text)) and said[1] in _METHODS:
        asked = list(zip((said[2], said[3]), _METHODS[said[1]], strict=True))
    elif type(error) is TypeError and (said := _ONE_OPERAND.fullmatch(text)) and said[1].rstrip(":") in _UNARY:
        asked = [(said[2], _UNARY[said[1].rstrip(":")])]
    else:
        return ""
    for kind, name in asked:
        if kind not in KINDS and (found := _class_in_sight(kind, calls)) is not None:
            # One that is there has said that it does not take the other operand.
            return name if all(name not in vars(each) for each in type.mro(found)) else ""
    return ""


def _class_in_sight(name: str, calls: Sequence[TracebackType]) -> type | None:
    """Return the class of that name which the calls hold: as a variable, or in a namespace. None of it is called."""
    for call in reversed(calls):
        held = list(call.tb_frame.f_locals.values())
        held += [part for thing in held if issubclass(type(thing), dict) for part in list(dict.values(thing))]
        for thing in held:
            found = thing if issubclass(type(thing), type) else type(thing)
            if _NAME_OF(found) == name:
                return found
    return None


def culprit_of(error: BaseException, frame: traceback.FrameSummary, source: str) -> Culprit | None:
    """Return what an error is about; None where that is not certain.

    Python itself raised the error, in the call ``frame``, whose line stands in the cell ``source``.
    """
    text = error.args[0] if error.args else None
    if type(error) not in (AttributeError, TypeError) or type(text) is not str:
        return None
    span = (frame.lineno, *(getattr(frame, name, None) for name in ("colno", "end_lineno", "end_colno")))
    found = _piece(text, span, source)
    if found is None:
        return None
    return Culprit(*found, shadows=callable(getattr(builtins, found[0], None)))


# A mistake shows in many questions, and each time it is the same line that is read.
@lru_cache(maxsize=256)
def _piece(text: str, span: Span, source: str) -> tuple[str, str] | None:
    """Return the piece of a cell's text that an error is about, and its type; None where that is not certain."""
    tree = _tree(source) or _tree(_OF_NOTEBOOKS.sub(r"\1pass", source))
    if tree is None:
        return None
    found = {(piece, kind) for node in _at(tree, span) for piece, kind in _pieces(node, text) if kind in KINDS}
    pieces = {(ast.get_source_segment(source, piece) or "", kind) for piece, kind in found}
    if len(pieces) != 1:
        return None
    code, kind = pieces.pop()
    return (code, kind) if code and len(code) <= LONGEST and "\n" not in code else None


def _tree(source: str) -> ast.AST | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return None


def _at(tree: ast.AST, span: Span) -> Iterator[ast.AST]:
    """Yield the nodes at which a call stands: those of the exact piece, where Python tells it, or of the line."""
    for node in ast.walk(tree):
        if None in span:
            here = isinstance(node, (ast.expr, ast.AugAssign, ast.Assign)) and node.lineno == span[0]
        else:
            here = span in map(_span, _marked(node))
        if here:
            yield node


def _marked(node: ast.AST) -> list[ast.AST]:
    """Return what Python marks where a node goes wrong: itself, what a loop runs over, or what is assigned to."""
    if (over := _run_over(node)) is not None:
        return [node, over]
    return [node, node.targets[0]] if isinstance(node, ast.Assign) else [node]


def _run_over(node: ast.AST) -> ast.expr | None:
    """Return what a loop, or the first loop of a comprehension, runs over."""
    if isinstance(node, ast.For):
        return node.iter
    return node.generators[0].iter if isinstance(node, COMPREHENSIONS) else None


def _span(node: ast.AST) -> Span:
    return tuple(getattr(node, name, None) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"))


def _operands(node: ast.BinOp | ast.AugAssign | ast.Compare, left: str, right: str) -> Iterator[Named]:
    """Yield the operand that is None, where one of them is: of two other types, each may be the wrong one."""
    if isinstance(node, ast.BinOp):
        first, second = node.left, node.right
    elif isinstance(node, ast.AugAssign):
        first, second = node.target, node.value
    elif len(node.ops) == 1:
        first, second = node.left, node.comparators[0]
    else:
        return
    if left == "NoneType":
        yield first, left
    elif right == "NoneType":
        yield second, right


def _pieces(node: ast.AST, text: str) -> Iterator[Named]:
    """Yield the pieces of a node that an error's text is about, each with the type that it names."""
    for kinds, pieces in _PIECES:
        if isinstance(node, kinds):
            yield from pieces(node, text)


def _of_attribute(node: ast.Attribute, text: str) -> Iterator[Named]:
    said = _ATTRIBUTE.match(text)
    if said and said["name"] == node.attr:
        yield node.value, said["kind"]


def _of_call(node: ast.Call, text: str) -> Iterator[Named]:
    if said := _CALLED.match(text):
        yield node.func, said["kind"]
    elif len(node.args) == 1 and not node.keywords and (kind := _taken(text) or _looped(text)):
        yield node.args[0], kind


def _of_subscript(node: ast.Subscript, text: str) -> Iterator[Named]:
    if said := _SUBSCRIPT.match(text):
        yield node.value, said["kind"]


def _of_operator(node: ast.BinOp | ast.AugAssign | ast.Compare, text: str) -> Iterator[Named]:
    if said := _OPERANDS.search(text):
        yield from _operands(node, said["left"], said["right"])
    elif isinstance(node, ast.Compare) and (said := _SEARCHED.match(text)):
        yield node.comparators[-1], said["kind"]


def _of_sign(node: ast.UnaryOp, text: str) -> Iterator[Named]:
    if said := _ONE_OPERAND.match(text):
        yield node.operand, said[2]


def _of_loop(node: ast.AST, text: str) -> Iterator[Named]:
    over = _run_over(node)
    if over is not None and (kind := _looped(text)):
        yield over, kind


def _of_assignment(node: ast.Assign, text: str) -> Iterator[Named]:
    """Yield what is unpacked, as in `a, b = pair`."""
    if kind := _looped(text):
        yield node.value, kind


def _taken(text: str) -> str:
    """Return the type of what a function did not take; "" where a text is about something else."""
    said = _TAKEN.search(text)
    return (said["kind"] or said["other"] or said["sized"]) if said else ""


def _looped(text: str) -> str:
    """Return the type of what can't be looped over or unpacked; "" where a text is about something else."""
    said = _LOOPED.match(text)
    return (said["kind"] or said["unpacked"]) if said else ""


# Which pieces of a node may be meant, by what the node is.
_PIECES: tuple[tuple[Any, Callable[[Any, str], Iterator[Named]]], ...] = (
    (ast.Attribute, _of_attribute),
    (ast.Call, _of_call),
    (ast.Subscript, _of_subscript),
    ((ast.BinOp, ast.AugAssign, ast.Compare), _of_operator),
    (ast.UnaryOp, _of_sign),
    ((ast.For, *COMPREHENSIONS), _of_loop),
    (ast.Assign, _of_assignment),
)


def shadows(namespace: Mapping[str, Any]) -> list[str]:
    """Return the names of Python's own functions that a notebook gave to something that can't be called.

    ``sum = 0`` in one cell makes ``sum(numbers)`` fail in every other.
    """
    both = namespace.keys() & vars(builtins).keys()  # Mostly none, and this is asked before every check.
    return [
        name
        for name in sorted(both)
        if not name.startswith("_") and callable(getattr(builtins, name)) and not callable(namespace[name])
    ]
