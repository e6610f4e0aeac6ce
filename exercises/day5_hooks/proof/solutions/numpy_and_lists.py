# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.


def arriving_gradient_norms(model, x, target):
    found, handles = [], []
    for module in model.modules():
        if isinstance(module, nn.Linear):
            handles.append(module.register_full_backward_hook(lambda m, i, o: found.append(o[0].norm().item())))
    torch.nn.MSELoss()(model(x), target).backward()
    for handle in handles:
        handle.remove()
    found.reverse()
    return found
