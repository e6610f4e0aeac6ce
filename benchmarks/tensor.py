# SPDX-License-Identifier: MIT
"""Time one training step of a net 72-32-10 on 32 pictures: Day 6's ``Tensor``, PyTorch on the CPU, Day 3's ``Value``.

All three start from the same weights and compute the same loss in float64, which is checked. They take turns in one
process, on one thread, with Python's garbage collector off. In each turn the fastest step counts, in processor time,
and of the turns the median (wanted: ``Tensor`` takes at most 2 times as long as PyTorch).
Run: ``python benchmarks/tensor.py``.
"""

from __future__ import annotations

import argparse
import gc
import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy
import torch

from judge.notebooks import reference

SIZES, PICTURES, RATE = (72, 32, 10), 32, 0.2
Step = Callable[[], float]


def of_tensors(names: dict[str, Any], pictures: Any, digits: Any) -> Step:
    """Return a step of the course's ``Tensor``, as ``train`` in the notebook takes it."""
    net = names["Net"](list(SIZES), 1)

    def step() -> float:
        for parameter in net.parameters():
            parameter.grad = numpy.zeros(parameter.data.shape)
        loss = names["cross_entropy"](net(pictures), digits)
        loss.backward()
        for parameter in net.parameters():
            parameter.data = parameter.data - RATE * parameter.grad
        return float(loss.data)

    return step


def of_torch(names: dict[str, Any], pictures: Any, digits: Any) -> Step:
    """Return a step of PyTorch."""
    net = names["Net"](list(SIZES), 1)
    w1, w2, b1, b2 = (torch.tensor(one.data, requires_grad=True) for one in net.parameters())
    inputs, classes = torch.tensor(pictures), torch.tensor(digits)
    parameters = (w1, w2, b1, b2)

    def step() -> float:
        for parameter in parameters:
            parameter.grad = None
        logits = (inputs @ w1 + b1).tanh() @ w2 + b2
        loss = torch.nn.functional.cross_entropy(logits, classes)
        loss.backward()
        with torch.no_grad():
            for parameter in parameters:
                parameter -= RATE * parameter.grad
        return loss.item()

    return step


def of_values(names: dict[str, Any], value: type, pictures: Any, digits: Any) -> Step:
    """Return a step of Day 3's ``Value``, number by number."""
    net = names["Net"](list(SIZES), 1)
    layers = [
        ([[value(w) for w in row] for row in weights.data.T.tolist()], [value(b) for b in bias.data.tolist()])
        for weights, bias in zip(net.weights, net.biases, strict=True)
    ]
    parameters = [one for rows, biases in layers for one in [*(w for row in rows for w in row), *biases]]

    def loss_of(picture: list[float], digit: int) -> Any:
        signal: list[Any] = picture
        for place, (rows, biases) in enumerate(layers):
            signal = [one.tanh() for one in signal] if place else signal
            signal = [
                sum((w * x for w, x in zip(row, signal, strict=True)), b) for row, b in zip(rows, biases, strict=True)
            ]
        largest = max(one.data for one in signal)
        shifted = [one - largest for one in signal]
        return sum(one.exp() for one in shifted).log() - shifted[digit]

    def step() -> float:
        for parameter in parameters:
            parameter.grad = 0.0
        losses = [loss_of(picture, int(digit)) for picture, digit in zip(pictures.tolist(), digits, strict=True)]
        loss = sum(losses) * (1 / len(losses))
        loss.backward()
        for parameter in parameters:
            parameter.data -= RATE * parameter.grad
        return loss.data

    return step


def fastest(steps: dict[str, Step], turns: int, each: dict[str, int]) -> dict[str, list[float]]:
    """Return the processor seconds of the fastest of the ``each`` steps of each turn; the losses must agree."""
    found: dict[str, list[float]] = {name: [] for name in steps}
    losses: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(turns):
        for name, step in steps.items():
            gc.collect()
            gc.disable()
            spent = []
            for _ in range(each[name]):
                start = time.process_time()
                losses[name].append(step())
                spent.append(time.process_time() - start)
            gc.enable()
            found[name].append(min(spent))
    for name, own in losses.items():
        agree = all(math.isclose(one, other, rel_tol=1e-9) for one, other in zip(own, losses["Tensor"], strict=False))
        assert agree, f"{name} and Tensor compute different losses"
    return found


def main() -> None:
    """Print the milliseconds of a step, and how many times that of PyTorch it is, from the least to the most."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=5, help="each has 200 steps of Tensor and of PyTorch, 1 of Value")
    given = parser.parse_args()
    torch.set_num_threads(1)
    names, value = reference.load(6), reference.load(3)["Value"]
    pictures, digits = names["make"](PICTURES, 1)
    steps = {
        "Tensor": of_tensors(names, pictures, digits),
        "PyTorch": of_torch(names, pictures, digits),
        "Value": of_values(names, value, pictures, digits),
    }
    found = fastest(steps, given.turns, {"Tensor": 200, "PyTorch": 200, "Value": 1})
    for name, seconds in found.items():
        times = sorted(one / other for one, other in zip(seconds, found["PyTorch"], strict=True))
        spread = f"{statistics.median(times):.2f} times PyTorch's ({times[0]:.2f} to {times[-1]:.2f})"
        print(f"{name:8} {statistics.median(seconds) * 1000:10.3f} ms, {spread}")


if __name__ == "__main__":
    main()
