# SPDX-License-Identifier: MIT
"""What others wrote is text on every page that is written: no element, no attribute and no template comes of it."""

import importlib
import json
from html.parser import HTMLParser
from types import SimpleNamespace

import nbformat
import pytest
from support import answers_of, filled, judged_notebook

import gradtools
import language
from companion import check, kernel, mistakes, predictions, stopped
from companion.stepper import still
from companion.stepper.widget import LiveFigure
from grading import class_page
from grading.by_nbgrader import autograding, feedback_pages
from gradtools import figures, output
from gradtools.draw import draw_graph
from gradtools.output import as_code
from judge.notebooks import course, stubs
from judge.verdicts import feedback_page

sheet = importlib.import_module("companion.sheet")
HOSTILE = {
    "closes an attribute": '"><script>GOT(1)</script>',
    "one quote": "' onload='GOT(2)' x='",
    "an address": "javascript:GOT(3)",
    "lines": "a\nb\r\nc\u2028<img src=x onerror=GOT(4)>",
    "ends the head": "</title></style></desc></text></pre></code></svg><iframe src=//GOT>",
    "ends CDATA": "]]><svg onload=GOT(5)>--><script>GOT(6)</script>",
    "turns the direction": "\u202e\u2066GOT(7)\u2069",
    "a template": "{GOT} {0.__class__} {{ 7 * 7 }} {% raw %}",
    "code marks": "`` ` <b onclick=GOT(8)>",
}
ALL = " ".join(HOSTILE.values())
# What the pages consist of.
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "table", "thead", "tbody"),
    *("tfoot", "tr", "th", "td", "caption", "ol", "ul", "li", "code", "pre", "img", "figure", "figcaption", "em"),
    *(
        "details",
        "summary",
        "div",
        "span",
        "strong",
        "dl",
        "dt",
        "dd",
        "a",
        "br",
        "bdi",
        "section",
        "footer",
        "header",
        "blockquote",
    ),
    *("small", "b", "i", "nav", "svg", "g", "rect", "text", "path", "polygon", "ellipse", "desc", "line"),
}
# Attributes whose value is a reader's text.
WORDS = {"alt", "aria-label", "title"}


class Seen(HTMLParser):
    """Notes what a page has that nobody of the course put there."""

    def __init__(self, page):
        super().__init__()
        self.odd, self.tags, self.language = [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name == "lang":
                self.language.append(value)
            if name.startswith("on") or ("GOT" in str(value) and name not in WORDS):
                self.odd.append((tag, name, value))
        if tag not in TAGS:
            self.odd.append(tag)


def assert_plain(page, *texts):
    seen = Seen(page)
    assert seen.odd == []
    assert {*seen.language} <= {"en", "es"}
    if "meta" in seen.tags:
        assert page.index("Content-Security-Policy") < page.index("<title>")
    for text in texts:
        assert text in page


@pytest.fixture
def days(tmp_path, monkeypatch):
    """Return the folder of a learner's days, in whose every field somebody wrote what is hostile."""
    folder = tmp_path / "a\"><script>GOT<b>' onload='" / "days"
    engine = f"# {' '.join(ALL.split())}\nclass Value:\n    pass"
    for day, answers in ((3, {**answers_of(3), "day3-value": engine}), (4, {}), (5, {})):
        notebook = filled(answers, day)
        notebook.metadata[language.KEY] = {"language": '"><script>GOT(9)</script>'}
        for cell in notebook.cells:
            if cell.cell_type == "code" and "moon_net" in cell.source:
                image = f"<img alt='{ALL.replace(chr(39), '&#39;')}' src='data:image/png;base64,AAAA'>"
                cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": image})]
        path = folder / f"day{day}" / course.assignment(day).learner_notebook.name
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    kept = {name: {"guess": ALL, "sure": "", "came": ALL, "right": True} for name in ("day1-brackets", ALL)}
    (folder / predictions.FILE).write_text(json.dumps(kept), "utf-8")
    met = {text: 3 for text in HOSTILE.values()}
    (folder / mistakes.FILE).write_text(json.dumps({"counts": met, "open": {}}), "utf-8")
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.setenv("JPY_SESSION_NAME", str(path))
    monkeypatch.chdir(path.parent)
    return folder


def standings(question, on_the_way):
    day = {"day": 1, "title": ALL, "points": 3, "max_points": 25, "state": ALL, "next": ALL, "notebook": ALL}
    return {"days": [day]}


def test_the_sheet_is_plain_whatever_the_days_and_files_hold(days, monkeypatch):
    monkeypatch.setattr(sheet.standing, "ask", standings)
    # As in a kernel, whose language is that of its notebook.
    monkeypatch.setattr(language, "of_kernel", kernel.language_here.__wrapped__)
    monkeypatch.setattr(kernel, "shell", lambda: SimpleNamespace(user_ns={}))
    line = SimpleNamespace(show=lambda bundle: None, end=lambda bundle: None)
    monkeypatch.setattr(sheet, "Line", lambda: line)
    gradtools.sheet()
    page = (days / "sheet.html").read_text("utf-8")
    assert_plain(page, '<html lang="en">', "&lt;script&gt;GOT(1)", "{% raw %}")
    assert Seen(page).tags.count("img") == 1


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_outputs_of_cells_are_plain(text):
    node = type("Value", (), {"data": 1.0, "grad": 0.0, "_prev": (), "_op": text, "label": text})()
    made = [
        output.figure_bundle([output.Picture("<svg></svg>", text)], text, text, text),
        output.text_bundle(text, text, text),
        figures.Figure(output.accessible_svg("<svg></svg>", text, text), text, text).bundle(),
        draw_graph(node, caption=text).bundle(),
        still.sentence("key", text),
        LiveFigure("tables", f"{text}\n\n{text}", text, []).bundle(),
    ]
    for bundle in made:
        assert_plain(bundle["text/html"])
    assert_plain(output.accessible_svg("<svg></svg>", text, text))
    assert_plain(output.inline(text))
    assert as_code(f"{text}`<b>").count("`") == 2
    report = check.report({"exercises": [], "warnings": [], "points": 0, "max_points": 0, "assignment": "day1",
                           "next": "", "next_markdown": ""}, text, 0.0, [])[0]  # fmt: skip
    assert as_code(text) in report


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_check_that_fails_shows_plain_words(text, shell):
    shell.run_cell(f"class Hostile(Exception): pass\ndef raise_it():\n    raise Hostile({text!r})")
    result = shell.run_cell("raise_it()")
    shown = stopped.failed_check(shell, result.error_in_exec, "raise_it()", [], "1.1")
    assert_plain(shown["text/html"])


def test_pages_of_feedback_and_of_the_class_are_plain(copied_course):
    day = course.assignment(1)
    notebook = judged_notebook({**answers_of(1), "day1-trace": f"def trace(root):\n    raise ValueError({ALL!r})"})
    notebook.metadata[language.KEY] = {"language": '"><script>GOT(9)</script>'}
    grades = feedback_page.Grades(ALL, name=ALL, comments={"day1-value": ALL})
    notebook.metadata[stubs.STAMP] = {autograding.NOTES: [ALL]}
    assert_plain(feedback_pages.page_of(notebook, day, grades))
    for place, text in enumerate(HOSTILE.values()):
        folder = copied_course / "autograded" / text.replace("/", "⁄") / day.name
        folder.mkdir(parents=True)
        path = folder / f"{day.stem}.ipynb"
        path.write_text(nbformat.writes(notebook) if place else "{", "utf-8")
    assert_plain(class_page.page(class_page.read_class(day)))
