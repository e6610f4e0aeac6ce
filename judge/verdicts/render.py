# SPDX-License-Identifier: MIT
"""Put results into words: the cards of verdicts, and what stood in the way of a check.

Nothing is looked up in probes or in the catalogue. :mod:`judge.verdicts.card` shows a card in each medium.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.notebooks import course
from judge.notebooks.about import about
from judge.run.messages import SECTION, Argument, Message, Sentence, sentence
from judge.run.words import say, template, translated
from judge.verdicts.card import ERRORS, READ, Part, as_message
from judge.verdicts.results import (
    CHECK_CELL,
    LEFT_OUT,
    OTHER_CELL,
    OUT_OF_TIME,
    OWN_CELL,
    STOPPED,
    UNREADABLE,
    CellStopped,
    CheckResult,
    DoesNotDefine,
    Finding,
    NextStep,
    NotRun,
    NoVerdict,
    Obstacle,
    Result,
    Stop,
    StubStands,
)
from judge.verdicts.verdict import CORRECT, Verdict
from judge.verdicts.wording import empty

# What stands in the way of a check, where its kind says all.
OBSTACLES = {
    NotRun: template("This check was not run."),
    NoVerdict: template("The verdict of this check can't be read, or the judge did not write it. Grade it again."),
}
# How a check's visible part and an answer cell stopped. What both say of any other error follows below.
CHECK_STOPPED = {
    LEFT_OUT: template("The check was left out: {text}."),
    OUT_OF_TIME: template("The check did not come to its end in time: it was stopped."),
}
ANSWER_STOPPED = {
    LEFT_OUT: template("The answer cell of exercise {number:place} was left out: {text}."),
    OUT_OF_TIME: template("The answer cell of exercise {number:place} did not come to its end in time."),
    UNREADABLE: template("The answer cell of exercise {number:place} could not be read: {error}."),
    STOPPED: template("The answer cell of exercise {number:place} stopped: {error}."),
}
# What to do next, by the action of a :class:`NextStep`.
NEXT = {
    "report": template(
        "Nothing is left for you to fix. What could not be judged is a fault of the grader: please report it."
    ),
    "next day": template("All of {day} is correct. Go on to {next:place}."),
    "whole course": template(
        "All of {day} is correct. That is the whole course. {five_days:section} says where to go next."
    ),
    "one day more": template("All of {day} is correct. {after:section} says where to go next."),
    "no section": template("All of {day} is correct. That is the whole course."),
    "go on": template("Exercise {number:place} is correct. Go on with the text below it."),
    "write needed": template("Write exercise {number:place}, which another one needs."),
    "write": template("Write exercise {number:place}."),
    "read and mend": template("Read the section {section:section} again, then fix exercise {number:place}."),
    "mend": template("Fix exercise {number:place}."),
}
# By its action, the field that names the section which says what comes after it.
SECTIONS = {"whole course": "five_days", "one day more": "after"}


def message(verdict: Verdict) -> Message:
    """Return what a learner reads of one check, as one text."""
    return as_message(_card(verdict))


def _card(verdict: Verdict) -> Sequence[Part]:
    if verdict.outcome == CORRECT:
        return [Part.of("", sentence("Correct."))]
    fault = sentence(
        "This answer could not be judged. That is a fault of the grader, and says nothing about your answer. "
        "Please report it, with the check and its seed, {seed}.",
        seed=str(verdict.seed),
    )
    return [Part.of("", fault)] if verdict.unjudged else verdict.card


def check_message(result: CheckResult) -> Message:
    """Return what a learner reads of one check of a notebook, as one text."""
    return as_message(check_card(result))


def check_card(result: CheckResult) -> list[Part]:
    """Return what a learner reads of one check of a notebook: the verdict, or what stood in its way."""
    sentences = tuple(_of_obstacle(result.obstacle))
    card = [Part("", sentences)] if sentences else []
    obstacle = result.obstacle
    asked = isinstance(obstacle, CellStopped) and obstacle.cell == OWN_CELL and not obstacle.name
    if result.verdict and (obstacle is None or asked):
        card += _card(result.verdict)
    return card


def _of_obstacle(obstacle: Obstacle | None) -> Iterator[Sentence]:
    if isinstance(obstacle, CellStopped):
        yield from CELL_STOPPED[obstacle.cell](obstacle.stop, obstacle.name)
    elif isinstance(obstacle, DoesNotDefine):
        yield _does_not_define(obstacle)
    elif isinstance(obstacle, StubStands):
        yield sentence("Not attempted: {text}.", text=empty.of_stub(obstacle.text))
    elif obstacle is not None:
        yield Sentence(OBSTACLES[type(obstacle)])


def finding_card(finding: Finding) -> list[Part]:
    """Return what a learner reads of one cause, with the row of the common errors that fits a named mistake."""
    card, section = check_card(finding.first), finding.first.section
    # A verdict from before cards names the section in a sentence.
    if section and (SECTION, translated(section)) not in as_message(card).parts:
        card.append(Part.of(READ, sentence("{section:section}", section=section)))
    verdict = finding.first.verdict
    rows = [name.symptom for name in verdict.names] if verdict else []
    if finding.table and len(rows) == 1 and rows[0]:
        text = template('{table:link}, the row "{row}"')
        card.append(Part.of(ERRORS, Sentence(text, {"table": finding.table, "row": Sentence.quoting(rows[0])})))
    return card


def _known(stop: Stop) -> dict[str, Argument]:
    """Return what sentences say of a cell that stopped."""
    # Why a cell was left out is the course's own text, with code in it.
    text = Sentence.quoting(stop.text) if stop.how == LEFT_OUT else stop.text
    return {**vars(stop), "text": text, "error": f"{stop.kind}: {stop.text}"}


def _check_stopped(stop: Stop, _name: str) -> Iterator[Sentence]:
    """Yield how a check's visible part stopped: the text of an assertion says all itself."""
    if stop.how in CHECK_STOPPED:
        text = CHECK_STOPPED[stop.how]
    elif stop.kind == "AssertionError":
        text = template("{text}.") if stop.text else template("The check stopped in line {line}, `{code}`.")
    elif stop.line:
        text = template("The check stopped: {kind} in line {line}, `{code}`: {text}.")
    else:
        text = template("{kind}: {text}.")
    yield Sentence(text, _known(stop))


def _own_stopped(stop: Stop, name: str) -> Iterator[Sentence]:
    """Yield how the exercise's own answer cell stopped, and what that leaves undefined."""
    yield from _stopped(stop)
    if name:
        text = template("Until it runs to its end, `{name}` is not defined and nothing of it can be checked.")
        yield Sentence(text, {"name": name})


def _other_stopped(stop: Stop, name: str) -> Iterator[Sentence]:
    """Yield for which other exercise a check waits, and how its cell stopped if it is written."""
    known = {**_known(stop), "name": name}
    if stop.unwritten:
        yield Sentence(template("This waits for exercise {number:place}, which defines `{name}`: {text}."), known)
    else:
        yield Sentence(template("This waits for exercise {number:place}, which defines `{name}`."), known)
        yield from _stopped(stop)


# What says how a cell stopped that stood in the way of a check.
CELL_STOPPED = {CHECK_CELL: _check_stopped, OWN_CELL: _own_stopped, OTHER_CELL: _other_stopped}


def _does_not_define(obstacle: DoesNotDefine) -> Sentence:
    if obstacle.alike == obstacle.name:
        text = template(
            "The answer cell of exercise {number:place} names `{name}`, and yet it is not defined when it is asked "
            "for. Was it deleted, or taken from elsewhere?"
        )
    elif obstacle.alike:
        text = template(
            "The answer cell of exercise {number:place} runs to its end and does not define `{name}`; "
            "it defines `{alike}`."
        )
    else:
        text = template("The answer cell of exercise {number:place} runs to its end and does not define `{name}`.")
    return Sentence(text, vars(obstacle))


def _stopped(stop: Stop) -> Iterator[Sentence]:
    """Yield how an answer cell or a given cell stopped, and where."""
    known = _known(stop)
    yield Sentence(ANSWER_STOPPED[stop.how] if stop.number else template("The given cell stopped: {error}."), known)
    if stop.line and stop.how != LEFT_OUT:
        where = template("See its line {line}, `{code}`.") if stop.code else template("See its line {line}.")
        yield Sentence(where, known)
    if written := stop.decimal_comma:
        text = template("A decimal mark is a point: {written} is two numbers, {meant} is one.")
        yield Sentence(text, {"written": written, "meant": written.replace(",", ".")})


def unjudged_message(claims: Sequence[str]) -> Message:
    """Return that the checks with some claims could not be judged, by a fault of the grader."""
    one = template("This check could not be judged, by a fault of the grader: {claims}. Its points are not counted.")
    several = template(
        "These checks could not be judged, by a fault of the grader: {claims}. Their points are not counted."
    )
    return _of_claims(one if len(claims) == 1 else several, claims)


def lacking_message(claims: Sequence[str]) -> Message:
    """Return that the checks with some claims need a package that no browser has."""
    one = template(
        "This check needs a package that no browser has: {claims}. It costs no point here: your computer judges it."
    )
    several = template(
        "These checks need a package that no browser has: {claims}. They cost no point here: your computer judges them."
    )
    return _of_claims(one if len(claims) == 1 else several, claims)


def _of_claims(text: str, claims: Sequence[str]) -> Message:
    quoted = (sentence('"{claim}"', claim=Sentence.quoting(claim.rstrip("."))) for claim in claims)
    return Sentence(text, {"claims": tuple(quoted)}).message()


def unconfined_message() -> Message:
    """Return that a notebook ran as any program does."""
    return sentence(
        "Nothing was confined: this notebook ran with all your rights, so grade only your own work like this. "
        "`python -m grading selftest` says why."
    ).message()


def core_message(result: Result) -> Message:
    """Return that the assignment's core is done; empty where it is not, or where nothing extra is left."""
    if not result.core_done:
        return Message()
    text = template("Core done: {points} of {most} points. Enough for today; part two is extra.")
    return Sentence(text, {"points": f"{result.points:g}", "most": f"{result.max_points:g}"}).message()


def costs_message(finding: Finding) -> Message:
    """Return how many checks one cause costs, and how many points that is."""
    text = template("{count} checks fail for this reason. Together they cost {points} points.")
    if finding.lost == 1:
        text = template("{count} checks fail for this reason. Together they cost 1 point.")
    return Sentence(text, {"count": len(finding.checks), "points": f"{finding.lost:g}"}).message()


def next_message(step: NextStep, assignment: str) -> Message:
    """Return what to do next as sentences."""
    sentences = about().sentences
    known = {**vars(step), "day": assignment_name(assignment), "next": assignment_name(_after(assignment))}
    known |= {"five_days": sentences.after_all, "after": sentences.after_extra}
    has_no_section = step.action in SECTIONS and not known[SECTIONS[step.action]]
    return Sentence(NEXT["no section" if has_no_section else step.action], known).message()


def assignment_name(name: str) -> str:
    """Return how an assignment is called in the reader's language, such as ``Day 2`` for ``day2``."""
    text, names = about().sentences.assignment, _names()
    return say(text, number=names.index(name) + 1) if text and name in names else name


def _after(assignment: str) -> str:
    """Return the name of the assignment after one, whether it is there yet or not; the last one's for that."""
    names = _names()
    return names[min(names.index(assignment) + 1, len(names) - 1)] if assignment in names else assignment


def _names() -> list[str]:
    return list(about().assignments) or [assignment.name for assignment in course.assignments()]


def short_next_message(step: NextStep) -> Message:
    """Return what to do next in a few words, for a table; empty where nothing is left to do."""
    if not step.is_work:
        return Message()
    write, fix = template("write {number} {title}"), template("fix {number} {title}")
    return Sentence(write if step.action.startswith("write") else fix, vars(step)).message()
