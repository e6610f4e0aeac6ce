# SPDX-License-Identifier: MIT
"""``again("2.4")``: the questions of an exercise on paper with new numbers, for oneself, as often as one likes.

The grader makes the questions and judges the answers, so no right answer is in this kernel. Here is kept which question
is open, beside the mistakes that were met: so it outlives the kernel.
"""

import numbers
import os
from dataclasses import replace
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import Any

from gradtools.output import inline
from language.text import say, template

from . import cards, files, kernel, mistakes
from .grader import Line, NotGraded, ask
from .predictions import NOT_WRITTEN

HOW = template("Work it out on paper. Then write your answer into the call, as in `{call}`, and run it once more.")
NEXT = template("For other numbers, run `{call}`.")
NEXT_STEP = template("A different answer shows the next step of help. For other numbers, run `{call}`.")
RIGHT = template("✓ Right.")
NOT_YET = template("✗ Not yet.")
NOT_ASKED = template("No question of exercise {number} is open. Run `{call}` first: it asks one.")
OTHER_NUMBERS = template("The question that was open is no longer known, so this is another one.")
UNREADABLE = template(
    "This answer can't be read. Write a number, a list of numbers, or a text in quotes, as the question asks."
)
MOST_DEPTH = 3
# What could not be written is known for as long as this kernel is.
_unwritten: dict[tuple[Path, str], mistakes.Asked] = {}


def again(number: str, *answer: Any, new: bool = False) -> None:
    """Ask a question of an exercise on paper with new numbers, or judge the answer to it.

    It costs and gives no points. The same question is asked until its answer is right, also after a restart, so that
    nobody loses the numbers that are on the paper. Silent while a program runs the notebook.

    Args:
        number: The number of an exercise, such as ``"2.4"``.
        answer: The answer to the question that is open; without one the question is shown.
        new: Whether to ask another question, although one is open.
    """
    if os.environ.get(kernel.RUNNING):
        return
    line = Line()
    path = files.shared(files.folder()) / mistakes.FILE
    try:
        html, text = _shown(str(number), _plain(answer), new, path)
    except NotGraded as trouble:
        html, text = f"<p>{escape(str(trouble), quote=False)}</p>", str(trouble)
    line.end({"text/html": html, "text/plain": text})


def _plain(answer: tuple[Any, ...]) -> str:
    """Return an answer as Python writes it; "" where there is none, as in the dots of a cell that is not filled in."""
    if not answer or (len(answer) == 1 and answer[0] in (None, ...)):
        return ""
    try:
        return repr(_value(answer[0] if len(answer) == 1 else answer))
    except (TypeError, ValueError, OverflowError, AttributeError, RecursionError):
        raise NotGraded(UNREADABLE) from None


def _value(value: Any, depth: int = 0) -> Any:
    """Return a number, a text or a list of any kind as one of Python's own; a TypeError for anything else."""
    if hasattr(value, "tolist"):  # of NumPy or of PyTorch
        return _value(value.tolist(), depth)
    if type(value) in (bool, int, float):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, (numbers.Real, Decimal)):
        return float(value)
    if isinstance(value, (list, tuple)) and depth < MOST_DEPTH:
        parts = [_value(part, depth + 1) for part in value]
        return tuple(parts) if isinstance(value, tuple) else parts
    raise TypeError(type(value).__name__)


def _shown(number: str, answer: str, new: bool, path: Path) -> tuple[str, str]:
    """Return the question, or the verdict on an answer to it, as HTML and as plain text."""
    known = _unwritten.get((path, number)) or mistakes.asked(number, path)
    is_open = known is not None and known.is_open and not new
    found = kernel.notebooks()
    question: dict[str, Any] = {"again": number, "notebook": str(found[0].absolute()) if len(found) == 1 else ""}
    if known is not None:
        question["seed" if is_open else "after"] = known.seed
    if answer and not is_open:
        _answered(question)  # It says so where there is no such question at all.
        raise NotGraded(NOT_ASKED, number=number, call=f'again("{number}")')
    result = _answered({**question, "answer": answer})
    if is_open and known.key != mistakes.digest_of(result["key"]):
        # Another version of the course draws other numbers.
        html, text = _shown(number, "", True, path)
        return _joined(_sentence(OTHER_NUMBERS), (html, text))
    if not answer:
        asked = known if is_open else mistakes.Asked(result["seed"], mistakes.digest_of(result["key"]))
        trouble = [] if is_open else _keep(number, asked, path)
        return _joined(*trouble, _card(result), _sentence(HOW, call=f'again("{number}", {result["example"]})'))
    return _verdict(number, known, answer, result, path)


def _answered(question: dict[str, Any]) -> dict[str, Any]:
    result = ask(question)
    if "refused" in result:
        raise NotGraded("{reason}", reason=result["refused"])
    return result


def _verdict(number: str, known: mistakes.Asked, answer: str, result: dict[str, Any], path: Path) -> tuple[str, str]:
    """Return what is said of an answer, up to the step of help that its tries have come to."""
    steps, call = result["steps"], f'again("{number}")'
    if result["right"]:
        trouble = _keep(number, replace(known, is_open=False), path)
        return _joined(*trouble, _sentence(RIGHT), _card(steps[0]), _sentence(NEXT, call=call))
    tries, trouble = known.tries, []
    if result["try"] and mistakes.digest_of(answer) not in tries:
        tries = (*tries, mistakes.digest_of(answer))
        trouble = _keep(number, replace(known, tries=tries), path)
    step = min(max(len(tries) - 1, 0), len(steps) - 1)
    more = _sentence(NEXT_STEP if step < len(steps) - 1 else NEXT, call=f'again("{number}", new=True)')
    return _joined(*trouble, _sentence(NOT_YET), _card(steps[step]), more)


def _keep(number: str, asked: mistakes.Asked, path: Path) -> list[tuple[str, str]]:
    """Keep a question; return a sentence where that is not possible."""
    try:
        mistakes.keep_asked(number, asked, path)
    except OSError as error:
        _unwritten[path, number] = asked
        return [_sentence(NOT_WRITTEN, file=path, error=error.strerror)]
    _unwritten.pop((path, number), None)
    return []


def _sentence(text: str, **arguments: object) -> tuple[str, str]:
    said = say(text, **arguments)
    return f"<p>{inline(said)}</p>", said


def _card(shown: dict[str, str]) -> tuple[str, str]:
    return cards.styled(shown["html"]), shown["message"]


def _joined(*parts: tuple[str, str]) -> tuple[str, str]:
    return "\n".join(html for html, _ in parts), "\n".join(text for _, text in parts)
