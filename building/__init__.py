# SPDX-License-Identifier: MIT
"""Build the course from its text masters. Grading does not need this package, so it is not installed."""

import judge  # noqa: F401  (before nbformat)
