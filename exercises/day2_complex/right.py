# SPDX-License-Identifier: MIT
"""Right nodes whose gradients cannot come from a formula."""

from __future__ import annotations

from typing import Any

from judge.asking.kept_away import KeptAway

__all__ = ["ANSWERS", "TIMES", "Loud"]

ANSWERS: tuple[str, ...] = ()

right = KeptAway("exercises.shared.right_node")
Node, plus_and_times = right.Node, right.plus_and_times

TIMES = 3.0


class Loud(Node):
    """A right node whose leaves collect three times the gradient, so that only reading them gives the answer.

    Every path ends in a leaf once, so that each gradient is three times as large, however L is built.
    """

    @property
    def grad(self) -> float:
        """The gradient; that of a leaf is three times the right one."""
        return self._grad

    @grad.setter
    def grad(self, value: float) -> None:
        had = getattr(self, "_grad", 0.0)
        self._grad = value if self._prev else had + TIMES * (value - had)

    def __init__(self, data: float, _prev: tuple[Any, ...] = (), _op: str = "", label: str = ""):
        self._prev = tuple(_prev)
        super().__init__(data, _prev, _op, label)


for _name, _part in plus_and_times(Loud).items():
    setattr(Loud, _name, _part)
