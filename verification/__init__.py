# SPDX-License-Identifier: MIT
"""What holds the checks against answers of known worth. No learner's and no instructor's machine runs any of it."""

import grading  # noqa: F401  (before nbformat)
