# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.

ranking = tuple("Sigmoid relu tanh none".split())
border = math.log(2 + math.sqrt(3))
