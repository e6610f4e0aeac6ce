# SPDX-License-Identifier: MIT
"""What is installed here, and the mend for what is not."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass

from .output import markdown_table, show, text_table
from .renderer import working_renderer

PACKAGES = ("torch", "jupyterlab", "nbgrader", "matplotlib")
OLDEST_PYTHON = (3, 10)


@dataclass(frozen=True)
class Row:
    """One thing that the course needs: its name, its version ("" where it is missing), and the mend."""

    name: str
    version: str
    mend: str

    @property
    def good(self) -> bool:
        """Whether it is there and new enough."""
        return not self.mend


class EnvironmentReport:
    """The table of what is installed. Shows itself in a notebook; ``str()`` gives it as text."""

    header = ("", "what", "version", "fix")

    def __init__(self, rows: list[Row]) -> None:
        self.rows = rows

    @property
    def good(self) -> bool:
        """Whether nothing is missing."""
        return all(row.good for row in self.rows)

    def _cells(self) -> list[list[str]]:
        # A sign and a word: neither colour nor shape alone.
        return [["✓ ok" if row.good else "✗ fix", row.name, row.version or "missing", row.mend] for row in self.rows]

    def __str__(self) -> str:
        return text_table(list(self.header), self._cells())

    __repr__ = __str__

    def _ipython_display_(self) -> None:
        show([{"text/markdown": markdown_table(list(self.header), self._cells()), "text/plain": str(self)}])


def environment_report() -> EnvironmentReport:
    """Return the table of Python, the packages and the graph renderer, each with its version or its mend."""
    rows = [_python()]
    rows += [_package(name) for name in PACKAGES]
    rows.append(_renderer())
    return EnvironmentReport(rows)


def _python() -> Row:
    version = platform.python_version()
    if sys.version_info >= OLDEST_PYTHON:
        return Row("Python", version, "")
    mends = {
        "Darwin": "brew install python@3.12, then make PYTHON=python3.12 lab",
        "Windows": "install Python 3.10 or newer from python.org, then make a new .venv",
        "Linux": "install python3.12 with your system's packages, then make PYTHON=python3.12 lab",
    }
    return Row("Python", version, mends.get(platform.system(), mends["Linux"]))


def _package(name: str) -> Row:
    import importlib.metadata  # not at the top: it takes longer to import than all the rest

    try:
        return Row(name, importlib.metadata.version(name), "")
    except importlib.metadata.PackageNotFoundError:
        return Row(name, "", install_command())


def install_command() -> str:
    """Return the command that installs the course here: conda's in a conda environment, else the course's own."""
    if os.environ.get("CONDA_PREFIX"):
        return "conda env update -f environment.yml"
    return f"{'python' if platform.system() == 'Windows' else 'python3'} install.py"


def _renderer() -> Row:
    found = working_renderer()
    if found:
        return Row("dot", " ".join(found), "")
    if os.environ.get("CONDA_PREFIX"):
        return Row("dot", "", "conda install -c conda-forge graphviz")
    mends = {
        "Darwin": "python3 -m pip install graphviz-pure, or brew install graphviz",
        "Windows": "python -m pip install graphviz-pure, or winget install graphviz",
        "Linux": "python3 -m pip install graphviz-pure, or sudo apt install graphviz",
    }
    return Row("dot", "", mends.get(platform.system(), mends["Linux"]))
