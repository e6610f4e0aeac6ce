# SPDX-License-Identifier: MIT
"""The exercise of the front page: what the page is built with is the judge's own word, and so is what follows."""

import builtins
import json
import re
import sys
import zipfile

import pytest
from support import ran
from test_site_pages import Page, one_line

from building import editions
from judge.notebooks import course
from judge.notebooks.current import PLACE
from judge.verdicts import catalogue
from judge.verdicts.card import as_message
from judge.verdicts.judge import NotYet, judge
from website import first_try, front_files, pack, pages
from website.day_cells import answer_lines

NUMBERS = range(len(first_try.TRIES))
MENDS = (
    (("grad = total.grad", "grad += total.grad"),),
    (("+= other.data", "+= other.data * product.grad"), ("+= self.data", "+= self.data * product.grad")),
    (("in nodes", "in reversed(nodes)"),),
)
# What a reader may write, and a part of the sentence that answers it.
REFUSED = {
    "": "There is no class <code>Value</code> here.",
    "Value = 3": "There is no class <code>Value</code> here.",
    "class Value(Node):\n    def": "Python can&#x27;t read line 2, <code>def</code>: invalid syntax.",
    "x = '\0'": "Python can&#x27;t read",
    "(" * 5000: f"Python can&#x27;t read line 1, <code>{'(' * 80} ...</code>:",
    f"raise ValueError('{'word ' * 99}')": "word wo ...",
    "x" * 1_000_000: "This has 1,000,000 characters",
    "while True:\n    pass": "This comes to no end",
    "raise SystemExit": "Line 1, <code>raise SystemExit</code>, stops: SystemExit.",
    "class Value(Node):\n    data = input()": "Line 2, <code>data = input()</code>, waits for something to be typed in",
    "import builtins\nbuiltins.input()": "Line 2, <code>builtins.input()</code>, waits for something to be typed in",
    "class Value(Node):\n    data = missing": "Line 2, <code>data = missing</code>, stops: NameError: name",
    "class Value(Missing):\n    pass": "Line 1, <code>class Value(Missing):</code>, stops: NameError",
}
# Classes that are none, in which the judge finds something to say.
WRONG = (
    "class Value(Node):\n    pass",
    "class Value:\n    pass",
    "class Value(Node):\n    def __add__(self, other):\n        return self + other",
    "class Value(Node):\n    def __add__(self, other):\n        while True:\n            pass",
    "class Value(int):\n    __add__ = None\n    __class__ = 3",
    "class Value(Node):\n    def __init__(self, *given):\n        raise SystemExit",
)
# What beginners write in the place of both lines of a rule, or of the loop; and the mistake that is named.
NAMED = (
    (0, "self.grad = 2 * total.grad", "other.grad = 2 * total.grad", "day2-add-assigns-twice"),
    (0, "self.grad += 2 * total.grad", "other.grad += 2 * total.grad", "day2-add-twice"),
    (0, "self.grad += total.grad", "other.grad = total.grad", "day2-add-right-assigns"),
    (0, "self.grad = total.grad", "other.grad += total.grad", "day2-add-left-assigns"),
    (0, "self.grad += total.data", "other.grad += total.data", "day2-add-passes-data"),
    (0, "self.grad = total.data", "other.grad = total.data", "day2-add-passes-data"),
    (0, "self.grad += 1", "other.grad += 1", "day2-add-ones"),
    (0, "self.grad = 1", "other.grad = 1", "day2-add-ones"),
    (0, "self.grad += other.data * total.grad", "other.grad += self.data * total.grad", "day2-add-times-data"),
    (0, "self.grad += other.grad", "other.grad += self.grad", "day2-add-parent-grad"),
    (0, "self.grad += total.grad", "other.grad = self.grad + total.grad", "day2-add-right-from-left"),
    (0, "self.grad += total", "other.grad += total", "day2-node-for-number"),
    (1, "self.grad += other.data * self.grad", "other.grad += self.data * other.grad", "day2-multiply-parent-grad"),
    (1, "self.grad += other.data * other.grad", "other.grad += self.data * self.grad", "day2-multiply-parent-grad"),
    (1, "self.grad += 2 * other.data", "other.grad += 2 * self.data", "day2-multiply-twice-forgets-upstream"),
    (1, "self.grad += self.data * product.grad", "other.grad += other.data * product.grad", "day2-multiply-own-data"),
    (1, "self.grad += self.data", "other.grad += other.data", "day2-multiply-own-data-alone"),
    (1, "self.grad += other.data * self.data", "other.grad += self.data * other.data", "day2-multiply-both-data"),
    (1, "self.grad += product.grad", "other.grad += product.grad", "day2-multiply-copies"),
    (1, "self.grad += other.data + product.grad", "other.grad += self.data + product.grad", "day2-multiply-adds-data"),
    (1, "self.grad += other.data * product.grad", "self.grad += self.data * product.grad", "day2-multiply-left-twice"),
    (2, "nodes = nodes.reverse()", "for node in nodes:", "day3-backward-over-none"),
    (2, "list(nodes).reverse()", "for node in nodes:", "day3-backward-not-reversed"),
    (2, "nodes.sort()", "for node in nodes:", "day3-backward-sorts-nodes"),
    (2, "nodes.sort(key=lambda node: node.data)", "for node in nodes:", "day3-backward-by-data"),
    (2, "self._backward()", "for node in nodes:", "day3-backward-output-then-forward"),
    (2, "nodes.insert(0, nodes.pop())", "for node in nodes:", "day3-backward-output-then-forward"),
    (2, "nodes.extend(nodes[::-1])", "for node in nodes:", "day3-backward-both-ways"),
    (2, "", "for node in reversed(nodes):\n            node._backward()", "day3-backward-rule-twice"),
    (2, "", "for node in reversed(nodes):\n            node.grad = 1.0", "day3-backward-seeds-every-node"),
)
IN_A_PAGE = """
import json, sys
from gradtools import renderer
from website import first_try
renderer.in_page = lambda dot: "<svg></svg>"
print(json.dumps([first_try.answer(number, one.code).said for number, one in enumerate(first_try.TRIES)]))
for name in sys.modules:
    assert "site-packages" not in (getattr(sys.modules[name], "__file__", None) or ""), name
"""


def mended(number):
    """Return the right code of a class."""
    code = first_try.TRIES[number].code
    for old, new in MENDS[number]:
        assert old in code
        code = code.replace(old, new)
    return code


@pytest.fixture(scope="module")
def front(tmp_path_factory):
    """Return the front page in each language, by its code."""
    into = tmp_path_factory.mktemp("front")
    for name in ("en", *editions.offered()):
        with editions.speaking(name):
            pages.write_front(into, ())
    return {name: into / ("" if name == "en" else name) / "index.html" for name in ("en", *editions.offered())}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_class_has_the_mistake_that_it_is_there_for(number):
    one = first_try.TRIES[number]
    known = {entry.id: entry for entry in catalogue.misconceptions(course.assignment(one.check).number)}
    assert first_try.first_verdict(number).misconceptions == (one.mistake,)
    assert one.check in known[one.mistake].checks
    assert 5 <= len([line for line in one.code.split("\n") if line.strip()]) <= 8


@pytest.mark.parametrize("number", [number for number in NUMBERS if first_try.TRIES[number].rules_out])
def test_the_page_says_what_a_hidden_test_says(front, number):
    one = first_try.TRIES[number]
    with pytest.raises(NotYet) as raised:
        judge(one.check, first_try._defined(one, one.code), first_try.SEED)
    assert str(raised.value) == as_message(first_try.first_verdict(number).card).text()
    shown = signs("".join(text for text in Page(front["en"]).texts if text != "More"))
    assert signs(str(raised.value)) in shown


def signs(text):
    """Return the letters and digits of a text, without what sets them."""
    return re.sub(r"\W", "", text)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_mended_class_is_right_and_its_graph_says_so(number):
    given, right = (first_try.answer(number, code) for code in (first_try.TRIES[number].code, mended(number)))
    assert (given.outcome, right.outcome) == (first_try.WRONG, first_try.RIGHT)
    assert "wrong: expected" in given.drawing.words
    assert "wrong" not in right.drawing.words
    assert given.drawing.words.count("\n") == right.drawing.words.count("\n")


@pytest.mark.parametrize(("number", "first", "second", "name"), NAMED)
def test_what_a_beginner_writes_has_its_name(number, first, second, name):
    one = first_try.TRIES[number]
    lines = one.code.split("\n")
    if number < 2:
        lines[5:7] = [" " * 12 + first, " " * 12 + second]
    else:
        lines[4:5] = [" " * 8 + first, " " * 8 + second]
    verdict = first_try._asked_of(one, first_try._defined(one, "\n".join(lines)), first_try.SEED)
    assert verdict.misconceptions == (name,)


@pytest.mark.parametrize("number", NUMBERS)
def test_who_writes_nothing_is_not_right(number):
    for code in WRONG[:2]:
        assert first_try.answer(number, code).outcome == first_try.WRONG


@pytest.mark.parametrize("code", REFUSED, ids=lambda code: repr(code[:20]))
def test_what_can_not_be_asked_gets_one_sentence(code):
    answer = first_try.answer(0, code)
    assert answer.outcome == first_try.REFUSED
    assert REFUSED[code] in answer.said
    assert answer.said.count("<p>") == 1
    assert len(answer.said) < 400


def test_a_rule_that_waits_for_something_typed_is_told_that_nothing_comes():
    before = builtins.input
    said = first_try.answer(0, "class Value(Node):\n    def __add__(self, other):\n        return float(input())").said
    assert "EOFError: Nothing can be typed in while your class runs here." in said
    assert "Line 3, in" in said
    assert builtins.input is before


@pytest.mark.parametrize("code", WRONG)
def test_whatever_class_somebody_writes_there_is_a_verdict(code):
    answer = first_try.answer(0, code)
    assert answer.outcome != first_try.RIGHT
    assert answer.said


def test_nothing_that_somebody_writes_is_markup():
    answer = first_try.answer(0, 'raise ValueError("<img src=x onerror=alert(1)>")')
    assert "<img" not in answer.said
    assert "&lt;img" in answer.said


def test_the_page_has_everything_before_python_is_there(front):
    for name, path in front.items():
        page, text = Page(path), path.read_text("utf-8")
        assert text.count('class="try"') == len(first_try.TRIES)
        assert text.count("<textarea") == len(first_try.TRIES)
        with editions.speaking(name):
            for number, one in enumerate(first_try.TRIES):
                assert one_line(one.code) in page.text
                assert first_try.answer(number, one.code, front_files.places()).said in text
        assert [one["href"] for one in page.all("a") if "days/day2.html#" in one["href"]]


def test_what_the_page_says_is_translated():
    with editions.speaking("en"):
        english = pages._words_of_tries("")["words"]
        titles = [one["title"] + one["card"] for one in pages._tries()]
    for name in editions.offered():
        with editions.speaking(name):
            other = pages._words_of_tries("")["words"]
            assert [key for key, text in english.items() if other[key] == text] == []
            assert all(one["title"] + one["card"] not in titles for one in pages._tries())


def test_no_class_shows_a_line_that_answers_an_exercise():
    lines = {line.strip() for one in first_try.TRIES for line in one.code.split("\n")}
    assert lines & answer_lines() <= {"node._backward()"}


def test_what_judges_in_the_page_needs_no_package(tmp_path):
    pack.write_archive(tmp_path / "packed.zip", {})
    with zipfile.ZipFile(tmp_path / "packed.zip") as archive:
        archive.extractall(tmp_path)
    packed = (tmp_path / "packed.zip").read_bytes()
    assert not [line for line in answer_lines() if len(line) > 16 and line.encode() in packed]
    done = ran(
        sys.executable, "-S", "-c", IN_A_PAGE, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path), PLACE: str(tmp_path)}
    )
    said = json.loads(done.stdout)
    assert said == [first_try.answer(number, one.code).said for number, one in enumerate(first_try.TRIES)], done.stderr
