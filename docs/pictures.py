# SPDX-License-Identifier: MIT
"""The pictures of README.md and docs/architecture.md: ``make pictures`` writes them, and a test compares them.

Those of README.md are drawn in each language. A verdict is what ``make check`` prints, the stepper is its still figure,
and the rooms are read from the imports.
"""

from __future__ import annotations

import argparse
import ast
import base64
import contextvars
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import Any

from language import ENGLISH, KEY, LANGUAGE, NAMED, known

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs"
PACKAGE = ROOT / "grading"
# These files make the folder a package and a command; they belong to no room.
DOORS = ("__init__.py", "__main__.py")

# A class that replaces a gradient where it should add to it: the mistake of the verdict.
DAY, EXERCISE, CELL, SEED = 2, "2.2", "day2-value", 2
RIGHT, MISTAKE = ".grad += ", ".grad = "

# Line height of fixed-width text, in pixels.
LETTER, LINE, MARGIN = 7.8, 19, 16
CARD = 'fill="#ffffff" stroke="#8c8c8c"'


def verdict(name: str = ENGLISH) -> str:
    """Return what `make check` prints in a language for one exercise with a known mistake; the same text each time."""
    import nbformat

    (source,) = (ROOT / "source" / f"day{DAY}").glob("*.ipynb")
    notebook = nbformat.read(source, as_version=4)
    notebook.metadata[KEY] = {"language": name}
    (cell,) = (one for one in notebook.cells if one.metadata.get("nbgrader", {}).get("grade_id") == CELL)
    cell.source = cell.source.replace(RIGHT, MISTAKE)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / source.name
        nbformat.write(notebook, path)
        command = ["-m", "grading", "check", str(path), "--exercise", EXERCISE, "--seed", str(SEED)]
        printed = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT, env={**os.environ, "NO_COLOR": "1", NAMED: name},
            capture_output=True, encoding="utf-8", check=True,
        ).stdout  # fmt: skip
    # Left out: a note on checks that differ, or on code that can't be confined. The last line says what to do next.
    return re.sub(r"^\w+: .*?(?=^[\w ]+: )", "", printed, flags=re.MULTILINE | re.DOTALL)


def terminal(text: str, title: str) -> str:
    """Return a text of fixed width as SVG, with the text as its description."""
    from gradtools.palette import COLOURS

    lines = text.rstrip("\n").split("\n")
    width = max(map(len, lines)) * LETTER + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    drawn = ['<g font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="13">']
    for row, line in enumerate(lines):
        colour = COLOURS["vermillion"] if line.strip().startswith(("✗", EXERCISE)) else COLOURS["black"]
        # SVG collapses runs of spaces, so each word has its own position. The fixed length aligns the columns in any
        # font.
        drawn += [
            f'<text x="{MARGIN + words.start() * LETTER:.1f}" y="{MARGIN + row * LINE + 14}" fill="{colour}" '
            f'textLength="{len(words[0]) * LETTER:.1f}">{escape(words[0], quote=False)}</text>'
            for words in re.finditer(r"\S+(?: \S+)*", line)
        ]
    return _svg(width, height, title, text, [*drawn, "</g>"])


def stepper(name: str = ENGLISH) -> str:
    """Return the stepper's still figure of ``e = a*b + c`` in a language as SVG: a picture a step, side by side."""
    from gradtools import finished_engine

    value = finished_engine().Value
    a, b, c = value(2.0, label="a"), value(-3.0, label="b"), value(10.0, label="c")
    d = a * b
    e = d + c
    d.label, e.label = "d", "e"
    figure = contextvars.copy_context().run(_still, name, e)
    images = re.findall(r'<img alt="([^"]*)"[^>]*base64,([^"]+)"', figure)
    words, drawn, left, height = [], [], MARGIN / 2, 0.0
    for alternative, data in images:
        words.append(unescape(alternative))
        svg = base64.b64decode(data).decode()
        wide, high = (float(size) * 4 / 3 for size in re.findall(r'(?:width|height)="([\d.]+)pt"', svg)[:2])
        # The outer picture has the description, so a part needs no role or label.
        svg = re.sub(r"<(title|desc)\b.*?</\1>\s*", "", svg, flags=re.DOTALL)
        svg = re.sub(r' (role|aria-labelledby|id|xmlns:xlink)="[^"]*"', "", svg)
        place = f'x="{left:g}" y="{MARGIN / 2:g}" width="{wide:g}" height="{high:g}"'
        svg = re.sub(r'width="[\d.]+pt" height="[\d.]+pt"', place, svg)
        drawn.append(svg.strip())
        left, height = left + wide, max(height, high)
    size = left + MARGIN / 2, height + MARGIN
    return _svg(*size, "e = a*b + c", "\n".join(words), drawn)


def _still(name: str, root: Any) -> str:
    from gradtools import step

    LANGUAGE.set(name)
    return step(root).bundle()["text/html"]


def rooms_picture() -> str:
    """Return the rooms of the grader and the imports between them as SVG."""
    from gradtools.output import accessible_svg
    from gradtools.renderer import render

    found = sorted(arrows())
    names = sorted({room for arrow in found for room in arrow})
    dot = ["digraph rooms {", '  rankdir=TB; bgcolor="white"; nodesep=0.3; ranksep=0.4; margin="0.1";',
           '  node [fontname="Helvetica", fontsize=11, shape=box, style=filled, fillcolor="#DCEFFB"];']  # fmt: skip
    dot += [f'  "{name}" [label="{name}\\n{_wrapped(_subject(name))}"];' for name in names]
    dot += [f'  "{above}" -> "{below}";' for above, below in found]
    words = [f"- {name}: {_subject(name)}" for name in names]
    for name in names:
        below = [one for above, one in found if above == name]
        if below:
            words.append(f"- {name} imports {', '.join(below)}.")
    drawn = render("\n".join([*dot, "}", ""]))
    if drawn is None:
        raise RuntimeError("The rooms can't be drawn: no Graphviz works here. `python -m gradtools` says what to do.")
    return accessible_svg(drawn, "The rooms of the grader, each above those that it imports", "\n".join(words))


@cache
def modules_imported(path: Path) -> list[str]:
    """Return the modules that a file imports, inside functions too; of ``from a import b`` both a and a.b."""
    return list(_modules_imported(path))


def _modules_imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        # A relative import, such as `from .graph import Node`, stays in its room.
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def rooms() -> set[str]:
    """Return the rooms of the package: its folders, and its modules."""
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    return folders | {path.stem for path in PACKAGE.glob("*.py") if path.name not in DOORS}


def files() -> list[Path]:
    """Return the files of all rooms."""
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path.name not in DOORS or path.parent != PACKAGE]


def room_of(path: Path) -> str:
    """Return the room in which a file is."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def arrows() -> dict[tuple[str, str], set[str]]:
    """Return each pair of rooms where the first imports the second, with the importing files."""
    importers: dict[tuple[str, str], set[str]] = {}
    for path in files():
        for module in modules_imported(path):
            package, _, rest = module.partition(".")
            room = rest.partition(".")[0]
            if package == "grading" and room in rooms() - {room_of(path)}:
                importers.setdefault((room_of(path), room), set()).add(path.relative_to(PACKAGE).as_posix())
    return importers


def _subject(room: str) -> str:
    """Return the first sentence of a room's docstring."""
    path = PACKAGE / f"{room}.py"
    tree = ast.parse((path if path.exists() else PACKAGE / room / "__init__.py").read_text("utf-8"))
    return (ast.get_docstring(tree) or "").split("\n")[0]


def _wrapped(text: str, width: int = 34) -> str:
    import textwrap

    return "\\n".join(textwrap.wrap(text.replace('"', "'"), width))


def _svg(width: float, height: float, title: str, words: str, parts: list[str]) -> str:
    """Return an SVG on a white card, readable on light and dark pages."""
    return "\n".join([
        f'<svg role="img" aria-labelledby="title desc" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" xmlns="http://www.w3.org/2000/svg">',
        f'<title id="title">{escape(title, quote=False)}</title>',
        f'<desc id="desc">{escape(words.rstrip(), quote=False)}</desc>',
        f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="4" {CARD}/>',
        *parts, "</svg>", "",
    ])  # fmt: skip


def pictures() -> dict[Path, str]:
    """Return the pictures by their paths."""
    drawn = {FOLDER / "rooms.svg": rooms_picture()}
    for name in (ENGLISH, *known()):
        ending = ".svg" if name == ENGLISH else f".{name}.svg"
        drawn[FOLDER / f"verdict{ending}"] = terminal(verdict(name), "make check")
        drawn[FOLDER / f"stepper{ending}"] = stepper(name)
    return drawn


if __name__ == "__main__":
    argparse.ArgumentParser(description="Write the pictures of README.md and docs/architecture.md.").parse_args()
    for place, content in pictures().items():
        place.write_text(content, "utf-8", newline="\n")
        print(f"{place.relative_to(ROOT).as_posix()} written")
