# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.


def linear_layers(model):
    return [module for _, module in model.named_modules() if isinstance(module, torch.nn.Linear)]


def layer_gradient_norms(model):
    gradients = [layer.weight.grad for layer in linear_layers(model)]
    return [float((g * g).sum() ** 0.5) if g is not None else 0.0 for g in gradients]
