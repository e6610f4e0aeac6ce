# SPDX-License-Identifier: MIT
"""``recall(3)``: three questions of one line from earlier days, with new numbers, before a day begins.

The grader makes them and judges the answers, so no right answer is in this kernel. They give no points, and whoever
skips them has skipped them: nothing is kept of that.
"""

import os
from typing import Any

from gradtools.output import inline, show
from language.text import listed, plural, say, template

from . import kernel, mistakes, mornings
from .grader import NotGraded, ask
from .mornings import COUNT, DAYS, LETTERS, OPEN, UNKNOWN, Morning
from .stepper import still
from .stepper.widget import Replaceable

QUIET = template("recall() asks three questions from earlier days when you run this cell yourself.")
NO_DAY = template("recall() takes a day from 2 to 6, as in `recall(2)`.")
HOW = template(
    "Without buttons, write three letters into the call and run it again, as in `{call}`. A question mark stands for "
    '"I don\'t know", a dash leaves a question open. To skip them, go on.'
)
UNREAD = template("Nothing is kept: this call takes a letter for each question.")
OTHERS = template("The questions that were open are no longer known, so these are others.")
CHANGED = template(
    "This question is from an earlier version of the course, so nothing is kept of this answer. Run the cell again."
)
NOTHING = template("There are no questions from earlier days here.")
LEFT = template(
    "You answered {count} of the three questions. This version of the course has others, so they are not shown."
)
RIGHT = template("✓ Right. {why}")
NOT_RIGHT = template("✗ Not this one. {why}")
SHOWN = template("○ {why}")
LIKELY = template("Likely mistake: {mistake}.")
DONT_KNOW = template("I don't know")
SKIP = template("Skip (Esc)")
SKIPPED = template("Skipped. Run the cell again if you want the questions after all.")
DONE = template("Done: {right} of {all} at the first try.")
HEADING = template("Three questions from earlier days")
BUTTONS = template("Choose an answer. The first one counts, and nothing of it is graded.")


def recall(day: int, answers: object = None) -> None:
    """Ask three questions from the days before a day: first on what went wrong for you. The first answers count.

    Args:
        day: The day that begins, from 2 to 6.
        answers: Three letters, where no buttons are shown; ``?`` for what you don't know.
    """
    if os.environ.get(kernel.RUNNING):
        print(say(QUIET))
        return
    if type(day) is not int or day not in DAYS:
        show(_in_sentences([say(NO_DAY)]))
        return
    try:
        questions = Questions(day)
        if answers not in (None, ...):
            questions.take_typed(answers)
    except NotGraded as trouble:
        show(_in_sentences([str(trouble)]))
        return
    if answers in (None, ...) and questions.open:
        questions._ipython_display_()
    else:
        show(questions.bundle())


class Questions(Replaceable):
    """The questions of a morning with buttons, and without them as text."""

    def __init__(self, day: int) -> None:
        self.day, self.path, self.sentences = day, mornings.place(), list[str]()
        known, complete = mornings.load(self.path)
        if not complete:
            self.sentences.append(say(mornings.UNREADABLE, file=self.path.name))
        self.morning: Morning = known.get(day, ())
        self.asked = _asked(self.day, self.morning) if self.morning else []
        if self.morning and not self.asked:
            answered = sum(one.right is not None for one in self.morning)
            self.sentences.append(say(LEFT, count=answered) if answered else say(OTHERS))
            self.morning = self.morning if answered else ()
        if not self.morning:
            self._draw()
        board = {
            "questions": [self._on_board(place) for place in range(len(self.asked))],
            "unknown": say(DONT_KNOW),
            "skip": say(SKIP),
            "skipped": say(SKIPPED),
            "heading": say(HEADING),
            "sentence": say(BUTTONS),
        }
        super().__init__("recall", self._in_words(), "", [board])

    def _draw(self) -> None:
        result = _answered({"recall": self.day, **mornings.history(self.path, self.day)})
        self.asked = result["questions"]
        if len(self.asked) < COUNT:
            raise NotGraded(NOTHING)
        self.morning = tuple(
            mornings.Recalled(one["name"], one["seed"], mistakes.digest_of(one["key"])) for one in self.asked
        )
        self.sentences += mornings.keep(self.path, self.day, self.morning)

    @property
    def open(self) -> bool:
        """Whether a question that is shown has no answer yet."""
        return bool(self.asked) and any(one.letter == OPEN for one in self.morning)

    def take_typed(self, typed: object) -> None:
        """Take the letters that somebody typed."""
        letters = "".join(typed.replace(",", " ").split()).casefold() if isinstance(typed, str) else ""
        known = [LETTERS[: len(one["options"])] + UNKNOWN + OPEN for one in self.asked]
        if len(letters) != len(known) or any(one not in among for one, among in zip(letters, known, strict=True)):
            self.sentences.append(say(UNREAD))
        elif self.asked:
            self._take(letters)
        self.words = self._in_words()

    def _take(self, letters: str) -> list[str]:
        """Keep the first answer to each question; return sentences where there is something to say."""
        first = "".join(
            new if one.letter == OPEN else one.letter for one, new in zip(self.morning, letters, strict=True)
        )
        found = _asked(self.day, self.morning, first)
        if not found:
            raise NotGraded(CHANGED)
        self.asked = found
        self.morning = mornings.with_answers(self.morning, first, [one.get("right") for one in self.asked])
        trouble = mornings.keep(self.path, self.day, self.morning)
        self.sentences += trouble
        return trouble

    def _on_board(self, place: int) -> dict[str, Any]:
        one = self.asked[place]
        return {
            "text": one["text"],
            "options": one["options"],
            "letter": self.morning[place].letter,
            "said": _said(one),
        }

    def end(self) -> str:
        """Return the line at the end, "" before it: how many were right, and which exercises to look at again."""
        if self.open or not self.asked:
            return ""
        wrong = [one["exercise"] for one in self.asked if not one["right"]]
        numbers = list(dict.fromkeys(wrong))
        done = say(DONE, right=len(self.asked) - len(wrong), all=len(self.asked))
        if not numbers:
            return done
        again = plural(
            len(numbers),
            "Look again at exercise {numbers}.",
            "Look again at the exercises {numbers}.",
            numbers=listed(numbers),
        )
        return f"{done} {again}"

    def _in_words(self) -> str:
        parts = [*self.sentences]
        for number, one in enumerate(self.asked, 1):
            chosen = self.morning[number - 1].letter
            options = [
                f"{'>' if letter == chosen else ' '} {letter}) {text}"
                for letter, text in zip(LETTERS, one["options"], strict=False)
            ]
            parts.append("\n".join(filter(None, [f"{number}. {one['text']}", *options, _said(one)])))
        return "\n\n".join(filter(None, [*parts, self._how() if self.open else self.end()]))

    def _how(self) -> str:
        return say(HOW, call=f'recall({self.day}, "{" ".join(LETTERS[:COUNT])}")')

    def bundle(self) -> dict[str, Any]:
        """Return the questions as text, at the place that the buttons take, and what is said of the answers."""
        parts = [*map(_paragraph, self.sentences)]
        for number, one in enumerate(self.asked, 1):
            chosen = self.morning[number - 1].letter
            options = "".join(
                f"<li>{f'<strong>{inline(text)}</strong>' if letter == chosen else inline(text)}</li>"
                for letter, text in zip(LETTERS, one["options"], strict=False)
            )
            parts.append(f'<p><strong>{number}.</strong> {inline(one["text"])}</p><ol type="a">{options}</ol>')
            parts += [_paragraph(_said(one))] if _said(one) else []
        parts.append(_paragraph(self._how() if self.open else self.end()))
        return {"text/html": still.standing(self.key, "\n".join(parts)), "text/plain": self.words}

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Keep the answer of a request, a letter for a place, and return what is said of it."""
        place, letter = request.get("place"), request.get("letter")
        if place not in range(len(self.asked)):
            return {}
        offered = (*LETTERS[: len(self.asked[place]["options"])], UNKNOWN)
        if letter not in offered:
            return {}
        try:
            letters = [OPEN] * len(self.asked)
            letters[place] = letter
            trouble = self._take("".join(letters))
        except NotGraded as error:
            return {"sentence": str(error)}
        self.words = self._in_words()
        # The buttons stay in the page; a notebook that is opened again has the questions and what was said.
        self.replace(self.bundle())
        sentence = " ".join([*trouble, self.end()]).strip()
        return {"place": place, **self._on_board(place), "sentence": sentence, "done": not self.open}


def _asked(day: int, morning: Morning, letters: str = "") -> list[dict[str, Any]]:
    """Return the questions of a morning that was drawn earlier; none where the course has other ones by now."""
    known = [f"{one.name} {one.seed}" for one in morning]
    letters = letters or "".join(one.letter for one in morning)
    result = ask({"recall": day, "known": known, "letters": letters})
    found = result.get("questions", [])
    fits = [mistakes.digest_of(one["key"]) == of.key for one, of in zip(found, morning, strict=False)]
    return found if len(fits) == len(morning) and all(fits) else []


def _answered(question: dict[str, Any]) -> dict[str, Any]:
    result = ask(question)
    if "refused" in result:
        raise NotGraded("{reason}", reason=result["refused"])
    return result


def _said(one: dict[str, Any]) -> str:
    """Return what is said of the answer to a question; "" where there is none."""
    if "right" not in one:
        return ""
    if one["right"]:
        return say(RIGHT, why=one["why"])
    if not one["thought"]:
        return say(SHOWN, why=one["why"])
    return " ".join([say(NOT_RIGHT, why=one["why"]), say(LIKELY, mistake=one["thought"].removesuffix("."))])


def _paragraph(sentence: str) -> str:
    return f"<p>{inline(sentence)}</p>" if sentence else ""


def _in_sentences(sentences: list[str]) -> dict[str, Any]:
    return {"text/html": "\n".join(map(_paragraph, sentences)), "text/plain": "\n".join(sentences)}
