# SPDX-License-Identifier: MIT
"""nbgrader's configuration for this course. Read by `nbgrader`, by formgrader and by `python -m grading`."""

from pathlib import Path

try:
    from grading.by_nbgrader.configuration import configure
except Exception as error:
    # nbgrader goes on without a configuration that it can't read: it would run strangers' code as you.
    raise SystemExit(
        f"nbgrader_config.py: the grader can't be loaded ({type(error).__name__}: {error}), so nothing is done. "
        "Use the course's own environment: `make test` sets it up and says what is wrong."
    ) from error

COURSE = Path(__file__).resolve().parent

c = get_config()  # noqa: F821  (nbgrader puts it here)
configure(c, COURSE, "autograd-in-five-days")

# `make class` makes exchange/, or a link to a folder that learners and instructor share. Learners work in days/.
c.Exchange.root = str(COURSE / "exchange")
c.Exchange.assignment_dir = str(COURSE / "days")
