# SPDX-License-Identifier: MIT
"""What grades: probes, the reference, the misconception catalogue, the judge and the reports.

A notebook's hidden test is one call, ``judge("day1-value-add", globals())``. Everything else is reached
through ``python -m grading`` and, for instructors, through nbgrader.
"""

from typing import Any

__all__ = ["judge"]


def __getattr__(name: str) -> Any:
    # Where submissions run, questions are imported and no judge is, nor what it needs.
    if name == "judge":
        from grading.judging.judge import judge

        return judge
    raise AttributeError(f"module 'grading' has no attribute {name!r}")
