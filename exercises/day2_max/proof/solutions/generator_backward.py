# SPDX-License-Identifier: MIT
# ruff: noqa
# Each operation has a generator that yields (parent, share).


def maximum(a, b):
    def shares(upstream):
        if a.data == b.data:
            yield a, upstream * 0.5
            yield b, upstream * 0.5
        else:
            yield (a if a.data > b.data else b), upstream

    return Value(max(a.data, b.data), (a, b), "max", shares=shares)
