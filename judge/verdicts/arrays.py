# SPDX-License-Identifier: MIT
"""How a wrong array differs from the right one, in words: its shape, the order of its axes, an axis, an entry.

Each sentence is true of every program that gives such an array, whatever made it so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from judge.run.answers import Answer, PlainArray, PlainTuple, PlainValue, same, show
from judge.run.messages import Argument, Sentence, sentence
from judge.run.words import template
from judge.verdicts.card import COMPARE, EXPECTED, GAVE, Part
from judge.verdicts.excerpts import MOST_PARTS

# What was expected and what came: of the one thing that was asked for, and of a named part of it.
SHAPE = (template("the shape {right}: {reason}."), template("the shape {right} for {part}: {reason}."))
NO_ARRAY = (
    template("an array of shape {right}: {reason}."),
    template("an array of shape {right} for {part}: {reason}."),
)
NUMBERS = (template("{right}: {reason}."), template("{right} for {part}: {reason}."))
ENTRY = (
    template("{right} at entry {place}: {reason}."),
    template("{right} at entry {place} of {part}: {reason}."),
)

# What is seen of a wrong array.
TURNED = template("The numbers are right, and its axes stand in the other order.")
EACH = template("Together its entries are right, and each by itself is not: was another axis added up?")
AXIS_OF_ONE = template("Its numbers are right: an axis of length 1 is missing, or there is one too many.")
REPEATED = template("Its entries add up to the right ones: what was repeated has to be added up.")
OTHER_AXIS = template("Together its entries are right: another axis was added up.")
OF_DATA = template("A gradient has the shape of its data: what was repeated has to be added up.")
REASONS = (*SHAPE, *NO_ARRAY, TURNED, EACH, AXIS_OF_ONE, REPEATED, OTHER_AXIS, OF_DATA)


def says_what_is_wrong(part: Part) -> bool:
    """Tell whether a part of a card says what is wrong with an array, whatever the mistake is called."""
    return any(one.template in REASONS for one in part.sentences)


def difference(
    right: Answer, given: Answer | None, reason: Sentence, phrase: Callable[[Any], Argument], asked: str
) -> Iterator[Part]:
    """Yield how the first array of an answer that is wrong differs from the right one; nothing where none does.

    The first array is one of any shape in the answer itself, or in an entry of it. What is true of gradients alone is
    said where the part, or what was ``asked``, is a gradient.
    """
    found = _first(right, given)
    if found is None:
        return
    import numpy

    part, wanted, got = found
    named, words = bool(part), {"reason": reason, **({"part": sentence("{name:answer}", name=part)} if part else {})}

    def both(texts: tuple[str, str], right: Argument, given: Sentence, **more: Argument) -> Iterator[Part]:
        yield Part.of(EXPECTED, Sentence(texts[named], {**words, **more, "right": right}))
        yield Part.of(GAVE, given)

    if isinstance(got, list):
        yield from both(NO_ARRAY, repr(wanted.shape), sentence("a list: {given}", given=show(got, spelled=True)[:80]))
        yield Part.of(COMPARE, sentence("`np.array(...)` makes an array of a list."))
        return
    if wanted.shape != got.shape:
        yield from both(SHAPE, repr(wanted.shape), sentence("the shape {given}", given=repr(got.shape)))
    elif len(wanted.entries) <= MOST_PARTS:
        yield from both(NUMBERS, phrase(wanted), sentence("{value}", value=phrase(got)))
    else:
        pairs = enumerate(zip(wanted.entries, got.entries, strict=True))
        place, (one, other) = next((at, pair) for at, pair in pairs if not same(*pair))
        where = f"[{', '.join(str(index) for index in numpy.unravel_index(place, wanted.shape))}]"
        yield from both(ENTRY, phrase(one), sentence("{value}", value=phrase(other)), place=where)
    yield from (Part.of(COMPARE, one) for one in _cause(wanted, got, "gradient" in (part or asked)))


def _first(right: Answer, given: Answer | None) -> tuple[str, PlainArray, Any] | None:
    """Return the first wrong array, with the name of its part; numbers count as arrays of shape ()."""
    if not (isinstance(right, PlainValue) and isinstance(given, PlainValue)):
        return None
    if isinstance(right.value, dict) and isinstance(given.value, dict) and right.value.keys() == given.value.keys():
        pairs = [(name, part, given.value[name]) for name, part in right.value.items()]
    else:
        pairs = [("", right.value, given.value)]
    name, one, other = next((pair for pair in pairs if not same(*pair[1:])), ("", None, None))
    if isinstance(one, PlainArray) and isinstance(other, list) and not isinstance(other, PlainTuple):
        return name, one, other
    # Two numbers are no arrays, and what is said of numbers elsewhere is said of them, too.
    both, is_array = (_as_array(one), _as_array(other)), isinstance(one, PlainArray) or isinstance(other, PlainArray)
    return (name, *both) if is_array and None not in both else None


def _as_array(value: Any) -> PlainArray | None:
    if isinstance(value, PlainArray):
        return value
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    try:
        return PlainArray((), (float(value),)) if number else None
    except OverflowError:  # A whole number may be larger than any float.
        return None


def _cause(right: PlainArray, given: PlainArray, of_gradient: bool) -> Iterator[Sentence]:
    """Yield what the entries of a wrong array have in common with those of the right one."""
    import numpy

    wanted, got = (numpy.array(array.entries).reshape(array.shape) for array in (right, given))
    if not (got.size and numpy.isfinite(got).all()):
        return
    if got.ndim > 1 and same(right, _plain(got.T)):
        yield Sentence(TURNED)
    elif got.shape == wanted.shape:
        if wanted.size > 1 and _sums_agree(got, wanted):
            yield Sentence(EACH)
    elif same(right.entries, given.entries) or same(list(right.entries), list(given.entries)):
        yield Sentence(AXIS_OF_ONE)
    elif of_gradient and got.size > wanted.size and _adds_up(got, wanted):
        yield Sentence(REPEATED)
    elif _sums_agree(got, wanted):
        yield Sentence(OTHER_AXIS)
    elif of_gradient and got.size > wanted.size:
        yield Sentence(OF_DATA)


def _sums_agree(given: Any, wanted: Any) -> bool:
    """Tell whether both arrays add up to one number that says something: any multiple of a sum of 0 is 0."""
    total, sizes = float(wanted.sum()), float(abs(wanted).sum())
    return abs(total) > 1e-6 * sizes and same(float(given.sum()), total)


def _plain(array: Any) -> PlainArray:
    return PlainArray(tuple(array.shape), tuple(array.ravel().tolist()))


def _adds_up(given: Any, wanted: Any) -> bool:
    """Tell whether the right array is repeated in the shape of the given one, and the shares sum to it."""
    shape = (1,) * (given.ndim - wanted.ndim) + wanted.shape
    if len(shape) != given.ndim or any(one not in (1, other) for one, other in zip(shape, given.shape, strict=True)):
        return False
    axes = tuple(axis for axis, (one, other) in enumerate(zip(shape, given.shape, strict=True)) if one != other)
    return same(_plain(given.sum(axis=axes, keepdims=True).reshape(-1)), _plain(wanted.reshape(-1)))
