# SPDX-License-Identifier: MIT
"""What reads a stranger's text takes time in proportion to its length, and one that does not is stopped."""

import ast
import itertools
import re
import time
from pathlib import Path

import pytest

try:
    from re import _constants as signs
    from re import _parser as parser
except ImportError:  # Python 3.10
    import sre_constants as signs
    import sre_parse as parser

from grading.run import answers

ROOT = Path(__file__).resolve().parent.parent
# What reads no stranger's text: what builds the course and proves its checks, and what draws in a learner's own kernel.
ELSEWHERE = ("grading/proof/", "grading/exercises/day", "grading/notebooks/reading.py")
ELSEWHERE += ("gradtools/stepper/", "gradtools/step_pictures.py")

# One that takes the square of the second length takes many times as long as it may; one that takes more is found by the
# first.
LENGTHS, MOST_SECONDS = (500, 20_000), 0.06


def files():
    for path in sorted([*(ROOT / "grading").rglob("*.py"), *(ROOT / "gradtools").rglob("*.py")]):
        if not path.relative_to(ROOT).as_posix().startswith(ELSEWHERE):
            yield path


METHODS = {"findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn"}


def patterns_in(tree):
    """Yield what is compiled in a file or used at once: its name or method, the pattern and its flags."""
    names = {id(node.value): node.targets[0].id for node in ast.walk(tree) if isinstance(node, ast.Assign)
             and isinstance(node.targets[0], ast.Name)}  # fmt: skip
    for node in ast.walk(tree):
        of_re = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
        if of_re and ast.unparse(node.func.value) == "re" and node.func.attr in {*METHODS, "compile"}:
            given = [*node.args[1:], *(one.value for one in node.keywords)]
            flags = [ast.unparse(one) for one in given if ast.unparse(one).startswith("re.")]
            name = names.get(id(node), "") if node.func.attr == "compile" else node.func.attr
            yield name, _written(node.args[0]), eval(flags[0], {"re": re}) if flags else 0


def methods_in(tree):
    """Yield the names on which a file calls a method of an expression, and the method."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            yield ast.unparse(node.value).rpartition(".")[2], node.attr


def _written(node):
    if isinstance(node, ast.JoinedStr):
        return "".join(_written(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        assert ast.unparse(node.value).startswith("re.escape("), f"{ast.unparse(node)} is no text that means itself"
        return "a"
    if isinstance(node, ast.Constant):
        return node.value
    assert ast.unparse(node) == "table.get('text', '')", f"{ast.unparse(node)} is not written out"
    return "a"


def patterns():
    """Return where each pattern stands, by the pattern, its flags, and whether it is searched for in a text."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in files()}
    called = {pair for tree in trees.values() for pair in methods_in(tree)}
    found = {}
    for path, tree in trees.items():
        for name, pattern, flags in patterns_in(tree):
            methods = {name} if name in METHODS else {method for one, method in called if one == name}
            found[pattern, flags, not methods or methods - {"fullmatch", "match"} != set()] = path
    errors = (ROOT / "grading" / "judging" / "general.toml").read_text("utf-8")
    texts = re.findall(r"^text = ['\"](.*)['\"]$", errors, re.MULTILINE)
    return found, [text for text in texts if text]


SAMPLES = {
    signs.CATEGORY_DIGIT: "1",
    signs.CATEGORY_SPACE: " \n",
    signs.CATEGORY_WORD: "a1",
    signs.CATEGORY_NOT_DIGIT: "a",
    signs.CATEGORY_NOT_SPACE: "a",
    signs.CATEGORY_NOT_WORD: " ",
}


def named(parsed):
    """Yield the characters that an expression names, and words of several."""
    word = ""
    for kind, told in parsed:
        if kind is signs.LITERAL:
            word += chr(told)
            yield chr(told)
            continue
        if len(word) > 1:
            yield word
        word = ""
        if kind is signs.NOT_LITERAL:
            yield chr(told)
        elif kind is signs.ANY:
            yield from "a\n"
        elif kind is signs.RANGE:
            yield from map(chr, told)
        elif kind is signs.CATEGORY:
            yield from SAMPLES[told]
        elif kind is signs.IN:
            yield from named(told)
        elif kind is signs.BRANCH:
            for each in told[1]:
                yield from named(each)
        elif isinstance(told, tuple):
            for each in told:
                if isinstance(each, parser.SubPattern):
                    yield from named(each)
    if len(word) > 1:
        yield word


def pieces(parsed):
    """Return a text that an expression finds, in the pieces that its parts find."""
    found = []
    for kind, told in parsed:
        if kind is signs.LITERAL:
            found.append(chr(told))
        elif kind in (signs.MAX_REPEAT, signs.MIN_REPEAT):
            found += pieces(told[2]) * max(1, told[0])
        elif kind is signs.SUBPATTERN:
            found += pieces(told[-1])
        elif kind is signs.BRANCH:
            found += pieces(told[1][0])
        elif kind is signs.IN:
            found.append(next((sign for sign in named(told) if told[0][0] is not signs.NEGATE), "\N{BULLET}"))
        elif kind in (signs.ANY, signs.NOT_LITERAL):
            found.append("a" if kind is signs.ANY or told != ord("a") else "b")
    return found


def long_texts(pattern, flags, length):
    """Yield texts with long runs of what an expression names, and of pairs of it, at each place of what it finds."""
    parsed = parser.parse(pattern, flags)
    units, example = sorted(set(named(parsed))), pieces(parsed)
    for one, other in itertools.product(units, repeat=2):
        yield (one if one == other else one + other) * (length // len(one + other))
    whole = "".join(example)
    for unit in units:
        run = unit * (length // len(unit))
        for place in range(len(example) + 1):
            yield "".join(example[:place]) + run + "\0"
            yield "".join(example[:place]) + run + whole


def seconds(function, *arguments):
    """Return the processor time that a call takes; of three, where the first takes long."""
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        function(*arguments)
        best = min(best, time.process_time() - began)
        if best < MOST_SECONDS:
            break
    return best


def slow(pattern, flags, searched=True, lengths=LENGTHS):
    """Return the beginning of a text for which an expression takes long; "" where there is none."""
    compiled = re.compile(pattern, flags)

    def read(text):
        for _ in compiled.finditer(text) if searched else [compiled.match(text)]:
            pass
        compiled.fullmatch(text)

    texts = (text for length in lengths for text in long_texts(pattern, flags, length))
    return next((text[:40] for text in texts if seconds(read, text) > MOST_SECONDS), "")


@pytest.mark.parametrize(
    "pattern", [r"<[^>]*on\w+=", r"^##+ (.+?)\s*$", r"^\s*Cell", r"\d+,\d+(?![\w.,]*\d)", " “[^”]*”"]
)
def test_an_expression_that_backtracks_is_found(pattern):
    assert slow(pattern, re.MULTILINE)


FOUND, OF_ERRORS = patterns()


@pytest.mark.parametrize(
    ("pattern", "flags", "searched"), FOUND, ids=[f"{Path(path).name}:{one[0]}" for one, path in FOUND.items()]
)
def test_an_expression_takes_time_in_proportion_to_the_length(pattern, flags, searched):
    assert slow(pattern, flags, searched) == ""


@pytest.mark.parametrize("pattern", OF_ERRORS)
def test_an_expression_for_errors_is_quick_for_the_longest_that_is_read(pattern):
    assert slow(pattern, 0, lengths=[500, answers.MOST_TEXT]) == ""


def test_the_expressions_of_each_room_are_found():
    rooms = {Path(path).parent.name for path in FOUND.values()}
    assert {"judging", "notebooks", "run", "desk", "asking", "gradtools"} <= rooms
    assert len(FOUND) > 60
    with pytest.raises(AssertionError, match="means itself"):
        list(patterns_in(ast.parse('re.search(f"raise {kind}", code)')))
