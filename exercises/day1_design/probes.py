# SPDX-License-Identifier: MIT
"""Questions about designs: which shortcuts lose a dependency, and what a graph has to know of its inputs."""

from __future__ import annotations

from exercises.shared.paper import on_paper, which_letters
from judge.asking.probe import entries_of

POWER = "`z = x ** y` at `x = 2` and `y = 3`, with the notes of the card"

which_letters(
    "day1-design-shortcuts",
    '`design["not safe"]`',
    "ABCDEF",
    "shortcut",
    "a leaf can be raised and a plain number can't, and the result has to move as far as without the shortcut",
    lambda namespace: entries_of(namespace, "design")["not safe"],
)
on_paper(
    "day1-design-unnoticed",
    "design",
    "unnoticed at",
    "an `x` above 0 at which a change of `y` goes unnoticed",
    "the recorded graph gives `x ** 3` whatever `y` becomes: compute `x ** 3` and `x ** 4` for your `x`",
)
on_paper(
    "day1-design-unnoticed",
    "design",
    "edges from y",
    f"the number of edges from `y` to `z`, for {POWER}",
    "`trace` follows what `z` was made from, and nothing else",
)
on_paper(
    "day1-design-unnoticed",
    "design",
    "parents of z",
    f"the number of parents that `z` should have, for {POWER}",
    "every number that `z` depends on has to be found from `z`",
)
