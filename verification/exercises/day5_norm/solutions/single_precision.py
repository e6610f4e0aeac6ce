# SPDX-License-Identifier: MIT
# ruff: noqa
# PyTorch's default precision, 32 bits, wherever a number of one's own is put into a tensor.


def gradient_norm(parameters):
    gradients = torch.tensor([parameter.grad for parameter in parameters])
    finite = torch.isfinite(gradients)
    if not finite.all():
        raise ValueError(f"The gradient at {int((~finite).int().argmax())} is not finite.")
    return torch.linalg.vector_norm(gradients).item()
