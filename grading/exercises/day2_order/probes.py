# SPDX-License-Identifier: MIT
"""Questions about ``run_backward``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grading.exercises.shared.engines import fair_rules
from grading.exercises.shared.inputs import number
from grading.exercises.shared.plain import number_of
from grading.exercises.shared.probe import Namespace, probe
from grading.exercises.shared.stand_in import right

LEAVES = "day2-order-leaves"


def _ordered(namespace: Namespace, a: float, b: float, c: float) -> dict[str, Any]:
    with fair_rules(namespace.get("Value")) as value:
        nodes = _product_plus(value, a, b, c)
        namespace["run_backward"](*nodes.values())
        return {name: node.grad for name, node in nodes.items()}


def _product_plus(leaf: Callable[[float], Any], a: float, b: float, c: float) -> dict[str, Any]:
    nodes = {"a": leaf(a), "b": leaf(b), "c": leaf(c)}
    nodes["d"] = nodes["a"] * nodes["b"]
    nodes["L"] = nodes["d"] + nodes["c"]
    return nodes


GRAPH = "after `run_backward(a, b, c, d, L)`, for d = a*b, L = d + c, a = {a}, b = {b}, c = {c}"


def _order_question(check: str, name: str, why: str) -> None:
    def gradient(namespace: Namespace, a: float, b: float, c: float) -> Any:
        return number_of(_ordered(namespace, a, b, c)[name])

    gradient.__name__ = f"gradient_of_{name}"
    ask = f"`{name}.grad` {GRAPH}"
    probe(check, ask, why, graph=_product_plus, of=(name,), a=number, b=number, c=number)(gradient)


def _was_called(check: str, name: str) -> None:
    def called(namespace: Namespace, a: float, b: float, c: float) -> Any:
        nodes = _product_plus(right.Node, a, b, c)
        calls = []
        rule = nodes[name]._backward
        nodes[name]._backward = lambda: (calls.append(name), rule())[1]
        namespace["run_backward"](*nodes.values())
        return "called" if calls else "never called"

    called.__name__ = f"call_of_{name}"
    ask = f"`{name}._backward()` of the node {name} that was handed over, in `run_backward(a, b, c, d, L)`"
    why = "you write one gradient yourself, the seed, and all others come out of the nodes that exist already"
    probe(check, ask, why, phrase=str, a=number, b=number, c=number)(called)


def _as_passed_on(check: str, names: tuple[str, ...], to_d: float) -> None:
    """Ask for gradients that cannot be known beforehand: the rules of d and L pass on other shares than + and *."""

    def passed_on(namespace: Namespace, a: float, b: float, c: float) -> Any:
        nodes = _product_plus(right.Node, a, b, c)
        nodes["L"]._backward = _rule_of(nodes["L"], (nodes["d"], to_d), (nodes["c"], 3.0))
        nodes["d"]._backward = _rule_of(nodes["d"], (nodes["a"], a), (nodes["b"], c))
        namespace["run_backward"](*nodes.values())
        return [number_of(nodes[name].grad) for name in names]

    passed_on.__name__ = f"passed_on_to_{'_and_'.join(names)}"
    grads = ", ".join(f"{name}.grad" for name in names)
    ask = (
        f"`({grads})` after `run_backward(a, b, c, d, L)`, for nodes whose rules pass on other shares: "
        f"for each 1 that it holds, L passes on {to_d:g} to d and 3 to c, and d {{a}} to a and {{c}} to b"
    )
    why = "every gradient but the seed is what the calls pass on, and no number is typed in"
    probe(check, ask, why, many=True, a=number, b=number, c=number)(passed_on)


def _rule_of(node: Any, *shares: tuple[Any, float]) -> Callable[[], None]:
    def rule() -> None:
        for parent, share in shares:
            parent.grad += share * node.grad

    return rule


_order_question(LEAVES, "L", "L moves as fast as L does")
_order_question(LEAVES, "d", "L = d + c copies the 1 to d")
_order_question(LEAVES, "c", "L = d + c copies the 1 to c")
_was_called(LEAVES, "L")
_as_passed_on(LEAVES, ("d", "c"), to_d=2.0)
_order_question(LEAVES, "a", "d = a*b gives a the data of b, times the 1 that has arrived at d")
_order_question(LEAVES, "b", "d = a*b gives b the data of a, times the 1 that has arrived at d")
_was_called(LEAVES, "d")
_as_passed_on(LEAVES, ("a", "b"), to_d=1.0)
