# SPDX-License-Identifier: MIT
"""Tensors with their own bookkeeping and one mistake each: questions about other parts find nothing."""

import pytest
from support import sampled

from exercises.day2_value.rules import rules_hold
from exercises.day3_value.engines import fair_nodes
from judge.notebooks import course, reference
from judge.verdicts.verdict import CORRECT
from verification import catalogued

MATMUL, SHAPES, BACKWARD = "day6-tensor-matmul", "day6-tensor-shapes", "day6-tensor-backward"

ENGINE = """
paper = {"dL/dX": [-1.0, -2.0], "rule X": "B", "G": [[1.0, 2.0], [1.0, 2.0], [-1.0, -2.0]]}

class Tensor(Functions):
    NAMES

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros_like(self.data)
        self._prev, self._op, self.label = tuple(_prev), _op, label
        FIRST

    def made(self, data, op, *edges):
        out = Tensor(data, [parent for parent, _ in edges], op)

        def _backward():
            for parent, rule in edges:
                parent.grad = parent.grad + unbroadcast(rule(out.grad), parent.data.shape)

        KEEP
        return out

    def __add__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        return self.made(self.data + other.data, "+", (self, lambda G: G), (other, lambda G: 1.0 * G))

    def __mul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        to_other = lambda G: self.data * G
        return self.made(self.data * other.data, "*", (self, lambda G: other.data * G), (other, to_other))

    def __matmul__(self, other):
        other = other if isinstance(other, Tensor) else Tensor(other)
        to_other = lambda G: self.data.T @ G
        return self.made(self.data @ other.data, "@", (self, lambda G: G @ other.data.T), (other, to_other))

    def sum(self, axis=None, keepdims=False):
        whole = self.data.sum(axis=axis, keepdims=True)
        spread = lambda G: np.ones_like(self.data) * np.reshape(G, whole.shape)
        return self.made(self.data.sum(axis=axis, keepdims=keepdims), "sum", (self, spread))

    def backward(self):
        if self.data.size != 1:
            raise ValueError("a single number")
        order = ORDER
        for node in order:
            if INNER:
                node.grad = np.zeros_like(node.data)
        self.grad = self.grad + 1.0
        for node in reversed(order):
            PASS_ON

    def in_order(self):
        order, seen = [], set()
        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for parent in PARENTS:
                    visit(parent)
                order.append(node)
        visit(self)
        return order
"""
RULE = "out._backward = _backward"
ENDS = {"FIRST": "self._backward = lambda: None", "KEEP": RULE, "PASS_ON": "node._backward()"}
ENDS |= {"ORDER": "self.in_order()", "NAMES": "", "PARENTS": "node._prev", "INNER": "node._prev"}

# What each engine has of its own; the rest is as in `ENDS`.
BOOKS = {
    "children": {
        "FIRST": "self.children = []; self._backward = lambda: None",
        "KEEP": f"{RULE}; out.children = [parent for parent, _ in edges]",
        "PARENTS": "node.children",
        "INNER": "node.children",
    },
    "tape of the class": {"NAMES": "tape = []", "KEEP": f"{RULE}; Tensor.tape.append(out)", "ORDER": "list(self.tape)"},
    "tape outside": {"KEEP": f"{RULE}; TAPE.append(out)", "ORDER": "list(TAPE)", "BEFORE": "TAPE = []\n"},
    "context": {
        "FIRST": "self._ctx = None; self._backward = lambda: None",
        "KEEP": f"{RULE}; out._ctx = edges",
        "PARENTS": "([parent for parent, _ in node._ctx] if node._ctx else [])",
        "INNER": "node._ctx",
        "PASS_ON": "[setattr(parent, 'grad', parent.grad + unbroadcast(rule(node.grad), parent.data.shape)) "
        "for parent, rule in node._ctx or ()]",
    },
    "context alone": {
        "FIRST": "self._ctx = ()",
        "KEEP": "out._ctx = edges",
        "PARENTS": "[parent for parent, _ in node._ctx]",
        "INNER": "node._ctx",
        "PASS_ON": "[setattr(parent, 'grad', parent.grad + unbroadcast(rule(node.grad), parent.data.shape)) "
        "for parent, rule in node._ctx]",
    },
    "creator": {
        "FIRST": "self.creator = None; self._backward = lambda: None",
        "KEEP": f"{RULE}; out.creator = (_backward, edges)",
        "PARENTS": "[parent for parent, _ in (node.creator or (None, ()))[1]]",
        "INNER": "node.creator is not None",
        "PASS_ON": "node.creator and node.creator[0]()",
    },
    "property of needing a gradient": {
        "NAMES": "requires_grad = property(lambda self: self._needs)",
        "FIRST": "self._needs = True; self._made = False; self._backward = lambda: None",
        "KEEP": f"{RULE}; out._made = True",
        "PARENTS": "[one for one in node._prev if one.requires_grad]",
        "INNER": "node._made and node.requires_grad",
    },
    "levels": {
        "FIRST": "self.level = 0; self._backward = lambda: None",
        "KEEP": f"{RULE}; out.level = 1 + max(parent.level for parent, _ in edges)",
        "ORDER": "sorted(self.in_order(), key=lambda node: node.level)",
    },
    "numbers of the class": {
        "NAMES": "count = 0\n    stamp = staticmethod(lambda node: node.number)",
        "FIRST": "Tensor.count += 1; self.number = Tensor.count; self._backward = lambda: None",
        "ORDER": "sorted(self.in_order(), key=self.stamp)",
    },
    "shares by parent": {
        "FIRST": "self.node = (None, []); self._backward = lambda: None",
        "KEEP": f"{RULE}; out.node = (op, [[parent, rule] for parent, rule in edges])",
        "PARENTS": "[parent for parent, _ in node.node[1]]",
        "INNER": "node.node[1]",
        "PASS_ON": "[setattr(parent, 'grad', parent.grad + unbroadcast(rule(node.grad), parent.data.shape)) "
        "for parent, rule in node.node[1]]",
    },
    "rule as a property": {
        "NAMES": "_backward = property(lambda self: self.rule)",
        "FIRST": "self.rule = lambda: None",
        "KEEP": "out.rule = _backward",
        "PASS_ON": "node.rule()",
    },
    "parents in a set": {
        "FIRST": "self._prev = set(_prev); self._backward = lambda: None",
        "PARENTS": "node._prev | set()",
    },
    "parents as a property": {
        "NAMES": "_prev = property(lambda self: self.inputs, lambda self, nodes: setattr(self, 'inputs', nodes))",
        "PARENTS": "node.inputs",
    },
    "uses counted": {
        "FIRST": "self.uses = 0; self._backward = lambda: None",
        "KEEP": f"{RULE}; [setattr(parent, 'uses', parent.uses + 1) for parent, _ in edges]",
        "PARENTS": "[one for one in node._prev if one.uses]",
    },
}

# Its nodes have no `_backward`, which two checks ask for.
NO_RULE = "context alone"

MISTAKES = {
    "day6-tensor-matmul-no-transpose": (MATMUL, "self.data.T @ G", "self.data @ G"),
    "day6-tensor-operand-forgotten": (SHAPES, "lambda G: 1.0 * G", "lambda G: 0.0 * G"),
    "day6-tensor-sum-divides": (SHAPES, "np.ones_like(self.data) *", "np.ones_like(self.data) / self.data.size *"),
}


def engine(books, *edits):
    own = {**ENDS, **BOOKS[books]}
    text = own.pop("BEFORE", "") + ENGINE
    for name, end in own.items():
        text = text.replace(name, end)
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return text


def failed(text):
    names = reference.load(6, answers={"day6-tensor": text}, forgiving=True)
    verdicts = catalogued.judged(course.assignment(6), names, 1, [MATMUL, SHAPES, BACKWARD])
    return {check: verdict.misconceptions for check, verdict in verdicts.items() if verdict.outcome != CORRECT}


def engines(*names):
    """Parametrize by engines: one for each way to find the parents; the others with --all."""
    ordinary = {"children", "tape outside", "property of needing a gradient", "uses counted", NO_RULE}
    return pytest.mark.parametrize("books", sampled({name: name for name in names}, *(ordinary & {*names})))


@engines(*sorted(set(BOOKS) - {NO_RULE}))
def test_a_mistake_in_an_operation_is_named_where_it_is_made_and_nowhere_else(books):
    assert failed(engine(books)) == {}
    for name, (check, *edit) in MISTAKES.items():
        found = failed(engine(books, edit))
        assert found == {check: (name,)}, name


@pytest.mark.one_in(4)
@pytest.mark.parametrize("edits", [(), *([edit] for _, *edit in MISTAKES.values())])
def test_backward_is_right_where_no_node_has_a_rule(edits):
    assert failed(engine(NO_RULE, *edits)).keys() == {MATMUL, SHAPES}


@pytest.mark.one_in(4)
@engines(*BOOKS)
@pytest.mark.parametrize("also", ["day6-tensor-operand-forgotten", None])
def test_a_mistake_in_backward_is_named_whatever_else_is_wrong(books, also):
    edits = [MISTAKES[also][1:]] if also else []
    found = failed(engine(books, ("self.grad = self.grad + 1.0", "pass"), *edits))
    assert found[BACKWARD] == ("day6-tensor-backward-no-seed",)


@pytest.mark.one_in(6)
@engines(*BOOKS)
@pytest.mark.parametrize(
    "edit",
    [
        ("np.array(data, dtype=float)", "np.array(data, dtype=np.float32)"),
        ("np.zeros_like(self.data)", "np.zeros(np.shape(data), int)"),
    ],
)
def test_a_mistake_in_the_constructor_costs_nothing_of_backward(books, edit):
    found = failed(engine(books, edit))
    assert SHAPES in found
    assert BACKWARD not in found


# The same for Day 3, where nodes hold numbers

NUMBERS = (
    ("class Tensor(Functions)", "class Value"),
    ("Tensor", "Value"),
    ("np.array(data, dtype=float)", "float(data)"),
    ("np.zeros_like(self.data)", "0.0"),
    ("np.zeros_like(node.data)", "0.0"),
    ("unbroadcast(rule(out.grad), parent.data.shape)", "rule(out.grad)"),
    ("unbroadcast(rule(node.grad), parent.data.shape)", "rule(node.grad)"),
    ("if self.data.size != 1:", "if False:"),
)


@pytest.mark.parametrize("books", sorted(set(BOOKS) - {NO_RULE}))
@pytest.mark.parametrize(
    "edit", [("lambda G: other.data * G", "lambda G: G"), ("lambda G: 1.0 * G", "lambda G: 0 * G")]
)
def test_backward_of_day_3_gets_along_with_right_operations(books, edit):
    text = engine(books, edit)
    for old, new in NUMBERS:
        text = text.replace(old, new)
    names = {}
    exec(text, names)
    assert not rules_hold(names["Value"])
    with fair_nodes(names["Value"]) as value:
        a, b = value(3.0), value(2.0)
        c = a * b
        (c * c + c).backward()
        assert (a.grad, b.grad, c.grad) == (26.0, 39.0, 13.0)
