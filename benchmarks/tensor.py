# SPDX-License-Identifier: MIT
"""Time one training step of the reference Tensor of Day 6 against PyTorch on the CPU, one thread each.

A net 72-32-10 on 32 pictures, forward, loss, backward and update, in float64. Both take turns in one process, so that a
busy machine slows both alike. Run: ``OMP_NUM_THREADS=1 python benchmarks/tensor.py``.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
import torch

from grading.notebooks import reference

SIZES = ((72, 32), (32, 10))
ROUNDS, STEPS = 30, 50


def steps() -> tuple[Callable[[], float], Callable[[], float]]:
    """Return a training step of the reference and one of PyTorch, from the same numbers; each returns its loss."""
    names = reference.load(6)
    tensor = names["Tensor"]
    pictures, digits = names["make"](32, 1)
    wanted = np.eye(10)[digits]
    source = np.random.default_rng(1)
    starts = [array for size in SIZES for array in (source.normal(0, 0.1, size), np.zeros(size[1]))]

    def loss_of(x, layers, wanted):  # type: ignore[no-untyped-def]
        logits = (x @ layers[0] + layers[1]).tanh() @ layers[2] + layers[3]
        return ((logits.exp().sum(axis=1)).log() - (logits * wanted).sum(axis=1)).sum() * (1 / 32)

    mine = [tensor(start) for start in starts]
    x = tensor(pictures)

    def own() -> float:
        loss = loss_of(x, mine, wanted)
        for layer in mine:
            layer.grad = np.zeros_like(layer.data)
        loss.backward()
        for layer in mine:
            layer.data -= 0.1 * layer.grad
        return float(loss.data)

    theirs = [torch.tensor(start, requires_grad=True) for start in starts]
    inputs, targets = torch.tensor(pictures), torch.tensor(wanted)
    optimiser = torch.optim.SGD(theirs, lr=0.1)

    def torch_step() -> float:
        optimiser.zero_grad()
        loss = loss_of(inputs, theirs, targets)
        loss.backward()
        optimiser.step()
        return loss.item()

    return own, torch_step


def main() -> None:
    """Print the median times and their ratio, and whether both losses agree."""
    torch.set_num_threads(1)
    own, theirs = steps()
    agree = all(abs(own() - theirs()) < 1e-9 for _ in range(20))
    times: dict[str, list[float]] = {"Tensor": [], "PyTorch": []}
    for _ in range(ROUNDS):
        for name, step in (("Tensor", own), ("PyTorch", theirs)):
            start = time.process_time()
            for _ in range(STEPS):
                step()
            times[name].append((time.process_time() - start) / STEPS)
    ratios = [one / other for one, other in zip(times["Tensor"], times["PyTorch"], strict=True)]
    for name, found in times.items():
        print(f"{name}: {1000 * statistics.median(found):.3f} ms a step")
    print(f"ratio {statistics.median(ratios):.2f}; the losses of 20 steps agree to 1e-9: {agree}")


if __name__ == "__main__":
    main()
