# SPDX-License-Identifier: MIT
"""The picture of each day: the part of one of its own figures that says most, without axes and their numbers.

A figure is taken from the outputs of the solved notebook, where the course's own code has drawn it. So the same build
gives the same bytes, and a picture shows what its day shows.
"""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import language
from building import editions
from gradtools.output import DARK, without_code_marks
from judge.notebooks import course, reference
from judge.run.words import say, template

SVG = "http://www.w3.org/2000/svg"
# Of every picture, in its own units: three to two.
WIDTH, HEIGHT = 300, 200
# What says something in a large figure alone: axes, legends, words set as outlines, and what the program notes.
LEFT_OUT = re.compile(r"(?:matplotlib\.axis|text|legend)_\d+")
UNREAD = ("title", "desc", "style", "metadata")


@dataclass(frozen=True)
class Chosen:
    """What of which figure stands for a day."""

    figure: str  # its number, with which its caption begins
    left: float  # what is shown of it, in the figure's own units: HEIGHT / WIDTH as high as it is wide
    top: float
    width: float
    alternative: str
    place: int = 0  # of the figure's pictures


CHOSEN = {
    1: Chosen("1.8", 5, 29, 275, template("Two numbers, and the node that remembers that it is their sum.")),
    2: Chosen("2.3", 7, 30, 228, template("A product passes its gradient back: `a` gets -3, `b` gets 2."), place=1),
    3: Chosen("3.0", -16, 146, 300, template("A node in a graph has its turn before all of its gradient is there.")),
    4: Chosen("4.13", 348.8, 45, 189.8, template("Two moons of points, and the border that a trained net draws.")),
    5: Chosen("5.3", 50.9, 0, 330, template("Four falling lines: the gradient shrinks from layer to layer.")),
    6: Chosen("6.5", 0, 8, 252, template("A digit of grey pixels, which the net reads as a 3.")),
}  # fmt: skip


def picture(day: course.Assignment) -> str:
    """Return the picture of a day as SVG; "" where none was chosen.

    Raises:
        CourseError: The day lacks the figure.
    """
    if day.number not in CHOSEN:
        return ""
    chosen = CHOSEN[day.number]
    found = list(_pictures(day, chosen.figure))
    if len(found) <= chosen.place:
        raise course.CourseError("{day}: Figure {figure} is not in it.", day=day.name, figure=chosen.figure)
    return _part(found[chosen.place], chosen)


def alternative(day: course.Assignment) -> str:
    """Return what the picture of a day shows, in words; "" where none was chosen."""
    return without_code_marks(say(CHOSEN[day.number].alternative)) if day.number in CHOSEN else ""


def address(day: course.Assignment) -> str:
    """Return the picture of a day as an address that holds it; "" where none was chosen."""
    drawn = picture(day)
    return drawn and f"data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode()}"


def _pictures(day: course.Assignment, figure: str) -> Iterator[str]:
    """Yield the pictures of a figure, as SVG; a notebook in another language has no outputs of its own."""
    with editions.speaking(language.ENGLISH):
        cells = reference.source_notebook(day).cells
    for cell in cells:
        for output in cell.get("outputs", []):
            html = output.get("data", {}).get("text/html", "")
            for one in re.findall(r"<figure.*?</figure>", html, re.DOTALL) or [html]:
                if re.search(rf"\b{re.escape(figure)}\. ", one):
                    for content in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html):
                        yield base64.b64decode(content).decode()


@cache
def _part(svg: str, chosen: Chosen) -> str:
    """Return the part of a figure that is shown, as a picture of its own."""
    for prefix, name in (("", SVG), ("xlink", "http://www.w3.org/1999/xlink")):
        ElementTree.register_namespace(prefix, name)
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in list(parent):
            if _is_left_out(child):
                parent.remove(child)
    root.attrib.clear()
    sizes = (chosen.left, chosen.top, chosen.width, chosen.width * HEIGHT / WIDTH)
    ground = dict(zip(("x", "y", "width", "height"), (f"{size:g}" for size in sizes), strict=True))
    root.set("viewBox", " ".join(ground.values()))
    root.set("width", str(WIDTH))
    root.set("height", str(HEIGHT))
    style = ElementTree.Element(f"{{{SVG}}}style")
    style.text = f"{DARK} *{{stroke-linejoin:round}}"
    root.insert(0, style)
    root.insert(1, ElementTree.Element(f"{{{SVG}}}rect", {**ground, "fill": "#ffffff"}))
    text = ElementTree.tostring(root, "unicode")
    return re.sub(r"\s+", " ", re.sub(r"(?<= d=\")[^\"]+", _rounded, text)).replace("> <", "><") + "\n"


def _is_left_out(element: ElementTree.Element) -> bool:
    """Tell whether a small picture does without an element; the ground of the whole figure is as large as that."""
    kind = element.tag.partition("}")[2]
    return kind in UNREAD or bool(LEFT_OUT.fullmatch(element.get("id", ""))) or element.get("width") == "200%"


def _rounded(path: re.Match[str]) -> str:
    """Return the numbers of a path with one decimal, which is less than anybody sees."""
    return re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), path[0])
