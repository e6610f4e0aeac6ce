# SPDX-License-Identifier: MIT
"""Questions about the rule of the matrix product, found on paper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from exercises.day6_tensor.arrays import np
from exercises.shared.paper import chosen, kind_of_entry
from exercises.shared.plain import as_written, number_of
from judge.asking.probe import Namespace, entries_of, entry_of, probe, written

PAPER = "day6-tensor-paper"


@probe(
    PAPER,
    'the gradient of `X`: `paper["dL/dX"]`',
    "`x_i` is part of each output `z_j` with the factor `w_ij`, and `z_j` passes `G_j` back",
    reveal=False,
)
def gradient_of_x(namespace: Namespace) -> Any:
    """Return the two numbers; a table of one row counts as its row."""
    given = entry_of(namespace, "paper", "dL/dX")
    listed = _listed(given)
    is_row = isinstance(listed, (list, tuple)) and len(listed) == 1 and isinstance(listed[0], (list, tuple))
    return listed[0] if is_row else listed


def _listed(entry: Any) -> Any:
    """Return a list, a tuple or an array with plain numbers in it, and anything else as it is."""
    if type(entry) is np.ndarray:
        return entry.tolist()
    if isinstance(entry, (list, tuple)):
        kept = tuple if isinstance(entry, tuple) else list
        return kept(map(_listed, entry))
    return number_of(written(entry))


chosen(
    PAPER,
    "paper",
    "rule X",
    "for a square `W` more than one of the rules has the right shape, but only one gives the right numbers",
    ("A", "B", "C", "D"),
    ask='the letter of the rule for the gradient of `X`: `paper["rule X"]`',
)


# Three samples for one table of weights: the third is the sum of the other two.
SAMPLES = ((1, 2), (3, 1), (4, 3))
NO_ZERO = "three lists of two numbers, none of them 0"
A_ZERO = "three lists of two numbers, at least one of which is 0"


@probe(
    PAPER,
    '`paper["G"]`',
    "`G` has a row for each sample and a column for each entry of its row of `Z`",
    phrase=str,
)
def kind_of_g(namespace: Namespace) -> str:
    """Say what the entry holds."""
    answers = entries_of(namespace, "paper")
    if "G" not in answers:
        return kind_of_entry(answers, "G")
    entry = _listed(answers["G"])
    if not isinstance(entry, (list, tuple)):
        return f"{as_written(entry)}, not a list"
    if not all(isinstance(row, (list, tuple)) for row in entry):
        return "a list with an entry that is not a list"
    if list(map(len, entry)) != [2, 2, 2]:
        return f"{len(entry):,} lists, of {', '.join(f'{len(row):,}' for row in entry[:5])} entries"
    numbers = [number for row in entry for number in row]
    if texts := [number for number in numbers if isinstance(number, str)]:
        return f"three lists with {kind_of_entry({'G': texts[0]}, 'G')}"
    if not all(type(number) is int or (type(number) is float and math.isfinite(number)) for number in numbers):
        return "three lists, in which an entry is no finite number"
    return NO_ZERO if all(numbers) else A_ZERO


@probe(
    PAPER,
    "the gradient of `W` for your `G`",
    "each of the three samples uses the same four weights, so each weight gets three shares",
    reveal=False,
    phrase=str,
)
def gradient_of_w(namespace: Namespace) -> str:
    """Say whether the shares cancel for each of the four weights, and what cancels where they do not."""
    if (kind := kind_of_g(namespace)) not in (NO_ZERO, A_ZERO):
        return kind
    rows = _listed(entry_of(namespace, "paper", "G"))
    shares = [[x[i] * row[j] for x, row in zip(SAMPLES, rows, strict=True)] for i in range(2) for j in range(2)]
    if all(map(_cancel, shares)):
        return "0 everywhere"
    if all(_cancel([row[j] for row in rows]) for j in range(2)):
        return "not 0 everywhere, although each column of `G` adds up to 0"
    if all(map(_cancel, rows)):
        return "not 0 everywhere, although each row of `G` adds up to 0"
    return "not 0 everywhere"


def _cancel(numbers: Sequence[float]) -> bool:
    # Sums of decimals such as 0.1 are rounded. Whole numbers may be beyond any float.
    return abs(sum(numbers)) * 10**9 <= max(map(abs, numbers))
