# SPDX-License-Identifier: MIT
"""Questions about the two predictions."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from exercises.day5_hooks.torch_models import as_number, probe
from exercises.shared.paper import beside_others, choice_among, with_word
from exercises.shared.plain import as_written
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, written
from judge.run.answers import show
from judge.run.messages import Argument

right = KeptAway("exercises.day5_predict.right")

NETS = ("A", "B", "C", "D")


def _ranked(answer: Any) -> Argument:
    return tuple(answer) if isinstance(answer, list) else show(answer)


def _no_ranking(names: list[Any]) -> str:
    """Say why names cannot be a ranking of the four nets; an empty string if they can."""
    known = f"the letters are {', '.join(map(repr, NETS))}, each once"
    if unknown := [name for name in names if name not in NETS]:
        return with_word(f"a list with {as_written(unknown[0])}; {known}", unknown[0], NETS)
    return "" if sorted(names) == sorted(NETS) else f"a list of {', '.join(map(repr, names)) or 'nothing'}; {known}"


@probe(
    "day5-predict-ranking",
    "the four letters, starting with the net whose gradient loses most of its norm",
    "send a gradient of two equal numbers through each activation, and measure it by its norm",
    phrase=_ranked,
    reveal=False,
)
def ranking(namespace: Namespace) -> Any:
    """Return the ranking, whatever its capital letters, or say why it is none."""
    listed = written(namespace["ranking"])
    if isinstance(listed, str):
        bare = [letter for letter in listed.upper() if letter.isalpha()]
        if sorted(bare) == sorted(NETS):
            return bare
        return f"the text {listed!r}, but the card asks for a list of four strings"
    if isinstance(listed, (Mapping, Set)):
        return f"{as_written(listed)}, but the card asks for a list of four strings"
    listed = list(listed)
    if listed == [None] * len(listed):
        written(None)
    if None in listed:
        return 'a list with None; each letter is a string: "A"'
    names = [choice_among(NETS, name) for name in listed]
    return _no_ranking(names) or names


@probe(
    "day5-predict-border",
    "the input beyond which tanh leaves less of the norm than ReLU: `border`, to two digits",
    "write down which share of a norm ReLU leaves, and which share the two kinds of inputs of tanh leave",
    reveal=False,
    judged=lambda: right.border,
)
def border(namespace: Namespace) -> Any:
    """Return the answer as a number."""
    return beside_others({}, as_number(written(namespace["border"])))
