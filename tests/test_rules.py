# SPDX-License-Identifier: MIT
"""Each row of the page of rules agrees with the reference engine or central differences, and it prints."""

import math
import re

import numpy as np
import pytest
from support import ROOT, Page, contrast

from docs import rules
from judge.notebooks import course, reference

PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
STEP = 1e-6
POINTS = ((1.3, 0.4), (0.6, 2.1), (2.5, 1.7))
N = 3


def rows(heading):
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def code(cell):
    found = re.match(r"`([^`]+)`", cell)
    assert found or cell == "none", cell
    return found and found[1]


def sigmoid(x):
    return 1 / (1 + math.exp(-x))


NUMBERS = {"exp": math.exp, "log": math.log, "tanh": math.tanh, "sigmoid": sigmoid, "relu": lambda x: max(x, 0.0)}
NODES = {name: (lambda node, name=name: getattr(node, name)()) for name in NUMBERS}


def maximum(x, y):
    """Return the node that Day 2's rule of max makes of two nodes of Day 3's class."""
    names = reference.load(2)
    names["Value"] = type(x)
    return names["maximum"](x, y)


NODES["max"] = maximum


def test_every_operation_of_the_engine_has_its_row():
    methods = {name for name in vars(reference.load(3)["Value"]) if not name.startswith("_")} - {"backward"}
    written = " ".join(row[0] for row in rows("The local rules"))
    assert {name for name in methods if f"`{name}(x)`" not in written} == set()
    assert all(f"`x {sign} " in written for sign in ("+", "-", "*", "/", "**"))
    assert len(rows("The local rules")) >= 12


@pytest.mark.parametrize("row", rows("The local rules"), ids=lambda row: row[0])
def test_each_slope_is_what_the_nudge_and_the_engine_find(row):
    value = reference.load(3)["Value"]
    operation, slopes = code(row[0]), [code(cell) for cell in row[1:3]]
    assert len(row) == 4
    for x, y in (*POINTS, *(((-1.1, 0.7), (0.0, 1.0)) if "log" not in operation and "relu" not in operation else ())):

        def f(x, y):
            return eval(operation, {**NUMBERS, "max": max}, {"x": x, "y": y, "n": N})

        leaves = value(x), value(y)
        node = eval(operation, dict(NODES), {"x": leaves[0], "y": leaves[1], "n": N})
        node.backward()
        assert node.data == pytest.approx(f(x, y), abs=1e-12)
        known = {"x": x, "y": y, "n": N, "z": f(x, y)}
        nudged = ((f(x + STEP, y) - f(x - STEP, y)) / (2 * STEP), (f(x, y + STEP) - f(x, y - STEP)) / (2 * STEP))
        for place, slope in enumerate(slopes):
            said = 0.0 if slope is None else eval(slope, {}, known)
            assert said == pytest.approx(nudged[place], abs=1e-6), (row[0], place)
            assert said == pytest.approx(leaves[place].grad, abs=1e-9), (row[0], place)


@pytest.mark.parametrize("row", rows("From numbers to arrays"), ids=lambda row: row[0])
def test_each_rule_for_arrays_is_what_the_nudge_finds(row):
    source = np.random.default_rng(5)
    X, Y = source.normal(size=(4, 3)), source.normal(size=(4, 3))
    if "@" in row[0]:
        Y = source.normal(size=(3, 2))
    if "one row" in row[0]:
        Y = source.normal(size=3)
    names = {"ones_like": np.ones_like}

    def f(X, Y):
        return eval(code(row[0]), names, {"X": X, "Y": Y})

    G = source.normal(size=np.shape(f(X, Y)))
    for cell, which in zip(row[1:3], (X, Y), strict=True):
        if code(cell) is None:
            continue
        said = eval(code(cell), names, {"X": X, "Y": Y, "G": G})
        assert said.shape == which.shape, "a gradient has the shape of its data"
        for place in np.ndindex(which.shape):
            before = which[place]
            ends = []
            for sign in (1, -1):
                which[place] = before + sign * STEP
                ends.append(np.sum(G * f(X, Y)))
            which[place] = before
            assert said[place] == pytest.approx((ends[0] - ends[1]) / (2 * STEP), abs=1e-6)


def test_the_page_can_be_read_by_everyone_and_loads_nothing():
    page = rules.html(PAGE)
    tags = Page(page).elements
    names = [tag for tag, _ in tags]
    assert dict(tags)["html"] == {"lang": "en"}
    assert names.count("h1") == names.count("main") == names.count("title") == 1
    assert names.count("h2") == 5
    assert names.count("table") == 3
    assert all(attributes.get("scope") == "col" for tag, attributes in tags if tag == "th")
    assert all(attributes["aria-label"] for tag, attributes in tags if attributes.get("role") == "region")
    assert not {"script", "link", "img", "iframe"} & set(names)
    assert not re.search(r"https?:|url\(", page)
    assert page.count("<tr>") == 3 + sum(line.startswith("|") for line in PAGE.splitlines()) - 6
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", scheme)) for scheme in re.findall(r":root \{([^}]*)", page)
    )
    for colours in (light, dark):
        assert contrast(colours["ink"], colours["paper"]) > 7
        assert contrast(colours["rule"], colours["paper"]) > 3


@pytest.fixture
def page(tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "rules.md").write_text(PAGE, "utf-8")
    monkeypatch.setattr(rules, "SOURCE", tmp_path / "docs" / "rules.md")
    return tmp_path / "docs" / "rules.html"


def test_without_a_browser_the_page_is_written_and_a_sentence_says_how_to_print_it(page, monkeypatch, capsys):
    monkeypatch.setattr(rules.shutil, "which", lambda name: None)
    assert rules.main([]) == 0
    assert capsys.readouterr().out == f"docs/rules.html written\n{rules.NO_BROWSER}\n"
    assert page.read_text("utf-8") == rules.html(PAGE)
    assert not page.with_suffix(".pdf").exists()


def browser(tmp_path, monkeypatch, body):
    made = tmp_path / "chromium"
    made.write_text(f"#!/bin/sh\n{body}\n")
    made.chmod(0o755)
    monkeypatch.setattr(rules.shutil, "which", lambda name: str(made) if name == "chromium" else None)


def test_a_browser_that_fails_leaves_the_page_and_says_so(page, tmp_path, monkeypatch, capsys):
    for body in ("exit 3", "exit 0"):  # The second makes no file.
        browser(tmp_path, monkeypatch, body)
        assert rules.main([]) == 2
        assert "did not print the page" in capsys.readouterr().err
        assert page.exists()
        assert not page.with_suffix(".pdf").exists()


def test_the_browser_is_asked_for_a_pdf_and_for_nothing_from_outside(page, tmp_path, monkeypatch, capsys):
    lines = 'for one in "$@"; do case "$one" in --print-to-pdf=*) echo "$@" > "${one#*=}";; esac; done'
    browser(tmp_path, monkeypatch, lines)
    assert rules.main([]) == 0
    assert "docs/rules.pdf written" in capsys.readouterr().out
    asked = page.with_suffix(".pdf").read_text()
    assert page.as_uri() in asked
    assert "--disable-background-networking" in asked


def test_a_page_that_cannot_be_read_or_written_is_a_sentence(page, capsys):
    page.mkdir()
    assert rules.main([]) == 2
    assert "docs/rules.html can't be used (" in capsys.readouterr().err
    page.with_suffix(".md").unlink()
    assert rules.main([]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.exhaustive
def test_in_print_it_is_one_sheet_of_a4(page):
    pdf = rules.print_pdf(rules.write_html())
    if pdf is None:
        pytest.skip("no Chromium here")
    data = pdf.read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    (width, height) = map(float, re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", data).groups())
    assert (round(width), round(height)) == (595, 842)


def test_the_readme_and_the_end_of_each_day_link_to_it():
    assert "](docs/rules.md)" in (ROOT / "README.md").read_text("utf-8")
    for day in course.assignments():
        end = day.master.read_text("utf-8").rpartition("Further reading")[2]
        assert "](../../docs/rules.md)" in end, day.name


def test_what_is_said_of_max_relu_tanh_and_sigmoid():
    value = reference.load(3)["Value"]
    corner = value(0.0)
    corner.relu().backward()
    assert corner.grad == 0
    for x, y in ((value(2.0), value(2.0)), (value(2.0),) * 2):
        out = maximum(x, y)
        out.backward()
        assert sum({id(leaf): leaf.grad for leaf in (x, y)}.values()) == 1, "at a tie the shares add up to u"
    assert "| `1 if x > y else 0` | `1 if y >= x else 0` |" in PAGE, "one of the two is 1 at a tie"
    assert "at a tie, a corner, one rule is as good as another if the shares add up to `u`" in PAGE
    for name, most in (("tanh", 1.0), ("sigmoid", 0.25)):
        slopes = []
        for place in range(-40, 41):
            x = value(place / 10)
            getattr(x, name)().backward()
            slopes.append(x.grad)
        assert max(slopes) == most
        assert slopes[0] < 0.02


def test_forward_mode_gives_a_column_of_the_jacobian_and_reverse_mode_a_row():
    def two_outputs(a, b, c):
        return a * b + c * c, a * c + b

    dual = reference.load(2)["Dual"]
    inputs, value = (2.0, -3.0, 0.5), reference.load(3)["Value"]
    jacobian = np.empty((2, 3))
    for place in range(3):
        ends = [
            two_outputs(*(one + sign * STEP * (place == other) for other, one in enumerate(inputs))) for sign in (1, -1)
        ]
        jacobian[:, place] = [(up - down) / (2 * STEP) for up, down in zip(*ends, strict=True)]
    for place in range(3):
        out = two_outputs(*(dual(one, float(place == other)) for other, one in enumerate(inputs)))
        assert [one.move for one in out] == pytest.approx(jacobian[:, place], abs=1e-6)
    for place in range(2):
        leaves = [value(one) for one in inputs]
        two_outputs(*leaves)[place].backward()
        assert [leaf.grad for leaf in leaves] == pytest.approx(jacobian[place], abs=1e-6)
    assert "gives one *column*" in PAGE.split("forward mode starts at one input")[1][:30]
    assert "gives one *row*" in PAGE.split("reverse mode starts at one output")[1][:30]


def test_the_three_ways_to_go_wrong_have_their_rows():
    ways = [row[0] for row in rows("The three ways to go wrong")]
    assert ways == ["`=` in place of `+=`", "too early", "left over"]
