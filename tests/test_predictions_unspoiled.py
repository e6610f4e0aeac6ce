# SPDX-License-Identifier: MIT
"""No text, caption, figure or code before a prediction gives its answer away."""

import ast
import re
from functools import cache

import nbformat
import pytest
from support import ROOT

from companion.questions import QUESTIONS
from judge.notebooks import course
from judge.notebooks.schemas import read_toml

# A number as it is written: with a sign that belongs to it, with commas between thousands.
NUMBER = re.compile(r"(?<![\w.,])[-\N{MINUS SIGN}]?\d[\d,]*(?:\.\d+)?(?![\w]|\.\d)")
PICTURE = re.compile(r"""src=(["'])data:.*?\1|<svg.*?</svg>|<[^>]*\bstyle=(["'])(?:.*?\2)?""", re.DOTALL)
WORDS = dict(enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")))

# Where the answer also occurs before it, as something else: a part of its context, and what it means there.
FOR_SOMETHING_ELSE = read_toml(ROOT / "tests" / "data" / "unspoiled.toml")


@cache
def read_before(day):
    """Return, for each question, the texts of its section that come before it, each with its kind."""
    shown, section = [], []
    path = next((course.root() / "source" / day.name).glob("*.ipynb"))
    cells = nbformat.read(path, as_version=4).cells
    for place, cell in enumerate(cells):
        if cell.cell_type == "markdown":
            *before, last = re.split(r"^(?=## )", cell.source, flags=re.MULTILINE)
            section = [("text", last)] if before else [*section, ("text", last)]
            continue
        asked = re.match(r'predict\("([\w-]+)"', cell.source)
        if asked:
            # The cell that answers is read before it is run.
            for kind, text in [*section, *(("code of the answer", one) for one in strings(cells[place + 1]))]:
                shown.append((asked[1], kind, text))
        section += [("figure", words) for words in figure_words(cell)]
        section += [("output", text) for text in printed(cell)] + [("code", text) for text in strings(cell)]
    return shown


def strings(cell):
    """Return the texts in a cell of code: captions, alternatives, docstrings, what is printed."""
    parsed = ast.walk(ast.parse(cell.source))
    return [node.value for node in parsed if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def printed(cell):
    return ["".join(output.text) for output in cell.outputs if output.output_type == "stream"]


def figure_words(cell):
    shown = ["".join(output.data.get("text/html", "")) for output in cell.outputs if "data" in output]
    return [PICTURE.sub(" ", text) for text in shown if text]


def numbers(text):
    """Yield each number of a text as written, in digits or as a word, with its context."""
    for found in NUMBER.finditer(text):
        yield found[0].replace(",", "").replace("\N{MINUS SIGN}", "-"), around(found)
    for value, word in WORDS.items():
        for found in re.finditer(rf"\b{word}\b", text, re.IGNORECASE):
            yield str(value), around(found)


def around(found):
    return found.string[max(0, found.start() - 30) : found.end() + 30]


def given_away(name, text):
    """Return where a text says the answer of a question."""
    came = QUESTIONS[name].comes
    if isinstance(came, str):
        # As a word it stands in many sentences; as an answer it stands alone, or at the head of one.
        said = re.findall(rf"(?:^|[.?!|:*]\s*)({came})[,.;:|*]", text, re.IGNORECASE | re.MULTILINE)
        return list(said)
    return [context for written, context in numbers(text) if says(written, came)]


def says(written, came):
    """Tell whether a number is the answer, with as many digits as are written; 2 is not 2.302."""
    decimals = len(written.partition(".")[2])
    return (decimals > 0 or came == int(came)) and float(written) == round(came, decimals)


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_no_text_and_no_figure_gives_a_prediction_away(day):
    spoiled = []
    for name, kind, text in read_before(day):
        known = FOR_SOMETHING_ELSE.get(name, {})
        spoiled += [
            (name, kind, around) for around in given_away(name, text) if not any(part in around for part in known)
        ]
    assert not spoiled, "\n".join(map(str, spoiled))


# The answer in other words, which once stood above the question on the screen on which it is read.
IN_OTHER_WORDS = {
    "day1-grandparent": "| d, c |",
    "day2-tiny-step": "rounding",
    "day4-no-bend": "0.5 everywhere",
}


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_no_text_gives_a_prediction_away_in_other_words(day):
    spoiled = [(name, kind) for name, kind, text in read_before(day) if IN_OTHER_WORDS.get(name, "\0") in text]
    assert not spoiled


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("day2-cube", "It rises to 46."),
        ("day4-no-bend", "the loss stays at 0.25"),
        ("day4-ten-classes", "It begins near 2.303"),
        ("day1-brackets", "The result is \N{MINUS SIGN}4."),
        ("day1-torch-uses", "There are two entries."),
        ("day3-loop-calls", "<figcaption>Figure 3.6. 23 calls</figcaption>"),
        ("day1-grandparent", "Does it? No, it does not."),
    ],
)
def test_what_gives_a_prediction_away_is_noticed(name, text):
    assert given_away(name, text)


def test_each_exception_is_still_needed():
    met = {
        (name, part)
        for day in course.assignments()
        for name, _, text in read_before(day)
        for context in given_away(name, text)
        for part in FOR_SOMETHING_ELSE.get(name, {})
        if part in context
    }
    assert met == {(name, part) for name, parts in FOR_SOMETHING_ELSE.items() for part in parts}
