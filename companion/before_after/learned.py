# SPDX-License-Identifier: MIT
"""What a learner reads of both sittings: right answers by idea, how much twelve questions say, and what went wrong."""

from language.text import listed, plural, say, template

from .items import FORMS, IDEAS, Choice
from .sittings import AFTER, BEFORE, COUNT, Sitting, Sittings

HEADING = template("Before and after: the questions that you answered correctly, by idea")
# With any chance p of each answer, five more of twelve come by chance in fewer than one of twenty times, and four more
# in up to one of thirteen: ``tests/test_before_after.py`` computes both.
BY_CHANCE = template(
    "Twelve questions can show a large change, and no small one: up to four more right answers can come by chance. The "
    "two questions of one idea say little by themselves."
)
SKIPPED = template("You took neither of the two tests, so there is nothing to compare.")
NOT_BEFORE = template("You took no test before the course, so there is nothing to compare.")
WAITS = template("What was right is shown once the test at the end of Day 5 is done, too.")
HALF_BEFORE = template(
    "Before the course you answered {count} of {all} questions, so what came after it can't be compared with them."
)
HALF_AFTER = template("Of the test at the end of Day 5, {count} of {all} questions are answered.")
SAME_FORM = template("Both times the questions were the same, so part of the change may be memory.")
CHOSE = template('Question {number} ({idea}): you chose {chosen}, right is {right}. The thought behind it: "{mistake}"')
DID_NOT_KNOW = template("Question {number} ({idea}): right is {right}.")


def scores(sittings: Sittings) -> tuple[list[str], list[list[str]], str]:
    """Return a header, a row for each idea and one for all, and what is to be said of them.

    There are no rows before the second sitting is locked: no verdict comes between the two.
    """
    before, after = (sittings.get(when) for when in (BEFORE, AFTER))
    if after is None or not after.locked:
        return [], [], _until_then(before, after)
    compared = before is not None and before.locked
    rows = []
    for idea in (*IDEAS, None):
        label = say("together") if idea is None else say(idea)
        rows.append([label, _share(before, idea) if compared else "-", _share(after, idea)])
    header = [say("Idea"), say("Before"), say("After")]
    if compared:
        parts = [say(BY_CHANCE), *([say(SAME_FORM)] if before.form == after.form else [])]
    elif before is None:
        parts = [say(NOT_BEFORE)]
    else:
        parts = [say(HALF_BEFORE, count=COUNT - len(before.open), all=COUNT)]
    return header, rows, " ".join(parts)


def _until_then(before: Sitting | None, after: Sitting | None) -> str:
    if before is None and after is None:
        return say(SKIPPED)
    if after is not None:
        return " ".join([say(HALF_AFTER, count=COUNT - len(after.open), all=COUNT), say(WAITS)])
    return say(WAITS)


def _share(sitting: Sitting, idea: str | None) -> str:
    pairs = zip(FORMS[sitting.form], sitting.right, strict=True)
    right = [is_right for item, is_right in pairs if idea in (None, item.idea)]
    return say("{right} of {all}", right=sum(right), all=len(right))


def mistaken(sitting: Sitting) -> list[str]:
    """Return a sentence for each question of a locked sitting that was not answered correctly."""
    said = []
    for number, (item, letter) in enumerate(zip(FORMS[sitting.form], sitting.letters, strict=True), 1):
        right, chosen = item.chosen(item.right), item.chosen(letter)
        given = {"number": number, "idea": say(item.idea), "right": _quoted(right)}
        if chosen is None:
            said.append(say(DID_NOT_KNOW, **given))
        elif chosen is not right:
            said.append(say(CHOSE, chosen=_quoted(chosen), mistake=say(chosen.mistake), **given))
    return said


def _quoted(choice: Choice) -> str:
    """Return a choice as a part of a sentence: what is itself a sentence stands in quotes."""
    text = say(choice.text)
    return f'"{text.removesuffix(".")}"' if text.endswith(".") else text


def still_open(sitting: Sitting) -> str:
    """Return the sentence that says which questions are not answered."""
    numbers = [str(number) for number in sitting.open]
    return plural(
        len(numbers),
        "Question {numbers} is still open.",
        "Questions {numbers} are still open.",
        numbers=listed(numbers),
    )
