# SPDX-License-Identifier: MIT
"""What nbval compares in the solution notebooks.

Text, tables, and the caption and the words of every figure are compared; they stand in its plain text. Pictures are
not: their words say what they show, and their bytes belong to graphviz and matplotlib. They stand in HTML.
"""


def pytest_collectstart(collector):
    """Tell nbval which kinds of output to leave out."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("text/html", "image/png")
