# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.


class Skip(nn.Sequential):
    def __init__(self, inner):
        super().__init__(inner)

    def forward(self, x):
        return x + super().forward(x)


def skip_net(depth, width):
    block = lambda: Skip(nn.Sequential(nn.Linear(width, width), nn.Sigmoid()))
    return nn.Sequential(*(block() for _ in range(depth - 1)), nn.Linear(width, width))
