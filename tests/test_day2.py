# SPDX-License-Identifier: MIT
"""Day 2: right solutions of other styles pass, and the answers on paper are those of PyTorch."""

import math

import pytest
from support import message_of

from grading import judging
from grading.judging import CORRECT, NOT_ATTEMPTED
from grading.judging.decide import is_correct
from grading.notebooks import course, reference
from verification import catalogued

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
def maximum(a, b):
    first = float(a.data > b.data)
    return Value(max(a.data, b.data), (a, b), (first, 1 - first), "max")
"""

METHOD_THAT_ASKS_FOR_THE_OPERATION = """
class Value:
    def __init__(self, data, _prev=[], _op="", label=""):
        self.data, self.grad, self._prev, self._op, self.label = float(data), 0, [*_prev], _op, label
    def __repr__(self):
        return "Value(%r)" % self.data
    def _backward(self):
        if self._op:
            left, right = self._prev
            left.grad, kept = left.grad + (self.grad if self._op == "+" else self.grad * right.data), left.data
            right.grad = right.grad + (self.grad if self._op == "+" else self.grad * kept)
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, [self, other], "+")
    def __radd__(self, other):
        return Value(other) + self
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, [self, other], "*")
    def __rmul__(self, other):
        return Value(other) * self
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
def numerical_derivative(f, inputs, index, h=1e-5):
    def at(shift):
        return f([one + shift * (place == index) for place, one in enumerate(inputs)])
    return at(h) / (2 * h) - at(-h) / (2 * h)
""",
    """
def numerical_derivative(f, inputs, index, h=1e-5):
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


OTHER_WAYS_TO_ONE_GRADIENT = [
    """
def from_engine(a, b, c):
    d, f = a * b, b + a
    e = c + d
    L = f * e
    L.grad = 1
    for node in [L, f, e, d, c, b, a]:
        node._backward()
    return [a.grad, b.grad, c.grad]
""",
    """
def from_engine(a, b, c):
    p, q, r, s = a * a, b * b, a * b, c * a
    t = c * b
    u = p * b
    v = q * a
    L1 = u + v
    L2 = L1 + s
    L = L2 + t
    L.grad = 1.0
    for node in (L, L2, L1, t, s, v, u, q, p):
        node._backward()
    return {"a": a.grad, "b": b.grad, "c": c.grad}
""",
    """
def from_torch(a, b, c):
    import torch
    leaves = [torch.tensor([x], dtype=torch.double, requires_grad=True) for x in (a, b, c)]
    L = (leaves[0] * leaves[1] + leaves[2]) * (leaves[0] + leaves[1])
    return torch.autograd.grad(L, leaves)
""",
    """
def from_torch(a, b, c):
    import torch
    v = torch.tensor([a, b, c], dtype=torch.float64, requires_grad=True)
    ((v[0] * v[1] + v[2]) * (v[0] + v[1])).backward()
    return tuple(v.grad.tolist())
""",
]

INTEGERS_AND_NUMPY_NUMBERS = """
import numpy
accumulated = {"a + a": 2, "a * a": numpy.float64(6), "b = a + a; b + b": 4}
chain = {"L": (-6.5) ** 2, "dL/dw2": -84.5, "dL/dw1": 26, "dL/db": numpy.int64(13)}
on_paper = {"L": -4, "a": 7, "b": 2, "c": -1}
comparison = {"because": " c", "bias": numpy.int64(4)}
one_step = {"input": "x", "way": "up", "promised": numpy.float64(-1.5), "came": 14.84 - 16.25, "leverage": 3}
"""


def failing(namespace, seed=3):
    verdicts = catalogued.judged(DAY, namespace, seed)
    return {check: message_of(verdict) for check, verdict in verdicts.items() if verdict.outcome != CORRECT}


def changed(code):
    namespace = reference.load(2)
    exec(code, namespace)
    return namespace


@pytest.mark.parametrize(
    "code",
    [
        STORED_PARTIALS,
        METHOD_THAT_ASKS_FOR_THE_OPERATION,
        NUMPY_DATA,
        INTEGERS_AND_NUMPY_NUMBERS,
        *OTHER_NUDGES,
        *OTHER_ORDERS,
        *OTHER_WAYS_TO_ONE_GRADIENT,
    ],
)
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


BROKEN_CLASSES = {
    "own data": ("self.grad += other.data * out.grad", "self.grad += self.data * out.grad"),
    "assigns in the sum": ("self.grad += out.grad", "self.grad = out.grad"),
    "assigns in the product": ("other.grad += self.data * out.grad", "other.grad = self.data * out.grad"),
    "whole numbers": ("float(data)", "int(data)"),
    "not written": ("        self.data = float(data)", "        raise NotImplementedError"),
}


@pytest.mark.parametrize("edit", BROKEN_CLASSES.values(), ids=BROKEN_CLASSES.keys())
def test_a_broken_class_costs_its_own_exercise_only(edit):
    failed = failing(reference.load(2, [reference.Edit(*edit, "day2-value")]))
    assert failed
    assert {check.rsplit("-", 1)[0] for check in failed} == {"day2-value"}


STUBS = """
def numerical_derivative(f, inputs, index, h=1e-5):
    raise NotImplementedError("Exercise 2.1 is not written yet.")
class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        raise NotImplementedError("Exercise 2.2 is not written yet.")
def run_backward(a, b, c, d, L):
    raise NotImplementedError("Exercise 2.3 is not written yet.")
def from_engine(a, b, c):
    raise NotImplementedError("Exercise 2.6 is not written yet.")
from_torch = from_engine
def maximum(a, b):
    raise NotImplementedError("Exercise 2.7 is not written yet.")
on_paper_all = (accumulated, chain, on_paper, comparison, one_step)
accumulated, chain, on_paper, comparison, one_step = (dict.fromkeys(answers) for answers in on_paper_all)
"""


RECURSIVE = [
    reference.Edit(
        f"            other.grad += {share}\n",
        f"            other.grad += {share}\n            self._backward()\n            other._backward()\n",
        "day2-value",
    )
    for share in ("out.grad", "self.data * out.grad")
]


def test_a_call_that_goes_on_by_itself_costs_its_own_exercise_only():
    failed = failing(reference.load(2, RECURSIVE))
    assert set(failed) == {"day2-value-add", "day2-value-multiply"}
    assert "A call of `_backward()` goes on to the parents' own" in failed["day2-value-add"]


def test_a_class_whose_leaves_cannot_be_called_does_not_stop_an_order_that_calls_them():
    edit = reference.Edit("        self._backward = lambda: None\n", "", "day2-value")
    namespace = reference.load(2, [edit])
    exec(OTHER_ORDERS[0], namespace)
    failed = failing(namespace)
    assert set(failed) == {"day2-value-add"}
    assert "A leaf has no `_backward` at all" in failed["day2-value-add"]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('accumulated = {**accumulated, "a + a": "2"}', "the text '2', in quotes"),
        ('accumulated = {**accumulated, "a + a": [1, 1]}', "[1, 1], in brackets"),
        (
            'accumulated = {"a+a": 2, "a * a": 6, "b = a + a; b + b": 4}',
            'the names here are "a+a", "a * a", "b = a + a; b + b"',
        ),
    ],
)
def test_the_form_of_an_answer_is_told_apart_from_its_number(code, told):
    failed = failing(changed(code))
    assert set(failed) == {"day2-accumulate-sum"}
    assert told in failed["day2-accumulate-sum"]
    assert "That is not the answer" not in failed["day2-accumulate-sum"]


CARRIED = {
    "the bias is forgotten": ((36, -72, 24, 12), {"day2-chain-forward"}),
    "the bias is forgotten on the way forward alone": ((36, -84.5, 26, 13), {"day2-chain-forward"}),
    "a sign is lost at z4": ((42.25, 84.5, -26, -13), {"day2-chain-w2"}),
    "the square's slope is z4": ((42.25, -42.25, 13, 6.5), {"day2-chain-w2"}),
    "ReLU blocks": ((42.25, -84.5, 0, 0), {"day2-chain-w1"}),
    "x is forgotten, and b is right": ((42.25, -84.5, 13, 13), {"day2-chain-w1"}),
    "two slips": ((36, -36, 12, 7), {"day2-chain-forward", "day2-chain-w2", "day2-chain-b"}),
    "nothing follows from no number": ((float("nan"), float("nan"), float("inf"), 13), {"forward", "w2", "w1"}),
    "nothing follows from an empty entry": (
        (42.25, None, -26, -26),
        {"day2-chain-w2", "day2-chain-w1", "day2-chain-b"},
    ),
}


@pytest.mark.parametrize(("numbers", "lost"), CARRIED.values(), ids=CARRIED.keys())
def test_one_slip_in_the_chain_costs_its_own_point(numbers, lost):
    namespace = reference.load(2)
    namespace["chain"] = dict(zip(namespace["chain"], numbers, strict=True))
    checks = [check for check in catalogued.checks_of(DAY) if check.startswith("day2-chain")]
    verdicts = catalogued.judged(DAY, namespace, 1, checks)
    failed = {check for check, verdict in verdicts.items() if verdict.outcome != CORRECT}
    assert {check.removeprefix("day2-chain-") for check in failed} == {
        check.removeprefix("day2-chain-") for check in lost
    }


STEPS = {
    "with the gradient, and the rest follows": (("x", "down", 1.5, 1.59, 3), {"which"}),
    "the largest with its sign, and the rest follows": (("b", "down", -0.5, -0.49, 3), {"which"}),
    "the smallest gradient, and the rest follows": (("c", "down", -0.1, -0.1, 3), {"which"}),
    "another input, exact to four digits": (("w", "down", -0.25, -0.2475, 3), {"which"}),
    "what is right stays right": (("b", "up", -1.5, -1.41, 3), {"which"}),
    "what follows from another choice is wrong": (("x", "up", -0.5, -0.49, 3), {"moved"}),
    "rounded": (("x", "up", -1.5, -1.4, 3), {"moved"}),
    "nothing follows from no name": (("y", "up", -0.5, -0.49, 3), {"which", "moved"}),
    "nothing follows from an empty way": (("b", None, -0.5, -0.49, 3), {"which", "moved"}),
    "capital letters": (("X", "Up", -1.5, -1.41, 3), set()),
    "all by values": (("c", "down", 1.0, 1.0, 0.125), {"which", "moved", "leverage"}),
}


@pytest.mark.parametrize(("answers", "lost"), STEPS.values(), ids=STEPS.keys())
def test_one_slip_in_the_step_costs_its_own_point(answers, lost):
    namespace = reference.load(2)
    namespace["one_step"] = dict(zip(namespace["one_step"], answers, strict=True))
    checks = [check for check in catalogued.checks_of(DAY) if check.startswith("day2-step")]
    verdicts = catalogued.judged(DAY, namespace, 1, checks)
    failed = {check for check, verdict in verdicts.items() if verdict.outcome != CORRECT}
    assert {check.removeprefix("day2-step-") for check in failed} == lost


@pytest.mark.parametrize("bias", [2.0000001, 2.5, 7, 1e300])
def test_any_bias_that_lets_the_gradient_through_is_right(bias):
    assert is_correct(
        "day2-complex-match", judging.ask("day2-complex-match", changed(f"comparison['bias'] = {bias}"), 1), 1
    )


@pytest.mark.parametrize("bias", [2, 1.9, 0, -3, "'3'", "float('inf')", "float('nan')", "None", "[3]", "Value(3.0)"])
def test_a_bias_that_lets_nothing_through_is_wrong(bias):
    verdict = catalogued.judged(DAY, changed(f"comparison['bias'] = {bias}"), 1, ["day2-complex-match"])
    assert verdict["day2-complex-match"].outcome != CORRECT
    assert message_of(verdict["day2-complex-match"])


def cell(start):
    """Return the source of the cell that holds a text."""
    return next(cell.source for cell in reference.cells(2) if start in cell.source)


def test_the_match_at_that_bias_proves_nothing_and_others_do():
    names = reference.load(2)
    exec("import torch\n" + cell("def by_rules"), names)
    by_rules, by_torch = names["by_rules"], names["by_torch"]
    xs, ws = (2.0, 3.0), (0.5, -1.0)
    wrong_rules = (
        lambda b: by_rules(ws, xs, b),  # own data
        lambda b: [0.5 * one for one in by_rules(xs, ws, b)],
        lambda b: [-one for one in by_rules(xs, ws, b)],
        lambda b: [one * one for one in by_rules(xs, ws, b)],
    )
    for b, agrees in ((0.1, True), (2.0, True), (2.1, False), (3.0, False)):
        theirs = by_torch(xs, ws, b)
        assert by_rules(xs, ws, b) == pytest.approx(theirs, abs=1e-9)
        for wrong in wrong_rules:
            assert (wrong(b) == pytest.approx(theirs, abs=1e-9)) == agrees


@pytest.mark.parametrize(("name", "way", "promised"), [("x", "up", -1.5), ("b", "down", -0.5), ("w", "up", 0.25)])
def test_a_promise_written_twice_has_its_name_with_any_input(name, way, promised):
    answers = {"input": name, "way": way, "promised": promised, "came": promised, "leverage": 3}
    verdict = catalogued.judged(DAY, changed(f"one_step = {answers}"), 1, ["day2-step-moved"])["day2-step-moved"]
    assert verdict.misconceptions == ("day2-step-came-is-promise",)
    assert "x = 0.6" not in message_of(verdict)  # Who chose another input is not told the right one.


MOVES = {
    "b, and the movement of x's e": (("b", "down", -0.5, 0.3), ()),
    "b, and the movement of its own e": (("b", "down", -0.5, 0.1), ("day2-step-came-square-forgotten",)),
    "b, and its gradient": (("b", "down", 5, -0.49), ("day2-step-promise-is-gradient",)),
    "w, and the promise of b": (("w", "down", -0.5, -0.2475), ("day2-step-promise-of-another-input",)),
    "x, and the movement of b": (("x", "up", -1.5, -0.49), ("day2-step-came-with-another-step",)),
    "c, and a new L": (("c", "down", -0.1, 16.15), ("day2-step-came-is-new-result",)),
}


@pytest.mark.parametrize(("answers", "names"), MOVES.values(), ids=MOVES.keys())
def test_a_movement_has_a_name_that_is_true_of_the_step_which_was_chosen(answers, names):
    namespace = reference.load(2)
    namespace["one_step"] = dict(zip(namespace["one_step"], (*answers, 3), strict=True))
    check = "day2-step-moved"
    assert catalogued.judged(DAY, namespace, 1, [check])[check].misconceptions == names


def test_a_step_in_capital_letters_is_taken_by_all_cells():
    names = reference.load(2)
    names["one_step"] |= {"input": "X", "way": "Up"}
    exec(cell('"""Which input, and which way."""'), names)
    leaves = dict(zip("wxbc", map(names["Value"], (-3.0, 0.5, 4.0, 10.0)), strict=True))
    leaves["x"].grad = -15.0
    exec(cell("# Take your step, and two shorter ones"), names | leaves)


@pytest.mark.parametrize("letter", ["C", "c", " c "])
def test_the_reason_of_the_match_may_be_a_small_letter(letter):
    right = changed(f"comparison['because'] = {letter!r}")
    assert is_correct("day2-complex-match", judging.ask("day2-complex-match", right, 1), 1)
    exec(next(cell.source for cell in reference.cells(2) if "Why agreement at b" in cell.source), right)


@pytest.mark.parametrize("missing", ["input", "way", "promised", "came", "leverage"])
def test_the_two_shorter_steps_wait_until_every_entry_stands(missing):
    names = reference.load(2)
    names["one_step"] = {**names["one_step"], missing: None}
    with pytest.raises(NotImplementedError, match=r"Exercise 2\.8"):
        exec(cell("# Take your step, and two shorter ones"), names)


def test_the_promise_of_a_straight_line_is_kept():
    right = changed("one_step = {'input': 'c', 'way': 'down', 'promised': -0.1, 'came': -0.1, 'leverage': 3}")
    assert is_correct("day2-step-moved", judging.ask("day2-step-moved", right, 1), 1)


TIES = {
    "all to the first": "a.grad += out.grad",
    "all to the second": "b.grad += out.grad",
    "halves": "a.grad += out.grad / 2\n            b.grad += out.grad / 2",
    "a third, and the rest": "a.grad += out.grad / 3\n            b.grad += 2 * out.grad / 3",
}


@pytest.mark.parametrize("tie", TIES.values(), ids=TIES.keys())
def test_any_convention_at_a_tie_passes(tie):
    edit = reference.Edit(
        "        if a.data > b.data:", f"        if a.data == b.data:\n            {tie}\n        elif a.data > b.data:"
    )
    namespace = reference.load(2, [edit])
    for seed in range(3):
        assert is_correct("day2-max-routes", judging.ask("day2-max-routes", namespace, seed), seed)


@pytest.mark.parametrize(
    "line", ["(f([i + h * (n == index) for n, i in enumerate(inputs)]) - f(inputs)) / (2 * h)"], ids=["up only"]
)
def test_one_side_divided_by_both_is_not_taken_for_undivided(line):
    failed = failing(changed(f"def numerical_derivative(f, inputs, index, h=1e-5):\n    return {line}\n"))
    assert set(failed) == {"day2-nudge-central"}
    assert all("divided by the distance of two steps" in message for message in failed.values())


MORE_THAT_IS_RIGHT = {
    "the text says what made it": "Value.__repr__ = lambda self: f'Value({self.data}, grad_fn=<Add0>)'",
    "the text wants a gradient": "Value.__repr__ = lambda self: f'Value({self.data}, requires_grad=True)'",
    "the text has plus signs": "Value.__repr__ = lambda self: f'Value(data={self.data:+.2f}, grad={self.grad:+.2f})'",
    "the text has whole gradients": "Value.__repr__ = lambda self: f'Value(data={self.data}, grad={self.grad:.0f})'",
    "the operation is of a subclass of str": """
class Op(str): pass
_init = Value.__init__
Value.__init__ = lambda self, data, _prev=(), _op="", label="": _init(self, data, _prev, Op(_op), label)
""",
    "numbers are Fractions": """
from fractions import Fraction
def _init(self, data, _prev=(), _op="", label=""):
    self.data, self.grad, self._prev, self._op, self.label = Fraction(data), Fraction(0), tuple(_prev), _op, label
    self._backward = lambda: None
Value.__init__ = _init
""",
    "an order found by looking again and again": """
def from_engine(a, b, c):
    d = a * b
    e, f = d + c, a + b
    L = e * f
    nodes, done = [f, L, a, e, b, d, c], []
    while len(done) < len(nodes):
        for node in nodes:
            if node not in done and all(parent in done for parent in node._prev):
                done.append(node)
    L.grad = 1
    for node in reversed(done):
        node._backward()
    return a.grad, b.grad, c.grad
""",
    "a constant in the expression": """
def from_engine(a, b, c):
    d = a * b
    e = d + c
    f = a + b
    g = e * f
    L = g + Value(0.0)
    L.grad = 1.0
    for node in (L, g, f, e, d):
        node._backward()
    return a.grad, b.grad, c.grad
""",
    "PyTorch's functions": """
def from_torch(a, b, c):
    import torch
    v = torch.tensor([a, b, c], dtype=torch.float64)
    return torch.func.grad(lambda v: (v[0] * v[1] + v[2]) * (v[0] + v[1]))(v).tolist()
""",
    "PyTorch's forward mode": """
def from_torch(a, b, c):
    import torch
    v = torch.tensor([a, b, c], dtype=torch.float64)
    return torch.func.jacfwd(lambda v: (v[0] * v[1] + v[2]) * (v[0] + v[1]))(v).tolist()
""",
    "exact numbers on paper": """
from fractions import Fraction
from decimal import Decimal
chain = {"L": Fraction(169, 4), "dL/dw2": Decimal("-84.5"), "dL/dw1": 26, "dL/db": Fraction(13)}
""",
}
FORMULA = "(b * (a + b) + a * b + c, a * (a + b) + a * b + c, a + b)"
MORE_THAT_IS_WRONG = {
    "parents merged by value": (
        "_init = Value.__init__\n"
        "Value.__eq__ = lambda self, other: isinstance(other, Value) and self.data == other.data\n"
        "Value.__hash__ = lambda self: hash(self.data)\n"
        "Value.__init__ = lambda self, data, _prev=(), _op='', label='': _init(self, data, set(_prev), _op, label)",
        {"day2-value-add", "day2-value-multiply"},
    ),
    "shares by the number of a parent": (
        "def _add(self, other):\n"
        "    other = other if isinstance(other, Value) else Value(other)\n"
        "    out = Value(self.data + other.data, (self, other), '+')\n"
        "    def _backward():\n"
        "        for parent in {self.data: self, other.data: other}.values():\n"
        "            parent.grad += out.grad * (1 + (self is other))\n"
        "    out._backward = _backward\n"
        "    return out\n"
        "Value.__add__ = _add",
        {"day2-value-add"},
    ),
    "x + 1 is made of a copy": (
        "plus = Value.__add__\n"
        "def _add(self, other):\n"
        "    if isinstance(other, Value):\n        return plus(self, other)\n"
        "    out = Value(self.data + other, (Value(self.data), Value(other)), '+')\n"
        "    def _backward():\n        self.grad += out.grad\n"
        "    out._backward = _backward\n"
        "    return out\n"
        "Value.__add__ = _add",
        {"day2-value-add"},
    ),
    "a formula in the place of the engine": (
        f"def from_engine(a, b, c):\n    a, b, c = a.data, b.data, c.data\n    return {FORMULA}",
        {"day2-complex-engine"},
    ),
    "a formula in the place of PyTorch": (f"def from_torch(a, b, c):\n    return {FORMULA}", {"day2-complex-torch"}),
    "a formula on tensors": (
        "def from_torch(a, b, c):\n    import torch\n"
        "    a, b, c = (torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in (a, b, c))\n"
        f"    return {FORMULA}",
        {"day2-complex-torch"},
    ),
    "a rounded slope": (
        "exact = numerical_derivative\n"
        "def numerical_derivative(f, inputs, index, h=1e-5):\n    return round(exact(f, inputs, index, h), 8)",
        {"day2-nudge-central"},
    ),
    "a step that is lost": (
        "exact = numerical_derivative\n"
        "def numerical_derivative(f, inputs, index, h=1e-18):\n    return exact(f, inputs, index, h)",
        {"day2-nudge-central"},
    ),
    "a list that is not restored": (
        "def numerical_derivative(f, inputs, index, h=1e-5):\n"
        "    inputs[index] += h\n    up = f(inputs)\n"
        "    inputs[index] -= 2 * h\n    down = f(inputs)\n"
        "    inputs[index] += h\n    return (up - down) / (2 * h)",
        {"day2-nudge-central"},
    ),
    "gradients typed in behind the calls": (
        "def run_backward(a, b, c, d, L):\n"
        "    L.grad = 1.0\n    L._backward()\n    d._backward()\n"
        "    a.grad, b.grad, c.grad, d.grad = b.data, a.data, 1.0, 1.0",
        {"day2-order-leaves"},
    ),
}


def refused(code, seed=1):
    """Return the checks that are not correct; no names are sought, which takes longer."""
    namespace = changed(code)
    checks = catalogued.checks_of(DAY)
    return {check for check in checks if not is_correct(check, judging.ask(check, namespace, seed), seed)}


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, id=name, marks=[pytest.mark.exhaustive] * ("PyTorch" in name))
        for name, code in MORE_THAT_IS_RIGHT.items()
    ],
)
def test_what_strangers_wrote_right_passes(code):
    assert refused(code) == set()


@pytest.mark.parametrize(("code", "checks"), MORE_THAT_IS_WRONG.values(), ids=MORE_THAT_IS_WRONG.keys())
def test_what_got_through_is_seen_with_every_seed(code, checks):
    for seed in (1, 2):
        assert refused(code, seed) == checks


def test_a_wrong_engine_is_not_told_the_formula():
    failed = failing(changed("def from_engine(a, b, c):\n    return 1.0, 1.0, 1.0"))
    assert "a*(a + b)" not in failed["day2-complex-engine"]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('chain["L"] = 42, 25', "Python writes 42.25 with a point"),
        ('on_paper["b"] = None', 'filled in but for "b"'),
        ('chain["dL/db"] = None', 'the entry "dL/db" is still empty'),
    ],
)
def test_how_an_answer_on_paper_is_written_is_told(code, told):
    assert told in "".join(failing(changed(code)).values())


def test_a_blank_is_not_attempted_in_every_check():
    verdicts = catalogued.judged(DAY, changed(STUBS), 1)
    assert {verdict.outcome for verdict in verdicts.values()} == {NOT_ATTEMPTED}


def test_what_is_asked_on_paper_is_not_told():
    wrong = "accumulated = {key: 0.125 for key in accumulated}; chain = {key: 0.125 for key in chain}"
    wrong += "; on_paper = {**on_paper, 'a': 0.125}; comparison = {'because': 'A', 'bias': 3}"
    wrong += "; one_step = {'input': 'w', 'way': 'down', 'promised': 7.0, 'came': 7.0, 'leverage': 7.0}"
    failed = failing(changed(wrong))
    assert len(failed) == 12
    for check, message in failed.items():
        assert "That is not the answer" in message, check


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
    value, (w, x, b, c) = gradients(lambda w, x, b, c: (w * x + b) ** 2 + c, -3.0, 0.5, 4.0, 10.0)
    moves = {name: -abs(slope) for name, slope in {"w": w, "x": x, "b": b, "c": c}.items()}
    step = namespace["one_step"]
    assert (step["input"], step["way"]) == (min(moves, key=moves.get), "up" if x < 0 else "down")
    assert step["promised"] == 0.1 * x
    assert step["came"] == pytest.approx((-3.0 * 0.6 + 4.0) ** 2 + 10.0 - value, rel=1e-12)
    assert step["leverage"] == abs(x) / abs(b)
    found = [gradients(f, 3.0)[1][0] for f in (lambda a: a + a, lambda a: a * a, lambda a: (a + a) + (a + a))]
    assert list(namespace["accumulated"].values()) == found == [2.0, 6.0, 4.0]


REFERENCE = reference.load(2)


def slope(f, *numbers, index=0):
    """Return the derivative of f by one of its inputs, measured."""
    return REFERENCE["numerical_derivative"](lambda inputs: f(*inputs), list(numbers), index)


def cube_quotient(right, left):
    return (right**3 - left**3) / (right - left)


def passed_on(operate, *numbers, upstream=3.0):
    """Return what the reference's class passes on to each of the parents of one operation."""
    parents = [REFERENCE["Value"](number) for number in numbers]
    out = operate(*parents)
    out.grad = upstream
    out._backward()
    return [parent.grad for parent in parents]


SIGMOID_AT_SIX = 1 / (1 + math.exp(-6))
PROSE = {
    "new L is 3.997": ("2.001 · (-3) + 10 = 3.997", 2.001 * -3 + 10, 3.997),
    "new L is 4.002": ("2 · (-2.999) + 10 = 4.002", 2 * -2.999 + 10, 4.002),
    "forward chord": ("one quotient is 15.25", cube_quotient(2.5, 2.0), 15.25),
    "central chord": ("the other 12.25", cube_quotient(2.5, 1.5), 12.25),
    "off by h squared": ("off by h²", cube_quotient(2.01, 1.99), 12 + 0.01**2),
    "off by 6h": ("the forward one by about 6h", cube_quotient(2.001, 2.0), 12 + 0.006),
    "visible check": ("6.03125 / 0.5 is 12.0625", cube_quotient(2.25, 1.75), 12.0625),
    "sum copies": ("| `x + y` | 1 · 3 = **3** |", passed_on(lambda x, y: x + y, 2.0, 5.0)[0], 3.0),
    "product, x": ("5 · 3 = **15**", passed_on(lambda x, y: x * y, 2.0, 5.0)[0], 15.0),
    "product, y": ("2 · 3 = **6**", passed_on(lambda x, y: x * y, 2.0, 5.0)[1], 6.0),
    "polynomial": ("school says 3x² - 2.", slope(lambda x: x**3 - 2 * x, 3.0), 3 * 3.0**2 - 2),
    "waterfall, x": ("x: **-2**", slope(lambda x, y, z: (x + y) * z, 1.0, 4.0, -2.0), -2.0),
    "waterfall, z": ("z: 5 · 1 = **5**", slope(lambda x, y, z: (x + y) * z, 1.0, 4.0, -2.0, index=2), 5.0),
    "trap": ("1 + 4 = **5**", slope(lambda a: a * 4.0 + a, 3.0), 5.0),
    "trap, nudged": ("(3.001 · 4 + 3.001) - 15 = 0.005", 3.001 * 4 + 3.001 - 15, 0.005),
    "square": ("-4 · 3 = **-12**", 3 * slope(lambda z: z**2, -2.0), -12.0),
    "sigmoid": ("0.5 · 0.5 · 3 = **0.75**", 3 * slope(lambda z: 1 / (1 + math.exp(-z)), 0.0), 0.75),
    "sigmoid far out": ("far less?", SIGMOID_AT_SIX * (1 - SIGMOID_AT_SIX), 0.00246651),
    "paths": ("3x² + 2x = 16", slope(lambda x: (x + 1) * x * x, 2.0), 16.0),
    "neuron": ("so L = 1.5", -3.0 * 2.0 + 1.0 * 0.5 + 7.0, 1.5),
    "far step": ("A step of 1 moves the result by 7", 4.0 * 4.0 - 3.0 * 3.0, 7.0),
    "nearer step": ("a step of 0.1 moves it by 0.61", 3.1 * 3.1 - 3.0 * 3.0, 0.61),
    "near step": ("and one of 0.01 by 0.0601", 3.01 * 3.01 - 3.0 * 3.0, 0.0601),
    "max, smaller nudged": ("| a to 2.001 | 5 | 0 | **0** |", slope(max, 2.0, 5.0), 0.0),
    "max, larger nudged": ("| b to 5.001 | 5.001 | 0.001 | **1** |", slope(max, 2.0, 5.0, index=1), 1.0),
    "neuron's promise": ("-3 · 0.1 = **-0.3**", slope(lambda x1: -3.0 * x1 + 0.5 + 7.0, 2.0) * 0.1, -0.3),
    "fourth power": ("The gradient is 32 both times", slope(lambda a: a**4, 2.0), 32.0),
}


@pytest.mark.parametrize(("written", "came", "expected"), PROSE.values(), ids=PROSE.keys())
def test_the_numbers_of_the_prose(written, came, expected):
    assert written in DAY.master.read_text("utf-8").replace("\n# ", " ")
    assert came == pytest.approx(expected, rel=1e-6)
