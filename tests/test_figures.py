# SPDX-License-Identifier: MIT
"""Accessible figures: text alternatives, contrast on any page, and nodes that keep their places."""

import base64
import json
import re
from collections import Counter
from html import escape

import pytest
from support import Page, contrast, pictures

from companion.stepper import still
from gradtools import COLOURS, TINTS, draw_graph, show_figure, step
from gradtools.figures import CYCLE, LEAST_LETTERS, NARROW
from gradtools.output import (
    DARK,
    GROUND,
    LONGEST_ALTERNATIVE,
    THEMES,
    Picture,
    accessible_svg,
    as_html,
    brief,
    figure_bundle,
    text_bundle,
)
from judge.notebooks import course, reference
from judge.verdicts import harmless

Value = reference.load(3)["Value"]
DAYS = course.assignments()
# The least contrast of words and lines (WCAG 2.2, 1.4.3).
LEAST = 4.5


def example():
    """Return L = d + c*a with d = a*b, where a has two children."""
    a, b, c = Value(2.0, label="a"), Value(-3.0, label="b"), Value(10.0, label="c")
    d = a * b
    root = d + c * a
    d.label, root.label = "d", "L"
    return root


def outputs(day):
    """Return what each cell of a built notebook shows, as MIME type -> text."""
    notebook = json.loads(day.source_notebook.read_text("utf-8"))
    shown = [output["data"] for cell in notebook["cells"] for output in cell.get("outputs", []) if "data" in output]
    return [{kind: "".join(text) if isinstance(text, list) else text for kind, text in data.items()} for data in shown]


def figures(day):
    """Return the outputs with a picture, and the live figures whose still part is tables."""
    return [data for data in outputs(day) if re.search("<img|gradtools-still", data.get("text/html", ""))]


# The five days

# What a node holds, as the words of a graph say it.
NUMBERS = re.compile(r"(?:data|grad) [^,\s]+")


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.name)
def test_no_picture_of_a_day_is_without_words(day):
    bare = [kind for data in outputs(day) for kind in data if kind.startswith("image/")]
    assert bare == []
    shown = [(picture, figure["text/plain"]) for figure in figures(day) for picture in pictures(figure["text/html"])]
    alternatives = [picture.alternative for picture, _ in shown]
    assert len(alternatives) >= 5
    # A word or two is a name.
    assert [text for text in alternatives if not 40 <= len(text) <= LONGEST_ALTERNATIVE] == []
    # An alternative of two pictures describes neither, unless a graph is drawn again with the same numbers.
    differ = {(picture.alternative, tuple(sorted(NUMBERS.findall(plain))) or plain) for picture, plain in shown}
    assert [text for text, count in Counter(text for text, _ in differ).items() if count > 1] == []


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.name)
def test_no_mark_of_code_stands_where_nothing_is_markup(day):
    notebook = json.loads(day.source_notebook.read_text("utf-8"))
    streams = ["".join(one["text"]) for cell in notebook["cells"] for one in cell.get("outputs", []) if "text" in one]
    pages = [data["text/html"] for data in outputs(day) if "text/html" in data]
    drawn = [base64.b64decode(found).decode() for page in pages for found in re.findall(r"base64,([\w+/=]+)", page)]
    assert [line for text in [*streams, *pages, *drawn] for line in text.split("\n") if "`" in line] == []


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.name)
def test_every_figure_of_a_day_has_a_number_a_caption_and_all_its_words(day):
    numbers = []
    for figure in figures(day):
        page = Page(figure["text/html"])
        caption, _, words = figure["text/plain"].partition("\n")
        assert re.match(rf"Figure {day.number}\.\d+\. \S", caption), caption
        numbers.append(int(caption.split(".")[1]))
        assert f"<em>{escape(caption.split('`')[0], quote=False)}" in figure["text/html"]
        assert as_html(words) in figure["text/html"]
        tags = [tag for tag, _ in page.elements]
        assert tags.count("figcaption") == tags.count("details") == tags.count("summary") == 1
        assert page.open == []
    # Day 1 opens with the end, and Day 3 with two orders: that comes before their first figure.
    first = 0 if day.number in (1, 3) else 1
    assert numbers == list(range(first, first + len(numbers)))


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.name)
def test_words_and_lines_of_every_picture_have_contrast(day):
    pale = set()
    for figure in figures(day):
        for picture in pictures(figure["text/html"]):
            strokes, text, areas = colours(picture.svg)
            pale |= {colour for colour in strokes - GRID if contrast(colour, "#ffffff") < LEAST}
            pale |= {colour for colour in text if min(contrast(colour, area) for area in (areas | {"#ffffff"})) < LEAST}
    assert pale == set()


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.name)
def test_the_letters_of_every_picture_can_be_read_in_a_narrow_window(day):
    small = {}
    for figure in figures(day):
        for picture in pictures(figure["text/html"]):
            size = smallest_letters(picture.svg)
            if size < LEAST_LETTERS:
                small[figure["text/plain"].partition(".  ")[0][:14]] = round(size, 1)
    assert small == {}, f"letters under {LEAST_LETTERS} pixels where {NARROW} are left for a picture"


def smallest_letters(svg):
    """Return the size of a picture's smallest letters in pixels, where NARROW pixels are left for the picture."""
    width, unit = re.search(r'<svg[^>]*?\bwidth="([\d.]+)(pt|px)?"', svg).groups()
    pixels = float(width) * (96 / 72 if unit == "pt" else 1)
    inside = float(re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ', svg)[1])
    # matplotlib draws letters as shapes of a hundredth of their size, Graphviz writes text. Exponents are not counted.
    shapes = [100 * float(scale) for scale in re.findall(r"scale\(([\d.]+) -\1\)", svg)]
    sizes = shapes + [float(size) for size in re.findall(r'font-size[=:]\s*"?([\d.]+)', svg)]
    return min(sizes) * pixels / inside * min(1.0, NARROW / pixels)


@pytest.mark.parametrize("inches", [4, 8.2, 12])
def test_a_figure_enlarges_letters_that_a_narrow_window_would_shrink(inches):
    import matplotlib.pyplot as plt

    fig, axes = plt.subplots(figsize=(inches, 3))
    axes.semilogy([1, 10, 100], label="a line")
    axes.set_title("small", fontsize=4)
    axes.legend(fontsize=5)
    found = smallest_letters(show_figure(fig, caption="Figure 1.1. A line.", alt="A line that rises.").svg)
    assert LEAST_LETTERS <= found < LEAST_LETTERS + 0.5


# The lines of a grid and of a legend's frame: nothing is read off them.
GRID = {"#d9d9d9", "#cccccc"}


def colours(svg):
    """Return the colours of lines, of text, and of the areas of a graph's nodes."""
    strokes = set(re.findall(r"stroke[:=]\s*\"?(#[0-9a-fA-F]{6}|white)", svg))
    strokes = {colour.lower() for colour in strokes - {"white"}} - {"#ffffff"}
    nodes = re.findall(r'<(?:polygon|ellipse)[^>]*?fill="(#[0-9a-fA-F]{6})"[^>]*?stroke="(?:black|#000000)"', svg)
    text = re.findall(r'<text[^>]*fill="(#[0-9a-fA-F]{6})"', svg)
    return (
        strokes,
        {colour.lower() for colour in text} | {"#000000"},
        {colour.lower() for colour in nodes} - {"#000000"},
    )


def test_the_contrast_is_that_of_the_standard():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# What all figures are made with


def test_every_colour_of_lines_can_be_read_on_white_and_black_on_every_tint():
    assert {name: colour for name, colour in COLOURS.items() if contrast(colour, "#ffffff") < LEAST} == {}
    assert {name: tint for name, tint in TINTS.items() if contrast(tint, "#000000") < 15} == {}
    assert {name for name, _, _ in CYCLE} <= COLOURS.keys()


def in_the_dark(colour):
    """Return a colour after the filter of the dark form: filter effects, https://www.w3.org/TR/filter-effects-1/."""
    exchange = float(re.search(r"invert\(([\d.]+)\)", DARK)[1])
    assert "hue-rotate(180deg)" in DARK
    red, green, blue = (exchange + (1 - 2 * exchange) * int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    gray = 2 * (0.213 * red + 0.715 * green + 0.072 * blue)
    return "#" + "".join(f"{round(255 * min(1, max(0, gray - one))):02x}" for one in (red, green, blue))


def test_the_dark_form_keeps_the_contrast_of_every_colour():
    ground = in_the_dark("#ffffff")
    assert contrast(ground, "#000000") < 1.3
    assert {name for name, colour in COLOURS.items() if contrast(in_the_dark(colour), ground) < LEAST} == set()
    black = in_the_dark("#000000")
    assert {name for name, tint in TINTS.items() if contrast(in_the_dark(tint), black) < 10} == set()


def test_every_figure_has_a_dark_form_and_a_ground_of_its_own():
    """A digit's drawing has no ground by itself: black on a dark page could not be read."""
    import matplotlib.pyplot as plt

    plain = accessible_svg('<svg width="9" height="9"><text>7</text></svg>', "A seven", "7")
    figure = show_figure(plt.figure(), caption="Figure 1.1. Nothing.", alt="Nothing.").svg
    for svg in (plain, draw_graph(example()).svg, figure):
        assert f"<style>{DARK}</style>{GROUND}" in svg
        assert svg.index(DARK) < svg.index("<text" if svg == plain else "<g")
    assert 'viewBox="7.00 7.00 ' in draw_graph(example()).svg, "a graph does not begin at 0"
    assert 'x="-50%" y="-50%" width="200%" height="200%"' in GROUND
    html = draw_graph(example()).bundle()["text/html"]
    assert re.search(r'<style>[^<]*data-jp-theme-light="false"\] \.jp-OutputArea img \{ color-scheme: dark \}', html)


# What JupyterLab 4 leaves in HTML that it does not trust: apputils/src/sanitizer.ts. On GitHub no style stays.
TAGS = {"figure", "figcaption", "img", "details", "summary", "pre", "em", "code", "p"}
ATTRIBUTES = {"alt", "src", "style"}
STYLES = {
    "background-color", "border", "border-radius", "box-sizing", "display", "height", "margin", "max-width", "padding",
    "white-space",
}  # fmt: skip


def parts_of(html):
    """Return the tags, the attributes and the properties of style in a piece of HTML."""
    elements = Page(html).elements
    styles = [attributes.get("style", "") for _, attributes in elements]
    properties = {part.partition(":")[0].strip() for style in styles for part in style.split(";") if part}
    return {tag for tag, _ in elements}, {name for _, attributes in elements for name in attributes}, properties


def test_a_figure_is_made_of_what_an_untrusted_notebook_shows():
    whole = draw_graph(example(), caption="Figure 1. The graph of `L`.").bundle()["text/html"]
    for html in (whole, text_bundle("words", "Run `pip`.", "Figure 1.")["text/html"]):
        # The rule for the dark theme goes, with its text; the figure keeps the computer's own colour scheme.
        html = html.replace(f"<style>{THEMES}</style>", "")
        tags, attributes, styles = parts_of(html)
        assert (tags - TAGS, attributes - ATTRIBUTES, styles - STYLES) == (set(), set(), set())


def test_what_stands_in_a_caption_and_in_words_is_text():
    html = figure_bundle([Picture("<svg/>", 'a "b" <c> & d')], "Of <b> & `x < 1`.", "<script>", "fold")["text/html"]
    (picture,) = pictures(html)
    assert picture.alternative == 'a "b" <c> & d'
    assert "<em>Of &lt;b&gt; &amp; <code>x &lt; 1</code>.</em>" in html
    assert "<script>" not in html


def test_a_long_alternative_is_cut_and_leads_to_the_rest():
    assert brief("One\n  line.", "The fold") == "One line."
    sentences = " ".join(f"Sentence {number} says a little." for number in range(40))
    alternative = brief(sentences, "The fold")
    assert alternative.endswith(' says a little. All of it stands below, under "The fold".')
    assert len(alternative) <= LONGEST_ALTERNATIVE
    endless = brief("word " * 200, "The fold")
    assert endless.startswith("word word")
    assert ' ... All of it stands below, under "The fold".' in endless
    assert len(endless) <= LONGEST_ALTERNATIVE


def test_the_alternative_of_a_graph_has_its_size_its_ends_and_its_formula():
    assert draw_graph(Value(1.0, label="a")).alternative == "A graph of 1 node and 0 edges: a (data 1, grad 0), a leaf."
    square = Value(3.0, label="s") ** 2
    alternative = draw_graph(square).alternative
    assert alternative == "A graph of 2 nodes and 1 edge, from the leaf s to node 2 (data 9, grad 0): node 2 = (s**2)."
    square.backward()
    assert "from the leaf s (grad 6) to node 2 (data 9, grad 1)" in draw_graph(square).alternative
    many = sum((Value(1.0, label=f"x{place}") for place in range(60)), Value(0.0, label="start"))
    alternative = draw_graph(many).alternative
    assert "from the leaves start, x0, x1, x2, x3 and 56 more to " in alternative
    assert len(alternative) <= LONGEST_ALTERNATIVE


# The strip of a backward pass

PLACE = re.compile(r'<polygon fill="#\w+" stroke="black"(?: stroke-width="\d+")? points="([^"]+)"')


def places(svg):
    return PLACE.findall(svg)


@pytest.mark.parametrize("too_early", [False, True])
@pytest.mark.parametrize("direction", ["LR", "TB"])
def test_nodes_keep_their_places_from_step_to_step(too_early, direction):
    root = example()
    d, product = root._prev
    shown = step(root, order=[d, root, product] if too_early else None)
    strip = still.pictures(shown.recording, shown.data, direction, range(len(shown.recording.steps)))
    found = [places(picture.content) for picture in strip]
    assert len(found[0]) == 6
    assert found == [found[0]] * len(shown.recording.steps)
    sizes = {re.search(r'width="\d+pt" height="\d+pt"', picture.content)[0] for picture in strip}
    assert len(sizes) == 1


def test_each_picture_of_a_strip_has_the_numbers_of_its_own_step():
    shown = step(example())
    strip = pictures(shown.bundle()["text/html"])
    for index, (picture, one) in enumerate(zip(strip, shown.recording.steps, strict=True)):
        drawn = picture.svg[picture.svg.index("</desc>") :]
        text = [line.strip() for line in re.findall(r"<text[^>]*>(.*?)</text>", drawn)]
        shares = [line for line in text if line.startswith("=")]
        assert sorted(shares) == sorted(f"= {arrival.local:g} x {one.upstream:g}" for arrival in one.arrivals)
        grads = Counter(f"grad {amount:g}" for amount in one.grads)
        assert Counter(line for line in text if line.startswith("grad ")) == grads
        assert text[0].startswith(f"Step {index + 1} of 3: ")


def test_each_step_tells_what_it_adds_in_its_alternative():
    assert pictures(step(example()).bundle()["text/html"])[1].alternative == (
        "Step 2: d, made by *, upstream gradient 1. To a: local derivative -3, times 1 adds -3; its gradient is -3 "
        "now. To b: local derivative 2, times 1 adds 2; its gradient is 2 now."
    )


# In a graded copy


def test_a_graded_copy_keeps_figures_and_nothing_that_runs():
    figure = step(example(), caption="Figure 1. The steps of `L`.").bundle()
    output = {"output_type": "display_data", "metadata": {}, "data": dict(figure)}
    kept = harmless.outputs_of([output])[0]["data"]
    assert kept["text/plain"] == figure["text/plain"]
    assert pictures(kept["text/html"]) == pictures(figure["text/html"])
    assert "<summary>The steps in words</summary>" in kept["text/html"]
    forged = (
        '<img src="data:image/svg+xml;base64,AAAA" onload="alert(1)"><img src="data:text/html;base64,AAAA">'
        '<img src="https://example.org/seen.png"><a href="data:text/html,x">a</a><a href="javascript:x()">b</a>'
        '<p style="position: fixed">c</p><svg onload="x()"></svg><a href="https://example.org">d</a>'
    )
    kept = harmless.outputs_of([{**output, "data": {"text/html": forged}}])[0]["data"]["text/html"]
    assert parts_of(kept)[:2] == ({"img", "a", "p"}, {"src", "href"})
    assert kept.count("src=") == kept.count("href=") == 1
    assert 'src="data:image/svg+xml;base64,AAAA"' in kept
    assert 'href="https://example.org"' in kept


def test_a_drawing_in_a_graded_copy_is_a_picture_in_which_nothing_runs():
    drawing = '<svg onload="x()"><script>y()</script></svg>'
    output = {"output_type": "display_data", "metadata": {}, "data": {"image/svg+xml": drawing, "text/plain": "a"}}
    kept = harmless.outputs_of([output])[0]["data"]
    assert kept.keys() == {"text/html", "text/plain"}
    (source,) = re.findall(r'<img alt="a drawing in SVG" src="data:image/svg\+xml;base64,([^"]+)">', kept["text/html"])
    assert base64.b64decode(source).decode() == drawing
    output["data"]["text/html"] = "<b>b</b>"
    assert harmless.outputs_of([output])[0]["data"] == {"text/html": "<b>b</b>", "text/plain": "a"}
