# SPDX-License-Identifier: MIT
"""Questions that are asked of every operation: its data, what it passes on, and random graphs of it.

A local rule is asked with a hand-set upstream gradient and a backward pass of our own, so that it does not depend on
the learner's ``backward``. Only an engine whose nodes have no rule of the contract's kind is asked through its own.
"""

from __future__ import annotations

from collections.abc import Callable
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
from exercises.shared.graphs import Leaf, reached
from exercises.shared.stand_in import holds
from judge.asking.inputs import number
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
    where = ", ".join(f"`{leaf} = Value({{{leaf}}})`" for leaf in of)

    def leaves_of(namespace: Namespace, inputs: dict[str, Any]) -> tuple[dict[str, Any], Any]:
        made = {key: namespace["Value"](item) if key in of else item for key, item in inputs.items()}
        return made, operate(**made)

    def data(namespace: Namespace, **inputs: Any) -> Any:
        return leaves_of(namespace, inputs)[1].data

    def gradients(namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        made, out = leaves_of(namespace, inputs)
        go_back(namespace["Value"], (out, upstream))
        return of_each(made)

    def of_equal(namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        return gradients(namespace, upstream, **inputs, y=inputs["x"])

    def collected(namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        made, out = leaves_of(namespace, inputs)
        # Both are computed before either is called: a rule that is stored on the operand is replaced by the second.
        go_back(namespace["Value"], (out, upstream), (operate(**made), upstream))
        return of_each(made)

    def passed_through(namespace: Namespace, upstream: float, **inputs: Any) -> Any:
        starts = {key: two_steps_on(namespace["Value"], item, inside) for key, item in inputs.items() if key in of}
        made = {key: starts[key][1] if key in of else item for key, item in inputs.items()}
        go_back(namespace["Value"], (operate(**made), upstream))
        grads = [slope * leaf.grad for leaf, _, slope in (starts[key] for key in of)]
        return grads if len(grads) > 1 else grads[0]

    def of_each(leaves: dict[str, Any]) -> Any:
        grads = [leaves[leaf].grad for leaf in of]
        return grads if len(grads) > 1 else grads[0]

    def once(leaf: Leaf, upstream: float, **inputs: Any) -> dict[str, Any]:
        made = {key: leaf(item) if key in of else item for key, item in inputs.items()}
        return {**{key: made[key] for key in of}, "out": operate(**made)}

    def twice(leaf: Leaf, upstream: float, **inputs: Any) -> dict[str, Any]:
        made = {key: leaf(item) if key in of else item for key, item in inputs.items()}
        first, second = operate(**made), operate(**made)
        # Their sum passes its own gradient, the upstream one, to both.
        return {**{key: made[key] for key in of}, "first": first, "second": second, "out": first + second}

    data.__name__, gradients.__name__, collected.__name__ = f"{name}_data", f"{name}_rule", f"{name}_collected"
    names = " and ".join(f"`{leaf}.grad`" for leaf in of)
    probe(check, f"`({words}).data` for {where}", because.partition(";")[0], rounds=2, **drawers)(
        leaning_on(leans_on, data)
    )
    slopes = because.partition("; ")[2] or because
    probe(
        check,
        f"{names} for `out = {words}`, {where}, when the upstream gradient out.grad is {{upstream}}",
        slopes,
        rounds=2,
        graph=once,
        of=tuple(of),
        **drawers,
        upstream=number,
    )(leaning_on(leans_on, gradients))
    if of == "xy":
        of_equal.__name__ = f"{name}_of_equal"
        probe(
            check,
            f"{names} for `out = {words}`, where `x` and `y` both hold {{x}}, when the upstream gradient out.grad is "
            "{upstream}",
            f"`x` and `y` are two nodes, whatever numbers they hold, and {slopes.replace('{y}', '{x}')}",
            rounds=1,
            **{key: drawer for key, drawer in drawers.items() if key != "y"},
            upstream=number,
        )(leaning_on(leans_on, of_equal))
    probe(
        check,
        f"{names} for {where}, when `{words}` is computed twice and each gets the upstream gradient {{upstream}}",
        f"every use adds its share, and {slopes}",
        rounds=1,
        graph=twice,
        of=tuple(of),
        **drawers,
        upstream=number,
    )(leaning_on(leans_on, collected))
    if inside:
        passed_through.__name__ = f"{name}_inside"
        steps = "* 0.25 * 2" if inside == "*" else "+ 1 + 1"
        made_of = " and ".join(f"`{leaf} = {start} {steps}`" for leaf, start in zip(of, "ab", strict=False))
        starts = ", ".join(f"`{start} = Value({{{leaf}}})`" for leaf, start in zip(of, "ab", strict=False))
        probe(
            check,
            f"{' and '.join(f'`{start}.grad`' for _, start in zip(of, 'ab', strict=False))} for `out = {words}`, where "
            f"{made_of}, {starts}, and the upstream gradient out.grad is {{upstream}}",
            f"{slopes}, and what arrives at `x` goes on to what `x` was made from",
            rounds=1,
            **drawers,
            upstream=number,
        )(leaning_on(leans_on, passed_through))


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


def remembered(out: Any, leaf: Any, number: float) -> list[str]:
    """Return what a node remembers of how it was made: the leaf ``x``, and an operation; and whether x is changed."""
    words = {
        "x": bool(reached(out, {"x": leaf})),
        "an operation": bool(out._op),
        "another number in `x`": leaf.data != number,
    }
    return [word for word, there in words.items() if there]
