# SPDX-License-Identifier: MIT
"""Day 6: the reference Tensor against PyTorch, and what its questions can tell apart."""

import math
import re
from itertools import product

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import message_of, verdict_of

from exercises.day6_broken.right import shown
from exercises.day6_stuck import probes as stuck
from judge.asking.ask import ask
from judge.asking.probe import probes_of
from judge.notebooks import course, reference
from judge.run.answers import PlainValue, Unexpected, from_json, plain_answer, to_json
from judge.verdicts import render
from judge.verdicts.decide import decide
from verification import catalogued, right_solutions

MOST_LINES = 120
REFERENCE = reference.load(6)
Tensor = REFERENCE["Tensor"]

# How the tensor of either side is changed, one step of a random graph at a time.
ONE = {
    "tanh": lambda a: a.tanh(),
    "exp": lambda a: (a * 0.25).exp(),
    "relu": lambda a: a.relu(),
    "log": lambda a: (a * a + 1.0).log(),
    "square": lambda a: a**2,
    "negative": lambda a: -a,
    "from the left": lambda a: 2.5 - a * 0.5,
}
TWO = {"+": lambda a, b: a + b, "*": lambda a, b: a * b, "-": lambda a, b: a - b, "@": lambda a, b: a @ b}
SIDES = st.sampled_from((1, 2, 2, 3))


@st.composite
def graphs(draw):
    """Return leaves, as lists of arrays, and steps: an operation with the places of its operands."""
    count = draw(st.integers(2, 4))
    source = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows, columns = draw(SIDES), draw(SIDES)
    shapes = [(), (columns,), (1, columns), (rows, 1), (rows, columns), (columns, columns), (columns, rows)]
    leaves = [source.uniform(-2, 2, draw(st.sampled_from(shapes))) for _ in range(count)]
    names = st.sampled_from((*ONE, *TWO, *TWO, "sum"))
    steps = [
        (draw(names), draw(st.integers(0, 99)), draw(st.integers(0, 99)), draw(st.booleans()))
        for _ in range(draw(st.integers(2, 8)))
    ]
    return leaves, steps


def fits(name, first, second):
    if name == "@":
        return len(first) == len(second) == 2 and first[1] == second[0]
    pairs = zip(reversed(first), reversed(second), strict=False)
    return all(one == other or 1 in (one, other) for one, other in pairs)


def grown(leaves, steps, shape_of):
    """Return a single number that is made of the leaves by the steps that fit."""
    nodes = list(leaves)
    for name, one, other, flag in steps:
        first, second = nodes[one % len(nodes)], nodes[other % len(nodes)]
        if name in ONE:
            nodes.append(ONE[name](first))
        elif name == "sum":
            axes = len(shape_of(first))
            nodes.append(first.sum(axis=other % axes - axes, keepdims=flag) if axes else first.sum())
        elif fits(name, shape_of(first), shape_of(second)):
            nodes.append(TWO[name](first, second))
    total = nodes[len(leaves)].sum() if len(nodes) > len(leaves) else nodes[0].sum()
    for node in nodes:
        total = total + (node * node * 0.01).sum()
    return total


def agrees_with_torch(graph):
    leaves, steps = graph
    mine = [Tensor(leaf) for leaf in leaves]
    theirs = [torch.tensor(leaf, dtype=torch.float64, requires_grad=True) for leaf in leaves]
    root = grown(mine, steps, lambda node: node.data.shape)
    twin = grown(theirs, steps, lambda node: tuple(node.shape))
    assert math.isclose(root.data, twin.item(), rel_tol=1e-9, abs_tol=1e-9) or not math.isfinite(twin.item())
    if abs(twin.item()) > 1e12:  # Powers of powers: what is left of 16 digits differs.
        return
    root.backward()
    twin.backward()
    for node, other in zip(mine, theirs, strict=True):
        assert node.grad.shape == node.data.shape
        scale = max(1.0, float(other.grad.abs().max()))
        assert np.allclose(node.grad, other.grad.numpy(), rtol=1e-9, atol=1e-9 * scale)


quiet = {"deadline": None, "derandomize": True, "suppress_health_check": list(HealthCheck), "database": None}


@settings(max_examples=100, **quiet)
@given(graphs())
def test_gradients_of_random_graphs_of_arrays_equal_pytorchs(graph):
    agrees_with_torch(graph)


@pytest.mark.exhaustive
@settings(max_examples=2_000, **quiet)
@given(graphs())
def test_gradients_of_2000_random_graphs_of_arrays_equal_pytorchs(graph):
    agrees_with_torch(graph)


def test_every_pair_of_shapes_that_broadcasts_agrees_with_pytorch():
    source = np.random.default_rng(6)
    shapes = [(), (1,), (2,), (3,), (1, 1), (1, 3), (2, 1), (2, 3), (3, 3), (2, 1, 3), (2, 2, 3)]
    pairs = [(one, other) for one in shapes for other in shapes if fits("+", one, other)]
    assert len(pairs) > 60
    for one, other in pairs:
        for sign in "+*-":
            leaves = [source.normal(size=one), source.normal(size=other)]
            agrees_with_torch((leaves, [(sign, 0, 1, False)]))


def test_the_reference_is_read_in_one_sitting():
    answers = reference.solutions(6)
    given_functions = next(
        cell.source
        for cell in reference.cells(6)
        if cell.metadata.get("nbgrader", {}).get("grade_id") == "day6-functions"
    )
    own = answers["day6-unbroadcast"].partition("shares = {")[0] + answers["day6-tensor"].partition("class Tensor")[2]
    lines = [line for line in f"{own}\n{given_functions}".split("\n") if line.strip() and "###" not in line]
    code = [line for line in lines if not line.strip().startswith('"""')]
    assert len(code) <= MOST_LINES, len(code)


# What a verdict says of arrays


SUM = "grad = grad.sum(axis=0)"


def test_the_gradient_of_the_row_says_its_shape_and_that_of_its_data():
    text = message_of(verdict_of("day6-unbroadcast-rows", (SUM, "break", "day6-unbroadcast")))
    assert "Expected: the shape (2,): " in text
    assert "Its entries add up to the right ones: what was repeated has to be added up." in text
    turned = ("other.grad += self.data.T @ out.grad", "other.grad = out.grad.T @ self.data", "day6-tensor")
    turned = message_of(verdict_of("day6-tensor-matmul", turned))
    assert "The numbers are right, and its axes stand in the other order." in turned
    assert "Expected: the shape (2, 3) for the gradient of `b`: " in turned


# Right answers, and what crosses the wall


def test_the_tensor_is_written_in_ten_styles_or_more():
    files = [name for name in right_solutions.right_solutions() if name.startswith("day6/")]
    assert sum("day6-tensor" in right_solutions.read(name) for name in files) >= 10
    assert sum(len(right_solutions.read(name)) for name in files) >= 25


def test_every_expected_answer_crosses_as_plain_data():
    for check in catalogued.checks_of(course.assignment(6)):
        for answer in ask(check, REFERENCE, 3):
            assert from_json(to_json(answer)) == answer
            assert not isinstance(answer, Unexpected)
        assert probes_of(check)
    assert plain_answer(np.ones((40, 40))).value.shape == (40, 40)
    assert plain_answer(np.array(2.5)) == PlainValue(2.5)
    large, small = plain_answer([np.zeros(10**6), np.ones(2)]).value
    assert large == Unexpected("ndarray", "shape", "(1000000,)")
    assert small.entries == (1.0, 1.0)


def test_a_table_of_one_row_is_shown_with_its_two_axes():
    edit = ("out.grad @ other.data.T", "out.grad @ other.data.T * 3", "day6-tensor")
    text = message_of(verdict_of("day6-tensor-matmul", edit))
    assert re.search(r"with `a = \[\[-?[\d.]+, -?[\d.]+\]\]`, `b = \[\[", text), text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ((("if self.data.size != 1:", "if self.data.size > 2:"),), "on several numbers"),
        # Its zeros are no array for a single number, and that hides nothing else that a new tensor lacks.
        (
            (
                ("self.grad = np.zeros(self.data.shape)", "self.grad = 0.0 * self.data"),
                ("        self._backward = lambda: None\n", ""),
            ),
            "has no attribute '_backward'",
        ),
    ],
)
def test_a_tensor_that_once_passed_with_a_mistake_fails(changes, said):
    source = reference.solutions("day6-tensor")["day6-tensor"]
    for old, new in changes:
        assert source.count(old) == 1
        source = source.replace(old, new)
    check = "day6-tensor-backward"
    verdict = decide(check, ask(check, reference.load("day6-tensor", answers={"day6-tensor": source}), 1), 1)
    assert said in render.message(verdict).text()


def test_a_slope_of_true_is_one():
    moved = "def column(f, inputs, chosen):\n    duals = [Dual(x, k == chosen) for k, x in enumerate(inputs)]\n"
    moved += "    return [out.move for out in f(duals)]\n"
    namespace = reference.load("day6-column-moves")
    exec(moved, namespace)
    assert decide("day6-column-moves", ask("day6-column-moves", namespace, 1), 1).outcome == "correct"


def test_gradients_of_gradients_equal_pytorchs():
    code = next(cell.source for cell in reference.cells(6) if "def gradient(" in cell.source)
    names = dict(REFERENCE)
    exec(code.partition("\nx = Value(")[0], names)
    node, x = names["Value"](0.6), torch.tensor(0.6, dtype=torch.float64, requires_grad=True)
    slope, twin = (node**3).tanh() * node + node * 2.0, (x**3).tanh() * x + x * 2.0
    for _ in range(4):
        assert math.isclose(slope.data, twin.item(), rel_tol=1e-9)
        slope = names["gradient"](slope, node)
        (twin,) = torch.autograd.grad(twin, x, create_graph=True)
    assert names["gradient"](names["Value"](1.0) * 2.0, node).data == 0.0


# What the questions of 6.1, 6.4 and 6.5 take for true


def test_engine_p_is_wrong_for_one_operation_and_where_the_question_says_so():
    shapes = [(), *((n,) for n in (1, 2, 3)), *product((1, 2, 3), repeat=2), *product((1, 2), repeat=3)]
    gradcheck, wrong = REFERENCE["gradcheck"], set()
    for one, other in product(shapes, shapes):
        for operation in ("+", "-", "*", "/", "max", "@"):
            try:
                found = max(gradcheck(operation, one, other)) > 1e-4
            except ValueError:  # The shapes do not fit, or are too few axes for `@`.
                continue
            wrong |= {operation} if found else set()
            if operation == "*":
                pair = " ".join(",".join(map(str, shape)) or "-" for shape in (one, other))
                assert found == (shown({}, pair) == "two shapes at which it is wrong"), pair
    for operation in ("tanh", "relu", "exp", "square", "sum"):
        assert all(max(gradcheck(operation, shape)) < 1e-4 for shape in shapes)
    assert wrong == {"*"}


def test_a_table_of_ones_as_the_seed_gives_the_gradients_of_the_sum():
    leaf = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64, requires_grad=True)
    table = leaf * leaf @ leaf
    table.backward(torch.ones_like(table), retain_graph=True)
    by_ones, leaf.grad = leaf.grad, None
    table.sum().backward()
    assert torch.equal(by_ones, leaf.grad)


def first_error(count):
    """Train a layer by an engine that has no `unbroadcast`, and say as the question does which step raises an error."""
    weights, bias = np.ones((3, 10)), np.zeros(10)
    sizes = [min(32, count - start) for start in range(0, count, 32)] * 3
    for step, size in enumerate(sizes, 1):
        samples = np.ones((size, 3))
        try:
            out = samples @ weights + bias
        except ValueError:
            return f"step {step} raises an error"
        product, grad = np.zeros((size, 10)) + np.ones(out.shape), np.zeros(bias.shape) + np.ones(out.shape)
        try:
            weights = weights - 0.1 * (np.zeros(weights.shape) + samples.T @ product)
        except ValueError:
            return f"step {step} raises an error on the way back"
        bias = bias - 0.1 * grad
    return "no step raises an error"


@pytest.mark.parametrize("count", range(50, 101))
def test_a_bias_that_grows_raises_an_error_where_the_question_says_so(count):
    assert stuck.stuck_unnoticed({"stuck": {"unnoticed": count}}) == first_error(count)


@pytest.mark.parametrize("count", [20, 32, *range(50, 101), 128])
def test_the_cell_below_exercise_6_5_shows_the_shapes_for_a_right_number_alone(count, capsys):
    code = next(cell.source for cell in reference.cells(6) if cell.source.startswith("# Trains a layer without"))
    exec(code, {"np": np, "stuck": {"unnoticed": count}})
    shown = capsys.readouterr().out
    is_right = "no step raises" in stuck.stuck_unnoticed({"stuck": {"unnoticed": count}})
    assert ("not right yet" in shown) is not is_right
    assert ("(32, 10)" in shown) is is_right


@pytest.mark.parametrize(
    "wrong", [{}, {"dL/dX": [-2.0, -3.0]}, {"dL/dX": [1, 2, 3]}, {"rule X": "A"}, {"G": [[1.0, 2.0]] * 3}, {"G": 0.0}]
)
def test_the_cell_below_exercise_6_3_steps_through_the_rule_for_a_right_paper_alone(wrong, capsys):
    shown, names = [], reference.load(6)
    code = next(cell.source for cell in reference.cells(6) if cell.source.startswith("# Steps through both gradients"))
    stand_ins = {"np": np, "display": shown.append, "step_product": lambda *tables, caption: caption}
    exec(code, stand_ins | {"paper": names["paper"] | wrong})
    assert len(shown) == (not wrong)
    assert capsys.readouterr().out == (
        "Your paper is not right yet. The steps are shown when it is.\n" if wrong else ""
    )


@pytest.mark.parametrize("accuracy", [0.94, 0.96])
def test_the_cells_below_exercise_6_6_show_what_a_plan_reaches_if_it_is_enough(accuracy, capsys):
    shown, cells = [], [cell.source for cell in reference.cells(6)]
    curve = [(250, 1.0, accuracy)]
    names = reference.load(6) | {"setting_of": lambda plan: [48, 4000, 3000], "trained": lambda *_: (None, curve)}
    names |= {"show_figure": lambda figure, **words: words, "display": shown.append}
    for start in ("settings = [", "# Draws Figure 6.7"):
        exec(next(source for source in cells if source.startswith(start)), names)
    assert len(shown) == (accuracy == 0.96)
    assert (f"{accuracy} unseen" in capsys.readouterr().out) is (accuracy == 0.96)


@settings(max_examples=200, **quiet)
@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 2), min_size=2, max_size=4))
def test_the_loss_of_samples_that_are_all_compared_is_as_the_question_says(samples):
    predictions, targets = torch.tensor(samples, dtype=torch.float64).T
    own = torch.nn.functional.mse_loss(predictions, targets).item()
    everything = (predictions[:, None] - targets).square().mean().item()
    said = stuck.stuck_lower({"stuck": {"lower": samples}})
    assert ("is lower" in said, "same" in said) == (everything < own - 1e-9, abs(everything - own) < 1e-9), said


def test_the_edits_of_exercise_6_5_that_repair_give_the_right_loss_for_any_predictions():
    source = np.random.default_rng(4)
    letters = set("ABCDE")
    for _ in range(20):
        predictions, targets = source.normal(size=(40, 1)), source.normal(size=40)
        centred = targets - targets.mean()
        for among, goal in ((set("ABDE"), targets), (set("ABCDE"), centred)):
            errors = predictions - goal
            product = (predictions[:, 0] * goal).mean()
            made = {
                "A": ((predictions - goal.reshape(40, 1)) ** 2).mean(),
                "B": ((predictions - goal.reshape(1, 40)) ** 2).mean(),
                "C": (errors**2).mean() - 2 * product,
                "D": (errors**2).sum() / 40,
                "E": (errors.mean(axis=1) ** 2).mean(),
            }
            right = sum((one - other) ** 2 for one, other in zip(predictions[:, 0], goal, strict=True)) / 40
            letters -= {letter for letter in among if not np.isclose(made[letter], right, rtol=1e-12)}
    assert "".join(sorted(letters)) == reference.load(6)["stuck"]["repairs"]
