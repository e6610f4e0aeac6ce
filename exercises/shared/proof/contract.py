# SPDX-License-Identifier: MIT
"""Contracts: what the cards ask for, stated independently of the probes.

A probe's expected value comes from the reference. A clause's comes from PyTorch in float64 or from plain arithmetic,
so clauses decide whether a program is right without the judge. ``make prove FUZZ=20000`` compares the two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from judge.run.answers import Answer, NotAttempted, PlainValue, Raised, Unending, attempt
from judge.run.bounded import NoEnd, bounded

# The budget of a clause, in lines of Python run. Only the deepest graphs come near it.
LINES = 400_000


@dataclass(frozen=True)
class Follows:
    """A wrong answer that follows from other operations of the same program."""

    answer: Answer


@dataclass(frozen=True, eq=False)
class Clause:
    """One requirement of a card.

    Attributes:
        check: The grade_id of the check that asks for it.
        words: What is asked, for a report.
        ask: Takes the learner's names and returns plain data.
        expected: What a right program gives.
        exact: Whether two programs with the same mistake give the same answer. In a large graph they may not, since the
            error depends on the order of the nodes; then it only counts that both are wrong.
        lines: The budget.
        ways: Other operations of the program that give the same result. A wrong answer that one of them gives, too,
            follows from them, so two programs do not differ by which operations they call.
    """

    check: str
    words: str
    ask: Callable[[Mapping[str, Any]], Any]
    expected: Any
    exact: bool = True
    lines: int = LINES
    ways: tuple[Callable[[Mapping[str, Any]], Any], ...] = ()

    def answer(self, namespace: Mapping[str, Any]) -> Answer | Follows:
        """Return a program's answer, within the budget; nothing is raised."""
        answer = self._asked(self.ask, namespace)
        if not self.accepts(answer) and any(_same(answer, self._asked(way, namespace)) for way in self.ways):
            return Follows(answer)
        return answer

    def _asked(self, ask: Callable[[Mapping[str, Any]], Any], namespace: Mapping[str, Any]) -> Answer:
        try:
            return attempt(partial(bounded, ask, namespace, lines=self.lines))
        except NotImplementedError:
            return NotAttempted("")
        except NoEnd as error:
            return Unending(str(error))
        except SystemExit as error:
            return Raised(type(error).__name__, "")

    def accepts(self, answer: Answer | Follows) -> bool:
        """Tell whether an answer is plain data near the expected value."""
        return isinstance(answer, PlainValue) and _near(answer.value, self.expected)

    def alike(self, first: Answer | Follows, second: Answer | Follows) -> bool:
        """Tell whether two programs do the same: both right, or both wrong in the same way."""
        if self.accepts(first) or self.accepts(second) or not self.exact:
            return self.accepts(first) == self.accepts(second)
        if isinstance(first, Follows) and isinstance(second, Follows):
            return True
        return _same(*(answer.answer if isinstance(answer, Follows) else answer for answer in (first, second)))


def _same(first: Answer, second: Answer) -> bool:
    return _same_error(first, second) or _same_data(first, second)


def _same_error(first: Answer, second: Answer) -> bool:
    if isinstance(first, Raised) and isinstance(second, Raised):
        # Which line uses None first, and so the type of the error, depends on the program.
        return first.kind == second.kind or all("NoneType" in error.text for error in (first, second))
    return type(first) is type(second) and not isinstance(first, PlainValue)


def _same_data(first: Answer, second: Answer) -> bool:
    return isinstance(first, PlainValue) and isinstance(second, PlainValue) and _near(first.value, second.value)


def _near(first: Any, second: Any) -> bool:
    """Tell whether plain data are the same; numbers may differ by rounding."""
    numbers = [value for value in (first, second) if isinstance(value, (int, float)) and not isinstance(value, bool)]
    if len(numbers) == 2:
        return math.isclose(*numbers, rel_tol=1e-7, abs_tol=1e-9) or all(number != number for number in numbers)
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)):
        return len(first) == len(second) and all(map(_near, first, second))
    return type(first) is type(second) and first == second


def raises(question: Callable[[], Any], *kinds: type[Exception]) -> str:
    """Return the name of the first of these kinds that a question raises, or what it returns."""
    try:
        answer = question()
    except kinds as error:
        return next(kind.__name__ for kind in kinds if isinstance(error, kind))
    return f"no error but {getattr(answer, 'data', answer)}"


def gradients_in_torch(function: Callable[..., Any], *numbers: float) -> list[float]:
    """Return the value of a function and its gradient by each number, from PyTorch in float64."""
    import torch

    leaves = [torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in numbers]
    out = function(*leaves)
    out.backward()
    return [float(out.detach()), *(0.0 if leaf.grad is None else float(leaf.grad) for leaf in leaves)]


def plain_array(array: Any) -> list[Any]:
    """Return an array as its shape and its entries; of another type than float64, as the name of its type."""
    import numpy as np

    if not isinstance(array, (np.ndarray, np.float64)) or array.dtype != np.float64:
        return [str(getattr(array, "dtype", type(array).__name__))]
    return [list(array.shape), np.ravel(array).tolist()]
