# SPDX-License-Identifier: MIT
# ruff: noqa
# The list is made of three parts; a tuple is returned.


def column(f, inputs, chosen):
    before = [Dual(x, 0.0) for x in inputs[:chosen]]
    after = [Dual(x, 0.0) for x in inputs[chosen + 1 :]]
    outs = f(before + [Dual(inputs[chosen], 1.0)] + after)
    return tuple(out.move for out in outs)


agree = dict(proves="C", both=8, uJ=[3, 5, 3], Jv=[4, -4])
