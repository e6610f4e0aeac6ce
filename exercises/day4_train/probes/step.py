# SPDX-License-Identifier: MIT
"""Questions about a single step of ``train``, and about the list of losses."""

from __future__ import annotations

from typing import Any

from exercises.day4_train.models import Line, Plane, moved
from exercises.day4_train.probes.asked import DRAWN, LINE, TOO_FAR, probe, right, trained
from judge.asking.inputs import number
from judge.asking.probe import Namespace


@probe("day4-train-step", f"the number of losses after 3 steps on {LINE}", "each step gives one loss", **DRAWN)
def train_count(namespace: Namespace, w: float, **data: float) -> Any:
    """Return how many losses three steps give."""
    return len(trained(namespace, Line(namespace["Value"], w), 3, **data))


@probe(
    "day4-train-step",
    f"the first loss on {LINE}",
    "it is the mean of the squared errors before anything has moved, as a plain float",
    **DRAWN,
)
def train_first_loss(namespace: Namespace, w: float, **data: float) -> Any:
    """Return the first of the losses that two steps give."""
    return trained(namespace, Line(namespace["Value"], w), 2, **data)[0]


@probe(
    "day4-train-step",
    f"`w` after one step on {LINE}",
    "`w` moves by the learning rate times the gradient of the mean, against it",
    **DRAWN,
)
def train_one_update(namespace: Namespace, w: float, **data: float) -> Any:
    """Return the parameter after one step."""
    line = Line(namespace["Value"], w)
    trained(namespace, line, 1, **data)
    return moved(line.w, w)


@probe(
    "day4-train-step",
    f"`w` after one step on {LINE}, and three more samples ({{d}}, {{a}}), ({{c}}, {{c}}) and ({{b}}, {{w}})",
    "all samples count in every step",
    **DRAWN,
)
def train_five_samples(namespace: Namespace, w: float, a: float, b: float, c: float, d: float, eta: float) -> Any:
    """Return the parameter after one step on more samples than two."""
    line = Line(namespace["Value"], w)
    namespace["train"](line, [[a], [c], [d], [c], [b]], [b, d, a, c, w], 1, eta, right.mean_square)
    return moved(line.w, w)


@probe(
    "day4-train-step",
    "the number of losses after 4 steps on a model of three parameters, where the samples lie on it",
    "each step gives one loss, however many parameters there are, even if it is 0 from the start",
)
def train_count_at_the_end(namespace: Namespace) -> Any:
    """Return how many losses four steps give where nothing is left to learn: when to stop is for the caller to say."""
    plane = Plane(namespace["Value"], 2.0, -0.5, 0.75)
    return len(namespace["train"](plane, [[1.5, 2.5], [-0.5, 1.0]], [2.5, -0.75], 4, 0.01, right.mean_square))


@probe(
    "day4-train-step",
    f"the number of losses after 4 steps on {TOO_FAR}, where the loss rises",
    "each step gives one loss, also where the loss rises: whether that is too much is for the caller to say",
    w=number,
    b=number,
    d=number,
)
def train_count_rising(namespace: Namespace, w: float, b: float, d: float) -> Any:
    """Return how many losses four steps give that move too far."""
    return len(trained(namespace, Line(namespace["Value"], w), 4, 1.5, b, 2.5, d, 2.0))


@probe(
    "day4-train-step",
    f"whether `w.data` is set in two steps on {LINE}",
    "the update changes it to another number",
    **DRAWN,
)
def train_data_set(namespace: Namespace, w: float, **data: float) -> Any:
    """Say what was assigned to the parameter's data: an update by 0 assigns the same number."""
    written: list[Any] = []

    class Watched(namespace["Value"]):  # type: ignore[misc]
        """A Value that notes when its data is set."""

        @property
        def data(self) -> Any:
            """Return the number."""
            return self.__dict__["watched"]

        @data.setter
        def data(self, value: Any) -> None:
            written.append(value)
            self.__dict__["watched"] = value

    line = Line(Watched, w)
    written.clear()
    trained(namespace, line, 2, **data)
    if not written:
        return "never set"
    if len(written) > 2 and written.count(0.0) > 1:
        return "set to 0 in every step, and to another number afterwards"
    return "set to another number" if any(value != w for value in written) else "set, each time to the same number"
