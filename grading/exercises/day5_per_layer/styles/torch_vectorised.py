# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.


def layer_gradient_norms(model):
    layers = [m for m in model.modules() if type(m) is nn.Linear]
    grads = [m.weight.grad if m.weight.grad is not None else torch.zeros_like(m.weight) for m in layers]
    return torch.stack([g.norm() for g in grads]).tolist()
