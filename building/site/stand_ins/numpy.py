# SPDX-License-Identifier: MIT
"""Stands for NumPy in a browser, which has none."""

from gradtools.notebook.browser import NotInBrowser

raise NotInBrowser("NumPy")
