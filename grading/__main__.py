# SPDX-License-Identifier: MIT
"""``python -m grading``: the course's commands."""

import io
import sys

from grading.commands.command_line import main

if __name__ == "__main__":
    # A mark that a terminal can't show is no reason to stop.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(main())
