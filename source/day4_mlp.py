# ---
# jupyter:
#   # SPDX-License-Identifier: MIT AND CC-BY-4.0
#   # ruff: noqa: B905
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
# # Day 4: Neuron, layer, MLP, and training
#
# **Today your engine learns.**
#
# You build a small neural network out of `Value` objects, measure how wrong it is, and let the gradients of Day 3 say how to change every number in it. By tonight it reads ten digits, and you can draw on them.
#
# Run the folded cell: it shows how well your work so far reads them.

# %% jupyter={"source_hidden": true}
# Draws Figure 4.0: the ten digits of Day 4, as your work so far reads them.
from gradtools import so_far

so_far(4)

# %% [markdown]
# **First, three questions** from earlier days: about 3 minutes, no points. Esc skips them.

# %% jupyter={"source_hidden": true}
# Asks three questions from earlier days, with buttons.
from gradtools import recall

recall(4)

# %% [markdown]
# **You need:** Days 1 to 3, or the given cell below, which holds the finished engine. Lists, classes and loops.
#
# **After today you can**
#
# - **build** a neuron, a layer and a multilayer perceptron,
# - **measure** how wrong a network is,
# - **train** a network with four steps in a loop,
# - **diagnose** a network that does not learn, and fix it,
# - **read**, in part two, what a network sees: its hidden plane, and the gradient of its input.
#
# **Not today:** batches, other optimisers, test sets and overfitting. Why a *deep* network is hard to train comes tomorrow.
#
# <details>
# <summary>The plan of the day: a core of about {minutes:core} minutes with {points:core} points; {minutes:extra} minutes and {points:extra} points more in part two</summary>
#
# | Part | Reading, min | Exercise | Exercise, min | Points |
# |---|---:|---|---:|---:|
# | Start and setup | {minutes:start} | | | |
# | 1. Anatomy of a neuron | {minutes:section 1} | | | |
# | 2. Neuron, layer, MLP | {minutes:section 2} | 4.1 build the network | {minutes:4.1} | {points:4.1} |
# | 3. A loss | {minutes:section 3} | 4.3 measure the error | {minutes:4.3} | {points:4.3} |
# | 4. Four steps | {minutes:section 4} | 4.4 train | {minutes:4.4} | {points:4.4} |
# | 5. When it does not learn | {minutes:section 5} | 4.5 diagnose | {minutes:4.5} | {points:4.5} |
# | 6. Ten digits | {minutes:section 6} | | | |
# | Looking back | {minutes:looking back} | | | |
# | Part two (extra) | {minutes:part two, extra} | | | |
# | 7. XOR (extra) | {minutes:section 7, extra} | 4.6 learn XOR | {minutes:4.6} | {points:4.6} |
# | 8. The hidden plane (extra) | {minutes:section 8, extra} | 4.7 read the hidden plane | {minutes:4.7} | {points:4.7} |
# | 9. Classification: cross-entropy (extra) | {minutes:section 9, extra} | 4.8 work from the logit | {minutes:4.8} | {points:4.8} |
# | 10. Fool the net (extra) | {minutes:section 10, extra} | 4.9 fool the net | {minutes:4.9} | {points:4.9} |
# | 11. Count the parameters (extra) | {minutes:section 11, extra} | 4.2 count | {minutes:4.2} | {points:4.2} |
# | 12. The learning rate (extra) | {minutes:section 12, extra} | | | |
# | 13. The same training in PyTorch (extra) | {minutes:section 13, extra} | | | |
# | 14. Two moons (extra) | {minutes:section 14, extra} | | | |
# | **Total, estimated: {minutes:total} min** | **{minutes:reading}** | | **{minutes:exercises}** | **{points:total}** |
#
# </details>
#
# ## Where you are
#
# Many have run a training loop. Few can say why theirs does not learn.
#
# ## Setup
#
# Every term is explained again in the [glossary](../../GLOSSARY.md). A **seed** is the number that the random source starts from.
#
# The second cell is *given*: the finished engine of Day 3. Run it and leave it as it is.

# %% tags=["setup"]
import math
import random

import matplotlib.pyplot as plt

from gradtools import (
    COLOURS,
    TINTS,
    draw_digit,
    draw_graph,
    predict,
    progress,
    reveal,
    show_figure,
    use_style,
    watch,
)

use_style()
random.seed(4)


# %% given="day4-given" from="day3-topological-order day3-value"

# %% [markdown]
# ## 1. Anatomy of a neuron
#
# **Question: what does one neuron compute?**
#
# A **neuron** multiplies each input by a **weight**, and adds the products and one number more, the **bias**. The sum goes through an **activation**:
#
# $$z = w_1 x_1 + w_2 x_2 + b, \qquad h = \tanh(z)$$
#
# Weights and bias are the **parameters**: the numbers that training changes.
#
# With `x = (2, 3)`, `w = (0.5, -1)`, `b = 1.5`. The slope of tanh is $1 - h^2$:
#
# | quantity | computation | value |
# |---|---|---:|
# | z | 0.5 · 2 + (-1) · 3 + 1.5 | -0.5 |
# | `h` | tanh(-0.5) | -0.4621 |
# | `dh/dz` | 1 - 0.4621² | 0.7864 |
# | `dh/dw₁` | 0.7864 · 2 | 1.5729 |
# | `dh/dw₂` | 0.7864 · 3 | 2.3593 |
# | `dh/db` | 0.7864 · 1 | 0.7864 |
#
# **Predict.** How many nodes does the graph of this neuron have?

# %%
predict("day4-neuron-nodes", ..., sure=...)

# %%
x1, x2 = Value(2.0, label="x1"), Value(3.0, label="x2")
w1, w2, b = Value(0.5, label="w1"), Value(-1.0, label="w2"), Value(1.5, label="b")
z = w1 * x1 + w2 * x2 + b
h = z.tanh()
z.label, h.label = "z", "h"
h.backward()
print(f"z = {z.data:.4f}, h = {h.data:.4f}")
print("gradients:", [round(parameter.grad, 4) for parameter in (w1, w2, b)])
reveal("day4-neuron-nodes", len(topological_order(h)))
draw_graph(h, caption="Figure 4.1. One neuron, after the backward pass.", direction="TB")

# %% [markdown]
# You use four activations today. What can each one *never* give?

# %% jupyter={"source_hidden": true}
# Draws Figure 4.2: the four activations.
xs = [i / 20 for i in range(-60, 61)]
fig, axes = plt.subplots(1, 4, figsize=(9, 2.4), layout="constrained", sharey=True)
for ax, name in zip(axes, ("linear", "tanh", "sigmoid", "relu")):
    values = [Value(x) if name == "linear" else getattr(Value(x), name)() for x in xs]
    ax.plot(xs, [value.data for value in values], color=COLOURS["blue"], marker="")
    ax.axhline(0, color=COLOURS["black"], linewidth=0.8, linestyle=":")
    ax.set(title=name, xlabel="z", ylim=(-2, 2))
axes[0].set_ylabel("output")
show_figure(
    fig,
    caption="Figure 4.2. The four activations of today, over the same stretch of `z`.",
    alt="Four curves over `z` from -3 to 3. Linear: the diagonal. Tanh: an S from -1 to 1. Sigmoid: "
    "an S from 0 to 1. ReLU: 0 up to `z = 0`, then the diagonal.",
)

# %% [markdown]
# ## 2. Neuron, layer, MLP
#
# **Question: how do neurons become a network?**
#
# Neurons side by side that read the same inputs are a **layer**. Its output is the list of theirs. Layers in a chain are a **multilayer perceptron**, or MLP: the outputs of one are the inputs of the next.
# The last is the **output** layer, and those before it are **hidden**.
#
# 2 → 2 → 1 has two inputs, two hidden neurons, one output. Let *every* weight and bias be 0.5, and `x = (1, 1)`, with tanh in the hidden layer alone:
#
# | neuron | computation | value |
# |---|---|---:|
# | hidden 1 | tanh(0.5 + 0.5 + 0.5) = tanh(1.5) | 0.9051 |
# | hidden 2 | the same | 0.9051 |
# | output | 0.5 · 0.9051 + 0.5 · 0.9051 + 0.5 | 1.4051 |
#
# Will the hidden neurons get different gradients? Decide before you run the cell.

# %%
hidden = [[Value(0.5) for _ in range(3)] for _ in range(2)]
output = [Value(0.5) for _ in range(3)]
h1, h2 = ((w1 + w2 + b).tanh() for w1, w2, b in hidden)
y = output[0] * h1 + output[1] * h2 + output[2]
y.backward()
print(f"h1 = {h1.data:.4f}, h2 = {h2.data:.4f}, y = {y.data:.4f}")
for neuron in hidden:
    print("gradients:", [f"{parameter.grad:.4f}" for parameter in neuron])

# %% [markdown]
# <details>
# <summary>After you have run it</summary>
#
# Equal weights get equal gradients and stay equal. So weights start at random.
#
# </details>

# %% jupyter={"source_hidden": true}
# Draws Figure 4.3: a larger network as most books draw it.
# Your engine's graph is finer: it has a node for every product and every sum.
sizes = [2, 3, 3, 1]
fig, ax = plt.subplots(figsize=(6, 2.8), layout="constrained")
spots = [[(k, i - (size - 1) / 2) for i in range(size)] for k, size in enumerate(sizes)]
for left, right in zip(spots, spots[1:]):
    for start in left:
        for end in right:
            ax.plot(
                *zip(start, end),
                color=COLOURS["blue"],
                linestyle="-",
                marker="",
                linewidth=1,
                zorder=1,
            )
for k, column in enumerate(spots):
    shape = "s" if k == 0 else "o"
    ax.scatter(
        *zip(*column),
        s=500,
        marker=shape,
        color="white",
        edgecolors=COLOURS["black"],
        zorder=2,
    )
    for i, (x, y) in enumerate(column, start=1):
        ax.text(x, y, f"x{i}" if k == 0 else f"{k}.{i}", ha="center", va="center")
ax.set(
    xticks=range(4),
    xticklabels=["inputs", "layer 1", "layer 2", "layer 3"],
    yticks=[],
    ylim=(-1.5, 1.5),
)
ax.grid(False)
show_figure(
    fig,
    caption="Figure 4.3. The MLP 2 → 3 → 3 → 1. Squares are inputs, circles are neurons, each "
    "line is one weight. Biases are not drawn.",
    alt="Four columns: 2 squares, then 3, 3 and 1 circles. "
    "Every square or circle is joined to every circle of the next column: 6, 9 and 3 lines.",
)

# %% [markdown]
# ### Exercise 4.1: build the network (about 20 min)
#
# Write three small classes, each from the one before. `activate` is written already.
#
# *Signature:* `Neuron(nin, activation="tanh")`, `Layer(nin, nout, activation="tanh")`, `MLP(nin, nouts, activation="tanh", output_activation="linear")`; each has `__call__(x)` and `parameters()`.
#
# *In:* `nin` inputs; `nout` neurons; `nouts`, one size for each layer; an activation is `"tanh"`, `"relu"`, `"sigmoid"` or `"linear"`. `x` is a list of `nin` numbers or Values.
#
# *Out:* `neuron(x)` is one `Value`. `layer(x)` is a list of `nout` Values. `mlp(x)` is one `Value` when the last layer has one neuron, else a list of Values. `parameters()` is a flat list of the Values that training changes.
#
# *Must hold:*
# - each weight starts at its own `random.uniform(-1, 1)`, each bias at 0;
# - a neuron that gets the wrong number of inputs raises a `ValueError` with both numbers in its text;
# - hidden layers use `activation`, the last layer uses `output_activation`;
# - a hidden layer with one neuron works: `MLP(2, [3, 1, 1])`;
# - `parameters()` lists the objects themselves, each once.
#
# *Names:* part two reads `weights`, `bias`, `neurons` and `layers`. Other names cost no points.
#
# *Example:* `len(MLP(3, [4, 4, 1]).parameters())` is 41. With every parameter set to 0.5, `Neuron(2, "linear")([2.0, 3.0])` is 3.0.
#
# *Stuck?* See [Symptom and cause in 4.1](#Symptom-and-cause-in-4.1).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The cell of Figure 4.1 is one neuron, written out. What changes when there are `nin` inputs and not two? For the MLP, follow Figure 4.3 from left to right: what does each column take in, and from where?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# Neuron: `h = f(b + Σᵢ wᵢ xᵢ)`, with one weight for each input. Layer: (`f₁(x)`, ..., `fₙ(x)`), every neuron on the same `x`. MLP: `x⁽⁰⁾ = x`, `x⁽ᵏ⁾ = Layerₖ(x⁽ᵏ⁻¹⁾)`; layer `k`
# has as many inputs as layer `k - 1` has neurons, and layer 1 has `nin`.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# `Neuron.__call__`: compare two lengths and raise; then a running total that starts at the bias, one loop, and `activate` at the end.
# `Layer`: a list of neurons; its call is a list comprehension over them. `Layer.parameters`: a comprehension with two `for`, so that the list stays flat.
# `MLP.__init__`: put `nin` in front of `nouts`; neighbours in that list are the sizes of a layer. Only the last layer gets the other activation.
# `MLP.__call__`: a loop in which `x` becomes what the layer gives. Unwrap after the loop, never inside it.
#
# </details>


# %% answer="day4-mlp"
def activate(value, activation):
    """Return value after the activation: "tanh", "relu", "sigmoid" or "linear" (unchanged)."""
    return value if activation == "linear" else getattr(value, activation)()


class Neuron:
    """A weighted sum of its inputs and a bias, through an activation."""

    def __init__(self, nin, activation="tanh"):
        """Make nin weights, each drawn from -1 to 1, and a bias of 0."""
        ### BEGIN SOLUTION
        self.weights = [Value(random.uniform(-1, 1), label=f"w{k}") for k in range(nin)]
        self.bias = Value(0.0, label="b")
        self.activation = activation
        ### END SOLUTION

    def __call__(self, x):
        """Return the output, a Value, for a list `x` of nin numbers or Values; ValueError for another length."""
        ### BEGIN SOLUTION
        if len(x) != len(self.weights):
            raise ValueError(f"This neuron takes {len(self.weights)} inputs, but `x` has {len(x)}.")
        total = self.bias
        for weight, number in zip(self.weights, x):
            total = total + weight * number
        return activate(total, self.activation)
        ### END SOLUTION

    def parameters(self):
        """Return the list of the weights and the bias."""
        ### BEGIN SOLUTION
        return [*self.weights, self.bias]
        ### END SOLUTION


class Layer:
    """Neurons side by side: each reads the same inputs."""

    def __init__(self, nin, nout, activation="tanh"):
        """Make nout neurons of nin inputs each."""
        ### BEGIN SOLUTION
        self.neurons = [Neuron(nin, activation) for _ in range(nout)]
        ### END SOLUTION

    def __call__(self, x):
        """Return the list of the neurons' outputs."""
        ### BEGIN SOLUTION
        return [neuron(x) for neuron in self.neurons]
        ### END SOLUTION

    def parameters(self):
        """Return one flat list of the parameters of all neurons."""
        ### BEGIN SOLUTION
        return [parameter for neuron in self.neurons for parameter in neuron.parameters()]
        ### END SOLUTION


class MLP:
    """A multilayer perceptron: layers in a chain."""

    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        """Make one layer for each size in nouts; the last one uses output_activation."""
        ### BEGIN SOLUTION
        sizes = [nin, *nouts]
        self.layers = []
        for k in range(len(nouts)):
            last = k == len(nouts) - 1
            self.layers.append(Layer(sizes[k], sizes[k + 1], output_activation if last else activation))
        ### END SOLUTION

    def __call__(self, x):
        """Return the output: one Value if the last layer has one neuron, else a list of Values."""
        ### BEGIN SOLUTION
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x
        ### END SOLUTION

    def parameters(self):
        """Return one flat list of the parameters of all layers."""
        ### BEGIN SOLUTION
        return [parameter for layer in self.layers for parameter in layer.parameters()]
        ### END SOLUTION


# %% check="day4-mlp-neuron" points=1
"""A neuron is a weighted sum plus its bias, through its activation; it refuses the wrong number of inputs."""
neuron = Neuron(2, "linear")
x1, x2 = Value(2.0), Value(3.0)
out = neuron([x1, x2])
assert isinstance(out, Value), "`neuron(x)` is one Value, so that a gradient can come back"
out.backward()  # in `w1*x1 + w2*x2 + b`, the gradient of an input is its weight
bias = neuron([0.0, 0.0]).data
assert abs(out.data - (x1.grad * 2.0 + x2.grad * 3.0 + bias)) < 1e-9, "`w1*x1 + w2*x2 + b`"

# %% check="day4-mlp-layer" points=1
"""A layer lists one output for each neuron; no two neurons are the same, and each starts as the card says."""
assert len(Layer(2, 3)([1.0, -2.0])) == 3, "three neurons give three outputs"

# %% check="day4-mlp-network" points=1
"""An MLP passes its input through every layer and gives a Value when it has one output."""
out = MLP(2, [3, 1, 1])([1.0, 2.0])
assert isinstance(out, Value), "the last layer has one neuron, so the call gives one Value"

# %% check="day4-mlp-parameters" points=1
"""`parameters()` lists every weight and every bias of the network, each once."""
listed = list(MLP(3, [4, 4, 1]).parameters())
assert len(listed) == 41, "4*4 + 4*5 + 1*5"
assert len({id(parameter) for parameter in listed}) == 41, "some parameters are in the list twice"

# %% [markdown]
# #### Symptom and cause in 4.1
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | all neurons of a layer stay alike | equal initial weights, or one neuron repeated: `[Neuron(2)] * 3` | section 2 |
# | 9 parameters where 13 should be | `parameters()` leaves out the biases | section 1 |
# | `'list' object has no attribute 'grad'` | `parameters()` is a list of lists | hint 3 of 4.1 |
# | `object of type 'Value' has no len()` | a hidden layer of width 1 was unwrapped | hint 3 of 4.1 |
#
# </details>

# %% [markdown]
# ## 3. A loss
#
# **Question: how do you tell a network, in one number, how wrong it is?**
#
# A **sample** is one input with its **target**, the answer we want. A **prediction** is the answer we get. Their difference is the **error**. If we added the errors as they are, a positive one would cancel a negative one. So square each error first. The sum of the squares, or their mean, is a **loss**.
#
# The loss must be a `Value`. It is the root of the graph from which `backward()` starts.
#
# With the predictions (1, 3) and the targets (2, 1):
#
# | sample | prediction `p` | target `y` | error `p - y` | square | `d(mean)/dp = 2(p - y)/2` |
# |---|---:|---:|---:|---:|---:|
# | 1 | 1 | 2 | -1 | 1 | -1 |
# | 2 | 3 | 1 | 2 | 4 | 2 |
# | sum | | | 1 | **5** | |
# | mean | | | | **2.5** | |
#
# **Predict.** Each prediction takes a step of 0.1 times its gradient, against it. The mean was 2.5. What is it after that step, to about 0.05?

# %%
predict("day4-after-the-step", ..., sure=...)

# %%
predictions = [Value(1.0, label="p1"), Value(3.0, label="p2")]
first, second = predictions[0] - 2.0, predictions[1] - 1.0
loss = (first * first + second * second) * 0.5
loss.backward()
print("loss:", loss.data, "  gradients:", [prediction.grad for prediction in predictions])
after = [prediction.data - 0.1 * prediction.grad for prediction in predictions]
after_the_step = ((after[0] - 2) ** 2 + (after[1] - 1) ** 2) / 2
print(f"predictions after the step: {after}, loss {after_the_step:g}")
reveal("day4-after-the-step", after_the_step)

# %% [markdown]
# ### Exercise 4.3: measure the error (about 6 min)
#
# *Signature:* `mean_squared_error(predictions, targets)`, and a dictionary `constant`.
#
# *In:* a list of Values, and a list of as many numbers. For `constant`: a model gives the same number `c` for every sample, and the targets are 1, 2, 3 and 10.
#
# *Out:*
# - the function returns one `Value`, the mean of the squared errors;
# - `constant["best"]`: the `c` with the smallest mean of squared errors;
# - `constant["share"]`: with this `c`, the share of the sum of squares that comes from the target 10.
#
# *Must hold:* the loss is connected to the predictions; lists of different lengths raise a `ValueError`.
#
# *Example:* predictions 1 and 3 with targets 2 and 1 have the mean 2.5. For `c = 2` the share is 64/66.
#
# *Stuck?* See [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The third line of the cell above does it for two samples. `zip` silently stops at the shorter list, so compare the lengths before you zip. For `c`, try 2 and 3. Does the loss fall?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# `M = Σᵢ (pᵢ - yᵢ)² / n`. So `∂M/∂pᵢ = 2 (pᵢ - yᵢ) / n`. For `c`, write M with the four targets: it is a curve over `c`.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# Compare two lengths, then use Python's `sum` over pairs. `sum` starts at the plain number 0; your engine's `__radd__` handles that. Divide by how many there are. Work with the Values themselves: taking `.data` cuts the graph.
# For the share: four errors, four squares, and one of them over their sum.
#
# </details>


# %% answer="day4-loss"
def mean_squared_error(predictions, targets):
    """Return the mean of (prediction - target)**2, a Value; ValueError for lists of different lengths."""
    ### BEGIN SOLUTION
    if len(predictions) != len(targets):
        raise ValueError(f"{len(predictions)} predictions, but {len(targets)} targets.")
    total = sum((prediction - target) ** 2 for prediction, target in zip(predictions, targets))
    return total / len(targets)
    ### END SOLUTION


constant = {
    ### BEGIN SOLUTION
    #: "best": None,
    #: "share": None,
    "best": 4.0,
    "share": 0.72,
    ### END SOLUTION
}

# %% check="day4-loss-mean" points=1
"""The mean of squared errors is a Value that stays connected to the predictions."""
mean = mean_squared_error([Value(1.0), Value(3.0)], [2.0, 1.0])
assert isinstance(mean, Value), "the loss is a Value, the root of the graph"
assert abs(mean.data - 2.5) < 1e-9, "((1 - 2)**2 + (3 - 1)**2) / 2"

# %% check="day4-loss-constant" points=1 note="It checks only the form."
"""The best constant answer, and how much one far sample weighs in the loss."""
if None in constant.values():
    raise NotImplementedError("Exercise 4.3 is not written yet.")
texts = [number for number in constant.values() if isinstance(number, (str, list, tuple))]
assert not texts, "both answers are numbers"

# %% [markdown]
# ## 4. Four steps
#
# **Question: how do gradients turn into learning?**
#
# Move every parameter a little *against* its gradient. The **learning rate** says how little. One round has four steps:
#
# 1. **forward:** compute the predictions,
# 2. **loss:** compare them with the targets,
# 3. **backward:** set every parameter's gradient to zero, then call `backward()` on the loss,
# 4. **update:** subtract learning rate times gradient from each parameter's `data`.
#
# Zero first, since your engine *adds* to the gradient of a leaf.
#
# **By hand,** with `y = w·x`, the samples (1, 2) and (2, 4), the learning rate 0.1 and the mean of the squared errors:
#
# | step | `w` | predictions | errors | loss | `dL/dw` = mean of 2 · error · `x` | next `w` |
# |---|---:|---|---|---:|---|---:|
# | 1 | 0 | 0, 0 | -2, -4 | 10 | (-4 - 16)/2 = -10 | 1 |
# | 2 | 1 | 1, 2 | -1, -2 | 2.5 | (-2 - 8)/2 = -5 | 1.5 |
# | 3 | 1.5 | 1.5, 3 | -0.5, -1 | 0.625 | -2.5 | 1.75 |
# | 4 | 1.75 | 1.75, 3.5 | -0.25, -0.5 | 0.15625 | -1.25 | 1.875 |


# %%
class Line:
    """The smallest model: `y = w * x`, with `x` as a list of one number."""

    def __init__(self, w):
        self.w = Value(w, label="w")

    def __call__(self, x):
        return self.w * x[0]

    def parameters(self):
        return [self.w]


line = Line(0.0)
errors = [line([1.0]) - 2.0, line([2.0]) - 4.0]  # 1. forward
loss = (errors[0] ** 2 + errors[1] ** 2) / 2  # 2. loss
line.w.grad = 0.0
loss.backward()  # 3. backward
line.w.data -= 0.1 * line.w.grad  # 4. update
print(f"loss {loss.data:g}   gradient {line.w.grad:g}   w after the update {line.w.data:g}")

# %% tags=["setup"] jupyter={"source_hidden": true}
# Defines mean_squared_error where 4.3 is not written yet, so that 4.4 can be tried alone.
if "mean_squared_error" not in globals():

    def mean_squared_error(*lists):
        raise NotImplementedError("Exercise 4.3 is not written yet.")


# %% [markdown]
# ### Exercise 4.4: train (about 15 min)
#
# Write the loop. It trains every network from here on.
#
# *Signature:* `train(model, xs, ys, steps, learning_rate, loss=mean_squared_error)`
#
# *In:* `model` can be called on one `x` and has `parameters()`; `xs` is a list of inputs, `ys` the list of targets; `loss` takes (predictions, targets).
#
# *Out:* a list of `steps` floats: the loss of each round, measured **before** that round's update.
#
# *Must hold:*
# - all four steps in every round, with **all** samples;
# - gradients left over from earlier do not count;
# - every parameter is updated in place: its `data` changes, the object stays;
# - it uses the `loss` that was passed.
#
# *Example:* `train(Line(0.0), [[1.0], [2.0]], [2.0, 4.0], 4, 0.1)` is `[10.0, 2.5, 0.625, 0.15625]`, up to rounding.
#
# *Stuck?* See [Symptom and cause in 4.4](#Symptom-and-cause-in-4.4).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Section 4 has a cell with lines numbered 1 to 4. They are one round. Which of them work for a `Line` only? Rewrite these with `model`, `xs`, `ys` and `loss`. Then ask which lines belong inside the loop.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# For `t = 1`, ..., steps: `Lₜ = loss(model(x₁), ..., model(xₙ); y₁, ..., yₙ)`, then `p ← p` - η `∂Lₜ/∂p` for every parameter `p`. The list holds `L₁`, ..., L_steps.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# An empty list; one loop over the rounds. Inside: a list of predictions; the loss; a small loop that puts `grad` to zero; one call; a small loop that changes `data`; an `append` of a float.
# After the loop, `return`. Assigning to the loop variable itself changes nothing in the model: assign to one of its attributes.
#
# </details>


# %% answer="day4-train"
def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    """Train a model by gradient descent, all samples in every step.

    Args:
        model: Called on one `x` it gives the prediction; parameters() lists its Values.
        xs: The inputs, a list of lists of numbers.
        ys: The targets, a list as long as xs.
        steps: How many updates to make.
        learning_rate: How far to go against the gradient.
        loss: A function of (predictions, targets) that returns a Value.

    Returns:
        The list of losses, one float for each step, each measured before the step's update.
    """
    ### BEGIN SOLUTION
    losses = []
    for _ in range(steps):
        predictions = [model(x) for x in xs]
        root = loss(predictions, ys)
        for parameter in model.parameters():
            parameter.grad = 0.0
        root.backward()
        for parameter in model.parameters():
            parameter.data -= learning_rate * parameter.grad
        losses.append(root.data)
    return losses
    ### END SOLUTION


# %% check="day4-train-step" points=1
"""One round measures the loss, then moves every parameter against its gradient."""


class Line:
    """The smallest model: `y = w * x`."""

    def __init__(self, w):
        self.w = Value(w)

    def __call__(self, x):
        return self.w * x[0]

    def parameters(self):
        return [self.w]


def mean_square(predictions, targets):
    return sum((p - y) ** 2 for p, y in zip(predictions, targets)) / len(targets)


line = Line(0.0)
losses = train(line, [[1.0], [2.0]], [2.0, 4.0], 1, 0.1, loss=mean_square)
assert len(losses) == 1, "one step gives one loss"
assert abs(losses[0] - 10.0) < 1e-9, "(2**2 + 4**2) / 2"
assert abs(line.w.data - 1.0) < 1e-9, "0 - 0.1 * (-10)"

# %% check="day4-train-zero" points=1
"""Each round uses its own gradient alone: what was there before does not count."""


class Line:
    """The smallest model: `y = w * x`."""

    def __init__(self, w):
        self.w = Value(w)

    def __call__(self, x):
        return self.w * x[0]

    def parameters(self):
        return [self.w]


def mean_square(predictions, targets):
    return sum((p - y) ** 2 for p, y in zip(predictions, targets)) / len(targets)


# By hand `w` goes 0, 1, 1.5, 1.75, 1.875 in four rounds, in one call or in four.
line, apart = Line(0.0), Line(0.0)
train(line, [[1.0], [2.0]], [2.0, 4.0], 4, 0.1, loss=mean_square)
for _ in range(4):
    apart.w.grad = 0.0
    train(apart, [[1.0], [2.0]], [2.0, 4.0], 1, 0.1, loss=mean_square)
assert abs(line.w.data - apart.w.data) < 1e-9, "`apart` makes one round in each call, from `w.grad = 0` on"

# %% check="day4-train-model" points=1
"""`train` moves every parameter of any model, and uses the loss it was given."""


class Slope:
    """A line with a bias: `y = w * x + b`."""

    def __init__(self):
        self.w, self.b = Value(0.0), Value(0.0)

    def __call__(self, x):
        return self.w * x[0] + self.b

    def parameters(self):
        return [self.w, self.b]


slope = Slope()
train(slope, [[1.0]], [2.0], 1, 0.1, loss=lambda predictions, targets: (predictions[0] - targets[0]) ** 2)
assert round(slope.w.data, 6) != 0.0, "the gradient of `w` is -4, so `w` moves"
assert round(slope.b.data, 6) == round(slope.w.data, 6), "both gradients are -4"

# %% [markdown]
# #### Symptom and cause in 4.4
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | the loss is flat from the first step | the predictions are computed outside the loop | 4.4: which lines are inside? |
# | the loss is flat, the gradients are not zero | the update changes a copy: `p = p - ...` | section 4, step 4 |
# | the loss is flat, the gradients are zero | `backward()` is not called, or they are set to zero after it; or the loss was built from `.data` | section 4; 4.3 |
# | the loss grows at every step, up to `OverflowError: (34, 'Numerical result out of range')` | the sign of the update, or a rate that is too large | section 4 |
# | the loss falls, then bounces back | gradients are not cleared | section 4 |
#
# </details>

# %% jupyter={"source_hidden": true}
# Draws Figure 4.4: the loss over `w`, and five rounds of your loop on it.
line = Line(0.0)
path = []
for _ in range(5):
    w = line.w.data
    path.append((w, train(line, [[1.0], [2.0]], [2.0, 4.0], 1, 0.1)[0]))
print("losses:", ", ".join(f"{loss:.4g}" for _, loss in path))
ws = [i / 50 for i in range(-10, 211)]
fig, ax = plt.subplots(figsize=(6, 3), layout="constrained")
ax.plot(ws, [((w - 2) ** 2 + (2 * w - 4) ** 2) / 2 for w in ws], color=COLOURS["blue"], marker="")
ax.plot(*zip(*path), marker="o", linestyle="--", color=COLOURS["vermillion"])
ax.set(xlabel="w", ylabel="loss")
show_figure(
    fig,
    caption="Figure 4.4. Five rounds on `y = w·x`. Each step halves the distance to `w = 2`, so the "
    "loss falls to a quarter.",
    alt="A parabola of the loss over `w` with its lowest point at `w = 2`. "
    "Five dots walk down its left side: `w = 0`, 1, 1.5, 1.75, 1.875.",
)

# %% [markdown]
# <details>
# <summary>We got this wrong first: a loss that only fell</summary>
#
# In all our questions about `train` the loss fell. So a `train` that halves its rate when the loss rises answered every one of them: it never had to halve anything. That is not the training of the card, and the check could not see it. One question now trains at a rate so large that the loss rises at every step. A test shows what a program does in the cases that it has, and no others.
#
# </details>

# %% [markdown]
# ## 5. When it does not learn
#
# **Question: the loss does not fall. Is it the data, the rate, the size, or the net?**
#
# The net below has 41 parameters and should learn four samples. It does not.
#
# When training fails, ask first: *what is the lowest loss this net could reach?*
#
# **Work it out before you run the cell.** From its settings and Figure 4.2, how close can this net come to each target?


# %% jupyter={"source_hidden": true}
# Defines sum_squared_error, and try_settings, which makes a net with the settings of a dictionary and trains it.
def sum_squared_error(predictions, targets):
    """Return the sum of the squared errors: their mean, times the number of samples."""
    return mean_squared_error(predictions, targets) * len(targets)


def try_settings(settings, xs, ys, seed, loss=mean_squared_error):
    """Make a net with these settings, train it, and return it with its losses."""
    random.seed(seed)
    model = MLP(
        len(xs[0]),
        [*settings["hidden"], 1],
        settings["activation"],
        settings["output_activation"],
    )
    losses = train(model, xs, ys, settings["steps"], settings["learning_rate"], loss)
    return model, losses


# %%
FOUR_XS = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
FOUR_YS = [1.0, -1.0, -1.0, 1.0]
failing = {
    "hidden": [4, 4],
    "activation": "tanh",
    "output_activation": "relu",
    "steps": 200,
    "learning_rate": 0.05,
}

model, failing_losses = try_settings(failing, FOUR_XS, FOUR_YS, seed=158, loss=sum_squared_error)
print(f"loss: {failing_losses[0]:.4g} at the start, {failing_losses[-1]:.4g} after 200 steps")
print("targets:    ", FOUR_YS)
print("predictions:", [round(model(x).data, 3) for x in FOUR_XS])

# %% [markdown]
# ### Exercise 4.5: diagnose (about 10 min)
#
# Find the cause, then fix it.
#
# *Signature:* a letter `cause`, a number `lowest_possible`, and a dictionary `repair`.
#
# *In:* the failing net above. Its cause may be:
#
# | letter | cause |
# |---|---|
# | `"a"` | 200 steps are too few |
# | `"b"` | the learning rate is too small |
# | `"c"` | the hidden layers are too narrow |
# | `"d"` | the output cannot take the values that the targets ask for |
# | `"e"` | the gradients are not set to zero between the steps |
#
# *Out:*
# - `lowest_possible`: somebody adds a fifth sample, with the inputs of the second and the target 2. The smallest *sum* of squared errors that a net with this output can reach on all five, with any weights. Find it on paper.
# - `repair`: settings with the five keys of `failing`, where `"hidden"` is any list of sizes, with which a net learns the four samples. It has as **few hidden neurons** as possible.
#
# *Must hold:* trained with `repair` and `sum_squared_error`, a net has a last loss below 0.05 from each of the seeds 1 to 5, in at most 2,000 steps.
#
# *Example:* `try_settings(repair, FOUR_XS, FOUR_YS, 1, loss=sum_squared_error)` trains one net and returns it with its losses.
#
# *Stuck?* See [Symptom and cause in 4.5](#Symptom-and-cause-in-4.5).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Compare the two printed lists. Which samples are missed, and what do their targets have in common?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# The loss is a sum of `(p - y)²`, a term for each sample. Training chooses the weights, and the weights choose the `p`. Which five predictions can a net of this kind give *at once*? Among these, look for the smallest sum.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# One letter; one number, the sum of five squares; one dictionary. First make the net of `failing` learn. Then take hidden neurons away and train again. How far can you go?
#
# </details>

# %% answer="day4-diagnose"
### BEGIN SOLUTION
#: cause = None  # "a", "b", "c", "d" or "e"
#: lowest_possible = None  # your number
#: repair = None  # a dictionary with the keys of failing
cause = "d"
lowest_possible = 5.5
repair = {"hidden": [], "activation": "tanh", "output_activation": "tanh", "steps": 200, "learning_rate": 0.05}
### END SOLUTION

# %% check="day4-diagnose-cause" points=1 note="It checks only the form."
"""The cause, and the loss that no such net can go below."""
if cause is None or lowest_possible is None:
    raise NotImplementedError("Exercise 4.5 is not written yet.")
assert str(cause).strip().lower() in list("abcde"), "it is one of the letters 'a' to 'e'"

# %% check="day4-diagnose-repair" points=2 note="It checks only the keys."
"""With the settings in `repair`, a net learns the four samples, with as few hidden neurons as possible."""
if repair is None:
    raise NotImplementedError("Exercise 4.5 is not written yet.")
missing = {"activation", "hidden", "learning_rate", "output_activation", "steps"} - set(repair)
assert not missing, "repair has the keys that failing has"

# %% [markdown]
# #### Symptom and cause in 4.5
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | the loss stops at a number that is not 0 | the net cannot give the targets: ReLU or sigmoid on the output, no bend | section 5 |
#
# </details>

# %%
if repair is None:
    raise NotImplementedError("Exercise 4.5 is not written yet.")
fixed, fixed_losses = try_settings(repair, FOUR_XS, FOUR_YS, seed=158, loss=sum_squared_error)
print("predictions of the fixed net:", [round(fixed(x).data, 3) for x in FOUR_XS])

# %% jupyter={"source_hidden": true}
# Draws Figure 4.5: the losses of the failing net and of your repair.
if repair is None:
    raise NotImplementedError("Exercise 4.5 is not written yet.")
floor = 2.0  # of the four samples: nothing that this net answers is nearer than 1 to a target of -1
fig, ax = plt.subplots(figsize=(6, 3), layout="constrained")
ax.semilogy(failing_losses, color=COLOURS["vermillion"], linestyle="--", marker="", label="failing")
ax.semilogy(fixed_losses, color=COLOURS["blue"], marker="", label="fixed")
ax.axhline(
    floor,
    color=COLOURS["black"],
    linestyle=":",
    label="floor of the failing net",
)
ax.set(xlabel="step", ylabel="sum of squared errors", ylim=(1e-3, 30))
ax.legend()
show_figure(
    fig,
    caption="Figure 4.5. The losses of the failing net and of your repair, and the floor of the failing net. "
    + ("Your repair goes below it." if fixed_losses[-1] < 0.05 else "Your repair is not there yet."),
    alt="Log plot of two losses over the steps, cut off below 0.001. The dashed one falls to "
    f"{failing_losses[-1]:.3g} and stays there; a dotted line marks {floor:g}. "
    f"The solid one ends at {fixed_losses[-1]:.1g}.",
)

# %% [markdown]
# Many starts stay above that floor. If the input of the ReLU is below 0 for *every* sample, its slope is 0 for all of them: no gradient comes back, and the loss stays at 4 for ever. Such a neuron is **dead**.

# %% [markdown]
# ## 6. Ten digits
#
# **Question: can the same loop learn to read?**
#
# A digit is 5 pixels wide and 7 high: 1 for ink, 0 for paper. So a net reads 35 numbers. The largest of its ten outputs is its answer. The loss, in the folded cell, is small if the right output is far above the others.


# %% jupyter={"source_hidden": true}
# Defines the ten drawings, their pixels, and softmax_cross_entropy and probabilities of section 10.
def softmax_cross_entropy(outputs, classes):
    """Return the mean of `-log p` of the right class, for one list of logits a sample."""
    total = 0.0
    for logits, right in zip(outputs, classes):
        largest = max(logit.data for logit in logits)  # taken off, so that no exp overflows
        shifted = [logit - largest for logit in logits]
        total = total + sum(logit.exp() for logit in shifted).log() - shifted[right]
    return total / len(classes)


def probabilities(logits):
    """Return the softmax of a list of logits, as numbers."""
    largest = max(logit.data for logit in logits)
    powers = [math.exp(logit.data - largest) for logit in logits]
    return [power / sum(powers) for power in powers]


def pixels(rows):
    """Return the 35 pixels of a drawing, a list of 7 texts of 5 signs; ValueError for another size."""
    sizes = sorted({len(row) for row in rows})
    if len(rows) != 7 or sizes != [5]:
        raise ValueError(f"A digit has 7 rows of 5 signs; this has {len(rows)} rows of {sizes}.")
    return [1.0 if sign == "#" else 0.0 for row in rows for sign in row]


DRAWN = """
.###.   ..#..   .###.   .###.   ...#.   #####   .###.   #####   .###.   .###.
#...#   .##..   #...#   #...#   ..##.   #....   #....   ....#   #...#   #...#
#..##   ..#..   ....#   ....#   .#.#.   ####.   #....   ...#.   #...#   #...#
#.#.#   ..#..   ...#.   ..##.   #..#.   ....#   ####.   ...#.   .###.   .####
##..#   ..#..   ..#..   ....#   #####   ....#   #...#   ..#..   #...#   ....#
#...#   ..#..   .#...   #...#   ...#.   #...#   #...#   ..#..   #...#   ....#
.###.   .###.   #####   .###.   ...#.   .###.   .###.   ..#..   .###.   .###.
"""
DIGITS = list(range(10))
DIGIT_XS = [pixels(rows) for rows in zip(*(line.split() for line in DRAWN.split("\n") if line))]


# %%
def ten_digits():
    """Return a net that was trained on the ten digits, and its losses."""
    random.seed(8)
    net, losses = MLP(35, [10]), []
    for _ in progress(range(6), "ten digits"):
        losses += train(net, DIGIT_XS, DIGITS, 5, 1.0, loss=softmax_cross_entropy)
    return net, losses


digit_net, digit_losses = ten_digits()
answers = [probabilities(digit_net(x)) for x in DIGIT_XS]
right = sum(max(DIGITS, key=lambda k: p[k]) == digit for digit, p in zip(DIGITS, answers))
print(f"{len(digit_net.parameters())} parameters, 30 steps: loss {digit_losses[0]:.2f} -> {digit_losses[-1]:.2f}")
print(f"{right} of 10 digits right; p of the 8 is {answers[8][8]:.2f}")

# %% [markdown]
# Your `MLP` and `train` did that unchanged. Now draw: run the next cell, and change the 8 with the mouse, or with the arrow keys and the space bar. *Fool me* asks for the gradient of the pixels, and moves each a little.

# %%
draw_digit(
    digit_net,
    probabilities,
    softmax_cross_entropy,
    DIGIT_XS[8],
    caption="Figure 4.6. Your net reads what you draw. The figure shows an 8 where no kernel runs.",
)

# %% [markdown]
# ## One principle
#
# **Ask what is possible before you ask for more.** Work out the best that could happen. If you are there already, change the net; if you are not, keep training.
#
# ## Symptom and cause
#
# Errors of one exercise are listed under its checks: [4.1](#Symptom-and-cause-in-4.1), [4.4](#Symptom-and-cause-in-4.4), [4.5](#Symptom-and-cause-in-4.5), [4.8](#Symptom-and-cause-in-4.8). In any exercise:
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `NameError: name '...' is not defined` | the kernel is new, and a cell further up was not run in it | *Run*, *Run All Above Selected Cell* |
#
# ## In your own words
#
# Three or four sentences for a friend, not graded.
#
# *What are the four steps of training, and what goes wrong without each?*

# %% [markdown] tags=["own-words"]
# *Double-click here and write.*

# %% [markdown]
# <details>
# <summary>A model answer. Write yours first.</summary>
#
# Forward computes the predictions; if it ran only once, the loss would never change. The loss turns all errors into one number; without it there is no root. Backward clears the old gradients, which would otherwise count again, and computes the new ones; without it nothing moves.
# The update moves each parameter against its gradient; without it we only measure.
#
# </details>
#
# <details>
# <summary>What today simplified</summary>
#
# - Every step used all samples. Real training takes a few at a time (*mini-batches*), so its loss curve is noisy.
# - We looked at the training samples alone. How a net does on samples it never saw is the real question.
#
# </details>
#
# <details>
# <summary>Further reading</summary>
#
# - Andrej Karpathy, [Building micrograd](https://www.youtube.com/watch?v=VMj-3S1tku0). Its last part trains a net on the four samples of section 5.
# - Goodfellow, Shlens and Szegedy (2015), [Explaining and harnessing adversarial examples](https://arxiv.org/abs/1412.6572).
# - PyTorch, [BCEWithLogitsLoss](https://docs.pytorch.org/docs/stable/generated/torch.nn.BCEWithLogitsLoss.html), which says why it works from the logit.
#
# </details>
#
# <details>
# <summary>Deliverables: tick what you have</summary>
#
# - ☐ **build** a network: 4.1 ({points:4.1} points)
# - ☐ **measure** how wrong it is: 4.3 ({points:4.3} points)
# - ☐ **train** it: 4.4 ({points:4.4} points)
# - ☐ **diagnose** a network that does not learn, and fix it: 4.5 ({points:4.5} points)
# - ☐ in part two, **read** what a network sees: 4.2 ({points:4.2} points), 4.6 ({points:4.6} points), 4.7 ({points:4.7} points), 4.8 ({points:4.8} points) and 4.9 ({points:4.9} points)
#
# </details>
#
# ## Tomorrow
#
# Ten layers may not learn at all: on its way back the gradient shrinks to nothing, or grows beyond all bounds. Tomorrow you fix both.
#
# All rules of the five days stand on [one page](../../docs/rules.md).
#
# ## Your points
#
# {points:total} points in all. {points:core} of them are in the core, which ends here: enough for today. Save the notebook, and run the next cell: it grades the saved file.

# %%
from gradtools import check

check()
# %% [markdown]
# ## Part two: extra
#
# Here a net learns what no straight line can separate, and you look into it: eight sections, about {minutes:extra} minutes and {points:extra} points. Nothing later needs any of it. Run the cells above first, then take what you like.

# %% [markdown]
# ## 7. XOR
#
# **Question: what can a hidden layer do that a straight line cannot?**
#
# XOR is 1 when exactly one of its two inputs is 1. A model without a hidden layer answers 1 on one side of a straight line. For XOR that needs
# $b < 0.5$ and $w_1 + w_2 + b < 0.5$ for the two zeros, $w_1 + b > 0.5$ and $w_2 + b > 0.5$ for the two ones. The first two add up to
# $w_1 + w_2 + 2b < 1$, the last two to $w_1 + w_2 + 2b > 1$. Both cannot hold.
#
# Linear hidden layers change nothing: a chain of linear maps is one linear map, as in $3(2x + 1) - 1 = 6x + 2$.
#
# XOR is not a serious task: it has four samples. It is an *end-to-end proof*. Every part of your engine has to be right before its loss can reach 0.
#
# **Predict.** The net below has 37 parameters and no bend. Where does its loss end, to about 0.05?

# %%
predict("day4-no-bend", ..., sure=...)

# %%
XOR_XS = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
XOR_YS = [0.0, 1.0, 1.0, 0.0]
XOR_SEEDS = [15, 21, 23, 29, 36]
no_bend = {
    "hidden": [4, 4],
    "activation": "linear",
    "output_activation": "linear",
    "steps": 300,
    "learning_rate": 0.02,
}
model, losses = try_settings(no_bend, XOR_XS, XOR_YS, seed=15)
print(f"{len(model.parameters())} parameters, loss {losses[-1]:.4f}")
print("predictions:", [round(model(x).data, 3) for x in XOR_XS])
reveal("day4-no-bend", losses[-1])

# %% [markdown]
# ### Exercise 4.6: learn XOR (extra, about 8 min)
#
# *Signature:* a dictionary `xor_settings` with the five keys of section 5: `"hidden"`, `"activation"`, `"output_activation"`, `"steps"`, `"learning_rate"`.
#
# *In:* the four samples above, and the five seeds in `XOR_SEEDS`.
#
# *Out:* settings. `"hidden"` lists at most three layers of at most 16 neurons, without the output layer. `"steps"` is at most 80.
#
# *Must hold:* for **each** of the five seeds, the last of the losses (`mean_squared_error`) is below 0.001.
#
# *Example:* `try_settings(xor_settings, XOR_XS, XOR_YS, seed=15)` trains one net and returns it with its losses. The check trains a net of its own.
#
#
# *Stuck?* See [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Try `no_bend` with one entry changed, and look at the losses of each seed: do they still fall at the last step, do they stand still, or do they grow? Write down what you tried and what came of it.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# Two hidden neurons are enough *to write* XOR down: `h₁` separates (0, 0) from the rest, `h₂` separates (1, 1), and the output combines them. They are not always enough *to find* it:
# with tanh and a linear output, about 80 of 200 random starts end below 0.001 at the learning rate 0.1, and about 170 at 0.3. That is after 500 steps, and here you have fewer.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# In one step all weights of a net move. So the more there are, the further its output moves at the same learning rate, and the sooner it moves too far. Change the size and the rate together. Test with a loop over `XOR_SEEDS`.
#
# </details>

# %% answer="day4-xor"
### BEGIN SOLUTION
#: xor_settings = None  # a dictionary with the five keys
xor_settings = {
    "hidden": [12, 12],
    "activation": "tanh",
    "output_activation": "linear",
    "steps": 80,
    "learning_rate": 0.1,
}
### END SOLUTION

# %% check="day4-xor-learns" points=1 note="It checks only the number of steps."
"""With these settings at least one of the five starts learns XOR within 80 steps."""
if xor_settings is None:
    raise NotImplementedError("Exercise 4.6 is not written yet.")
assert xor_settings["steps"] <= 80, "the loss goes below 0.001 within 80 steps"

# %% check="day4-xor-seeds" points=2 note="It checks only the keys."
"""With these settings every one of the five starts learns XOR."""
if xor_settings is None:
    raise NotImplementedError("Exercise 4.6 is not written yet.")
missing = {"activation", "hidden", "learning_rate", "output_activation", "steps"} - set(xor_settings)
assert not missing, "xor_settings has these keys, too"

# %% [markdown]
# #### The decision boundary
#
# <details>
# <summary>We got this wrong first: 82 of 200</summary>
#
# Hint 2 of this exercise once said that 82 of 200 random starts learn XOR. We had counted them, and a test counted again. Then the test failed on a computer with another processor. It rounds the last digit of tanh in another way, and 500 steps make that grow. A start or two ended on the other side of 0.001. Now the hint says *about 80*: a number has no more digits than come out everywhere.
#
# </details>
#
# Now your own engine learns XOR, from three of the five starts. A **decision boundary** is the line where a net changes its answer.


# %% jupyter={"source_hidden": true}
# Defines boundary, which draws where a net changes its answer.
def boundary(ax, model, xs, ys, low, high, level):
    """Shade where the model answers more than level, and draw the samples of each class with their own shape."""
    ticks = [low + (high - low) * i / 24 for i in range(25)]
    grid = [[model([x1, x2]).data for x1 in ticks] for x2 in ticks]
    colours = [TINTS["sky"], TINTS["orange"]]
    ax.contourf(ticks, ticks, grid, levels=[-1e9, level, 1e9], colors=colours, hatches=["", "//"])
    for label, marker in ((0, "o"), (1, "^")):
        chosen = [x for x, y in zip(xs, ys) if y == label]
        ax.scatter(
            *zip(*chosen),
            marker=marker,
            color="white",
            edgecolors=COLOURS["black"],
            zorder=2,
            label=f"class {label}",
        )
    ax.set(xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
    ax.grid(False)


# %%
if xor_settings is None:
    raise NotImplementedError("Exercise 4.6 is not written yet.")
untrained = try_settings({**xor_settings, "steps": 0}, XOR_XS, XOR_YS, XOR_SEEDS[0])[0]
runs = [try_settings(xor_settings, XOR_XS, XOR_YS, seed) for seed in progress(XOR_SEEDS[:3], "XOR, three starts")]
for seed, (_, losses) in zip(XOR_SEEDS, runs):
    print(f"seed {seed}: {losses[0]:.3f} -> {losses[-1]:.1e}")

# %% jupyter={"source_hidden": true}
# Draws Figure 4.7: what the net answers before and after training, and the losses of three starts.
if xor_settings is None:
    raise NotImplementedError("Exercise 4.6 is not written yet.")
fig, axes = plt.subplots(1, 3, figsize=(8.2, 3.2), layout="constrained")
boundary(axes[0], untrained, XOR_XS, XOR_YS, -0.5, 1.5, level=0.5)
boundary(axes[1], runs[0][0], XOR_XS, XOR_YS, -0.5, 1.5, level=0.5)
for seed, style, (_, losses) in zip(XOR_SEEDS, ("-", "--", ":"), runs):
    axes[2].semilogy(losses, linestyle=style, marker="", label=f"seed {seed}")
axes[2].axhline(0.001, color=COLOURS["black"], linewidth=0.8)
axes[0].set_title("before")
fig.legend(*axes[0].get_legend_handles_labels(), loc="outside lower left", ncols=2)
axes[1].set_title("after")
axes[2].set(title="loss", xlabel="step")
axes[2].legend()
show_figure(
    fig,
    caption="Figure 4.7. XOR before and after training, and the losses of three starts. "
    "Hatched: the net answers more than 0.5.",
    alt="Left: the hatched region does not separate triangles from circles. Middle: "
    "it holds both triangles and neither circle. Right: "
    f"three losses on a log axis; they end at {', '.join(f'{losses[-1]:.0e}' for _, losses in runs)}.",
)

# %% [markdown]
# The five starts of the exercise begin closer together than most: with eight hidden neurons, their losses lie between 0.66 and 0.77. Of 200 other starts, the middle 160 begin between 0.37 and 2.30.

# %% [markdown]
# ## 8. The hidden plane
#
# **Question: why can two hidden neurons be enough for XOR?**
#
# They turn each input into a pair of numbers $(h_1, h_2)$, a point of the **hidden plane**. The output neuron sees nothing
# else, and answers more than 0.5 on one side of a straight line. So the hidden neurons have to move the four points until a straight line separates them.
#
# Join the two points of class 0 by a segment, and the two of class 1 by another. Where the segments cross or touch, no line separates the classes; where they stay apart, one does.
#
# Two steep neurons do it: $h_1 = \tanh(20x_1 + 20x_2 - 10)$ and $h_2 = \tanh(20x_1 + 20x_2 - 30)$, with the output $0.5\,h_1 - 0.5\,h_2$:
#
# | `x` | `h₁` | `h₂` | output | target |
# |---|---:|---:|---:|---:|
# | (0, 0) | -1 | -1 | 0 | 0 |
# | (0, 1) | 1 | -1 | 1 | 1 |
# | (1, 0) | 1 | -1 | 1 | 1 |
# | (1, 1) | 1 | 1 | 0 | 0 |
#
# Both inputs of class 1 become the same point, and a line fits beside it. The cell computes the table, then trains two such nets, for about a second.


# %%
def hidden_points(neurons):
    """Return the points `(h1, h2)` of the four inputs, for two tanh neurons `(w1, w2, b)`."""
    return [tuple((Value(w1) * x1 + w2 * x2 + b).tanh().data for w1, w2, b in neurons) for x1, x2 in XOR_XS]


for x, (h1, h2) in zip(XOR_XS, hidden_points([(20, 20, -10), (20, 20, -30)])):
    print(f"{x}: h1 = {h1:.8f}, h2 = {h2:.8f}, output {0.5 * h1 - 0.5 * h2:.8f}")

two = {**no_bend, "hidden": [2], "activation": "tanh", "steps": 0, "learning_rate": 0.3}


def after(steps, seed):
    """Return the net with two hidden neurons after so many steps from a start; print how its loss fell."""
    model, losses = try_settings({**two, "steps": steps}, XOR_XS, XOR_YS, seed)
    if losses:
        print(f"seed {seed}: {losses[0]:.3f} -> {losses[-1]:.4f}")
    return model


panels = [("before training", after(0, 15)), ("after training", after(500, 15)), ("another start", after(500, 23))]

# %% jupyter={"source_hidden": true}
# Draws Figure 4.8: the hidden planes of the two nets.
fig, axes = plt.subplots(1, 3, figsize=(9.4, 3.5), layout="constrained", sharex=True, sharey=True)
for ax, (title, model) in zip(axes, panels):
    points = [[h.data for h in model.layers[0](x)] for x in XOR_XS]
    v1, v2, c = (parameter.data for parameter in model.layers[-1].parameters())
    for label, marker, ends in ((0, "o", (0, 3)), (1, "^", (1, 2))):
        ax.plot(
            *zip(*(points[end] for end in ends)),
            linestyle=":",
            marker=marker,
            markersize=9,
            color=COLOURS["blue"] if label == 0 else COLOURS["vermillion"],
            markerfacecolor="white",
            label=f"class {label}",
        )
    spots = {}
    for x, point in zip(XOR_XS, points):
        spots.setdefault(tuple(round(h, 1) for h in point), (point, []))[1].append(x)
    for point, inputs in spots.values():
        text = ", ".join(f"({x1:g}, {x2:g})" for x1, x2 in inputs)
        side, up = "right" if point[0] > 0 else "left", -15 if inputs == [[1.0, 1.0]] else 8
        ax.annotate(
            text,
            point,
            xytext=(0, up),
            textcoords="offset points",
            ha=side,
            fontsize="small",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )
    # The line on which the output neuron answers 0.5: `v1 h1 + v2 h2 + c = 0.5`.
    ends = [
        ((0.5 - c - v2 * h2) / v1, h2) if abs(v1) > abs(v2) else (h2, (0.5 - c - v1 * h2) / v2) for h2 in (-2.0, 2.0)
    ]
    ax.plot(*zip(*ends), marker="", color=COLOURS["black"], label="output 0.5")
    ax.set(title=title, xlabel="$h_1$", xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), aspect="equal")
axes[0].set_ylabel("$h_2$")
axes[2].legend(fontsize="small", loc="lower right")
worst = [max(abs(model(x).data - y) for x, y in zip(XOR_XS, XOR_YS)) for _, model in panels]
show_figure(
    fig,
    caption="Figure 4.8. The hidden plane of a net with two hidden neurons: before training, "
    "after it, and after it from another start. "
    f"The largest errors are {worst[0]:.2f}, {worst[1]:.2f} and {worst[2]:.2f}.",
    alt="Three squares with two circles and two triangles each, joined by dotted segments, and "
    "the line on which the output is 0.5. "
    + "; ".join(
        f"{title}: "
        + ", ".join(
            f"{x} at ({', '.join(f'{h.data:.2f}' for h in model.layers[0](x))})"
            for x in ((0, 0), (0, 1), (1, 0), (1, 1))
        )
        for title, model in panels
    )
    + ".",
)

# %% [markdown]
# Before training the segments cross, as they do for most random nets. After training they are apart. From the other start, two inputs of *different*
# classes have ended in one corner. There tanh is flat, so hardly any gradient comes back to pull them apart.

# %% jupyter={"source_hidden": true}
# Prints the plane of exercise 4.7.
FIRST, SECOND = (2.0, -2.0, 0.0), (1.0, -1.0, 0.0)
for x, (h1, h2) in zip(XOR_XS, hidden_points([FIRST, SECOND])):
    print(f"{x}, class {int(x[0] != x[1])}: ({h1:5.2f}, {h2:5.2f})")

# %% [markdown]
# ### Exercise 4.7: read the hidden plane (extra, about 10 min)
#
# *Signature:* a dictionary `plane` with two entries.
#
# *In:* the plane that the cell above prints. Both points of class 0 fall on (0, 0), half way between the two of class 1: no line separates the classes.
#
# *Out:*
# - `plane["second"]`: keep the first neuron, and choose another for the second: three numbers `(w₁, w₂, b)` with which some straight line separates the classes. Many are right.
# - `plane["floor"]`: a number. In another plane, an input of class 0 and one of class 1 lie on *one* point. The output neuron answers the other two exactly. What is the smallest *mean* of the four squared errors then?
#
# *Must hold:* `hidden_points([FIRST, (w1, w2, b)])` gives the four points in the order of the table.
#
# *Example:* the second neuron of the table above, (20, 20, -30), is not enough here: the segments still touch.
#
# *Stuck?* See [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Draw the plane with its two segments. The four `h₁` stay as they are: which way can a second neuron move the points? For the floor: what does the output neuron see of an input?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# The `h₂` of the four inputs are `tanh(b)`, `tanh(w₂ + b)`, `tanh(w₁ + b)` and `tanh(w₁ + w₂ + b)`, and `tanh(-z)` is `-tanh(z)`. Where does the segment of class 1 pass `h₁ = 0`?
# For the floor: two of the squared errors are 0. What do the other two have in common?
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# Three numbers in brackets, and a number. Try neurons with `hidden_points`: on which side of the segment of class 1 do the points of class 0 lie? For the floor, give the answer at the shared point a letter.
#
# </details>

# %% answer="day4-plane"
plane = {
    ### BEGIN SOLUTION
    #: "second": None,  # (w1, w2, b)
    #: "floor": None,  # a number
    "second": (3.0, -3.0, -1.5),
    "floor": 0.125,
    ### END SOLUTION
}

# %% check="day4-plane-second" points=1 note="It checks only the form."
"""A second neuron with which a straight line separates the two classes."""
if plane["second"] is None:
    raise NotImplementedError("Exercise 4.7 is not written yet.")
assert isinstance(plane["second"], (tuple, list)), "write three numbers in brackets, such as (20, 20, -30)"
assert len(plane["second"]) == 3, "write three numbers in brackets, such as (20, 20, -30)"

# %% check="day4-plane-floor" points=1 note="It checks only the form."
"""The smallest loss where two samples of different classes lie on one point."""
if plane["floor"] is None:
    raise NotImplementedError("Exercise 4.7 is not written yet.")
assert not isinstance(plane["floor"], (str, list, tuple)), "it is a number"

# %% [markdown]
# #### Your floor beside the loss

# %% jupyter={"source_hidden": true}
# Holds your floor beside the loss from the other start.
if None in plane.values():
    raise NotImplementedError("Exercise 4.7 is not written yet.")
stuck = panels[-1][1]
for (x1, x2), (h1, h2) in zip(XOR_XS, hidden_points([FIRST, tuple(plane["second"])])):
    print(f"with your second neuron, ({x1:g}, {x2:g}) is at ({h1:5.2f}, {h2:5.2f})")
print("answers from the other start:", [round(stuck(x).data, 2) for x in XOR_XS])
error = sum((stuck(x).data - y) ** 2 for x, y in zip(XOR_XS, XOR_YS)) / 4
print(f"its loss is {error:.4f}, your floor {float(plane['floor']):g}")

# %% [markdown]
# ## 9. Classification: cross-entropy
#
# **Question: what should a net output for a yes-or-no question?**
#
# It answers with a **probability** `p` of *yes*. The net itself gives any number `z`, called the **logit**, and the sigmoid turns it into `p = σ(z)`, between 0 and 1. The target `y` is 1 or 0.
# The loss asks: how surprised is the net by the truth? **Binary cross-entropy** of one sample is $-\log p$ if `y = 1`, and $-\log(1 - p)$ if `y = 0`.
#
# The slope of the sigmoid is $p(1 - p)$. So for `y = 1` the gradient with respect to the logit is $-\frac{1}{p} \cdot p(1 - p) = p - 1$. For `y = 0` it is $p$. Both are $p - y$.
#
# Three logits and their losses:
#
# | `z` | `p = σ(z)` | loss if `y = 1` | loss if `y = 0` | `p - y` if `y = 1` | `p - y` if `y = 0` |
# |---:|---:|---:|---:|---:|---:|
# | 0 | 0.5 | 0.6931 | 0.6931 | -0.5 | 0.5 |
# | 2 | 0.8808 | 0.1269 | 2.1269 | -0.1192 | 0.8808 |
# | 40 | 1 - 4·10⁻¹⁸ | 4·10⁻¹⁸ | 40 | about 0 | about 1 |
#
# A net that knows nothing gives `p = 0.5` to every sample. Its loss is log 2 = 0.6931.
#
# **Which line breaks?** The cell computes the fourth column literally, as `-log(1 - σ(z))`, for four logits. One line stops with an error, and one is silently wrong. Say which before you run it.

# %%
for logit in (0.0, 2.0, 36.0, 40.0):
    z = Value(logit)
    p = z.sigmoid()
    try:
        loss = -(1 - p).log()
        loss.backward()
        print(f"z = {logit:g}: loss {loss.data:.6g}, gradient {z.grad:.6g}")
    except ValueError as error:
        print(f"z = {logit:g}: p is {p.data!r}, so 1 - p is {1 - p.data!r}. {type(error).__name__}.")

# %% [markdown]
# <details>
# <summary>After you have run it</summary>
#
# At `z = 40` the probability is so close to 1 that a float cannot hold the difference: it *is* 1.0, so `1 - p` is 0, and 0 has no logarithm. At `z = 36` it is nearly as bad, and there is no warning: the
# loss is not 36, since only the last digit of `1 - p` is left.
#
# </details>
#
# The logit still has all the information. Three steps lead from it to the loss:
#
# 1. *Get rid of the fraction.* With `σ(z) = 1/(1 + e⁻ᶻ)`, the loss for `y = 1` is `-log σ(z) = log(1 + e⁻ᶻ)`. Since `1 - σ(z) = σ(-z)`, the loss for `y = 0` is `log(1 + eᶻ)`. There is no `1 - p` left.
# 2. *See where each breaks.* A float cannot hold `e¹⁰⁰⁰`. For which logits does the first loss break, and for which the second?
# 3. *Where one breaks, get it from the other.* The next cell prints both losses for three logits. What belongs in place of the error, and why?

# %%
for z in (2.0, 40.0, 1000.0):
    try:
        other = f"{math.log(1 + math.exp(z)):.6f}"
    except OverflowError as error:
        other = type(error).__name__
    print(f"z = {z:g}: loss if y = 1 {math.log(1 + math.exp(-z)):.6f}, if y = 0 {other}")

# %% [markdown]
# ### Exercise 4.8: work from the logit (extra, about 15 min)
#
# *Signature:* `binary_cross_entropy(logits, targets)`
#
# *In:* `logits`, a list of Values, any size from -1000 to 1000; `targets`, a list of 0s and 1s of the same length.
#
# *Out:* one `Value`: the **mean** of the samples' losses.
#
# *Must hold:*
# - no error and no infinity, however large the logit: for `z = 1000` and `y = 0` the loss is 1000;
# - the gradient of each logit is `(p - y)/n`, with `p = σ(z)` and `n` samples, also at `z = 0`;
# - the loss is connected to the logits.
#
# *Out of scope:* more than two classes.
#
# *Example:* `binary_cross_entropy([Value(0.0)], [1]).data` is 0.693147, and the logit's gradient is -0.5.
#
# *An error?* See [Symptom and cause in 4.8](#Symptom-and-cause-in-4.8).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Hold the two losses in each row of the last cell side by side. Then write down the same rows for the logits -2, -40 and -1000.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# The losses are `log(1 + e⁻ᶻ)` and `log(1 + eᶻ)`, and `log(a·b)` is `log a + log b`. An exponent that is not positive cannot overflow. Which exponents do you need, so that none is ever positive?
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# A running total; a loop over pairs; inside it an `if` on the *number* in the logit, `z.data`, which chooses one of two expressions made of Values. After the loop, divide by how many there are.
# A formula with `|z|` or `max(z, 0)` built from `relu` has the right value and, at `z = 0` exactly, the wrong slope.
#
# </details>


# %% answer="day4-cross-entropy"
def binary_cross_entropy(logits, targets):
    """Return the mean binary cross-entropy, a Value.

    Args:
        logits: A list of Values; sigmoid(logit) is the probability of class 1.
        targets: A list of 0s and 1s, as long as logits.
    """
    ### BEGIN SOLUTION
    total = 0.0
    for z, y in zip(logits, targets):
        if z.data >= 0:
            total = total + (1 - y) * z + (1 + (-z).exp()).log()
        else:
            total = total - y * z + (1 + z.exp()).log()
    return total / len(targets)
    ### END SOLUTION


# %% check="day4-cross-entropy-value" points=1
"""The loss is the mean of `-log p` over the samples of class 1 and `-log(1 - p)` over those of class 0."""
loss = binary_cross_entropy([Value(2.0), Value(2.0)], [1, 0])
assert isinstance(loss, Value), "the loss is a Value, the root of the graph"
p = 1 / (1 + math.exp(-2))
assert abs(loss.data - (-math.log(p) - math.log(1 - p)) / 2) < 1e-4, "(0.1269 + 2.1269) / 2"

# %% check="day4-cross-entropy-extreme" points=2
"""The loss is finite and right when the probability has become 0 or 1."""
near, far = (binary_cross_entropy([Value(z)], [0]).data for z in (20.0, 40.0))
assert abs(far - 2 * near) < 1e-6, "for `y = 0` the loss at `z = 40` is twice that at `z = 20`"

# %% check="day4-cross-entropy-gradient" points=1
"""The gradient of a logit is `p - y`, divided by the number of samples."""
z = Value(2.0)
binary_cross_entropy([z], [1]).backward()
low, high = (binary_cross_entropy([Value(near)], [1]).data for near in (1.999, 2.001))
assert abs(z.grad - (high - low) / 0.002) < 1e-4, "the slope of your loss at `z = 2`"

# %% [markdown]
# #### Symptom and cause in 4.8
#
# <details>
# <summary>Common errors here</summary>
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `ValueError` from `log`, `OverflowError: math range error` | the probability became 0 or 1; `exp` of a large number | section 9 |
#
# </details>

# %% jupyter={"source_hidden": true}
# Draws Figure 4.9: binary cross-entropy over the logit, for both targets.
zs = [i / 10 for i in range(-60, 61)]
fig, ax = plt.subplots(figsize=(6, 3), layout="constrained")
for y, style, colour in ((1, "-", "blue"), (0, "--", "vermillion")):
    ax.plot(
        zs,
        [binary_cross_entropy([Value(z)], [y]).data for z in zs],
        style,
        color=COLOURS[colour],
        marker="",
        label=f"target {y}",
    )
ax.plot([0], [math.log(2)], "o", color=COLOURS["black"])
ax.annotate(
    "knows nothing: log 2",
    (0, math.log(2)),
    xytext=(0, 3.6),
    ha="center",
    arrowprops={"arrowstyle": "-"},
)
ax.set(xlabel="logit $z$", ylabel="loss")
ax.legend(loc="upper center")
show_figure(
    fig,
    caption="Figure 4.9. Binary cross-entropy over the logit. Being right costs almost nothing; "
    "being wrong costs more, the surer the net was.",
    alt="Two mirrored curves over `z` from -6 to 6. For target 1 the loss falls from 6 to almost 0; "
    "for target 0 it rises from almost 0 to 6. They cross at `z = 0`, height 0.69.",
)

# %% [markdown]
# ## 10. Fool the net
#
# **Question: what does a gradient say when it arrives at an input?**
#
# Ten classes need ten logits. **Softmax** turns them into probabilities: $p_k = e^{z_k} / (e^{z_0} + \dots + e^{z_9})$. All are above 0, and their sum is 1.
# The loss is the surprise of section 9, $-\log p$ of the right class. Its gradient has the same form as there: $p - 1$ for the logit of the right class, and $p$ for every other.
#
# An example with three classes, of which A is the right one:
#
# | class | `z` | `eᶻ` | `p` | `-log p` | gradient of the loss |
# |---|---:|---:|---:|---:|---:|
# | A | 2 | 7.3891 | 0.6652 | **0.4076** | -0.3348 |
# | B | 1 | 2.7183 | 0.2447 | | 0.2447 |
# | C | 0 | 1 | 0.0900 | | 0.0900 |
#
# **Predict.** A net gives each of ten digits the same logit. What is its loss, to about 0.05?

# %%
predict("day4-ten-classes", ..., sure=...)


# %%
three = [Value(2.0), Value(1.0), Value(0.0)]
loss = softmax_cross_entropy([three], [0])
loss.backward()
print("loss:", round(loss.data, 4), "  gradient:", [round(logit.grad, 4) for logit in three])
reveal("day4-ten-classes", softmax_cross_entropy([[Value(0.0) for _ in range(10)]], [8]).data)

# %% [markdown]
# Until now gradients changed the parameters, and the inputs stayed the same. Now keep the parameters, and compute the gradient of the *input*. A pixel is a leaf, as a weight is. Its gradient says how the loss changes when the pixel gets darker. Follow it *upward*, and you get a picture that the net finds harder.
#
# ### Exercise 4.9: fool the net (extra, about 10 min)
#
# At four pixels of a picture, the loss of a net has these gradients:
#
# | pixel | value | gradient of the loss |
# |---|---:|---:|
# | a | 1 | 0.3 |
# | b | 0.2 | -0.9 |
# | c | 0 | 0.2 |
# | d | 1 | -0.4 |
#
# *Signature:* a dictionary `fool` with six entries.
#
# *In:* the table. A pixel stays between 0 and 1. A step of size `s` changes *one* pixel by `s` at most. The gradients stay the same.
#
# *Out:* as `s` grows from 0, one pixel raises the loss most at first, and later another one.
# - `fool["pixel"]`: the letter of the later one,
# - `fool["change"]`: what is added to it, with its sign, when both raise the loss equally,
# - `fool["rise"]`: by how much the loss rises then.
#
# Then a *defence*: before the net reads the picture, each pixel below 0.4 becomes 0, and every other 1. The table's gradients now belong to the *rounded* pixels.
# - `fool["seen gradient"]`: pixel `c` is nudged. Which gradient does somebody measure *through* the rounding?
# - `fool["first"]`: "This gradient is the same at every pixel", they say, "so no change of the picture can raise the loss." Refute it. As `s` grows, which pixel can raise the loss first?
# - `fool["from"]`: how far must that pixel change at least?
#
# *Example:* with `s = 0.25`, a pixel of value 0.5 and gradient 0.1 raises the loss by 0.025.
#
# *Stuck?* See [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Sketch for each pixel of the table, over `s`, by how much it can raise the loss.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# The loss changes by gradient · change, and the change has limits. For the defence, plot the rounded pixel against the pixel.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# Two letters and four numbers. How much can each pixel raise the loss at all, however large `s` is? For the defence: what would the net have to read at each pixel, so that the loss rises?
#
# </details>

# %% answer="day4-fool"
fool = {
    ### BEGIN SOLUTION
    #: "pixel": None,  # "a", "b", "c" or "d"
    #: "change": None,
    #: "rise": None,
    #: "seen gradient": None,
    #: "first": None,  # "a", "b", "c" or "d"
    #: "from": None,
    "pixel": "d",
    "change": -0.45,
    "rise": 0.18,
    "seen gradient": 0.0,
    "first": "c",
    "from": 0.4,
    ### END SOLUTION
}

# %% check="day4-fool-pixel" points=1 note="It checks only the form."
"""Which pixel raises the loss most once the step is larger, which way it goes, and where it draws level."""
if fool["pixel"] is None or fool["change"] is None or fool["rise"] is None:
    raise NotImplementedError("Exercise 4.9 is not written yet.")
assert str(fool["pixel"]).strip().lower() in list("abcd"), "it is one of the letters 'a' to 'd'"

# %% check="day4-fool-defence" points=1 note="It checks only the form."
"""What a defence by rounding hides, and which change gets through."""
if fool["seen gradient"] is None or fool["first"] is None or fool["from"] is None:
    raise NotImplementedError("Exercise 4.9 is not written yet.")
assert not isinstance(fool["seen gradient"], (str, list, tuple)), "it is a number"
assert not isinstance(fool["from"], (str, list, tuple)), "it is a number"

# %% [markdown]
# #### Fool your own net


# %% jupyter={"source_hidden": true}
# Defines moved, which changes pixels by a step, and said, which asks the net.
def moved(x, ways, step):
    """Return `x` with each pixel one step up (way 1) or down (way -1), kept between 0 and 1."""
    return [min(1.0, max(0.0, number + step * way)) for number, way in zip(x, ways)]


def said(net, x):
    """Return the digit that the net takes `x` for, and its probability."""
    p = probabilities(net(x))
    return max(DIGITS, key=lambda k: p[k]), max(p)


# %% [markdown]
# Now your own net. Each pixel of the 8 moves 0.25 in the direction of its gradient's sign, if there is room. Then 100 copies of the 8 get steps of the same size, but a coin decides the direction of each pixel.
#
# **Predict.** How many of these 100 does the net still take for an 8, to about 10?

# %%
predict("day4-coins", ..., sure=...)


# %%
def input_gradient(net, x, digit):
    """Return the gradient of the loss with respect to each pixel of `x`."""
    leaves = [Value(number) for number in x]
    softmax_cross_entropy([net(leaves)], [digit]).backward()
    return [leaf.grad for leaf in leaves]


eight_x = DIGIT_XS[8]
gradient = input_gradient(digit_net, eight_x, 8)
fooled_x = moved(eight_x, [1 if slope > 0 else -1 for slope in gradient], 0.25)
source = random.Random(8)
tossed = [moved(eight_x, [source.choice((-1, 1)) for _ in range(35)], 0.25) for _ in range(100)]
still = sum(said(digit_net, x)[0] == 8 for x in tossed)
for name, x in (("the 8", eight_x), ("by gradient", fooled_x), ("by coins", tossed[0])):
    digit, p = said(digit_net, x)
    rise = sum(slope * (new - old) for slope, new, old in zip(gradient, x, eight_x))
    loss = softmax_cross_entropy([digit_net(x)], [8]).data
    print(f"{name:12} taken for {digit} (p = {p:.2f}), loss {loss:.2f}", end="; ")
    print(f"sum of gradient · change {rise:.2f}")
print(f"of the 100 changed by coins, the net takes {still} for an 8")
reveal("day4-coins", still)

# %% jupyter={"source_hidden": true}
# Draws Figure 4.10: the 8, its gradient, and two changed pictures.
fig, axes = plt.subplots(1, 4, figsize=(9, 3.4), layout="constrained")
shown = [("the 8", eight_x), ("its gradient", None), ("by gradient", fooled_x), ("by coins", tossed[0])]
for ax, (title, x) in zip(axes, shown):
    if x is None:
        ax.imshow([[0.0] * 5] * 7, cmap="Greys", vmin=0, vmax=1)
        for place, slope in enumerate(gradient):
            sign = "+" if slope > 0 else "−"
            size = 6 + 16 * abs(slope) / max(abs(slope) for slope in gradient)
            ax.text(place % 5, place // 5, sign, ha="center", va="center", fontsize=size)
        ax.set_title(title)
    else:
        ax.imshow([x[5 * row : 5 * row + 5] for row in range(7)], cmap="Greys", vmin=0, vmax=1)
        digit, p = said(digit_net, x)
        ax.set_title(f"{title}\n{digit} (p = {p:.2f})")
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set_visible(True)
    ax.grid(False)
largest = max(range(35), key=lambda place: abs(gradient[place]))
show_figure(
    fig,
    caption="Figure 4.10. The 8, the sign of each pixel's gradient (larger: a larger gradient), "
    "and the 8 changed by 0.25 a pixel, along the gradient and by coins.",
    alt="Four grids of 7 rows and 5 columns. "
    + "; ".join(
        f"{title}: taken for {said(digit_net, x)[0]} with `p = {said(digit_net, x)[1]:.2f}`"
        for title, x in shown
        if x is not None
    )
    + f". The largest gradient, {gradient[largest]:.2f}, is at row {largest // 5 + 1}, "
    f"column {largest % 5 + 1}.",
)

# %% [markdown]
# <details>
# <summary>After you have run it</summary>
#
# You still see an 8 in both. Every pixel moved equally far in both pictures. Only one fools the net: the one in which each move raises the loss. It rises by more than the gradient says, since the gradient itself grows on the way.
#
# </details>
#
# A photograph has millions of pixels, so a change that nobody sees can be enough. Such a picture is an **adversarial example**.

# %% [markdown]
# ## 11. Count the parameters
#
# **Question: how many numbers does training have to find?**
#
# Count neuron by neuron. A neuron has one weight for each input and one bias. So a layer with `n` inputs and `m` neurons has $m \cdot n$ weights and $m$ biases: $m(n + 1)$ parameters. For the whole network, add up the layers. For 3 → 4 → 4 → 1 that is 16 + 20 + 5 = **41**.
#
# **Predict.** Double both hidden layers, to 3 → 8 → 8 → 1. Does the number of parameters double, yes or no?

# %%
predict("day4-twice-as-wide", ..., sure=...)

# %%
small, large = (len(MLP(3, [width, width, 1]).parameters()) for width in (4, 8))
print(f"3 -> 4 -> 4 -> 1: {small}   3 -> 8 -> 8 -> 1: {large}   {large / small:.1f} times as many")
reveal("day4-twice-as-wide", "yes" if large == 2 * small else "no")

# %% [markdown]
# ### Exercise 4.2: count (extra, about 8 min)
#
# *Signature:* a dictionary `counted` with three entries.
#
# *In:* Figure 4.3, the MLP 2 → 3 → 3 → 1, with tanh in both hidden layers and a linear output.
#
# *Out:*
# - `counted["parameters"]`: how many weights and biases the whole network has.
# - `counted["changed"]`: `y.backward()` has run, with no input at 0. You change *one* weight of layer 1 a little, and run it afresh. How many parameters now get another gradient than before, coincidences aside?
# - `counted["width"]`: another network has two inputs, one output and two hidden layers. Without one neuron of its first hidden layer it has 7 parameters less; without one of its second instead, 8 less. How many neurons has its first hidden layer?
#
# *Example:* for 2 → 2 → 1 the first number is 9.
#
# *Stuck?* See [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Every circle of Figure 4.3 is one neuron. Every line that ends in a circle is one of its weights. What else does each circle have? For `changed`, ask it for one weight and one bias of each layer. For the width, draw such a network with sizes of your own.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# With sizes `n₀`, `n₁`, ..., n_L: the number of parameters is Σₖ `nₖ` (`nₖ`₋₁ + 1), for `k` from 1 to `L`. The slope of a tanh is `1 - t²`, where `t` is its output.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# Three whole numbers. For `changed`, write the gradient of each as a product. For the width, call the unknown sizes `m` and `k`.
#
# </details>

# %% answer="day4-count"
counted = {
    ### BEGIN SOLUTION
    #: "parameters": None,
    #: "changed": None,
    #: "width": None,
    "parameters": 25,
    "changed": 24,
    "width": 6,
    ### END SOLUTION
}

# %% check="day4-count-paper" points=1 note="It checks only the form."
"""The parameters of `2 -> 3 -> 3 -> 1`, and those whose gradient one weight changes, counted on paper."""
if counted["parameters"] is None or counted["changed"] is None:
    raise NotImplementedError("Exercise 4.2 is not written yet.")
assert not isinstance(counted["parameters"], (str, list, tuple)), "it is a number"
assert not isinstance(counted["changed"], (str, list, tuple)), "it is a number"

# %% check="day4-count-width" points=1 note="It checks only the form."
"""How wide a layer is, from what a network loses with one neuron."""
if counted["width"] is None:
    raise NotImplementedError("Exercise 4.2 is not written yet.")
assert not isinstance(counted["width"], (str, list, tuple)), "it is a number"

# %% [markdown]
# #### Your network as a graph

# %%
random.seed(4)
small = MLP(2, [1, 1])
out = small([Value(1.0, label="x1"), Value(2.0, label="x2")])
print("parameters:", len(small.parameters()), "  output:", f"{out.data:.6g}")

# %% jupyter={"source_hidden": true}
# Draws Figure 4.11: the small MLP as a graph, up to the loss.
out.label = "y"
error = out + Value(-1.0, label="-target")
loss = error**2
error.label, loss.label = "error", "L"
draw_graph(
    loss,
    direction="TB",
    caption="Figure 4.11. A small MLP of yours, 2 → 1 → 1, as your engine sees it. "
    "Each line between neurons has become a product. The labels `w0`, `w1` and `b` are those that your Neuron gives. "
    "Training adds the last nodes, from `y` to the loss `L`: section 3 explains them.",
)

# %% [markdown]
# ## 12. The learning rate
#
# **Question: how far is too far?**
#
# The gradient gives the direction, but only nearby. A small step is safe but slow. A large one lands on the other side of the valley, higher than it began. If every step does, the
# loss grows without end: training **diverges**.
#
# For `y = w·x` of section 4 you can work it out. The gradient is `5(w - 2)`, so one step takes the distance `w - 2` to `(1 - 5η)(w - 2)`, where η is the learning rate:
#
# | η | 1 - 5η | what happens to the distance | loss after each step |
# |---:|---:|---|---|
# | 0.001 | 0.995 | shrinks by half a percent | times 0.990 |
# | 0.01 | 0.95 | shrinks by 5 percent | times 0.9025 |
# | 0.1 | 0.5 | halves | times 0.25 |
# | 0.2 | 0 | gone in one step | 0 |
# | 0.4 | -1 | the other side, just as far, for ever | times 1 |
# | 1.0 | -4 | the other side, four times as far | times 16 |
#
# With many parameters, the loss is differently steep in every direction, and the steepest one decides.
#
# **Predict before you run.** The net of exercise 4.5 with a linear output, at 0.001, 0.01, 0.1 and 1.0, for 100 steps: which wins, which diverges? (About a second.)


# %%
def fall(rate):
    """Return the losses of 100 steps at a learning rate; of fewer where it diverges."""
    random.seed(4)
    model, losses = MLP(3, [4, 4, 1]), []
    while len(losses) < 100 and (not losses or losses[-1] < 1e6):
        losses += train(model, FOUR_XS, FOUR_YS, 1, rate)
    return losses


falls = {rate: fall(rate) for rate in (0.001, 0.01, 0.1, 1.0)}
for rate, losses in falls.items():
    stopped = "(stopped: it diverges)" * (losses[-1] >= 1e6)
    print(
        f"learning rate {rate:g}: {losses[0]:.3f} -> {losses[-1]:.1e} after {len(losses)} steps",
        stopped,
    )

# %% jupyter={"source_hidden": true}
# Draws Figure 4.12: the losses of the four learning rates.
fig, ax = plt.subplots(figsize=(6, 3.4), layout="constrained")
looks = zip(("-", "--", "-.", ":"), ("blue", "green", "orange", "vermillion"))
for (rate, losses), (style, colour) in zip(falls.items(), looks):
    ax.semilogy(losses, style, color=COLOURS[colour], marker="", label=f"{rate:g}")
    if losses[-1] >= 1e6:
        end = len(losses) - 1, losses[-1]
        ax.plot(*end, "X", markersize=11, color=COLOURS[colour])
        ax.annotate("diverges, stopped here", end, xytext=(10, -4), textcoords="offset points")
ax.set(xlabel="step", ylabel="mean squared error")
ax.legend(title="learning rate")
show_figure(
    fig,
    caption="Figure 4.12. Four learning rates from the same start, over 100 steps. The loss is drawn on a log axis.",
    alt="Log plot of four losses over 100 steps. 0.001 hardly falls, 0.01 falls steadily, 0.1 "
    "falls furthest, and 1.0 rises a millionfold within ten steps and ends in a cross.",
)

# %% [markdown]
# ## 13. The same training in PyTorch
#
# **Question: does PyTorch do the same as your code?**
#
# In PyTorch, `Sequential` is a chain of layers, and `SGD` makes the update. Your names beside PyTorch's:
#
# | your code | PyTorch |
# |---|---|
# | `model(x)` for each `x` in xs | `twin(inputs)`, all samples at once |
# | `mean_squared_error` | `torch.nn.functional.mse_loss` |
# | `parameter.grad = 0.0` for each | `optimiser.zero_grad()` |
# | `root.backward()` | `loss.backward()` |
# | `parameter.data -= learning_rate * parameter.grad` | `optimiser.step()` |
#
# Start both nets from the *same* weights, on the same data, in float64: the losses must agree at every step. PyTorch adds in another order than your loops do, so they may differ in the last digit.


# %% jupyter={"source_hidden": true}
# Defines twin_of, which copies the weights of your net to one of PyTorch.
import torch


def twin_of(model):
    """Return a PyTorch net that starts from a tanh MLP's weights, with a linear output."""
    parts = []
    for layer in model.layers:
        linear = torch.nn.Linear(
            len(layer.neurons[0].weights),
            len(layer.neurons),
            dtype=torch.float64,
        )
        weights = [[weight.data for weight in neuron.weights] for neuron in layer.neurons]
        with torch.no_grad():
            linear.weight.copy_(torch.tensor(weights, dtype=torch.float64))
            linear.bias.copy_(
                torch.tensor([neuron.bias.data for neuron in layer.neurons], dtype=torch.float64),
            )
        parts += [linear, torch.nn.Tanh()]
    return torch.nn.Sequential(*parts[:-1])


# %%
random.seed(6)
mine = MLP(2, [4, 4, 1])
twin = twin_of(mine)
inputs = torch.tensor(XOR_XS, dtype=torch.float64)
targets = torch.tensor(XOR_YS, dtype=torch.float64)
optimiser = torch.optim.SGD(twin.parameters(), lr=0.1)
twin_losses = []
for _ in range(100):
    optimiser.zero_grad()
    loss = torch.nn.functional.mse_loss(twin(inputs)[:, 0], targets)
    loss.backward()
    optimiser.step()
    twin_losses.append(loss.item())
my_losses = train(mine, XOR_XS, XOR_YS, 100, 0.1)
for step in (0, 1, 10, 50, 99):
    print(f"loss {step + 1}: mine {my_losses[step]:.10f}   PyTorch {twin_losses[step]:.10f}")
differences = [abs(a - b) for a, b in zip(my_losses, twin_losses, strict=True)]
print(
    "all 100 losses equal to 1e-9:",
    max(differences) < 1e-9,
    "  largest difference below 1e-14:",
    max(differences) < 1e-14,
)

# %% [markdown]
# The numbers agree. Do the times? Guess the ratio for one training step of this net with 4 samples, and with 64.

# %% tags=["nbval-skip"]
import time


def milliseconds(step):
    """Return the shortest of five runs: other work on the computer only adds time."""
    runs = []
    for _ in range(5):
        start = time.perf_counter()
        step()
        runs.append(1000 * (time.perf_counter() - start))
    return min(runs)


def torch_step():
    """Make one training step of the twin."""
    optimiser.zero_grad()
    torch.nn.functional.mse_loss(twin(inputs)[:, 0], targets).backward()
    optimiser.step()


torch.set_num_threads(1)  # one core for each: your engine uses one, too
for copies in (1, 16):
    inputs = torch.tensor(XOR_XS * copies, dtype=torch.float64)
    targets = torch.tensor(XOR_YS * copies, dtype=torch.float64)
    own = milliseconds(lambda: train(mine, XOR_XS * copies, XOR_YS * copies, 1, 0.1))
    theirs = milliseconds(torch_step)
    print(f"{4 * copies:3} samples, one step: mine {own:.2f} ms, PyTorch {theirs:.2f} ms, ratio {own / theirs:.0f}")

# %% [markdown]
# <details>
# <summary>After you have run it</summary>
#
# Your engine makes a Python object for every product of every sample, so its time grows with the samples. PyTorch computes a layer for all samples in one operation. Its cost for each operation hardly grows.
#
# </details>
#
# The cross-entropies agree as well, even where the probability has become 0 or 1: PyTorch's function works from the logit, too.

# %% jupyter={"source_hidden": true}
# Compares your cross-entropy and its gradients with PyTorch's.
for z, y in ((0.0, 1), (2.0, 0), (-3.5, 1), (40.0, 0), (-1000.0, 1)):
    logit = Value(z)
    own = binary_cross_entropy([logit], [y])
    own.backward()
    tensor = torch.tensor([z], dtype=torch.float64, requires_grad=True)
    theirs = torch.nn.functional.binary_cross_entropy_with_logits(
        tensor,
        torch.tensor([float(y)], dtype=torch.float64),
    )
    theirs.backward()
    agree = abs(own.data - theirs.item()) < 1e-9 and abs(logit.grad - tensor.grad.item()) < 1e-9
    print(
        f"z = {z:g}, y = {y}: loss {own.data:.6g}, gradient {logit.grad:.6g}, equal to PyTorch's: {agree}",
    )

# %% [markdown]
# ## 14. Two moons
#
# **Question: does everything work together?**
#
# Two half circles, one up, one down, each reaching into the other. No straight line separates them. The points are (cos `a`, sin `a`) for the upper moon and (1 - cos `a`, 0.5 - sin `a`) for the lower one, with a little noise.
# Net, loss, loop and engine are all your own.


# %% jupyter={"source_hidden": true}
# Defines two_moons, and makes the points.
def two_moons(count, noise, seed):
    """Return count points of each moon, and their classes 0 and 1."""
    source = random.Random(seed)
    xs, ys = [], []
    for i in range(count):
        angle = math.pi * i / (count - 1)
        for label, (x1, x2) in enumerate(
            ((math.cos(angle), math.sin(angle)), (1 - math.cos(angle), 0.5 - math.sin(angle)))
        ):
            xs.append([x1 + source.gauss(0, noise), x2 + source.gauss(0, noise)])
            ys.append(label)
    return xs, ys


moon_xs, moon_ys = two_moons(count=20, noise=0.1, seed=4)
print(
    len(moon_xs),
    "points;",
    "the first:",
    [round(number, 3) for number in moon_xs[0]],
    "of class",
    moon_ys[0],
)

# %% [markdown]
# A *random* net is already confident about some points. So its loss begins below log 2, better than guessing, or above: then it is sure of wrong answers. Of the seeds 1 to 20, eight begin below.
#
# The next cell trains for a few seconds. The net 2 → 6 → 6 → 1 has 67 parameters, and each of the 60 steps builds and walks a graph of almost 6,000 nodes. `watch` shows the training while it runs; *Stop* ends it early. After that, change the learning rate or the width in the figure and run it again: `moon_net` stays as it is.
# Seed 1 is a good start: of the seeds 1 to 40, 21 have all 40 points on the right side after these 60 steps.


# %%
def moons(learning_rate=2.0, width=6):
    """Return a net that was trained on the moons, and its losses."""
    random.seed(1)
    net, losses = MLP(2, [width, width, 1]), []
    for _ in watch(range(12), net, losses, points=moon_xs, classes=moon_ys, label="two moons", again=moons):
        losses += train(net, moon_xs, moon_ys, 5, learning_rate, loss=binary_cross_entropy)
    return net, losses


random.seed(1)
moon_start = MLP(2, [6, 6, 1])  # the same weights, not trained
moon_net, moon_losses = moons()
right = sum((moon_net(x).data > 0) == (y == 1) for x, y in zip(moon_xs, moon_ys))
print(
    f"loss {moon_losses[0]:.3f} -> {moon_losses[-1]:.3f}; {right} of {len(moon_xs)} points on the right side",
)

# %% jupyter={"source_hidden": true}
# Draws Figure 4.13: where the net changes its answer, before and after training.
fig, axes = plt.subplots(1, 2, figsize=(8, 3.4), layout="constrained")
boundary(axes[0], moon_start, moon_xs, moon_ys, -1.5, 2.5, level=0.0)
boundary(axes[1], moon_net, moon_xs, moon_ys, -1.5, 2.5, level=0.0)
axes[0].set_title("before")
axes[1].set_title("after")
axes[1].legend(loc="upper right", fontsize="small")
show_figure(
    fig,
    caption="Figure 4.13. Two moons before and after. Hatched: "
    "the logit is above 0, so class 1 is more likely than class 0.",
    alt="Left: a boundary that ignores the moons. Right: the boundary bends between them, with "
    "the triangles on the hatched side and the circles on the other.",
)

# %% [markdown]
# ## A bug to find
#
# No points, about three minutes. Somebody shuffles the samples in each round. There is no error, but XOR is not learned. Where does the loss get stuck, and why there? Find the smallest data set that fails: does it learn one sample? Two?


# %%
def train_shuffled(model, xs, ys, steps, learning_rate):
    """Train as in 4.4, with the samples in another order in each round."""
    for _ in range(steps):
        shuffled = random.sample(xs, len(xs))
        loss = train(model, shuffled, ys, 1, learning_rate)[0]
    return loss


random.seed(5)
print("last loss:", round(train_shuffled(MLP(2, [4, 1]), XOR_XS, XOR_YS, 300, 0.1), 3))

# %% [markdown]
# <details>
# <summary>The bug. Find it first.</summary>
#
# The inputs are shuffled but the targets are not, so each input meets every target in turn. One sample is learned, since nothing can be shuffled. With two samples of different targets, each input meets both targets in turn, and no answer fits both. For XOR the loss stays near 0.25, as for a model that ignores its inputs.
# The fix draws an order once, and uses it for both lists: `order = random.sample(range(len(xs)), len(xs))`.
#
# </details>

# %% [markdown]
# ## The pendulum
#
# - *Turn every knob:* more steps, another rate, a wider net, all at once. If the loss falls, nobody knows why.
# - *Plan for ever:* read about ten optimisers before the first loop runs.
#
# The balance: begin with a loop whose losses you know by hand. Then change one thing at a time, and predict what it will do.
#
# ## The matrix of today's time
#
# | | Quick | Slow |
# |---|---|---|
# | **Tomorrow needs it** | **Do first:** `Neuron`, `Layer`, the loss (4.1, 4.3) | **Do carefully:** the loop and the failing net (4.4, 4.5) |
# | **Tomorrow does not** | **Do if time:** what stands in part two | **Avoid today:** tuning what has learned already. A loss of 0.0001 teaches nothing new |

# %% [markdown]
# <details>
# <summary>If you want more: three tasks, ungraded</summary>
#
# 1. Give the failing net of section 5 the targets 1, 0, 0, 1. Predict whether it learns now. Try it.
# 2. Draw a digit that your net takes for another one, with as few pixels changed as you can. Which pixels are they, and what are their weights?
# 3. Make 100 new moon points with another seed. How many does your net put on the right side?
#
# </details>

# %% [markdown]
# **Your points, once more:** save the notebook, then run the last cell.

# %%
from gradtools import check

check()
