# SPDX-License-Identifier: MIT
"""Questions about the time of a layer, with arrays and with numbers."""

from __future__ import annotations

from exercises.shared.paper import on_paper

LIMIT = "day6-speed-limit"

on_paper(
    LIMIT,
    "speed",
    "limit",
    "the number that the factor approaches but never reaches",
    "the time of `Tensor` has a part that grows with the pictures, and a part that does not",
)
on_paper(
    LIMIT,
    "speed",
    "half",
    "the `n` for which the factor is half of its limit",
    "the time of `Tensor` has a part that grows with the pictures, and a part that does not",
)
