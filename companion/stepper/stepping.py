# SPDX-License-Identifier: MIT
"""``step(loss)`` and ``step_failing()``: step through a backward pass of the learner's own engine."""

import functools
import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from gradtools.gradients import number_or_array
from gradtools.graph import copied, number, shape_of, short_repr
from gradtools.output import shell
from language.text import say, template

from . import still
from .model import described, in_words
from .recording import CannotStep, Recording, error_text, record
from .rerun import built, labelled, run_again
from .widget import LiveFigure

MOST_NODES = 2000  # a larger graph gets a table
NUDGE = 0.001  # what is added to a leaf, to measure the slope
_MOST_TOLD = 40  # steps in words; a longer pass gets a table


class Stepper(LiveFigure):
    """A backward pass to step through. Shows itself live in JupyterLab and Notebook, and as a still strip elsewhere.

    ``recording`` is the pass, and ``data`` what the figure shows of it. Where there is no pass to step through, the
    first is None, the second empty, and ``words`` say why. ``again`` builds the loss with other numbers at its leaves,
    by name; without it the recorded operations are run again.
    """

    def __init__(
        self,
        recording: Recording | None,
        words: str,
        caption: str,
        again: Callable[[dict[str, float]], Any] | None = None,
    ) -> None:
        self.recording, self.data, self._again = recording, {}, again
        if recording is not None and len(recording.graph.nodes) > MOST_NODES:
            words = _too_large_in_words(recording)
        elif recording is not None:
            self.data = described(recording)
            words = _pass_in_words(recording, self.data)
        super().__init__("step", words, caption, [{"title": "", **self.data}] if self.data else [])

    def drawn(self) -> str:
        """Return a picture of each step."""
        return still.strip(self.recording, self.data)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return ``boards`` with other numbers at the leaves, or a ``sentence`` on a nudge, or why there is neither.

        In the request ``values`` has the numbers of the leaves that were changed, by name. With ``"do": "nudge"``,
        ``leaf`` has a name, and ``unfinished`` the ``step`` that the page shows and the ``grad`` there, where more
        comes to the leaf later.
        """
        try:
            values = {str(name): float(at) for name, at in dict(request.get("values", {})).items()}
            if request.get("do") == "nudge":
                return {"sentence": self._nudged(str(request["leaf"]), values, request.get("unfinished"))}
            return {"boards": [{"title": "", **described(record(self._root(values)))}]}
        except CannotStep as trouble:
            return {"sentence": str(trouble)}
        except (KeyError, TypeError, ValueError) as error:
            return {"sentence": say("That is not a number for a leaf: {error}.", error=error)}

    def _root(self, values: dict[str, float]) -> Any:
        """Return the node at which the pass starts, with other numbers at some leaves, by name."""
        if self._again is not None:
            return self._again(values)
        graph = self.recording.graph
        places = {node.name: place for place, node in enumerate(graph.nodes) if not node.parents}
        return run_again(graph, {places[name]: at for name, at in values.items()})[-1]

    def _nudged(self, leaf: str, values: dict[str, float], unfinished: Mapping[str, Any] | None) -> str:
        """Compare a nudge of the loss with the gradient of a leaf at the end of the pass, which is what it measures."""
        before_root = self._root(values)
        recording = record(before_root)
        places = {node.name: place for place, node in enumerate(recording.graph.nodes)}
        at = float(recording.graph.nodes[places[leaf]].source.data)
        if shape_of(before_root.data):
            raise CannotStep(
                "A nudge compares single numbers, and {root} has shape {shape}.",
                root=recording.graph.nodes[-1].name, shape=shape_of(before_root.data),
            )  # fmt: skip
        before, after = float(before_root.data), float(self._root({**values, leaf: at + NUDGE}).data)
        gradient, quotient = recording.grads[places[leaf]], (after - before) / NUDGE
        moved = say(
            "{leaf} from {at:.6g} to {to:.6g}: {root} moves from {before:.7g} to {after:.7g}, by {by}. Divided by "
            "{nudge} that is {quotient}.",
            leaf=leaf, at=at, to=at + NUDGE, root=recording.graph.nodes[-1].name, before=before, after=after,
            by=number(after - before), nudge=NUDGE, quotient=number(quotient),
        )  # fmt: skip
        says = template("{leaf}.grad says {gradient}: they differ.")
        if math.isclose(quotient, gradient, rel_tol=0.02, abs_tol=0.02):
            says = template("{leaf}.grad says {gradient}.")
        says = say(says, leaf=leaf, gradient=number(gradient))
        if unfinished:
            says = say(
                "At step {step}, {leaf}.grad is {grad}: more is still to come. At the end of the pass, {says}",
                step=unfinished["step"], leaf=leaf, grad=unfinished["grad"], says=says,
            )  # fmt: skip
        return f"{moved} {says}"


def _too_large_in_words(recording: Recording) -> str:
    """Return a sentence on a graph with too many nodes to draw, and a table of its first steps."""
    first = replace(recording, steps=recording.steps[:_MOST_TOLD])
    sentence = say(
        "This graph has {nodes:,} nodes; up to {most:,} can be stepped through. The first {few} of its "
        "{steps:,} steps as a table. To step, start from a node further inside.",
        nodes=len(recording.graph.nodes),
        most=MOST_NODES,
        few=len(first.steps),
        steps=len(recording.steps),
    )
    return f"{sentence}\n\n{still.table(described(first, complete=False), _MOST_TOLD)}"


def _pass_in_words(recording: Recording, data: dict[str, Any]) -> str:
    """Return each step in words; of a long pass, a table of its first steps and how it ends."""
    count = len(recording.steps)
    if count <= _MOST_TOLD:
        return in_words(data)
    first = say("A backward pass of {steps} steps; the first {few} as a table.", steps=count, few=_MOST_TOLD)
    return "\n".join([first, still.table(data, _MOST_TOLD), data["ends"], *data["trouble"]])


def step(
    loss: Any,
    inputs: Mapping[str, Any] | None = None,
    *,
    value: type | None = None,
    order: Iterable[Any] | None = None,
    caption: str = "",
) -> Stepper:
    """Step through the backward pass of your own engine, call by call.

    Arrow keys, Home and End move; the space bar plays. Your class runs the pass, and is left as it was: all gradients
    begin at 0 for the recording, and get back what they held. Where there is no pass, the figure says why.

    Args:
        loss: The node to start from; or a function that returns it.
        inputs: For a function: the name and the number or array of each argument.
        value: For a function: your class; without it the ``Value`` that the function sees, for arrays the ``Tensor``.
        order: Call ``_backward()`` on these nodes, first to last, in place of the engine's own order.
        caption: One or two sentences shown beneath the figure.
    """
    again = None
    try:
        if callable(loss) and not hasattr(loss, "_prev"):
            arrays = any(isinstance(at, list) or shape_of(at) for at in (inputs or {}).values())
            kind = _class_of(loss, value, "Tensor" if arrays else "Value")
            again = functools.partial(_built, loss, kind, _numbers(loss, inputs))
            loss = again({})
        return Stepper(record(loss, order), "", caption, again)
    except CannotStep as trouble:
        return Stepper(None, str(trouble), caption)


# The graph that check() has drawn last; empty before the first.
_last: list[dict[str, Any]] = []


def remember(graph: dict[str, Any]) -> None:
    """Keep the graph that a check has drawn, for the next :func:`step_failing`."""
    _last[:] = [graph]


def step_failing(graph: dict[str, Any] | None = None, value: type | None = None, caption: str = "") -> Stepper:
    """Step through the smallest graph on which a check goes wrong, built by your class as it is now.

    Without ``graph``, as the grader gives it for a check, it is the one that ``check()`` has drawn last; without your
    class, ``value``, it is the notebook's ``Value``. Where the graph can't be stepped through, the figure says why.
    """
    graph = graph if graph is not None else next(iter(_last), None)
    kind = value if value is not None or shell() is None else shell().user_ns.get("Value")
    try:
        if graph is None:
            raise CannotStep("step_failing steps through the graph that check() has drawn. It has drawn none yet.")
        if not isinstance(kind, type):
            raise CannotStep(
                "step_failing builds the graph with your class: there is no class `Value` here. Run its cell first."
            )
        return step(built(graph["nodes"], kind), caption=caption)
    except CannotStep as trouble:
        return Stepper(None, str(trouble), caption)


def _built(function: Callable[..., Any], kind: type, numbers: Mapping[str, Any], changed: Mapping[str, float]) -> Any:
    """Return what a function of leaves returns, for leaves with these names and numbers, some of them changed."""
    given = {name: changed.get(name, copied(at)) for name, at in numbers.items()}
    try:
        return function(*(labelled(kind(at), name) for name, at in given.items()))
    except Exception as error:
        raise CannotStep("The function stopped: {error}", error=error_text(error)) from error


def _class_of(function: Callable[..., Any], value: type | None, name: str) -> type:
    found = value or getattr(function, "__globals__", {}).get(name)
    if not isinstance(found, type):
        raise CannotStep(
            "step needs a value of your engine, or a function and the class: "
            '`step(lambda a, b: a * b, {{"a": 2.0, "b": -3.0}}, value=Value)`.'
        )
    return found


def _numbers(function: Callable[..., Any], inputs: Mapping[str, Any] | None) -> dict[str, Any]:
    if not inputs:
        raise CannotStep(
            "step got {thing}. Hand over a value of your engine, or a function with its numbers: "
            '`step(lambda a, b: a * b, {{"a": 2.0, "b": -3.0}}, value=Value)`.',
            thing=short_repr(function),
        )
    try:
        inspect.signature(function).bind(*inputs)
    except (TypeError, ValueError) as error:
        names = ", ".join(inputs)
        raise CannotStep("step cannot call the function with {names}: {error}.", names=names, error=error) from error
    try:
        return {str(name): number_or_array(at, "step") for name, at in inputs.items()}
    except (TypeError, ValueError) as error:
        raise CannotStep("{error}", error=error) from error
