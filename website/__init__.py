# SPDX-License-Identifier: MIT
"""The static site: pages to read, the atlas of mistakes, and the days to do in a browser."""
