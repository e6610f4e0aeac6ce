# SPDX-License-Identifier: MIT
"""The contract of exercise 5.6, checked against a net that is walked by hand in PyTorch."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

BLOCK, NET = "day5-skip-block", "day5-skip-net"


def _numbers(rows: int, columns: int, start: float) -> torch.Tensor:
    return torch.sin(start + 0.9 * torch.arange(rows * columns, dtype=torch.float64)).view(rows, columns)


def _fill(layer: nn.Linear, start: float) -> None:
    with torch.no_grad():
        layer.weight.copy_(0.8 * _numbers(*layer.weight.shape, start))
        if layer.bias is not None:
            layer.bias.copy_(0.5 * _numbers(1, layer.out_features, start + 0.4)[0])


def _times(weight: float) -> nn.Linear:
    layer = nn.Linear(1, 1, bias=False, dtype=torch.float64)
    nn.init.constant_(layer.weight, weight)
    return layer


def _by_hand(weight: float, number: float) -> Clause:
    """Clause the value, and the gradients of x and of the weight, of a skip round one product."""

    def ask(names: Mapping[str, Any]) -> list[Any]:
        inner = _times(weight)
        x = torch.tensor([[number]], dtype=torch.float64, requires_grad=True)
        block = names["Skip"](inner)
        y = block(x)
        y.sum().backward()
        grads = [None if one.grad is None else one.grad.item() for one in (x, inner.weight)]
        own = [one is inner.weight for one in block.parameters()]
        return [isinstance(block, nn.Module), y.item(), grads, x.item(), own]

    expected = [True, number + weight * number, [1 + weight, number], number, [True]]
    return Clause(BLOCK, f"a skip round f(x) = {weight} * x at {number}", ask, expected)


def _round_a_bend(names: Mapping[str, Any]) -> list[Any]:
    """Return what a skip round a layer and a sigmoid gives, with the gradients."""
    linear = nn.Linear(3, 3, dtype=torch.float64)
    _fill(linear, 0.3)
    x = _numbers(2, 3, 1.1).requires_grad_()
    y = names["Skip"](nn.Sequential(linear, nn.Sigmoid()))(x)
    (y**2).sum().backward()
    return [part.flatten().tolist() for part in (y, x.grad, linear.weight.grad, linear.bias.grad) if part is not None]


def _round_a_bend_by_hand() -> list[Any]:
    linear = nn.Linear(3, 3, dtype=torch.float64)
    _fill(linear, 0.3)
    x = _numbers(2, 3, 1.1).requires_grad_()
    y = torch.sigmoid(x @ linear.weight.T + linear.bias) + x
    (y**2).sum().backward()
    return [part.flatten().tolist() for part in (y, x.grad, linear.weight.grad, linear.bias.grad) if part is not None]


def _linear_layers(model: nn.Module, width: int) -> list[nn.Linear]:
    """Return the linear layers in the order in which they run; those that never run come last."""
    registered = [module for module in model.modules() if isinstance(module, nn.Linear)]
    ran: list[nn.Linear] = []
    hooks = [layer.register_forward_hook(lambda layer, _inputs, _out: ran.append(layer)) for layer in registered]
    with torch.no_grad():
        model(torch.zeros(1, width, dtype=registered[0].weight.dtype) if registered else torch.zeros(1, width))
    for hook in hooks:
        hook.remove()
    return list(dict.fromkeys([*ran, *registered]))


def _shapes(depth: int, width: int) -> Clause:
    """Clause how many layers there are, of which width, and that each has its own weights."""

    def ask(names: Mapping[str, Any]) -> list[Any]:
        model = names["skip_net"](depth, width)
        layers = _linear_layers(model, width)
        pointers = {layer.weight.data_ptr() for layer in layers}
        sizes = [[layer.in_features, layer.out_features] for layer in layers]
        return [isinstance(model, nn.Module), sizes, len(pointers), len(list(model.parameters()))]

    expected = [True, [[width, width]] * depth, depth, 2 * depth]
    return Clause(NET, f"the layers of skip_net({depth}, {width})", ask, expected)


def _outputs(depth: int, width: int) -> Clause:
    """Clause what the net gives and each gradient, with numbers that are set."""

    def in_torch() -> list[Any]:
        layers = [nn.Linear(width, width, dtype=torch.float64) for _ in range(depth)]
        for place, layer in enumerate(layers):
            _fill(layer, 0.2 + place)
        data = x = _numbers(3, width, 0.7).requires_grad_()
        for layer in layers[:-1]:
            data = data + torch.sigmoid(layer(data))
        data = layers[-1](data)
        (data**2).mean().backward()
        return _told(data, x, layers)

    def ask(names: Mapping[str, Any]) -> list[Any]:
        model = names["skip_net"](depth, width).double()
        layers = _linear_layers(model, width)
        for place, layer in enumerate(layers):
            _fill(layer, 0.2 + place)
        x = _numbers(3, width, 0.7).requires_grad_()
        out = model(x)
        (out**2).mean().backward()
        return _told(out, x, layers)

    return Clause(NET, f"what skip_net({depth}, {width}) gives, and its gradients", ask, in_torch())


def _told(out: torch.Tensor, x: torch.Tensor, layers: list[nn.Linear]) -> list[Any]:
    grads = [0.0 if layer.weight.grad is None else float((layer.weight.grad**2).sum()) for layer in layers]
    return [out.flatten().tolist(), [] if x.grad is None else x.grad.flatten().tolist(), grads]


def _gain(names: Mapping[str, Any]) -> bool:
    """Tell whether the first layer's norm is 1e5 times that of the plain sigmoid net, or more."""
    torch.manual_seed(2)
    x, target = torch.randn(2, 8, 16, dtype=torch.float64)
    plain = [step for _ in range(10) for step in (nn.Linear(16, 16, dtype=torch.float64), nn.Sigmoid())][:-1]
    norms = []
    for model in (nn.Sequential(*plain), names["skip_net"](10, 16).double()):
        functional.mse_loss(model(x), target).backward()
        gradient = _linear_layers(model, 16)[0].weight.grad
        norms.append(0.0 if gradient is None else float(torch.linalg.vector_norm(gradient)))
    return norms[1] >= 1e5 * norms[0]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    return (
        _by_hand(3.0, 2.0),
        _by_hand(-0.75, 1.5),
        _by_hand(0.25, -4.0),
        Clause(BLOCK, "a skip round a layer and a sigmoid", _round_a_bend, _round_a_bend_by_hand()),
        *(_shapes(*sizes) for sizes in ((3, 4), (10, 2), (2, 5), (5, 3))),
        *(_outputs(*sizes) for sizes in ((3, 2), (2, 4), (5, 3))),
        Clause(NET, "the gain of ten layers", _gain, True, exact=False),
    )
