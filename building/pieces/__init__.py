# SPDX-License-Identifier: MIT
"""The pieces of a day: how it is cut, and how a page lists them."""
