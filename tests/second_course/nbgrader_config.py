# SPDX-License-Identifier: MIT
"""nbgrader's configuration for this course."""

from pathlib import Path

try:
    from grading.by_nbgrader.configuration import configure
except Exception as error:  # nbgrader would go on without it, and run strangers' code as you.
    raise SystemExit(f"nbgrader_config.py: the judge can't be loaded ({error}), so nothing is done.") from error

configure(get_config(), Path(__file__).resolve().parent, "words-in-order")  # noqa: F821  (nbgrader puts it here)
