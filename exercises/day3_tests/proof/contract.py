# SPDX-License-Identifier: MIT
"""The contract of exercise 3.7, checked against engines other than those of the questions.

An engine here keeps pairs of a parent and a slope, which it finds on the way forward by rules that are written as text.
"""

from __future__ import annotations

import contextlib
import io
import math
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

SILENT, LISTED, INPUTS, GRAPH = (f"day3-tests-{name}" for name in ("silent", "told", "inputs", "graph"))

# For each operation its number and its slopes, of x and y.
RULES = {
    "add": "x + y; 1; 1",
    "sub": "x - y; 1; -1",
    "mul": "x * y; y; x",
    "truediv": "x / y; 1 / y; -x / y**2",
    "pow": "root(x, y); y * x ** (y - 1) if y else 0",
    "neg": "-x; -1",
    "relu": "max(x, 0.0); x > 0",
    "tanh": "tanh(x); 1 - tanh(x)**2",
    "exp": "exp(x); exp(x)",
    "log": "log(x); 1 / x",
    "sigmoid": "stable(x); stable(x) * stable(-x)",
}


def _root(x: float, n: float) -> float:
    if x < 0 and n % 1:
        raise ValueError("no real root")
    return float(x**n)


def _stable(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def _log_or_nan(x: float) -> float:
    return math.log(x) if x > 0 else math.nan


def _root_or_nan(x: float, n: float) -> float:
    return math.nan if x < 0 and n % 1 else float(x**n)


KNOWN = {"root": _root, "root_or_nan": _root_or_nan, "stable": _stable, "log_or_nan": _log_or_nan, "max": max}
KNOWN |= {name: getattr(math, name) for name in ("exp", "log", "tanh")}


def _sorted(root: Any, name: Callable[[Any], Any] = id) -> list[Any]:
    """Return the nodes behind a root, each after all of its children."""
    waits: dict[Any, int] = {}
    reached, found = [root], {name(root)}
    for node in reached:
        for parent, _ in node.pairs:
            waits[name(parent)] = waits.get(name(parent), 0) + 1
            if name(parent) not in found:
                found.add(name(parent))
                reached.append(parent)
    order = [root]
    for node in order:
        for parent, _ in node.pairs:
            waits[name(parent)] = waits.get(name(parent), 0) - 1
            if waits[name(parent)] == 0:
                order.append(parent)
    return order


def _finished_numbers(root: Any) -> list[Any]:
    """Return the nodes by a depth-first search that tells nodes apart by their numbers, children first."""
    order: dict[float, Any] = {}
    begun, waiting = set(), [root]
    while waiting:
        node = waiting[-1]
        if node.data in begun:
            order.setdefault(waiting.pop().data, node)
        else:
            begun.add(node.data)
            waiting += [parent for parent, _ in node.pairs]
    return list(order.values())[::-1]


def _in_depth(root: Any, again: bool) -> list[Any]:
    order: list[Any] = []

    def call(node: Any) -> None:
        if again or not any(node is other for other in order):
            order.append(node)
            for parent, _ in node.pairs:
                call(parent)

    call(root)
    return order


class Engine:
    """What all engines have: they differ by their rules, and by what goes on in ``backward``."""

    rules: Mapping[str, str] = RULES
    box: Callable[[Any], Any] = tuple
    order: Callable[[Any], list[Any]] = staticmethod(_sorted)
    keeps_last, clears_leaves, clears_inner = False, False, True

    def __init__(self, data: float, _prev: Any = (), _op: str = "", label: str = ""):
        self.data, self.grad, self._op, self.label = float(data), 0.0, _op, label
        self._prev, self.pairs = type(self).box(_prev), ()

    def backward(self) -> None:
        """Fill in the gradients."""
        nodes = type(self).order(self)
        for node in nodes:
            if (node.pairs and self.clears_inner) or (not node.pairs and self.clears_leaves):
                node.grad = 0.0
        self.grad = 1.0 if self.pairs else self.grad + 1.0
        for node in nodes:
            for parent, slope in node.pairs:
                parent.grad = (0.0 if self.keeps_last else parent.grad) + slope * node.grad


def _made(name: str, node: Any, *others: Any, more: tuple[float, ...] = ()) -> Any:
    kind = type(node)
    operands = [node, *(other if isinstance(other, Engine) else kind(other) for other in others)]
    numbers = dict(zip("xy", [*(operand.data for operand in operands), *more], strict=False))
    value, *slopes = (eval(text, KNOWN | numbers) for text in kind.rules[name].split(";"))
    out = kind(value, operands, name)
    out.pairs = list(zip(operands, map(float, slopes), strict=True))
    return out


def _power(node: Any, exponent: Any) -> Any:
    if isinstance(exponent, Engine):
        raise TypeError("the exponent is a plain number")
    return _made("pow", node, more=(exponent,))


def _right_operand(name: str) -> Callable[[Any, Any], Any]:
    return lambda self, other: _made(name, type(self)(other), self)


for _name in ("add", "sub", "mul", "truediv"):
    setattr(Engine, f"__{_name}__", lambda self, other, name=_name: _made(name, self, other))
    setattr(Engine, f"__r{_name}__", _right_operand(_name))
for _name in ("relu", "tanh", "exp", "log", "sigmoid"):
    setattr(Engine, _name, lambda self, name=_name: _made(name, self))
Engine.__neg__, Engine.__pow__ = (lambda self: _made("neg", self)), _power


def _engine(changed: Mapping[str, Any]) -> type[Engine]:
    """Return a new class; what is changed are attributes, and rules by their names."""
    rules = {name: text for name, text in changed.items() if name in RULES}
    others = {name: value for name, value in changed.items() if name not in RULES}
    parts = {**vars(Engine), "rules": {**RULES, **rules}, **others}
    return type(
        "Value", (Engine,), {name: part for name, part in parts.items() if name not in ("__dict__", "__weakref__")}
    )


ENGINES: dict[str, dict[str, Any]] = {
    "parents in a tuple": {},
    "parents in a list": {"box": list},
    "parents in a set": {"box": set},
}
INERT = {"order": staticmethod(lambda root: [])}
# For a fault that is written in two ways, it is enough that one of them is caught.
EQUAL_NUMBERS = partial(_sorted, name=lambda node: node.data), _finished_numbers
FAULTS: dict[str, dict[str, Any]] = {
    LISTED: {
        "product": {"mul": "x * y; x; y"},
        "reuse": {"keeps_last": True},
        "minus": {"sub": "x - y; 1; 1"},
        "quotient": {"truediv": "x / y; 1 / y; -x / y"},
        "power": {"pow": "root(x, y); y * x ** y"},
        "exponential": {"exp": "exp(x); x * exp(x - 1)"},
        "left sum": {"__radd__": lambda self, other: self},
        "left minus": {"__rsub__": lambda self, other: self - other},
    },
    INPUTS: {
        "negative base": {"pow": "root(x, y); y * max(x, -x) ** (y - 1)"},
        "relu": {"relu": "max(x, 0.0); 1"},
        "tanh": {"tanh": "tanh(x); 1 - x * x"},
        "sigmoid": {"sigmoid": "1 / (1 + exp(-x)); stable(x) * stable(-x)"},
        "no refusal": {
            "log": "log_or_nan(x); 1 / x if x else 0",
            "pow": "root_or_nan(x, y); y * root_or_nan(x, y - 1) if y else 0",
        },
    },
    GRAPH: {
        "every arrival": {"order": staticmethod(partial(_in_depth, again=True))},
        "first arrival": {"order": staticmethod(partial(_in_depth, again=False))},
        "equal numbers": [{"order": staticmethod(order)} for order in EQUAL_NUMBERS],
        "second call": {"clears_inner": False},
        "leaves cleared": {"clears_leaves": True},
    },
}


def _answer(changed: Mapping[str, Any], names: Mapping[str, Any]) -> tuple[Any, bool, bool]:
    """Return what a check says of an engine, whether it prints, and whether it changes the class."""
    value, printed = _engine(changed), io.StringIO()
    before = dict(vars(value))
    try:
        with contextlib.redirect_stdout(printed):
            answer = names["check_engine"](value)
            if hasattr(answer, "send"):
                answer = set(answer)
    except NotImplementedError:
        raise
    except Exception as error:
        answer = [error]
    return answer, bool(printed.getvalue().strip()), dict(vars(value)) != before


def _said(changed: Mapping[str, Any], names: Mapping[str, Any]) -> str:
    """Say what a check says of an engine, in the form that the card asks for."""
    answer, _, is_changed = _answer(changed, names)
    if is_changed:
        return "the class is changed"
    if answer is None or (
        isinstance(answer, (list, tuple)) and all(isinstance(one, (str, Exception)) for one in answer)
    ):
        return "an alarm" if answer else "silence"
    return "another answer"


def _silent(engine: str, names: Mapping[str, Any]) -> list[str]:
    return [_said(ENGINES[engine], names), _said(INERT, names), _said(ENGINES[engine], names)]


def _caught(fault: Any, names: Mapping[str, Any]) -> list[str]:
    """Say what a check makes of an engine with a fault, whatever the form: that is paid with silence."""
    ways = fault if isinstance(fault, list) else [fault]
    for _ in range(2):  # A list may be kept from call to call.
        (right, printed_of_right, accused), *others = [_findings_of(changed, names) for changed in ({}, *ways)]
    alarm = any(
        found
        or (right != wrong if type(right) is type(wrong) and right is not None else printed and not printed_of_right)
        for wrong, printed, found in others
    )
    return ["an alarm" if accused else "silence", "an alarm" if alarm else "silence"]


def _findings_of(changed: Mapping[str, Any], names: Mapping[str, Any]) -> tuple[Any, bool, list[Any]]:
    """Return a plain answer, whether something is printed, and the findings; a list of them is emptied."""
    answer, printed, _ = _answer(changed, names)
    found = list(answer) if isinstance(answer, (list, tuple, set)) else []
    if isinstance(answer, list):
        answer.clear()
    return (answer if isinstance(answer, (bool, str)) else None), printed, found


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    one = ["silence", "an alarm"]
    both = [*one, "silence"]
    made = [Clause(SILENT, engine, partial(_silent, engine), both, exact=False) for engine in ENGINES]
    return tuple(made) + tuple(
        Clause(check, words, partial(_caught, fault), one, exact=False)
        for check, faults in FAULTS.items()
        for words, fault in faults.items()
    )
