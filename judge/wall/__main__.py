# SPDX-License-Identifier: MIT
"""``python -m judge.wall selftest``: attack the wall of this machine from inside, for the course in this folder."""

from __future__ import annotations

import argparse
import os
import sys

from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from traitlets.config import PyFileConfigLoader

from judge.run.confined.client import NotConfinedHere
from judge.run.confined.selftest import ATTACKS, ONE_WALL, selftest
from judge.run.words import say, template
from judge.wall import process
from judge.wall.configuration import SECTION
from judge.wall.preprocessor import ConfinedExecute

FILE = "nbgrader_config.py"
NO_COURSE = template("There is no {file} here: go to the folder of your course.")
NOT_CALLED = template("{file} does not call `confine`, so submissions run as you.")
HOLDS = template("The wall holds: {count} attacks from inside were tried, and none got through.")


def main(arguments: list[str] | None = None) -> int:
    """Try the wall out, and return the exit code: 0 where it holds, 2 where nothing can be graded behind it."""
    parser = argparse.ArgumentParser(prog="python -m judge.wall", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    commands.add_parser("selftest", help="attack the wall of this machine from inside")
    parser.parse_args(arguments)
    if not os.path.isfile(FILE):
        return _failed(say(NO_COURSE, file=FILE))
    config = PyFileConfigLoader(FILE, path=os.getcwd()).load_config()
    if SECTION not in config:
        return _failed(say(NOT_CALLED, file=FILE))
    execute = ConfinedExecute(parent=Autograde(coursedir=CourseDirectory(config=config), config=config))
    try:
        executor = execute.executor([])
        limits = selftest(executor)
    except NotConfinedHere as error:
        return _failed(str(error))
    print(say(HOLDS, count=len(ATTACKS)))
    print(limits)
    if not executor.has_second_wall:
        print(say(ONE_WALL))
    process.close()
    return 0


def _failed(why: str) -> int:
    print("judge.wall:", why, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
