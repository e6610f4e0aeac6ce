# SPDX-License-Identifier: MIT
"""The helper with other engines, half-written classes, wrong orders, and without ``dot``."""

import sys

import pytest
from support import pictures, ran

from gradtools import check_gradients, draw_graph, record_backward, step
from gradtools.graph import expression, read_graph
from judge.notebooks import reference


def engine(container):
    """Return the class of Day 2, which has no ``backward``, with another container for its parents."""
    kept = reference.Edit("self._prev = tuple(_prev)", f"self._prev = {container}(_prev)", "day2-value")
    return reference.load(2, [kept])["Value"]


Engine, ListEngine, SetEngine = map(engine, ("tuple", "list", "set"))


def test_only_a_container_that_keeps_both_uses_shows_two_edges():
    for kind, edges in ((Engine, 2), (ListEngine, 2), (SetEngine, 1)):
        a = kind(3.0, label="a")
        assert len(read_graph(a + a).edges) == edges, kind


@pytest.mark.parametrize("kind", [Engine, ListEngine, SetEngine])
def test_every_container_passes_the_gradient_check(kind):
    report = check_gradients(lambda a, b: (a * b + a) * a, 2.0, -3.0, value=kind)
    assert [(row.mine, row.torch) for row in report.rows] == [(-8.0, -8.0), (4.0, 4.0)]


def test_doubled_labels_get_names_of_their_own():
    words = draw_graph(Engine(1.0, label="x") + Engine(2.0, label="x")).words
    assert "- x: leaf, data 1" in words
    assert "- x (2): leaf, data 2" in words
    assert "- x (2) -> node 3" in words


def test_a_class_without_grad_op_and_label_is_drawn():
    class Bare:
        def __init__(self, data, _prev=()):
            self.data, self._prev = data, _prev

    words = draw_graph(Bare(3.0, (Bare(1.0), Bare(2.0)))).words
    assert "A graph of 3 nodes and 2 edges." in words
    assert "grad" not in words


def test_a_class_that_defines_equality_keeps_its_nodes_apart():
    class Equal(Engine):
        def __eq__(self, other):
            return self.data == other.data

    assert len(read_graph(Equal(1.0) + Equal(1.0)).nodes) == 3


def test_messages_name_the_mistake_and_hold_no_address():
    class Half:
        def __init__(self, data):
            self.data = data

    with pytest.raises(TypeError, match="without `_prev`") as caught:
        draw_graph(Half(1.0))
    assert "0x" not in str(caught.value)
    node = Engine(1.0, label="n")
    node._prev = (2.0,)
    with pytest.raises(TypeError, match=r"found 2\.0, a float, in `_prev` of n"):
        draw_graph(node)
    node._prev = None
    with pytest.raises(TypeError, match="`_prev` is None"):
        draw_graph(node)
    with pytest.raises(TypeError, match="the class Value"):
        draw_graph(Engine)


def test_any_label_can_be_drawn():
    svg = draw_graph(Engine(1.0, label='a|<b>"{x}\\ & ü\nnext') + 1).svg
    assert "a|&lt;b&gt;" in svg
    assert "node 3" in svg


def test_an_expression_is_written_out_or_cut_into_assignments():
    a, b = Engine(2.0, label="a"), Engine(3.0, label="b")
    assert expression(read_graph(a * b + 4)) == "((a * b) + 4)"
    doubled = a
    for _ in range(40):  # written out it would hold 2**40 names
        doubled = doubled + doubled
    text = expression(read_graph(doubled))
    assert text.startswith("n2 = (a + a); n3 = (n2 + n2)")
    assert "more" in text
    assert len(text) < 400


def test_f_must_run_on_both_sides():
    with pytest.raises(TypeError, match="was given torch tensors and returned"):
        check_gradients(lambda a: Engine(2.0), 1.0, value=Engine)

    class More(Engine):
        def mine(self):
            return self + 1

    with pytest.raises(TypeError, match="PyTorch cannot run `f`"):
        check_gradients(lambda a: a.mine(), 1.0, value=More)


def test_a_small_slip_in_a_large_gradient_is_seen():
    class Mistaken(Engine):
        def __mul__(self, other):
            out = super().__mul__(other)
            right = out._backward

            def pass_on():
                right()
                self.grad += 1e-6 * out.grad

            out._backward = pass_on
            return out

    with pytest.raises(AssertionError, match="Your engine says"):
        check_gradients(lambda a, b: a * b, 3.0, 5.0, value=Mistaken)


def two_ways():
    """Return o = 5*b + (b + 1) with b = x*x at x = 3, whose b must wait for two shares."""
    x = Engine(3.0, label="x")
    b = x * x
    b.label = "b"
    o = b * 5 + (b + 1)
    o.label = "o"
    return o


def test_a_node_called_too_early_is_named_in_words_and_picture():
    root = two_ways()
    product, plus = root._prev
    in_preorder = step(root, order=[root, product, product._prev[0], plus])
    svgs = [picture.svg for picture in pictures(in_preorder.bundle()["text/html"])]
    assert "- Too early: step 4 adds 1 to b, after b has passed its gradient on." in svgs[2]
    warned = [svg for svg in svgs if "Too early: step 4 adds 1 to b" in svg]
    assert len(warned) == 1
    assert "Step 3 of 4: b" in warned[0]


def test_nodes_that_are_never_called_are_named():
    root = two_ways()
    shown = step(root, order=[root])
    assert "Never called, so no gradient is passed on from: b, node 4 and node 6." in shown.words
    assert "Never called" not in pictures(shown.bundle()["text/html"])[0].svg


def test_engines_with_a_method_are_watched_and_those_that_cannot_be_are_named():
    class Method:
        def __init__(self, data, _prev=()):
            self.data, self.grad, self._prev, self._op, self.label = data, 0.0, _prev, "+" if _prev else "", ""

        def _backward(self):
            for parent in self._prev:
                parent.grad += self.grad

    root = Method(3.0, (Method(1.0), Method(2.0)))
    _, steps = record_backward(root)
    assert [arrival.added for arrival in steps[0].arrivals] == [1.0, 1.0]
    assert "_backward" not in vars(root)

    class Slotted:
        __slots__ = ("_prev", "data", "grad")

        def __init__(self):
            self.data, self.grad, self._prev = 1.0, 0.0, ()

        def _backward(self):
            pass

    with pytest.raises(TypeError, match="__slots__"):
        record_backward(Slotted())
    bare = type("Bare", (), {"data": 1.0, "_prev": ()})()
    with pytest.raises(TypeError, match="no function _backward"):
        record_backward(bare)


def test_no_dot_on_the_machine_is_no_error_and_silent():
    # An empty PATH and an interpreter path elsewhere: neither graphviz-pure nor dot is found.
    code = (
        "import sys; sys.executable = '/nowhere/bin/python'\n"
        "class V:\n    data, grad, _prev, _op, label = 1.0, 0.0, (), '', 'a'\n"
        "from gradtools import draw_graph\n"
        "d = draw_graph(V()); print(d.svg, d.bundle()['text/plain'])"
    )
    done = ran(sys.executable, "-c", code, env={"PATH": ""})
    assert done.stdout.startswith("None A graph of 1 node and 0 edges.\nNodes:\n- a: leaf, data 1, grad 0")
    assert "pip install" in done.stdout
    assert done.stderr == ""


def test_a_missing_operand_is_no_second_use_of_the_other():
    left, right = Engine(2.0, label="left"), Engine(3.0, label="right")
    total = left + right
    total._prev = (left,)
    assert expression(read_graph(total)) == "(left + ?)"
    total._prev = {left}
    assert expression(read_graph(total)) == "(left + left)"
