# SPDX-License-Identifier: MIT
"""Rewrite a program without changing what it does.

Used on mistaken answers: the same mistake must get the same name however it is written. Two rewrites are made from the
syntax tree:

- :func:`renamed`: other names for local variables and inner functions; a result is named before it is returned;
- :func:`helpers`: every function and method hands its work to a function of the module; a value is built in pieces.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

Function = (ast.FunctionDef, ast.AsyncFunctionDef)


def renamed(source: str) -> str:
    """Return the source with other local names, and with every ``return`` of an expression in two steps."""
    tree = ast.parse(source)
    for function in _outermost(tree):
        _Renamer(_own_names(function)).rename(function)
    tree = _ReturnsInTwoSteps().visit(tree)
    tree.body = [step for statement in tree.body for step in _assigned_in_two_steps(statement)]
    return ast.unparse(ast.fix_missing_locations(tree))


def helpers(source: str) -> str:
    """Return the source with each body in a function of the module, and values built entry by entry."""
    tree = ast.parse(source)
    body: list[ast.stmt] = []
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            moved = [_moved(method, statement.name) for method in statement.body if isinstance(method, Function)]
            body += [statement, *(helper for helper in moved if helper is not None)]
        elif isinstance(statement, Function):
            helper = _moved(statement, "")
            body += [*([helper] if helper is not None else []), statement]
        else:
            body += _built(statement)
    tree.body = body
    return ast.unparse(ast.fix_missing_locations(tree))


REWRITERS: dict[str, Callable[[str], str]] = {"renamed": renamed, "helpers": helpers}


# Other names


def _outermost(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from _outermost(node)


def _own_names(function: ast.FunctionDef) -> set[str]:
    """Return the names that a function binds, at any depth, and that nobody outside can see."""
    own: set[str] = set()
    taken: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, ast.FunctionDef) and node is not function:
            own.add(node.name)
        elif isinstance(node, ast.arg):  # a caller may pass it by name
            taken.add(node.arg)
        elif isinstance(node, ast.Global):
            taken.update(node.names)
        elif isinstance(node, ast.alias):
            taken.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, (ast.ExceptHandler, ast.ClassDef)) and node.name:
            taken.add(node.name)
    return own - taken


class _Renamer(ast.NodeTransformer):
    def __init__(self, names: set[str]):
        self.names = names

    def rename(self, function: ast.FunctionDef) -> None:
        function.body = [self.visit(statement) for statement in function.body]

    def other(self, name: str) -> str:
        return f"my_{name.strip('_')}" if name in self.names else name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.other(node.id), node.ctx)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.name = self.other(node.name)
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.Nonlocal:
        return ast.Nonlocal([self.other(name) for name in node.names])


class _ReturnsInTwoSteps(ast.NodeTransformer):
    def visit_Return(self, node: ast.Return) -> ast.Return | list[ast.stmt]:
        if node.value is None or isinstance(node.value, (ast.Name, ast.Constant)):
            return node
        return [
            ast.Assign([ast.Name("the_result", ast.Store())], node.value),
            ast.Return(ast.Name("the_result", ast.Load())),
        ]


def _assigned_in_two_steps(statement: ast.stmt) -> list[ast.stmt]:
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return [statement]
    first = f"my_{statement.targets[0].id}"
    return [
        ast.Assign([ast.Name(first, ast.Store())], statement.value),
        ast.Assign(statement.targets, ast.Name(first, ast.Load())),
    ]


# Helpers


def _moved(function: ast.FunctionDef, owner: str) -> ast.FunctionDef | None:
    """Move a body into a new function and leave a call of it; None where the body must stay where it is."""
    names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
    given = function.args
    other = given.posonlyargs or given.kwonlyargs or given.kwarg
    if function.decorator_list or names & {"super", "__class__"} or other:
        return None
    name = f"do_{owner.lower()}_{function.name.strip('_')}" if owner else f"do_{function.name.strip('_')}"
    args = [ast.arg(one.arg) for one in given.args]
    plain = ast.arguments([], args, vararg=given.vararg, kwonlyargs=[], kw_defaults=[], defaults=[])
    helper = ast.FunctionDef(name, plain, function.body, [])
    positional = [ast.Name(one.arg, ast.Load()) for one in given.args]
    if given.vararg:
        positional.append(ast.Starred(ast.Name(given.vararg.arg, ast.Load()), ast.Load()))
    function.body = [ast.Return(ast.Call(ast.Name(name, ast.Load()), positional, []))]
    return helper


def _built(statement: ast.stmt) -> list[ast.stmt]:
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return [statement]
    target, value = statement.targets[0], statement.value
    if not isinstance(target, ast.Name):
        return [statement]
    if isinstance(value, ast.Dict) and all(value.keys):
        steps = [
            ast.Assign([ast.Subscript(ast.Name(target.id, ast.Load()), key, ast.Store())], entry)
            for key, entry in zip(value.keys, value.values, strict=True)
        ]
        return [ast.Assign([target], ast.Dict([], [])), *steps]
    if isinstance(value, ast.List) and not any(isinstance(entry, ast.Starred) for entry in value.elts):
        grow = ast.Attribute(ast.Name(target.id, ast.Load()), "append", ast.Load())
        return [
            ast.Assign([target], ast.List([], ast.Load())),
            *(ast.Expr(ast.Call(grow, [entry], [])) for entry in value.elts),
        ]
    return [ast.Assign([target], ast.IfExp(ast.Constant(True), value, ast.Constant(None)))]
