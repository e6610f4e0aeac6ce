# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.


def gradient_norm(parameters):
    squares = []
    position = 0
    for p in parameters:
        g = p.grad
        if g != g or g in (float("inf"), float("-inf")):
            raise ValueError("position " + str(position) + " holds " + str(g))
        squares.append(g * g)
        position += 1
    return sum(squares) ** 0.5
