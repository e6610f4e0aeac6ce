# SPDX-License-Identifier: MIT
"""The browser of this machine that the tests use; run as a script, it prints it, or exits with 1."""

from __future__ import annotations

import argparse
import shutil
import sys

# Debian's name, and what others call it.
NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "No Chromium here, so no test in a browser: `apt-get install chromium`, then `make test-browser`."


def found() -> str | None:
    """Return the path of the machine's own Chromium; None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(found() or MISSING)
    sys.exit(found() is None)
