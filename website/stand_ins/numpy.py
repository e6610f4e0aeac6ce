# SPDX-License-Identifier: MIT
"""Stands for NumPy in a browser, which has none."""

from companion.browser import NotInBrowser

raise NotInBrowser("NumPy")
