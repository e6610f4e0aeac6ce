# SPDX-License-Identifier: MIT
"""``python -m judge build``: the notebooks of a course, from its text masters."""

from __future__ import annotations

import argparse
import sys

from judge.authoring import faults, mistakes, notebooks
from judge.notebooks import course
from judge.notebooks.about import Sentences, about
from judge.notebooks.current import FILE


def main(arguments: list[str] | None = None) -> int:
    """Build assignments of the course in this folder, and return the exit code: 0 done, 2 failed."""
    parser = argparse.ArgumentParser(prog="python -m judge", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    build = commands.add_parser("build", help="run the solutions, and write source/NAME/ and each checks.json")
    build.add_argument("names", nargs="*", metavar="NAME", help="an assignment (default: all)")
    options = parser.parse_args(arguments)
    try:
        own = about().sentences.build
        if own != Sentences.build:
            raise course.CourseError(f"{FILE} says that this course is built by `{own}`: run that.")
        for day in list(map(course.day, options.names)) or course.days():
            _build(day)
    except course.CourseError as error:
        print(f"judge: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"judge: {course.refusal(error)} What was done before is kept.", file=sys.stderr)
        return 2
    return 0


def _build(day: course.Day) -> None:
    notebook = notebooks.from_master(day)
    # A fault in a file of questions is said as it is, and not as the notebook meets it.
    if found := faults.faults(day):
        raise course.CourseError("{faults}", faults="\njudge: ".join(map(str, found)))
    notebooks.build(day, notebook)
    print(f"{day.name}: {day.source_notebook.relative_to(day.root)} written", flush=True)
    for name, checks in mistakes.record(day).items():
        print(f"{name}: fails {', '.join(checks)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
