# SPDX-License-Identifier: MIT
"""Read a graph: its nodes, and one edge for every use of a node.

Everything here is duck-typed. A value needs ``data`` and ``_prev``; ``grad``, ``_op`` and ``label`` are read where they
exist. A torch tensor is read through ``grad_fn.next_functions``. Nothing recurses, so a chain of 50,000 operations is
read like any other graph.
"""

import functools
import hashlib
import itertools
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from language.text import say, template


@dataclass(frozen=True)
class Node:
    """One node of a graph, as plain data plus the object it was read from."""

    name: str  # what words and pictures call it; unique within the graph
    label: str  # as given; may be empty, may be that of another node too
    op: str  # the operation that made it, "" for a leaf
    data: str | None  # the number as short text, None where the graph does not keep it
    grad: str | None  # the gradient as short text, None where there is none
    parents: tuple[int, ...]  # their places in Graph.nodes, one for every use, in order
    source: Any  # the object itself
    shape: str = ""  # of the array that ``data`` is; "" for a number


@dataclass(frozen=True)
class Graph:
    """A graph in a topological order: parents come before children and the root is last."""

    nodes: tuple[Node, ...]

    @property
    def edges(self) -> list[tuple[int, int]]:
        """All edges as ``(parent, child)`` places, one for every use."""
        return [(parent, child) for child, node in enumerate(self.nodes) for parent in node.parents]

    def shape_from(self, place: int) -> str:
        """Return the shape of what leaves a node, ``"()"`` for a number; "" in a graph without arrays."""
        return (self.nodes[place].shape or "()") if self._has_arrays else ""

    @functools.cached_property
    def _has_arrays(self) -> bool:
        return any(node.shape for node in self.nodes)


def read_graph(root: Any, who: str = "draw_graph", max_nodes: int | None = None) -> Graph:
    """Return the graph that ends in ``root``: its nodes, parents before children, each with its shape if it has one.

    The same graph gives the same order in every process, also where ``_prev`` is a set. ``who`` is the function that
    asks, for messages.

    Raises:
        TypeError: ``root`` or something in a ``_prev`` is neither a Value (``data`` and ``_prev``) nor a torch tensor.
        ValueError: The graph has a cycle (which is named) or more than ``max_nodes`` nodes.
    """
    reader = _TensorReader(root) if is_tensor(root) else _ValueReader(root, who)
    order, parents = _sort(root, reader.parents_of, reader, who, max_nodes)
    if reader.unordered:
        keys = _structural_keys(order, parents, reader)
        parents = {
            key: sorted(found, key=lambda parent: keys[id(parent)]) if key in reader.unordered else found
            for key, found in parents.items()
        }
        order, _ = _sort(root, lambda node: parents[id(node)], reader, who, max_nodes)
    place = {id(node): index for index, node in enumerate(order)}
    labels = [reader.label(node) for node in order]

    def shape(node: Any) -> str:
        return shape_text(getattr(node, "data", None))

    return Graph(
        tuple(
            Node(name, label, *reader.describe(node), tuple(place[id(p)] for p in parents[id(node)]), node, shape(node))
            for name, label, node in zip(_unique_names(labels), labels, order, strict=True)
        )
    )


def run_backward(graph: Graph, order: list[Any] | None = None) -> None:
    """Run the engine's pass; without ``backward``, or in an order, seed the root and call each ``_backward``."""
    root = graph.nodes[-1].source
    if order is None and hasattr(root, "backward"):
        root.backward()
        return
    root.grad = 1.0
    for node in [node.source for node in reversed(graph.nodes)] if order is None else order:
        node._backward()


def expression(graph: Graph, limit: int = 200) -> str:
    """Return the root written as an expression, such as ``((a * b) + c)``.

    A node that is used twice is written out twice. Where that takes more than ``limit`` characters, one assignment for
    each operation is given: ``n3 = (a * b); n4 = (n3 + n3)``.
    """
    lengths: list[int] = []
    for node in graph.nodes:
        lengths.append(6 + sum(lengths[p] for p in node.parents) if node.parents else len(operand(node)))
    if lengths[-1] <= limit:
        texts: list[str] = []
        for node in graph.nodes:
            texts.append(applied(node, [texts[p] for p in node.parents]) if node.parents else operand(node))
        return texts[-1]
    short = [f"n{place}" if node.parents else operand(node) for place, node in enumerate(graph.nodes, start=1)]
    made = [(name, node) for name, node in zip(short, graph.nodes, strict=True) if node.parents]
    lines = [f"{name} = {applied(node, [short[p] for p in node.parents])}" for name, node in made]
    if len(lines) > 12:
        lines = [*lines[:5], say("... ({count} more) ...", count=len(lines) - 10), *lines[-5:]]
    return "; ".join(lines)


def number(value: Any) -> str:
    """Return ``value`` as short text: four significant digits, no ``-0``; an array by its shape, others by ``repr``."""
    if isinstance(value, bool):
        return str(value)
    if shape_text(value):
        return shape_text(value)
    try:
        real = float(value)
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return short_repr(value)
    return f"{real + 0.0:.4g}" if math.isfinite(real) else str(real)


def shape_of(value: Any) -> tuple[int, ...]:
    """Return the shape of a NumPy array, without importing NumPy; ``()`` for anything else."""
    numpy = sys.modules.get("numpy")
    return value.shape if numpy is not None and isinstance(value, numpy.ndarray) else ()


def entries(value: Any) -> list[tuple[int, ...]]:
    """Return the index of every entry of an array; for a number one empty index."""
    return list(itertools.product(*map(range, shape_of(value))))


def entry_of(value: Any, index: tuple[int, ...]) -> float:
    """Return one entry of an array, or the number."""
    return float(value[index] if shape_of(value) else value)


def copied(value: Any) -> Any:
    """Return an array of its own, or the number."""
    return value.copy() if shape_of(value) else value


def moved(values: list[Any], place: int, index: tuple[int, ...], by: float) -> list[Any]:
    """Return copies of numbers and arrays, of which one number or entry is moved."""
    new = [copied(one) for one in values]
    if index:
        new[place][index] += by
    else:
        new[place] += by
    return new


def shape_text(value: Any) -> str:
    """Return the shape of an array as text; "" for a number and for an array without axes."""
    return str(shape_of(value) or "")


def numbers(value: Any, most: int = 6) -> str:
    """Return a number as :func:`number` does, and an array as its shape with its numbers, where these are few."""
    if not 0 < getattr(value, "size", 0) <= most or not shape_of(value):
        return number(value)

    def listed(part: Any) -> str:
        return f"[{', '.join(map(listed, part))}]" if shape_of(part) else number(part)

    return f"{shape_text(value)} {listed(value)}"


def short_repr(thing: Any, limit: int = 40) -> str:
    """Return ``repr(thing)`` on one line, cut to ``limit`` characters, without addresses, which differ between runs."""
    try:
        text = " ".join(repr(thing).split())
    except Exception:  # a half-written __repr__ may raise anything, and this text is part of another message
        return a_kind(thing)
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def a_kind(thing: Any) -> str:
    """Return the type of a thing with its article."""
    kind = type(thing).__name__
    return say("an {kind}", kind=kind) if kind[:1].lower() in "aeiou" else say("a {kind}", kind=kind)


def is_tensor(thing: Any) -> bool:
    """Return whether ``thing`` is a torch tensor, without importing torch."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(thing, getattr(torch, "Tensor", ()))


class _ValueReader:
    """Reads objects that keep the engine's contract: ``data``, ``_prev``, and where present ``grad, _op, label``."""

    def __init__(self, root: Any, who: str) -> None:
        self.who = who
        self.unordered: set[int] = set()  # ids of the nodes whose _prev keeps no order
        if not _is_value(root):
            self.refuse(root)

    def refuse(self, root: Any) -> None:
        if isinstance(root, type):
            what = template(
                "{who} needs a Value or a torch tensor; it got the class {name}. Make an object of it first."
            )
        elif isinstance(getattr(root, "data", None), int | float):
            what = template(
                "{who} needs a Value or a torch tensor; it got {thing}, {kind} without `_prev`. Store the parents in "
                "`_prev`."
            )
        else:
            what = template(
                "{who} needs a Value or a torch tensor; it got {thing}, {kind}. A value has `data` and `_prev`; a "
                "plain number does not know where it came from."
            )
        name = getattr(root, "__name__", "")
        raise TypeError(say(what, who=self.who, name=name, thing=short_repr(root), kind=a_kind(root)))

    def parents_of(self, node: Any) -> list[Any]:
        prev = node._prev
        if not isinstance(prev, Iterable) or isinstance(prev, str | bytes):
            what = say(
                "{who} cannot read the parents of {node}: `_prev` is {thing}, a {kind}. It holds the parents: a tuple, "
                "a list or a set.",
                who=self.who, node=self.short_name(node), thing=short_repr(prev), kind=type(prev).__name__,
            )  # fmt: skip
            raise TypeError(what)
        found = list(prev)
        if isinstance(prev, set | frozenset) and len(found) > 1:
            self.unordered.add(id(node))
        for parent in (parent for parent in found if not _is_value(parent)):
            what = say(
                "{who} found {thing}, a {kind}, in `_prev` of {node}. Every parent is a Value: wrap a constant in one "
                "first.",
                who=self.who, thing=short_repr(parent), kind=type(parent).__name__, node=self.short_name(node),
            )  # fmt: skip
            raise TypeError(what)
        return found

    def label(self, node: Any) -> str:
        return _text(getattr(node, "label", ""))

    def describe(self, node: Any) -> tuple[str, str | None, str | None]:
        grad = getattr(node, "grad", None)
        return _text(getattr(node, "_op", "")), number(node.data), None if grad is None else number(grad)

    def short_name(self, node: Any) -> str:
        op, data, _ = self.describe(node)
        given = {"name": self.label(node) or say("the value"), "data": data, "operation": op}
        return say("{name} (data {data} made by {operation})", **given) if op else say("{name} (data {data})", **given)


class _TensorReader:
    """Reads the graph that PyTorch keeps: functions joined by ``next_functions``, leaves at ``AccumulateGrad``.

    PyTorch drops the numbers in between, so only the leaves and the root have data.
    """

    def __init__(self, root: Any) -> None:
        self.unordered: set[int] = set()
        self.root = root
        self.kept: list[Any] = []  # the wrappers must stay alive, or two nodes could have the same id

    def parents_of(self, node: Any) -> list[Any]:
        function = node.grad_fn if node is self.root else node
        if function is None or is_tensor(function):
            return []
        found = []
        for following, _ in function.next_functions:
            if following is not None:  # None is an input that needs no gradient
                found.append(getattr(following, "variable", following))
        self.kept.extend(found)
        return found

    def label(self, node: Any) -> str:
        return _text(getattr(node, "label", "")) if is_tensor(node) else ""

    def describe(self, node: Any) -> tuple[str, str | None, str | None]:
        if not is_tensor(node):
            return node.name(), None, None
        grad = node.grad if node.is_leaf or node.retains_grad else None
        op = node.grad_fn.name() if node.grad_fn is not None else ""
        return op, _tensor_text(node), None if grad is None else _tensor_text(grad)

    def short_name(self, node: Any) -> str:
        return say("a tensor") if is_tensor(node) else node.name()


def _is_value(thing: Any) -> bool:
    return hasattr(thing, "_prev") and hasattr(thing, "data") and not isinstance(thing, type)


def _text(thing: Any) -> str:
    """A label or an operation as one line of text."""
    return "" if thing is None else " ".join(str(thing).split())


def _tensor_text(tensor: Any) -> str:
    if tensor.numel() == 1:
        return number(tensor.detach().item())
    return say("tensor of shape {shape}", shape=" x ".join(str(size) for size in tensor.shape))


def _sort(
    root: Any, parents_of: Callable[[Any], list[Any]], reader: Any, who: str, max_nodes: int | None
) -> tuple[list[Any], dict[int, list[Any]]]:
    """Depth-first post-order by a stack of our own; returns the order and each node's parents by id."""
    order: list[Any] = []
    parents: dict[int, list[Any]] = {id(root): parents_of(root)}
    open_ids = {id(root)}
    stack = [(root, iter(parents[id(root)]))]
    while stack:
        node, waiting = stack[-1]
        parent = next(waiting, None)
        if parent is None:
            stack.pop()
            open_ids.discard(id(node))
            order.append(node)
        elif id(parent) in open_ids:
            raise ValueError(_cycle_message([entry for entry, _ in stack], parent, reader, who))
        elif id(parent) not in parents:
            if max_nodes is not None and len(parents) >= max_nodes:
                what = say(
                    "{who} draws at most {most} nodes, and this graph has more. Draw a part of it: call {who} on a "
                    "node further inside, or raise the limit with {who}(root, max_nodes=...).",
                    who=who, most=max_nodes,
                )  # fmt: skip
                raise ValueError(what)
            parents[id(parent)] = parents_of(parent)
            open_ids.add(id(parent))
            stack.append((parent, iter(parents[id(parent)])))
    return order, parents


def _cycle_message(path: list[Any], again: Any, reader: Any, who: str) -> str:
    start = next(index for index, node in enumerate(path) if node is again)
    # The path runs from child to parent; read backward it runs along the edges.
    names = [reader.short_name(node) for node in [again, *reversed(path[start:])]]
    if len(names) > 8:
        names = [*names[:4], say("... {count} more ...", count=len(names) - 7), *names[-3:]]
    return say(
        "{who} found a cycle: {path}. A value cannot be made from itself: an operation makes a new node, and leaves "
        "`_prev` of its inputs as it was.",
        who=who, path=" -> ".join(names),
    )  # fmt: skip


def _structural_keys(order: list[Any], parents: dict[int, list[Any]], reader: Any) -> dict[int, tuple[str, str]]:
    """For each node a key from what it was made from and what uses it: how to sort parents that a set keeps.

    Addresses differ from run to run; these keys do not. Nodes with equal keys look alike from both sides.
    """
    made: dict[int, str] = {}
    for node in order:
        inputs = [made[id(parent)] for parent in parents[id(node)]]
        if id(node) in reader.unordered:
            inputs.sort()
        made[id(node)] = _digest(reader.label(node), *map(str, reader.describe(node)), *inputs)
    uses: dict[int, list[str]] = {id(node): [] for node in order}
    for node in reversed(order):
        used = _digest(made[id(node)], *sorted(uses[id(node)]))
        for index, parent in enumerate(parents[id(node)]):
            uses[id(parent)].append(_digest(used, "" if id(node) in reader.unordered else str(index)))
    return {id(node): (made[id(node)], _digest(*sorted(uses[id(node)]))) for node in order}


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\x1f".join(parts).encode("utf-8", "replace"), digest_size=12).hexdigest()


def _unique_names(labels: list[str]) -> list[str]:
    """Names for words: the label; ``x (2)`` for the second node labelled x; ``node 3`` where there is no label."""
    names: dict[str, None] = {}
    uses: Counter[str] = Counter()
    for place, label in enumerate(labels, start=1):
        name = base = label or nameless(place)
        uses[base] += 1
        while name in names:
            name = f"{base} ({uses[base]})"
            uses[base] += name in names
        names[name] = None
    return list(names)


def nameless(place: int) -> str:
    """Return what words and pictures call a node without a label; the first place is 1."""
    return say("node {place}", place=place)


_INFIX = frozenset({"+", "-", "*", "/", "@"})


def operand(node: Node) -> str:
    """Return a node as it is written in an operation: its name, or its number where it was typed in as a number."""
    named = node.label or node.parents or node.shape or node.data is None
    return node.name if named else node.data


def applied(node: Node, inputs: list[str]) -> str:
    """Return a node's operation on inputs as it is written, such as ``(a * b)``, ``(a**2)`` or ``tanh(a)``.

    One input of ``+`` or ``*`` was used twice if ``_prev`` is a set; else the other one is missing: ``(a + ?)``.
    """
    op, once = node.op, isinstance(getattr(node.source, "_prev", None), set | frozenset)
    if op in _INFIX and len(inputs) == 1:  # -a may be one node
        return f"({inputs[0]} {op} {inputs[0] if once else '?'})" if op in "+*" else f"({op}{inputs[0]})"
    if op in _INFIX and len(inputs) > 1:
        return "(" + f" {op} ".join(inputs) + ")"
    if op.startswith("**"):
        return f"({inputs[0]}{op})"
    return f"{op or say('made from')}({', '.join(inputs)})"
