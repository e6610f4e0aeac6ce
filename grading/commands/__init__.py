# SPDX-License-Identifier: MIT
"""The commands, and what learners and instructors are shown."""
