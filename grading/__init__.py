# SPDX-License-Identifier: MIT
"""What grades: probes, the reference, the misconception catalogue, the judge and the reports.

A notebook's hidden test is one call, ``judge("day1-value-add", globals())``. Everything else is reached
through ``python -m grading`` and, for instructors, through nbgrader.
"""

from grading.judging.judge import judge

__all__ = ["judge"]
