# SPDX-License-Identifier: MIT
"""The graph of a verdict is built from the question, and marked where the answer is wrong."""

import re
from dataclasses import replace

import pytest
from support import message_of, verdict_of

from exercises.day3_value.expressions import expression
from exercises.day3_value.probes.local_rules import first_difference
from exercises.shared.pictures import picture
from gradtools.draw import draw_failing
from judge.asking.ask import ask
from judge.asking.probe import probes_of
from judge.run.answers import PlainValue
from judge.verdicts.catalogue import misconceptions
from judge.verdicts.decide import decide


def test_a_wrong_gradient_is_marked_on_its_node():
    verdict = verdict_of("day2-value-accumulate", ("other.grad += out.grad", "other.grad = out.grad"))
    nodes = verdict.graph["nodes"]
    assert [node["name"] for node in nodes] == ["x", "out"]
    assert nodes[1]["parents"] == [0, 0]
    assert nodes[0]["mark"].startswith("expected ")
    assert nodes[0]["grad"] == message_of(verdict).partition("You gave: ")[2].partition("\n")[0]
    assert nodes[1]["mark"] == ""


def test_a_right_answer_and_a_question_without_a_graph_have_no_picture():
    assert verdict_of("day2-value-accumulate").graph is None
    assert verdict_of("day2-value-add", ("self.grad += out.grad", "self.grad += 2 * out.grad")).graph is None


def test_the_smallest_cut_of_a_drawn_expression_is_the_picture():
    drawn = {"leaves": [2.0, 3.0], "steps": [["*", 0, 1], ["+", 2, 0], ["*", 3, 2]]}
    cut = {"leaves": [2.0, 3.0], "steps": [["*", 0, 1]]}
    probe = replace(probes_of("day2-value-accumulate")[0], graph=None, of=(), shrink=first_difference)
    found = picture(probe, {"drawn": "words", "expression": cut}, PlainValue([3.0, 2.0]), PlainValue([3.0, 7.0]))
    assert [node["mark"] for node in found["nodes"]] == ["", "expected 2.0", ""]
    assert len(picture(probe, {"expression": drawn}, PlainValue([1.0, 2.0]), PlainValue([1.0, 1.0]))["nodes"]) == 5


@pytest.mark.parametrize(
    ("expected", "answer", "marks"),
    [
        (["a", "b", "c"], ["a", "c"], {"b": "missing"}),
        (["a", "b", "c"], ["a", "a", "b", "c"], {"a": "too often"}),
        (["(a, c)", "(b, c)"], ["(a, c)"], {"c": "edge from b missing"}),
        (["(a, c)", "(a, c)"], ["(a, c)"], {"c": "edge from a missing"}),
        (["(a, c)"], ["(a, c)", "(c, a)"], {"a": "extra edge from c"}),
    ],
)
def test_names_and_edges_are_marked(expected, answer, marks):
    def graph(leaf):
        a, b = leaf(1.0), leaf(2.0)
        return {"a": a, "b": b, "c": a + b}

    probe = replace(probes_of("day2-value-accumulate")[0], graph=graph, of=())
    found = picture(probe, {}, PlainValue(expected), PlainValue(answer))
    assert {node["name"]: node["mark"] for node in found["nodes"] if node["mark"]} == marks
    lacking = {
        (found["nodes"][node["parents"][at]]["name"], node["name"]) for node in found["nodes"] for at in node["missing"]
    }
    assert lacking == {
        (word.split()[2], name) for name, word in marks.items() if word.startswith("edge") and word.endswith("missing")
    }
    drawing = draw_failing(found, "A caption.")
    assert drawing.dot.count("style=dashed") == drawing.words.count("(missing, dashed)") == len(lacking)


def test_what_the_exercise_asks_for_is_not_drawn():
    probe = replace(probes_of("day2-value-accumulate")[0], reveal=False)
    assert picture(probe, {"a": 2.0, "u": 1.0}, PlainValue(2.0), PlainValue(1.0)) is None


def test_a_large_graph_is_not_drawn():
    drawn = expression(("+", "-"), leaves=2, steps=20)
    from judge.asking.inputs import draw_inputs

    large = draw_inputs({"drawn": drawn}, "5")["drawn"]
    probe = replace(probes_of("day2-value-accumulate")[0], graph=None, of=())
    assert picture(probe, {"expression": large}, PlainValue([1.0, 2.0]), PlainValue([1.0, 1.0])) is None


# The widest graph that a page shows whole, in points.
WIDEST = 600


def test_a_graph_with_long_marks_fits_a_page():
    """Fields stand below each other, and so do the several things that are wrong with one node."""
    entry = next(one for one in misconceptions(1) if one.id == "day1-trace-finds-nothing")
    check = "day1-trace-edges"
    verdict = decide(check, ask(check, entry.namespace(), 1), 1)
    drawing = draw_failing(verdict.graph, "A caption.")
    assert "WRONG: edge from a missing,\\nedge from b missing" in drawing.dot
    assert float(re.search(r'<svg[^>]*\bwidth="([\d.]+)pt"', drawing.svg)[1]) < WIDEST
