# SPDX-License-Identifier: MIT
"""Exercise 6.2 with new numbers: a row beside another table."""

from __future__ import annotations

from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong


def _draw(source: Random) -> dict[str, Any]:
    rows, columns = source.sample(range(2, 10), 2)
    return {"rows": rows, "columns": columns}


QUESTIONS = (
    Fresh(
        check="day6-unbroadcast-shares",
        name="b",
        ask="`X` has the shape ({rows}, {columns}), and `b` the shape ({columns},). In `X + b`, how many entries of "
        "`grad` are added up for one entry of `b`?",
        because="an entry has one share for each entry of the result that uses it",
        draw=_draw,
        right=lambda rows, columns: rows,
        wrong=(
            Wrong("day6-unbroadcast-shares-b-kept", lambda rows, columns: columns),
            Wrong("day6-unbroadcast-shares-b-all", lambda rows, columns: rows * columns),
            Wrong("day6-unbroadcast-shares-b-one", lambda rows, columns: 1),
            Wrong("day6-unbroadcast-shares-b-miscounted", lambda rows, columns: rows - 1),
            Wrong("day6-unbroadcast-shares-b-miscounted", lambda rows, columns: rows + 1),
            Wrong("day6-unbroadcast-shares-negative", lambda rows, columns: -rows),
        ),
        original={"rows": 32, "columns": 10},
        entry='shares["b"]',
    ),
)
