# SPDX-License-Identifier: MIT
"""The ways from wrong answers to the mistake that gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from judge.asking.probe import Probe
from judge.notebooks import reference
from judge.notebooks.current import kept
from judge.run.answers import Answer, PlainArray, PlainValue, Raised, Several, Unending, Unexpected, same
from judge.verdicts.alike import Answered, alike_at, answers_alike, answers_of
from judge.verdicts.cases import Case, Posed
from judge.verdicts.catalogue import Misconception, of_error, of_relation, suspects
from judge.verdicts.relations import is_rounded, raised_there, relation

# With more names than this a verdict is a list to search through, so none is said.
MOST_NAMES = 2
# Of more mistakes than this side by side, any wrong answers could be put together.
MOST_BESIDE = 3

# General names that an answer found on paper may have: the others lead from a wrong number to the right one.
ON_PAPER = ("numbers-one-wrong", "entries-missing")

# General names of an error that is about how a function is called, and not about what it computes.
UNFIT_CALLS = ("error-arguments-do-not-fit", "error-method-parameters")

# Gives the answers to another check of the same assignment.
Elsewhere = Callable[[str], Answered]


def alike_everywhere(answered: Answered, elsewhere: Elsewhere | None) -> list[Misconception]:
    """Return the mistakes that give every answer of the check, and that no other check rules out; at most two."""
    if len(answered.answers) != len(answered.expected):
        return []
    possible = giving(answered, range(len(answered.answers)), elsewhere)
    if elsewhere is None or len(_each_once(possible)) < 2:
        return few(possible)
    # Whoever answers alike in all of them is meant; else whoever shows there completely, beside other mistakes.
    siblings = sorted({other for entry in possible for other in _others(entry, answered.check)})
    alike = [entry for entry in possible if all(answers_alike(entry, elsewhere(other)) for other in siblings)]
    counts = {
        entry: sum(bool(_shown_by(entry, elsewhere(other))) for other in _others(entry, answered.check))
        for entry in possible
    }
    return few(alike or [entry for entry in possible if counts[entry] == max(counts.values())])


def not_written(answered: Answered) -> dict[int, str]:
    """Return the wrong answers that lack a method of the learner's class, by their places: each with its name."""
    answers = {place: answered.answers[place] for place in answered.wrong if place < len(answered.answers)}
    errors = {place: answer for place, answer in answers.items() if isinstance(answer, Raised) and answer.absent}
    methods = _methods(answered.check)
    absent = {place: error.absent for place, error in errors.items() if _is_to_write(error, methods)}
    texts = {errors[place].text: name for place, name in absent.items()}
    # Some questions ask which error it is, and answer with its name.
    kinds = {errors[place].kind: name for place, name in absent.items()}
    for place, answer in answers.items():
        expected = answered.expected[place]
        if isinstance(answer, PlainValue) and isinstance(answer.value, str) and answer.value in kinds:
            absent[place] = kinds[answer.value]
        if isinstance(answer, Several) and isinstance(expected, Several):
            pairs = zip(answer.answers, expected.answers, strict=False)
            names = [texts.get(getattr(part, "text", "")) for part, right in pairs if not same(part, right)]
            if names and all(names):
                absent[place] = str(names[0])
    return dict(sorted(absent.items()))


def _is_to_write(error: Raised, methods: frozenset[tuple[str, str]]) -> bool:
    """Tell whether the class that an error names is one to which the reference gives the method that is absent."""
    return any(name == error.absent and f"'{kind}'" in error.text for kind, name in methods)


@kept(most=256)
def _methods(check: str) -> frozenset[tuple[str, str]]:
    """Return the methods that the reference's classes have, each with the name of its class."""
    kinds = {name: thing for name, thing in reference.load(check).items() if isinstance(thing, type)}
    return frozenset((name, part) for name, kind in kinds.items() for part in vars(kind) if callable(vars(kind)[part]))


def giving(answered: Answered, places: Sequence[int], elsewhere: Elsewhere | None = None) -> list[Misconception]:
    """Return the mistakes that give the answers at some places, and that no other check rules out.

    A mistake in one class cell shows in several checks. Who is right there, in a question that the mistake gets wrong,
    has not made it. Who is wrong there in another way has made a second mistake, or another one that looks alike here:
    a second one is believed where the catalogue knows what gives each answer that this one does not.
    """
    possible = [entry for entry in suspects(answered.check) if alike_at(entry, answered, places)]
    if elsewhere is None:
        return possible

    def ruled_out(entry: Misconception, other: Answered) -> bool:
        if len(other.answers) != len(other.expected):
            return True
        asked = range(len(other.expected))
        if alike_at(entry, other, asked):
            return False
        # Whoever has not written a method yet has made no second mistake there.
        absent = not_written(other)
        unlike = [place for place in asked if place not in absent and not alike_at(entry, other, [place])]
        if not other.is_wrong.issuperset(unlike):
            return True
        seconds = suspects(other.check) if unlike else []
        return not all(any(alike_at(second, other, [place]) for second in seconds) for place in unlike)

    return [
        entry
        for entry in possible
        if not any(ruled_out(entry, elsewhere(other)) for other in _others(entry, answered.check))
    ]


def on_paper(answered: Answered, first: int) -> list[Misconception]:
    """Return the mistakes behind answers found on paper, where whatever comes after the first wrong one may follow."""
    return few(giving(answered, range(first + 1))) or few(_giving_rounded(answered, first))


def _giving_rounded(answered: Answered, place: int) -> list[Misconception]:
    """Return the mistakes that give the answers before a place, and there a number with more digits than the answer."""
    answer, check, seed = answered.answers[place], answered.check, answered.seed
    before = giving(answered, range(place))
    return [entry for entry in before if is_rounded(answer, answers_of(entry, check, seed)[place])]


def in_general(case: Case, probe: Probe, others: Sequence[Case] = ()) -> list[Misconception]:
    """Return the general name of a wrong answer: its relation to the right one, or what the error is called.

    ``others`` are the other wrong answers to the same question. A relation that one of them does not have is an
    accident of the numbers that were drawn, and no name.
    """
    named = relation(case.right, case.given, case.inputs)
    if not probe.reveal and named not in ON_PAPER:
        return []
    is_everywhere = all(relation(other.right, other.given, other.inputs) == named for other in others)
    entry = of_relation(named) if is_everywhere else None
    if isinstance(case.given, Raised):
        entry = entry or of_error(case.given.kind, case.given.text)
    elif isinstance(case.given, (Unending, Unexpected)):
        entry = entry or of_error(type(case.given).__name__, getattr(case.given, "kind", ""))
    return [entry] if entry else []


def alone_on_paper(answered: Answered, posed: Posed) -> list[Misconception]:
    """Return the general name of the only wrong number on paper. How it relates to the right one would say too much."""
    numbers = [
        place
        for place, ((probe, _), *both) in enumerate(zip(posed, answered.expected, answered.answers, strict=False))
        if not probe.reveal and all(isinstance(each, PlainValue) and _is_number(each.value) for each in both)
    ]
    is_alone = len(answered.wrong) == 1 < len(numbers) and answered.wrong[0] in numbers
    entry = of_relation("numbers-one-wrong") if is_alone else None
    return [entry] if entry else []


def _is_number(value: Any) -> bool:
    """Tell whether this is a plain number, and not True or False."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def beside_others(answered: Answered, elsewhere: Elsewhere | None) -> list[Misconception]:
    """Return the mistake behind the first wrong answer, where a few mistakes side by side give all the wrong ones.

    Each of them shows completely: wherever it is wrong, in this check, the answers are its own. An error that tells its
    own cause, behind the first wrong answer, needs no other mistake: its cause is beside this one.
    """
    if elsewhere is None:
        return []
    wrong = [place for place in answered.wrong if place < len(answered.answers)]
    left, found = [place for place in wrong if not _tells_its_cause(answered.answers[place])], []
    if left[:1] != wrong[:1]:
        return []
    has_errors = len(left) < len(wrong)
    while left and len(found) < MOST_BESIDE:
        likeliest = _likeliest_at(left[0], answered, elsewhere)
        if not likeliest:
            return []
        places = _shown_by(likeliest[0], answered)
        # Only the first is named, so only that has to be one mistake alone, with an answer that is hardly an accident.
        is_vague = len(_each_once(likeliest)) > 1 or all(says_little(answered.answers[place]) for place in places)
        if not found and is_vague:
            return []
        found.append(likeliest[0])
        left = [place for place in left if place not in places]
    # One that gives all the answers alone was ruled out by another check.
    return found[:1] if (len(found) > 1 or has_errors) and not left else []


def _likeliest_at(place: int, answered: Answered, elsewhere: Elsewhere) -> list[Misconception]:
    """Return the mistakes that show completely and give the answer at a place: those with the most wrong answers."""
    alike = [entry for entry in suspects(answered.check) if alike_at(entry, answered, [place])]
    shown = {entry: len(_shown_by(entry, answered)) for entry in alike}
    possible = [entry for entry in alike if shown[entry] and _not_contradicted(entry, answered, elsewhere)]
    most = max((shown[entry] for entry in possible), default=0)
    return [entry for entry in possible if shown[entry] == most]


def _tells_its_cause(answer: Answer) -> bool:
    """Tell whether an answer is an error of the learner's own ``raise``, or of a call whose arguments do not fit."""
    if not isinstance(answer, Raised):
        return False
    named = of_error(answer.kind, answer.text)
    return raised_there(answer) or (named is not None and named.id in UNFIT_CALLS)


def _shown_by(entry: Misconception, answered: Answered) -> frozenset[int]:
    """Return all places where a mistake is wrong, if the answers are its own there; none if one of them is not."""
    if len(answered.answers) != len(answered.expected):
        return frozenset()
    mistaken = answers_of(entry, answered.check, answered.seed)
    places = range(len(answered.expected))
    wrong = frozenset(place for place in places if not same(answered.expected[place], mistaken[place]))
    alike = answered.is_wrong.issuperset(wrong) and alike_at(entry, answered, sorted(wrong))
    return wrong if alike else frozenset()


def _not_contradicted(entry: Misconception, answered: Answered, elsewhere: Elsewhere) -> bool:
    """Tell whether no other check has a right answer where the mistake gives a wrong one."""
    for other in _others(entry, answered.check):
        there = elsewhere(other)
        mistaken = answers_of(entry, other, there.seed)
        right = [place for place in range(len(there.expected)) if place not in there.is_wrong]
        if not all(same(there.expected[place], mistaken[place]) for place in right):
            return False
    return True


def few(entries: list[Misconception]) -> list[Misconception]:
    """Return each entry once, or none where there are too many: an answer with so many causes has no name."""
    once = _each_once(entries)
    return once if len(once) <= MOST_NAMES else []


def _each_once(entries: list[Misconception]) -> list[Misconception]:
    """Return one form of each entry: an entry may be written in several, and two of them can answer alike."""
    return list({entry.id: entry for entry in entries}.values())


def _others(entry: Misconception, check: str) -> list[str]:
    return [other for other in entry.checks if other != check]


def says_little(answer: Answer) -> bool:
    """Tell whether an answer is one that many programs give: nothing, nothing but zeros, or no answer in time."""
    return isinstance(answer, Unending) or (isinstance(answer, PlainValue) and _is_nothing(answer.value))


def _is_nothing(value: Any) -> bool:
    if isinstance(value, (list, PlainArray)):
        return all(map(_is_nothing, value if isinstance(value, list) else value.entries))
    return value is None or value == "" or (_is_number(value) and value == 0)
