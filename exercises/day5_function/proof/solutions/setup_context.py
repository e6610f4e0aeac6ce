# SPDX-License-Identifier: MIT
# ruff: noqa
# In PyTorch's newer form, with setup_context.


class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(z):
        return torch.tanh(z)

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output)

    @staticmethod
    def backward(ctx, upstream):
        (t,) = ctx.saved_tensors
        return torch.mul(upstream, 1.0 - t.square())


fault = {"fails at": float(torch.tensor(-0.125)), "line": "d"}
