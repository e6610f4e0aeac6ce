# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.


def gradient_norm(parameters):
    grads = torch.tensor([p.grad for p in parameters], dtype=torch.float64)
    bad = torch.nonzero(~torch.isfinite(grads))
    if len(bad):
        raise ValueError(f"gradient {bad[0].item()} is not finite")
    return grads.norm().item()
