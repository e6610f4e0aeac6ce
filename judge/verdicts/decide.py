# SPDX-License-Identifier: MIT
"""Decide what a check's answers are worth, which mistake gives them, and what the verdict says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from judge.asking.ask import questions
from judge.asking.probe import Probe
from judge.run.answers import Answer, Missing, NotAttempted, PlainValue, Raised, Unending, kind_of_entries, same
from judge.run.messages import Sentence, sentence
from judge.verdicts import naming
from judge.verdicts.alike import Answered
from judge.verdicts.asker import Alone, Asker, Trail
from judge.verdicts.card import ASSUMED, SO_FAR, UNWRITTEN, Part
from judge.verdicts.cases import Case, Posed, case_at, simplest_first
from judge.verdicts.catalogue import Misconception, suspects
from judge.verdicts.naming import Elsewhere
from judge.verdicts.pictures import picture
from judge.verdicts.simpler import Shown, simplest
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, NOT_YET, Name, Question, Verdict
from judge.verdicts.wording.empty import not_attempted
from judge.verdicts.wording.explained import explained
from judge.verdicts.wording.given import misfit, text_made

# Gives the answers to another check of the same assignment, asked with the same seed.
Ask = Callable[[str], list[Answer]]


# Asks nothing again.
NOTHING_MORE = Asker()


def decide(
    check: str,
    answers: list[Answer],
    seed: int,
    more: Ask | None = None,
    asker: Asker = NOTHING_MORE,
) -> Verdict:
    """Return the verdict on a check's answers.

    A mistake is named only if it answers alike on every question of the check, and no other check rules it out. Of
    answers found on paper, one that is alike is enough. If more than two mistakes qualify, none is named. If none does,
    a mistake is named that gives the wrong answers beside another one; else the error, or the relation of the numbers
    to the right ones. Without a name, the verdict shows the simplest inputs with a wrong answer.

    A mistake that would fail in a check that ``more`` asks is ruled out where the answers are right there; where two
    are left, those checks distinguish them.

    ``asker`` asks this check again. Its ``trail`` is called for a mistake without a name and for a question that was
    stopped, and then once at most. If the learner's code gives other answers by itself, where right code stood in for a
    part of it, a catalogued mistake is still named, and the verdict says what stood in for what; without such a name
    the verdict is that on the learner's code by itself. Of the simpler inputs, the verdict shows the simplest that are
    wrong in the same way.
    """
    answered = Answered(check, answers, seed)
    if answered.is_correct:  # Before the questions are drawn, which takes longer than the comparison.
        return Verdict(check, CORRECT)
    posed = questions(check, seed)
    elsewhere = _elsewhere(more, seed)
    found = _what_is_wrong(answered, posed, elsewhere)
    if found is None:
        given = answers[answered.wrong[0]]
        return Verdict(check, NOT_ATTEMPTED, seed, given=given, card=(Part.of("", not_attempted(given)),))
    own = _other_answers(answered, posed, found, asker.alone)
    if own and asker.alone and _is_judged_by_itself(_verdict(answered, found), own, posed, found):
        return decide(check, own, seed, more, asker.alone.asker)
    if asker.simply:
        # What stood in for a part is known of the first question alone.
        shown = Shown(found.probe, found.case)
        shown = simplest(answered, posed, shown, found.named, asker.simply, other=not own)
        found = replace(found, probe=shown.probe, case=shown.case)
    verdict = _with_lines(_verdict(answered, found), found, asker.trail)
    card = _card(verdict, found, answered)
    if own and asker.alone:
        card += _stood_in(asker.alone.parts(found.probe.name, found.case.asked))
    return replace(verdict, card=card)


def _what_is_wrong(answered: Answered, posed: Posed, elsewhere: Elsewhere | None) -> _Found | None:
    """Return the question that is shown and what gives its answer; None where nothing was attempted."""
    tried = [place for place in answered.wrong if not isinstance(answered.answers[place], NotAttempted)]
    empty = _still_empty(posed, answered.answers)
    if tried:
        return replace(_found(answered, posed, tried, elsewhere), empty=empty)
    if not empty:
        return None
    first = next(place for place in answered.wrong if posed[place][0].name in empty)
    return _Found(posed[first][0], case_at(answered, posed, first), empty=empty)


def _is_judged_by_itself(verdict: Verdict, own: list[Answer], posed: Posed, found: _Found) -> bool:
    """Tell whether the verdict is that on the learner's code by itself: no catalogued mistake names its answers."""
    is_general = verdict.unknown or verdict.in_general or verdict.place
    has_name = bool(verdict.misconceptions) and not is_general
    return not has_name or _fails_while_it_is_made(own, posed, found)


def _with_lines(verdict: Verdict, found: _Found, trail: Trail | None) -> Verdict:
    """Return a verdict with the learner's lines that ran last, where they help."""
    if trail is None or not (_lines_help(verdict, found.case) or _text_made(found)):
        return verdict
    made = kind_of_entries(found.case.given) or _text_made(found)
    return replace(verdict, lines=trail(found.probe.name, found.case.asked, *filter(None, [made])))


def _text_made(found: _Found) -> str:
    """Return the text that the learner's code has made where a number belongs, if no mistake says how; else ""."""
    return "" if found.named else text_made(found.probe, found.case.right, found.case.given)


def is_correct(check: str, answers: list[Answer], seed: int) -> bool:
    """Tell whether all answers to a check are right."""
    return Answered(check, answers, seed).is_correct


def general_name(check: str, answers: list[Answer], seed: int) -> tuple[str, Case | None]:
    """Return the general name that wrong answers would have if no catalogued mistake gave them, and the case shown.

    The name is "" where there is none.
    """
    answered, posed = Answered(check, answers, seed), questions(check, seed)
    tried = [place for place in answered.wrong if not isinstance(answers[place], NotAttempted)]
    if not tried:
        return "", None
    case, *others = simplest_first(answered, posed, tried)
    named = naming.in_general(case, posed[tried[0]][0], others) or naming.alone_on_paper(answered, posed)
    return next((entry.id for entry in named), ""), case


# What is wrong


@dataclass(frozen=True)
class _Found:
    """What is known of wrong answers: the question that is shown, and what gives them."""

    probe: Probe
    case: Case
    named: tuple[Misconception, ...] = ()
    in_part: bool = False  # whether the named mistake gives only a part of the wrong answers
    # The places of the wrong answers that the name is about; none where all of them lack a method.
    tried: tuple[int, ...] = ()
    # The methods that are not written, each once.
    missing: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()  # the questions on paper that are not answered, by their names


def _found(answered: Answered, posed: Posed, tried: list[int], elsewhere: Elsewhere | None) -> _Found:
    """Return what gives the answers at some places, all of them wrong."""
    named = naming.alike_everywhere(answered, elsewhere)
    absent = {} if named else naming.not_written(answered)
    first = tried[0]
    if absent:
        tried = [place for place in tried if place not in absent]
    missing = tuple(dict.fromkeys(absent.values()))
    if not tried:
        return _Found(posed[first][0], case_at(answered, posed, first), missing=missing)
    first = tried[0]
    probe = posed[first][0]
    if absent:
        written = [place for place in range(len(answered.answers)) if place not in absent]
        named = naming.few(naming.giving(answered, written, elsewhere))
    in_part = False
    if not named and probe.reveal:
        named = naming.beside_others(answered, elsewhere)
        in_part = bool(named)
    elif not named:
        named = naming.on_paper(answered, first)
    if named:
        case = case_at(answered, posed, first)
    else:
        case, *others = simplest_first(answered, posed, tried)
        named = naming.in_general(case, probe, others) or naming.alone_on_paper(answered, posed)
    return _Found(probe, case, tuple(named), in_part, tuple(tried), missing)


def _elsewhere(more: Ask | None, seed: int) -> Elsewhere | None:
    if more is None:
        return None
    return cache(lambda other: Answered(other, more(other), seed))


def _still_empty(posed: Posed, answers: list[Answer]) -> tuple[str, ...]:
    """Return the questions on paper that are not answered yet, where another one of the check is: by their names."""
    on_paper = [place for place, (probe, _) in enumerate(posed) if not probe.reveal and place < len(answers)]
    empty = [place for place in on_paper if isinstance(answers[place], NotAttempted)]
    return tuple(posed[place][0].name for place in empty) if len(empty) < len(on_paper) else ()


# What is said of it


def _other_answers(answered: Answered, posed: Posed, found: _Found, alone: Alone | None) -> list[Answer] | None:
    """Return the answers of the learner's code by itself, where they are wrong and others to the question shown."""
    own = alone.answers() if alone is not None else None
    if own is None or len(own) != len(answered.answers) or is_correct(answered.check, own, answered.seed):
        return None
    asked = [place for place, (probe, _) in enumerate(posed) if probe is found.probe]
    return own if any(not same(own[place], answered.answers[place]) for place in asked) else None


def _fails_while_it_is_made(own: list[Answer], posed: Posed, found: _Found) -> bool:
    """Tell whether the learner's constructor raises an error: what right code makes of its nodes shows no mistake."""
    asked = [own[place] for place, (probe, _) in enumerate(posed) if probe is found.probe]
    return any(isinstance(one, Raised) and one.place is not None and one.place.function == "__init__" for one in asked)


def _stood_in(parts: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the part of the card that says for which parts of the learner's code right code stood in."""
    if not parts:
        return ()
    listed = tuple(sentence("`{name}`", name=part) for part in parts)
    return (
        Part.of(ASSUMED, sentence("Right code stands in for your {parts}: another check asks for it.", parts=listed)),
    )


def _verdict(answered: Answered, found: _Found) -> Verdict:
    """Return the verdict without its card."""
    probe, case = found.probe, found.case
    is_misspelt = misfit(probe, case.right, case.given) is not None
    is_read = not is_misspelt and not isinstance(case.given, (Missing, NotAttempted, Raised))
    section = found.named[0].section if found.named else ""
    return Verdict(
        answered.check,
        NOT_YET,
        answered.seed,
        Question(probe.name, case.inputs),
        expected=case.right if probe.reveal else None,
        given=case.given,
        misconceptions=tuple(entry.id for entry in found.named),
        names=tuple(Name(entry.title, entry.exercise, entry.symptom) for entry in found.named),
        section=section or (_usual_section(answered.check) if is_read else ""),
        misfit=is_misspelt,
        graph=picture(probe, case.inputs, case.right, case.given),
        share=_counted(answered, probe) / len(answered.expected),
    )


def _usual_section(check: str) -> str:
    """Return the section to which most mistakes of a check send: the one to read for a mistake without a name."""
    sections = [entry.section for entry in suspects(check) if entry.section]
    return max(sections, key=sections.count, default="")


def _counted(answered: Answered, probe: Probe) -> int:
    """Return how many questions of a check are answered rightly, where each pays its part of the points."""
    given = [answer.value for answer in answered.answers if isinstance(answer, PlainValue)]
    if probe.share is None or probe.share.forfeits in given:
        return 0
    return len(answered.expected) - len(answered.wrong)


def _lines_help(verdict: Verdict, case: Case) -> bool:
    """Tell whether the lines that ran last say more: where a question loops, or what a name does not say."""
    if isinstance(case.given, Raised) and case.given.absent:
        return False
    in_general = verdict.in_general and verdict.place is None
    return verdict.unknown or isinstance(case.given, Unending) or in_general


def _card(verdict: Verdict, found: _Found, answered: Answered) -> tuple[Part, ...]:
    """Return what the learner reads of a verdict."""
    probe, case = found.probe, found.case
    unwritten = (Part.of(UNWRITTEN, _listed(found.missing)),) if found.missing else ()
    if unwritten and not found.tried:
        return unwritten
    given = [answered.answers[place] for place in found.tried]
    says_little = bool(found.named) and all(map(naming.says_little, given))
    card = explained(
        verdict,
        probe,
        case.right,
        list(found.named),
        misfit(probe, case.right, case.given),
        empty=found.empty,
        vague=found.in_part or probe.share is not None or says_little,
    )
    counted = _counted(answered, probe)
    if counted:
        card += (Part.of(SO_FAR, Sentence(probe.share.text, {"right": counted, "all": len(answered.expected)})),)
    return (*card, *unwritten)


def _listed(names: tuple[str, ...]) -> Sentence:
    return sentence("{names:code}", names=names)
