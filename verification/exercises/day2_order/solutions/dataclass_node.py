# SPDX-License-Identifier: MIT
# ruff: noqa
# A dataclass compared by identity; local functions named for what they do; other names for helpers; type checks by float().


def run_backward(a, b, c, d, L):
    L.grad = 1.0
    waiting = [L]
    while waiting:
        node = waiting.pop()
        node._backward()
        waiting.extend(node._prev)
