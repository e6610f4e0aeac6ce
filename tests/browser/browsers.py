# SPDX-License-Identifier: MIT
"""The browser of this machine that the tests use; run as a script, it prints it, or exits with 1."""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import sys
from collections.abc import Iterable

import psutil

# Debian's name, and what others call it.
NAMES = ("chromium", "chromium-browser", "google-chrome")
# How a browser's processes are called; Firefox's may have the name of what they do.
IS_BROWSER = re.compile("chrom|firefox|Web Content|Isolated|Privileged|Socket Process|RDD Process|WebExtensions")
MISSING = "No Chromium here, so no test in a browser: `apt-get install chromium`, then `make test-browser`."


def found() -> str | None:
    """Return the path of the machine's own Chromium; None where there is none."""
    return first_of(NAMES)


def first_of(names: Iterable[str]) -> str | None:
    """Return the path of the first of some programs that is installed; None where none is."""
    return next(filter(None, map(shutil.which, names)), None)


def processor_seconds() -> float:
    """Return how many seconds of the processor all browsers that this process has started have taken."""
    total = 0.0
    for one in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # It has ended since it was listed.
            if IS_BROWSER.search(one.name()):
                times = one.cpu_times()
                total += times.user + times.system
    return total


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(found() or MISSING)
    sys.exit(found() is None)
