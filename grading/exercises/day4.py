# SPDX-License-Identifier: MIT
"""Day 4: what is asked of the network, of the losses, of the training loop and of the two sets of settings.

Nothing here looks into a learner's classes. A network's own numbers are found from outside: they are the leaves that
two of its graphs have in common. Training is asked of tiny models made here, and settings are tried on a net of
numpy arrays, so that a mistake in the network costs the network's points alone.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Mapping
from functools import wraps
from itertools import combinations, pairwise
from typing import Any

import numpy

from grading.exercises.shared.inputs import Draw, integer, number, positive
from grading.exercises.shared.probe import probe, written

Namespace = Mapping[str, Any]

ACTIVATIONS = ("tanh", "relu", "sigmoid", "linear")


def share(draw: Draw) -> float:
    """Return a small number, such as -0.35, for which no activation is flat."""
    return draw.fresh(lambda: draw.random.choice((-1, 1)) * draw.random.randint(3, 9) / 20)


def rate(draw: Draw) -> float:
    """Return a learning rate at which three steps on the small models stay small."""
    return draw.fresh(lambda: draw.random.randint(2, 9) / 400)


def size(draw: Draw) -> int:
    """Return a number of neurons from 2 to 5, each size of one draw only once."""
    return int(draw.fresh(lambda: float(draw.random.randint(2, 5))))


# A learner's network, seen from outside


def nodes_behind(root: Any) -> list[Any]:
    """Return every node of a graph, each once."""
    found, waiting = {}, [root]
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            waiting.extend(node._prev)
    return list(found.values())


def as_list(output: Any) -> list[Any]:
    """Return a network's outputs as a list, whether it gives one Value or several."""
    return list(output) if isinstance(output, (list, tuple)) else [output]


def own_leaves(namespace: Namespace, model: Callable[[list[Any]], Any], nin: int) -> list[Any]:
    """Return the weights and biases that a model really uses: the leaves that two of its graphs share."""

    def leaves() -> dict[int, Any]:
        inputs = [namespace["Value"](1.5 + index) for index in range(nin)]
        given = {id(node) for node in inputs}
        behind = {id(node): node for output in as_list(model(inputs)) for node in nodes_behind(output)}
        return {key: node for key, node in behind.items() if not list(node._prev) and key not in given}

    # Both graphs must be alive at once: an id is unique only among living objects.
    first, second = leaves(), leaves()
    return [node for key, node in first.items() if key in second]


def with_all(namespace: Namespace, model: Any, nin: int, value: float) -> Any:
    """Set every number that a model uses to ``value`` and return the model.

    That is each leaf that it shows and each Value that it lists, so that neither an incomplete list nor a graph
    that is cut costs points where something else is asked.
    """
    for leaf in own_leaves(namespace, model, nin):
        leaf.data = value
    try:
        listed = list(model.parameters())
    except Exception:  # Whatever is wrong with the list, its own check says it.
        listed = []
    for entry in listed:
        if isinstance(entry, namespace["Value"]):
            entry.data = value
    return model


def repeatable(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Let a question that draws weights draw the same ones each time, and leave the random sources as they were."""

    @wraps(ask)
    def seeded(*arguments: Any, **inputs: Any) -> Any:
        states = random.getstate(), numpy.random.get_state()
        random.seed(4)
        numpy.random.seed(4)
        try:
            return ask(*arguments, **inputs)
        finally:
            random.setstate(states[0])
            numpy.random.set_state(states[1])

    return seeded


def refusal(call: Callable[[], Any], *numbers: int) -> Any:
    """Say how a call is refused: whether by a ValueError, and which of the numbers its text has."""
    try:
        call()
    except ValueError as error:
        said = re.findall(r"\d+", str(error))
        return ["ValueError", *(str(number) for number in numbers if str(number) in said)]
    return ["an answer"]


def refused(answer: Any) -> str:
    """Say a refusal that should have two numbers in its text."""
    if isinstance(answer, list) and answer[0] == "ValueError":
        said = (
            f"the number{'s' if len(answer) > 2 else ''} {' and '.join(answer[1:])}" if answer[1:] else "neither number"
        )
        return f"a ValueError with {said} in its text"
    return refused_at_all(answer)


def refused_at_all(answer: Any) -> str:
    """Say a refusal, whatever its text is."""
    if not isinstance(answer, list):
        return str(answer)
    return "an answer, as if nothing were wrong" if answer == ["an answer"] else f"a {answer[0]}"


# Exercise 4.1: neuron


@probe(
    "day4-mlp-neuron",
    'how many weights and biases stand in the graph of `Neuron(3, "linear")([{x}, {y}, {z}])`',
    "each of the three weights is a Value of its own, and so is the bias",
    x=positive,
    y=positive,
    z=positive,
)
@repeatable
def neuron_leaves(namespace: Namespace, x: float, y: float, z: float) -> Any:
    """Return how many of a neuron's own numbers are in its graph, 4 where there are more: a 0 may be kept, too."""
    neuron = namespace["Neuron"](3, "linear")
    neuron([x, y, z])
    return min(4, len(own_leaves(namespace, neuron, 3)))


@probe(
    "day4-mlp-neuron",
    '`Neuron(3, "linear")([{x}, {y}, {z}]).data` with each weight and the bias set to {c}',
    "it is {c} times the sum of the inputs, and {c} more for the bias",
    x=positive,
    y=positive,
    z=positive,
    c=share,
)
@repeatable
def neuron_sum(namespace: Namespace, x: float, y: float, z: float, c: float) -> Any:
    """Return what a linear neuron gives when all its numbers are equal, so that their order does not matter."""
    return with_all(namespace, namespace["Neuron"](3, "linear"), 3, c)([x, y, z]).data


@probe(
    "day4-mlp-neuron",
    'the gradients that the numbers of `Neuron(3, "linear")` get for the inputs {x}, {y}, {z}, sorted',
    "each weight gets its own input, and the bias gets 1",
    x=positive,
    y=positive,
    z=positive,
)
@repeatable
def neuron_gradients(namespace: Namespace, x: float, y: float, z: float) -> Any:
    """Return the gradients of a linear neuron's own leaves."""
    neuron = namespace["Neuron"](3, "linear")
    leaves = own_leaves(namespace, neuron, 3)
    neuron([x, y, z]).backward()
    return sorted(leaf.grad for leaf in leaves)


@probe(
    "day4-mlp-neuron",
    'the gradients that the inputs of `Neuron(2, "linear")` get, with each weight set to {c}',
    "each input gets its weight, and the layers before it need that",
    x=positive,
    y=positive,
    c=share,
)
@repeatable
def neuron_inputs(namespace: Namespace, x: float, y: float, c: float) -> Any:
    """Return the gradients of a neuron's inputs."""
    neuron = with_all(namespace, namespace["Neuron"](2, "linear"), 2, c)
    inputs = [namespace["Value"](x), namespace["Value"](y)]
    neuron(inputs).backward()
    return [node.grad for node in inputs]


def _neuron_activations() -> None:
    for activation in ("tanh", "relu", "sigmoid"):

        def activated(namespace: Namespace, x: float, y: float, c: float, activation: str = activation) -> Any:
            neuron = namespace["Neuron"](2, activation)
            return [with_all(namespace, neuron, 2, value)([x, y]).data for value in (c, -c)]

        activated.__name__ = f"neuron_{activation}"
        probe(
            "day4-mlp-neuron",
            f'`Neuron(2, "{activation}")([{{x}}, {{y}}]).data` with both weights and the bias {{c}}, then minus that',
            f"the whole sum, bias and all, goes through {activation}",
            x=positive,
            y=positive,
            c=share,
        )(repeatable(activated))


_neuron_activations()


@probe(
    "day4-mlp-neuron",
    "`Neuron(1)([{x}]).data` with weight and bias set to {c}",
    "the activation is tanh unless another one is named",
    x=positive,
    c=share,
)
@repeatable
def neuron_default(namespace: Namespace, x: float, c: float) -> Any:
    """Return what a neuron with no named activation gives."""
    return with_all(namespace, namespace["Neuron"](1), 1, c)([x]).data


def _neuron_refuses(name: str, given: int) -> None:
    def refuses(namespace: Namespace) -> Any:
        return refusal(lambda: namespace["Neuron"](4)([0.5] * given), 4, given)

    refuses.__name__ = name
    probe(
        "day4-mlp-neuron",
        f"what `Neuron(4)` answers to {given} inputs",
        f"a neuron of 4 weights has no use for {given} inputs, and whoever reads the error wants both numbers",
        phrase=refused,
    )(repeatable(refuses))


_neuron_refuses("neuron_too_few", 3)
_neuron_refuses("neuron_too_many", 6)


# Exercise 4.1: layer


@probe(
    "day4-mlp-layer",
    "the number of outputs of `Layer({nin}, {nout})`",
    "there is one for each neuron",
    nin=size,
    nout=size,
)
@repeatable
def layer_outputs(namespace: Namespace, nin: int, nout: int) -> Any:
    """Return how many outputs a layer gives."""
    return len(namespace["Layer"](nin, nout)([0.5] * nin))


@probe(
    "day4-mlp-layer",
    "what `Layer({nin}, 1)` gives for a list of {nin} numbers",
    "the next layer wants a list, also of one output",
    nin=size,
)
@repeatable
def layer_of_one(namespace: Namespace, nin: int) -> Any:
    """Tell whether a layer of one neuron gives a list."""
    output = namespace["Layer"](nin, 1)([0.5] * nin)
    return kind(namespace, output) if isinstance(output, namespace["Value"]) else f"{len(output)} output in a list"


@probe(
    "day4-mlp-layer",
    "how many weights and biases two outputs of `Layer({nin}, {nout})` have in common",
    "each neuron has numbers of its own",
    nin=size,
    nout=size,
)
@repeatable
def layer_shares(namespace: Namespace, nin: int, nout: int) -> Any:
    """Return how many of a layer's own leaves stand behind its first output and behind its last."""
    layer = namespace["Layer"](nin, nout)
    own = {id(leaf) for leaf in own_leaves(namespace, layer, nin)}
    outputs = layer([0.5] * nin)
    first, last = ({id(node) for node in nodes_behind(output)} for output in (outputs[0], outputs[-1]))
    return len(own & first & last)


@probe(
    "day4-mlp-layer",
    'how many of the 6 outputs of a new `Layer(6, 6, "linear")` are different numbers',
    "each neuron starts with other weights, or all would learn the same",
)
@repeatable
def layer_differs(namespace: Namespace) -> Any:
    """Tell how many different numbers the outputs of a new layer are, and how the weights are if they are alike."""
    inputs = [namespace["Value"](1.0 + index) for index in range(6)]
    layer = namespace["Layer"](6, 6, "linear")
    outputs = layer(inputs)
    different = len({output.data for output in outputs})
    if different == 6:
        return "6"
    own = len(own_leaves(namespace, layer, 6))
    if own < 36:
        return f"{different}, and only {own} weights and biases take part"
    outputs[0].backward()
    weights = len({node.grad for node in inputs})
    return f"{different}, from neurons with {weights} different {'weight' if weights == 1 else 'weights'}"


@probe(
    "day4-mlp-layer",
    "the range of the weights of a new `Layer(100, 2)`",
    "each weight is drawn from -1 to 1",
)
@repeatable
def layer_weights(namespace: Namespace) -> Any:
    """Tell in what range a new layer's weights lie."""
    layer = namespace["Layer"](100, 2)
    start = [leaf.data for leaf in own_leaves(namespace, layer, 100)]
    # Of 200 weights, hardly ever all stay away from an end by a quarter: once in 10**11 draws. Where there are fewer,
    # another question tells it.
    if len(start) < 200 or (-1 <= min(start) < -0.75 and 0.75 < max(start) <= 1):
        return "-1 to 1"
    return f"{min(start):.1f} to {max(start):.1f}"


@probe(
    "day4-mlp-layer",
    'how many of the 3 outputs of a new `Layer(2, 3, "linear")` are 0 where both inputs are 0',
    "nothing but the biases is left then, and each starts at 0",
)
@repeatable
def layer_biases(namespace: Namespace) -> Any:
    """Return how many of a new layer's biases are 0."""
    return sum(output.data == 0 for output in namespace["Layer"](2, 3, "linear")([0.0, 0.0]))


@probe(
    "day4-mlp-layer",
    'the outputs of `Layer(2, 3, "{activation}")` less that of `Neuron(2, "{activation}")`, all numbers set to {c}',
    "a layer is neurons side by side, with the activation that it was given",
    rounds=6,
    x=positive,
    y=positive,
    c=share,
    activation=lambda draw: draw.random.choice(ACTIVATIONS[1:]),
)
@repeatable
def layer_activation(namespace: Namespace, x: float, y: float, c: float, activation: str) -> Any:
    """Return how far a layer's outputs are from those of a neuron of the same class with the same numbers."""
    layer = with_all(namespace, namespace["Layer"](2, 3, activation), 2, c)
    neuron = with_all(namespace, namespace["Neuron"](2, activation), 2, c)
    return [output.data - neuron([x, y]).data for output in layer([x, y])]


# Exercise 4.1: network


def kind(namespace: Namespace, output: Any) -> str:
    """Say what a call gave."""
    return "a Value" if isinstance(output, namespace["Value"]) else f"a {type(output).__name__}"


def _network_kind(nouts: list[int], why: str) -> None:
    def output_kind(namespace: Namespace) -> Any:
        return kind(namespace, namespace["MLP"](2, nouts)([0.5, -1.5]))

    output_kind.__name__ = f"network_kind_{'_'.join(map(str, nouts))}"
    probe("day4-mlp-network", f"what `MLP(2, {nouts})` gives", why)(repeatable(output_kind))


_network_kind([3, 1], "one output is one Value")
_network_kind([3, 1, 1], "a layer of one neuron may stand anywhere")


@probe(
    "day4-mlp-network",
    "the number of outputs of `MLP({nin}, [{hidden}, {nout}])`",
    "there is one for each neuron of the last layer",
    nin=size,
    hidden=size,
    nout=size,
)
@repeatable
def network_outputs(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Return how many outputs a network gives."""
    return len(as_list(namespace["MLP"](nin, [hidden, nout])([0.5] * nin)))


def _network_chain(name: str, nouts: list[int], activations: tuple[str, ...], called: str) -> None:
    hidden, output = activations or ("tanh", "linear")

    def chain(namespace: Namespace, x: float, y: float, c: float) -> Any:
        model = with_all(namespace, namespace["MLP"](2, nouts, *activations), 2, c)
        values: list[Any] = [x, y]
        for index, width in enumerate(nouts):
            activation = output if index == len(nouts) - 1 else hidden
            neuron = with_all(namespace, namespace["Neuron"](len(values), activation), len(values), c)
            values = [neuron(values)] * width
        return as_list(model([x, y]))[0].data - values[0].data

    chain.__name__ = name
    probe(
        "day4-mlp-network",
        f"the output of `{called}` for ({{x}}, {{y}}) less that of its neurons called in a chain, all numbers {{c}}",
        f"hidden neurons use {hidden}, the last layer uses {output}, and each layer reads the one before it",
        x=positive,
        y=positive,
        c=share,
    )(repeatable(chain))


_network_chain("network_default", [3, 1], (), "MLP(2, [3, 1])")
_network_chain("network_bounded", [3, 1], ("relu", "tanh"), 'MLP(2, [3, 1], "relu", "tanh")')
_network_chain("network_linear", [2, 2], ("linear", "sigmoid"), 'MLP(2, [2, 2], "linear", "sigmoid")')
_network_chain("network_deep", [3, 2, 1], ("sigmoid", "linear"), 'MLP(2, [3, 2, 1], "sigmoid", "linear")')


@probe(
    "day4-mlp-network",
    "how many numbers of `MLP(2, [3, 2])` get a gradient that its difference quotient contradicts",
    "the whole network is one graph, so backward() reaches every number in it",
    x=number,
    y=number,
)
@repeatable
def network_gradients(namespace: Namespace, x: float, y: float) -> Any:
    """Compare the engine's gradients through a whole network with difference quotients."""
    model = namespace["MLP"](2, [3, 2])
    leaves = own_leaves(namespace, model, 2)

    def outcome() -> Any:
        first, second = model([x / 4, y / 4])
        return first * 2.0 + second

    outcome().backward()
    wrong, step = 0, 1e-5
    for leaf in leaves:
        before, sides = leaf.data, []
        for sign in (1, -1):
            leaf.data = before + sign * step
            sides.append(outcome().data)
        leaf.data = before
        wrong += not math.isclose(leaf.grad, (sides[0] - sides[1]) / (2 * step), rel_tol=1e-4, abs_tol=1e-6)
    return wrong


# Exercise 4.1: parameters


def listing(namespace: Namespace, nin: int, nouts: list[int]) -> tuple[Any, list[Any]]:
    """Return a network and the list of its parameters."""
    model = namespace["MLP"](nin, nouts)
    return model, list(model.parameters())


_SIZES = {"nin": size, "hidden": size, "nout": size}


@probe(
    "day4-mlp-parameters",
    "the number of entries in `MLP({nin}, [{hidden}, {nout}]).parameters()`",
    "each neuron has one weight for each of its inputs, and a bias",
    **_SIZES,
)
@repeatable
def parameters_count(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Return how many entries the list of parameters has."""
    return len(listing(namespace, nin, [hidden, nout])[1])


@probe(
    "day4-mlp-parameters",
    "how many different objects `MLP({nin}, [{hidden}, {nout}]).parameters()` lists",
    "each weight and each bias is an object of its own",
    **_SIZES,
)
@repeatable
def parameters_distinct(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Return how many different objects the list of parameters has."""
    return len({id(parameter) for parameter in listing(namespace, nin, [hidden, nout])[1]})


@probe(
    "day4-mlp-parameters",
    "how many entries of `MLP({nin}, [{hidden}, {nout}]).parameters()` are Values",
    "the list is flat, and training needs the data and the grad of each entry",
    **_SIZES,
)
@repeatable
def parameters_flat(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Return how many entries of the list are Values."""
    return sum(isinstance(entry, namespace["Value"]) for entry in listing(namespace, nin, [hidden, nout])[1])


@probe(
    "day4-mlp-parameters",
    "how many numbers that `MLP({nin}, [{hidden}, {nout}])` uses are not in its `parameters()`",
    "what is not listed is never trained",
    **_SIZES,
)
@repeatable
def parameters_complete(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Return how many leaves of the network's graphs are not listed."""
    model, listed = listing(namespace, nin, [hidden, nout])
    known = {id(parameter) for parameter in listed}
    return sum(id(leaf) not in known for leaf in own_leaves(namespace, model, nin))


def _part_parameters(called: str, make: Callable[[Namespace], Any], name: str, why: str) -> None:
    def entries(namespace: Namespace) -> Any:
        return len(list(make(namespace).parameters()))

    entries.__name__ = name
    probe("day4-mlp-parameters", f"the number of entries in `{called}.parameters()`", why)(repeatable(entries))


_part_parameters("Neuron(5)", lambda names: names["Neuron"](5), "parameters_neuron", "5 weights and a bias make 6")
_part_parameters("Layer(5, 3)", lambda names: names["Layer"](5, 3), "parameters_layer", "3 neurons of 6 make 18")


# Exercise 4.2: count


def listed(answer: Any) -> str:
    """Say a list of names."""
    return (", ".join(map(str, answer)) or "nothing") if isinstance(answer, list) else str(answer)


@probe(
    "day4-count-paper",
    "the names in `nodes`",
    "every neuron has a weighted sum and an output, and inputs and parameters are not listed",
    phrase=listed,
    reveal=False,
)
def count_nodes(namespace: Namespace) -> Any:
    """Return the names of the intermediate nodes, sorted."""
    return sorted(str(name).strip() for name in written(namespace["nodes"]))


def _counted(key: str, why: str) -> None:
    def entry(namespace: Namespace) -> Any:
        return written(written(namespace["counted"])[key])

    entry.__name__ = f"counted_{key.replace(' ', '_')}"
    probe("day4-count-paper", f'`counted["{key}"]`', why, reveal=False)(entry)


for _layer in (1, 2, 3):
    _counted(f"layer {_layer}", "each neuron of a layer has one weight for each of its inputs, and a bias")
_counted("all", "it is the sum over the layers")


@probe(
    "day4-count-formula",
    "`count_parameters({nin}, [{nout}])`",
    "each of the {nout} neurons has {nin} weights and a bias",
    nin=integer,
    nout=integer,
)
def formula_one_layer(namespace: Namespace, nin: int, nout: int) -> Any:
    """Return the count for one layer."""
    return namespace["count_parameters"](nin, [nout])


@probe(
    "day4-count-formula",
    "`count_parameters({nin}, [{first}, {second}, {third}])`",
    "each layer has its neurons times (its inputs + 1), and its inputs are the neurons before it",
    nin=integer,
    first=integer,
    second=integer,
    third=integer,
)
def formula_layers(namespace: Namespace, nin: int, first: int, second: int, third: int) -> Any:
    """Return the count for three layers."""
    return namespace["count_parameters"](nin, [first, second, third])


# Exercise 4.3: losses


def _loss_questions(check: str, name: str, because: str, slope: str) -> None:
    asked = f"`{name}([{{p}}, {{q}}, {{r}}], [{{x}}, {{y}}, {{z}}])"
    drawers = dict.fromkeys("pqrxyz", number)

    def predictions(namespace: Namespace, p: float, q: float, r: float) -> list[Any]:
        return [namespace["Value"](item) for item in (p, q, r)]

    @probe(check, f"{asked}.data`", because, **drawers)
    def data(namespace: Namespace, p: float, q: float, r: float, x: float, y: float, z: float) -> Any:
        return namespace[name](predictions(namespace, p, q, r), [x, y, z]).data

    @probe(check, f"the gradients of the predictions after {asked}.backward()`", slope, **drawers)
    def gradients(namespace: Namespace, p: float, q: float, r: float, x: float, y: float, z: float) -> Any:
        nodes = predictions(namespace, p, q, r)
        namespace[name](nodes, [x, y, z]).backward()
        return [node.grad for node in nodes]

    @probe(
        check,
        f"`{name}([{{p}}], [{{x}}]).data`",
        "with one sample, the sum and the mean are its square",
        p=number,
        x=number,
    )
    def one_sample(namespace: Namespace, p: float, x: float) -> Any:
        return namespace[name]([namespace["Value"](p)], [x]).data


_loss_questions(
    "day4-loss-sum",
    "sum_squared_error",
    "it is the sum of the squared differences",
    "each prediction gets twice its error",
)
_loss_questions(
    "day4-loss-mean",
    "mean_squared_error",
    "it is the sum of the squared differences, divided by 3 samples",
    "each prediction gets twice its error, divided by 3 samples",
)


def _loss_refuses(name: str, given: int, wanted: int) -> None:
    def refuses(namespace: Namespace) -> Any:
        predictions = [namespace["Value"](0.5) for _ in range(given)]
        return refusal(lambda: namespace["sum_squared_error"](predictions, [1.0] * wanted))

    refuses.__name__ = name
    probe(
        "day4-loss-sum",
        f"what `sum_squared_error` answers to {given} predictions and {wanted} targets",
        "a sample without its partner would be left out in silence",
        phrase=refused_at_all,
    )(refuses)


_loss_refuses("loss_too_few", 2, 3)
_loss_refuses("loss_too_many", 3, 2)


# Exercise 4.4: train, on models that are made here


class Line:
    """The model y = w * x."""

    def __init__(self, value: type, w: float):
        self.w = value(w)

    def __call__(self, x: list[float]) -> Any:
        """Return the prediction for one input."""
        return self.w * x[0]

    def parameters(self) -> list[Any]:
        """Return the one parameter, in a list."""
        return [self.w]


class Plane:
    """The model y = v * x1 + w * x2 + b."""

    def __init__(self, value: type, v: float, w: float, b: float):
        self.v, self.w, self.b = value(v), value(w), value(b)

    def __call__(self, x: list[float]) -> Any:
        """Return the prediction for two inputs."""
        return self.v * x[0] + self.w * x[1] + self.b

    def parameters(self) -> list[Any]:
        """Return v, w and b."""
        return [self.v, self.w, self.b]


def mean_square(predictions: list[Any], targets: list[float]) -> Any:
    """Return the mean of the squared errors, made of the predictions' own operators."""
    errors = [prediction - target for prediction, target in zip(predictions, targets, strict=True)]
    return sum(error * error for error in errors) / len(targets)


def thrice(predictions: list[Any], targets: list[float]) -> Any:
    """Return a loss that no default would be: three times the sum of the errors, each squared."""
    errors = [prediction - target for prediction, target in zip(predictions, targets, strict=True)]
    return sum(error * error for error in errors) * 3.0


def lopsided(predictions: list[Any], targets: list[float]) -> Any:
    """Return a loss in which predictions and targets cannot change places."""
    return sum(prediction * 2.0 - target for prediction, target in zip(predictions, targets, strict=True))


_LINE = "the line y = w*x, w = {w}, samples ({a}, {b}) and ({c}, {d}), learning rate {eta}"
_DRAWN = {"w": number, "a": positive, "b": number, "c": positive, "d": number, "eta": rate}


GRADIENT = "with a gradient that is"


def moved(parameter: Any, start: float) -> Any:
    """Return a parameter's number, or how it stayed where it was: in a form that reads as a sentence does."""
    if parameter.data != start:
        return parameter.data
    return {"still": start, GRADIENT: "zero" if parameter.grad == 0 else "not zero"}


def _trained(namespace: Namespace, line: Line, steps: int, a: float, b: float, c: float, d: float, eta: float) -> Any:
    return namespace["train"](line, [[a], [c]], [b, d], steps, eta, mean_square)


@probe("day4-train-step", f"the number of losses after 3 steps on {_LINE}", "each step gives one loss", **_DRAWN)
def train_count(namespace: Namespace, w: float, **data: float) -> Any:
    """Return how many losses three steps give."""
    return len(_trained(namespace, Line(namespace["Value"], w), 3, **data))


@probe(
    "day4-train-step",
    f"the first loss on {_LINE}",
    "it is the mean of the squared errors before anything has moved, as a plain float",
    **_DRAWN,
)
def train_first_loss(namespace: Namespace, w: float, **data: float) -> Any:
    """Return the first loss."""
    return _trained(namespace, Line(namespace["Value"], w), 2, **data)[0]


@probe(
    "day4-train-step",
    f"`w` after one step on {_LINE}",
    "w moves by the learning rate times the gradient of the mean, against it",
    **_DRAWN,
)
def train_one_update(namespace: Namespace, w: float, **data: float) -> Any:
    """Return the parameter after one step."""
    line = Line(namespace["Value"], w)
    _trained(namespace, line, 1, **data)
    return moved(line.w, w)


@probe(
    "day4-train-zero",
    f"`w` after one step on {_LINE}, where w.grad was {{g}} before",
    "what was left from before does not count",
    g=number,
    **_DRAWN,
)
def train_left_over(namespace: Namespace, w: float, g: float, **data: float) -> Any:
    """Return the parameter after one step that began with a gradient from elsewhere."""
    line = Line(namespace["Value"], w)
    line.w.grad = g
    _trained(namespace, line, 1, **data)
    return moved(line.w, w)


@probe(
    "day4-train-zero",
    f"the four losses of 4 steps on {_LINE}",
    "each step computes the predictions afresh and uses its own gradient alone",
    **_DRAWN,
)
def train_losses(namespace: Namespace, w: float, **data: float) -> Any:
    """Return the losses of four steps."""
    return list(_trained(namespace, Line(namespace["Value"], w), 4, **data))


@probe(
    "day4-train-zero",
    f"`w` after 3 steps on {_LINE}",
    "each step uses its own gradient alone",
    **_DRAWN,
)
def train_three_updates(namespace: Namespace, w: float, **data: float) -> Any:
    """Return the parameter after three steps."""
    line = Line(namespace["Value"], w)
    _trained(namespace, line, 3, **data)
    return moved(line.w, w)


_PLANE = "the plane y = v*x1 + w*x2 + b at v = {v}, w = {w}, b = {b}, one sample ({x}, {y}) with target {t}"
_DRAWN_PLANE = {name: number for name in "vwbxyt"}


@probe(
    "day4-train-model",
    f"`v`, `w` and `b` after one step on {_PLANE}, learning rate {{eta}}",
    "every parameter moves, each against its own gradient",
    eta=rate,
    **_DRAWN_PLANE,
)
def train_every_parameter(
    namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float, eta: float
) -> Any:
    """Return all parameters after one step."""
    plane = Plane(namespace["Value"], v, w, b)
    namespace["train"](plane, [[x, y]], [t], 1, eta, mean_square)
    found = [moved(parameter, start) for parameter, start in zip(plane.parameters(), (v, w, b), strict=True)]
    stayed = {one[GRADIENT] if isinstance(one, dict) else "moved" for one in found}
    if len(stayed) == 1 and "moved" not in stayed:
        return f"all three where they were, with gradients that are {stayed.pop()}"
    return found


@probe(
    "day4-train-model",
    f"the first loss on {_PLANE}, with a loss of three times the squared error",
    "the loss that was passed is the one that counts",
    **_DRAWN_PLANE,
)
def train_loss_passed(namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float) -> Any:
    """Return the loss when another loss than the default is passed."""
    plane = Plane(namespace["Value"], v, w, b)
    return namespace["train"](plane, [[x, y]], [t], 1, 0.001, thrice)[0]


@probe(
    "day4-train-model",
    f"the first loss on {_PLANE}, with the loss 2 * prediction - target",
    "the loss gets the predictions first, then the targets",
    **_DRAWN_PLANE,
)
def train_loss_arguments(namespace: Namespace, v: float, w: float, b: float, x: float, y: float, t: float) -> Any:
    """Return the loss when predictions and targets play different parts in it."""
    plane = Plane(namespace["Value"], v, w, b)
    return namespace["train"](plane, [[x, y]], [t], 1, 0.001, lopsided)[0]


@probe(
    "day4-train-model",
    "how many of the three parameters of a plane are still the same objects after 2 steps",
    "`data` changes and the object stays, since the model holds the object",
)
def train_in_place(namespace: Namespace) -> Any:
    """Return how many parameter objects survive training."""
    plane = Plane(namespace["Value"], 1.0, 2.0, 3.0)
    before = plane.parameters()
    namespace["train"](plane, [[1.0, 2.0]], [3.0], 2, 0.01, mean_square)
    return sum(old is new for old, new in zip(before, plane.parameters(), strict=True))


# Settings, tried on a net of arrays. All starts are trained at once: one array holds a layer of every start.


def _draw_layers(sizes: list[int], seeds: list[int]) -> list[list[Any]]:
    sources = [random.Random(seed) for seed in seeds]
    layers = []
    for before, after in pairwise(sizes):
        # Neuron by neuron, as a class of neurons draws them.
        weights = [[[source.uniform(-1, 1) for _ in range(before)] for _ in range(after)] for source in sources]
        layers.append([numpy.array(weights).transpose(0, 2, 1), numpy.zeros((len(seeds), 1, after))])
    return layers


_FORWARD: dict[str, Callable[[Any], Any]] = {
    "linear": lambda z: z,
    "tanh": numpy.tanh,
    "relu": lambda z: numpy.maximum(z, 0.0),
    "sigmoid": lambda z: 0.5 * (1.0 + numpy.tanh(z / 2.0)),
}
# Slopes, written with the activation's own output h.
_SLOPE: dict[str, Callable[[Any], Any]] = {
    "linear": numpy.ones_like,
    "tanh": lambda h: 1.0 - h * h,
    "relu": lambda h: (h > 0.0) * 1.0,
    "sigmoid": lambda h: h * (1.0 - h),
}


def last_losses(settings: Mapping[str, Any], samples: Samples, seeds: list[int]) -> list[float]:
    """Return the loss before the last update for each seed, infinite where training diverged.

    Args:
        settings: Readable settings, see :func:`unreadable`.
        samples: Inputs, targets, and what the squared errors' sum is multiplied by.
        seeds: One net is started from each.
    """
    inputs, targets = numpy.array(samples.xs), numpy.array(samples.ys)[None, :, None]
    layers = _draw_layers([inputs.shape[1], *settings["hidden"], 1], seeds)
    names = [settings["activation"]] * len(settings["hidden"]) + [settings["output_activation"]]
    losses = numpy.full(len(seeds), numpy.inf)
    with numpy.errstate(all="ignore"):
        for _ in range(settings["steps"]):
            values = [numpy.broadcast_to(inputs, (len(seeds), *inputs.shape))]
            for (weights, biases), name in zip(layers, names, strict=True):
                values.append(_FORWARD[name](values[-1] @ weights + biases))
            errors = values[-1] - targets
            losses = samples.scale * (errors * errors).sum(axis=(1, 2))
            upstream = 2.0 * samples.scale * errors
            for index in range(len(layers) - 1, -1, -1):
                weights, biases = layers[index]
                upstream = upstream * _SLOPE[names[index]](values[index + 1])
                step = settings["learning_rate"] * (values[index].transpose(0, 2, 1) @ upstream)
                layers[index] = [
                    weights - step,
                    biases - settings["learning_rate"] * upstream.sum(axis=1, keepdims=True),
                ]
                upstream = upstream @ weights.transpose(0, 2, 1)
    return [float(loss) if math.isfinite(loss) else math.inf for loss in losses]


class Samples:
    """Inputs and targets, and the factor that makes a sum of squares the loss."""

    def __init__(self, xs: list[list[float]], ys: list[float], scale: float):
        self.xs, self.ys, self.scale = xs, ys, scale


FOUR = Samples([[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]], [1.0, -1.0, -1.0, 1.0], 1.0)
XOR = Samples([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [0.0, 1.0, 1.0, 0.0], 0.25)
FAILING = {"hidden": [4, 4], "activation": "tanh", "output_activation": "relu", "steps": 200, "learning_rate": 0.05}
STARTS = [1, 2, 3, 4, 5]
XOR_STARTS = [15, 21, 23, 29, 36]


def unreadable(settings: Any, most_steps: int, widest: int) -> str:
    """Say why settings can't be tried, or return an empty string.

    Args:
        settings: What a learner wrote.
        most_steps: The largest number of steps that is allowed.
        widest: The largest number of neurons in a hidden layer.
    """
    if not isinstance(settings, dict):
        return f"a {type(settings).__name__} where a dictionary should be"
    missing = sorted(FAILING.keys() - settings.keys())
    if missing:
        return f"settings without {', '.join(missing)}"
    hidden, steps = settings["hidden"], settings["steps"]
    if not isinstance(hidden, (list, tuple)) or not all(
        type(width) is int and 1 <= width <= widest for width in hidden
    ):
        return f"settings whose hidden sizes are not a list of whole numbers from 1 to {widest}"
    if len(hidden) > 3:
        return "settings with more than three hidden layers"
    for key in ("activation", "output_activation"):
        if settings[key] not in ACTIVATIONS:
            return f"settings with an {key} that is none of the four"
    if type(steps) is not int or steps < 1:
        return "settings whose steps are not a whole number above 0"
    if steps > most_steps:
        return f"more than {most_steps:,} steps"
    if type(settings["learning_rate"]) not in (int, float):
        return "settings whose learning rate is not a number"
    return ""


# Exercise 4.5: diagnose


@probe(
    "day4-diagnose-cause",
    "`cause`",
    "compare each target with the predictions that this net can give at all",
    reveal=False,
    choices=("a", "b", "c", "d", "e"),
)
def diagnosed(namespace: Namespace) -> Any:
    """Return the letter that was chosen; of what is no text, the form in which Python shows it."""
    letter = written(namespace["cause"])
    return letter.strip().lower() if isinstance(letter, str) else repr(letter)


@probe(
    "day4-diagnose-cause",
    "`lowest_possible`",
    "a sample costs at least the square of the way from its target to the closest output that is possible",
    reveal=False,
)
def lowest(namespace: Namespace) -> Any:
    """Return the loss that was named as the lowest possible."""
    return written(namespace["lowest_possible"])


def changes(settings: Mapping[str, Any]) -> list[str]:
    """Say in words what differs between settings and those of the failing net, the output aside."""

    def weights(hidden: Any) -> int:
        sizes = [3, *hidden, 1]
        return sum(before * after for before, after in pairwise(sizes))

    told = []
    for key, more, less in (
        ("steps", "more steps", "fewer steps"),
        ("learning_rate", "a larger rate", "a smaller rate"),
    ):
        if settings[key] != FAILING[key]:
            told.append(more if settings[key] > FAILING[key] else less)
    if list(settings["hidden"]) != FAILING["hidden"]:
        told.append("a larger net" if weights(settings["hidden"]) > weights(FAILING["hidden"]) else "a smaller net")
    if settings["activation"] != FAILING["activation"]:
        told.append(f"{settings['activation']} in the hidden layers")
    return told


@probe(
    "day4-diagnose-repair",
    "the sum of squared errors that the settings in `repair` reach",
    "an output that can be negative can reach -1, where the rest of the net learns",
    lines=2_000_000,
)
def repaired(namespace: Namespace) -> Any:
    """Say what a net with the learner's settings reaches, and what was changed when it does not learn."""
    settings = written(namespace["repair"])
    trouble = unreadable(settings, 2_000, widest=64)
    if trouble:
        return f"unknown, for the check cannot use {trouble}"
    losses = last_losses(settings, FOUR, STARTS)
    if max(losses) < 0.05:
        return "below 0.05 from each of five starts"
    told = " and ".join(changes(settings)) or "nothing else changed"
    if settings["output_activation"] in ("relu", "sigmoid"):
        return f"2 or above with {settings['output_activation']} on the output and {told}"
    if max(losses) > 1e6:
        return f"beyond all bounds: training diverges, with {told}"
    return f"above 0.05 from at least one start, with {told}"


# Exercise 4.6: XOR


def learned(settings: Mapping[str, Any]) -> int:
    """Return how many of the five starts end below 0.001."""
    return sum(loss < 0.001 for loss in last_losses(settings, XOR, XOR_STARTS))


# What to multiply a learning rate by, to find out whether it was in the way.
FACTORS = {3.0: "small", 1 / 3: "large", 10.0: "small", 0.1: "large", 100.0: "small", 0.01: "large"}
OUTPUTS = {
    "tanh": "tanh on the output, which reaches 1 only at infinity and is slow near it",
    "sigmoid": "sigmoid on the output, which is too slow at this rate",
    "relu": "ReLU on the output, which passes no gradient where its sum is below 0",
}


def changes_to_try(settings: Mapping[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Return what may be in the way: the entry, the obstacle in words, and the change that takes it away."""
    widths, rate = settings["hidden"], settings["learning_rate"]
    narrow = "too few hidden neurons" if sum(widths) < 4 else "a hidden layer too narrow for what must pass through it"
    tries = [
        ("steps", "too few steps", {"steps": 500}),
        ("output", OUTPUTS.get(settings["output_activation"], ""), {"output_activation": "linear"}),
        ("hidden", narrow, {"hidden": [max(4, width) for width in widths]}),
        *(
            ("rate", f"a learning rate that is too {way}", {"learning_rate": factor * rate})
            for factor, way in FACTORS.items()
        ),
        (
            "activation",
            f"{settings['activation']} in the hidden layers, which is flat too often",
            {"activation": "tanh"},
        ),
    ]
    return [(entry, words, change) for entry, words, change in tries if {**settings, **change} != settings]


def obstacle(settings: Mapping[str, Any]) -> str:
    """Say what keeps a net from learning XOR: the one change, or else the two, that let all five starts learn."""
    if not settings["hidden"]:
        return "no hidden layer"
    if settings["activation"] == "linear":
        return "no bend in the hidden layers"
    tries = changes_to_try(settings)
    for _, words, change in tries:
        if learned({**settings, **change}) == len(XOR_STARTS):
            return words
    likely = {settings["learning_rate"] * factor for factor in (3.0, 1 / 3, 10.0)}
    some = [one for one in tries if one[2].get("learning_rate", min(likely)) in likely]
    pairs = combinations(sorted(some, key=lambda one: one[0] == "rate"), 2)
    for (entry, words, change), (other, more, further) in pairs:
        if entry != other and learned({**settings, **change, **further}) == len(XOR_STARTS):
            return f"{words}; and with that mended, {more}"
    return "more than two obstacles. Go back to `no_bend`, give it a bend, and change one entry at a time"


def _xor_question(check: str, name: str, ask: str, because: str, enough: int, well: str, badly: str) -> None:
    def tried(namespace: Namespace) -> Any:
        settings = written(namespace["xor_settings"])
        trouble = unreadable(settings, 500, widest=16)
        if trouble:
            return f"unknown, for the check cannot use {trouble}"
        return well if learned(settings) >= enough else f"{badly}: {obstacle(settings)}"

    tried.__name__ = name
    probe(check, ask, because, lines=4_000_000)(tried)


_xor_question(
    "day4-xor-learns",
    "xor_learns",
    "which of the five starts end below 0.001 with `xor_settings`",
    "a hidden layer that bends can give XOR",
    1,
    "at least one",
    "none",
)
_xor_question(
    "day4-xor-seeds",
    "xor_seeds",
    "which of the five starts end below 0.001 with `xor_settings`",
    "a net with neurons to spare finds XOR from any start",
    5,
    "all five",
    "not all five",
)


# Exercise 4.7: cross-entropy


def _entropy(namespace: Namespace, logits: list[float], targets: list[int]) -> tuple[Any, list[Any]]:
    nodes = [namespace["Value"](logit) for logit in logits]
    return namespace["binary_cross_entropy"](nodes, targets), nodes


def rounded(loss: Any, digits: int) -> Any:
    """Return a loss to some decimals: a probability kept away from 0 and 1 shows where it matters, and not before."""
    return round(loss, digits) + 0.0 if isinstance(loss, float) else loss


def _one_logit(check: str, name: str, target: int, because: str) -> None:
    def data(namespace: Namespace, z: float) -> Any:
        return rounded(_entropy(namespace, [z], [target])[0].data, 6)

    data.__name__ = name
    probe(check, f"`binary_cross_entropy([Value({{z}})], [{target}]).data`", because, z=number)(data)


_one_logit("day4-cross-entropy-value", "entropy_of_one", 1, "it is -log p, with p = sigmoid({z})")
_one_logit("day4-cross-entropy-value", "entropy_of_zero", 0, "it is -log(1 - p), with p = sigmoid({z})")


@probe(
    "day4-cross-entropy-value",
    "`binary_cross_entropy([Value({a}), Value({b}), Value({c})], [1, 0, 1]).data`",
    "it is the mean of the three samples' losses",
    a=number,
    b=number,
    c=number,
)
def entropy_mean(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the mean loss of three samples."""
    return rounded(_entropy(namespace, [a, b, c], [1, 0, 1])[0].data, 6)


def _extreme(logit: float, target: int, because: str) -> None:
    def data(namespace: Namespace) -> Any:
        return rounded(_entropy(namespace, [logit], [target])[0].data, 2)

    data.__name__ = f"extreme_{'minus' if logit < 0 else 'plus'}_{abs(logit):g}_{target}"
    probe("day4-cross-entropy-extreme", f"`binary_cross_entropy([Value({logit})], [{target}]).data`", because)(data)


for _logit in (40.0, 800.0):
    _extreme(_logit, 0, "the loss of a wrong answer grows with the logit, and p has rounded to 1")
    _extreme(-_logit, 1, "the loss of a wrong answer grows with the logit, and p is almost 0")
    _extreme(_logit, 1, "a right answer costs almost nothing")
    _extreme(-_logit, 0, "a right answer costs almost nothing")


@probe(
    "day4-cross-entropy-gradient",
    "the gradients of the logits {a} and {b} with targets 1 and 0",
    "each is (p - y)/2, with two samples",
    a=number,
    b=number,
)
def entropy_gradients(namespace: Namespace, a: float, b: float) -> Any:
    """Return the gradients of two logits."""
    loss, nodes = _entropy(namespace, [a, b], [1, 0])
    loss.backward()
    return [rounded(node.grad, 6) for node in nodes]


def _gradient_at(logit: float, target: int, because: str) -> None:
    def gradient(namespace: Namespace) -> Any:
        loss, nodes = _entropy(namespace, [logit], [target])
        loss.backward()
        return rounded(nodes[0].grad, 6)

    gradient.__name__ = f"gradient_{'minus' if logit < 0 else 'plus'}_{abs(logit):g}_{target}"
    probe("day4-cross-entropy-gradient", f"the gradient of the logit {logit} with target {target}", because)(gradient)


_gradient_at(0.0, 1, "p is 0.5, so p - y is -0.5")
_gradient_at(0.0, 0, "p is 0.5, so p - y is 0.5")
