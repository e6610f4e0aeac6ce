# SPDX-License-Identifier: MIT
"""Questions about the gradient of a picture."""

from __future__ import annotations

from grading.exercises.shared.paper import chosen, on_paper

PIXEL, DEFENCE = "day4-fool-pixel", "day4-fool-defence"


chosen(
    PIXEL,
    "fool",
    "pixel",
    "a pixel of 0 can only go up and a pixel of 1 can only go down: ask which of these raise the loss",
    ("a", "b", "c", "d"),
)
chosen(
    DEFENCE,
    "fool",
    "first",
    "ask of each pixel what it becomes when it crosses to the other stair, and whether the loss rises then",
    ("a", "b", "c", "d"),
)
for _check, _key, _ask, _because in (
    (
        PIXEL,
        "change",
        "what is added to the pixel, with its sign",
        "the loss rises where the change has the sign of the gradient, and the step is 0.25",
    ),
    (PIXEL, "rise", "by how much the loss rises with this pixel", "it is the gradient times the change"),
    (
        DEFENCE,
        "seen gradient",
        "the gradient that is measured through the rounding",
        "a nudge is small: ask what the net reads before it and after it",
    ),
    (
        DEFENCE,
        "from",
        "how far the pixel that can raise the loss first must change at least",
        "the net reads another number as soon as the pixel is on the other stair",
    ),
):
    on_paper(_check, "fool", _key, _ask, _because)
