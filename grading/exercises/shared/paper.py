# SPDX-License-Identifier: MIT
"""Questions about dictionaries of numbers found on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.plain import number_of
from grading.exercises.shared.probe import Namespace, probe, written
from grading.run.answers import decimal_comma


def kind_of_entry(answers: Mapping[str, Any], key: str) -> str:
    """Say what stands under a key of answers: a number is what belongs there."""
    if key not in answers:
        known = ", ".join(f'"{name}"' for name in answers) or "none"
        return f"no entry of that name; the names here are {known}"
    mine = answers[key]
    if mine is None or mine is ...:
        raise NotImplementedError(f'the entry "{key}" is still empty')
    if isinstance(mine, str):
        return f"the text {mine!r}, in quotes"
    return brackets(mine) if isinstance(mine, (list, tuple, dict, set)) else "a number"


def brackets(entry: Any) -> str:
    """Say what stands where a number belongs, when it is a list, a tuple or the like."""
    if number := decimal_comma(entry):
        return f"{entry!r}, two numbers with a comma between them; Python writes {number} with a point"
    if type(entry) is tuple and len(entry) == 1:
        return f"{entry!r}: the comma at the end makes a tuple of it"
    return f"{entry!r}, in brackets"


def on_paper(
    check: str,
    dictionary: str,
    key: str,
    ask: str,
    because: str,
    *,
    judged: Callable[[Mapping[str, Any], Any], Any] = lambda answers, answer: answer,
    phrase: Callable[[Any], str] | None = None,
) -> None:
    """Register the questions for one entry of a dictionary: whether it is a number, and whether it is the right one.

    Args:
        check: The grade cell.
        dictionary: The name of the dictionary.
        key: The entry.
        ask: The question, without its answer: that is to be found on paper.
        because: What helps to find it.
        judged: Takes all answers and this one; returns what is compared, where that depends on the others.
        phrase: Says what is compared; None for a number.
    """

    def kind(namespace: Namespace) -> Any:
        return kind_of_entry(written(namespace[dictionary]), key)

    kind.__name__ = "".join(letter if letter.isalnum() else "_" for letter in f"kind_of_{dictionary}_{key}")
    why = "the names of the entries are given, and a number stands without quotes, brackets or a comma"
    probe(check, f'`{dictionary}["{key}"]`', why, phrase=str)(kind)

    def answered(namespace: Namespace) -> Any:
        answers = written(namespace[dictionary])
        return number_of(judged(answers, written(answers[key])))

    answered.__name__ = "".join(letter if letter.isalnum() else "_" for letter in f"{dictionary}_{key}")
    probe(check, ask, because, reveal=False, phrase=phrase)(answered)
