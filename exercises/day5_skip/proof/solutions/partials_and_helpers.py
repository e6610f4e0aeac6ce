# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.


class Skip(nn.Module):
    def __init__(self, inner):
        super(Skip, self).__init__()
        self.add_module("way", inner)

    def forward(self, x):
        return sum((self.way(x), x))


def skip_net(depth, width):
    def block(place):
        line = nn.Linear(width, width)
        return line if place == depth else Skip(nn.Sequential(line, nn.Sigmoid()))

    return nn.Sequential(*map(block, range(1, depth + 1)))
