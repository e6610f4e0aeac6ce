# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

deepest, below_one, forecast = {}, {}, {}
for net, slope in (("sigmoid", 0.25), ("tanh", 1), ("ReLU", 0.707)):
    layers, steps = 1, 600.0
    while steps * 0.577 * slope >= 20:
        steps *= 0.577 * slope
        layers += 1
    deepest[net] = layers
    below_one[net] = "weights" if slope == 1 else "both"
    forecast[net] = "learns" if layers >= 10 else "stuck"
below_one["tanh, Xavier"], below_one["ReLU, He"] = "neither", "slope"
forecast["tanh, Xavier"] = forecast["ReLU, He"] = forecast["sigmoid, skips"] = "learns"
