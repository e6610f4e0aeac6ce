# SPDX-License-Identifier: MIT
"""What the questions of Day 3 share: budgets, and what an engine must do to have a question asked on it."""

from __future__ import annotations

import gc
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import wraps
from typing import Any

from exercises.day1_trace.graphs import Build, diamond, labelled_alike
from exercises.day2_value.rules import SIGNS, computes, fair_rules, filled_leaves, keeps_contract
from exercises.day3_value.graphs import doublings, long_way_first, root_of, short_way_first, too_early
from exercises.day3_value.records import emptied, records_in
from exercises.shared.stand_in import (
    FEW_LINES,
    Part,
    asked_once,
    holds,
    name_in,
    plus_and_times,
    replaced_unless,
)
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace
from judge.asking.probe import probe as any_probe
from judge.asking.standing_in import may_stand_in, note
from judge.run.bounded import uncounted

right_sort = KeptAway("exercises.day3_value.right_sort")
right_way_back = KeptAway("exercises.day3_value.right_way_back")

# Budgets in lines. An engine that never ends is asked many questions before that is noticed, and eats memory meanwhile.
LINES = 100_000  # what the card of exercise 3.1 states for doublings, and for all cuts of a random graph
DEEP_LINES = 1_000_000  # about what the card states for a chain of 5,000; a right answer needs some 130,000

# The one check of Day 3 that asks what a leaf holds.
OF_LEAVES = "day3-value-operators-plus-minus"

# A collection that is longer is a record of what was computed. A question goes back some 20 times, through all of it.
LONG_RECORD = 100


def probe(check: str, ask: str, because: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a question of Day 3; see :func:`judge.asking.probe.probe`.

    It is about a small graph, unless ``lines`` says otherwise. While it lasts, long records of earlier graphs are put
    aside: an engine whose ``backward()`` reads a tape would read all that the notebook has computed before.
    """
    register = any_probe(check, ask, because, **{"lines": FEW_LINES, **options})

    def registered(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def with_short_records(namespace: Namespace, **inputs: Any) -> Any:
            leaves = nullcontext() if check == OF_LEAVES else filled_leaves(namespace.get("Value"))
            with _put_aside(namespace), leaves:
                return function(namespace, **inputs)

        return register(with_short_records)

    return registered


def _put_aside(namespace: Namespace) -> AbstractContextManager[None]:
    return emptied([record for record in records_in(namespace) if len(record) > LONG_RECORD])


def engine_holds(value: Any) -> bool:
    """Tell whether ``+`` and ``*`` compute and remember, and ``backward()`` finds gradients by whatever means."""
    return (
        all(computes(value, operate) for operate, _ in SIGNS)
        and all(_finds_slopes(value, *sign) for sign in SIGNS)
        and finds_gradients(value)
    )


def _finds_slopes(value: Any, operate: Callable[[Any, Any], Any], slopes: tuple[float, ...]) -> bool:
    x, y, z = value(2.5), value(5.5), value(2.5)
    operate(x, y).backward()
    operate(z, z).backward()
    return (x.grad, y.grad, z.grad) == slopes


# The way back


def go_back(value: Any, *ends: tuple[Any, float]) -> None:
    """Send gradients back from some nodes, each with the gradient that arrives there.

    The contract's rule is a ``_backward()`` that takes nothing in and adds to the parents' gradients. An engine may go
    back otherwise: by shares that are returned, by pairs of a parent and a slope, by a tape. Then its own
    ``backward()`` is called.
    """
    if not goes_its_own_way(value):
        for out, upstream in ends:
            right_way_back.drive(out, upstream)
        return
    if may_stand_in() and not holds(lambda: engine_holds(value)):
        _go_back_from_each(ends)
        return
    shares = [out * value(upstream) for out, upstream in ends]
    root = shares[0]
    for share in shares[1:]:
        root = root + share
    root.backward()


def _go_back_from_each(ends: tuple[tuple[Any, float], ...]) -> None:
    """Go back from each end by itself, and add up: where another part of an engine is wrong, that is not paid here."""
    totals: dict[int, tuple[Any, float]] = {}
    for out, upstream in ends:
        nodes = right_sort.sorted_nodes(out)
        for node in nodes:
            node.grad = 0.0
        with _seeded(out):
            out.backward()
        for node in nodes:
            totals[id(node)] = node, totals.get(id(node), (node, 0.0))[1] + upstream * node.grad
    for node, total in totals.values():
        node.grad = total


@contextmanager
def _seeded(out: Any) -> Iterator[None]:
    """Let a node's gradient be 1, whatever is set, while this lasts: another question asks for the seed."""
    own = type(out)
    seed = property(lambda node: 1.0, lambda node, number: None)
    try:
        out.__class__ = type(own.__name__, (own,), {"grad": seed, "__slots__": ()})
    except TypeError:  # A class may have no room for it, or take part in how its subclasses are made.
        yield
        return
    note(["backward"])
    try:
        yield
    finally:
        out.__class__ = own
        out.grad = 1.0


def goes_its_own_way(value: Any) -> bool:
    """Tell whether the nodes of a class have no rule of the contract's kind, and gradients go back otherwise.

    A class with the contract's rules, one or the other of them wrong, has such a rule: the mistake is asked for.
    """
    if holds(asked_once(value, _has_a_rule)):
        return holds(asked_once(value, _has_a_rule_that_goes_further))
    if holds(lambda: engine_holds(value)):
        return True
    return all(holds(lambda sign=sign: _has_no_rule(value, sign[0])) for sign in SIGNS)


def _has_a_rule(value: Any) -> bool:
    return _some_sign(lambda sign: keeps_contract(value, *sign))


def _has_a_rule_that_goes_further(value: Any) -> bool:
    return _some_sign(lambda sign: _goes_further(value, sign[0]))


def _some_sign(question: Callable[[Any], bool]) -> bool:
    return any(holds(lambda sign=sign: question(sign)) for sign in SIGNS)


def _goes_further(value: Any, operate: Callable[[Any, Any], Any]) -> bool:
    """Tell whether a call passes on what arrives at the parents, too: whether a rule calls theirs."""
    x, y = value(2.5), value(5.5)
    inside = operate(x, y)
    out = operate(inside, y)
    x.grad = inside.grad = 0.0  # whatever a node begins with
    out.grad = 3.0
    out._backward()
    return x.grad != 0.0 and inside.grad != 0.0


def _has_no_rule(value: Any, operate: Callable[[Any, Any], Any]) -> bool:
    """Tell whether a node has no rule, or one that takes something in or gives something back."""
    out = operate(value(2.5), value(5.5))
    if not hasattr(out, "_backward"):
        return hasattr(out, "backward")
    try:
        inspect.signature(out._backward).bind()
    except TypeError:
        out.backward()  # Who calls such a rule with nothing has made a mistake in the rule.
        return True
    return out._backward() is not None


@contextmanager
def fair_sign(value: Any, sign: str) -> Iterator[None]:
    """Give a class a right ``*`` or ``+`` where its own does not work: for questions that are about another sign."""
    methods, works = {"*": (("__mul__", "__rmul__"), _times_works), "+": (("__add__", "__radd__"), _plus_works)}[sign]
    with ExitStack() as stack:
        if isinstance(value, type) and not goes_its_own_way(value):
            parts = {name: Part(lambda name=name: plus_and_times(value)[name]) for name in methods}
            stack.enter_context(replaced_unless(value, asked_once(value, works), **parts))
        yield


def _plus_works(value: Any) -> bool:
    return _works_with_numbers(value, *SIGNS[0])


def _times_works(value: Any) -> bool:
    return _works_with_numbers(value, *SIGNS[1])


def _works_with_numbers(value: Any, operate: Callable[[Any, Any], Any], slopes: tuple[float, ...]) -> bool:
    """Tell whether a sign takes plain numbers on either side, and keeps the contract."""
    x = value(2.5)
    numbers = [operate(x, -1).data, operate(2.0, x).data]
    return numbers == [operate(2.5, -1), operate(2.0, 2.5)] and keeps_contract(value, operate, slopes)


def with_a_right_sort(function: Any, works: Callable[[], bool]) -> AbstractContextManager[str]:
    """Give a right ``topological_order`` to a function that calls one."""
    return replaced_unless(function, works, topological_order=Part(lambda: right_sort.sorted_nodes))


def order_of(namespace: Namespace, nodes: dict[str, Any]) -> list[Any]:
    """Return what the learner's function lists, whatever container it comes in."""
    found = namespace["topological_order"](root_of(nodes))
    # A dictionary may be kept for the order of its keys; one that has other keys is no list of them.
    is_other = isinstance(found, Mapping) and not all(hasattr(key, "_prev") for key in found)
    return [found] if is_other or isinstance(found, str) else list(found)


@contextmanager
def fair_nodes(value: Any) -> Iterator[Any]:
    """Give the class on whose nodes ``backward`` is asked, with right rules while it lasts; its sort is as it is.

    Our own class, with the learner's ``backward`` in it, is given only where that finds gradients there: it may need
    what their constructor sets.
    """
    if goes_its_own_way(value):
        yield value
        return
    with ExitStack() as stack:
        given = stack.enter_context(fair_rules(value, "backward"))
        if isinstance(value, type) and given is not value and not holds(lambda: _gets_along(given, value)):
            stack.close()
            given = value
        yield given


def _gets_along(given: Any, value: Any) -> bool:
    with with_a_right_sort(backward_of(value), lambda: finds_gradients(given)):
        return finds_gradients(given)


@contextmanager
def fair_engine(namespace: Namespace, *, keeps_a_right_sort: bool = False) -> Iterator[Any]:
    """Give the class on whose nodes ``backward`` is asked: with right rules, and with a right sort while it lasts.

    Args:
        namespace: What the notebook defines.
        keeps_a_right_sort: Whether the learner's own sort stays where it sorts bare nodes. What it then makes of the
            learner's nodes is a fault of their class: its nodes may say that they are equal.
    """
    with fair_nodes(namespace["Value"]) as value:
        function = backward_of(namespace["Value"])
        sort = name_in(function, "topological_order")

        def works() -> bool:
            if keeps_a_right_sort and sort is not None and sorts_bare_nodes(sort):
                return True
            return (sort is None or sorts(sort, lambda build: build(value))) and finds_gradients(value)

        with with_a_right_sort(function, works):
            yield value


class _Bare:
    """A node that knows what it was made from, and computes nothing."""

    def __init__(self, data: float = 0.0, _prev: tuple[Any, ...] = (), _op: str = "", label: str = ""):
        self.data, self.grad, self._prev, self._op, self.label = data, 0.0, _prev, _op, label

    def __add__(self, other: _Bare) -> _Bare:
        return _Bare(0.0, (self, other), "+")

    __mul__ = __add__

    def _backward(self) -> None:
        pass


def sorts_bare_nodes(sort: Callable[[Any], Any]) -> bool:
    """Tell whether a sort is right by itself: on nodes that compute nothing and equal none but themselves.

    It gives a list, or what can be used like one: another collection has to get along with the learner's ``backward``.
    """

    def is_right() -> bool:
        return sorts(sort, lambda build: build(_Bare), in_order=True) and isinstance(sort(_Bare()), Sequence)

    return holds(is_right, LINES)


def sorts(sort: Callable[[Any], Any], made: Callable[[Build], dict[str, Any]], *, in_order: bool = False) -> bool:
    """Tell whether a sort lists the nodes of small graphs, and nothing that an earlier call left behind.

    The order counts only where that is asked: a loop may run the other way as well, and get along with a wrong one.
    """
    ways = (long_way_first, short_way_first) if in_order else ()
    for build in (diamond, doublings, labelled_alike, *ways):
        nodes = made(build)
        found = [sort(root_of(nodes)) for _ in range(2)]
        # An iterator is no list: 3.1 asks for one that can be gone through again, and that is paid there.
        if any(isinstance(order, Iterator) for order in found):
            return False
        for order in map(list, found):
            if sorted(map(id, order)) != sorted(map(id, nodes.values())) or (in_order and too_early(order, nodes)):
                return False
    return True


def backward_of(value: Any) -> Any:
    """Return the ``backward`` of a class; where each node is given one, that of a leaf."""
    return value.backward if hasattr(value, "backward") else value(2.5).backward


def finds_gradients(value: Any) -> bool:
    """Tell whether an engine finds 9 and 3, both ways round: whether it gets along with its sort."""
    for build in (long_way_first, short_way_first):
        nodes = build(value)
        nodes["L"].backward()
        if (nodes["a"].grad, nodes["b"].grad) != (9.0, 3.0):
            return False
    return True


@contextmanager
def large(build: Build, leaf: Callable[[float], Any]) -> Iterator[dict[str, Any]]:
    """Give the nodes of a large graph, made of leaves whose ``+`` is known to work from small ones.

    Building it is not counted in lines, the graph is not searched for garbage while it grows, and its memory is
    freed at once afterwards: together those take ten times longer than the building.
    """
    nodes = _uncollected(build, leaf)
    try:
        yield nodes
    finally:
        _uncollected(_untie, nodes)


def _untie(nodes: dict[str, Any]) -> None:
    # A node and its rule hold each other; cut loose, the graph needs no search for garbage.
    for node in nodes.values():
        try:
            node._backward = _nothing  # Not None: whoever keeps nodes of an earlier graph may call it.
        except AttributeError:  # A class may keep its rule elsewhere, and then nothing is tied.
            break
    nodes.clear()


def _nothing() -> None:
    pass


def _uncollected(function: Callable[..., Any], *arguments: Any) -> Any:
    collecting = gc.isenabled()
    gc.disable()
    try:
        return uncounted(function, *arguments)
    finally:
        if collecting:
            gc.enable()
