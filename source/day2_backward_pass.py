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
# # Day 2: The backward pass
#
# **Today your numbers learn to say how much of the result is their fault.**
#
# On Day 4 your engine learns to read ten digits. Run the folded cell: it shows how well your work so far reads them.

# %% jupyter={"source_hidden": true}
# Draws Figure 2.0: the ten digits of Day 4, as your work so far reads them.
from gradtools import so_far

so_far(2)

# %% [markdown]
# **First, three questions** from earlier days: about 3 minutes, no points. Esc skips them.

# %% jupyter={"source_hidden": true}
# Asks three questions from earlier days, with buttons.
from gradtools import recall

recall(2)

# %% [markdown]
# **You need:** Day 1, or the given cell below. Slopes from school: the slope of `x²` is `2x`. Functions inside functions; section 2 recalls them.
#
# **After today you can**
#
# - **measure** a gradient with nothing but the forward pass,
# - **build** a class that passes gradients back through `+` and `*`,
# - **follow** a backward pass call by call, and add up what arrives twice,
# - **compute** gradients on paper, and read them.
#
# **Not today:** a program that finds the order, and more operators (Day 3); training (Day 4).
#
# <details>
# <summary>The plan of the day: a core of about {minutes:core} minutes, {points:core} points; part two, extra: {minutes:extra} minutes, {points:extra} points</summary>
#
# | Part | Reading, min | Exercise | Exercise, min | Points |
# |---|---:|---|---:|---:|
# | Start and setup | {minutes:start} | | | |
# | 1. The nudge | {minutes:section 1} | 2.1 measure a derivative | {minutes:2.1} | {points:2.1} |
# | 2. Two local rules | {minutes:section 2} | 2.2 write the rules into the class | {minutes:2.2} | {points:2.2} |
# | 3. Step by step | {minutes:section 3} | | | |
# | 4. The accumulation trap | {minutes:section 4} | 2.3 hide a mistake, and expose it | {minutes:2.3} | {points:2.3} |
# | 5. The table of local derivatives | {minutes:section 5} | | | |
# | 6. One path: multiply. Many paths: add | {minutes:section 6} | 2.4 follow the chain by hand | {minutes:2.4} | {points:2.4} |
# | 7. Reading gradients | {minutes:section 7} | 2.8 break a promise | {minutes:2.8} | {points:2.8} |
# | Looking back | {minutes:looking back} | | | |
# | Part two: extra | {minutes:part two, extra} | | | |
# | 8. Forward mode and reverse mode | {minutes:section 8, extra} | 2.5 carry the movement | {minutes:2.5} | {points:2.5} |
# | 9. The same result from PyTorch | {minutes:section 9, extra} | 2.6 three ways to one gradient | {minutes:2.6} | {points:2.6} |
# | 10. The rule of max | {minutes:section 10, extra} | 2.7 derive the rule of max | {minutes:2.7} | {points:2.7} |
# | 11. Tiny steps, and only two rules | {minutes:section 11, extra} | | | |
# | **Total, estimated: {minutes:total} min** | **{minutes:reading}** | | **{minutes:exercises}** | **{points:total}** |
#
# </details>
#
# ## Setup
#
# The second cell is *given*: the finished class of Day 1, whose `grad` stays 0.0. Run it. Every term of Day 1 is in the [glossary](../../GLOSSARY.md).

# %% tags=["setup"]
import matplotlib.pyplot as plt

from gradtools import COLOURS, draw_graph, predict, record_backward, reveal, show_figure, use_style

use_style()


# %% given="day2-given"
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
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self.label = label

    def __repr__(self):
        """Return the text that print shows, such as Value(data=-3.0)."""
        return f"Value(data={self.data})"

    def __add__(self, other):
        """Return the node self + other, where other is a Value or a number."""
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        """Return the node self * other, where other is a Value or a number."""
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data * other.data, (self, other), "*")

    def __radd__(self, other):
        """Return other + self: Python calls this when other is a plain number on the left."""
        return self + other

    def __rmul__(self, other):
        """Return other * self: Python calls this when other is a plain number on the left."""
        return self * other

    def __neg__(self):
        """Return -self."""
        return self * -1

    def __sub__(self, other):
        """Return self - other."""
        return self + (-other)

    def __rsub__(self, other):
        """Return other - self, where other is a plain number on the left."""
        return Value(other) - self

    def __truediv__(self, other):
        """Return self / other; raises ZeroDivisionError when other is zero."""
        return self * other**-1

    def __rtruediv__(self, other):
        """Return other / self, where other is a plain number on the left."""
        return Value(other) / self

    def __pow__(self, exponent):
        """Return self ** exponent, where exponent is a plain number; raises TypeError for a Value."""
        if isinstance(exponent, Value):
            raise TypeError(f"The exponent must be a plain number, not {exponent}.")
        return Value(self.data**exponent, (self,), f"**{exponent}")


# %% [markdown]
# ## 1. The nudge
#
# **Question: if you move one input a little, how far does the result move?**
#
# Take `L = a*b + c`. Move `a` by a small step `h`, and divide how far `L` moved by `h`. That number is a **difference quotient**: the movement of `L` for each unit
# of `a`. As `h` shrinks, it settles on the **derivative** of `L` with respect to `a`, written `dL/da`. In this course that is the **gradient** of the node `a`, where `L` is the last node.
#
# At `a = 2`, `b = -3`, `c = 10`, where `L = 4`, with `h = 0.001`:
#
# | nudge | new `L` | moved by | divided by 0.001 |
# |---|---:|---:|---:|
# | `a` to 2.001 | 2.001 · (-3) + 10 = 3.997 | -0.003 | **-3** |
# | `b` to -2.999 | 2 · (-2.999) + 10 = 4.002 | +0.002 | **2** |
# | `c` to 10.001 | -6 + 10.001 = 4.001 | +0.001 | **1** |
#
# You can step up only (a *forward* difference), or step up and down and divide by the distance between the two, `2h` (a **central** difference). Figure 2.1 shows both for `x³`, whose slope at `x = 2` is 12.
# %% jupyter={"source_hidden": true}
# Draws Figure 2.1: the curve of `x³` and two chords.
def cube(x):
    """Return `x` times `x` times `x`."""
    return x * x * x


x, h = 2.0, 0.5
ends = {"forward": (x, x + h), "central": (x - h, x + h)}
quotients = {name: (cube(right) - cube(left)) / (right - left) for name, (left, right) in ends.items()}
print(f"forward: {quotients['forward']:.6g}   central: {quotients['central']:.6g}   the slope itself: 12")

fig, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
grid = [1.2 + 0.01 * i for i in range(141)]
ax.plot(grid, [cube(one) for one in grid], color=COLOURS["black"], marker="", label="x³")
labels = (
    f"forward: slope {quotients['forward']:.6g}",
    f"central: slope {quotients['central']:.6g}",
)
for (left, right), label, colour, dash, marker in zip(
    ends.values(), labels, ("vermillion", "blue"), ("--", "-."), "so", strict=True
):
    ax.plot(
        [left, right],
        [cube(left), cube(right)],
        color=COLOURS[colour],
        linestyle=dash,
        marker=marker,
        label=label,
    )
ax.set(xlabel="x", ylabel="x³")
ax.legend()
show_figure(
    fig,
    caption="Figure 2.1. Two chords with the same `h = 0.5`, and the curve of `x³`, whose slope at `x` = 2 is 12.",
    alt="The curve of `x` cubed from 1.2 to 2.6. The forward chord runs from `x = 2` to 2.5, slope "
    "15.25. The central chord runs from 1.5 to 2.5, slope 12.25.",
)

# %% [markdown]
# ### Exercise 2.1: measure a derivative (about 9 min)
#
# Write the measuring instrument of this course. It knows no rule for derivatives; it runs `f` twice.
#
# *Signature:* `numerical_derivative(f, inputs, index, h=1e-5)`
#
# *In:* `f`, a function that takes one list of floats and returns a float; `inputs`, such a list; `index`, the place of the input to nudge; `h`, the step, greater than 0.
#
# *Out:* the central difference quotient, a float.
#
# *Must hold:*
# - only the input at `index` is nudged;
# - afterwards the list that the caller passed holds the same numbers, to the last digit.
#
# *Example:* with `def f(v): return v[0] * v[1] + v[2]`, `numerical_derivative(f, [2.0, -3.0, 10.0], 0)` is -3, up to rounding.
#
# *An error?* See [Symptom and cause in 2.1](#Symptom-and-cause-in-2.1).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The line with `quotients` in the folded cell of Figure 2.1. Now `x - h` and `x + h` become two lists, each with one entry changed.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# $$\frac{\partial f}{\partial x_i} \approx \frac{f(\ldots, x_i + h, \ldots) - f(\ldots, x_i - h, \ldots)}{2h}$$
#
# The distance from $x_i - h$ to $x_i + h$ is $2h$, not $h$.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# Make two copies of the list; `list(...)` copies, and `=` does not. Change one entry in each. Then one `return` with two calls of `f`. Mind the brackets around
# what you divide by.
#
# </details>


# %% answer="day2-nudge"
def numerical_derivative(f, inputs, index, h=1e-5):
    """Return the central difference quotient of `f` by one of its inputs.

    Args:
        f: A function that takes one list of floats and returns a float.
        inputs: The list of floats at which to measure; it is left as it is.
        index: The place of the input that is nudged.
        h: The step to each side, greater than 0, in the unit of that input.

    Returns:
        How far `f` moves for each unit of that input, a float.
    """
    ### BEGIN SOLUTION
    up = list(inputs)
    down = list(inputs)
    up[index] += h
    down[index] -= h
    return (f(up) - f(down)) / (2 * h)
    ### END SOLUTION


# %% check="day2-nudge-central" points=1
"""The derivative is measured with a step to each side, and the caller's list stays as it was."""
came = numerical_derivative(lambda v: v[0] * v[0] * v[0], [2.0], 0, 0.25)
assert abs(came - 12.0625) < 1e-9, "(2.25³ - 1.75³) / 0.5 = 6.03125 / 0.5"
numbers = [2.0, -3.0, 10.0]
came = numerical_derivative(lambda v: v[0] * v[1] + v[2], numbers, 1, 0.25)
assert abs(came - 2.0) < 1e-9, "for each unit of `b`, `a*b + c` moves by `a`"
assert numbers == [2.0, -3.0, 10.0], "the list is left as it was"

# %% [markdown]
# #### Symptom and cause in 2.1
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | the nudge says 0 for every input | both lists are the same list | hint 3 of 2.1 |
# | the nudge is off by a factor of `h²` | `/ 2 * h`: the brackets are missing | hint 2 of 2.1 |
#
# </details>

# %% [markdown]
# <details>
# <summary>We got this wrong first: a list that came back</summary>
#
# You may nudge the caller's own list, if you put the number back. Some programs take the step back instead: up by `h`, then down by `h`. Our check compared the list, and it was the same. It asked with numbers such as 2.25 and steps such as 1/8, and those a float adds exactly. At 3/7 the same program leaves another number in the list. Now the check asks with a step of 1e18, too: beside it, every digit of the number is lost.
#
# </details>
#
# The instrument has a price: two runs of `f` for *each* input. A network with a million weights would need two million runs for one step of training. The rest of the day
# finds all gradients in one pass.
#
# ## 2. Two local rules
#
# **Question: what can one operation know about the gradient?**
#
# An operation sees its inputs and its result alone. So it knows how far its *own* result moves when an input moves: the **local derivative**.
#
# - `out = x + y`: 1, for both inputs.
# - `out = x * y`: `y` for `x`, and `x` for `y`. Move `x` by `h`, and `out` moves by `y·h`.
#
# Let `out.grad` hold how far `L` moves for each unit of `out`: the **upstream gradient**, `u`. Then `L` moves by *local derivative times `u`* for each unit of the input. So
# **+ copies** the gradient to both inputs, and **\* swaps**: each input gets the *other's* data times `u`.
#
# **How can a node keep a rule?** As a **closure**: a function that is defined inside another. It looks up the variables around it *when it is called*.
# To store it, write its name. To call it, add brackets: you get what it returns, and `None` without a `return`.
#
# **Predict before the jar fills.** What do the four lines print?


# %%
def make_filler(jar, tap):
    """Return a function that will pour what the tap holds into the jar."""

    def fill():
        jar["litres"] += tap["litres"]

    return fill


jar, tap = {"litres": 0.0}, {"litres": 0.0}
later = make_filler(jar, tap)
print("1. stored:                  ", jar["litres"])
tap["litres"] = 3.0
later()
print("2. called, the tap holds 3: ", jar["litres"])
later()
print("3. called once more:        ", jar["litres"])
print("4. what a call returns:     ", later())

# %% [markdown]
# ### Exercise 2.2: write the rules into the class (about 18 min)
#
# Type the class of Day 1 again, without `-`, `/` and `**`. Every result keeps a function that passes its gradient on.
#
# *Signature:* `Value(data, _prev=(), _op="", label="")` with `__repr__`, `__add__`, `__mul__`, `__radd__`, `__rmul__`, as on Day 1, and an attribute `_backward`.
#
# *In:* `out._backward()` takes no arguments, not even `self`. It reads `out.grad`.
#
# *Out:* it **adds** to the `grad` of each parent of `out` the local derivative times `out.grad`.
#
# *Must hold:*
# - before any call of `_backward()`, all gradients are 0.0;
# - a leaf has a `_backward` too, which does nothing;
# - `out._backward()` passes on one step: it calls no other `_backward`, and leaves `out.grad` as it is.
#
# *Example:* with `x = 2`, `y = 5`, `out = x * y` and `out.grad = 3.0`: after `out._backward()`, `x.grad` is 15.0 and `y.grad` is 6.0.
#
# *An error?* See [Symptom and cause in 2.2](#Symptom-and-cause-in-2.2).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The jar. Which of the two dictionaries plays the part of a parent's `grad`, and which the part of the result's `grad`? In which line is the function made, and where is it kept?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# $$\bar{x} \mathrel{+}= \frac{\partial\, \text{out}}{\partial x}\,\bar{\text{out}}, \qquad \bar{y} \mathrel{+}= \frac{\partial\, \text{out}}{\partial y}\,\bar{\text{out}}$$
#
# A bar means the gradient of that node. For a sum both fractions are 1. For a product the first is `y` and the second is `x`.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# `__init__` gets one more line: a function that does nothing. In the operators, first make the result and give it a name; the closure has to read the result's `grad` later. Then define the
# closure: two lines, one for each parent. Then store it on the result, without brackets. Then return the result.
#
# </details>


# %% answer="day2-value"
class Value:
    """A number that remembers how it was made and can pass its gradient on."""

    def __init__(self, data, _prev=(), _op="", label=""):
        """Make a node; a number that was typed in has no parents and no operation."""
        ### BEGIN SOLUTION
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self.label = label
        self._backward = lambda: None
        ### END SOLUTION

    def __repr__(self):
        """Return the text that print shows."""
        ### BEGIN SOLUTION
        return f"Value(data={self.data}, grad={self.grad})"
        ### END SOLUTION

    def __add__(self, other):
        """Return the node self + other; its gradient goes to both parents."""
        ### BEGIN SOLUTION
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out
        ### END SOLUTION

    def __mul__(self, other):
        """Return the node self * other; each parent gets the gradient times the other's data."""
        ### BEGIN SOLUTION
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out
        ### END SOLUTION

    def __radd__(self, other):
        """Return other + self, where other is a plain number on the left."""
        ### BEGIN SOLUTION
        return self + other
        ### END SOLUTION

    def __rmul__(self, other):
        """Return other * self, where other is a plain number on the left."""
        ### BEGIN SOLUTION
        return self * other
        ### END SOLUTION


# %% check="day2-value-add" points=1
"""A sum copies its gradient to both parents. A leaf passes nothing on."""
x, y = Value(2.0), Value(5.0)
out = x + y
out.grad = 3.0
out._backward()
assert x.grad == 3.0, "+ copies `out.grad`"
assert y.grad == 3.0, "+ copies `out.grad`"
x._backward()
assert x.grad == 3.0, "`x` is a leaf: its `_backward` does nothing"

# %% check="day2-value-multiply" points=1
"""A product gives each parent the other's data times its gradient."""
x, y = Value(2.0), Value(5.0)
out = x * y
x.grad, y.grad, out.grad = 0.0, 0.0, 3.0
out._backward()
assert x.grad == 15.0, "`y.data * out.grad`, which is 5 * 3"
assert y.grad == 6.0, "`x.data * out.grad`, which is 2 * 3"

# %% check="day2-value-accumulate" points=1
"""A node used twice collects the gradient of both uses."""
x, y = Value(2.0), Value(5.0)
p, q, r = x + y, x * y, y + x
x.grad, y.grad, p.grad, q.grad, r.grad = 0.0, 0.0, 3.0, 4.0, 1.0
p._backward()
q._backward()
r._backward()
assert x.grad == 24.0, "`p` sends 3, `q` sends 5 * 4, `r` sends 1"
assert y.grad == 12.0, "`p` sends 3, `q` sends 2 * 4, `r` sends 1"

# %% [markdown]
# #### Symptom and cause in 2.2
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | half the gradient on `a + a` or on `a * a` | the closure assigns, with `=` or `=+` | section 4; both closures, both lines |
# | both inputs of `*` have swapped values | each got its own data | section 2: each gets the other's |
# | `out.grad` is set, and the parents get nothing | `_backward` was never stored on the result, or was called before `out.grad` was set | hint 3 of 2.2 |
# | zeros at the parents, and `_backward` is stored | the closure reads `self.grad`, where `out.grad` belongs | 2.2, "in" |
# | `_backward() missing 1 required positional argument: 'self'` | `def _backward(self):` in an operator | 2.2, "in" |
# | `'Value' object has no attribute '_backward'` on a leaf | `__init__` does not give it one | hint 3 of 2.2 |
# | `'NoneType' object is not callable` | the closure was called where it should be stored: `out._backward = _backward()`; on a leaf, `__init__` stores None | the jar in section 2, line 4 |
# | gradients far too large after several calls | a closure calls its parents' `_backward()` | 2.2, "must hold" |
# | gradients grow at every run of the cell | the nodes are the old ones, and gradients add | the end of section 4 |
# | there are gradients before any `_backward()` | the rule runs in the forward pass, outside the closure | the jar in section 2, lines 1 and 2 |
# | every gradient of `*` is as if `u` were 1 | the upstream gradient is not multiplied in | section 2 |
# | `RecursionError` on `1 + a` | `__radd__` says `other + self`, which calls `__radd__` again | Day 1, exercise 1.1 |
# | `unsupported operand type(s) for -: 'Value' and ...` | today's class has `+` and `*` only; write `a + b * -1` | the signature of 2.2 |
#
# </details>

# %% [markdown]
# ## 3. Step by step
#
# **Question: where does the first gradient come from, and who goes next?**
#
# Written one operation a line, the forward pass reads like a waterfall: each line needs the lines above it. The backward pass goes back over the same lines. It starts at the last node, with `dL/dL = 1`: so `L.grad = 1.0`. That is the **seed**, the only gradient that you write yourself.
#
# Then call `_backward()` on `L`, and on the other nodes. Any order works in which each node comes after all that use it: its own `grad` must be complete, since it passes on what it holds *at that moment*.
#
# Follow both passes in Figure 2.2, for `L = (x + y)·z` at `x = 1`, `y = 4`, `z = -2`.


# %% jupyter={"source_hidden": true}
# Draws Figure 2.2: the same two passes as a waterfall, from your class.
# record_backward runs the calls and writes down what each of them added.
def example():
    """Return `x`, `y`, `z`, `s` and `L`: the forward pass."""
    x, y, z = Value(1.0, label="x"), Value(4.0, label="y"), Value(-2.0, label="z")
    s = x + y
    L = s * z
    s.label, L.label = "s", "L"
    return x, y, z, s, L


nodes = example()
graph, steps = record_backward(nodes[-1])
name = [node.name for node in graph.nodes]
down = [f"given: x = {nodes[0].data:g}, y = {nodes[1].data:g}, z = {nodes[2].data:g}"]
down += [f"1. s = x + y = {nodes[3].data:g}", f"2. L = s * z = {nodes[4].data:g}"]
up = [
    f"{number}. {name[step.node]} holds {step.upstream:g}:  "
    + ",  ".join(f"{name[one.parent]} gets {one.local:g} · {step.upstream:g} = {one.added:g}" for one in step.arrivals)
    for number, step in enumerate(steps, 1)
]
up.append("at last: " + ", ".join(f"{one.label}.grad = {one.grad:g}" for one in nodes[:3]))

fig, ax = plt.subplots(figsize=(8, 2.9), layout="constrained")
ax.set(xlim=(0, 10), ylim=(-0.5, 3.2))
ax.axis("off")
for left, title, texts, colour, dash in (
    (1.7, "forward: read down", down, "blue", "-"),
    (7.0, "backward: read up", up[::-1], "vermillion", "--"),
):
    ax.text(left, 2.8, title, ha="center", weight="bold")
    for place, text in enumerate(texts):
        box = {
            "boxstyle": "round",
            "facecolor": "white",
            "edgecolor": COLOURS[colour],
            "linestyle": dash,
        }
        ax.text(left, 2 - place, text, ha="center", va="center", bbox=box)
for at, tail, tip, colour in ((3.7, 2.2, -0.2, "blue"), (4.2, -0.2, 2.2, "vermillion")):
    ax.annotate(
        "",
        xy=(at, tip),
        xytext=(at, tail),
        arrowprops={"arrowstyle": "-|>", "color": COLOURS[colour], "lw": 2},
    )
show_figure(
    fig,
    caption="Figure 2.2. The waterfall of `L = (x + y) * z`. On the left, data goes towards the "
    "result; on the right, gradients go back over the same lines.",
    alt=f"Left, downwards: {'; '.join(down)}. Right, upwards: {'; '.join(up)}. "
    "An arrow down beside the first, an arrow up beside the second.",
)

# %% [markdown]
# **Step through it.** `step` takes your class, calls `_backward()` from the last node to the first, and shows what each call adds. A bold arrow shows *what is added = local derivative × upstream gradient*.
# Click on the figure: the right arrow key makes the next call and the left one takes it back, Home and End go to the first and the last, and the space bar plays. Tick *Predict first*, and each number waits until you have typed
# yours; or change a leaf below, and your class runs both passes again.

# %% jupyter={"source_hidden": true}
# Draws Figure 2.3: the backward pass of `L = a*b + c`, to step through.
from gradtools import step

a, b, c = Value(2.0, label="a"), Value(-3.0, label="b"), Value(10.0, label="c")
d = a * b
L = d + c
d.label, L.label = "d", "L"
step(L, caption="Figure 2.3. The backward pass of `L = a*b + c` on your class.")

# %% [markdown]
# ## 4. The accumulation trap
#
# **Question: what happens when a gradient arrives where one is already?**
#
# A node that is used twice moves the result in two ways. Nudge it, and both movements happen at once, so they **add**. In the closures, that is the `+` of `+=`. With `=`, the last share
# replaces those before it. Nothing crashes, and every node used once stays right.
#
# Follow `y = a*b + a` at `a = 3`, `b = 4` on paper. First `p = a*b`, then `y = p + a`, with the seed 1:
#
# | call | share for `a` | `a` with `+=` | `a` with `=` |
# |---|---:|---:|---:|
# | `y._backward()` | 1 | 1 | 1 |
# | `p._backward()` | 4 · 1 = 4 | 1 + 4 = **5** | **4** |

# %% jupyter={"source_hidden": true}
# Runs the smallest case on your class: `y = a + a`, two shares of 1 in one call.
a = Value(3.0)
y = a + a
y.grad = 1.0
y._backward()
print("a + a: a.grad =", a.grad)

# %% [markdown]
# Gradients also stay from one backward pass to the next. Before you begin again, build new nodes or set the gradients to 0.0.

# %% [markdown]
# ### Exercise 2.3: hide a mistake, and expose it (about 8 min)
#
# A friend's class has `=` where yours has `+=`, in both closures. He tests it on one program at `a = 2`:
#
# `p = a * b`, then `q = a * c`, then `L = p + q`. He seeds `L` and calls `_backward()` on `L`, then on `q`, then on `p`.
#
# *Signature:* a dictionary `trap` with two entries, each a pair `(b, c)`.
#
# *Out:*
# - `"hides"`: with this pair his class finds the right gradient of `a`. At least one of the two numbers is not 0.
# - `"turns"`: with this one his class says that `L` rises when `a` is raised, but it falls.
#
# *Example:* `(3.0, 4.0)` answers neither: his gradient is too small, but has the right sign.
#
# *An error?* See [Symptom and cause in 2.3](#Symptom-and-cause-in-2.3).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The table of section 4. In which order are the calls made here?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# Each call sends `a` one share. Write each share with a letter, and what `a` holds after each call: once in your class, once in his.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# For each entry a condition on `b` and `c`. Then pick numbers that fulfil it.
#
# </details>

# %% answer="day2-accumulate"
trap = {
    ### BEGIN SOLUTION
    #: "hides": None,  # a pair `(b, c)`
    #: "turns": None,
    "hides": (3.0, 0.0),
    "turns": (1.0, -3.0),
    ### END SOLUTION
}

# %% check="day2-accumulate-hides" points=1 note="It checks only the form."
"""A pair of numbers with which `=` goes unnoticed."""
pair = trap["hides"]
if pair is None or pair is ...:
    raise NotImplementedError("Exercise 2.3 is not written yet.")
assert isinstance(pair, (tuple, list)) and len(pair) == 2, "write two numbers in brackets, such as (3.0, 4.0)"
texts = [entry for entry in pair if isinstance(entry, str)]
assert not texts, "write numbers without quotes"
assert any(pair), "with `b = 0` and `c = 0` every class finds 0, so at least one of them is another number"

# %% check="day2-accumulate-turns" points=1 note="It checks only the form."
"""A pair of numbers with which `=` turns the sign of the gradient."""
pair = trap["turns"]
if pair is None or pair is ...:
    raise NotImplementedError("Exercise 2.3 is not written yet.")
assert isinstance(pair, (tuple, list)) and len(pair) == 2, "write two numbers in brackets, such as (3.0, 4.0)"
texts = [entry for entry in pair if isinstance(entry, str)]
assert not texts, "write numbers without quotes"

# %% [markdown]
# #### Symptom and cause in 2.3
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `KeyError: 'hides'` or `KeyError: 'turns'` | an entry has another name | 2.3, "signature" and "out" |
#
# </details>


# %% jupyter={"source_hidden": true}
# Your class and your friend's on both of your pairs.
class Assigning(Value):
    """Your friend's class: a share replaces what was there."""

    def __mul__(self, other):
        """Return the product; its rule assigns."""
        out = Assigning(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad = other.data * out.grad
            other.grad = self.data * out.grad

        out._backward = _backward
        return out


for name, pair in trap.items():
    if pair is None or pair is ...:
        raise NotImplementedError("Exercise 2.3 is not written yet.")
    for kind in (Value, Assigning):
        a, b, c = kind(2.0), kind(pair[0]), kind(pair[1])
        p = a * b
        q = a * c
        L = p + q
        L.grad = 1.0
        for node in (L, q, p):
            node._backward()
        print(f"{name} at b = {b.data:g}, c = {c.data:g}: {kind.__name__} finds {a.grad:g} for a")

# %% [markdown]
# ## 5. The table of local derivatives
#
# **Question: what changes when an operation is not `+` or `*`?**
#
# Only the local derivative. For all, multiply by the upstream gradient `u`, and add to what is there.
#
# | operation | `out` | local derivative | what the parent gets |
# |---|---|---|---|
# | sum | `x + y` | 1 for `x`, 1 for `y` | `u` each |
# | product | `x · y` | `y` for `x`, `x` for `y` | `y·u` and `x·u` |
# | square | `z²` | `2z` | `2z·u` |
# | ReLU | `z` if `z > 0`, else 0 | 1 if `z > 0`, else 0 | `u` or 0 |
# | sigmoid | `s = 1/(1 + e⁻ᶻ)` | `s·(1 - s)` | `s·(1 - s)·u` |
#
# ReLU has a corner at 0, and no derivative there. This course takes 0, as PyTorch does.

# %% jupyter={"source_hidden": true}
# Draws Figure 2.4, and compares the table with the nudge: ReLU and the sigmoid, and their local derivatives.
import math

table = (
    ("the square", lambda z: z * z, lambda z: 2 * z),
    ("ReLU", lambda z: max(z, 0.0), lambda z: float(z > 0)),
    (
        "the sigmoid",
        lambda z: 1 / (1 + math.exp(-z)),
        lambda z: 1 / (1 + math.exp(-z)) * (1 - 1 / (1 + math.exp(-z))),
    ),
)
print("operation     z  from the table   by the nudge")
for name, f, local in table:
    for z in (-2.0, 2.0, 6.0):
        print(f"{name:<11}{z:>4g}{local(z):>16.6f}{numerical_derivative(lambda v, f=f: f(v[0]), [z], 0):>15.6f}")

fig, (left, right) = plt.subplots(1, 2, figsize=(7.4, 3), layout="constrained", sharex=True)
grid = [-6 + 0.05 * i for i in range(241)]
for (name, f, local), colour, dash in zip(table[1:], ("blue", "vermillion"), ("-", "--"), strict=True):
    line = {"color": COLOURS[colour], "linestyle": dash, "marker": "", "label": name}
    left.plot(grid, [f(z) for z in grid], **line)
    right.plot(grid, [local(z) for z in grid], **line)
left.set(xlabel="z", title="out", ylim=(-0.2, 3))
right.set(xlabel="z", title="local derivative", ylim=(-0.1, 1.2))
left.legend()
right.legend()
show_figure(
    fig,
    caption="Figure 2.4. ReLU and the sigmoid on the left, and their local derivatives on the right.",
    alt="Left: ReLU is 0 up to `z = 0` and then rises with slope 1; the sigmoid rises from 0 to 1. "
    "Right: ReLU's local derivative jumps from 0 to 1 at `z = 0`; "
    "the sigmoid's is a hill of height 0.25 at `z = 0`, below 0.01 from 5 on.",
)

# %% [markdown]
# ## 6. One path: multiply. Many paths: add
#
# **Question: how does a gradient get to an input many steps away?**
#
# Along one path, each step multiplies by its local derivative. That is the **chain rule**. Where several paths lead to an input, their products add.
#
# The backward pass never lists paths. It adds up what reaches a node, and sends it on once.
#
# **Path by path,** for `L = (x + 1)·(x·x)` at `x = 2`. Let `s = x + 1 = 3`, `q = x·x = 4` and `L = s·q = 12`.
#
# | path | local derivatives, from `L` to `x` | product |
# |---|---|---:|
# | `L`, `s`, `x` | 4 · 1 | 4 |
# | `L`, `q`, `x` by its left edge | 3 · 2 | 6 |
# | `L`, `q`, `x` by its right edge | 3 · 2 | 6 |
# | all | | **16** |
#
# **Predict.** With one more factor, `L = (x + 1)·(x·x·x)`: how many paths lead from `L` to `x`?

# %%
predict("day2-fan-out", ..., sure=...)

# %% jupyter={"source_hidden": true}
# Multiplies along every path from `L` to `x`, then runs the engine, and draws Figure 2.5.
x = Value(2.0, label="x")
s, q = x + 1, x * x
r = q * x
L = s * r
s.label, q.label, r.label, L.label = "s", "q", "r", "L"
edges = {  # the parents, each with the local derivative
    L: [(s, r.data), (r, s.data)],
    r: [(q, x.data), (x, q.data)],
    s: [(x, 1.0)],
    q: [(x, x.data), (x, x.data)],
}


def walk(node, product):
    """Return the product along every path from this node back to `x`."""
    if node is x:
        return [product]
    return [found for parent, local in edges[node] for found in walk(parent, product * local)]


L.grad = 1.0
for node in (L, s, r, q):
    node._backward()
print(
    "paths:",
    walk(L, 1.0),
    "  their sum:",
    sum(walk(L, 1.0)),
    "  the engine, without paths:",
    x.grad,
)
reveal("day2-fan-out", len(walk(L, 1.0)))
draw_graph(
    L,
    caption="Figure 2.5. `L = (x + 1) * (x * x * x)` after the backward pass. "
    "Each arrow that leaves `x` is one use of it.",
)

# %% [markdown]
# ### Exercise 2.4: follow the chain by hand (about 14 min)
#
# A very small network ran forward and back. Then `x` and `w1` were lost. On paper, work out two gradients from what is left.
#
# *Signature:* a dictionary `chain` with four entries, each a number.
#
# *In:* what is left: `w2 = -1`, `b = 0.5`, `L = 42.25` and the gradient `dL/dx = 39`. Five steps:
#
# | step | |
# |---|---|
# | `z1` | `w1 · x` |
# | `z2` | `z1 + b` |
# | `z3` | `ReLU(z2)` |
# | `z4` | `w2 · z3` |
# | `L` | `z4²` |
#
# *Out:*
# - `"dL/dw2"` and `"dL/dw1"`, two gradients of that run;
# - `"times"`: a friend says "Put 3 in place of `w2 = -1`. The path to `w1` has `w2` as a factor, so `dL/dw1` is multiplied by -3." It is multiplied by another number. By which?
# - `"x"`: another `x`, at which `dL/dw1` is 0 and `dL/db` is not. `w1`, `w2` and `b` stay as they are.
#
# *Don't:* write code. Part two compares your paper with PyTorch.
#
# *Example:* the first step back is `dL/dz4 = 2 · z4`, the row of the square in section 5.
#
# *An error?* See [Symptom and cause in 2.4](#Symptom-and-cause-in-2.4).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The table of section 5, one row for each step. Every local derivative needs a number of the way forward. Which of the five numbers `z1` to `L` can you find, beginning at `L`?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# $$\frac{dL}{dw_1} = \frac{dL}{dz_4} \cdot \frac{dz_4}{dz_3} \cdot \frac{dz_3}{dz_2} \cdot \frac{dz_2}{dz_1} \cdot \frac{dz_1}{dw_1}$$
#
# `dL/db` leaves this path at `z2`, `dL/dw2` leaves it at `z4`. Write the same line for `dL/dx`, and compare.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# Fill a table with one row for each step, from `L` back to `z1`, and the columns *node*, *its number*, *upstream gradient*, *what each parent gets*. Copy what a `z` gets into the next row, as its upstream gradient.
# Write `x` and `w1` as letters until you know them. What a weight gets is one of your answers. The bias gets `dL/db`, which you need for `"x"`.
#
# </details>

# %% answer="day2-chain"
chain = {
    ### BEGIN SOLUTION
    #: "dL/dw2": None,  # gradients, numbers
    #: "dL/dw1": None,
    #: "times": None,  # numbers
    #: "x": None,
    "dL/dw2": -84.5,
    "dL/dw1": 26.0,
    "times": 9.0,
    "x": 0.0,
    ### END SOLUTION
}

# %% check="day2-chain-w2" points=1 note="It checks only the form."
"""`dL/dw2`, from what is left of the run."""
mine = chain["dL/dw2"]
if mine is None or mine is ...:
    raise NotImplementedError("Exercise 2.4 is not written yet.")
assert not isinstance(mine, str), "write numbers without quotes"

# %% check="day2-chain-w1" points=1 note="It checks only the form."
"""`dL/dw1`, from what is left of the run, or what follows from your `dL/dw2`."""
mine = chain["dL/dw1"]
if mine is None or mine is ...:
    raise NotImplementedError("Exercise 2.4 is not written yet.")
assert not isinstance(mine, str), "write numbers without quotes"

# %% check="day2-chain-times" points=1 note="It checks only the form."
"""By which number `dL/dw1` is multiplied."""
mine = chain["times"]
if mine is None or mine is ...:
    raise NotImplementedError("Exercise 2.4 is not written yet.")
assert not isinstance(mine, str), "write numbers without quotes"
assert mine != -3, "the friend says so too, and the argument leaves something out"

# %% check="day2-chain-x" points=1 note="It checks only the form."
"""An `x` with `dL/dw1 = 0` where `dL/db` is not 0."""
mine = chain["x"]
if mine is None or mine is ...:
    raise NotImplementedError("Exercise 2.4 is not written yet.")
assert not isinstance(mine, str), "write numbers without quotes"

# %% [markdown]
# #### Symptom and cause in 2.4
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `dL/dw1` was ✓, and is ✗ since you changed `dL/dw2` | it followed from the old `dL/dw2`, and so changes with it | hint 3 of 2.4 |
# | `KeyError: 'dL/dw2'` or another name | an entry has another name | 2.4, "signature" and "out" |
#
# Errors that can come in any exercise: [Symptom and cause](#Symptom-and-cause).
#
# </details>

# %% [markdown]
# ## 7. Reading gradients
#
# **Question: what does a gradient tell you?**
#
# Its **direction**: above 0, raising this input raises `L`; below 0, raising it lowers `L`. Its **size**: how far `L` moves for each unit of the input. That is the input's **leverage**: where it is large, a small change moves `L` far. It is compared without signs.
#
# **An example.** `L = w1·x1 + w2·x2 + b`, at `x1 = 2`, `w1 = -3`, `x2 = 0.5`, `w2 = 1`, `b = 7`, so `L = 1.5`. The gradient of `b` is 1. The gradient of a weight is its input: **2** for `w1` and **0.5** for `w2`. The gradient of an input is its weight: **-3** for `x1` and **1** for `x2`.

# %% jupyter={"source_hidden": true}
# Draws Figure 2.6: the gradient of each input of the neuron, from your class.
here = {"x1": 2.0, "w1": -3.0, "x2": 0.5, "w2": 1.0, "b": 7.0}


def neuron_gradients():
    """Return the gradient of each of the five inputs, by name, from one backward pass."""
    leaves = {name: Value(data) for name, data in here.items()}
    first = leaves["w1"] * leaves["x1"]
    second = leaves["w2"] * leaves["x2"]
    total = first + second
    L = total + leaves["b"]
    L.grad = 1.0
    for node in (L, total, first, second):
        node._backward()
    return {name: leaf.grad for name, leaf in leaves.items()}


gradients = neuron_gradients()
said = {
    name: f"{gradient:+g}: raise {name}, and L rises" if gradient > 0 else f"{gradient:+g}: raise {name}, and L falls"
    for name, gradient in gradients.items()
}
fig, ax = plt.subplots(figsize=(7.4, 2.8), layout="constrained")
for place, (name, gradient) in enumerate(gradients.items()):
    up = gradient > 0
    ax.barh(
        place,
        gradient,
        color=COLOURS["vermillion" if up else "blue"],
        hatch="" if up else "//",
        edgecolor="black",
    )
    ax.text(3.2, place, said[name], va="center")
ax.axvline(0, color="black", linewidth=1)
ax.grid(False)
ax.set(
    yticks=range(len(gradients)),
    yticklabels=gradients,
    xlim=(-3.3, 7.2),
    xticks=range(-3, 4),
    xlabel="gradient: movement of the result for each unit of this input",
)
ax.invert_yaxis()
show_figure(
    fig,
    caption="Figure 2.6. The gradient thermometer. Plain bars point right: "
    "raising the input raises `L`. Hatched bars point left: raising it lowers `L`.",
    alt="Five bars. " + ". ".join(f"{name} {text}" for name, text in said.items()) + ".",
)

# %% [markdown]
# **A promise for small steps.** A gradient holds *here*, at this point. For `x·x` at `x = 3` it is 6. A step of 1 moves the result by 7, not by 6; a step of 0.1 moves it by 0.61, and one of 0.01 by 0.0601. The shorter the step, the better it keeps the promise.
#
# To make `L` smaller, go **against** the gradient: down where it is above 0, up where it is below. Training, on Day 4, is this step with all weights, a few hundred times.
#
# Long steps can go wrong. You find two in the next graph.

# %% jupyter={"source_hidden": true}
# Builds `L = (w*x + b)**2 + c` from your class, and draws Figure 2.7.
w, x, b, c = (Value(n, label=name) for n, name in ((-3.0, "w"), (0.5, "x"), (4.0, "b"), (10.0, "c")))
p = w * x
e = p + b
q = e * e
L = q + c
p.label, e.label, q.label, L.label = "p", "e", "q", "L"
L.grad = 1.0
for node in (L, q, e, p):
    node._backward()
draw_graph(L, caption="Figure 2.7. `L = (w*x + b)**2 + c` after the backward pass.")

# %% [markdown]
# ### Exercise 2.8: break a promise (about 11 min)
#
# In the graph above, `L` is 16.25. Raise `x` a little, or lower `b`, and `L` falls.
#
# *Signature:* a dictionary `long_step` with three entries.
#
# *Out:*
# - `"breaks"`: a pair `(s, t)`. Raise `x` by `s` alone, or lower `b` by `t` alone, and `L` falls. Do both, and it ends *above* 16.25;
# - `"lowest"`: raise `x` alone by this (to two decimals), and `L` is as low as it gets;
# - `"parts"`: `x`, a length in metres, now has three times the leverage of `b`. With the metre cut into `k` parts, `x` is `0.5·k` and `w` is `-3/k`; all else is as before. With which `k` does *`b`* have six times the leverage of `x`?
#
# *Example:* with `x` raised by 0.1, `L` is 14.84.
#
# *An error?* See [Symptom and cause in 2.8](#Symptom-and-cause-in-2.8).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Figure 2.7, from `x` and from `b` up to `L`. Which node do both of your changes move?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# Write `L` as one formula, with `s` and `t` in it. The leverage of `b` over `x` is $|g_b| / |g_x|$.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# `"breaks"`: a condition for each of the three sentences, with `s` and `t` as letters. Then pick numbers that fulfil all three. For `"parts"`, go back through the graph once more, with `k` as a letter.
#
# </details>

# %% answer="day2-step"
long_step = {
    ### BEGIN SOLUTION
    #: "breaks": None,  # a pair `(s, t)`
    #: "lowest": None,  # numbers
    #: "parts": None,  # your `k`
    "breaks": (1.0, 4.0),
    "lowest": 5 / 6,
    "parts": 18.0,
    ### END SOLUTION
}

# %% check="day2-step-breaks" points=1 note="It checks only the form."
"""Two steps that each lower `L`, and raise it together."""
pair = long_step["breaks"]
if pair is None or pair is ...:
    raise NotImplementedError("Exercise 2.8 is not written yet.")
assert isinstance(pair, (tuple, list)) and len(pair) == 2, "write two numbers in brackets, such as (0.5, 0.1)"
texts = [entry for entry in pair if isinstance(entry, str)]
assert not texts, "write numbers without quotes"
assert min(pair) > 0, "`x` is raised and `b` is lowered, each by a number above 0"

# %% check="day2-step-lowest" points=1 note="It looks at whether L falls, not at whether it is lowest."
"""The rise of `x` that makes `L` lowest."""
mine = long_step["lowest"]
if mine is None or mine is ...:
    raise NotImplementedError("Exercise 2.8 is not written yet.")
assert not isinstance(mine, str), "write numbers without quotes"
assert (-3.0 * (0.5 + mine) + 4.0) ** 2 < 6.25, "`L` has to be lower than before"

# %% check="day2-step-scale" points=1 note="It checks only the form."
"""A unit of `x` in which `b` has six times its leverage."""
mine = long_step["parts"]
if mine is None or mine is ...:
    raise NotImplementedError("Exercise 2.8 is not written yet.")
assert not isinstance(mine, str), "write numbers without quotes"
assert mine > 0, "a metre has a number of parts above 0"

# %% [markdown]
# #### Symptom and cause in 2.8
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `L` rises with the step that should lower it | the step goes with the gradient, or it is too long | section 7 |
#
# </details>

# %% jupyter={"source_hidden": true}
# Steps with `x`, with `b` and with both: how well is the promise kept?
if any(entry is None or entry is ... for entry in long_step.values()):
    raise NotImplementedError("Exercise 2.8 is not written yet.")
s, t = map(float, long_step["breaks"])
for up, down in ((0.01, 0.0), (0.1, 0.0), (float(long_step["lowest"]), 0.0), (s, 0.0), (0.0, t), (s, t)):
    moved = (w.data * (x.data + up) + b.data - down) ** 2 + c.data - L.data
    promised = x.grad * up - b.grad * down
    print(f"x up by {up:.4g}, b down by {down:.4g}: promised {promised:+.4f}, came {moved:+.4f}")
ratio = abs(b.grad / (2 * e.data * w.data / float(long_step["parts"])))
if abs(ratio - 6) < 0.01:
    print(f"with {long_step['parts']} parts to a metre, b has six times the leverage of x")
else:
    print('Your "parts" are not right yet.')

# %% [markdown]
# ## Symptom and cause
#
# The common errors in one exercise are listed under its checks: [2.1](#Symptom-and-cause-in-2.1), [2.2](#Symptom-and-cause-in-2.2), [2.3](#Symptom-and-cause-in-2.3), [2.4](#Symptom-and-cause-in-2.4), [2.5](#Symptom-and-cause-in-2.5), [2.6](#Symptom-and-cause-in-2.6), [2.7](#Symptom-and-cause-in-2.7), [2.8](#Symptom-and-cause-in-2.8).
#
# <details>
# <summary>Common errors in any exercise</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `NameError: name '...' is not defined` | the kernel is new, and a cell further up was not run in it | click the cell that stopped, then *Run*, *Run All Above Selected Cell* |
# | ○ Exercise 2.2 is not written yet ... | a method still has its stub, or its cell was not run | the answer cell of 2.2 |
#
# </details>
#
# ## Deliverables
#
# <details>
# <summary>What you have built, exercise by exercise</summary>
#
# - ☐ **measure** a gradient with nothing but the forward pass: exercise 2.1, {points:2.1} point
# - ☐ **build** a class that passes gradients back: exercise 2.2, {points:2.2} points
# - ☐ **follow** a backward pass call by call, and add up what arrives twice: exercise 2.3, {points:2.3} points
# - ☐ **compute** gradients on paper, and read them: exercise 2.4, {points:2.4} points, and exercise 2.8, {points:2.8} points
# - ☐ **carry** a movement forward (2.5, {points:2.5} points), **compare** two engines (2.6, {points:2.6} points), **derive** the rule of `max` (2.7, {points:2.7} point): extra
#
# {points:total} points in all.
#
# </details>
#
# ## One principle
#
# **Know your own part, and add what comes back.** Each step multiplies the blame that reaches it by its local derivative, and passes it on. What reaches
# it from several sides, it adds. Nobody has to see the whole.
#
# ## In your own words
#
# In the next cell, write three or four sentences for a friend who did Day 1 with you. It is not graded.
#
# *Why can a node pass gradients on without knowing the rest of the graph? And why does it add, and not assign?*

# %% [markdown] tags=["own-words"]
# *Double-click here and write.*

# %% [markdown]
# <details>
# <summary>A model answer. Write yours first.</summary>
#
# The upstream gradient sums up everything between the node and the result: it says how far the result moves when this node moves. The node has to know only how far it moves itself when a parent
# moves. The product of the two is how far the result moves for each unit of the parent, along this edge. A parent can have several edges. When it moves, the result moves along all of them at once, so its gradient is the sum of all shares.
# Assigning would keep one share and throw the others away.
#
# </details>
#
# <details>
# <summary>If you want more: four tasks, ungraded, in rising order of effort</summary>
#
# 1. `L = a·a·a·a` can be built as `((a·a)·a)·a`, or as `t·t` with `t = a·a`. Run both backward passes by hand at `a = 2`. The gradient is 32 both times. How many calls does each need?
# 2. Write `__neg__` and `__sub__` for today's class, once without a new closure and once with one. Do the gradients agree?
# 3. Break your class on purpose: write `=` in one closure. Find an expression in which all gradients are still right, and one in which a single gradient is wrong.
# 4. For those who know matrices: `Y = X @ W` is made of sums of products, so the gradients of `X` and `W` follow from today's two rules. Derive one entry of each. Day 6 asks for the rest.
#
# </details>

# %% [markdown]
# <details>
# <summary>What today simplified</summary>
#
# - The order was given. For a large graph nobody can; Day 3 finds it by a program.
# - Each closure keeps its inputs alive. Real engines store what the rule needs, and free it after the pass.
# - A gradient promises something for small steps only. How small is a question of curvature, which needs second derivatives.
# - "All gradients in one pass" leaves out memory: the graph is kept until the pass is done. For very deep computations that is the larger price.
#
# </details>
#
# <details>
# <summary>Further reading</summary>
#
# - 3Blue1Brown, [Visualizing the chain rule and product rule](https://www.3blue1brown.com/lessons/chain-rule-and-product-rule), [What is backpropagation really doing?](https://www.3blue1brown.com/lessons/backpropagation) and [Backpropagation calculus](https://www.3blue1brown.com/lessons/backpropagation-calculus). Sections 1 to 6, in pictures.
# - Andrej Karpathy, [The spelled-out intro to neural networks and backpropagation: building micrograd](https://www.youtube.com/watch?v=VMj-3S1tku0). Its middle part does by hand what you did today.
# - Baydin, Pearlmutter, Radul and Siskind (2018), [Automatic differentiation in machine learning: a survey](https://jmlr.org/papers/v18/17-468.html). Section 3 puts forward and reverse mode side by side.
# - PyTorch, [Autograd mechanics](https://docs.pytorch.org/docs/stable/notes/autograd.html). How it records the graph, and what `requires_grad` and `grad` mean.
#
# </details>
#
# ## Tomorrow
#
# Two calls by hand were easy, and four took care. Nobody writes a thousand. Tomorrow you write the program that finds a right order in any graph, and `backward()` becomes one call.
#
# All rules of the five days stand on [one page](../../docs/rules.md).

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
# About {minutes:extra} minutes and {points:extra} points, in any order: forward mode, PyTorch's gradients, the rule of `max`, two experiments and a bug. Nothing later needs it.

# %% [markdown]
# ## 8. Forward mode and reverse mode
#
# **Question: why go backwards at all?**
#
# The chain rule can be run in either direction. **Forward mode** starts at *one input*: along with each value it carries that value's movement for each unit of the input. **Reverse mode** starts
# at *one output*: that is the backward pass. Both are exact, and cost a small multiple of the forward pass:
#
# | | forward mode | reverse mode |
# |---|---|---|
# | starts at | one input, with movement 1 | one output, with gradient 1 |
# | direction | with the data | against the data |
# | one pass gives | the derivatives of *all outputs* with respect to *one input* | the derivatives of *one output* with respect to *all inputs* |
# | passes for `n` inputs and `m` outputs | `n` | `m` |
# | keeps the graph | no | yes, until the pass is done |
# | best when | few inputs, many outputs | many inputs, few outputs |
#
# The table of all derivatives, with a row for each output and a column for each input, is the **Jacobian**. One pass of forward mode gives a column of it, one pass of reverse mode a row.
# A network in training has millions of inputs (its weights) and one output (the loss): one row. So this course builds reverse mode.
#
# **One forward pass by hand,** for `L = a·b + c` at 2, -3, 10, from `a`. The movements are `a`: 1, `b`: 0, `c`: 0. For `d = a·b` the movement is 1 · (-3) + 2 · 0 = -3. For `L` it is -3 + 0 = **-3**.
#
# **Predict before you run.** The cell runs at `a = 6`, `b = 5`, `c = 1`. In the pass that starts at `b`: which movement does `d` have, and which `L`?


# %%
def forward_mode(a, b, c):
    """Run `L = a*b + c` on pairs (value, movement); return `L` and its movement."""
    d = (a[0] * b[0], a[1] * b[0] + a[0] * b[1])
    return (d[0] + c[0], d[1] + c[1])


numbers = (6.0, 5.0, 1.0)
for chosen, name in enumerate("abc"):
    pairs = [(number, float(place == chosen)) for place, number in enumerate(numbers)]
    print(f"forward pass {chosen + 1}: dL/d{name} = {forward_mode(*pairs)[1]:g}")
a, b, c = (Value(number) for number in numbers)
d = a * b
L = d + c
L.grad = 1.0
L._backward()
d._backward()
print(f"backward pass 1: dL/da, dL/db, dL/dc = {a.grad:g}, {b.grad:g}, {c.grad:g}")

# %% [markdown]
# ### Exercise 2.5: carry the movement (extra, about 11 min)
#
# Give forward mode a class of its own, and say when you would use it.
#
# *Signature:* `class Dual` with `__add__`, `__mul__`, `__radd__`, `__rmul__`; a dictionary `passes`.
#
# *In:* `other`, a `Dual` or a plain number, which does not move.
#
# *Out:* a new `Dual`. Its `data` is the result; its `move` says how far the result moves for each unit of the input that was started with `move` 1.
#
# `passes` says which mode you take for three programs, and its number of passes, such as `("forward", 7)`. Take the mode that needs fewer passes. If both need as many, take the one that needs less memory. In one pass, each input (or output) starts with any number you choose.
# - `"a"`: 1,000 weights draw 1,000 pixels. All weights change at once, each at its own known speed. How fast does each pixel change?
# - `"b"`: the same weights and pixels. How does the *sum* of all pixels change with each of the weights?
# - `"c"`: 3 joints of a robot arm move the 3 coordinates of its hand, after a million small steps. All nine derivatives are asked for. A graph of the steps does not fit in memory.
#
# *Example:* with `x = Dual(4.0)`, `y = Dual(5.0, 1.0)` and `c = Dual(1.0)`, `(x*y + c).move` is 4.0.
#
# *An error?* See [Symptom and cause in 2.5](#Symptom-and-cause-in-2.5).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The two lines of `forward_mode` above: one is a product, the other a sum. For `passes`: which derivatives are asked for, and which are not?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# `(u + v)′ = u′ + v′`, and `(u·v)′ = u′·v + u·v′`. A constant has `c′ = 0`.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# In each operator two steps: turn a plain number into a `Dual` that does not move; return a new `Dual` with its data and its movement. The two operators for a number on the left call the other two.
#
# </details>


# %% answer="day2-dual"
class Dual:
    """A number that carries its movement for each unit of one chosen input."""

    def __init__(self, data, move=0.0):
        """Keep a number and how far it moves; this one is written already."""
        self.data = data
        self.move = move

    def __add__(self, other):
        """Return self + other as a new Dual; other may be a plain number."""
        ### BEGIN SOLUTION
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.data + other.data, self.move + other.move)
        ### END SOLUTION

    def __mul__(self, other):
        """Return self * other as a new Dual; other may be a plain number."""
        ### BEGIN SOLUTION
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.data * other.data, self.move * other.data + self.data * other.move)
        ### END SOLUTION

    def __radd__(self, other):
        """Return other + self, for a plain number on the left."""
        ### BEGIN SOLUTION
        return self + other
        ### END SOLUTION

    def __rmul__(self, other):
        """Return other * self, for a plain number on the left."""
        ### BEGIN SOLUTION
        return self * other
        ### END SOLUTION


passes = {
    ### BEGIN SOLUTION
    #: "a": None,  # ("forward" or "reverse", how many passes)
    #: "b": None,
    #: "c": None,
    "a": ("forward", 1),
    "b": ("reverse", 1),
    "c": ("forward", 3),
    ### END SOLUTION
}

# %% check="day2-dual-moves" points=1
"""A Dual carries its movement through `+` and `*`, with numbers on either side."""
x, y, c = Dual(4.0), Dual(5.0, 1.0), Dual(1.0)
assert (x * y + c).move == 4.0, "`y` moves 1, so the product moves 4 * 1, and `c` stands still"
assert (x * y + c).data == 21.0, "4 * 5 + 1"
assert (3 * y + 2).move == 3.0, "3 for each unit of `y`"
assert (y * 3 + 2).move == 3.0, "3 for each unit of `y`"

# %% check="day2-dual-which" points=1 note="It checks only the form."
"""The better mode for three programs, and its passes."""
if any(passes[key] is None for key in passes):
    raise NotImplementedError("Exercise 2.5 is not written yet.")
for entry in passes.values():
    assert isinstance(entry, (tuple, list)) and len(entry) == 2, 'write a pair such as ("forward", 7)'
    assert str(entry[0]).strip().lower() in ("forward", "reverse"), 'the mode is "forward" or "reverse"'

# %% [markdown]
# #### Symptom and cause in 2.5
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `'float' object has no attribute 'move'` | a plain number was not made a `Dual` first | hint 3 of 2.5 |
# | the movement of a product is 0 where one operand stands still | the movements were multiplied | hint 2 of 2.5 |
#
# </details>

# %% jupyter={"source_hidden": true}
# Your two classes on `L = (a*b + c)*(a + c)`: three passes forward, one pass back.
forward = []
for chosen in range(3):
    a, b, c = (Dual(number, float(place == chosen)) for place, number in enumerate(numbers))
    forward.append(((a * b + c) * (a + c)).move)
print("three passes of Dual:  ", forward)
a, b, c = (Value(number) for number in numbers)
d = a * b
e = d + c
s = a + c
L = e * s
L.grad = 1.0
for node in (L, s, e, d):
    node._backward()
print("one pass of your Value:", [a.grad, b.grad, c.grad])

# %% [markdown]
# **Passes are not seconds.** Your engine makes an object, a tuple and a closure for every operation. Such extra work is **overhead**: with two inputs the nudge is faster, with hundreds your engine is.
#
# ## 9. The same result from PyTorch
#
# **Question: does a real engine agree?**
#
# PyTorch's `backward()` seeds the result with 1, calls its local rules in a right order, and collects in `grad`, as you do.
# Ask for 64 bits, as Python's floats have: `dtype=torch.float64`. Then both engines agree to nine digits and more; with 32 bits, PyTorch's default, to about seven.
#
# | your engine | PyTorch |
# |---|---|
# | `Value(2.0)` | `torch.tensor(2.0, dtype=torch.float64, requires_grad=True)` |
# | `L.grad = 1.0`, then `_backward()` on each node in order | `L.backward()` |
# | `a.grad`, a float | `a.grad`, a tensor; `a.grad.item()` is the float |
# | `grad` is 0.0 at first | `grad` is `None` at first |
# | interior nodes keep their `grad` | interior nodes keep it only after `retain_grad()` |
#
# The first cell computes `a*b + c` with both engines, the second one the network of exercise 2.4.

# %%
import torch

ta, tb, tc = (torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in (2.0, -3.0, 10.0))
tL = ta * tb + tc
tL.backward()
a, b, c = Value(2.0), Value(-3.0), Value(10.0)
d = a * b
L = d + c
L.grad = 1.0
L._backward()
d._backward()
print("PyTorch:    ", [tensor.grad.item() for tensor in (ta, tb, tc)])
print("your engine:", [node.grad for node in (a, b, c)])

# %% jupyter={"source_hidden": true}
# The network of exercise 2.4 in PyTorch: it tries pairs of numbers for the two that were lost.
from itertools import product

if any(entry is None or entry is ... for entry in chain.values()):
    raise NotImplementedError("Exercise 2.4 is not written yet.")
for lost in product((1.0, 2.0, 3.0, 4.0, 5.0), repeat=2):
    numbers = (*lost, -1.0, 0.5)
    tx, tw1, tw2, tb = (torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in numbers)
    tL = (tw2 * torch.relu(tw1 * tx + tb)) ** 2
    tL.backward()
    if (tL.item(), tx.grad.item()) == (42.25, 39.0):
        break
for name, found in (("dL/dw2", tw2), ("dL/dw1", tw1)):
    if abs(float(chain[name]) - found.grad.item()) < 1e-9:
        print(f"{name}: PyTorch finds the number on your paper")
    else:
        print(f"{name}: PyTorch finds another number than the one on your paper")

# %% [markdown]
# **A neuron**, the smallest part of a neural network: `L = ReLU(w1·x1 + w2·x2 + b)`, at `x = (2, 3)`, `w = (0.5, -1)` and `b = 0.1`. `by_rules` applies the local rules in plain Python. Nobody has tested it. Does the comparison below test it?


# %%
def by_rules(xs, ws, b):
    """Return the gradients of `ReLU(w1*x1 + w2*x2 + b)`: of `x1`, `x2`, `w1`, `w2` and `b`."""
    z = xs[0] * ws[0] + xs[1] * ws[1] + b
    passed_on = 1.0 if z > 0 else 0.0  # ReLU
    to_xs = [w * passed_on for w in ws]  # + copies, and * swaps
    to_ws = [x * passed_on for x in xs]
    return [*to_xs, *to_ws, passed_on]


def by_torch(xs, ws, b):
    """Return the same five gradients, found by PyTorch."""
    x, w, b = (torch.tensor(n, dtype=torch.float64, requires_grad=True) for n in (xs, ws, b))
    torch.relu(x @ w + b).backward()
    return [*x.grad.tolist(), *w.grad.tolist(), b.grad.item()]


point = ((2.0, 3.0), (0.5, -1.0), 0.1)
pairs = list(zip(by_rules(*point), by_torch(*point), strict=True))
print("equal to 1e-9, gradient by gradient:", [abs(mine - theirs) < 1e-9 for mine, theirs in pairs])

# %% [markdown]
# ### Exercise 2.6: three ways to one gradient (extra, about 19 min)
#
# One expression, three times: on paper you find a point, and your engine and PyTorch confirm it. Then say what the comparison above was worth.
#
# *Signature:* two dictionaries, `on_paper` and `comparison`, and two functions, `from_engine(a, b, c)` and `from_torch(a, b, c)`.
#
# *In:* `L = (a*b + c) * (a + b)`. `from_engine` gets three fresh leaves (`Value`), `from_torch` gets three floats.
#
# *Out:* `on_paper` holds `"a"`, `"b"` and `"c"`, none of them 0, at which the gradient of `a` is 0, and `L` is not. Both functions return the three gradients as floats. In `comparison`:
#
# - `"because"`, why agreement on the neuron proves next to nothing, one letter:
#   - **A** `grad` is 0 before the pass, and the pass was never run.
#   - **B** `L` is 0 there, and a result of 0 has gradients of 0.
#   - **C** ReLU passes on 0 there, and 0 times any local derivative is 0, also times a wrong one.
#   - **D** Five gradients are too few; ten would do.
# - `"bias"`, another `b` with which the same comparison would catch a wrong rule for `*`.
#
# *Must hold:*
# - `from_engine` builds `L`, seeds it, and calls `_backward()` by hand in a right order, without a formula;
# - `from_torch` computes in `torch.float64`, and PyTorch finds the gradients.
#
# *An error?* See [Symptom and cause in 2.6](#Symptom-and-cause-in-2.6).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Give every operation a name, as in section 6: four operations, four names. Then draw. The PyTorch part is in the first cell of this section. For `comparison`, let the cell above print its pairs.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# With `e = ab + c` and `f = a + b`, `L = e · f`. Write the gradient of `a` with letters, as section 6 adds up paths.
#
# Write one gradient of the neuron as a product, step by step, and put in the numbers of the comparison.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# `from_engine`: four lines build the nodes, one seeds, four call. The last node is first. The product inside the first bracket waits until that bracket was called. `from_torch`: make three tensors with `requires_grad=True`, compute, call `backward()` once, and read each `grad` with `.item()`. `comparison`: one letter in quotes, and one number without.
#
# </details>


# %% answer="day2-complex"
on_paper = {
    ### BEGIN SOLUTION
    #: "a": None,  # numbers at which the gradient of `a` is 0, and `L` is not
    #: "b": None,
    #: "c": None,
    "a": 1.0,
    "b": 2.0,
    "c": -8.0,
    ### END SOLUTION
}

comparison = {
    ### BEGIN SOLUTION
    #: "because": None,  # "A", "B", "C" or "D"
    #: "bias": None,  # another value of `b`, a number
    "because": "C",
    "bias": 3.0,
    ### END SOLUTION
}


def from_engine(a, b, c):
    """Return the gradients of `a`, `b` and `c`, where `L` is `(a*b + c) * (a + b)`.

    Args:
        a, b, c: Fresh leaves, each a Value.

    Returns:
        Three floats.
    """
    ### BEGIN SOLUTION
    d = a * b
    e = d + c
    f = a + b
    L = e * f
    L.grad = 1.0
    for node in (L, e, f, d):
        node._backward()
    return a.grad, b.grad, c.grad
    ### END SOLUTION


def from_torch(a, b, c):
    """Return the same three gradients, computed by PyTorch in float64.

    Args:
        a, b, c: Floats.

    Returns:
        Three floats.
    """
    ### BEGIN SOLUTION
    import torch

    a, b, c = (torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in (a, b, c))
    L = (a * b + c) * (a + b)
    L.backward()
    return a.grad.item(), b.grad.item(), c.grad.item()
    ### END SOLUTION


# %% check="day2-complex-still" points=1 note="It checks only the form."
"""A point at which `a` is used twice, and `L` stands still when it moves."""
empty = [name for name, entry in on_paper.items() if entry is None or entry is ...]
if len(empty) == len(on_paper):
    raise NotImplementedError("Exercise 2.6 is not written yet.")
assert not empty, "three numbers are asked for"
texts = [entry for entry in on_paper.values() if isinstance(entry, str)]
assert not texts, "write numbers without quotes"
assert all(on_paper.values()), "none of the three numbers is 0"

# %% check="day2-complex-engine" points=1
"""The three gradients, from an engine with the two rules."""


class Dot:
    """A small right engine, so that this check does not depend on your class."""

    def __init__(self, data, *shares):
        self.data, self.grad = data, 0.0
        self.shares = shares  # pairs of a parent and the local derivative
        self._prev = tuple(parent for parent, _ in shares)

    def __add__(self, other):
        other = other if hasattr(other, "data") else Dot(other)
        return Dot(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = other if hasattr(other, "data") else Dot(other)
        return Dot(self.data * other.data, (self, other.data), (other, self.data))

    __radd__, __rmul__ = __add__, __mul__

    def _backward(self):
        for parent, local in self.shares:
            parent.grad += local * self.grad


came = tuple(from_engine(Dot(1.0), Dot(1.0), Dot(0.0)))
assert came == (3.0, 3.0, 2.0), "(a*b + c) * (a + b) = 1 * 2"

# %% check="day2-complex-torch" points=1
"""The three gradients, from PyTorch in float64."""
came = tuple(float(gradient) for gradient in from_torch(1.0, 1.0, 0.0))
assert came == (3.0, 3.0, 2.0), "(a*b + c) * (a + b) = 1 * 2"

# %% check="day2-complex-match" points=1 note="It checks only the form."
"""Why agreement at `b = 0.1` proves next to nothing, and a bias that would prove more."""
if all(entry is None or entry is ... for entry in comparison.values()):
    raise NotImplementedError("Exercise 2.6 is not written yet.")
assert str(comparison["because"]).strip().upper() in ("A", "B", "C", "D"), 'the reason is one letter, "A" to "D"'
assert comparison["bias"] is not None and comparison["bias"] != 0.1, "the bias is another number than 0.1"

# %% [markdown]
# #### Symptom and cause in 2.6
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `element 0 of tensors does not require grad` | no tensor was made with `requires_grad=True` | section 9 |
# | `'NoneType' object has no attribute 'item'` | `grad` is read before `backward()`, or the tensor was made without `requires_grad=True` | section 9 |
#
# </details>

# %% jupyter={"source_hidden": true}
# Your engine, PyTorch and the nudge at the point that you found on paper.
if None in on_paper.values():
    raise NotImplementedError("Exercise 2.6 is not written yet.")
point = [float(on_paper[name]) for name in "abc"]
engine = from_engine(*map(Value, point))
pytorch = from_torch(*point)
print(f"at a = {point[0]:g}, b = {point[1]:g}, c = {point[2]:g}")
print("gradient  engine  PyTorch  nudge")
for place, name in enumerate("abc"):
    nudged = numerical_derivative(
        lambda v: (v[0] * v[1] + v[2]) * (v[0] + v[1]),
        point,
        place,
    )
    print(f"{name:<10}{engine[place]:<8g}{pytorch[place]:<9g}{nudged:.6f}")

# %% jupyter={"source_hidden": true}
# The neuron once more, with a wrong rule: with `x` and `w` exchanged, each input of * gets its own data.
if comparison["bias"] is None or comparison["bias"] is ...:
    raise NotImplementedError("Exercise 2.6 is not written yet.")
xs, ws = (2.0, 3.0), (0.5, -1.0)
for b in (0.1, float(comparison["bias"])):
    pairs = zip(by_rules(ws, xs, b), by_torch(xs, ws, b), strict=True)
    caught = any(abs(wrong - theirs) > 1e-9 for wrong, theirs in pairs)
    seen = "the wrong rule is caught" if caught else "the wrong rule is not caught"
    print(f"b = {b:g}: {seen}")

# %% [markdown]
# <details>
# <summary>We got this wrong first: right numbers from nowhere</summary>
#
# Exercise 2.6 wants gradients that an engine found. At first its check compared three numbers, and nothing else. A function with the three formulas typed in passed, and the engine was never called. Right numbers don't say where they come from. So the check now also lends your function leaves that collect three times what arrives. A formula does not notice that, and gives itself away.
#
# </details>
#
# ## 10. The rule of max
#
# **Question: what does an operation pass on if its rule is in no table?**
#
# Every rule of today is in a table. `max(a, b)`, the larger of two numbers, is in none.
#
# ### Exercise 2.7: derive the rule of max (extra, about 11 min)
#
# Find out what `max` passes on to each input. Then write it: a function can make a node and store a rule on it.
#
# *Signature:* `maximum(a, b)`
#
# *In:* two nodes, each a `Value`. They may be one and the same node.
#
# *Out:* one new node with the larger `data`. Its parents are both of them, `a` and `b`, and its `_op` is `"max"`.
#
# *Must hold:*
# - `out._backward()` adds to the gradients of its parents, each its share;
# - at a tie, too, the shares say how far the result moves when `a` and `b` are moved *together*. More than one rule does that.
#
# *Example:* with `a = 2` and `b = 5`, `maximum(a, b).data` is 5.0.
#
# *An error?* See [Symptom and cause in 2.7](#Symptom-and-cause-in-2.7).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The instrument of exercise 2.1 measures any function of numbers. For the code: `__mul__` of exercise 2.2, with `a` and `b` in place of `self` and `other`.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# $$\bar{a} \mathrel{+}= \frac{\partial\, \text{out}}{\partial a}\,\bar{\text{out}}, \qquad \bar{b} \mathrel{+}= \frac{\partial\, \text{out}}{\partial b}\,\bar{\text{out}}$$
#
# Measure both fractions at several points. At a tie, move both inputs by `h`: by how much does the result move?
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# Make the result and give it a name. Define the closure. Store it, without brackets. Return the result. Then try it on `maximum(x, x)`, and compare with what `x` itself does.
#
# </details>


# %% answer="day2-max"
def maximum(a, b):
    """Return the node `max(a, b)`, which passes its gradient on by the rule of `max`.

    Args:
        a, b: Nodes, each a Value; they may be the same node.

    Returns:
        A new Value with both as parents and "max" as its operation.
    """
    ### BEGIN SOLUTION
    out = Value(max(a.data, b.data), (a, b), "max")

    def _backward():
        if a.data > b.data:
            a.grad += out.grad
        else:
            b.grad += out.grad

    out._backward = _backward
    return out
    ### END SOLUTION


# %% check="day2-max-routes" points=1
"""`max` passes on what arrives by its own rule, and loses nothing at a tie."""
a, b = Value(2.0), Value(5.0)
out = maximum(a, b)
assert out.data == 5.0
a.grad, b.grad, out.grad = 0.0, 0.0, 3.0
out._backward()
assert a.grad + b.grad == 3.0, "what arrives is passed on, and nothing else"

# %% [markdown]
# #### Symptom and cause in 2.7
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `'>' not supported between instances of 'Value' and 'Value'` | two nodes are compared; compare their `data` | hint 1 of 2.7 |
# | `maximum(x, x)` gives `x` nothing, or twice too much | the tie is left out, or counted twice | 2.7, "must hold" |
#
# </details>

# %% [markdown]
# So the gradient is **routed**: all of it goes one way, as at a switch. ReLU, `max(z, 0)`, is such a switch. Where `a = b` there is a corner, and no derivative. What an engine gives there is a **convention**.
#
# **Predict.** At `a = b = 3`, with 1 arriving, what does PyTorch's `torch.maximum` give to `a`?

# %%
predict("day2-tie", ..., sure=...)

# %% jupyter={"source_hidden": true}
# PyTorch's convention for max, and for ReLU at its corner.
import torch

ta, tb = (torch.tensor(3.0, dtype=torch.float64, requires_grad=True) for _ in range(2))
torch.maximum(ta, tb).backward()
print(f"max(3, 3): a gets {ta.grad:g}, b gets {tb.grad:g}")
reveal("day2-tie", ta.grad.item())
z = torch.tensor(0.0, requires_grad=True)
torch.relu(z).backward()
print(f"ReLU at z = 0: z gets {z.grad:g}")

# %% [markdown]
# ## 11. Tiny steps, and only two rules
#
# **Question: how small may a step be, and how far do two rules reach?**
#
# The central quotient of `x³` is off by `h²`, the forward one by about `6h`. So a smaller step helps. Does it always?
#
# **Predict.** Will the central quotient be nearer to 12 with `h = 1e-13` than with `h = 1e-5`, yes or no?

# %%
predict("day2-tiny-step", ..., sure=...)

# %% jupyter={"source_hidden": true}
# Measures the slope of `x³` at 2 with four steps.
errors = {}
for h in (1e-1, 1e-3, 1e-5, 1e-13):
    up, down = 2.0 + h, 2.0 - h
    forward, central = (cube(up) - cube(2.0)) / h, (cube(up) - cube(down)) / (2 * h)
    print(
        f"h = {h:<7g} error of the forward quotient {abs(forward - 12):8.1e}, of the central "
        f"one {abs(central - 12):8.1e}",
    )
    errors[h] = abs(central - 12)
reveal("day2-tiny-step", "yes" if errors[1e-13] < errors[1e-5] else "no")

# %% [markdown]
# An engine needs one rule for each *operation*, never one for each *expression*. From `+` and `*` you can build every polynomial: `a - b` is `a + b * -1`.
#
# **Predict.** For `L = x·x·x - 2x`, school says `3x² - 2`. Which gradient do the two rules give at `x = 4`?

# %%
predict("day2-cube", ..., sure=...)

# %% jupyter={"source_hidden": true}
# Builds `L` with your class, and calls the rules of its operations.
x = Value(4.0)
p = x * x
q = p * x
r = -2 * x
L = q + r
L.grad = 1.0
for node in (L, q, r, p):
    node._backward()
print("two rules:", x.grad)
print(f"the nudge: {numerical_derivative(lambda v: v[0] ** 3 - 2 * v[0], [4.0], 0):.6f}")
reveal("day2-cube", x.grad)

# %% [markdown]
# ## A bug for today
#
# No points. A friend tests this subtraction on `minus(a, b)` with fresh leaves and on `minus(a, a)`: all gradients are right. One line is wrong all the same. Change the last lines of the cell until a gradient differs from the nudge. Then find the line.


# %%
def minus(a, b):
    """Return the node `a - b`."""
    out = Value(a.data - b.data, (a, b), "-")

    def _backward():
        a.grad += out.grad
        b.grad -= a.grad

    out._backward = _backward
    return out


a, b = Value(5.0), Value(2.0)
L = minus(a, b)
L.grad = 1.0
L._backward()
print(a.grad, b.grad)

# %% [markdown]
# <details>
# <summary>The bug. Look for it first.</summary>
#
# `b.grad -= a.grad` reads the gradient of a parent. It has to read `out.grad`. The two are equal as long as nothing else has arrived at `a`. In `d = minus(a, b)` and `L = d * a`, a share of 3 reaches `a` first, and `b` gets it, too: -8 in place of -5.
#
# </details>

# %% [markdown]
# ## The pendulum
#
# - *Rules without meaning:* learn "plus copies, times swaps" by heart, and be lost as soon as a node is used twice.
# - *Meaning without rules:* write every gradient as one long formula of the whole expression. Correct, and hopeless beyond five nodes.
#
# The balance: ask the nudge what a gradient *means*, and let the local rules *find* it. When the two disagree, look for the mistake in a rule first. The nudge can mislead, too. At ReLU's corner it answers 0.5.
#
# ## The matrix of today's time
#
# | | Quick | Slow |
# |---|---|---|
# | **Days 3 to 5 build on it** | **Do first:** the instrument (2.1), `__add__` with its closure; then `__mul__` goes the same way (2.2) | **Do carefully:** everything used twice (2.3), one whole chain on paper (2.4) |
# | **They do not need it** | **Do if time:** what is extra (2.5, 2.6, 2.7) | **Avoid today:** the topological sort. Five nodes need no program |
