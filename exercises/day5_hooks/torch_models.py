# SPDX-License-Identifier: MIT
"""What the questions of Day 5 have in common: parameters with known gradients, and random numbers kept as they were."""

from __future__ import annotations

import contextlib
import functools
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from exercises.shared.later import Later
from exercises.shared.plain import each
from judge.asking.inputs import Draw
from judge.asking.probe import probe as register_probe
from judge.run.answers import number_of, show

# Importing PyTorch takes longer than all of the linter: only a question that is put needs it.
torch = Later("torch")
nn = Later("torch.nn")


# A pass through a small model runs many lines of PyTorch's own Python.
LINES = 2_000_000

# Exercises that ask for a list, which a verdict shows as one.
LISTS = ("day5-hooks", "day5-per-layer-norms", "day5-ratio-measured")

# Whole numbers whose norm is a whole number, so that a reader can check it and no rounding gets in the way.
LEGS = ((1, 2, 2), (2, 3, 6), (1, 4, 8), (4, 4, 7), (2, 6, 9), (6, 6, 7), (3, 4, 12), (2, 5, 14), (2, 10, 11))
SIMPLE_LEGS = ((1, 2, 2), (2, 4, 4))  # the second ones stay whole where they are halved


@contextlib.contextmanager
def kept_random_numbers() -> Iterator[None]:
    """Leave the notebook's own random numbers as they were: a new layer draws its weights."""
    state = random.getstate()
    with torch.random.fork_rng(devices=[]):
        try:
            yield
        finally:
            random.setstate(state)


def seeded(seed: int) -> None:
    """Let random numbers be those of a seed, as ``torch.manual_seed`` does.

    That one also notes, for each kind of device which is not there, who has called it. This takes eighty times as long.
    """
    torch.default_generator.manual_seed(seed)


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
    legs = list(draw.random.choice(SIMPLE_LEGS if draw.simple else LEGS))
    draw.random.shuffle(legs)
    signs = draw.random.choice(((1, -1, 1), (-1, 1, 1), (1, 1, -1)))
    return [float(sign * leg) for sign, leg in zip(signs, legs, strict=True)]


def factor(draw: Draw) -> float:
    """Return 2, 4 or 8, of a simple draw 2: by how much a norm is above a limit, or below it."""
    return 2.0 if draw.simple else draw.random.choice((2.0, 4.0, 8.0))


class Parameter:
    """The least that a norm asks of a parameter: ``grad``; and ``data``, which is none of its business."""

    def __init__(self, data: float, grad: float):
        self.data, self.grad, self.label = data, grad, ""

    def __repr__(self) -> str:
        return f"Parameter(data={self.data}, grad={self.grad})"


def parameters_with(grads: Iterable[float]) -> list[Parameter]:
    """Return parameters with these gradients, on data 10, 20, 30 and so on."""
    return [Parameter(10.0 * place, grad) for place, grad in enumerate(grads, start=1)]


def as_number(value: Any) -> Any:
    """Return a tensor of one number as a float, an exact number as a plain one, and anything else as it is."""
    return value.item() if isinstance(value, torch.Tensor) and value.numel() == 1 else number_of(value)


def as_numbers(values: Any) -> Any:
    """Return what stands in a list, a tuple or a tensor of shape (n,), as floats where it can; else the thing.

    A dictionary is no list of its keys, and a text none of its letters.
    """
    if not isinstance(values, Iterable) or (isinstance(values, torch.Tensor) and values.ndim == 0):
        return as_number(values)
    return each(as_number, values)


def as_list(answer: Any) -> str:
    """Say a list as Python writes it."""
    return f"[{', '.join(map(show, answer))}]" if isinstance(answer, list) else show(answer)


def inputs_for(rows: int, width: int, outputs: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return random inputs of shape (rows, width) that want a gradient, and targets of shape (rows, outputs).

    Both are of float64.
    """
    x = torch.randn(rows, width, dtype=torch.float64)
    return x.requires_grad_(), torch.randn(rows, outputs, dtype=torch.float64)


def layers_in_blocks() -> nn.Module:
    """Return linear layers 3→4→4→2, the first inside a block of a block, with a tanh and a LayerNorm between."""
    block = nn.Sequential(nn.Sequential(nn.Linear(3, 4, dtype=torch.float64)), nn.LayerNorm(4, dtype=torch.float64))
    return nn.Sequential(block, nn.Linear(4, 4, dtype=torch.float64), nn.Tanh(), nn.Linear(4, 2, dtype=torch.float64))
