# SPDX-License-Identifier: MIT
"""Questions about ``accuracy`` and ``batches``, and about a plan, which is judged by a recorded table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exercises.day4_mlp.refusals import refusal, refused_at_all
from exercises.shared.paper import beside_others, kind_of_entry
from exercises.shared.plain import number_of
from judge.asking.inputs import Draw, integer, one_of, simplified
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, entries_of, entry_of, probe
from judge.run.answers import Table

right = KeptAway("exercises.day6_accuracy.right")

SHARE_DIGITS = 6
SHARE, BATCHES, PLAN = "day6-accuracy-share", "day6-accuracy-batches", "day6-accuracy-plan"


def _arrays(table: list[list[float]], digits: list[int]) -> tuple[Any, Any]:
    import numpy

    return numpy.array(table), numpy.array(digits, dtype=int)


def _source(seed: int) -> Any:
    import numpy

    return numpy.random.default_rng(seed)


def _logits(draw: Draw, low: int, classes: int) -> list[float]:
    """Return the logits of a picture, no two equal, in quarters from ``low`` on; simple ones are whole."""
    if draw.simple:
        return [float(one) for one in draw.random.sample(range(low // 4, low // 4 + 11), classes)]
    return [size / 4 for size in draw.random.sample(range(low, low + 41), classes)]


def _drawn(draw: Draw, rows: int, classes: int, low: int, wrong: int) -> list[Any]:
    """Return logits, no two of a row equal, and digits, ``wrong`` of them wrong."""
    while True:
        logits = [_logits(draw, low, classes) for _ in range(rows)]
        best = [max(range(classes), key=row.__getitem__) for row in logits]
        missed = draw.random.sample(range(rows), wrong)
        digits = [(one + 1) % classes if place in missed else one for place, one in enumerate(best)]
        # The classes must not be found by accident: not all alike, and not in the order of the rows.
        if rows == 1 or len(set(digits)) > 1:
            return Table([logits, digits])


def _answers(rows: int, classes: int, low: int = -20, wrong: int = 1) -> Callable[[Draw], list[Any]]:
    """Return a drawer of logits and of digits, ``wrong`` of them wrong; a single one never is."""
    return lambda draw: _drawn(draw, rows, classes, low, wrong if rows > 1 else 0)


def _of_any_number(rows: int, classes: int) -> Callable[[Draw], list[Any]]:
    """Return a drawer like that of ``_answers``; simple ones have two or three rows, some of them right and some wrong.

    Where all are right or all wrong, the accuracy is 1 or 0, and no share that has to be worked out. But there many a
    mistake gives what another one gives, so these are few.
    """
    asked = _answers(rows, classes)

    def draw(given: Draw) -> list[Any]:
        if not given.simple:
            return asked(given)
        few = given.random.choice((2, 3))
        wrong = given.random.choice((0, few, *[*range(1, few)] * 8))
        return _drawn(given, few, classes, -20, wrong)

    return draw


def _asked_share(name: str, of: str, because: str, drawer: Callable[[Draw], list[Any]]) -> None:
    def asked(namespace: Namespace, given: list[Any]) -> Any:
        share = number_of(namespace["accuracy"](*_arrays(*given)))
        # Shares of at most five pictures lie far apart, and the card asks for no kind of number: float32 has 7 digits.
        return round(share, SHARE_DIGITS) if type(share) is float else share

    asked.__name__ = name
    probe(
        SHARE, f"the accuracy of {of}, for these logits, each row with its digit:{{given:rows}}", because, given=drawer
    )(asked)


_asked_share(
    "three_classes",
    "pictures of three classes",
    "it is the share of the rows in which the largest logit is that of the right class",
    _of_any_number(5, 3),
)
_asked_share(
    "square",
    "four pictures of four classes",
    "each row belongs to a picture and each column to a class, even if there are equally many",
    _answers(4, 4),
)
_asked_share(
    "all_negative",
    "four pictures whose logits are all negative",
    "the largest logit decides, whatever its sign",
    _answers(4, 3, low=-60, wrong=3),
)
_asked_share("one_picture", "one picture", "for one picture the share is 0 or 1", _answers(1, 4))


@probe(
    SHARE,
    "logits and digits after `accuracy`, for these logits, each row with its digit:{given:rows}",
    "it only reads them",
    given=_of_any_number(4, 3),
)
def given_arrays(namespace: Namespace, given: list[Any]) -> Any:
    """Return what the arrays hold afterwards."""
    logits, digits = _arrays(*given)
    namespace["accuracy"](logits, digits)
    return [logits.tolist(), digits.tolist()]


@probe(
    SHARE,
    "what `accuracy` does with no pictures at all",
    "the share of nothing is not a number, so it raises a ValueError",
    phrase=refused_at_all,
)
def no_picture(namespace: Namespace) -> Any:
    """Return how logits of shape (0, 10) are refused."""
    import numpy

    return refusal(lambda: namespace["accuracy"](numpy.zeros((0, 10)), numpy.zeros(0, dtype=int)))


def _parts(namespace: Namespace, count: int, size: int, source: Any) -> list[list[Any]]:
    found = namespace["batches"](count, size, source)
    return [[number_of(place) for place in list(part)] for part in list(found)]


def _asked_parts(name: str, ask: str, because: str, answer: Callable[[list[list[Any]], int], Any], count: str) -> None:
    """Register a question about batches of ``size`` pictures each; ``count`` says how many pictures there are.

    ``answer`` takes the batches and that number. What it returns depends on no way of shuffling: a mistake gives one
    answer, whichever pictures it meets.
    """

    def asked(namespace: Namespace, size: int, more: int, full: int) -> Any:
        pictures = {"uneven": full * size + 1 + more % (size - 1), "even": full * size, "few": size - 1}[count]
        return answer(_parts(namespace, pictures, size, _source(more)), pictures)

    asked.__name__ = name
    full = "{full}·{size} pictures"
    said = {"uneven": f"{full} and a few more", "even": full, "few": "{size} - 1 pictures"}
    inputs = {"size": integer, "more": simplified(integer, (1, 2, 3, 4)), "full": one_of([3], simple=[1, 2])}
    probe(BATCHES, f"{ask} for {said[count]}, in batches of {{size}}", because, **inputs)(asked)


def _sizes(parts: list[list[Any]], pictures: int) -> list[int]:
    return [len(part) for part in parts]


def _used_once(parts: list[list[Any]], pictures: int) -> int:
    places = [place for part in parts for place in part]
    return sum(places.count(picture) == 1 for picture in range(pictures))


_asked_parts(
    "sizes",
    "the numbers of pictures in the batches",
    "all batches except the last have `size` pictures, and the last has the rest",
    _sizes,
    "uneven",
)
_asked_parts(
    "places",
    "the number of pictures that are in exactly one batch,",
    "each picture from 0 to count - 1 is in exactly one batch",
    _used_once,
    "uneven",
)
_asked_parts(
    "sizes_even",
    "the numbers of pictures in the batches",
    "nothing is left over here, so every batch is full",
    _sizes,
    "even",
)
_asked_parts(
    "sizes_few",
    "the numbers of pictures in the batches",
    "there are fewer pictures than fit into a batch, so one batch has them all",
    _sizes,
    "few",
)


@probe(
    BATCHES,
    "the pictures that an array of {size} + 2 pictures, {first}, {first} + 1 and so on, gives for your batches of "
    "{size}, sorted",
    "a training takes the pictures of a batch by their places, `pictures[batch]`, so places are whole numbers",
    size=integer,
    first=simplified(lambda draw: 0.5, (2.0, 3.0)),
)
def taken_from_an_array(namespace: Namespace, size: int, first: float) -> Any:
    """Return what an array gives for the places of all batches."""
    import numpy

    pictures = numpy.arange(size + 2) + first
    taken = [pictures[part] for part in namespace["batches"](size + 2, size, _source(size))]
    return sorted(number for part in taken for number in part.tolist())


def _asked_mixed(name: str, ask: str, because: str, answer: Callable[[Namespace], Any]) -> None:
    def asked(namespace: Namespace) -> str:
        return "yes" if answer(namespace) else "no"

    asked.__name__ = name
    probe(BATCHES, ask, because, phrase=str)(asked)


def _sets(namespace: Namespace, source: Any) -> list[set[Any]]:
    return [set(part) for part in _parts(namespace, 60, 20, source)]


def _two_rounds(namespace: Namespace) -> bool:
    source = _source(5)
    return _sets(namespace, source) != _sets(namespace, source)


_asked_mixed(
    "mixed",
    "whether the first batch of 20 contains pictures from all of the 60",
    "the pictures are shuffled before they are split into batches",
    lambda namespace: max(_sets(namespace, _source(5))[0]) >= 30,
)
_asked_mixed(
    "anew",
    "whether a second call with the same generator gives other batches",
    "each epoch shuffles again, and the generator continues where it stopped",
    _two_rounds,
)
_asked_mixed(
    "by_source",
    "whether two generators from one seed give the same batches",
    "only `source` decides how the pictures are shuffled, so that a training can be repeated",
    lambda namespace: _parts(namespace, 60, 20, _source(5)) == _parts(namespace, 60, 20, _source(5)),
)

ENTRIES = ("hidden", "pictures", "steps")


@probe(
    PLAN,
    "the entries of `plan`",
    "keep the names of the entries, and write each number without quotes, brackets or a comma",
    phrase=str,
)
def kind_of_plan(namespace: Namespace) -> str:
    """Say what stands in the plan that is no number."""
    found = [kind_of_entry(entries_of(namespace, "plan"), key) for key in ENTRIES]
    return next((kind for kind in found if kind != "a number"), "numbers")


@probe(
    PLAN,
    "what `plan` reaches on 1,000 unseen pictures from the worst of 20 starts",
    "the net needs enough neurons, enough pictures, and enough steps to see each picture several times",
    judged=lambda: right.reached,
    reveal=False,
    phrase=str,
)
def reached(namespace: Namespace) -> Any:
    """Return the plan as it is judged."""
    return beside_others(entries_of(namespace, "plan"), number_of(entry_of(namespace, "plan", "hidden")))
