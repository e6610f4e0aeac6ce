# SPDX-License-Identifier: MIT
"""Fuzz the judge and report the outcomes: a table, each trouble, and how many programs got each name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from exercises.shared.proof import met
from judge.notebooks import course
from verification.generated.findings import FALSE_NAME, IN_GENERAL, NAMED, OUTCOMES, TROUBLES, UNNAMED, Finding, judged
from verification.generated.programs import fuzzed, program
from verification.limited import in_processes
from verification.reports import Report, table


def fuzz(which: str, count: int, first: int = 0, unnamed: bool = False, keep: bool = False) -> Report:
    """Judge ``count`` generated programs, the same number for each exercise that has a template, and report on them.

    Programs are numbered from ``first`` in each exercise. ``keep`` writes how many got each name.
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
    if keep:
        met.write_exercises({exercise: met_by(found, exercise) for exercise in exercises}, fuzzed())
        lines.append(f"{met.PATH.relative_to(course.root()).as_posix()} written")
    return Report("\n".join(lines), not troubles, total)


def met_by(found: Sequence[Finding], exercise: str) -> met.OfExercise:
    """Return how many programs of an exercise got each name, the most frequent name first."""
    own = [finding for finding in found if finding.program.exercise == exercise]
    names = Counter(name for finding in own if finding.outcome in (NAMED, IN_GENERAL) for name in finding.names)
    unnamed = sum(finding.outcome == UNNAMED for finding in own)
    return met.OfExercise(len(own), unnamed, dict(sorted(names.items(), key=lambda pair: (-pair[1], pair[0]))))
