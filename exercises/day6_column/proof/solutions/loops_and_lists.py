# SPDX-License-Identifier: MIT
# ruff: noqa
# A loop, and the chosen one replaced afterwards.


def column(f, inputs, chosen):
    duals = []
    for number in inputs:
        duals.append(Dual(number))
    duals[chosen] = Dual(inputs[chosen], 1.0)
    found = []
    for out in f(duals):
        found.append(out.move)
    return found


agree = {"Jv": (4.0, -4.0), "uJ": (3.0, 5.0, 3.0), "misses": ((0.5, -2), (3.0, 7.0, 14.0))}
