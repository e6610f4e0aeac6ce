# SPDX-License-Identifier: MIT
"""Questions about the entries of ``fool``: the gradient of a picture, and a defence by rounding."""

from __future__ import annotations

from exercises.shared.paper import chosen, on_paper

PIXEL, DEFENCE = "day4-fool-pixel", "day4-fool-defence"


chosen(
    PIXEL,
    "fool",
    "pixel",
    because="the step grows, and a pixel stays between 0 and 1: work out for each pixel how much it can raise the loss",
    choices=("a", "b", "c", "d"),
    ask='the pixel that raises the loss most with the larger step: `fool["pixel"]`',
)
chosen(
    DEFENCE,
    "fool",
    "first",
    because="for each pixel, work out what it becomes when it crosses the threshold, and whether the loss then rises",
    choices=("a", "b", "c", "d"),
    ask='the pixel that can raise the loss first as `s` grows: `fool["first"]`',
)
on_paper(
    PIXEL,
    "fool",
    "change",
    ask="what is added to the pixel, with its sign, when both raise the loss equally",
    because="the loss rises if the change has the sign of the gradient; write both rises over the size of the step",
)
on_paper(
    PIXEL,
    "fool",
    "rise",
    ask="by how much the loss rises when both pixels raise it equally",
    because="it is the gradient times the change, and it is the same for both pixels",
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
