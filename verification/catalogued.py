# SPDX-License-Identifier: MIT
"""Verify a day's checks: the reference passes, a blank is not attempted, and each mistake gets its own name.

Which checks each mistake fails is computed first, and written to the exercise's ``checks.json``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any

from building.released_answers import released
from judge.asking.ask import ask
from judge.asking.folders import exercises_of
from judge.authoring import mistakes
from judge.notebooks import course, reference
from judge.notebooks.cells import grade_id, is_grade, owner
from judge.notebooks.course import place
from judge.notebooks.current import kept
from judge.run.answers import Answer, Raised, Unending, same
from judge.verdicts import catalogue, render
from judge.verdicts.alike import expected
from judge.verdicts.asker import believed, here
from judge.verdicts.decide import decide, is_correct
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, Verdict
from verification.limited import in_processes
from verification.reports import Report, table

# The outcomes of judging a catalogued mistake: the columns of the table.
OUTCOMES = RIGHT_NAME, NO_NAME, WRONG_NAME, MISSED, OTHERS_TOO, MORE_NAMES = (
    "right name", "no name", "wrong name", "missed", "fails others too", "further names"
)  # fmt: skip

# The seed of the inputs that pages and tests show.
SEED = 1

# The usual cause where a mistake costs points in another exercise.
STAND_IN = "is a stand-in missing? See CONTRIBUTING.md, *A mistake is paid once*"


@dataclass(frozen=True)
class JudgedVariant:
    """A variant of a mistake as judged: the checks with each outcome other than ``RIGHT_NAME``, the worst first."""

    id: str
    exercise: str
    wrong: Mapping[str, Sequence[str]]

    @property
    def outcome(self) -> str:
        """The worst outcome in any check: the table counts a variant once."""
        return next(iter(self.wrong), RIGHT_NAME)

    def __str__(self) -> str:
        """Return the trouble as a line of the report."""
        return f"  {self.id}: " + "; ".join(f"{outcome}: {', '.join(names)}" for outcome, names in self.wrong.items())


def checks_of(day: course.Assignment, exercise: str = "") -> list[str]:
    """Return the grade_ids of a day's checks, or of one exercise's, from the text master."""
    answers = list(reference.solutions(day.number))
    checks = [str(grade_id(cell)) for cell in reference.cells(day.number) if is_grade(cell)]
    return [check for check in checks if exercise in ("", owner(check, answers))]


def checks_of_others(exercise: str) -> list[str]:
    """Return the grade_ids of the checks of a day that belong to another exercise than this."""
    day = course.assignment(exercise)
    own = checks_of(day, exercise)
    return [check for check in checks_of(day) if check not in own]


def blank(day: course.Assignment) -> dict[str, Any]:
    """Return the namespace of a day's released notebook, before a learner has written anything."""
    return reference.load(day.number, answers=released(day.number), forgiving=True)


def judged(
    day: course.Assignment,
    namespace: Mapping[str, Any],
    seed: int,
    checks: Sequence[str] = (),
    *,
    to_be_read: bool = True,
) -> dict[str, Verdict]:
    """Return the verdicts on a namespace by some checks, or all of a day; others are asked where a name needs them.

    Verdicts that nobody will read show the inputs by which they were judged: simpler ones are not looked for.
    """

    @cache
    def answers(check: str) -> list[Answer]:
        return ask(check, namespace, seed)

    def verdict(check: str) -> Verdict:
        asker = here(check, namespace, seed, lines=False, simpler=to_be_read)
        return decide(check, believed(check, answers(check), seed, asker.alone), seed, answers, asker)

    return {check: verdict(check) for check in checks or checks_of(day)}


def variants_of(day: course.Assignment, exercise: str = "") -> list[tuple[str, catalogue.Misconception]]:
    """Return a day's mistakes in all their variants, each with the name under which an author is told of it."""
    return [
        (catalogue.variant_id(entry.id, number), variant)
        for entry in catalogue.misconceptions(day.number)
        if exercise in ("", entry.exercise)
        for number, variant in enumerate((entry, *entry.variants), 1)
    ]


def verify_variants(
    day: course.Assignment, seed: int, variants: Iterable[tuple[str, catalogue.Misconception]]
) -> list[JudgedVariant]:
    """Judge variants of mistakes by all checks of the day."""
    return [
        judged_variant(name, variant, judged(day, variant.namespace(), seed, to_be_read=False))
        for name, variant in variants
    ]


@kept()
def judged_catalogue(
    day: course.Assignment, seed: int, one_in: int = 1
) -> list[tuple[catalogue.Misconception, dict[str, Verdict]]]:
    """Return each catalogued mistake of a day with its verdicts, or one mistake in ``one_in``.

    The verdicts are those of its own exercise's checks and of any other check that it is declared to fail.
    """
    # Cached: a test and the page of verdicts need the same, and judging takes most of the time.
    found = []
    for entry in catalogue.misconceptions(day.number)[::one_in]:
        near = {*entry.checks, *checks_of(day, entry.exercise)}
        found.append((entry, judged(day, entry.namespace(), seed, [one for one in checks_of(day) if one in near])))
    return found


def judged_variant(name: str, entry: catalogue.Misconception, verdicts: Mapping[str, Verdict]) -> JudgedVariant:
    """Compare the verdicts on a mistake with what its entry declares."""
    failed = {check: verdict for check, verdict in verdicts.items() if verdict.outcome != CORRECT}
    names = {check: failed[check].misconceptions for check in entry.checks if check in failed}
    outcomes = {
        MISSED: [check for check in entry.checks if check not in failed] or [entry.exercise] * (not failed),
        WRONG_NAME: [check for check, given in names.items() if given and entry.id not in given],
        NO_NAME: [check for check, given in names.items() if not given],
        OTHERS_TOO: [check for check in failed if check not in entry.checks],
        MORE_NAMES: sorted({name for given in names.values() for name in given if name != entry.id}),
    }
    return JudgedVariant(name, entry.exercise, {outcome: found for outcome, found in outcomes.items() if found})


def record(day: course.Assignment, seeds: Sequence[int] = (1,), exercise: str = "") -> Report:
    """Write to ``checks.json`` which checks each mistake of a day, or of one exercise, fails with any of the seeds.

    Reports the changes. The report does not hold if a mistake now fails a check of another exercise.
    """
    names = [name for name, _ in variants_of(day, exercise)]
    failed: dict[str, dict[str, bool]] = dict(in_processes(names, partial(_try, day, tuple(seeds)), _no_answer))
    changes = [
        change
        for name in exercises_of(exercise or day.name)
        for change in _written(name, [(variant, entry, failed[variant]) for variant, entry in variants_of(day, name)])
    ]
    course.current().forget()
    return Report("\n".join(line for line, _ in changes), not any(costs_others for _, costs_others in changes))


def _try(day: course.Assignment, seeds: Sequence[int], variant: str) -> tuple[str, dict[str, bool]]:
    namespace = dict(variants_of(day))[variant].namespace()
    found: dict[str, bool] = {}
    for check, seed in product(checks_of(day), seeds):
        answers = ask(check, namespace, seed)
        if not is_correct(check, answers, seed):
            found[check] = found.get(check, True) and _crashes(check, answers, seed)
    return variant, found


def _crashes(check: str, answers: Sequence[Answer], seed: int) -> bool:
    """Tell whether every wrong answer is an error, or has no end."""
    wrong = [given for given, right in zip(answers, expected(check, seed), strict=False) if not same(given, right)]
    return all(isinstance(given, (Raised, Unending)) for given in wrong)


def _no_answer(variant: str) -> tuple[str, dict[str, bool]]:
    raise course.CourseError(f"{variant} gave no answer in time.")


def _written(
    exercise: str, found: Sequence[tuple[str, catalogue.Misconception, Mapping[str, bool]]]
) -> Iterator[tuple[str, bool]]:
    """Write the checks that variants fail, perhaps by a crash alone; yield changes, and if another exercise's fails."""
    file = catalogue.checks_file(exercise)
    before = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for variant, entry, checks in found:
        known = before.get(catalogue.key_of(entry), ())
        new = [check for check in checks if check not in known]
        gone = [f"-{check}" for check in known if check not in checks]
        costs_others = any(not check.startswith(f"{exercise}-") for check in new)
        if new or gone:
            changes = ", ".join([*(f"+{check}{' (crash)' * checks[check]}" for check in new), *gone])
            yield f"  {place(file)}: {variant}: {changes}{f': {STAND_IN}' if costs_others else ''}", costs_others
    mistakes.write(exercise, [(catalogue.key_of(entry), [*checks]) for _, entry, checks in found])


def verify(day: course.Assignment, seeds: Sequence[int] = (1,), exercise: str = "") -> Report:
    """Verify the reference, the blank and the catalogue of a day, or of one exercise of it, with each of the seeds."""
    checks = checks_of(day, exercise)
    lines, troubles = [], []
    for name, namespace, outcome in (
        ("reference", reference.load(day.number), CORRECT),
        ("blank", blank(day), NOT_ATTEMPTED),
    ):
        exceptions = [
            f"  {name}, seed {seed}: {check} is {verdict.outcome}: {render.message(verdict).text()}"
            for seed in seeds
            for check, verdict in judged(day, namespace, seed, checks).items()
            if verdict.outcome != outcome
        ]
        number = len(checks) * len(seeds)
        lines.append(f"{day.name}: {name}: {number - len(exceptions)} of {number} checks {outcome}")
        troubles += exceptions
    found: dict[str, JudgedVariant] = {}
    for seed in seeds:
        for one in verify_variants(day, seed, variants_of(day, exercise)):
            if one.id not in found or not found[one.id].wrong:
                found[one.id] = one
    failed = {check for _, entry in variants_of(day, exercise) for check in entry.checks}
    troubles += [f"  {one}: no mistake of mistakes.toml fails it; write one." for one in checks if one not in failed]
    rows: dict[str, Counter[str]] = {}
    for one in found.values():
        rows.setdefault(one.exercise, Counter())[one.outcome] += 1
        troubles += [str(one)] if one.wrong else []
    lines += [f"{day.name}: catalogue", *table("variants", OUTCOMES, rows, exercise or day.name)]
    return Report("\n".join([*lines, *troubles]), not troubles)
