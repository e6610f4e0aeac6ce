# SPDX-License-Identifier: MIT
"""Find the templates of sentences in the code: in Python, JavaScript and Jinja."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache

from babel.messages.extract import extract

from judge.asking.folders import PROOF
from judge.notebooks import course
from judge.notebooks.about import about
from judge.notebooks.current import FILE

# The packages whose texts a domain holds: what a notebook's kernel says, and what the grader says.
PACKAGES = {
    "gradtools": ("language", "reading", "gradtools", "companion"),
    "grading": ("judge", "exercises", "grading"),
    "docs": ("website", "building/pieces"),
}
# What takes a template first; `plural` takes two, behind a count. Errors that are made of these take one, too.
DOORS = {"announce", "say", "sentence", "template", "unreadable", "no", "CourseError", "Question", "SaidError"}
OPTIONS = {"encoding": "utf-8", "trimmed": "false"}
# Parsing a file takes long, and few files define a class that has a base.
CLASS = re.compile(r"^class \w+\(", re.MULTILINE)
SAID = re.compile(r"\b(?:say|no)\((\"(?:[^\"\\]|\\.)*\")")


def templates(domain: str) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """Yield the place and each template of a domain's packages, in Python, JavaScript and Jinja."""
    for path in [path for name in PACKAGES[domain] for path in sorted((course.root() / name).rglob("*"))]:
        if PROOF in path.relative_to(course.root()).parts:
            continue
        place = path.relative_to(course.root()).as_posix()
        # babel finds no call among the arguments of another, and none in an f-string.
        if path.suffix == ".js":
            yield from ((place, json.loads(text)) for text in SAID.findall(path.read_text("utf-8")))
        elif path.suffix == ".py":
            yield from ((place, text) for text in said(ast.parse(path.read_text("utf-8"))))
        elif path.suffix == ".jinja":
            with open(path, "rb") as file:
                for _, text, _, _ in extract("jinja2.ext:babel_extract", file, {"say": None}, options=OPTIONS):
                    yield place, text
    if domain == "grading" and (called := about().sentences.assignment):
        yield FILE, called


def said(tree: ast.Module) -> Iterator[str | tuple[str, ...]]:
    """Yield the templates of a module, in order; those of a plural together."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        given = node.args[1:3] if name == "plural" else node.args[:1] if name in doors() else []
        texts = tuple(one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if texts:
            yield texts if name == "plural" else texts[0]


@cache
def doors() -> set[str]:
    """Return the names of all that takes a template: the doors, and the errors that are made of one."""
    doors = set(DOORS)
    packages = [name for names in PACKAGES.values() for name in names]
    files = [path for package in packages for path in (course.root() / package).rglob("*.py")]
    sources = [source for path in files if CLASS.search(source := path.read_text("utf-8"))]
    classes = [node for source in sources for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    for _ in range(3):  # An error may be made of one that is made of one.
        doors |= {
            node.name
            for node in classes
            if {getattr(base, "attr", getattr(base, "id", "")) for base in node.bases} & doors
        }
    return doors
