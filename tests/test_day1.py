# SPDX-License-Identifier: MIT
"""Day 1: what strangers wrote right passes, what got through once is seen, and a name is true of all who get it."""

import re

import pytest
from support import message_of

from grading import judging
from grading.judging import NOT_ATTEMPTED, NOT_YET
from grading.judging.decide import is_correct
from grading.notebooks import course, reference
from verification import catalogued

DAY = course.day(1)
SEEDS = (1, 2)


def changed(code):
    namespace = reference.load(1)
    exec(code, namespace)
    return namespace


def failing(code, seed=1):
    """Return the checks that are not correct; no names are sought, which takes longer."""
    namespace = changed(code)
    checks = catalogued.checks_of(DAY)
    return {check for check in checks if not is_correct(check, judging.ask(check, namespace, seed), seed)}


def verdict_of(code, check, seed=1):
    return catalogued.judged(DAY, changed(code), seed, [check])[check]


CONSTRUCTOR = """
def _init(self, data, _prev=(), _op="", label=""):
    self.data, self.grad, self._prev, self._op, self.label = {data}, 0.0, {prev}, {op}, label
Value.__init__ = _init
"""


def constructor(data="float(data)", prev="_prev", op="_op"):
    return CONSTRUCTOR.format(data=data, prev=prev, op=op)


RIGHT = {
    "the operation is a member of an enumeration of texts": """
import enum
class Op(str, enum.Enum):
    LEAF, PLUS, TIMES = "", "+", "*"
"""
    + constructor(op="Op(_op) if _op in ('', '+', '*') else _op"),
    "the operation is of a subclass of str": "class Op(str): pass\n" + constructor(op="Op(_op)"),
    "data is a Fraction": "from fractions import Fraction\n" + constructor(data="Fraction(data)"),
    "data is kept as it came": constructor(data="data"),
    "the text has a plus sign": "Value.__repr__ = lambda self: f'Value({self.data:+.3f})'",
    "the text has an exponent": "Value.__repr__ = lambda self: f'Value({self.data:E})'",
    "the text has a minus sign of its own": "Value.__repr__ = lambda self: f'Value({self.data})'.replace('-', '−')",
    "the class has another name": "Value.__name__ = 'Node'\nValue.__repr__ = lambda self: f'<Node {self.data}>'",
    "a rule is a plain function": """
def subtract(x, y):
    return x + negate(y) if isinstance(y, Value) else x + (-y)
def negate(x):
    return Value(-x.data, (x,), "neg")
Value.__sub__, Value.__neg__ = subtract, negate
""",
    "rules come out of a function that makes them": """
def lift(thing):
    return thing if isinstance(thing, Value) else Value(thing)
def rule(sign, compute):
    def apply(x, y):
        x, y = lift(x), lift(y)
        return Value(compute(x.data, y.data), (x, y), sign)
    return apply
Value.__sub__ = minus = rule("-", lambda p, q: p - q)
Value.__truediv__ = over = rule("/", lambda p, q: p / q)
Value.__rsub__, Value.__rtruediv__ = (lambda s, other: minus(other, s)), (lambda s, other: over(other, s))
""",
    "trace looks through a list": """
def trace(root):
    nodes, edges, waiting = [], [], [root]
    while waiting:
        node = waiting.pop(0)
        if any(node is other for other in nodes):
            continue
        nodes.insert(0, node)
        for parent in node._prev:
            edges.append((parent, node))
            waiting.append(parent)
    return nodes, edges
""",
    "an exact fraction on paper": "from fractions import Fraction\nprediction['a*a+a']['value'] = Fraction(12, 2)",
}


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT.keys())
def test_what_is_right_passes(code):
    assert failing(code) == set()


BY_VALUE = """
Value.__eq__ = lambda self, other: isinstance(other, Value) and self.data == other.data
Value.__hash__ = lambda self: hash(self.data)
"""
WRONG = {
    "a set by value": (BY_VALUE + constructor(prev="set(_prev)"), {"day1-value-add", "day1-value-multiply"}),
    "a dictionary by value": (
        constructor(prev="tuple({node.data: node for node in _prev}.values())"),
        {"day1-value-add", "day1-value-multiply"},
    ),
    "1 + x forgets x": ("Value.__radd__ = lambda self, other: Value(self.data) + other", {"day1-value-constants"}),
    "1 + x keeps the 1 alone": (
        "Value.__radd__ = lambda self, other: Value(self.data + other, (Value(other),), '+')",
        {"day1-value-constants"},
    ),
    "x * 2 is made of a copy": (
        "times = Value.__mul__\n"
        "Value.__mul__ = lambda s, o: times(s, o) if isinstance(o, Value) else times(Value(s.data), Value(o))\n"
        "Value.__rmul__ = lambda s, o: times(s, Value(o))",
        {"day1-value-constants"},
    ),
    "a constant says that it is one": (
        "plus = Value.__add__\n"
        "Value.__add__ = lambda s, o: plus(s, o if isinstance(o, Value) else Value(o, (), 'const'))",
        {"day1-value-constants"},
    ),
    "+ empties its right operand": (
        "plus = Value.__add__\n"
        "def _add(self, other):\n"
        "    other = other if isinstance(other, Value) else Value(other)\n"
        "    out = plus(self, other)\n"
        "    other.data = 0.0\n"
        "    return out\n"
        "Value.__add__ = _add",
        {"day1-value-add", "day1-value-constants"},
    ),
    "-x in place, beside a minus of its own": (
        "def _neg(self):\n    self.data = -self.data\n    return self\n"
        "def _sub(self, other):\n"
        "    other = other if isinstance(other, Value) else Value(other)\n"
        "    return Value(self.data - other.data, (self, other), '-')\n"
        "Value.__neg__, Value.__sub__ = _neg, _sub",
        {"day1-stretch-negate-subtract"},
    ),
    "x / y writes into x": (
        "def _div(self, other):\n"
        "    other = other if isinstance(other, Value) else Value(other)\n"
        "    out = Value(self.data / other.data, (self, other), '/')\n"
        "    self.data = out.data\n"
        "    return out\n"
        "Value.__truediv__ = _div",
        {"day1-stretch-divide"},
    ),
    "a power of a product": (
        "def _pow(self, n):\n"
        "    if isinstance(n, Value):\n        raise TypeError\n"
        "    return Value(self.data**n, (self * 1,), f'**{n}')\n"
        "Value.__pow__ = _pow",
        {"day1-stretch-power"},
    ),
    "trace marks the nodes": (
        "def trace(root):\n"
        "    nodes, edges, waiting = [], [], [root]\n"
        "    while waiting:\n"
        "        node = waiting.pop()\n"
        "        if getattr(node, 'seen', False):\n            continue\n"
        "        node.seen = True\n"
        "        nodes.append(node)\n"
        "        for parent in node._prev:\n"
        "            edges.append((parent, node))\n            waiting.append(parent)\n"
        "    return nodes, edges",
        {"day1-trace-nodes"},
    ),
    "trace goes by number and operation": (
        "def trace(root):\n"
        "    nodes, edges, seen, waiting = [], [], set(), [root]\n"
        "    while waiting:\n"
        "        node = waiting.pop()\n"
        "        if (node.data, node._op) in seen:\n            continue\n"
        "        seen.add((node.data, node._op))\n"
        "        nodes.append(node)\n"
        "        for parent in node._prev:\n"
        "            edges.append((parent, node))\n            waiting.append(parent)\n"
        "    return nodes, edges",
        {"day1-trace-nodes", "day1-trace-edges"},
    ),
    "an operation that is equal to all": (
        "class Liar:\n"
        "    __hash__ = None\n"
        "    def __eq__(self, other):\n        return True\n"
        "    def __len__(self):\n        return 0\n" + constructor(op="Liar()"),
        {"day1-value-construct", "day1-value-add", "day1-value-multiply", "day1-stretch-power"},
    ),
    "a text that is equal to all": (
        "class Liar(str):\n    __hash__ = str.__hash__\n    def __eq__(self, other):\n        return True\n"
        + constructor(op="Liar('?') if _op else ''"),
        {"day1-value-add", "day1-value-multiply", "day1-stretch-power"},
    ),
}


@pytest.mark.parametrize(("code", "checks"), WRONG.values(), ids=WRONG.keys())
def test_what_got_through_is_seen_with_every_seed(code, checks):
    for seed in SEEDS:
        assert failing(code, seed) == checks


NAMES = {
    "no text of its own": ("del Value.__repr__", "day1-value-repr", ("day1-repr-missing",)),
    "a misspelt name": (
        "Value.__repre__ = Value.__repr__\ndel Value.__repr__",
        "day1-value-repr",
        ("day1-repr-missing",),
    ),
    "another class's name": (
        "Value.__repr__ = lambda self: f'Data([{self.data}])'",
        "day1-value-repr",
        ("day1-repr-without-class",),
    ),
    "parents that are copies are no numbers": (
        "Value.__add__ = lambda s, o: Value(s.data + o.data, (Value(s.data), Value(o.data)), '+')",
        "day1-value-add",
        (),
    ),
    "a power's parent that is another node is no number": (
        "Value.__pow__ = lambda s, n: Value(s.data**n, (s * 1,), f'**{n}')",
        "day1-stretch-power",
        (),
    ),
    "1 + x that asks the number for its data is what the error says": (
        "Value.__radd__ = lambda s, o: Value(s.data + o.data, (s, o), '+')",
        "day1-value-constants",
        ("error-number-for-a-node",),
    ),
}


@pytest.mark.parametrize(("code", "check", "names"), NAMES.values(), ids=NAMES.keys())
def test_a_name_is_true_of_all_who_get_it(code, check, names):
    assert verdict_of(code, check).misconceptions == names


def test_the_graph_of_a_sum_is_paid_once():
    failed = failing("Value.__add__ = lambda s, o: Value(s.data + (o.data if isinstance(o, Value) else o), (), '+')")
    assert failed == {"day1-value-add"}


def test_a_plain_number_among_the_parents_is_paid_once():
    code = """
def _add(self, other):
    right = other if isinstance(other, Value) else Value(other)
    return Value(self.data + right.data, (self, other), "+")
Value.__add__ = _add
"""
    assert failing(code) == {"day1-value-constants"}


def test_a_wrong_power_costs_no_division():
    failed = failing("Value.__pow__ = lambda s, n: Value(s.data * n, (s,), f'**{n}')")
    assert failed == {"day1-stretch-power"}


def test_what_a_half_filled_answer_lacks_is_told():
    verdict = verdict_of("prediction['a*a+a']['edges'] = None", "day1-predict-reuse")
    assert verdict.outcome == NOT_YET
    assert "The number of edges of a*a+a" in message_of(verdict)
    assert "still empty" in message_of(verdict)
    blank = verdict_of("prediction['a*a+a'] = dict.fromkeys(('nodes', 'edges', 'value'))", "day1-predict-reuse")
    assert blank.outcome == NOT_ATTEMPTED


def test_a_list_in_the_place_of_a_dictionary_is_told():
    verdict = verdict_of("prediction['(a*b)+c'] = [5, 4, 4]", "day1-predict-product")
    assert "they are (5, 4, 4), where a dictionary with 'nodes', 'edges' and 'value' belongs" in message_of(verdict)


def test_a_decimal_comma_is_told():
    message = message_of(verdict_of("prediction['a*a+a']['value'] = 6, 0", "day1-predict-reuse"))
    assert "Python writes 6.0 with a point" in message


# The puzzles of 1.4, and what 1.6 asks


def shape(root):
    """Return a graph as a text that is the same for all who made it: its nodes by what they are made of, each once."""
    texts, waiting = {}, [root]
    while waiting:
        node = waiting[-1]
        unread = [parent for parent in node._prev if id(parent) not in texts]
        waiting += unread
        if not unread:
            inputs = sorted(texts[id(parent)] for parent in node._prev)
            texts[id(waiting.pop())] = f"({node._op.join(inputs)})" if inputs else f"{node.data:g}"
    return sorted(texts.values())


def cell_with(text):
    return next(cell.source for cell in reference.cells(1) if text in cell.source)


def figures_of_the_puzzles():
    """Return the last nodes of Figures 1.10 and 1.11."""
    drawn = []
    names = {"draw_graph": lambda node, caption: drawn.append(node), "display": lambda shown: None}
    exec(cell_with("def note(").partition("\n\na = note(")[0], names)
    exec(cell_with("# Draws Figures 1.10"), names)
    return drawn


def test_the_reference_makes_the_graphs_of_the_figures_and_so_do_the_programs_that_it_lists_and_no_other():
    names = reference.load(1)
    value = names["Value"]
    first, second = figures_of_the_puzzles()
    made = names["puzzle_1"](value(3.0), value(2.0))
    assert shape(made) == shape(first)
    assert (made.data, first.data) == (54.0, 54.0)
    card = cell_with("### Exercise 1.4")
    code = cell_with("# Lay your answers beside this, once they stand.\nif made_it")
    programs = dict(re.findall(r'^    "([A-G])": "(.*)",$', code, re.MULTILINE))
    assert list(programs) == list("ABCDEFG")
    makers = ""
    for letter, program in programs.items():
        lines = ", then ".join(f"`{line}`" for line in program.split("; "))
        assert f"| {letter} | {lines} |" in card
        leaves = {"a": value(2.0), "b": value(-3.0), "c": value(10.0)}
        exec(program, leaves)
        assert leaves["y"].data == second.data == -11.0
        makers += letter if shape(leaves["y"]) == shape(second) else ""
    assert makers == names["made_it"]


def test_the_reference_lists_the_edges_of_puzzle_3():
    names = reference.load(1)
    a, b = names["Value"](3.0), names["Value"](2.0)
    n1, n2 = a + b, a + b
    n3 = n1 * n2
    y = n3 + a
    called = {id(node): name for name, node in {"a": a, "b": b, "n1": n1, "n2": n2, "n3": n3, "y": y}.items()}
    edges = [(called[id(parent)], called[id(child)]) for parent, child in names["trace"](y)[1]]
    assert sorted(edges) == sorted(names["graph_3"])


def test_the_reference_counts_both_designs_as_trace_does():
    names = reference.load(1)
    x = names["Value"](3.0)
    for kind, node in (("parts", x + x * -1), ("one", names["Value"](0.0, (x, x), "-"))):
        nodes, edges = names["trace"](node)
        assert (names["design"][f"{kind}: nodes"], names["design"][f"{kind}: edges"]) == (len(nodes), len(edges))
    assert names["design"]["z rises by"] == 2.0**4 - 2.0**3
    z = names["Value"](8.0, (names["Value"](2.0),), "**3.0")
    assert len(names["trace"](z)[1]) == 1, "the notes of the card: z was made from x alone"


PUZZLES = {
    "leaves that are plain numbers": (
        "def puzzle_1(a, b):\n    return 54.0",
        "day1-draw-1",
        ("day1-puzzle-numbers-alone",),
        "a float, which is no node",
    ),
    "endless doubling": (
        "def puzzle_1(a, b):\n    for _ in range(60):\n        a = a + a\n    return a",
        "day1-draw-1",
        (),
        "more than 30 nodes",
    ),
    "letters with commas, in small letters": (
        "made_it = 'b, f'",
        "day1-draw-2",
        ("day1-made-it-second-name",),
        "not listed",
    ),
    "a number for letters": ("made_it = 7", "day1-draw-2", (), "7; the programs have letters"),
    "letters that are none": ("made_it = 'BCX'", "day1-draw-2", (), "X"),
    "a text for pairs": ("graph_3 = 'abc'", "day1-draw-3", ("day1-draw-one-name-alone",), "no pair"),
    "a number for a node": (
        "def puzzle_1(a, b):\n    return a * b * 9.0",
        "day1-draw-1",
        ("day1-puzzle-number-for-node",),
        "a plain number",
    ),
    "the leaf a made of b": (
        "def puzzle_1(a, b):\n    t = a * b\n    return t * (t + b + 1)",
        "day1-draw-1",
        ("day1-puzzle-number-for-node",),
        "a plain number",
    ),
    "no brackets, and no name": (
        "def puzzle_1(a, b):\n    return a * b * a * b + a",
        "day1-draw-1",
        ("day1-puzzle-more-operations",),
        "more than 3",
    ),
    "a product of the leaf with itself": (
        "def puzzle_1(a, b):\n    return a * b + a * a * b",
        "day1-draw-1",
        ("day1-puzzle-other-box-of-leaves",),
        "another one",
    ),
    "three wrong letters": ("made_it = 'ABDG'", "day1-draw-2", ("day1-made-it-written-twice",), "Program A"),
    "no right letter": ("made_it = 'EG'", "day1-draw-2", ("day1-made-it-order",), "Program B"),
    "two pairs turned, and one lost": (
        "graph_3 = [('n1', 'a'), ('n1', 'b'), ('a', 'n2'), ('b', 'n2'), ('n1', 'n3'), ('n2', 'n3'), ('n3', 'y')]",
        "day1-draw-3",
        ("day1-draw-one-edge-turned",),
        "from later to earlier",
    ),
    "more edges than inputs": (
        "design['parts: edges'] = 5",
        "day1-design-difference",
        ("day1-design-more-edges",),
        "here it is 5",
    ),
    "a rise that is no distance": (
        "design['z rises by'] = 4",
        "day1-design-power",
        ("day1-design-rises-otherwise",),
        "here it is 4",
    ),
}


@pytest.mark.parametrize(("code", "check", "names", "told"), PUZZLES.values(), ids=PUZZLES.keys())
def test_an_odd_answer_to_a_puzzle_is_told_in_words(code, check, names, told):
    verdict = verdict_of(code, check)
    assert verdict.outcome == NOT_YET
    assert verdict.misconceptions == names
    assert told in message_of(verdict)
