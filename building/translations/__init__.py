# SPDX-License-Identifier: MIT
"""Translations: extract the English texts into ``locale/LANGUAGE/*.po``, check what was translated, and compile it.

``make locale`` merges the texts as they are now into each PO file. A translator edits these files alone. ``make
release`` compiles them; a translation that has a fault, or whose English has changed since (``fuzzy``), is left out.
"""
