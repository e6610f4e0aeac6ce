# SPDX-License-Identifier: MIT
"""What an ``assert`` of a check says when it fails: what came, what was expected, and why.

A check is written as a learner would write one: ``assert c.data == -1.0, "2 + (-3)"``. Before a check is run, each
assert gets a message made of its own expression, as pytest does it. What is shown keeps its value, so nothing is
computed a second time. Where nothing rewrites a check, Python's own message is the reason alone.

A reason is a sentence without its full stop, which begins with a small letter: it stands behind a colon.
"""

import ast
from collections.abc import Sequence
from typing import Any

from language.text import template, translations

# No learner can use such a name, and none is left behind where an assert holds.
GIVEN, EXPECTED = "@given", "@expected"
# Characters of a value that are shown.
LONGEST = 300
# The functions that compare as `==` does.
EQUALITIES = ("isclose", "allclose", "array_equal")
# By what a failed assert has: both sides of a comparison and a reason, both sides, or what it is about and a reason.
SENTENCES = (
    template("`{code}` is {given}. Expected {expected}: {why}."),
    template("`{code}` is {given}. Expected {expected}."),
    template("`{code}` is {given}: {why}."),
)


def sentences() -> list[str]:
    """Return what a failed assert says, in the reader's language: a template for each of :data:`SENTENCES`."""
    known = translations()
    return [known.get(each, each) for each in SENTENCES]


class Explained(ast.NodeTransformer):
    """Gives each assert of a check a message that says what came; other cells stay as they are.

    ``says`` is what :func:`sentences` returned; without it, it is asked for each cell.
    """

    def __init__(self, says: Sequence[str] = ()) -> None:
        self._given = says
        self._says = says

    def visit(self, node: ast.AST) -> Any:
        """Return a part of a cell with its asserts explained; no expression has any."""
        return node if isinstance(node, ast.expr) else super().visit(node)

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Return a cell with its asserts explained, if it opens with a claim as a check does."""
        if not ast.get_docstring(node):
            return node
        self._says = self._given or sentences()
        return self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST | list[ast.stmt]:
        """Return an assert that keeps what its message shows, and forgets it if it holds."""
        shown = _sides(node.test) or _subject(node.test, node.msg)
        if not shown:
            return node
        says = self._says[2 if EXPECTED not in shown else 1 if node.msg is None else 0]
        message = ast.JoinedStr(_message(says, ast.unparse(shown[GIVEN]), node.msg))
        forgotten = ast.Delete([ast.Name(name, ast.Del()) for name in shown])
        for new in (message, forgotten):
            ast.fix_missing_locations(ast.copy_location(new, node))
        node.msg = message
        node.test = _Keeping(shown).visit(node.test)
        return [node, forgotten]


class _Keeping(ast.NodeTransformer):
    """Lets parts of an expression keep their values under names."""

    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self._names = {part: name for name, part in parts.items()}

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.expr) and node in self._names:
            name = ast.copy_location(ast.Name(self._names[node], ast.Store()), node)
            return ast.copy_location(ast.NamedExpr(name, node), node)
        return self.generic_visit(node)


def _sides(test: ast.expr) -> dict[str, ast.expr]:
    """Return what came and what is expected, of ``x == y``, ``abs(x - y) < 1e-9``, ``isclose(x, y)``; else nothing."""
    match test:
        case ast.Compare(ast.Call(ast.Name("abs"), [ast.BinOp(given, ast.Sub(), expected)]), [ast.Lt() | ast.LtE()]):
            return {GIVEN: given, EXPECTED: expected}
        case ast.Compare(given, [ast.Eq()], [expected]):
            return {GIVEN: given, EXPECTED: expected}
        case ast.Call(ast.Name(name) | ast.Attribute(attr=name), [given, expected, *_]) if name in EQUALITIES:
            return {GIVEN: given, EXPECTED: expected}
    return {}


def _subject(test: ast.expr, why: ast.expr | None) -> dict[str, ast.expr]:
    """Return what any other test with a reason is about: the part of it that is computed first and always."""
    match test:
        case _ if why is None:
            return {}
        case ast.Compare(ast.Constant(), [ast.In() | ast.NotIn()], [part]):
            return _subject(part, why)
        case ast.BoolOp(values=[part, *_]) | ast.UnaryOp(ast.Not(), part) | ast.Compare(left=part):
            return _subject(part, why)
        # What only brings an answer into its usual form, such as `str(x).strip().upper()`.
        case ast.Call(ast.Attribute(part), []) | ast.Call(ast.Name("isinstance" | "str" | "float"), [part, *_]):
            return _subject(part, why)
        case ast.Call(args=[ast.GeneratorExp()]) | ast.Constant():
            return {}
    return {GIVEN: test}


def _message(says: str, code: str, why: ast.expr | None) -> list[ast.expr]:
    """Return the parts of an f-string that says what came, what was expected, and why."""
    marks = {"given": "\0given\0", "expected": "\0expected\0", "why": "\0why\0"}
    values = {
        "given": _shown(ast.Name(GIVEN, ast.Load()), "r"),
        "expected": _shown(ast.Name(EXPECTED, ast.Load()), "r"),
        "why": _shown(why or ast.Constant(""), "s"),
    }
    parts = says.format(code=code, **marks).split("\0")
    return [values[part] if place % 2 else ast.Constant(part) for place, part in enumerate(parts)]


def _shown(value: ast.expr, conversion: str) -> ast.expr:
    return ast.FormattedValue(value, ord(conversion), ast.JoinedStr([ast.Constant(f".{LONGEST}")]))
