# SPDX-License-Identifier: MIT
"""Questions about the rules for a start, and of ``initialise``."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from exercises.day5_hooks.torch_models import as_number, inputs_for, nn, probe, seeded, torch
from exercises.shared.paper import on_paper
from exercises.shared.stand_in import name_in, names_of, replaced_unless
from judge.asking.inputs import Draw, integer, simplified
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace
from judge.run.answers import show
from judge.run.messages import Argument, sentence

right = KeptAway("exercises.day5_init.right")


def to_five_decimals(spread: Any) -> Any:
    """Return a standard deviation to five decimals: PyTorch's usual 32 bits are as right as a float's 64.

    No root of 2 / k, for k from 2 to 18, lies so near the middle between two such numbers that 32 bits round it up
    where 64 round it down.
    """
    value = as_number(spread)
    return round(value, 5) if isinstance(value, float) else value


def fan(draw: Draw) -> int:
    """Return a number of inputs or outputs from 2 to 9; simple ones, from 1 on, give some rules a short number."""
    return draw.random.choice((1, 2, 6, 8)) if draw.simple else integer(draw)


@probe("day5-init-spread", "`xavier_std({n}, {m})`", "Xavier's `s²` is 2 / ({n} + {m})", n=fan, m=fan)
def xavier(namespace: Namespace, n: int, m: int) -> Any:
    """Return Xavier's standard deviation."""
    return to_five_decimals(namespace["xavier_std"](n, m))


@probe("day5-init-spread", "`he_std({n}, {m})`", "He's `s²` is 2 / {n}, whatever the fan-out", n=fan, m=fan)
def he(namespace: Namespace, n: int, m: int) -> Any:
    """Return He's standard deviation."""
    return to_five_decimals(namespace["he_std"](n, m))


# 2 over `s²` is whole, where the root in `s` mostly has no end.
def _two_over_square(name: str, words: str, why: str) -> None:
    def two_over_square(namespace: Namespace, n: int, m: int) -> Any:
        spread = as_number(namespace[name](n, m))
        return round(2 / spread**2, 4) if isinstance(spread, float) and spread else spread

    two_over_square.__name__ = f"two_over_square_of_{words}"
    fans = {each: simplified(integer, (1, 2, 3, 4, 6)) for each in "nm"}
    probe("day5-init-spread", f"`2 / {name}({{n}}, {{m}})**2`", why, rounds=1, **fans)(two_over_square)


_two_over_square("xavier_std", "xavier", "Xavier's `s²` is 2 / ({n} + {m})")
_two_over_square("he_std", "he", "He's `s²` is 2 / {n}, whatever the fan-out")


def _is_rule(own: Any, right_ones: tuple[float, float]) -> bool:
    # To as many digits as 32 bits have.
    sizes = ((3, 8), (5, 2))
    return all(math.isclose(float(own(*size)), one, rel_tol=1e-6) for size, one in zip(sizes, right_ones, strict=True))


BOTH = ("tanh", "ReLU")

# Both rules give a root of a power of two for this shape, or nearly, and no usual gain of one is the other.
SHAPE = 256, 352

# What a rule gives for 3 inputs and 8 outputs, and for 5 and 2.
XAVIER, HE = (0.426401433, 0.534522484), (0.816496581, 0.632455532)


def _makes_up(function: Any) -> bool:
    """Tell whether `initialise` gives the right spreads with the learner's own rules.

    A rule may give the limit of an even draw, and `initialise` draw up to it: one mistake, and the net is right.
    """
    found = []
    for activation in BOTH:
        layer = nn.Linear(*SHAPE, dtype=torch.float64)
        function(nn.Sequential(layer), activation)
        found.append(coarse(layer.weight.std().item()))
    return found == [coarse(math.sqrt(2 / sum(SHAPE))), coarse(math.sqrt(2 / SHAPE[0]))]


def _given_rule(function: Any, name: str, right_ones: tuple[float, float]) -> AbstractContextManager[str]:
    """Put a right rule in the place of a wrong one, and into each table or list in which the notebook keeps that."""
    own = name_in(function, name)
    rule = _called_like(own, lambda: getattr(right, name))
    kept = {key: value for key, value in names_of(function).items() if isinstance(value, (dict, list, tuple))}
    tables = {key: _exchanged(value, own, rule) for key, value in kept.items() if _holds_one(value, own)}

    def works() -> bool:
        return _is_rule(own, right_ones) or _makes_up(function)

    return replaced_unless(function, works, **{name: rule}, **tables)


def _called_like(own: Any, rule: Callable[[], Any]) -> Callable[..., Any]:
    """Return a rule that can be called as the learner's is: with its own names, and with more than the two fans."""

    def spread(*arguments: Any, **named: Any) -> float:
        try:
            bound = inspect.signature(own).bind(*arguments, **named)
            given = [*bound.args, *bound.kwargs.values()]
        except (TypeError, ValueError):
            given = [*arguments, *named.values()]
        return rule()(given[0], given[1] if len(given) > 1 else 1)

    return spread


def _holds_one(table: Any, own: Any) -> bool:
    return any(entry is own for entry in (table.values() if isinstance(table, dict) else table))


def _exchanged(table: Any, own: Any, rule: Any) -> Any:
    if isinstance(table, dict):
        return {key: rule if entry is own else entry for key, entry in table.items()}
    return type(table)(rule if entry is own else entry for entry in table)


def initialised(namespace: Namespace, model: nn.Module, activation: str) -> nn.Module:
    """Return the model after the learner's ``initialise``, with right rules in place of wrong ones."""
    function = namespace["initialise"]
    with _given_rule(function, "xavier_std", XAVIER), _given_rule(function, "he_std", HE):
        function(model, activation)
    return model


def coarse(spread: float) -> float:
    """Return a standard deviation to the nearest eighth root of a power of two: random weights scatter a little."""
    return 2.0 ** (round(8 * math.log2(spread)) / 8) if spread > 0 else 0.0


def _about(answer: Any) -> Argument:
    return sentence("about {number}", number=f"{answer:.2g}") if isinstance(answer, float) else show(answer)


def _spread(activation: str, why: str) -> None:
    def spread(namespace: Namespace, n: int) -> Any:
        seeded(n)
        layer = nn.Linear(*SHAPE, dtype=torch.float64)
        initialised(namespace, nn.Sequential(nn.Sequential(layer), nn.Tanh()), activation)
        return coarse(layer.weight.std().item())

    spread.__name__ = f"spread_{activation}"
    probe(
        "day5-init-net",
        f"the weights' standard deviation in a layer 256→352, in a block, after `initialise(model, {activation!r})`",
        why,
        rounds=2,
        phrase=_about,
        n=integer,
    )(spread)


_spread("tanh", "Xavier's rule gives the square root of 2/608")
_spread("ReLU", "He's rule gives the square root of 2/256")


@probe(
    "day5-init-net",
    "the mean of the weights after `initialise(model, 'tanh')`, to one digit",
    "the weights are drawn with mean 0",
    rounds=2,
    n=integer,
)
def centred(namespace: Namespace, n: int) -> Any:
    """Return the mean of freshly drawn weights, to one digit."""
    seeded(n)
    layer = nn.Linear(64, 64, dtype=torch.float64)
    initialised(namespace, nn.Sequential(layer), "tanh")
    return round(layer.weight.mean().item(), 1) + 0.0


@probe(
    "day5-init-net",
    "how many of the 8 biases are not 0 in four layers, two initialised for 'tanh' and two for 'ReLU'",
    "every bias is set to 0",
    rounds=1,
    phrase=str,
    n=integer,
)
def biases(namespace: Namespace, n: int) -> Any:
    """Say how many biases are not 0, and how large they are: drawn ones scatter."""
    seeded(n)
    pairs = {name: [nn.Linear(64, 2, dtype=torch.float64) for _ in range(2)] for name in BOTH}
    for activation, pair in pairs.items():
        initialised(namespace, nn.Sequential(*pair), activation)
    layers = [layer for pair in pairs.values() for layer in pair]
    sizes = torch.cat([layer.bias.detach().abs() for layer in layers])
    others = int((sizes != 0).sum())
    if not others:
        return "0"
    largest = round(math.log10(sizes.max().item()))
    # PyTorch draws them up to 1/8 here.
    return f"{others}, all of them small" if largest == -1 else f"{others}, the largest about {10.0**largest:g} in size"


@probe(
    "day5-init-net",
    "how many of the 2 parameters of a layer are the same objects after `initialise`, for 'tanh' and for 'ReLU'",
    "the layer is changed in place: an optimiser made before holds these objects",
    rounds=1,
    n=integer,
)
def in_place(namespace: Namespace, n: int) -> Any:
    """Return how many parameter objects stay, for each activation."""
    seeded(n)
    stayed = []
    for activation in BOTH:
        layer = nn.Linear(64, 64, dtype=torch.float64)
        before = [layer.weight, layer.bias]
        initialised(namespace, nn.Sequential(layer), activation)
        stayed.append(sum(one is other for one, other in zip(before, (layer.weight, layer.bias), strict=True)))
    return stayed


@probe(
    "day5-init-net",
    "how the weights of a square layer depend on those before `initialise`, for 'tanh' and for 'ReLU'",
    "they are drawn again, and do not depend on what was there before",
    rounds=1,
    phrase=str,
    n=integer,
)
def afresh(namespace: Namespace, n: int) -> Any:
    """Return whether the weights correlate with the old ones: freshly drawn ones hardly do."""
    seeded(n)
    # For 4,096 drawn weights the correlation is typically 0.016 in size, and hardly ever 0.3.
    for activation in BOTH:
        layer = nn.Linear(64, 64, dtype=torch.float64)
        before = layer.weight.detach().clone()
        initialised(namespace, nn.Sequential(layer), activation)
        if abs(_correlation(before, layer.weight.detach())) > 0.3:
            return "the larger the old one, the larger or the smaller the new one"
    return "nothing"


@probe(
    "day5-init-net",
    "how many of three layers of one size start with weights of their own, for 'tanh' and for 'ReLU'",
    "the weights of every layer are drawn",
    rounds=1,
    n=integer,
)
def own_weights(namespace: Namespace, n: int) -> Any:
    """Return how many of three layers have weights that no other has, for each activation."""
    seeded(n)
    found = []
    for activation in BOTH:
        layers = [nn.Linear(64, 64, dtype=torch.float64) for _ in range(3)]
        initialised(namespace, nn.Sequential(*layers), activation)
        tables = [layer.weight.detach() for layer in layers]
        alike = [sum(abs(_correlation(table, other)) > 0.3 for other in tables) > 1 for table in tables]
        found.append(alike.count(False))
    return found


def _correlation(first: torch.Tensor, second: torch.Tensor) -> float:
    """Return the correlation of two tables of numbers; NaN if all numbers of one are equal."""
    first, second = first - first.mean(), second - second.mean()
    return ((first * second).sum() / (first.norm() * second.norm())).item()


def _ten_layers(module: str, width: int) -> list[nn.Module]:
    pairs = [(nn.Linear(width, width, dtype=torch.float64), getattr(nn, module)()) for _ in range(10)]
    return [step for pair in pairs for step in pair][:-1]


def _norms(steps: list[nn.Module], width: int) -> list[float]:
    """Return the arriving norms of one backward pass; none where one of them is 0 or not finite."""
    data, target = inputs_for(32, width, width)
    outputs = []
    for step in steps:
        data = step(data)
        if isinstance(step, nn.Linear):
            data.retain_grad()
            outputs.append(data)
    nn.functional.mse_loss(data, target).backward()
    norms = [torch.linalg.vector_norm(output.grad).item() for output in outputs]
    return norms if all(math.isfinite(norm) and norm > 0 for norm in norms) else []


def _level(activation: str, module: str) -> None:
    def level(namespace: Namespace, n: int) -> Any:
        seeded(n)
        steps = _ten_layers(module, 128)
        initialised(namespace, nn.Sequential(*steps), activation)
        return _apart(_norms(steps, 128))

    level.__name__ = f"level_{activation}"
    probe(
        "day5-init-net",
        f"the largest over the smallest arriving norm in ten layers after `initialise(model, {activation!r})`",
        "with the right standard deviation each layer's factor is close to 1",
        rounds=1,
        n=integer,
    )(level)


def _apart(norms: list[float]) -> str:
    """Say how far the largest and the smallest norm are apart."""
    if not norms:
        return "not finite, or 0"
    ratio = max(norms) / min(norms)
    return "at most 10" if ratio <= 10 else f"about 1e{round(math.log10(ratio))}"


_level("tanh", "Tanh")
_level("ReLU", "ReLU")


on_paper(
    "day5-init-sigmoid",
    "sigmoid_start",
    "std",
    "the standard deviation of the weights of a sigmoid layer of width 64 that does what its twin with tanh does",
    "write down the sum that the sigmoid neuron needs, and the inputs from which it makes it",
    judged=lambda: right.std,
)
on_paper(
    "day5-init-sigmoid",
    "sigmoid_start",
    "bias",
    "which multiple of the sum of its weights the bias of a sigmoid neuron is, so that it does what its twin does",
    "ask what the neuron adds up where the twin's inputs are all 0",
    judged=lambda: right.bias,
)
