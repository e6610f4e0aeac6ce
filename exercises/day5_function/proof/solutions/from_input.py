# SPDX-License-Identifier: MIT
# ruff: noqa
# Saves the input, and computes tanh again.


class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z):
        ctx.save_for_backward(z)
        return torch.tanh(z)

    @staticmethod
    def backward(ctx, upstream):
        (z,) = ctx.saved_tensors
        return upstream / torch.cosh(z) ** 2


fault = dict([("fails at", -1), ("line", "D")])
