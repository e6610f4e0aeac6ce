# SPDX-License-Identifier: MIT
"""The program of a question, as lines that can be copied and run, where a question is as plain as that."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from math import isclose
from typing import Any

_CODE = re.compile(r"`([^`]+)`")
# What is assigned or defined stands in code marks, too; a mark around it says nothing of when it happens.
_GIVEN = re.compile(r"`([a-z][\w.]*(?:\([^`)]*\))? = [^`]*)`")
_ASSIGNED = re.compile(r"(?<![\w.`])([a-z]\w*(?:\.\w+)?) = ")
_FUNCTION = re.compile(r"\b([a-z])\((\w+(?:, \w+)*)\) = ")
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?")
# Of two numbers that are shown with six figures.
CLOSE = 1e-4


def program_of(question: str, right: str, namespace: Mapping[str, Any]) -> str:
    """Return a program that prints the right answer of a question; "" where the question is no such program.

    A question such as "`x.grad` after `out._backward()`, for `out = x + x`, `x = Value(2.5)`, out.grad = 3.5" has what
    is printed first in code, then what is called before. The program is run, and has to give the right answer.
    """
    question = _GIVEN.sub(r"\1", question)
    codes = _CODE.findall(question)
    if not question.startswith("`") or not _is_expression(codes[0]):
        return ""
    text = _CODE.sub("``", question)
    called = [code for code in codes[1:] if not code.isidentifier()]
    lines = [*_functions(text), *_in_order(_assignments(text)), *called]
    return "\n".join([*lines, f"print({codes[0]})"]) if _gives(lines, codes[0], right, namespace) else ""


def _is_expression(text: str) -> bool:
    """Tell whether this is one expression; what has a comma outside of brackets is two, or one and a word."""
    try:
        body = ast.parse(text, mode="eval").body
    except SyntaxError:
        return False
    return text.startswith("(") or not isinstance(body, ast.Tuple)


def _functions(text: str) -> list[str]:
    """Return the definition of a function of a list, which a question writes as "f(x, y) = x * y"."""
    return [
        f"def {match[1]}(inputs):\n    {match[2]} = inputs\n    return {_longest_expression(text[match.end() :])}\n"
        for match in _FUNCTION.finditer(text)
    ]


def _assignments(text: str) -> dict[str, str]:
    """Return what the question assigns, by name: of the text up to the next assignment, the part that is code."""
    found = list(_ASSIGNED.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)]
    parts = {match[1]: text[match.end() : end].rstrip() for match, end in zip(found, ends, strict=False)}
    return {name: _longest_expression(part) for name, part in parts.items()}


def _longest_expression(part: str) -> str:
    heads = (part[:end].rstrip(", ") for end in range(len(part), 0, -1))
    return next(filter(_is_expression, heads), "")


def _in_order(assigned: dict[str, str]) -> list[str]:
    """Return lines of code in which each name is assigned before it is used."""
    lines, left = [], dict(assigned)
    while left:
        for name, value in left.items():
            used = {node.id for node in ast.walk(ast.parse(f"{name}, {value}")) if isinstance(node, ast.Name)}
            if not used & (left.keys() - {name}):
                break
        else:
            return []
        lines.append(f"{name} = {left.pop(name)}")
    return lines


def _gives(lines: list[str], asked: str, right: str, namespace: Mapping[str, Any]) -> bool:
    """Tell whether the program runs and gives the numbers of the right answer."""
    names = dict(namespace)
    try:
        exec("\n".join(lines), names)
        answer = eval(asked, names)
    except Exception:  # It is no program.
        return False
    given, expected = _NUMBER.findall(str(answer)), _NUMBER.findall(right)
    return (
        isinstance(answer, float | int | tuple | list)
        and len(given) == len(expected) > 0
        and all(
            isclose(float(one), float(other), rel_tol=CLOSE, abs_tol=CLOSE)
            for one, other in zip(given, expected, strict=True)
        )
    )
