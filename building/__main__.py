# SPDX-License-Identifier: MIT
"""Build the notebooks from the text masters, release them with nbgrader, and fill days/: ``make release``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import language
from building import address, editions, notebooks, overview, released_checks, start_page
from building.translations import po_files
from grading import releasing
from judge.notebooks import course


@course.says_faults("building", "What was done before is kept.")
def main(arguments: list[str] | None = None) -> int:
    """Build the stale days, release all, and return the exit code: 0 done, 2 failed."""
    parser = argparse.ArgumentParser(prog="python -m building", description=__doc__)
    parser.add_argument("day", nargs="*", type=course.assignment, help="a day, such as day1 or 1 (default: all)")
    parser.add_argument("--force", action="store_true", help="also build days that are not stale")
    parser.add_argument("--only-build", action="store_true", help="write source/dayN/, and release nothing")
    parser.add_argument(
        "--meant", default="", metavar="CHECKS", help="released checks that may change or go, as in 'a b'"
    )
    options = parser.parse_args(arguments)
    days = options.day or course.assignments()
    meant = options.meant.split()
    released_checks.refuse_unknown(meant)
    _build(days, options.force, meant)
    if not options.only_build:
        _release(days)
    # Last: a release that fails has changed nothing of what is on record.
    _record(days, meant)
    return 0


def _build(days: list[course.Assignment], force: bool, meant: list[str]) -> None:
    for day in days:
        released_checks.refuse_changes(day, meant)
        if reason := "asked to" if force else notebooks.stale_reason(day):
            print(f"{day.name}: built in {notebooks.build(day):.1f} s ({reason})", flush=True)
        else:
            print(f"{day.name}: up to date", flush=True)


def _record(days: list[course.Assignment], meant: list[str]) -> None:
    for day in days:
        if new := ", ".join(released_checks.record(day, meant)):
            print(f"{day.name}: recorded in {released_checks.PLACE.as_posix()}: {new}", flush=True)


def _release(days: list[course.Assignment]) -> None:
    root = course.root()
    overview.write_readme(root)
    for path in address.write(root):
        print(f"{path.relative_to(root)} written")
    for name in language.known():
        # A course that was copied has no languages of its own: those of this checkout keep the texts that it lacks.
        for path in po_files.merged(name) if language.folder().is_relative_to(root) else ():
            print(f"{path.relative_to(root)} written")
        for sentence in editions.write(name):
            print(sentence, file=sys.stderr)
    for name in (language.ENGLISH, *editions.offered()):
        for path in editions.write_pages(name):
            print(f"{path.relative_to(root)} written")
        with editions.speaking(name):
            _fill(days, root, database=name == language.ENGLISH)


def _fill(days: list[course.Assignment], root: Path, database: bool) -> None:
    """Fill the folder of the days of the current language."""
    if start_page.fill(root):
        print(f"{start_page.path_in(root).relative_to(root)} written")
    for day in days:
        shown = day.learner_notebook.parent.relative_to(root).as_posix()
        messages = {
            "written": f"released, and copied to {shown}/",
            "unchanged": f"released; {shown}/ holds it already",
            "kept": f"released; {shown} holds a learner's work and is left alone (`make reset` renews it)",
        }
        print(f"{day.name}: {messages[releasing.fill_days(day, database=database)]}")


if __name__ == "__main__":
    sys.exit(main())
