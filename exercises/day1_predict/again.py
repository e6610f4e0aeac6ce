# SPDX-License-Identifier: MIT
"""Exercise 1.3 with new numbers: another leaf with two names, and another loop."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

LOOP = (
    "`c` holds {c}, and `y = c`. Some rounds of `y = y + y` follow. A `trace` that forgets what it opened lists "
    "{listed} nodes."
)


def _leaves(source: Random) -> dict[str, Any]:
    a, b = source.sample(range(2, 10), 2)
    return {"a": a, "rise": b + 1}


def _loop(source: Random) -> dict[str, Any]:
    return {"c": source.randint(2, 9), "listed": 2 ** source.randint(4, 8) - 1}


def _long_loop(source: Random) -> dict[str, Any]:
    return {"c": source.randint(1, 5), "listed": 2 ** source.choice((6, 7)) - 1}


def _rounds(listed: int) -> int:
    """Return after how many rounds so many nodes are listed: 1 at first, and twice as many and one more each time."""
    return (listed + 1).bit_length() - 2


QUESTIONS = (
    Fresh(
        check="day1-predict-product",
        name="last",
        ask="`(a*b)+c`, where `a` holds {a}, and what `b` holds is lost. Raise the leaf that `c` names by 1, and the "
        "last node rises by {rise}. Which number does the last node hold?",
        because="a leaf that is used in the product, too, raises the last node by more than 1",
        draw=_leaves,
        right=lambda a, rise: a * (rise - 1) + a,
        wrong=(
            Wrong("day1-predict-other-leaf", lambda a, rise: a * (rise - 1) + rise - 1, ""),
            Wrong("day1-predict-rise-of-product", lambda a, rise: a * rise + a),
            Wrong("day1-predict-rise-of-product", lambda a, rise: a * rise + rise),
            Wrong("day1-predict-third-leaf", lambda a, rise: a * (rise - 1) + 1),
            Wrong("day1-predict-last-step-missing", lambda a, rise: a * (rise - 1)),
        ),
        original={"a": 7, "rise": 6},
        entry='prediction["(a*b)+c"]["value"]',
    ),
    Fresh(
        check="day1-predict-reuse",
        name="nodes",
        ask=LOOP + " How many nodes has the graph of `y`?",
        because="each round makes one node from the node that `y` names then",
        draw=_loop,
        right=lambda c, listed: _rounds(listed) + 1,
        wrong=(
            Wrong("day1-predict-no-operations", lambda c, listed: 1),
            Wrong("day1-predict-node-too-few", lambda c, listed: _rounds(listed)),
            Wrong("day1-predict-node-too-many", lambda c, listed: _rounds(listed) + 2),
            Wrong("day1-predict-signs-as-nodes", lambda c, listed: 2 * _rounds(listed) + 1),
            Wrong("day1-predict-node-for-each-use", lambda c, listed: 2 ** (_rounds(listed) + 1) - 1),
            Wrong("day1-predict-node-for-each-use", lambda c, listed: 2 ** _rounds(listed)),
        ),
        original={"c": 10.0, "listed": 63},
        entry='prediction["loop"]["nodes"]',
    ),
    Fresh(
        check="day1-predict-reuse",
        name="edges",
        ask=LOOP + " How many edges has the graph of `y`?",
        because="each input of an operation is one edge, also where one node is both inputs",
        draw=_loop,
        right=lambda c, listed: 2 * _rounds(listed),
        wrong=(
            Wrong("day1-predict-double-edge-once", lambda c, listed: _rounds(listed)),
            Wrong("day1-predict-edge-too-few", lambda c, listed: 2 * _rounds(listed) - 1),
            Wrong("day1-predict-edge-too-few", lambda c, listed: 2 * _rounds(listed) - 2),
            Wrong("day1-predict-edge-too-many", lambda c, listed: 2 * _rounds(listed) + 1),
            Wrong("day1-predict-arrows-alone", lambda c, listed: 3 * _rounds(listed)),
            Wrong("day1-predict-node-for-each-use", lambda c, listed: 2 ** (_rounds(listed) + 1) - 2),
        ),
        original={"c": 10.0, "listed": 63},
        entry='prediction["loop"]["edges"]',
    ),
    Fresh(
        check="day1-predict-reuse",
        name="value",
        ask=LOOP + " Which number does the last node hold?",
        because="each round adds the number of `y` to itself",
        draw=_long_loop,
        right=lambda c, listed: c * 2 ** _rounds(listed),
        wrong=(
            Wrong("day1-predict-last-step-missing", lambda c, listed: c * 2 ** (_rounds(listed) - 1)),
            Wrong("day1-predict-leaf-added", lambda c, listed: c * (_rounds(listed) + 1)),
            Wrong("day1-predict-leaf-added", lambda c, listed: c * _rounds(listed)),
            Wrong("day1-predict-leaf-added", lambda c, listed: c * 2 * _rounds(listed)),
        ),
        original={"c": 10.0, "listed": 63},
        entry='prediction["loop"]["value"]',
    ),
)
