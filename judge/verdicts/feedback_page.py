# SPDX-License-Identifier: MIT
"""What a learner gets back of a graded notebook: one HTML page.

It shows the points, each check by its claim with its verdict, the answer as it was graded and what the answer printed.
The course's own text is left out, and so is the source of the checks, which holds hidden tests. The page holds no
script and loads nothing. What the learner wrote or printed is text there, whatever it holds; the only outputs that are
shown as pictures are PNG.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup
from nbconvert.filters import strip_ansi

from judge.notebooks import course
from judge.notebooks.about import about
from judge.notebooks.cells import OWN_WORDS, grade_id, is_solution
from judge.run.messages import Message, Sentence
from judge.run.words import say, template
from judge.verdicts import render
from judge.verdicts.card import as_html
from judge.verdicts.marking import source_notebook
from judge.verdicts.pages import rendered
from judge.verdicts.pictures import drawable, drawing
from judge.verdicts.results import CheckResult, ExerciseResult, Finding, Result
from judge.verdicts.verdict import MARKS, NOT_ATTEMPTED, NOT_YET

# The most that is shown of a cell: of its source, of what it printed, and of its pictures.
SOURCE, PRINTED = (400, 40_000), (60, 6_000)  # Lines, and characters
MOST_OUTPUTS, MOST_PICTURES, LARGEST_PICTURE, LONGEST_SIDE = 200, 4, 400_000, 4_000
# Of the words of a picture, and of a verdict: an error of the learner's may say any number of them.
LONGEST_WORDS, LONGEST_VERDICT = 400, 4_000

TEMPLATE = "feedback.html.jinja"
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Score:
    """What the gradebook holds of a check."""

    automatic: float | None  # the points that autograding gave; None where it gave none
    by_hand: float | None = None  # the points that somebody gave instead; None where nobody did
    extra: float = 0.0  # points on top of either

    @property
    def points(self) -> float:
        """The points that count: what somebody gave by hand, else those of autograding; with the extra ones."""
        return (self.by_hand if self.by_hand is not None else self.automatic or 0.0) + self.extra

    @property
    def change(self) -> float:
        """What was given or taken by hand."""
        return self.points - (self.automatic or 0.0)


@dataclass(frozen=True)
class Grades:
    """What the gradebook holds of a notebook."""

    student: str  # the student's id
    name: str = ""  # "" where none is known
    scores: Mapping[str, Score] = field(default_factory=dict)  # by the grade_id of the check
    comments: Mapping[str, str] = field(default_factory=dict)  # by the grade_id of the answer cell
    late_penalty: float = 0.0  # the points that handing in late costs

    def score(self, check: CheckResult) -> Score:
        """Return the score of a check; that of its verdict where the gradebook holds none."""
        return self.scores.get(check.check.grade_id, Score(check.points))


def page(notebook: Any, result: Result, grades: Grades) -> str:
    """Return the feedback page of a graded notebook as HTML, which loads nothing from outside."""
    heading = say("{title}: feedback", title=result.title or result.assignment.name)
    answers = {str(grade_id(cell)): cell for cell in notebook.cells if is_solution(cell)}
    text = rendered(
        TEMPLATE,
        heading=heading,
        title=say("{heading} for {student}", heading=heading, student=grades.student),
        facts=list(_facts(result, grades)),
        step=result.next_step,
        next=_html(render.next_message(result.next_step, result.assignment.name)),
        notes=result.warnings,
        exercises=[
            _exercise(each, answers.get(each.exercise.id), grades, result.first_to_fix) for each in result.exercises
        ],
        penalty=_signed(-grades.late_penalty) if grades.late_penalty else "",
        total=_total(result, grades),
        own_words=_own_words(notebook, result.assignment),
        marks=MARKS,
        marked=_marked,
    )
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)  # A sign that no page can hold.


def _html(message: Message) -> Markup:
    return Markup(message.html())


def _marked(text: str) -> Markup:
    """Return an author's sentence with what stands between backticks as code."""
    return _html(Sentence.quoting(text).message())


def _facts(result: Result, grades: Grades) -> Iterator[tuple[str, str]]:
    """Yield what stands at the head of the page, each with its name."""
    named = Markup("<bdi>{}</bdi> ({})").format(grades.name, grades.student)
    yield say("Student"), named if grades.name else grades.student
    if about().sentences.assignment:
        yield say("Day"), f"{result.assignment.number}"
    else:
        yield say("Assignment"), result.assignment.name
    yield say("Points"), _total(result, grades)
    if changed := _by_hand([grades.score(check) for check in result.checks]):
        yield from zip((say("Automatic"), say("By hand")), changed, strict=True)
    if grades.late_penalty:
        yield say("Late penalty"), _signed(-grades.late_penalty)


def _total(result: Result, grades: Grades) -> str:
    points = max(0.0, sum(grades.score(check).points for check in result.checks) - grades.late_penalty)
    judged, not_all = template("{points:g} of {most:g}"), template("{points:g} of {most:g}, {unjudged:g} not judged")
    text = not_all if result.unjudged else judged
    return say(text, points=points, most=result.max_points, unjudged=result.unjudged_points)


def _signed(points: float) -> str:
    return f"{MINUS}{-points:g}" if points < 0 else f"+{points:g}" if points else "0"


def _of_points(points: float, most: float) -> str:
    if most == 1:
        return say("{points:g} of 1 point", points=points)
    return say("{points:g} of {most:g} points", points=points, most=most)


def _by_hand(scores: Sequence[Score]) -> tuple[str, str] | None:
    """Return the points that autograding gave, and what was changed by hand; None where nothing was."""
    if not any(score.by_hand is not None or score.extra for score in scores):
        return None
    return f"{sum(score.automatic or 0.0 for score in scores):g}", _signed(sum(score.change for score in scores))


# An exercise


def _exercise(result: ExerciseResult, answer: Any, grades: Grades, opened: Finding | None) -> dict[str, Any]:
    scores = [grades.score(check) for check in result.checks]
    points, most = sum(score.points for score in scores), result.exercise.points
    findings = {check.check.grade_id: finding for finding in result.findings for check in finding.checks}
    attempted = answer is not None and result.outcome != NOT_ATTEMPTED
    return {
        "result": result,
        "title": f"{result.exercise.number} {result.exercise.title}",
        "share": say("{points:g} of {most:g}", points=points, most=most),
        "points": _of_points(points, most),
        "by_hand": _by_hand(scores),
        "comment": grades.comments.get(result.exercise.id, ""),
        "checks": [
            _check(check, findings.get(check.check.grade_id), score, opened)
            for check, score in zip(result.checks, scores, strict=True)
        ],
        "graph": _graph(result),
        "answer": None if answer is None else _capped(answer.source.rstrip(), *SOURCE),
        "shown": _outputs(answer.get("outputs", [])) if attempted else None,
    }


def _check(result: CheckResult, finding: Finding | None, score: Score, opened: Finding | None) -> dict[str, Any]:
    extra = say("With 1 point extra.") if score.extra == 1 else say("With {points:g} points extra.", points=score.extra)
    first = finding is not None and finding.first is result
    return {
        "outcome": result.outcome,
        "declared": result.check,
        "points": _of_points(score.points, result.check.points),
        "score": score,
        "extra": extra if score.extra else "",
        "is_open": first and finding == opened,
        "card": _card(finding) if finding and first else "",
        "costs": _costs(finding) if finding and first else "",
        "same_as": finding.first.check if finding and not first else None,
    }


def _card(finding: Finding) -> Markup:
    """Return what is wrong, and what to read again."""
    return Markup(as_html(render.finding_card(finding), longest=LONGEST_VERDICT))


def _costs(finding: Finding) -> Markup:
    """Return how many checks a cause costs; "" where it is one."""
    several = len(finding.checks) > 1 and finding.first.outcome == NOT_YET
    return _html(render.costs_message(finding)) if several else Markup()


def _graph(result: ExerciseResult) -> dict[str, Any] | None:
    """Return the smallest graph that a check of the exercise goes wrong on, drawn and in words."""
    found = [check for check in result.checks if check.graph is not None and drawable(check.graph)]
    if not found:
        return None
    check = min(found, key=lambda each: len(each.graph["nodes"] if each.graph else ()))
    drawn = drawing(check.graph or {})
    svg = base64.b64encode(drawn.svg.encode()).decode() if drawn.svg is not None else ""
    return {"claim": check.check.called, "svg": svg, "drawing": drawn}


# What the learner wrote, and what it printed


@dataclass
class Shown:
    """What is shown of a cell, or of its outputs, and what is left out."""

    lines: list[str]
    left_out: int  # how many more lines there are
    pictures: Sequence[Mapping[str, Any]] = ()  # each as the names that the template uses
    sentences: Sequence[str] = ()  # what else was left out

    def __bool__(self) -> bool:
        return bool(self.lines or self.left_out or self.pictures or self.sentences)


def _capped(text: str, most: int, characters: int) -> Shown:
    """Return the first lines of a text, and of the last of them no more than there is room for."""
    lines, kept = text.split("\n") if text.strip() else [], []
    for line in lines[:most]:
        if characters <= 0:
            break
        kept.append(line if len(line) <= characters else f"{line[:characters]} ...")
        characters -= len(line) + 1
    return Shown(kept, len(lines) - len(kept))


def _outputs(outputs: Sequence[Any]) -> Shown:
    """Return what an answer cell showed: its text and its PNG pictures; the rest is named and left out."""
    printed: list[str] = []
    pictures: list[dict[str, Any]] = []
    gone: list[str] = []
    for output in outputs[:MOST_OUTPUTS]:
        data = output.get("data", {}) if output.output_type in ("display_data", "execute_result") else {}
        picture = _picture(data) if len(pictures) < MOST_PICTURES else None
        if picture:
            pictures.append(picture)
        else:
            printed.append(_words_of(output, data))
        gone += [_kind(mime, bool(picture)) for mime in data]
    shown, sentences = _capped(plain("".join(printed)).strip("\n"), *PRINTED), []
    if kinds := ", ".join(dict.fromkeys(filter(None, gone))):
        sentences.append(say("Your notebook shows what is left out here: {kinds}.", kinds=kinds))
    if len(outputs) > MOST_OUTPUTS:
        sentences.append(say("{count:,} more outputs are left out here.", count=len(outputs) - MOST_OUTPUTS))
    return Shown(shown.lines, shown.left_out, pictures, sentences)


def _words_of(output: Any, data: Mapping[str, Any]) -> str:
    """Return what an output says as text, with a line end behind it."""
    if output.output_type == "stream":
        return _joined(output.get("text", ""))
    if output.output_type == "error":
        return f"\n{output.get('ename', '')}: {output.get('evalue', '')}\n"
    text = _joined(data.get("text/plain", ""))
    return f"{text}\n" if text else ""


def _joined(text: Any) -> str:
    return "".join(map(str, text)) if isinstance(text, list) else text if isinstance(text, str) else ""


def _kind(mime: str, shown: bool) -> str:
    """Return what to call a part of an output that is not shown; "" for one that is, or that says the same."""
    if (mime.startswith("text/") and mime != "text/html") or (shown and mime == "image/png"):
        return ""
    kinds = {
        "text/html": "HTML",
        "image/svg+xml": say("a drawing in SVG"),
        "application/javascript": "JavaScript",
        "image/png": say("a picture"),
        "image/jpeg": say("a picture"),
    }
    return kinds.get(mime) or say("an output of another kind")


_PNG = b"\x89PNG\r\n\x1a\n"


def _picture(data: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the PNG of an output; None where there is none, or none of a size that a page can hold."""
    try:
        png = base64.b64decode("".join(_joined(data.get("image/png", "")).split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    if not png.startswith(_PNG) or not 24 <= len(png) <= LARGEST_PICTURE:
        return None
    width, height = struct.unpack(">II", png[16:24])
    if not (0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE):
        return None
    words = " ".join(plain(_joined(data.get("text/plain", ""))).split())
    said = "" if words.startswith("<") else words[:LONGEST_WORDS]  # What matplotlib says of a figure is its size.
    return {
        "data": base64.b64encode(png).decode(),
        "alternative": said or say("A picture that came without words; the answer above made it."),
        "width": width,
        "height": height,
    }


def _own_words(notebook: Any, assignment: course.Assignment) -> list[str] | None:
    """Return what the learner wrote in their own words; None where nothing asks for it."""
    texts, released = _own_texts(notebook), _own_texts(source_notebook(assignment))
    written = [_capped(text, *SOURCE) for text in texts if text and text not in released]
    return ["\n".join(one.lines) for one in written] if texts else None


def _own_texts(notebook: Any) -> list[str]:
    return [cell.source.strip() for cell in notebook.cells if OWN_WORDS in cell.metadata.get("tags", [])]


# Text that means itself

# Signs that no page should hold.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def plain(text: str) -> str:
    """Return a text as a terminal would leave it: without colours, and of a line that is written over the last form."""
    lines = strip_ansi(text).replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines)
