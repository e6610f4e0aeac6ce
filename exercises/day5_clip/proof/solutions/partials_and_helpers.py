# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.


def clip_gradients(parameters, max_norm):
    parameters = list(parameters)
    grads = torch.tensor([parameter.grad for parameter in parameters], dtype=torch.float64)
    norm = torch.linalg.vector_norm(grads).item()
    for parameter, grad in zip(parameters, (grads * (max_norm / max(norm, max_norm))).tolist()):
        parameter.grad = grad
    return norm


turned_far = (1e9, -5.0)
