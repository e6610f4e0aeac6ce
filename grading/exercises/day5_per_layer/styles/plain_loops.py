# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.


def layer_gradient_norms(model):
    norms = []
    for name, parameter in model.named_modules():
        if not isinstance(parameter, nn.Linear):
            continue
        total = 0.0
        if parameter.weight.grad is not None:
            for row in parameter.weight.grad.tolist():
                for g in row:
                    total += g**2
        norms.append(math.sqrt(total))
    return norms
