# SPDX-License-Identifier: MIT
"""Run what a learner wrote, within limits, and bring back what it answers."""
