# SPDX-License-Identifier: MIT
"""Build the site, or serve it on this machine: ``make site`` and ``make site-serve``."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from judge.notebooks import course
from website import files, front_files, keeping, lab, pages

# The days that need no PyTorch to learn.
DAYS = 4


@course.says_faults("site")
def main(arguments: list[str] | None = None) -> int:
    """Run the command and return the exit code: 0 done, 2 failed."""
    parser = argparse.ArgumentParser(prog="python -m website", description=__doc__)
    parser.add_argument("--serve", type=int, metavar="PORT", help="serve what was built, on this machine alone")
    options = parser.parse_args(arguments)
    folder = course.root() / "site"
    if options.serve is not None:
        _serve(folder, options.serve)
    else:
        shutil.rmtree(folder, ignore_errors=True)
        lab.write_days(folder / "lab", course.assignments()[:DAYS])
        pages.write_pages(folder)
        front_files.write(folder)
        files.write_minisearch(folder)
        lab.write(folder / "lab")  # After the pages: a verdict leads to the atlas.
        keeping.write(folder)
        print(f"{folder.name}/ is built: `make site-serve` serves it.")
    return 0


def _serve(folder: Path, port: int) -> None:
    if not folder.is_dir():
        raise course.CourseError("There is no site/ yet: run `make site`.")
    with ThreadingHTTPServer(("127.0.0.1", port), partial(SimpleHTTPRequestHandler, directory=folder)) as server:
        print(f"http://127.0.0.1:{port}/ (stop it with Ctrl+C)", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
