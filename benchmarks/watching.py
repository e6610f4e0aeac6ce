# SPDX-License-Identifier: MIT
"""Time a training in a kernel with ``watch`` and without, in turns, for runs of several lengths.

The training is Day 4's: an MLP of the reference engine on 40 points. What is measured is the processor time of the
kernel, and the clock on the wall, which is worth something on an idle machine only.
Run: ``python benchmarks/watching.py``.
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
from grading.notebooks.reference import load
names = load("day4")
MLP, train, loss = names["MLP"], names["train"], names["binary_cross_entropy"]
random.seed(1)
xs = [[random.uniform(-1, 2), random.uniform(-1, 1)] for _ in range(40)]
ys = [int(a > b) for a, b in xs]
def run(rounds, watched):
    random.seed(1)
    model, losses = MLP(2, [6, 6, 1]), []
    began, wall = time.process_time(), time.perf_counter()
    turns = range(rounds)
    if watched:
        turns = gradtools.watch(turns, model, losses, points=xs, classes=ys, label="two moons")
    for _ in turns:
        losses += train(model, xs, ys, 1, 0.1, loss=loss)
    return time.process_time() - began, time.perf_counter() - wall
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
        """Stop it."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def pairs(kernel: Kernel, seconds: float, count: int) -> list[tuple[list[float], list[float]]]:
    """Return (processor, wall) without and with ``watch``, so many times in turns; the first of a pair changes."""
    rounds = max(1, round(seconds / kernel.run(ROUND)))
    found = []
    for place in range(count):
        order = (False, True) if place % 2 else (True, False)
        times = {watched: kernel.run(f"print(json.dumps(run({rounds}, {watched})))") for watched in order}
        found.append((times[False], times[True]))
    return found


def told(values: list[float]) -> str:
    """Return the median and the range of some numbers."""
    return f"{statistics.median(values):6.2f} ({min(values):.2f} to {max(values):.2f})"


def main() -> int:
    """Print a table, and end with 1 where ``watch`` makes a training more than 5 % slower."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", default="3:10,10:6,30:4", help="pairs of seconds and of how many pairs to time")
    given = parser.parse_args()
    most = 0.0
    print(f"{'run':>5}  {'clock':9}  {'without, s':26}  {'with, s':26}  slower by")
    for seconds, count in (map(int, one.split(":")) for one in given.runs.split(",")):
        kernel = Kernel()
        try:
            kernel.run(SETUP)
            kernel.run("print(json.dumps(run(3, True)))")
            found = pairs(kernel, seconds, count)
        finally:
            kernel.end()
        for place, clock in enumerate(("processor", "wall")):
            without, having = ([pair[watched][place] for pair in found] for watched in (0, 1))
            slower = [100 * (one / other - 1) for one, other in zip(having, without, strict=True)]
            middle = statistics.median(slower)
            spread = f"{middle:+.1f} % ({min(slower):+.1f} to {max(slower):+.1f})"
            print(f"{seconds:3} s  {clock:9}  {told(without):26}  {told(having):26}  {spread}", flush=True)
            most = max(most, middle) if clock == "processor" else most
    return int(most > 5)


if __name__ == "__main__":
    sys.exit(main())
