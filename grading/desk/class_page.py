# SPDX-License-Identifier: MIT
"""What an instructor asks after grading a class: one HTML page and one CSV file for a day.

Both are made of the executed notebooks in autograded/. The page holds no script and loads nothing. Students' names and
everything that their code printed is escaped: whoever hands in a notebook decides what stands there.
"""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from grading.judging import CORRECT, NOT_ATTEMPTED, NOT_YET, marking, processes, render
from grading.judging.messages import Message, Sentence
from grading.judging.results import NoVerdict
from grading.judging.verdict import Name
from grading.notebooks import course, plain, submission
from grading.notebooks.writing import replace_file

__all__ = ["ClassResult", "Graded", "bins", "page", "read_class", "rows", "write"]

MOST_BARS = 10
# So many checks are shown at once; the others are folded beneath them.
HARDEST = 8
# So many characters of a message are shown; feedback shows all of it.
LONGEST = 300
COLUMNS = ("student", "grade_id", "points", "max_points", "outcome", "misconceptions")
# Okabe and Ito's blue for the bars, which carry their numbers; nothing on the page is told by colour alone.
BAR = "#0072B2"


@dataclass(frozen=True)
class Graded:
    """One student's graded notebook."""

    student: str
    result: marking.Result


@dataclass(frozen=True)
class ClassResult:
    """All graded notebooks of a day.

    Attributes:
        day: The day.
        graded: One entry a student, by name.
        troubles: What could not be counted, one sentence each.
        when: When the latest of the notebooks was graded, in seconds since 1970.
    """

    day: course.Day
    graded: tuple[Graded, ...]
    troubles: tuple[str, ...]
    when: float


def write(day: course.Day) -> list[str]:
    """Write reports/dayN.html and reports/dayN.csv and return what was done, one sentence each.

    Raises:
        CourseError: No graded notebook of the day can be read.
    """
    results = read_class(day)
    folder = day.root / "reports"
    folder.mkdir(exist_ok=True)
    html, table = folder / f"{day.name}.html", folder / f"{day.name}.csv"
    # A file's name or an output can hold what UTF-8 can't.
    replace_file(html, page(results).encode("utf-8", "replace"))
    replace_file(table, plain.table([COLUMNS, *rows(results)]))
    counted = (
        f"{_students(len(results.graded))} counted: {html.relative_to(day.root)} and {table.relative_to(day.root)}."
    )
    return [*results.troubles, counted]


def read_class(day: course.Day) -> ClassResult:
    """Read the verdicts off the executed notebooks in autograded/*/dayN.

    Raises:
        CourseError: There is none that can be read.
    """
    graded, troubles, when, seen = [], [], 0.0, set()
    for path in sorted(day.root.glob(f"autograded/*/{day.name}/{day.stem}.ipynb")):
        seen.add(student := path.parent.parent.name)
        try:
            one = Graded(student, _verdicts(path, day))
            troubles.extend(_unread(one))
            page(ClassResult(day, (one,), (), 0.0))  # What can't be shown of one student is shown of nobody.
            graded.append(one)
            when = max(when, path.stat().st_mtime)
        except processes.Killed as error:
            troubles.append(f"{student}: {path.relative_to(day.root)} could not be counted. {error}")
        except Exception:
            # A file that was damaged or edited after it was graded is the instructor's to look at, not to guess from.
            troubles.append(f"{student}: {path.relative_to(day.root)} is not a graded notebook; grade it again.")
    if not graded:
        told = " ".join(troubles) or f"no graded notebook in autograded/*/{day.name}"
        raise course.CourseError(f"{told.rstrip('.')}: run `make grade DAY={day.number}` first.")
    waiting = sorted(path.parent.name for path in day.root.glob(f"submitted/*/{day.name}") if path.is_dir())
    troubles.extend(f"{name}: handed in, but not graded." for name in waiting if name not in seen)
    return ClassResult(day, tuple(graded), tuple(sorted(set(troubles))), when)


def _read(path: Path, day: course.Day) -> marking.Result:
    return marking.read_results(submission.read(path), day, [])


def _verdicts(path: Path, day: course.Day) -> marking.Result:
    result = processes.call(_read, path, day)
    if not result.checks:
        raise ValueError("it has no checks")
    return result


def _unread(one: Graded) -> list[str]:
    """Return a sentence for each check whose verdict can't be read; the student is counted all the same."""
    return [
        f"{one.student}: the verdict of {check.check.grade_id} can't be read: it counts 0 points here. Grade it again."
        for check in _checks(one)
        if isinstance(check.obstacle, NoVerdict)
    ]


def rows(results: ClassResult) -> list[tuple[str, ...]]:
    """Return the CSV's rows without its header, one for each student and check."""
    return [
        (
            learner.student,
            check.check.grade_id,
            f"{check.points:g}",
            f"{check.check.points:g}",
            check.outcome,
            " ".join(map(str, check.misconceptions)),
        )
        for learner in results.graded
        for check in _checks(learner)
    ]


def _checks(learner: Graded) -> list[marking.CheckResult]:
    return list(learner.result.checks)


def page(results: ClassResult) -> str:
    """Return the class's page: scores, students who are stuck, hardest checks, misconceptions."""
    title = f"{results.graded[0].result.title or results.day.name}: class report"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _summary(results),
        _notes(results.troubles),
        _section("scores", "Scores", [_histogram(results), _table_of_scores(results)]),
        _section("stuck", "Students who are stuck", [_no_exercise(results), _table_of_exercises(results)]),
        _section("checks", "Hardest checks", [_table_of_checks(results)]),
        _section(
            "misconceptions", "Misconceptions met", [_table_of_misconceptions(results), _table_of_unnamed(results)]
        ),
        f"<p class='foot'>All numbers stand in {results.day.name}.csv beside this page: a row for each check.</p>",
    ]
    return HEAD.format(title=escape(title)) + "\n".join(filter(None, parts)) + "\n</main>\n</body>\n</html>\n"


HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 0; }}
main {{ max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem 3rem; }}
h1 {{ font-size: 1.6rem; line-height: 1.25; margin: 1rem 0 .5rem; }}
h2 {{ font-size: 1.25rem; margin: 2.25rem 0 .5rem; border-bottom: 1px solid #767676; padding-bottom: .25rem; }}
dl {{ display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 1rem 0; }}
dt {{ color: #4d4d4d; font-size: .875rem; }}
dd {{ margin: 0; font-size: 1.25rem; font-weight: 600; }}
figure {{ margin: 1rem 0; }}
figure svg {{ width: 100%; max-width: 44rem; height: auto; display: block; }}
figcaption {{ margin: .5rem 0; color: #4d4d4d; max-width: 44rem; }}
.wide {{ overflow-x: auto; margin: 1rem 0; }}
table {{ border-collapse: collapse; width: 100%; }}
caption {{ text-align: left; color: #4d4d4d; padding-bottom: .4rem; }}
th, td {{ text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid #d0d0d0; }}
thead th {{ border-bottom: 2px solid #767676; white-space: nowrap; }}
tbody th {{ font-weight: 400; min-width: 11rem; }}
.number + td:not(.number), .number + th:not(.number) {{ padding-left: 1rem; }}
figure table {{ width: auto; min-width: 16rem; }}
figure tbody th {{ min-width: 0; }}
td.number, th.number {{ text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }}
code {{ font-size: .9em; overflow-wrap: anywhere; }}
summary {{ cursor: pointer; }}
.id, .foot {{ color: #4d4d4d; font-size: .875rem; }}
.notes {{ border-left: 4px solid #D55E00; padding: .25rem 1rem; }}
@media print {{ main {{ max-width: none; }} tr, figure {{ break-inside: avoid; }} }}
</style>
</head>
<body>
<main>
"""


def _section(mark: str, heading: str, parts: Sequence[str]) -> str:
    body = "\n".join(part for part in parts if part)
    return f'<section aria-labelledby="{mark}">\n<h2 id="{mark}">{heading}</h2>\n{body}\n</section>'


def _summary(results: ClassResult) -> str:
    scores = [learner.result.points for learner in results.graded]
    most = _most(results)
    facts = {
        "Students": f"{len(scores)}",
        "Mean": f"{statistics.mean(scores):.1f} of {most:g}",
        "Median": f"{statistics.median(scores):g}",
        "Lowest to highest": f"{min(scores):g} to {max(scores):g}",
        "Full marks": f"{sum(score == most for score in scores)}",
        "Last graded": time.strftime("%Y-%m-%d", time.localtime(results.when)),
    }
    return "<dl>" + "".join(f"<div><dt>{name}</dt><dd>{told}</dd></div>" for name, told in facts.items()) + "</dl>"


def _notes(troubles: Sequence[str]) -> str:
    if not troubles:
        return ""
    items = "".join(f"<li>{escape(learner)}</li>" for learner in troubles)
    return f'<div class="notes"><p>Not counted here:</p><ul>{items}</ul></div>'


def _most(results: ClassResult) -> float:
    return results.graded[0].result.max_points


def _students(count: int) -> str:
    return "1 student" if count == 1 else f"{count} students"


def bins(scores: Sequence[float], most: float) -> list[tuple[str, int]]:
    """Return the histogram's bars: the range of points in words, and how many scores lie in it.

    The bars are equally wide, at most eleven; full marks have the last bar to themselves.
    """
    width = max(1, math.ceil(most / MOST_BARS))
    counts = Counter(-1 if score >= most else int(score // width) for score in scores)
    bars = []
    for index in range(math.ceil(most / width)):
        low, high = index * width, min((index + 1) * width, math.ceil(most)) - 1
        bars.append((f"{low}" if low == high else f"{low}–{high}", counts[index]))
    return [*bars, (f"{most:g}", counts[-1])]


def _histogram(results: ClassResult) -> str:
    bars = bins([learner.result.points for learner in results.graded], _most(results))
    told = "; ".join(f"{name} points: {count}" for name, count in bars if count)
    tallest = max(count for _, count in bars)
    left, base, top, wide = 24, 190, 30, 640 / len(bars)
    drawn = []
    for index, (name, count) in enumerate(bars):
        middle = left + (index + 0.5) * wide
        height = (base - top) * count / tallest
        if count:
            drawn.append(
                f'<rect x="{middle - wide * 0.4:.1f}" y="{base - height:.1f}" width="{wide * 0.8:.1f}" '
                f'height="{height:.1f}" fill="{BAR}"/>'
                f'<text x="{middle:.1f}" y="{base - height - 7:.1f}" text-anchor="middle">{count}</text>'
            )
        drawn.append(f'<text x="{middle:.1f}" y="{base + 20}" text-anchor="middle">{name}</text>')
    listed = "".join(
        f'<tr><th scope="row">{name}</th><td class="number">{count}</td></tr>' for name, count in bars if count
    )
    return (
        '<figure>\n<svg role="img" aria-labelledby="bars-title bars-words" viewBox="0 0 688 236" font-size="14" '
        'font-family="system-ui, sans-serif" fill="#1a1a1a">\n'
        f'<title id="bars-title">How many students have how many points</title>\n<desc id="bars-words">{told}.</desc>\n'
        + "\n".join(drawn)
        + f'\n<line x1="{left}" x2="{left + 640}" y1="{base}" y2="{base}" stroke="#1a1a1a"/>'
        f'<text x="{left + 320}" y="{base + 42}" text-anchor="middle">points</text>\n</svg>\n'
        "<figcaption>How many students have how many points. The last bar is full marks.</figcaption>\n"
        "<details><summary>The same as a table</summary><table><caption>Students by points</caption>"
        '<thead><tr><th scope="col">Points</th><th scope="col" class="number">Students</th></tr></thead>'
        f"<tbody>{listed}</tbody></table></details>\n</figure>"
    )


def _table_of_scores(results: ClassResult) -> str:
    ranked = sorted(results.graded, key=lambda learner: (learner.result.points, learner.student))
    lines = [
        [
            escape(learner.student),
            f"{learner.result.points:g}",
            *(f"{each.points:g}" for each in learner.result.exercises),
        ]
        for learner in ranked
    ]
    header = ["Student", "Points", *(each.exercise.number for each in results.graded[0].result.exercises)]
    table = _table("Points of each student, by exercise, lowest first.", header, lines, numbers=range(1, len(header)))
    return f"<details><summary>Each student's points</summary>{table}</details>"


def _no_exercise(results: ClassResult) -> str:
    tried, blank = [], []
    for learner in results.graded:
        outcomes = {exercise.outcome for exercise in learner.result.exercises}
        if CORRECT not in outcomes:
            (blank if outcomes == {NOT_ATTEMPTED} else tried).append(learner.student)
    sentences = []
    if tried:
        sentences.append(f"<li>Tried, and no exercise is correct yet: {_names(tried)}.</li>")
    if blank:
        sentences.append(f"<li>Handed in, and nothing attempted: {_names(blank)}.</li>")
    return f"<ul>{''.join(sentences)}</ul>" if sentences else "<p>Everybody has at least one exercise correct.</p>"


def _table_of_exercises(results: ClassResult) -> str:
    lines = []
    for index, first in enumerate(results.graded[0].result.exercises):
        outcomes = {learner.student: learner.result.exercises[index].outcome for learner in results.graded}
        counts = Counter(outcomes.values())
        stuck = [student for student, outcome in outcomes.items() if outcome == NOT_YET]
        lines.append(
            [
                f"{escape(first.exercise.number)} {escape(first.exercise.title)}",
                *(f"{counts[outcome]}" for outcome in (CORRECT, NOT_YET, NOT_ATTEMPTED)),
                _names(stuck) or "nobody",
            ]
        )
    header = ["Exercise", "Correct", "Not yet", "Not attempted", "Who tried and is not there yet"]
    return _table("The exercises in their order, and who is stuck at each.", header, lines, numbers=(1, 2, 3))


def _table_of_checks(results: ClassResult) -> str:
    outcomes: dict[str, Counter[str]] = {}
    claims = {}
    for learner in results.graded:
        for check in _checks(learner):
            claims[check.check.grade_id] = check.check.claim
            outcomes.setdefault(check.check.grade_id, Counter())[check.outcome] += 1
    total = len(results.graded)
    missed = [(name, counts) for name, counts in outcomes.items() if counts[CORRECT] < total]
    if not missed:
        return "<p>Every check is correct in every notebook.</p>"
    # sorted() is stable: checks that are equally hard stay in the notebook's order.
    missed.sort(key=lambda pair: (pair[1][CORRECT], -pair[1][NOT_YET]))
    lines = [
        [
            f"{escape(claims[name])}<br><code class='id'>{escape(name)}</code>",
            f"{counts[CORRECT]} of {total} ({counts[CORRECT] / total:.0%})",
            f"{counts[NOT_YET]}",
            f"{counts[NOT_ATTEMPTED]}",
        ]
        for name, counts in missed
    ]
    header = ["Check", "Correct", "Not yet", "Not attempted"]
    told = f"The checks that somebody has not passed, hardest first; {_students(total)} in all."
    table = _table(told, header, lines[:HARDEST], numbers=(1, 2, 3))
    if len(lines) <= HARDEST:
        return table
    rest = _table("The other checks that somebody has not passed.", header, lines[HARDEST:], numbers=(1, 2, 3))
    return f"{table}<details><summary>The other {len(lines) - HARDEST}</summary>{rest}</details>"


def _table_of_misconceptions(results: ClassResult) -> str:
    who: dict[str, set[str]] = {}
    known: dict[str, Name] = {}
    for learner in results.graded:
        for check in _checks(learner):
            for name in check.misconceptions:
                who.setdefault(name, set()).add(learner.student)
            if check.verdict:
                known.update(zip(check.misconceptions, check.verdict.names, strict=False))
    if not who:
        return "<p>No answer matches a catalogued misconception.</p>"
    numbers = {each.exercise.id: each.exercise.number for each in results.graded[0].result.exercises}
    lines = []
    for name, students in sorted(who.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        entry = known.get(name)
        title = Sentence.quoting(entry.title).message().html() if entry else "(grade again to see its title)"
        lines.append(
            [
                f"{title}<br><code class='id'>{escape(name)}</code>",
                escape(numbers.get(entry.exercise, "")) if entry else "",
                f"{len(students)}",
                _names(sorted(students)),
            ]
        )
    told = "How many students met each misconception. Where two answer alike in a notebook, both are counted."
    return _table(told, ["Misconception", "Exercise", "Students", "Who"], lines, numbers=(2,))


def _table_of_unnamed(results: ClassResult) -> str:
    met: dict[str, list[tuple[str, Message]]] = {}
    for learner in results.graded:
        for check in _checks(learner):
            if check.outcome == NOT_YET and not check.misconceptions:
                met.setdefault(check.check.grade_id, []).append((learner.student, render.check_message(check)))
    if not met:
        return ""
    lines = [
        [
            f"<code>{escape(name)}</code>",
            f"{len(pairs)}",
            "<br>".join(f"{escape(student)}: {message.shortened(LONGEST).html()}" for student, message in pairs),
        ]
        for name, pairs in sorted(met.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    ]
    told = "Answers that no catalogued misconception explains: something to look at, and perhaps to add."
    return _table(told, ["Check", "Students", "What the student read"], lines, numbers=(1,))


def _table(caption: str, header: Sequence[str], lines: Sequence[Sequence[str]], numbers: Sequence[int]) -> str:
    """Return an HTML table whose first column names the row. ``header`` is text; the cells of ``lines`` are HTML."""

    def kind(column: int) -> str:
        return ' class="number"' if column in numbers else ""

    head = "".join(f'<th scope="col"{kind(column)}>{escape(name)}</th>' for column, name in enumerate(header))
    body = "\n".join(
        f'<tr><th scope="row">{line[0]}</th>'
        + "".join(f"<td{kind(column)}>{cell}</td>" for column, cell in enumerate(line[1:], 1))
        + "</tr>"
        for line in lines
    )
    return (
        f'<div class="wide" role="region" aria-label="{escape(caption)}" tabindex="0"><table>\n'
        f"<caption>{escape(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table></div>"
    )


def _names(students: Sequence[str]) -> str:
    return ", ".join(map(escape, students))
