# SPDX-License-Identifier: MIT
"""Verify the checks on answers known to be right or wrong. For authors of the course; grading needs none of it."""

import judge  # noqa: F401  (before nbformat)
