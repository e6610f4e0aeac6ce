# SPDX-License-Identifier: MIT
"""Which checks may be asked: their calls of the submission's functions alone happen there, and all else outside.

What a check says in Python is read, and nothing is run. A check may be asked where its meaning can't depend on being
in the submission's process: where all that it does to the submission is to call it. That it gives the solution all its
points when it is asked is found out afterwards.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from judge.wall import outside
from judge.wall.outside import Needs

# Names by which a check looks at the process that it is in.
NEAR = frozenset(
    (
        *("globals", "locals", "vars", "dir", "id", "callable", "setattr", "delattr", "__name__", "In", "Out", "_"),
        *("eval", "exec", "compile", "open", "input", "get_ipython", "breakpoint", "__import__"),
    )
)
# Types of what may be called.
CALLABLE = frozenset(("function", "type", "_lru_cache_wrapper", "partial", "vectorize"))
# Functions that are given another one, and call it.
CALLERS = frozenset(("map", "filter", "raises", "assertRaises", "assert_raises", "assertRaisesRegex"))
# Blocks that change nothing of the process.
BLOCKS = frozenset(("raises", "assertRaises", "assert_raises", "assertRaisesRegex", "subTest", "suppress"))
# Statements that call something for what it does, and that do nothing to the process: beside asserts.
HARMLESS = frozenset(("print", "display", "seed", "fail"))
NOT_ASKED = (ast.Global, ast.Nonlocal, ast.Delete, ast.ClassDef, ast.AsyncFunctionDef, ast.Await, ast.AsyncFor)


def needs_of(source: str, found: Mapping[str, Mapping[str, Any]], of_instructor: Container[str]) -> Needs | None:
    """Return what a check reads and calls; None where it can't be asked.

    Args:
        source: The check.
        found: By name, what :meth:`judge.run.confined.client.Session.take` returns of the solution.
        of_instructor: Names that other cells than answers define. A function of theirs may be what compares.
    """
    try:
        tree = ast.parse(source)
        free = _free(symtable.symtable(source, "check", "exec"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    wanted = {part: {name: each for name, each in names.items() if name in free} for part, names in found.items()}
    functions = wanted["others"]
    stored = names_stored(tree)
    if not functions or any(
        kind not in CALLABLE or name in of_instructor or name in stored for name, kind in functions.items()
    ):
        return None
    if not _Reader(set(functions), names_defined(source)).may_ask(tree):
        return None
    return outside.needs_of(wanted, tuple(sorted(functions)))


def _free(table: symtable.SymbolTable) -> set[str]:
    """Return the names that a cell takes from its notebook, or may take."""
    found = set()
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (table.get_type() == "module" or symbol.is_global()):
            found.add(symbol.get_name())
    for inner in table.get_children():
        found |= _free(inner)
    return found


def names_stored(tree: ast.AST) -> set[str]:
    """Return the names that a cell gives to something, at its top or in a function."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
    return found


def names_needed_later(sources: Sequence[str]) -> Iterator[set[str]]:
    """Yield for each of some cells, one after the other, the names that later ones take from earlier ones."""
    needed: list[set[str]] = []
    later: set[str] = set()
    for source in reversed(sources):
        needed.append(set(later))
        try:
            tree = ast.parse(source)
            later |= _free(symtable.symtable(source, "cell", "exec")) - names_stored(tree)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    yield from reversed(needed)


def names_defined(source: str) -> set[str]:
    """Return the names that a cell defines, without what it imports."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return names_stored(tree) - names_stored(ast.Module(_imports(tree), []))


def imports_of(source: str) -> str:
    """Return the imports of a check: later cells may need them, and they say nothing of what it expects."""
    return "\n".join(ast.unparse(each) for each in _imports(ast.parse(source)))


def _imports(tree: ast.Module) -> list[ast.stmt]:
    return [each for each in tree.body if isinstance(each, (ast.Import, ast.ImportFrom))]


class _Reader:
    def __init__(self, functions: set[str], defined: set[str]):
        self._functions, self._defined = functions, defined

    def may_ask(self, tree: ast.Module) -> bool:
        called = {id(node) for node in ast.walk(tree) for node in self._called(node)}
        return all(self._is_fine(node, called) for node in ast.walk(tree))

    def _called(self, node: ast.AST) -> list[Any]:
        """Return the functions that a call calls: its own, and one that it is given to call."""
        if not isinstance(node, ast.Call):
            return []
        return [node.func, *(node.args if _last_name(node.func) in CALLERS else ())]

    def _is_fine(self, node: ast.AST, called: set[int]) -> bool:
        if isinstance(node, NOT_ASKED):
            return False
        if isinstance(node, ast.Name):
            return node.id not in NEAR and (node.id not in self._functions or id(node) in called)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            return all(_last_name(item.context_expr) in BLOCKS for item in node.items)
        if isinstance(node, ast.Compare):
            return not any(isinstance(each, (ast.Is, ast.IsNot)) for each in node.ops) or _is_of_constants(node)
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            return isinstance(node, ast.Subscript) and self._is_own(node)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            return self._does_nothing_else(node.value.func)
        return True

    def _does_nothing_else(self, function: ast.expr) -> bool:
        """Tell whether a call for what it does is one of the submission, an assertion, or the check's own."""
        name = _last_name(function).lower()
        if name in HARMLESS or name.startswith("assert") or self._is_own(function):
            return True
        return isinstance(function, ast.Name) and function.id in self._functions

    def _is_own(self, node: ast.AST) -> bool:
        """Tell whether what a node begins with is the check's own."""
        while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
            node = node.func if isinstance(node, ast.Call) else node.value
        return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in self._defined)


def _last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Call):
        node = node.func
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_of_constants(node: ast.Compare) -> bool:
    """Tell whether what is compared by ``is`` is one of Python's own that there are once, such as None or a type."""
    sides = [node.left, *node.comparators]
    pairs = zip(node.ops, sides, sides[1:], strict=False)
    return all(
        _is_there_once(left) or _is_there_once(right)
        for operation, left, right in pairs
        if isinstance(operation, (ast.Is, ast.IsNot))
    )


def _is_there_once(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return any(node.value is each for each in (None, True, False, Ellipsis))
    return isinstance(node, ast.Name) and isinstance(getattr(builtins, node.id, None), type)
