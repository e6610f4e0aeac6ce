# SPDX-License-Identifier: MIT
"""What is installed here, and how to get what is not."""

import os
import platform
import sys
from dataclasses import dataclass

from language.text import say

from .output import Table
from .renderer import working_renderer

PACKAGES = ("torch", "jupyterlab", "nbgrader", "matplotlib")
NOT_IN_BROWSER = ("torch", "matplotlib")


@dataclass(frozen=True)
class Row:
    """One thing that the course needs: its name, its version ("" where it is missing), and the mend ("" for none)."""

    name: str
    version: str
    mend: str


class EnvironmentReport(Table):
    """The table of what is installed: its ``rows``, and whether nothing is missing (``good``)."""

    def __init__(self, rows: list[Row]) -> None:
        self.rows, self.good = rows, not any(row.mend for row in rows)
        # A sign and a word: neither colour nor shape alone.
        ok, fix, missing = say("✓ ok"), say("✗ fix"), say("missing")
        cells = [[fix if row.mend else ok, row.name, row.version or missing, row.mend] for row in rows]
        super().__init__(["", say("what"), say("version"), say("fix")], cells)


def environment_report() -> EnvironmentReport:
    """Return the table of Python, the packages and the graph renderer, each with its version or its mend."""
    python = Row("Python", platform.python_version(), "")
    if sys.platform == "emscripten":  # Nothing can be installed in a browser, and the days there do without.
        return EnvironmentReport([python, *(Row(name, say("not in a browser"), "") for name in NOT_IN_BROWSER)])
    return EnvironmentReport([python, *map(_package, PACKAGES), _renderer()])


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
        "Linux": say("python3 -m pip install graphviz-pure, or sudo apt install graphviz"),
        "Darwin": say("python3 -m pip install graphviz-pure, or brew install graphviz"),
        "Windows": say("python -m pip install graphviz-pure, or winget install graphviz"),
    }
    return Row("dot", "", mends.get(platform.system(), mends["Linux"]))
