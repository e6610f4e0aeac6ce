# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.


class Skip(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.parts = nn.ModuleList([inner, nn.Identity()])

    def forward(self, x):
        return sum(part(x) for part in self.parts)


def skip_net(depth, width):
    net = nn.Sequential()
    for place in range(depth - 1):
        step = nn.Sequential()
        step.add_module("linear", nn.Linear(width, width))
        step.add_module("sigmoid", nn.Sigmoid())
        net.add_module(f"block{place}", Skip(step))
    net.add_module("last", nn.Linear(width, width))
    return net
