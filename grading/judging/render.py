# SPDX-License-Identifier: MIT
"""Put verdicts into words: the one place where the grader's data becomes sentences.

Every function takes the language as an argument. A language is a table of templates, as :mod:`grading.judging.english`;
the texts of questions and of misconceptions are their authors'. The sentences come back as :class:`Message`, which the
terminal, the notebook, feedback and the class page each show in their own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from grading.exercises.shared.probe import Probe, probes_of
from grading.judging import english
from grading.judging.catalogue import Misconception, entry_of, of_error
from grading.judging.excerpts import brief, excerpts_of
from grading.judging.messages import Message, capital, joined, link, literal, markup, place, say, section
from grading.judging.results import (
    CheckResult,
    CheckStopped,
    DoesNotDefine,
    Finding,
    Halted,
    NextStep,
    NotRun,
    NoVerdict,
    Stop,
    StubStands,
    WaitsFor,
)
from grading.judging.verdict import CORRECT, DECIMAL_COMMA, LAST_COMMA, NO_LIST, NOT_ATTEMPTED, Verdict, is_none
from grading.notebooks import course
from grading.run.answers import (
    Answer,
    Missing,
    NotAttempted,
    PlainValue,
    Raised,
    Several,
    Unending,
    Unexpected,
    decimal_comma,
    exactly,
    show,
)

__all__ = [
    "LANGUAGES",
    "Speaker",
    "check_message",
    "costs_message",
    "finding_message",
    "message",
    "next_message",
    "short_next_message",
    "speaker",
    "symptoms_message",
    "unconfined_message",
    "unjudged_message",
]

# How many of the questions that are left are told.
MOST_QUESTIONS = 3
# Where the last day says what comes after the course.
LAST_SECTION = "Five days"

LANGUAGES: Mapping[str, Mapping[str, str | tuple[str, str]]] = {"en": english.SENTENCES}


class Speaker:
    """Says sentences of one language by their keys."""

    def __init__(self, sentences: Mapping[str, str | tuple[str, str]]):
        self.sentences = sentences

    def say(self, key: str, many: bool = False, **values: Any) -> Message:
        """Return the sentence of a key, about one thing or about several, with values put in."""
        template = self.sentences[key]
        return say(template if isinstance(template, str) else template[many], **values)


@cache
def speaker(language: str = "en") -> Speaker:
    """Return who speaks a language.

    Raises:
        CourseError: There are no sentences in that language.
    """
    if language not in LANGUAGES:
        raise course.CourseError(f"There are no sentences in {language!r}. There are: {', '.join(LANGUAGES)}.")
    return Speaker(LANGUAGES[language])


def message(verdict: Verdict, language: str = "en") -> Message:
    """Return what a learner reads of one check."""
    speak = speaker(language)
    if verdict.outcome == CORRECT:
        return speak.say("correct")
    if verdict.unjudged:
        return speak.say("unjudged", seed=verdict.seed)
    if verdict.outcome == NOT_ATTEMPTED:
        return _not_attempted(verdict, speak)
    return joined([_difference(verdict, speak), _explanation(verdict, speak)])


def _not_attempted(verdict: Verdict, speak: Speaker) -> Message:
    given = verdict.given if isinstance(verdict.given, NotAttempted) else NotAttempted("")
    text = given.text.rstrip(".") or speak.say("empty")
    stub = speak.say("stub of", name=given.stub) if given.stub else ""
    return speak.say("not attempted", text=text, stub=stub)


def check_message(result: CheckResult, language: str = "en") -> Message:
    """Return what a learner reads of one check of a notebook: the verdict, or what stood in its way."""
    speak, obstacle = speaker(language), result.obstacle
    if isinstance(obstacle, NotRun):
        return speak.say("not run")
    if isinstance(obstacle, NoVerdict):
        return speak.say("no verdict")
    if isinstance(obstacle, StubStands):
        return speak.say("stub stands", text=obstacle.text)
    if isinstance(obstacle, CheckStopped):
        return _check_stopped(obstacle.stop, speak)
    if isinstance(obstacle, Halted):
        stop = capital(_stopped(obstacle.stop, speak))
        if obstacle.name:
            return speak.say("halted", stop=stop, name=obstacle.name)
        return speak.say("halted and differs", stop=stop, difference=_of_verdict(result, language))
    if isinstance(obstacle, WaitsFor):
        stop, name = obstacle.stop, obstacle.name
        if stop.unwritten:
            return speak.say("waits for unwritten", number=place(stop.number), name=name, text=stop.text)
        return speak.say("waits", number=place(stop.number), name=name, why=_stopped(stop, speak))
    if isinstance(obstacle, DoesNotDefine) and obstacle.alike == obstacle.name:
        return speak.say("does not keep", number=place(obstacle.number), name=obstacle.name)
    if isinstance(obstacle, DoesNotDefine):
        alike = speak.say("defines alike", name=obstacle.alike) if obstacle.alike else ""
        return speak.say("does not define", number=place(obstacle.number), name=obstacle.name, alike=alike)
    return _of_verdict(result, language)


def finding_message(finding: Finding, language: str = "en") -> Message:
    """Return what a learner reads of one cause, with a link to what others saw in the exercise."""
    return joined([check_message(finding.first, language), symptoms_message(finding, language)])


def symptoms_message(finding: Finding, language: str = "en") -> Message:
    """Return where stands what others saw in the exercise, with the row of a mistake that is named; may be empty."""
    if not finding.table:
        return Message()
    speak, table, first = speaker(language), link(finding.table), finding.first
    entries = [entry_of(first.check.grade_id, name) for name in first.misconceptions]
    if len(entries) == 1 and entries[0] is not None and entries[0].symptom:
        return speak.say("symptom", table=table, row=markup(entries[0].symptom))
    return speak.say("symptoms", table=table)


def _of_verdict(result: CheckResult, language: str) -> Message:
    return message(result.verdict, language) if result.verdict else Message()


def _check_stopped(stop: Stop, speak: Speaker) -> Message:
    """Say how a check's visible part stopped: the text of an assertion says all itself."""
    if stop.ended_the_kernel:
        return speak.say("check left out", why=_why_left_out(stop))
    if stop.out_of_time:
        return speak.say("check not in time")
    if stop.kind == "AssertionError":
        return (
            speak.say("check failed", text=stop.text) if stop.text else speak.say("check failed in line", **vars(stop))
        )
    return speak.say("check stopped" if stop.line else "check stopped somewhere", **vars(stop))


def _stopped(stop: Stop, speak: Speaker) -> Message:
    """Say how an answer cell or a given cell stopped."""
    cell = speak.say("answer cell" if stop.number else "given cell", number=place(stop.number))
    if stop.ended_the_kernel:
        return speak.say("left out", cell=cell, why=_why_left_out(stop))
    line: Message | str = ""
    if stop.line:
        line = speak.say("in line of code" if stop.code else "in line", line=stop.line, code=stop.code)
    key = "stopped in time" if stop.out_of_time else "unreadable" if stop.unreadable else "stopped"
    told = speak.say(key, cell=cell, kind=stop.kind, place=line, text=stop.text)
    if written := stop.decimal_comma:
        return speak.say("comma", unreadable=told, written=written, meant=written.replace(",", "."))
    return told


def _why_left_out(stop: Stop) -> str:
    return stop.text.removeprefix("The cell ").removeprefix("The check ")


def unjudged_message(checks: Sequence[str], language: str = "en") -> Message:
    """Return that some checks could not be judged, by a fault of the grader."""
    listed = joined((say("`{check}`", check=check) for check in checks), ", ")
    return speaker(language).say("unjudged checks", len(checks) != 1, checks=listed)


def unconfined_message(language: str = "en") -> Message:
    """Return that a notebook ran as any program does."""
    return speaker(language).say("unconfined")


def costs_message(finding: Finding, language: str = "en") -> Message:
    """Return which checks one cause costs, and how many points that is."""
    checks = joined((say("`{check}`", check=each.check.grade_id) for each in finding.checks), ", ")
    return speaker(language).say("costs", finding.lost != 1, checks=checks, points=f"{finding.lost:g}")


def next_message(step: NextStep, day: str, language: str = "en") -> Message:
    """Return what to do next as a sentence.

    Args:
        step: What to do next.
        day: The day's name, such as ``day1``.
        language: The language of the sentence.
    """
    speak = speaker(language)
    if step.action == "report":
        return speak.say("report")
    if not step.number:
        onward = speak.say(step.action, day=place(f"Day {course.day(day).number + 1}"), section=section(LAST_SECTION))
        return speak.say("all correct", day=day.replace("day", "Day ", 1), onward=onward)
    return speak.say(step.action, number=place(step.number), section=section(step.section))


def short_next_message(step: NextStep, language: str = "en") -> Message:
    """Return what to do next in a few words, for a table; empty where nothing is left to do."""
    if not step.number or step.action == "whole day":
        return Message()
    key = "short write" if step.action.startswith("write") else "short mend"
    return speaker(language).say(key, number=step.number, title=step.title)


# What was asked, what was expected, what was given


def _probe(verdict: Verdict) -> Probe:
    name = verdict.question.probe if verdict.question else ""
    return next(probe for probe in probes_of(verdict.check) if probe.name == name)


def _difference(verdict: Verdict, speak: Speaker) -> Message:
    probe, inputs = _probe(verdict), verdict.question.inputs if verdict.question else {}
    words = {name: _input(value) for name, value in inputs.items()}
    question, reason = _head(say(probe.ask, **words)), say(probe.because, **words)
    phrase = _phrase(verdict, probe)
    if isinstance(verdict.given, Missing):
        return speak.say("only given", question=question, given=_given(verdict, probe, phrase, speak))
    if misfit := _misfit(verdict, probe, speak):
        return speak.say("only given", question=question, given=misfit)
    given = _given(verdict, probe, phrase, speak)
    if isinstance(verdict.given, NotAttempted) and not probe.reveal:
        return speak.say("only given", question=question, given=given)
    if verdict.expected is None:
        return speak.say("on paper", question=question, given=given, reason=reason)
    if probe.phrase is None and (excerpts := excerpts_of(verdict.expected, verdict.given, phrase)):
        wanted, came = (speak.say(each.key, **each.values) for each in excerpts)
        expected, given = speak.say("should be", value=wanted), speak.say("given", probe.many, value=came)
    else:
        expected = _expected(verdict.expected, phrase, speak)
    return speak.say(
        "difference", probe.many, question=question, expected=expected, reason=reason, given=capital(given)
    )


def _phrase(verdict: Verdict, probe: Probe) -> Callable[[Any], str]:
    """Return how the two answers of a verdict are told."""
    if probe.phrase is not None and not verdict.in_full:
        return probe.phrase
    wanted = verdict.expected.value if isinstance(verdict.expected, PlainValue) else None
    if isinstance(wanted, str) and wanted and not re.search(r"\w", wanted):
        return _quoted  # A sign such as + would be read as a part of the sentence.
    # Both come out of the same question: a list where it gives none is the learner's own, and is shown as one.
    other = isinstance(verdict.given, PlainValue) and type(verdict.given.value) is not type(wanted)
    return partial(exactly if verdict.in_full else show, spelled=other)


def _quoted(value: Any) -> str:
    return repr(value) if isinstance(value, str) else show(value)


def _input(value: Any) -> Message:
    # An expression's words are an author's, with code in them; every other input is a number or a list of numbers.
    return markup(value) if isinstance(value, str) else literal(show(value))


def _head(question: Message) -> Message:
    """Return a question with a large letter. A name such as dL/da keeps its small one at the head of a sentence."""
    first = question.text().split(" ")[0]
    return capital(question) if first.isalpha() and first.islower() else question


def _expected(answer: Answer, phrase: Callable[[Any], str], speak: Speaker) -> Message:
    if isinstance(answer, Raised):
        return speak.say("should raise", kind=answer.kind)
    return speak.say("should be", value=_value(answer, phrase, speak))


def _value(answer: Answer, phrase: Callable[[Any], str], speak: Speaker) -> Message:
    if isinstance(answer, PlainValue):
        text = brief(phrase(answer.value))
        # The name of a node, `a`, would be read as a word.
        return markup(f"`{text}`") if re.fullmatch(r"[A-Za-z]\d?", text) else literal(text)
    if isinstance(answer, Several):
        return joined((_value(each, phrase, speak) for each in answer.answers), ", ")
    if isinstance(answer, Unexpected):
        return _object(answer, speak)
    return literal(answer.kind if isinstance(answer, Raised) else type(answer).__name__)


def _object(answer: Unexpected, speak: Speaker) -> Message:
    return speak.say("object", kind=answer.kind)


def _given(verdict: Verdict, probe: Probe, phrase: Callable[[Any], str], speak: Speaker) -> Message:
    answer = verdict.given
    if isinstance(answer, Missing):
        return speak.say("missing", name=answer.name)
    if isinstance(answer, Unending):
        return speak.say("no end", after=answer.after)
    if isinstance(answer, Raised):
        return _raised(answer, speak)
    if isinstance(answer, NotAttempted):
        return speak.say("method not written" if probe.reveal else "still empty")
    if isinstance(answer, Unexpected):
        return speak.say("given", value=_object(answer, speak))
    if answer is None:
        return Message()
    return speak.say("given", probe.many, value=_value(answer, phrase, speak))


def _raised(error: Raised, speak: Speaker) -> Message:
    if error.kind == "KeyError" and error.place is None:
        return speak.say("no entry", text=error.text)
    text = speak.say("text of an error", text=brief(error.text).rstrip(".")) if error.text else ""
    if error.reading:
        if said := re.fullmatch(r"'(\w+)' object has no attribute '(\w+)'", error.text):
            return speak.say("has none", name=said[2], kind=_of_kind(said[1]))
        if said := re.search(r"'(\w+)' (?:object is not|has no len)|non-iterable (\w+) object", error.text):
            named = of_error(error.kind, error.text)
            key = "without places" if named is not None and named.id == "error-no-places" else "not several"
            return speak.say(key, kind=_of_kind(said[1] or said[2]))
        return speak.say("another kind", text=text)
    place: Message | str = ""
    if error.place is not None:
        key = "line in" if error.place.function else "line"
        place = speak.say(key, **vars(error.place))
    return speak.say("raises", kind=error.kind, text=text, place=place)


def _of_kind(name: str) -> str:
    """Return a type's name as what is of that type: ``an int``, ``a Value``, ``None``."""
    if name == "NoneType":
        return "None"
    names = {"str": "text", "builtin_function_or_method": "function", "method": "method that is not called"}
    word = names.get(name, name)
    return f"{'an' if word[:1].lower() in 'aeio' else 'a'} {word}"


def _misfit(verdict: Verdict, probe: Probe, speak: Speaker) -> Message:
    """Say that an answer is written in a way that can't be right, whatever the thought behind it."""
    if not verdict.misfit or not isinstance(verdict.given, PlainValue):
        return Message()
    if verdict.misfit in (DECIMAL_COMMA, LAST_COMMA):
        value = verdict.given.value
        return speak.say(verdict.misfit, value=show(value), number=decimal_comma(value))
    choices = ", ".join(map(repr, probe.choices))
    text = str(verdict.given.value)
    return speak.say(verdict.misfit, value=text if verdict.misfit == NO_LIST else repr(text), choices=choices)


# What it is called


def _explanation(verdict: Verdict, speak: Speaker) -> Message:
    entries = [entry for entry in (entry_of(verdict.check, name) for name in verdict.misconceptions) if entry]
    if not entries:
        unknown = speak.say("unknown") if _worth_saying(verdict) else Message()
        return joined([_kind_there(verdict, speak), unknown, _lines(verdict, speak), _still_empty(verdict, speak)])
    mistakes = [_mistake(entry, speak) for entry in entries]
    if verdict.in_general:  # True of every program that answers so.
        told = joined([_kind_there(verdict, speak), mistakes[0]])
    elif len(mistakes) > 1:
        told = speak.say("several mistakes", mistakes=joined(mistakes, speak.say("or").text()))
    else:
        # A number found on paper can come about in many ways, and so can an answer that says little.
        many_ways = verdict.expected is None or verdict.vague
        told = speak.say("one way" if many_ways else "one mistake", mistake=mistakes[0])
    return joined([told, _lines(verdict, speak), _still_empty(verdict, speak)])


def _worth_saying(verdict: Verdict) -> bool:
    """Tell whether to say that a mistake is unknown: an error speaks for itself, and so does an answer on paper."""
    on_paper = any(not probe.reveal for probe in probes_of(verdict.check))
    return verdict.unknown and not isinstance(verdict.given, Raised) and not on_paper


def _kind_there(verdict: Verdict, speak: Speaker) -> Message:
    """Say what in the learner's line is None, or of another type that does not fit."""
    culprit = verdict.given.culprit if isinstance(verdict.given, Raised) else None
    if culprit is None:
        said = verdict.in_general and not isinstance(verdict.given, Raised)
        return speak.say("none") if is_none(verdict.given) and not said else Message()
    if culprit.kind == "NoneType":
        return speak.say("none there", code=culprit.code)
    key = "shadow" if culprit.shadows else "kind there"
    return speak.say(key, code=culprit.code, kind=_of_kind(culprit.kind))


def _lines(verdict: Verdict, speak: Speaker) -> Message:
    """Say which lines of the learner's ran last; the name of a function stands before the first line of it."""
    told, function = [], ""
    for line in verdict.lines:
        key = "own line in" if line.function and line.function != function else "own line"
        told.append(speak.say(key, **vars(line)))
        function = line.function
    return speak.say("lines", len(told) > 1, lines=joined(told, "; ")) if told else Message()


def _still_empty(verdict: Verdict, speak: Speaker) -> Message:
    """Say which questions on paper are not answered yet, but for the one that the verdict is about."""
    asked = verdict.question.probe if verdict.question else ""
    names = [name for name in verdict.empty if name != asked]
    probes = [probe for probe in probes_of(verdict.check) if probe.name in names]
    if not probes:
        return Message()
    questions = joined((markup(probe.ask) for probe in probes[:MOST_QUESTIONS]), "; ")
    if len(probes) > MOST_QUESTIONS:
        questions = speak.say("more questions", questions=questions, count=len(probes) - MOST_QUESTIONS)
    key = "also empty" if isinstance(verdict.given, NotAttempted) else "still to answer"
    return speak.say(key, questions=questions)


def _mistake(entry: Misconception, speak: Speaker) -> Message:
    words = {"title": markup(entry.title), "explanation": markup(entry.verdict)}
    if not entry.section:
        return speak.say("mistake of no section", **words)
    return speak.say("mistake", **words, section=section(entry.section))
