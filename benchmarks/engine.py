# SPDX-License-Identifier: MIT
"""Time the reference engine of Day 3 against PyPI's micrograd, forward plus backward, on the same expressions.

Both engines run in one process and take turns, so that a busy machine slows both alike. What is printed is the
ratio of two runs that follow each other: below 1.00 the reference is faster. Run: ``python benchmarks/engine.py``.
"""

from __future__ import annotations

import argparse
import gc
import math
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from micrograd.engine import Value as Micrograd

from judge.notebooks import reference

Build = Callable[[type], Any]

# micrograd's sort calls itself once for each level of the graph, and the sums of the MLP's loss are deep too.
RECURSION_LIMIT = 100_000


def mlp(value: type) -> Any:
    """Return the squared error of an MLP 2-16-16-1 with ReLU, summed over 100 points."""
    source = random.Random(0)
    sizes = ((2, 16), (16, 16), (16, 1))
    layers = [
        [([value(source.uniform(-1, 1)) for _ in range(nin)], value(0.0)) for _ in range(nout)] for nin, nout in sizes
    ]
    loss = value(0.0)
    for _ in range(100):
        signal = [value(source.uniform(-1, 1)) for _ in range(2)]
        for depth, layer in enumerate(layers, start=1):
            sums = [sum((w * x for w, x in zip(weights, signal, strict=True)), bias) for weights, bias in layer]
            signal = [one.relu() for one in sums] if depth < len(layers) else sums
        loss = loss + (signal[0] - 1.0) ** 2
    return loss


def chain(value: type) -> Any:
    """Return the end of a chain of 900 operations, sums and products in turn."""
    x = value(1.0)
    y = x
    for index in range(900):
        y = y + x if index % 2 else y * 0.999
    return y


def doublings(value: type) -> Any:
    """Return the end of 900 doublings, in which every node is shared."""
    y = value(1.0)
    for _ in range(900):
        y = y + y
    return y


EXPRESSIONS: dict[str, tuple[Build, int]] = {
    "MLP 2-16-16-1, 100 points": (mlp, 1),
    "chain of 900": (chain, 20),
    "900 doublings": (doublings, 20),
}


def timed(build: Build, value: type, repeats: int) -> tuple[float, float]:
    """Return the seconds of the forward and of the backward passes of ``repeats`` fresh graphs."""
    forward = backward = 0.0
    for _ in range(repeats):
        start = time.perf_counter()
        root = build(value)
        middle = time.perf_counter()
        root.backward()
        forward, backward = forward + middle - start, backward + time.perf_counter() - middle
    return forward, backward


def compare(build: Build, repeats: int, rounds: int) -> dict[str, Any]:
    """Time both engines in turn and return their times and the ratios of neighbouring runs."""
    own = reference.load(3)["Value"]
    mine, theirs = build(own), build(Micrograd)
    if not math.isclose(mine.data, theirs.data, rel_tol=1e-9):
        raise AssertionError(f"The engines disagree: {mine.data} and {theirs.data}.")
    times: dict[str, list[tuple[float, float]]] = {"reference": [], "micrograd": []}
    for index in range(rounds):
        turns = [("reference", own), ("micrograd", Micrograd)]
        for name, value in turns if index % 2 else reversed(turns):
            gc.collect()
            times[name].append(timed(build, value, repeats))
    pairs = zip(times["reference"], times["micrograd"], strict=True)
    return {**times, "ratios": [sum(one) / sum(other) for one, other in pairs]}


def share_of_sort(build: Build, rounds: int) -> float:
    """Return the fraction of the reference's backward pass that is the sort; the rest are the nodes' rules.

    Takes the fastest of several runs of each, since on a busy machine whatever is slower than that is waiting.
    """
    namespace = reference.load(3)
    sorts, passes = [], []
    for _ in range(rounds):
        root = build(namespace["Value"])
        start = time.perf_counter()
        namespace["topological_order"](root)
        middle = time.perf_counter()
        root.backward()
        sorts.append(middle - start)
        passes.append(time.perf_counter() - middle)
    return min(sorts) / min(passes)


def main() -> None:
    """Print one row for each expression, then where the reference's time goes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15, help="how often each engine takes its turn")
    rounds = parser.parse_args().rounds
    sys.setrecursionlimit(RECURSION_LIMIT)
    print("reference / micrograd, forward plus backward; below 1.00 the reference is faster")
    print(f"{'expression':26} {'median':>7} {'min':>6} {'max':>6}   forward  backward   ms a graph  sort in backward")
    for name, (build, repeats) in EXPRESSIONS.items():
        found = compare(build, repeats, rounds)
        ratios = found["ratios"]
        halves = [
            statistics.median(one[half] for one in found["reference"])
            / statistics.median(other[half] for other in found["micrograd"])
            for half in (0, 1)
        ]
        total = statistics.median(sum(one) for one in found["reference"]) / repeats * 1000
        sort = share_of_sort(build, rounds)
        print(
            f"{name:26} {statistics.median(ratios):7.2f} {min(ratios):6.2f} {max(ratios):6.2f}"
            f"   {halves[0]:7.2f}  {halves[1]:8.2f}   {total:10.2f}  {sort:16.0%}"
        )


if __name__ == "__main__":
    main()
