# SPDX-License-Identifier: MIT
"""The questions of this exercise, in one file for each group of checks."""

from exercises.day3_value.probes import backward, errors, functions, operators

__all__ = ["backward", "errors", "functions", "operators"]
