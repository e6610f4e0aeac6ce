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
# # Day 3: Topological sort and the whole engine
#
# **Today one call, `backward()`, fills in every gradient of any graph you can build.**
#
# Yesterday you chose the order of the calls. Run the folded cell: it goes back through one graph twice. Each rule is right, each node is called once, there is no error. Only the last two calls change places, and `a.grad` is wrong.

# %% jupyter={"source_hidden": true}
# Draws Figure 3.0: one graph, gone through backwards in two orders.
from gradtools import compare_orders


class Node:
    """The rules of Day 2 for `+` and `*`."""

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op, self.label = _prev, _op, label
        self._backward = lambda: None

    def __add__(self, other):
        out = Node(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Node(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out


def small_graph():
    """Return the nodes of `L = (b + 1 + 1 + 1) + 5*b` with `b = 3*a`, by name."""
    a = Node(1.0)
    b = Node(3.0) * a
    s1 = b + Node(1.0)
    s2 = s1 + Node(1.0)
    s3 = s2 + Node(1.0)
    f = Node(5.0) * b
    nodes = {"a": a, "b": b, "s1": s1, "s2": s2, "s3": s3, "f": f, "L": s3 + f}
    for name, node in nodes.items():
        node.label = name
    nodes["L"].grad = 1.0
    return nodes


print("b = 3*a   s1 = b + 1   s2 = s1 + 1   s3 = s2 + 1   f = 5*b   L = s3 + f")
for order in ("L, s3, s2, s1, b, f", "L, s3, s2, s1, f, b"):
    nodes = small_graph()
    for name in order.split(", "):
        nodes[name]._backward()
    print(f"calls in the order {order}:   a.grad = {nodes['a'].grad:g}")
compare_orders(
    small_graph()["L"],
    caption="Figure 3.0. The graph in two orders. "
    "Click on the figure and press the right arrow key: both orders take a step. "
    "If a share arrives after its node's turn, "
    'the edge says "too late". Unfold "The orders in words" for a third order, level by level.',
)

# %% [markdown]
# **First, three questions** from earlier days: about 3 minutes, no points. Esc skips them.

# %% jupyter={"source_hidden": true}
# Asks three questions from earlier days, with buttons.
from gradtools import recall

recall(3)

# %% [markdown]
# **You need:** Days 1 and 2, or the given cell below, and the chain rule.
#
# **After today you can**
#
# - **order** any graph so that parents stand before children, and prove that any such order will do,
# - **build** the whole engine: `backward()`, five operators, five functions,
# - **predict** what a second `backward()` does, and say why.
#
# **Not today:** training, arrays, second derivatives.
#
# <details>
# <summary>The plan of the day: a core of about {minutes:core} minutes, {points:core} points; part two, extra: {minutes:extra} minutes, {points:extra} points</summary>
#
# Every term is explained again in the [glossary](../../GLOSSARY.md).
#
# | Part | Reading, min | Exercise | Exercise, min | Points |
# |---|---:|---|---:|---:|
# | Start and setup | {minutes:start} | | | |
# | 1. Why order matters | {minutes:section 1} | | | |
# | 2. Parents before children | {minutes:section 2} | 3.1 order the graph | {minutes:3.1} | {points:3.1} |
# | 3. The backward pass in one loop | {minutes:section 3} | | | |
# | 4. The rest of the operators | {minutes:section 4} | | | |
# | 5. The functions | {minutes:section 5} | 3.2 build the whole engine | {minutes:3.2} | {points:3.2} |
# | 6. Backward twice | {minutes:section 6} | 3.3 predict, then clear | {minutes:3.3} | {points:3.3} |
# | 7. PyTorch's order, and the same result | {minutes:section 7} | | | |
# | Looking back | {minutes:looking back} | | | |
# | Part two: extra | {minutes:part two, extra} | | | |
# | 8. Trust nothing that you have not checked (extra) | {minutes:section 8, extra} | 3.4 check the gradient | {minutes:3.4} | {points:3.4} |
# | 9. What a float can do to you (extra) | {minutes:section 9, extra} | 3.5 choose a design | {minutes:3.5} | {points:3.5} |
# | 10. When data changes in between (extra) | {minutes:section 10, extra} | 3.6 refuse what is out of date | {minutes:3.6} | {points:3.6} |
# | 11. Write the tests (extra) | {minutes:section 11, extra} | 3.7 write the tests | {minutes:3.7} | {points:3.7} |
# | **Total, estimated: {minutes:total} min** | **{minutes:reading}** | | **{minutes:exercises}** | **{points:total}** |
#
# </details>
#
# ## Where you are
#
# Many know that an autograd engine sorts its graph. Few have written the sort.
#
# ## Setup
#
# The second cell is *given*: the class of Day 2. Run it.

# %% tags=["setup"]
import math
import random

import matplotlib.pyplot as plt

from gradtools import COLOURS, predict, reveal, show_figure, use_style

use_style()
random.seed(3)


# %% given="day3-given" from="day2-value"

# %% [markdown]
# ## 1. Why order matters
#
# **Question: does it matter in which order you call `_backward()`?**
#
# `_backward()` passes on what the node's `grad` holds *at that moment*. Called too early, it misses what arrives later. Called
# twice, it passes on the first part again. So call each node once, after all of its children.
#
# **By hand.** Take `a = 1`, `b = 3*a`, `L = (b + 1 + 1 + 1) + 5*b`. Two paths lead from `b` to `L`, with the slopes 1 and 5. So `dL/db = 1 + 5 = 6`, and
# `dL/da = 3 · 6 = 18`. What arrives at `a` depends on when `b` is called:
#
# | `b` is called | what `b` passes on | `a.grad` |
# |---|---|---:|
# | once, after both shares | 3 · 6 | **18** |
# | once, after the share 1 | 3 · 1 | 3 |
# | once, after the share 5 | 3 · 5 | 15 |
# | each time a share arrives, the share 1 first | 3 · 1, then 3 · 6 | 21 |
# | each time a share arrives, the share 5 first | 3 · 5, then 3 · 6 | 33 |
#
# Only the first row is the gradient. The others look like one, and raise no error.
#
# Figure 3.0 has the first two rows. `recurse` calls a node, then its parents, every time it comes to a node. Before you run it: which row will it print?


# %%
def example():
    """Return `a`, `b` and `L` of the table, with `L.grad` set to 1."""
    a = Value(1.0)
    b = 3 * a
    L = (b + 1 + 1 + 1) + 5 * b
    L.grad = 1.0
    return a, b, L


def recurse(node):
    """Call the node, then its parents: every time it comes to a node."""
    node._backward()
    for parent in node._prev:
        recurse(parent)


a, b, L = example()
recurse(L)
print("recurse: b.grad =", b.grad, "  a.grad =", a.grad)

# %% [markdown]
# ## 2. Parents before children
#
# **Question: which node may be listed first?**
#
# A leaf. Any other node may be listed once all its parents are. A **topological order** lists each node of a graph once, after all of its parents. From the back, every node comes after all of its *children*.
#
# One way to find it is **depth first**: before you list a node, go to its parents. You list it when you *leave* it, not when you arrive: that is
# **post-order**. A **visited set** notes where you have been. Without it you walk every path, and each `y = y + y` doubles their number.
#
# The steps for `e = d + c` with `d = a * b`:
#
# | step | you are at | you do | the list |
# |---|---|---|---|
# | 1 | `e` | go to `d` | empty |
# | 2 | `d` | go to `a` | empty |
# | 3 | `a` | a leaf: list it | `a` |
# | 4 | `b` | a leaf: list it | `a`, `b` |
# | 5 | `d` | parents listed: list it | `a`, `b`, `d` |
# | 6 | `c` | a leaf: list it | `a`, `b`, `d`, `c` |
# | 7 | `e` | parents listed: list it | `a`, `b`, `d`, `c`, `e` |
#
# Most graphs have many topological orders. **Your turn.** Is `c`, `b`, `a`, `d`, `e` a topological order too? And `a`, `d`, `b`, `c`, `e`?
#
# <details>
# <summary>The answer</summary>
#
# The first is. The second is not: `d` comes before its parent `b`.
#
# </details>

# %% [markdown]
# ### Exercise 3.1: order the graph (about 18 min)
#
# *Signature:* `topological_order(root)`
#
# *In:* `root`, a `Value`. The one attribute you need is `_prev`.
#
# *Out:* a list of nodes: `root`, its parents, their parents, and so on.
#
# *Must hold:*
# - each node is in the list once, after all of its parents. Any such order passes;
# - a second call lists the same nodes again;
# - 22 doublings, `y = y + y`, take at most some 100,000 lines of Python: once per node is fast enough;
# - a chain of 5,000 operations takes at most some 1,000,000 lines and raises no `RecursionError`: Python stops a function that calls itself about 1,000 levels deep.
#
# *Example:* for `e = a*b + c`, with `d` the product, `[a, b, d, c, e]` is right.
#
# *An error?* See [Symptom and cause in 3.1](#Symptom-and-cause-in-3.1).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The table in section 2. You came to `d` twice, in steps 2 and 5. What was different the second time?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# Let `place(n)` be the place of `n` in the list. Then `place(p) < place(n)` for each `p` in `n`'s `_prev`. If a node is listed only when the listing of all its parents is done, this
# holds by itself. Each node is opened once, each edge is looked at once: the work is nodes plus edges.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# For a graph that is not deep: a list and a set, and an inner function that calls itself for the parents of its node. Values are kept apart by identity, so a set of Values can note where you have been.
# For the chain, write that first. What does Python remember of a call while the calls inside it run? You need it for each node, in a list of your own.
#
# </details>


# %% answer="day3-topological-order"
def topological_order(root):
    """Return root and every node it was made from, each once, parents before children.

    Args:
        root: A Value; only its _prev, and that of the nodes it leads to, is used.

    Returns:
        A list of nodes that ends with root. Where several orders are right, it is any of them.
    """
    ### BEGIN SOLUTION
    order = []
    opened, listed = set(), set()
    waiting = [root]
    while waiting:
        node = waiting[-1]
        if node not in opened:
            opened.add(node)
            waiting.extend(node._prev)
        else:
            waiting.pop()
            if node not in listed:
                listed.add(node)
                order.append(node)
    return order
    ### END SOLUTION


# %% check="day3-topological-order-nodes" points=1
"""`topological_order` lists every node that `root` was made from, and `root`, each once, without walking every path."""
a, b = Value(2.0), Value(-3.0)
s = a + b
order = topological_order(s * s)
assert len(order) == 4, "`a`, `b`, `s` and `s*s`, each once"
assert len({id(node) for node in order}) == 4, "one of the nodes is in the list twice"
y = Value(1.0)
for _ in range(22):
    y = y + y
different = len({id(node) for node in topological_order(y)})
assert different >= 22, "22 doublings have 23 nodes, with four million paths between them"

# %% check="day3-topological-order-parents-first" points=1
"""In the list of `topological_order` every node stands after all of its parents."""
a, b, c = Value(2.0), Value(-3.0), Value(10.0)
d = a * b
e = d + c
names = {id(a): "a", id(b): "b", id(c): "c", id(d): "d", id(e): "e"}
order = [names.get(id(node)) for node in topological_order(e)]
assert "d" in order, "`e = d + c` is made from `d`, so `d` is in the list"
late = {"a", "b"} & set(order[order.index("d") :])
assert not late, "`d = a * b` stands after `a` and `b`"
late = {"d", "c"} & set(order[order.index("e") :] if "e" in order else [])
assert not late, "`e = d + c` stands after `d` and `c`"

# %% check="day3-topological-order-deep" points=1
"""`topological_order` goes through a chain of 5,000 operations."""
one = Value(1.0)
y = Value(0.0)
for _ in range(5000):
    y = y + one
different = len({id(node) for node in topological_order(y)})
assert different >= 5000, "5,000 sums and two leaves are 5,002 nodes"

# %% [markdown]
# #### Symptom and cause in 3.1
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | the cell never ends on 22 doublings | no visited set: every path is walked | section 2, *visited set* |
# | `RecursionError: maximum recursion depth exceeded` | the sort calls itself, and the graph is deep | the last point of *Must hold* in 3.1 |
# | `object of type 'generator' has no len()` | the function uses `yield`, or returns an iterator | *Out* in 3.1: a list |
#
# </details>

# %% [markdown]
# ## 3. The backward pass in one loop
#
# **Question: what is left to do, once the nodes are in order?**
#
# Very little. Set the gradient of the output to `dL/dL = 1`. Then go through the list from the back, and let every node pass on what it has.
#
# **Why any topological order will do.** Call a node complete once its `grad` is `dL/d(node)`. Say that each node before `n` in this loop was complete when it was called. All children of `n` are among them. So each of them has passed on its share in full, and nothing else adds to `n.grad`: `n` is complete, too.
# The first node, the output, is complete from the start. So one node after the other is, whichever topological order you take. The proof uses one thing silently: each node starts at 0. Section 6 comes back to that.

# %%
a, b, L = example()
for node in reversed(topological_order(L)):
    node._backward()
print("in order: b.grad =", b.grad, "  a.grad =", a.grad)

# %% [markdown]
# **Predict.** Six nodes of Figure 3.0 have something to pass on: all but the leaves. They can be put in 720 orders. How many of these leave 18 in `a`?

# %%
predict("day3-orders", ..., sure=...)

# %% jupyter={"source_hidden": true}
# Runs the loop in each of the 720 orders, and draws Figure 3.1.
from itertools import permutations


def goes_back(order):
    """Tell whether every node comes after all of its children."""
    return all(order.index(node) < order.index(p) for node in order for p in node._prev if p._prev)


def draw_counts(found):
    """Return a figure of how many orders leave each gradient; those of a topological order are blue."""
    grads = sorted(found)
    fig, ax = plt.subplots(figsize=(6, 2.2), layout="constrained")
    drawn = ax.barh(
        [f"{grad:g}" for grad in grads],
        [len(found[grad]) for grad in grads],
        color=[COLOURS["blue"] if any(found[grad]) else COLOURS["vermillion"] for grad in grads],
    )
    ax.bar_label(drawn, padding=3)
    ax.set(xlabel="orders", ylabel="a.grad", xlim=(0, 680))
    ax.grid(False)
    return show_figure(
        fig,
        caption="Figure 3.1. What `a` holds after each of the 720 orders. Blue: "
        f"{sum(map(sum, found.values()))} orders, and these are the topological ones, read from the back: "
        "`L`, `s3`, `s2`, `s1`, `b`, with `f` anywhere between `L` and `b`.",
        alt="A bar for each gradient. "
        + " ".join(f"{len(found[grad])} orders leave {grad:g} in `a`." for grad in grads)
        + " Only the bar of 18 is blue.",
    )


a, b, L = example()
nodes = topological_order(L)
inner = [node for node in nodes if node._prev]
by_gradient = {}
for order in permutations(inner):
    for node in nodes:
        node.grad = float(node is L)
    for node in order:
        node._backward()
    by_gradient.setdefault(a.grad, []).append(goes_back(order))
reveal("day3-orders", len(by_gradient[18.0]))
draw_counts(by_gradient)

# %% [markdown]
# <details>
# <summary>We got this wrong first: an order that worked by luck</summary>
#
# On Day 6 you write `backward()` once more, for arrays. Our check there had several graphs. A `backward()` that called the nodes in the order in which it met them passed on all of them. Not one of them had a node with a short way and a long way to the root. Section 1 of today is about exactly that, and three days later we had forgotten it. Now Day 6 asks about such a graph, with the long way first and with the short way first.
#
# </details>

# %% [markdown]
# ## 4. The rest of the operators
#
# **Question: how many new rules do minus, division and powers need?**
#
# One. Only the power gets a rule of its own: the slope of $x^n$ is $n\,x^{n-1}$. The others can be built from what you have:
#
# | operator | built as | slope with respect to `a` | with respect to `b` |
# |---|---|---|---|
# | `-a` | a · (-1) | -1 | |
# | `a - b` | a + (-b) | 1 | -1 |
# | `a ** n`, `n` a plain number | a rule of its own | $n\,a^{n-1}$ | |
# | `a / b` | $a \cdot b^{-1}$ | $1/b$ | $-a/b^2$ |
#
# A node of its own for `-` or `/` is right too, with the slopes of the table.
#
# Try it for `a / b` at `a = 6`, `b = 3`. First $b^{-1} = 1/3$, with slope $-1 \cdot 3^{-2} = -1/9$. Then the product: `a` gets 1/3, and `b` gets
# $6 \cdot (-1/9) = -2/3$.
#
# Some things have no value. A good engine refuses them at once, and names the number: an exponent that is a `Value` (`TypeError`), a negative number to a fractional power
# (`ValueError`), a division by zero (`ZeroDivisionError`).

# %% [markdown]
# ## 5. The functions
#
# **Question: what does a function of one input need for the backward pass?**
#
# Its own slope, and nothing else. Each of the five below makes one node with one parent, and passes on its slope times the upstream gradient. Often the slope is
# cheapest in terms of the *output* `y`, which the forward pass has computed already.
#
# | function | `y` | slope |
# |---|---|---|
# | `relu` | `x` where `x > 0`, else 0 | 1 where `x > 0`, else 0 |
# | `exp` | $e^x$ | y |
# | `log` | $\ln x$, for `x > 0`, else a `ValueError` | `1 / x` |
# | `tanh` | `tanh x` | `1 - y²` |
# | `sigmoid` | $1 / (1 + e^{-x})$ | y · (1 - y) |
#
# At `x = 0` ReLU has a corner, and no slope. We take 0 there, as PyTorch does: a number between the slopes of the two sides is called a *sub-gradient*, and any would do.
#
# For `x = -800`, $e^{-x}$ is too large for a float. Multiply numerator and denominator by $e^x$: $e^x / (1 + e^x)$ is the same number, and safe for negative `x`.
#
# With numbers: sigmoid at 0 is 0.5, with the slope 0.5 · 0.5 = 0.25.
#
# **Before you look** at Figure 3.2: which slopes are never larger than 1? Which are never 0? On Day 5 these two questions decide whether a deep network learns.

# %% jupyter={"source_hidden": true}
# Draws Figure 3.2: five functions and their slopes, which are measured by nudging.
functions = {
    "relu": lambda x: max(0.0, x),
    "exp": math.exp,
    "log": math.log,
    "tanh": math.tanh,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
}
peaks = {}
fig, axes = plt.subplots(2, 3, figsize=(7.4, 4.8), layout="constrained")
for ax, (name, f) in zip(axes.flat, functions.items()):
    xs = [i / 50 + 0.01 for i in range(5 if name == "log" else -125, 125)]
    slopes = [(f(x + 1e-6) - f(x - 1e-6)) / 2e-6 for x in xs]
    peaks[name] = f"{max(slopes):.2f}"
    ax.plot(xs, [f(x) for x in xs], color=COLOURS["blue"], marker="", label="value")
    ax.plot(xs, slopes, color=COLOURS["vermillion"], linestyle="--", marker="", label="slope")
    ax.set(title=name, xlabel="x", ylim=(-2, 4))
axes[1, 2].axis("off")
axes[1, 2].legend(*axes[0, 0].get_legend_handles_labels(), loc="center")
show_figure(
    fig,
    caption="Figure 3.2. Five functions and their slopes. The slopes were measured by nudging, with no rule at all.",
    alt="Five panels over `x` from -2.5 to 2.5, value solid, slope dashed. relu: "
    "0, then the diagonal; slope 0, then 1. exp: rises; slope equal to it. log: "
    "rises from below for `x > 0`; slope falls towards 0. tanh: an S from -1 to 1; "
    f"slope a bump of height {peaks['tanh']}. sigmoid: an S from 0 to 1; "
    f"slope a low bump of height {peaks['sigmoid']}.",
)

# %% [markdown]
# <details>
# <summary>After you have looked</summary>
#
# The slopes of relu, tanh and sigmoid are never larger than 1. Those of exp, log, tanh and sigmoid are never 0, but those of tanh and sigmoid come close to it on both sides.
#
# </details>

# %% [markdown]
# ### Exercise 3.2: build the whole engine (about 34 min)
#
# The cell below has yesterday's class and four new methods. One is `relu`, which shows how a function stores its rule. Eight are missing. Check after each part:
#
# - **Part 1:** `backward` (section 3), minus, division and power (section 4).
# - **Part 2:** the four functions (section 5).
#
# *Signature:* `backward(self)`; `__sub__`, `__truediv__`, `__pow__`; `tanh`, `exp`, `log`, `sigmoid`.
#
# *In:* `other`, a `Value` or number; `exponent`, a number.
#
# *Out:* every operator and function returns a new `Value`, with `_prev` and `_op` filled in, that passes its gradient on.
#
# *Must hold:*
# - after `L.backward()` on a fresh graph, every node's `grad` is `dL/d(node)`, also on a chain of 5,000 operations and on 22 doublings;
# - constants work on both sides of `+`, `-`, `*` and `/`;
# - every rule *adds* to the gradient of its parents, also in `x - x`, and changes nothing else in them;
# - `sigmoid` and its slope are right at -800 and 800;
# - what has no value raises the error that section 4 or 5 names;
# - any design will do that brings the gradient back.
#
# *Out of scope:* a second `backward()`, and the slope of `x ** 0` at `x = 0`.
#
# *Example:* for `a / b` at 6 and 3, `b.grad` is -2/3.
#
# *An error?* See [Symptom and cause in 3.2](#Symptom-and-cause-in-3.2).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# `backward`: the seed, `dL/dL = 1`, and the loop of section 3. The one-line operators: the column *built as* in section 4. The functions, and the power: `__mul__` shows how a rule is
# stored, and `relu` does it for one parent.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# For `y = f(x)` with the upstream gradient `dL/dy`: `dL/dx` grows by `f′(x) · dL/dy`. The tables of sections 4 and 5 give `f′`. For the quotient, the chain rule over the product and the power gives
# both slopes by itself.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# A function has five lines: compute the number, make `out` with one parent and a name for `_op`, define an inner function that adds to one gradient, store it (without calling it), return `out`.
# `backward`: set one gradient, then one loop. Minus and division are one or two lines each, made of operators that exist by then. The errors come before the number is computed.
#
# </details>


# %% answer="day3-value"
class Value:
    """A number that remembers how it was made and can fill in the gradients of everything it was made from."""

    def __init__(self, data, _prev=(), _op="", label=""):
        """Make a node; a number that was typed in has no parents and no operation."""
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._backward = lambda: None

    def __repr__(self):
        """Return the text that print shows."""
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        """Return the node self + other; its gradient goes to both parents."""
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        """Return the node self * other; each parent gets the gradient times the other's data."""
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        """Return other + self, where other is a plain number on the left."""
        return self + other

    def __rmul__(self, other):
        """Return other * self, where other is a plain number on the left."""
        return self * other

    def backward(self):
        """Fill in grad, `d(self)/d(node)`, for every node that self was made from."""
        ### BEGIN SOLUTION
        order = topological_order(self)
        for node in order:
            if node._prev:  # an interior node starts afresh; a leaf keeps what it has collected
                node.grad = 0.0
        self.grad += 1.0  # added, since a root without parents is a leaf and collects too
        for node in reversed(order):
            node._backward()
        ### END SOLUTION

    def __neg__(self):
        """Return -self."""
        return self * -1

    def __sub__(self, other):
        """Return self - other, where other is a Value or a number."""
        ### BEGIN SOLUTION
        return self + (-other)
        ### END SOLUTION

    def __rsub__(self, other):
        """Return other - self, where other is a plain number on the left."""
        return Value(other) - self

    def __truediv__(self, other):
        """Return self / other; raises ZeroDivisionError where other is zero."""
        ### BEGIN SOLUTION
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1
        ### END SOLUTION

    def __rtruediv__(self, other):
        """Return other / self, where other is a plain number on the left."""
        return Value(other) / self

    def __pow__(self, exponent):
        """Return self ** exponent, where exponent is a plain number.

        Raises:
            TypeError: The exponent is a Value.
            ValueError: A negative number to a fractional power.
            ZeroDivisionError: Zero to a negative power.
        """
        ### BEGIN SOLUTION
        if isinstance(exponent, Value):
            raise TypeError(f"The exponent must be a plain number, not {exponent}.")
        if self.data < 0 and exponent % 1 != 0:
            raise ValueError(f"{self} is negative and has no real power {exponent}.")
        if self.data == 0 and exponent < 0:
            raise ZeroDivisionError(f"{self} to the power {exponent} divides by zero.")
        out = Value(self.data**exponent, (self,), f"**{exponent}")

        def _backward():
            if exponent != 0:  # `x**0` is constant; at `x = 0` the rule below would divide by zero
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out
        ### END SOLUTION

    def relu(self):
        """Return self where it is above zero, else zero; its slope at zero is taken as zero."""
        off = self.data <= 0  # written so that a NaN is not hidden behind a zero
        out = Value(0.0 if off else self.data, (self,), "relu")

        def _backward():
            self.grad += 0.0 if off else out.grad

        out._backward = _backward
        return out

    def tanh(self):
        """Return the hyperbolic tangent of self."""
        ### BEGIN SOLUTION
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out
        ### END SOLUTION

    def exp(self):
        """Return `e` to the power self."""
        ### BEGIN SOLUTION
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out
        ### END SOLUTION

    def log(self):
        """Return the natural logarithm of self; raises ValueError where self is not above zero."""
        ### BEGIN SOLUTION
        if self.data <= 0:
            raise ValueError(f"{self} has no logarithm: its data is not above zero.")
        out = Value(math.log(self.data), (self,), "log")

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out
        ### END SOLUTION

    def sigmoid(self):
        """Return `1 / (1 + e**-self)`, computed so that nothing overflows."""
        ### BEGIN SOLUTION
        small = math.exp(-abs(self.data))  # between 0 and 1, whatever the sign
        y = 1 / (1 + small) if self.data >= 0 else small / (1 + small)
        out = Value(y, (self,), "sigmoid")

        def _backward():
            self.grad += out.data * (1 - out.data) * out.grad

        out._backward = _backward
        return out
        ### END SOLUTION


# %% jupyter={"source_hidden": true}
# Finds out whether `backward` works, so that one mistake is counted once. Run this cell again
# after every change of the class: the checks below look at gradients where `backward` works,
# and at `backward` where `+`, `*` and the order of exercise 3.1 do.
parts_hold = backward_holds = False
try:
    a = Value(1.0)
    b = 3 * a
    L = (b + 1 + 1 + 1) + 5 * b
    L.backward()
    backward_holds = (a.grad, b.grad) == (18.0, 6.0)
except Exception as error:
    print("backward, not yet:", error)
try:
    x, y = Value(2.0), Value(5.0)
    total, product = x + y, x * y
    total.grad, product.grad, x.grad = 1.0, 3.0, 1.0
    if not backward_holds:  # then it is their rules that are asked for
        total._backward()
        product._backward()
    b = 3 * Value(1.0)
    L = (b + 1 + 1 + 1) + 5 * b
    topological_order(L)
    order = list(topological_order(L))  # a second call finds the same
    place = {id(node): index for index, node in enumerate(order)}
    in_order = len(place) == len(order) == 12 and all(
        place[id(p)] < place[id(node)] for node in order for p in node._prev
    )
    chain = Value(0.0)
    for _ in range(5000):
        chain = chain + x
    parts_hold = (
        (backward_holds or (x.grad, y.grad) == (17.0, 7.0)) and in_order and len(list(topological_order(chain))) == 5002
    )
except Exception as error:
    print("its parts, not yet:", error)
print("the parts of backward hold:", parts_hold, "  backward holds:", backward_holds)

# %% check="day3-value-backward-graphs" points=1 needs="parts_hold" mend="+, * or exercise 3.1"
"""`backward` fills in the gradient of every node of a graph, whatever its shape."""
if parts_hold:
    a, three, one, five = Value(1.0), Value(3.0), Value(1.0), Value(5.0)
    b = three * a
    L = (b + one + one) + five * b
    L.backward()
    assert L.grad == 1.0, "`dL/dL`"
    assert b.grad == 6.0, "`b` reaches `L` along two paths, with slopes 1 and 5"
    assert a.grad == 18.0, "`b` passes on 3 for each unit of its own gradient, which is 6"

# %% check="day3-value-backward-large" points=1 needs="parts_hold" mend="+, * or exercise 3.1"
"""`backward` comes to an end on a chain of 5,000 operations and on 22 doublings."""
if parts_hold:
    one = Value(1.0)
    y = Value(0.0)
    for _ in range(5000):
        y = y + one
    y.backward()
    assert one.grad != 0.0, "`y` adds up the same leaf 5,000 times, so a gradient reaches it"

# %% check="day3-value-operators-plus-minus" points=1
"""Plus, minus and the minus sign have the right value and pass on the right gradients, constants included."""
a, b = Value(3.0), Value(5.0)
assert (a - b).data == -2.0
assert (-a).data == -3.0
assert (a - 1).data == 2.0
assert (10 - a).data == 7.0
if backward_holds:
    (a - b).backward()
    assert (a.grad, b.grad) == (1.0, -1.0), "the slopes of `a - b`"

# %% check="day3-value-operators-times-divide" points=1
"""Product, quotient and power have the right value and pass on the right gradients, constants included."""
a, b = Value(6.0), Value(3.0)
assert abs((a / b).data - 2.0) < 1e-9
assert abs((a / 4).data - 1.5) < 1e-9
assert abs((12 / a).data - 2.0) < 1e-9
if backward_holds:
    (a / b).backward()
    assert abs(a.grad - 1 / 3) < 1e-9, "the slope of `a / b` for `a` is `1/b`"
    assert abs(b.grad - -2 / 3) < 1e-9, "the slope of `a / b` for `b` is `-a/b**2`"
a = Value(2.0)
cube = a**3
assert cube.data == 8.0
if backward_holds:
    cube.backward()
    assert a.grad == 12.0, "3 * 2**2"

# %% check="day3-value-functions-exp-log" points=1
"""`relu`, `exp` and `log` have the right value and pass on the right gradient."""
a, b = Value(0.5), Value(4.0)
grown, logarithm = a.exp(), b.log()
assert abs(grown.data - 1.6487212707) < 1e-9, "`exp(0.5)`"
assert abs(logarithm.data - 1.3862943611) < 1e-9, "`log(4)`"
if backward_holds:
    grown.backward()
    logarithm.backward()
    assert abs(a.grad - 1.6487212707) < 1e-9, "the slope of exp is exp itself"
    assert b.grad == 0.25, "the slope of log at 4 is 1/4"
for number, value, slope in ((2.0, 2.0, 1.0), (-2.0, 0.0, 0.0), (0.0, 0.0, 0.0)):
    a = Value(number)
    out = a.relu()
    assert out.data == value, f"`relu({number})`"
    if backward_holds:
        out.backward()
        assert a.grad == slope, f"the slope of relu at {number}"

# %% check="day3-value-functions-tanh-sigmoid" points=1
"""`tanh` and `sigmoid` have the right value and pass on the right gradient; `sigmoid` does not overflow."""
a, b = Value(0.5), Value(0.0)
t, s = a.tanh(), b.sigmoid()
assert abs(t.data - 0.46211715726) < 1e-9, "`tanh(0.5)`"
assert s.data == 0.5, "`sigmoid(0)`"
if backward_holds:
    t.backward()
    s.backward()
    assert abs(a.grad - 0.78644773297) < 1e-9, "1 - 0.46211715726**2"
    assert b.grad == 0.25, "0.5 * (1 - 0.5)"
assert Value(-800.0).sigmoid().data == 0.0

# %% check="day3-value-functions-errors" points=1
"""What has no value is refused at once: powers by a Value, logs and roots outside their domain, division by zero."""


def error_of(function):
    """Return the error that a function raises, or what it returns."""
    try:
        return function()
    except NotImplementedError:
        raise
    except Exception as error:
        return error


a, zero = Value(2.0), Value(0.0)
assert isinstance(error_of(lambda: a**a), TypeError), "a power by a Value raises a TypeError"
assert isinstance(error_of(lambda: zero.log()), ValueError), "log at 0 raises a ValueError"
assert isinstance(error_of(lambda: Value(-2.0) ** 0.5), ValueError), "a root of -2 raises a ValueError"
assert isinstance(error_of(lambda: a / zero), ZeroDivisionError), "2 / 0 raises a ZeroDivisionError"

# %% [markdown]
# #### Symptom and cause in 3.2
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | all gradients are 0.0 | the output's own gradient was not set to 1 | section 3, `dL/dL = 1` |
# | gradients are right for the last operation and 0.0 further back | the loop runs from the front of the list | `reversed`, section 3 |
# | 3 or 15 where 18 is right | a node is called before all its children | section 1, second and third row |
# | 21 or 33 where 18 is right | a node is called each time a share arrives | section 1, fourth and fifth row |
# | `'NoneType' object is not callable` | the rule was called where it should be stored | `out._backward = _backward`, without brackets |
# | `'NoneType' object has no attribute 'data'` | a function has no `return out` | its last line |
# | (1, 1) for the gradients of `a - b` | the minus got lost | section 4 |
# | `AttributeError: 'int' object has no attribute 'data'` | `other` was not turned into a `Value` | first line of `__mul__` |
# | `OverflowError: math range error` | `exp` beyond 709.78, where it passes the largest float | `sigmoid` in section 5 |
#
# </details>

# %% [markdown]
# ## 6. Backward twice
#
# **Question: what should a second `backward()` do?**
#
# A leaf passes nothing on, so it may *collect*. If two losses use the same weight `a`, say `3a` and `5a`, then both count, and `a.grad` should be 8. So `backward()` must not clear the leaves.
# An *interior* node, one that has parents, passes on all that it holds. The proof of section 3 needs it to start at 0: what the first pass left there, the second would send on again.
#
# So: **leaves accumulate, interior nodes start afresh.** PyTorch passes on the same numbers. The well-known small engines keep the interior gradients and pass them on again.
#
# Both rules for `y = x*2`, `z = y + 1`, and `z.backward()` called twice:
#
# | | `z.grad` | `y.grad` | `x.grad` |
# |---|---:|---:|---|
# | after the first call | 1 | 1 | 2 |
# | second call, `y` starts afresh | 1 | 1 | 2 + 2 · 1 = **4** |
# | second call, `y` keeps its 1 | 1 | 1 + 1 = 2 | 2 + 2 · 2 = **6** |

# %% [markdown]
# ### Exercise 3.3: predict, then clear (about 10 min)
#
# *Signature:* a dictionary `second`; a function `zero_grad(root)`; your `Value.backward` of 3.2.
#
# *In, for `second`:* `a` is a fresh leaf, `h = 3 * a`. `(2 * h).backward()`, `(k * h).backward()` and `(5 * h).backward()` run. With one `k`, the last `a.grad` is right in an engine that keeps interior gradients, too.
#
# *Out:* three numbers, one point in all: that `k`, the last `a.grad`, and the last `h.grad` in the engine that keeps.
#
# *Must hold:*
# - `zero_grad` sets `grad` to 0.0 in every node of the graph of `root`, also after 22 doublings, and changes nothing else;
# - `backward()`, called again, adds to the leaves and lets interior nodes start afresh. If yours doesn't, fix it in 3.2.
#
# *Example:* for `(x*2) + 1`, with `backward()` twice, `x.grad` is 4.0.
#
# *An error?* See [Symptom and cause in 3.3](#Symptom-and-cause-in-3.3).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The table of section 6, with `h` in the place of `y`, and a third call. Each call starts from another output, but goes back to the same `h` and the same `a`. For `backward`: how can you tell
# a leaf from an interior node, with the attributes you have?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# `h` passes on what its `grad` holds at that moment, and `a` gets three times as much. The two engines differ in what `h` holds, and `a.grad` alone has to be right.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# `zero_grad`: you have a function that lists every node; one loop over that list. `backward`: one more loop of the same kind before the seed, with a condition.
#
# </details>

# %% answer="day3-twice"
second = {
    ### BEGIN SOLUTION
    #: "k": None,
    #: "a.grad": None,
    #: "h.grad, kept": None,
    "k": -4.0,
    "a.grad": 9.0,
    "h.grad, kept": 3.0,
    ### END SOLUTION
}


def zero_grad(root):
    """Set grad to 0.0 in root and in every node that root was made from."""
    ### BEGIN SOLUTION
    for node in topological_order(root):
        node.grad = 0.0
    ### END SOLUTION


# %% check="day3-twice-which" points=1 note="It checks only the form."
"""A call that hides what an engine keeps, and where it can be seen all the same."""
if None in second.values():
    raise NotImplementedError("Exercise 3.3 is not written yet.")
texts = [entry for entry in second.values() if isinstance(entry, str)]
assert not texts, "write numbers without quotes"

# %% check="day3-twice-clear" points=1 needs="parts_hold" mend="+, * or exercise 3.1"
"""`zero_grad` clears every gradient of a graph, and nothing else."""
if parts_hold:
    a = Value(2.0)
    h = a + a
    L = h + a
    for node in (a, h, L):
        node.grad = 7.0
    zero_grad(L)
    assert (a.grad, h.grad, L.grad) == (0.0, 0.0, 0.0)

# %% check="day3-twice-repeat" points=1 needs="parts_hold" mend="+, * or exercise 3.1"
"""A second `backward` adds to the leaves and lets interior nodes start afresh."""
if parts_hold:
    x = Value(3.0)
    z = x * Value(2.0) + Value(1.0)
    z.backward()
    z.backward()
    assert x.grad == 4.0, "`x` collects 2 each time"

# %% [markdown]
# #### Symptom and cause in 3.3
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | all gradients are 0.0 | the output's own gradient was not set to 1 | `backward` of 3.2; section 3, `dL/dL = 1` |
# | gradients are right for the last operation and 0.0 further back | the loop runs from the front of the list | `backward` of 3.2; `reversed`, section 3 |
# | 6 for 4 after two calls | interior nodes keep their old gradient | section 6 |
# | 5 for 8 after two losses, `3a` and `5a` | `backward` clears the leaves too | section 6 |
#
# </details>

# %% [markdown]
# ## 7. PyTorch's order, and the same result
#
# **Question: in which order does PyTorch go back?**
#
# It makes no list first. Each operation gets a number when it runs. Of the nodes whose children are all done, the newest comes next.
#
# **Before you run it:** is this one of the four orders of Figure 3.1 that are right? Does your engine need the same one?

# %% jupyter={"source_hidden": true}
# Says in which order PyTorch goes back through the graph of Figure 3.0.
import torch


def in_pytorch(number):
    """Return a leaf of PyTorch."""
    return torch.tensor(number, dtype=torch.float64, requires_grad=True)


ta = in_pytorch(1.0)
tb = 3 * ta
s1 = tb + 1
s2 = s1 + 1
s3 = s2 + 1
f = 5 * tb
tensors = {"b": tb, "s1": s1, "s2": s2, "s3": s3, "f": f, "L": s3 + f}
called = []
for name, tensor in tensors.items():
    tensor.grad_fn.register_prehook(lambda grads, name=name: called.append(name))
tensors["L"].backward()
print("PyTorch calls", ", ".join(called), "  a.grad =", ta.grad.item())

# %% [markdown]
# <details>
# <summary>After you have run it</summary>
#
# It is one of the four, and your engine may take another. A child is always newer than its parents, so "newest first" is a topological order read from the back, and gives the same gradient.
#
# </details>
#
# PyTorch's graph is made like yours: it holds the operations that ran, the rounds of a `for` and the branch of an `if` that was taken. That is **define-by-run**.
#
# The course's class has 97 lines of code, 121 with its docstrings. PyTorch has millions, about two million of them on your disk. They make it fast, for thousands of operations. Your hundred lines do the same for a gradient. The next cell sends one expression through all your operators and functions, for 200 pairs of numbers.

# %%
def everything(a, b):
    """Use each operator and each function at least once."""
    c = (a * b - 3) / (b**2 + 1) + (2 - a) / b
    d = (c.tanh() + 1.5).log() * (-a).sigmoid() + (c * a).relu()
    return (d - 1 / a).exp() + d * c + 2 * c


away = []
for _ in range(200):
    numbers = random.uniform(0.5, 3.0), random.uniform(-3.0, -0.5)
    mine, theirs = [Value(number) for number in numbers], [in_pytorch(number) for number in numbers]
    everything(*mine).backward()
    everything(*theirs).backward()
    away += [abs(m.grad - t.grad.item()) / abs(t.grad.item()) for m, t in zip(mine, theirs)]
print(f"{sum(distance < 1e-9 for distance in away)} of {len(away)} gradients agree with PyTorch's to 1e-9")

# %% [markdown]
# ## Symptom and cause
#
# The common errors in one exercise are listed under its checks: [3.1](#Symptom-and-cause-in-3.1), [3.2](#Symptom-and-cause-in-3.2), [3.3](#Symptom-and-cause-in-3.3); extra: [3.4](#Symptom-and-cause-in-3.4), [3.6](#Symptom-and-cause-in-3.6), [3.7](#Symptom-and-cause-in-3.7).
#
# <details>
# <summary>Common errors in any exercise</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `NameError: name '...' is not defined` | the kernel is new, and a cell further up was not run in it | click the cell that stopped, then *Run*, *Run All Above Selected Cell* |
# | changes in the class have no effect | variables made before belong to the old class | run from the class cell on again |
#
# </details>
#
# ## One principle
#
# **No node speaks before it has heard all of its children.** A node passes its gradient on when all of its children have passed theirs.
#
# ## In your own words
#
# In the next cell, write three or four sentences for a friend who did Day 2 with you. It is not graded.
#
# *Why is there no such thing as "the" topological order of a graph, and why does the gradient not depend on which one you take?*

# %% [markdown] tags=["own-words"]
# *Double-click here and write.*

# %% [markdown]
# <details>
# <summary>A model answer. Write yours first.</summary>
#
# Two nodes of which neither was made from the other can stand in either order, so most graphs have many topological orders. In each of them, read from the back, a node comes after
# all of its children. So when its turn comes, all shares of its gradient have arrived, whatever happened in other parts of the graph meanwhile. It passes on the same number in every order,
# and by the same argument so does each of its parents. Only the order in which shares are added can differ, and with it the last digit.
#
# </details>
#
# <details>
# <summary>If you want more: five tasks, ungraded, in rising order of effort</summary>
#
# 1. Walk through one backward pass with Python's debugger. Put `breakpoint()` before the loop in `backward`, run `(Value(2.0) * Value(3.0)).backward()`, then type `n` for the next line, `s` to step into a call,
#    `p node` to print, `c` to go on. Take the line out again afterwards.
# 2. Build tanh from `exp` so that it overflows nowhere. (The sigmoid of section 5 shows the way. What does it cost?)
# 3. Sort in another way: begin at the root, and come to no node twice. What has to be known of a node before its turn comes? The answer is called Kahn's algorithm.
# 4. After exercise 3.6 (extra): give your `Value` what `Careful` has. Does everything above still pass? (Day 4 starts from an engine without it. Its training changes data between two graphs only.)
# 5. After exercise 3.7 (extra): add a fault to an engine that your `check_engine` does not notice. Then make it notice.
#
# </details>
#
# <details>
# <summary>What today simplified</summary>
#
# - PyTorch calls the number of an operation its *sequence number*. It also counts for every node how many children it still waits for, and runs different devices in different threads.
#   The engines A, B and C of exercise 3.4 (extra) sort their nodes by such a number.
# - You keep the whole graph, and the gradients of interior nodes. PyTorch frees what it saved after the backward pass, and keeps an interior gradient only after `retain_grad()`. There it adds up like that of a leaf: after `(2 * h).backward()` and `(5 * h).backward()`, `h.grad` is 2 + 5 in PyTorch and 5 in your engine.
# - Where a slope is infinite, as for $x^{0.5}$ at 0, your engine raises a `ZeroDivisionError` during `backward()`; PyTorch returns infinity. Where `exp` overflows you get an error, PyTorch gets infinity and goes on.
# - A gradient check at one point proves nothing about other points.
# - Python compares each Value by identity because the class defines no `__eq__`. If you add one, the sets in your sort stop working.
#
# </details>
#
# <details>
# <summary>Further reading</summary>
#
# - Andrej Karpathy, [The spelled-out intro to neural networks and backpropagation: building micrograd](https://www.youtube.com/watch?v=VMj-3S1tku0). The part on the topological sort. Compare his engine with yours, line by line: you can now say what each difference does.
# - Baydin, Pearlmutter, Radul and Siskind (2018), [Automatic differentiation in machine learning: a survey](https://jmlr.org/papers/v18/17-468.html). Section 3.2 is the reverse mode that you built today.
# - PyTorch, [Autograd mechanics](https://docs.pytorch.org/docs/stable/notes/autograd.html). How the real one keeps its graph, and what it frees.
# - Python, [Floating-point arithmetic: issues and limitations](https://docs.python.org/3/tutorial/floatingpoint.html). For section 9 (extra).
#
# </details>
#
# <details>
# <summary>Deliverables: tick what you have</summary>
#
# - ☐ **order** any graph so that parents stand before children, and prove that any such order will do: exercise 3.1, {points:3.1} points, and your own words above
# - ☐ **build** the whole engine: `backward()`, five operators, five functions: exercise 3.2, {points:3.2} points
# - ☐ **predict** what a second `backward()` does, and say why: exercise 3.3, {points:3.3} points
#
# </details>
#
# ## Tomorrow
#
# Tomorrow your engine gets something to do: neurons, layers and a loss are ordinary expressions of your `Value`, and training is a loop that calls `backward()`. Day 4 opens with the engine of today in a given cell.
#
# All rules of the five days stand on [one page](../../docs/rules.md). On your computer, `make rules` makes a sheet of it to print.

# %% [markdown]
# ## Your points
#
# Save the notebook, then run the next cell.
#
# The core has {points:core} points. **With them you have done enough for today.**

# %%
from gradtools import check

check()

# %% [markdown]
# ## Part two: extra
#
# Three short pieces about today's core, and four exercises: check an engine, see what a float does, refuse a graph that is out of date, write tests. It takes about {minutes:extra} minutes and has {points:extra} points. Nothing later needs any of it, and each section stands alone.
#
# - ☐ **check** an engine that you do not trust, and choose between two right formulas: exercise 3.4, {points:3.4} points, and exercise 3.5, {points:3.5} points
# - ☐ **refuse** a graph that is out of date: exercise 3.6, {points:3.6} points
# - ☐ **write** tests that catch faults nobody has named: exercise 3.7, {points:3.7} points
#
# {points:total} points in all.
#
# ## The pendulum
#
# - *Too fast:* recurse and hope. The small examples come out right, and the first node that is used twice gives 21 for 18.
# - *Too slow:* prove every theorem on directed acyclic graphs first. The evening ends without an engine.
# - *The balance:* an order first, then one loop.
#
# ## The matrix of today's time
#
# | | Quick | Slow |
# |---|---|---|
# | **Days 4 and 5 build on it** | **Do first:** `backward` in one loop, minus, division, power (3.2) | **Do carefully:** the order (3.1), and the five functions (3.2) |
# | **They do not need it** | **Do if time:** what a float does (3.5), a graph out of date (3.6) | **Do when fresh, as an extra:** the tests (3.7). **Avoid today:** making the engine fast |

# %% [markdown]
# ## A bug of the day
#
# Not graded. `by_layers` lists the root, then its parents, then theirs, each node once. At the end it reverses the list. For `a*b + c` the order is right.
#
# **Predict, then try:** find a graph that it orders wrongly. Put it in the place of `a * b + c`.


# %%
def by_layers(root):
    """Return the nodes, the farthest from the root first."""
    order = [root]
    for node in order:  # the list grows while the loop runs
        order.extend(p for p in dict.fromkeys(node._prev) if p not in order)
    return order[::-1]


a, b, c = Value(2.0), Value(-3.0), Value(10.0)
order = by_layers(a * b + c)
wrong = [node for node in order for p in node._prev if order.index(p) > order.index(node)]
print("nodes that stand before a parent:", wrong)

# %% [markdown]
# <details>
# <summary>The bug</summary>
#
# It fails where a short path and a long path lead from a node to the root, as for `b` in the example of section 1: `L = (b + 1 + 1 + 1) + 5*b`. The short path finds `b` early, so in the list it stands *after* the sum
# `b + 1`, its own child. `a + a * b` is small enough: `a` is found beside the product. The number of steps to the root is not what counts; a node has to wait for *all* of its children.
#
# </details>

# %% [markdown]
# ## What a visited set saves
#
# In `y = y + y`, repeated `n` times, 2 paths lead from the last node to the one before it, 4 to the next, and $2^n$ to the leaf. `recurse` of section 1 walks them all.
#
# **Predict.** The cell runs your loop on 22 doublings. How many calls does it make?

# %%
predict("day3-loop-calls", ..., sure=...)

# %%
y = Value(1.0)
for _ in range(22):
    y = y + y
y.grad = 1.0
order = topological_order(y)
for node in reversed(order):
    node._backward()
print(f"22 doublings: {len(order)} calls, and the leaf holds {order[0].grad:,.0f}: one for each path")
reveal("day3-loop-calls", len(order))

# %% [markdown]
# ## Backward, a third time
#
# **Predict.** `z = x*2 + 1`, as in section 6. What will both rules say after a third call? Lock your guess for `x.grad` with the interior *kept*. (It is not 9.)

# %%
predict("day3-third-call", ..., sure=...)

# %%
x = Value(3.0, label="x")
y = x * 2
z = y + 1
backwards = list(reversed(topological_order(z)))
bars = {}
for afresh in (True, False):
    for node in backwards:
        node.grad = 0.0
    bars[afresh] = []
    for _ in range(3):
        y.grad = 0.0 if afresh else y.grad
        z.grad = 1.0
        for node in backwards:
            node._backward()
        bars[afresh].append((x.grad, y.grad))
    print(
        "interior afresh:" if afresh else "interior kept:",
        "x.grad after calls 1, 2, 3:",
        [pair[0] for pair in bars[afresh]],
        "  y.grad:",
        [pair[1] for pair in bars[afresh]],
    )
reveal("day3-third-call", bars[False][-1][0])

# %% jupyter={"source_hidden": true}
# Draws Figure 3.3: what `x` and `y` hold after each further call of backward().
fig, axes = plt.subplots(1, 2, figsize=(8, 3), layout="constrained", sharey=True)
for ax, (afresh, pairs) in zip(axes, bars.items()):
    for shift, column, name, colour, hatch in (
        (-0.2, 0, "the leaf x", "blue", ""),
        (0.2, 1, "the interior node y", "orange", "//"),
    ):
        heights = [pair[column] for pair in pairs]
        drawn = ax.bar(
            [call + shift for call in (1, 2, 3)],
            heights,
            0.4,
            color=COLOURS[colour],
            hatch=hatch,
            label=name,
        )
        ax.bar_label(drawn, fmt="%g")
    title = "interior afresh" if afresh else "interior kept"
    ax.set(title=title, xlabel="calls of backward()", xticks=(1, 2, 3), ylim=(0, 14))
axes[0].set_ylabel("grad")
axes[0].legend(loc="upper left")
show_figure(
    fig,
    caption="Figure 3.3. What each further backward() does to `z = x*2 + 1`. Left: "
    "`y` starts afresh. Right: `y` keeps what it has.",
    alt="Two bar charts over calls 1, 2, 3. Interior afresh: "
    f"`x` is {', '.join(f'{p[0]:g}' for p in bars[True])}; `y` stays 1. "
    f"Interior kept: `x` is {', '.join(f'{p[0]:g}' for p in bars[False])}; "
    "`y` is 1, 2, 3.",
)

# %% [markdown]
# ## 8. Trust nothing that you have not checked
#
# **Question: how do you find a wrong slope in an engine that raises no error?**
#
# The nudge of Day 2 knows no rules. It calls the forward pass twice and takes the **central difference**, $(f(x+\epsilon) - f(x-\epsilon)) / 2\epsilon$. If the engine and the nudge agree,
# a wrong rule is unlikely, as long as the numbers are in **general position**: not 0, not 1, no two alike, so that nothing agrees by accident. Such a test is called a gradient check.
#
# How far to nudge? If you nudge too far, the curve bends in between: that error grows with $\epsilon^2$. If you nudge too little, only the last digits of `f` change: that error grows with $1/\epsilon$. Between the two lies a valley.
# So the two numbers agree only up to a tolerance: $|\text{engine} - \text{nudge}| \le atol + rtol \cdot |\text{nudge}|$.
# Here *atol* is the absolute part, which is allowed at any size, and *rtol* the relative part, which grows with the number.
#
# With numbers: for $x^3$ at 2 with ε = 0.1 it is (9.261 - 6.859) / 0.2 = 12.01. The slope is 12. The error is ε² = 0.01.
#
# <details>
# <summary>We got this wrong first: the luck of the draw</summary>
#
# The checks draw their numbers at random. A `tanh` that is never negative passed whenever a positive number was drawn for it. So the same program could have full points in one run, and lose one in the next. Random numbers are in general position, but their signs are not a matter for luck. Now each number that is drawn is asked with both signs.
#
# </details>
#
# **Where is the bottom?** Figure 3.4 shows the error of the nudge for tanh at 0.5. Guess first: does the valley lie near ε = 1e-2, 1e-5 or 1e-12?

# %%
print(f"x**3 at 2, eps 0.1: {(2.1**3 - 1.9**3) / 0.2:.4f}")

# %% jupyter={"source_hidden": true}
# Draws Figure 3.4: the error of the nudge over its size.
steps = [10 ** (-k / 4) for k in range(2, 57)]
slope = 1 - math.tanh(0.5) ** 2
errors = [abs((math.tanh(0.5 + eps) - math.tanh(0.5 - eps)) / (2 * eps) - slope) for eps in steps]
lowest = min(zip(errors, steps))[1]
fig, ax = plt.subplots(figsize=(6, 3), layout="constrained")
ax.loglog(
    steps,
    [max(error, 1e-13) for error in errors],
    marker=".",
    linestyle="-",
    color=COLOURS["blue"],
)
ax.annotate("too few digits left", (1e-13, 1e-2), color=COLOURS["black"])
ax.annotate("the curve bends", (1e-6, 1e-2), color=COLOURS["black"])
ax.set(xlabel="nudge ε", ylabel="error of the central difference", ylim=(1e-13, 1))
show_figure(
    fig,
    caption="Figure 3.4. The error of the nudge for tanh at 0.5. Both axes are powers of ten.",
    alt="Log-log plot of the error over ε from 3e-15 to 0.3. "
    f"From the right it falls as ε squared to its lowest points near ε = {lowest:.0e}, then "
    "rises again, jagged, as 1/ε.",
)

# %% [markdown]
# ### Exercise 3.4: check the gradient (extra, about 14 min)
#
# Write the check, and find the wrong slope below.
#
# *Signature:* `gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4)` and `broken`.
#
# *In:* `f`, a function; `inputs`, its leaves, of *any* engine. `type(leaf)(5.0)` makes another.
#
# *Out:* `True` if every gradient agrees with its central difference, within the tolerance of section 8. Otherwise an `AssertionError` with an input's index and both numbers.
# In `broken`: engine, operator, and
# - `"passes at"`: the `b` from 1 to 10 (two decimals) with which it passes your check of `(a/b)*(c/b)-a+c**2`, for `a=2`, `c=5`;
# - `"refused at"`: a moderate `x` at which your check refuses your *right* `(x*x-6*x+8).relu()`.
#
# *Must hold:*
# - the inputs keep their data, even if it raises; their old gradients don't count;
# - NaN agrees with nothing.
#
# *Example:* `gradcheck(lambda a: a*a, [Value(2.0)])` is `True`.
#
# *An error?* See [Symptom and cause in 3.4](#Symptom-and-cause-in-3.4).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Exercise 2.1 nudged one input among several. The new part is the other side of the comparison: make the leaves, call `f`, call `backward()`, read the gradients. For the detective work: run `gradcheck`
# over each engine and each operator in a cell of your own, with `try` around it.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# For the input `i`: `n = (f(.., xᵢ + ε, ..) - f(.., xᵢ - ε, ..))` / 2ε. All is well if `|gᵢ - n| ≤ atol + rtol · |n|`. The opposite of "is at most" is not "is greater" when NaN takes part.
# A wrong slope can be right at special numbers, such as two equal inputs or a 1. Use numbers in general position.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# An inner function that returns a list of fresh leaves, with one of them moved by a given amount. One set of fresh leaves for the engine's own gradients. Then a loop over the indices: two more calls of `f`, whose `.data` you need;
# one comparison; one `raise` with an f-string that holds three values. For `"passes at"`: which gradients does the wrong slope reach?
#
# </details>


# %% given="day3-engines"
class Engine:
    """What the three engines share: each node keeps its parents, the slope towards each, and when it was made."""

    made = 0

    def __init__(self, data, _prev=(), slopes=()):
        Engine.made += 1
        self.number, self.data, self.grad = Engine.made, float(data), 0.0
        self._prev, self.slopes = _prev, slopes

    def backward(self):
        """Fill in the gradients, newest node first: whoever was made later can't be a parent."""
        found, waiting = {self}, [self]
        while waiting:
            new = [parent for parent in waiting.pop()._prev if parent not in found]
            found.update(new)
            waiting.extend(new)
        self.grad = 1.0
        for node in sorted(found, key=lambda node: node.number, reverse=True):
            for parent, slope in zip(node._prev, node.slopes):
                parent.grad += slope * node.grad


class EngineA(Engine):
    def __add__(self, other):
        return EngineA(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        return EngineA(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        return EngineA(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        return EngineA(
            self.data / other.data,
            (self, other),
            (1 / other.data, -self.data / other.data**2),
        )

    def __pow__(self, n):
        return EngineA(self.data**n, (self,), (n * self.data ** (n - 1),))


class EngineB(Engine):
    def __add__(self, other):
        return EngineB(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        return self + other * EngineB(-1.0)

    def __mul__(self, other):
        return EngineB(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        y = self.data / other.data
        return EngineB(y, (self, other), (1 / other.data, -y / self.data))

    def __pow__(self, n):
        return EngineB(self.data**n, (self,), (n * self.data ** (n - 1),))


class EngineC(Engine):
    def __add__(self, other):
        return EngineC(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        return EngineC(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        return EngineC(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        return self * other**-1

    def __pow__(self, n):
        y = self.data**n
        return EngineC(y, (self,), (n * y / self.data,))


# %% answer="day3-gradcheck"
def gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4):
    """Compare an engine's gradients with central differences.

    Args:
        f: A function of as many leaves as there are inputs; returns one node.
        inputs: Leaves of any engine; they are left as they are.
        eps: How far each input is nudged, up and down.
        atol: The absolute difference that is allowed.
        rtol: The difference that is allowed for each unit of the central difference.

    Returns:
        True, if all gradients agree.

    Raises:
        AssertionError: One does not; the text holds its index and both numbers.
    """

    ### BEGIN SOLUTION
    def leaves(nudged=None, by=0.0):
        return [type(leaf)(leaf.data + (by if index == nudged else 0.0)) for index, leaf in enumerate(inputs)]

    fresh = leaves()
    f(*fresh).backward()
    for index, leaf in enumerate(fresh):
        difference = (f(*leaves(index, eps)).data - f(*leaves(index, -eps)).data) / (2 * eps)
        if not abs(leaf.grad - difference) <= atol + rtol * abs(difference):
            raise AssertionError(f"input {index}: the engine gives {leaf.grad}, the central difference {difference}")
    return True
    ### END SOLUTION


broken = {
    ### BEGIN SOLUTION
    #: "engine": None,  # "A", "B" or "C"
    #: "operator": None,  # "+", "-", "*", "/" or "**"
    #: "passes at": None,  # numbers
    #: "refused at": None,
    "engine": "B",
    "operator": "/",
    "passes at": 20 / 7,
    "refused at": 2.0,
    ### END SOLUTION
}

# %% check="day3-gradcheck-compares" points=1
"""`gradcheck` passes a right engine, and raises for a wrong gradient of any input, with its index and both numbers."""
passed = gradcheck(lambda a, b: a * b, [EngineA(2.0), EngineA(5.0)])
assert passed is True, "`a * b` in EngineA is right, so gradcheck returns True"


class Forgetful(EngineA):
    """An engine whose product forgets one of its parents."""

    def __mul__(self, other):
        return Forgetful(self.data * other.data, (self, other), (other.data, 0.0))


class Doubling(EngineA):
    """An engine whose product passes twice too much to its right parent."""

    def __mul__(self, other):
        return Doubling(self.data * other.data, (self, other), (other.data, 2 * self.data))


try:
    outcome = gradcheck(lambda a, b: a * b, [Forgetful(2.0), Forgetful(5.0)])
except AssertionError:
    outcome = "raised"
assert outcome == "raised", "in Forgetful the gradient of `b` in `a * b` is 0, not 2"
text = ""
try:
    gradcheck(lambda a, b: a * b, [Doubling(3.5), Doubling(5.0)])
except AssertionError as error:
    text = str(error)
assert "1" in text and "7" in text and "3.5" in text, "it says input 1, the engine's 7.0 and the nudge's 3.5"

# %% check="day3-gradcheck-broken" points=1 note="It looks at the spelling; your points tell you the rest."
"""The broken engine, its broken operator, and where they go unnoticed."""
if None in (broken["engine"], broken["operator"], broken["passes at"]):
    raise NotImplementedError("Exercise 3.4 is not written yet.")
assert str(broken["engine"]).strip().upper() in ("A", "B", "C"), 'it is "A", "B" or "C"'
assert str(broken["operator"]).strip() in ("+", "-", "*", "/", "**"), "it is one of + - * / **, in quotes"
assert float(broken["passes at"]) == broken["passes at"], "write a number without quotes"

# %% check="day3-gradcheck-refused" points=1 note="It looks at the kind; your points tell you the rest."
"""An `x` at which `gradcheck` refuses a right engine."""
if broken["refused at"] is None:
    raise NotImplementedError("Exercise 3.4 is not written yet.")
assert float(broken["refused at"]) == broken["refused at"], "write a number without quotes"

# %% [markdown]
# #### Symptom and cause in 3.4
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `gradcheck` fails by a hair | the nudge is too far or too near | Figure 3.4 |
#
# </details>

# %% [markdown]
# ## 9. What a float can do to you
#
# **Question: can two formulas that are equal in mathematics differ in a program?**
#
# A float has 53 binary digits and a largest value, about 1.8e308. Four things follow. Results are *rounded*. What is too large becomes **infinity**, or an `OverflowError` where Python
# checks. What is too small becomes 0. The difference of two infinities is **NaN**, *not a number*. It is not even equal to itself, and it spreads through every sum and product.
#
# What $\tanh x = (e^{2x} - 1) / (e^{2x} + 1)$ does at large `x`:
#
# | `x` | $e^{2x}$ | the fraction | `tanh x` |
# |---:|---|---|---:|
# | 0.5 | 2.718282 | 1.718282 / 3.718282 = 0.462117 | 0.462117 |
# | 20 | about 2.4e17 | equal above and below: 1 | 1 - 8.5e-18, rounded to 1 |
#
# Read the eight lines of the cell before you run it. Which of them are errors? In Figure 3.5 the slope $1 - y^2$ becomes exactly 0, and the true slope does not. At which `x`?

# %%
lines = "0.1 + 0.2 == 0.3; 1e200 * 1e200; 1e200**2; math.exp(-800); math.exp(709.78); math.exp(709.79); "
lines += "math.inf - math.inf; math.nan == math.nan"
for text in lines.split("; "):
    try:
        print(f"{text:22} {eval(text)}")
    except OverflowError:
        print(f"{text:22} OverflowError")

# %% jupyter={"source_hidden": true}
# Draws Figure 3.5: the slope of tanh, true and as computed.
xs = [15 + i / 50 for i in range(301)]
computed = [1 - math.tanh(x) ** 2 for x in xs]
true = [4 / (math.exp(x) + math.exp(-x)) ** 2 for x in xs]
zero_from = next(x / 1000 for x in range(15_000, 21_000) if 1 - math.tanh(x / 1000) ** 2 == 0)
print(
    f"1 - y*y is exactly 0 from x = {zero_from:.2f} on; the true slope there is "
    f"{4 / (math.exp(zero_from) + math.exp(-zero_from)) ** 2:.1e}",
)
fig, ax = plt.subplots(figsize=(6, 3), layout="constrained")
ax.semilogy(xs, true, color=COLOURS["blue"], marker="", label="true slope of tanh")
ax.semilogy(
    xs,
    computed,
    color=COLOURS["vermillion"],
    linestyle="--",
    marker="",
    label="1 - y*y, in floats",
)
ax.set(xlabel="x", ylabel="slope")
ax.legend()
show_figure(
    fig,
    caption="Figure 3.5. The slope of tanh, true and as computed, on a log axis: where a curve ends, it is 0.",
    alt="Log plot over `x` from 15 to 21. The true slope falls in a straight line from 4e-13 to "
    "2e-18. The computed slope follows it at first, falls in visible steps past `x = 17.5`, "
    f"and ends at `x = {zero_from:.2f}`.",
)

# %% [markdown]
# ### Exercise 3.5: choose a design (extra, about 12 min)
#
# Build `tanh` and `1 - tanh` from `exp`. Then find where a third design fails.
#
# *Signature:* `tanh_from_exp(x)`, `rest_from_exp(x)` and `choice`.
#
# *Out:* a `Value` each, from your engine's `exp` and operators: `tanh x` by the formula of section 9, and `1 - tanh x`. In `choice`:
# - `"wrong at"`: an `x` above 0 at which `2 / (1 + math.exp(-2 * x)) - 1` is off by more than 1% of `tanh x`;
# - `"because"`: the letter of what is off there *for the same reason*. **A** `1e300 / x`. **B** `math.sqrt(1 + x) - 1`. **C** `x**40`. **D** `1 - math.sin(x)`.
#
# *Must hold:* value and gradient are right to nine digits: of `tanh` at moderate `x`, of `1 - tanh` at any from 0 to 20. At 20, `1 - math.tanh(x)` is 0.0.
#
# *Example:* `tanh_from_exp(Value(0.5)).data` is about `0.462117`.
#
# *An error?* See [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Print the third design and `math.tanh` side by side, at numbers of very different size. Where they differ, print the steps of the third design, one by one.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# What is off is the *relative* error, the difference divided by `tanh x`. A step that rounds changes a number by about 1 part in 10¹⁶. So which step can turn such a small error into a large one?
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# Two lines for `tanh_from_exp`: give $e^{2x}$ a name, so that `exp` is computed once, then one fraction that uses the name twice. Constants can be plain numbers. `rest_from_exp` is as short. For `"wrong at"`: a loop over several `x` in a cell of your own, which prints the difference divided by `math.tanh(x)`.
#
# </details>


# %% answer="day3-design"
def tanh_from_exp(x):
    """Return tanh of `x` as an expression of exp, for `x` a Value."""
    ### BEGIN SOLUTION
    e = (2 * x).exp()
    return (e - 1) / (e + 1)
    ### END SOLUTION


def rest_from_exp(x):
    """Return 1 - tanh of `x` with all its digits, for `x` a Value of 0 or more."""
    ### BEGIN SOLUTION
    power = (x + x).exp()
    return 2 / (1 + power)
    ### END SOLUTION


choice = {
    ### BEGIN SOLUTION
    #: "because": None,  # "A", "B", "C" or "D"
    #: "wrong at": None,  # a number above 0
    "because": "B",
    "wrong at": 1e-17,
    ### END SOLUTION
}

# %% check="day3-design-built" points=1 closing="own"
"""`tanh` and `1 - tanh`, built from `exp`, have the right value and gradient."""
x = Value(0.5)
try:
    three, six = Value(3.0), Value(6.0)
    needed = [
        (2 * three).data,
        (three - 1).data,
        (1 - three).data,
        (three + 1).data,
        (1 + three).data,
        (three + six).data,
        round((six / three).data, 9),
        round((6 / three).data, 9),
        Value(0.0).exp().data,
    ]
except Exception as error:
    needed = [error]
if needed == [6.0, 2.0, -2.0, 4.0, 4.0, 9.0, 2.0, 2.0, 1.0]:
    assert abs(tanh_from_exp(x).data - 0.46211715726) < 1e-9, "`tanh(0.5)`"
    assert abs(rest_from_exp(x).data - 0.53788284274) < 1e-9, "`1 - tanh(0.5)`"
    print("✓ It looks at the values for x = 0.5; your points tell you the rest.")
else:
    print("Not looked at: fix the operators or exp of exercise 3.2 first.")

# %% check="day3-design-digits" points=1 note="It looks at the sign; your points tell you the rest."
"""An `x` at which the third design is off."""
if choice["wrong at"] is None:
    raise NotImplementedError("Exercise 3.5 is not written yet.")
assert choice["wrong at"] > 0, "the number is above 0"

# %% check="day3-design-because" points=1 note="It looks at the spelling; your points tell you the rest."
"""What else is off there for the same reason."""
if choice["because"] is None:
    raise NotImplementedError("Exercise 3.5 is not written yet.")
assert str(choice["because"]).strip().upper() in ("A", "B", "C", "D"), 'it is one letter, "A" to "D"'

# %% [markdown]
# ## 10. When data changes in between
#
# **Question: what happens if a number changes between the forward pass and `backward()`?**
#
# The rule for `a * b` needs the data of `b`. There are two ways to get it. A closure that reads `b.data` reads it *late*, in the backward pass. A rule can also *keep* the number in the forward pass. As long as nobody changes `b.data` in between, both give the same gradient.
#
# With `a = 2` and `b = 3`, `a.grad` should be 3. Before `backward()`, `b` becomes 10. Does your engine read late?

# %%
a, b = Value(2.0), Value(3.0)
y = a * b
b.data = 10.0
y.backward()
print("yours:   y =", y.data, "  a.grad =", a.grad)

# %% [markdown]
# If your engine says 10, it returned the gradient of a different product, without an error. If it says 3, it kept the number, and the answer fits the `y` that was computed.
#
# Training changes data, too: the `data` of each weight moves a little after each `backward()`. That is safe, since the next forward pass makes a new graph from the new numbers.
# So a good check refuses a *graph* that is out of date. It never forbids the change.

# %% [markdown]
# ### Exercise 3.6: refuse what is out of date (extra, about 12 min)
#
# *Signature:* a dictionary `changed`, and a class `Careful`.
#
# *In, for `changed`:* an engine that reads late. Leaves `a = 2`, `b = 3`, `c = 5`; then `p = a * b` and `L = p * c`. Then the data of *one* node changes. After `L.backward()`, `a.grad` is 15, `b.grad` is 20 and `c.grad` is 6.
#
# *Out, in `changed`:* the node whose data changed, its new number, and, as `"kept"`, what `b.grad` would be in an engine that keeps its numbers.
#
# *In, for `Careful`:* a small engine that reads late. What a node has to remember, and since when, is yours to find.
#
# *Must hold, for `Careful`:*
# - `root.backward()` raises a `RuntimeError` if the data of a node changed after a node of the graph of `root` was made from it. Then no gradient has changed;
# - where nothing changed, gradients are what they were, and a second `backward()` is allowed;
# - a graph that is made *after* the change is up to date, as in the next step of training.
#
# *Out of scope:* data that changes and changes back.
#
# *Example:* with `y = a * b` and then `b.data = 10.0`, `y.backward()` raises a `RuntimeError`, and `a.grad` stays 0.0.
#
# *An error?* See [Symptom and cause in 3.6](#Symptom-and-cause-in-3.6).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The rule of `*` in `Careful`. Each of the three gradients is made by a rule that reads numbers when it is called: which ones? For `Careful`: until when may the data of a parent change without harm?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# A node is up to date if no parent's data has changed since it was made. A graph is up to date if all its nodes are.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# In `backward`, before any gradient is touched: a loop over all nodes, which may raise. What it compares with has to be there by then.
#
# </details>


# %% answer="day3-changed"
changed = {
    ### BEGIN SOLUTION
    #: "node": None,  # "a", "b", "c" or "p"
    #: "to": None,  # a number
    #: "kept": None,  # a number
    "node": "a",
    "to": 4.0,
    "kept": 10.0,
    ### END SOLUTION
}


class Careful:
    """A node of a small engine, which refuses to go back through a graph that is out of date."""

    def __init__(self, data, _prev=()):
        """Make a node."""
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = lambda: None
        ### BEGIN SOLUTION
        #: # your lines
        self.version = 0
        self.remembered = [parent.version for parent in self._prev]
        ### END SOLUTION
        self.data = data

    @property
    def data(self):
        """Return the number of this node; this runs whenever somebody reads `node.data`."""
        return self._data

    @data.setter
    def data(self, number):
        """Set the number of this node; this runs at each `node.data = number`."""
        self._data = float(number)
        ### BEGIN SOLUTION
        #: # your lines
        self.version += 1
        ### END SOLUTION

    def __add__(self, other):
        """Return the node self + other."""
        total = Careful(self.data + other.data, (self, other))

        def _backward():
            self.grad += total.grad
            other.grad += total.grad

        total._backward = _backward
        return total

    def __mul__(self, other):
        """Return the node self * other; its rule reads the data of both when it is called."""
        product = Careful(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * product.grad
            other.grad += self.data * product.grad

        product._backward = _backward
        return product

    def backward(self):
        """Fill in the gradients; raises RuntimeError, and changes none, where the graph is out of date."""
        order = topological_order(self)
        ### BEGIN SOLUTION
        #: # your lines
        #: raise NotImplementedError("Exercise 3.6 is not written yet.")
        for node in order:
            if [parent.version for parent in node._prev] != node.remembered:
                raise RuntimeError(f"{node.data}: the data of a parent changed after this node was made")
        ### END SOLUTION
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


# %% check="day3-changed-find" points=1 note="It looks at the spelling; your points tell you the rest."
"""Which number changed, found from the gradients alone."""
if None in changed.values():
    raise NotImplementedError("Exercise 3.6 is not written yet.")
assert str(changed["node"]).strip().lower() in ("a", "b", "c", "p"), 'it is "a", "b", "c" or "p"'

# %% check="day3-changed-refuse" points=1 needs="parts_hold" mend="+, * or exercise 3.1"
"""`Careful` refuses a graph whose `data` changed, and no other."""
if parts_hold:
    a, b = Careful(2.0), Careful(3.0)
    y = a * b
    b.data = 10.0
    try:
        y.backward()
        outcome = a.grad
    except RuntimeError:
        outcome = "refused"
    assert outcome == "refused", "`b` changed after `a * b` was made, so backward() raises a RuntimeError"

# %% [markdown]
# #### Symptom and cause in 3.6
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `RecursionError` as soon as a `Careful` is made | the setter of `data` sets `self.data`, which calls the setter | `self._data`, the line that is given in 3.6 |
# | `Careful` refuses a graph that nobody changed | what a node remembers and what it is compared with are of two kinds | print both |
#
# </details>

# %% [markdown]
# PyTorch refuses, too. But there are several ways to change the data of a tensor. After which of them does `backward()` raise a `RuntimeError`?

# %%
def in_place(tensor):
    """Change a tensor as an optimiser does: in place, where no operation is recorded."""
    with torch.no_grad():
        tensor.fill_(10.0)


def replace_data(tensor):
    """Put other numbers in a tensor, as `b.data = 10.0` does in your engine."""
    tensor.data = torch.tensor(10.0, dtype=torch.float64)


for text, change, make in (
    ("a * b; with torch.no_grad(): b.fill_(10)", in_place, lambda a, b: a * b),
    ("a * b; b.detach().fill_(10)", lambda b: b.detach().fill_(10.0), lambda a, b: a * b),
    ("a * b; b.data.fill_(10)", lambda b: b.data.fill_(10.0), lambda a, b: a * b),
    ("a * b; b.data = torch.tensor(10)", replace_data, lambda a, b: a * b),
    ("a + b; with torch.no_grad(): b.fill_(10)", in_place, lambda a, b: a + b),
):
    ta, tb = in_pytorch(2.0), in_pytorch(3.0)
    ty = make(ta, tb)
    change(tb)
    try:
        ty.backward()
        outcome = f"a.grad = {ta.grad.item()}"
    except RuntimeError:
        outcome = "RuntimeError"
    print(f"PyTorch: {text:42} b = {tb.item()}: {outcome}")

# %% [markdown]
# <details>
# <summary>After you have run it</summary>
#
# | change | noticed? | why |
# |---|---|---|
# | `b.fill_(10)` | yes | a change in place |
# | `b.detach().fill_(10)` | yes | `detach()` gives a second tensor on the same numbers, and a change of either counts for both |
# | `b.data.fill_(10)` | no | `b.data` is on the same numbers, too, but what happens to it does not count for `b` |
# | `b.data = ...` | no | `b` gets other numbers, and PyTorch does not see it |
#
# The two that are not noticed give 10, the gradient of another product, as in an engine that reads late. Your own engine writes to `.data` like this, and so does much old code for PyTorch: `.data` is the door without a guard.
# The last line of the cell is a change that is noticed, and it raises nothing: the slopes of a sum are 1, whatever `b` is.
#
# </details>

# %% [markdown]
# ## 11. Write the tests
#
# **Question: how do you know that a test is any good?**
#
# Until now, checks looked at your code. Now you write them, and that takes an evening of its own. Good tests are silent on a right engine and raise an alarm on a broken one. You can try both: put a fault into an engine on purpose, and see whether your tests notice. That is called **mutation testing**, and an engine with such a fault is a *mutant*.
#
# A fault is silent at many inputs, and in many graphs. So a test needs an input at which right and wrong differ.

# %% [markdown]
# ### Exercise 3.7: write the tests (extra, about 50 min)
#
# *Signature:* `check_engine(Value)`
#
# *In:* `Value`, the class of an engine: right, in any style, or with one fault.
#
# *Out:* a list of findings, each a text. Where nothing was found, it is empty, or `None`. An `AssertionError` is a finding, too.
#
# *Must hold:*
# - **silence** on right engines. They keep the promises of 3.2 and 3.3, up to rounding. Don't rely on `_backward`, on the order, or on two entries for `a + a`;
# - **alarm** on broken ones, each of which breaks such a promise. A false alarm earns nothing: your function has to be silent on the same engine without the fault. An error that the engine raises counts as an alarm;
# - the class stays as it is;
# - small graphs will do: at most 200,000 lines of Python may run for each engine, its own included, a loop's each time.
#
# *Points:* one for each line. Each fault earns its part.
# - silence on four right engines, and an alarm on one whose `backward()` does nothing;
# - eight faults in `+`, `-`, `*`, `/`, `**`, `exp`, and in how a node collects its gradient;
# - five faults that show at *some inputs* only;
# - five that show in *some graphs* only, or in some uses of a graph.
#
# *Example:* a class whose `backward()` does nothing gets an alarm.
#
# *An error?* See [Symptom and cause in 3.7](#Symptom-and-cause-in-3.7).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# *Must hold* of exercises 3.2 and 3.3, point by point: how could an engine break this point, and what would show it?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# With plain floats you know what is right: `f(2.0, 5.0)` for the value, and the central difference of the same `f` for each slope.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# A list `findings`, which you return at the end. An inner function makes leaves, calls `f` and `backward()`, compares with plain floats, and adds a text where something differs. An `except` adds a text, too.
# Then loops over what is to be tried: expressions, functions, numbers.
#
# </details>


# %% given="day3-inert"
# Given: a broken engine to try your function on, and what the visible checks call. Run it, don't edit it.
made_of_inert = []  # the nodes of Inert, as they are made


class Inert:
    """An engine that computes nothing and passes nothing on: every operation gives back a copy."""

    def __init__(self, data, _prev=(), _op="", label=""):
        self.data, self.grad, self._prev, self._op, self.label = float(data), 0.0, _prev, _op, label
        made_of_inert.append(self)

    def copy(self, *others):
        """Return a node with the same number."""
        return Inert(self.data, (self,), "copy")

    def backward(self):
        """Leave all gradients as they are."""

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = copy
    __pow__ = __neg__ = relu = tanh = exp = log = sigmoid = copy


def findings_in_inert():
    """Return what check_engine says of Inert; an error is a finding."""
    made_of_inert.clear()
    try:
        found = check_engine(Inert)
        if hasattr(found, "send"):  # a generator runs when it is asked
            list(found)
    except NotImplementedError:
        raise
    except Exception as error:
        found = [error]
    assert made_of_inert, (
        "check_engine makes nodes of the class that it is given, and tries them. It made none of Inert."
    )
    return found


# %% answer="day3-tests"
def check_engine(Value):
    """Return what is wrong with an engine, a text for each finding; the list is empty where nothing is.

    Args:
        Value: The class of an engine; it stays as it is.

    Returns:
        A list of texts. An AssertionError in its place is a finding as well.
    """
    ### BEGIN SOLUTION
    findings = []

    def compare(what, found, right):
        if not abs(found - right) <= 1e-6:
            findings.append(f"{what}: {found}, not {right}")

    def try_out(what, f, plain, *numbers):
        leaves = [Value(number) for number in numbers]
        try:
            out = f(*leaves)
            out.backward()
            out.backward()
        except Exception as error:
            findings.append(f"{what}: {error!r}")
            return
        compare(what, out.data, plain(*numbers))
        for place, leaf in enumerate(leaves):
            up, down = list(numbers), list(numbers)
            up[place] += 1e-5
            down[place] -= 1e-5
            compare(f"{what}, input {place}", leaf.grad, 2 * (plain(*up) - plain(*down)) / 2e-5)

    # The last two: an inner node that is used twice, along two ways, and two nodes with the same number.
    operators = "a - b; a / b; a ** 2; 1 + a; 10 - a; a + a; (c := a * b) + 1 + 5 * c; (a + b) * (b + a)"
    for text in operators.split("; "):
        f = eval(f"lambda a, b: {text}")
        try_out(text, f, f, -1.5, 2.5)
    for name, plain in (("relu", lambda x: max(x, 0.0)), ("exp", math.exp), ("tanh", math.tanh)):
        try_out(name, lambda x: getattr(x, name)(), plain, -1.5)
    try_out("sigmoid", lambda x: x.sigmoid(), lambda x: 0.0, -800.0)
    try:
        findings.append(f"log of 0: {Value(0.0).log()}")
    except ValueError:
        pass
    return findings
    ### END SOLUTION


# %%
# A game, not graded: eight faults are put into your own engine of exercise 3.2, one after another,
# and taken out again. It says which of them get away.
from gradtools import try_tests

try_tests(check_engine, Value)


# %% check="day3-tests-silent" points=1 note="It looks at one broken engine."
"""`check_engine` is silent on right engines, and not on all engines."""
before = dict(vars(Inert))
found = findings_in_inert()
assert found is None or isinstance(found, (list, tuple)), "check_engine returns None or a list of findings"
assert found, "in Inert every operation gives back a copy, and every gradient stays 0"
texts = [finding for finding in found if isinstance(finding, (str, Exception))]
assert texts, "each finding is a text"
unchanged = before == dict(vars(Inert))
assert unchanged, "check_engine leaves the class that it is given as it is"

# %% check="day3-tests-told" points=1 note="The cell of the game looks at all eight."
"""`check_engine` catches eight faults in single operations, and in how a node collects its gradient."""
findings_in_inert()
leaves = [node for node in made_of_inert if not node._prev]
assert leaves, "a fault shows at numbers, which a leaf holds, so check_engine makes a leaf of Inert"

# %% check="day3-tests-inputs" points=1 note="It looks at a second call; your points tell you the rest."
"""`check_engine` catches faults that show at some inputs only."""
for _ in range(2):
    findings_in_inert()
    leaves = [node for node in made_of_inert if not node._prev]
    assert leaves, "check_engine is called with one engine after another, and makes a leaf of each"

# %% check="day3-tests-graph" points=1 note="It looks for an operation; your points tell you the rest."
"""`check_engine` catches faults that show in some graphs only, or in some uses of a graph."""
findings_in_inert()
operations = [node for node in made_of_inert if node._prev]
assert operations, "a graph has operations in it, and check_engine makes none of Inert"

# %% [markdown]
# #### Symptom and cause in 3.7
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `check_engine` has findings for your own `Value` | it compares without a tolerance, or asks for what nobody promised | run it on `Value` and read the first finding |
# | a fault in a gradient of one operator gets away | the gradient of one input is compared, not that of the other | two leaves with different numbers, and the `grad` of both |
# | a fault in what a node collects gets away | no graph has a leaf that is used twice | section 1 |
# | a fault that shows in some graphs gets away | only leaves are used twice, or both ways to a node are equally long | section 1: a result that is used twice |
# | a fault that shows in some uses of a graph gets away | `backward()` is called once on each graph | exercise 3.3: what a second call does to a leaf |
# | a node that is left out gets away | all nodes of a graph hold different numbers | exercise 3.1: nodes are told apart by what they are, not by their number |
# | a fault in the gradient of a function gets away | each function is tried at one kind of number | numbers of both signs, also for `a ** n` |
# | a missing error gets away | nothing is tried that has no value | exercise 3.2, *Must hold*: what has no value |
# | an error at some inputs gets away | no function is tried far from 0 | section 9: where a formula overflows |
#
# </details>

# %% [markdown]
# **Your points, once more:** save the notebook, then run the last cell.

# %%
from gradtools import check

check()
