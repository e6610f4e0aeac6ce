# SPDX-License-Identifier: MIT
"""What an instructor asks after grading a class: one HTML page and one CSV file for a day.

Both are made of the executed notebooks in autograded/. The page holds no script and loads nothing. Students' names and
what their code printed are escaped: they may hold anything.
"""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from grading.judging import CORRECT, NOT_ATTEMPTED, NOT_YET, marking, processes, render
from grading.judging.messages import Sentence
from grading.judging.pages import rendered
from grading.judging.results import NoVerdict
from grading.judging.verdict import Name
from grading.notebooks import course, safe_text, submission
from grading.notebooks.writing import replace_file
from grading.run.words import say

MOST_BARS = 10
# So many checks are shown at once; the others are folded beneath them.
HARDEST = 8
# So many characters of a message are shown; feedback shows all of it.
LONGEST = 300
COLUMNS = ("student", "grade_id", "points", "max_points", "outcome", "misconceptions")
WITH_ID = Markup("{}<br><code class='id'>{}</code>")


@dataclass(frozen=True)
class Graded:
    """One student's graded notebook."""

    student: str
    result: marking.Result


@dataclass(frozen=True)
class ClassResult:
    """All graded notebooks of a day."""

    day: course.Day
    graded: tuple[Graded, ...]  # one entry a student, by name
    troubles: tuple[str, ...]  # what could not be counted, one sentence each
    when: float  # when the latest of the notebooks was graded, in seconds since 1970


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
    replace_file(table, safe_text.table([COLUMNS, *rows(results)]))
    students = _students(len(results.graded))
    return [*results.troubles, f"{students} counted: {html.relative_to(day.root)} and {table.relative_to(day.root)}."]


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
            troubles.append(
                say(
                    "{student}: {path} is not a graded notebook; grade it again.",
                    student=student,
                    path=path.relative_to(day.root),
                )
            )
    if not graded:
        reason = " ".join(troubles) or f"no graded notebook in autograded/*/{day.name}"
        raise course.CourseError(
            "{text}: run `make grade DAY={number}` first.", text=reason.rstrip("."), number=day.number
        )
    waiting = sorted(path.parent.name for path in day.root.glob(f"submitted/*/{day.name}") if path.is_dir())
    troubles.extend(say("{name}: handed in, but not graded.", name=name) for name in waiting if name not in seen)
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
        say(
            "{student}: the verdict of {grade_id} can't be read: it counts 0 points here. Grade it again.",
            student=one.student,
            grade_id=check.check.grade_id,
        )
        for check in one.result.checks
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
        for check in learner.result.checks
    ]


def page(results: ClassResult) -> str:
    """Return the class's page: scores, students who are stuck, hardest checks, misconceptions."""
    first = results.graded[0].result
    bars = bins([learner.result.points for learner in results.graded], first.max_points)
    tallest = max(count for _, count in bars)
    tried, blank = _without_exercise(results)
    checks = _checks(results)
    return rendered(
        "class_page.html.jinja",
        Path(__file__).parent,
        title=f"{first.title or results.day.name}: class report",
        day=results.day.name,
        facts=_facts(results),
        troubles=results.troubles,
        bars=[{"name": name, "count": count, "height": 160 * count / tallest} for name, count in bars],
        counts=[bar for bar in bars if bar[1]],
        students=_students(len(results.graded)),
        numbers=[each.exercise.number for each in first.exercises],
        scores=_scores(results),
        tried=tried,
        blank=blank,
        exercises=_exercises(results),
        hardest=checks[:HARDEST],
        others=checks[HARDEST:],
        misconceptions=_misconceptions(results),
        unnamed=_unnamed(results),
    )


def _facts(results: ClassResult) -> dict[str, str]:
    scores = [learner.result.points for learner in results.graded]
    most = results.graded[0].result.max_points
    return {
        "Students": f"{len(scores)}",
        "Mean": f"{statistics.mean(scores):.1f} of {most:g}",
        "Median": f"{statistics.median(scores):g}",
        "Lowest to highest": f"{min(scores):g} to {max(scores):g}",
        "Full marks": f"{sum(score == most for score in scores)}",
        "Last graded": time.strftime("%Y-%m-%d", time.localtime(results.when)),
    }


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


Rows = list[list[object]]  # of a table, the first cell naming the row; text in it is escaped unless it is Markup


def _scores(results: ClassResult) -> Rows:
    ranked = sorted(results.graded, key=lambda learner: (learner.result.points, learner.student))
    return [
        [one.student, f"{one.result.points:g}", *(f"{each.points:g}" for each in one.result.exercises)]
        for one in ranked
    ]


def _without_exercise(results: ClassResult) -> tuple[list[str], list[str]]:
    """Return the students who tried and have no exercise correct, and those who attempted none."""
    outcomes = {one.student: {exercise.outcome for exercise in one.result.exercises} for one in results.graded}
    blank = [student for student, met in outcomes.items() if met == {NOT_ATTEMPTED}]
    return [student for student, met in outcomes.items() if CORRECT not in met and student not in blank], blank


def _exercises(results: ClassResult) -> Rows:
    rows: Rows = []
    for index, first in enumerate(results.graded[0].result.exercises):
        outcomes = {learner.student: learner.result.exercises[index].outcome for learner in results.graded}
        counts = Counter(outcomes.values())
        stuck = [student for student, outcome in outcomes.items() if outcome == NOT_YET]
        rows.append(
            [
                f"{first.exercise.number} {first.exercise.title}",
                *(counts[outcome] for outcome in (CORRECT, NOT_YET, NOT_ATTEMPTED)),
                ", ".join(stuck) or "nobody",
            ]
        )
    return rows


def _checks(results: ClassResult) -> Rows:
    outcomes: dict[str, Counter[str]] = defaultdict(Counter)
    claims = {}
    for learner in results.graded:
        for check in learner.result.checks:
            claims[check.check.grade_id] = check.check.claim
            outcomes[check.check.grade_id][check.outcome] += 1
    total = len(results.graded)
    missed = [(name, counts) for name, counts in outcomes.items() if counts[CORRECT] < total]
    # sorted() is stable: checks that are equally hard stay in the notebook's order.
    missed.sort(key=lambda pair: (pair[1][CORRECT], -pair[1][NOT_YET]))
    return [
        [
            WITH_ID.format(claims[name], name),
            f"{counts[CORRECT]} of {total} ({counts[CORRECT] / total:.0%})",
            counts[NOT_YET],
            counts[NOT_ATTEMPTED],
        ]
        for name, counts in missed
    ]


def _misconceptions(results: ClassResult) -> Rows:
    who: dict[str, set[str]] = defaultdict(set)
    known: dict[str, Name] = {}
    for learner in results.graded:
        for check in learner.result.checks:
            for name in check.misconceptions:
                who[name].add(learner.student)
            if check.verdict:
                known.update(zip(check.misconceptions, check.verdict.names, strict=False))
    numbers = {each.exercise.id: each.exercise.number for each in results.graded[0].result.exercises}
    rows: Rows = []
    for name, students in sorted(who.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        entry = known.get(name)
        title = Markup(Sentence.quoting(entry.title).message().html()) if entry else "(grade again to see its title)"
        number = numbers.get(entry.exercise, "") if entry else ""
        rows.append([WITH_ID.format(title, name), number, len(students), ", ".join(sorted(students))])
    return rows


def _unnamed(results: ClassResult) -> Rows:
    met: dict[str, list[Markup]] = defaultdict(list)
    for learner in results.graded:
        for check in learner.result.checks:
            if check.outcome == NOT_YET and not check.misconceptions:
                message = Markup(render.check_message(check).shortened(LONGEST).html())
                met[check.check.grade_id].append(Markup("{}: {}").format(learner.student, message))
    return [
        [Markup("<code>{}</code>").format(name), len(messages), Markup("<br>").join(messages)]
        for name, messages in sorted(met.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    ]
