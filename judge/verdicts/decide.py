# SPDX-License-Identifier: MIT
"""Decide what a check's answers are worth: compare them with the reference's and with every catalogued mistake's."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from judge.asking.ask import answer_to, ask, question, questions, was_stopped
from judge.asking.probe import Probe
from judge.notebooks import course, reference
from judge.run.answers import (
    Answer,
    Missing,
    NotAttempted,
    Place,
    PlainArray,
    PlainValue,
    Raised,
    Several,
    Unending,
    Unexpected,
    same,
    unquoted,
)
from judge.run.bounded import IN_EACH_OTHER
from judge.run.messages import Sentence, sentence
from judge.run.words import worded
from judge.verdicts.catalogue import Misconception, of_error, of_relation, suspects
from judge.verdicts.excerpts import parts_in
from judge.verdicts.pictures import picture
from judge.verdicts.relations import is_rounded, raised_there, relation
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, NOT_YET, Name, Question, Verdict
from judge.verdicts.wording import explained, misfit, not_attempted

# Errors whose text depends on where they happen: on the call with which the stack is full.
TEXT_VARIES = ("RecursionError", "MemoryError")

# Errors that Python raises where a number has no result: a learner's own `raise` is another thing.
RAISED_BY_PYTHON = ("ZeroDivisionError", "OverflowError")

# With more names than this a verdict is a list to search through, so none is said.
MOST_NAMES = 2
# Of more mistakes than this side by side, any wrong answers could be put together.
MOST_BESIDE = 3

# General names that an answer found on paper may have: the others lead from a wrong number to the right one.
ON_PAPER = ("numbers-one-wrong", "entries-missing")

# Gives the answers to another check of the same day, asked with the same seed.
Ask = Callable[[str], list[Answer]]

# Puts one question of a check once more, by the probe's name and with these inputs; gives the learner's own lines that
# ran last for it: :func:`judge.asking.ask.ran_last`.
Trail = Callable[[str, dict[str, Any]], tuple[Place, ...]]


def decide(
    check: str, answers: list[Answer], seed: int, more: Ask | None = None, trail: Trail | None = None
) -> Verdict:
    """Return the verdict on a check's answers.

    A mistake is named only if it answers alike on every question of the check, and no other check rules it out. Of
    answers found on paper, one that is alike is enough. If more than two mistakes qualify, none is named. If none does,
    a mistake is named that gives all the wrong answers and would give more in the reference's design; else the error,
    or the relation of the numbers to the right ones. Without a name, the verdict shows the simplest inputs with a wrong
    answer.

    A mistake that would fail in a check that ``more`` asks is ruled out where the answers are right there; where two
    are left, those checks distinguish them. ``trail`` is called for a mistake without a name and for a question that
    was stopped, and then once at most.
    """
    answered = _Answered(check, answers, seed)
    if answered.is_correct:  # Before the questions are drawn, which takes longer than the comparison.
        return Verdict(check, CORRECT)
    elsewhere = cache(lambda other: _Answered(other, more(other), seed)) if more is not None else None
    expected, wrong, posed = answered.expected, answered.wrong, questions(check, seed)
    tried = [place for place in wrong if not isinstance(answers[place], NotAttempted)]
    empty = _still_empty(posed, answers)
    if not tried and not empty:
        given = answers[wrong[0]]
        return Verdict(check, NOT_ATTEMPTED, seed, given=given, sentences=(not_attempted(given),))
    first = tried[0] if tried else next(place for place in wrong if posed[place][0].name in empty)
    probe = posed[first][0]
    named = _named(answered, elsewhere) if tried else []
    not_written = {} if named else _not_written(answered)
    if not_written and tried:
        written = [place for place in tried if place not in not_written]
        first, tried = (written or tried)[0], written
        probe = posed[first][0]
        places = [place for place in range(len(answers)) if place not in not_written]
        named = _few(_giving(answered, places, elsewhere)) if written else []
    in_part = False
    if tried and not named and probe.reveal:
        ways = (_explaining, _beside_others, _on_top_of_another)
        named = next(filter(None, (way(answered, elsewhere) for way in ways)), [])
        in_part = bool(named)
    elif tried and not named:
        # On paper whatever comes after the first wrong answer may follow from it.
        named = _few(_giving(answered, range(first + 1))) or _few(_giving_rounded(answered, first))
    if tried and not named:
        case = _smallest_case(answered, posed, tried)
        named = _in_general(case, probe) or _alone_on_paper(answered, posed)
    else:
        case = _case(posed[first], expected[first], answers[first])
    misspelt = misfit(probe, case.right, case.given)
    readable = misspelt is None and not isinstance(case.given, (Missing, NotAttempted, Raised))
    counted = _counted(answered, probe)
    # Most mistakes of the check send to this section, so it is the one to read for a mistake without a name.
    sections = [entry.section for entry in suspects(check) if entry.section]
    usual = max(sections, key=sections.count, default="") if readable else ""
    verdict = Verdict(
        check,
        NOT_YET,
        seed,
        Question(probe.name, case.inputs),
        expected=case.right if probe.reveal else None,
        given=case.given,
        misconceptions=tuple(entry.id for entry in named),
        names=tuple(Name(entry.title, entry.exercise, entry.symptom) for entry in named),
        section=(named[0].section if named else "") or usual,
        misfit=misspelt is not None,
        graph=picture(probe, case.inputs, case.right, case.given),
        share=counted / len(expected),
    )
    # The lines show where a stopped question loops. A general name does not say which line is wrong.
    helps = verdict.unknown or isinstance(case.given, Unending) or (verdict.in_general and verdict.place is None)
    helps = helps and not (isinstance(case.given, Raised) and case.given.absent)
    if trail is not None and helps:
        verdict = replace(verdict, lines=trail(probe.name, case.asked))
    vague = in_part or probe.share is not None or (bool(named) and all(_says_little(answers[place]) for place in tried))
    words = explained(verdict, probe, case.right, named, misspelt, empty=empty, vague=vague)
    if counted:
        words += (Sentence(probe.share.text, {"right": counted, "all": len(expected)}),)
    if not_written:
        missing = tuple(sentence("`{name}` is not written.", name=name) for name in dict.fromkeys(not_written.values()))
        words = (*words, *missing) if tried else missing
    return replace(verdict, sentences=words)


def _counted(answered: _Answered, probe: Probe) -> int:
    """Return how many questions of a check are answered rightly, where each pays its part of the points."""
    given = [answer.value for answer in answered.answers if isinstance(answer, PlainValue)]
    if probe.share is None or probe.share.forfeits in given:
        return 0
    return len(answered.expected) - len(answered.wrong)


def general_name(check: str, answers: list[Answer], seed: int) -> tuple[str, Case | None]:
    """Return the general name that wrong answers would have if no catalogued mistake gave them, and the case shown.

    The name is "" where there is none.
    """
    answered, posed = _Answered(check, answers, seed), questions(check, seed)
    tried = [place for place in answered.wrong if not isinstance(answers[place], NotAttempted)]
    if not tried:
        return "", None
    case = _smallest_case(answered, posed, tried)
    named = _in_general(case, posed[tried[0]][0]) or _alone_on_paper(answered, posed)
    return next((entry.id for entry in named), ""), case


def wrong_cases(check: str, answers: list[Answer], seed: int) -> list[tuple[Probe, Case]]:
    """Return each wrong answer with its question, narrowed to the smallest part that shows it, in the order asked."""
    answered, posed = _Answered(check, answers, seed), questions(check, seed)
    places = [place for place in answered.wrong if place < len(answers)]
    return [(posed[one][0], _case(posed[one], answered.expected[one], answers[one])) for one in places]


def is_correct(check: str, answers: list[Answer], seed: int) -> bool:
    """Tell whether all answers to a check are right."""
    return _Answered(check, answers, seed).is_correct


def expected(check: str, seed: int) -> tuple[Answer, ...]:
    """Return the right answers to a check, which are computed once."""
    return _expected(check, seed, course.stamp(check))


@lru_cache(maxsize=4096)
def _expected(check: str, seed: int, stamp: int) -> tuple[Answer, ...]:
    return tuple(ask(check, reference.load(check), seed))


class _Answered:
    """The answers to a check, held against the right ones; not always as many as were asked for."""

    def __init__(self, check: str, answers: list[Answer], seed: int):
        self.check, self.seed, self.answers = check, seed, answers
        self.expected = expected(check, seed)
        pairs = list(zip(self.expected, answers, strict=False))
        missing = range(len(pairs), len(self.expected))
        # The places of those that are not right, or are missing.
        self.wrong = [*(place for place, pair in enumerate(pairs) if not same(*pair)), *missing]
        self.is_wrong = frozenset(self.wrong)
        self.is_correct = not self.wrong and len(answers) == len(self.expected)


# Gives the answers to another check of the same day.
Elsewhere = Callable[[str], _Answered]


def _still_empty(posed: list[tuple[Probe, dict[str, Any]]], answers: list[Answer]) -> tuple[str, ...]:
    """Return the questions on paper that are not answered yet, where another one of the check is: by their names."""
    on_paper = [place for place, (probe, _) in enumerate(posed) if not probe.reveal and place < len(answers)]
    empty = [place for place in on_paper if isinstance(answers[place], NotAttempted)]
    return tuple(posed[place][0].name for place in empty) if len(empty) < len(on_paper) else ()


@dataclass(frozen=True)
class Case:
    """A question that was answered wrongly, narrowed to the smallest part that shows it."""

    inputs: dict[str, Any]  # as the verdict shows them
    right: Answer  # the right answer to that part
    given: Answer  # the learner's
    asked: dict[str, Any]  # the inputs with which that part can be asked again


def _case(posed: tuple[Probe, dict[str, Any]], right: Answer, given: Answer) -> Case:
    probe, asked = posed
    if probe.shrink is None:
        return Case(asked, right, given, asked)
    inputs, right, given = probe.shrink(asked, right, given)
    # What is cut out of a drawn expression is an expression again.
    smaller = {"drawn": inputs["expression"]} if "expression" in inputs and "drawn" in asked else {}
    return Case(inputs, right, given, {**asked, **smaller})


def _smallest_case(answered: _Answered, posed: list[tuple[Probe, dict[str, Any]]], wrong: list[int]) -> Case:
    """Return the simplest inputs that the first question with a wrong answer got wrong."""
    probe = posed[wrong[0]][0]
    places = [place for place in wrong if posed[place][0] is probe]
    return min((_case(posed[one], answered.expected[one], answered.answers[one]) for one in places), key=_size)


def _size(case: Case) -> tuple[int, int]:
    """Return how long a case's inputs are: how many numbers, then how many characters."""
    shown = {name: value for name, value in case.inputs.items() if name != "expression"}
    return parts_in(case.asked), len(str(shown))


def _says_little(answer: Answer) -> bool:
    """Tell whether an answer is one that many programs give: nothing, nothing but zeros, or no answer in time."""
    return isinstance(answer, Unending) or (isinstance(answer, PlainValue) and _is_nothing(answer.value))


def _is_nothing(value: Any) -> bool:
    if isinstance(value, (list, PlainArray)):
        return all(map(_is_nothing, value if isinstance(value, list) else value.entries))
    return value is None or value == "" or (_is_number(value) and value == 0)


# Which mistake it is


def _named(answered: _Answered, elsewhere: Elsewhere | None) -> list[Misconception]:
    if len(answered.answers) != len(answered.expected):
        return []
    possible = _giving(answered, range(len(answered.answers)), elsewhere)
    if elsewhere is None or len(_each_once(possible)) < 2:
        return _few(possible)
    # Whoever answers alike in all of them is meant; else whoever shows there completely, beside other mistakes.
    siblings = sorted({other for entry in possible for other in _others(entry, answered.check)})
    alike = [entry for entry in possible if all(_answers_alike(entry, elsewhere(other)) for other in siblings)]
    counts = {
        entry: sum(bool(_shown_by(entry, elsewhere(other))) for other in _others(entry, answered.check))
        for entry in possible
    }
    return _few(alike or [entry for entry in possible if counts[entry] == max(counts.values())])


def _not_written(answered: _Answered) -> dict[int, str]:
    """Return the wrong answers that lack a method of the learner's class, by their places: each with its name."""
    answers = {place: answered.answers[place] for place in answered.wrong if place < len(answered.answers)}
    errors = {place: answer for place, answer in answers.items() if isinstance(answer, Raised) and answer.absent}
    absent = {place: error.absent for place, error in errors.items() if error.absent in _methods(answered.check)}
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


@lru_cache(maxsize=256)
def _methods(check: str) -> frozenset[str]:
    kinds = [thing for thing in reference.load(check).values() if isinstance(thing, type)]
    return frozenset(name for kind in kinds for name, part in vars(kind).items() if callable(part))


def _giving(answered: _Answered, places: Sequence[int], elsewhere: Elsewhere | None = None) -> list[Misconception]:
    """Return the mistakes that give the answers at some places, and that no other check rules out.

    A mistake in one class cell shows in several checks. Who is right there, in a question that the mistake gets wrong,
    has not made it. Who is wrong there in another way has made a second mistake, or another one that looks alike here:
    a second one is believed where the catalogue knows what gives each answer that this one does not.
    """
    possible = [entry for entry in suspects(answered.check) if _alike_at(entry, answered, places)]
    if elsewhere is None:
        return possible

    def ruled_out(entry: Misconception, other: _Answered) -> bool:
        if len(other.answers) != len(other.expected):
            return True
        asked = range(len(other.expected))
        if _alike_at(entry, other, asked):
            return False
        unlike = [place for place in asked if not _alike_at(entry, other, [place])]
        if not other.is_wrong.issuperset(unlike):
            return True
        seconds = suspects(other.check) if unlike else []
        return not all(any(_alike_at(second, other, [place]) for second in seconds) for place in unlike)

    return [
        entry
        for entry in possible
        if not any(ruled_out(entry, elsewhere(other)) for other in _others(entry, answered.check))
    ]


def _giving_rounded(answered: _Answered, place: int) -> list[Misconception]:
    """Return the mistakes that give the answers before a place, and there a number with more digits than the answer."""
    answer, check, seed = answered.answers[place], answered.check, answered.seed
    before = _giving(answered, range(place))
    return [entry for entry in before if is_rounded(answer, _answers_of(entry, check, seed)[place])]


def _in_general(case: Case, probe: Probe) -> list[Misconception]:
    """Return the general name of a wrong answer: its relation to the right one, or what the error is called."""
    if not probe.reveal and relation(case.right, case.given, case.inputs) not in ON_PAPER:
        return []
    entry = of_relation(relation(case.right, case.given, case.inputs))
    if isinstance(case.given, Raised):
        entry = entry or of_error(case.given.kind, case.given.text)
    elif isinstance(case.given, (Unending, Unexpected)):
        entry = entry or of_error(type(case.given).__name__, getattr(case.given, "kind", ""))
    return [entry] if entry else []


def _alone_on_paper(answered: _Answered, posed: list[tuple[Probe, dict[str, Any]]]) -> list[Misconception]:
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
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _explaining(answered: _Answered, elsewhere: Elsewhere | None) -> list[Misconception]:
    """Return the one mistake that gives all the wrong answers, though in the reference's design it gives more of them.

    In another design a mistake may show in fewer places: a wrong minus sign does not spoil a subtraction that is an
    operation of its own. What is compared are the questions with one answer: of a large graph, everything that is
    wrong in the reference's design is part of the sum. Many mistakes share an answer such as 0 or an error, so one of
    them has to be a number that none gives by accident.
    """
    check, seed, answers, expected = answered.check, answered.seed, answered.answers, answered.expected
    places = [place for place in answered.wrong if place < len(answers) and not isinstance(expected[place], Several)]
    if not any(_telling(answers[place], expected[place]) for place in places):
        return []
    # Of the same expression everything is compared: its data, say, where only its gradients are wrong.
    stems = {_stem(check, place, seed) for place in places}
    places = [place for place in range(len(answers)) if place in places or _stem(check, place, seed) in stems]
    once = _each_once(_giving(answered, places, elsewhere))
    return once if len(once) == 1 else []


def _beside_others(answered: _Answered, elsewhere: Elsewhere | None) -> list[Misconception]:
    """Return the mistake behind the first wrong answer, where a few mistakes side by side give all the wrong ones.

    Each of them shows completely: wherever it is wrong, in this check, the answers are its own.
    """
    if elsewhere is None:
        return []
    left, found = [place for place in answered.wrong if place < len(answered.answers)], []
    while left and len(found) < MOST_BESIDE:
        shown = {
            entry: _shown_by(entry, answered)
            for entry in suspects(answered.check)
            if _alike_at(entry, answered, left[:1])
        }
        possible = [entry for entry in shown if shown[entry] and _not_contradicted(entry, answered, elsewhere)]
        most = max((len(shown[entry]) for entry in possible), default=0)
        likeliest = [entry for entry in possible if len(shown[entry]) == most]
        if not likeliest:
            return []
        seen = [answered.answers[place] for place in shown[likeliest[0]]]
        # Only the first is named, so only that has to be one mistake alone, with an answer that is hardly an accident.
        if not found and (len(_each_once(likeliest)) > 1 or all(map(_says_little, seen))):
            return []
        found.append(likeliest[0])
        left = [place for place in left if place not in shown[likeliest[0]]]
    # One that gives all the answers alone was ruled out by another check.
    return found[:1] if len(found) > 1 and not left else []


def _shown_by(entry: Misconception, answered: _Answered) -> frozenset[int]:
    """Return all places where a mistake is wrong, if the answers are its own there; none if one of them is not."""
    if len(answered.answers) != len(answered.expected):
        return frozenset()
    mistaken = _answers_of(entry, answered.check, answered.seed)
    places = range(len(answered.expected))
    wrong = frozenset(place for place in places if not same(answered.expected[place], mistaken[place]))
    alike = answered.is_wrong.issuperset(wrong) and _alike_at(entry, answered, sorted(wrong))
    return wrong if alike else frozenset()


def _not_contradicted(entry: Misconception, answered: _Answered, elsewhere: Elsewhere) -> bool:
    """Tell whether no other check has a right answer where the mistake gives a wrong one."""
    for other in _others(entry, answered.check):
        there = elsewhere(other)
        mistaken = _answers_of(entry, other, there.seed)
        right = [place for place in range(len(there.expected)) if place not in there.is_wrong]
        if not all(same(there.expected[place], mistaken[place]) for place in right):
            return False
    return True


def _on_top_of_another(answered: _Answered, elsewhere: Elsewhere | None) -> list[Misconception]:
    """Return the mistake that another check names, if it shows here first; or what gives all the answers with that one.

    In the second case it is named here, and the one that both answers need is named there.
    """
    wrong = [answered.answers[place] for place in answered.wrong if place < len(answered.answers)]
    if elsewhere is None or len(wrong) < len(answered.wrong) or all(map(_says_little, wrong)):
        return []
    own = suspects(answered.check)
    others = sorted({other for entry in own for other in _others(entry, answered.check)})
    for there in filter(lambda there: there.wrong, map(elsewhere, others)):
        named = _named(there, elsewhere) or _beside_others(there, elsewhere)
        if len(named) != 1:
            continue
        here = [entry for entry in own if entry.id == named[0].id]
        alike = [entry for entry in here if _alike_at(entry, answered, answered.wrong[:1])]
        possible = {entry: entry for entry in alike} if here else _together_with(named[0], own, answered)
        found = _each_once([entry for entry in possible if _not_contradicted(possible[entry], answered, elsewhere)])
        if len(found) == 1:
            return found
    return []


def _together_with(
    second: Misconception, entries: Sequence[Misconception], answered: _Answered
) -> dict[Misconception, Misconception]:
    """Return those mistakes that give all the answers where a second one is made, too; each with both made."""
    first, check, seed = answered.wrong[0], answered.check, answered.seed
    right = answered.expected[first]
    wrong = [entry for entry in entries if not same(right, _answers_of(entry, check, seed).at_a_glance(first))]
    both = {entry: replace(entry, edits=second.edits + entry.edits) for entry in wrong}
    return {entry: made for entry, made in both.items() if _can_be_made(made) and _answers_alike(made, answered)}


def _can_be_made(entry: Misconception) -> bool:
    """Tell whether the reference runs with an entry's edits: those of two mistakes may change the same line."""
    try:
        entry.namespace()
    except Exception:  # an edit that fits nowhere, or a line that is no Python any more
        return False
    return True


def _stem(check: str, place: int, seed: int) -> str:
    """Return what the probes of one expression have in common: their names but for the last word."""
    return question(check, seed, place)[0].name.rpartition("_")[0]


def _telling(answer: Answer, expected: Answer) -> bool:
    """Tell whether a wrong answer holds a number that no two mistakes give by accident."""
    if not (isinstance(answer, PlainValue) and isinstance(expected, PlainValue)):
        return False
    right = [abs(number) for number in _numbers(expected.value)]
    return any(abs(number) not in (0, 1, *right) for number in _numbers(answer.value))


def _numbers(value: Any) -> list[float]:
    if isinstance(value, PlainArray):
        return list(value.entries)
    if isinstance(value, (list, tuple)):
        return [number for part in value for number in _numbers(part)]
    return [value] if _is_number(value) else []


def _few(entries: list[Misconception]) -> list[Misconception]:
    """Return each entry once, or none where there are too many: an answer with so many causes has no name."""
    once = _each_once(entries)
    return once if len(once) <= MOST_NAMES else []


def _each_once(entries: list[Misconception]) -> list[Misconception]:
    """Return one form of each entry: an entry may be written in several, and two of them can answer alike."""
    return list({entry.id: entry for entry in entries}.values())


def _others(entry: Misconception, check: str) -> list[str]:
    return [other for other in entry.checks if other != check]


def _answers_alike(entry: Misconception, answered: _Answered) -> bool:
    asked = len(answered.expected)
    return len(answered.answers) == asked and _alike_at(entry, answered, range(asked))


def _alike_at(entry: Misconception, answered: _Answered, places: Sequence[int]) -> bool:
    """Tell whether a mistake gives these answers at some places; the first that differs ends the comparison."""
    mistaken = _answers_of(entry, answered.check, answered.seed)
    # Most are right where another one is wrong, and that is quick to find out.
    first = next((place for place in places if place in answered.is_wrong), None)
    if first is not None and not _same_mistake(
        answered.answers[first], mistaken.at_a_glance(first), answered.expected[first]
    ):
        return False
    pairs: list[tuple[Answer, Answer]] = []
    for place in places:
        pair = answered.answers[place], mistaken[place]
        if not _same_mistake(*pair, answered.expected[place]):
            return False
        pairs.append(pair)
    return _end_alike(pairs)


def _end_alike(pairs: list[tuple[Answer, Answer]]) -> bool:
    """Return whether two programs that agree wherever both end also end alike, as far as can be seen."""
    # Two that differ in all of them may be a loop and a call: in one of them both have to fill the stack.
    endless = [pair for pair in pairs if all(map(_has_no_end, pair))]
    differ = any(type(answer) is not type(mistaken) for answer, mistaken in endless)
    return not differ or any(all(map(_fills_the_stack, pair)) for pair in endless)


def _fills_the_stack(answer: Answer) -> bool:
    """Tell whether an answer without end is one of calls, and not of a loop."""
    if isinstance(answer, Several):
        return any(map(_fills_the_stack, answer.answers))
    return isinstance(answer, Raised) or (isinstance(answer, Unending) and answer.after.endswith(IN_EACH_OTHER))


def _has_no_end(answer: Answer) -> bool:
    """Tell whether an answer is that of calls without end: they fill the stack, or use up their lines before."""
    if isinstance(answer, Several):
        return any(map(_has_no_end, answer.answers))
    return isinstance(answer, Unending) or (isinstance(answer, Raised) and answer.kind == "RecursionError")


def _same_mistake(answer: Answer, mistaken: Answer, expected: Answer) -> bool:
    """Tell whether two answers are the same, wrong errors by their text too: many mistakes raise the same type."""
    if _has_no_end(answer) and _has_no_end(mistaken) and type(answer) is not type(mistaken):
        return True  # Which of the two it is depends on the machine, and on the moment.
    if isinstance(answer, Unending) and isinstance(mistaken, Unending):
        return len({one.after.removesuffix(f", {IN_EACH_OTHER}") for one in (answer, mistaken)}) == 1
    if isinstance(answer, Raised) and isinstance(mistaken, Raised) and not same(mistaken, expected):
        return answer.kind == mistaken.kind and (answer.kind in TEXT_VARIES or _said_alike(answer, mistaken))
    return same(unquoted(answer), unquoted(mistaken))


def _said_alike(answer: Raised, mistaken: Raised) -> bool:
    """Tell whether two errors of one type say the same.

    What a learner's own ``raise`` says is in their own words, but the numbers in it are those of the mistake.
    """
    pythons = mistaken.kind in RAISED_BY_PYTHON or of_error(mistaken.kind, mistaken.text) is not None
    said, wanted = (set(re.findall(r"\d+", error.text)) for error in (answer, mistaken))
    in_own_words = raised_there(answer) and not pythons and (not said or wanted <= said)
    # Given code raises in the notebook's language.
    return in_own_words or _nameless(answer) in (_nameless(mistaken), worded(mistaken.text))


def _nameless(error: Raised) -> str:
    """Return an error's text without what depends on the line: a function's name, or what a collection is asked for."""
    if single := re.search(r"'(\w+)' (?:object is not (?:iterable|subscriptable)|has no len\(\))", error.text):
        return f"{single[1]} is no collection"
    wording = re.match(r"[\w.<>]+\(\) ((?:missing|takes|got) .*)", error.text)
    return re.sub(r"'\w+'", "''", wording[1]) if wording else error.text


class _MistakenAnswers:
    """The answers of a catalogued mistake to a check, each asked for when it is needed first."""

    def __init__(self, entry: Misconception, check: str, seed: int):
        self._entry, self._check, self._seed = entry, check, seed
        self._known: list[Answer] = []
        self._glances: dict[int, Answer] = {}

    def __getitem__(self, place: int) -> Answer:
        while len(self._known) <= place:
            short = any(map(was_stopped, self._known))
            self._known.append(self._answer(len(self._known), short=short))
        return self._known[place]

    def at_a_glance(self, place: int) -> Answer:
        """Return one answer without those before it: a mistake that remembers what it was asked may answer otherwise.

        It is asked in a namespace of its own, so that the answers in order stay what they are.
        """
        if place < len(self._known):
            return self._known[place]
        if place not in self._glances:
            self._glances[place] = self._answer(place, glance=True)
        return self._glances[place]

    def _answer(self, place: int, *, short: bool = False, glance: bool = False) -> Answer:
        probe, inputs = question(self._check, self._seed, place)
        return answer_to(probe, _namespace_of(self._entry, course.stamp(self._check), glance), inputs, short=short)


def _answers_of(entry: Misconception, check: str, seed: int) -> _MistakenAnswers:
    return _kept_answers(entry, check, seed, course.stamp(check))


@lru_cache(maxsize=2**16)
def _kept_answers(entry: Misconception, check: str, seed: int, stamp: int) -> _MistakenAnswers:
    return _MistakenAnswers(entry, check, seed)


@lru_cache(maxsize=2048)
def _namespace_of(entry: Misconception, stamp: int, glance: bool) -> dict[str, Any]:
    return entry.namespace()
