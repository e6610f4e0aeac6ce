# SPDX-License-Identifier: MIT
"""The feedback page, made from the judge's verdicts in notebooks that no kernel ran."""

import base64
import copy
import html
import itertools
import os
import re
import struct
import sys
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook
from support import Page, answers_of, contrast, judged_notebook, points_of, times_adds

from grading.by_nbgrader import autograding, feedback_pages
from judge.notebooks import course, stubs
from judge.notebooks.cells import grade_id, is_grade
from judge.verdicts import feedback_page, marking, pages, render
from judge.verdicts.card import READ, as_html
from judge.verdicts.feedback_page import Grades, Score
from judge.verdicts.pictures import drawable
from judge.verdicts.results import NotRun, NoVerdict
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, VERDICT_MIME

HOSTILE = "<img src=x onerror=alert(1)>"
PLACEHOLDER = "*Double-click here and write.*"
# A PNG of one white point.
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg==")
WRONG = {
    "day1-value": times_adds()["day1-value"],
    "day1-trace": "def trace(root):\n    return [root], []  # <script>alert(1)</script>",
    "day1-draw": None,
}


@pytest.fixture(scope="module")
def graded():
    """Return a notebook of Day 1 with its verdicts: `*` adds, trace stops at the root, the drawings are as released."""
    answers = {name: text for name, text in {**answers_of(1), **WRONG}.items() if text is not None}
    return judged_notebook(answers)


@pytest.fixture
def notebook(graded):
    return copy.deepcopy(graded)


def cell_of(notebook, name):
    return next(cell for cell in notebook.cells if grade_id(cell) == name)


def text_of(notebook, grades=None, notes=()):
    result = marking.read_results(notebook, course.assignment(1), notes)
    return feedback_page.page(notebook, result, grades or Grades("ada"))


def showing(notebook, *outputs):
    cell_of(notebook, "day1-value").outputs = list(outputs)
    return text_of(notebook)


def display(**data):
    names = {"plain": "text/plain", "html": "text/html", "svg": "image/svg+xml", "js": "application/javascript",
             "png": "image/png"}  # fmt: skip
    return nbformat.v4.new_output("display_data", {names[name]: text for name, text in data.items()})


def stream(text):
    return nbformat.v4.new_output("stream", text=text)


# Content


def test_the_head_has_the_points_and_a_table_that_leads_to_each_exercise(notebook):
    text = text_of(notebook)
    page = Page(text)
    earned = points_of("day1-value") - points_of("day1-value-multiply") - points_of("day1-value-constants")
    rows = page.table("Exercise")
    assert rows[0] == ["1.1 write the class", "✗ not yet", f"{earned:g} of {points_of('day1-value'):g}"]
    assert rows[2] == ["1.4 solve three puzzles", "○ not attempted", f"0 of {points_of('day1-draw'):g}"]
    assert rows[3] == ["1.3 count without running", "✓ correct", "3 of 3"]
    total = points_of(1) - (points_of("day1-value") - earned) - points_of("day1-trace") - points_of("day1-draw")
    assert rows[-1] == ["Total", f"{total:g} of {points_of(1):g}"]
    assert f"<dt>Points</dt><dd>{total:g} of {points_of(1):g}</dd>" in text
    assert "<dt>Student</dt><dd>ada</dd>" in text
    assert "By hand" not in text
    assert "Late penalty" not in text
    assert "Read the section <em>Exercise 1.1: write the class</em> again, then fix exercise 1.1." in text


def test_each_check_stands_there_by_its_claim_with_a_word_and_its_verdict_in_full(notebook):
    text = text_of(notebook)
    page = Page(text)
    result = marking.read_results(notebook, course.assignment(1), [])
    for check in result.checks:
        row = page.texts[check.check.grade_id].strip()
        assert row.startswith({CORRECT: "✓ correct", NOT_ATTEMPTED: "○ not attempted"}.get(check.outcome, "✗ not yet"))
        assert check.check.claim.replace("`", "") in row
        assert f"{check.points:g} of {check.check.points:g} point" in row
    for exercise in result.exercises:
        for finding in exercise.findings:
            assert as_html(render.finding_card(finding)) in text
    multiply, constants = (page.texts[f"day1-value-{name}"] for name in ("multiply", "constants"))
    assert "Mistake* adds the data." in multiply.replace("\n", "")
    assert "2 checks fail for this reason." in multiply
    assert "For the same reason as: A product is a new Value" in constants
    assert multiply.count("Exercise 1.1: write the class") == 1, "a named mistake says itself where to read"


def test_the_first_cause_is_open_and_all_others_are_folded(notebook):
    page = text_of(notebook)
    assert page.count("<details open><summary>") == 1
    (opened,) = re.findall(r"<details open><summary>(.*?)</details>", page, re.DOTALL)
    assert "adds the data" in opened


def test_the_section_to_read_stands_beneath_a_verdict_that_names_none(notebook):
    cell = cell_of(notebook, "day1-value-multiply")
    verdict = cell.outputs[0]["data"][VERDICT_MIME]
    verdict["misconceptions"] = []
    verdict["card"] = [part for part in verdict["card"] if part["label"] != READ]
    assert "ReadExercise 1.1: write the class" in Page(text_of(notebook)).texts["day1-value-multiply"]


def test_the_answer_stands_there_as_it_was_graded_with_the_numbers_of_its_lines(notebook):
    text = text_of(notebook)
    lines = WRONG["day1-trace"].split("\n")
    assert "".join(f"<span>{html.escape(line)}\n</span>" for line in lines) in text
    cell_of(notebook, "day1-trace").source = "\n".join(f"x = {number}" for number in range(1000)) + "\n\n"
    text = text_of(notebook)
    assert "x = 399\n" in text
    assert "x = 400\n" not in text
    assert "600 more lines are left out here." in text
    cell_of(notebook, "day1-trace").source = f"x = '{'y' * 10**6}'"
    assert len(text_of(notebook)) < 200_000
    cell_of(notebook, "day1-trace").source = "cheat()\r\x1b[2Jpass"
    assert "cheat()" in text_of(notebook), "a source is no terminal: nothing of it is overwritten"


def test_nothing_of_a_checks_source_stands_there(notebook):
    text = html.unescape(text_of(notebook))
    assert "HIDDEN TESTS" not in text
    assert "judge(" not in text
    for cell in notebook.cells:
        if is_grade(cell):
            code = cell.source.partition('"""\n')[2]
            for line in code.splitlines():
                # The line of a stub stands in the answer cells as well.
                own = len(line) >= 25 and "NotImplementedError" not in line
                assert not own or line.strip() not in text, line


def test_the_courses_own_text_is_left_out(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "code" and grade_id(cell) is None:
            cell.outputs = [stream("a demonstration")]
    text = text_of(notebook)
    assert "a demonstration" not in text
    assert "One principle" not in text
    assert "A model answer" not in text


def test_the_graph_that_goes_wrong_is_drawn_and_described(notebook):
    text = text_of(notebook)
    pictures = [attributes for tag, attributes in Page(text).elements if tag == "img"]
    assert len(pictures) == 1
    assert pictures[0]["src"].startswith("data:image/svg+xml;base64,")
    assert "A graph of " in pictures[0]["alt"]
    assert ", missing." in pictures[0]["alt"]
    assert "The smallest graph on which this check goes wrong: <code>trace</code> finds every node once." in text
    assert "<summary>The graph in words</summary>" in text


def test_what_the_judge_did_not_draw_is_not_drawn(notebook):
    output = cell_of(notebook, "day1-trace-nodes").outputs[0]["data"][VERDICT_MIME]
    right = output["graph"]
    assert drawable(right)
    node = right["nodes"][0]
    forged = [
        [], {"nodes": []}, {"nodes": [node] * 17}, {"nodes": [{**node, "parents": [0]}]}, {"nodes": ["a"]},
        {"nodes": [{**node, "name": "a" * 201}]}, {"nodes": [{**node, "name": "a\n"}]}, {"nodes": [{}]},
        {"nodes": [{**node, "data": [1]}]}, {"nodes": [{**node, "parents": [-1]}]}, {"nodes": {"a": node}},
    ]  # fmt: skip
    assert not any(drawable(graph) for graph in forged)
    for name in ("day1-trace-nodes", "day1-trace-edges"):
        cell_of(notebook, name).outputs[0]["data"][VERDICT_MIME]["graph"] = {"nodes": [{}]}
    assert "<img" not in text_of(notebook)


def test_own_words_are_text_and_an_untouched_cell_is_reported(notebook):
    assert "You wrote nothing here. It is not graded." in text_of(notebook)
    assert PLACEHOLDER not in text_of(notebook)
    cell = next(cell for cell in notebook.cells if cell.source == PLACEHOLDER)
    cell.source = f"For *later*.\n\n{HOSTILE}"
    text = text_of(notebook)
    assert f'<div class="words">For *later*.\n\n{html.escape(HOSTILE)}</div>' in text


def test_what_was_given_by_hand_stands_beside_what_was_given_automatically(notebook):
    scores = {"day1-trace-nodes": Score(0.0, by_hand=0.5), "day1-predict-reuse": Score(1.0, extra=2.0)}
    comments = {"day1-trace": f"You are close.\n{HOSTILE}"}
    text = text_of(notebook, Grades("ada", f"Ada {HOSTILE}", scores, comments, late_penalty=1.5))
    page = Page(text)
    rows = {row[0]: row[1:] for row in page.table("Exercise")}
    assert rows["1.2 trace the graph"] == ["✗ not yet", f"0.5 of {points_of('day1-trace'):g}automatic 0by hand +0.5"]
    assert rows["1.3 count without running"] == ["✓ correct", "5 of 3automatic 3by hand +2"]
    assert rows["Late penalty"] == ["\N{MINUS SIGN}1.5"]
    without = {row[0]: row[1:] for row in Page(text_of(notebook)).table("Exercise")}["Total"][0].split(" ")[0]
    assert rows["Total"] == [f"{float(without) + 2.5 - 1.5:g} of {points_of(1):g}"]
    assert "Points set by hand; the check itself gave 0." in page.texts["day1-trace-nodes"]
    assert "With 2 points extra." in page.texts["day1-predict-reuse"]
    assert (3, "A comment on your answer") in page.headings
    assert f"<blockquote>You are close.\n{html.escape(HOSTILE)}</blockquote>" in text
    assert f"Ada {html.escape(HOSTILE)}</bdi> (ada)" in text
    assert "<dt>Automatic</dt>" in text


def test_what_was_not_run_or_crashed_is_said(notebook):
    answer = cell_of(notebook, "day1-trace")
    answer.outputs = [nbformat.v4.new_output("error", ename="KernelEnded", evalue="It ended the kernel")]
    for cell in notebook.cells:
        if is_grade(cell) and grade_id(cell).startswith("day1-stretch"):
            cell.outputs = []
            autograding.settle_cell(cell, ["The notebook was stopped after 600 seconds."])
    cell_of(notebook, "day1-predict-product").outputs[0]["data"][VERDICT_MIME] = {"outcome": "correct"}
    notebook = nbformat.from_dict(notebook)  # As it is read from the file that nbgrader writes.
    page = Page(text_of(notebook, notes=["The notebook was stopped after 600 seconds."]))
    assert "The answer cell of exercise 1.2 was left out: It ended the kernel." in page.texts["day1-trace-nodes"]
    assert render.OBSTACLES[NotRun] in page.texts["day1-stretch-negate-subtract"]
    assert "NotRun" not in page.texts["day1-stretch-negate-subtract"]
    assert render.OBSTACLES[NoVerdict] in page.texts["day1-predict-product"]


def test_what_was_noticed_in_the_file_is_reported(notebook):
    text = text_of(notebook, notes=["The check day1-value-repr was missing; the original is used.", HOSTILE])
    assert "<li>The check day1-value-repr was missing; the original is used.</li>" in text
    assert f"<li>{html.escape(HOSTILE)}</li>" in text
    assert "What was noticed" not in text_of(notebook)


# What learners print is hostile


def test_what_an_answer_prints_is_text(notebook):
    error = nbformat.v4.new_output("error", ename="<b>", evalue=HOSTILE, traceback=["a traceback"])
    text = showing(notebook, stream(f"{HOSTILE}\n"), display(plain="<i>words</i>"), error)
    assert "<h3>What your answer cell showed</h3>" in text
    for part in (HOSTILE, "<i>words</i>", f"<b>: {HOSTILE}"):
        assert part not in text
        assert html.escape(part) in text
    assert "a traceback" not in text


def test_html_svg_and_javascript_are_left_out_with_a_sentence(notebook):
    text = showing(
        notebook,
        display(html="<h1>Full marks</h1>", plain="<IPython.core.display.HTML object>"),
        display(svg="<svg onload='alert(1)'/>"),
        display(js="alert('pwned')"),
        nbformat.v4.new_output("display_data", {"application/vnd.x+json": {"a": 1}}),
    )
    assert "Full marks" not in text
    assert "onload" not in text
    assert "pwned" not in text
    assert (
        "Your notebook shows what is left out here: HTML, a drawing in SVG, JavaScript, an output of another kind."
        in text
    )


def test_a_png_is_shown_with_words_and_anything_else_that_says_it_is_one_is_not(notebook):
    text = showing(notebook, display(png=base64.b64encode(PNG).decode(), plain="A line that\nrises."))
    picture = next(attributes for tag, attributes in Page(text).elements if tag == "img")
    assert picture["alt"] == "A line that rises."
    assert base64.b64decode(picture["src"].removeprefix("data:image/png;base64,")) == PNG
    assert "Picture 1 of your answer cell, 1 by 1 points." in text
    text = showing(notebook, display(png=base64.b64encode(PNG).decode(), plain="<Figure size 640x480 with 1 Axes>"))
    assert 'alt="A picture that came without words; the answer above made it."' in text

    huge = PNG[:16] + struct.pack(">II", 10**6, 10**6) + PNG[24:]
    heavy = PNG + bytes(10**6)
    for data in (b"<svg onload='alert(1)'/>", huge, heavy, PNG[:12], b""):
        text = showing(notebook, display(png=base64.b64encode(data).decode(), plain="words"))
        assert "data:image/png" not in text
        assert "left out here: a picture." in text
        assert ">words</pre>" in text
    for data in ('" onerror="alert(1)', "not base64 !", ["a", {}], {"a": 1}):
        output = nbformat.from_dict({"output_type": "display_data", "metadata": {}, "data": {"image/png": data}})
        assert "data:image/png" not in showing(notebook, output)
    many = [display(png=base64.b64encode(PNG).decode())] * 50
    assert Page(showing(notebook, *many)).count("img") <= 1 + feedback_page.MOST_PICTURES


def test_long_output_is_capped_and_it_says_so(notebook):
    text = showing(notebook, stream("".join(f"line {number}\n" for number in range(3000))))
    assert "line 59</pre>" in text
    assert "line 60" not in text
    assert "2,940 more lines are left out here." in text
    assert len(showing(notebook, stream("x" * 10**7))) < 100_000
    text = showing(notebook, *[stream("x\n")] * 10_000)
    assert "9,800 more outputs are left out here." in text
    assert len(text) < 100_000
    error = nbformat.v4.new_output("error", ename="ValueError", evalue="x" * 10**7)
    assert "The answer cell of exercise 1.1 stopped: ValueError: xxx" in showing(notebook, error)
    assert len(showing(notebook, error)) < 100_000


def test_signs_that_no_page_can_hold_become_marks(notebook):
    text = showing(notebook, stream("\x1b[31mred\x1b[0m 1%\r 50%\rdone\nnul \x00 bell \x07 half \ud800\n"))
    assert "red 1%" not in text
    assert "done\nnul \N{REPLACEMENT CHARACTER} bell \N{REPLACEMENT CHARACTER} half \N{REPLACEMENT CHARACTER}" in text
    text.encode("utf-8")
    cell_of(notebook, "day1-trace").source = "x = '\ud800\x1b[2J'"
    text_of(notebook, Grades("ada", "\x00")).encode("utf-8")


# The page itself


def everything(notebook):
    cell_of(notebook, "day1-value").outputs = [
        stream("printed\n"), display(png=base64.b64encode(PNG).decode()), display(html=HOSTILE),
    ]  # fmt: skip
    grades = Grades("ada", "Ada", {"day1-trace-nodes": Score(0.0, 1.0)}, {"day1-trace": "Good."}, late_penalty=1.0)
    return text_of(notebook, grades, notes=["A note."])


def test_the_page_is_well_formed_and_loads_and_runs_nothing(notebook):
    text = everything(notebook)
    page = Page(text)
    assert page.open == []
    for tag in ("script", "link", "iframe", "object", "form", "svg", "base"):
        assert page.count(tag) == 0, tag
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in page.elements:
        assert not {"style", "srcset", "action"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
        assert re.match(r"data:image/(png|svg\+xml);base64,[\w+/=]+$", attributes.get("src", "data:image/png;base64,x"))
        assert tag != "a" or attributes["href"].removeprefix("#") in ids
        assert set(str(attributes.get("aria-labelledby", ids[0])).split()) <= set(ids)
    assert not re.search(r"https?://|@import|url\(", text)
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in text


def test_headings_stand_in_order_and_everything_has_words(notebook):
    page = Page(everything(notebook))
    levels = [level for level, _ in page.headings]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    assert all(text.strip() for _, text in page.headings)
    assert [attributes for tag, attributes in page.elements if tag == "html"] == [{"lang": "en"}]
    assert page.count("table") == page.count("caption") == 1
    assert all(attributes.get("scope") in ("col", "row") for tag, attributes in page.elements if tag == "th")
    pictures = [attributes for tag, attributes in page.elements if tag == "img"]
    assert len(pictures) == 2
    assert all(attributes["alt"].strip() for attributes in pictures)
    regions = [attributes["aria-label"] for _, attributes in page.elements if attributes.get("role") == "region"]
    assert len(regions) == len(set(regions))


STYLE = (pages.FOLDER / "style.css").read_text("utf-8")


def test_every_text_has_contrast_in_light_and_in_dark():
    schemes = re.findall(r":root \{([^}]*)\}", STYLE)
    assert len(schemes) == 2
    for scheme in schemes:
        colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", scheme))
        assert set(colours) == set(re.findall(r"var\(--([\w-]+)\)", STYLE))
        for text in ("ink", "soft", "link", "correct", "not-yet"):
            for ground in ("paper", "raised"):
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


# nbgrader makes it


# SQLAlchemy warns about nbgrader's own sessions.
@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
def test_nbgrader_gives_the_page_its_points_and_comments(notebook, tmp_path, monkeypatch):
    # nbgrader runs `alembic` from PATH when it makes a gradebook.
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    day = course.assignment(1)
    url = f"sqlite:///{tmp_path}/gradebook.db"
    with Gradebook(url) as gradebook:
        gradebook.add_assignment("day1")
        gradebook.add_notebook(day.stem, "day1")
        for cell in notebook.cells:
            if is_grade(cell):
                gradebook.add_grade_cell(
                    grade_id(cell), day.stem, "day1", max_score=cell.metadata.nbgrader.points, cell_type="code"
                )
        for name in ("day1-trace", "day1-draw"):
            gradebook.add_solution_cell(name, day.stem, "day1")
        gradebook.add_student("ada", first_name="Ada", last_name="L.")
        gradebook.add_submission("day1", "ada")
        gradebook.find_grade("day1-value-add", day.stem, "day1", "ada").auto_score = 2.0
        gradebook.find_grade("day1-trace-nodes", day.stem, "day1", "ada").manual_score = 0.5
        gradebook.find_comment("day1-trace", day.stem, "day1", "ada").manual_comment = "Go on."
        gradebook.find_comment("day1-draw", day.stem, "day1", "ada").auto_comment = "No response."
        gradebook.find_submission_notebook(day.stem, "day1", "ada").late_submission_penalty = 1.0
        gradebook.db.commit()
    notebook.metadata[stubs.STAMP] = {autograding.NOTES: ["A note."]}
    of = {"student": "ada", "assignment": "day1", "notebook": day.stem, "db_url": url}
    text, resources = feedback_pages.FeedbackPage().from_notebook_node(notebook, {"nbgrader": of})
    assert resources["output_extension"] == ".html"
    assert "<bdi>Ada L.</bdi> (ada)" in text
    assert f"<dt>Points</dt><dd>1.5 of {points_of(1):g}</dd>" in text
    assert "Go on." in text
    assert "No response." not in text
    assert "<li>A note.</li>" in text


def test_a_wide_graph_is_scrolled_and_keeps_its_letters(notebook):
    """On paper nothing is scrolled, and a heading stands above what it is about."""
    style = re.sub(r"/\*.*?\*/", "", text_of(notebook).partition("</style>")[0])
    style = " ".join(style.split())
    assert style.index("img { display: block;") < style.index("@media screen { .graph img { max-width: none; } }")
    assert "h2 + p { break-after: avoid; }" in style.partition("@media print")[2]
