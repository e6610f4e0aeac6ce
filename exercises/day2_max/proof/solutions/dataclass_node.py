# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass compared by identity; local functions named for what they do; other names for helpers; type checks by float().


def maximum(a, b):
    winner, loser = (a, b) if a.data >= b.data else (b, a)
    larger = Value(winner.data, (winner, loser), "max")

    def give_all_to_the_winner():
        winner.grad += larger.grad

    larger._backward = give_all_to_the_winner
    return larger
