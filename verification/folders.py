# SPDX-License-Identifier: MIT
"""Where the files that verify an exercise are: one folder each, named as the exercise's folder in ``grading``."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "exercises"


def folder(exercise: str) -> Path:
    """Return the folder of an exercise, whether it exists or not."""
    return FOLDER / exercise.replace("-", "_")
