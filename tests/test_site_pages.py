# SPDX-License-Identifier: MIT
"""The pages of the site: their content, and where their links lead."""

import copy
import html
import json
import os
import re
import sys
import zipfile
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

import nbformat
import pytest
from support import ran

from building import address, editions
from building.pieces import cutting, listing, pictures
from companion import browser
from exercises.shared.proof import met
from judge.asking.probe import probes_of
from judge.notebooks import course, reference
from judge.notebooks.cells import exercises, is_solution
from judge.notebooks.course import CourseError
from judge.verdicts import catalogue
from website import asked, atlas, day_cells, files, in_pytorch, lab, pack, pages
from website.program import program_of
from website.seen import SEEN

DAY = course.assignment(2)
# One with a graph and its backward pass, one with a graph that the question does not draw, and one without a graph.
ASSIGNS = "day2-both-assign"
SHOWN = (ASSIGNS, "day2-max-tie-doubles", "day4-mean-multiplied")
# A shorter line may stand in a sentence, too.
SHORTEST_LINE = 16
MOST_ON_THE_FRONT = 300_000


class Page(HTMLParser):
    """What a page has: its elements with their attributes, and its text."""

    def __init__(self, path):
        super().__init__()
        self.elements, self.texts = [], []
        self.feed(path.read_text("utf-8"))
        self.text = one_line("".join(self.texts))

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self.texts += [" "] if tag in ("dd", "dt", "li", "p", "td") else []

    def handle_data(self, data):
        self.texts.append(data)

    def all(self, name):
        """Return the attributes of each element of a kind."""
        return [attributes for tag, attributes in self.elements if tag == name]


def known(name):
    return next(entry for entry in catalogue.misconceptions(course.assignment(name).number) if entry.id == name)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return a site with three pages of the atlas, the front page and one day."""
    into = tmp_path_factory.mktemp("site")
    entries = list(atlas.entries(tuple(map(known, SHOWN))))
    files.write_assets(into)
    pages.write_pictures(into)
    pages.write_atlas(into, entries)
    pages.write_names(into, entries)
    pages.write_front(into, entries)
    pages.write_day(into, DAY, entries)
    return into


@pytest.fixture(scope="module")
def whole_site(tmp_path_factory):
    """Return the complete site, in all languages."""
    into = tmp_path_factory.mktemp("whole")
    pages.write_pages(into)
    return into


def hold(into, path):
    """Fail where a page lacks what every page has, or asks another host for anything."""
    page = Page(path)
    spoken = path.relative_to(into).parts[0]
    assert page.all("html") == [{"lang": spoken if spoken in editions.offered() else "en"}]
    assert [len(page.all(name)) for name in ("title", "header", "main", "footer", "h1")] == [1] * 5, path
    named = [one["aria-label"] for one in page.all("nav")]
    assert len(named) == len(set(named)) > 0, path
    ids = [one["id"] for _, one in page.elements if one.get("id")]
    assert len(ids) == len(set(ids)), path
    assert all(one.get("alt") for one in page.all("img")), path
    loaded = [one.get("src") for name in ("img", "script") for one in page.all(name)]
    loaded += [one["href"] for one in page.all("link")]
    assert not [one for one in loaded if one and re.match(r"(?!data:)\w+:|/", one)], path
    assert files.version(files.PROJECT) in page.text
    assert files.commit() in page.text


def dead_links(into):
    """Yield the links that lead nowhere in the site, or that work at the top of a host alone."""
    found = {path: Page(path) for path in into.rglob("*.html")}
    ids = {path: {one.get("id") for _, one in page.elements} for path, page in found.items()}
    for path, page in found.items():
        for one in (*page.all("a"), *page.all("link"), *page.all("script")):
            address, _, place = (one.get("href") or one.get("src") or "").partition("#")
            if re.match(r"https?:|data:", address):
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            if address.startswith("/") or not target.is_file() or (place and unquote(place) not in ids[target]):
                yield f"{path.relative_to(into)}: {address}#{place}"


def shown_answers(into):
    """Yield the lines of answers that a page shows, but for those that the course's own text quotes."""
    cells = [cell for day in course.assignments() for cell in nbformat.read(day.learner_notebook, as_version=4).cells]
    quoting = [cell for cell in cells if not is_solution(cell) and "given" not in cell.metadata.get("tags", ())]
    quoted = one_line(" ".join(cell.source for cell in quoting))
    secret = {one_line(line) for line in day_cells.answer_lines() if len(line) >= SHORTEST_LINE}
    secret = {line for line in secret if line not in quoted}
    assert len(secret) > 150
    for path in into.rglob("*.html"):
        text = Page(path).text
        for line in (one for one in secret if one in text):
            if re.search(rf"{re.escape(line)}(?! ?[-+*/]|[.\w])", text):  # It may be the beginning of a longer one.
                yield f"{path.relative_to(into)}: {line}"


def one_line(text):
    return " ".join(text.split())


def write_with(monkeypatch, into, change):
    """Write a day as it is with a changed solved notebook, and return the page."""
    solved = copy.deepcopy(reference.source_notebook(DAY))
    change(solved)
    monkeypatch.setattr(reference, "source_notebook", lambda day: solved)
    pages.write_day(into, DAY, [])
    return Page(into / "days" / f"{DAY.name}.html")


@pytest.mark.parametrize(
    "path",
    [
        "index.html",
        "names.html",
        "atlas/index.html",
        f"days/{DAY.name}.html",
        *(f"atlas/{name}.html" for name in SHOWN),
        *(f"atlas/{case.id}.html" for case in in_pytorch.CASES),
    ],
)
def test_a_page_has_what_every_page_has_and_loads_nothing_from_elsewhere(site, path):
    hold(site, site / path)


def test_no_page_shows_an_answer(site):
    assert not list(shown_answers(site))


def test_an_answer_on_a_page_would_be_seen(site, tmp_path):
    line = next(one for one in day_cells.answer_lines() if one.startswith("difference = (f("))
    (tmp_path / "one.html").write_text(f"<p>{html.escape(line)}</p>", "utf-8")
    assert len(list(shown_answers(tmp_path))) == 1


def test_the_numbers_of_a_mistake_are_those_of_its_program(site):
    text = Page(site / "atlas" / f"{ASSIGNS}.html").text
    upstream = float(re.search(r"out = x \+ x out\.grad = (-?[\d.]+) out\._backward\(\) print\(x\.grad\)", text)[1])
    assert f"Expected {2 * upstream:g}" in text
    assert f"You gave {upstream:g}" in text
    assert upstream in range(1, 11), "the simplest inputs, as in a verdict"


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("day6-unbroadcast-leading-only", "You get: the shape (2, 3). Expected: the shape (2, 1)."),
        ("day6-tensor-rule-without-effect", "for the gradient of a."),
        ("day4-loss-lengths-not-checked", "You get: an answer, as if nothing were wrong. Expected: a ValueError."),
    ],
)
def test_what_is_seen_of_a_mistake_is_both_answers(tmp_path, name, seen):
    pages.write_atlas(tmp_path, list(atlas.entries((known(name),))))
    assert seen in Page(tmp_path / "atlas" / f"{name}.html").text.partition("The smallest")[0]


def test_a_question_is_a_program_where_running_it_gives_the_right_answer():
    class Value:
        def __init__(self, data):
            self.data, self.grad = data, 0.0

    question = "`(x.grad, x.data)` for y = x, x = Value(2.5), with y.grad = 3.5 and c = 1.25"
    program = "x = Value(2.5)\ny = x\ny.grad = 3.5\nc = 1.25\nprint((x.grad, x.data))"
    assert program_of(question, "(3.5, 2.5)", {"Value": Value}) == program
    marked = "`(x.grad, x.data)` for `y = x`, `x = Value(2.5)`, where `y` has y.grad = 3.5 and `c = 1.25`"
    assert program_of(marked, "(3.5, 2.5)", {"Value": Value}) == program
    assert program_of(question, "(3.5, 2.75)", {"Value": Value}) == ""
    assert program_of("the nodes in `x` for x = Value(2.5)", "2.5", {"Value": float}) == ""
    assert "return a * b" in program_of("`g([2.0, 3.0])` for g(a, b) = a * b", "6.0", {})
    assert "return a * b" in program_of("`g([2.0, 3.0])` for `g(a, b) = a * b`", "6.0", {})


def test_each_mistake_that_pytorch_shows_otherwise_has_a_page():
    assert SEEN.keys() <= {mistake.id for mistake in atlas.chosen()}


@pytest.mark.parametrize("case", in_pytorch.CASES, ids=lambda case: case.id)
def test_a_program_shows_what_its_page_says_and_the_mended_one_does_not(case):
    messages = [part for part in re.findall(r"`([^`]{20,})`", case.sign) if not part.startswith("`x")]
    printed = one_line(case.printed)
    # A newer Python says it otherwise; a page names both messages.
    assert not messages or any(part in printed for part in messages) or case.id == "torch-nan-gradient"
    assert printed
    assert not re.search("Error|Warning|nan", case.printed_when_mended)
    assert case.printed_when_mended


def test_what_the_search_knows_is_about_pages_that_are_there():
    mistakes, cases = {entry.id for entry in atlas.chosen()}, {case.id for case in in_pytorch.CASES}
    assert {page for pages_ in asked.PHRASES for page in pages_} <= mistakes | cases
    assert {mistake for case in in_pytorch.CASES for mistake in case.alike} <= mistakes
    assert all(asked.phrases_of(case) for case in cases)


def test_a_word_of_the_search_has_one_meaning_or_none():
    words = [word for group in asked.SYNONYMS for word in set(group.split())]
    assert len(words) == len(set(words))
    assert not set(words) & set(asked.EMPTY.split())
    assert not set(asked.SUBJECT.split()) & set(asked.EMPTY.split())


def test_the_mistakes_that_programs_met_most_have_a_page():
    code = [mistake for day in course.assignments() for mistake in catalogue.misconceptions(day.number)]
    programs = met.of_names()
    most = max(code, key=lambda mistake: programs[mistake.id])
    assert programs[most.id] > 20
    assert most in atlas.chosen()


def test_the_page_for_teachers_says_how_many_programs_got_a_name(site):
    page, counts = Page(site / "names.html"), met.of_exercises()["day1-trace"]
    assert f"Programs: {counts.programs}." in page.text
    name, count = next((name, count) for name, count in counts.names.items() if name.startswith("day1-"))
    assert f"{known(name).title.replace('`', '')} {count}" in page.text
    assert f"atlas/{ASSIGNS}.html" in [one["href"] for one in page.all("a")]


def test_a_mistake_has_its_graph_and_its_backward_pass(site):
    graph, built, neither = (Page(site / "atlas" / f"{name}.html") for name in SHOWN)
    assert "WRONG" not in graph.text  # It is in the picture, and here in words.
    assert "wrong: expected" in graph.text
    (data,) = (json.loads(text) for text in graph.texts if text.startswith('{"kind": "step"'))
    assert data["boards"][0]["steps"]
    assert "max" in next(one["alt"] for one in built.all("img"))
    assert not neither.all("img")


def test_how_to_find_a_mistake_names_the_function_and_not_the_line(site):
    text = Page(site / "atlas" / f"{ASSIGNS}.html").text
    assert "Value.__add__" in text
    assert "A sum copies its gradient to both parents." in text


def test_a_day_shows_what_its_cells_put_out_but_for_answers(monkeypatch, tmp_path):
    def put_out(notebook):
        for cell in notebook.cells:
            text = f"of an answer: {cell.id}." if is_solution(cell) else f"of a cell: {cell.id}."
            if cell.cell_type == "code":
                cell.outputs = [nbformat.v4.new_output("stream", text=text)]

    page = write_with(monkeypatch, tmp_path, put_out)
    cells = [cell for cell in nbformat.read(DAY.learner_notebook, as_version=4).cells if cell.cell_type == "code"]
    assert all((f"of a cell: {cell.id}." in page.text) != is_solution(cell) for cell in cells)
    assert "of an answer" not in page.text


def test_a_day_keeps_its_folds_and_the_words_of_its_figures(site):
    page = Page(site / "days" / f"{DAY.name}.html")
    notebook = nbformat.read(DAY.learner_notebook, as_version=4)
    folded = [cell for cell in notebook.cells if cell.metadata.get("jupyter", {}).get("source_hidden")]
    hints = sum(cell.source.count("<details>") for cell in notebook.cells if cell.cell_type == "markdown")
    assert len(page.all("details")) >= len(folded) + hints
    assert any("The curve of x cubed" in one["alt"] for one in page.all("img"))
    assert len(page.all("math")) > 5
    assert "$" not in re.sub(r"\$ ", "", page.text)


def test_what_is_found_on_paper_is_no_sign_of_a_mistake(site):
    """Its claim says what was to be found, which is nothing that code does."""
    exercise = known("day4-mean-multiplied").exercise
    checks = next(
        one for one in exercises(reference.source_notebook(course.assignment(4))) if one.id == exercise
    ).checks
    on_paper = [one.claim for one in checks if not all(probe.reveal for probe in probes_of(one.grade_id))]
    assert on_paper
    text = Page(site / "atlas" / "day4-mean-multiplied.html").text
    assert [one for one in on_paper if one in text] == []


def test_what_says_an_answer_is_folded():
    cells = [cell for cell in day_cells.cells_of(course.assignment(5), []) if not cell["html"] and cell["outputs"]]
    waiting = [cell for cell in cells if "NotImplementedError" in cell["code"] and not cell["check"]]
    assert waiting
    assert all(cell["reveals"] for cell in waiting)


def test_a_symptom_of_a_day_leads_to_the_atlas(site):
    links = [one["href"] for one in Page(site / "days" / f"{DAY.name}.html").all("a")]
    assert f"../atlas/{ASSIGNS}.html" in links


def test_the_site_is_built_of_the_released_notebooks_whatever_days_hold(copied_course, tmp_path):
    day, into = course.assignment(DAY.number), tmp_path / "site"
    fresh = day.learner_notebook.read_bytes()
    notebook = nbformat.reads(fresh.decode(), as_version=4)
    for cell in notebook.cells:
        cell.source += "\nmine = 1"
    nbformat.write(notebook, day.learner_notebook)
    nbformat.write(notebook, day.learner_notebook.with_stem(f"{day.stem}-Copy1"))
    nbformat.write(notebook, day.learner_notebook.with_stem(f"{day.stem}.kept-2026-01-01-000000"))
    lab.write_days(into / "lab", [day])
    pages.write_day(into, day, [])
    assert "mine = 1" not in Page(into / "days" / f"{day.name}.html").text
    held = {path.relative_to(into / "lab" / lab.FILES).as_posix(): path for path in into.rglob("*.ipynb")}
    assert sorted(held) == [f"{folder}{day.name}/{day.stem}.ipynb" for folder in ("", "es/")]
    assert held[f"{day.name}/{day.stem}.ipynb"].read_bytes() == fresh
    for path in copied_course.glob("days/**/*.ipynb"):  # It may also not be there at all.
        path.unlink()
    lab.write_days(into / "again", [day])
    assert len([*(into / "again").rglob("*.ipynb")]) == 2


def test_a_day_says_where_each_piece_ends_and_leads_on(site):
    text = (site / "days" / f"{DAY.name}.html").read_text("utf-8")
    pieces = cutting.of_day(DAY)
    ends = re.findall(r'<p class="piece-end">(.*?)</p>\s*<h([23]) id="([^"]+)"', text, re.DOTALL)
    assert text.count("piece-end") == len(ends) == len(pieces)
    for (said, _, below), piece, following in zip(ends, pieces, [*pieces[1:], None], strict=True):
        assert f"Piece {piece.number} of {len(pieces)} ends here." in said
        assert ("It asked:" in said) == bool(piece.question)
        name, minutes = (html.escape(following.name), following.minutes) if following else ("Day 3, piece 1:", 0)
        assert f">Go on: {name}" in said
        assert not minutes or f"({minutes} minutes)" in said
        leads = following.address if following else "day3.html"
        assert html.unescape(re.search(r'href="([^"]+)"', said)[1]) == leads
        assert not following or unquote(leads) == f"#{html.unescape(below)}"


def test_the_last_day_ends_without_a_next_one_and_keeps_none_of_the_notebooks_lines(site, tmp_path):
    day = course.assignments()[-1]
    pages.write_day(tmp_path, day, [])
    text = (tmp_path / "days" / f"{day.name}.html").read_text("utf-8")
    found = re.findall(r'<p class="piece-end">(.*?)</p>', text, re.DOTALL)
    assert len(found) == len(cutting.of_day(day))
    assert "what follows is extra" in found[-1]
    assert "Go on" not in found[-1]
    assert "The next one takes" not in text


def test_a_day_leads_to_its_first_piece_without_a_record_and_without_a_script(site):
    page = Page(site / "days" / f"{DAY.name}.html")
    text = (site / "days" / f"{DAY.name}.html").read_text("utf-8")
    (line,) = re.findall(r'<p class="go-on">.*?</p>', text)
    assert "Begin:" in line
    assert f'<a href="#piece-1">{listing.title_of(DAY, cutting.of_day(DAY)[0])}</a>' in line
    assert [one.get("id") for _, one in page.elements].count("piece-1") == 1


def test_the_front_page_says_first_what_the_course_is(site):
    text = Page(site / "index.html").text
    places = [text.index(one) for one in ("You build reverse-mode automatic differentiation", "You gave", "arrow keys")]
    assert places == sorted(places)
    assert "more for what is extra; 20 points." in text


def test_the_front_page_shows_a_picture_of_each_day_in_words_too(site):
    shown = [one for one in Page(site / "index.html").all("img") if one["src"].startswith("pictures/")]
    assert [one["src"] for one in shown] == [f"pictures/{day.name}.svg" for day in course.assignments()]
    assert len({one["alt"] for one in shown}) == len(shown)
    for one in shown:
        svg = ElementTree.parse(site / one["src"]).getroot()
        assert svg.get("width") == one["width"]
        assert len(list(svg.iter())) > 15, "more than its ground"
        elsewhere = re.findall(r'href="(?!#)[^"]*"', (site / one["src"]).read_text("utf-8"))
        assert elsewhere == []


def test_a_picture_of_a_day_has_the_same_bytes_in_each_language():
    for day in course.assignments():
        drawn = pictures.picture(day)
        with editions.speaking("es"):
            assert pictures.picture(day) == drawn


def test_what_moves_on_the_front_page_shows_what_a_pass_does_and_stands_where_nobody_wants_motion(site):
    text = (site / "index.html").read_text("utf-8")
    (moving,) = re.findall(r'<figure class="flow">.*?</figure>', text, re.DOTALL)
    assert "a.grad is 5 + 2 = 7 now" in html.unescape(moving), "the steps in words, from the engine"
    moves = re.findall(r"@media ([^{]+)\{([^}]*animation-duration[^}]*)\}", moving)
    assert [where for where, _ in moves] == ["screen and (prefers-reduced-motion:no-preference)"]
    texts = re.findall(r"<text([^>]*)>([^<]*)</text>", moving)
    still = [text for attributes, text in texts if "opacity" not in attributes]
    assert [one for one in still if "grad" in one] == [f"grad {number}" for number in (7, 2, 2, 1)]
    assert 'type="checkbox"' in moving, "it can be stopped"


def test_the_front_page_says_how_to_get_the_course(site):
    assert address.lines_to_clone(course.root()) in (site / "index.html").read_text("utf-8")


def test_the_front_page_is_small(site):
    page = Page(site / "index.html")
    loaded = [one.get("href") or one.get("src") for name in ("link", "script", "img") for one in page.all(name)]
    files = {site / "index.html", *(site / one for one in loaded if one and not one.startswith("data:"))}
    assert sum(path.stat().st_size for path in files) <= MOST_ON_THE_FRONT


@pytest.mark.exhaustive
def test_the_complete_site(whole_site):
    paths = list(whole_site.rglob("*.html"))
    for path in paths:
        hold(whole_site, path)
    for folder in (whole_site, *(whole_site / name for name in editions.offered())):
        assert len(list(folder.glob("atlas/*.html"))) > 150
    assert not list(shown_answers(whole_site))
    assert not list(dead_links(whole_site))


def test_what_the_days_link_to_is_in_the_lab_whose_folder_is_the_topmost(tmp_path):
    days = course.assignments()[:3]
    lab.write_days(tmp_path, days)
    there = tmp_path / lab.FILES
    lab._write_what_days_lead_to(there, days)
    links = set()
    for path in there.rglob("*.ipynb"):
        text = "\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells)
        from_here = f"/{path.parent.relative_to(there).as_posix()}/"
        links |= {os.path.normpath(from_here + link) for link in re.findall(r"\]\(([^)#:\s]+)\)", text)}
    assert {
        "/start_here.ipynb",
        "/GLOSSARY.md",
        "/GLOSSARY.es.md",
        "/docs/rules.md",
        "/day3/day3_topological_sort.ipynb",
    } <= links
    assert [link for link in sorted(links) if not (there / link.lstrip("/")).is_file()] == []


def test_what_answers_in_a_browser_finds_all_that_it_imports(tmp_path):
    for name, text in pack._grader(course.root(), course.assignments()[:1]).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    program = f"import {pack.GRADER} as grader; print(grader.__file__)"
    done = ran(sys.executable, "-c", program, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)})
    assert done.stdout.strip().startswith(str(tmp_path)), done.stderr


def wheels_of(folder, *packages):
    """Return wheels of packages, written into a folder, with files that are needed in a browser and others."""
    for package in packages:
        with zipfile.ZipFile(folder / f"{package}-1-py3-none-any.whl", "w") as wheel:
            for path in (
                "__init__.py",
                "piplite.py",
                "terminal/embed.py",
                "tests/test_it.py",
                "widget.js",
                "schema.json",
            ):
                wheel.writestr(f"{package}/{path}", f"# {path}")
    return sorted(folder.glob("*.whl"))


def test_what_a_kernel_begins_with_is_in_two_archives(tmp_path):
    """Packages are imported from one; what opens its own files is in the other. Neither has what nobody needs."""
    wheels = wheels_of(tmp_path, "IPython", "nbformat", "piplite")
    pack.write_kernel(tmp_path, wheels, course.assignments()[:1], {browser.ATLAS: "[]"})
    names = {}
    for archive in ("packages", "unpacked"):
        with zipfile.ZipFile(tmp_path / f"{archive}.zip") as packed:
            names[archive] = set(packed.namelist())
    assert {"IPython/__init__.py", "IPython/schema.json"} <= names["packages"]
    assert {"nbformat/schema.json", "companion/atlas.json", "companion/judge.bin", "torch.py"} <= names["unpacked"]
    assert not [name for name in names["packages"] | names["unpacked"] if "test_it" in name or "widget.js" in name]
    with zipfile.ZipFile(tmp_path / "packages.zip") as packed:
        for name, call in (
            ("piplite/piplite.py", "asyncio.run(install(['six']))"),
            ("IPython/terminal/embed.py", "embed()"),
        ):
            program = f"import asyncio\n{packed.read(name).decode()}\n{call}"
            assert "does not run in a browser" in ran(sys.executable, "-c", program, code=1).stderr


def test_a_file_that_is_replaced_in_a_browser_has_to_be_there(tmp_path):
    with pytest.raises(CourseError, match=r"has IPython/terminal/embed\.py, in place of which embed\.py"):
        pack.write_kernel(tmp_path, wheels_of(tmp_path, "nbformat", "piplite"), [], {})


def test_the_lexers_of_python_are_packed_and_those_of_other_languages_are_not():
    names = ["python.py", "_mapping.py", "__init__.py", "special.py", "matlab.py", "_lasso_builtins.py", "text_.py"]
    left_out = [name for name in names if pack.LEFT_OUT_OF_PACKAGES.search(f"pygments/lexers/{name}")]
    assert left_out == ["matlab.py", "_lasso_builtins.py", "text_.py"]


def test_what_a_cell_puts_out_is_in_the_language_of_the_page():
    words = {
        "learning rate": "tasa de aprendizaje",
        "Four learning rates of `f(x)`, over {steps} steps.": "Cuatro tasas de `f(x)`, en {steps} pasos.",
        "before training": "antes de entrenar",
    }
    text = "Four learning rates of <code>f(x)</code>, over 100 steps."
    given = f'<img src="data:image/svg+xml,before training"><p>{text}</p>'
    shown = day_cells.in_other_words(given, words)
    picture, text = shown.split("<p>")
    assert text == "Cuatro tasas de <code>f(x)</code>, en 100 pasos.</p>"
    assert "before training" in picture, "a picture stays as it is"
    assert day_cells.in_other_words("learning rates", words) == "learning rates", "no part of a word"


@pytest.mark.parametrize("name", editions.offered())
def test_no_caption_is_left_in_english(name):
    with editions.speaking(name):
        found = [one for cell in day_cells.cells_of(course.assignment(4), ()) for one in cell.get("outputs", ())]
    captions = re.findall(r"<figcaption>.*?</figcaption>", "\n".join(found))
    assert len(captions) > 10
    assert [one for one in captions if "Figure " in one] == []


def test_no_template_has_words_of_one_language():
    """Words that no `say` translates, such as a header's, would be English on a Spanish page."""
    hidden = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<(script|style|pre).*?</\1>", re.DOTALL)
    for path in sorted((course.root() / "website" / "templates").glob("*.html.jinja")):
        words = re.findall(r">([^<>]*[A-Za-z]{2}[^<>]*)<", hidden.sub("", path.read_text("utf-8")))
        assert words == [], path.name
