# SPDX-License-Identifier: MIT
"""Day 2: right solutions of other styles pass, and the answers on paper are those of PyTorch."""

import pytest

from grading import course, proof, reference
from grading.judging import CORRECT

DAY = course.day(2)

STORED_PARTIALS = """
class Value:
    def __init__(self, data, parents=(), partials=(), op=""):
        self.data, self.grad, self._op, self.label = data, 0.0, op, ""
        self._prev = list(parents)
        self.partials = list(partials)
    def __repr__(self):
        return f"Value({self.data})"
    def _backward(self):
        for parent, partial in zip(self._prev, self.partials):
            parent.grad = parent.grad + partial * self.grad
    def __add__(self, other):
        if not hasattr(other, "data"):
            other = Value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0), "+")
    def __mul__(self, other):
        if not hasattr(other, "data"):
            other = Value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data), "*")
    __radd__ = __add__
    __rmul__ = __mul__
"""

NUMPY_DATA = """
import numpy
class Value(Value):
    pass
_make = Value.__init__
def _with_numpy(self, data, *rest, **named):
    _make(self, data, *rest, **named)
    self.data = numpy.float64(self.data)
Value.__init__ = _with_numpy
"""

OTHER_NUDGES = [
    """
def numerical_derivative(f, inputs, index, h):
    def at(shift):
        return f([one + shift * (place == index) for place, one in enumerate(inputs)])
    return at(h) / (2 * h) - at(-h) / (2 * h)
""",
    """
def numerical_derivative(f, inputs, index, h):
    kept = inputs[index]
    inputs[index] = kept + h
    above = f(inputs)
    inputs[index] = kept - h
    below = f(inputs)
    inputs[index] = kept
    return 0.5 * (above - below) / h
""",
]

OTHER_ORDERS = [
    "def run_backward(a, b, c, d, L):\n    L.grad = 1.0\n    for node in (L, c, d, b, a):\n        node._backward()\n",
    "def run_backward(a, b, c, d, L):\n    L.grad = 1\n    for node in (L, d, c, a, b):\n        node._backward()\n",
]


def failing(namespace, seed=3):
    verdicts = proof.judged(DAY, namespace, seed)
    return {check: verdict.message for check, verdict in verdicts.items() if verdict.outcome != CORRECT}


def changed(code):
    namespace = reference.load(2)
    exec(code, namespace)
    return namespace


@pytest.mark.parametrize("code", [STORED_PARTIALS, NUMPY_DATA, *OTHER_NUDGES, *OTHER_ORDERS])
def test_a_right_solution_of_another_style_gets_full_marks(code):
    for seed in range(5):
        assert failing(changed(code), seed) == {}


@pytest.mark.parametrize("container", ["set", "list"])
def test_any_container_of_parents_gets_full_marks(container):
    edit = reference.Edit("tuple(_prev)", f"{container}(_prev)", "day2-value")
    assert failing(reference.load(2, [edit])) == {}


def test_micrograd_gets_full_marks():
    namespace = reference.load(2)
    from micrograd.engine import Value

    namespace["Value"] = Value
    assert failing(namespace) == {}


def test_a_broken_class_does_not_cost_the_exercise_of_the_order():
    edit = reference.Edit("self.grad += other.data * out.grad", "self.grad += self.data * out.grad", "day2-value")
    failed = failing(reference.load(2, [edit]))
    assert set(failed) == {"day2-value-multiply", "day2-value-accumulate"}


def test_yesterdays_class_is_no_answer():
    namespace = reference.load(2)
    namespace["Value"] = reference.given(2)["Value"]
    failed = failing(namespace)
    assert "`Value` is not defined" in failed["day2-value-add"]


def gradients(f, *numbers):
    import torch

    tensors = [torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in numbers]
    result = f(*tensors)
    result.backward()
    return float(result.detach()), [float(one.grad) for one in tensors]


def test_the_answers_on_paper_are_pytorchs():
    namespace = reference.load(2)
    value, (a, b, c) = gradients(lambda a, b, c: (a * b + c) * (a + b), 2.0, -3.0, 10.0)
    assert namespace["on_paper"] == {"L": value, "a": a, "b": b, "c": c}
    value, (w1, w2, bias) = gradients(lambda w1, w2, b: (w2 * (w1 * 2.0 + b).relu()) ** 2, 3.0, -1.0, 0.5)
    assert namespace["chain"] == {"L": value, "dL/dw1": w1, "dL/dw2": w2, "dL/db": bias}
    found = [gradients(f, 3.0)[1][0] for f in (lambda a: a + a, lambda a: a * a, lambda a: (a + a) + (a + a))]
    assert list(namespace["accumulated"].values()) == found == [2.0, 6.0, 4.0]
