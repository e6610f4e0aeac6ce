# SPDX-License-Identifier: MIT
"""What ends a run before anything is graded."""

from __future__ import annotations

from typing import Any

from judge.run.words import say


class NothingGraded(RuntimeError):
    """Something is amiss with the course or the machine; the text is a sentence that says what, and what to do."""

    def __init__(self, text: str, /, **arguments: Any):
        super().__init__(say(text, **arguments))


class Refused(RuntimeError):
    """A submission can't be graded; the text is a sentence that says why. The others are graded."""

    def __init__(self, text: str, /, **arguments: Any):
        super().__init__(say(text, **arguments))
