# SPDX-License-Identifier: MIT
"""Count the lines of code that a learner scrolls past on each day, and those of checks, now and at an older commit.

A line counts if it isn't blank. *Open* are the lines of cells that the notebook doesn't fold, with one line for each
folded cell, which stays in sight, and none for what is folded under its heading. Run:
``python benchmarks/visible.py main``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def main(commit: str) -> None:
    """Print a row for each day: open lines and lines of checks, at the commit and in the working tree."""
    print("| Day | open before | open now | checks before | checks now |\n|---|---:|---:|---:|---:|")
    rows = []
    for path in sorted(ROOT.glob("days/day?/day?_*[a-z].ipynb")):
        place = path.relative_to(ROOT).as_posix()
        before = subprocess.run(["git", "show", f"{commit}:{place}"], cwd=ROOT, capture_output=True, check=True).stdout
        old, new = counted(json.loads(before)), counted(json.loads(path.read_text("utf-8")))
        rows.append([old[0], new[0], old[1], new[1]])
        print(f"| {path.parent.name[-1]} | {' | '.join(map(str, rows[-1]))} |")
    print(f"| all | {' | '.join(str(sum(column)) for column in zip(*rows, strict=True))} |")


def counted(notebook: dict[str, Any]) -> tuple[int, int]:
    """Return the open lines of code of a notebook, and the lines of its checks, folded or not."""
    checks = [cell for cell in notebook["cells"] if _is_check(cell)]
    return sum(map(_open_lines, _in_sight(notebook["cells"]))), sum(len(list(_lines(cell))) for cell in checks)


def _in_sight(cells: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the code cells that stand under no folded heading."""
    is_folded = False
    for cell in cells:
        if cell["cell_type"] == "markdown" and "".join(cell["source"]).startswith("#"):
            is_folded = bool(cell["metadata"].get("jp-MarkdownHeadingCollapsed"))
        elif cell["cell_type"] == "code" and not is_folded:
            yield cell


def _open_lines(cell: dict[str, Any]) -> int:
    return 1 if cell["metadata"].get("jupyter", {}).get("source_hidden") else len(list(_lines(cell)))


def _is_check(cell: dict[str, Any]) -> bool:
    return bool(cell["metadata"].get("nbgrader", {}).get("grade"))


def _lines(cell: dict[str, Any]) -> Iterator[str]:
    return filter(str.strip, "".join(cell["source"]).split("\n"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", nargs="?", default="main", help="the older commit (default: main)")
    main(parser.parse_args().commit)
