# SPDX-License-Identifier: MIT
"""What whoever asks has to know of the notebook beside its names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Setting"]


@dataclass(frozen=True)
class Setting:
    """What is known of the notebook that a check stands in.

    Attributes:
        defined: The classes and functions that the exercise's answer cell is to define.
        given: What the given cells leave under these names, as the code of its functions.
        is_own: Tells whether a cell's text is the learner's own: of an answer, or of a cell that they added.
    """

    defined: frozenset[str]
    given: Mapping[str, list[Any]]
    is_own: Callable[[str], bool]
