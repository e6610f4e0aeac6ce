# SPDX-License-Identifier: MIT
"""Begin an exercise: write its folder, and its cells in the master of its day: ``make exercise NAME=dayN-name``."""

from __future__ import annotations

import argparse
import sys

from building.new_exercise import begin
from judge.notebooks import course


@course.says_faults("make exercise")
def main(arguments: list[str] | None = None) -> int:
    """Write a new exercise and return the exit code: 0 written, 2 refused."""
    parser = argparse.ArgumentParser(prog="python -m building.new_exercise", description=__doc__)
    parser.add_argument("name", help="its day and some words, such as day6-two-norms")
    for path in begin(parser.parse_args(arguments).name):
        print(f"{course.place(path)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
