# SPDX-License-Identifier: MIT
"""A right constructor, for questions about tensors of a class whose own makes other arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

ANSWERS = ("day6-tensor-shapes",)


class Tensor:
    """Our own leaf: what the contract asks for, without operations and without ``backward``."""

    def __init__(self, data: Any, _prev: tuple[Any, ...] = (), _op: str = "", label: str = ""):
        self.data = np.array(data, dtype=float)
        self.grad = np.zeros(self.data.shape)
        self._prev, self._op, self.label = tuple(_prev), _op, label
        self._backward: Callable[[], None] = lambda: None
