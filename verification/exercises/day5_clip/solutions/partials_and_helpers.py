# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.


def clip_gradients(parameters, max_norm):
    parameters = list(parameters)
    if not parameters:
        return 0.0
    twin = nn.Parameter(torch.zeros(len(parameters), dtype=torch.float64))
    twin.grad = torch.tensor([parameter.grad for parameter in parameters], dtype=torch.float64)
    norm = torch.nn.utils.clip_grad_norm_([twin], max_norm).item()
    for parameter, grad in zip(parameters, twin.grad.tolist()):
        parameter.grad = grad
    return norm


turned_far = (1e9, -5.0)
