# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

crossed = lambda gaps: [sum(gap >= layer for gap in gaps) for layer in range(1, 11)]
enough = lambda gaps: sum(300 / 4**count >= 30 for count in crossed(gaps))
placed = {"most": max(count for count in range(10) if 300 / 4**count >= 30)}
placed |= {"best": enough(range(1, 6)), "worst": enough(range(5, 10))}
shrinking = {"wide": 9, "first": 9, "all but first": 0, "last two": 7, "first seven": 3}
forecast = {net: "learns" if 300 * 3 ** (-count / 2) >= 30 else "stuck" for net, count in shrinking.items()}
