# SPDX-License-Identifier: MIT
"""``step(loss)``: step through the backward pass of the learner's own engine."""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from ..graph import number, short_repr
from ..output import show
from . import still
from .model import described, for_page, told
from .recording import CannotStep, Recording, record
from .rerun import CannotRerun, run_again
from .widget import bring_to_life, can_live, place_of

__all__ = ["MOST_NODES", "Stepper", "step"]

MOST_NODES = 2000  # more than that is told in a table
NUDGE = 0.001
_MOST_TOLD = 40  # steps in words; a longer pass is told in a table


class Stepper:
    """A backward pass to step through. Shows itself live in JupyterLab and Notebook, and as a still strip elsewhere.

    Attributes:
        recording: The recorded pass; None where there is none to step through.
        data: What the figure shows, plain data; empty where there is none.
        words: The pass in words, or the sentence that says why there is none; also ``str()`` of the object.
        caption: The caption as given.
    """

    def __init__(self, recording: Recording | None, words: str, caption: str, again: _Again | None = None) -> None:
        self.recording, self.caption = recording, caption
        self._again = again
        self._large = recording is not None and len(recording.graph.nodes) > MOST_NODES
        self.data: dict[str, Any] = {}
        self.words = words
        if recording is None:
            return
        if self._large:
            few = Recording(recording.graph, recording.calls[:_MOST_TOLD], recording.grads, recording.trouble)
            self.words = (
                f"This graph has {len(recording.graph.nodes):,} nodes; up to {MOST_NODES:,} can be stepped through. "
                f"The first {len(few.calls)} of its {len(recording.calls):,} steps as a table. To step, start from a "
                "node further inside.\n\n" + still.table(described(few, whole=False), _MOST_TOLD)
            )
        else:
            self.data = described(recording)
            self.words = told(self.data)
            if len(recording.calls) > _MOST_TOLD:
                self.words = (
                    f"A backward pass of {len(recording.calls)} steps; the first {_MOST_TOLD} as a table.\n"
                    f"{still.table(self.data, _MOST_TOLD)}\n" + "\n".join([self.data["ends"], *self.data["trouble"]])
                )

    def __repr__(self) -> str:
        return self.words

    def bundle(self) -> dict[str, Any]:
        """Return what the saved notebook holds: the still figure as HTML, and its words as plain text."""
        if self.recording is None:
            return still.notice(self.words)
        if self._large:
            sentence, _, rows = self.words.partition("\n\n")
            return {"text/html": f"{still.notice(sentence)['text/html']}<pre>{escape(rows, quote=False)}</pre>",
                    "text/plain": self.words}  # fmt: skip
        return still.page(self._key, still.strip(self.recording, self.data), self.caption, self.words)

    @functools.cached_property
    def _key(self) -> str:
        return place_of("step", self.caption, self.data)

    def _ipython_display_(self) -> None:
        show([self.bundle()])
        if self.data and can_live():
            shown = {"kind": "step", "caption": self.caption, "boards": [{"title": "", **for_page(self.data)}]}
            bring_to_life(self._key, shown, _Requests(self._again, self.recording))


def step(
    loss: Any,
    inputs: Mapping[str, float] | None = None,
    *,
    value: type | None = None,
    order: Iterable[Any] | None = None,
    caption: str = "",
) -> Stepper:
    """Step through the backward pass of your own engine, call by call.

    Arrow keys, Home and End move; the space bar plays. Your class runs the pass, and is left as it was: all gradients
    begin at 0 for the recording, and get back what they held.

    Args:
        loss: The node to start from; or a function that returns it.
        inputs: For a function: the name and number of each argument.
        value: For a function: your class; without it the ``Value`` that the function sees.
        order: Call ``_backward()`` on these nodes, first to last, in place of the engine's own order.
        caption: One or two sentences shown beneath the figure.

    Returns:
        A ``Stepper``, the last line of a cell. Where there is no pass to step through, it says why in a sentence.
    """
    again = None
    try:
        if callable(loss) and not hasattr(loss, "_prev"):
            again = _Again(loss, _class_of(loss, value), _numbers(loss, inputs))
            loss = again.built({})
        return Stepper(record(loss, order), "", caption, again)
    except (CannotStep, CannotRerun) as trouble:
        return Stepper(None, str(trouble), caption)


class _Again:
    """A function and its arguments: builds the graph anew, with other numbers."""

    def __init__(self, function: Callable[..., Any], value: type, numbers: dict[str, float]) -> None:
        self.function, self.value, self.numbers = function, value, numbers

    def built(self, changed: Mapping[str, float]) -> Any:
        leaves = []
        try:
            for name, at in {**self.numbers, **changed}.items():
                leaf = self.value(at)
                if hasattr(leaf, "label"):
                    leaf.label = name
                leaves.append(leaf)
            return self.function(*leaves)
        except Exception as error:
            raise CannotRerun(f"The function stopped: {type(error).__name__}: {error}") from error


class _Requests:
    """Answers what the page asks: other numbers at the leaves, and a nudge."""

    def __init__(self, again: _Again | None, recording: Recording) -> None:
        self.again, self.graph = again, recording.graph
        self.names = {node.name: place for place, node in enumerate(recording.graph.nodes) if not node.parents}

    def __call__(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            values = {str(name): float(at) for name, at in dict(request.get("values", {})).items()}
            if request.get("do") == "nudge":
                return self._nudged(str(request["leaf"]), values, request.get("unfinished"))
            recording = record(self._root(values))
            boards = [{"title": "", **for_page(described(recording))}]
            return {"boards": boards}
        except (CannotRerun, CannotStep) as trouble:
            return {"sentence": str(trouble)}
        except (KeyError, TypeError, ValueError) as error:
            return {"sentence": f"That is not a number for a leaf: {error}."}

    def _root(self, values: dict[str, float]) -> Any:
        if self.again is not None:
            return self.again.built({name: at for name, at in values.items() if name in self.again.numbers})
        return run_again(self.graph, {self.names[name]: at for name, at in values.items()})[-1]

    def _nudged(self, leaf: str, values: dict[str, float], unfinished: Mapping[str, Any] | None) -> dict[str, Any]:
        """Compare a nudge of the loss with the gradient of a leaf at the end of the pass, which is what it measures.

        Args:
            leaf: The name of the leaf.
            values: The numbers of the leaves that were changed.
            unfinished: The ``step`` that the page shows and the ``grad`` there, where more comes to the leaf later.
        """
        before_root = self._root(values)
        at = values.get(leaf)
        if at is None:
            at = self.again.numbers[leaf] if self.again else float(self.graph.nodes[self.names[leaf]].source.data)
        after_root = self._root({**values, leaf: at + NUDGE})
        recording = record(before_root)
        place = next(i for i, node in enumerate(recording.graph.nodes) if node.name == leaf)
        before, after = float(before_root.data), float(after_root.data)
        gradient = recording.grads[place]
        name = recording.graph.nodes[-1].name
        quotient = (after - before) / NUDGE
        same = math.isclose(quotient, gradient, rel_tol=0.02, abs_tol=0.02)
        moved = (
            f"{leaf} from {at:.6g} to {at + NUDGE:.6g}: {name} moves from {before:.7g} to {after:.7g}, by "
            f"{number(after - before)}. Divided by {NUDGE} that is {number(quotient)}."
        )
        says = f"{leaf}.grad says {number(gradient)}{'.' if same else ': they differ.'}"
        if unfinished:
            says = (
                f"At step {unfinished['step']}, {leaf}.grad is {unfinished['grad']}: more is still to come. "
                f"At the end of the pass, {says}"
            )
        return {"nudge": f"{moved} {says}", "same": same}


def _class_of(function: Callable[..., Any], value: type | None) -> type:
    found = value or getattr(function, "__globals__", {}).get("Value")
    if not isinstance(found, type):
        raise CannotStep(
            "step needs a value of your engine, or a function and the class: "
            'step(lambda a, b: a * b, {"a": 2.0, "b": -3.0}, value=Value).'
        )
    return found


def _numbers(function: Callable[..., Any], inputs: Mapping[str, float] | None) -> dict[str, float]:
    if not inputs:
        raise CannotStep(
            f"step got {short_repr(function)}. Hand over a value of your engine, or a function with its numbers: "
            'step(lambda a, b: a * b, {"a": 2.0, "b": -3.0}, value=Value).'
        )
    try:
        inspect.signature(function).bind(*inputs)
        return {str(name): float(at) for name, at in inputs.items()}
    except (TypeError, ValueError) as error:
        raise CannotStep(f"step cannot call the function with {', '.join(inputs)}: {error}.") from error
