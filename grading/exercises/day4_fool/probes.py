# SPDX-License-Identifier: MIT
"""Questions about the gradient of a picture."""

from __future__ import annotations

from grading.exercises.shared.paper import chosen, on_paper

PIXEL, TOGETHER = "day4-fool-pixel", "day4-fool-together"


chosen(
    PIXEL,
    "fool",
    "pixel",
    "a pixel of 0 can only go up and a pixel of 1 can only go down: ask which of these raise the loss",
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
        TOGETHER,
        "all rise",
        "by how much the loss rises when each of 35 pixels goes its best way",
        "the products of the pixels are added, each a gradient times a change",
    ),
    (
        TOGETHER,
        "coins",
        "by how much the loss rises on average when coins decide",
        "half of the pixels raise the loss, and ask what the other half does",
    ),
    (
        TOGETHER,
        "fine step",
        "the step per pixel that gives the same rise with 3,500 pixels",
        "the rise is the number of pixels times a gradient times a step",
    ),
):
    on_paper(_check, "fool", _key, _ask, _because)
