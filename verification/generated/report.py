# SPDX-License-Identifier: MIT
"""Fuzz the judge and say what became of the programs: a table, each trouble, and a page of the names for teachers."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from grading.judging import catalogue
from grading.notebooks import course, reference
from verification.generated.findings import FALSE_NAME, FATES, IN_GENERAL, NAMED, TROUBLES, UNNAMED, Finding, held
from verification.generated.programs import Program, fuzzed, not_fuzzed, program
from verification.processes import in_processes
from verification.tables import PartOfProof, table

# Troubles that are told in full; the rest is counted.
MOST_TOLD = 40


def findings(which: str, count: int, first: int = 0, workers: int = 2) -> list[Finding]:
    """Return what becomes of so many programs, the same number for each exercise that has designs.

    Args:
        which: A day, an exercise, or "" for the course.
        count: How many programs in all.
        first: The number of the first program of each exercise.
        workers: How many processes.
    """
    exercises = fuzzed(which)
    if not exercises:
        raise course.CourseError(f"no exercise of {which or 'the course'} has designs to draw programs from")
    share = -(-count // len(exercises))
    tasks = [(exercise, number) for exercise in exercises for number in range(first, first + share)]
    found: list[Finding] = []
    in_processes(tasks, partial(_prepare, exercises), held, _stopped, found.append, workers)
    return sorted(found, key=lambda finding: (exercises.index(finding.program.exercise), finding.program.number))


def _prepare(exercises: Sequence[str]) -> None:
    for exercise in exercises:
        reference.load(exercise)  # Imports what the day needs.


def _stopped(task: tuple[str, int]) -> Finding:
    return Finding(program(*task), UNNAMED, stopped=True)


def fuzz(
    which: str,
    count: int,
    first: int = 0,
    unnamed: bool = False,
    pages: Callable[[str, Callable[[str], str]], None] | None = None,
) -> PartOfProof:
    """Hold the judge against so many random programs: a table by exercise and one by kind, then the troubles.

    Args:
        which: A day, an exercise, or "" for the course.
        count: How many programs in all.
        first: The number of the first program of each exercise: another one draws others.
        unnamed: Tell of the programs that fail with no name, too.
        pages: Takes the name of each day that was fuzzed, and what makes its page for teachers of the one before.
    """
    began = time.perf_counter()
    found = findings(which, count, first)
    seconds = time.perf_counter() - began
    by_exercise: dict[str, Counter[str]] = defaultdict(Counter)
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for finding in found:
        by_exercise[finding.program.exercise][finding.fate] += 1
        by_kind[finding.program.kind or "no fault"][finding.fate] += 1
    total = sum(by_exercise.values(), Counter())
    lines = [f"programs that nobody wrote, {seconds:.0f} s", *table("programs", FATES, by_exercise, which or "all")]
    lines += ["by kind of fault", *table("programs", FATES, dict(sorted(by_kind.items())), "all kinds")]
    seen = max(sum(total[fate] for fate in (NAMED, IN_GENERAL, UNNAMED, FALSE_NAME)), 1)
    named = total[NAMED] + total[IN_GENERAL]
    lines.append(
        f"named: {named:,} of {seen:,} ({named / seen:.1%}), {total[NAMED]:,} of them as catalogued; "
        f"false names: {total[FALSE_NAME]} ({total[FALSE_NAME] / seen:.2%})"
    )
    for day in _days_of(found) if not which or which == course.day(which).name else ():
        lines += [f"not drawn: {exercise}: {why}" for exercise, why in not_fuzzed(day).items()]
    troubles = [finding for finding in found if finding.fate in TROUBLES]
    told = [finding for finding in found if unnamed and finding.fate == UNNAMED]
    lines += [line for finding in [*troubles[:MOST_TOLD], *told] for line in _told(finding)]
    if len(troubles) > MOST_TOLD:
        lines.append(f"... and {len(troubles) - MOST_TOLD} more")
    if pages is not None:
        for day in _days_of(found):
            pages(day, partial(page_for_teachers, day, found))
    return PartOfProof("\n".join(lines), not troubles, total)


def _days_of(found: Sequence[Finding]) -> list[str]:
    return list(dict.fromkeys(course.day(finding.program.exercise).name for finding in found))


def _told(finding: Finding) -> list[str]:
    drawn: Program = finding.program
    return [
        f"  {finding.fate}: {drawn.exercise}, program {drawn.number}: {drawn.kind}: {drawn.fault}",
        f"    {finding.words[:400]}",
    ]


# A page for teachers

# Programs that a line of the page shows.
MOST_EXAMPLES = 3


def page_for_teachers(day: str, found: Sequence[Finding], before: str = "") -> str:
    """Return the page of a day in Markdown: each name that was given, with the kinds of programs that answer so.

    Args:
        day: The day's name, such as ``day3``.
        found: What became of the programs, of this day and of others.
        before: The page as it is: exercises of which no program was drawn now keep their part of it.
    """
    sections = dict(_sections_of(before)) | {
        exercise: _section(exercise, [finding for finding in found if finding.program.exercise == exercise])
        for exercise in dict.fromkeys(finding.program.exercise for finding in found)
    }
    lines = [
        "<!-- Written by `python -m verification prove --fuzz N --pages`. -->",
        f"# Day {day.removeprefix('day')}: what each name stands for",
        "",
        "Of random programs, these are the wrong ones that got a name. A line shows the name as learners read it, how",
        "many programs got it, what kinds of fault they had, and some of the faults. Where many kinds answer alike,",
        "ask the learner to show you the line: the name says what happens, and not always why.",
    ]
    for exercise in fuzzed(day):
        if exercise in sections:
            lines += ["", sections[exercise]]
    if not_fuzzed(day):
        page = f"[page of verdicts](../../tests/snapshots/verdicts_{day}.md)"
        lines += ["", "## Not drawn", "", f"The {page} has what their wrong answers are called.", ""]
        lines += [f"- {exercise}: {why}" for exercise, why in not_fuzzed(day).items()]
    return "\n".join(lines) + "\n"


def _section(exercise: str, found: Sequence[Finding]) -> str:
    return "\n".join([f"## {exercise}", "", f"{len(found):,} programs:", "", *_lines_of_names(found)])


def _sections_of(page: str) -> Iterator[tuple[str, str]]:
    """Yield each exercise of a page and its section."""
    for text in page.removesuffix("\n").split("\n\n## ")[1:]:
        yield text.partition("\n")[0], f"## {text}"


def _lines_of_names(found: Sequence[Finding]) -> list[str]:
    by_name: dict[str, list[Finding]] = defaultdict(list)
    for finding in found:
        if finding.fate in (NAMED, IN_GENERAL):
            for name in finding.names:
                by_name[name].append(finding)
    lines = []
    for name, findings in sorted(by_name.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        entry = catalogue.entry_of(findings[0].program.exercise, name)
        kinds = Counter(finding.program.kind for finding in findings)
        told = ", ".join(
            f"{kind} {count}" for kind, count in sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))
        )
        lines += [f"- **{entry.title if entry else name}** (`{name}`, {len(findings)}): {told}"]
        examples = dict.fromkeys(finding.program.fault for finding in findings)
        lines += [f"    - `{fault.replace('`', chr(39))}`" for fault in list(examples)[:MOST_EXAMPLES]]
    unnamed = Counter(finding.program.kind for finding in found if finding.fate == UNNAMED)
    if unnamed:
        told = ", ".join(
            f"{kind} {count}" for kind, count in sorted(unnamed.items(), key=lambda pair: (-pair[1], pair[0]))
        )
        lines += [f"- no name ({sum(unnamed.values())}): {told}"]
    return lines
