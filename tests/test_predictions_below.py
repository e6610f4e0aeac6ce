# SPDX-License-Identifier: MIT
"""What stands below a question, on the screen on which it is read, does not answer it: in each language.

JupyterLab's screen is estimated, as a wide window shows it, since there the most text is in view. Folded text and
folded code are not, and no cell has been run.
"""

import math
import re

import nbformat
import pytest
from support import ROOT
from test_predictions_unspoiled import given_away, strings

import language
from judge.notebooks import course
from judge.notebooks.schemas import read_toml

LANGUAGES = (language.ENGLISH, *language.known())
# In pixels: the screen, a line of text and of code, a heading, and what is around a cell.
SCREEN, TEXT, CODE, HEADING, AROUND = 900, 23, 18, 60, 22
LETTERS = 120  # of a line of text
FOLD = re.compile(r"<details>\s*<summary>(.*?)</summary>.*?</details>", re.DOTALL)
FOLDED = "▸"
# Open text below a question that speaks of something else, by how it begins; and answers that mean something else.
LISTED = read_toml(ROOT / "tests" / "data" / "below.toml")


def cells_of(day, name):
    folder = course.root() / "days" / ("" if name == language.ENGLISH else name) / day.name
    return nbformat.read(folder / day.learner_notebook.name, as_version=4).cells


def blocks(cell):
    """Return the open paragraphs of a text; a fold is one of a line."""
    return re.split(r"\n{2,}", FOLD.sub(rf"{FOLDED} \1", cell.source).strip())


def height(block):
    lines = block.split("\n")
    return sum(HEADING if line.startswith("#") else TEXT * math.ceil(len(line) / LETTERS) for line in lines) + TEXT / 2


def is_folded(cell):
    return bool(cell.metadata.get("jupyter", {}).get("source_hidden"))


def questions(cells):
    """Yield the place of each text that ends with a question which the code below answers; a card is none."""
    for place, cell in enumerate(cells[:-1]):
        if cell.cell_type == "markdown" and cells[place + 1].cell_type == "code":
            read = [block for block in blocks(cell) if not block.startswith(FOLDED)]
            if read and "?" in read[-1] and not any(block.startswith("### ") for block in read):
                yield place


def in_view(cells, asked):
    """Yield what is on the screen below a question: the place of the cell and of the paragraph in it, and its text.

    An open cell of code is one paragraph, without what answers: that is read before it is run.
    """
    used = height(blocks(cells[asked])[-1])
    for place in range(asked + 1, len(cells)):
        cell = cells[place]
        used += AROUND
        if cell.cell_type == "code":
            if used < SCREEN and not is_folded(cell):
                yield place, 0, cell.source
            used += CODE * (1 if is_folded(cell) else 1 + cell.source.count("\n"))
            continue
        for number, block in enumerate(blocks(cell)):
            if used >= SCREEN:
                return
            yield place, number, block
            used += height(block)


def texts_before_the_next_part(cells, asked):
    """Yield the open paragraphs in view up to the next heading."""
    for place, number, block in in_view(cells, asked):
        if cells[place].cell_type == "code" or block.startswith(FOLDED):
            continue
        if block.startswith("#"):
            return
        yield place, number, block


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_below_a_question_is_no_open_text_that_may_answer_it(day):
    known = LISTED["speaks of something else"]
    english = cells_of(day, language.ENGLISH)
    asked = list(questions(english))
    assert len(asked) > 4
    below = [one for place in asked for one in texts_before_the_next_part(english, place)]
    assert [text for _, _, text in below if not text.startswith(tuple(known))] == [], "fold it, or list what it is"
    places = {one[:2] for one in below}
    for name in language.known():
        cells = cells_of(day, name)
        assert list(questions(cells)) == asked
        found = [one for place in asked for one in texts_before_the_next_part(cells, place)]
        assert [text for *place, text in found if tuple(place) not in places] == [], name


def answers_below(name):
    """Yield each prediction whose answer is written in view below it, where that is, and what is around it."""
    for day in course.assignments():
        cells = cells_of(day, name)
        for place in questions(cells):
            predicted = re.match(r'predict\("([\w-]+)"', cells[place + 1].source)
            # The cell that answers is looked at with what stands before it.
            for at, _, block in in_view(cells, place) if predicted else ():
                if at > place + 2:
                    for text in strings(cells[at]) if cells[at].cell_type == "code" else [block]:
                        yield from ((predicted[1], text, around) for around in given_away(predicted[1], text))


@pytest.mark.parametrize("name", LANGUAGES)
def test_no_card_and_no_code_below_a_prediction_says_its_answer(name):
    means = LISTED["means something else"]
    said = [
        (one, around)
        for one, _, around in answers_below(name)
        if not any(part in around for part in means.get(one, {}))
    ]
    assert said == []


def test_each_exception_is_still_needed():
    days = [cells_of(day, language.ENGLISH) for day in course.assignments()]
    asked = [(cells, place) for cells in days for place in questions(cells)]
    seen = [block for one in asked for _, _, block in texts_before_the_next_part(*one)]
    assert [one for one in LISTED["speaks of something else"] if not any(block.startswith(one) for block in seen)] == []
    below = [block for name in LANGUAGES for _, block, _ in answers_below(name)]
    parts = [part for known in LISTED["means something else"].values() for part in known]
    assert [part for part in parts if not any(part in block for block in below)] == []


def words(source):
    return nbformat.v4.new_markdown_cell(source)


def code(source, folded=False):
    return nbformat.v4.new_code_cell(source, metadata={"jupyter": {"source_hidden": True}} if folded else {})


ASKED = [words("## 1. A part\n\n**Predict.** How many?"), code('predict("x", ...)'), code('reveal("x", 3)')]


@pytest.mark.parametrize(
    ("below", "found"),
    [
        ([words("It is three.")], ["It is three."]),
        ([words("<details>\n<summary>After</summary>\n\nIt is three.\n\n</details>")], []),
        ([words("<details>\n<summary>After</summary>\n\nIt.\n\n</details>\n\nIt is three.")], ["It is three."]),
        ([words("## 2. Another part\n\nThree more.")], []),
        ([code("# Draws it\n" + "x\n" * 99, folded=True), words("It is three.")], ["It is three."]),
        ([code("x\n" * 99), words("It is three.")], []),
    ],
)
def test_what_is_in_view_is_found(below, found):
    cells = [*ASKED, *below]
    assert list(questions(cells)) == [0]
    assert [block for *_, block in texts_before_the_next_part(cells, 0)] == found
