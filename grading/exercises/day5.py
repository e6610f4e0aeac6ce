# SPDX-License-Identifier: MIT
"""Day 5: what is asked of norms, hooks, starts, skips and clipping, on small PyTorch models and on the own engine."""

from __future__ import annotations

import contextlib
import functools
import math
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import torch
from torch import nn

from grading.exercises.shared.inputs import Draw, integer, number, positive
from grading.exercises.shared.probe import probe as register_probe
from grading.exercises.shared.probe import written
from grading.run.answers import show

Namespace = Mapping[str, Any]

DOUBLE = torch.float64
# A pass through a small model runs many lines of PyTorch's own Python.
LINES = 2_000_000

# Exercises that ask for a list, which a verdict shows as one.
LISTS = ("day5-per-layer", "day5-hooks", "day5-own-engine")

# Whole numbers whose norm is a whole number, so that a reader can check it and no rounding gets in the way.
LEGS = ((1, 2, 2), (2, 3, 6), (1, 4, 8), (4, 4, 7), (2, 6, 9), (6, 6, 7), (3, 4, 12), (2, 5, 14), (2, 10, 11))


@contextlib.contextmanager
def kept_random_numbers() -> Iterator[None]:
    """Leave the notebook's own random numbers as they were: a new layer draws its weights."""
    state = random.getstate()
    with torch.random.fork_rng(devices=[]):
        try:
            yield
        finally:
            random.setstate(state)


def probe(check: str, ask: str, because: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a question as the shared ``probe`` does, and let it draw random numbers without a trace."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def undisturbed(*arguments: Any, **inputs: Any) -> Any:
            with kept_random_numbers():
                return function(*arguments, **inputs)

        phrase = as_list if check.startswith(LISTS) else None
        return register_probe(check, ask, because, **{"lines": LINES, "phrase": phrase, **options})(undisturbed)

    return register


def gradients(draw: Draw) -> list[float]:
    """Return three gradients with signs of both kinds and an exact norm, such as (2, -3, 6)."""
    legs = list(draw.random.choice(LEGS))
    draw.random.shuffle(legs)
    signs = draw.random.choice(((1, -1, 1), (-1, 1, 1), (1, 1, -1)))
    return [float(sign * leg) for sign, leg in zip(signs, legs, strict=True)]


def negative(draw: Draw) -> float:
    """Return a number from -5.75 to -1.25."""
    return -positive(draw)


def factor(draw: Draw) -> float:
    """Return 2, 4 or 8: by how much a norm is above a limit, or below it."""
    return draw.random.choice((2.0, 4.0, 8.0))


class Parameter:
    """The least that a norm asks of a parameter: ``grad``; and ``data``, which is none of its business."""

    def __init__(self, data: float, grad: float):
        self.data, self.grad = data, grad


def parameters_with(grads: Iterable[float]) -> list[Parameter]:
    """Return parameters with these gradients, on data 10, 20, 30 and so on."""
    return [Parameter(10.0 * place, grad) for place, grad in enumerate(grads, start=1)]


def as_number(value: Any) -> Any:
    """Return a tensor of one number as a float, and anything else as it is."""
    return value.item() if isinstance(value, torch.Tensor) and value.numel() == 1 else value


def as_numbers(values: Any) -> Any:
    """Return what stands in a list, a tuple or a one-dimensional tensor, as floats where it can; else the thing."""
    if not isinstance(values, Iterable) or (isinstance(values, torch.Tensor) and values.ndim == 0):
        return as_number(values)
    return [as_number(value) for value in values]


def as_list(answer: Any) -> str:
    """Say a list as Python writes it."""
    return f"[{', '.join(map(show, answer))}]" if isinstance(answer, list) else show(answer)


# Exercise 5.1: the norm


@probe("day5-norm-length", "`gradient_norm` of no parameters", "an empty sum is 0, and so is its root")
def norm_of_none(namespace: Namespace) -> Any:
    """Return the norm of an empty list."""
    return as_number(namespace["gradient_norm"]([]))


@probe(
    "day5-norm-length",
    "`gradient_norm` of one parameter with gradient {a}",
    "the norm of a single number is its size",
    a=negative,
)
def norm_of_one(namespace: Namespace, a: float) -> Any:
    """Return the norm of one gradient."""
    return as_number(namespace["gradient_norm"](parameters_with([a])))


@probe(
    "day5-norm-length",
    "`gradient_norm` of three parameters with gradients {grads}",
    "it is the root of the sum of their squares",
    grads=gradients,
)
def norm_of_three(namespace: Namespace, grads: list[float]) -> Any:
    """Return the norm of three gradients."""
    return as_number(namespace["gradient_norm"](parameters_with(grads)))


@probe(
    "day5-norm-length",
    "`gradient_norm` of two parameters with gradients {a} and 0.0025, to five digits",
    "nothing is rounded before that",
    a=lambda draw: draw.random.choice((0.00125, 0.00375, 0.00625)),
)
def norm_of_small(namespace: Namespace, a: float) -> Any:
    """Return a small norm, which rounding to a few decimals would spoil."""
    norm = as_number(namespace["gradient_norm"](parameters_with([a, 0.0025])))
    return float(f"{norm:.5g}") if isinstance(norm, (int, float)) else norm


@probe(
    "day5-norm-length",
    "`gradient_norm` of a generator of parameters with gradients {grads}",
    "one loop over them is enough",
    grads=gradients,
)
def norm_of_generator(namespace: Namespace, grads: list[float]) -> Any:
    """Return the norm of gradients that come one by one."""
    return as_number(namespace["gradient_norm"](parameter for parameter in parameters_with(grads)))


def _refusal(word: str, value: float) -> None:
    def refused(namespace: Namespace, p: int, a: float) -> Any:
        grads = [a] * 11
        grads[p] = value
        try:
            return as_number(namespace["gradient_norm"](parameters_with(grads)))
        except ValueError as error:
            named = [int(digits) for digits in re.findall(r"\d+", str(error))]
            place = next((str(near) for near in (p, p + 1, p - 1) if near in named), "")
            return f"a ValueError that names {f'position {place}' if place else 'no position'}"

    refused.__name__ = f"refuses_{word.replace(' ', '_')}"
    probe(
        "day5-norm-refuses",
        f"`gradient_norm` of 11 gradients {{a}}, but {word} at position {{p}}",
        "a norm of what is no finite number has no meaning, and whoever looks for the fault wants to know where",
        p=integer,
        a=positive,
    )(refused)


for _word, _value in (("NaN", math.nan), ("infinity", math.inf), ("minus infinity", -math.inf)):
    _refusal(_word, _value)


# Exercise 5.2: a norm for each layer


def linear(weight_grad: list[list[float]] | None, bias_grad: float = 2.5) -> nn.Linear:
    """Return a linear layer with this gradient of its weights, and one of its biases that should not count."""
    shape = (1, 1) if weight_grad is None else (len(weight_grad), len(weight_grad[0]))
    layer = nn.Linear(shape[1], shape[0], dtype=DOUBLE)
    with torch.no_grad():
        layer.weight.fill_(0.75)
        layer.bias.fill_(0.125)
    if weight_grad is not None:
        layer.weight.grad = torch.tensor(weight_grad, dtype=DOUBLE)
        layer.bias.grad = torch.full((shape[0],), bias_grad, dtype=DOUBLE)
    return layer


@probe(
    "day5-per-layer-weights",
    "`layer_gradient_norms` of three linear layers 1→1→1→1, whose weights have the gradients {a}, {b}, {c}",
    "each layer has one weight, and the list runs from the input",
    a=number,
    b=number,
    c=number,
)
def one_weight_each(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norms of three layers of one weight."""
    model = nn.Sequential(linear([[a]]), nn.Tanh(), linear([[b]]), nn.Tanh(), linear([[c]]))
    return as_numbers(namespace["layer_gradient_norms"](model))


@probe(
    "day5-per-layer-weights",
    "`layer_gradient_norms` of two linear layers with weight gradients [[{a}, 0.0], [0.0, {b}]] and [[{c}, {d}]]",
    "each norm is the root of the sum of squares of one layer's entries",
    a=number,
    b=number,
    c=number,
    d=number,
)
def tables(namespace: Namespace, a: float, b: float, c: float, d: float) -> Any:
    """Return the norms of two layers with tables for gradients."""
    model = nn.Sequential(linear([[a, 0.0], [0.0, b]]), nn.ReLU(), linear([[c, d]]))
    return as_numbers(namespace["layer_gradient_norms"](model))


@probe(
    "day5-per-layer-modules",
    "`layer_gradient_norms` of a block with a linear layer (weight gradient {a}), then one outside it ({b})",
    "a layer inside a block counts like any other",
    a=number,
    b=number,
)
def inside_a_block(namespace: Namespace, a: float, b: float) -> Any:
    """Return the norms where one layer stands inside a block."""
    model = nn.Sequential(nn.Sequential(linear([[a]]), nn.Tanh()), linear([[b]]))
    return as_numbers(namespace["layer_gradient_norms"](model))


@probe(
    "day5-per-layer-modules",
    "`layer_gradient_norms` of a linear layer (weight gradient {a}), a LayerNorm ({b}) and a linear layer ({c})",
    "only linear layers are asked for",
    a=number,
    b=number,
    c=number,
)
def beside_other_layers(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norms where a layer of another kind has weights too."""
    norm = nn.LayerNorm(1, dtype=DOUBLE)
    norm.weight.grad, norm.bias.grad = torch.full((1,), b, dtype=DOUBLE), torch.full((1,), 1.5, dtype=DOUBLE)
    return as_numbers(namespace["layer_gradient_norms"](nn.Sequential(linear([[a]]), norm, linear([[c]]))))


@probe(
    "day5-per-layer-modules",
    "`layer_gradient_norms` of a linear layer whose `weight.grad` is None, then one with weight gradient {a}",
    "a layer that received no gradient counts 0.0",
    a=number,
)
def without_gradient(namespace: Namespace, a: float) -> Any:
    """Return the norms where a layer has no gradient."""
    return as_numbers(namespace["layer_gradient_norms"](nn.Sequential(linear(None), linear([[a]]))))


# Exercise 5.3: predict


NETS = ("none", "tanh", "ReLU", "sigmoid")


def _ranked(answer: Any) -> str:
    return ", ".join(answer) if isinstance(answer, list) else show(answer)


def _no_ranking(names: list[str]) -> str:
    """Say why names can't be a ranking of the four nets; an empty string where they can."""
    known = f"the names are {', '.join(NETS)}, each once"
    if unknown := [name for name in names if name not in NETS]:
        return f"a list with {unknown[0]!r}; {known}"
    return "" if sorted(names) == sorted(NETS) else f"a list of {', '.join(names) or 'nothing'}; {known}"


@probe(
    "day5-predict-ranking",
    "the four names, the fastest to vanish first",
    "at each layer the squared norm is multiplied by about the mean of the activation's squared slopes",
    phrase=_ranked,
    reveal=False,
)
def ranking(namespace: Namespace) -> Any:
    """Return the ranking, whatever its capital letters, or say why it is none."""
    listed = written(namespace["ranking"])
    if isinstance(listed, str):
        return f"the text {listed!r}, and a list of four texts is asked for"
    listed = list(listed)
    if listed == [None] * len(listed):
        written(None)
    if None in listed:
        return 'a list with None; a name is a text: "none"'
    spelled = {name.lower(): name for name in NETS}
    names = [spelled.get(str(name).strip().lower(), str(name).strip()) for name in listed]
    return _no_ranking(names) or names


@probe(
    "day5-predict-slope",
    "`ten_slopes`, to two digits",
    "each sigmoid multiplies the gradient by its slope, and Figure 5.3 shows how large that is at most",
    reveal=False,
)
def slope(namespace: Namespace) -> Any:
    """Return the prediction to two digits."""
    value = as_number(written(namespace["ten_slopes"]))
    return float(f"{value:.1e}") if isinstance(value, (int, float)) else value


# Exercise 5.4: hooks


def inputs_for(rows: int, width: int, outputs: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a batch of inputs that takes part in the graph, and random targets."""
    x = torch.randn(rows, width, dtype=DOUBLE)
    return x.requires_grad_(), torch.randn(rows, outputs, dtype=DOUBLE)


def weighted(weight: float) -> nn.Linear:
    """Return a linear layer of width 1 with this weight and bias 0."""
    layer = nn.Linear(1, 1, dtype=DOUBLE)
    with torch.no_grad():
        layer.weight.fill_(weight)
        layer.bias.zero_()
    return layer


def hooks_left(model: nn.Module) -> int:
    """Return how many hooks, of whatever kind, are left in a model."""
    kinds = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
    return sum(len(getattr(module, kind)) for module in model.modules() for kind in kinds)


@probe(
    "day5-hooks-norms",
    "`arriving_gradient_norms` of one layer of width 1 with weight {a}, bias 0, at x = {c}, target 0",
    "2y arrives at it, with y = {a} · {c}",
    a=number,
    c=number,
)
def arrives_at_one(namespace: Namespace, a: float, c: float) -> Any:
    """Return what arrives at a single layer."""
    x = torch.full((1, 1), c, dtype=DOUBLE, requires_grad=True)
    target = torch.zeros(1, 1, dtype=DOUBLE)
    return as_numbers(namespace["arriving_gradient_norms"](nn.Sequential(weighted(a)), x, target))


@probe(
    "day5-hooks-norms",
    "`arriving_gradient_norms` of two layers of width 1 with weights {a} and {b}, biases 0, at x = {c}, target 0",
    "2y arrives at the second layer, with y = {a} · {b} · {c}, and {b} times that at the first",
    a=number,
    b=number,
    c=number,
)
def arrives_by_hand(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return what arrives at two layers of width 1."""
    x = torch.full((1, 1), c, dtype=DOUBLE, requires_grad=True)
    target = torch.zeros(1, 1, dtype=DOUBLE)
    return as_numbers(namespace["arriving_gradient_norms"](nn.Sequential(weighted(a), weighted(b)), x, target))


@probe(
    "day5-hooks-norms",
    "`arriving_gradient_norms` of layers 3→4→4→2, the first inside a block, tanh between, weights from seed {n}",
    "one norm for each linear layer, of the whole batch's gradient with respect to its output",
    n=integer,
)
def arrives_in_blocks(namespace: Namespace, n: int) -> Any:
    """Return what arrives at three layers, one of them inside a block."""
    torch.manual_seed(n)
    x, target = inputs_for(5, 3, 2)
    block = nn.Sequential(nn.Linear(3, 4, dtype=DOUBLE), nn.Tanh())
    model = nn.Sequential(block, nn.Linear(4, 4, dtype=DOUBLE), nn.Tanh(), nn.Linear(4, 2, dtype=DOUBLE))
    return as_numbers(namespace["arriving_gradient_norms"](model, x, target))


@probe(
    "day5-hooks-removed",
    "the number of hooks left in a model of three linear layers after `arriving_gradient_norms`",
    "what was put in for one pass is taken out after it",
    n=integer,
)
def removed(namespace: Namespace, n: int) -> Any:
    """Return how many hooks a call leaves behind."""
    torch.manual_seed(n)
    x, target = inputs_for(2, 2, 2)
    model = nn.Sequential(*(nn.Linear(2, 2, dtype=DOUBLE) for _ in range(3)))
    namespace["arriving_gradient_norms"](model, x, target)
    return hooks_left(model)


@probe(
    "day5-hooks-removed",
    "the length of the list that a second call of `arriving_gradient_norms` gives, for two linear layers",
    "the second pass is like the first",
    n=integer,
)
def second_call(namespace: Namespace, n: int) -> Any:
    """Return how long the list of a second call is."""
    torch.manual_seed(n)
    x, target = inputs_for(2, 2, 2)
    model = nn.Sequential(*(nn.Linear(2, 2, dtype=DOUBLE) for _ in range(2)))
    namespace["arriving_gradient_norms"](model, x, target)
    return len(namespace["arriving_gradient_norms"](model, x, target))


# Exercise 5.5: initialise


@contextlib.contextmanager
def lent(function: Any, **right: Callable[..., Any]) -> Iterator[None]:
    """Let a function of the notebook find right functions under these names, and put back its own ones afterwards."""
    names = getattr(function, "__globals__", {})
    own = {name: names[name] for name in right if name in names}
    names.update(right)
    try:
        yield
    finally:
        for name in right:
            del names[name]
        names.update(own)


def to_five_decimals(spread: Any) -> Any:
    """Return a standard deviation to five decimals: PyTorch's usual 32 bits are as right as a float's 64.

    No root of 2 / k, for k from 2 to 18, lies so near the middle between two such numbers that 32 bits round it up
    where 64 round it down.
    """
    value = as_number(spread)
    return round(value, 5) if isinstance(value, float) else value


@probe("day5-init-spread", "`xavier_std({n}, {m})`", "Xavier's s² is 2 / ({n} + {m})", n=integer, m=integer)
def xavier(namespace: Namespace, n: int, m: int) -> Any:
    """Return Xavier's standard deviation."""
    return to_five_decimals(namespace["xavier_std"](n, m))


@probe("day5-init-spread", "`he_std({n}, {m})`", "He's s² is 2 / {n}, whatever the fan-out", n=integer, m=integer)
def he(namespace: Namespace, n: int, m: int) -> Any:
    """Return He's standard deviation."""
    return to_five_decimals(namespace["he_std"](n, m))


def _right_xavier(fan_in: int, fan_out: int) -> float:
    return math.sqrt(2 / (fan_in + fan_out))


def _right_he(fan_in: int, fan_out: int) -> float:
    return math.sqrt(2 / fan_in)


def _is_rule(own: Any, right: Callable[[int, int], float]) -> bool:
    try:
        # To as many digits as 32 bits have.
        return all(math.isclose(float(own(n, m)), right(n, m), rel_tol=1e-6) for n, m in ((3, 8), (5, 2)))
    except Exception:  # Whatever is the matter with it, the check of the rules says it.
        return False


def initialised(namespace: Namespace, model: nn.Module, activation: str) -> nn.Module:
    """Return the model after the learner's ``initialise``, which is lent the rules that are not right."""
    function = namespace["initialise"]
    names = getattr(function, "__globals__", {})
    rules = {"xavier_std": _right_xavier, "he_std": _right_he}
    wrong = {name: rule for name, rule in rules.items() if not _is_rule(names.get(name), rule)}
    with lent(function, **wrong):
        function(model, activation)
    return model


def coarse(spread: float) -> float:
    """Return a standard deviation to the nearest fourth root of a power of two: random weights scatter a little."""
    return 2.0 ** (round(4 * math.log2(spread)) / 4) if spread > 0 else 0.0


def _about(answer: Any) -> str:
    return f"about {answer:.2g}" if isinstance(answer, float) else show(answer)


def _spread(activation: str, why: str) -> None:
    def spread(namespace: Namespace, n: int) -> Any:
        torch.manual_seed(n)
        layer = nn.Linear(64, 128, dtype=DOUBLE)
        initialised(namespace, nn.Sequential(nn.Sequential(layer), nn.Tanh()), activation)
        return coarse(layer.weight.std().item())

    spread.__name__ = f"spread_{activation}"
    probe(
        "day5-init-net",
        f"the spread of the weights of a layer 64→128, inside a block, after `initialise(model, {activation!r})`",
        why,
        rounds=2,
        phrase=_about,
        n=integer,
    )(spread)


_spread("tanh", "Xavier's rule gives the root of 2/192")
_spread("ReLU", "He's rule gives the root of 2/64")


@probe(
    "day5-init-net",
    "the mean of the weights after `initialise(model, 'tanh')`, to one digit",
    "the weights are drawn with mean 0",
    rounds=2,
    n=integer,
)
def centred(namespace: Namespace, n: int) -> Any:
    """Return the mean of freshly drawn weights, to one digit."""
    torch.manual_seed(n)
    layer = nn.Linear(64, 64, dtype=DOUBLE)
    initialised(namespace, nn.Sequential(layer), "tanh")
    return round(layer.weight.mean().item(), 1) + 0.0


@probe(
    "day5-init-net",
    "the largest size of a bias after `initialise(model, 'ReLU')`",
    "every bias is set to 0",
    rounds=1,
    n=integer,
)
def biases(namespace: Namespace, n: int) -> Any:
    """Return the largest bias, to one digit: drawn ones scatter."""
    torch.manual_seed(n)
    layers = [nn.Linear(64, 64, dtype=DOUBLE) for _ in range(2)]
    initialised(namespace, nn.Sequential(*layers), "ReLU")
    return round(max(layer.bias.abs().max().item() for layer in layers), 1)


def _level(activation: str, make: Callable[[], nn.Module]) -> None:
    def level(namespace: Namespace, n: int) -> Any:
        torch.manual_seed(n)
        data, target = inputs_for(32, 128, 128)
        steps = [step for _ in range(10) for step in (nn.Linear(128, 128, dtype=DOUBLE), make())][:-1]
        initialised(namespace, nn.Sequential(*steps), activation)
        outputs = []
        for step in steps:
            data = step(data)
            if isinstance(step, nn.Linear):
                data.retain_grad()
                outputs.append(data)
        nn.functional.mse_loss(data, target).backward()
        norms = [torch.linalg.vector_norm(output.grad).item() for output in outputs]
        if not all(math.isfinite(norm) and norm > 0 for norm in norms):
            return "not finite, or 0"
        ratio = max(norms) / min(norms)
        return "at most 10" if ratio <= 10 else f"about 1e{round(math.log10(ratio))}"

    level.__name__ = f"level_{activation}"
    probe(
        "day5-init-net",
        f"the largest over the smallest arriving norm in ten layers after `initialise(model, {activation!r})`",
        "with the right spread each layer's factor is close to 1",
        rounds=1,
        n=integer,
    )(level)


_level("tanh", nn.Tanh)
_level("ReLU", nn.ReLU)


# Exercise 5.6: skip


def _times(weight: float) -> nn.Linear:
    layer = nn.Linear(1, 1, bias=False, dtype=DOUBLE)
    with torch.no_grad():
        layer.weight.fill_(weight)
    return layer


def _skipped(namespace: Namespace, a: float, b: float) -> dict[str, Any]:
    inner = _times(a)
    x = torch.full((1, 1), b, dtype=DOUBLE, requires_grad=True)
    block = namespace["Skip"](inner)
    y = block(x)
    value = y.item()
    y.sum().backward()
    missing = torch.zeros(1)
    return {
        "value": value,
        "x": (missing if x.grad is None else x.grad).item(),
        "weight": (missing if inner.weight.grad is None else inner.weight.grad).item(),
        "parameters": len(list(block.parameters())),
    }


def _skip_question(key: str, ask: str, why: str) -> None:
    def answered(namespace: Namespace, a: float, b: float) -> Any:
        return _skipped(namespace, a, b)[key]

    answered.__name__ = f"skip_{key}"
    probe("day5-skip-block", ask, why, a=number, b=number)(answered)


_ROUND = "`Skip(f)` with f(x) = {a} · x, at x = {b}"
_skip_question("value", f"the output of {_ROUND}", "it is {b} + {a} · {b}")
_skip_question("x", f"the gradient of x in {_ROUND}", "it is 1 + {a}: one way goes past f, one through it")
_skip_question("weight", f"the gradient of f's weight in {_ROUND}", "the weight is multiplied by x, and f learns too")
_skip_question(
    "parameters", "the number of tensors in `Skip(f).parameters()`, where f has one weight", "f is part of the block"
)


def _linear_layers(model: nn.Module) -> list[nn.Linear]:
    return [module for module in model.modules() if isinstance(module, nn.Linear)]


@probe(
    "day5-skip-net",
    "the number of different linear layers in `skip_net({n}, 4)`",
    "each block has its own, and the last stands alone: {n} in all",
    n=integer,
)
def skip_layers(namespace: Namespace, n: int) -> Any:
    """Return how many linear layers the net has, each counted once."""
    return len(_linear_layers(namespace["skip_net"](n, 4)))


def _first_norm(model: nn.Module, x: torch.Tensor, target: torch.Tensor) -> float:
    nn.functional.mse_loss(model(x), target).backward()
    gradient = _linear_layers(model)[0].weight.grad
    return 0.0 if gradient is None else torch.linalg.vector_norm(gradient).item()


@probe(
    "day5-skip-net",
    "by how much the first layer's norm in `skip_net(10, 16)` is above that of the plain sigmoid net",
    "each block passes one copy of the gradient on whole",
    rounds=2,
    n=integer,
)
def skip_gain(namespace: Namespace, n: int) -> Any:
    """Return what the skips gain: in powers of ten, or that it is enough."""
    torch.manual_seed(n)
    x, target = inputs_for(8, 16, 16)
    plain = [step for _ in range(10) for step in (nn.Linear(16, 16, dtype=DOUBLE), nn.Sigmoid())][:-1]
    without = _first_norm(nn.Sequential(*plain), x, target)
    gain = _first_norm(namespace["skip_net"](10, 16).double(), x, target) / without
    power = math.floor(math.log10(max(gain, 1e-99)))
    return "1e5 or more" if gain >= 1e5 else f"from 1e{power} to 1e{power + 1}"


@probe(
    "day5-skip-net",
    "what kind of map `skip_net(3, 4)` is",
    "there is a sigmoid in each block",
    rounds=1,
    n=integer,
)
def skip_bends(namespace: Namespace, n: int) -> Any:
    """Tell whether doubling the input doubles what it changes in the output."""
    torch.manual_seed(n)
    with torch.no_grad():
        model = namespace["skip_net"](3, 4).double()
        x = 3 * torch.randn(5, 4, dtype=DOUBLE)
        still = model(torch.zeros_like(x))
        straight = torch.allclose(model(2 * x) - still, 2 * (model(x) - still), rtol=1e-6, atol=1e-9)
    return "linear" if straight else "not linear"


@probe(
    "day5-skip-net",
    "the two outputs of `skip_net(3, 2)` for x = ({a}, {b}), with every weight set to 0.25 and every bias to 0",
    "two blocks turn x into x plus the sigmoid of their linear layer, and the last linear layer stands alone",
    a=number,
    b=number,
)
def skip_outputs(namespace: Namespace, a: float, b: float) -> Any:
    """Return what the net makes of an input, once chance is out of its weights."""
    model = namespace["skip_net"](3, 2).double()
    with torch.no_grad():
        for layer in _linear_layers(model):
            nn.init.constant_(layer.weight, 0.25)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
        return model(torch.tensor([[a, b]], dtype=DOUBLE)).flatten().tolist()


# Exercise 5.7: clip


def _right_norm(parameters: Iterable[Any]) -> float:
    return math.hypot(*(parameter.grad for parameter in parameters))


def _norm_is_right(norm: Any) -> bool:
    try:
        asked = ([], [3.0, -4.0, 0.0], [0.1, -0.7])
        # To as many digits as answers are compared with: a norm in 32 bits is right, and too coarse to build on.
        return all(
            math.isclose(float(norm(parameters_with(grads))), math.hypot(*grads), rel_tol=1e-12) for grads in asked
        )
    except Exception:  # Whatever is the matter with it, exercise 5.1 says it.
        return False


def lent_norm(function: Any) -> contextlib.AbstractContextManager[None]:
    """Lend a right ``gradient_norm`` to a function whose own one is not: nobody pays twice for one mistake."""
    right = _norm_is_right(getattr(function, "__globals__", {}).get("gradient_norm"))
    return contextlib.nullcontext() if right else lent(function, gradient_norm=_right_norm)


def clipped(namespace: Namespace, parameters: Any, limit: float) -> Any:
    """Return what the learner's clipping returns."""
    function = namespace["clip_gradients"]
    with lent_norm(function):
        return as_number(function(parameters, limit))


def digits(values: Iterable[Any]) -> list[Any]:
    """Return numbers to four decimals: PyTorch adds 1e-6 to its divisor, and whoever does so too is right."""
    return [round(value, 4) + 0.0 if isinstance(value, (int, float)) else value for value in values]


def norm_of(grads: list[float]) -> float:
    """Return the norm of drawn gradients, which is a whole number."""
    return float(round(math.hypot(*grads)))


@probe(
    "day5-clip-scales",
    "the gradients after `clip_gradients`, with limit = norm / {k}, of gradients {grads}",
    "all of them are multiplied by the same factor, 1 / {k}",
    grads=gradients,
    k=factor,
)
def clip_scales(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return gradients after clipping."""
    parameters = parameters_with(grads)
    clipped(namespace, parameters, norm_of(grads) / k)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe(
    "day5-clip-scales",
    "the data after `clip_gradients` of three parameters with data 10, 20, 30",
    "clipping changes gradients alone",
    grads=gradients,
    k=factor,
)
def clip_leaves_data(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return the parameters' data after clipping."""
    parameters = parameters_with(grads)
    clipped(namespace, parameters, norm_of(grads) / k)
    return [parameter.data for parameter in parameters]


@probe(
    "day5-clip-scales",
    "the gradients after `clip_gradients`, with limit = norm / {k}, of a generator of gradients {grads}",
    "a generator can be gone over once only, and both steps need the parameters",
    grads=gradients,
    k=factor,
)
def clip_generator(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return gradients after clipping, where the parameters come one by one."""
    parameters = parameters_with(grads)
    clipped(namespace, (parameter for parameter in parameters), norm_of(grads) / k)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe(
    "day5-clip-returns",
    "what `clip_gradients` returns for gradients {grads} and limit = norm / {k}",
    "it is the norm before clipping",
    grads=gradients,
    k=factor,
)
def clip_returns(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return what clipping returns above the limit."""
    return clipped(namespace, parameters_with(grads), norm_of(grads) / k)


@probe(
    "day5-clip-returns",
    "what `clip_gradients` returns for gradients {grads} and limit = {k} · norm",
    "it is the norm, also when nothing is clipped",
    grads=gradients,
    k=factor,
)
def clip_returns_below(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return what clipping returns below the limit."""
    return clipped(namespace, parameters_with(grads), norm_of(grads) * k)


@probe(
    "day5-clip-keeps",
    "the gradients after `clip_gradients`, with limit = {k} · norm, of gradients {grads}",
    "the norm is below the limit, so nothing changes",
    grads=gradients,
    k=factor,
)
def clip_keeps(namespace: Namespace, grads: list[float], k: float) -> Any:
    """Return gradients after clipping that has nothing to do."""
    parameters = parameters_with(grads)
    clipped(namespace, parameters, norm_of(grads) * k)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe(
    "day5-clip-keeps",
    "the gradients after `clip_gradients`, with limit {k}, of gradients (0.0, 0.0)",
    "the norm is 0.0, which is below the limit",
    k=factor,
)
def clip_zero(namespace: Namespace, k: float) -> Any:
    """Return gradients of 0 after clipping."""
    parameters = parameters_with([0.0, 0.0])
    clipped(namespace, parameters, k)
    return digits(as_numbers(parameter.grad for parameter in parameters))


@probe("day5-clip-returns", "what `clip_gradients` returns for no parameters", "the norm of nothing is 0.0", k=factor)
def clip_nothing(namespace: Namespace, k: float) -> Any:
    """Return what clipping returns for an empty list."""
    return clipped(namespace, [], k)


# Exercise 5.8: the own engine


def own_norms(namespace: Namespace, model: Any, xs: list[list[float]], ys: list[float]) -> Any:
    """Return the norms that the learner finds in an own MLP, each that is right in 32 bits with 64."""
    function = namespace["own_layer_norms"]
    right = _norms_of_a_pass(model, xs, ys)
    with lent_norm(function):
        found = as_numbers(function(model, xs, ys))
    if not isinstance(found, list) or len(found) != len(right):
        return found
    return [precise if _single(value, precise) else value for value, precise in zip(found, right, strict=True)]


def _single(value: Any, precise: float) -> bool:
    """Tell whether a number is as near to another as 32 bits allow: PyTorch's tensors have no more unless asked."""
    return isinstance(value, float) and math.isclose(value, precise, rel_tol=1e-6)


def _norms_of_a_pass(model: Any, xs: list[list[float]], ys: list[float]) -> list[float]:
    """Return the norm of each layer's gradients, and leave every gradient as it was."""
    parameters = list(model.parameters())
    before = [parameter.grad for parameter in parameters]
    for parameter in parameters:
        parameter.grad = 0.0
    (sum((model(x) - y) ** 2 for x, y in zip(xs, ys, strict=True)) / len(xs)).backward()
    norms = [_right_norm(layer.parameters()) for layer in model.layers]
    for parameter, grad in zip(parameters, before, strict=True):
        parameter.grad = grad
    return norms


def _small_mlp(namespace: Namespace, a: float, b: float) -> Any:
    model = namespace["MLP"](2, [2, 1], "tanh", "linear")
    for place, parameter in enumerate(model.parameters()):
        parameter.data = (a if place % 2 else b) / (4 + place)
    return model


@probe(
    "day5-own-engine-norms",
    "`own_layer_norms` of one linear neuron with weight {a} and bias 0, sample x = {b}, y = {c}",
    "with the error e = {a} · {b} - {c} the gradients are 2 · e · {b} and 2 · e",
    a=number,
    b=number,
    c=number,
)
def own_by_hand(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norm of a net with one weight and one bias."""
    model = namespace["MLP"](1, [1], "tanh", "linear")
    weight, bias = model.parameters()
    weight.data, bias.data = a, 0.0
    return own_norms(namespace, model, [[b]], [c])


@probe(
    "day5-own-engine-norms",
    "`own_layer_norms` of an MLP 2→2→1 with tanh, and three samples",
    "the loss is the mean of the squared errors, and each layer has one norm, from the input on",
    a=positive,
    b=positive,
    c=number,
)
def own_samples(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norms of two layers over three samples."""
    xs, ys = [[a, b], [c, a], [-b, c / 2]], [b, c, -a]
    return own_norms(namespace, _small_mlp(namespace, a, b), xs, ys)


@probe(
    "day5-own-engine-afresh",
    "`own_layer_norms` of an MLP 2→2→1 and three samples, when an earlier pass left 7.0 in every gradient",
    "what was there before does not count",
    a=positive,
    b=positive,
    c=number,
)
def own_afresh(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norms where gradients are not 0 at the start."""
    model = _small_mlp(namespace, a, b)
    for parameter in model.parameters():
        parameter.grad = 7.0
    return own_norms(namespace, model, [[a, c], [c, b], [b, -a]], [b, a, c])


@probe(
    "day5-own-engine-afresh",
    "the data of the parameters after `own_layer_norms`",
    "measuring is not training: no parameter moves",
    a=positive,
    b=positive,
    c=number,
)
def own_does_not_train(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the parameters' data after measuring."""
    model = _small_mlp(namespace, a, b)
    own_norms(namespace, model, [[a, c]], [b])
    return [parameter.data for parameter in model.parameters()]
