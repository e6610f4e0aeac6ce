# SPDX-License-Identifier: MIT
"""A guess is locked before its cell is run, and what came is shown beside it: for the learner alone, never graded.

The guesses of all days are in one file, beside the folders of the days, so that a day that is reset, handed in or
fetched anew neither loses them nor takes them along.
"""

import ast
import contextlib
import os
import re
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from gradtools.output import markdown_table, text_table
from language.text import plain, say, template, translations

from . import files, kernel
from .questions import QUESTIONS, Question, number
from .stepper import still
from .stepper.widget import LiveFigure, can_live

FILE = ".predictions.json"
# As they are kept; each is shown, and may be written, in the language of the reader.
SURE = (template("I know"), template("I think"), template("I guess"))
DAYS = range(1, 7)
QUIET_PREDICT = template("predict() locks your guess when you run this cell yourself.")
QUIET_REVEAL = template("reveal() shows what came beside your guess when you run this cell yourself.")
UNQUOTED_SURE = re.compile(r"\bsure ?= ?([^,)]*)")
# What predict() and reveal() say.
LOCKED = template("Locked: {guess}.")
RUN_NEXT = template("Now run the next cell.")
RUN_AGAIN = template("Then run this cell again.")
FIRST_COUNTS = template("Your first guess counts: {guess}.")
CAME = template("What came: {came}.")
UNGUESSED = template("What came: {came}. You had locked no guess.")
TOO_LATE = template("You have seen what came: {came}. A guess counts only before that.")
COMPARED = template("Your guess: {guess}. What came: {came}.")
AGREE = template("✓ They agree.")
DIFFER = template("✗ They differ.")
WHY = template("Why: {why}")
NO_GUESS = template("No guess yet. Write one in place of the dots, and run this cell again.")
UNREAD_GUESS = template("Nothing is locked yet: this guess can't be read. Change it, and run this cell again.")
NO_QUOTES = template(
    "Nothing is locked yet: without quotes, `{word}` is a name, and Python does not know it. {mend} Change it, and "
    "run this cell again."
)
NOT_LOCKED = template("Nothing is locked yet.")
NO_ANSWER = template("What came is no answer, so your guess stays locked: is the exercise above written?")
NEAR = template('Did you mean "{near}"?')
TAKE_THE_NAME = template("Take the name that stood in the cell.")
HOW_SURE = template('Say how sure you are: sure="I know", "I think" or "I guess".')
HEADING = template("Your predictions: how many were right, by how sure you were")
ADVICE = template(
    "The surer you are, the more often you should be right. This is for you alone: nothing of it is graded."
)
UNREADABLE = template("The file of your predictions, {file}, could not be read whole.")
# The questions that the cell that runs now answers while its outputs are hidden: see hiding.py.
withheld: set[str] = set()


@dataclass(frozen=True)
class Prediction:
    """What is known of one question."""

    guess: float | str | None = None  # None where what came was seen without a guess
    sure: str = ""  # one of SURE; "" without a guess, and where it was not said
    came: float | str | None = None  # what came last; None before it is seen
    right: bool | None = None  # None before what came is seen, and without a guess

    @classmethod
    def read(cls, entry: object) -> "Prediction | None":
        """Return the prediction that an entry of the file holds, or None where it holds none."""
        if not isinstance(entry, dict) or set(entry) != set(cls.__dataclass_fields__):
            return None
        one = cls(**entry)
        values = [value for value in (one.guess, one.came) if value is not None]
        good = values and all(isinstance(value, str) or number(value) is not None for value in values)
        judged = one.right is None or isinstance(one.right, bool)
        locked = one.sure == "" or (one.guess is not None and one.sure in SURE)
        return one if good and judged and locked else None

    def __str__(self) -> str:
        """Return the guess in words, such as ``4 (I think)``."""
        return f"{_shown(self.guess)} ({say(self.sure)})" if self.sure else _shown(self.guess)


def predict(name: str, guess: object = ..., sure: object = ...) -> None:
    """Lock a guess, before you run the cell that shows what comes. The first guess counts.

    While the dots are there, JupyterLab and Notebook show buttons for the guess and for how sure you are.
    While a notebook is graded, tested or built by a program, one constant line is printed and nothing is written.

    Args:
        name: The question's name, such as ``"day2-fan-out"``.
        guess: A number or a word, in place of the dots.
        sure: How sure you are: ``"I know"``, ``"I think"`` or ``"I guess"``. It may follow later, before you
            see what came.
    """
    if os.environ.get(kernel.RUNNING):
        print(say(QUIET_PREDICT))
    elif guess is ... and unanswered(name) and can_live():
        Asking(name)._ipython_display_()
    else:
        print(" ".join(_locked(name, guess, sure)))


def reveal(name: str, came: object) -> None:
    """Show what came, a number or a word, beside the guess; the rest is as in :func:`predict`."""
    print(say(QUIET_REVEAL) if os.environ.get(kernel.RUNNING) else " ".join(_revealed(name, came)))


class Asking(LiveFigure):
    """The buttons of one question. What is saved with the notebook are words that say how to write a guess."""

    def __init__(self, name: str) -> None:
        self.name, question = name, QUESTIONS[name]
        words = say(
            "Run this cell for buttons. Where none appear, write your guess in place of the first dots, and "
            '"I know", "I think" or "I guess" in place of the second. Then run this cell again.'
        )
        board = {"words": [*map(say, question.words)], "sure": [*map(say, SURE)]}
        super().__init__("ask", f"{words} {question.asked()}", "", [board])

    def bundle(self) -> dict[str, Any]:
        """Return the words, and the place that the buttons take."""
        return still.sentence(self.key, self.words)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Lock the guess of a request, and return what came of it."""
        sentences = _locked(self.name, request.get("guess"), request.get("sure"))
        return {"locked": not unanswered(self.name), "sentence": " ".join(sentences)}


def _locked(name: str, guess: object, sure: object) -> list[str]:
    """Lock a guess where there is one; return the sentences that say so, or why not."""
    question = _question(name)
    if question is None:
        return _unknown(name)
    path, kind = place(), question.asked()
    said = plain(sure) if isinstance(sure, str) else ""
    certain = next((one for one in SURE if said in _spellings(one)), None)
    known = load(path)[0].get(name)
    if known is not None and known.guess is None:
        return [say(TOO_LATE, came=_shown(known.came))]
    if known is not None and not known.sure and known.came is None and certain:
        return _keep_guess(path, name, replace(known, sure=certain))
    if known is not None:
        first = say(FIRST_COUNTS, guess=known)
        return [first] if known.came is None else [first, say(CAME, came=_shown(known.came))]
    if guess is ... or guess is None or (isinstance(guess, str) and not guess.strip()):
        return [say(NO_GUESS), kind, say(HOW_SURE)]
    read = question.read(guess)
    if read is None:
        return [say(UNREAD_GUESS), kind]
    if certain is None and sure is not ...:
        return [say(NOT_LOCKED), say(HOW_SURE)]
    return _keep_guess(path, name, Prediction(read, certain or ""))


def _spellings(sure: str) -> tuple[str, ...]:
    """Return how one may write how sure one is."""
    return sure.casefold(), sure.casefold().removeprefix("i "), plain(say(sure))


def _keep_guess(path: Path, name: str, prediction: Prediction) -> list[str]:
    following = [say(RUN_NEXT)] if prediction.sure else [say(HOW_SURE), say(RUN_AGAIN)]
    return [say(LOCKED, guess=prediction), *following, *_keep(path, name, prediction)]


def _revealed(name: str, came: object) -> list[str]:
    """Note what came; return the sentences that compare it with the guess."""
    question = _question(name)
    if question is None:
        return _unknown(name)
    read = question.read(came)
    if read is None:
        return [say(NO_ANSWER)]
    if name in withheld:
        return [say("What came is hidden until there is a guess.")]
    path = place()
    known = load(path)[0].get(name, Prediction())
    right = None if known.guess is None else question.agree(known.guess, read)
    trouble = _keep(path, name, Prediction(known.guess, known.sure, read, right))
    if right is None:
        return [say(UNGUESSED, came=_shown(read)), *trouble]
    compared = say(COMPARED, guess=known, came=_shown(read))
    agree = say(AGREE) if right else say(DIFFER)
    # What an engine with a fault gives has another reason.
    why = [say(WHY, why=say(question.why))] if question.agree(question.comes, read) else []
    return [compared, agree, *why, *trouble]


def unquoted(source: str, word: str = "") -> str | None:
    """Return what to say where a guess, or how sure one is, has no quotes; None where a cell has no such fault.

    ``word`` is the name that Python did not find; "" where Python could not read the cell.
    """
    if not word:  # As in ``predict("day2-fan-out", 4, sure=I think)``, which Python can't read.
        spellings = {each for one in SURE for each in (one, say(one))}
        calls = (line.partition("predict(")[2] for line in source.splitlines())
        words = (found[1].strip() for call in calls if (found := UNQUOTED_SURE.search(call)))
        given = next((each for each in words if each in spellings), None)
        return given and _no_quotes(given, say(HOW_SURE))
    with contextlib.suppress(SyntaxError):  # The cell holds IPython's own commands.
        for call in ast.walk(ast.parse(source)):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "predict":
                continue
            sure = [*call.args[2:], *(one.value for one in call.keywords if one.arg == "sure")]
            question = _question(getattr(call.args[0], "value", None)) if call.args else None
            if any(_names(value, word) for value in sure):
                return _no_quotes(word, say(HOW_SURE))
            if question and any(_names(value, word) for value in [*call.args, *(one.value for one in call.keywords)]):
                return _no_quotes(word, question.asked())
    return None


def _no_quotes(word: str, mend: str) -> str:
    return say(NO_QUOTES, word=word, mend=mend)


def _names(value: ast.expr, word: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == word for node in ast.walk(value))


def unanswered(name: str) -> bool:
    """Return whether a question has neither a guess yet, nor an answer that was looked at."""
    return _question(name) is not None and name not in load(place())[0]


def place() -> Path:
    """Return the file of the predictions: beside the folders of the days, else beside the notebook."""
    return files.shared(files.folder()) / FILE


def load(path: Path) -> tuple[dict[str, Prediction], bool]:
    """Return the predictions that a file holds, and whether all of it could be read. No file holds none."""
    entries, readable = files.entries(path)
    read = {name: Prediction.read(entry) for name, entry in entries.items()}
    good = {name: one for name, one in read.items() if one is not None}
    return good, readable and len(good) == len(read)


def take(path: Path, archived: Path, is_newer: bool) -> list[str]:
    """Take the predictions of an archive's file into one's own; return sentences on what came of it.

    Raises:
        OSError: The file can't be written, and is as it was.
    """
    here, complete = load(path)
    there, readable = load(archived)
    both, count, gave_way = files.merged(here, there, _says, is_newer)
    said = [] if readable else [say(files.HALF_READ, file=FILE)]
    if count:
        said.append(say("Predictions taken from the archive: {count}.", count=count))
        entries = {name: asdict(one) for name, one in both.items()}
        said += files.take(path, entries, "" if complete else UNREADABLE, gave_way)
    return said


def _says(one: Prediction) -> int:
    """Return how much is known of a question."""
    return (one.guess is not None) + bool(one.sure) + (one.came is not None)


def report(path: Path) -> tuple[str, str]:
    """Return how often the learner was right, and how sure, as Markdown and as plain text; "" without predictions."""
    header, rows, trouble = scores(path)
    if not rows:
        return trouble, trouble
    heading, advice = say(HEADING), say(ADVICE)
    markdown = filter(None, (f"**{heading}**", markdown_table(header, rows), advice, trouble))
    return "\n\n".join(markdown), "\n".join(filter(None, (heading, text_table(header, rows), advice, trouble)))


def scores(path: Path) -> tuple[list[str], list[list[str]], str]:
    """Return how often the learner was right: a header, rows by how sure, and what is wrong with the file, or ""."""
    predictions, complete = load(path)
    judged = {name: one for name, one in predictions.items() if one.right is not None}

    def share(among: tuple[str, ...], prefix: str) -> str:
        right = [one.right for name, one in judged.items() if name.startswith(prefix) and one.sure in among]
        return say("{right} of {all}", right=sum(map(bool, right)), all=len(right)) if right else "-"

    groups = {**{sure: (sure,) for sure in SURE}, template("not said"): ("",), template("together"): ("", *SURE)}
    if all(one.sure for one in judged.values()):
        del groups["not said"]
    rows = [
        [say(label), *(share(among, f"day{day}-") for day in DAYS), share(among, "")] for label, among in groups.items()
    ]
    header = [say("How sure"), *(say("Day {day}", day=day) for day in DAYS), say("All days")]
    return header, rows if judged else [], "" if complete else say(UNREADABLE, file=FILE)


def _keep(path: Path, name: str, prediction: Prediction) -> list[str]:
    """Write one prediction; return sentences where there is something to say."""
    predictions, complete = load(path)
    predictions[name] = prediction
    entries = {each: asdict(one) for each, one in predictions.items()}
    return files.keep(path, entries, "" if complete else UNREADABLE)


def _question(name: object) -> Question | None:
    return QUESTIONS.get(name) if isinstance(name, str) else None


def _unknown(name: object) -> list[str]:
    if not isinstance(name, str):
        return [say("A prediction has a name. Take the name that stood in the cell.")]
    near = get_close_matches(name, QUESTIONS, 1)
    mend = say(NEAR, near=near[0]) if near else say(TAKE_THE_NAME)
    return [say("There is no prediction of the name {name!r}.", name=name), mend]


def _shown(value: float | str | None) -> str:
    # A word may be the learner's own, and is no template.
    return translations().get(value, value) if isinstance(value, str) else f"{value:.6g}"
