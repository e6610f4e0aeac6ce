# SPDX-License-Identifier: MIT
"""Commands for authors of the course; ``python -m verification --help`` lists them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from judge.notebooks import course, reference
from verification.reports import Report


@course.says_faults("verification")
def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 0 all passed, 1 faults were found, 2 it could not run."""
    options = _parser().parse_args(arguments)
    return options.run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m verification", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    part = "a day, such as day1, or an exercise, such as day2-value (default: all)"

    lint = commands.add_parser("lint", help="find faults in the course's files without running them")
    lint.add_argument("what", nargs="*", help=part)
    lint.add_argument("--before-release", action="store_true", help="leave out what `make release` fixes")
    lint.set_defaults(run=_lint)

    prove = commands.add_parser("prove", help="verify the checks on right, blank, wrong and mutated answers")
    prove.add_argument("what", nargs="*", help=part)
    prove.add_argument("--seeds", "--seed", type=_numbers, default=(1,), help="seeds of the inputs, such as 1,2,3")
    prove.add_argument("--sample", type=int, default=0, metavar="N", help="judge N mutants of each day (default: all)")
    prove.add_argument("--fuzz", type=int, default=0, metavar="N", help="verify the judge on N generated programs")
    prove.add_argument("--first", type=int, default=0, metavar="K", help="with --fuzz: the number of the first program")
    prove.add_argument("--pages", action="store_true", help="with --fuzz: keep how many programs got each name")
    prove.add_argument("--unnamed", action="store_true", help="also list the mutants that fail without a name")
    prove.set_defaults(run=_prove)

    snapshot = commands.add_parser("snapshot", help="show what learners read otherwise than at a commit")
    snapshot.add_argument("day", nargs="*", help="a day, such as day1 (default: all)")
    snapshot.add_argument("--base", default="HEAD", metavar="COMMIT", help="what to compare with (default: HEAD)")
    snapshot.add_argument("--renew", action="store_true", help="write verdicts and right answers in tests/data anew")
    snapshot.set_defaults(run=_snapshot)

    names = commands.add_parser("names", help="try the general names, and keep how many programs got each")
    names.set_defaults(run=_names)
    return parser


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


def _lint(options: argparse.Namespace) -> int:
    from verification import lint

    parts = _parts(options.what)
    faults = lint.faults(parts, computed=True)
    if not options.what and not options.before_release:
        faults += lint.faults_of_course()
    return _print_faults(faults)


def _print_faults(faults: Sequence[object]) -> int:
    for fault in faults:
        print(fault)
    number = f"{len(faults) or 'no'} fault{'' if len(faults) == 1 else 's'}"
    print(f"lint: {number} in the course's files", flush=True)
    return 1 if faults else 0


def _parts(names: list[str]) -> list[tuple[course.Assignment, str]]:
    """Return the days and exercises as pairs; "" stands for all exercises of a day."""
    return [_part(name) for name in names] if names else [(day, "") for day in course.assignments()]


def _part(name: str) -> tuple[course.Assignment, str]:
    day = course.assignment(name)
    exercises = list(reference.solutions(day.number))
    if name not in (day.name, str(day.number), *exercises):
        raise course.CourseError(f"There is no exercise {name!r}. {day.name} has: {', '.join(exercises)}.")
    return day, name if name in exercises else ""


def _prove(options: argparse.Namespace) -> int:
    from verification import catalogued, lint, mutation
    from verification.generated.programs import uncovered

    # First what takes seconds: verification takes minutes, and a fault of this kind can stop it anywhere.
    if _print_faults(lint.faults(_parts(options.what))):
        return 1
    if options.fuzz:
        return _fuzz(options)
    verified = True
    for day, exercise in _parts(options.what):
        holds = _print_report(catalogued.record(day, options.seeds, exercise))
        holds &= _print_report(catalogued.verify(day, options.seeds, exercise))
        holds &= _print_report(mutation.mutate(day, exercise, options.seeds, options.sample, options.unnamed))
        holds &= _print_report(uncovered(exercise or day.name))
        print(f"{exercise or day.name}: {'verified' if holds else 'not verified'}", flush=True)
        verified &= holds
    return 0 if verified else 1


def _print_report(report: Report) -> bool:
    if report.text:
        print(report.text, flush=True)
    return report.holds


def _fuzz(options: argparse.Namespace) -> int:
    from verification.generated.report import fuzz

    wanted = (options.fuzz, options.first, options.unnamed, options.pages)
    return 0 if all([_print_report(fuzz(what, *wanted)) for what in options.what or [""]]) else 1


def _snapshot(options: argparse.Namespace) -> int:
    from verification import kept, snapshots

    days = [course.assignment(name) for name in options.day] or course.assignments()
    if options.renew:
        kept.renew(days)
    else:
        snapshots.show(days, options.base)
    return 0


def _names(_options: argparse.Namespace) -> int:
    from exercises.shared.proof import met
    from verification.generated import general

    names = general.met_by(general.counted(general.tried()))
    met.write_general_names(names)
    faults = general.faults(names)
    print("\n".join([f"{met.PATH.relative_to(course.root()).as_posix()} written", *faults]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
