# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

deepest = {
    net: 1 + max(count for count in range(20) if 900 * (3**-0.5 * slope) ** count >= 30)
    for net, slope in (("sigmoid", 1 / 4), ("tanh", 1), ("ReLU", math.sqrt(0.5)))
}
forecast = {net: "stuck" for net in deepest} | {net: "learns" for net in ("tanh, Xavier", "ReLU, He", "sigmoid, skips")}
