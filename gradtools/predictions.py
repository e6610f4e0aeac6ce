# SPDX-License-Identifier: MIT
"""A guess is locked before its cell is run, and what came is shown beside it: for the learner alone, never graded.

The guesses stand in one file for all days, beside the folders of the days, so that a day that is reset, handed in or
fetched anew neither loses them nor takes them along.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
import tempfile
import time
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from . import kernel
from .output import markdown_table, text_table
from .questions import QUESTIONS, Question, number

__all__ = [
    "FILE",
    "SURE",
    "Prediction",
    "as_markdown",
    "as_text",
    "load",
    "place",
    "predict",
    "reveal",
    "unanswered",
    "unquoted",
]

FILE = ".predictions.json"
SURE = ("I know", "I think", "I guess")
# As in ``predict("day2-fan-out", 4, sure=I think)``, which Python can't read.
UNREADABLE_SURE = re.compile(r"\bsure ?= ?(I (?:know|think|guess))\b")
NO_QUOTES = (
    "Nothing is locked yet: without quotes, `{}` is a name, and Python does not know it. {} Then run this cell again."
)
DAYS = range(1, 6)
QUIET_PREDICT = "predict() locks your guess when you run this cell yourself."
QUIET_REVEAL = "reveal() shows what came beside your guess when you run this cell yourself."
SEEN = "You have seen what came: {}. A guess counts only before that."
HEADING = "Your predictions: how many were right, by how sure you were"
ADVICE = "The surer you are, the more often you should be right. This is for you alone: nothing of it is graded."
UNREADABLE = f"The file of your predictions, {FILE}, could not be read whole."
# What could not be written is remembered for as long as this kernel is.
_unwritten: dict[Path, dict[str, Prediction]] = {}
# The questions that the cell that runs now answers while its outputs are hidden: see hiding.py.
withheld: set[str] = set()


@dataclass(frozen=True)
class Prediction:
    """What is known of one question.

    Attributes:
        guess: A number or a word; None where what came was seen without a guess.
        sure: One of ``SURE``; "" without a guess, and where it was not said.
        came: What came last; None before it is seen.
        right: Whether the guess is as good as what came; None before that is seen, and without a guess.
    """

    guess: float | str | None = None
    sure: str = ""
    came: float | str | None = None
    right: bool | None = None

    @classmethod
    def read(cls, entry: object) -> Prediction | None:
        """Return the prediction that an entry of the file holds, or None where it holds none."""
        if not isinstance(entry, dict) or set(entry) != set(cls.__dataclass_fields__):
            return None
        told = cls(**entry)
        values = all(
            value is None or isinstance(value, str) or number(value) is not None for value in (told.guess, told.came)
        )
        judged = told.right is None or isinstance(told.right, bool)
        locked = told.sure == "" or (told.guess is not None and told.sure in SURE)
        return told if values and judged and locked and (told.guess, told.came) != (None, None) else None

    def said(self) -> str:
        """Return the guess in words, such as ``4 (I think)``."""
        return f"{_shown(self.guess)} ({self.sure})" if self.sure else _shown(self.guess)


def predict(name: str, guess: object = ..., sure: object = ...) -> None:
    """Lock a guess, before you run the cell that shows what comes. The first guess counts.

    While a notebook is graded, tested or built by a program, one constant line is printed and nothing is written.

    Args:
        name: The question's name, such as ``"day2-fan-out"``.
        guess: A number or a word, in place of the dots.
        sure: How sure you are: ``"I know"``, ``"I think"`` or ``"I guess"``. It may follow later, before you
            see what came.
    """
    print(QUIET_PREDICT if os.environ.get(kernel.RUNNING) else _locked(name, guess, sure))


def reveal(name: str, came: object) -> None:
    """Show what came beside the guess.

    While a notebook is graded, tested or built by a program, one constant line is printed and nothing is written.

    Args:
        name: The question's name.
        came: What came, a number or a word.
    """
    print(QUIET_REVEAL if os.environ.get(kernel.RUNNING) else _revealed(name, came))


def _locked(name: str, guess: object, sure: object) -> str:
    question = _question(name)
    if question is None:
        return _unknown(name)
    path = place()
    known = load(path)[0].get(name)
    if known is not None and known.guess is None:
        return SEEN.format(_shown(known.came))
    if known is not None and not known.sure and known.came is None and _certain(sure):
        prediction = replace(known, sure=_certain(sure))
        return f"Locked: {prediction.said()}. Now run the next cell.{_keep(path, name, prediction)}"
    if known is not None:
        came = "" if known.came is None else f" What came: {_shown(known.came)}."
        return f"Your first guess counts: {known.said()}.{came}"
    if guess is ... or guess is None or (isinstance(guess, str) and not guess.strip()):
        return f"No guess yet. In place of the dots, write {question.asked()}. Then run this cell again. {_how_sure()}"
    read = question.read(guess)
    if read is None:
        return f"Nothing is locked yet: this guess is not {question.asked()}. Change it, and run this cell again."
    certain = "" if sure is ... else _certain(sure)
    if certain is None:
        return f"Nothing is locked yet. {_how_sure()}"
    prediction = Prediction(read, certain)
    trouble = _keep(path, name, prediction)
    if not certain:
        return f"Locked: {prediction.said()}. {_how_sure()} Then run this cell again.{trouble}"
    return f"Locked: {prediction.said()}. Now run the next cell.{trouble}"


def _revealed(name: str, came: object) -> str:
    question = _question(name)
    if question is None:
        return _unknown(name)
    read = question.read(came)
    if read is None:
        return f"What came is not {question.asked()}, so your guess stays locked: is the exercise above written?"
    if name in withheld:
        return "What came is hidden until there is a guess."
    path = place()
    known = load(path)[0].get(name, Prediction())
    right = None if known.guess is None else question.agree(known.guess, read)
    trouble = _keep(path, name, Prediction(known.guess, known.sure, read, right))
    if right is None:
        return f"What came: {_shown(read)}. You had locked no guess.{trouble}"
    return f"Your guess: {known.said()}. What came: {_shown(read)}. They {'agree' if right else 'differ'}.{trouble}"


def unquoted(source: str, word: str = "") -> str | None:
    """Return what to say where a guess, or how sure one is, has no quotes; None where a cell has no such fault.

    Args:
        source: The cell that stopped.
        word: The name that Python did not find; "" where Python could not read the cell.
    """
    if not word:
        calls = (line.partition("predict(")[2] for line in source.splitlines())
        found = next(filter(None, map(UNREADABLE_SURE.search, calls)), None)
        return found and NO_QUOTES.format(found[1], _how_sure())
    with contextlib.suppress(SyntaxError):  # The cell holds IPython's own commands.
        calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
        for call in (one for one in calls if getattr(one.func, "id", "") == "predict"):
            sure = [*call.args[2:], *(one.value for one in call.keywords if one.arg == "sure")]
            question = _question(getattr(call.args[0], "value", None)) if call.args else None
            if any(_names(value, word) for value in sure):
                return NO_QUOTES.format(word, _how_sure())
            if question and any(_names(value, word) for value in [*call.args, *(one.value for one in call.keywords)]):
                return NO_QUOTES.format(word, f"In its place, write {question.asked()}.")
    return None


def _names(value: ast.expr, word: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == word for node in ast.walk(value))


def unanswered(name: str) -> bool:
    """Tell whether a question has neither a guess yet, nor an answer that was looked at."""
    return _question(name) is not None and name not in load(place())[0]


def place() -> Path:
    """Return the file of the predictions: beside the folders of the days, else beside the notebook."""
    found = kernel.notebooks()
    folder = found[0].parent if len(found) == 1 else Path.cwd()
    folder = folder.absolute()
    return (folder.parent if re.fullmatch(r"day\d+", folder.name) else folder) / FILE


def load(path: Path) -> tuple[dict[str, Prediction], bool]:
    """Return the predictions that a file holds, and whether all of it could be read. No file holds none.

    Args:
        path: The file.
    """
    whole = True
    try:
        told = json.loads(path.read_text("utf-8"))
        whole = isinstance(told, dict)
    except FileNotFoundError:
        told = {}
    except (OSError, ValueError, RecursionError):
        told, whole = {}, False
    read = {name: Prediction.read(entry) for name, entry in told.items()} if whole else {}
    good = {name: one for name, one in read.items() if one is not None}
    return {**good, **_unwritten.get(path, {})}, whole and len(good) == len(read)


def as_markdown(path: Path) -> str:
    """Return the table of how often the learner was right and how sure, as Markdown; "" without predictions."""
    rows, trouble = _rows(path)
    table = f"**{HEADING}**\n\n{markdown_table(_header(), rows)}\n\n{ADVICE}" if rows else ""
    return "\n\n".join(filter(None, (table, trouble)))


def as_text(path: Path) -> str:
    """Return the table of how often the learner was right and how sure, as plain text; "" without predictions."""
    rows, trouble = _rows(path)
    table = f"{HEADING}\n{text_table(_header(), rows)}\n{ADVICE}" if rows else ""
    return "\n".join(filter(None, (table, trouble)))


def _header() -> list[str]:
    return ["How sure", *(f"Day {day}" for day in DAYS), "All days"]


def _rows(path: Path) -> tuple[list[list[str]], str]:
    predictions, whole = load(path)
    judged = {name: one for name, one in predictions.items() if one.right is not None}

    def share(among: tuple[str, ...], prefix: str) -> str:
        right = [one.right for name, one in judged.items() if name.startswith(prefix) and one.sure in among]
        return f"{sum(map(bool, right))} of {len(right)}" if right else "-"

    groups = {**{sure: (sure,) for sure in SURE}, "not said": ("",), "together": ("", *SURE)}
    if all(one.sure for one in judged.values()):
        del groups["not said"]
    rows = [[label, *(share(among, f"day{day}-") for day in DAYS), share(among, "")] for label, among in groups.items()]
    return (rows if judged else []), ("" if whole else UNREADABLE)


def _keep(path: Path, name: str, prediction: Prediction) -> str:
    """Write one prediction; return a sentence where there is something to say, with a space before it."""
    predictions, whole = load(path)
    predictions[name] = prediction
    try:
        aside = "" if whole else f" {UNREADABLE} It is kept as {_set_aside(path)}; a new one is begun."
        _write(path, predictions)
    except OSError as error:
        _unwritten[path] = predictions
        return f" It could not be written to {path}: {error.strerror}. It is remembered until this notebook is closed."
    _unwritten.pop(path, None)
    return aside


def _set_aside(path: Path) -> str:
    kept = path.with_name(f"{path.stem}.kept-{time.strftime('%Y-%m-%d-%H%M%S')}-{time.time_ns() % 10**6:06}.json")
    os.rename(path, kept)
    return kept.name


def _write(path: Path, predictions: dict[str, Prediction]) -> None:
    # Written beside and then put in place: whoever reads finds the old file or the new one, and never half of one.
    handle, partial = tempfile.mkstemp(prefix=FILE, suffix=".partial", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump({name: asdict(one) for name, one in predictions.items()}, file, indent=1)
        os.replace(partial, path)
    except OSError:
        Path(partial).unlink(missing_ok=True)
        raise


def _question(name: object) -> Question | None:
    return QUESTIONS.get(name) if isinstance(name, str) else None


def _unknown(name: object) -> str:
    near = get_close_matches(name, QUESTIONS, 1) if isinstance(name, str) else []
    meant = f' Did you mean "{near[0]}"?' if near else " Take the name that stood in the cell."
    return (
        f"There is no prediction of the name {name!r}.{meant}"
        if isinstance(name, str)
        else f"A prediction has a name.{meant}"
    )


def _how_sure() -> str:
    return 'Say how sure you are: sure="I know", "I think" or "I guess".'


def _certain(sure: object) -> str | None:
    said = " ".join(sure.split()).casefold() if isinstance(sure, str) else ""
    return next((one for one in SURE if said in (one.casefold(), one.casefold().removeprefix("i "))), None)


def _shown(value: float | str | None) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"
