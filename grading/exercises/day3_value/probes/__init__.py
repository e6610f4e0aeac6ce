# SPDX-License-Identifier: MIT
"""What is asked of this exercise, a file for each group of checks. A check's questions stand in one file."""

from grading.exercises.day3_value.probes import backward, errors, functions, operators

__all__ = ["backward", "errors", "functions", "operators"]
