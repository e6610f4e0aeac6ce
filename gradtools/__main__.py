# SPDX-License-Identifier: MIT
"""Print what is installed: ``python -m gradtools``. Exit code 0 if nothing is missing, else 1."""

import sys

from .environment import environment_report

if __name__ == "__main__":
    report = environment_report()
    print(report)
    sys.exit(0 if report.good else 1)
