# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

deepest, forecast = {}, {}
for net, slope in (("sigmoid", 0.25), ("tanh", 1), ("ReLU", 0.707)):
    layers, steps = 1, 900.0
    while steps * 0.577 * slope >= 30:
        steps *= 0.577 * slope
        layers += 1
    deepest[net] = layers
    forecast[net] = "learns" if layers >= 10 else "stuck"
forecast["tanh, Xavier"] = forecast["ReLU, He"] = forecast["sigmoid, skips"] = "learns"
