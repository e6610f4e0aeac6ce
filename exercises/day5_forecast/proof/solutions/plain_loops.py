# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

placed, forecast = {}, {}
steps, placed["most"] = 300.0, 0
while steps * 0.25 >= 30:
    steps *= 0.25
    placed["most"] += 1
placed["best"], placed["worst"] = 10 - 5 + placed["most"], 1 + placed["most"]
for net, started in (
    ("wide", []),
    ("first", [1]),
    ("all but first", range(2, 11)),
    ("last two", [9, 10]),
    ("first seven", range(1, 8)),
):
    steps = 300.0
    for layer in range(10, 1, -1):
        if layer not in started:
            steps *= 0.577
    forecast[net] = "learns" if steps >= 30 else "stuck"
