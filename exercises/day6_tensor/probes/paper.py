# SPDX-License-Identifier: MIT
"""Questions about the rule of the matrix product, found on paper."""

from __future__ import annotations

from typing import Any

from exercises.day6_tensor.arrays import np
from exercises.shared.paper import chosen
from exercises.shared.plain import number_of
from judge.asking.probe import Namespace, entry_of, probe, written

PAPER = "day6-tensor-paper"


@probe(
    PAPER,
    '`paper["dL/dX"]`',
    "`x_i` is part of each output `z_j` with the factor `w_ij`, and `z_j` passes `G_j` back",
    reveal=False,
)
def gradient_of_x(namespace: Namespace) -> Any:
    """Return the two numbers; a table of one row counts as its row."""
    given = entry_of(namespace, "paper", "dL/dX")
    listed = _listed(given)
    is_row = isinstance(listed, (list, tuple)) and len(listed) == 1 and isinstance(listed[0], (list, tuple))
    return listed[0] if is_row else listed


@probe(
    PAPER,
    '`paper["dL/dW"]`',
    "`w_ij` is part of `z_j` only, with the factor `x_i`",
    reveal=False,
)
def gradient_of_w(namespace: Namespace) -> Any:
    """Return the two rows."""
    return _listed(entry_of(namespace, "paper", "dL/dW"))


def _listed(entry: Any) -> Any:
    """Return a list, a tuple or an array with plain numbers in it, and anything else as it is."""
    if type(entry) is np.ndarray:
        return entry.tolist()
    if isinstance(entry, (list, tuple)):
        kept = tuple if isinstance(entry, tuple) else list
        return kept(map(_listed, entry))
    return number_of(written(entry))


chosen(
    PAPER,
    "paper",
    "rule X",
    "for a square `W` more than one of the rules has the right shape, but only one gives the right numbers",
    ("A", "B", "C", "D"),
)
