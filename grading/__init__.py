# SPDX-License-Identifier: MIT
"""The course's commands, and a class from downloads to the gradebook: ``python -m grading``.

A notebook's hidden test is one call, ``judge("day1-value-add", globals())``, which comes from here.
"""

from typing import Any

__all__ = ["judge"]


def __getattr__(name: str) -> Any:
    # A command that needs no judge does not wait for it.
    if name == "judge":
        from judge.verdicts.judge import judge

        return judge
    raise AttributeError(f"module 'grading' has no attribute {name!r}")
