# SPDX-License-Identifier: MIT
"""Twelve questions before the course and twelve after it, which show what has changed."""
