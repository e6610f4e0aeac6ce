# SPDX-License-Identifier: MIT
"""``before()`` and ``after()``: twelve questions at the start of Day 1, and twelve more at the end of Day 5.

Nobody has to take them, they cost and give no points, and no verdict comes before both are done.
"""

import os
from dataclasses import replace
from html import escape
from typing import Any

from gradtools.output import inline, show, text_table
from language.text import say, template

from .. import kernel
from ..stepper import still
from ..stepper.widget import Replaceable
from . import learned, sittings
from .items import FORMS, INTRODUCTION, LETTERS, Item
from .sittings import AFTER, BEFORE, COUNT, MIME, UNKNOWN, Sitting

QUIET = {
    BEFORE: template("before() asks twelve questions when you run this cell yourself."),
    AFTER: template("after() asks twelve questions when you run this cell yourself."),
}
HOW = template(
    "Without buttons, write twelve letters into the call and run it again, as in `{call}`. A question mark stands for "
    '"I don\'t know", a dash leaves a question open.'
)
UNREAD = template("Nothing is kept: this call takes twelve letters, each from `a` to `d`. {how}")
KEPT = template("Kept. {open}")
PROGRESS = template("{answered} of {all} answered. Each answer is kept at once. Lock them when you are done.")
LOCKED = template("Your twelve answers are locked. Save the notebook.")
FIRST_COUNT = template("Your twelve answers are locked already: the first ones count.")
TOO_LATE = template("The test at the end of Day 5 is begun, so answers before the course are not asked for any more.")
FOLD = template("Twelve questions, about 12 minutes")
DONT_KNOW = template("I don't know")


def before(answers: object = None, name: str = "") -> None:
    """Ask twelve questions before the course. The answers stay here, and go along with the notebook in a class.

    Args:
        answers: Twelve letters, where no buttons are shown; ``?`` for what you don't know.
        name: Your name, where everybody works under the same account. It decides which questions come first.
    """
    _ask(BEFORE, answers, name)


def after(answers: object = None, name: str = "") -> None:
    """Ask twelve questions of the same kind after the course, and show both results. The rest is as in `before`."""
    _ask(AFTER, answers, name)


def _ask(when: str, typed: object, name: str) -> None:
    if os.environ.get(kernel.RUNNING):
        print(say(QUIET[when]))
        return
    path = sittings.place()
    known, complete = sittings.load(path)
    sitting = known.get(when) or Sitting(sittings.form_for(when, known, str(name)))
    trouble = [] if complete else [say(sittings.UNREADABLE, file=path.name)]
    if when == BEFORE and AFTER in known and not sitting.locked:
        show(_bundle([*trouble, say(TOO_LATE)]))
    elif sitting.locked:
        words = [*trouble, say(FIRST_COUNT)]
        asked = "".join([_folded(sitting.form), *map(_paragraph, words)]) if when == AFTER else ""
        show(_bundle(words, sitting, asked))
    elif typed in (None, ...):
        Questions(when, sitting, trouble)._ipython_display_()
    else:
        sitting, said = _taken(when, sitting, typed, lock=True)
        show(_bundle(said, sitting))


def _taken(when: str, sitting: Sitting, typed: object, lock: bool) -> tuple[Sitting, list[str]]:
    """Keep the letters that came, locked where no question is open; return the sitting and what is said of it."""
    letters = sittings.letters_in(typed)
    if letters is None:
        return sitting, [say(UNREAD, how=_how(when))]
    sitting = sittings.answered(sitting, letters)
    sitting = replace(sitting, locked=lock and not sitting.open)
    trouble = sittings.keep(sittings.place(), when, sitting)
    if sitting.locked:
        return sitting, [say(LOCKED), *trouble]
    return sitting, [say(KEPT, open=learned.still_open(sitting)) if lock else _progress(sitting), *trouble]


def _progress(sitting: Sitting) -> str:
    return say(PROGRESS, answered=COUNT - len(sitting.open), all=COUNT)


def _how(when: str) -> str:
    return say(HOW, call=f'{when}("{" ".join((LETTERS * COUNT)[:COUNT])}")')


def _bundle(sentences: list[str], sitting: Sitting | None = None, place: str = "") -> dict[str, Any]:
    """Return sentences, below them what is known once a sitting is locked, and the sittings that travel along.

    ``place`` is HTML that stands for the sentences.
    """
    known, _ = sittings.load(sittings.place())
    header, rows, words = learned.scores(known) if sitting is not None and sitting.locked else ([], [], "")
    html, plain = [place] if place else [*map(_paragraph, sentences)], [*sentences]
    if rows:
        wrong = learned.mistaken(known[AFTER])
        html += [f"<p><strong>{inline(say(learned.HEADING))}</strong></p>", _table(header, rows), _paragraph(words)]
        html += [f"<ul>{''.join(f'<li>{inline(one)}</li>' for one in wrong)}</ul>"] if wrong else []
        plain += [say(learned.HEADING), text_table(header, rows), words, *wrong]
    elif words:
        html, plain = [*html, _paragraph(words)], [*plain, words]
    bundle = {"text/html": "\n".join(html), "text/plain": "\n".join(plain)}
    return {**bundle, MIME: sittings.data_of(known)} if known else bundle


def _paragraph(sentence: str) -> str:
    return f"<p>{inline(sentence)}</p>"


def _table(header: list[str], rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{inline(cell)}</th>' for cell in header)
    body = "".join(
        f'<tr><th scope="row">{inline(first)}</th>{"".join(f"<td>{inline(cell)}</td>" for cell in others)}</tr>'
        for first, *others in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Questions(Replaceable):
    """The twelve questions of a form with buttons, and without them the questions as text."""

    def __init__(self, when: str, sitting: Sitting, trouble: list[str]) -> None:
        self.when, self.sitting, self.trouble = when, sitting, trouble
        form = FORMS[sitting.form]
        board = {
            "introduction": [say(one) for one in INTRODUCTION],
            "items": [
                {"text": say(item.text), "code": item.code, "choices": [say(one.text) for one in item.choices]}
                for item in form
            ],
            "letters": LETTERS + UNKNOWN,
            "unknown": say(DONT_KNOW),
            "answers": sitting.letters,
            "sentence": _progress(sitting),
            "folded": say(FOLD),
        }
        super().__init__("test", "\n\n".join([*trouble, *_in_words(form), _how(when)]), "", [board])

    def bundle(self) -> dict[str, Any]:
        """Return the questions as text, at the place that the buttons take, and what is answered so far."""
        parts = [*map(_paragraph, self.trouble), _folded(self.sitting.form, _paragraph(_how(self.when)))]
        known, _ = sittings.load(sittings.place())
        bundle = {"text/html": still.standing(self.key, "\n".join(parts)), "text/plain": self.words}
        return {**bundle, MIME: sittings.data_of(known)} if known else bundle

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Keep the letters of a request, and lock them where it asks for that and no question is open."""
        known, _ = sittings.load(sittings.place())
        there = known.get(self.when, self.sitting)
        if there.locked:
            return {"locked": True, "sentence": say(FIRST_COUNT)}
        kept, said = _taken(self.when, there, request.get("answers"), lock=request.get("lock") is True)
        if kept.locked:
            # The buttons stay in the page; a notebook that is opened again has the questions, folded.
            words = "".join([_folded(kept.form), *map(_paragraph, said)])
            self.replace(_bundle(said, kept, still.standing(self.key, words)))
        return {"locked": kept.locked, "sentence": " ".join(said)}


def _folded(form: str, below: str = "") -> str:
    """Return the questions of a form as HTML, folded; ``below`` is HTML, too."""
    introduction = f"<p>{' '.join(inline(say(one)) for one in INTRODUCTION)}</p>"
    asked = "".join(_as_html(number, item) for number, item in enumerate(FORMS[form], 1))
    return f"<details><summary>{inline(say(FOLD))}</summary>{introduction}{asked}{below}</details>"


def _in_words(form: tuple[Item, ...]) -> list[str]:
    parts = [" ".join(say(one) for one in INTRODUCTION)]
    for number, item in enumerate(form, 1):
        choices = [f"  {letter}) {say(one.text)}" for letter, one in zip(LETTERS, item.choices, strict=True)]
        code = "\n".join(f"    {line}" for line in item.code.split("\n") if line)
        parts.append("\n".join(filter(None, [f"{number}. {say(item.text)}", code, *choices])))
    return parts


def _as_html(number: int, item: Item) -> str:
    code = f"<pre>{escape(item.code, quote=False)}</pre>" if item.code else ""
    choices = "".join(f"<li>{inline(say(one.text))}</li>" for one in item.choices)
    return f'<p><strong>{number}.</strong> {inline(say(item.text))}</p>{code}<ol type="a">{choices}</ol>'
