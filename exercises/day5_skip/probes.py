# SPDX-License-Identifier: MIT
"""Questions about ``Skip`` and of ``skip_net``."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from exercises.day5_hooks.torch_models import inputs_for, nn, probe, seeded, torch
from exercises.shared.stand_in import Part, name_in, replaced_unless
from judge.asking.inputs import integer, number
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace

right = KeptAway("exercises.day5_skip.right")


def _times(weight: float) -> nn.Linear:
    layer = nn.Linear(1, 1, bias=False, dtype=torch.float64)
    with torch.no_grad():
        layer.weight.fill_(weight)
    return layer


def _skipped(namespace: Namespace, a: float, b: float) -> dict[str, Any]:
    inner = _times(a)
    x = torch.full((1, 1), b, dtype=torch.float64, requires_grad=True)
    block = namespace["Skip"](inner)
    y = block(x)
    value = y.item() if y.numel() == 1 else y.detach().tolist()
    y.sum().backward()
    missing = torch.zeros(1)
    return {
        "value": value,
        "x": (missing if x.grad is None else x.grad).item(),
        "weight": (missing if inner.weight.grad is None else inner.weight.grad).item(),
        "parameters": sum(parameter is inner.weight for parameter in block.parameters()),
    }


def _skip_question(key: str, ask: str, why: str) -> None:
    def answered(namespace: Namespace, a: float, b: float) -> Any:
        return _skipped(namespace, a, b)[key]

    answered.__name__ = f"skip_{key}"
    probe("day5-skip-block", ask, why, a=number, b=number)(answered)


_ROUND = "`Skip(f)` with `f(x) = {a} · x`, at `x = {b}`"

_skip_question("value", f"the output of {_ROUND}", "it is {b} + {a} · {b}")
_skip_question("x", f"the gradient of `x` in {_ROUND}", "it is 1 + {a}: one path goes around `f`, one through it")
_skip_question(
    "weight", f"the gradient of `f`'s weight in {_ROUND}", "the weight is multiplied by `x`, so `f` learns too"
)
_skip_question("parameters", "how often `Skip(f).parameters()` lists the one weight of `f`", "`f` is part of the block")


@probe(
    "day5-skip-block",
    "the gradient of `x` in `Skip(nn.Sigmoid())`, at `x = {b}`",
    "it is `1 + s · (1 - s)`, where `s` is the sigmoid of {b}: the slope of a sigmoid is computed from its output",
    b=number,
)
def skip_round_sigmoid(namespace: Namespace, b: float) -> Any:
    """Return the gradient around a module that keeps its output for the backward pass."""
    x = torch.full((1, 1), b, dtype=torch.float64, requires_grad=True)
    namespace["Skip"](nn.Sigmoid())(x).sum().backward()
    return None if x.grad is None else x.grad.item()


def _net_question(ask: str, why: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a question about ``skip_net``: a ``Skip`` that does not work costs its own check alone."""

    def registered(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def with_a_right_block(namespace: Namespace, **inputs: Any) -> Any:
            own = name_in(namespace["skip_net"], "Skip")
            with replaced_unless(namespace["skip_net"], lambda: _skips(own), Skip=Part(lambda: right.Skip)):
                return function(namespace, **inputs)

        return probe("day5-skip-net", ask, why, **options)(with_a_right_block)

    return registered


def _skips(block: Any) -> bool:
    """Tell whether a block passes on a gradient around a module that keeps its output for the backward pass."""
    x = torch.tensor([[0.5]], requires_grad=True)
    y = block(nn.Sigmoid())(x)
    y.sum().backward()
    slope = torch.sigmoid(x) * (1 - torch.sigmoid(x)) + 1
    return bool(torch.allclose(y, x + torch.sigmoid(x)) and torch.allclose(x.grad, slope))


def _linear_layers(model: nn.Module) -> list[nn.Linear]:
    return [module for module in model.modules() if isinstance(module, nn.Linear)]


@_net_question(
    "the number of different linear layers in `skip_net({n}, 4)`",
    "each block has its own, and the last one is not in a block: {n} in total",
    n=integer,
)
def skip_layers(namespace: Namespace, n: int) -> Any:
    """Return how many linear layers the net has, each counted once."""
    return len(_linear_layers(namespace["skip_net"](n, 4)))


def _first_norm(model: nn.Module, x: torch.Tensor, target: torch.Tensor) -> float:
    nn.functional.mse_loss(model(x), target).backward()
    gradient = _linear_layers(model)[0].weight.grad
    return 0.0 if gradient is None else torch.linalg.vector_norm(gradient).item()


@_net_question(
    "how many times larger the first layer's norm is in `skip_net(10, 16)` than in the plain sigmoid net",
    "each block passes on one copy of the gradient unchanged",
    rounds=2,
    n=integer,
)
def skip_gain(namespace: Namespace, n: int) -> Any:
    """Say what the skips gain: in powers of ten, or that it is enough."""
    seeded(n)
    x, target = inputs_for(8, 16, 16)
    plain = [step for _ in range(10) for step in (nn.Linear(16, 16, dtype=torch.float64), nn.Sigmoid())][:-1]
    without = _first_norm(nn.Sequential(*plain), x, target)
    gain = _first_norm(namespace["skip_net"](10, 16).double(), x, target) / without
    power = math.floor(math.log10(max(gain, 1e-99)))
    return "1e5 or more" if gain >= 1e5 else f"from 1e{power} to 1e{power + 1}"


@_net_question(
    "what kind of map `skip_net(3, 4)` is",
    "there is a sigmoid in each block",
    rounds=1,
    n=integer,
)
def skip_bends(namespace: Namespace, n: int) -> Any:
    """Return whether doubling the input doubles the change in the output."""
    seeded(n)
    with torch.no_grad():
        model = namespace["skip_net"](3, 4).double()
        x = 3 * torch.randn(5, 4, dtype=torch.float64)
        still = model(torch.zeros_like(x))
        straight = torch.allclose(model(2 * x) - still, 2 * (model(x) - still), rtol=1e-6, atol=1e-9)
    return "linear" if straight else "not linear"


@_net_question(
    "the two outputs of `skip_net(3, 2)` for `x = ({a}, {b})`, with every weight set to 0.25 and every bias to 0",
    "two blocks turn `x` into `x` plus the sigmoid of their linear layer, and the last linear layer is not in a block",
    a=number,
    b=number,
)
def skip_outputs(namespace: Namespace, a: float, b: float) -> Any:
    """Return the output for an input, with fixed weights in place of random ones."""
    model = namespace["skip_net"](3, 2).double()
    with torch.no_grad():
        for layer in _linear_layers(model):
            nn.init.constant_(layer.weight, 0.25)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)
        return model(torch.tensor([[a, b]], dtype=torch.float64)).flatten().tolist()
