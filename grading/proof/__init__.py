# SPDX-License-Identifier: MIT
"""Hold the checks against right, blank, mistaken and mutated answers."""
