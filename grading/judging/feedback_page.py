# SPDX-License-Identifier: MIT
"""What a learner gets back of a graded notebook: one HTML page.

It tells the points, each check by its claim with its verdict, the answer as it was graded and what the answer printed.
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
from html import escape
from typing import Any

from grading.judging import render
from grading.judging.marking import source_notebook
from grading.judging.messages import literal, section
from grading.judging.pictures import drawable
from grading.judging.results import CheckResult, ExerciseResult, Finding, Result
from grading.judging.verdict import MARKS, NOT_ATTEMPTED, NOT_YET
from grading.notebooks import course
from grading.notebooks.cells import OWN_WORDS, grade_id, is_solution
from gradtools.draw import draw_failing

__all__ = ["Grades", "Score", "page", "plain"]

# The most that is shown of a cell: of its source, of what it printed, and of its pictures.
SOURCE, PRINTED = (400, 40_000), (60, 6_000)  # Lines, and characters
MOST_OUTPUTS, MOST_PICTURES, LARGEST_PICTURE, LONGEST_SIDE = 200, 4, 400_000, 4_000
# Of the words of a picture, and of a verdict: an error of the learner's may say any number of them.
LONGEST_WORDS, LONGEST_VERDICT = 400, 4_000

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Score:
    """What the gradebook holds of a check.

    Attributes:
        automatic: The points that autograding gave; None where it gave none.
        by_hand: The points that somebody gave instead; None where nobody did.
        extra: Points on top of either.
    """

    automatic: float | None
    by_hand: float | None = None
    extra: float = 0.0

    @property
    def points(self) -> float:
        """The points that count."""
        return (self.by_hand if self.by_hand is not None else self.automatic or 0.0) + self.extra

    @property
    def change(self) -> float:
        """What was given or taken by hand."""
        return self.points - (self.automatic or 0.0)


@dataclass(frozen=True)
class Grades:
    """What the gradebook holds of a notebook.

    Attributes:
        student: The student's id.
        name: The student's name; "" where none is known.
        scores: By the grade_id of the check.
        comments: What somebody wrote to an answer, by the grade_id of its cell.
        late_penalty: The points that handing in late costs.
    """

    student: str
    name: str = ""
    scores: Mapping[str, Score] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)
    late_penalty: float = 0.0

    def score(self, check: CheckResult) -> Score:
        """Return the score of a check; that of its verdict where the gradebook holds none."""
        return self.scores.get(check.check.grade_id, Score(check.points))


def page(notebook: Any, result: Result, grades: Grades) -> str:
    """Return the page of a graded notebook.

    Args:
        notebook: The notebook as it was graded, with outputs.
        result: What :func:`grading.judging.marking.read_results` read off it.
        grades: What the gradebook holds of it.
    """
    title = f"{result.title or result.day.name}: feedback"
    answers = {str(grade_id(cell)): cell for cell in notebook.cells if is_solution(cell)}
    parts = [
        f"<h1>{_escaped(title)}</h1>",
        _summary(result, grades),
        _next(result),
        _notes(result.warnings),
        _table_of_points(result, grades),
        *(_exercise(each, answers.get(each.exercise.id), grades) for each in result.exercises),
        _own_words(notebook, result.day),
        "<p class='foot'>This page shows what was graded: your answer cells. The text of the course, and the cells "
        "that you added, stand in your notebook.</p>",
    ]
    head = HEAD.replace("TITLE", _escaped(f"{title} for {grades.student}")).replace("STYLE", STYLE)
    return _readable(head + "\n".join(filter(None, parts)) + "\n</main>\n</body>\n</html>\n")


HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>TITLE</title>
<style>
STYLE</style>
</head>
<body>
<main>
"""

STYLE = """\
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #4d4d4d; --paper: #ffffff; --raised: #f4f4f1;
  --line: #d0d0d0; --rule: #767676; --link: #0b4f8a; --correct: #0a5c41; --not-yet: #8f3a00; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --soft: #b8bcc2; --paper: #16181b; --raised: #23262b;
    --line: #42464d; --rule: #8a8f96; --link: #9ecbff; --correct: #7fd8ae; --not-yet: #ffb27d; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0;
  overflow-wrap: anywhere; }
main { max-width: 50rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; }
a { color: var(--link); }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 1rem 0 .5rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--rule);
  padding-bottom: .25rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .35rem; }
p { margin: .5rem 0; }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 1rem 0; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; font-size: 1.25rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line);
  overflow-wrap: normal; }
th:last-child, td:last-child { padding-right: 0; }
thead th { border-bottom: 2px solid var(--rule); }
tbody th { font-weight: 400; }
tfoot th, tfoot td { font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.number .share, tfoot .number { white-space: nowrap; }
.mark { white-space: nowrap; font-weight: 600; }
.correct { color: var(--correct); }
.not-yet { color: var(--not-yet); }
.checks { list-style: none; margin: .5rem 0; padding: 0; }
.checks li { border-top: 1px solid var(--line); padding: .5rem 0; }
.checks p { margin: .3rem 0; }
.claim { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
.claim .mark { min-width: 5.25rem; }
.claim span:nth-child(2) { flex: 1 1 20rem; }
.share, .foot, figcaption { color: var(--soft); font-size: .875rem; }
.next, .notes, .comment { border-left: 4px solid var(--rule); background: var(--raised); margin: 1rem 0;
  padding: .25rem 1rem; }
.words, blockquote { white-space: pre-wrap; margin: .25rem 0; unicode-bidi: isolate; }
code { font-size: .9em; background: var(--raised); padding: 0 .2em; }
code.id { color: var(--soft); background: none; padding: 0; display: inline-block; }
pre { background: var(--raised); margin: .25rem 0; padding: .6rem .75rem; font-size: .8125rem; line-height: 1.45;
  white-space: pre-wrap; overflow: auto; max-height: 32rem; counter-reset: line; }
pre code { font-size: 1em; padding: 0; }
pre span { display: block; position: relative; padding-left: 2.5rem; counter-increment: line;
  unicode-bidi: isolate; }
pre span::before { content: counter(line); position: absolute; left: 0; width: 1.75rem; text-align: right;
  color: var(--soft); }
figure { margin: .75rem 0; }
figure div { overflow-x: auto; }
img { display: block; background: #ffffff; max-width: 100%; height: auto; }
@media screen and (max-width: 24rem) { td .mark, .number .share { white-space: normal; } }
@media screen and (max-width: 40rem) { .graph img { max-width: none; } }
summary { cursor: pointer; }
@media print {
  main { max-width: none; padding: 0; }
  pre { max-height: none; overflow: visible; border: 1px solid var(--line); }
  .checks li, figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
"""


# The head of the page


def _summary(result: Result, grades: Grades) -> str:
    scores = [grades.score(check) for check in result.checks]
    student = _escaped(grades.student)
    facts = {"Student": f"<bdi>{_escaped(grades.name)}</bdi> ({student})" if grades.name else student}
    facts["Day"] = f"{result.day.number}"
    facts["Points"] = _share(_total(result, grades), result)
    if _by_hand(scores):
        facts["Automatic"], facts["By hand"] = _in_parts(scores)
    if grades.late_penalty:
        facts["Late penalty"] = _signed(-grades.late_penalty)
    return "<dl>" + "".join(f"<div><dt>{name}</dt><dd>{told}</dd></div>" for name, told in facts.items()) + "</dl>"


def _total(result: Result, grades: Grades) -> float:
    return sum(grades.score(check).points for check in result.checks) - grades.late_penalty


def _signed(points: float) -> str:
    return f"{MINUS}{-points:g}" if points < 0 else f"+{points:g}" if points else "0"


def _points(count: float) -> str:
    return "1 point" if count == 1 else f"{count:g} points"


def _next(result: Result) -> str:
    step = result.next_step
    lead = "<strong>Next:</strong> " if step.number else ""
    return f'<p class="next">{lead}{render.next_message(step, result.day.name).html()}</p>'


def _notes(notes: Sequence[str]) -> str:
    if not notes:
        return ""
    items = "".join(f"<li>{_escaped(note)}</li>" for note in notes)
    return f'<div class="notes"><p>What was noticed in your file when it was graded:</p><ul>{items}</ul></div>'


def _table_of_points(result: Result, grades: Grades) -> str:
    """Return the points of each exercise, with a link to it; where some were given by hand, it is said beneath."""
    lines = []
    for each in result.exercises:
        link = f'<a href="#{_escaped(each.exercise.id)}">{_escaped(_titled(each))}</a>'
        points = _points_cell([grades.score(check) for check in each.checks], each.exercise.points)
        lines.append(f'<tr><th scope="row">{link}</th><td>{_mark(each.outcome)}</td>{points}</tr>')
    foot = [f'<tr><th scope="row" colspan="2">Total</th>{_number(_share(_total(result, grades), result))}</tr>']
    if grades.late_penalty:
        penalty = _number(_signed(-grades.late_penalty))
        foot.insert(0, f'<tr><th scope="row" colspan="2">Late penalty</th>{penalty}</tr>')
    return (
        '<h2 id="points">Points by exercise</h2>\n'
        "<table>\n<caption>Your points. Each title leads to its exercise on this page.</caption>\n"
        '<thead><tr><th scope="col">Exercise</th><th scope="col">Outcome</th>'
        '<th scope="col" class="number">Points</th></tr></thead>\n'
        f"<tbody>\n{_lines(lines)}\n</tbody>\n<tfoot>\n{_lines(foot)}\n</tfoot>\n</table>"
    )


def _points_cell(scores: Sequence[Score], most: float) -> str:
    told = f"{sum(score.points for score in scores):g} of {most:g}"
    if _by_hand(scores):
        automatic, change = _in_parts(scores)
        told += f'<br><span class="share">automatic {automatic}<br>by hand {change}</span>'
    return _number(told)


def _by_hand(scores: Sequence[Score]) -> bool:
    return any(score.by_hand is not None or score.extra for score in scores)


def _in_parts(scores: Sequence[Score]) -> tuple[str, str]:
    """Return the points of autograding, and what was added or taken by hand."""
    return f"{sum(score.automatic or 0.0 for score in scores):g}", _signed(sum(score.change for score in scores))


def _share(points: float, result: Result) -> str:
    unjudged = f", {result.unjudged_points:g} not judged" if result.unjudged else ""
    return f"{points:g} of {result.max_points:g}{unjudged}"


def _number(told: str) -> str:
    return f'<td class="number">{told}</td>'


def _titled(result: ExerciseResult) -> str:
    return f"{result.exercise.number} {result.exercise.title}"


def _mark(outcome: str) -> str:
    kind = outcome.replace(" ", "-")
    return f'<span class="mark {kind}">{_escaped(MARKS[outcome])} {outcome}</span>'


def _lines(lines: Sequence[str]) -> str:
    return "\n".join(lines)


# An exercise


def _exercise(result: ExerciseResult, answer: Any, grades: Grades) -> str:
    mark = _escaped(result.exercise.id)
    points = sum(grades.score(check).points for check in result.checks)
    parts = [
        f'<h2 id="{mark}">{_escaped(_titled(result))}</h2>',
        f"<p>{_mark(result.outcome)}, {points:g} of {_points(result.exercise.points)}.</p>",
        _comment(grades.comments.get(result.exercise.id, "")),
        "<h3>Checks</h3>",
        _checks(result, grades),
        _graph(result),
    ]
    if answer is not None:
        parts += ["<h3>Your answer</h3>", _source(answer.source, f"Your answer to exercise {result.exercise.number}")]
        printed = "" if result.outcome == NOT_ATTEMPTED else _outputs(answer.get("outputs", []), result)
        parts += ["<h3>What your answer cell showed</h3>", printed] if printed else []
    return f'<section aria-labelledby="{mark}">\n{_lines([part for part in parts if part])}\n</section>'


def _comment(text: str) -> str:
    if not text.strip():
        return ""
    return f'<div class="comment"><h3>A comment on your answer</h3><blockquote>{_escaped(text)}</blockquote></div>'


def _checks(result: ExerciseResult, grades: Grades) -> str:
    findings = {check.check.grade_id: finding for finding in result.findings for check in finding.checks}
    items = [_check(check, findings.get(check.check.grade_id), grades.score(check)) for check in result.checks]
    return f'<ul class="checks">\n{_lines(items)}\n</ul>'


def _check(result: CheckResult, finding: Finding | None, score: Score) -> str:
    name = _escaped(result.check.grade_id)
    lines = [
        f'<p class="claim">{_mark(result.outcome)} '
        f'<span>{_escaped(result.check.claim)} <code class="id">{name}</code></span> '
        f'<span class="share">{score.points:g} of {_points(result.check.points)}</span></p>'
    ]
    if score.by_hand is not None:
        lines.append(f'<p class="share">Points set by hand; the check itself gave {score.automatic or 0.0:g}.</p>')
    if score.extra:
        lines.append(f'<p class="share">With {_points(score.extra)} extra.</p>')
    if finding is not None:
        lines += _verdict(finding) if finding.first is result else [_same_cause(finding)]
    return f'<li id="{name}">{_lines(lines)}</li>'


def _verdict(finding: Finding) -> Iterator[str]:
    """Yield what is wrong, how many checks it costs where it is more than one, and what to read again."""
    message = render.check_message(finding.first)
    yield f"<p>{message.shortened(LONGEST_VERDICT).html()}</p>"
    if len(finding.checks) > 1 and finding.first.outcome == NOT_YET:
        yield f"<p>{len(finding.checks)} checks fail of this one cause.</p>"
    # A named mistake says itself where to read.
    if finding.first.section and not set(section(finding.first.section).parts) & set(message.parts):
        yield f"<p>{(literal('Read again: ') + section(finding.first.section) + literal('.')).html()}</p>"
    if finding.table:
        yield f"<p>{render.symptoms_message(finding).html()}</p>"


def _same_cause(finding: Finding) -> str:
    first = finding.first.check
    return f'<p>For the same reason as <a href="#{_escaped(first.grade_id)}">{_escaped(first.grade_id)}</a>.</p>'


def _graph(result: ExerciseResult) -> str:
    """Return the smallest graph that a check of the exercise goes wrong on, drawn and in words."""
    found = [check for check in result.checks if check.graph is not None and drawable(check.graph)]
    if not found:
        return ""
    check = min(found, key=lambda each: len(each.graph["nodes"] if each.graph else ()))
    name = check.check.grade_id
    drawing = draw_failing(check.graph or {}, "")
    words = f"<details><summary>The graph in words</summary>{_text(drawing.words)}</details>"
    if drawing.svg is None:
        picture = _text(drawing.words)
    else:
        data = base64.b64encode(drawing.svg.encode()).decode()
        picture = (
            f'<div tabindex="0" role="region" aria-label="{_escaped(f"The graph of {name}")}">'
            f'<img src="data:image/svg+xml;base64,{data}" alt="{_escaped(drawing.alternative)}"></div>'
        )
    caption = f"The smallest graph on which {name} goes wrong. A thick frame and the word WRONG mark the place."
    return f'<figure class="graph">{picture}<figcaption>{_escaped(caption)}</figcaption>{words}</figure>'


# What the learner wrote, and what it printed


def _source(text: str, label: str) -> str:
    """Return a cell's source with the numbers of its lines, which verdicts name."""
    lines = text.rstrip().split("\n")
    if lines == [""]:
        return "<p>The cell is empty.</p>"
    shown = _capped(lines, *SOURCE)
    numbered = "".join(f"<span>{_escaped(line)}\n</span>" for line in shown)
    left_out = _left_out(len(lines) - len(shown))
    return f'<pre tabindex="0" role="region" aria-label="{_escaped(label)}"><code>{numbered}</code></pre>{left_out}'


def _text(text: str) -> str:
    return f'<pre tabindex="0">{_escaped(text)}</pre>'


def _capped(lines: Sequence[str], most: int, characters: int) -> list[str]:
    """Return the first lines, and of the last of them no more than there is room for."""
    kept: list[str] = []
    for line in lines[:most]:
        if characters <= 0:
            break
        kept.append(line if len(line) <= characters else f"{line[:characters]} ...")
        characters -= len(line) + 1
    return kept


def _left_out(count: int, what: str = "line") -> str:
    told = f"1 more {what} is" if count == 1 else f"{count:,} more {what}s are"
    return f'<p class="foot">{told} left out here.</p>' if count > 0 else ""


def _outputs(outputs: Sequence[Any], result: ExerciseResult) -> str:
    """Return what an answer cell showed: its text and its PNG pictures; the rest is named and left out."""
    printed: list[str] = []
    pictures: list[str] = []
    gone: list[str] = []
    for output in outputs[:MOST_OUTPUTS]:
        data = output.get("data", {}) if output.output_type in ("display_data", "execute_result") else {}
        picture = _picture(data, len(pictures) + 1) if len(pictures) < MOST_PICTURES else ""
        if picture:
            pictures.append(picture)
        else:
            printed.append(_words_of(output, data))
        gone += [_kind(mime, bool(picture)) for mime in data]
    text = plain("".join(printed)).strip("\n")
    lines = text.split("\n") if text.strip() else []
    shown = _capped(lines, *PRINTED)
    label = f"What the answer cell of exercise {result.exercise.number} printed"
    box = f'<pre tabindex="0" role="region" aria-label="{_escaped(label)}">{_escaped(_lines(shown))}</pre>'
    kinds = list(dict.fromkeys(filter(None, gone)))
    told = f'<p class="foot">Your notebook shows what is left out here: {", ".join(kinds)}.</p>'
    more = _left_out(len(outputs) - MOST_OUTPUTS, "output")
    return "".join([box if shown else "", _left_out(len(lines) - len(shown)), *pictures, told if kinds else "", more])


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


_KINDS = {
    "text/html": "HTML",
    "image/svg+xml": "a drawing in SVG",
    "application/javascript": "JavaScript",
    "image/png": "a picture",
    "image/jpeg": "a picture",
}


def _kind(mime: str, shown: bool) -> str:
    """Return what to call a part of an output that is not shown; "" for one that is, or that says the same."""
    if mime.startswith("text/") and mime != "text/html":
        return ""
    return "" if shown and mime == "image/png" else _KINDS.get(mime, "an output of another kind")


_PNG = b"\x89PNG\r\n\x1a\n"


def _picture(data: Mapping[str, Any], number: int) -> str:
    """Return the PNG of an output as a figure; "" where there is none, or none of a size that a page can hold."""
    try:
        png = base64.b64decode("".join(_joined(data.get("image/png", "")).split()), validate=True)
    except (binascii.Error, ValueError):
        return ""
    if not png.startswith(_PNG) or not 24 <= len(png) <= LARGEST_PICTURE:
        return ""
    width, height = struct.unpack(">II", png[16:24])
    if not (0 < width <= LONGEST_SIDE and 0 < height <= LONGEST_SIDE):
        return ""
    words = " ".join(plain(_joined(data.get("text/plain", ""))).split())
    # What matplotlib says of a figure is its size.
    told = "" if words.startswith("<") else words
    alternative = told[:LONGEST_WORDS] or "A picture that came without words; the answer above made it."
    return (
        f'<figure><img src="data:image/png;base64,{base64.b64encode(png).decode()}" '
        f'alt="{_escaped(alternative)}"><figcaption>Picture {number} of your answer cell, {width} by {height} '
        "points.</figcaption></figure>"
    )


def _own_words(notebook: Any, day: course.Day) -> str:
    texts, released = _own_texts(notebook), _own_texts(source_notebook(day))
    if not texts:
        return ""
    written = [_capped(text.split("\n"), *SOURCE) for text in texts if text and text not in released]
    boxes = [f'<div class="words">{_escaped(_lines(lines))}</div>' for lines in written]
    body = _lines(boxes) if boxes else "<p>You wrote nothing here. It is not graded.</p>"
    return f'<section aria-labelledby="own-words">\n<h2 id="own-words">In your own words</h2>\n{body}\n</section>'


def _own_texts(notebook: Any) -> list[str]:
    return [cell.source.strip() for cell in notebook.cells if OWN_WORDS in cell.metadata.get("tags", [])]


# Text that means itself

# What a terminal takes for colours and moves, and signs that no page should hold.
_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def plain(text: str) -> str:
    """Return a text as a terminal would leave it: without colours, and of a line that is written over the last form."""
    lines = _ESCAPES.sub("", text).replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in lines)


def _readable(text: str) -> str:
    """Return a text in which a sign that no page can hold is a mark of its own."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def _escaped(text: Any) -> str:
    return escape(str(text))
