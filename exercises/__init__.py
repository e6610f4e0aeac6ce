# SPDX-License-Identifier: MIT
"""Everything of an exercise that is not prose, a folder each."""
