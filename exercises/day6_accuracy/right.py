# SPDX-License-Identifier: MIT
"""The accuracies that plans reach, recorded: no net is trained while a submission is judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.run.answers import Unexpected

__all__ = ["ANSWERS", "COST", "ENOUGH", "RECORDED", "SEEDS", "reached"]

ANSWERS = ("day6-accuracy-plan",)

COST, ENOUGH, SEEDS = 7_000, 0.95, range(1, 21)
WIDE, FEW = 48, 1000  # neurons from which on a plan can pass, and pictures with which none does

# By hidden neurons, pictures and steps: the lowest and the highest accuracy on 1,000 unseen pictures, over the seeds.
# The notebook's own `make`, `Net` and `train` give them; tests/test_day6_plan.py computes them again.
RECORDED = {
    (0, 200, 300): (0.414, 0.484),
    (0, 200, 1000): (0.483, 0.557),
    (0, 200, 3000): (0.486, 0.575),
    (0, 200, 4000): (0.488, 0.578),
    (0, 200, 6000): (0.491, 0.587),
    (0, 1000, 300): (0.536, 0.598),
    (0, 1000, 1000): (0.636, 0.699),
    (0, 1000, 3000): (0.682, 0.753),
    (0, 1000, 4000): (0.687, 0.76),
    (0, 1000, 6000): (0.703, 0.762),
    (0, 3000, 300): (0.568, 0.634),
    (0, 3000, 1000): (0.678, 0.754),
    (0, 3000, 3000): (0.725, 0.797),
    (0, 3000, 4000): (0.732, 0.792),
    (0, 4000, 300): (0.557, 0.648),
    (0, 4000, 1000): (0.689, 0.746),
    (0, 4000, 3000): (0.744, 0.786),
    (0, 6000, 300): (0.572, 0.635),
    (0, 6000, 1000): (0.688, 0.754),
    (8, 200, 300): (0.44, 0.547),
    (8, 200, 1000): (0.486, 0.577),
    (8, 200, 3000): (0.475, 0.574),
    (8, 200, 4000): (0.474, 0.579),
    (8, 200, 6000): (0.475, 0.581),
    (8, 1000, 300): (0.569, 0.66),
    (8, 1000, 1000): (0.689, 0.771),
    (8, 1000, 3000): (0.682, 0.789),
    (8, 1000, 4000): (0.685, 0.78),
    (8, 1000, 6000): (0.692, 0.787),
    (8, 3000, 300): (0.581, 0.666),
    (8, 3000, 1000): (0.729, 0.803),
    (8, 3000, 3000): (0.784, 0.847),
    (8, 3000, 4000): (0.785, 0.853),
    (8, 4000, 300): (0.584, 0.681),
    (8, 4000, 1000): (0.718, 0.822),
    (8, 4000, 3000): (0.774, 0.854),
    (8, 6000, 300): (0.581, 0.683),
    (8, 6000, 1000): (0.731, 0.824),
    (48, 200, 300): (0.518, 0.588),
    (48, 200, 1000): (0.539, 0.633),
    (48, 200, 3000): (0.548, 0.641),
    (48, 200, 4000): (0.55, 0.64),
    (48, 200, 6000): (0.552, 0.64),
    (48, 1000, 300): (0.667, 0.746),
    (48, 1000, 1000): (0.815, 0.875),
    (48, 1000, 3000): (0.882, 0.923),
    (48, 1000, 4000): (0.889, 0.924),
    (48, 1000, 6000): (0.892, 0.93),
    (48, 3000, 300): (0.697, 0.759),
    (48, 3000, 1000): (0.872, 0.913),
    (48, 3000, 3000): (0.951, 0.978),
    (48, 3000, 4000): (0.965, 0.983),
    (48, 4000, 300): (0.715, 0.772),
    (48, 4000, 1000): (0.87, 0.925),
    (48, 4000, 3000): (0.966, 0.984),
    (48, 6000, 300): (0.708, 0.77),
    (48, 6000, 1000): (0.882, 0.92),
    (192, 200, 300): (0.511, 0.609),
    (192, 200, 1000): (0.535, 0.636),
    (192, 200, 3000): (0.539, 0.641),
    (192, 200, 4000): (0.54, 0.639),
    (192, 200, 6000): (0.543, 0.643),
    (192, 1000, 300): (0.682, 0.763),
    (192, 1000, 1000): (0.804, 0.868),
    (192, 1000, 3000): (0.871, 0.923),
    (192, 1000, 4000): (0.879, 0.928),
    (192, 1000, 6000): (0.888, 0.935),
    (192, 3000, 300): (0.692, 0.782),
    (192, 3000, 1000): (0.861, 0.918),
    (192, 3000, 3000): (0.962, 0.982),
    (192, 3000, 4000): (0.968, 0.988),
    (192, 4000, 300): (0.722, 0.795),
    (192, 4000, 1000): (0.831, 0.925),
    (192, 4000, 3000): (0.971, 0.988),
    (192, 6000, 300): (0.728, 0.79),
    (192, 6000, 1000): (0.882, 0.929),
}


def reached(plan: Mapping[str, Any], hidden: Any) -> str:
    """Say what a plan reaches; what keeps it from more is said in one way for all plans that share it."""
    chosen = (hidden, plan.get("pictures"), plan.get("steps"))
    # A whole number that is too large to be passed on is a number all the same.
    if not all(type(one) in (int, float) or (isinstance(one, Unexpected) and one.why == "bits") for one in chosen):
        return "a plan with an entry that is no number"
    if any(one not in choices for one, choices in zip(chosen, zip(*RECORDED, strict=True), strict=True)):
        return "a setting that is not in the table"
    if chosen[1] + chosen[2] > COST:
        return f"a cost above {COST:,}"
    if RECORDED[chosen][0] >= ENOUGH:
        return f"{ENOUGH} or more"
    if hidden < WIDE:
        return f"at most {_best(hidden)}, with {hidden:g} hidden neurons"
    if chosen[1] <= FEW:
        return f"at most {_best(hidden, chosen[1])}, with {chosen[1]:g} pictures"
    return f"at most {RECORDED[chosen][1]}, after {chosen[2]:g} steps"


def _best(hidden: float, pictures: float | None = None) -> float:
    """Return the highest accuracy with so many neurons, and with so many pictures if a number of them is given."""
    return max(
        high for (neurons, count, _), (_, high) in RECORDED.items() if neurons == hidden and pictures in (None, count)
    )
