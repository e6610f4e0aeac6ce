# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

placed, forecast = {}, {}
steps, placed["most"] = 300.0, 0
while steps * 0.25 >= 30:
    steps *= 0.25
    placed["most"] += 1
placed["best"], placed["worst"] = 10 - 5 + placed["most"], 1 + placed["most"]
for net, slope in (("sigmoid", 0.25), ("tanh", 1), ("ReLU", 0.707)):
    forecast[net] = "learns" if 300 * (0.577 * slope) ** 9 >= 30 else "stuck"
forecast["tanh, Xavier"] = forecast["ReLU, He"] = forecast["sigmoid, skips"] = "learns"
