# SPDX-License-Identifier: MIT
"""Questions about the numbers predicted for two expressions, and about counts that no graph has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from exercises.shared import paper
from exercises.shared.plain import as_written, number_of
from judge.asking.probe import Namespace, entries_of, entry_of, probe, written
from judge.run.answers import decimal_comma, show
from judge.run.messages import Argument, sentence

QUANTITIES = ("nodes", "edges", "value")


def kinds(answer: Any) -> Argument:
    """Return which entries are no numbers."""
    if not isinstance(answer, list):
        return sentence("{words:answer}", words=str(answer))
    # A text that is too long to show arrives as a kind of its own.
    entries = tuple(
        sentence("{words:answer}", words=entry) if isinstance(entry, str) else show(entry) for entry in answer
    )
    return sentence("not all of them numbers: {entries}", entries=entries) if entries else sentence("numbers")


def _fault(quantity: str, entry: Any) -> str:
    """Say why an entry is no number; "" if it is one."""
    if isinstance(entry, str):
        return paper.with_point(f"text: the entry of '{quantity}' stands in quotes", decimal_comma(entry))
    if type(entry) in (list, tuple, dict, set):
        return f"the entry of '{quantity}' is {paper.brackets(entry)}"
    return ""


def _prediction(check: str, key: str, words: str, nodes: str, value: str) -> None:
    reasons = {
        "nodes": nodes,
        "edges": "each input of an operation is one edge, also where one node is both inputs",
        "value": value,
    }

    @probe(
        check,
        f'the entries of `prediction["{key}"]`',
        "a number stands without quotes or brackets, and has a decimal point where it needs one",
        phrase=kinds,
        rounds=1,
    )
    def entered_otherwise(namespace: Namespace) -> Any:
        mine = entry_of(namespace, "prediction", key)
        if not isinstance(mine, Mapping):
            return f"{as_written(mine)}, where a dictionary with 'nodes', 'edges' and 'value' belongs"
        if all(mine.get(quantity) in (None, ...) for quantity in QUANTITIES):
            written(None)
        faults = [_fault(quantity, mine[quantity]) for quantity in QUANTITIES if quantity in mine]
        return [fault for fault in faults if fault]

    for quantity in QUANTITIES:

        def predicted(namespace: Namespace, quantity: str = quantity) -> Any:
            return number_of(written(entry_of(namespace, "prediction", key)[quantity]))

        predicted.__name__ = quantity
        quantity_in_words = "the value" if quantity == "value" else f"the number of {quantity}"
        probe(check, f"{quantity_in_words} of {words}", reasons[quantity], reveal=False)(predicted)


_prediction(
    "day1-predict-product",
    "(a*b)+c",
    "`(a*b)+c`, at `a = 7`, where raising the leaf that `c` names by 1 raises the last node by 6",
    "each leaf is a node, however many names it has, and so is the result of each operation",
    "put the numbers in the place of the names; `c` has the number of the leaf that it names",
)
_prediction(
    "day1-predict-reuse",
    "loop",
    "the graph of `y`, after `y = c` and rounds of `y = y + y`, at `c = 10`, of which a forgetful `trace` lists 63",
    "each round makes one node from the node that `y` names then",
    "each round adds the number of `y` to itself",
)

paper.which_letters(
    "day1-predict-impossible",
    '`prediction["impossible"]`',
    "ABCDEFG",
    "count",
    "work out for each count how many operations its edges mean, and how many leaves its nodes leave",
    lambda namespace: entries_of(namespace, "prediction")["impossible"],
)
