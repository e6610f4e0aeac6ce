# SPDX-License-Identifier: MIT
"""The questions with which mornings began, and what the learner answered first: one file beside the predictions."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from language.text import say, template

from . import files, mistakes, predictions

FILE = ".recall.json"
DAYS = range(2, 7)
COUNT = 3
LETTERS, OPEN, UNKNOWN = "abcd", "-", "?"
UNREADABLE = template("The file of your recall, {file}, could not be read whole.")
HEADING = template("Recall: questions from earlier days")
NONE = template("You have answered none of the questions with which days begin.")


@dataclass(frozen=True)
class Recalled:
    """A question of a morning. Its name and its seed stand for it; what is right is not kept."""

    name: str
    seed: int
    key: str  # tells this question, its numbers and its answers from those of another version of the course
    letter: str = OPEN  # of the first answer
    right: bool | None = None  # None as long as there is no answer

    @classmethod
    def read(cls, entry: object) -> "Recalled | None":
        """Return the question that an entry of the file holds, or None where it holds none."""
        if not isinstance(entry, dict) or set(entry) != set(cls.__dataclass_fields__):
            return None
        one = cls(**entry)
        texts = isinstance(one.name, str) and isinstance(one.key, str) and isinstance(one.letter, str)
        if not texts or type(one.seed) is not int or one.seed < 0:
            return None
        answered = type(one.right) is bool and len(one.letter) == 1 and one.letter in LETTERS + UNKNOWN
        return one if answered or (one.right is None and one.letter == OPEN) else None


Morning = tuple[Recalled, ...]


def place() -> Path:
    """Return the file: beside the folders of the days, of all languages."""
    return files.shared(files.folder()) / FILE


def load(path: Path) -> tuple[dict[int, Morning], bool]:
    """Return the mornings that a file holds, and whether all of it could be read."""
    entries, complete = files.entries(path)
    found = {day: _read(entries[str(day)]) for day in DAYS if str(day) in entries}
    good = {day: morning for day, morning in found.items() if morning}
    return good, complete and len(good) == len(entries)


def _read(entry: object) -> Morning:
    """Return the questions of a morning; none where one of them can't be read."""
    read = [Recalled.read(one) for one in entry] if isinstance(entry, list) and len(entry) == COUNT else []
    return tuple(one for one in read if one is not None) if all(read) else ()


def keep(path: Path, day: int, morning: Morning) -> list[str]:
    """Write a morning; return sentences where there is something to say."""
    known, complete = load(path)
    data = {str(each): [asdict(one) for one in known[each]] for each in known if each != day}
    return files.keep(path, {**data, str(day): [asdict(one) for one in morning]}, "" if complete else UNREADABLE)


def take(path: Path, archived: Path, is_newer: bool) -> list[str]:
    """Take the mornings of an archive's file into one's own; return sentences on what came of it.

    Raises:
        OSError: The file can't be written, and is as it was.
    """
    here, complete = load(path)
    there, readable = load(archived)
    both, count, gave_way = files.merged(_named(here), _named(there), _says, is_newer)
    said = [] if readable else [say(files.HALF_READ, file=FILE)]
    if count:
        said.append(say("Mornings of recall taken from the archive: {count}.", count=count))
        entries = {day: [asdict(one) for one in morning] for day, morning in both.items()}
        said += files.take(path, entries, "" if complete else UNREADABLE, gave_way)
    return said


def _named(mornings: dict[int, Morning]) -> dict[str, Morning]:
    return {str(day): morning for day, morning in mornings.items()}


def _says(morning: Morning) -> int:
    """Return how many questions of a morning are answered."""
    return sum(one.right is not None for one in morning)


def with_answers(morning: Morning, letters: str, right: list[bool | None]) -> Morning:
    """Return a morning with a letter for each question, and whether that is the right one."""
    answers = zip(morning, letters, right, strict=True)
    return tuple(replace(one, letter=letter, right=is_right) for one, letter, is_right in answers)


def history(path: Path, day: int) -> dict[str, Any]:
    """Return what a learner met and missed before a day, and what need not come again, as the grader takes it."""
    earlier = [one for each, morning in load(path)[0].items() if each < day for one in morning]
    foreseen, _ = predictions.load(path.with_name(predictions.FILE))
    met, _ = mistakes.most(path.with_name(mistakes.FILE), count=100)
    missed = [one.name for one in reversed(earlier) if one.right is False]
    return {
        "met": [title for title, _ in met],
        "missed": [*missed, *(name for name, one in foreseen.items() if one.right is False)],
        "done": [one.name for one in earlier if one.right],
    }


def scores(path: Path) -> tuple[list[str], list[list[str]], str]:
    """Return how many answers were right, for the sheet: a header, a row by day, and what is to be said.

    A morning without an answer is not shown.
    """
    known, complete = load(path)
    answered = {day: [one.right for one in known.get(day, ()) if one.right is not None] for day in DAYS}
    everything = [right for rights in answered.values() for right in rights]
    words = [] if complete else [say(UNREADABLE, file=path.name)]
    if not everything:
        return [], [], " ".join([say(NONE), *words])
    days = [day for day in DAYS if answered[day]]
    header = [*(say("Day {day}", day=day) for day in days), say("All days")]
    row = [
        say("{right} of {all}", right=sum(rights), all=len(rights))
        for rights in (*(answered[day] for day in days), everything)
    ]
    line = say("Recall: {right} of {all} at the first try.", right=sum(everything), all=len(everything))
    return header, [row], " ".join([line, *words])
