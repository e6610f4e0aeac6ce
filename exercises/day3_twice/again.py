# SPDX-License-Identifier: MIT
"""Exercise 3.3 with new numbers: three calls on one graph."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

CALLS = "`a` is a fresh leaf, `h = {slope} * a`. `({first} * h).backward()`, "
UNKNOWN = CALLS + "`(k * h).backward()` and `({last} * h).backward()` run. "
KNOWN = CALLS + "`({k} * h).backward()` and `({last} * h).backward()` run. "
OF_H = "`h.grad` is the slope of what was made from `h`. The slope between `a` and `h` is a factor only of `a.grad`."
LIKE_H = "At each call, `a` receives the gradient of `h`, times the slope from `a` to `h`."


def _draw_unknown(source: Random) -> dict[str, Any]:
    first, last = source.sample(range(2, 10), 2)
    return {"slope": source.randint(2, 5), "first": first, "last": last}


def _draw(source: Random) -> dict[str, Any]:
    return {**_draw_unknown(source), "k": source.choice((-1, 1)) * source.randint(2, 9)}


QUESTIONS = (
    Fresh(
        check="day3-twice-which",
        name="h.grad",
        ask=KNOWN + "The engine keeps interior gradients. What is `h.grad` in the end?",
        because="there `h` adds up what arrives in all three calls",
        draw=_draw,
        right=lambda slope, first, k, last: first + k + last,
        wrong=(
            Wrong("day3-which-rules-exchanged", lambda slope, first, k, last: last),
            Wrong("day3-which-before-last", lambda slope, first, k, last: first + k),
            Wrong("day3-which-slope-of-h", lambda slope, first, k, last: slope * (first + k + last), OF_H),
        ),
        original={"slope": 3, "first": 2, "k": -4, "last": 5},
        entry='second["h.grad, kept"]',
    ),
    Fresh(
        check="day3-twice-which",
        name="a.grad",
        ask=KNOWN + "Leaves accumulate, and interior nodes start afresh. What is `a.grad` in the end?",
        because="each call adds to `a.grad` the gradient that `h` has at that moment, times the slope from `a` to `h`",
        draw=_draw,
        right=lambda slope, first, k, last: slope * (first + k + last),
        wrong=(
            Wrong("day3-which-last-call-alone", lambda slope, first, k, last: slope * last),
            Wrong("day3-which-leaf-like-h", lambda slope, first, k, last: first + k + last, LIKE_H),
            Wrong("day3-which-leaf-without-first-slope", lambda slope, first, k, last: first + slope * (k + last)),
            Wrong("day3-which-leaf-without-first-slope", lambda slope, first, k, last: slope * (first + last) + k),
            Wrong("day3-which-leaf-without-first-slope", lambda slope, first, k, last: slope * (first + k) + last),
        ),
        original={"slope": 3, "first": 2, "k": -4, "last": 5},
        entry='second["a.grad"]',
    ),
    Fresh(
        check="day3-twice-which",
        name="k",
        ask=UNKNOWN + "With which `k` does `a.grad` end the same, whether `h` keeps its gradient or starts afresh?",
        because="what `h` still holds is sent on in two of the three calls, and both together have to be 0",
        draw=_draw_unknown,
        right=lambda slope, first, last: -2 * first,
        wrong=(
            Wrong("day3-which-h-at-zero", lambda slope, first, last: -first),
            Wrong("day3-which-zero-in-the-end", lambda slope, first, last: -(first + last)),
            Wrong("day3-which-zero-in-the-end", lambda slope, first, last: -(3 * first + last) / 2),
            Wrong("day3-which-sign-turned", lambda slope, first, last: 2 * first, ""),
        ),
        original={"slope": 3, "first": 2, "last": 5},
        entry='second["k"]',
    ),
)
