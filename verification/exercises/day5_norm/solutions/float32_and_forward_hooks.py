# SPDX-License-Identifier: MIT
# ruff: noqa
# A tensor of 32 bits; retain_grad in a forward hook; starts drawn by hand.


def gradient_norm(parameters):
    vector = torch.tensor([p.grad for p in parameters])
    if not torch.isfinite(vector).all():
        raise ValueError(f"position {(~torch.isfinite(vector)).nonzero()[0].item()}")
    return torch.linalg.vector_norm(vector)
