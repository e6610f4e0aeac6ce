# SPDX-License-Identifier: MIT
# ruff: noqa
# With exponentials, and the slope saved instead of the result.


class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z):
        up, down = torch.exp(z), torch.exp(-z)
        t = (up - down) / (up + down)
        ctx.save_for_backward((1 + t) * (1 - t))
        return t

    @staticmethod
    def backward(ctx, *upstream):
        return ctx.saved_tensors[0].mul(upstream[0])


fault = {}
fault["line"] = "D"
fault["fails at"] = -3.0
