# SPDX-License-Identifier: MIT
"""Questions about the gradient of a picture."""

from __future__ import annotations

from exercises.shared.paper import chosen, on_paper

PIXEL, DEFENCE = "day4-fool-pixel", "day4-fool-defence"


chosen(
    PIXEL,
    "fool",
    "pixel",
    "a pixel of 0 can only go up and a pixel of 1 can only go down: find out which of these changes raise the loss",
    ("a", "b", "c", "d"),
)
chosen(
    DEFENCE,
    "fool",
    "first",
    "for each pixel, work out what it becomes when it crosses the threshold, and whether the loss then rises",
    ("a", "b", "c", "d"),
)
for _check, _key, _ask, _because in (
    (
        PIXEL,
        "change",
        "what is added to the pixel, with its sign",
        "the loss rises if the change has the same sign as the gradient, and the step is 0.25",
    ),
    (PIXEL, "rise", "by how much the loss rises when this pixel changes", "it is the gradient times the change"),
    (
        DEFENCE,
        "seen gradient",
        "the gradient that is measured through the rounding",
        "a nudge is small: compare what the net reads before and after it",
    ),
    (
        DEFENCE,
        "from",
        "how far the pixel that can raise the loss first has to change at least",
        "the net reads another number as soon as the pixel crosses the threshold",
    ),
):
    on_paper(_check, "fool", _key, _ask, _because)
