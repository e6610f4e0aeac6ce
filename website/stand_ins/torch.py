# SPDX-License-Identifier: MIT
"""Stands for PyTorch in a browser, which has none."""

from companion.browser import NotInBrowser

raise NotInBrowser("PyTorch")
