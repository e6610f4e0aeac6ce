# SPDX-License-Identifier: MIT
"""Formgrader's page of a submission, made with nbgrader's own template, runs nothing a learner wrote."""

import nbformat
import pytest
from nbconvert.exporters import HTMLExporter
from nbgrader.server_extensions.formgrader import handlers
from support import ABOUT, Page, formgraders_page
from traitlets.config import Config

from grading.by_nbgrader.formgrader import harmless_markdown
from judge.notebooks import course, submission
from judge.notebooks.cells import OWN_WORDS, grade_id
from judge.verdicts import harmless, marking

HOSTILE = """Hello **you** <script>GOT(1)</script> <img src=x onerror='GOT(2)'> [x](javascript:GOT(3))
<svg onload="GOT(4)"><a href="data:text/html,<script>GOT(5)</script>">y</a></svg>
<style>*{background:url(//GOT)}</style>

<iframe src="//GOT"></iframe><form action="//GOT"><button>z</button></form><base href="//GOT">
"""


def runs(page):
    return [
        (tag, attributes)
        for tag, attributes in page.elements
        if any("GOT" in str(value) for value in attributes.values())
    ]


class Loose(Page):
    """A page of somebody else's, which need not close what it opens."""

    def handle_endtag(self, tag):
        pass

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] in ("script", "style") and "GOT" in data:
            self.elements.append((self.elements[-1][0], {"text": data}))


RAW = [pytest.param(kind, marks=pytest.mark.exhaustive) for kind in ("raw", "raw as HTML")]


@pytest.mark.parametrize("kind", ["markdown", *RAW])
def test_what_a_learner_wrote_runs_nothing_in_formgrader(kind):
    day = course.assignment(1)
    learner = nbformat.read(day.learner_notebook, as_version=4)
    make = nbformat.v4.new_markdown_cell if kind == "markdown" else nbformat.v4.new_raw_cell
    cell = make(HOSTILE)
    if kind == "raw as HTML":
        cell.metadata["raw_mimetype"] = "text/html"
    learner.cells.append(cell)
    for one in learner.cells:
        if OWN_WORDS in one.metadata.get("tags", []):
            one.source = HOSTILE
    notebook, _ = submission.rebuild(learner, marking.source_notebook(day))
    text = formgraders_page(notebook)
    assert runs(Loose(text)) == []
    assert "Hello <strong>you</strong>" in text
    # Nothing of the course's own text is lost.
    assert all(str(grade_id(one)) in text for one in notebook.cells if grade_id(one))
    assert "<details>" in text


def test_a_name_is_text_in_formgrader():
    name = "<img src=x onerror='GOT(1)'>"
    about = {"student": name, "first_name": name, "last_name": name, "notebook_path": f'">{name}'}
    text = formgraders_page(nbformat.v4.new_notebook(), **about)
    assert [tag for tag, _ in Loose(text).elements if tag == "img"] == []
    assert "&lt;img src=x" in text


@pytest.mark.exhaustive
def test_the_same_page_of_nbgrader_alone_runs_it():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(HOSTILE)])
    places = {"template_name": "formgrade", "extra_template_basedirs": [handlers.template_path]}
    text, _ = HTMLExporter(config=Config({"HTMLExporter": places})).from_notebook_node(notebook, resources=dict(ABOUT))
    assert runs(Loose(text))


def test_a_text_keeps_what_is_harmless():
    table = "| a | b |\n|--|--|\n| 1 | $x<y$ |"
    source = f"# A\n\n{table}\n\n[link](https://example.org) `code`\n\n<details><summary>s</summary>t</details>"
    text = harmless_markdown(source)
    kept = ("<h1", "<table>", "<td>1</td>", 'href="https://example.org"', "<code>code</code>", "<summary>s</summary>")
    assert [part for part in kept if part not in text] == []
    png = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="words">'
    assert 'src="data:image/png;base64,iVBORw0KGgo="' in harmless_markdown(png)
    assert "src=" not in harmless_markdown('<img src="https://example.org/seen.png" alt="words">')


def test_a_figure_in_an_output_is_shown_and_what_is_printed_is_text():
    figure = '<figure><img alt="A graph." src="data:image/png;base64,iVBORw0KGgo="><details>words</details></figure>'
    given = {"output_type": "display_data", "metadata": {}, "data": {"text/html": f"{figure}<script>GOT(1)</script>"}}
    (html,) = harmless.outputs_of([given])
    printed = nbformat.v4.new_output("stream", text="\x1b[31mred\x1b[0m <img src=//GOT>")
    cell = nbformat.v4.new_code_cell("a = 1 < 2", outputs=[html, printed])
    page = Loose(text := formgraders_page(nbformat.v4.new_notebook(cells=[cell])))
    assert runs(page) == []
    assert 'src="data:image/png;base64,iVBORw0KGgo="' in text
    assert "<details>words</details>" in text
    assert "red &lt;img" in text
    assert '<span class="mi">1</span>' in text
