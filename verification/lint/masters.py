# SPDX-License-Identifier: MIT
"""Faults of a text master: cards, hints, stubs, references, long sentences, and the look of code cells."""

from __future__ import annotations

import ast
import re
import statistics
from collections.abc import Iterator
from typing import Any

from building import reading_time, released_checks
from building.checks import FOLDED
from judge.authoring.faults import Fault, syntax_error
from judge.notebooks import stubs
from judge.notebooks.cells import CLAIM, grade_id, is_grade, is_solution, table_of
from judge.notebooks.course import CourseError
from verification.lint.day_text import DayText, ExerciseText, Line
from verification.lint.prose import LONGEST_SENTENCE, Places, forbidden, long_sentences, strays

HINTS = 3
# In words outside of folds: learners want to start, and at the end they are tired.
MOST_BEFORE_THE_FIRST_CARD = 650
MOST_AFTER_THE_LAST_SECTION = 700
# Words on a card below its heading and outside of folds: of the longest, and in the median of a day.
MOST_ON_A_CARD = 220
MOST_IN_THE_MEDIAN = 130
# JupyterLab shows 122 characters of a line in a window 1,400 pixels wide with the file browser open. Longer lines
# scroll sideways, except in `make lab`.
LONGEST_LINE = 120

# The title and the text of a folded hint.
HINT = re.compile(r"<details>\s*<summary>\s*(Hint.*?)</summary>(.*?)</details>", re.DOTALL)
DRAWS = "# Draws "
# What can only be code: a call, a name with an underscore, a sign in quotes, an operator between spaces.
LOOKS_LIKE_CODE = re.compile(r"\w+\(\)|\w*_\w+|'[^\w\s]+'|(?<!\S)[-+*/@=]+(?![^\s,;.])")
# A claim that somebody makes, for the learner to refute. It is a trick that wears off: one a day is enough.
REFUTED = re.compile(r"\brefute\b|\b(friend|somebody) says\b|\bthey say\b", re.IGNORECASE)
MOST_REFUTED = 1
# How the brackets of a card begin in part two.
EXTRA = "(extra, "


def faults(text: DayText, places: Places) -> Iterator[Fault]:
    """Yield the faults of a day's text master."""
    yield from _ends(text)
    for exercise in text.exercises.values():
        yield from _card(text, exercise)
        yield from _answer(text, exercise)
        yield from _claims(text, exercise)
    for cell in text.prose():
        yield from _prose(text, cell, places)
    for cell in text.cells:
        if cell.cell_type == "code":
            yield from _code(text, cell)
            if not is_solution(cell) and not is_grade(cell):
                yield from _figures(text, cell)


def _ends(text: DayText) -> Iterator[Fault]:
    carded, before, after = False, 0, 0
    for _, lines, _ in reading_time.by_cell(text.cells):
        for line in lines:
            carded = carded or line.on_card
            before += 0 if carded else reading_time.words(line.text)
            after += reading_time.words(line.text) if line.part == reading_time.BACK and not line.on_card else 0
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
    # Each message links to the table, so the card does, too.
    table = table_of(exercise.number, text.sections)
    if table and f"](#{table.replace(' ', '-')})" not in exercise.card:
        mend = f"write `[{table}](#{table.replace(' ', '-')})` on it"
        yield Fault(text.file, entry, f"its card does not lead to the table *{table}*", mend)
    hints = HINT.findall(exercise.between)
    if len(hints) != HINTS:
        yield Fault(text.file, entry, f"it has {len(hints)} hints", f"an exercise has {HINTS}, each under `<details>`")
    for title, body in hints:
        if not body.strip():
            yield Fault(text.file, entry, f"{title.split(':')[0]!r} is empty", "write it")
    if (points := sum(text.checks[check] for check in exercise.checks)) % 1:
        yield Fault(text.file, entry, f"it pays {points:g} points", "an exercise pays whole points: change others")
    if not exercise.checks:
        yield Fault(text.file, entry, "it has no check", f'write one under `# %% check="{exercise.id}-..." points=1`')


def of_cards(text: DayText) -> Iterator[Fault]:
    """Yield the faults of all cards of a day together.

    These are long cards, claims to refute beyond the first, and cards that do not say in which part they stand.
    """
    words: dict[str, int] = {}
    refuted: list[str] = []
    number = ""
    for _, lines, _ in reading_time.by_cell(text.cells):
        for line in lines:
            if card := reading_time.NUMBER.match(line.text):
                number = card[1]
                is_extra = line.part.endswith(reading_time.APART)
                if is_extra != (EXTRA in line.text):
                    what = "its card does not say that it is extra" if is_extra else "its card says that it is extra"
                    fix = f"in part two, and only there, write '{EXTRA}about 20 min)'"
                    yield Fault(text.file, f"exercise {number}", what, fix)
            elif line.on_card:
                words[number] = words.get(number, 0) + reading_time.words(line.text)
                refuted += [number] if REFUTED.search(line.text) else []
    for number, count in words.items():
        if count > MOST_ON_A_CARD:
            what = f"its card has {count} words, and {MOST_ON_A_CARD} are the most"
            yield Fault(text.file, f"exercise {number}", what, "leave out what a failing check says, or make it two")
    if words and (middle := statistics.median(words.values())) > MOST_IN_THE_MEDIAN:
        what = f"its cards have {middle:g} words in the median, and {MOST_IN_THE_MEDIAN} are the most"
        yield Fault(text.file, "", what, "shorten the longer half")
    if len(refuted) > MOST_REFUTED:
        what = f"its cards have {len(refuted)} claims to refute ({', '.join(refuted)}), and one a day is the most"
        yield Fault(text.file, "", what, "ask for the same without somebody who says it")


def _answer(text: DayText, exercise: ExerciseText) -> Iterator[Fault]:
    entry = f"answer cell {exercise.id}"
    try:
        stub = stubs.stub(exercise.answer, exercise.number)
    except CourseError as error:
        yield Fault(text.file, entry, str(error), "each BEGIN SOLUTION needs an END SOLUTION")
        return
    for source, name in ((exercise.answer, "its solution"), (stub, "its stub")):
        if error := syntax_error(source):
            yield Fault(text.file, entry, f"{name} is not valid Python: {error.msg} in its line {error.lineno}")
            return
    if not any(_is_empty(node) for node in ast.walk(ast.parse(stub))):
        mend = "put the solution between the marks; for a value, write `#: name = None` there"
        yield Fault(text.file, entry, "its stub neither raises nor holds an empty value", mend)


def _is_empty(node: ast.AST) -> bool:
    """Tell whether part of a stub is a placeholder for the answer."""
    if isinstance(node, (ast.Dict, ast.List, ast.Tuple)):
        return not (node.keys if isinstance(node, ast.Dict) else node.elts)
    return isinstance(node, ast.Raise) or (isinstance(node, ast.Constant) and node.value in (None, ..., ""))


def _claims(text: DayText, exercise: ExerciseText) -> Iterator[Fault]:
    """Yield a fault for each claim with code outside of code marks: claims stay in sight where cells are folded."""
    for cell in text.cells:
        claim = CLAIM.match(cell.source) if grade_id(cell) in exercise.checks else None
        if claim and (code := _unmarked(claim[1], exercise.answer)):
            what = f"its claim has {code!r} without code marks"
            yield Fault(text.file, f"check {grade_id(cell)}", what, f"write `{code}`")


def _unmarked(claim: str, answer: str) -> str:
    """Return the first code outside of code marks in a claim, such as a function of the answer; "" where none is."""
    words = re.sub("`[^`]*`", "`", claim)
    # A word behind an article is no function: "a column of the Jacobian".
    named = (rf"(?<!\b[Aa] )(?<!\b[Tt]he )\b{re.escape(name)}\b" for name in _functions(answer))
    found = (re.search(pattern, words) for pattern in (LOOKS_LIKE_CODE, *named))
    return next((one[0] for one in found if one), "")


def _functions(answer: str) -> list[str]:
    """Return the names of the functions and methods of an answer; none of one that is not valid Python."""
    if syntax_error(answer):
        return []
    return [node.name for node in ast.walk(ast.parse(answer)) if isinstance(node, ast.FunctionDef)]


def _prose(text: DayText, cell: list[Line], places: Places) -> Iterator[Fault]:
    words = [(word, number) for number, line in cell for word in line.split()]
    for place, reference in strays([word for word, _ in words], text.day.number, places):
        yield Fault(text.file, f"line {words[place][1]}", f"there is no {reference}", "name one that there is")
    for number, sentence, count in long_sentences(cell):
        what = f"a sentence has {count} words, and {LONGEST_SENTENCE} are the most: {sentence[:60]!r}"
        yield Fault(text.file, f"line {number}", what, "make it two")


def changes(text: DayText) -> Iterator[Fault]:
    """Yield the fault that released checks are gone or have other points."""
    try:
        released_checks.refuse_changes(text.day)
    except CourseError as error:
        yield Fault(text.file, "", str(error).removeprefix(f"{text.day.master.name}: "))


def _code(text: DayText, cell: Any) -> Iterator[Fault]:
    claim = CLAIM.match(cell.source) if is_grade(cell) else None
    if claim and not claim[1].strip():
        yield Fault(text.file, f"check {grade_id(cell)}", "its claim is empty", "say what holds in a right answer")
    for line in cell.source.split("\n"):
        if line.startswith(("# # ", "# ## ", "# ### ")):
            mend = "write `# %% [markdown]` above its cell"
            yield Fault(text.file, "", f"the heading {line[2:]!r} stands in a cell of code", mend)
        if len(line) > LONGEST_LINE:
            what = f"a line of code has {len(line)} characters, and {LONGEST_LINE} are in sight: {line.strip()[:60]!r}"
            yield Fault(text.file, _name(cell), what, "break it")


def _figures(text: DayText, cell: Any) -> Iterator[Fault]:
    if syntax_error(cell.source):
        return
    first = cell.source.split("\n")[0]
    folded = cell.metadata.get("jupyter") == FOLDED
    # Only code that plots when the cell runs; a plotting function may have an open cell.
    at_once = [each for each in ast.parse(cell.source).body if not isinstance(each, (ast.FunctionDef, ast.ClassDef))]
    inside = [node for statement in at_once for node in ast.walk(statement)]
    plots = any(isinstance(node, ast.Attribute) and node.attr == "subplots" for node in inside)
    if plots and not folded:
        mend = 'write `# %% jupyter={"source_hidden": true}` above it, in a cell of its own'
        yield Fault(text.file, _name(cell), "it plots, and is not folded", mend)
    if folded and not first.startswith("# "):
        mend = f"begin with a comment, such as `{DRAWS}Figure 2.2: two chords of a curve.`"
        yield Fault(text.file, _name(cell), "it is folded, and its first line does not say what it does", mend)
    if folded and plots and not first.startswith(f"{DRAWS}Figure"):
        yield Fault(text.file, _name(cell), f"its first line does not begin with `{DRAWS}Figure`", "say which one")


def _name(cell: Any) -> str:
    first = cell.source.split("\n")[0][:60]
    return f"cell {grade_id(cell) or first}"
