# SPDX-License-Identifier: MIT
# ruff: noqa
# Keeps the result as an attribute of ctx.


class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, z):
        ctx.t = z.tanh()
        return ctx.t

    @staticmethod
    def backward(ctx, upstream):
        return upstream - upstream * ctx.t * ctx.t


fault = {"fails at": -2.0, "line": " d"}
