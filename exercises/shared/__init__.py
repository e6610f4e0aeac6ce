# SPDX-License-Identifier: MIT
"""What the questions of several exercises need."""
