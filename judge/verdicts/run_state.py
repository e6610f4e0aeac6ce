# SPDX-License-Identifier: MIT
"""What the parts of one notebook's run share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.verdicts.budget import Budget
from judge.verdicts.cell_outputs import CellOutputs
from judge.verdicts.right_code import RightCode
from judge.verdicts.seeds import Seeds


@dataclass(frozen=True)
class RunState:
    """The state of one notebook's run. A check is named by the place of its cell."""

    cells: Sequence[Any]
    checks: Mapping[int, str]  # the grade_id of each check
    judged: set[int]  # the checks that are judged, or are being judged: they keep what they have
    outputs: CellOutputs
    seeds: Seeds
    right: RightCode
    budget: Budget
