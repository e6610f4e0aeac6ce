# SPDX-License-Identifier: MIT
"""The helper with arrays: shapes in pictures, gradients by entry, and stepping through a pass."""

import re

import numpy
import pytest
from support import pictures

from companion.stepper.recording import record
from gradtools import GradientMismatch, check_gradients, draw_digit, draw_graph, step, step_product, step_repeated
from judge.notebooks import reference

TABLE, ROW = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], numpy.array([10.0, 20.0])


def tensors(fit=None):
    """Return the reference's class, with gradients of any shape, and perhaps another way to make one fit its data."""
    answers = reference.solutions(6)
    answers["day6-tensor"] = re.sub(r"(\w+\.grad) \+= ", r"\1 = \1 + ", answers["day6-tensor"])
    names = reference.load(6, answers=answers)
    names["unbroadcast"] = fit or names["unbroadcast"]
    return names["Tensor"]


Tensor, Repeated = tensors(), tensors(lambda grad, shape: grad)
LastAxis = tensors(lambda grad, shape: grad.sum(axis=tuple(range(len(shape), grad.ndim))))


def table_and_row(kind=Tensor):
    return (kind(TABLE, label="X") * kind(ROW, label="b")).tanh().sum()


def layer(X, W, b):
    return (X @ W + b).tanh().sum(axis=1).sum()


def test_a_graph_of_arrays_shows_shapes_in_place_of_numbers_and_on_every_edge():
    drawing = draw_graph(table_and_row())
    assert "- X: leaf, data (3, 2), grad (3, 2)" in drawing.words
    assert "- b -> node 3, shape (2,)" in drawing.words
    assert drawing.words.count(", shape (") == 4
    assert 'v1 -> o2 [label="  (2,) "]' in drawing.dot
    assert 'o4 -> v4 [label="  () "]' in drawing.dot
    assert "node 5 = sum(tanh((X * b)))" in drawing.alternative
    assert drawing.svg.count("(3, 2)</text>") >= 4


def test_gradients_of_arrays_are_checked_entry_by_entry():
    report = check_gradients(layer, TABLE, [[0.1, -0.2], [0.3, 0.4]], [0.5, -0.5], value=Tensor)
    assert [row.name for row in report.rows][::4] == ["X[0, 0]", "X[2, 0]", "W[1, 0]"]
    assert report.rows[-1].name == "b[1]"
    with pytest.raises(GradientMismatch, match=r"the gradient of b is|the gradient of b\[0\] is 4 by PyTorch"):
        check_gradients(lambda X, b: (X * b).sum(), [[1.0, 2.0], [3.0, 4.0]], ROW, value=LastAxis)


def test_a_wrong_shape_is_said_before_a_wrong_number():
    says = r"the gradient of b has shape \(3, 2\); its data has \(2,\): what was repeated has to be added up"
    with pytest.raises(GradientMismatch, match=says):
        check_gradients(lambda X, b: (X * b).sum(), TABLE, ROW, value=Repeated)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([[1, 2], [3]], "its rows differ in length"),
        ("abc", "takes numbers and arrays of real numbers; it got 'abc', a str"),
        (None, "it got None, a NoneType"),
        ([None, 1.0], "takes numbers and arrays of real numbers"),
        ([1j], "takes numbers and arrays of real numbers"),
        ([], r"an array of shape \(0,\): it has no entry"),
        (numpy.zeros((1000, 1000)), "these inputs have 1,000,000"),
        ([float("nan"), 1.0], r"is nan at X = \(2,\) \[nan, 1\]"),
    ],
)
def test_what_is_no_array_of_numbers_gets_a_sentence(given, says):
    with pytest.raises((TypeError, ValueError), match=says):
        check_gradients(lambda X: (X * X).sum(), given, value=Tensor)


def test_a_gradient_is_of_a_single_number():
    with pytest.raises(TypeError, match=r"\(X \* X\) has shape \(2,\): a gradient is of one number"):
        check_gradients(lambda X: X * X, [1.0, 2.0], value=Tensor)


def test_a_pass_over_arrays_is_recorded_and_judged_by_entries():
    root = table_and_row()
    words = step(root).words
    assert "b.grad was (2,) [0, 0] and is (2,) [8.245e-09, 0] now." in words
    assert "✗" not in words
    assert record(root).grads[0].shape == (3, 2)
    assert not root._prev[0].grad.any(), "the engine is left as it was"
    other = step(layer(*(Tensor(one) for one in (TABLE, [[0.1, -0.2], [0.3, 0.4]], [0.5, -0.5]))))
    assert all(share["measured"] and not share["wrong"] for one in other.data["steps"] for share in one["shares"])


def test_the_stepper_says_which_shape_and_which_entry_is_wrong():
    words = step(table_and_row(Repeated)).words
    assert "Your class adds an array of shape (3, 2); the data has (2,)." in words
    assert "(✗ wrong: shape (3, 2), not (2,))" in words
    square = (LastAxis([[1.0, 2.0], [3.0, 4.0]], label="X") * LastAxis(ROW, label="b")).sum()
    stepper = step(square)
    assert "Your class adds (2,) [3, 7]: at [0] nudges say 4, not 3." in stepper.words
    assert "b.grad = (2,) [3, 7] (✗ wrong at [0]: nudges say 4)" in stepper.words
    assert "✗ wrong: +(2,) [3, 7]" in pictures(stepper.drawn())[-1].content.decode()


def test_large_arrays_are_stepped_through_without_their_numbers():
    ones = numpy.ones((64, 64))
    stepper = step((Tensor(ones, label="X") @ Tensor(ones, label="W")).sum())
    assert "To W: upstream (64, 64) becomes (64, 64)." in stepper.words
    assert "Your class" not in stepper.words


def test_step_takes_a_function_of_arrays():
    assert "X.grad = (2,) [2, 4]" in step(lambda X: (X * X).sum(), {"X": [1.0, 2.0]}).words
    assert step(lambda X: X, {"X": [[1], [1, 2]]}, value=Tensor).words.endswith("its rows differ in length.")


class Net:
    """A linear net on pictures of 72 pixels."""

    def __init__(self):
        self.weights = Tensor(numpy.random.default_rng(1).normal(size=(72, 10)))

    def parameters(self):
        return [self.weights]

    def __call__(self, pixels):
        return (pixels if isinstance(pixels, Tensor) else Tensor(pixels)) @ self.weights


def softmax(logits):
    powers = numpy.exp(logits.data - logits.data.max())
    return powers / powers.sum()


def test_a_digit_is_drawn_for_a_net_of_arrays():
    net, start = Net(), numpy.zeros((9, 8))
    start[2:7, 3] = 1.0

    def loss(logits, digits):
        return (logits * Tensor(-numpy.eye(10)[digits])).sum()

    shown = draw_digit(net, softmax, loss, start)
    assert shown.boards[0]["columns"] == 8
    assert "9 rows of 8 pixels" in shown.drawn()
    pixels = start.ravel().tolist()
    fooled = shown.answer({"do": "fool", "pixels": pixels})
    slopes = -net.weights.data[:, shown.boards[0]["digit"]]
    assert fooled["gradient"] == pytest.approx(slopes)
    assert len(fooled["pixels"]) == 72
    assert shown.answer({"pixels": pixels[1:]})["sentence"].startswith("A drawing has 72 numbers from 0 to 1")
    assert not net.weights.grad.any()


def test_a_repeated_row_and_a_product_can_be_stepped_through():
    repeated = step_repeated(TABLE, ROW, TABLE, caption="Figure 1. A row.")
    assert "Row 2 of `G` adds (5, 6): the gradient of `b` is (9, 12) now." in repeated.words
    assert [len(frame["tables"]) for frame in repeated.boards[0]["frames"]] == [3, 3, 3, 3, 2, 2, 2, 2]
    assert "<strong>[9]</strong>" in repeated.bundle()["text/html"]
    product = step_product(TABLE, [[1, 0], [2, -1]], [[1, 2], [0, 1], [1, 1]])
    assert (
        "`X[1, 1]` enters row 1 of `Z` through row 1 of `W`. Its gradient: 0\u00a0·\u00a02 + 1\u00a0·\u00a0(-1) = -1."
        in product.words
    )
    last = product.boards[0]["frames"][-1]["tables"]
    assert last[-1]["rows"] == [["6", "10"], ["8", "14"]]
    assert last[0]["lit"] == [[0, 1], [1, 1], [2, 1]], "column 1 of X"


@pytest.mark.parametrize(
    ("shown", "says"),
    [
        (lambda: step_repeated(TABLE, [1.0], TABLE), r"the row needs as many numbers as the table has columns"),
        (lambda: step_repeated([[1], [1, 2]], [1.0], TABLE), "its rows differ in length"),
        (lambda: step_product(TABLE, TABLE, TABLE), "`X @ W` needs as many rows of `W` as `X` has columns"),
        (lambda: step_product(numpy.ones((7, 2)), TABLE, TABLE), "none longer than 6; here is shape (7, 2)"),
        (lambda: step_product("a", TABLE, TABLE), "it got 'a', a str"),
    ],
)
def test_tables_that_do_not_fit_get_a_sentence(shown, says):
    assert says in shown().words
