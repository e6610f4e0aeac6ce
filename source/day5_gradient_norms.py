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
# # Day 5: Gradient norms
#
# **Today you watch gradients shrink and grow on their way through ten layers, and you fix both.**
#
# Your engine computes gradients, and since yesterday it trains. In a deep net the gradient of the first layer is a long product. Products of small
# factors vanish, and products of large factors explode. Today you measure that in PyTorch, fix it in three ways, and then find it in your own engine.
#
# **You need:** the chain rule as a sum over paths (Day 2), `backward()` (Day 3), layers and training (Day 4). From PyTorch, no more than you have seen: a tensor is an array of
# numbers that records its history. Words beyond school mathematics, such as standard deviation and Jacobian, are explained where they come up.
#
# **After today you can**
#
# - **measure** the gradient of each layer by one number, in PyTorch and in your own engine,
# - **predict** in which of four nets the gradient vanishes fastest, from two factors a layer,
# - **watch** gradients with hooks while they pass,
# - **fix** a gradient that vanishes or explodes: by initialisation, by skip connections, by clipping.
#
# **Not today:** normalisation layers, better optimisers, training the deep nets to the end. Each would hide what you want to see: one backward pass, and where its gradient went.
#
# | Part | Reading, min | Exercise | Exercise, min | Points |
# |---|---:|---|---:|---:|
# | Start and setup | {minutes:start} | | | |
# | 1. One number for each layer | {minutes:section 1} | 5.1 the norm | {minutes:5.1} | {points:5.1} |
# | | | 5.2 a norm for each layer | {minutes:5.2} | {points:5.2} |
# | 2. Vanish and explode | {minutes:section 2} | 5.3 predict | {minutes:5.3} | {points:5.3} |
# | 3. Hooks: watching gradients as they pass | {minutes:section 3} | 5.4 hooks | {minutes:5.4} | {points:5.4} |
# | 4. Initialisation | {minutes:section 4} | 5.5 initialise | {minutes:5.5} | {points:5.5} |
# | 5. Skip connections | {minutes:section 5} | 5.6 skip | {minutes:5.6} | {points:5.6} |
# | 6. Clipping | {minutes:section 6} | 5.7 clip | {minutes:5.7} | {points:5.7} |
# | 7. The same on your own engine | {minutes:section 7} | 5.8 your own engine | {minutes:5.8} | {points:5.8} |
# | 8. One pass and one vector | {minutes:section 8} | | | |
# | Looking back | {minutes:looking back} | | | |
# | **Total, estimated: {minutes:total} min** | **{minutes:reading}** | | **{minutes:exercises}** | **{points:total}** |
#
# Every cell of this notebook ends within seconds; the last one, which grades the whole notebook, takes longest. Words that you have forgotten stand in the [glossary](../../GLOSSARY.md).
#
# ## Where you are

# %%
from gradtools import show_understanding

show_understanding(5)

# %% [markdown]
# ## Setup
#
# Today PyTorch is needed from the start. Checks work as on Day 1.
#
# The two *given* cells hold the engine of Day 3, and `Neuron`, `Layer` and `MLP` of Day 4. Day 4's losses and `train` are not here: today nothing is trained to the end. `Value` is at hand
# all day; the net comes back in section 7.

# %% tags=["setup"]
import math
import random
from contextlib import contextmanager

import matplotlib.pyplot as plt
import torch
from torch import nn

from gradtools import COLOURS, draw_graph, predict, reveal, show_figure, use_style, watch

random.seed(0)
torch.manual_seed(0)
use_style()


# %% given="day5-given-engine"
def topological_order(root):
    """Return root and every node it was made from, each once, parents before children.

    Args:
        root: A Value; only its _prev, and that of the nodes it leads to, is used.

    Returns:
        A list of nodes that ends with root. Where several orders are right, it is any of them.
    """
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
        """Fill in grad, d(self)/d(node), for every node that self was made from."""
        order = topological_order(self)
        for node in order:
            if node._prev:  # an interior node starts afresh; a leaf keeps what it has collected
                node.grad = 0.0
        self.grad += 1.0  # added, since a root without parents is a leaf and collects too
        for node in reversed(order):
            node._backward()

    def __neg__(self):
        """Return -self."""
        return self * -1

    def __sub__(self, other):
        """Return self - other, where other is a Value or a number."""
        return self + (-other)

    def __rsub__(self, other):
        """Return other - self, where other is a plain number on the left."""
        return Value(other) - self

    def __truediv__(self, other):
        """Return self / other; raises ZeroDivisionError where other is zero."""
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1

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
        if isinstance(exponent, Value):
            raise TypeError(f"The exponent must be a plain number, not {exponent}.")
        if self.data < 0 and exponent % 1 != 0:
            raise ValueError(f"{self} is negative and has no real power {exponent}.")
        if self.data == 0 and exponent < 0:
            raise ZeroDivisionError(f"{self} to the power {exponent} divides by zero.")
        out = Value(self.data**exponent, (self,), f"**{exponent}")

        def _backward():
            if exponent != 0:  # x**0 is constant; at x = 0 the rule below would divide by zero
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

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
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        """Return e to the power self."""
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def log(self):
        """Return the natural logarithm of self; raises ValueError where self is not above zero."""
        if self.data <= 0:
            raise ValueError(f"{self} has no logarithm: its data is not above zero.")
        out = Value(math.log(self.data), (self,), "log")

        def _backward():
            self.grad += out.grad / self.data

        out._backward = _backward
        return out

    def sigmoid(self):
        """Return 1 / (1 + e**-self), computed so that nothing overflows."""
        small = math.exp(-abs(self.data))  # between 0 and 1, whatever the sign
        y = 1 / (1 + small) if self.data >= 0 else small / (1 + small)
        out = Value(y, (self,), "sigmoid")

        def _backward():
            self.grad += out.data * (1 - out.data) * out.grad

        out._backward = _backward
        return out


# %% given="day5-given-mlp"
def activate(value, activation):
    """Return value after the activation: "tanh", "relu", "sigmoid" or "linear" (unchanged)."""
    return value if activation == "linear" else getattr(value, activation)()


class Neuron:
    """A weighted sum of its inputs and a bias, through an activation."""

    def __init__(self, nin, activation="tanh"):
        """Make nin weights, each drawn from -1 to 1, and a bias of 0."""
        self.weights = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.bias = Value(0.0)
        self.activation = activation

    def __call__(self, x):
        """Return the output, a Value, for a list x of nin numbers or Values; ValueError for another length."""
        if len(x) != len(self.weights):
            raise ValueError(f"This neuron takes {len(self.weights)} inputs, but x has {len(x)}.")
        total = self.bias
        for weight, number in zip(self.weights, x):
            total = total + weight * number
        return activate(total, self.activation)

    def parameters(self):
        """Return the list of the weights and the bias."""
        return [*self.weights, self.bias]


class Layer:
    """Neurons side by side: each reads the same inputs."""

    def __init__(self, nin, nout, activation="tanh"):
        """Make nout neurons of nin inputs each."""
        self.neurons = [Neuron(nin, activation) for _ in range(nout)]

    def __call__(self, x):
        """Return the list of the neurons' outputs."""
        return [neuron(x) for neuron in self.neurons]

    def parameters(self):
        """Return one flat list of the parameters of all neurons."""
        return [parameter for neuron in self.neurons for parameter in neuron.parameters()]


class MLP:
    """A multilayer perceptron: layers in a chain."""

    def __init__(self, nin, nouts, activation="tanh", output_activation="linear"):
        """Make one layer for each size in nouts; the last one uses output_activation."""
        sizes = [nin, *nouts]
        self.layers = []
        for k in range(len(nouts)):
            last = k == len(nouts) - 1
            self.layers.append(
                Layer(sizes[k], sizes[k + 1], output_activation if last else activation),
            )

    def __call__(self, x):
        """Return the output: one Value if the last layer has one neuron, else a list of Values."""
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        """Return one flat list of the parameters of all layers."""
        return [parameter for layer in self.layers for parameter in layer.parameters()]


# %% [markdown]
# The cell after this one holds today's laboratory: six small functions. You need not learn them, but read what they return. `deep_net` builds a net of linear layers, all equally wide, with an activation between
# each two of them (its last layer is linear). `batch` draws 32 inputs and 32 random targets. `one_pass` makes net and batch from seed 0 and runs one backward pass.
# `plot_norms` draws one curve for each net. `lent` and `right_norm` are for checks alone: while the check of a later function runs, they lend it the earlier ones that it needs, so that a mistake in those costs nothing there.
#
# Numbers are `float64`, 64 bits each, as in your own engine, so that results can agree to nine digits.

# %% tags=["setup"]
ACTIVATIONS = {"none": nn.Identity, "tanh": nn.Tanh, "ReLU": nn.ReLU, "sigmoid": nn.Sigmoid}


def deep_net(activation, depth=10, width=64):
    """Return a torch model: depth linear layers of equal width, the activation between each two."""
    layers = []
    for _ in range(depth):
        layers += [nn.Linear(width, width, dtype=torch.float64), ACTIVATIONS[activation]()]
    return nn.Sequential(*layers[:-1])


def batch(width=64, rows=32):
    """Return inputs and random targets, each rows by width; the inputs take part in the graph."""
    x, target = torch.randn(2, rows, width, dtype=torch.float64)
    return x.requires_grad_(), target


def one_pass(make, *arguments, prepare=None):
    """Return model, x and target after one backward pass from the mean squared error, all from seed 0."""
    torch.manual_seed(0)
    x, target = batch()
    model = make(*arguments)
    if prepare is not None:
        prepare(model)
    nn.functional.mse_loss(model(x), target).backward()
    return model, x, target


def plot_norms(curves, caption, alt, ylabel="L2 norm of the weights' gradient"):
    """Draw one curve a net over the layers, on a log axis; each has its own colour, marker and line."""
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    looks = zip(
        "os^Dv",
        ("-", "--", "-.", ":", (0, (5, 1, 1, 1))),
        ("blue", "vermillion", "green", "black", "purple"),
    )
    for (name, norms), (marker, line, colour) in zip(curves.items(), looks):
        axes.semilogy(
            range(1, len(norms) + 1),
            norms,
            marker=marker,
            linestyle=line,
            color=COLOURS[colour],
            label=name,
        )
    axes.set(xlabel="layer (1 = nearest the input)", ylabel=ylabel, xticks=range(1, len(norms) + 1))
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return show_figure(figure, caption=caption, alt=alt)


@contextmanager
def lent(**right):
    """Lend a check right functions under their names, and put back afterwards what was there."""
    names = globals()
    mine = {name: names[name] for name in right if name in names}
    names.update(right)
    try:
        yield
    finally:
        for name in right:
            del names[name]
        names.update(mine)


def right_norm():
    """Lend a check a right gradient_norm."""
    return lent(gradient_norm=lambda parameters: math.hypot(*(float(p.grad) for p in parameters)))


# %% [markdown]
# ## 1. One number for each layer
#
# **Question: which of ten layers learns, and which stands still?**
#
# A training step moves each weight by its gradient times the learning rate. Where the gradient is tiny, the weight stays where it is. A layer of width 64 has
# 64 · 64 = 4096 weights, so 4096 gradients. Nobody can read ten such tables. Take them as one long vector, and keep its length: the **L2 norm**, the root
# of the sum of squares. One number for each layer.
#
# **By hand.** Three parameters have gradients 3, -4 and 0. Four ways to make one number of them:
#
# | number | how | result | what is the trouble |
# |---|---|---:|---|
# | sum | 3 + (-4) + 0 | -1 | opposite signs cancel |
# | sum of sizes | 3 + 4 + 0 | 7 | no trouble; another norm, called L1 |
# | sum of squares | 9 + 16 + 0 | 25 | in squared units |
# | **L2 norm** | √25 | **5** | |
#
# **Predict.** Ten layers with sigmoid between them. Below are three gradients from the first layer's table, and three from the last layer's. How many powers of ten lie between them? (One more or less is right, too.)

# %%
predict("day5-powers-between", ..., sure=...)

# %%
print("L2 norm of (3, -4, 0):", math.hypot(3.0, -4.0, 0.0))
model, x, target = one_pass(deep_net, "sigmoid")
first, last = model[0], model[-1]
print("first layer:", tuple(first.weight.shape), "so", first.weight.numel(), "weights")
middle = {}
for name, end in (("first", first), ("last", last)):
    sizes = end.weight.grad[0, :3].abs().log10()
    print(
        f"{name:5} layer, powers of ten of three gradients:",
        [round(power) for power in sizes.tolist()],
    )
    middle[name] = sizes.median().item()
reveal("day5-powers-between", round(middle["last"] - middle["first"]))

# %% [markdown]
# ### Exercise 5.1: the norm (about 10 min)
#
# Write the norm of all gradients of some parameters, for your own engine.
#
# *Signature:* `gradient_norm(parameters)`
#
# *In:* `parameters`, anything that a `for` loop can run over once. Each entry has a float `grad`, as a `Value` has.
#
# *Out:* a float, the L2 norm of all gradients taken as one vector.
#
# *Must hold:*
# - without parameters the norm is 0.0;
# - a gradient that is NaN ("not a number"), infinity or minus infinity raises a `ValueError` whose text names its position, counted from 0.
#
# *Not yet:* tensors. They come in exercise 5.2.
#
# *Example:* for gradients 3, -4 and 0 it returns `5.0`. For gradients 3 and NaN the error's text holds the number 1.
#
# *An error, or a number that makes no sense?* Look it up in [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The last row of the table above. And `math.isfinite`, which is False for NaN and for both infinities.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# ‖g‖ = √(g₀² + g₁² + … ). An empty sum is 0, and √0 = 0. A single NaN among the terms makes the whole sum NaN: so look at each term, not at the sum.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# One loop with `enumerate`, which counts along. In it: a question with a `raise`, and a running total. After it: one return.
#
# </details>


# %% answer="day5-norm"
def gradient_norm(parameters):
    """Return the L2 norm of all gradients, taken as one vector.

    Args:
        parameters: Iterable of objects with a float grad (loss per unit of the parameter).

    Returns:
        A float >= 0; 0.0 for no parameters.

    Raises:
        ValueError: A gradient is NaN or infinite; names its position, counted from 0.

    Source: the total norm in torch.nn.utils.clip_grad_norm_ with norm_type=2.
    """
    ### BEGIN SOLUTION
    total = 0.0
    for position, parameter in enumerate(parameters):
        if not math.isfinite(parameter.grad):
            raise ValueError(f"The gradient at position {position} is {parameter.grad}.")
        total += parameter.grad**2
    return math.sqrt(total)
    ### END SOLUTION


# %% check="day5-norm-length" points=1
"""The norm is the length of the vector of all gradients."""
parameters = [Value(number) for number in (10.0, 20.0, 30.0)]
for parameter, gradient in zip(parameters, (3.0, -4.0, 0.0)):
    parameter.grad = gradient
norm = gradient_norm(parameters)
assert abs(norm - 5.0) < 1e-9, (
    f"Gradients 3, -4 and 0: the norm is the root of 9 + 16 + 0, which is 5.0. It is {norm!r}."
)

# %% check="day5-norm-refuses" points=1
"""A gradient that is no finite number is refused, and its position is named."""
parameters = [Value(10.0), Value(20.0)]
parameters[0].grad, parameters[1].grad = 3.0, math.nan
try:
    outcome = f"it returned {gradient_norm(parameters)!r}"
except ValueError as error:
    outcome = f"ValueError: {error}"
assert outcome.startswith("ValueError"), (
    f"Gradients 3 and NaN: the norm raises a ValueError. Here {outcome}."
)
assert "1" in outcome, (
    f"Gradients 3 and NaN: the error names position 1. Here its text is {outcome!r}."
)

# %% [markdown]
# ### Exercise 5.2: a norm for each layer (about 10 min)
#
# Now the same for a PyTorch model, layer by layer. After `backward()`, each linear layer keeps the gradient of its weights in `layer.weight.grad`: a tensor, a table of numbers.
#
# *Signature:* `layer_gradient_norms(model)`
#
# *In:* `model`, an `nn.Module` after its backward pass. Linear layers may stand inside blocks of the model, and other kinds of layers may stand between them.
#
# *Out:* a list of floats: for each `nn.Linear`, in order from the input, the L2 norm of the gradient of its **weights**. (A tensor of one number passes for a float.)
#
# *Must hold:*
# - biases do not count, and layers of other kinds do not count, even if they have weights or a similar name;
# - a linear layer inside a block counts like any other (`model.modules()` walks through everything, in the order in which it was put in);
# - a layer whose `weight.grad` is `None` has received no gradient: it counts 0.0.
#
# *Not yet:* convolutions and other layers. One kind is enough to see the effect.
#
# *Example:* two linear layers with weight gradients [[3, 0], [0, -4]] and [[6, 8]] give `[5.0, 10.0]`.
#
# *An error, or a number that makes no sense?* Look it up in [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Run `for module in model.modules(): print(type(module).__name__)` on the model of section 1's first cell (`model, _, _ = one_pass(deep_net, "sigmoid")` makes it again). Which of the lines do you want?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# For a table G the L2 norm is √(Σᵢⱼ Gᵢⱼ²), over all entries: its *Frobenius* norm. `torch.linalg.vector_norm` computes that for a tensor of any shape. (`torch.linalg.norm(G, 2)`
# on a table is something else: its largest singular value.)
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# A loop over all modules; `isinstance` picks the linear ones; a question for `None`; `.item()` turns a tensor of one number into a float; one list collects.
#
# </details>


# %% answer="day5-per-layer"
def layer_gradient_norms(model):
    """Return the L2 norm of the weights' gradient for each linear layer.

    Args:
        model: An nn.Module after its backward pass.

    Returns:
        A list of floats, one for each nn.Linear, in order from the input; 0.0 where there is no gradient.
    """
    ### BEGIN SOLUTION
    norms = []
    for module in model.modules():
        if isinstance(module, nn.Linear):
            gradient = module.weight.grad
            norms.append(0.0 if gradient is None else torch.linalg.vector_norm(gradient).item())
    return norms
    ### END SOLUTION


# %% check="day5-per-layer-weights" points=2
"""One norm for the weights of each linear layer, in order from the input."""
model = nn.Sequential(
    nn.Linear(2, 2, dtype=torch.float64),
    nn.Tanh(),
    nn.Linear(2, 1, dtype=torch.float64),
)
model[0].weight.grad = torch.tensor([[3.0, 0.0], [0.0, -4.0]], dtype=torch.float64)
model[2].weight.grad = torch.tensor([[6.0, 8.0]], dtype=torch.float64)
norms = layer_gradient_norms(model)
assert len(norms) == 2, f"Two linear layers give two norms. The list has {len(norms)}: {norms}."
agree = abs(norms[0] - 5.0) < 1e-9 and abs(norms[1] - 10.0) < 1e-9
assert agree, (
    f"Gradients [[3, 0], [0, -4]] and [[6, 8]]: the norms are 5.0 and 10.0. They are {norms}."
)

# %% check="day5-per-layer-modules" points=1
"""Linear layers inside blocks count, other layers do not, and a missing gradient counts 0.0."""
block = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
model = nn.Sequential(block, nn.LayerNorm(2), nn.Linear(2, 1))
norms = layer_gradient_norms(model)
assert len(norms) == 2, (
    "A block with a linear layer, a LayerNorm, a linear layer: two norms. "
    f"The list has {len(norms)}: {norms}."
)
assert norms[0] == 0.0, (
    f"Before any backward pass every weight.grad is None, so each norm is 0.0. They are {norms}."
)

# %%
model, x, target = one_pass(deep_net, "tanh")
norms = layer_gradient_norms(model)
print("norms, layer 1 to 10:", [f"{norm:.1e}" for norm in norms])
print(f"last over first: about {norms[-1] / norms[0]:.2g}")
plot_norms(
    {"tanh": norms},
    caption="Figure 5.2. Ten layers with tanh, as PyTorch sets them up. "
    "The first layers get the least gradient.",
    alt=f"Curve on a log axis: the norm rises from {norms[0]:.1e} at layer 1 to {norms[-1]:.1e} "
    "at layer 10.",
)

# %% [markdown]
# ## 2. Vanish and explode
#
# **Question: why does the gradient change from layer to layer?**
#
# On its way back the gradient passes ten layers. Each multiplies it twice: by the layer's weights, and by the slope of its activation, which is the local derivative. Ten factors below 1 make
# a number near zero: the gradient **vanishes**. Ten factors above 1 make a huge one: it **explodes**. (The last layer is linear, so between ten linear layers stand nine activations.)
#
# **By hand:** ten equal factors.
#
# | factor a layer | 0.5 | 0.9 | 1 | 1.5 |
# |---|---:|---:|---:|---:|
# | after ten layers | 0.001 | 0.35 | 1 | 58 |
#
# The slopes you know from Day 3:
#
# | activation | its slope |
# |---|---|
# | none | 1 everywhere |
# | tanh | 1 at input 0, less on both sides |
# | ReLU | 1 for positive inputs, 0 for negative ones: about half of each |
# | sigmoid | 0.25 at input 0, less on both sides |
#
# **Predict before you run.** Where is tanh flatter than sigmoid?

# %%
print("ten factors:", {factor: float(f"{factor**10:.2g}") for factor in (0.5, 0.9, 1.0, 1.5)})
inputs = torch.linspace(-5, 5, 201, dtype=torch.float64)
slopes = {}
for name, make in ACTIVATIONS.items():
    z = inputs.clone().requires_grad_()
    make()(z).sum().backward()
    print(f"{name:8} largest slope {z.grad.max().item():.2f}, slope at 4: {z.grad[180].item():.4f}")
    slopes[name] = z.grad
flatter = inputs[(slopes["tanh"] < slopes["sigmoid"]) & (inputs > 0)].min().item()
print(f"tanh is flatter than sigmoid from {flatter:.1f} on, on both sides")

# %% jupyter={"source_hidden": true}
# Draws Figure 5.3: the slope of each activation.
figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
looks = (("-", "black"), ("--", "blue"), ("-.", "green"), (":", "vermillion"))
for (name, slope), (line, colour) in zip(slopes.items(), looks):
    axes.plot(
        inputs,
        slope,
        linestyle=line,
        color=COLOURS[colour],
        linewidth=2.5,
        marker="",
        label=name,
    )
axes.set(xlabel="input of the activation", ylabel="slope")
axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
show_figure(
    figure,
    caption="Figure 5.3. The slope of each activation. Sigmoid never passes more than a quarter "
    "of the gradient on.",
    alt="Four curves of slope against input. None: 1 throughout. tanh: "
    "a peak of 1 at 0, near 0 beyond 3. "
    "ReLU: 0 left of 0 and 1 right of it. Sigmoid: a low peak of 0.25 at 0.",
)

# %% [markdown]
# ### Exercise 5.3: predict (about 5 min)
#
# Answer before you scroll on. The cells after the checks draw the result.
#
# *Signature:* a list `ranking` of four names, and a number `ten_slopes`.
#
# *In:* four nets of ten linear layers, set up in the same way. They differ in the activation between the layers: `"none"`, `"tanh"`, `"ReLU"`, `"sigmoid"`.
#
# *Out:* `ranking`: the four names, the one whose gradient vanishes **fastest** first. `ten_slopes`: a gradient passes ten sigmoids, and each has its largest possible slope.
# By what number do the ten slopes together multiply it? (Leave the weights aside.)
#
# *Must hold:* names spelled as above. `ten_slopes` may be an expression; two digits are enough. (A power in Python is `**`; `^` means something else and stops the cell.)
#
# *Not yet:* the exact size of each effect. The order is enough.
#
# *Example:* ten slopes of 0.9 would multiply the gradient by `0.9**10`, about 0.35.
#
# *An error, or a number that makes no sense?* Look it up in [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The table of slopes, and Figure 5.3. The inputs of the activations lie close to 0 in these nets, most of them between -2 and 2.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# The squared norm is a sum of squares. So a layer's activation multiplies the squared norm by about the *mean of the squared slopes*. For ReLU that is
# the mean of zeros and ones. For tanh near 0 it is a little less than 1. For sigmoid it is at most 1/16.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the answer</summary>
#
# Write the mean squared slope beside each name, and sort. For the number: one slope, to the power of how many.
#
# </details>

# %% answer="day5-predict"
### BEGIN SOLUTION
#: ranking = [None, None, None, None]  # four names, the fastest to vanish first
#: ten_slopes = None  # a number
ranking = ["sigmoid", "ReLU", "tanh", "none"]
ten_slopes = 0.25**10
### END SOLUTION

# %% check="day5-predict-ranking" points=1 note="It looks at the names, not at their order."
"""The four activations, from the one that loses the gradient fastest."""
if list(ranking) == [None] * 4:
    raise NotImplementedError("Exercise 5.3 is not written yet.")
names = sorted(str(name).strip().lower() for name in ranking)
assert names == ["none", "relu", "sigmoid", "tanh"], (
    f"The list holds none, tanh, ReLU and sigmoid, each once. It holds {names}."
)

# %% check="day5-predict-slope" points=1 note="It looks at the direction alone."
"""What ten sigmoids leave of a gradient, at best."""
if ten_slopes is None:
    raise NotImplementedError("Exercise 5.3 is not written yet.")
assert ten_slopes < 1, f"Ten slopes below 1 multiply to a number below 1. You wrote {ten_slopes!r}."

# %%
# Compare with your ranking: the first layer's gradient beside the last layer's.
nets = {name: one_pass(deep_net, name) for name in ACTIVATIONS}
curves = {name: layer_gradient_norms(net[0]) for name, net in nets.items()}
for name, norms in curves.items():
    print(
        f"{name:8} first {norms[0]:.1e}   last {norms[-1]:.1e}   last over first "
        f"{norms[-1] / norms[0]:.2g}",
    )
plot_norms(
    curves,
    caption="Figure 5.4. Four activations side by side, ten layers each.",
    alt="Four curves on a log axis, rising towards layer 10, where they lie between 0.02 and 0.4. "
    "At layer 1: "
    + ", ".join(f"{name} {norms[0]:.0e}" for name, norms in curves.items())
    + ".",
)

# %% [markdown]
# **The net with no activation is a linear map.** Ten linear layers in a row compute what a single one could: a matrix and a shift. It is deep in layers and not in what it can say. It stands in the
# figure to show what the weights do on their own: even with slope 1 everywhere, its first layer gets about 13 times less than its last.
#
# **Predict before you run.** How many of the 4096 gradients of the first sigmoid layer are larger than 1e-9? And of the last?

# %%
model, x, target = nets["none"]
with torch.no_grad():
    shift = model(torch.zeros(1, 64, dtype=torch.float64))
    matrix = model(torch.eye(64, dtype=torch.float64)) - shift
    print(
        "ten layers equal one matrix and a shift, to 1e-9:",
        torch.allclose(model(x), x @ matrix + shift, rtol=0, atol=1e-9),
    )

sigmoid_net = nets["sigmoid"][0]
powers = {}
for word, place in (("first", 0), ("last", -1)):
    powers[word] = sigmoid_net[place].weight.grad.abs().clamp_min(1e-20).log10().flatten()
    above = (powers[word] > -9).sum().item()
    print(f"{word:5} layer: {above} of {powers[word].numel()} gradients are larger than 1e-9")

# %% jupyter={"source_hidden": true}
# Draws Figure 5.5: the gradients of the first and of the last layer, by their power of ten.
figure, axes = plt.subplots(figsize=(7, 3), layout="constrained")
for word, line, hatch, colour in (("first", "-", "//", "vermillion"), ("last", "--", "..", "blue")):
    axes.hist(
        powers[word],
        bins=[power / 4 for power in range(-60, 5)],
        histtype="stepfilled",
        alpha=0.5,
        hatch=hatch,
        linestyle=line,
        edgecolor="black",
        color=COLOURS[colour],
        label=f"{word} layer",
    )
axes.set(xlabel="power of ten of one weight's gradient", ylabel="number of weights")
axes.legend()
show_figure(
    figure,
    caption="Figure 5.5. Sigmoid, ten layers: the gradients of the first layer (hatched) and of "
    "the last (dotted).",
    alt="Two histograms over powers of ten that do not meet: "
    "the first layer's gradients pile up around 1e-10, the last layer's around 1e-2.",
)

# %%
# Depth against activation: how many powers of ten lie between the last layer's norm and the first's?
depths = (2, 5, 10, 15, 20)
table = []
for name in ACTIVATIONS:
    rows = [layer_gradient_norms(one_pass(deep_net, name, depth)[0]) for depth in depths]
    table.append([round(math.log10(norms[-1] / norms[0]), 1) + 0.0 for norms in rows])
    print(f"{name:8}", table[-1])

# %% jupyter={"source_hidden": true}
# Draws Figure 5.6: the table as a map, light where much is lost.
if len(table) < len(ACTIVATIONS):
    raise NotImplementedError("Exercise 5.2 is not written yet.")
figure, axes = plt.subplots(figsize=(6, 2.8), layout="constrained")
picture = axes.imshow(table, cmap="cividis", aspect="auto")
for row, values in enumerate(table):
    for column, value in enumerate(values):
        # Black and white have the same contrast on the colour at 0.47.
        ink = "black" if picture.norm(value) > 0.47 else "white"
        axes.text(column, row, value, ha="center", va="center", color=ink)
axes.set(
    xticks=range(5),
    xticklabels=depths,
    yticks=range(4),
    yticklabels=list(ACTIVATIONS),
    xlabel="number of layers",
    ylabel="activation",
)
axes.grid(False)
figure.colorbar(picture, label="powers of ten")
words = "; ".join(
    f"{name}: {', '.join(str(value) for value in values)}"
    for name, values in zip(ACTIVATIONS, table)
)
show_figure(
    figure,
    caption="Figure 5.6. Powers of ten lost between the last and the first layer. "
    "Sigmoid pays for every layer.",
    alt=f"Heat map, activation by depth (2, 5, 10, 15, 20 layers), in powers of ten. {words}.",
)

# %% [markdown]
# ## 3. Hooks: watching gradients as they pass
#
# **Question: can you see the gradient on its way, and not only where it ends?**
#
# A **hook** is a function of yours that PyTorch calls at a certain moment. `layer.register_full_backward_hook(hook)` says: when the backward pass has
# gone through this layer, call `hook(module, grad_input, grad_output)`. `grad_output[0]` is the gradient that **arrives** at the layer's output: your upstream gradient.
# `grad_input[0]` is what the layer passes on. What you get back from `register…` is a *handle*; `handle.remove()` takes the hook away. A hook that nobody
# removes stays, and fires in every later pass.
#
# **By hand:** y = 3x, L = y², at x = 2.
#
# | place | value | gradient |
# |---|---:|---:|
# | y, the layer's output | 6 | 2y = 12 arrives |
# | x, the layer's input | 2 | 3 · 12 = 36 goes on |
#
# **Predict.** Two backward passes stand below. How many lines does the hook print? And what does `x.grad` hold at the end? Lock the second.

# %%
predict("day5-hook-gone", ..., sure=...)

# %%
single = nn.Linear(1, 1, bias=False, dtype=torch.float64)
nn.init.constant_(single.weight, 3.0)


def say(module, grad_input, grad_output):
    """Print what arrives at a layer's output and what leaves at its input."""
    print("arrives:", grad_output[0].item(), "  goes on:", grad_input[0].item())


handle = single.register_full_backward_hook(say)
x = torch.tensor([[2.0]], dtype=torch.float64, requires_grad=True)
(single(x) ** 2).sum().backward()
handle.remove()
(single(x) ** 2).sum().backward()  # the hook is gone: nothing is printed
print("x.grad after two passes:", x.grad.item())
reveal("day5-hook-gone", x.grad.item())

# %% [markdown]
# ### Exercise 5.4: hooks (about 15 min)
#
# Write a function that runs one pass through a model and tells how much gradient arrived at each linear layer.
#
# *Signature:* `arriving_gradient_norms(model, x, target)`
#
# *In:* `model`, an `nn.Module`; `x`, a batch of inputs that requires a gradient (as `batch` makes it); `target`, of the shape of `model(x)`.
#
# *Out:* a list of floats, in order from the input: for each `nn.Linear`, the L2 norm of the gradient of the loss with respect to the layer's **output**. The loss is
# `nn.functional.mse_loss(model(x), target)`.
#
# *Must hold:*
# - linear layers inside blocks count, other modules do not;
# - the hooks are there before the forward pass: PyTorch sets a module's backward hooks up while the data goes through it;
# - afterwards no hook is left in the model, so that a later pass does not call yours once more.
#
# *Not yet:* watching the activations' own gradients.
#
# *Example:* linear layers of width 1 with weights 2 and 3 and biases 0, x = 1, target 0. The output is 6, and the loss is 36. At the second layer arrives
# 2 · 6 = 12, at the first 3 · 12 = 36: the result is `[36.0, 12.0]`.
#
# *An error, or a number that makes no sense?* Look it up in [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The function `say` in the cell above. In which order do the hooks of several layers fire: from the input, or from the loss?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# With yₖ the output of linear layer k, you want ‖∂L/∂yₖ‖ for k = 1, 2, …. The backward pass meets the largest k first.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# Collect the linear layers in a list. Let the hook write into a dictionary, under the module that it is called with. Keep every handle. Then loss, backward,
# remove, and read the dictionary in the order of your list.
#
# </details>


# %% answer="day5-hooks"
def arriving_gradient_norms(model, x, target):
    """Return the norm of the gradient that arrives at the output of each linear layer.

    Args:
        model: An nn.Module.
        x: A batch of inputs that requires a gradient.
        target: What the output is compared with, by the mean squared error.

    Returns:
        A list of floats, one for each nn.Linear, in order from the input. No hook stays in the model.
    """
    ### BEGIN SOLUTION
    linear = [module for module in model.modules() if isinstance(module, nn.Linear)]
    norms = {}

    def record(module, grad_input, grad_output):
        norms[module] = torch.linalg.vector_norm(grad_output[0]).item()

    handles = [module.register_full_backward_hook(record) for module in linear]
    nn.functional.mse_loss(model(x), target).backward()
    for handle in handles:
        handle.remove()
    return [norms[module] for module in linear]
    ### END SOLUTION


# %% check="day5-hooks-norms" points=2
"""The norms are those of the gradients that arrive at each linear layer's output."""
torch.manual_seed(1)
x, target = batch(width=3, rows=4)
one, two = (nn.Linear(3, 3, dtype=torch.float64) for _ in range(2))
norms = arriving_gradient_norms(nn.Sequential(one, nn.Tanh(), two), x, target)
first = one(x)
second = two(torch.tanh(first))
for output in (first, second):
    output.retain_grad()  # PyTorch's other way: keep the gradient of a node that is no leaf
nn.functional.mse_loss(second, target).backward()
expected = [torch.linalg.vector_norm(output.grad).item() for output in (first, second)]
assert len(norms) == 2, f"Two linear layers give two norms. The list has {len(norms)}: {norms}."
agree = all(abs(mine - other) < 1e-9 for mine, other in zip(norms, expected))
assert agree, f"retain_grad on the two outputs gives the norms {expected}. Your hooks give {norms}."

# %% check="day5-hooks-removed" points=1
"""No hook stays in the model."""
torch.manual_seed(1)
x, target = batch(width=3, rows=4)
model = deep_net("tanh", depth=3, width=3)
arriving_gradient_norms(model, x, target)
left = sum(len(module._backward_hooks) for module in model.modules())
assert left == 0, f"After the call no hook is left in the model. There are {left}."

# %%
arriving = {}
for name, net in nets.items():
    weights = layer_gradient_norms(net[0])
    norms = arriving[name] = arriving_gradient_norms(*net)
    print(f"{name:8} factor a layer {(norms[0] / norms[-1]) ** (1 / 9):.2f}   last over first: "
          f"arriving {norms[-1] / norms[0]:.2g}, weights {weights[-1] / weights[0]:.2g}")
plot_norms(
    arriving,
    caption="Figure 5.7. The gradient that arrives at each layer. "
    "Straight lines on a log axis: the same factor at each layer.",
    alt="Four nearly straight rising lines on a log axis. They meet at layer 10; at layer 1: "
    + ", ".join(f"{name} {norms[0]:.0e}" for name, norms in arriving.items())
    + ".",
    ylabel="L2 norm of the arriving gradient",
)

# %% [markdown]
# **Two factors.** Without an activation, the arriving gradient shrinks about 140-fold from layer 10 to layer 1, yet the weights' gradient only about 13-fold. Why? Your rule for `*` says it: each input gets the other's
# data times the upstream gradient. A weight's gradient is *what arrives from above* times *what comes from below*. Going up, the data shrinks too, until the biases hold it. So to compare layers, look
# at what arrives.
#
# The factor of a layer can be predicted: weights give 1/√3 = 0.577 with PyTorch's start (section 4 works it out), and the activation the root of its mean squared slope. For none 0.577 · 1 = 0.58, for ReLU 0.577 · √½ = 0.41, for sigmoid
# 0.577 · ¼ = 0.14. Compare with the numbers above.

# %% [markdown]
# ## 4. Initialisation
#
# **Question: how large should the weights be at the start?**
#
# The **initialisation** draws each weight at random, with mean 0 and a **standard deviation** s: the usual distance from the mean. An output of a layer is a sum over n inputs, its **fan-in**. The squares add up, since the mixed products have mean 0: each weight is drawn on its own, as often negative as positive. So the mean square of the output is
# n · s² times that of the input. So the layer multiplies the data by √n · s. On the way back each input collects from m outputs, the **fan-out**: there the factor is √m · s. Both should be 1. With n ≠ m that can't be:
# *Xavier's* rule takes the middle, s² = 2/(n+m). ReLU zeroes half of everything; *He's* rule makes up for it, s² = 2/n. (Both are named after their authors, Xavier Glorot and Kaiming He.)
#
# **By hand,** for n = m = 64, and the factor a layer on the way back. N(0, 1) is the normal distribution with s = 1:
#
# | start | s | the weights alone | with ReLU |
# |---|---:|---:|---:|
# | N(0, 1) | 1 | 8 | 5.7 |
# | PyTorch's | 1/√192 = 0.072 | 0.58 | 0.41 |
# | Xavier | √(2/128) = 0.125 | 1 | 0.71 |
# | He | √(2/64) = 0.177 | 1.41 | 1 |
#
# (PyTorch draws evenly between -1/√n and 1/√n. Numbers that lie evenly between -r and r have the standard deviation r/√3, so s = 1/√(3 · 64) = 1/√192, and the factor is √64 · s = 1/√3.)
#
# With tanh, whose slope is close to 1 near 0, the weights alone are what counts.
#
# **Predict before you run.** From layer 10 back to layer 1 there are nine factors. With ReLU and N(0, 1), what is 5.7 to the power 9, in powers of ten?

# %%
torch.manual_seed(0)
arriving_vectors = torch.randn(1000, 64, dtype=torch.float64)
for name, spread in (
    ("N(0, 1)", 1.0),
    ("PyTorch's", 192**-0.5),
    ("Xavier", 0.125),
    ("He", 32**-0.5),
):
    weights = spread * torch.randn(64, 64, dtype=torch.float64)
    factor = (arriving_vectors @ weights).std().item() / arriving_vectors.std().item()
    print(
        f"{name:10} s = {spread:.3f}   factor of the weights {factor:.1f}, and with ReLU "
        f"{factor * 0.5**0.5:.1f}",
    )
print("nine factors of ReLU with N(0, 1): about", f"{(8 * 0.5**0.5) ** 9:.0e}")

# %% [markdown]
# ### Exercise 5.5: initialise (about 15 min)
#
# Write the two rules, and start a net with them.
#
# *Signature:* `xavier_std(fan_in, fan_out)`, `he_std(fan_in, fan_out)`, `initialise(model, activation)`
#
# *In:* two whole numbers; for `initialise`, an `nn.Module` with linear layers (some perhaps inside blocks), and `"tanh"` or `"ReLU"`.
#
# *Out:* the standard deviation, as a float. He's rule uses the fan-in alone, but takes both, so that the rules can be exchanged. `initialise` changes the model and returns nothing.
#
# *Must hold:*
# - `initialise` draws the weights of every `nn.Linear` afresh, each layer's for itself, with mean 0: by Xavier's rule for `"tanh"`, by He's for `"ReLU"`;
# - it sets every bias to 0;
# - in a net of ten equal layers, the arriving gradients then stay within a factor of 10 of each other.
#
# *Not yet:* other activations. The shape of the distribution is free: normal or uniform, only s counts. PyTorch's own functions in `nn.init` are allowed.
#
# *Example:* `xavier_std(4, 12)` is √(2/16) = 0.354, `he_std(8, 2)` is √(2/8) = 0.5.
#
# *An error, or a number that makes no sense?* Look it up in [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The text above has both rules for s², and you want s. A linear layer knows its `in_features` and `out_features`.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# Xavier: s = √(2 / (n + m)). He: s = √(2 / n). Here n is the number of inputs of the layer and m the number of its outputs.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# Two one-line functions. Then: choose one of the two by name, loop over the modules, pick the linear ones, and for each two calls: `nn.init.normal_` takes a tensor and `std=`, and `nn.init.zeros_` a tensor.
# The underscore at the end of their names means: in place.
#
# </details>


# %% answer="day5-init"
def xavier_std(fan_in, fan_out):
    """Return the standard deviation of Xavier's rule.

    Source: Glorot and Bengio (2010), equation 12.
    """
    ### BEGIN SOLUTION
    return math.sqrt(2.0 / (fan_in + fan_out))
    ### END SOLUTION


def he_std(fan_in, fan_out):
    """Return the standard deviation of He's rule, which uses fan_in alone.

    Source: He, Zhang, Ren and Sun (2015), equation 10.
    """
    ### BEGIN SOLUTION
    return math.sqrt(2.0 / fan_in)
    ### END SOLUTION


def initialise(model, activation):
    """Draw the weights of every linear layer afresh, in place, and set its bias to 0.

    Args:
        model: An nn.Module.
        activation: "tanh" for Xavier's rule, "ReLU" for He's.
    """
    ### BEGIN SOLUTION
    spread = {"tanh": xavier_std, "ReLU": he_std}[activation]
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.normal_(module.weight, std=spread(module.in_features, module.out_features))
            nn.init.zeros_(module.bias)
    ### END SOLUTION


# %% check="day5-init-spread" points=1
"""The standard deviations of Xavier and He."""
xavier, he = xavier_std(4, 12), he_std(8, 2)
assert abs(xavier - 0.125**0.5) < 1e-6, (
    f"xavier_std(4, 12) is the root of 2/16, about 0.354. It is {xavier!r}."
)
assert abs(he - 0.5) < 1e-6, f"he_std(8, 2) is the root of 2/8, which is 0.5. It is {he!r}."

# %% check="day5-init-net" points=2
"""A net of ten layers that is started by these rules keeps its arriving gradients within a factor of 10."""
torch.manual_seed(1)
square = nn.Linear(64, 64, dtype=torch.float64)
model = nn.Sequential(square)
for activation, expected in (("tanh", 0.125), ("ReLU", 32**-0.5)):
    with lent(
        xavier_std=lambda fan_in, fan_out: 0.125, he_std=lambda fan_in, fan_out: 32**-0.5
    ):  # for 64 and 64
        initialise(model, activation)
    found = square.weight.std().item()
    close = abs(found / expected - 1) < 0.1
    assert close, (
        f"initialise(model, {activation!r}) with fan-in and fan-out 64: "
        f"the weights spread by {expected:.3f}. They spread by {found:.3f}."
    )

# %%
starts = {
    "tanh, PyTorch's": ("tanh", None),
    "tanh, Xavier": ("tanh", lambda model: initialise(model, "tanh")),
    "ReLU, PyTorch's": ("ReLU", None),
    "ReLU, He": ("ReLU", lambda model: initialise(model, "ReLU")),
    "ReLU, N(0, 1)": (
        "ReLU",
        lambda model: [nn.init.normal_(layer.weight) for layer in model[::2]],
    ),
}
started = {}
for name, (activation, prepare) in starts.items():
    net = one_pass(deep_net, activation, prepare=prepare)
    weights = layer_gradient_norms(net[0])
    started[name] = arriving_gradient_norms(*net)
    spread = max(started[name]) / min(started[name])
    print(
        f"{name:16} arriving: largest over smallest {spread:.1g}   weights: "
        f"first {weights[0]:.0e}, last over first {weights[-1] / weights[0]:.1g}",
    )
plot_norms(
    started,
    caption="Figure 5.8. Five starts, and the gradient that arrives at each layer.",
    alt="Five lines on a log axis. Nearly level: tanh with Xavier, ReLU with He. "
    "Rising towards the last layer: both with PyTorch's start. "
    "Far above and falling: ReLU with N(0, 1), "
    f"from {started['ReLU, N(0, 1)'][0]:.0e} at layer 1 "
    f"to {started['ReLU, N(0, 1)'][-1]:.0e} at layer 10.",
    ylabel="L2 norm of the arriving gradient",
)

# %% [markdown]
# Read the last line of the table twice. With N(0, 1) the weights' gradients are all near 1e14 or 1e15, and yet *last over first* is close to 1. The gradient explodes going down, the data explodes going up, and the
# product of the two is the same everywhere. A ratio that looks healthy is no proof of health: look at the size, and at both factors.
#
# PyTorch has these rules too. `nn.init.calculate_gain` gives the factor that makes up for an activation: √2 for ReLU.

# %%
print("gain for ReLU:", f"{nn.init.calculate_gain('relu'):.4f}", "  √2:", f"{math.sqrt(2):.4f}")
print(
    "he_std equals gain / √fan_in, to 1e-9:",
    abs(he_std(64, 64) - nn.init.calculate_gain("relu") / math.sqrt(64)) < 1e-9,
)
wide = nn.Linear(300, 500, dtype=torch.float64)
for name, draw, rule in (
    ("xavier_normal_", nn.init.xavier_normal_, xavier_std),
    ("kaiming_normal_", nn.init.kaiming_normal_, he_std),
):
    draw(wide.weight)
    print(
        f"nn.init.{name}: spread {wide.weight.std().item():.3f}, by your rule {rule(300, 500):.3f}",
    )

# %% [markdown]
# ## 5. Skip connections
#
# **Question: can a gradient go round a layer?**
#
# A layer with a **skip connection** computes y = x + f(x): its own work, added to what came in. On the way back `+` copies the upstream gradient to both its inputs, as on Day 2.
# One copy goes through f and may shrink. The other goes straight to x, whole. The slope is 1 + f′(x), and a small f′ does no harm. Nets with hundreds of layers are
# trained this way; they are called *residual networks*. This is a preview of them.
#
# **By hand:** f(x) = 3x at x = 2; and ten layers whose slope is 0.1 each.
#
# | | without | with skip |
# |---|---:|---:|
# | output | 6 | 2 + 6 = 8 |
# | slope | 3 | 1 + 3 = 4 |
# | ten layers of slope 0.1 | 0.1¹⁰ = 1e-10 | 1.1¹⁰ = 2.6 |
#
# **Predict before you run.** The cell does the first example, and then one with f(x) = 5x at x = 2. What do y and `x.grad` hold there?

# %%
x = Value(2.0, label="x")
tripled = 3 * x
tripled.label = "f(x)"
y = x + tripled
y.label = "y"
y.backward()
print(
    "f(x) = 3x: y =",
    y.data,
    "  x.grad =",
    x.grad,
    "  ten layers:",
    f"{0.1**10:.0e} without, {1.1**10:.1f} with",
)
other = Value(2.0)
total = other + 5 * other
total.backward()
print("f(x) = 5x: y =", total.data, "  x.grad =", other.grad)
draw_graph(
    y,
    caption="Figure 5.9. y = x + f(x) with f(x) = 3x. One arrow goes from x straight to y; "
    "the gradient comes back along it whole.",
)

# %% [markdown]
# ### Exercise 5.6: skip (about 10 min)
#
# Write the block, and a sigmoid net made of such blocks.
#
# *Signature:* a class `Skip(inner)`, an `nn.Module`; a function `skip_net(depth, width)`.
#
# *In:* `inner`, an `nn.Module` whose output has the shape of its input. `depth` and `width`, whole numbers.
#
# *Out:* a `Skip` that, called with x, gives x + inner(x). `skip_net` returns an `nn.Module` with `depth` linear layers of that width: `depth - 1` blocks, each a linear layer and
# a sigmoid with one skip connection round the two, then a plain linear layer. (PyTorch's usual 32 bits are fine here: the cells below turn the net to 64 with `.double()`.)
#
# *Must hold:*
# - the gradient goes both ways: through `inner`, and past it;
# - each block has its own weights;
# - with ten layers, the norm of the first layer's weight gradient is at least 1e5 times that of the plain sigmoid net.
#
# *Not yet:* skips between layers of different widths. They need a matrix on the way round.
#
# *Example:* with `inner` a linear layer of width 1, weight 3 and bias 0: `Skip(inner)` gives 8 at x = 2, and the gradient of x is 4.
#
# *An error, or a number that makes no sense?* Look it up in [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# A module of your own has two methods: `__init__` takes the parts and keeps them, `forward` says what happens to an input. `nn.Module` must set itself up before it can keep parts: that is the first line of `__init__`.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# y = x + f(x), so dy/dx = 1 + f′(x). The net: y = A·b₉(b₈(…b₁(x))) with bₖ(x) = x + σ(Wₖx).
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# `super().__init__()`, then keep `inner`. `forward` is one line. For the net: a list of blocks, each made anew in a loop or comprehension, and `nn.Sequential(*blocks, last)`.
#
# </details>


# %% answer="day5-skip"
class Skip(nn.Module):
    """A module with a way round it."""

    def __init__(self, inner):
        """Keep inner, an nn.Module whose output has the shape of its input."""
        ### BEGIN SOLUTION
        super().__init__()
        self.inner = inner
        ### END SOLUTION

    def forward(self, x):
        """Return x, added to what inner makes of it."""
        ### BEGIN SOLUTION
        return x + self.inner(x)
        ### END SOLUTION


def skip_net(depth, width):
    """Return depth linear layers; all but the last have a sigmoid, and a skip connection round both."""
    ### BEGIN SOLUTION
    blocks = [Skip(nn.Sequential(nn.Linear(width, width), nn.Sigmoid())) for _ in range(depth - 1)]
    return nn.Sequential(*blocks, nn.Linear(width, width))
    ### END SOLUTION


# %% check="day5-skip-block" points=1
"""A skip block adds its input to what its inner module makes of it."""
triple = nn.Linear(1, 1, bias=False, dtype=torch.float64)
nn.init.constant_(triple.weight, 3.0)
x = torch.tensor([[2.0]], dtype=torch.float64, requires_grad=True)
y = Skip(triple)(x)
y.sum().backward()
assert y.item() == 8.0, f"Skip round f(x) = 3x at x = 2: the output is 2 + 6 = 8. It is {y.item()}."
assert x.grad.item() == 4.0, (
    f"Skip round f(x) = 3x: the slope is 1 + 3 = 4. The gradient of x is {x.grad.item()}."
)

# %% check="day5-skip-net" points=1
"""With skip connections the first layer's gradient is at least 1e5 times larger."""
torch.manual_seed(1)
x, target = batch(width=16, rows=8)
sizes = []
for model in (deep_net("sigmoid", 10, 16), skip_net(10, 16).double()):
    nn.functional.mse_loss(model(x), target).backward()
    first = next(module for module in model.modules() if isinstance(module, nn.Linear))
    sizes.append(torch.linalg.vector_norm(first.weight.grad).item())
gain = sizes[1] / sizes[0]
assert gain >= 1e5, (
    "Ten layers of width 16: the skips raise the first layer's norm by 1e5 or more. "
    f"Here by a factor of {gain:.1e}."
)

# %%
with_skip = one_pass(lambda: skip_net(10, 64).double())[0]
without = one_pass(deep_net, "sigmoid")[0]
beside = {
    "sigmoid": layer_gradient_norms(without),
    "sigmoid with skips": layer_gradient_norms(with_skip),
}
gain = beside["sigmoid with skips"][0] / beside["sigmoid"][0]
print(
    f"first layer: {beside['sigmoid'][0]:.0e} without, {beside['sigmoid with skips'][0]:.1f} with "
    f"skips: about {gain:.0e} times as much",
)
plot_norms(
    beside,
    caption="Figure 5.10. The same sigmoid layers with and without skip connections.",
    alt=f"Two curves on a log axis. Without skips the norm falls to {beside['sigmoid'][0]:.0e} at "
    "layer 1; with skips it stays between "
    f"{min(beside['sigmoid with skips']):.1f} and {max(beside['sigmoid with skips']):.0f}.",
)

# %% [markdown]
# ## 6. Clipping
#
# **Question: what if a single step is far too long?**
#
# A step is gradient times learning rate. When a gradient explodes, one step throws all weights far away, and what was learned is lost. **Clipping** puts a limit on the step: take the norm of *all* gradients as one vector. If it is above the
# limit, multiply every gradient by limit / norm. The vector keeps its direction and gets the limit as its length. Below the limit nothing happens.
#
# **By hand,** with limit 5:
#
# | gradients | norm | factor | after |
# |---|---:|---:|---|
# | (30, -40) | 50 | 5/50 = 0.1 | (3, -4) |
# | (0.3, 0.4) | 0.5 | none | (0.3, 0.4) |
#
# Cutting each number at 5 on its own would give (5, -5): another direction.
#
# **Predict.** By how many degrees does the cut vector turn? (Two more or less is right, too.)

# %%
predict("day5-turned", ..., sure=...)

# %%
cuts = {(3, -4): "clipped by the norm: (3, -4)", (5, -5): "each cut at 5: (5, -5)"}
for (right, up), name in cuts.items():
    angle = math.degrees(math.atan2(up, right))
    print(f"{name:30} direction {angle:.1f} degrees, length {math.hypot(right, up):.2f}")
turned = math.degrees(math.atan2(-5, 5) - math.atan2(-4, 3))
print(f"cutting each number turns the vector by {turned:.1f} degrees")
reveal("day5-turned", round(abs(turned), 1))

# %% jupyter={"source_hidden": true}
# Draws Figure 5.11: the gradient clipped by its norm, and cut number by number.
figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
axes.plot(
    [0, 6.6],
    [0, -8.8],
    linestyle=":",
    marker="",
    color=COLOURS["black"],
    label="direction of (30, -40)",
)
for ((right, up), name), (line, marker, colour) in zip(
    cuts.items(), (("-", "o", "blue"), ("--", "s", "vermillion"))
):
    axes.plot([0, right], [0, up], linestyle=line, marker=marker, markevery=[1], linewidth=2.5,
              color=COLOURS[colour], label=name)
axes.set(
    xlabel="gradient of the first weight",
    ylabel="gradient of the second",
    xlim=(0, 7),
    ylim=(-7, 0),
    aspect="equal",
)
axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
show_figure(
    figure,
    caption="Figure 5.11. Clipping by the norm shortens the step. Cutting each number turns it.",
    alt="Two arrows from the origin. (3, -4) lies on the dotted line towards (30, -40); "
    "(5, -5) lies above that line, about 8 degrees off.",
)

# %% [markdown]
# ### Exercise 5.7: clip (about 10 min)
#
# *Signature:* `clip_gradients(parameters, max_norm)`
#
# *In:* `parameters`, as for `gradient_norm`: anything that a `for` loop can run over **once** (perhaps a generator), of objects with a float `grad`. `max_norm`, a positive number.
#
# *Out:* the norm of all gradients **before** clipping, a float.
#
# *Must hold:*
# - a norm above `max_norm`: every `grad` is multiplied, in place, by `max_norm` / norm;
# - otherwise every `grad` stays as it is, also when all are 0, or when there are no parameters;
# - `data` is not touched.
#
# *Not yet:* gradients that are NaN or infinite. `gradient_norm` refuses them.
#
# *Example:* gradients 30 and -40, `max_norm` 5: returns `50.0`, and the gradients are 3 and -4.
#
# *An error, or a number that makes no sense?* Look it up in [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# You have the norm from exercise 5.1 (the check lends a right one if yours is not). You need to go over the parameters twice, and a generator can be gone over once: what can you turn it into?
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# g ← g · min(1, limit / ‖g‖), and g stays where ‖g‖ = 0. Nothing is divided then.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# Make a list; one call for the norm; one `if`; in it one loop that changes `grad`; and the return after all that.
#
# </details>


# %% answer="day5-clip"
def clip_gradients(parameters, max_norm):
    """Scale all gradients down, in place, so that their norm is at most max_norm.

    Args:
        parameters: Iterable of objects with a float grad.
        max_norm: The largest norm allowed, > 0.

    Returns:
        The norm before clipping.

    Source: torch.nn.utils.clip_grad_norm_, but for the 1e-6 that it adds to the divisor.
    """
    ### BEGIN SOLUTION
    parameters = list(parameters)
    norm = gradient_norm(parameters)
    if norm > max_norm:
        for parameter in parameters:
            parameter.grad *= max_norm / norm
    return norm
    ### END SOLUTION


# %% check="day5-clip-scales" points=1
"""Gradients above the limit are scaled down together, in place."""
parameters = [Value(1.0), Value(2.0)]
parameters[0].grad, parameters[1].grad = 30.0, -40.0
with right_norm():
    clip_gradients(parameters, 5.0)
after = [parameter.grad for parameter in parameters]
agree = abs(after[0] - 3.0) < 1e-6 and abs(after[1] + 4.0) < 1e-6
assert agree, (
    "Gradients 30 and -40 with limit 5: the norm is 50, so each is multiplied by 0.1: 3 and -4. "
    f"They are {after}."
)

# %% check="day5-clip-returns" points=1
"""The norm before clipping is returned."""
parameters = [Value(1.0), Value(2.0)]
parameters[0].grad, parameters[1].grad = 30.0, -40.0
with right_norm():
    norm = clip_gradients(parameters, 5.0)
assert norm is not None, (
    "Gradients 30 and -40: the function returns the norm before clipping, 50.0. It returned None."
)
assert abs(norm - 50.0) < 1e-9, (
    f"Gradients 30 and -40: the norm before clipping is 50.0. It returned {norm!r}."
)

# %% check="day5-clip-keeps" points=1
"""Gradients below the limit stay as they are."""
parameters = [Value(1.0), Value(2.0)]
parameters[0].grad, parameters[1].grad = 0.3, 0.4
with right_norm():
    clip_gradients(parameters, 5.0)
after = [parameter.grad for parameter in parameters]
assert after == [0.3, 0.4], (
    f"Gradients 0.3 and 0.4 with limit 5: the norm is 0.5, so they stay. They are {after}."
)

# %%
# The same from PyTorch, then one step of the net that explodes.
theirs = nn.Parameter(torch.zeros(2, dtype=torch.float64))
theirs.grad = torch.tensor([30.0, -40.0], dtype=torch.float64)
mine = [Value(0.0), Value(0.0)]
mine[0].grad, mine[1].grad = 30.0, -40.0
norms = clip_gradients(mine, 5.0), nn.utils.clip_grad_norm_([theirs], 5.0).item()
print("norm before:", norms, "  equal to 1e-9:", abs(norms[0] - norms[1]) < 1e-9)
print(
    "after:",
    [parameter.grad for parameter in mine],
    "and",
    [round(number, 6) for number in theirs.grad.tolist()],
    "  apart by one part in",
    f"{1 / abs(theirs.grad[0].item() / mine[0].grad - 1):.0e}",
)
for limit in (None, 1.0):
    model, x, target = one_pass(deep_net, "ReLU", prepare=starts["ReLU, N(0, 1)"][1])
    before = nn.functional.mse_loss(model(x), target).item()
    if limit is not None:
        nn.utils.clip_grad_norm_(model.parameters(), limit)
    torch.optim.SGD(model.parameters(), lr=0.01).step()
    after = nn.functional.mse_loss(model(x), target).item()
    print(
        f"one step, {'no limit ' if limit is None else 'limit 1.0'}: "
        f"loss {before:.2e} -> {after:.2e}, lower: {after < before}",
    )

# %% [markdown]
# Without a limit, a single step sends the loss to more than 1e200. With the limit, it comes down a little, as a step should. Clipping does not fix the net: its loss is still huge. It keeps one step from destroying
# everything, while you fix the cause.
#
# (PyTorch divides by the norm plus 1e-6, so that it never divides by zero. So at a norm of 50 the results are one part in 5e+07 apart, and at a smaller norm more.)

# %% [markdown]
# ## 7. The same on your own engine
#
# **Question: do the gradients of your own engine vanish too?**
#
# Nothing today was special to PyTorch. The chain rule multiplies slopes, whoever computes it. Your `MLP` from Day 4 can be deep as well: `MLP(2, [4, 4, 4, 4, 4, 1], ...)` has six layers, five of them of width 4. Each
# of its layers knows its `parameters()`, and you can measure any list of them with `gradient_norm`.
#
# **By hand:** a chain of two neurons without bias, z = σ(w₁x), y = w₂z, at x = 1, w₁ = 0, w₂ = 1, with target 0. So z = σ(0) = 0.5, y = 0.5, L = y² = 0.25.
#
# | gradient | product | value |
# |---|---|---:|
# | dL/dw₂ | 2y · z | 0.5 |
# | dL/dw₁ | 2y · w₂ · σ′(0) · x = 1 · 1 · 0.25 · 1 | 0.25 |
#
# **Predict before you run.** Put one more sigmoid neuron into the chain: w₀ = 0 at the input, then w₁ = 1, then w₂ = 1 at the output. What is the gradient of the first weight, dL/dw₀?
# (σ(0.5) is 0.62, and the slope there is 0.24.)

# %%
x, w1, w2 = Value(1.0, label="x"), Value(0.0, label="w1"), Value(1.0, label="w2")
product = w1 * x
z = product.sigmoid()
y = w2 * z
loss = y**2
product.label, z.label, y.label, loss.label = "w1*x", "z", "y", "L"
loss.backward()
print("two neurons:   dL/dw2 =", w2.grad, "  dL/dw1 =", w1.grad)
w0, w1, w2 = Value(0.0), Value(1.0), Value(1.0)
((w2 * (w1 * (w0 * 1.0).sigmoid()).sigmoid()) ** 2).backward()
print(
    "three neurons: dL/dw2 =",
    round(w2.grad, 3),
    "  dL/dw1 =",
    round(w1.grad, 3),
    "  dL/dw0 =",
    round(w0.grad, 3),
)
half = Value(0.5).sigmoid().data
print(f"sigmoid(0.5) = {half:.2f}, slope {half * (1 - half):.2f}")
draw_graph(
    loss,
    caption="Figure 5.12. Two neurons, after the backward pass. "
    "Read the gradients from right to left.",
)

# %% [markdown]
# ### Exercise 5.8: your own engine (about 5 min)
#
# *Signature:* `own_layer_norms(model, xs, ys)`
#
# *In:* `model`, an `MLP` of Day 4 with one output; `xs`, a list of inputs; `ys`, a list of as many target numbers.
#
# *Out:* a list of floats: for each layer in `model.layers`, in order from the input, the L2 norm of the gradients of **all** its parameters, weights and biases. The loss is the mean, over the samples, of
# (model(x) - y)².
#
# *Must hold:* what an earlier backward pass left in the gradients does not count: calling it twice gives the same list twice.
#
# *Not yet:* training. (Day 4's `mean_squared_error` is not in this notebook: write the loss as one expression.)
#
# *Example:* one linear neuron with weight 2 and bias 0, one sample x = 3, y = 5. The error is 1, so dL/dw = 2 · 1 · 3 = 6 and dL/db = 2: the list is `[6.32]`, the root of 36 + 4.
#
# *An error, or a number that makes no sense?* Look it up in [Symptom and cause](#Symptom-and-cause).

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# The four steps of Day 4: zero the gradients, forward, loss, backward. Leave out the update.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation in mathematics</summary>
#
# L = (1/N) Σᵢ (f(xᵢ) - yᵢ)², and for each layer √(Σ (∂L/∂p)²) over its parameters p.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape of the code</summary>
#
# A loop that sets every `grad` to 0.0; one expression for the loss (`sum` over `zip`); `backward()`; one list of `gradient_norm(...)`, an entry for each layer.
#
# </details>


# %% answer="day5-own-engine"
def own_layer_norms(model, xs, ys):
    """Return the norm of the gradients of each layer of an own MLP.

    Args:
        model: An MLP with one output.
        xs: The inputs, a list of lists of numbers.
        ys: The targets, a list of numbers.

    Returns:
        A list of floats, one for each layer, in order from the input; the loss is the mean squared error.
    """
    ### BEGIN SOLUTION
    for parameter in model.parameters():
        parameter.grad = 0.0
    loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)
    loss.backward()
    return [gradient_norm(layer.parameters()) for layer in model.layers]
    ### END SOLUTION


# %% check="day5-own-engine-norms" points=1
"""One norm for each layer of your own net."""
model = MLP(1, [1], "linear", "linear")
weight, bias = model.parameters()
weight.data, bias.data = 2.0, 0.0
with right_norm():
    norms = own_layer_norms(model, [[3.0]], [5.0])
agree = len(norms) == 1 and abs(norms[0] - math.sqrt(40.0)) < 1e-6
assert agree, (
    "y = 2·3, target 5: the gradients are 6 and 2, so the list is [6.3246] in five digits, and "
    f"nothing is rounded. It is {norms}."
)

# %% check="day5-own-engine-afresh" points=1
"""Gradients of an earlier pass do not count."""
random.seed(5)
model = MLP(2, [3, 1], "tanh", "linear")
with right_norm():
    once = own_layer_norms(model, [[1.0, 2.0]], [0.5])
    twice = own_layer_norms(model, [[1.0, 2.0]], [0.5])
agree = all(abs(first - second) < 1e-9 for first, second in zip(once, twice))
assert agree, (
    "The same net and samples give the same norms at each call. "
    f"The first gave {once}, the second {twice}."
)

# %%
random.seed(0)
xs = [[random.gauss(0, 1), random.gauss(0, 1)] for _ in range(8)]
ys = [random.gauss(0, 1) for _ in range(8)]
mine = {}
for name in ("tanh", "sigmoid"):
    random.seed(0)
    own = MLP(2, [4, 4, 4, 4, 4, 1], name, "linear")
    mine[name] = own_layer_norms(own, xs, ys)
    print(
        f"{name:8}",
        [f"{norm:.0e}" for norm in mine[name]],
        f"  last over first {mine[name][-1] / mine[name][0]:.1g}",
    )
plot_norms(
    mine,
    caption="Figure 5.13. Six layers of your own engine. With sigmoid the gradient vanishes here "
    "too.",
    alt="Two curves on a log axis over six layers. tanh: nearly level. sigmoid: "
    f"rising from {mine['sigmoid'][0]:.0e} at layer 1 to {mine['sigmoid'][-1]:.0e} at layer 6.",
    ylabel="L2 norm of the layer's gradient",
)

# %%
# The twin in PyTorch: the same weights, the same samples, the same norms.
twin = nn.Sequential()
for layer in own.layers:
    twin.append(nn.Linear(len(layer.neurons[0].weights), len(layer.neurons), dtype=torch.float64))
    with torch.no_grad():
        twin[-1].weight[:] = torch.tensor(
            [[weight.data for weight in neuron.weights] for neuron in layer.neurons],
            dtype=torch.float64,
        )
        twin[-1].bias[:] = torch.tensor(
            [neuron.bias.data for neuron in layer.neurons],
            dtype=torch.float64,
        )
    twin.append(nn.Sigmoid())
twin = twin[:-1]  # the last layer is linear
outputs = twin(torch.tensor(xs, dtype=torch.float64)).flatten()
nn.functional.mse_loss(outputs, torch.tensor(ys, dtype=torch.float64)).backward()
theirs = [
    math.hypot(*torch.cat([layer.weight.grad.flatten(), layer.bias.grad]).tolist())
    for layer in twin[::2]
]
difference = max(abs(one - other) for one, other in zip(own_layer_norms(own, xs, ys), theirs))
print("your norms and PyTorch's agree to 1e-9:", difference < 1e-9)

# %% [markdown]
# ## 8. One pass and one vector
#
# **Question: what does a backward pass carry, and what does it never compute?**
#
# PyTorch's graph is your graph: `grad_fn` is the last operation, and `next_functions` leads to the ones before, as `_prev` does.
#
# A layer with 64 inputs and 64 outputs has 64 · 64 local derivatives: its **Jacobian**, a table with a row for each output and a column for each input. One pass of forward mode
# (Day 2) starts at one input and gives a column; one pass of reverse mode starts at one output and gives a row. The loss has one row.
#
# The chain rule for ten layers is a product of ten such tables. Backpropagation never multiplies two of
# them. For each sample it starts at the loss with one vector of 64 numbers, multiplies it by one table after the other, and keeps a vector all the way. That is what reverse mode buys: one pass, one vector.
#
# **By hand:** multiplications for ten tables of 64 by 64.
#
# | order | count | in all |
# |---|---|---:|
# | table times table, from the input | 9 · 64³ | 2,359,296 |
# | vector times table, from the loss | 10 · 64² | 40,960 |
#
# **Predict.** How many `AddmmBackward0`, the linear layer's operation, stand in the graph of the ten-layer net?

# %%
predict("day5-linear-layers", ..., sure=...)

# %%
from collections import Counter


def operations(root):
    """Count the operations behind a tensor, each once, by walking next_functions."""
    seen, waiting = set(), [root.grad_fn]
    while waiting:
        function = waiting.pop()
        if function is not None and function not in seen:
            seen.add(function)
            waiting.extend(earlier for earlier, _ in function.next_functions)
    return Counter(type(function).__name__ for function in seen)


model, x, target = nets["tanh"]
for name, count in sorted(operations(nn.functional.mse_loss(model(x), target)).items()):
    print(f"{count:3} {name}")
reveal("day5-linear-layers", operations(model(x))["AddmmBackward0"])

# %%
a, w, b = (
    torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in (0.5, 2.0, -0.25)
)
product = Value(0.5, label="a") * Value(2.0, label="w")
total = product + Value(-0.25, label="b")
out = total.tanh()
product.label, total.label, out.label = "a*w", "z", "h"
display(
    draw_graph(
        out,
        caption="Figure 5.14. One neuron in your engine: values, and the operations that made "
        "them.",
    )
)
draw_graph(
    torch.tanh(a * w + b),
    caption="Figure 5.15. The same neuron in PyTorch: operations, and the leaves that collect "
    "gradients.",
)

# %%
print("multiplications, tables:", f"{9 * 64**3:,}", "  one vector:", f"{10 * 64**2:,}")
sample = x[0].detach().requires_grad_()
jacobians, data = [], sample.detach()
for layer in model:  # one table for each step: the linear layers and the activations
    jacobians.append(torch.autograd.functional.jacobian(layer, data))
    data = layer(data).detach()
arriving_vector = torch.randn(64, dtype=torch.float64)
carried = arriving_vector
for table in reversed(jacobians):
    carried = carried @ table  # vector times table, from the loss back
whole = torch.linalg.multi_dot(jacobians[::-1])  # the Jacobian of the whole net
(passed,) = torch.autograd.grad(model(sample), sample, grad_outputs=arriving_vector)
print(
    "one backward pass equals vector times tables, to 1e-9:",
    torch.allclose(passed, carried, rtol=0, atol=1e-9),
)
print(
    "and vector times the whole table, to 1e-9:",
    torch.allclose(passed, arriving_vector @ whole, rtol=0, atol=1e-9),
)
print("numbers kept:", whole.numel(), "for the whole table,", carried.numel(), "for the vector")

# %% [markdown]
# ## The pendulum
#
# Learners go wrong today in two opposite ways.
#
# - *Too fast:* the loss does not move, so throw every trick at it: another activation, a new rate, clipping, more layers. Something helps, and nobody knows what.
# - *Too slow:* derive the spread of every layer's numbers on paper before a single backward pass has run.
#
# The balance: measure, change one thing, measure again. The theory tells you which thing to change first.
#
# ## Symptom and cause
#
# | What you see | What you did | Where to look |
# |---|---|---|
# | `NameError: name '...' is not defined` | the kernel is new, and a cell further up was not run in it | click the cell that stopped, then *Run*, *Run All Above Selected Cell* |
# | `'NoneType' object has no attribute ...` on a gradient | no backward pass has run, or the layer is frozen: `weight.grad` is `None` | 5.2 |
# | a norm of 25 for gradients 3, -4, 0 | the root is missing | 5.1 |
# | a norm of NaN, without an error | the sum was checked, or nothing was; look at each term | 5.1 |
# | more norms than linear layers | biases or other layers are counted | 5.2 |
# | the list runs from the loss to the input | hooks fire in that order | 5.4, hint 1 |
# | the list is right, and each later pass through the model is slower | hooks of every call are still there, and all of them fire | keep every handle, and remove it |
# | `KeyError: Linear(...)` when the list is made | no hook has written under that key: it reads a loop variable after the loop has ended, or keeps its number under another key | use the `module` that the hook gets |
# | a warning about inputs that require no gradient | `x` does not take part in the graph | `x.requires_grad_()` |
# | first layer near 1e-8, loss flat | sigmoid in a deep net | sections 2 and 5 |
# | norms of 1e14, loss NaN after a step or two | weights started too large | section 4; then section 6 |
# | `cannot assign module before Module.__init__() call` | `super().__init__()` is missing | 5.6, hint 1 |
# | the skip changes nothing | the block returns `inner(x)` alone | 5.6 |
# | clipping makes small gradients larger | the factor is applied always | 5.7: only above the limit |
# | clipping does nothing to a generator | it was used up by the norm | make a list first |
# | norms grow with every call | gradients of the last pass are still there | 5.8: zero them first |
# | `'MLP' object has no attribute 'zero_grad'` | your own net is no `nn.Module` | 5.8: set each gradient to 0.0 yourself |
# | `only one element tensors can be converted to Python scalars` | a norm for single numbers was asked about a table | 5.2: the tensor has norms of its own |
# | `unsupported operand type(s) ...: 'NoneType' and 'float'` | a function ends without `return`, or prints its result; or a gradient is `None` | its last line |
#
# ## The matrix of today's time
#
# | | Quick | Slow |
# |---|---|---|
# | **You will need it with every net** | **Do first:** the norms (5.1, 5.2) and clipping (5.7) | **Do carefully:** hooks and initialisation (5.4, 5.5) |
# | **You can look it up later** | **Do if time:** deeper nets in Figure 5.6, other seeds, the stretch below | **Avoid today:** normalisation layers and new optimisers |
#
# ## Deliverables
#
# - ☐ **measure** the gradient of each layer by one number: exercises 5.1 ({points:5.1} points), 5.2 ({points:5.2} points) and 5.8 ({points:5.8} points)
# - ☐ **predict** in which of four nets the gradient vanishes fastest: exercise 5.3 ({points:5.3} points)
# - ☐ **watch** gradients with hooks while they pass: exercise 5.4 ({points:5.4} points)
# - ☐ **fix** a gradient that vanishes or explodes: exercises 5.5 ({points:5.5} points), 5.6 ({points:5.6} points) and 5.7 ({points:5.7} points)
#
# {points:total} points in all. Save, then `make check DAY=5`.
#
# ## One principle
#
# **Measure before you fix.** A net that does not learn looks the same from outside, whatever ails it. One number a layer tells you where the trouble sits. A change made without it is a guess.
#
# ## In your own words
#
# In the next cell, write four or five sentences for a friend who finished Day 4 with you. It is not graded.
#
# *A net of ten sigmoid layers does not learn. Why do its first layers stand still? Name two fixes, and say what each changes in the product of factors.*

# %% [markdown] tags=["own-words"]
# *Double-click here and write.*

# %% [markdown]
# <details>
# <summary>A model answer. Write yours first.</summary>
#
# The gradient of the first layer is a product with two factors for each layer above it: one from its weights, one from the slope of its activation. Sigmoid's slope is at most a quarter, and the weights multiply by about 0.58
# at PyTorch's start. So each layer keeps about a seventh of the gradient, and nine layers keep about one part in forty million. The steps of the first weights are that small. A skip connection changes the factor from f′ to 1 + f′: one copy of the gradient goes past the layer, whole. Another
# activation changes the slope: ReLU passes 1 where it is open, and He's start makes up for the half where it is closed, so the factor becomes about 1.
#
# </details>
#
# ## If you want more
#
# Not graded, in rising order of effort.
#
# 1. Put `nn.LayerNorm(64, dtype=torch.float64)` after each linear layer of the sigmoid net and draw its curve beside the others. Which of the two factors does it change?
# 2. A ReLU unit whose output is 0 for every sample of a batch is *dead* there. Count the dead units of each layer, with a forward hook. Why does a zero gradient alone not prove that a unit is dead?
# 3. Train the ten-layer tanh net for 100 steps and draw a heat map of step against layer. Do the norms of the first layers catch up?
# 4. Clip the gradients of Day 4's two moons, with a rate that diverged there. Which limit makes it train?

# %%
# Item 3 above, to begin with: the training, watched.
# The bars are the norms of the ten layers, from the input to the output.
model, x, target = one_pass(deep_net, "tanh")
optimiser = torch.optim.SGD(model.parameters(), lr=1.0)
losses = []
for _ in watch(range(100), model, losses, label="ten layers with tanh"):
    optimiser.zero_grad()
    loss = nn.functional.mse_loss(model(x), target)
    loss.backward()
    optimiser.step()
    losses.append(loss.item())
print(f"loss {losses[0]:.2f} -> {losses[-1]:.2f} in {len(losses)} steps")

# %% [markdown]
# ## What today simplified
#
# - Targets were random, and no net was trained to the end. A healthy gradient at the start is needed, and it is not enough.
# - The rule "√n · s a layer" takes weights and data to be independent, which is true at the start and less so with every step of training.
# - A norm says how much gradient there is, not where it points. Two nets can have equal norms and learn differently.
# - We compared norms between layers of equal size. For layers of different sizes, divide the norm by the norm of the weights before you compare.
# - `gradient_norm` squares, so a gradient above 1e154 would overflow. `math.hypot` does not have that fault.
# - Real residual nets also have normalisation and two layers in each block; optimisers such as Adam divide each gradient by its usual size, which hides some of what you saw.
#
# ## Further reading
#
# - Glorot and Bengio (2010), [Understanding the difficulty of training deep feedforward neural networks](https://proceedings.mlr.press/v9/glorot10a.html). Xavier's rule, and figures like yours.
# - He, Zhang, Ren and Sun (2015), [Delving deep into rectifiers](https://arxiv.org/abs/1502.01852). He's rule. The same four (2015), [Deep residual learning](https://arxiv.org/abs/1512.03385): skip connections.
# - Pascanu, Mikolov and Bengio (2013), [On the difficulty of training recurrent neural networks](https://arxiv.org/abs/1211.5063). Why gradients explode, and clipping by the norm.
# - Andrej Karpathy, [Building makemore part 3: activations and gradients, BatchNorm](https://www.youtube.com/watch?v=P6sfmUTpUmc). The same measurements on a language model.
# - PyTorch, [Autograd mechanics](https://docs.pytorch.org/docs/stable/notes/autograd.html), and `torch.nn.init` in its reference.
#
# ## Five days
#
# | Day | You built | In one sentence |
# |---|---|---|
# | 1 | `Value`, a number that remembers | every result keeps its parents and the operation that made it |
# | 2 | `_backward` for `+` and `*` | a gradient is the sum, over all paths, of the product of local derivatives |
# | 3 | `topological_order` and `backward()` | parents before children, so the backward pass needs one loop |
# | 4 | `Neuron`, `Layer`, `MLP`, training | forward, loss, backward, update, and zero the gradients first |
# | 5 | norms, hooks, starts, skips, clipping | the gradient is a product: keep its factors near 1 |
#
# You typed every line of an engine that trains a net and agrees with PyTorch to nine digits. There is no black box left in it.
#
# **Where to go next**
#
# - *From numbers to arrays.* Give `Value` a NumPy array for `data`. The new difficulty is shapes: what does the gradient of a broadcast sum look like?
# - *Gradients of gradients.* Let `_backward` build a graph of its own, out of `Value`s. Then `backward()` works a second time, on a gradient.
# - *Forward mode.* Carry a derivative beside each number on the way forward. When is that cheaper? The survey of Baydin and others, linked on Day 1, compares the two.
# - *Memory.* PyTorch can forget values and compute them again on the way back: `torch.utils.checkpoint`. Your engine could too.
# - *Larger nets.* Normalisation, Adam, convolutions, attention. Each is a graph of operations with local derivatives, and you know what to ask of it: what does it do to the gradient that passes through?
#
# All rules of the five days stand on [one page](../../docs/rules.md). `make rules` makes a sheet of it to print.

# %% [markdown]
# ## Your points
#
# Save the notebook, then run the last cell. It grades the saved file and shows your points and what each check says. Where a check is about a graph, it draws
# the smallest one that goes wrong. In a terminal, `make check DAY=5` says the same.

# %%
from gradtools import check

check()
