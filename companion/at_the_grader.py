# SPDX-License-Identifier: MIT
"""What the grader lets the course say and do beside verdicts: ``course.toml`` names this module.

The grader imports it where it needs it, and knows no other part of the companion.
"""

import json
from pathlib import Path
from typing import Any

from . import predictions, ten_digits
from .grader import EARLY


def lines(question: dict[str, Any]) -> str:
    """Return the lines of Python, run as a submission is, that print what a notebook asks for beside its verdicts."""
    return ten_digits.lines(json.dumps({"day": question["digits"], "cells": question["cells"]}))


def report(days: Path) -> str:
    """Return what stands below a learner's table of days; "" where there is nothing to say."""
    return predictions.report(days / predictions.FILE)[1]


def environment() -> dict[str, str]:
    """Return the variables that a learner's lab has."""
    return {EARLY: "1"}
