# SPDX-License-Identifier: MIT
"""What nbval compares in the solution notebooks.

Text, tables and the words of every figure are compared. Pictures are not: their words say what they show, and
their bytes belong to graphviz and matplotlib.
"""


def pytest_collectstart(collector):
    """Tell nbval which kinds of output to leave out."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("image/svg+xml", "image/png")
