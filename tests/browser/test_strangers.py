# SPDX-License-Identifier: MIT
"""Nothing that a stranger wrote runs or loads on the pages of instructors and learners."""

import nbformat
import pytest
from attacking import attacks, notebook_of
from support import formgraders_page

from grading.by_nbgrader.calling import api_of
from grading.by_nbgrader.gradebook import gradebook_of
from grading.command_line import main
from judge.notebooks import course
from judge.notebooks.cells import OWN_WORDS

RUN = "window.RAN = (window.RAN || 0) + 1"
HTML = f"""<script>{RUN}</script><img src=x onerror="{RUN}"><svg onload="{RUN}"></svg><details open ontoggle="{RUN}">
</details><iframe srcdoc="<script>parent.RAN = 1</script>"></iframe><img src="http://stranger.test/seen.png">
<link rel=stylesheet href="http://stranger.test/x.css"><style>@import "http://stranger.test/y.css";</style>
<div class="nbgrader_cell score" id="day1-value-add">20</div>
<form action="http://stranger.test"><button autofocus onfocus="{RUN}">z</button></form><math>
<mi xlink:href="javascript:{RUN}"></math><template><script>{RUN}</script></template>
<a href="javascript:{RUN}">link</a><base href="http://stranger.test/">"""
OUTPUTS = f"""
from IPython.display import display

HTML = {HTML!r}
SIZE = "1 onerror='{RUN}' src=//stranger.test/a"
for kind in ("text/html", "text/markdown", "text/latex", "text/plain", "image/svg+xml", "application/javascript",
             "text/vnd.mermaid", "application/vnd.jupyter.widget-view+json", "image/png", "image/jpeg"):
    told = {{"width": SIZE, "height": SIZE, "alt": SIZE, "isolated": True, "unconfined": SIZE}}
    display({{kind: HTML}}, raw=True, metadata={{kind: told, **told, "filenames": {{kind: "http://stranger.test/b"}}}})
    display({{kind: "AAAA"}}, raw=True, metadata={{kind: told, **told}})
print(HTML, "\\x1b]0;title\\x07\\x1b[31;1m<b>red</b>")
raise ValueError(HTML)
"""
EVE = "eve <img src=x onerror=RAN=1>"


@pytest.fixture
def pages(copied_course, monkeypatch):
    """Grade a class with a hostile notebook in its middle; return the pages that show it."""
    day = course.assignment(1)
    (attack,) = attacks("full_marks/hostile_metadata.py")
    for student in ("ada", EVE, "zora"):
        notebook = notebook_of(attack)
        if student == EVE:
            for cell in notebook.cells:
                if OWN_WORDS in cell.metadata.get("tags", []):
                    cell.source = HTML
                if cell.metadata.get("nbgrader", {}).get("grade_id") == "day1-trace":
                    cell.source = OUTPUTS
            own = [
                nbformat.v4.new_markdown_cell(HTML),
                nbformat.v4.new_raw_cell(HTML, metadata={"raw_mimetype": "text/html"}),
            ]
            notebook.cells[3:3] = [*own, nbformat.v4.new_code_cell(HTML)]
            for cell in notebook.cells:
                cell.metadata["tags"] = [*cell.metadata.get("tags", []), f'"><script>{RUN}</script>']
            notebook.metadata["title"] = notebook.metadata["widgets"] = {
                "application/vnd.jupyter.widget-state+json": {"a": HTML}
            }
        path = copied_course / "submitted" / student / day.name / f"{day.stem}.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
    assert [main([command, "1"]) for command in ("grade", "feedback", "report")] == [0, 0, 0]
    api = api_of(day)
    with gradebook_of(api) as gradebook:
        found = gradebook.find_submission_notebook(day.stem, day.name, EVE)
        found.comments[0].manual_comment = HTML
        gradebook.db.commit()
    assert main(["feedback", "1"]) == 0
    graded = nbformat.read(copied_course / "autograded" / EVE / day.name / f"{day.stem}.ipynb", as_version=4)
    formgrader = copied_course / "formgrader.html"
    page = formgraders_page(graded, base_url="", student=EVE, notebook_path=f'"><img {EVE}')
    formgrader.write_text(page, "utf-8")
    return {
        "formgrader": formgrader,
        "feedback": copied_course / "feedback" / EVE / day.name / f"{day.stem}.html",
        "class": copied_course / "reports" / "day1.html",
    }


def test_no_page_runs_or_loads_what_a_stranger_wrote(pages, chromium, pictures):
    for name, path in pages.items():
        page = chromium.new_page()
        asked = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(path.as_uri())
        page.wait_for_timeout(500)
        assert page.evaluate("window.RAN || 0") == 0, name
        assert [url for url in asked if "stranger" in url or url.endswith("/x")] == [], name
        assert (
            page.evaluate("document.querySelectorAll('[onerror], [onload], iframe, form, [srcdoc], base').length") == 0
        )
        # The course's own controls stay the only ones of their names.
        assert page.evaluate("document.querySelectorAll('#day1-value-add').length") <= 1, name
        assert page.evaluate("document.querySelectorAll('.score:not(input)').length") == 0, name
        page.screenshot(path=str(pictures / f"stranger-{name}.png"), full_page=True)
        page.close()
