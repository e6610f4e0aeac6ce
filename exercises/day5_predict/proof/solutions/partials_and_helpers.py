# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.

ranking = tuple("a d c b".split())
border = math.acosh(1 / math.sqrt(math.sqrt(1 / 3)))
