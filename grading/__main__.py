# SPDX-License-Identifier: MIT
"""``python -m grading``: the course's commands."""

import codecs
import io
import sys
import unicodedata

from grading.command_line import main


def _shown(error: UnicodeError) -> tuple[str, int]:
    """Return letters without their accents, and a question mark for any other sign that a terminal can't show."""
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end]
    plain = (unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() for sign in signs)
    return "".join(sign or "?" for sign in plain), error.end


if __name__ == "__main__":
    # A sign that a terminal can't show is no reason to stop.
    codecs.register_error("shown", _shown)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="shown")
    sys.exit(main())
