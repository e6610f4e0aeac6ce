# SPDX-License-Identifier: MIT
"""Stepping through the learner's engine: what is recorded and said, and that nothing is changed."""

import base64
import json
import math
import os
import random
import re
import signal
import sys
from pathlib import Path

import pytest
import torch

from companion.stepper import training, widget
from companion.stepper.model import described, folds
from companion.stepper.recording import CannotStep, record
from companion.stepper.rerun import run_again, slopes
from companion.stepper.stepping import remember
from gradtools import compare_orders, draw_digit, step, step_failing, watch
from judge.notebooks import reference
from judge.notebooks.reference import load

PAGE = Path(widget.__file__).parent / "page"

Value = load("day3")["Value"]
Day1 = load("day1")["Value"]
Day2 = load("day2")["Value"]


def named(value, label):
    value.label = label
    return value


def accumulation(kind=Day2):
    """Return y = a*b + a at a = 3, b = 4, of Day 2's section 4."""
    a, b = kind(3.0, label="a"), kind(4.0, label="b")
    p = named(a * b, "p")
    return named(p + a, "y")


def formula(a, b):
    """Return an expression with every operation, of nodes or of tensors."""
    return (a * b).tanh() + (a / b).exp() - (b + a * a).log() + a.sigmoid() * b.relu() + a**3 - b**-0.5 + a + a


def many_ways():
    a, b = Value(0.7, label="a"), Value(1.3, label="b")
    return formula(a, b), (a, b)


def two_ways():
    """Return the graph of Day 3, section 1: a.grad is 18, by two ways of different length."""
    a = Value(1.0, label="a")
    b = named(3 * a, "b")
    return named((b + 1 + 1 + 1) + 5 * b, "o")


def states(root):
    from gradtools.graph import read_graph

    return [dict(vars(node.source)) for node in read_graph(root).nodes]


# What is recorded


def test_the_recorded_gradients_are_pytorchs():
    y, leaves = many_ways()
    a, b = (torch.tensor(leaf.data, dtype=torch.float64, requires_grad=True) for leaf in leaves)
    formula(a, b).backward()
    recording = record(y)
    ends = {node.name: grad for node, grad in zip(recording.graph.nodes, recording.grads, strict=True)}
    assert ends["a"] == pytest.approx(a.grad.item(), abs=1e-12)
    assert ends["b"] == pytest.approx(b.grad.item(), abs=1e-12)


def test_every_share_of_a_right_engine_is_measured():
    shares = [share for one in described(record(many_ways()[0]))["steps"] for share in one["shares"]]
    assert len(shares) > 15
    assert all(share["measured"] and not share["late"] for share in shares)


def test_nothing_of_the_learners_is_changed():
    y, _ = many_ways()
    y.backward()
    before, rules = states(y), dict(vars(Value))
    shown = step(y)
    shown.bundle()
    compare_orders(y)
    run_again(shown.recording.graph, {0: 5.0})
    assert states(y) == before, "the same numbers, and the same functions"
    assert dict(vars(Value)) == rules


def test_a_node_used_twice_shows_both_shares():
    data = described(record(accumulation()))
    to_a = [share for one in data["steps"] for share in one["shares"] if data["nodes"][share["to"]]["name"] == "a"]
    assert [(share["before"], share["added"], share["after"]) for share in to_a] == [("0", "1", "1"), ("1", "4", "5")]
    assert "a.grad is 1 + 4 = 5 now" in to_a[1]["says"]


def test_a_share_of_0_is_a_share_and_reaches_the_page():
    a, nothing, b = Day2(3.0, label="a"), Day2(0.0, label="z"), Day2(4.0, label="b")
    data = described(record(a * b + a * nothing))
    to_a = [share for one in data["steps"] for share in one["shares"] if data["nodes"][share["to"]]["name"] == "a"]
    # The page writes the sum of all shares: 0 + 4 = 4, and not 4 alone, since something has come over that edge.
    assert [(share["before"], share["added"], share["after"]) for share in to_a] == [("0", "0", "0"), ("0", "4", "4")]
    assert to_a[0]["says"] == "To a: local derivative 0 × upstream 1 = 0. a.grad was 0 and is 0 now."


def test_two_edges_of_one_product_have_a_local_derivative_each():
    a = Day2(3.0, label="a")
    share = described(record(a * a))["steps"][0]["shares"][0]
    assert (share["uses"], share["locals"], share["added"]) == (2, ["3", "3"], "6")
    assert share["terms"] == "3 × 1 + 3 × 1"


def test_a_tiny_share_is_not_lost_in_what_had_arrived():
    a, tiny = Day2(2.0, label="a"), Day2(1e-30, label="t")
    share = described(record(a + (a * tiny)))["steps"][1]["shares"]
    to_a = next(one for one in share if one["to"] == 0)
    assert (to_a["added"], to_a["wrong"]) == ("1e-30", "")


# An engine that is wrong


def broken(product=None, total=None):
    """Return Day 2's class with another rule: functions of out, self and other."""

    class Broken(Day2):
        def __mul__(self, other):
            out = Broken(self.data * other.data, (self, other), "*")
            out._backward = lambda: product(out, self, other)
            return out

        def __add__(self, other):
            out = Broken(self.data + other.data, (self, other), "+")
            out._backward = lambda: (total or right_sum)(out, self, other)
            return out

    return Broken


def right_sum(out, one, other):
    one.grad += out.grad
    other.grad += out.grad


def assigns(out, one, other):
    one.grad = other.data * out.grad
    other.grad = one.data * out.grad


def own_data(out, one, other):
    one.grad += one.data * out.grad
    other.grad += other.data * out.grad


def no_upstream(out, one, other):
    one.grad += other.data
    other.grad += one.data


def turned(out, one, other):
    one.grad -= other.data * out.grad
    other.grad += one.data * out.grad


def nothing(out, one, other):
    pass


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (
            assigns,
            "With the 1 that had arrived before, that makes 5. Your class leaves 4, as if the share had replaced it.",
        ),
        (own_data, "Your class adds 4, which is 1.333 times as much."),
        (turned, "Your class adds -4, with the wrong sign."),
        (nothing, "Your class adds nothing to a."),
    ],
)
def test_a_wrong_share_is_seen_and_said(rule, says):
    shown = step(accumulation(broken(product=rule)))
    assert says in shown.words
    assert "the local derivative times upstream is 4 × 1 = 4, found by a nudge." in shown.words


def amiss(data):
    return {node["name"]: node["amiss"] for node in data["nodes"] if node["amiss"]}


def test_a_gradient_that_ends_wrong_is_said_to_be_wrong():
    shown = step(accumulation(broken(product=assigns)))
    assert amiss(shown.data) == {
        "a": "Every share has arrived, and the number is wrong: nudges say 5, not 4. A share on the way to it is wrong."
    }
    assert shown.words.endswith("At the end: a.grad = 4 (✗ wrong: nudges say 5), b.grad = 3.")


def test_what_came_too_late_makes_the_gradients_after_it_wrong():
    shown = compare_orders(two_ways())
    first, topological, levels = shown.boards
    assert amiss(first)["a"].endswith("nudges say 18, not 3. A share came too late on the way to it.")
    assert first["ends"] == "At the end: a.grad = 3 (✗ wrong: nudges say 18)."
    assert "nudges say 18, not 15" in amiss(levels)["a"]
    assert (amiss(topological), topological["ends"]) == ({}, "At the end: a.grad = 18.")
    assert "a.grad: 3 first arrival, 18 topological, 15 level by level." in shown.words, "the table of section 1"
    assert len(re.findall("<img", shown.bundle()["text/html"])) == 2


def test_a_node_called_never_or_twice_spoils_later_gradients():
    y = accumulation()
    never = described(record(y, [y]))
    assert amiss(never)["b"].endswith("nudges say 3, not 0. A node on the way to it was never called.")
    y = accumulation()
    twice = described(record(y, [y, y._prev[0], y._prev[0]]))
    assert amiss(twice)["b"].endswith("nudges say 3, not 6. On the way to it a node passed on more than once.")


def test_where_no_nudge_is_possible_a_late_share_is_still_reported():
    a, b = (Strange(0.5, label=name) for name in "ab")
    s = Strange((a + b).data, (a, b), "my sum")
    s._backward = lambda: right_sum(s, a, b)
    p = named(s * s, "p")
    root = named(p + s, "y")
    data = described(record(root, [root, s, p]))
    assert amiss(data)["a"] == (
        "Every share has arrived, and the number can't be trusted. A share came too late on the way to it."
    )
    assert "(✗ can't be trusted)" in data["ends"]


def test_right_gradients_and_shares_are_called_right_at_every_size_and_at_a_kink():
    right = [many_ways()[0], Value(0.0).relu(), Value(0.0).relu() * Value(3.0)]
    for one, other in ((1e9, 1.0), (1e-9, 1e9), (1e150, 1e-150), (-1e6, 1e6), (0.0, 0.0)):
        a, b = Day2(one, label="a"), Day2(other, label="b")
        right += [a * b + a]
        assert amiss(described(record(a * b + a + a * a * b))) == {}, (one, other)
    for root in right:
        data = described(record(root))
        assert amiss(data) == {}
        assert [share["says"] for each in data["steps"] for share in each["shares"] if share["wrong"]] == []


def test_the_still_strip_marks_a_wrong_share_as_the_live_figure_does():
    Broken = broken(product=no_upstream)
    a, b, c = (Broken(number, label=name) for number, name in ((3.0, "a"), (2.0, "b"), (16.0, "c")))
    shown = step(named(a * b, "p") * c)
    html = shown.bundle()["text/html"]
    pictures = [base64.b64decode(one).decode() for one in re.findall(r"base64,([^\"]+)", html)]
    assert "2 x 16 = 32" in pictures[1]
    assert "≠ 2 added" in pictures[1]
    assert "0.125" not in html + "".join(pictures)
    assert "stroke-dasharray" in pictures[1], "seen without colour"
    assert "To a: local derivative 2, times 16 is 32 by a nudge, and not the 2 that is added;" in html
    assert "Your class adds 2: it does not multiply by the upstream gradient, 16." in shown.words
    right = step(accumulation()).bundle()["text/html"]
    assert not [one for one in re.findall(r"base64,([^\"]+)", right) if "≠" in base64.b64decode(one).decode()]


def test_an_arrow_has_its_local_derivative_where_nothing_comes_down():
    a, b = Day2(0.0, label="a"), Day2(2.0, label="b")
    shown = step(named(a * b, "p") * a)
    assert "To a: local derivative 2, times 0 adds 0" in shown.bundle()["text/html"]


def test_a_backward_that_raises_shows_the_steps_before_it():
    def fails(out, one, other):
        raise ZeroDivisionError("float division by zero")

    shown = step(accumulation(broken(product=fails)))
    assert len(shown.data["steps"]) == 2
    assert "Here the pass stops. `_backward` of p stopped: ZeroDivisionError: float division by zero" in shown.words


# What gets a sentence


def cyclic():
    a = Day2(1.0, label="a")
    y = a + a
    a._prev = (y,)
    return y


def stored():
    y = Day2(2.0) + Day2(3.0)
    y._backward = None
    return y


@pytest.mark.parametrize(
    ("thing", "says"),
    [
        (3.0, "a plain number does not know where it came from"),
        ("a", "step needs a Value"),
        (torch.ones(1, requires_grad=True) * 2, "PyTorch's tensors don't let their steps be watched"),
        (Day2, "step needs a value of your engine, or a function and the class"),
        (lambda a: a, "Hand over a value of your engine, or a function with its numbers"),
        (cyclic(), "step found a cycle"),
        (Day1(2.0) * Day1(3.0), "You write it on Day 2."),
        (stored(), "keeps None in `_backward`, where a function belongs"),
    ],
)
def test_what_cannot_be_stepped_through_gets_a_sentence(thing, says):
    shown = step(thing)
    assert says in shown.words
    assert shown.data == {}
    assert set(shown.bundle()) == {"text/html", "text/plain"}
    if not callable(thing):
        assert says.replace("step ", "compare_orders ") in compare_orders(thing).words


@pytest.mark.parametrize(("number", "says"), [(math.nan, "not a number (NaN)"), (math.inf, "infinite")])
def test_an_infinite_or_missing_number_is_reported(number, says):
    shown = step(named(Day2(number, label="x") * Day2(2.0, label="w"), "y"))
    assert f"The data of x is {says}." in shown.words
    json.dumps(shown.data, allow_nan=False)


def test_a_pass_that_walks_every_path_is_ended():
    def recurse(node):
        node._backward()
        for parent in node._prev:
            recurse(parent)

    Naive = broken()
    Naive.backward = lambda self: (setattr(self, "grad", 1.0), recurse(self))
    y = Naive(1.0)
    for _ in range(40):
        y = y + y
    shown = step(y)
    assert "The pass was ended after 2,082 calls. The graph has 41 nodes" in shown.words
    assert y.grad == 0.0


def test_a_leaf_alone_has_no_steps():
    shown = step(Day2(2.0, label="a"))
    assert shown.data["steps"] == []
    assert "a.grad" in shown.bundle()["text/plain"]


@pytest.mark.parametrize("count", [2100, pytest.param(50_000, marks=pytest.mark.exhaustive)])
def test_a_large_graph_gets_a_sentence_and_a_table(count):
    y = Day2(1.0)
    for _ in range(count):
        y = y + y
    shown = step(y)
    assert shown.words.startswith(f"This graph has {count + 1:,} nodes; up to 2,000 can be stepped through.")
    assert len(shown.words.splitlines()) < 50
    assert "<pre>" in shown.bundle()["text/html"]


# An order


def test_an_order_of_ones_own_is_followed():
    y = accumulation()
    p = y._prev[0]
    early = step(y, order=[p, y])
    assert [early.data["nodes"][one["node"]]["name"] for one in early.data["steps"]] == ["p", "y"]
    assert "Too early: y has not passed a gradient on yet. Step 2 adds 1 to p, and nothing passes it on." in early.words
    assert "Too late: p has passed its gradient on already, in step 1." in early.words


# The graph of a check


FAILING = {
    "nodes": [
        {"name": "x", "op": "", "data": 3.0, "parents": [], "grad": "3", "mark": "expected 6.0"},
        {"name": "y", "op": "*", "data": 9.0, "parents": [0, 0], "grad": "1", "mark": ""},
    ]
}


def test_a_failing_graph_is_built_by_the_learners_class():
    shown = step_failing(FAILING, broken(product=assigns))
    assert type(shown.recording.graph.nodes[-1].source).__name__ == "Broken"
    says = "3 × 1 + 3 × 1 = 6, over 2 edges, found by a nudge. Your class adds 3, which is 0.5 times as much."
    assert says in shown.words


def test_a_failing_graph_that_cannot_be_built_gets_a_sentence(monkeypatch):
    class Half(Day2):
        def __mul__(self, other):
            raise NotImplementedError("Exercise 2.2 is not written yet.")

    assert "can't build y with '*'. NotImplementedError: Exercise 2.2" in step_failing(FAILING, Half).words
    assert "there is no class `Value` here" in step_failing(FAILING).words
    monkeypatch.setattr("companion.stepper.stepping._last", [])
    assert "It has drawn none yet." in step_failing().words
    remember(FAILING)
    assert step_failing(value=Day2).words.endswith("At the end: x.grad = 6.")


# Again, with other numbers


def test_a_changed_leaf_runs_both_passes_of_the_learners_class():
    y, (a, _) = many_ways()
    graph = record(y).graph
    again = run_again(graph, {next(p for p, node in enumerate(graph.nodes) if node.name == "a"): 0.2})[-1]
    assert type(again) is Value
    a_tensor, b_tensor = torch.tensor([0.2, 1.3], dtype=torch.float64)
    assert again.data == pytest.approx(formula(a_tensor, b_tensor).item(), abs=1e-12)
    assert a.data == 0.7


class Strange(Day2):
    def squash(self):
        return Strange(math.tanh(self.data), (self,), "my tanh")


def test_an_unknown_operation_is_not_guessed():
    y = Strange(0.5, label="a").squash()
    graph = record(y).graph
    assert slopes(graph, len(graph.nodes) - 1) is None
    with pytest.raises(CannotStep, match="Hand over the function instead"):
        run_again(graph, {0: 1.0})
    share = step(y).data["steps"][0]["shares"][0]
    assert (share["measured"], share["wrong"]) == (False, "")


def test_sets_and_other_names_of_operations_are_run_again():
    class Other(Day2):
        def __add__(self, other):
            out = Other(self.data + other.data, {self, other}, "add")
            out._backward = lambda: right_sum(out, self, other)
            return out

        def __sub__(self, other):
            out = Other(self.data - other.data, {self, other}, "-")
            return out

    a, b = Other(5.0, label="a"), Other(3.0, label="b")
    for y in (a + a, a + b, a - b):
        graph = record(y).graph
        assert run_again(graph, {})[-1].data == y.data


def ask(shown, **request):
    return shown.answer(request)


def test_a_request_of_the_page_is_answered():
    shown = step(accumulation(Value))
    board = ask(shown, do="leaf", values={"a": 5.0})["boards"][0]
    assert next(node for node in board["nodes"] if node["name"] == "p")["data"] == "20"
    assert [share["added"] for share in board["steps"][1]["shares"]] == ["4", "5"]
    nudge = ask(shown, do="nudge", leaf="a", values={})
    assert nudge["sentence"] == (
        "a from 3 to 3.001: y moves from 15 to 15.005, by 0.005. Divided by 0.001 that is 5. a.grad says 5."
    )
    early = ask(shown, do="nudge", leaf="a", values={}, unfinished={"step": 1, "grad": "1"})
    says = "At step 1, a.grad is 1: more is still to come. At the end of the pass, a.grad says 5."
    assert early["sentence"].endswith(says)


def test_a_request_that_the_class_refuses_gets_a_sentence():
    a = Value(2.0, label="a")
    shown = step(a.log())
    assert "cannot be computed: ValueError" in ask(shown, do="leaf", values={"a": -1.0})["sentence"]
    assert "sentence" in ask(shown, do="leaf", values={"nobody": 1.0})
    assert "sentence" in ask(shown, do="nudge", leaf="nobody")
    assert "sentence" in ask(shown, do="leaf", values={"a": "three"})


def test_a_function_is_run_again_itself():
    shown = step(lambda a, b: a * b if a.data > 0 else a + b, {"a": 2.0, "b": -3.0}, value=Day2)
    assert [one["name"] for one in shown.data["nodes"]][:2] == ["a", "b"]
    board = ask(shown, do="leaf", values={"a": -1.0})["boards"][0]
    assert board["nodes"][-1]["data"] == "-4"
    assert "cannot call the function" in step(lambda a: a, {"b": 1.0, "c": 2.0}, value=Day2).words


# Folds


def test_a_neuron_folds():
    weights = [Value(0.1 * place) for place in range(4)]
    xs = [Value(1.0, label=f"x{place}") for place in range(4)]
    y = sum((weight * x for weight, x in zip(weights, xs, strict=True)), Value(0.5)).tanh()
    graph = record(y).graph
    (fold,) = folds(graph)
    assert fold["title"] == "weighted sum of 5 terms"
    inside = {graph.nodes[place].name for place in fold["members"]}
    assert not any(name in inside for name in ("x0", "x1", "x2", "x3")) or len(inside) > 12
    users = {child for parent, child in graph.edges if parent in fold["members"] and parent != fold["head"]}
    assert users <= set(fold["members"]), "nothing but the last sum is seen from outside"


# What is saved


def test_the_saved_output_stands_alone():
    bundle = step(accumulation(), caption="Figure 1. A pass.").bundle()
    assert set(bundle) == {"text/html", "text/plain"}, "no view of a widget, which would be empty without a kernel"
    html = bundle["text/html"]
    assert html.count("<img alt=") == 2
    assert "<script" not in html
    assert not re.search(r"(?:src|href)=\"(?!data:)", html)
    assert bundle["text/plain"].startswith("Figure 1. A pass.\nBefore the first step")
    assert step(accumulation(), caption="Figure 1. A pass.").bundle() == bundle, "the same bytes each time"


def test_without_anywidget_and_in_a_graded_run_there_is_no_live_figure(monkeypatch):
    class Shell:
        kernel = object()

    monkeypatch.setattr("IPython.get_ipython", Shell)
    for name in widget.SILENCING:
        monkeypatch.delenv(name, raising=False)
    assert widget.can_live()
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    assert not widget.can_live()
    monkeypatch.delenv("NBGRADER_EXECUTION")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not widget.can_live()


# Training


class Line:
    """y = w * x, for Value and for what is computed with it."""

    def __init__(self):
        self.w = Value(0.0)

    def __call__(self, x):
        return self.w * x[0] + x[1] * 0.5

    def parameters(self):
        return [self.w]


def test_watch_yields_what_it_gets_where_nobody_watches(capsys, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    assert list(watch(range(3), Line(), [])) == [0, 1, 2]
    assert capsys.readouterr().out == ""


def test_in_a_browser_there_is_no_bar_no_button_to_stop_and_no_numpy(monkeypatch):
    for name in widget.SILENCING:
        monkeypatch.delenv(name, raising=False)
    for package in ("tqdm", "numpy"):
        monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(training.browser, "IS_HERE", True)
    assert list(training.with_bar(range(3), "rounds")) == [0, 1, 2]
    figure = object.__new__(training._Figure)
    figure.model, figure.level, figure.points, figure.classes = Line(), 0.0, [[0.0, 0.0], [1.0, 1.0]], [0, 1]
    figure.losses, figure.values, figure.total, figure.label, figure.runs = [], {}, 2, "", 1
    data = figure.data(1)
    assert not data["stops"]
    assert len(data["boundary"]["above"]) == training.GRID**2


def test_the_boundary_is_the_models_own():
    mlp = load("day4")["MLP"](2, [3, 1])
    grid = training._on_grid(mlp, -1.0, 1.0, -1.0, 1.0)
    side = training.GRID
    for row, column in ((0, 0), (7, 21), (side - 1, side - 1)):
        x = [-1 + 2 * (place + 0.5) / side for place in (column, row)]
        assert grid[row * side + column] == pytest.approx(mlp(x).data, abs=1e-9)


def test_a_model_that_is_not_its_graph_has_no_boundary():
    class Branch(Line):
        def __call__(self, x):
            return self.w * x[0] + (1.0 if float(getattr(x[0], "data", x[0])) > 0 else 2.0)

    assert training._on_grid(Branch(), -1.0, 1.0, -1.0, 1.0) is None


def test_points_that_are_no_numbers_have_no_boundary():
    figure = object.__new__(training._Figure)
    figure.model, figure.level, figure.classes = Line(), 0.0, [0, 1]
    figure.points = [[0.0, math.nan], [1.0, 1.0]]
    assert figure._boundary() is None
    figure.points = [[0.0, 0.0], [1.0, 1.0]]
    json.dumps(figure._boundary(), allow_nan=False)


def test_norms_by_layer_of_both_kinds_of_models():
    net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))
    net(torch.ones(4, 2)).sum().backward()
    assert [name for name, _ in training._norms(net)] == ["0", "2"]
    assert training._norms(net)[1][1] == pytest.approx(float(net[2].weight.grad.norm()))
    line = Line()
    line.w.grad = -3.0
    assert training._norms(line) == [("all parameters", 3.0)]
    assert training._norms(None) == []


def test_the_page_gets_each_sentence_once_and_what_is_wrong():
    a, b = Day2(3.0, label="a"), Day2(4.0, label="b")
    product = a * b
    result = product + a
    result._backward = lambda: (setattr(product, "grad", 1.0), setattr(a, "grad", 7.0))
    shown = step(result)
    (wrong,) = [share for one in shown.data["steps"] for share in one["shares"] if share["wrong"]]
    assert (wrong["to"], wrong["expected"], wrong["added"]) == (0, "1", "7")
    said = [text for one in shown.data["steps"] for text in (*one["says"], *(share["says"] for share in one["shares"]))]
    assert [text for text in said if json.dumps(shown.boards).count(json.dumps(text)) != 1] == []


class Screen:
    def __init__(self):
        self.values = []

    def __setattr__(self, name, value):
        if name == "data":
            self.values.append(value)
        super().__setattr__(name, value)


def figure_by(clock, monkeypatch, price, opens):
    """Return a figure of a training that looks at this clock."""
    monkeypatch.setattr("companion.stepper.training.time.perf_counter", lambda: clock[0])
    monkeypatch.setattr("companion.stepper.training.bring_to_life", lambda key, data, answer: opens())
    figure = object.__new__(training._Figure)
    figure.started = figure.shown = figure.spent = 0.0
    figure.price, figure.key, figure.live, figure.first = price, "key", None, {"done": 0}
    return figure


@pytest.mark.parametrize(("price", "most"), [(0.001, 40), (0.05, 7), (3.0, 1)])
def test_the_figure_takes_its_share_of_the_time_and_no_more(monkeypatch, price, most):
    clock, screen = [0.0], Screen()
    figure = figure_by(clock, monkeypatch, training.OPENING, lambda: screen)

    def data(done):
        clock[0] += price
        return {"done": done}

    figure.data = data
    for done in range(100):
        clock[0] += 0.1
        figure.show(done)
        if figure.price == price:  # it is known what a picture takes
            assert figure.spent <= max(price, training.SHARE * clock[0])
    assert figure.live is screen
    assert len(screen.values) < most


@pytest.mark.parametrize("price", [training.OPENING, training.OPENING + training.LOADING])
def test_the_first_picture_waits_until_it_fits_into_the_share(monkeypatch, price):
    clock, opened = [0.0], []
    figure = figure_by(clock, monkeypatch, price, lambda: opened.append(clock[0]))
    figure.data = lambda done: {}
    while not opened:
        clock[0] += 0.1
        figure.show(1)
    assert opened == [pytest.approx(price / training.SHARE, abs=0.1)]


@pytest.mark.parametrize("rounds", [1, 5, 100])
def test_the_state_before_the_first_round_is_there_however_late_the_figure_is_drawn(monkeypatch, rounds):
    model, losses, drawn, screen = Line(), [], [], Screen()
    monkeypatch.setattr(training, "can_live", lambda: True)
    monkeypatch.setattr(training, "bring_to_life", lambda key, data, answer: drawn.append(data) or screen)
    monkeypatch.setattr("IPython.display.display", lambda *_, **__: Screen())
    monkeypatch.setattr(Screen, "update", lambda self, *_, **__: None, raising=False)
    for number in watch(range(rounds), model, losses, points=[[0, 0], [1, 1]], classes=[0, 1]):
        model.w.data, model.w.grad = model.w.data - 1.0, 2.0
        losses.append(float(number))
    assert drawn[0]["done"] > 0
    for data in [*drawn, *screen.values]:
        assert data["first"]["done"] == 0
        assert data["first"]["losses"] == []
        assert data["first"]["norms"][0]["value"] == 0
        assert data["first"]["boundary"]["above"] != data["boundary"]["above"]


@pytest.mark.parametrize("shown", [step, compare_orders])
def test_a_figure_that_comes_to_life_has_a_place_of_its_own(monkeypatch, shown):
    def place():
        (one,) = re.findall("gradtools-key-[0-9a-f]+", shown(accumulation()).bundle()["text/html"])
        return one

    assert place() == place(), "where nobody steps, the same bytes for the same content"
    monkeypatch.setattr("companion.stepper.widget.can_live", lambda: True)
    assert place() != place(), "two kernels may show the same in one page"


class Model:
    closed = False

    def __init__(self, key, data):
        self.key = key

    def on_msg(self, answer):
        pass

    def close(self):
        self.closed = True


def test_a_cell_that_runs_again_closes_what_it_showed_before(monkeypatch):
    class Shell:
        class kernel:
            @staticmethod
            def get_parent(channel):
                return asked

    def shown(cell, run, *keys):
        asked.update(metadata={"cellId": cell} if cell else {}, header={"msg_id": run})
        return [widget.bring_to_life(key, {}, lambda request: {}) for key in keys]

    asked = {}
    monkeypatch.setattr("IPython.get_ipython", Shell)
    monkeypatch.setattr(widget, "_kind", lambda: Model)
    monkeypatch.setattr(widget, "_open", {})
    first = shown("cell 1", "run 1", "a", "b")
    other = shown("cell 2", "run 2", "c")
    unknown = shown("", "run 3", "d") + shown("", "run 4", "e")
    assert not any(one.closed for one in first + other + unknown), "one run may show several"
    again = shown("cell 1", "run 5", "f", "g")
    assert [one.closed for one in first] == [True, True]
    assert not any(one.closed for one in other + unknown + again)
    asked.clear()
    many = [widget.bring_to_life(f"m{place}", {}, lambda request: {}) for place in range(widget._MOST_OPEN)]
    assert all(one.closed for one in other + unknown + again), "a page that does not tell its cells"
    assert not any(one.closed for one in many)
    assert len(widget._open) == widget._MOST_OPEN


def test_an_interrupt_is_a_wish_to_stop():
    before = signal.getsignal(signal.SIGINT)
    with training._stop_asked() as asked:
        os.kill(os.getpid(), signal.SIGINT)
        assert asked == [True]
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


# The line that runs


class Lit:
    """An engine whose `_backward` has a line of its own for each parent, the second one first."""

    def __init__(self, data, parents=()):
        self.data, self.grad, self._prev, self._op = data, 0.0, parents, "*" if parents else ""
        self._backward = lambda: None

    def __mul__(self, other):
        """Return the product."""
        out = Lit(self.data * other.data, (self, other))

        def _backward():
            helper = out.grad
            other.grad += self.data * helper
            self.grad += other.data * helper

        out._backward = _backward
        return out


def test_each_share_knows_the_line_that_passed_it_on():
    data = described(record(Lit(2.0) * Lit(3.0)))
    (one,) = data["steps"]
    lines = data["codes"][one["code"]]
    assert lines[0] == "def _backward():"
    texts = [lines[share["line"]].strip() for share in sorted(one["shares"], key=lambda share: share["to"])]
    assert texts == ["self.grad += other.data * helper", "other.grad += self.data * helper"]


def test_nested_passes_are_traced_and_what_traces_already_is_left_alone():
    before = sys.gettrace()
    y = Lit(2.0) * Lit(3.0)
    inner, own = y._prev[0], y._backward
    inner._backward = lambda: None
    y._backward = lambda: (own(), inner._backward())
    assert described(record(y))["codes"]
    assert sys.gettrace() is before
    sys.settrace(quiet := lambda *event: None)
    try:
        assert all(share["line"] is None for share in described(record(y))["steps"][0]["shares"])
        assert sys.gettrace() is quiet
    finally:
        sys.settrace(before)


def test_a_function_whose_text_is_gone_is_stepped_through_without_it():
    names = {"Lit": Lit}
    exec("def double(x):\n    out = Lit(2 * x.data, (x,))\n    def _backward():\n        x.grad += 2 * out.grad\n    "
         "out._backward = _backward\n    return out", names)  # fmt: skip
    data = described(record(names["double"](Lit(2.0))))
    assert data["codes"] == [[]]
    assert data["steps"][0]["shares"][0]["added"] == "2"


# Drawing


SOFTMAX = "\n".join(
    cell.source.partition("three =")[0]
    for cell in reference.cells(4)
    if re.search(r"^def (softmax_cross_entropy|probabilities)\(", cell.source, re.MULTILINE)
)
PIXELS = [1.0 if sign == "#" else 0.0 for sign in ".###.#...##...#.###.#...##...#.###."]


@pytest.fixture
def digits():
    """Return what Day 4 draws with: a net that knows the 8 alone, its probabilities and its loss."""
    names = {**load("day4"), "math": math}
    exec(SOFTMAX, names)
    random.seed(8)
    net = names["MLP"](35, [10])
    names["train"](net, [PIXELS], [8], 5, 1.0, loss=names["softmax_cross_entropy"])
    return net, names["probabilities"], names["softmax_cross_entropy"]


def test_a_drawing_is_answered_by_the_net_itself(digits):
    net, probabilities, _ = digits
    shown = draw_digit(*digits, PIXELS, caption="Figure 3. A drawing.")
    drawn = [*PIXELS[:7], 1.0, *PIXELS[8:]]
    answer = ask(shown, do="answer", pixels=drawn)
    assert answer["shares"] == probabilities(net(drawn))
    assert answer["sentence"] == f"Your net says 8, with probability {answer['shares'][8]:.2f}."
    assert "The grid is empty." in ask(shown, do="answer", pixels=[0.0] * 35)["sentence"]
    assert "Every pixel is ink." in ask(shown, do="fool", pixels=[1] * 35)["sentence"]
    for pixels in (None, PIXELS[1:], [*PIXELS[1:], 2.0], [*PIXELS[1:], math.nan], ["1"] * 35):
        assert ask(shown, do="fool", pixels=pixels)["sentence"].startswith("A drawing has 35 numbers")
    bundle = shown.bundle()
    assert bundle["text/html"].count("<img alt=") == 1
    assert bundle["text/plain"].startswith("Figure 3. A drawing.\nYour net says 8, with probability ")
    assert draw_digit(*digits, PIXELS, caption="Figure 3. A drawing.").bundle() == bundle, "the same bytes each time"


def test_fool_me_follows_the_learners_gradient_and_leaves_the_net_as_it_was(digits):
    net, probabilities, loss = digits
    before = [(one.data, one.grad) for one in net.parameters()]
    fooled = ask(draw_digit(*digits, PIXELS), do="fool", pixels=PIXELS, digit=None)
    for place in (0, 1, 17):  # the gradient is what a nudge says
        losses = []
        for nudge in (-1e-6, 1e-6):
            moved = [pixel + nudge * (each == place) for each, pixel in enumerate(PIXELS)]
            losses.append(loss([net(moved)], [8]).data)
        assert fooled["gradient"][place] == pytest.approx((losses[1] - losses[0]) / 2e-6, rel=1e-4, abs=1e-8)
    for old, new, slope in zip(PIXELS, fooled["pixels"], fooled["gradient"], strict=True):
        assert new == min(1.0, max(0.0, old + (0.25 if slope > 0 else -0.25)))
    assert fooled["fooled"] == 8
    assert fooled["shares"][8] < probabilities(net(PIXELS))[8]
    assert [(one.data, one.grad) for one in net.parameters()] == before


def test_a_net_that_cannot_answer_gets_a_sentence_and_no_grid(digits):
    net, probabilities, loss = digits

    def missing(x):
        raise NotImplementedError("Exercise 4.1 is not written yet.")

    with pytest.raises(NotImplementedError):
        draw_digit(missing, probabilities, loss, PIXELS)
    for broken, says in (
        (lambda x: net(x)[:9], "is not ten probabilities"),
        (lambda x: [1 / 0], "Your net could not answer. ZeroDivisionError: division by zero"),
    ):
        shown = draw_digit(broken, probabilities, loss, PIXELS)
        assert not shown.boards
        assert says in shown.bundle()["text/plain"]
    no_gradient = draw_digit(net, probabilities, lambda outputs, classes: None, PIXELS)
    assert "AttributeError" in ask(no_gradient, do="fool", pixels=PIXELS)["sentence"]


def test_the_page_asks_nothing_of_the_network():
    for path in PAGE.iterdir():
        text = path.read_text("utf-8")
        assert "SPDX-License-Identifier" in text
        for address in re.findall(r"https?://[^\s\"'`]+", text):
            assert address == "http://www.w3.org/2000/svg", f"{path.name}: {address}"
        assert not re.search(r"\bimport\b\s*[({\"']|@import|url\(", text), path.name
