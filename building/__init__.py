# SPDX-License-Identifier: MIT
"""Builds the course from its text masters. No learner's and no instructor's grading needs it: it is not installed."""

import grading  # noqa: F401  (before nbformat)
