# SPDX-License-Identifier: MIT
"""Faults of a text master: cells that can't be understood, cards, hints, stubs, typed numbers, references."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from grading.notebooks import reading, released_checks, stubs
from grading.notebooks.cells import CLAIM, grade_id, is_grade, table_of
from grading.notebooks.course import CourseError
from verification.lint.day_text import DayText, ExerciseText, Line
from verification.lint.fault import Fault
from verification.lint.words import LONGEST_SENTENCE, Places, forbidden, long_sentences, strays

HINTS = 3
# In words of open text: who comes to a day wants to do something, and who has done it is tired.
MOST_BEFORE_THE_FIRST_CARD = 650
MOST_AFTER_THE_LAST_SECTION = 700


def faults(text: DayText, places: Places) -> Iterator[Fault]:
    """Yield the faults of a day's text master."""
    yield from _claims(text)
    yield from _headings_in_code(text)
    yield from _ends(text)
    for exercise in text.exercises.values():
        yield from _card(text, exercise)
        yield from _answer(text, exercise)
    for cell in text.prose():
        yield from _references(text, cell, places)
        yield from _sentences(text, cell)
    yield from _released(text)


def _claims(text: DayText) -> Iterator[Fault]:
    for cell in text.cells:
        claim = CLAIM.match(cell.source) if is_grade(cell) else None
        if claim and not claim[1].strip():
            yield Fault(text.file, f"check {grade_id(cell)}", "its claim is empty", "say what holds in a right answer")


def _headings_in_code(text: DayText) -> Iterator[Fault]:
    for cell in text.cells:
        lines = cell.source.split("\n") if cell.cell_type == "code" else []
        for line in lines:
            if line.startswith(("# # ", "# ## ", "# ### ")):
                mend = "write `# %% [markdown]` above its cell"
                yield Fault(text.file, "", f"the heading {line[2:]!r} stands in a cell of code", mend)


def _ends(text: DayText) -> Iterator[Fault]:
    before, after = at_the_ends(text.cells)
    if before > MOST_BEFORE_THE_FIRST_CARD:
        what = f"{before} words stand before its first card, and {MOST_BEFORE_THE_FIRST_CARD} are the most"
        yield Fault(text.file, "", what, "move what the card does not need behind it, or fold it")
    if after > MOST_AFTER_THE_LAST_SECTION:
        what = f"{after} words stand after its last section, and {MOST_AFTER_THE_LAST_SECTION} are the most"
        yield Fault(text.file, "", what, "cut them, or fold them")


def _card(text: DayText, exercise: ExerciseText) -> Iterator[Fault]:
    entry = f"exercise {exercise.number}"
    for word in forbidden(exercise.card):
        yield Fault(text.file, entry, f"its card says {word!r}", "leave the word out")
    # As each message does.
    table = table_of(exercise.number, text.sections)
    if table and f"](#{table.replace(' ', '-')})" not in exercise.card:
        mend = f"write `[{table}](#{table.replace(' ', '-')})` on it"
        yield Fault(text.file, entry, f"its card does not lead to the table *{table}*", mend)
    hints = _hints(exercise.between)
    if len(hints) != HINTS:
        yield Fault(text.file, entry, f"it has {len(hints)} hints", f"an exercise has {HINTS}, each under `<details>`")
    for title, body in hints:
        if not body.strip():
            yield Fault(text.file, entry, f"{title.split(':')[0]!r} is empty", "write it")
    if not exercise.checks:
        yield Fault(text.file, entry, "it has no check", f'write one under `# %% check="{exercise.id}-..." points=1`')


def _hints(between: str) -> list[tuple[str, str]]:
    """Return the title and the text of each folded hint."""
    hints = []
    for part in between.split("<details>")[1:]:
        head, _, rest = part.partition("</summary>")
        title = head.partition("<summary>")[2].strip()
        if title.startswith("Hint"):
            hints.append((title, rest.partition("</details>")[0]))
    return hints


def _answer(text: DayText, exercise: ExerciseText) -> Iterator[Fault]:
    entry = f"answer cell {exercise.id}"
    try:
        stub = stubs.stub(exercise.answer, exercise.number)
    except CourseError as error:
        yield Fault(text.file, entry, str(error), "each BEGIN SOLUTION needs an END SOLUTION")
        return
    for source, name in ((exercise.answer, "its solution"), (stub, "its stub")):
        try:
            tree = ast.parse(source)
        except SyntaxError as error:
            yield Fault(text.file, entry, f"{name} is no Python: {error.msg} in its line {error.lineno}")
            return
    if not any(_is_empty(node) for node in ast.walk(tree)):
        mend = "put the solution between the marks; for a value, write `#: name = None` there"
        yield Fault(text.file, entry, "its stub neither raises nor holds an empty value", mend)


def _is_empty(node: ast.AST) -> bool:
    """Tell whether a part of a stub says that nothing is written yet."""
    if isinstance(node, ast.Raise):
        return True
    if isinstance(node, ast.Constant):
        return node.value is None or node.value is ... or node.value == ""
    if isinstance(node, ast.Dict):
        return not node.keys
    return isinstance(node, (ast.List, ast.Tuple)) and not node.elts


def _references(text: DayText, cell: list[Line], places: Places) -> Iterator[Fault]:
    words = [(word, number) for number, line in cell for word in line.split()]
    for place, reference in strays([word for word, _ in words], text.day.number, places):
        yield Fault(text.file, f"line {words[place][1]}", f"there is no {reference}", "name one that there is")


def _sentences(text: DayText, cell: list[Line]) -> Iterator[Fault]:
    for number, sentence, count in long_sentences(cell):
        what = f"a sentence has {count} words, and {LONGEST_SENTENCE} are the most: {sentence[:60]!r}"
        yield Fault(text.file, f"line {number}", what, "make it two")


def _released(text: DayText) -> Iterator[Fault]:
    try:
        released_checks.refuse_changes(text.day)
    except CourseError as error:
        yield Fault(text.file, "", str(error).removeprefix(f"{text.day.master.name}: "))


def at_the_ends(cells: Sequence[Any]) -> tuple[int, int]:
    """Return how many words of text stand before the first card of a day, and how many after its last section."""
    part, carded, before, after = reading.START, False, 0, 0
    for cell in cells:
        if cell.cell_type == "markdown":
            for line, on_card, here in reading.lines(cell, part):
                part, carded = here, carded or on_card
                before += 0 if carded else reading.words(line)
                after += reading.words(line) if part == reading.BACK and not on_card else 0
    return before, after
