# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot; an index bound early; PyTorch's own starts; a sum the other way round.

ranking = ("a", "d", "c", "b")
border = 0.78
