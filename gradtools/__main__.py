# SPDX-License-Identifier: MIT
"""Print what is installed: ``python -m gradtools``. Exit code 0 if nothing is missing, else 1."""

import sys

from .environment import environment_report


def main() -> int:
    """Print the report and return the exit code."""
    report = environment_report()
    print(report)
    return 0 if report.good else 1


if __name__ == "__main__":
    sys.exit(main())
