# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

whole_steps, below_one, forecast = {}, {}, {}
for net, slope in (("sigmoid", 0.25), ("tanh", 1), ("ReLU", 0.707)):
    steps = 300.0
    for layer in range(9):
        steps *= 0.577 * slope
    whole_steps[net] = steps
    below_one[net] = "weights" if slope == 1 else "both"
    forecast[net] = "learns" if steps > 10 else "stuck"
below_one["tanh, Xavier"], below_one["ReLU, He"] = "neither", "slope"
forecast["tanh, Xavier"] = forecast["ReLU, He"] = forecast["sigmoid, skips"] = "learns"
