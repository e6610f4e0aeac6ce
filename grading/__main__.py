# SPDX-License-Identifier: MIT
"""``python -m grading``: the course's commands."""

import sys

from grading.desk.commands import main

if __name__ == "__main__":
    sys.exit(main())
