# SPDX-License-Identifier: MIT
"""Settings of a training run, tried on a net of numpy arrays: a mistake in the network costs nothing here.

All starts are trained at once: one array holds a layer of every start.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy

from exercises.shared.paper import with_point
from exercises.shared.plain import as_written
from judge.run.answers import Several, decimal_comma, plain_answer, quoted

# How many steps the settings for XOR may take: so few that no rate is enough for a small net.
MOST_STEPS = 80

# How many characters of an entry are shown.
SHOWN = 40


def _draw_layers(sizes: list[int], seeds: list[int]) -> list[list[Any]]:
    sources = [random.Random(seed) for seed in seeds]
    layers = []
    for before, after in pairwise(sizes):
        # Neuron by neuron, as a class of neurons draws them.
        weights = [[[source.uniform(-1, 1) for _ in range(before)] for _ in range(after)] for source in sources]
        layers.append([numpy.array(weights).transpose(0, 2, 1), numpy.zeros((len(seeds), 1, after))])
    return layers


# By name the activation, and its slope, written with the activation's own output h.
ACTIVATIONS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "tanh": (numpy.tanh, lambda h: 1.0 - h * h),
    "relu": (lambda z: numpy.maximum(z, 0.0), lambda h: (h > 0.0) * 1.0),
    "sigmoid": (lambda z: 0.5 * (1.0 + numpy.tanh(z / 2.0)), lambda h: h * (1.0 - h)),
    "linear": (lambda z: z, numpy.ones_like),
}


def last_losses(settings: Mapping[str, Any], samples: Samples, seeds: list[int]) -> list[float]:
    """Return the loss before the last update for a net from each seed, infinite where training diverged."""
    inputs, targets = numpy.array(samples.xs), numpy.array(samples.ys)[None, :, None]
    layers = _draw_layers([inputs.shape[1], *settings["hidden"], 1], seeds)
    names = [settings["activation"]] * len(settings["hidden"]) + [settings["output_activation"]]
    losses = numpy.full(len(seeds), numpy.inf)
    with numpy.errstate(all="ignore"):
        for _ in range(settings["steps"]):
            values = [numpy.broadcast_to(inputs, (len(seeds), *inputs.shape))]
            for (weights, biases), name in zip(layers, names, strict=True):
                values.append(ACTIVATIONS[name][0](values[-1] @ weights + biases))
            errors = values[-1] - targets
            losses = samples.scale * (errors * errors).sum(axis=(1, 2))
            upstream = 2.0 * samples.scale * errors
            for index in range(len(layers) - 1, -1, -1):
                weights, biases = layers[index]
                upstream = upstream * ACTIVATIONS[names[index]][1](values[index + 1])
                rate = settings["learning_rate"]
                step = rate * (values[index].transpose(0, 2, 1) @ upstream)
                layers[index] = [weights - step, biases - rate * upstream.sum(axis=1, keepdims=True)]
                upstream = upstream @ weights.transpose(0, 2, 1)
    return [float(loss) if math.isfinite(loss) else math.inf for loss in losses]


class Samples:
    """Inputs and targets, and the factor that makes a sum of squares the loss."""

    def __init__(self, xs: list[list[float]], ys: list[float], scale: float):
        self.xs, self.ys, self.scale = xs, ys, scale


FAILING = {"hidden": [4, 4], "activation": "tanh", "output_activation": "relu", "steps": 200, "learning_rate": 0.05}


def unreadable(settings: Any, most_steps: int, widest: int) -> str:
    """Say why settings can't be tried, or return an empty string.

    A hidden layer has at most ``widest`` neurons.
    """
    if not isinstance(settings, dict):
        return f"a {type(settings).__name__} where a dictionary should be"
    missing = sorted(FAILING.keys() - settings.keys())
    if missing:
        return f"settings without {', '.join(map(repr, missing))}"
    hidden, steps = settings["hidden"], settings["steps"]
    in_range = isinstance(hidden, (list, tuple)) and all(type(one) is int and 1 <= one <= widest for one in hidden)
    if not in_range:
        return f"settings whose hidden sizes {_entry(hidden)} are not a list of whole numbers from 1 to {widest}"
    if len(hidden) > 3:
        return "settings with more than three hidden layers"
    for key in ("activation", "output_activation"):
        if not isinstance(settings[key], str) or settings[key] not in ACTIVATIONS:
            entry = _entry(settings[key], is_text=True)
            return f"settings whose '{key}' {entry} is none of {', '.join(map(repr, ACTIVATIONS))}"
    if type(steps) is not int or steps < 1:
        return f"settings whose steps {_entry(steps)} are not a whole number above 0"
    if steps > most_steps:
        return f"more than {most_steps:,} steps"
    if type(settings["learning_rate"]) not in (int, float):
        comma = decimal_comma(settings["learning_rate"])
        return with_point(f"settings whose learning rate {_entry(settings['learning_rate'])} is not a number", comma)
    return ""


def _entry(entry: Any, *, is_text: bool = False) -> str:
    """Return an entry as the learner wrote it: which one it is names no mistake. Of a text, no quotes are shown."""
    return quoted(entry if is_text and isinstance(entry, str) else as_written(entry), SHOWN)


def in_form(settings: Any) -> Any:
    """Return settings with at most three sizes up to 16, activations in small letters, and at most MOST_STEPS steps.

    How an entry is written is judged in one check; what it makes of the net is judged in the other.
    """
    if not isinstance(settings, dict):
        return settings
    read = dict(settings)
    if type(read.get("hidden")) is int:
        read["hidden"] = [read["hidden"]]
    if isinstance(read.get("hidden"), (list, tuple)):
        read["hidden"] = [min(size, 16) if type(size) is int else size for size in read["hidden"]][:3]
    for key in ("activation", "output_activation"):
        if isinstance(read.get(key), str):
            read[key] = read[key].strip().lower()
    if type(read.get("steps")) in (int, float) and read["steps"] >= 1:
        read["steps"] = int(min(read["steps"], MOST_STEPS))
    return read


def to_be_tried(settings: Any, most_steps: int, widest: int) -> Several:
    """Return settings in the form in which they are judged elsewhere, with what :func:`unreadable` says of them."""
    trouble = unreadable(settings, most_steps, widest)
    entries = {} if trouble else {**{key: settings[key] for key in FAILING}, "hidden": list(settings["hidden"])}
    return Several((plain_answer(entries), plain_answer(trouble)))


def tried(
    said: Callable[[Mapping[str, Any]], str], most_steps: int, widest: int
) -> Callable[[Mapping[str, Any], Any], str]:
    """Return what judges settings that came from elsewhere; ``said`` says of readable ones what comes of them."""

    def judged(settings: Mapping[str, Any], trouble: Any) -> str:
        trouble = trouble or unreadable(settings, most_steps, widest)
        return f"unknown, for the check cannot use {trouble}" if trouble else said(settings)

    return judged
