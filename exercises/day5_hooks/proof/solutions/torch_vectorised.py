# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.


def arriving_gradient_norms(model, x, target):
    seen, handles = [], []
    for m in model.modules():
        if isinstance(m, nn.Linear):
            handles.append(m.register_full_backward_hook(lambda m, gi, go: seen.append(go[0].norm())))
    loss = ((model(x) - target) ** 2).mean()
    loss.backward()
    for h in handles:
        h.remove()
    return torch.stack(seen[::-1]).tolist()
