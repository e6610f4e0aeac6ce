# SPDX-License-Identifier: MIT
"""Which language a command speaks; ``python -m grading.spoken Makefile`` lists what `make` can do in it.

This needs nothing but Python, so that `make help` works before anything is installed: in English, as long as no
language is compiled.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import sys
from pathlib import Path

import language
import reading
from judge.notebooks import course
from judge.notebooks.about import about
from judge.run.words import say, speak, template, translated

# Which language's assignments a learner works in.
CHOICE = Path("days") / ".language"
LONGEST_CHOICE = 1_000  # bytes
# A target of the Makefile with what it does.
TARGET = re.compile(r"^([a-z-]+):.*## (.+)$", re.MULTILINE)
# The words of argparse itself, of all its versions. A translation keeps what begins with a percent sign.
OF_ARGPARSE = (
    template("usage: "), template("options"), template("positional arguments"),
    template("show this help message and exit"), template("%(prog)s: error: %(message)s\n"),
    template("argument %(argument_name)s: %(message)s"), template("the following arguments are required: %s"),
    template("one of the arguments %s is required"), template("not allowed with argument %s"),
    template("unrecognized arguments: %s"), template("unexpected option string: %s"),
    template("ambiguous option: %(option)s could match %(matches)s"), template("ignored explicit argument %r"),
    template("invalid choice: %(value)r (choose from %(choices)s)"),
    template("unknown parser %(parser_name)r (choices: %(choices)s)"),
    template("invalid %(type)s value: %(value)r"), template("can't open '%(filename)s': %(error)s"),
    template("expected one argument"), template("expected at most one argument"),
    template("expected at least one argument"),
)  # fmt: skip


def speak_as_asked() -> str:
    """Speak the language that the environment names, else the learner's; return a sentence where it is not there."""
    try:
        return speak(os.environ.get(language.NAMED) or chosen())
    except course.CourseError:  # There is no course, which the command says itself.
        return speak(language.ENGLISH)


def chosen() -> str:
    """Return the language that `make lab` was last called with: the assignments in it are the learner's.

    Where it never was, it is the course's own. A file that can't be read is kept under another name, and a sentence
    says so.

    Raises:
        CourseError: There is no course here, or its ``course.toml`` can't be read.
    """
    try:
        path = course.root() / CHOICE
        return reading.text_in(path, LONGEST_CHOICE).strip() or about().language
    except FileNotFoundError:
        return about().language
    except reading.Unread as error:
        said = [say("{file} can't be read: {why}. So this is in English.", file=CHOICE.as_posix(), why=error)]
    with contextlib.suppress(OSError):
        said.append(say("It is kept as {file}; `make lab` writes a new one.", file=reading.set_aside(path).name))
    print(*said, file=sys.stderr)
    return language.ENGLISH


def let_argparse_speak() -> None:
    """Let argparse say its own words in the language that is spoken: it looks them up by this name.

    What it says of several arguments goes another way, which no command needs: none takes a certain number of them.
    """
    argparse._ = translated  # type: ignore[attr-defined]


def targets(makefile: Path) -> list[tuple[str, str]]:
    """Return each target of the Makefile, and what it does in English."""
    return TARGET.findall(makefile.read_text("utf-8"))


def main(makefile: str) -> None:
    """Print the targets of a Makefile, and what each does."""
    if unspoken := speak_as_asked():
        print(unspoken, file=sys.stderr)
    for name, does in targets(Path(makefile)):
        print(f"  make {name:<10} {translated(does)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("makefile")
    main(parser.parse_args().makefile)
