# SPDX-License-Identifier: MIT
"""Exercise 1.3 with new numbers: another loop."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

LOOP = "A leaf `c` holds {c}. The first line is `y = c`, and then `y = y + y` runs {rounds} times."


def _loop(source: Random) -> dict[str, Any]:
    return {"c": source.randint(2, 9), "rounds": source.randint(3, 8)}


def _long_loop(source: Random) -> dict[str, Any]:
    return {"c": source.randint(1, 5), "rounds": source.choice((5, 6))}


QUESTIONS = (
    Fresh(
        check="day1-predict-reuse",
        name="nodes",
        ask=LOOP + " How many nodes has the graph of `y`?",
        because="each round makes one node from the node that `y` names then",
        draw=_loop,
        right=lambda c, rounds: rounds + 1,
        wrong=(
            Wrong("day1-predict-no-operations", lambda c, rounds: 1),
            Wrong("day1-predict-node-too-few", lambda c, rounds: rounds),
            Wrong("day1-predict-node-too-many", lambda c, rounds: rounds + 2),
            Wrong("day1-predict-signs-as-nodes", lambda c, rounds: 2 * rounds + 1),
            Wrong("day1-predict-node-for-each-use", lambda c, rounds: 2 ** (rounds + 1) - 1),
            Wrong("day1-predict-node-for-each-use", lambda c, rounds: 2**rounds),
        ),
        original={"c": 10.0, "rounds": 5},
        entry='prediction["loop"]["nodes"]',
    ),
    Fresh(
        check="day1-predict-reuse",
        name="edges",
        ask=LOOP + " How many edges has the graph of `y`?",
        because="each input of an operation is one edge, also where one node is both inputs",
        draw=_loop,
        right=lambda c, rounds: 2 * rounds,
        wrong=(
            Wrong("day1-predict-double-edge-once", lambda c, rounds: rounds),
            Wrong("day1-predict-edge-too-few", lambda c, rounds: 2 * rounds - 1),
            Wrong("day1-predict-edge-too-few", lambda c, rounds: 2 * rounds - 2),
            Wrong("day1-predict-edge-too-many", lambda c, rounds: 2 * rounds + 1),
            Wrong("day1-predict-arrows-alone", lambda c, rounds: 3 * rounds),
            Wrong("day1-predict-node-for-each-use", lambda c, rounds: 2 ** (rounds + 1) - 2),
        ),
        original={"c": 10.0, "rounds": 5},
        entry='prediction["loop"]["edges"]',
    ),
    Fresh(
        check="day1-predict-reuse",
        name="value",
        ask=LOOP + " Which number does the last node hold?",
        because="each round adds the number of `y` to itself",
        draw=_long_loop,
        right=lambda c, rounds: c * 2**rounds,
        wrong=(
            Wrong("day1-predict-last-step-missing", lambda c, rounds: c * 2 ** (rounds - 1)),
            Wrong("day1-predict-leaf-added", lambda c, rounds: c * (rounds + 1)),
            Wrong("day1-predict-leaf-added", lambda c, rounds: c * rounds),
            Wrong("day1-predict-leaf-added", lambda c, rounds: c * 2 * rounds),
        ),
        original={"c": 10.0, "rounds": 5},
        entry='prediction["loop"]["value"]',
    ),
)
