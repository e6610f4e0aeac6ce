# SPDX-License-Identifier: MIT
# ruff: noqa
# The list is made of three parts; a tuple is returned.


def column(f, inputs, chosen):
    before = [Dual(x, 0.0) for x in inputs[:chosen]]
    after = [Dual(x, 0.0) for x in inputs[chosen + 1 :]]
    outs = f(before + [Dual(inputs[chosen], 1.0)] + after)
    return tuple(out.move for out in outs)


agree = dict(misses=([9, 0.1], [-4, 0.15, 0.1 + 0.2]), uJ=[3, 5, 3], Jv=[4, -4])
