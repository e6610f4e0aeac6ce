# SPDX-License-Identifier: MIT
"""What the run of one notebook may still take: time for its cells, and more for its questions."""

from __future__ import annotations

import time

from judge.run.bounded import PROCESSOR_SECONDS, SECONDS_TO_WAIT

# What a question may use at first, and once something had no end in the notebook: seconds of the processor beside
# those for its lines, seconds to wait, and bytes of data beside what the libraries hold: the notebook's own count.
FIRST = {"processor": PROCESSOR_SECONDS, "waits": SECONDS_TO_WAIT, "memory": 768 * 2**20}
SHORT = FIRST | {"processor": 0.25, "waits": 0.2}
# Seconds for a cell of the course's own that tries a learner's code, which takes milliseconds where the code ends; and
# for each cell once something had no end, since it may call that.
TRIAL_SECONDS, SHORT_CELL_SECONDS = 3.0, 15.0
# Seconds that a copy may stand, at least.
SHORTEST_STAND = 0.1


class Budget:
    """The time that the run of one notebook has left; it begins when this is made.

    Args:
        cell_seconds: Seconds for each of its cells, and for each reply to a question.
        total_seconds: Seconds for all of it.
    """

    def __init__(self, cell_seconds: float, total_seconds: float):
        self._cell_seconds = cell_seconds
        self._end = time.monotonic() + total_seconds
        self.total_seconds = total_seconds
        #: Whether something had no end. What comes after it gets less of everything.
        self.is_short = False
        #: Whether time was up before all was run and judged.
        self.is_late = False

    def left(self) -> float:
        """Return the seconds that the next cell or question may take; 0.0 once time is up."""
        return min(self._cell_seconds, max(0.0, self._end - time.monotonic()))

    def stand_seconds(self) -> float:
        """Return the seconds that a copy of the process may stand."""
        return max(self._end - time.monotonic(), SHORTEST_STAND)

    def for_cell(self, is_trial: bool) -> float:
        """Return the seconds that a cell may take: few if it is the course's own ``trial`` of a learner's code."""
        if is_trial:
            seconds = TRIAL_SECONDS
        elif self.is_short:
            seconds = SHORT_CELL_SECONDS
        else:
            seconds = self._cell_seconds
        return min(self.left(), seconds)

    def for_questions(self) -> dict[str, float]:
        """Return what a question may use, as :meth:`judge.run.confined.client.Session.standing` takes it."""
        return SHORT if self.is_short else FIRST
