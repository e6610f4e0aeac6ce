# SPDX-License-Identifier: MIT
"""The static site with the atlas of mistakes and the days to do in a browser; slides; the book."""
