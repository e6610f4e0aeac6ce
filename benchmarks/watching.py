# SPDX-License-Identifier: MIT
"""Time a training in a kernel with ``watch`` and without, in turns, for runs of several lengths.

The training is Day 4's: an MLP of the reference engine on 40 points. Two numbers say how much slower ``watch`` makes
it:

- *in the run*: what the kernel's process takes (user and system, all threads) beside the training itself, which is
  timed round by round in its own thread, as a share of the training. Both come from the same seconds of the same run,
  so this holds on a busy machine, too. Without ``watch`` it is near 0.
- *beside a run without*: the processor time of a run with it over that of the run without it next to it. What else the
  machine does moves this by several per cent either way; the median of many pairs is worth something.

Run: ``python benchmarks/watching.py``; it takes about 8 minutes on an idle machine, with ``--runs 10:6`` 2 minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from typing import Any

from jupyter_client.manager import start_new_kernel

# The first pair is not counted: it warms up.
SETUP = """
import json, random, time
import gradtools
from judge.notebooks.reference import load
names = load("day4")
MLP, train, loss = names["MLP"], names["train"], names["binary_cross_entropy"]
random.seed(1)
xs = [[random.uniform(-1, 2), random.uniform(-1, 1)] for _ in range(40)]
ys = [int(a > b) for a, b in xs]
def run(rounds, watched):
    random.seed(1)
    model, losses, own = MLP(2, [6, 6, 1]), [], 0.0
    began, wall = time.process_time(), time.perf_counter()
    turns = range(rounds)
    if watched:
        turns = gradtools.watch(turns, model, losses, points=xs, classes=ys, label="two moons")
    for _ in turns:
        round_began = time.thread_time()
        losses += train(model, xs, ys, 1, 0.1, loss=loss)
        own += time.thread_time() - round_began
    return time.process_time() - began, own, time.perf_counter() - wall
"""
ROUND = """
import statistics
print(json.dumps(statistics.median(run(5, False)[0] / 5 for _ in range(3))))
"""


class Kernel:
    """A kernel that runs cells, as a notebook's does."""

    def __init__(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name not in ("CI", "NBGRADER_EXECUTION")}
        self.manager, self.client = start_new_kernel(env=environment)

    def run(self, code: str) -> Any:
        """Run a cell; return what it printed last, read as JSON."""
        asked = self.client.execute(code)
        said = ""
        while True:
            message = self.client.get_iopub_msg(timeout=600)
            if message["parent_header"].get("msg_id") != asked:
                continue
            content = message["content"]
            if message["msg_type"] == "stream" and content["name"] == "stdout":
                said += content["text"]
            elif message["msg_type"] == "error":
                raise RuntimeError("\n".join(content["traceback"]))
            elif message["msg_type"] == "status" and content["execution_state"] == "idle":
                return json.loads(said.splitlines()[-1]) if said.strip() else None

    def end(self) -> None:
        """Stop the kernel."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def pairs(kernel: Kernel, seconds: float, count: int) -> list[tuple[list[float], list[float]]]:
    """Return (processor, of that the training, wall) without and with ``watch``, ``count`` times in turns.

    The first of a pair changes.
    """
    rounds = max(1, round(seconds / kernel.run(ROUND)))
    found = []
    for place in range(count):
        order = (False, True) if place % 2 else (True, False)
        times = {watched: kernel.run(f"print(json.dumps(run({rounds}, {watched})))") for watched in order}
        found.append((times[False], times[True]))
    return found


def summary(values: list[float], form: str = ".2f") -> str:
    """Return the median and the range of some numbers."""
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def main() -> int:
    """Print a table, and end with 1 where ``watch`` makes a training more than 5 % slower."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", default="10:10,30:4", help="pairs of seconds and of how many pairs to time")
    given = parser.parse_args()
    most = 0.0
    heads = "without, s of processor", "with", "in the run, %", "the same without watch, %", "beside a run without, %"
    print(f"{'run':>5}", *(f"{head:26}" for head in heads))
    for seconds, count in (map(int, one.split(":")) for one in given.runs.split(",")):
        kernel = Kernel()
        try:
            kernel.run(SETUP)
            kernel.run("print(json.dumps(run(3, True)))")
            found = pairs(kernel, seconds, count)
        finally:
            kernel.end()
        processor = [[pair[watched][0] for pair in found] for watched in (0, 1)]
        inside = [[100 * (pair[watched][0] / pair[watched][1] - 1) for pair in found] for watched in (0, 1)]
        beside = [100 * (one / other - 1) for other, one in zip(*processor, strict=True)]
        cells = *map(summary, processor), *(summary(one, "+.1f") for one in (inside[1], inside[0], beside))
        print(f"{seconds:3} s", *(f"{cell:26}" for cell in cells), flush=True)
        most = max(most, statistics.median(inside[1]))
    return int(most > 5)


if __name__ == "__main__":
    sys.exit(main())
