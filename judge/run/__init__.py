# SPDX-License-Identifier: MIT
"""Run what a learner wrote, within limits, and return its answers."""
