# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.


class Skip(nn.Module):
    """A module with a way round it."""

    def __init__(self, inner):
        """Keep inner, an nn.Module whose output has the shape of its input."""
        ### BEGIN SOLUTION
        super().__init__()
        self.inner = inner
        ### END SOLUTION

    def forward(self, x):
        """Return x, added to what inner makes of it."""
        ### BEGIN SOLUTION
        return x + self.inner(x)


class SkipNet(nn.Module):
    def __init__(self, depth, width):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = x + torch.sigmoid(layer(x))
        return self.layers[-1](x)


def skip_net(depth, width):
    return SkipNet(depth, width)
