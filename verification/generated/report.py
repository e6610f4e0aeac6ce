# SPDX-License-Identifier: MIT
"""Fuzz the judge and report the outcomes: a table, each trouble, and a page of names for teachers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from judge.asking.folders import exercises_of
from judge.notebooks import course
from judge.verdicts import catalogue
from verification.generated.findings import FALSE_NAME, IN_GENERAL, NAMED, OUTCOMES, TROUBLES, UNNAMED, Finding, judged
from verification.generated.general import by_number
from verification.generated.programs import fuzzed, program
from verification.processes import in_processes
from verification.tables import Report, table

# Faults shown as examples of a name, on a page for teachers.
MOST_EXAMPLES = 3

PAGE = """<!-- Written by `python -m verification prove --fuzz N --pages`. -->
# Day {number}: what each name stands for

Of random programs, these are the wrong ones that got a name. A line shows the name as learners read it, how
many programs got it, what kinds of fault they had, and some of the faults. Where many kinds answer alike,
ask the learner to show you the line: the name says what happens, and not always why.
"""
NOT_DRAWN = """
## Not drawn

Of {names} no program is drawn: their answers are numbers, letters, settings or tests. The
[page of verdicts](../../tests/snapshots/verdicts_{day}.md) has what their wrong answers are called.
"""


def fuzz(which: str, count: int, first: int = 0, unnamed: bool = False, pages: bool = False) -> Report:
    """Judge ``count`` generated programs, the same number for each exercise that has a template, and report on them.

    Programs are numbered from ``first`` in each exercise. ``pages`` writes the pages for teachers.
    """
    if not (exercises := fuzzed(which)):
        raise course.CourseError(f"no exercise of {which or 'the course'} has a template of programs")
    share = -(-count // len(exercises))
    tasks = [(exercise, number) for exercise in exercises for number in range(first, first + share)]
    found = list(in_processes(tasks, judged, lambda task: Finding(program(*task), UNNAMED)))
    found.sort(key=lambda finding: (exercises.index(finding.program.exercise), finding.program.number))
    by_exercise: dict[str, Counter[str]] = defaultdict(Counter)
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for finding in found:
        by_exercise[finding.program.exercise][finding.outcome] += 1
        by_kind[finding.program.kind or "no fault"][finding.outcome] += 1
    total = sum(by_exercise.values(), Counter())
    lines = ["generated programs", *table("programs", OUTCOMES, by_exercise, which or "all")]
    lines += ["by kind of fault", *table("programs", OUTCOMES, dict(sorted(by_kind.items())), "all kinds")]
    named = total[NAMED] + total[IN_GENERAL]
    seen = max(named + total[UNNAMED] + total[FALSE_NAME], 1)
    lines.append(
        f"named: {named:,} of {seen:,} ({named / seen:.1%}), {total[NAMED]:,} of them as catalogued; "
        f"false names: {total[FALSE_NAME]} ({total[FALSE_NAME] / seen:.2%})"
    )
    troubles = [finding for finding in found if finding.outcome in TROUBLES]
    lines += map(str, troubles)
    lines += [str(finding) for finding in found if unnamed and finding.outcome == UNNAMED]
    days = dict.fromkeys(course.day(finding.program.exercise).name for finding in found)
    for day in days if pages else ():
        path = course.root() / "docs" / "names" / f"{day}.md"
        before = path.read_text("utf-8") if path.exists() else ""
        path.write_text(page_for_teachers(day, found, before), "utf-8")
        lines.append(f"{day}: {path.relative_to(course.root()).as_posix()} written")
    return Report("\n".join(lines), not troubles, total)


def page_for_teachers(day: str, found: Sequence[Finding], before: str = "") -> str:
    """Return a day's page in Markdown: each name that was given, with the faults behind it.

    Exercises without programs in this run keep their section of the page before.
    """
    sections = {text.partition("\n")[0]: f"\n## {text.strip()}\n" for text in before.split("\n## ")[1:]}
    for exercise in dict.fromkeys(finding.program.exercise for finding in found):
        own = [finding for finding in found if finding.program.exercise == exercise]
        sections[exercise] = f"\n## {exercise}\n\n{len(own):,} programs:\n\n" + "\n".join(_lines_of_names(own)) + "\n"
    page = PAGE.format(number=day.removeprefix("day"))
    page += "".join(sections[exercise] for exercise in fuzzed(day) if exercise in sections)
    left_out = ", ".join(f"`{name}`" for name in exercises_of(day) if name not in fuzzed(day))
    return page + (NOT_DRAWN.format(day=day, names=left_out) if left_out else "")


def _lines_of_names(found: Iterable[Finding]) -> list[str]:
    by_name: dict[str, list[Finding]] = defaultdict(list)
    for finding in found:
        for name in finding.names if finding.outcome in (NAMED, IN_GENERAL) else [""] * (finding.outcome == UNNAMED):
            by_name[name].append(finding)
    lines = []
    # Programs without a name come last.
    for name, alike in sorted(by_name.items(), key=lambda pair: (not pair[0], -len(pair[1]), pair[0])):
        kinds = by_number(Counter(finding.program.kind for finding in alike))
        if not name:
            return [*lines, f"- no name ({len(alike)}): {kinds}"]
        entries = catalogue.misconceptions(course.day(alike[0].program.exercise).name)
        titles = {each.id: each.title for each in [*catalogue.general_names().values(), *entries]}
        lines.append(f"- **{titles.get(name, name)}** (`{name}`, {len(alike)}): {kinds}")
        examples = dict.fromkeys(finding.program.fault for finding in alike)
        lines += [f"    - `{fault.replace('`', chr(39))}`" for fault in list(examples)[:MOST_EXAMPLES]]
    return lines
