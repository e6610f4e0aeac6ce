# SPDX-License-Identifier: MIT
"""What an instructor asks after grading a class: one HTML page and one CSV file for an assignment.

Both are made of the executed notebooks in autograded/. The page holds no script and loads nothing. Students' names and
what their code printed are escaped: they may hold anything.
"""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from grading import beside
from grading.by_nbgrader.grades import grades_of_day
from judge.notebooks import course, safe_text, submission
from judge.notebooks.cells import Check
from judge.notebooks.writing import replace_file
from judge.run.messages import Sentence
from judge.run.words import say, template
from judge.verdicts import marking, processes, render
from judge.verdicts.card import as_html
from judge.verdicts.feedback_page import Grades
from judge.verdicts.pages import compiled, rendered
from judge.verdicts.results import CheckResult, NoVerdict, Result
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, NOT_YET, Name
from language.text import in_order

MOST_BARS = 10
# The checks that are shown at once, at most; the others are folded beneath them.
HARDEST = 8
# The characters of a message that are shown, at most; feedback shows all of it.
LONGEST = 300
# In the table, the row of the points that handing in late costs.
LATE = "late-penalty"
TEMPLATE = ("class_page.html.jinja", Path(__file__).parent)
COLUMNS = ("student", "grade_id", "points", "max_points", "outcome", "misconceptions")
UNREAD = template("{student}: the verdict of {name} can't be read: it counts 0 points here. Grade it again.")


@dataclass(frozen=True)
class ClassResult:
    """All graded notebooks of an assignment."""

    assignment: course.Assignment
    graded: dict[str, Result]  # by student, sorted by name
    troubles: tuple[str, ...] = ()  # what could not be counted, one sentence each
    when: float = 0.0  # when the latest of the notebooks was graded, in seconds since 1970
    grades: Mapping[str, Grades] = field(default_factory=dict)  # what the gradebook holds, by student
    more: Sequence[Mapping[str, Any]] = ()  # what the course adds to the page, as `beside.of_class` has it

    def points(self, student: str, *checks: CheckResult) -> float:
        """Return a student's points in some checks; without any, in all of them, less what being late costs.

        What the gradebook holds goes before the verdicts: somebody may have given points by hand.
        """
        grades = self.grades.get(student, Grades(student))
        points = sum(grades.score(check).points for check in checks or self.graded[student].checks)
        return points if checks else max(0.0, points - grades.late_penalty)

    @property
    def checks(self) -> Iterator[tuple[str, CheckResult]]:
        """Each student with each check of theirs."""
        return ((student, check) for student, result in self.graded.items() for check in result.checks)


def write(assignment: course.Assignment) -> list[str]:
    """Write reports/dayN.html and reports/dayN.csv and return what was done, one sentence each.

    Raises:
        CourseError: No graded notebook of the assignment can be read.
    """
    results = read_class(assignment)
    results = replace(results, more=beside.of_class(assignment))
    folder = assignment.root / "reports"
    html, table = folder / f"{assignment.name}.html", folder / f"{assignment.name}.csv"
    replace_file(html, processes.call(_written, results))
    rows = [
        (student, one.check.grade_id, f"{points:g}", f"{one.check.points:g}", one.outcome, " ".join(one.misconceptions))
        for student, one in results.checks
        for points in [results.points(student, one)]
    ]
    late = ((student, grades.late_penalty) for student, grades in results.grades.items() if student in results.graded)
    rows += [(student, LATE, -penalty, "0", "", "") for student, penalty in late if penalty]
    replace_file(table, safe_text.table([COLUMNS, *rows]))
    counted = template("Students counted: {count}. See {page} and {table}.")
    places = {"page": html.relative_to(assignment.root), "table": table.relative_to(assignment.root)}
    notes = [sentence for part in results.more for sentence in part["notes"]]
    return [*results.troubles, *notes, say(counted, count=len(results.graded), **places)]


def _written(results: ClassResult) -> bytes:
    # A file's name or an output can hold what UTF-8 can't.
    return page(results).encode("utf-8", "replace")


def read_class(assignment: course.Assignment) -> ClassResult:
    """Read the verdicts of the executed notebooks in autograded/*/dayN.

    Raises:
        CourseError: There is none that can be read.
    """
    compiled(*TEMPLATE)  # before processes are forked
    graded, troubles, when, seen = {}, set(), 0.0, set()
    paths = assignment.root.glob(f"autograded/*/{assignment.name}/{assignment.stem}.ipynb")
    # One process reads one after the other: to start one for each takes longer than most are read in.
    ordered = sorted(paths, key=lambda path: in_order(str(path)))
    for path, read in processes.each(partial(_read, assignment), ordered, workers=1):
        seen.add(student := path.parent.parent.name)
        if isinstance(read, Exception):
            # A file that was damaged or edited after it was graded is the instructor's to look at, not to guess from.
            text = template("{student}: {place} is not a graded notebook; grade it again.")
            if isinstance(read, processes.Killed):
                text = template("{student}: {place} could not be counted. {error}")
            troubles.add(say(text, student=student, place=path.relative_to(assignment.root), error=read))
            continue
        result, changed = read
        unread = [check.check.grade_id for check in result.checks if isinstance(check.obstacle, NoVerdict)]
        troubles |= {say(UNREAD, student=student, name=name) for name in unread}
        graded[student] = result
        when = max(when, changed)
    if not graded:
        reason = " ".join(sorted(troubles)) or say("There is no graded notebook of {name}.", name=assignment.name)
        raise course.CourseError(
            "{reason} Run `{command}` first.", reason=reason, command=course.command("grade", assignment)
        )
    waiting = {
        path.parent.name for path in assignment.root.glob(f"submitted/*/{assignment.name}") if path.is_dir()
    } - seen
    troubles |= {say("{name}: handed in, but not graded.", name=name) for name in waiting}
    return ClassResult(assignment, graded, tuple(sorted(troubles)), when, grades_of_day(assignment))


def _read(assignment: course.Assignment, path: Path) -> tuple[Result, float]:
    """Return the result of a graded notebook, and when that was written; what can't be shown of one is shown of nobody.

    Raises:
        ValueError: There is none, or it can't be shown: an error of this kind can be read in another process.
    """
    try:
        result = marking.retold(marking.read_results(submission.read(path), assignment, []))
        if not result.checks:
            raise ValueError("it has no checks")
        page(ClassResult(assignment, {path.parent.parent.name: result}))
        return result, path.stat().st_mtime
    except Exception as error:
        raise ValueError(str(error)) from None


def page(results: ClassResult) -> str:
    """Return the class's page: scores, students who are stuck, hardest checks, misconceptions."""
    first = next(iter(results.graded.values()))
    points = {student: results.points(student) for student in results.graded}
    scores, most = list(points.values()), first.max_points
    bars = bins(scores, most)
    tallest = max(count for _, count in bars)
    ranked = sorted(results.graded.items(), key=lambda pair: (points[pair[0]], in_order(pair[0])))
    outcomes = {student: {each.outcome for each in one.exercises} for student, one in results.graded.items()}
    blank = [student for student, met in outcomes.items() if met == {NOT_ATTEMPTED}]
    checks = _checks(results)
    return rendered(
        *TEMPLATE,
        title=say("{title}: class report", title=first.title or results.assignment.name),
        day=results.assignment.name,
        facts={
            say("Students"): f"{len(scores)}",
            say("Mean"): say("{points:.1f} of {most:g}", points=statistics.mean(scores), most=most),
            say("Median"): f"{statistics.median(scores):g}",
            say("Lowest to highest"): say("{low:g} to {high:g}", low=min(scores), high=max(scores)),
            say("Full marks"): f"{sum(score >= most for score in scores)}",
            say("Last graded"): time.strftime("%Y-%m-%d", time.localtime(results.when)),
        },
        troubles=results.troubles,
        bars=[{"name": name, "count": count, "height": 160 * count / tallest} for name, count in bars],
        counts=[bar for bar in bars if bar[1]],
        numbers=[each.exercise.number for each in first.exercises],
        scores=[
            [name, f"{points[name]:g}", *(f"{results.points(name, *each.checks):g}" for each in one.exercises)]
            for name, one in ranked
        ],
        late=[
            [name, f"{results.grades[name].late_penalty:g}"]
            for name, _ in ranked
            if name in results.grades and results.grades[name].late_penalty
        ],
        tried=[student for student, met in outcomes.items() if CORRECT not in met and student not in blank],
        blank=blank,
        exercises=_exercises(results),
        hardest=checks[:HARDEST],
        others=checks[HARDEST:],
        misconceptions=_misconceptions(results),
        unnamed=_unnamed(results),
        more=results.more,
    )


def bins(scores: Sequence[float], most: float) -> list[tuple[str, int]]:
    """Return the histogram's bars: the range of points in words, and how many scores lie in it.

    The bars are equally wide, at most eleven; full marks have the last bar to themselves.
    """
    width = max(1, math.ceil(most / MOST_BARS))
    counts = Counter(-1 if score >= most else int(score // width) for score in scores)
    bars = []
    for index, low in enumerate(range(0, math.ceil(most), width)):
        high = min(low + width, math.ceil(most)) - 1
        bars.append((f"{low}" if low == high else f"{low}–{high}", counts[index]))
    return [*bars, (f"{most:g}", counts[-1])]


# Of a table: the first cell names the row, and may be a pair with an id. Text is escaped unless it is Markup.
Rows = list[list[object]]


def _exercises(results: ClassResult) -> Rows:
    rows: Rows = []
    for each in zip(*(one.exercises for one in results.graded.values()), strict=True):
        outcomes = [one.outcome for one in each]
        stuck = [name for name, outcome in zip(results.graded, outcomes, strict=True) if outcome == NOT_YET]
        counts = [outcomes.count(outcome) for outcome in (CORRECT, NOT_YET, NOT_ATTEMPTED)]
        rows.append([f"{each[0].exercise.number} {each[0].exercise.title}", *counts, ", ".join(stuck) or say("nobody")])
    return rows


def _checks(results: ClassResult) -> Rows:
    outcomes: dict[str, Counter[str]] = defaultdict(Counter)
    checks: dict[str, Check] = {}
    for _, one in results.checks:
        checks.setdefault(one.check.grade_id, one.check)
        outcomes[one.check.grade_id][one.outcome] += 1
    total = len(results.graded)
    missed = [(checks[name], counts) for name, counts in outcomes.items() if counts[CORRECT] < total]
    # sorted() is stable: checks that are equally hard stay in the notebook's order.
    rows: Rows = []
    for check, counts in sorted(missed, key=lambda pair: (pair[1][CORRECT], -pair[1][NOT_YET])):
        share = say("{count} of {all} ({share:.0%})", count=counts[CORRECT], all=total, share=counts[CORRECT] / total)
        rows.append([(_marked(check.claim), check.grade_id), share, counts[NOT_YET], counts[NOT_ATTEMPTED]])
    return rows


def _marked(text: str) -> Markup:
    """Return an author's sentence with what stands between backticks as code."""
    return Markup(Sentence.quoting(text).message().html())


def _misconceptions(results: ClassResult) -> Rows:
    who: dict[str, set[str]] = defaultdict(set)
    known: dict[str, Name] = {}
    for student, check in results.checks:
        for name in check.misconceptions:
            who[name].add(student)
        known.update(zip(check.misconceptions, check.verdict.names if check.verdict else (), strict=False))
    first = next(iter(results.graded.values()))
    numbers = {each.exercise.id: each.exercise.number for each in first.exercises}
    rows: Rows = []
    for name, students in sorted(who.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        title, number = say("(grade again to see its title)"), ""
        if entry := known.get(name):
            title, number = _marked(entry.title), numbers.get(entry.exercise, "")
        rows.append([(title, name), number, len(students), ", ".join(sorted(students, key=in_order))])
    return rows


def _unnamed(results: ClassResult) -> Rows:
    met: dict[str, list[Markup]] = defaultdict(list)
    checks: dict[str, Check] = {}
    for student, check in results.checks:
        if check.outcome == NOT_YET and not check.misconceptions:
            read = Markup(as_html(render.check_card(check), longest=LONGEST))
            met[check.check.grade_id].append(Markup("<p>{}</p>{}").format(student, read))
            checks[check.check.grade_id] = check.check
    return [
        [_marked(checks[name].called), len(messages), Markup().join(messages)]
        for name, messages in sorted(met.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    ]
