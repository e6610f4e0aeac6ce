# SPDX-License-Identifier: MIT
"""Make one-line faults in the grader itself, and list which of them the tests catch: ``make faults``.

Each fault is made in a copy of the package, and the tests run on that copy until one fails, the quick ones first. A
survivor is a gap in the tests, unless ``tests/data/grader_faults.toml`` says why the mutant is equivalent. Rows of that
file whose fault can't be made any more are listed, too.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from judge.notebooks.schemas import read_toml
from verification.mutants import Mutant, sample_of_cell
from verification.reports import table

ROOT = Path(__file__).resolve().parent.parent
DATA = read_toml(ROOT / "tests" / "data" / "grader_faults.toml")
MODULES, ROUNDS = DATA["modules"], DATA["rounds"]
SECONDS = 900


def faults(count: int) -> list[tuple[str, Mutant]]:
    """Return a fixed random sample of faults, spread evenly over the modules."""
    drawn = []
    for number, module in enumerate(MODULES):
        source = (ROOT / module).read_text("utf-8")
        share = count // len(MODULES) + (number < count % len(MODULES))
        made = sample_of_cell(module, source, 2 * share, random.Random(f"1/{module}"))
        # A change to `__all__` changes no behaviour.
        drawn += [(module, fault) for fault in made if not fault.id.startswith("__all__")][:share]
    return drawn


def gone(listed: Collection[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return those of the listed pairs, a module and the text of a fault, that can't be made in the module any more."""
    texts: dict[str, set[str]] = {}
    for module, _ in listed:
        if module not in texts:
            source = (ROOT / module).read_text("utf-8")
            texts[module] = {fault.id for fault in sample_of_cell(module, source, sys.maxsize, random.Random(1))}
    return [(module, fault) for module, fault in listed if fault not in texts[module]]


def caught_by(module: str, source: str) -> str:
    """Return the first test to fail on a copy of the package with this source of a module; "" for none."""
    with tempfile.TemporaryDirectory(prefix="fault-") as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / "judge", copy / "judge", ignore=shutil.ignore_patterns("__pycache__"))
        for entry in ROOT.iterdir():
            if entry.name not in ("judge", ".git", ".venv"):
                (copy / entry.name).symlink_to(entry)
        (copy / module).write_text(source, "utf-8")
        return next(filter(None, (_first_failure(copy, tests) for tests in ROUNDS)), "")


def _first_failure(copy: Path, tests: list[str]) -> str:
    """Return the first test to fail, or the reason why the run stopped; "" where all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "(no end)"
    if done.returncode == 0:
        return ""
    # A kernel that dies is also logged as an ERROR, so the pattern asks for a test file.
    failed = re.search(r"^(?:FAILED|ERROR) (tests/\S+)", done.stdout, re.MULTILINE)
    return failed[1] if failed else "(the tests can't be collected)"


def main() -> int:
    """Try a sample of faults, print a line for each and a table, and return 1 if one survives without a reason."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=66, help="how many faults (default 66)")
    parser.add_argument("--only", default="", help="only try faults whose text contains this")
    options = parser.parse_args()
    if failed := caught_by(MODULES[0], (ROOT / MODULES[0]).read_text("utf-8")):
        parser.exit(2, f"Without a fault a test fails, so nothing can be found out: {failed}.\n")
    reasons = {(one["module"], one["fault"]): one["reason"] for one in DATA.get("survivor", ())}
    rows: dict[str, Counter[str]] = {}
    drawn = [pair for pair in faults(options.count) if options.only in pair[1].id]
    with ThreadPoolExecutor(2) as pool:
        tests = pool.map(lambda pair: caught_by(pair[0], pair[1].source), drawn)
        for (module, fault), test in zip(drawn, tests, strict=True):
            reason = reasons.get((module, fault.id), "")
            outcome = "caught" if test else "equivalent" if reason else "survived"
            rows.setdefault(module, Counter())[outcome] += 1
            print(f"{outcome}: {module}: {fault.id} [{test or reason}]", flush=True)
    print("\n".join(table("faults", ("caught", "equivalent", "survived"), rows, "all modules")))
    stale = [f"listed as equivalent, but no fault of this text: {module}: {fault}" for module, fault in gone(reasons)]
    print(*stale, sep="\n")
    return 1 if stale or any(row["survived"] for row in rows.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
