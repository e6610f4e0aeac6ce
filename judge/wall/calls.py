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

from judge.run.words import say, template
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
NOT_ASKED = {
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Delete: "del",
    ast.ClassDef: "class",
    ast.AsyncFunctionDef: "async",
    ast.Await: "await",
    ast.AsyncFor: "async for",
}

# Why a check is not asked.
NO_PYTHON = template("it is more than plain Python")
READS = template("it reads `{name}`, of the type `{kind}`")
YOURS = template("it calls `{name}`, which no answer cell defines")
RENAMES = template("it gives `{name}` another meaning")
USES = template("it uses `{code}`")
NOT_CALLED = template("it uses `{code}` without calling it")
CHANGES = template("it changes `{code}`")
DOES = template("it calls `{code}` for what that does")
# Characters of a piece of code in such a reason.
LONGEST_CODE = 40


class NotAsked(Exception):
    """A check can't be asked; the text says why, in a few words."""

    def __init__(self, text: str, /, **arguments: Any):
        super().__init__(say(text, **arguments))


def needs_of(source: str, found: Mapping[str, Mapping[str, Any]], of_instructor: Container[str]) -> Needs:
    """Return what a check reads and calls.

    Args:
        source: The check.
        found: By name, what :meth:`judge.run.confined.client.Session.take` returns of the solution.
        of_instructor: Names that other cells than answers define. A function of theirs may be what compares.

    Raises:
        NotAsked: It can't be asked.
    """
    try:
        tree = ast.parse(source)
        free = _free(symtable.symtable(source, "check", "exec"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotAsked(NO_PYTHON) from None
    wanted = {part: {name: each for name, each in names.items() if name in free} for part, names in found.items()}
    functions = wanted["others"]
    stored = names_stored(tree)
    for name, kind in functions.items():
        if kind not in CALLABLE:
            raise NotAsked(READS, name=name, kind=kind)
        if name in of_instructor:
            raise NotAsked(YOURS, name=name)
        if name in stored:
            raise NotAsked(RENAMES, name=name)
    if not functions:  # What it reads it defines itself.
        raise NotAsked(RENAMES, name=next(iter(found["others"])))
    _Reader(set(functions), names_defined(source)).need_fine(tree)
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

    def need_fine(self, tree: ast.Module) -> None:
        """Raise ``NotAsked`` where something in a check may depend on where it runs."""
        called = {id(node) for node in ast.walk(tree) for node in self._called(node)}
        for node in ast.walk(tree):
            if why := self._why_not(node, called):
                code = NOT_ASKED.get(type(node)) or ast.unparse(node).partition("\n")[0]
                raise NotAsked(why, code=code if len(code) <= LONGEST_CODE else f"{code[:LONGEST_CODE]}...")

    def _called(self, node: ast.AST) -> list[Any]:
        """Return the functions that a call calls: its own, and one that it is given to call."""
        if not isinstance(node, ast.Call):
            return []
        return [node.func, *(node.args if _last_name(node.func) in CALLERS else ())]

    def _why_not(self, node: ast.AST, called: set[int]) -> str:
        """Return why a check with this part is not asked, a template; "" where it is fine."""
        if type(node) in NOT_ASKED or _uses_a_block(node) or _uses_identity(node):
            return USES
        if isinstance(node, ast.Name):
            return self._why_not_named(node, called)
        if isinstance(node, (ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            return "" if isinstance(node, ast.Subscript) and self._is_own(node) else CHANGES
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            return "" if self._does_nothing_else(node.value.func) else DOES
        return ""

    def _why_not_named(self, node: ast.Name, called: set[int]) -> str:
        """Return why a check with this name is not asked, a template; "" where it is fine."""
        if node.id in NEAR:
            return USES
        return NOT_CALLED if node.id in self._functions and id(node) not in called else ""

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


def _uses_a_block(node: ast.AST) -> bool:
    """Tell whether this is a `with` block that may do more than catch or silence."""
    is_block = isinstance(node, (ast.With, ast.AsyncWith))
    return is_block and not all(_last_name(item.context_expr) in BLOCKS for item in node.items)


def _uses_identity(node: ast.AST) -> bool:
    """Tell whether this compares by `is` what is no constant: a copy is another object."""
    is_used = isinstance(node, ast.Compare) and any(isinstance(each, (ast.Is, ast.IsNot)) for each in node.ops)
    return is_used and not _is_of_constants(node)


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
