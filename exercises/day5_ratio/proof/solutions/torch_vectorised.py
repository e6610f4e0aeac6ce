# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.


@torch.no_grad()
def update_ratios(model, optimiser):
    layers = [m for m in model.modules() if type(m) is nn.Linear]
    before = [m.weight.clone() for m in layers]
    optimiser.step()
    return torch.stack([(m.weight - w).norm() / w.norm() for m, w in zip(layers, before)])


reading = {"factor": torch.tensor(10.0).item(), "rate 3": "tanh"}
