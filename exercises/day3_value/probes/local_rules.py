# SPDX-License-Identifier: MIT
"""Questions that are asked of every operation: its data, what it passes on, and random graphs of it.

A local rule is asked with a hand-set upstream gradient and a backward pass of our own, so that it does not depend on
the learner's ``backward``. Only an engine whose nodes have no rule of the contract's kind is asked through its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from exercises.day3_value.engines import (
    LINES,
    engine_holds,
    fair_sign,
    go_back,
    goes_its_own_way,
    probe,
    right_way_back,
)
from exercises.day3_value.expressions import cuts, expression, wording
from exercises.shared.expressions import Expression, nodes_of
from exercises.shared.graphs import Leaf, listed, reached
from exercises.shared.plain import text_of
from exercises.shared.stand_in import holds
from judge.asking.inputs import Draw, Drawer, from_above
from judge.asking.probe import Namespace
from judge.run.answers import Answer, Several, attempt, same


def first_difference(inputs: dict[str, Any], expected: Answer, given: Answer) -> tuple[dict[str, Any], Answer, Answer]:
    """Narrow a question about an expression to the smallest of its cuts that was answered otherwise.

    Made for ``Probe.shrink``: the input is called ``drawn``, and the answers come in parts, one for each cut.

    Returns:
        The inputs, the expected answer and the answer for that cut alone, with the cut in words as ``drawn`` and as
        data, for drawing it, as ``expression``.
    """
    smaller = cuts(inputs["drawn"])
    if isinstance(expected, Several) and isinstance(given, Several):
        for cut, right, answer in zip(smaller, expected.answers, given.answers, strict=False):
            if not same(right, answer):
                return {"drawn": wording(cut), "expression": cut}, right, answer
    # One answer came for the complete expression, which is the last of the cuts.
    complete = expected.answers[-1] if isinstance(expected, Several) else expected
    return {"drawn": wording(inputs["drawn"])}, complete, given


def two_steps_on(value: Any, number: float, sign: str) -> tuple[Any, Any, float]:
    """Return a leaf, a node that is made of it in two steps, ``a * 0.25 * 2`` or ``a + 1 + 1``, and 1.

    In an engine of its own way whose signs or ``backward()`` are not right, which another check reports, no such steps
    can be gone back: there it is a leaf of the node's number, twice, and the slope of the two steps.

    Args:
        value: The learner's class.
        number: The leaf's number.
        sign: The sign that makes the node, ``*`` or ``+``; the one that the question is not about.
    """
    if goes_its_own_way(value) and not holds(lambda: engine_holds(value)):
        leaf = value(number * 0.5 if sign == "*" else number + 2.0)
        return leaf, leaf, 0.5 if sign == "*" else 1.0
    with fair_sign(value, sign):
        leaf = value(number)
        if sign == "*":
            return leaf, leaf * value(0.25) * value(2.0), 1.0
        return leaf, leaf + value(1.0) + value(1.0), 1.0


def gradients_of_cuts(drawn: Expression, leaf: Leaf, walk: Callable[[Any], None]) -> Several:
    """Return the leaves' gradients after a backward pass on every cut of an expression, each an answer of its own."""
    return Several(tuple(attempt(partial(_leaf_gradients, cut, leaf, walk)) for cut in cuts(drawn)))


def _leaf_gradients(drawn: Expression, leaf: Leaf, walk: Callable[[Any], None]) -> list[Any]:
    nodes = nodes_of(drawn, leaf)
    walk(nodes[-1])
    gradients = [node.grad for node in nodes[: len(drawn["leaves"])]]
    # Shares that cancel may leave a last digit behind; it is rounded away before it is shown.
    return [0.0 if isinstance(gradient, float) and abs(gradient) < 1e-12 else gradient for gradient in gradients]


def rule_questions(
    check: str,
    name: str,
    words: str,
    because: str,
    operate: Callable[..., Any],
    *,
    of: str = "xy",
    inside: str = "",
    leans_on: str = "",
    **drawers: Any,
) -> None:
    """Register the questions for the data of an operation, and for the gradients that it passes on.

    Args:
        check: The grade cell.
        name: Unique within the check.
        words: The expression as a learner reads it.
        because: The slopes in words.
        operate: The operation on the leaves of ``of`` and the other inputs.
        of: The names of the leaves; "x" for one, "xy" for two.
        inside: The sign that makes the operands where it is also asked on operands that are themselves made; "" where
            it is not.
        leans_on: A sign that another check asks for and that this operation may be made of; "" where there is none.
        **drawers: A drawer for each leaf and for each further input, by name.
    """
    operation = _Operation(operate, of, inside)
    slopes = because.partition("; ")[2] or because
    where = _made(of, of)
    names = " and ".join(f"`{leaf}.grad`" for leaf in of)
    arriving = {**drawers, "upstream": from_above}

    def asked(kind: str, question: Callable[..., Any]) -> Callable[..., Any]:
        return leaning_on(leans_on, _named(f"{name}_{kind}", question))

    probe(check, f"`({words}).data` for {where}", because.partition(";")[0], rounds=rounds(drawers), **drawers)(
        asked("data", operation.data)
    )
    probe(
        check,
        f"{names} for `out = {words}`, {where}, when the upstream gradient `out.grad` is {{upstream}}",
        slopes,
        rounds=rounds(arriving),
        graph=operation.graph,
        of=tuple(of),
        **arriving,
    )(asked("rule", operation.gradients))
    if of == "xy":
        probe(
            check,
            f"{names} for `out = {words}`, where `x` and `y` both hold {{x}}, when the upstream gradient `out.grad` is "
            "{upstream}",
            f"`x` and `y` are two nodes, whatever numbers they hold, and {slopes.replace('{y}', '{x}')}",
            rounds=1,
            **{key: drawer for key, drawer in arriving.items() if key != "y"},
        )(asked("of_equal", operation.of_equal))
    probe(
        check,
        f"{names} for {where}, when `{words}` is computed twice and each gets the upstream gradient {{upstream}}",
        f"every use adds its share, and {slopes}",
        rounds=1,
        graph=operation.graph_of_two,
        of=tuple(of),
        **arriving,
    )(asked("collected", operation.collected))
    if inside:
        starts = "ab"[: len(of)]
        steps = "* 0.25 * 2" if inside == "*" else "+ 1 + 1"
        made_of = " and ".join(f"`{leaf} = {start} {steps}`" for leaf, start in zip(of, starts, strict=True))
        probe(
            check,
            f"{' and '.join(f'`{start}.grad`' for start in starts)} for `out = {words}`, where {made_of}, "
            f"{_made(starts, of)}, and the upstream gradient `out.grad` is {{upstream}}",
            f"{slopes}, and what arrives at `x` goes on to what `x` was made from",
            rounds=1,
            **arriving,
        )(asked("inside", operation.passed_through))


def rounds(drawers: Mapping[str, Drawer]) -> int:
    """Return how many rounds ask for both signs of each input, and of the product of any two; 2 at least."""
    draw = Draw("")
    for drawer in drawers.values():
        drawer(draw)
    return 3 if len(draw.signs) > 1 else 2


def _made(leaves: str, numbers: str) -> str:
    """Return how leaves are made of numbers, as a question says it: "`x = Value({x})`, `y = Value({y})`"."""
    return ", ".join(f"`{leaf} = Value({{{number}}})`" for leaf, number in zip(leaves, numbers, strict=True))


def _named(name: str, question: Callable[..., Any]) -> Callable[..., Any]:
    """Return a question under a name of its own, by which its probe is known."""

    def asked(namespace: Namespace, **inputs: Any) -> Any:
        return question(namespace, **inputs)

    asked.__name__ = name
    return asked


@dataclass(frozen=True)
class _Operation:
    """An operation on leaves and other inputs: each method answers one question about it, or makes its graph."""

    operate: Callable[..., Any]
    of: str  # the names of the leaves
    inside: str  # the sign that makes the operands in ``passed_through``

    def data(self, namespace: Namespace, **inputs: Any) -> Any:
        """Return the operation's result."""
        return self.operate(**self._made_by(namespace["Value"], inputs)).data

    def gradients(self, namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        """Return what the operation passes on to its leaves."""
        made = self._made_by(namespace["Value"], inputs)
        go_back(namespace["Value"], (self.operate(**made), upstream))
        return self._of_each(made)

    def of_equal(self, namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        """Return the gradients of two leaves that hold the same number."""
        return self.gradients(namespace, upstream, **inputs, y=inputs["x"])

    def collected(self, namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        """Return what two operations on the same leaves pass on together."""
        made = self._made_by(namespace["Value"], inputs)
        # Both are computed before either is called: a rule that is stored on the operand is replaced by the second.
        go_back(namespace["Value"], (self.operate(**made), upstream), (self.operate(**made), upstream))
        return self._of_each(made)

    def passed_through(self, namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        """Return what arrives at the leaves that the operands are made of."""
        value = namespace["Value"]
        starts = {key: two_steps_on(value, item, self.inside) for key, item in inputs.items() if key in self.of}
        made = {key: starts[key][1] if key in self.of else item for key, item in inputs.items()}
        go_back(value, (self.operate(**made), upstream))
        return _alone([slope * leaf.grad for leaf, _, slope in (starts[key] for key in self.of)])

    def graph(self, leaf: Leaf, upstream: float, **inputs: Any) -> dict[str, Any]:
        """Return the nodes of the operation, for drawing it."""
        made = self._made_by(leaf, inputs)
        return {**{key: made[key] for key in self.of}, "out": self.operate(**made)}

    def graph_of_two(self, leaf: Leaf, upstream: float, **inputs: Any) -> dict[str, Any]:
        """Return the nodes of two operations on the same leaves, and their sum."""
        made = self._made_by(leaf, inputs)
        first, second = self.operate(**made), self.operate(**made)
        # Their sum passes its own gradient, the upstream one, to both.
        return {**{key: made[key] for key in self.of}, "first": first, "second": second, "out": first + second}

    def _made_by(self, leaf: Callable[[Any], Any], inputs: dict[str, Any]) -> dict[str, Any]:
        return {key: leaf(item) if key in self.of else item for key, item in inputs.items()}

    def _of_each(self, leaves: dict[str, Any]) -> Any:
        return _alone([leaves[leaf].grad for leaf in self.of])


def _alone(gradients: list[Any]) -> Any:
    """Return the only gradient where there is one, and all of them otherwise."""
    return gradients if len(gradients) > 1 else gradients[0]


def leaning_on(sign: str, question: Callable[..., Any]) -> Callable[..., Any]:
    """Ask a question with a right operator in the class, so that a mistake in that operator costs points once."""
    if not sign:
        return question

    @wraps(question)
    def leaning(namespace: Namespace, **inputs: Any) -> Any:
        with fair_sign(namespace["Value"], sign):
            return question(namespace, **inputs)

    return leaning


def random_questions(check: str, name: str, operations: tuple[str, ...], why: str, leans_on: str = "") -> None:
    """Register the question for the gradients of random graphs of these operations."""

    def gradients(namespace: Namespace, drawn: Expression) -> Any:
        value = namespace["Value"]
        # Tried once, not for each cut: a trial leaves its nodes on an engine's tape.
        if not goes_its_own_way(value):
            return gradients_of_cuts(drawn, value, lambda root: right_way_back.drive(root, 1.0))
        if holds(lambda: engine_holds(value)):
            return gradients_of_cuts(drawn, value, lambda root: root.backward())
        return gradients_of_cuts(drawn, value, lambda root: go_back(value, (root, 1.0)))

    gradients.__name__ = name
    probe(
        check,
        "the gradients of the leaves for {drawn}, when every node's `_backward()` is called in order",
        why,
        shrink=first_difference,
        in_parts=True,
        lines=LINES,
        drawn=expression(operations, leaves=2, steps=5),
    )(leaning_on(leans_on, gradients))


def remembers(
    check: str, name: str, words: str, operate: Callable[[Any, Any], Any], *, leans_on: str = "", **drawers: Any
) -> None:
    """Register the question whether the result of an operation knows where it came from.

    Args:
        check: The grade cell.
        name: Unique within the check.
        words: The expression as a learner reads it, of the node ``x``.
        operate: The operation on a leaf and on what ``c`` draws; on the leaf and None where nothing does.
        leans_on: A sign that another check asks for and that this operation may be made of; "" where there is none.
        **drawers: A drawer for ``x``, and one for ``c`` where a number or another node takes part.
    """

    def operation_remembers(namespace: Namespace, x: float, c: Any = None) -> Any:
        leaf = namespace["Value"](x)
        other = namespace["Value"](c) if words.endswith(" y") else c
        words_of = remembered(operate(leaf, other), leaf, x)
        # Whoever stores no operation at all, in no sum either, pays for that once: with `x + y`. So does whoever stores
        # none in a product, of which the minus sign may be made: with `x * y`.
        if name != "sum" and not all(_stores_operation(one, leaf, x) for one in BASIC[: 2 if leans_on else 1]):
            words_of = [word for word in words_of if word not in (AN_OPERATION, NO_TEXT)]
            words_of.insert(1 if "x" in words_of else 0, AN_OPERATION)
        return words_of

    probe(
        check,
        f"what `out = {words}` remembers of how it was made",
        "`backward()` finds `x` through `_prev`, and a node that was computed has an operation in `_op`",
        rounds=1,
        phrase=listed,
        **drawers,
    )(leaning_on(leans_on, _named(f"{name}_remembers", operation_remembers)))


# The sum, and the product, of a leaf with itself.
BASIC: tuple[Callable[[Any], Any], ...] = (lambda leaf: leaf + leaf, lambda leaf: leaf * leaf)


def _stores_operation(operate: Callable[[Any], Any], leaf: Any, number: float) -> bool:
    return holds(lambda: AN_OPERATION in remembered(operate(leaf), leaf, number))


AN_OPERATION, NO_TEXT = "an operation", "something in `_op` that is not text"


def remembered(out: Any, leaf: Any, number: float) -> list[str]:
    """Return what a node remembers of how it was made: the leaf ``x``, and an operation; and whether x is changed."""
    operation = text_of(out._op)
    words = {
        "x": bool(reached(out, {"x": leaf})),
        AN_OPERATION: isinstance(operation, str) and operation != "",
        NO_TEXT: bool(operation) and not isinstance(operation, str),
        "another number in `x`": leaf.data != number,
    }
    return [word for word, there in words.items() if there]
