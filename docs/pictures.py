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
from collections.abc import Callable, Iterator
from functools import cache, partial
from html import escape, unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

from language import ENGLISH, KEY, LANGUAGE, NAMED, known

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs"
# From the bottom up: each room may import those before it.
ROOMS = (
    "language", "reading", "gradtools", "judge", "exercises", "companion", "grading",
    "building", "verification", "website",
)  # fmt: skip

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
    """Return the rooms of the tree and the imports between them as SVG."""
    from gradtools.output import accessible_svg
    from gradtools.renderer import render

    found = sorted(arrows())
    names = sorted({room for arrow in found for room in arrow})
    dot = ["digraph rooms {", '  rankdir=TB; bgcolor="white"; nodesep=0.3; ranksep=0.4; margin="0.1";',
           '  node [fontname="Helvetica", fontsize=11, shape=box, style=filled, fillcolor="#DCEFFB"];']  # fmt: skip
    dot += [f'  "{name}" [label="{name}\\n{_wrapped(_subject(name))}"];' for name in names]
    dot += [f'  "{above}" -> "{below}";' for above, below in found]
    started = sorted(starts().keys() - set(found))
    dot += [f'  "{above}" -> "{below}" [style=dashed, constraint=false];' for above, below in started]
    words = [f"- {name}: {_subject(name)}" for name in names]
    for name in names:
        below = [one for above, one in found if above == name]
        if below:
            words.append(f"- {name} imports {', '.join(below)}.")
    words += [f"- {one} starts {other} in a process of its own." for one, other in started]
    drawn = render("\n".join([*dot, "}", ""]))
    if drawn is None:
        raise RuntimeError("The rooms can't be drawn: no Graphviz works here. `python -m gradtools` says what to do.")
    return accessible_svg(drawn, "The rooms of the tree, each above those that it imports", "\n".join(words))


def modules_imported(path: Path) -> list[str]:
    """Return the modules that a file imports; of ``from a import b`` both a and a.b.

    Those imported inside functions count, and those given to ``import_module`` as a text: of a text with fields what
    stands before the first one.
    """
    return _modules(path)[0]


def modules_started(path: Path) -> list[str]:
    """Return the modules that a file starts by name in a process of their own, as ``[python, "-m", "grading"]`` does.

    The name may be a text, one that a constant of the file has, or one inside a whole command.
    """
    return _modules(path)[1]


@cache
def _modules(path: Path) -> tuple[list[str], list[str]]:
    """Return the modules that a file imports, and those that it starts: it is read once for both."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = list(_in_order(tree))
    return list(_imported(path, nodes)), list(_started(tree, nodes))


def _imported(path: Path, nodes: list[ast.AST]) -> Iterator[str]:
    here = path.relative_to(ROOT).with_suffix("").parts if path.is_relative_to(ROOT) else (path.stem,)
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level] if node.level else ()
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and _name(node.func) in ("import_module", "__import__"):
            text = _text(node.args[0]).rstrip(".")
            if text:
                yield text


def _started(tree: ast.Module, nodes: list[ast.AST]) -> Iterator[str]:
    constants = {
        target.id: _text(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes:
        if isinstance(node, (ast.List, ast.Tuple)):
            words = [constants.get(getattr(one, "id", ""), _text(one)) for one in node.elts]
            yield from (name for option, name in pairwise(words) if option == "-m")
        elif isinstance(node, ast.Call) and _name(node.func) in ("run", "Popen", "system", "call", "check_output"):
            yield from re.findall(r"(?:^|\s)-m\s+([\w.]+)", _text(node.args[0]) if node.args else "")


def _in_order(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a file in the order of its lines."""
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (ast.Name, ast.Constant)):  # Most nodes are of these, and have none in them.
            todo += reversed([*ast.iter_child_nodes(node)])


def _name(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        node = node.values[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def files() -> list[Path]:
    """Return the Python files of all rooms."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


@cache
def imports(path: Path) -> list[Path]:
    """Return the files of the rooms that a file imports."""
    names = modules_imported(path)
    # Of `from package import module` the module alone: whoever imports it needs nothing of the package's own file.
    packages = {name.rpartition(".")[0] for name in names if _file_of(name) is not None}
    found = (_file_of(name) for name in names if name not in packages)
    return [file for file in dict.fromkeys(found) if file is not None and file != path]


@cache
def _file_of(module: str) -> Path | None:
    place = ROOT.joinpath(*module.split("."))
    if module.partition(".")[0] not in ROOMS:
        return None
    wanted = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in wanted if file.is_file()), None)


def room_of(path: Path) -> str:
    """Return the room in which a file is."""
    return path.relative_to(ROOT).parts[0]


def arrows() -> dict[tuple[str, str], set[str]]:
    """Return each pair of rooms where the first imports the second, with the importing files."""
    importers: dict[tuple[str, str], set[str]] = {}
    for path in files():
        for module in modules_imported(path):
            room = module.partition(".")[0]
            if room in ROOMS and room != room_of(path):
                importers.setdefault((room_of(path), room), set()).add(path.relative_to(ROOT).as_posix())
    return importers


def starts() -> dict[tuple[str, str], set[str]]:
    """Return each pair of rooms where the first starts the second by name in another process, with the files."""
    starters: dict[tuple[str, str], set[str]] = {}
    for path in files():
        for module in modules_started(path):
            room = module.partition(".")[0]
            if room in ROOMS and room != room_of(path):
                starters.setdefault((room_of(path), room), set()).add(path.relative_to(ROOT).as_posix())
    return starters


def _subject(room: str) -> str:
    """Return the first sentence of a room's docstring."""
    tree = ast.parse((ROOT / room / "__init__.py").read_text("utf-8"))
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


def pictures() -> dict[Path, Callable[[], str]]:
    """Return by the path of each picture what draws it."""
    draws: dict[Path, Callable[[], str]] = {FOLDER / "rooms.svg": rooms_picture}
    for name in (ENGLISH, *known()):
        ending = ".svg" if name == ENGLISH else f".{name}.svg"
        draws[FOLDER / f"verdict{ending}"] = partial(_of_a_verdict, name)
        draws[FOLDER / f"stepper{ending}"] = partial(stepper, name)
    return draws


def _of_a_verdict(name: str) -> str:
    return terminal(verdict(name), "make check")


if __name__ == "__main__":
    argparse.ArgumentParser(description="Write the pictures of README.md and docs/architecture.md.").parse_args()
    for place, draw in pictures().items():
        place.write_text(draw(), "utf-8", newline="\n")
        print(f"{place.relative_to(ROOT).as_posix()} written")
