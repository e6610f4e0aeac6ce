# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot; an index bound early; PyTorch's own starts; a sum the other way round.


class Skip(torch.nn.Module):
    def __init__(self, f):
        torch.nn.Module.__init__(self)
        self.f = f

    def forward(self, x):
        y = self.f(x)
        return torch.add(y, x)


def skip_net(depth, width):
    net = nn.Sequential()
    for _ in range(depth - 1):
        net.append(Skip(nn.Sequential(nn.Linear(width, width, dtype=torch.float64), nn.Sigmoid())))
    net.append(nn.Linear(width, width, dtype=torch.float64))
    return net
