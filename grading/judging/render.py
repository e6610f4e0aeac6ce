# SPDX-License-Identifier: MIT
"""Put results into words: the sentences of verdicts, and what stood in the way of a check.

Nothing is looked up in probes or in the catalogue. The terminal, the notebook, feedback and the class page each show a
:class:`Message` in their own way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from grading.judging.verdict import CORRECT, Verdict
from grading.notebooks import course
from grading.notebooks.cells import SYMPTOMS
from grading.run.messages import Message, Sentence, in_words, sentence

# Where the last day of the course says what comes after it, and where the day after that does.
LAST_SECTION, ONE_MORE_SECTION = "Five days", "Where to go from here"


def message(verdict: Verdict) -> Message:
    """Return what a learner reads of one check."""
    return in_words(_sentences(verdict))


def _sentences(verdict: Verdict) -> Sequence[Sentence]:
    if verdict.outcome == CORRECT:
        return [sentence("Correct.")]
    if verdict.unjudged:
        return [
            sentence(
                "This answer could not be judged. That is a fault of the grader, and says nothing about your answer. "
                "Please report it, with the check and its seed, {seed}.",
                seed=str(verdict.seed),
            )
        ]
    return verdict.sentences


def check_message(result: CheckResult) -> Message:
    """Return what a learner reads of one check of a notebook: the verdict, or what stood in its way."""
    return in_words(_of_check(result))


def _of_check(result: CheckResult) -> Iterator[Sentence]:
    obstacle = result.obstacle
    if isinstance(obstacle, NotRun):
        yield sentence("This check was not run.")
    elif isinstance(obstacle, NoVerdict):
        yield sentence("The verdict of this check can't be read, or the judge did not write it. Grade it again.")
    elif isinstance(obstacle, StubStands):
        yield sentence("Not attempted: {text}.", text=obstacle.text)
    elif isinstance(obstacle, CheckStopped):
        yield _check_stopped(obstacle.stop)
    elif isinstance(obstacle, WaitsFor):
        yield from _waits_for(obstacle.stop, obstacle.name)
    elif isinstance(obstacle, DoesNotDefine):
        yield _does_not_define(obstacle)
    elif isinstance(obstacle, Halted):
        yield from _stopped(obstacle.stop)
        if obstacle.name:
            yield sentence(
                "Until it runs to its end, `{name}` is not defined and nothing of it can be checked.",
                name=obstacle.name,
            )
    if result.verdict and (obstacle is None or (isinstance(obstacle, Halted) and not obstacle.name)):
        yield from _sentences(result.verdict)


def finding_message(finding: Finding) -> Message:
    """Return what a learner reads of one cause, with a link to what others saw in the exercise."""
    return in_words([*_of_check(finding.first), *_symptoms(finding)])


def symptoms_message(finding: Finding) -> Message:
    """Return where to read what others saw in the exercise, with the row of a named mistake; may be empty."""
    return in_words(_symptoms(finding))


def _symptoms(finding: Finding) -> Iterator[Sentence]:
    verdict = finding.first.verdict
    rows = [name.symptom for name in verdict.names] if verdict else []
    if finding.table and len(rows) == 1 and rows[0]:
        yield sentence(
            'See the common errors: {table:link}, the row "{row}".',
            table=finding.table,
            row=Sentence.quoting(rows[0]),
        )
    elif finding.table not in ("", SYMPTOMS):
        yield sentence("See the common errors: {table:link}.", table=finding.table)


def _check_stopped(stop: Stop) -> Sentence:
    """Say how a check's visible part stopped: the text of an assertion says all itself."""
    if stop.ended_the_kernel:
        return sentence("The check was left out: {text}.", text=Sentence.quoting(stop.text))
    if stop.out_of_time:
        return sentence("The check did not come to its end in time: it was stopped.")
    if stop.kind == "AssertionError" and stop.text:
        return sentence("{text}.", text=stop.text)
    if stop.kind == "AssertionError":
        return sentence("The check stopped in line {line}, `{code}`.", line=stop.line, code=stop.code)
    if stop.line:
        return sentence(
            "The check stopped: {kind} in line {line}, `{code}`: {text}.",
            kind=stop.kind,
            line=stop.line,
            code=stop.code,
            text=stop.text,
        )
    return sentence("{kind}: {text}.", kind=stop.kind, text=stop.text)


def _waits_for(stop: Stop, name: str) -> Iterator[Sentence]:
    if stop.unwritten:
        yield sentence(
            "This waits for exercise {number:place}, which defines `{name}`: {text}.",
            number=stop.number,
            name=name,
            text=stop.text,
        )
    else:
        yield sentence("This waits for exercise {number:place}, which defines `{name}`.", number=stop.number, name=name)
        yield from _stopped(stop)


def _does_not_define(obstacle: DoesNotDefine) -> Sentence:
    known = {"number": obstacle.number, "name": obstacle.name}
    if obstacle.alike == obstacle.name:
        return sentence(
            "The answer cell of exercise {number:place} names `{name}`, and yet it is not defined when it is asked "
            "for. Was it deleted, or taken from elsewhere?",
            **known,
        )
    if obstacle.alike:
        return sentence(
            "The answer cell of exercise {number:place} runs to its end and does not define `{name}`; "
            "it defines `{alike}`.",
            **known,
            alike=obstacle.alike,
        )
    return sentence("The answer cell of exercise {number:place} runs to its end and does not define `{name}`.", **known)


def _stopped(stop: Stop) -> Iterator[Sentence]:
    """Yield how an answer cell or a given cell stopped, and where."""
    known = {"number": stop.number, "error": f"{stop.kind}: {stop.text}"}
    if not stop.number:
        yield sentence("The given cell stopped: {error}.", **known)
    elif stop.ended_the_kernel:
        yield sentence(
            "The answer cell of exercise {number:place} was left out: {text}.",
            **known,
            text=Sentence.quoting(stop.text),
        )
    elif stop.out_of_time:
        yield sentence("The answer cell of exercise {number:place} did not come to its end in time.", **known)
    elif stop.unreadable:
        yield sentence("The answer cell of exercise {number:place} could not be read: {error}.", **known)
    else:
        yield sentence("The answer cell of exercise {number:place} stopped: {error}.", **known)
    if stop.line and stop.code and not stop.ended_the_kernel:
        yield sentence("See its line {line}, `{code}`.", line=stop.line, code=stop.code)
    elif stop.line and not stop.ended_the_kernel:
        yield sentence("See its line {line}.", line=stop.line)
    if written := stop.decimal_comma:
        yield sentence(
            "A decimal mark is a point: {written} is two numbers, {meant} is one.",
            written=written,
            meant=written.replace(",", "."),
        )


def unjudged_message(checks: Sequence[str]) -> Message:
    """Return that some checks could not be judged, by a fault of the grader."""
    if len(checks) == 1:
        return sentence(
            "{check:code} could not be judged, by a fault of the grader. Its points are not counted.", check=checks[0]
        ).message()
    return sentence(
        "{checks:code} could not be judged, by a fault of the grader. Their points are not counted.",
        checks=tuple(checks),
    ).message()


def unconfined_message() -> Message:
    """Return that a notebook ran as any program does."""
    return sentence(
        "Nothing was confined: this notebook ran with all your rights, so grade only your own work like this. "
        "`python -m grading selftest` says why."
    ).message()


def costs_message(finding: Finding) -> Message:
    """Return which checks one cause costs, and how many points that is."""
    checks = tuple(each.check.grade_id for each in finding.checks)
    if finding.lost == 1:
        return sentence("This costs 1 point: {checks:code}.", checks=checks).message()
    return sentence("This costs {points} points: {checks:code}.", points=f"{finding.lost:g}", checks=checks).message()


def next_message(step: NextStep, day: str) -> Message:
    """Return what to do next as sentences."""
    return in_words(_next(step, day))


def _next(step: NextStep, day: str) -> Iterator[Sentence]:
    if step.action == "report":
        yield sentence(
            "Nothing is left for you to fix. What could not be judged is a fault of the grader: please report it."
        )
    elif not step.number:
        yield sentence("All of {day} is correct.", day=day.replace("day", "Day ", 1))
        if step.action == "next day":
            yield sentence("Go on to {day:place}.", day=f"Day {course.day(day).number + 1}")
        elif step.action == "one day more":
            yield sentence(
                "That is one day more than the whole course. {section:section} says where to go next.",
                section=ONE_MORE_SECTION,
            )
        else:
            yield sentence("That is the whole course. {section:section} says where to go next.", section=LAST_SECTION)
    elif step.action == "whole day":
        yield sentence("Exercise {number:place} is correct. `check()` grades the whole day.", number=step.number)
    elif step.action == "write needed":
        yield sentence("Write exercise {number:place}, which another one needs.", number=step.number)
    elif step.action == "write":
        yield sentence("Write exercise {number:place}.", number=step.number)
    elif step.action == "read and mend":
        yield sentence(
            "Read the section {section:section} again, then fix exercise {number:place}.",
            section=step.section,
            number=step.number,
        )
    else:
        yield sentence("Fix exercise {number:place}.", number=step.number)


def short_next_message(step: NextStep) -> Message:
    """Return what to do next in a few words, for a table; empty where nothing is left to do."""
    if not step.number or step.action == "whole day":
        return Message()
    if step.action.startswith("write"):
        return sentence("write {number} {title}", number=step.number, title=step.title).message()
    return sentence("fix {number} {title}", number=step.number, title=step.title).message()
