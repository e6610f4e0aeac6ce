# SPDX-License-Identifier: MIT
"""What the lab of the site packs in place of packages that a browser lacks, run here: it draws and computes alike."""

import base64
import importlib.util
import json
import re
import subprocess
import sys

import numpy
import pytest
from support import ROOT

from exercises.day4_xor import settings
from judge.notebooks import course, reference
from website import day_cells, pack
from website.__main__ import DAYS

# Runs the cells of notebooks where what the site packs stands for packages, and trains for so many steps at most in a
# call, with some texts of their code replaced; prints the pictures by their numbers.
RUNS = """
import ast, io, json, os, sys
from contextlib import redirect_stdout
import judge  # before nbformat
import nbformat
from companion.browser import NotInBrowser
from gradtools.figures import Figure

shown, lacking = [], []
most = int(sys.argv[1])
coarser = json.loads(sys.argv[2])
for path in sys.argv[3:]:
    names = {"__name__": "__main__", "display": shown.append}
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type != "code" or "nbgrader" in cell.metadata and cell.metadata.nbgrader.grade:
            continue
        for wide, narrow in coarser.items():
            cell.source = cell.source.replace(wide, narrow)
        *lines, last = ast.parse(cell.source).body
        is_shown = isinstance(last, ast.Expr)
        lines = ast.Module(lines if is_shown else [*lines, last], [])
        try:
            with redirect_stdout(io.StringIO()):
                exec(compile(lines, "cell", "exec"), names)
                if is_shown:
                    shown.append(eval(compile(ast.Expression(last.value), "cell", "eval"), names))
            if "def train(" in cell.source:  # What a net has learned does not matter here.
                train = names["train"]
                names["train"] = lambda model, xs, ys, steps, *more, **named: train(
                    model, xs, ys, min(steps, most), *more, **named
                )
        except (NotInBrowser, NameError):  # It needs PyTorch, or what another cell would have got from it.
            lacking.append(cell.id)
found = [one for one in shown if isinstance(one, Figure)]
drawn = {one.caption.split(". ")[0].removeprefix("Figure "): one.svg for one in found}
print(json.dumps([drawn, lacking]))
"""
# A net's answers at 25 points instead of 625 are drawn by the same code.
COARSER = {"/ 24 for i in range(25)": "/ 4 for i in range(5)"}
WORD = re.compile(r">([^<>\n]+)</t(?:ext|span)>")


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """Return a folder with what stands for packages in a browser."""
    folder = tmp_path_factory.mktemp("packages")
    for name in pack.FOR_CELLS:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes((pack.STAND_INS / name).read_bytes())
    return folder


def ran(code, folder, *arguments):
    """Return what a program prints as JSON; packages come from a folder first."""
    start = f"import sys\nsys.path[:0] = [{str(folder)!r}, {str(ROOT)!r}]\n"
    done = subprocess.run(
        [sys.executable, "-c", start + code, *map(str, arguments)], capture_output=True, text=True, check=False,
        env={"PATH": "", "NBGRADER_EXECUTION": "validate"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_each_figure_of_day_4_is_drawn_of_the_learners_own_net(packages):
    day = course.assignment(4)
    cells = reference.source_notebook(day).cells
    assert all(any(wide in cell.source for cell in cells) for wide in COARSER)
    found, lacking = ran(RUNS, packages, 1, json.dumps(COARSER), day.source_notebook)
    assert lacking == list(day_cells.needing_pytorch(cells))
    assert list(found) == ["4.2", "4.3", "4.4", "4.5", "4.7", "4.8", "4.9", "4.10", "4.12", "4.13"]
    assert [number for number, svg in found.items() if not svg] == []
    words = {number: set(WORD.findall(svg)) for number, svg in found.items()}
    assert words["4.5"] >= {"failing", "fixed", "floor of the failing net", "step", "sum of squared errors"}
    assert words["4.7"] >= {"before", "after", "loss", "class 0", "class 1", "seed 15", "seed 21", "seed 23"}
    assert words["4.12"] >= {"learning rate", "0.001", "0.01", "0.1", "1", "diverges, stopped here"}


@pytest.mark.exhaustive
def test_each_figure_of_the_days_is_drawn(packages):
    days = course.assignments()[:DAYS]
    found, lacking = ran(RUNS, packages, 10_000, "{}", *(day.source_notebook for day in days))
    wanted = [id for day in days for id in day_cells.needing_pytorch(reference.source_notebook(day).cells)]
    assert {*lacking} <= {*wanted}, "what they give on a computer is packed"
    assert [number for number, svg in found.items() if not svg] == []
    assert {"1.0", "1.1", "2.1", "2.2", "2.4", "2.6", "3.1", "3.2", "3.3", "3.4", "3.5", "4.13"} <= found.keys()


UNKNOWN = """
import json
import matplotlib.pyplot as plt
from gradtools import show_figure, use_style
use_style()
said = []
def said_of(draw):
    fig, ax = plt.subplots()
    draw(ax)
    html = show_figure(fig, "Figure 1. One.", "What it shows.").bundle()["text/html"]
    said.append("is not drawn in a browser" in html)
for draw in (
    lambda ax: ax.plot([1, 2], [3, 4]),
    lambda ax: ax.pie([1, 2]),
    lambda ax: ax.plot([1, 2], alpha=0.5),
    lambda ax: ax.set(facecolor="red"),
    lambda ax: ax.plot([], []),
    lambda ax: ax.semilogy([float("nan"), float("inf"), -1.0, 0.0]),
    lambda ax: ax.semilogy([1e300, 1e-300]),
    lambda ax: ax.plot([5.0, 5.0]),
    lambda ax: ax.contourf([0, 1], [0, 1], [[float("nan")] * 2] * 2, levels=[-1e9, 0, 1e9], colors=["red", "blue"]),
):
    said_of(draw)
assert plt.get_fignums() == [], "what is shown is closed"
print(json.dumps(said))
"""


def test_what_is_not_known_is_not_drawn_and_that_is_said(packages):
    assert ran(UNKNOWN, packages) == [False, True, True, True, *[False] * 5]


PLAIN = """
import json
import matplotlib.pyplot as plt
from gradtools import figures
shown, said = [], []
figures.show = shown.append
def losses():
    plt.figure(figsize=(6, 3))
    plt.plot([0, 1, 2], [4.0, 2.0, 1.0], "r--", lw=2, label="mine")
    plt.title("My losses")
    plt.xlabel("step")
    plt.ylabel("loss")
    plt.xlim(0, 3)
    plt.xticks([0, 1, 2], ["none", "one", "two"])
    plt.yscale("log")
    plt.legend()
    plt.tight_layout()
def mine():
    fig, ax = plt.subplots()
    ax.set_xlabel("step")
    ax.set_ylim(0, 2)
    ax.plot([0, 1], [1, 2], "bo")
def none():
    plt.rcParams["figure.figsize"] = (6, 3)
    plt.style.use("ggplot")
    plt.ion()
for draw in (losses, mine, lambda: (losses(), mine()), none, lambda: plt.hist([1, 2]), lambda: plt.xlim(left=0)):
    draw()
    plt.show()
    assert plt.get_fignums() == []
    said.append([one["text/html"] for one in shown])
    shown.clear()
print(json.dumps(said))
"""


def test_what_is_drawn_with_pyplot_alone_is_shown_or_said_not_to_be(packages):
    losses, mine, both, none, unknown, asked = ran(PLAIN, packages)
    (svg,) = (base64.b64decode(re.search(r"base64,([^\"]+)", html)[1]).decode() for html in losses)
    assert {*WORD.findall(svg)} >= {"My losses", "step", "loss", "mine", "none", "one", "two"}
    assert 'stroke="red"' in svg
    assert both == [*losses, *mine]
    assert none == []
    for html in (*unknown, *asked):
        assert "is not drawn in a browser" in html
    assert len(unknown) == len(asked) == len(mine) == 1


def loaded(name):
    """Return a module of the stand-ins, which is run as it is packed."""
    spec = importlib.util.spec_from_file_location(name.replace("/", "_"), pack.STAND_INS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def area_of(shape):
    """Return the area of a shape, by its corners in turn."""
    return abs(sum(a * d - b * c for (a, b), (c, d) in zip(shape, [*shape[1:], shape[0]], strict=True))) / 2


def test_the_area_above_a_level_is_that_of_the_numbers():
    ticks = [place / 10 for place in range(11)]
    for level, wanted in ((-1.0, 1.0), (0.5, 0.875), (1.0, 0.5), (1.5, 0.125), (3.0, 0.0)):
        shapes = loaded("matplotlib/areas").above(ticks, ticks, [[x + y for x in ticks] for y in ticks], level)
        assert sum(map(area_of, shapes)) == pytest.approx(wanted)


def test_settings_are_tried_as_with_numpy(monkeypatch):
    monkeypatch.setitem(sys.modules, "arrays_in_browser", loaded("arrays"))
    path = ROOT / "exercises" / "day4_xor" / "settings.py"
    there = {"__name__": "settings"}
    exec(path.read_text("utf-8").replace(pack.NEEDS_ARRAYS, pack.HAS_ARRAYS), there)
    assert there["numpy"] is not numpy
    xor = settings.Samples([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [0.0, 1.0, 1.0, 0.0], 0.25)
    plain = {"hidden": [3], "activation": "tanh", "output_activation": "linear", "steps": 20, "learning_rate": 0.1}
    for changes in (
        {},
        {"hidden": []},
        {"hidden": [2, 1, 3], "activation": "relu", "output_activation": "tanh"},
        {"activation": "sigmoid", "output_activation": "sigmoid"},
        {"activation": "linear", "learning_rate": 1e3, "steps": 200},
    ):
        both = [known["last_losses"]({**plain, **changes}, xor, [1, 2]) for known in (vars(settings), there)]
        assert both[1] == pytest.approx(both[0], rel=1e-9)
    assert both[0] == [float("inf")] * 2, "the last one diverges"


def test_no_question_that_is_packed_needs_numpy():
    packed = pack._grader(course.root(), course.assignments()[:DAYS])
    asked = {name: text for name, text in packed.items() if name.startswith("exercises/")}
    assert [name for name, text in asked.items() if re.search(r"^(?:import|from) (?:numpy|torch)", text, re.M)] == []
    assert any(name.startswith("exercises/day4_xor") for name in asked)
