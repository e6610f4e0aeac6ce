# SPDX-License-Identifier: MIT
"""Questions about the loss that stays, and about a bias that grows."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from exercises.shared.paper import A_NUMBER, a_number, kind_of_entry, on_paper, which_letters, with_point
from exercises.shared.plain import number_of
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, entries_of, entry_of, probe, written
from judge.run.answers import comma_among

right = KeptAway("exercises.day6_stuck.right")

LOWER, UNNOTICED = "day6-stuck-lower", "day6-stuck-unnoticed"
SAMPLES = "a list of two to four pairs of numbers"
SAME = "both losses are the same"
MOST_SAMPLES = 4
BATCH, FEWEST, MOST = 32, 50, 100


def _plain(entry: Any) -> Any:
    """Return what a list, a tuple or an array holds, as lists and numbers: its first entries, one more than may be."""
    entry = entry[: MOST_SAMPLES + 1].tolist() if getattr(entry, "shape", ()) else entry
    if not isinstance(entry, (list, tuple)):
        return number_of(entry)
    return [_plain(part) for part in entry[: MOST_SAMPLES + 1]]


def _samples(namespace: Namespace) -> list[list[float]]:
    return [[float(written(one)) for one in pair] for pair in _plain(entry_of(namespace, "stuck", "lower"))]


@probe(
    LOWER,
    '`stuck["lower"]`',
    "each sample is a pair (prediction, target), and each of the two is a number without quotes",
    phrase=str,
)
def kind_of_stuck_lower(namespace: Namespace) -> str:
    """Say what the entry holds."""
    answers = entries_of(namespace, "stuck")
    entry = _plain(written(answers["lower"])) if "lower" in answers else None
    if not isinstance(entry, list):
        return f"{kind_of_entry(answers, 'lower')}, and not a list"
    if len(entry) > MOST_SAMPLES:
        return "a list with more than four entries"
    if len(entry) < 2:
        return "a list with fewer than two entries"
    if texts := [pair for pair in entry if isinstance(pair, str)]:
        return f"a list with the text {texts[0]!r}, in quotes, and not a pair"
    if any(not isinstance(pair, list) or len(pair) != 2 for pair in entry):
        number = next((comma_among(pair, 2) for pair in entry if comma_among(pair, 2)), "")
        return with_point("a list with an entry that is not a pair", number)
    for kind in (kind_of_entry({"lower": one}, "lower") for pair in entry for one in pair):
        if kind != A_NUMBER:
            return f"a list with {kind}"
    finite = all(math.isfinite(one) for pair in _samples(namespace) for one in pair)
    return SAMPLES if finite else "a list with a number that is not finite"


@probe(
    LOWER,
    "how this loss compares with the right loss, for your samples",
    "this loss also compares each prediction with the targets of the others",
    reveal=False,
    phrase=str,
)
def stuck_lower(namespace: Namespace) -> str:
    """Say which of the two losses is lower; every list of samples for which it is this one is right."""
    samples = [tuple(map(Fraction, pair)) for pair in _samples(namespace)]  # exact, however large the numbers are
    own = sum((said - target) ** 2 for said, target in samples) / len(samples)
    each = sum((said - target) ** 2 for said, _ in samples for _, target in samples) / len(samples) ** 2
    if each == own:
        predictions, targets = map(set, zip(*samples, strict=True))
        if len(targets) == 1:
            return "all targets are the same, and so both losses are the same"
        return "all predictions are the same, and so both losses are the same" if len(predictions) == 1 else SAME
    if own == 0:
        return "the right loss is 0, and this loss is higher"
    return "this loss is lower" if each < own else "this loss is higher"


on_paper(
    "day6-stuck-lowest",
    "stuck",
    "lowest",
    "the lowest loss for 30 targets of 1 and 10 of 0",
    "the best single prediction for many targets is their mean; the loss is the mean of the squared distances from it",
    judged=lambda: right.lowest,
)


def _repairs(namespace: Namespace) -> Any:
    return entries_of(namespace, "stuck")["repairs"]


which_letters(
    "day6-stuck-repairs",
    '`stuck["repairs"]`',
    "ABCDE",
    "edit",
    "write down what each edit makes of the loss, for any predictions, and compare it with the right one",
    _repairs,
)

a_number(UNNOTICED, "stuck", "unnoticed")


@probe(
    UNNOTICED,
    "what the other mistake does with so many samples",
    "after the first update the bias has a row for each sample of that batch, and every later batch is added to it",
    reveal=False,
    phrase=str,
)
def stuck_unnoticed(namespace: Namespace) -> str:
    """Say where the first error is raised: every number of samples that is a multiple of the batch is right."""
    count = number_of(entry_of(namespace, "stuck", "unnoticed"))
    if not FEWEST <= count <= MOST or count != int(count):
        return f"nothing, since this is not a whole number from {FEWEST} to {MOST}"
    full, rest = divmod(int(count), BATCH)
    if rest == 1:  # It broadcasts on the way forward; on the way back its gradient has 32 rows, and X has one.
        return f"step {full + 1} raises an error on the way back"
    return f"step {full + 1} raises an error" if rest else "no step raises an error"
