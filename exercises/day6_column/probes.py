# SPDX-License-Identifier: MIT
"""Questions about a column of the Jacobian, and about what a comparison of two modes can miss."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from exercises.shared.paper import kind_of_entry, with_point
from exercises.shared.plain import as_written, each, number_of
from judge.asking.inputs import small
from judge.asking.probe import Namespace, entries_of, entry_of, probe, written
from judge.run.answers import comma_among

MOVES, AGREE = "day6-column-moves", "day6-column-agree"
INPUTS = {"a": small, "b": small, "c": small}
THREE = "`column(f, [{a}, {b}, {c}], CHOSEN)` for `f(x, y, z) = (x*y + z, tanh(x*x), x*y*z)`"


def three(x: list[Any]) -> list[Any]:
    """Return three outputs of three inputs."""
    first, second, third = x
    return [first * second + third, (first * first).tanh(), first * second * third]


def _as_number(move: Any) -> Any:
    """Return a movement as a number: whoever starts with `place == chosen` moves by True, and that is 1."""
    number = number_of(move)
    return int(number) if isinstance(number, bool) else number


def _moves(name: str, ask: str, because: str, f: Callable[[list[Any]], list[Any]], chosen: int) -> None:
    def asked(namespace: Namespace, a: float, b: float, c: float) -> Any:
        return each(_as_number, namespace["column"](f, [a, b, c], chosen))

    asked.__name__ = name
    probe(MOVES, ask, because, **INPUTS)(asked)


for _place, _name in enumerate("xyz"):
    _moves(
        f"column_of_{_name}",
        THREE.replace("CHOSEN", str(_place)),
        f"`{_name}` moves and the others do not, and each output has its own slope",
        three,
        _place,
    )


@probe(
    MOVES,
    "`column(f, [{a}, {a}, {a}], 1)` for `f(x, y, z) = (x*y + z, tanh(x*x), x*y*z)`",
    "`y` alone moves, although the others hold the same number",
    a=small,
)
def of_equal_numbers(namespace: Namespace, a: float) -> Any:
    """Return the column of the second of three equal inputs."""
    return [_as_number(move) for move in list(namespace["column"](three, [a, a, a], 1))]


_moves(
    "one_output",
    "`column(f, [{a}, {b}, {c}], 1)` for `f(x, y, z)` = (`x*y*y`,)",
    "with one output it is a list of one slope",
    lambda x: [x[0] * x[1] * x[1]],
    1,
)
_moves(
    "more_outputs_than_inputs",
    "`column(f, [{a}, {b}, {c}], 2)` for `f(x, y, z) = (x, y, z, z*z, exp(z))`",
    "there is one slope per output, however many inputs there are",
    lambda x: [x[0], x[1], x[2], x[2] * x[2], x[2].exp()],
    2,
)


@probe(
    MOVES,
    "the inputs after `column(f, [{a}, {b}, {c}], 0)`",
    "the next column needs the same inputs",
    **INPUTS,
)
def inputs_afterwards(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return what the list of inputs holds afterwards."""
    inputs = [a, b, c]
    namespace["column"](three, inputs, 0)
    return [number_of(number) for number in inputs]


@probe(
    MOVES,
    "how often `column(f, [{a}, {b}, {c}], 1)` calls `f`",
    "one pass of forward mode gives a complete column",
    **INPUTS,
)
def calls(namespace: Namespace, a: float, b: float, c: float) -> int:
    """Return the number of calls of the function."""
    called = []

    def counted(x: list[Any]) -> list[Any]:
        called.append(x)
        return three(x)

    namespace["column"](counted, [a, b, c], 1)
    return len(called)


def _several(key: str, count: int, because: str) -> None:
    """Register the questions for an entry of ``agree`` that is a list of numbers."""

    def kind(namespace: Namespace) -> str:
        answers = entries_of(namespace, "agree")
        if key not in answers:
            return kind_of_entry(answers, key)
        entry = written(answers[key])
        if hasattr(entry, "tolist"):
            entry = entry.tolist()
        if not isinstance(entry, (list, tuple)):
            return f"{as_written(entry)}, not a list"
        return with_point(f"a list of {len(entry)}", comma_among(entry, count))

    def answered(namespace: Namespace) -> Any:
        return each(lambda number: number_of(written(number)), entry_of(namespace, "agree", key))

    kind.__name__, answered.__name__ = f"kind_of_{key}", f"numbers_of_{key}"
    form = f"`J` has two rows and three columns, so it is a list of {count} numbers"
    probe(AGREE, f'`agree["{key}"]`', form, phrase=str)(kind)
    probe(AGREE, f'the numbers in `agree["{key}"]`', because, reveal=False)(answered)


_several("Jv", 2, "each is a row of `J` times `v`: multiply entry by entry, then add up")
_several("uJ", 3, "each is `u` times a column of `J`: multiply entry by entry, then add up")
U_AND_V = "a list of two and a list of three numbers, none of them 0"
RIGHT, WRONG = ((1, 2, 0), (0, -1, 3)), ((1, 2, 0), (0, 1, 2))


def _u_and_v(namespace: Namespace) -> Any:
    """Return u and v as lists of plain numbers, or what the entry holds instead."""
    entry = entry_of(namespace, "agree", "misses")
    if isinstance(entry, (Mapping, str)):
        return entry
    parts = [part.tolist() if hasattr(part, "tolist") else part for part in list(entry)]
    return [list(map(number_of, part)) if isinstance(part, (list, tuple)) else number_of(part) for part in parts]


@probe(AGREE, '`agree["misses"]`', "it holds `u` and `v`: the one has two numbers, the other three", phrase=str)
def kind_of_misses(namespace: Namespace) -> str:
    """Say what the entry holds."""
    answers = entries_of(namespace, "agree")
    if "misses" not in answers:
        return kind_of_entry(answers, "misses")
    parts = _u_and_v(namespace)
    if not isinstance(parts, list):
        return f"{as_written(parts)}, not a list"
    if len(parts) != 2:
        return f"a list with {len(parts):,} entries, and not two"
    if not all(isinstance(part, list) for part in parts):
        return "a list with an entry that is not a list"
    if list(map(len, parts)) != [2, 3]:
        lengths = f"a list of {len(parts[0]):,} and a list of {len(parts[1]):,}"
        too_many = sum(map(len, parts)) > 5
        return with_point(lengths, too_many * (comma_among(parts[0], 2) or comma_among(parts[1], 3)))
    numbers = [one for part in parts for one in part]
    if texts := [one for one in numbers if isinstance(one, str)]:
        return f"two lists with {kind_of_entry({'misses': texts[0]}, 'misses')}"
    if not all(type(one) in (int, float) and math.isfinite(one) for one in numbers):
        return "two lists, in which an entry is no finite number"
    return U_AND_V if all(numbers) else "two lists of numbers, at least one of which is 0"


@probe(
    AGREE,
    "how both sides compare, for your `u` and `v` and the wrong forward mode",
    "forward mode is wrong at two places of `J`, and each of them changes the left side",
    reveal=False,
    phrase=str,
)
def misses(namespace: Namespace) -> str:
    """Say whether u times what the wrong forward mode gives is the same as uJ times v."""
    _, v = _u_and_v(namespace)
    # The faults change Jv by their difference alone, whatever u is; a sum of all entries could round it away.
    faults = [abs(WRONG[1][j] - RIGHT[1][j]) * v[j] for j in (1, 2)]
    return "both sides are equal" if math.isclose(*faults, rel_tol=1e-9) else "the two sides differ"
