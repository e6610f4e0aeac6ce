# SPDX-License-Identifier: MIT
"""Every text for readers goes through one function with a literal template, so that it can be extracted."""

import ast
import re
from functools import cache

import pytest
from support import INSTALLED, ROOT

from judge.run import bounded, words

# ``babel extract -k`` finds the first argument of these.
DOORS = {"announce", "plural", "say", "sentence", "template"}
DOORS |= {"Refused", "UnreadableNotebook", "_Bomb", "CourseError", "GradebookError", "Question", "SaidError"}
# In what learners and instructors are shown, every text of two words or more counts, not only what is printed at once:
# a phrase is kept, joined and printed elsewhere. These are data.
SHOWN = ROOT / "grading"
# This package speaks to nbgrader, and what it says of itself goes to the log.
TO_NBGRADER = SHOWN / "by_nbgrader"
NOT_SHOWN = ("__init__.py", "__main__.py")
DATA = {"student id", "make release", "make lab DAY={}"}
# What a course's author alone sees stays plain: faults of masters, of the catalogue and of what is built of them. The
# texts of probes are in calls of `probe`, and those of mistakes in TOML.
AUTHORS = ("catalogue", "cells", "master", "reference", "schemas", "stubs")
FILES = [
    path
    for name in INSTALLED
    for path in sorted((ROOT / name).rglob("*.py"))
    # What puts questions into words is looked at below.
    if name != "exercises" and path.parent.name not in ("asking", "authoring") and path.stem not in AUTHORS
    if path != ROOT / "judge" / "__main__.py"
]


def name_of(call):
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def text_of(node):
    """Return a text as it is written, with a field for each value that is put into it; None for anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_for_readers(text, printed):
    """Tell whether a text is printed and has two words or more, or reads like a sentence: three, and a full stop."""
    words = re.findall(r"[A-Za-z']{2,}", text)
    ends = re.search(r"[.!?]$", text.rstrip()) is not None
    return " " in text and (len(words) > 1 if printed else len(words) > 2 and ends)


def is_for_authors(node):
    """Tell whether a node belongs to a log, a pattern, or an error that is shown to nobody."""
    if isinstance(node, ast.keyword):
        return node.arg == "prog"
    if isinstance(node, ast.Raise):
        return isinstance(node.exc, ast.Call) and name_of(node.exc) not in DOORS | {"NotConfinedHere", "Ended"}
    if not isinstance(node, ast.Call):
        return False
    of = getattr(getattr(node.func, "value", None), "id", "")
    return of in ("LOG", "re", "logging") or name_of(node) in ("Bool", "Integer", "add", "compile", "text")


def outside(tree, shown=False):
    """Yield the line and the text of each text that passes the door by; all is ``shown``, or what is printed."""
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(getattr(node, "body", None), list)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    }
    waiting = [(tree, shown)]
    while waiting:
        node, printed = waiting.pop()
        text = text_of(node)
        if id(node) in documents or is_for_authors(node):
            continue
        if text is not None and is_for_readers(text, printed):
            yield node.lineno, text
        inside = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.Call) and name_of(node) in DOORS:
            first = node.args[0] if node.args else None
            # What is no literal is a constant that `template` marks, or a text that was said already.
            if isinstance(first, ast.JoinedStr) and re.search("[a-z]", text_of(first)):
                yield first.lineno, text_of(first)
            inside = [child for child in inside if not isinstance(child, ast.Constant | ast.JoinedStr)]
        printed = name_of(node) == "print" if isinstance(node, ast.Call) else printed and not isinstance(node, ast.stmt)
        waiting += [(child, printed or shown) for child in inside if not isinstance(node, ast.JoinedStr)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_texts_for_readers_go_through_the_door(path):
    of_room = path.is_relative_to(SHOWN) and not path.is_relative_to(TO_NBGRADER)
    found = outside(ast.parse(path.read_text("utf-8")), shown=of_room and path.name not in NOT_SHOWN)
    assert sorted(each for each in found if each[1] not in DATA) == []


TEMPLATES = sorted(path for name in INSTALLED for path in (ROOT / name).rglob("*.html.jinja"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_texts_of_templates_go_through_the_door(path):
    code = re.compile(r"{% block style %}.*?{% endblock %}|<style>.*?</style>|{%.*?%}|{{.*?}}", re.DOTALL)
    assert re.findall(r">\s*([^<>]*[A-Za-z]{2,}[^<>]*)<", code.sub("", path.read_text("utf-8"))) == []


# What these say crosses to another process, and is read there: any text with two words, but for code, and for the words
# of answers for which `wording` has sentences.
# The modules of `asking` that a submission's process asks with.
ASKING = [ROOT / "judge" / "asking" / f"{name}.py" for name in ("ask", "culprit", "questioner")]
CROSSING = sorted([*(ROOT / "judge" / "run").rglob("*.py"), *ASKING])
CODE = re.compile(r"\w\(|=|:\n|lambda")
OF_ANSWERS = {"no end", "not attempted", "{} lines had run", bounded.IN_EACH_OTHER, bounded.A_LONG_WAIT}


def test_texts_that_are_read_in_another_process_go_through_the_door():
    found = [text for path in CROSSING for _, text in outside(ast.parse(path.read_text("utf-8")), shown=True)]
    assert {text for text in found if not CODE.search(text)} == OF_ANSWERS


@cache
def worded_modules():
    """Return each module of the exercises with its tree: they put questions and answers into words."""
    return [(path, ast.parse(path.read_text("utf-8"))) for path in sorted((ROOT / "exercises").rglob("*.py"))]


def phrases():
    """Return the names of the functions that probes take as their `phrase`: these put an answer into words."""
    return {
        getattr(option.value, "id", getattr(option.value, "attr", ""))
        for _, tree in worded_modules()
        for node in ast.walk(tree)
        for option in getattr(node, "keywords", ())
        if isinstance(node, ast.Call) and option.arg == "phrase"
    }


# Those that show numbers and names alone.
OF_DATA = {"_to_twelve_digits", "as_list", "exactly", "phrase", "repr", "show", "str"}


def test_words_of_answers_go_through_the_door():
    functions = [
        (path, node) for path, tree in worded_modules() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    ]
    worded = [(path, node) for path, node in functions if getattr(node.returns, "id", "") == "Argument"]
    assert {node.name for _, node in worded} >= phrases() - OF_DATA
    assert [(path.parent.name, *text) for path, node in worded for text in outside(node, shown=True)] == []


# In a page, too: what has two words that no hyphen joins is for readers.
SCRIPTS = sorted(path for name in INSTALLED for path in (ROOT / name).rglob("*.js"))
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
SAID = re.compile(r"""\b(?:say|no)\((["'`]).*?\1""")
PROSE = re.compile(r"""(["'`])(?:(?!\1).)*?(?<![\w-])[A-Za-z']{2,} [a-z']{2,}(?![\w-]).*?\1""")


def texts_in(script):
    return [match[0] for match in PROSE.finditer(SAID.sub("", COMMENT.sub("", script)))]


def test_texts_of_pages_go_through_the_door():
    assert len(SCRIPTS) > 5
    assert {path.name: texts_in(path.read_text("utf-8")) for path in SCRIPTS} == {path.name: [] for path in SCRIPTS}
    assert texts_in('let a = "No answer yet.";') == ['"No answer yet."']


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("print(f'{a} is graded')", 1),
        ("print(say('{a} is graded', a=a))", 0),
        ("state = 'in the exchange'", 1),
        ("state = say('in the exchange')", 0),
        ("state = f', which leads to {a}'", 1),
        ("command.add_argument('--day', help='a day of the course')", 1),
        ("command.add_argument('--day', help=say('a day of the course'))", 0),
        ("raise CourseError(f'no {a}')", 1),
        ("raise CourseError('no {a}', a=a)", 0),
        ("notes.append(f'The check {a} was missing.')", 1),
        ("notes.append('-'.join(a))", 0),
        ("say(f'{a} is graded')", 1),
    ],
)
def test_what_does_not_is_seen(code, found):
    assert len(list(outside(ast.parse(code), shown=True))) == found


@pytest.mark.parametrize(
    ("parts", "text", "between"),
    [
        (["", " and ", ""], "1 and 2", ["1", "2"]),
        (["x is ", ", y is ", "."], "x is 1, y is 22.", ["1", "22"]),
        (["x is ", ", y is ", "."], "x is 1, y is 22", None),
        (["x is ", "."], "y is 1.", None),
    ],
)
def test_what_stands_between_the_parts_of_a_template_is_found(parts, text, between):
    assert words._between(parts, text) == between
