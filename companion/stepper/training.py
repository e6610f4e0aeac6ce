# SPDX-License-Identifier: MIT
"""``watch(...)``: a figure that lives while a model trains: its losses, its gradients by layer, its boundary."""

import contextlib
import inspect
import math
import operator
import os
import re
import signal
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from gradtools.graph import is_tensor, number, read_graph
from language.text import say

from .. import browser
from . import still
from .model import finite
from .rerun import candidates
from .widget import SILENCING, bring_to_life, can_live

SHARE = 0.02  # of the time at most goes into the figure; its last picture comes on top
EVERY = 0.25  # seconds between two pictures, at least
OPENING = 0.02  # seconds that the first picture takes about, where all it needs is loaded
LOADING = 0.2  # and that loading takes
GRID = 40  # squares to each side of the picture of the boundary
WIDEST = 100  # the largest whole number that can be typed in: a wider net would take minutes for a round
_CURVE = 200  # points of the curve, at most


def watch(
    rounds: Iterable[Any],
    model: Any = None,
    losses: Sequence[float] = (),
    *,
    points: Sequence[Sequence[float]] | None = None,
    classes: Sequence[int] | None = None,
    level: float = 0.0,
    label: str = "training",
    again: Callable[..., Any] | None = None,
) -> Iterator[Any]:
    """Yield the items of ``rounds`` and show meanwhile how the training goes.

    Stop, in the figure or in the notebook's toolbar, ends the loop after the round that runs. Where nobody watches
    nothing is shown; without anywidget it is a progress bar.

    Args:
        rounds: What to loop over.
        model: The model: yours, with ``parameters()`` and perhaps ``layers``, or one of PyTorch.
        losses: The list to which the loop adds its losses.
        points: Pairs of numbers, for a model with two inputs: then its boundary is drawn.
        classes: The class of each point, 0 or 1.
        level: The output above which the model says 1.
        label: What is trained, for the figure's title.
        again: The function in which this loop stands. Its arguments that are numbers, such as a learning rate and a
            width, can be changed in the figure, and the function be run again with them.
    """
    if not can_live():
        yield from with_bar(rounds, label)
        return
    items = list(rounds)
    at = [[float(one) for one in point] for point in points or ()]
    kinds = [0] * len(at) if classes is None else [int(one) for one in classes]
    figure = _running or _Figure(label, again, sys._getframe(1).f_locals)
    figure.total, figure.model, figure.losses, figure.level = len(items), model, losses, level
    figure.points, figure.classes = at, kinds
    figure.begin()
    with _stop_asked() as asked:
        for done, item in enumerate(items):
            figure.show(done)
            yield item
            if asked:
                figure.end(done + 1, stopped=True)
                return
    figure.end(len(items), stopped=False)


def with_bar(iterable: Iterable[Any], label: str) -> Iterator[Any]:
    """Yield the items and show meanwhile how far the loop is.

    There is no bar while a notebook is graded, built or tested, nor in a browser, whose page says that a cell runs.
    """
    if browser.IS_HERE or any(os.environ.get(name) for name in SILENCING):
        yield from iterable
        return
    from tqdm import tqdm

    # Written to stdout: nbgrader gives a cell that writes to stderr no points.
    yield from tqdm(iterable, desc=label, file=sys.stdout, leave=False, ncols=80, mininterval=0.2)


class _Figure:
    """The live figure of one training, and of those that are run again in it; and how much time it takes."""

    def __init__(self, label: str, again: Callable[..., Any] | None, given: dict[str, Any]) -> None:
        """Open the figure; ``given`` has the arguments with which ``again`` runs now."""
        import asyncio

        self.label, self.again = label, again
        self.key = still.key_of("training", uuid.uuid4().hex)
        self.live: Any = None
        self.handle: Any = None
        self.runs, self.training = 0, True
        names = inspect.signature(again).parameters if again is not None else ()
        self.values = {name: given[name] for name in names if type(given.get(name)) in (int, float)}
        with contextlib.suppress(RuntimeError):  # outside of a kernel's loop nothing can be run again
            self.loop = asyncio.get_running_loop()

    def begin(self) -> None:
        """Show that a training begins."""
        self.done, self.runs = 0, self.runs + 1
        self.price = OPENING if "anywidget" in sys.modules else OPENING + LOADING
        self.started = self.shown = time.perf_counter()
        # Taken now, however late the figure is drawn: the first round changes the weights.
        self.first = self.data(0)
        if self.handle is None:
            from IPython.display import display

            self.handle = display(self._bundle(say("The training has begun.")), raw=True, display_id=True)
        else:
            self._draw(self.first)
        self.spent = time.perf_counter() - self.started

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Run the training again with the values of a request, as soon as the kernel is free; or say why not."""
        typed = request.get("values")
        if request.get("do") != "again" or not isinstance(typed, dict):
            return {}
        if self.training:
            return {"sentence": say("It still trains. Stop it or wait for its end, then run it again.")}
        values = {}
        for name, before in self.values.items():
            value, shown = typed.get(name), name.replace("_", " ")
            if isinstance(before, int) and not (type(value) is int and 1 <= value <= WIDEST):
                return {"sentence": say("{name} is a whole number from 1 to {most}.", name=shown, most=WIDEST)}
            if type(value) not in (int, float) or not math.isfinite(value):
                return {"sentence": say("{name} is a number, such as {before}.", name=shown, before=number(before))}
            values[name] = type(before)(value)
        self.training = True
        # In the kernel's own loop: an answer may come from a thread beside it, while a cell runs.
        self.loop.call_soon_threadsafe(self._run, values)
        return {"sentence": say("It begins when the kernel is free.")}

    def _run(self, values: dict[str, Any]) -> None:
        global _running
        _running, self.values = self, values
        try:
            self.again(**values)
        except (Exception, KeyboardInterrupt) as error:  # the training is the learner's own
            kind = type(error).__name__
            self.end(self.done, stopped=True, trouble=say("It ended with {kind}: {error}", kind=kind, error=error))
        finally:
            _running = None

    def show(self, done: int) -> None:
        """Show the state after ``done`` rounds, if it is time and the picture fits into the figure's share.

        The next picture is expected to take as long as the one before it.
        """
        self.done, now = done, time.perf_counter()
        if now - self.shown < EVERY or self.spent + self.price > SHARE * (now - self.started):
            return
        self._draw(self.data(done))
        self.shown = time.perf_counter()
        self.price = self.shown - now
        self.spent += self.price

    def end(self, done: int, stopped: bool, trouble: str = "") -> None:
        """Show the last state, and leave its words in the notebook."""
        self.training = False
        data = self.data(done, over=True, stopped=stopped, trouble=trouble)
        self._draw(data)
        self.handle.update(self._bundle(data["sentence"]), raw=True)

    def _draw(self, data: dict[str, Any]) -> None:
        data = {**data, "first": self.first}  # A page that looks late has missed what came before.
        if self.live is None:
            self.live = bring_to_life(self.key, data, self.answer)
        else:
            self.live.data = data

    def data(self, done: int, over: bool = False, stopped: bool = False, trouble: str = "") -> dict[str, Any]:
        """Return what the figure shows, plain data."""
        losses = [float(loss) for loss in self.losses]
        norms = _norms(self.model)
        given = {"done": done, "total": self.total}
        parts = [say("{done} of {total} rounds.", **given)]
        if stopped:
            parts = [say("Stopped after {done} of {total} rounds.", **given)]
        if losses:
            parts.append(say("Loss {first} at first, {last} now.", first=number(losses[0]), last=number(losses[-1])))
        if norms:
            named = ", ".join(f"{name} {number(norm)}" for name, norm in norms)
            parts.append(say("Gradient norms: {norms}.", norms=named))
        named = [f"{name.replace('_', ' ')} {number(value)}" for name, value in self.values.items()]
        if named:
            parts.insert(0, say("With {values}:", values=", ".join(named)))
        return {
            "kind": "training",
            "title": self.label,
            "run": self.runs,
            "done": done,
            "values": self.values,
            "losses": _thinned(losses),
            "count": len(losses),
            "norms": [{"name": name, "value": finite(norm), "text": number(norm)} for name, norm in norms],
            "boundary": self._boundary(),
            "over": over,
            "kernel": _kernel_id(),
            "stops": not browser.IS_HERE,  # Nothing reaches a kernel in the page before its cell has ended.
            "sentence": " ".join([*parts, trouble]).strip(),
        }

    def _boundary(self) -> dict[str, Any] | None:
        # What is no number has no place in the picture, and cannot travel to the page.
        if not self.points or not all(math.isfinite(one) for point in self.points for one in point):
            return None
        (left, right), (low, high) = (_reach([point[axis] for point in self.points]) for axis in (0, 1))
        grid = _on_grid(self.model, left, right, low, high)
        return {
            "left": left, "right": right, "low": low, "high": high, "size": GRID,
            "above": "".join("1" if value > self.level else "0" for value in grid) if grid is not None else "",
            "points": [[*point[:2], one] for point, one in zip(self.points, self.classes, strict=True)],
        }  # fmt: skip

    def _bundle(self, sentence: str) -> dict[str, str]:
        return still.sentence(self.key, f"{self.label}: {sentence}")


# The figure whose training is run again: the loop in it shows itself there.
_running: _Figure | None = None


@contextlib.contextmanager
def _stop_asked() -> Iterator[list[bool]]:
    """Let an interrupt be a wish to stop: it adds to the list that is yielded; a second one interrupts."""
    asked: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return

    def wish(signum: int, frame: Any) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(True)

    before = signal.signal(signal.SIGINT, wish)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def _norms(model: Any) -> list[tuple[str, float]]:
    """Return a name and the norm of the gradients for each layer; of the model where it has no layers."""
    if hasattr(model, "named_modules"):  # PyTorch's
        weights = [(name, getattr(module, "weight", None)) for name, module in model.named_modules()]
        parts = [(name or say("weights"), [weight]) for name, weight in weights if is_tensor(weight)]
    elif hasattr(model, "layers"):
        layers = enumerate(model.layers, start=1)
        parts = [(say("layer {place}", place=place), layer.parameters()) for place, layer in layers]
    elif hasattr(model, "parameters"):
        parts = [(say("all parameters"), model.parameters())]
    else:
        return []
    return [(name, math.sqrt(sum(map(_squared, parameters)))) for name, parameters in parts]


def _squared(parameter: Any) -> float:
    grad = parameter.grad
    return float((grad.detach() ** 2).sum()) if is_tensor(grad) else float(grad or 0.0) ** 2


def _on_grid(model: Any, left: float, right: float, low: float, high: float) -> list[float] | None:
    """Return the model's output on a grid of points, row by row from below; None where it cannot be had quickly.

    One forward pass of the learner's own model is read as a graph. What its operations do is done for all points at
    once, and counts only where it agrees with the model itself at some of them.
    """
    at = [(place + 0.5) / GRID for place in range(GRID)]
    points = [(left + (right - left) * along, low + (high - low) * up) for up in at for along in at]
    try:
        if hasattr(model, "named_modules"):
            import torch

            kind = next(model.parameters()).dtype
            with torch.no_grad():
                return [float(one) for one in model(torch.tensor(points, dtype=kind)).reshape(len(points), -1)[:, 0]]
        values = _all_at_once(model, points)
        for place in (0, len(points) // 3, len(points) - 1):
            own = float(model(list(points[place])).data)
            if not math.isclose(own, values[place], rel_tol=1e-6, abs_tol=1e-9):
                return None
    except Exception:  # the learner's own model may raise anything; the figure then has no boundary
        return None
    return values


# What an operation of one number makes of it; where that is too large for a number, or none, the sign counts.
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "tanh": math.tanh,
    "exp": lambda one: math.exp(min(one, 700.0)),
    "log": lambda one: math.log(one) if one > 0 else math.nan,
    "relu": lambda one: max(one, 0.0),
    "sigmoid": lambda one: 1 / (1 + math.exp(min(-one, 700.0))),
    "-": operator.neg,
}


def _all_at_once(model: Any, points: Sequence[tuple[float, float]]) -> list[float]:
    """Return the model's output for many points, by one forward pass; raise what an unknown operation raises.

    What an operation gives for all points is one list, so Python does little more for each than the operation itself.
    """
    kind = type(model.parameters()[0])
    inputs = [kind(points[0][axis]) for axis in (0, 1)]
    graph = read_graph(model(list(inputs)), "watch")
    at = {id(one): [point[axis] for point in points] for axis, one in enumerate(inputs)}
    made: list[Iterable[float]] = []
    for node in graph.nodes:
        if node.parents:
            op, given = node.op.strip().lower(), [made[parent] for parent in node.parents]
            do = _FUNCTIONS.get(op) if len(given) == 1 else None
            made.append([*map(do or candidates(op, len(given))[0], *given)])
        else:
            made.append(at.get(id(node.source)) or [float(node.source.data)] * len(points))
    return [float(one) for one in made[-1]]


def _reach(numbers: list[float]) -> tuple[float, float]:
    room = 0.15 * (max(numbers) - min(numbers)) or 1.0
    return min(numbers) - room, max(numbers) + room


def _thinned(losses: list[float]) -> list[list[float | None]]:
    """Return pairs of a round and its loss, not too many of them; the last is always there."""
    every = max(1, math.ceil(len(losses) / _CURVE))
    pairs = [[place, finite(loss)] for place, loss in enumerate(losses, start=1)]
    return [*pairs[:-1:every], *pairs[-1:]]


def _kernel_id() -> str:
    """Return the id by which the server knows this kernel; "" where there is none."""
    try:
        from ipykernel.connect import get_connection_file

        found = re.fullmatch(r"kernel-(?:v\d+-)?(.+)\.json", Path(get_connection_file()).name)
    except Exception:  # no kernel, or one of another kind: the toolbar still has its button
        return ""
    return found[1] if found else ""
