# SPDX-License-Identifier: MIT
"""One axis: which numbers it reaches over, where they lie in the picture, and which of them are written at it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from . import lettering

MARGIN = 0.05  # beyond the outermost numbers, as a share of the way between them
MOST_TICKS = 9
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0, 20.0)
_LOWEST = 5e-324


class Axis:
    """The axis of one picture, or of several that share it."""

    def __init__(self, is_upright: bool) -> None:
        self.is_upright = is_upright
        self.is_log = False
        self.is_turned = False
        self.limits: Sequence[float] | None = None
        self.places: list[float] | None = None
        self.names: list[str] | None = None
        self._numbers: list[float] = []
        # Where an area ends: beyond it there is no margin.
        self._ends: set[float] = set()

    def take(self, numbers: Iterable[float], ends: Iterable[float] = ()) -> None:
        """Reach over some numbers, too, and end where they do at ``ends``."""
        self._numbers += [float(number) for number in numbers if math.isfinite(number)]
        self._ends.update(map(float, ends))

    def reach(self) -> tuple[float, float]:
        """Return the lowest and the highest number."""
        if self.limits is not None:
            low, high = map(float, self.limits)
            return low, high
        known = [number for number in self._numbers if number > 0 or not self.is_log]
        if not known:
            return (1.0, 10.0) if self.is_log else (0.0, 1.0)
        low, high = self._scaled(min(known)), self._scaled(max(known))
        room = MARGIN * (high - low) or 0.5
        low -= 0.0 if min(known) in self._ends else room
        high += 0.0 if max(known) in self._ends else room
        return (10 ** max(low, -307.0), 10 ** min(high, 308.0)) if self.is_log else (low, high)

    def share(self, number: float) -> float:
        """Return how far a number is on the way from the lowest to the highest, from 0 to 1; NaN where it is nowhere.

        On a logarithmic axis a number that is not above 0 lies far below all others.
        """
        low, high = map(self._scaled, self.reach())
        if math.isnan(number) or high == low:
            return math.nan
        return max(-1e3, min(1e3, (self._scaled(number) - low) / (high - low)))

    def ticks(self, length: float, size: float) -> list[tuple[float, str]]:
        """Return the numbers that are written at an axis of some length, with letters of some size, and their texts."""
        low, high = self.reach()
        if self.places is not None:
            names = self.names or _written(self.places)
            return [each for each in zip(self.places, names, strict=True) if low <= each[0] <= high]
        room = size * (2.0 if self.is_upright else 3.2)
        most = max(2, min(MOST_TICKS, int(length / room)))
        if self.is_log:
            return self._powers(low, high, most)
        power = 10.0 ** math.floor(math.log10((high - low) / most))
        found = (_multiples(low, high, one * power) for one in _STEPS)
        places = next(some for some in found if len(some) <= most + 1)
        return list(zip(places, _written(places), strict=True))

    def widest(self, length: float, size: float) -> float:
        """Return how wide the widest text at the axis is."""
        return max((lettering.width(text, size) for _, text in self.ticks(length, size)), default=0.0)

    def highest(self, length: float, size: float) -> float:
        """Return how high the highest text at the axis is."""
        return max((lettering.height(text, size) for _, text in self.ticks(length, size)), default=0.0)

    def _scaled(self, number: float) -> float:
        return math.log10(max(number, _LOWEST)) if self.is_log else number

    def _powers(self, low: float, high: float, most: int) -> list[tuple[float, str]]:
        first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
        if last - first < 1:  # Hardly a power of ten lies there.
            places = [each * 10.0**power for power in range(first - 1, last + 1) for each in (1, 2, 5)]
            return [(place, f"{place:g}") for place in places if low <= place <= high]
        every = math.ceil((last - first + 1) / most)
        chosen = range(-(-first // every) * every, last + 1, every)
        return [(10.0**power, f"$10^{{{power}}}$".replace("-", "−")) for power in chosen]


def _multiples(low: float, high: float, step: float) -> list[float]:
    """Return the multiples of a step from a number to another one."""
    return [step * place for place in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def _written(places: Sequence[float]) -> list[str]:
    """Return numbers as texts that have as many decimals as the one that needs most."""
    if places and 0 < max(map(abs, places)) < 1e-4:
        return [f"{place + 0.0:.3g}".replace("-", "−") for place in places]
    texts = [f"{place + 0.0:.10f}".rstrip("0").rstrip(".") for place in places]
    decimals = max((len(text.partition(".")[2]) for text in texts), default=0)
    return [f"{round(place, decimals) + 0.0:.{decimals}f}".replace("-", "−") for place in places]
