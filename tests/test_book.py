# SPDX-License-Identifier: MIT
"""Slides and the book show the days without a kernel: no answer, nothing from elsewhere, words for each picture."""

import io
import re
import zipfile
from collections import Counter
from functools import cache
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from support import made_once
from test_site_pages import shown_answers

from building import editions
from judge.notebooks import course
from judge.notebooks.cells import exercises
from website import book, slides
from website.day_cells import released_notebook

DAY = course.assignment(2)
# All days are shown in one way, which takes seconds for each.
OF = [course.assignments()[:2], pytest.param(course.assignments(), marks=pytest.mark.exhaustive)]
# What a cell prints once exercise 2.4 is answered, and what it prints whoever runs it.
OF_AN_ANSWER, OF_NO_ANSWER = "-84.5", "the nudge: 46.000000"


@pytest.fixture(scope="module", params=OF, ids=len)
def days(request):
    return request.param


@pytest.fixture(scope="module")
def shown(tmp_path_factory, days):
    """Return a folder with the slides of some days, those of one in Spanish, and their book in both languages."""

    def make(into):
        for day in days:
            slides.write(into, day, "", "")
        (into / "book.html").write_text(book.html(days), "utf-8")
        with editions.speaking("es"):
            slides.write(into, DAY, "", "")
            (into / "book.es.html").write_text(book.html(days), "utf-8")

    return made_once(f"shown-{len(days)}", make, tmp_path_factory)


@cache
def read(path):
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


def names(shown):
    return sorted(path.name for path in shown.iterdir())


def test_no_answer_is_on_a_slide_or_in_the_book(shown):
    assert list(shown_answers(shown)) == []
    for name in ("day2.html", "day2.es.html", "book.html", "book.es.html"):
        text = read(shown / name).get_text()
        assert OF_AN_ANSWER not in text, name
        assert OF_NO_ANSWER in text, name


def test_each_picture_has_words_and_nothing_comes_from_elsewhere(shown, days):
    assert len(names(shown)) == len(days) + 3
    for path in shown.iterdir():
        page = read(path)
        pictures = page.find_all("img")
        assert pictures
        assert all(picture["alt"].strip() and picture["src"].startswith("data:") for picture in pictures), path.name
        assert not page.find_all(["script", "link", "iframe"], src=True)
        assert all(link["href"].startswith("data:") for link in page.find_all("link"))
        assert not re.search(r"@import|url\((?!['\"]?data:)", path.read_text("utf-8"))
        if path.name.startswith("day"):
            assert "default-src 'none'" in page.find("meta", attrs={"http-equiv": True})["content"]


@pytest.mark.parametrize("name", ["day2.html", "day2.es.html"])
def test_slides_ask_before_they_show(shown, name):
    texts = [slide.get_text(" ") for slide in read(shown / name).select("section section")]
    came = next(place for place, text in enumerate(texts) if OF_NO_ANSWER in text)
    assert "?" in texts[came - 1]
    with editions.speaking("es" if ".es." in name else "en"):
        titles = [each.title for each in exercises(released_notebook(DAY))]
        figures = [one for one in slides.slides_of(DAY) if "<figure>" in one]
    assert all(any(title in text for text in texts) for title in titles)
    assert len(figures) == len(read(shown / name).select("figure img"))
    assert all("figcaption" in figure for figure in figures)


def test_every_fold_stands_at_the_end_of_its_chapter():
    chapter = BeautifulSoup(book.chapter(DAY), "html.parser")
    cells = [cell for cell in released_notebook(DAY).cells if cell.cell_type == "markdown"]
    count = sum(cell.source.count("<details>") for cell in cells)
    assert not chapter.find("details")
    ids = [one["id"] for one in chapter.find_all("h4", id=re.compile("^fold-"))]
    assert [link["href"] for link in chapter.find_all("a", href=re.compile("^#fold-"))] == [f"#{one}" for one in ids]
    assert len(ids) == count > 10


def test_the_books_links_lead_somewhere_in_both_languages(shown, days):
    counts = []
    for name in ("book.html", "book.es.html"):
        page = read(shown / name)
        ids = Counter(one["id"] for one in page.find_all(id=True))
        assert max(ids.values()) == 1
        targets = [link["href"] for link in page.find_all("a", href=True)]
        assert all(target.startswith("https://") or target[1:] in ids for target in targets)
        assert len(page.find_all("h1")) == 1 + len(days) + 2
        counts.append(len([target for target in targets if target.startswith("#")]))
    # A link whose place is not there has become plain text.
    assert counts[0] == counts[1] > 40 * len(days)


def test_the_books_code_is_whole(shown):
    page = read(shown / "book.html")
    codes = {code.get_text().rstrip("\n") for code in page.select("pre code")}
    plain = [cell.source for cell in released_notebook(DAY).cells if "def make_filler" in cell.source]
    assert plain
    assert set(plain) <= codes


def test_the_epub_is_a_book_and_the_pdf_has_pages(tmp_path):
    pytest.importorskip("pypandoc", reason="`make book` installs what makes it")
    pytest.importorskip("typst")
    page = book.page_of([(DAY.name, book.chapter(DAY))])
    book.write_epub(page, tmp_path / "book.epub")
    with zipfile.ZipFile(tmp_path / "book.epub") as file:
        assert file.namelist()[0] == "mimetype"
        assert file.read("mimetype") == b"application/epub+zip"
        pages = [name for name in file.namelist() if name.endswith((".xhtml", ".opf", ".xml", ".ncx"))]
        roots = {name: ElementTree.parse(io.BytesIO(file.read(name))).getroot() for name in pages}
    assert "META-INF/container.xml" in roots
    assert roots["EPUB/nav.xhtml"].find(".//{http://www.w3.org/1999/xhtml}nav") is not None
    assert any(root.find(".//{http://www.w3.org/1998/Math/MathML}math") is not None for root in roots.values())
    book.write_pdf(page, tmp_path / "book.pdf")
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")
