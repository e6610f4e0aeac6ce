# SPDX-License-Identifier: MIT
"""The reference engine of Day 3 against PyTorch at float64, central differences, depth, and published numbers."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grading.exercises.shared.expressions import OPERATIONS, nodes_of
from grading.notebooks import reference

torch = pytest.importorskip("torch")

ENGINE = reference.load(3)
Value, topological_order, zero_grad = ENGINE["Value"], ENGINE["topological_order"], ENGINE["zero_grad"]

# The same examples at every run, and nothing kept on disk.
steady = settings(derandomize=True, database=None, deadline=None, max_examples=150)

TWO = ("+", "-", "*", "/")
SMOOTH = ("neg", "tanh", "exp", "log", "sigmoid")
EXPONENTS = (-2, -1, -0.5, 0, 0.5, 1, 2, 3)
MODERATE = (1e-3, 1e3)


@st.composite
def expressions(draw, functions=(*SMOOTH, "relu"), most_steps=12):
    """Draw an expression over every operator and function, whose nodes are all moderate in size."""
    leaves = draw(st.lists(st.floats(0.25, 3).map(lambda x: round(x, 3)), min_size=1, max_size=3))
    signs = draw(st.lists(st.sampled_from((-1, 1)), min_size=len(leaves), max_size=len(leaves)))
    drawn = {"leaves": [sign * leaf for sign, leaf in zip(signs, leaves, strict=True)], "steps": []}
    for _ in range(draw(st.integers(1, most_steps))):
        count = len(drawn["leaves"]) + len(drawn["steps"])
        name = draw(st.sampled_from((*TWO, "**", *functions)))
        first = draw(st.integers(max(0, count - 3), count - 1))
        second = [draw(st.integers(0, count - 1))] if name in TWO else []
        second = [draw(st.sampled_from(EXPONENTS))] if name == "**" else second
        grown = {**drawn, "steps": [*drawn["steps"], [name, first, *second]]}
        if _moderate(grown):
            drawn = grown
    assume(drawn["steps"])
    return drawn


def _moderate(drawn):
    try:
        nodes = nodes_of(drawn, Value)
    except (ValueError, ZeroDivisionError, OverflowError):
        return False
    last, (name, first, *_) = nodes[-1], drawn["steps"][-1]
    if name == "relu":
        return abs(nodes[first].data) > MODERATE[0]  # away from the corner
    return MODERATE[0] < abs(last.data) < MODERATE[1]


def in_torch(number):
    return torch.tensor(number, dtype=torch.float64, requires_grad=True)


def torch_gradients(drawn, passes=1):
    nodes = nodes_of(drawn, in_torch)
    for _ in range(passes):
        nodes[-1].backward(retain_graph=True)
    leaves = nodes[: len(drawn["leaves"])]
    return nodes[-1].item(), [0.0 if leaf.grad is None else leaf.grad.item() for leaf in leaves]


def own_gradients(drawn, passes=1):
    nodes = nodes_of(drawn, Value)
    for _ in range(passes):
        nodes[-1].backward()
    return nodes[-1].data, [leaf.grad for leaf in nodes[: len(drawn["leaves"])]]


def largest_share(drawn):
    """Return a bound for the shares that a leaf's gradient is the sum of: where they cancel, digits are lost."""
    nodes = nodes_of(drawn, Value)
    nodes[-1].backward()
    return max(1.0, *(abs(node.grad) * max(1.0, abs(node.data)) for node in nodes))


def test_the_strategy_covers_every_operation():
    assert {*TWO, *SMOOTH, "relu", "**"} == set(OPERATIONS)


@steady
@given(expressions())
def test_values_and_gradients_agree_with_pytorch(drawn):
    (mine, own), (theirs, right) = own_gradients(drawn), torch_gradients(drawn)
    assert math.isclose(mine, theirs, rel_tol=1e-12)
    scale = largest_share(drawn)
    for one, other in zip(own, right, strict=True):
        assert math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12 * scale)


@steady
@given(expressions(), st.integers(2, 4))
def test_repeated_passes_agree_with_pytorch(drawn, passes):
    own, right = own_gradients(drawn, passes)[1], torch_gradients(drawn, passes)[1]
    scale = passes * largest_share(drawn)
    for one, other in zip(own, right, strict=True):
        assert math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12 * scale)


@steady
@given(expressions(functions=SMOOTH, most_steps=5))
def test_gradients_agree_with_central_differences(drawn):
    own = own_gradients(drawn)[1]
    assume(largest_share(drawn) < 1e3)
    eps = 1e-6
    for index, gradient in enumerate(own):
        moved = [
            nodes_of({**drawn, "leaves": _nudged(drawn["leaves"], index, by)}, Value)[-1].data for by in (eps, -eps)
        ]
        assert math.isclose(gradient, (moved[0] - moved[1]) / (2 * eps), rel_tol=1e-3, abs_tol=1e-3)


def _nudged(leaves, index, by):
    return [leaf + by if place == index else leaf for place, leaf in enumerate(leaves)]


@steady
@given(expressions())
def test_the_order_is_topological_and_complete(drawn):
    root = nodes_of(drawn, Value)[-1]
    order = topological_order(root)
    place = {id(node): index for index, node in enumerate(order)}
    assert len(place) == len(order)
    assert order[-1] is root
    assert all(place[id(parent)] < place[id(node)] for node in order for parent in node._prev)


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


@pytest.mark.parametrize("exponent", [0, 1, 2, 3])
def test_powers_of_zero_agree_with_pytorch(exponent):
    x, tx = Value(0.0), in_torch(0.0)
    y, ty = x**exponent, tx**exponent
    y.backward()
    ty.backward()
    assert (y.data, x.grad) == (ty.item(), tx.grad.item())


def test_a_nan_is_not_hidden():
    assert math.isnan(Value(math.nan).relu().data)
    assert math.isnan(Value(math.nan).log().data)
    assert math.isnan(Value(math.nan).sigmoid().data)


@pytest.mark.parametrize(
    ("operate", "error", "named"),
    [
        (lambda: Value(2.0) ** Value(3.5), TypeError, "3.5"),
        (lambda: Value(-8.25) ** 0.5, ValueError, "-8.25"),
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


def test_fifty_thousand_operations_deep():
    x = Value(1.0)
    y = x
    for index in range(50_000):
        y = y + x if index % 2 else y * 0.9999
    y.backward()
    gradient, slope = 0.0, 1.0
    for index in reversed(range(50_000)):
        if index % 2:
            gradient += slope
        else:
            slope *= 0.9999
    assert math.isclose(x.grad, gradient + slope, rel_tol=1e-9)
    zero_grad(y)
    assert x.grad == 0.0


def test_a_pass_over_shared_interior_nodes_starts_them_afresh():
    a = Value(1.0)
    h = 3 * a
    (2 * h).backward()
    assert (a.grad, h.grad) == (6.0, 2.0)
    (5 * h).backward()
    assert (a.grad, h.grad) == (21.0, 5.0)


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
