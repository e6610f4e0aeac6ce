# SPDX-License-Identifier: MIT
"""``python -m judge build``: the notebooks of a course, from its text masters."""

from __future__ import annotations

import argparse
import sys

from judge.authoring import faults, mistakes, notebooks
from judge.notebooks import course
from judge.notebooks.about import Sentences, about
from judge.notebooks.current import FILE


@course.says_faults("judge", "What was done before is kept.")
def main(arguments: list[str] | None = None) -> int:
    """Build assignments of the course in this folder, and return the exit code: 0 done, 2 failed."""
    parser = argparse.ArgumentParser(prog="python -m judge", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    build = commands.add_parser("build", help="run the solutions, and write source/NAME/ and each checks.json")
    build.add_argument("names", nargs="*", metavar="NAME", help="an assignment (default: all)")
    options = parser.parse_args(arguments)
    own = about().sentences.build
    if own != Sentences.build:
        raise course.CourseError(f"{FILE} says that this course is built by `{own}`: run that.")
    for assignment in list(map(course.assignment, options.names)) or course.assignments():
        _build(assignment)
    return 0


def _build(assignment: course.Assignment) -> None:
    notebook = notebooks.from_master(assignment)
    # A fault in a file of questions is said as it is, and not as the notebook meets it.
    if found := faults.faults(assignment):
        raise course.CourseError("{faults}", faults="\njudge: ".join(map(str, found)))
    notebooks.build(assignment, notebook)
    print(f"{assignment.name}: {assignment.source_notebook.relative_to(assignment.root)} written", flush=True)
    for name, checks in mistakes.record(assignment).items():
        print(f"{name}: fails {', '.join(checks)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
