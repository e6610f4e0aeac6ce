# SPDX-License-Identifier: MIT
# ruff: noqa
# With exponentials that are at most 1, and the slope saved instead of the result.


class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z):
        small = torch.exp(-2 * torch.abs(z))
        t = torch.sign(z) * (1 - small) / (1 + small)
        ctx.save_for_backward((1 + t) * (1 - t))
        return t

    @staticmethod
    def backward(ctx, *upstream):
        return ctx.saved_tensors[0].mul(upstream[0])


fault = {}
fault["line"] = "D"
fault["fails at"] = -3.0
