# SPDX-License-Identifier: MIT
"""The reference engine of Day 3 far out, where it refuses, and beside the broken ones.

``test_fuzz.py`` holds it against its contract, which has PyTorch's gradients of operations, graphs and repeated passes.
"""

import math

import pytest

from judge.notebooks import reference

torch = pytest.importorskip("torch")

ENGINE = reference.load(3)
Value = ENGINE["Value"]


def in_torch(number):
    return torch.tensor(number, dtype=torch.float64, requires_grad=True)


SPECIAL = [
    ("relu", (2.0, -2.0, 0.0)),
    ("sigmoid", (-800.0, -40.0, 0.0, 40.0, 800.0)),
    ("tanh", (-400.0, -20.0, 0.0, 20.0, 400.0)),
    ("exp", (-800.0, 0.0, 700.0)),
    ("log", (1e-300, 1.0, 1e300)),
]


@pytest.mark.parametrize(("name", "number"), [(name, number) for name, numbers in SPECIAL for number in numbers])
def test_functions_agree_with_pytorch_at_special_points(name, number):
    x, tx = Value(number), in_torch(number)
    y, ty = getattr(x, name)(), getattr(tx, name)()
    y.backward()
    ty.backward()
    assert math.isclose(y.data, ty.item(), rel_tol=1e-12, abs_tol=1e-300)
    assert math.isclose(x.grad, tx.grad.item(), rel_tol=1e-12, abs_tol=1e-16)


def test_a_nan_is_not_hidden():
    assert math.isnan(Value(math.nan).relu().data)
    assert math.isnan(Value(math.nan).log().data)
    assert math.isnan(Value(math.nan).sigmoid().data)


@pytest.mark.parametrize(
    ("operate", "error", "named"),
    [
        (lambda: Value(2.0) ** Value(3.5), TypeError, "3.5"),
        (lambda: Value(-8.25) ** 0.5, ValueError, "-8.25"),
        (lambda: Value(-0.25) ** 0.5, ValueError, "-0.25"),
        (lambda: Value(0.0) ** -1, ZeroDivisionError, "0.0"),
        (lambda: Value(1.0) / 0, ZeroDivisionError, "0.0"),
        (lambda: 1 / Value(0.0), ZeroDivisionError, "0.0"),
        (lambda: Value(0.0).log(), ValueError, "0.0"),
        (lambda: Value(-1.75).log(), ValueError, "-1.75"),
    ],
)
def test_what_has_no_value_is_refused_by_name(operate, error, named):
    with pytest.raises(error, match=named):
        operate()


OPERATORS = {
    "+": (lambda a, b: a + b, (2.5, -1.75)),
    "-": (lambda a, b: a - b, (2.5, -1.75)),
    "*": (lambda a, b: a * b, (2.5, -1.75)),
    "/": (lambda a, b: a / b, (2.5, -1.75)),
    "**": (lambda a: a**3, (2.5,)),
}


@pytest.mark.parametrize("sign", OPERATORS)
@pytest.mark.parametrize("name", "ABC")
def test_gradcheck_finds_the_one_operator_that_is_broken(name, sign):
    operate, numbers = OPERATORS[sign]
    leaves = [ENGINE[f"Engine{name}"](number) for number in numbers]
    if (name, sign) == (ENGINE["broken"]["engine"], ENGINE["broken"]["operator"]):
        with pytest.raises(AssertionError, match=r"input 1: .* central difference"):
            ENGINE["gradcheck"](operate, leaves)
    else:
        assert ENGINE["gradcheck"](operate, leaves) is True


def test_the_broken_engine_passes_at_one_point_alone():
    """Between 1 and 10, the check of the card passes on the broken engine at the answer, and on the others anywhere."""
    f, found = (lambda a, b, c: (a / b) * (c / b) - a + c**2), ENGINE["broken"]["passes at"]

    def passes(name, b):
        try:
            return ENGINE["gradcheck"](f, [ENGINE[f"Engine{name}"](number) for number in (2.0, b, 5.0)])
        except AssertionError:
            return False

    grid = [1 + step / 50 for step in range(451)]
    broken = ENGINE["broken"]["engine"]
    assert passes(broken, found)
    assert [b for b in grid if passes(broken, b)] == []
    assert all(passes(name, b) for name in set("ABC") - {broken} for b in (*grid[::50], found))
