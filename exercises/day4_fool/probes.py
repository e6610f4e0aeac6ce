# SPDX-License-Identifier: MIT
"""Questions about the entries of ``fool``: the gradient of a picture, and a defence by rounding."""

from __future__ import annotations

from exercises.shared.paper import chosen, on_paper

PIXEL, DEFENCE = "day4-fool-pixel", "day4-fool-defence"


chosen(
    PIXEL,
    "fool",
    "pixel",
    because="a pixel of 0 can only go up and a pixel of 1 can only go down: find out which of these changes raise the "
    "loss",
    choices=("a", "b", "c", "d"),
)
chosen(
    DEFENCE,
    "fool",
    "first",
    because="for each pixel, work out what it becomes when it crosses the threshold, and whether the loss then rises",
    choices=("a", "b", "c", "d"),
)
on_paper(
    PIXEL,
    "fool",
    "change",
    ask="what is added to the pixel, with its sign",
    because="the loss rises if the change has the same sign as the gradient, and the step is 0.25",
)
on_paper(
    PIXEL,
    "fool",
    "rise",
    ask="by how much the loss rises when this pixel changes",
    because="it is the gradient times the change",
)
on_paper(
    DEFENCE,
    "fool",
    "seen gradient",
    ask="the gradient that is measured through the rounding",
    because="a nudge is small: compare what the net reads before and after it",
)
on_paper(
    DEFENCE,
    "fool",
    "from",
    ask="how far the pixel that can raise the loss first has to change at least",
    because="the net reads another number as soon as the pixel crosses the threshold",
)
