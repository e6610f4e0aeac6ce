# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

crossed = lambda gaps: [sum(gap >= layer for gap in gaps) for layer in range(1, 11)]
enough = lambda gaps: sum(300 / 4**count >= 30 for count in crossed(gaps))
placed = {"most": max(count for count in range(10) if 300 / 4**count >= 30)}
placed |= {"best": enough(range(1, 6)), "worst": enough(range(5, 10))}
forecast = {net: "stuck" for net in ("sigmoid", "tanh", "ReLU")}
forecast |= {net: "learns" for net in ("tanh, Xavier", "ReLU, He", "sigmoid, skips")}
