# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.


def layer_gradient_norms(model):
    result = []
    for module in model.modules():
        if isinstance(module, (nn.Linear,)):
            grad = module.weight.grad
            result.append(np.sqrt((grad.numpy() ** 2).sum()) if grad is not None else np.float64(0))
    return result
