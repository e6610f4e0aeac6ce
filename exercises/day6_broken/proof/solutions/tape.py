# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists for tuples, the small one first, three axes.

broken = {"shapes": [[2, 1], [4, 2, 3]], "operation": "*"}
