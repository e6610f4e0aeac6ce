# SPDX-License-Identifier: MIT
"""Questions about two pairs of numbers: with one, a class that assigns goes unnoticed; with the other, it turns a sign.

Every pair that does what is asked is right, so what is compared is what a pair does.
"""

from __future__ import annotations

from exercises.shared.paper import kind_of_pair
from exercises.shared.plain import number_of
from judge.asking.probe import Namespace, entries_of, entry_of, probe, written

HIDES, TURNS = "day2-accumulate-hides", "day2-accumulate-turns"
PROGRAM = "`p = a*b`, `q = a*c`, `L = p + q`, with the calls `L`, `q`, `p`"


def _pair(namespace: Namespace, key: str) -> tuple[float, float]:
    b, c = (float(number_of(written(entry))) for entry in entry_of(namespace, "trap", key))
    return b, c


def _way(gradient: float) -> str:
    return "stays" if gradient == 0 else "rises" if gradient > 0 else "falls"


for check, key in ((HIDES, "hides"), (TURNS, "turns")):

    def kind(namespace: Namespace, key: str = key) -> str:
        """Say what the entry holds."""
        return kind_of_pair(entries_of(namespace, "trap"), key)

    kind.__name__ = f"kind_of_{key}"
    why = "the names of the entries are given, and each holds two numbers without quotes"
    probe(check, f'`trap["{key}"]`', why, phrase=str)(kind)


@probe(
    HIDES,
    f"what the class with `=` finds for `a` at your pair, for {PROGRAM}",
    "the share that arrives last replaces the other one, so the other one has to be 0",
    reveal=False,
    phrase=str,
)
def hides(namespace: Namespace) -> str:
    """Say how the share that arrives last stands to the sum of both, which is the true gradient."""
    b, c = _pair(namespace, "hides")
    if b == c == 0:
        return "0, which every class finds"
    if b == b + c:
        return "the right gradient"
    if b == 0:
        return "0, where the truth is another number"
    return "a wrong gradient, where the truth is 0" if b + c == 0 else "one share"


@probe(
    TURNS,
    f"what `L` does when `a` is raised, by the class with `=` and in truth, for {PROGRAM}",
    "the class with `=` keeps the share that arrives last, and the truth is the sum of both",
    reveal=False,
    phrase=str,
)
def turns(namespace: Namespace) -> str:
    """Say what L does when a is raised: what the class with ``=`` says, and what is true."""
    b, c = _pair(namespace, "turns")
    return f"by that class it {_way(b)}, in truth it {_way(b + c)}"
