# SPDX-License-Identifier: MIT
"""Stands for PyTorch in a browser, which has none."""

from gradtools.notebook.browser import NotInBrowser

raise NotInBrowser("PyTorch")
