# SPDX-License-Identifier: MIT
"""Exercise 3.3 with new numbers: two calls on one graph."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

CALLS = (
    "`a` is a fresh leaf, `h = {slope} * a`. First `({first} * h).backward()` runs, then `(k * h).backward()`. "
    "Afterwards `h.grad` is {left}."
)
EXCHANGED = (
    "If `h` starts at 0 again, its whole gradient came from the second call. If it keeps its gradient, that of the "
    "first call is part of it."
)
OF_H = "`h.grad` is the slope of what was made from `h`. The slope between `a` and `h` is a factor only of `a.grad`."
LIKE_H = "At each call, `a` receives the gradient of `h`, times the slope from `a` to `h`."


def _draw(source: Random) -> dict[str, Any]:
    first, left = sorted(source.sample(range(2, 10), 2))
    return {"slope": source.randint(2, 5), "first": first, "left": left}


QUESTIONS = (
    Fresh(
        check="day3-twice-which",
        name="afresh",
        ask=CALLS + " Leaves accumulate, and interior nodes start afresh. What is `k`?",
        because="with this rule, `h.grad` came from the second call alone",
        draw=_draw,
        right=lambda slope, first, left: left,
        wrong=(
            Wrong("day3-which-rules-exchanged", lambda slope, first, left: left - first, EXCHANGED),
            Wrong("day3-which-first-added", lambda slope, first, left: left + first),
            Wrong("day3-which-slope-of-h", lambda slope, first, left: left / slope, OF_H),
            Wrong("day3-which-slope-of-h", lambda slope, first, left: left * slope, OF_H),
            Wrong("day3-which-multiplied", lambda slope, first, left: left / first),
            Wrong("day3-which-multiplied", lambda slope, first, left: left * first),
            Wrong("day3-which-one-off", lambda slope, first, left: left - 1),
            Wrong("day3-which-one-off", lambda slope, first, left: left + 1),
        ),
        original={"slope": 3, "first": 2, "left": 9.0},
        entry='second["k, afresh"]',
    ),
    Fresh(
        check="day3-twice-which",
        name="kept",
        ask=CALLS + " The engine keeps interior gradients. What is `k`?",
        because="with this rule, the second gradient of `h` is added to the first one",
        draw=_draw,
        right=lambda slope, first, left: left - first,
        wrong=(
            Wrong("day3-which-rules-exchanged", lambda slope, first, left: left, EXCHANGED),
            Wrong("day3-which-first-added", lambda slope, first, left: left + first),
            Wrong("day3-which-slope-of-h", lambda slope, first, left: (left - first) / slope, OF_H),
            Wrong("day3-which-multiplied", lambda slope, first, left: left / first),
            Wrong("day3-which-multiplied", lambda slope, first, left: left * first),
            Wrong("day3-which-one-off", lambda slope, first, left: left - first - 1),
            Wrong("day3-which-one-off", lambda slope, first, left: left - first + 1),
        ),
        original={"slope": 3, "first": 2, "left": 9.0},
        entry='second["k, kept"]',
    ),
    Fresh(
        check="day3-twice-which",
        name="a.grad",
        ask=CALLS + " What is `a.grad` in the end?",
        because="each call adds to `a.grad` the gradient that `h` has at that moment, times the slope from `a` to `h`",
        draw=_draw,
        right=lambda slope, first, left: slope * first + slope * left,
        wrong=(
            Wrong("day3-which-last-call-alone", lambda slope, first, left: slope * left),
            Wrong("day3-which-leaf-like-h", lambda slope, first, left: left, LIKE_H),
            Wrong("day3-which-leaf-without-first-slope", lambda slope, first, left: first + slope * left),
            Wrong("day3-which-leaf-without-first-slope", lambda slope, first, left: slope * first + left),
            Wrong("day3-which-leaf-without-first-slope", lambda slope, first, left: first + left),
            Wrong("day3-which-leaf-gets-seven", lambda slope, first, left: slope * (left - first)),
            Wrong("day3-which-leaf-first-alone", lambda slope, first, left: slope * first),
            Wrong("day3-which-sign-turned", lambda slope, first, left: -slope * (first + left)),
        ),
        original={"slope": 3, "first": 2, "left": 9.0},
        entry='second["a.grad"]',
    ),
)
