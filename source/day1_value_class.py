# ---
# jupyter:
#   # SPDX-License-Identifier: MIT AND CC-BY-4.0
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Day 1: The Value class
#
# **Today you build a number that remembers where it came from.** Everything a network needs in order to learn grows out of it.
#
# Start with the end: run the next three cells, each with Shift+Enter. The second one runs the engine that you will have written by the evening of Day 4: a class `Value` of about a hundred lines of code.
# The third trains a small network that is made of nothing else, and draws what it has learned: to tell two half moons apart.

# %% tags=["setup"]
import math
import random

from gradtools import COLOURS, TINTS, draw_graph, environment_report, finished_engine
from gradtools import predict, reveal, show_figure, use_style

# %%
finished = finished_engine()
a, b, c = finished.Value(2.0), finished.Value(-3.0), finished.Value(0.5)
d = a * b + c.tanh()
d.backward()
print(f"d = {d.data:.3f}. Nudge a, b or c: d moves {a.grad:g}, {b.grad:g} or {c.grad:.3f} times as far.")

# %% jupyter={"source_hidden": true}
# Draws Figure 1.0: the two moons, what a network says of each place, and its loss. It trains the network first.
import matplotlib.pyplot as plt

losses = []
turns = [math.pi * i / 11 for i in range(12)]
upper = [[math.cos(turn), math.sin(turn)] for turn in turns]
lower = [[1 - math.cos(turn), 0.5 - math.sin(turn)] for turn in turns]
random.seed(1)
net = finished.MLP(2, [12, 1])
for _ in range(100):  # a second or two
    loss = sum((1 + (-net(point)).exp()).log() for point in upper)
    loss = loss + sum((1 + net(point).exp()).log() for point in lower)
    loss.backward()
    for parameter in net.parameters():
        parameter.data -= 0.2 * parameter.grad
        parameter.grad = 0.0
    losses.append(loss.data / 24)
print(f"Loss, a measure of error: {losses[0]:.3f} at first, {losses[-1]:.3f} after 100 steps.")
print(f"It was computed in {len(finished.topological_order(loss)):,} nodes.")

use_style()
fig, (plane, curve) = plt.subplots(1, 2, figsize=(8, 3.2), layout="constrained")
across = [-1.5 + 4 * i / 30 for i in range(31)]
up = [-1.25 + 3 * i / 30 for i in range(31)]
says = [[net([x, y]).data for x in across] for y in up]
tints = [TINTS["orange"], TINTS["sky"]]
plane.contourf(across, up, says, levels=[-1e9, 0, 1e9], colors=tints, hatches=["//", ""])
for moon, marker, name in ((upper, "o", "upper moon"), (lower, "^", "lower moon")):
    style = {"marker": marker, "color": "white", "edgecolors": COLOURS["black"], "zorder": 2}
    plane.scatter(*zip(*moon), label=name, **style)
plane.set(xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
plane.grid(False)
plane.legend(loc="upper right", fontsize="small")
curve.semilogy(range(1, len(losses) + 1), losses, marker="")
curve.set(xlabel="step", ylabel="loss")
display(
    show_figure(
        fig,
        caption="Figure 1.0. What you will have built by Day 4. Left: where the network says "
        "upper (plain) or lower (hatched). Right: its loss, on a logarithmic axis. It jumps "
        "where a step is too large.",
        alt="Left: two half circles of 12 points, each reaching into the other, and a border that "
        "winds between them: all 24 points lie on their own side. "
        f"Right: the loss falls from {losses[0]:.2f} to {losses[-1]:.3f} in 100 steps.",
    )
)

# %% [markdown]
# `d` is a number that knows it was made from `a`, `b` and `c`. So `d.backward()` can go back along its history and find how much
# each matters. The loss of a network is such a number, too. Training goes back along its history, changes each weight a little, and repeats.
#
# Now you begin with an empty class.
#
# **After today you can**
#
# - **build** a class whose objects compute like numbers and remember how they were made,
# - **trace** the graph behind a result, back to its inputs,
# - **read** a graph as an expression, and an expression as a graph.
#
# **You need:** Python classes, functions and lists. No calculus today.
#
# <details>
# <summary>The plan of the day: a core of about {minutes:core} minutes, {points:core} points; part two, extra: {minutes:extra} minutes, {points:extra} points</summary>
#
# | Part | Reading, min | Exercise | Exercise, min | Points |
# |---|---:|---|---:|---:|
# | Start and setup | {minutes:start} | | | |
# | 1. A number that remembers | {minutes:section 1} | 1.1 write the class | {minutes:1.1} | {points:1.1} |
# | 2. Building a graph | {minutes:section 2} | 1.2 trace the graph | {minutes:1.2} | {points:1.2} |
# | 3. The same variable twice | {minutes:section 3} | | | |
# | 4. Graphs and expressions | {minutes:section 4} | 1.4 solve three puzzles | {minutes:1.4} | {points:1.4} |
# | Looking back | {minutes:looking back} | | | |
# | Part two: extra | {minutes:part two, extra} | | | |
# | 5. Count without running | {minutes:section 5, extra} | 1.3 count without running | {minutes:1.3} | {points:1.3} |
# | 6. More operators | {minutes:section 6, extra} | 1.5 the other operators | {minutes:1.5} | {points:1.5} |
# | 7. The graph that PyTorch keeps | {minutes:section 7, extra} | 1.6 judge six shortcuts | {minutes:1.6} | {points:1.6} |
# | 8. A bug to find | {minutes:section 8, extra} | | | |
# | **Total, estimated: {minutes:total} min** | **{minutes:reading}** | | **{minutes:exercises}** | **{points:total}** |
#
# </details>
#
# ## Twelve questions first
#
# **Optional, 12 minutes, no points.** Twelve more at the end of Day 5 show what has changed.

# %% jupyter={"source_hidden": true}
# Asks twelve questions, with buttons.
from gradtools import before

before()

# %% [markdown]
# ## 1. A number that remembers
#
# **Question: what must a number remember, so that you can find out later how it was made?**
#
# A Python float holds a value and nothing else. `2.0 * -3.0 + 10.0` gives `4.0`, and so does
# `1.0 + 3.0`. From the result, nobody can tell the two apart.
#
# So keep a note with each number: its value, the numbers it was made from, and the operation.
# A number with such a note is a **node**. The nodes that it was made from are its **parents**. Each use of a parent is an **edge**.
# A number that somebody typed in has no parents and no operation: a **leaf**.
#
# **By hand.** These are the notes for the product of 2 and -3:
#
# | label | value | made from | operation |
# |---|---:|---|---|
# | `a` | 2.0 | nothing | none |
# | `b` | -3.0 | nothing | none |
# | `d` | -6.0 | `a`, `b` | `*` |
#
# Figure 1.1 draws these notes. A box is a node, an oval names an operation, and the arrows are the edges.
#
# **Predict before you run**, in your head. Which way do the edges point: from the inputs to the result, or back?

# %% jupyter={"source_hidden": true}
# Draws Figure 1.1: the notes of the table.
from types import SimpleNamespace


def note(data, made_from=(), operation="", label=""):
    """Return one row of the table, filled in by hand: an object with these five attributes and nothing else."""
    return SimpleNamespace(data=data, grad=0.0, _prev=made_from, _op=operation, label=label)


a = note(2.0, label="a")
b = note(-3.0, label="b")
d = note(a.data * b.data, made_from=(a, b), operation="*", label="d")
draw_graph(
    d,
    caption="Figure 1.1. Three notes, written by hand: two numbers, and their product. The arrows into "
    "the oval are the edges.",
)

# %% [markdown]
# ### A class with operators
#
# Now you write the class that makes these notes. Your `Value` holds a single number until Day 6, so whatever goes wrong is the algorithm, never the shape of an array.
#
# **Not today:** gradients, which say how far a result moves when you nudge an input (Days 2 and 3); neurons and training (Day 4).
#
# In Python an operator is a method with a special name. What the method returns is the result:
#
# | You write | Python calls |
# |---|---|
# | `a + 1`, `a * 2` | `a.__add__(1)`, `a.__mul__(2)` |
# | `1 + a`, `2 * a` | `a.__radd__(1)`, `a.__rmul__(2)`, since 1 and 2 don't know `Value` |
# | `sum([a, b])` | `a.__radd__(0)`, then `+ b` |
#
# #### How checking works
#
# The [start page](../start_here.ipynb) says how a day goes. In an answer cell, delete each line `raise NotImplementedError(...)` and write your own code there. Where it says `None`, write your answer.
#
# Run your answer, then the one cell below it: `check("1.1")` has a line for each thing that has to hold. The examples that it tries first are folded below that cell, under *The checks of 1.1*.
#
# If you get stuck, unfold this:
#
# <details>
# <summary>Hints, time, errors, new words, and how to start over</summary>
#
# - **Hints** cost nothing, and you may check as often as you like. **Time** is not graded: all minutes are estimates. Reading times are computed: about a hundred words a minute, and more for code, figures,
#   predictions and your own words. Folded text is not counted. The minutes on a card are our estimate.
# - **A line that begins with ○** says what is not written or not run yet.
# - **Stuck?** Write a smaller test: two numbers, one operation, and an answer that you know without a computer. Make it smaller until it passes; the fault is in what you took away last.
# - **A red error:** read its last line first. *Symptom and cause*, under an exercise and near the end of the notebook, lists the usual ones.
# - **A word you don't know:** every term is explained where it first appears, and again in the [glossary](../../GLOSSARY.md).
# - **To start over:** open a terminal in the folder of the course (in JupyterLab: File, New, Terminal) and type `make reset DAY=1`. It brings back
#   the untouched notebook and keeps yours under a dated name. In the course's site there is no terminal: rename your notebook in the list of files, then reload the page. The untouched one is there again.
# - **Later days** open with a *given* cell, which holds the finished engine of the day before. So nobody's mistake today costs them tomorrow.
#
# </details>
#
# The next cell lists what is installed: each row has a tick, or the way to fix it.

# %% tags=["nbval-skip"]
environment_report()

# %% [markdown]
# ### Exercise 1.1: write the class (about 17 min)
#
# Write a class `Value` whose objects write their own notes.
#
# *Signature:* `Value(data, _prev=(), _op="", label="")`, with `__repr__`, `__add__`, `__mul__`, `__radd__`, `__rmul__`.
#
# *In:* `data`, a number; for the operators `other`, a `Value` or a number.
#
# *Out:* an object with `data`, `grad` (0.0 all day), `_prev` (its parents), `_op` (the operation) and `label` (a name for drawings). Each operator returns a **new** `Value` and changes neither operand.
#
# *Must hold:*
# - the sum of `a` and `b` has both in `_prev` and `"+"` in `_op`; the product has `"*"`;
# - a plain number becomes a new leaf;
# - `repr(a)` shows the class's name and the number, such as `Value(data=-3.0)`.
#
# *Recommended, not checked:* keep the parents in a tuple, `(a, b)`. Then `a * a` keeps `a` twice.
#
# *Example:* `(Value(2.0) * Value(-3.0)).data` is `-6.0`.
#
# *An error?* See [Symptom and cause in 1.1](#Symptom-and-cause-in-1.1).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Read the row of `d` in the table of section 1 again. It holds four facts. Three of them are what the operator passes on when it makes
# its new `Value`. The label is left empty.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# For a sum `c = a + b`: the data of `c` is the data of `a` plus the data of `b`, the parents of `c` are `a` and `b`, the operation is "+".
# A plain number `k` stands for a leaf with data `k`. Since `k + a = a + k` and `k · a = a · k`, the `r` methods need no arithmetic of their own.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# `__init__`: one line for each attribute; one attribute does not come from an argument.
# `__add__`: two lines. First make sure that `other` is a `Value` (`isinstance` tells you). Then return a new one, with three arguments.
# `__radd__`: one line that calls a method you already have.
# `__repr__`: it *returns* a string and does not print.
#
# </details>


# %% answer="day1-value"
class Value:
    """A number that remembers which values it was made from, and by which operation."""

    def __init__(self, data, _prev=(), _op="", label=""):
        """Make a node.

        Args:
            data: The number.
            _prev: The nodes that this one was made from; empty for a number that was typed in.
            _op: The operation that made it, such as "+"; "" for a number that was typed in.
            label: A name for drawings.
        """
        ### BEGIN SOLUTION
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self.label = label
        ### END SOLUTION

    def __repr__(self):
        """Return the text that print shows, such as Value(data=-3.0)."""
        ### BEGIN SOLUTION
        return f"Value(data={self.data})"
        ### END SOLUTION

    def __add__(self, other):
        """Return the node self + other, where other is a Value or a number."""
        ### BEGIN SOLUTION
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")
        ### END SOLUTION

    def __mul__(self, other):
        """Return the node self * other, where other is a Value or a number."""
        ### BEGIN SOLUTION
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")
        ### END SOLUTION

    def __radd__(self, other):
        """Return other + self: Python calls this when other is a plain number on the left."""
        ### BEGIN SOLUTION
        return self + other
        ### END SOLUTION

    def __rmul__(self, other):
        """Return other * self: Python calls this when other is a plain number on the left."""
        ### BEGIN SOLUTION
        return self * other
        ### END SOLUTION


# %% check="day1-value-construct" points=1
"""A new Value holds its number, a gradient of 0.0, no parents and no operation."""
assert Value(3.0).data == 3.0
assert Value(3.0).grad == 0.0, "no gradient has arrived yet"
assert len(Value(3.0)._prev) == 0, "it was made from nothing"
assert Value(3.0)._op == "", "no operation made it"

# %% check="day1-value-repr" points=1
"""A Value prints as its class and its number."""
assert "Value" in repr(Value(-3.0)) or type(Value(-3.0)).__name__ in repr(Value(-3.0)), "it shows the class"
assert "3" in repr(Value(-3.0)), "it shows the number"

# %% check="day1-value-add" points=1
"""A sum is a new Value that remembers both parents and `'+'`."""


def worked_example():  # a function, so that your own `a`, `b` and `c` stay as they are
    a, b = Value(2.0), Value(-3.0)
    c = a + b
    assert isinstance(c, Value), "a sum is a Value, so that it can remember"
    assert c.data == -1.0, "2 + (-3)"
    assert c._op == "+"
    assert len(c._prev) == 2, "it was made from `a` and `b`"
    assert any(parent is a for parent in c._prev), "`a + b` was made from `a`, so _prev holds `a` itself"
    assert any(parent is b for parent in c._prev), "`a + b` was made from `b`, so _prev holds `b` itself"


worked_example()

# %% check="day1-value-multiply" points=1
"""A product is a new Value that remembers both parents and `'*'`."""


def worked_example():
    a, b = Value(2.0), Value(-3.0)
    d = a * b
    assert isinstance(d, Value), "a product is a Value, so that it can remember"
    assert d.data == -6.0, "2 * (-3)"
    assert d._op == "*"
    assert len(d._prev) == 2, "it was made from `a` and `b`"
    assert any(parent is a for parent in d._prev), "`a * b` was made from `a`, so _prev holds `a` itself"
    assert any(parent is b for parent in d._prev), "`a * b` was made from `b`, so _prev holds `b` itself"


worked_example()

# %% check="day1-value-constants" points=1
"""A plain number works on either side of `+` and `*`, and becomes a node without parents."""
assert (Value(2.0) + 1).data == 3.0
assert (1 + Value(2.0)).data == 3.0
assert (2 * Value(2.0)).data == 4.0
assert sum([Value(2.0), Value(-3.0)]).data == -1.0, "0 + 2 + (-3)"
assert not any(parent._prev for parent in (Value(2.0) + 1)._prev), "both parents are leaves"

# %% [markdown]
# #### Symptom and cause in 1.1
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `Value() takes no arguments` | `__init__` is misspelt, or indented too little | two underscores on each side |
# | `unexpected keyword argument 'label'` | `__init__` has lost one of its arguments | the signature in 1.1 |
# | `takes 1 positional argument but 2 were given` | a method does not take `self` first | its `def` line |
# | `'int' object has no attribute 'data'` on `a + 1` | `other` was not turned into a `Value` | `__add__`, first line; then the same in `__mul__` |
# | `unsupported operand type(s) for +: 'int' and 'Value'` on `1 + a` or `sum` | `__radd__` is missing or misspelt | the table on the card of 1.1 |
# | `'NoneType' object has no attribute 'data'`, one step late | a method computes and does not `return` | the last line of the operator |
# | `'float' object has no attribute '_prev'` | the operator returned a plain number | wrap the result in `Value(...)` |
# | `_prev` is empty after `a + b` | the result was made without its parents | second argument of `Value(...)` |
# | `<__main__.Value object at 0x...>` | `__repr__` is missing or indented too little | 1.1 |
# | `__repr__ returned non-string` | `__repr__` prints and returns nothing | return the f-string |
# | `RecursionError` on `1 + a` | `__radd__` says `other + self`, which calls `__radd__` again | hint 2 of 1.1 |
#
# </details>
#
# <details>
# <summary>We got this wrong first: a test that could not fail</summary>
#
# Your `__repr__` may write 3.0 as `3E+00`, so the check of 1.1 has to read exponents. We had a test for that, and it passed. It could not fail: the exponent in it was always zero, and a reader that skipped exponents read the same number. Now the test writes 3.0 as `300.0E-2`. Break the code on purpose, once, and see the test fail. Until then you don't know what it tests.
#
# </details>

# %% [markdown]
# ## 2. Building a graph
#
# **Question: what stays behind when Python has computed `a * b + c`?**
#
# A **graph** is a set of points and the arrows between them. Here each `Value` is a point, and each use of one is an arrow: a node and an edge.
# An edge runs from the parent to the node that was made, its **child**.
#
# All edges run one way, so the graph is *directed*. No path leads back to its start, since parents exist
# before their child is made: the graph is *acyclic*. The full name is **directed acyclic graph**.
#
# Follow Python, with `a = 2`, `b = -3`, `c = 10`. It multiplies before it adds:
#
# | step | Python calls | value | `_op` | parents |
# |---|---|---:|---|---|
# | 1 | `d = a.__mul__(b)` | 2 · (-3) = -6 | `*` | a, b |
# | 2 | `e = d.__add__(c)` | -6 + 10 = 4 | `+` | ? |
#
# No separate command builds the graph. The operators build it while they compute.
#
# **On paper, before anything draws it.** Draw two graphs: a box for each value, with its name and its number, a circle for each operation, and an arrow for each use.
#
# 1. `e = a * b + c`, from the table above;
# 2. `g = a * b + a`. How many arrows leave `a`?
#
# **Predict.** What belongs in place of the question mark? Will `a` be in `e._prev`, yes or no? Run the next cell, choose an answer, and say how sure you are: that locks your guess.
# (Where no buttons appear, replace the first dots by your guess, and the second by `"I know"`, `"I think"` or `"I guess"`.)
# The cell after it shows its result once you have guessed. Nobody else sees this, and it is never graded.

# %%
predict("day1-grandparent", ..., sure=...)

# %%
a = Value(2.0, label="a")
b = Value(-3.0, label="b")
c = Value(10.0, label="c")
d = a * b
d.label = "d"
e = d + c
e.label = "e"
for name, node in (("e", e), ("d", d), ("a", a)):
    print(f"{name} = {node}   {name}._op = {node._op!r}   {name}._prev = {node._prev}")
reveal("day1-grandparent", "yes" if any(parent is a for parent in e._prev) else "no")
display(draw_graph(e, caption="Figure 1.2. The graph of `e = a*b + c`. The bold box is the output."))
product = a * b
product.label = "a*b"
g = product + a
g.label = "g"
draw_graph(g, caption="Figure 1.3. The graph of `g = a*b + a`. Lay your sheet beside both.")

# %% [markdown]
# <details>
# <summary>After you have run it</summary>
#
# `e._prev` holds `d` and `c`, and `a` is not among them: a node knows its own parents, and they know theirs.
#
# </details>

# %% [markdown]
# ### Exercise 1.2: trace the graph (about 18 min)
#
# Write the function that finds a whole graph from its last node.
#
# *Signature:* `trace(root)`
#
# *In:* `root`, a `Value`: the last node of a graph, its **root**.
#
# *Out:* a pair `(nodes, edges)`, each in any order. `nodes` is a list of every node that you reach from `root` by going to parents, again and again; `root` is one of them. `edges` is a list of pairs `(parent, child)`.
#
# *Must hold:*
# - each node is in `nodes` once, however many children it has;
# - each **use** is in `edges`: `y = a + a` uses `a` twice, so the pair `(a, y)` is there twice.
#
# *Example:* for `y = a*b + a`, `trace(y)` finds 4 nodes and 4 edges.
#
# *An error?* See [Symptom and cause in 1.2](#Symptom-and-cause-in-1.2).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Put a finger on `e` in Figure 1.2. `_prev` tells you where it may go next. Do the same on your drawing of `g`, from the last node.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# The nodes are the smallest collection that holds the root and, with each node, everything in its `_prev`.
# For `g = a*b + a`, write down the nodes and the edges. In whose `_prev` is each of the four edges found?
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# A loop or a function that calls itself, either will do. Play it with your finger on `y = a + a`, then on `g`, and write down after each move what you have to remember: what is found, and what is still to do? `id(node)` is a number that no other existing object shares, so it tells two nodes with equal numbers apart.
#
# </details>


# %% answer="day1-trace"
def trace(root):
    """Return all nodes and edges of the graph that ends in root.

    Args:
        root: A Value.

    Returns:
        A pair (nodes, edges): the list of nodes, each once, and the list of
        (parent, child) pairs, one for every use. Both in any order.
    """
    ### BEGIN SOLUTION
    nodes = []
    edges = []
    seen = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        nodes.append(node)
        for parent in node._prev:
            edges.append((parent, node))
            waiting.append(parent)
    return nodes, edges
    ### END SOLUTION


# %% check="day1-trace-nodes" points=1
"""`trace` finds every node once."""


class NodeOfTheCheck:
    """A node like yours, made for this check: it asks about trace alone."""

    def __init__(self, label, *parents):
        self.data, self.grad, self.label = 0.0, 0.0, label
        self._prev, self._op = parents, "+" if parents else ""


def worked_example():
    a, b = NodeOfTheCheck("a"), NodeOfTheCheck("b")
    d = NodeOfTheCheck("d", a, b)
    nodes, _ = trace(NodeOfTheCheck("e", d, a))
    names = sorted(node.label for node in nodes)
    assert names == ["a", "b", "d", "e"], "two paths lead to `a`, which is one node"


worked_example()

# %% check="day1-trace-edges" points=1
"""`trace` gives one `(parent, child)` pair for every use of a node."""


class NodeOfTheCheck:
    """A node like yours, made for this check: it asks about trace alone."""

    def __init__(self, label, *parents):
        self.data, self.grad, self.label = 0.0, 0.0, label
        self._prev, self._op = parents, "+" if parents else ""


def worked_example():
    a = NodeOfTheCheck("a")
    _, edges = trace(NodeOfTheCheck("y", a, a))
    names = [(parent.label, child.label) for parent, child in edges]
    assert names == [("a", "y"), ("a", "y")], "`y = a + a` uses `a` twice"


worked_example()

# %% [markdown]
# #### Symptom and cause in 1.2
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `cannot unpack non-iterable NoneType object` | `trace` does not `return` | its last line |
# | `trace` lists a node twice | two paths lead to it | hint 3 of 1.2 |
# | `a + a` has one edge | `_prev` or `edges` is a set, or one of the two uses is passed over; the nodes of the checks keep both uses | section 3 |
#
# </details>

# %% [markdown]
# ## 3. The same variable twice
#
# **Question: when are two numbers one node?**
#
# A node is an *object*, not a number. Write `a + a`, and both sides are the same object: one node, used twice. Write `Value(3.0) + Value(3.0)`,
# and you made two objects that hold equal numbers: two nodes. Python's `is` asks whether two names refer to the same object. That is the question here.
#
# Count both, with `a = Value(3.0)`:
#
# | expression | value | nodes | edges |
# |---|---:|---|---|
# | `y = a + a` | 6 | `a`, `y`: **2** | `a`→`y`, `a`→`y`: **2** |
# | `z = left + right`, each a new `Value(3.0)` | 6 | `left`, `right`, `z`: **3** | `left`→`z`, `right`→`z`: **2** |
#
# **Predict.** Both values are 6. If you now raise `a` by 1, by how much does `y` rise? (And `z`, if you raise `left` by 1?)
# The answer is why Day 2 needs both edges.

# %%
predict("day1-raise-shared", ..., sure=...)

# %%
a = Value(3.0, label="a")
y = a + a
y.label = "y"
left, right = Value(3.0, label="left"), Value(3.0, label="right")
z = left + right
z.label = "z"
print("y =", y, "  z =", z)
print("left.data == right.data:", left.data == right.data, "  left is right:", left is right)
raised = Value(4.0)
print("a raised by 1:    y rises by", (raised + raised).data - y.data)
print("left raised by 1: z rises by", (raised + right).data - z.data)
reveal("day1-raise-shared", (raised + raised).data - y.data)
display(draw_graph(y, caption="Figure 1.4. `y = a + a`: one leaf, used twice."))
draw_graph(z, caption="Figure 1.5. `z = left + right`: two leaves that hold equal numbers.")

# %% [markdown]
# <details>
# <summary>If Figure 1.4 shows one edge</summary>
#
# Is your `_prev` a set? Then it holds `a` once, where the table says two edges. Make it a tuple, and run from the class cell on.
#
# </details>
#
# <details>
# <summary>We got this wrong first: equal numbers</summary>
#
# The checks of exercise 1.2 ask about many graphs. At first there was none among them in which two nodes agreed in all that they hold. So a `trace` that told nodes apart by label, or by number and sign, got full points. Each question was right, and together they missed the one idea of this section. Such a program showed it to us. Now the checks ask about nodes that agree.
#
# </details>
#
# <details>
# <summary>What a set loses, if you want to know</summary>
#
# Well-known small engines keep `_prev` as a Python `set`, and the checks accept that. A set holds each object once, and in no order of yours. So it loses three things.
#
# 1. *An edge.* `a + a` puts the same object in twice. A set keeps one.
# 2. *The order of the parents.* 5 - 2 and 2 - 5 would remember the same set.
# 3. *Reproducibility.* A set's order depends on a number called the *hash* of each member. For a plain object the hash comes from
#    its place in memory, which changes from run to run. Numbers added in another order can differ in the last digit.
#
# The folded cell below shows all three. For the third it makes a set of two stones, whose places in memory are 1 and 2 the first time, and 2 and 1 the second.
#
# </details>

# %% jupyter={"source_hidden": true}
# Shows what a set loses: an edge, the order, and the same order each time.
a, b = Value(5.0), Value(2.0)
print("1. uses of a kept from a + a:    tuple", len((a, a)), "  set", len(set((a, a))))
print("2. (a, b) is the same as (b, a): tuple", (a, b) == (b, a), "  set", {a, b} == {b, a})


class Stone:
    """A stand-in for a node; `place` plays the part of its place in memory."""

    def __init__(self, name, place):
        self.name, self.place = name, place

    def __hash__(self):
        return self.place


for places in ((1, 2), (2, 1)):
    stones = {Stone("left", places[0]), Stone("right", places[1])}
    print("3. places", places, "-> the set visits", [stone.name for stone in stones])
print("   and the order of a sum matters:", (0.1 + 0.2) + 0.3, "or", 0.1 + (0.2 + 0.3))

# %% [markdown]
# ## 4. Graphs and expressions
#
# **Question: when do two expressions make the same graph?**
#
# From tomorrow on you follow numbers along the edges, so you need to read a graph as fluently as an expression.
#
# Two graphs are the same if you can lay one on the other so that leaves, operations and edges match. The order of the two inputs of `+` or `*` does not matter.
#
# Figures 1.6 and 1.7 belong to the puzzles below. In Figure 1.6 somebody has erased the signs and the numbers between.

# %% jupyter={"source_hidden": true}
# Draws Figures 1.6 and 1.7: the graphs of puzzles 1 and 2.
a, b = note(3.0, label="a"), note(2.0, label="b")
wiped = type("Wiped", (), {"__repr__": lambda self: "?"})()
step_1 = note(wiped, (a, b), "?")
step_2 = note(wiped, (step_1, a), "?")
display(
    draw_graph(
        note(54.0, (step_1, step_2), "?", label="y"),
        caption="Figure 1.6. Puzzle 1: which signs were in the three ovals?",
    )
)
a, b, c = note(2.0, label="a"), note(-3.0, label="b"), note(10.0, label="c")
step_1 = note(-1.0, (a, b), "+")
step_2 = note(-10.0, (step_1, c), "*")
figure_1_8 = note(-11.0, (step_2, step_1), "+", label="y")
draw_graph(
    figure_1_8,
    caption="Figure 1.7. Puzzle 2: a graph of six nodes.",
)

# %% [markdown]
# ### Exercise 1.4: solve three puzzles (about 16 min)
#
# *Signature:* `puzzle_1(a, b)`, `puzzle_3(a)`, and three numbers, `puzzle_2`.
#
# **Puzzle 1.** Each oval of Figure 1.6 held `+` or `*`. `puzzle_1` takes the two leaves and returns the last node of that graph.
#
# **Puzzle 2.** A friend's `trace` takes nodes with equal numbers for one. In Figure 1.7 it finds all six. With which leaves does it find at most four? `puzzle_2` is `(a, b, c)`: three different numbers. No box may hold 0.
#
# **Puzzle 3.** `puzzle_3` takes a leaf `a` and returns a node with 15 times its number, made with `+` alone. Doubling, and adding `a` after each doubling, takes seven nodes. Make do with six.
#
# *Must hold:* `puzzle_1` makes each node of the figure once and no other.
#
# *Example:* `puzzle_3(2.0)` is `30.0`.
#
# *An error?* See [Symptom and cause in 1.4](#Symptom-and-cause-in-1.4).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Puzzle 1: three ovals, and two signs for each. Puzzle 2: write the three boxes of Figure 1.7 that are not leaves as expressions. Puzzle 3: draw the seven nodes of the long way, and the arrows.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# A graph is not about numbers: it says which operations were made, and from what. Two nodes can hold equal numbers and be two nodes all the same.
# For puzzle 2: with `s = a + b`, `t = s·c` and `y = t + s`, the six letters are the six boxes. Your friend finds one node for each different number among them.
# For puzzle 3: write down all multiples of `a` that you can hold after one sum, and after two.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# Puzzle 1: a table with a row for each way to fill the ovals, and the numbers of the three steps. A step that is used again gets a name in a line of its own, before the line with `return`. Puzzle 2: one condition after the other.
# Put what the first one gives into the six expressions, before you look for the next. Puzzle 3: a line for each of five sums, each with a name.
#
# </details>


# %% answer="day1-draw"
def puzzle_1(a, b):
    """Return the last node of the graph in Figure 1.6, made of the nodes `a` and `b`."""
    ### BEGIN SOLUTION
    t = a * b
    return t * (t + a)
    ### END SOLUTION


def puzzle_3(a):
    """Return a node that holds 15 times the number of the node `a`, made with + alone."""
    ### BEGIN SOLUTION
    two = a + a
    three = two + a
    six = three + three
    twelve = six + six
    return twelve + three
    ### END SOLUTION


### BEGIN SOLUTION
#: puzzle_2 = None  # three numbers, `(a, b, c)`
puzzle_2 = (3.0, -2.0, 1.0)
### END SOLUTION

# %% check="day1-draw-1" points=2 note="It checks only the value."
"""Puzzle 1: the function makes the graph of Figure 1.6."""
assert puzzle_1(3.0, 2.0) == 54.0

# %% check="day1-draw-2" points=2 note="It checks only the form."
"""Puzzle 2: leaves with which equal numbers hide two nodes of Figure 1.7."""
if puzzle_2 is None or puzzle_2 is ...:
    raise NotImplementedError("Exercise 1.4 is not written yet.")
three = isinstance(puzzle_2, (tuple, list)) and len(puzzle_2) == 3
assert three, "write three numbers in brackets, such as (2.0, -3.0, 10.0)"
texts = [entry for entry in puzzle_2 if isinstance(entry, str)]
assert not texts, "write numbers without quotes"
assert len(set(puzzle_2)) == 3 and all(puzzle_2), "the three numbers are different, and none is 0"

# %% check="day1-draw-fewest" points=1 note="It checks only the value."
"""Puzzle 3: 15 times `a`, with `+` alone, in at most six nodes."""
assert puzzle_3(2.0) == 30.0, "15 * 2"

# %% [markdown]
# #### Symptom and cause in 1.4
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | one step has two boxes in your Figure 1.8 | the expression is written twice, so it is computed twice | section 4 |
#
# </details>

# %% jupyter={"source_hidden": true}
# Shows what your friend's trace finds, and your two graphs, once you have written your answers.
if puzzle_2 is None:
    raise NotImplementedError("Exercise 1.4 is not written yet.")
for leaves in ((2.0, -3.0, 10.0), puzzle_2):
    a, b, c = map(Value, leaves)
    total = a + b
    nodes, _ = trace(total * c + total)
    numbers = []
    for node in nodes:
        if not any(math.isclose(node.data, number) for number in numbers):
            numbers.append(node.data)
    print(f"a = {a.data:g}, b = {b.data:g}, c = {c.data:g}: {len(nodes)} nodes; your friend finds {len(numbers)}")
a, b = Value(3.0, label="a"), Value(2.0, label="b")
display(draw_graph(puzzle_1(a, b), caption="Figure 1.8. What your puzzle_1 makes: compare it with Figure 1.6."))
draw_graph(puzzle_3(a), caption="Figure 1.9. What your puzzle_3 makes.")

# %% [markdown]
# ## Symptom and cause
#
# The common errors in one exercise are listed under its checks: [1.1](#Symptom-and-cause-in-1.1), [1.2](#Symptom-and-cause-in-1.2), [1.4](#Symptom-and-cause-in-1.4), [1.5](#Symptom-and-cause-in-1.5).
#
# <details>
# <summary>Common errors in any exercise</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `NameError: name '...' is not defined` | the kernel is new, and a cell further up was not run in it | click the cell that stopped, then *Run*, *Run All Above Selected Cell* |
# | ○ Exercise 1.1 is not written yet ... | a method still has its stub, or you did not run its cell | the answer cell of 1.1 |
# | `float() argument must be a string or a real number, not 'Value'` on old variables, or `Value(data=Value(data=5.0))` | you ran the class cell again: variables made before belong to the old class | run from there on again |
#
# </details>
#
# ## Deliverables
#
# <details>
# <summary>What you have built, exercise by exercise</summary>
#
# - ☐ **build** a class whose objects compute like numbers and remember how they were made: exercise 1.1, {points:1.1} points, and exercise 1.5, {points:1.5} points (extra)
# - ☐ **trace** the graph behind a result, back to its inputs: exercise 1.2, {points:1.2} points
# - ☐ **read** a graph as an expression, and an expression as a graph: exercise 1.4, {points:1.4} points
# - ☐ **predict** the nodes, the edges and the value of an expression before you run it: exercise 1.3, {points:1.3} points (extra); and what a smaller graph would lose: exercise 1.6, {points:1.6} points (extra)
#
# {points:total} points in all.
#
# </details>
#
# ## Where you are
#
# Most people who use neural networks have heard of backpropagation, which finds the gradients. Few can write it. Today has taken you one step to the right in this sketch:

# %%
from gradtools import show_understanding

show_understanding(1)

# %% [markdown]
# ## One principle
#
# **Keep the receipt.** A result without its history can be used, but never explained. Recording is cheap while things happen, and impossible afterwards.
#
# ## In your own words
#
# In the next cell, write three or four sentences for a friend who knows Python. It is not graded.
#
# *The answer is already in `data`. Why does a `Value` keep `_prev` and `_op` as well? And why must it notice when the same node is used twice?*

# %% [markdown] tags=["own-words"]
# *Double-click here and write.*

# %% [markdown]
# <details>
# <summary>A model answer. Write yours first.</summary>
#
# The number says what came out, not how. With `_prev` each node points to the nodes it was made from, and they point to theirs, so from
# the last node the whole computation can be found again. `_op` says what was done at each step. Later we ask how much an input matters for the result. Then we go back along these
# edges, and each operation has its own rule. A node that was used twice matters twice: if one of its two edges is lost, one of its two effects is lost.
#
# </details>
#
# <details>
# <summary>If you want more: three tasks, ungraded, in rising order of effort</summary>
#
# 1. The fewest sums for 15 are five. Write a program that finds the fewest for any whole number up to 100. For which numbers is there a better way than doubling and adding `a`?
# 2. Write `expression(node)`, which returns a string such as `"((a * b) + c)"`. What does it do with a node that is used twice? Is the graph still in the string?
# 3. Find two different graphs for which your `expression` returns the same string.
#
# </details>
#
# <details>
# <summary>What today simplified</summary>
#
# - Your engine has a node for every single number. PyTorch's nodes stand for operations on whole arrays; that is where its speed comes from.
# - PyTorch's graph is made of *operations*, and each keeps only what it needs for the way back. Yours is made of *values*, and keeps them all, for as long as the
#   result is kept.
# - `1 + a` was computed as `a + 1`, so its parents stand in the other order. For `+` and `*` that changes nothing. For `-` and `/` it would.
# - `a * b**-1` rounds twice. The last digit can differ from `a / b`; to nine digits they agree.
#
# </details>
#
# <details>
# <summary>Further reading, and a credit</summary>
#
# - Andrej Karpathy, [The spelled-out intro to neural networks and backpropagation: building micrograd](https://www.youtube.com/watch?v=VMj-3S1tku0). A lecture of two and a half hours; today is
#   its first part. Watch it after your own class works.
# - 3Blue1Brown, [Visualizing the chain rule and product rule](https://www.3blue1brown.com/lessons/chain-rule-and-product-rule), for tomorrow, and
#   [What is backpropagation really doing?](https://www.3blue1brown.com/lessons/backpropagation), for the day after.
# - Baydin, Pearlmutter, Radul and Siskind (2018), [Automatic differentiation in machine learning: a survey](https://jmlr.org/papers/v18/17-468.html). Its section 3 calls the record that you keep an *evaluation trace*.
# - PyTorch, [Autograd mechanics](https://docs.pytorch.org/docs/stable/notes/autograd.html). The part on how the history is encoded.
# - Python, [Emulating numeric types](https://docs.python.org/3/reference/datamodel.html#emulating-numeric-types). Every operator method, and when it is called.
#
# Howard Marks writes about risk with distributions, pendulums, matrices and principles. The sketch of where you are, and the pendulum, matrix and principle of each day,
# adapt his way of writing to learning.
#
# </details>
#
# ## Tomorrow
#
# `grad` was 0.0 all day. Tomorrow it starts to move: you ask how much the result changes when you nudge one input, and send the answer back along the edges. Two small rules do it
# for every graph of `+` and `*`.
#
# All rules of the five days stand on [one page](../../docs/rules.md). On your computer, `make rules` makes a sheet of it to print.
#
# ## Your points
#
# Save the notebook (Ctrl+S), then run the next cell. It shows your points and what each check says. On your computer, `make check DAY=1` in a terminal says the same.
#
# The core has {points:core} points. **With them you have done enough for today.**

# %%
from gradtools import check

check()

# %% [markdown]
# ## Part two: extra
#
# About {minutes:extra} minutes and {points:extra} points, in any order: graphs that you count without running, the other operators, PyTorch's graph, and a bug. Nothing later needs it.

# %% [markdown]
# ## 5. Count without running
#
# **Question: can you say how large a graph is before it is there?**
#
# **Predict.** What is `a * (b + 1)`, for `a = 2` and `b = -3`? Keep that number. Then think: one leaf of its graph has no name; which number does it hold?
#
# <details>
# <summary>After you have run it</summary>
#
# Without brackets the product comes first. The brackets put the sum first. The plain number 1 became a leaf. Nobody gave it a label, so its box
# shows its data alone.
#
# </details>

# %%
predict("day1-brackets", ..., sure=...)

# %% jupyter={"source_hidden": true}
# Draws Figure 1.11: the graph of `f = a*(b + 1)`.
a, b = Value(2.0, label="a"), Value(-3.0, label="b")
print("a * b + 1   =", a * b + 1)
b_plus_1 = b + 1
b_plus_1.label = "b + 1"
f = a * b_plus_1
f.label = "f"
print("a * (b + 1) =", f)
reveal("day1-brackets", f.data)
draw_graph(f, caption="Figure 1.11. The graph of `f = a*(b + 1)`.")

# %% [markdown]
# ### Exercise 1.3: count without running (extra, about 12 min)
#
# *Signature:* the dictionary `prediction`.
#
# **An expression and a loop.** Find out what was run. Then count nodes and edges, and give the last node's value.
# 1. `(a*b)+c`: `a` holds 7, and what `b` holds is lost. Raise the leaf that `c` names by 1, and the last node rises by 6.
# 2. `y` after `y = c`, with 10 in `c`, and then some rounds of `y = y + y`. A `trace` that forgets which nodes it has opened lists 63 nodes, some again and again.
#
# **Seven counts.** Take graphs of leaves and any number of `+` and `*`, even none, in which every node leads to the last one. `"impossible"` holds the letters of the counts that *no* such graph has, such as `"AG"`:
#
# | | A | B | C | D | E | F | G |
# |---|---:|---:|---:|---:|---:|---:|---:|
# | nodes | 7 | 4 | 4 | 3 | 6 | 1 | 6 |
# | edges | 6 | 5 | 6 | 6 | 4 | 0 | 6 |
#
# *Must hold:* you count as your `trace` counts.
#
# *Example:* `y = a + a` with `a = 3.0` would be `{"nodes": 2, "edges": 2, "value": 6.0}`.
#
# *An error?* See [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Sections 2 and 3. Write the expression and the loop as steps with one operation each, and draw them. For the seven counts: try to draw a graph that has them.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# In your drawing of the expression, write a letter in the place of each number. In that of the loop, play the forgetful `trace` with a finger, for the first few rounds. For the seven counts: where do nodes come from, and where do edges?
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# For each of the two make a small table with one line for each node and three columns: its name, its parents, its value. The number of lines, the number
# of entries in the middle column, and the last value are your three numbers. For the seven counts: which counts have the graphs of one operation, and of two?
#
# </details>

# %% answer="day1-predict"
prediction = {
    ### BEGIN SOLUTION
    #: "(a*b)+c": {"nodes": None, "edges": None, "value": None},
    #: "loop": {"nodes": None, "edges": None, "value": None},
    #: "impossible": None,  # letters, such as "AG"
    "(a*b)+c": {"nodes": 4, "edges": 4, "value": 42.0},
    "loop": {"nodes": 6, "edges": 10, "value": 320.0},
    "impossible": "BDE",
    ### END SOLUTION
}

# %% check="day1-predict-product" points=1 note="It checks only the form."
"""Nodes, edges and value of `(a*b)+c`, found from what one leaf does."""
mine = prediction["(a*b)+c"]
empty = [name for name, entry in mine.items() if entry is None]
if len(empty) == len(mine):
    raise NotImplementedError("Exercise 1.3 is not written yet.")
assert not empty, "three numbers are asked for"
texts = [entry for entry in mine.values() if isinstance(entry, str)]
assert not texts, "write numbers without quotes"

# %% check="day1-predict-reuse" points=1 note="It checks only the form."
"""Nodes, edges and value of the loop, found from what a forgetful trace lists."""
mine = prediction["loop"]
empty = [name for name, entry in mine.items() if entry is None]
if len(empty) == len(mine):
    raise NotImplementedError("Exercise 1.3 is not written yet.")
assert not empty, "three numbers are asked for"
texts = [entry for entry in mine.values() if isinstance(entry, str)]
assert not texts, "write numbers without quotes"

# %% check="day1-predict-impossible" points=1 note="It checks only the form."
"""The letters of all counts that no graph of `+` and `*` has."""
mine = prediction["impossible"]
if mine is None:
    raise NotImplementedError("Exercise 1.3 is not written yet.")
letters = set("".join(map(str, mine)).upper().replace(" AND ", " ")) - set(" ,;+&")
assert letters and letters <= set("ABCDEFG"), 'write letters from A to G, as in "AG"'

# %% [markdown]
# #### Your prediction beside the graphs

# %% jupyter={"source_hidden": true}
# Checks your prediction by building, once all of it is written.
import itertools

if None in [*prediction["(a*b)+c"].values(), *prediction["loop"].values(), prediction["impossible"]]:
    raise NotImplementedError("Exercise 1.3 is not written yet.")
def last(held, named):
    """Return `(a*b)+c`, where `c` names one of three leaves."""
    return held["a"] * held["b"] + held[named]


graphs = {}
for named, lost in itertools.product("abc", range(1, 10)):  # which leaf does `c` name, and what did `b` hold?
    held = {"a": 7.0, "b": float(lost), "c": 10.0}
    if last({**held, named: held[named] + 1}, named) - last(held, named) == 6:
        leaves = {name: note(held[name], label=name) for name in held if name in ("a", "b", named)}
        ab = note(held["a"] * held["b"], (leaves["a"], leaves["b"]), "*", "a*b")
        graphs["(a*b)+c"] = [*leaves.values(), ab, note(last(held, named), (ab, leaves[named]), "+", "e")]
y, text = [note(10.0, label="c")], "c"
while text.count("c") + text.count("+") < 63:  # written out, each name and each sign is listed
    y.append(note(y[-1].data + y[-1].data, (y[-1], y[-1]), "+"))
    text = f"({text} + {text})"
graphs["loop"] = y
captions = {
    "(a*b)+c": "Figure 1.12. `e = (a*b)+c`, with the leaf that `c` names.",
    "loop": f"Figure 1.13. `y` after its loop. Written out, it contains the name `c` {text.count('c')} times.",
}
for key, nodes in graphs.items():
    edges = sum(len(node._prev) for node in nodes)
    right = {"nodes": len(nodes), "edges": edges, "value": nodes[-1].data}
    if all(prediction[key].get(name) == number for name, number in right.items()):
        direction = "TB" if key == "loop" else "LR"
        display(draw_graph(nodes[-1], caption=captions[key], direction=direction))
    else:
        print(f"{key}: not right yet. Its graph is drawn when it is.")


def grown(graph, operations):
    """Yield every graph that up to so many further operations make, as a list of the inputs of each node."""
    yield graph
    for left in range(len(graph)) if operations else ():
        for right in range(left + 1):
            yield from grown([*graph, (left, right)], operations - 1)


built = {}  # the counts of nodes and edges that some graph has, and one such graph
for graph in grown([(), (), (), ()], 3):
    reached = {len(graph) - 1}
    for place in range(len(graph) - 1, -1, -1):
        reached.update(graph[place] if place in reached else ())
    built[len(reached), sum(len(graph[place]) for place in reached)] = graph
counts = dict(zip("ABCDEFG", [(7, 6), (4, 5), (4, 6), (3, 6), (6, 4), (1, 0), (6, 6)]))
yours = {str(letter).strip(" ,;+&").upper() for letter in prediction["impossible"]} - {""}
if yours == {letter for letter in counts if counts[letter] not in built}:
    print("Your letters are right. A search through all graphs of up to three operations found:")
    for letter, (nodes, edges) in counts.items():
        found = "some graph has" if (nodes, edges) in built else "no graph has"
        print(f"{letter}: {found} nodes: {nodes}, edges: {edges}")
    made = [Value(2.0) for _ in range(4)]
    for left, right in built[min(built, key=lambda pair: pair[0] - pair[1])][4:]:
        made.append(made[left] * made[right])
    display(draw_graph(made[-1], caption="Figure 1.14. The fewest nodes that three operations can have."))
else:
    print("Your letters are not right yet: a search through all graphs of up to three operations disagrees.")
    print("For each letter that you left out, draw a graph with its counts. For each of yours, say why none has them.")

# %% [markdown]
# ## 6. More operators
#
# **Question: what should the parents of `a - b` be?**
#
# Two designs are right. You can build `a - b` from what you have, as `a + (-b)`, where `-b` is `b * -1`. Or you can make one node whose `_op` is `'-'`. The
# first needs no new rule tomorrow. The second makes a smaller graph. For division you have the same choice: `a * b**-1`, or one node `'/'`.
#
# Both, with `a = 2` and `b = -3`:
#
# | design | steps | nodes | edges |
# |---|---|---:|---:|
# | `a + (b * -1)` | -3 · (-1) = 3, then 2 + 3 = 5 | `a`, `b`, -1, 3, 5: **5** | **4** |
# | one node `'-'` | 2 - (-3) = 5 | `a`, `b`, 5: **3** | **2** |
#
# **Predict before you run.** With `a / b` built as `a * b**-1`: will `49 * 49**-1` print 1.0?

# %%
a, b = Value(2.0, label="a"), Value(-3.0, label="b")
minus_b = b * Value(-1.0, label="-1")
minus_b.label = "-b"
from_parts = a + minus_b
in_one = Value(a.data - b.data, (a, b), "-")
from_parts.label = in_one.label = "a - b"
for difference in (from_parts, in_one):
    nodes, edges = trace(difference)
    print(difference, " nodes:", len(nodes), " edges:", len(edges))
print("49 / 49 =", 49 / 49, "  49 * 49**-1 =", 49 * 49**-1)
display(draw_graph(from_parts, caption="Figure 1.15. `a - b` built from a product and a sum."))
draw_graph(in_one, caption="Figure 1.16. `a - b` as one node of its own.")

# %% [markdown]
# ### Exercise 1.5: the other operators (extra, about 11 min)
#
# The answer cell makes these functions methods of your class. Run it again after each run of the cell of 1.1.
#
# *Signature:* `__neg__(self)`, `__sub__(self, other)`, `__rsub__(self, other)`, `__truediv__(self, other)`, `__rtruediv__(self, other)`, `__pow__(self, exponent)`.
#
# *In:* `other` as in 1.1; `exponent`, a plain number.
#
# *Out:* a new `Value`, connected through `_prev` to each `Value` behind it.
#
# *Must hold:*
# - `__rsub__` is called for `10 - a`, and `__rtruediv__` for `12 / a`: `self` stands on the **right**;
# - `a ** 3` is one node with `_prev` `(a,)` and `_op` `"**3"`;
# - `a ** b` with a `Value` as `b` raises an error, and `a / 0` a `ZeroDivisionError`;
# - for `-`, `/` and the minus sign, one node or several will do.
#
# *Example:* with `a = Value(3.0)`: `(10 - a).data` is `7.0`, `(12 / a).data` is `4.0`.
#
# *An error?* See [Symptom and cause in 1.5](#Symptom-and-cause-in-1.5).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# For `-`: the line of `from_parts` in the cell above. For a plain number on the left: the row of `1 + a` in the table above exercise 1.1. On which side does `self` stand
# there? For `+` it made no difference.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# `-a = a · (-1)`; `a - b = a + (-b)`; `a / b = a · b⁻¹`. And `k - a` is not `a - k`: it has the opposite sign. `k / a` is not `a / k`: it is the reciprocal.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# Three of the four bodies can be one line each, made of operators that exist by then. A plain number on the left can become a `Value` first. `__pow__` is the one that
# makes a node itself. What does it refuse, how many parents does its node have, and which text is its operation?
#
# </details>


# %% answer="day1-stretch"
def __neg__(self):
    """Return -self."""
    return self * -1


def __sub__(self, other):
    """Return self - other."""
    ### BEGIN SOLUTION
    return self + (-other)
    ### END SOLUTION


def __rsub__(self, other):
    """Return other - self, where other is a plain number on the left."""
    ### BEGIN SOLUTION
    return Value(other) - self
    ### END SOLUTION


def __truediv__(self, other):
    """Return self / other; raises ZeroDivisionError when other is zero."""
    return self * other**-1


def __rtruediv__(self, other):
    """Return other / self, where other is a plain number on the left."""
    ### BEGIN SOLUTION
    return Value(other) / self
    ### END SOLUTION


def __pow__(self, exponent):
    """Return self ** exponent, where exponent is a plain number; raises TypeError for a Value."""
    ### BEGIN SOLUTION
    if isinstance(exponent, Value):
        raise TypeError(f"The exponent must be a plain number, not {exponent}.")
    return Value(self.data**exponent, (self,), f"**{exponent}")
    ### END SOLUTION


for method in (__neg__, __sub__, __rsub__, __truediv__, __rtruediv__, __pow__):
    setattr(Value, method.__name__, method)


# %%
# The checks below use your class. What they need and do not ask about is looked at first.
# So one mistake is counted once.
def class_holds():
    """Tell whether `+` and `*` of exercise 1.1 work on both sides and keep what they were made from."""
    try:
        a, b = Value(0.5), Value(4.0)
        results = [a + b, a * b, a + 1, 1 + a, a * 2, 2 * a]
        kept = all(any(node is a for node in result._prev) for result in results)
        kept = kept and all(any(node is b for node in result._prev) for result in results[:2])
        return kept and [r.data for r in results] == [4.5, 2.0, 1.5, 1.5, 1.0, 1.0] and results[0]._op == "+"
    except Exception:
        return False


def powers_hold():
    """Tell whether `**` works: division may be built of it."""
    try:
        a = Value(0.5)
        return (a**-1).data == 2.0 and any(node is a for node in (a**-1)._prev)
    except Exception:
        return False


# %% check="day1-stretch-negate-subtract" points=1 needs="class_holds()" mend="exercise 1.1"
"""The minus sign and subtraction work on both sides and stay connected to their inputs."""
if class_holds():
    assert (-Value(3.0)).data == -3.0
    assert (Value(3.0) - Value(5.0)).data == -2.0
    assert (Value(3.0) - 1).data == 2.0
    assert (10 - Value(3.0)).data == 7.0
    assert (-Value(3.0))._prev, "a path of parents leads back to what it was made from"
    assert (10 - Value(3.0))._prev, "a path of parents leads back to what it was made from"

# %% check="day1-stretch-divide" points=1 needs="class_holds() and powers_hold()" mend="exercise 1.1 and the power"
"""Division works on both sides and refuses a divisor of zero."""
if class_holds() and powers_hold():
    assert abs((Value(6.0) / Value(3.0)).data - 2.0) < 1e-9
    assert abs((Value(6.0) / 4).data - 1.5) < 1e-9
    assert abs((12 / Value(3.0)).data - 4.0) < 1e-9
    try:
        outcome = Value(3.0) / 0.0
    except ZeroDivisionError:
        outcome = "refused"
    assert outcome == "refused", "`a / 0.0` raises a ZeroDivisionError"

# %% check="day1-stretch-power" points=1 needs="class_holds()" mend="exercise 1.1"
"""A power is one node with one parent; an exponent that is a Value is refused."""
if class_holds():
    assert (Value(2.0) ** 3).data == 8.0, "2 * 2 * 2"
    assert (Value(2.0) ** 3)._op == "**3"
    assert len((Value(2.0) ** 3)._prev) == 1, "it was made from one node"

# %% [markdown]
# #### Symptom and cause in 1.5
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `bad operand type for unary -: 'Value'` | the loop with `setattr` did not run, or the class cell ran after it | the answer cell of 1.5, again |
# | `10 - a` is -7.0 for `a = 3` | `__rsub__` computes `self - other` | `self` stands on the right |
#
# </details>

# %% [markdown]
# ## 7. The graph that PyTorch keeps
#
# **Question: does a real engine keep the same graph?**
#
# PyTorch computes with *tensors*: arrays of numbers. A tensor of one number does what your `Value` does. With `requires_grad=True` it records its history.
# Each result has a `grad_fn`, which names the operation; `grad_fn.next_functions` leads to the operations before it.
#
# For `e = a*b + c`, your names beside PyTorch's:
#
# | your engine | PyTorch |
# |---|---|
# | `e.data` is 4.0 | `te.item()` is 4.0 |
# | `e._op` is `'+'` | `te.grad_fn` is an `AddBackward0` |
# | `e._prev` is `(d, c)` | `te.grad_fn.next_functions` has an entry for each parent |
# | a leaf, `_op` is `''` | `AccumulateGrad`: the place where a leaf's gradient will be collected |
# | the 1 in `a + 1` is a leaf | no node: its entry is `None`, since no gradient is wanted for it |
#
# **Predict.** PyTorch keeps the parents of `a + a` in `next_functions`. How many entries does it have: one or two?

# %%
predict("day1-torch-uses", ..., sure=...)

# %%
import torch

ta, tb, tc = (torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in (2.0, -3.0, 10.0))
te = ta * tb + tc
ta.label, tb.label, tc.label, te.label = "ta", "tb", "tc", "te"
e = Value(2.0) * Value(-3.0) + Value(10.0)
print("mine:", e.data, "  PyTorch:", te.item(), "  equal to 1e-9:", abs(e.data - te.item()) < 1e-9)

for name, tensor in (("a + a", ta + ta), ("a + 1", ta + 1)):
    entries = [entry for entry, _ in tensor.grad_fn.next_functions]
    kinds = ["None" if entry is None else type(entry).__name__ for entry in entries]
    print(f"{name}: {len(entries)} entries, {kinds}; the same object: {entries[0] is entries[-1]}")
reveal("day1-torch-uses", len((ta + ta).grad_fn.next_functions))
draw_graph(te, caption="Figure 1.17. PyTorch's graph of `a*b + c`. Compare it with Figure 1.2.")

# %% [markdown]
# ### Exercise 1.6: judge six shortcuts (extra, about 9 min)
#
# PyTorch leaves the 1 of `a + 1` out of its graph. What else could an engine leave out?
#
# *Signature:* a dictionary `design` with four entries.
#
# **Six shortcuts.** Somebody raises *one* leaf of the program and recomputes the recorded graph. A shortcut is **safe** if that always gives the same as without it, for all finite numbers. Plain numbers in it stay as they are.
#
# | | program; the node `z` holds 0.0 | returns instead |
# |---|---|---|
# | A | `x + 0` | `x` |
# | B | `x + z` | `x` |
# | C | `x * z` | a new leaf 0.0 |
# | D | `x * 0` | a new leaf 0.0 |
# | E | `Value(3.0)`, where another leaf holds 3.0 | that leaf |
# | F | `a + b`, a second time | the node of the first sum |
#
# - `"not safe"`: the letters of those that are not safe, such as `"AF"`.
#
# **A power.** `z = x ** y` is recorded as one node: its operation is `"**3.0"`, from `y.data`, and its one parent is `x`.
#
# - `"unnoticed at"`: a test raises `y`, recomputes the recorded graph, and compares. With `x = 2` it finds the fault. Find an `x` above 0 with which it finds nothing, whatever `y` becomes.
# - `"edges from y"`: as recorded, how many edges run from `y` to `z`?
# - `"parents of z"`: how many parents should `z` have, so that all that it depends on is found again?
#
# *An error?* See [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The sentence above the table says what "safe" means. Try it with a pencil on one row. For the power: draw `z` and what it was made from.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# Write each program as a function of all that may change in it. Do the same for what is returned instead. For the power: write the result as a function of `y`, with and without what was recorded.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# A table with a row for each leaf that is raised, and two columns: by how much the result rises without the shortcut, and with it. For the power: the same two columns, for several `x`.
#
# </details>

# %% answer="day1-design"
design = {
    ### BEGIN SOLUTION
    #: "not safe": None,  # letters, such as "AF"
    #: "unnoticed at": None,
    #: "edges from y": None,
    #: "parents of z": None,
    "not safe": "BCE",
    "unnoticed at": 1.0,
    "edges from y": 0,
    "parents of z": 2,
    ### END SOLUTION
}

# %% check="day1-design-shortcuts" points=1 note="It checks only the form."
"""The letters of all shortcuts that are not safe."""
mine = design["not safe"]
if mine is None:
    raise NotImplementedError("Exercise 1.6 is not written yet.")
letters = set("".join(map(str, mine)).upper().replace(" AND ", " ")) - set(" ,;+&")
assert letters and letters <= set("ABCDEF"), 'write letters from A to F, as in "AF"'

# %% check="day1-design-unnoticed" points=1 note="It checks only the form."
"""Where a lost exponent goes unnoticed, and what a power would need whose exponent is a node, too."""
mine = [design[key] for key in ("unnoticed at", "edges from y", "parents of z")]
if mine == [None] * 3:
    raise NotImplementedError("Exercise 1.6 is not written yet.")
assert None not in mine, "three numbers are asked for"
assert not any(isinstance(entry, str) for entry in mine), "write numbers without quotes"

# %% [markdown]
# #### Your answers put to the test

# %% jupyter={"source_hidden": true}
# Tries your answers, once all four are written: by how much does each result rise when one leaf is raised by 1?
if None in design.values():
    raise NotImplementedError("Exercise 1.6 is not written yet.")
programs = {  # each with the names and the numbers of its leaves, without and with the shortcut
    "A: x + 0": ({"x": 3.0}, lambda x: x + 0, lambda x: x),
    "B: x + z": ({"x": 3.0, "z": 0.0}, lambda x, z: x + z, lambda x, z: x),
    "C: x * z": ({"x": 3.0, "z": 0.0}, lambda x, z: x * z, lambda x, z: 0.0),
    "D: x * 0": ({"x": 3.0}, lambda x: x * 0, lambda x: 0.0),
    "E: x + y": ({"x": 3.0, "y": 3.0}, lambda x, y: x + y, lambda x, y: x + x),
    "F: (a + b) * (a + b)": ({"a": 2.0, "b": 1.0}, lambda a, b: (a + b) * (a + b), lambda a, b: (a + b) ** 2),
}
rises = []
for program, (held, without, shortened) in programs.items():
    for leaf, number in held.items():
        raised = {**held, leaf: number + 1}
        moved = [function(**raised) - function(**held) for function in (without, shortened)]
        rises.append((program, leaf, *moved))
yours = {str(letter).strip(" ,;+&").upper() for letter in design["not safe"]} - {""}
if yours == {program[0] for program, _, without, shortened in rises if without != shortened}:
    for program, leaf, without, shortened in rises:
        print(f"{program}: raise {leaf}, and it rises by {without:g}; with the shortcut by {shortened:g}")
    print(
        "D is safe for every finite number:",
        all(x * 0 == 0.0 for x in (-3.0, 1e-300, 1e300)),
        "  for infinity, x * 0 is",
        math.inf * 0,
    )
else:
    print('Your letters under "not safe" are not right yet: raise each leaf by 1 on paper, as hint 3 says.')
for x in (2.0, float(design["unnoticed at"])):
    print(f"y goes from 3 to 4 at x = {x:g}: x ** y rises by {x**4 - x**3:g}; in the recorded graph by 0")

# %% [markdown]
# ## 8. A bug to find
#
# **Question: does a class that is right once stay right?**
#
# A friend writes a small class of nodes, with `+` alone. Its first test passes. It is broken all the same.
#
# **Predict before you run.** Which line is wrong? Then find an experiment that shows it: add lines below the test until `_prev` holds something false. There are no points for it.


# %%
class Sum:
    """A number that remembers which two numbers it is the sum of."""

    def __init__(self, data, _prev=[]):
        self.data = data
        self._prev = _prev

    def __add__(self, other):
        out = Sum(self.data + other.data)
        out._prev.append(self)
        out._prev.append(other)
        return out


y = Sum(3.0) + Sum(4.0)
print("y holds", y.data, "and has parents that hold", [parent.data for parent in y._prev])

# %% [markdown]
# <details>
# <summary>The bug. Find it first.</summary>
#
# The list `_prev=[]` is made once, when Python reads the `def` line, and not once a call. So all nodes share it: a leaf has parents, and a second sum has four.
# The next cell shows both. The fix: `_prev=()` and `Sum(self.data + other.data, (self, other))`, as in your class. A test that asks once can't see such a bug: ask twice.
#
# </details>

# %% jupyter={"source_hidden": true}
# Shows the bug: a leaf has parents, and a second sum has those of the first as well.
print("parents of a new leaf:    ", len(Sum(1.0)._prev))
print("parents of a second sum:  ", len((Sum(1.0) + Sum(2.0))._prev))

# %% [markdown]
# ## The pendulum
#
# Learners go wrong today in two opposite ways.
#
# - *Too fast:* copy a well-known engine, see the checks pass, and miss the idea. On Day 3 there is nothing to build on.
# - *Too slow:* "first I need all of calculus". Weeks go by, and no line is written.
#
# The balance: type every line yourself, and pause at each. Ask what it remembers, and who will need it.
#
# ## The matrix of today's time
#
# | | Quick | Slow |
# |---|---|---|
# | **Days 2 to 5 build on it** | **Do first:** `__init__`, `__repr__`, `__add__`; then `__mul__` goes the same way (1.1) | **Do carefully:** `trace`, and everything used twice (1.2, 1.4) |
# | **They do not need it** | **Do if time:** labels and drawings of expressions of your own; what is extra; Day 3 comes back to the operators of 1.5 | **Avoid today:** reading ahead on backpropagation |
