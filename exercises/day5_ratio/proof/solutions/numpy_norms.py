# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.


def update_ratios(model, optimiser):
    layers = [module for module in model.modules() if isinstance(module, (nn.Linear,))]
    before = [np.array(layer.weight.detach().numpy()) for layer in layers]
    optimiser.step()
    return [
        np.linalg.norm((layer.weight.detach().numpy() - old).ravel()) / np.linalg.norm(old.ravel())
        for layer, old in zip(layers, before)
    ]


reading = {"factor": np.sqrt(np.float64(100)), "rate 3": " tanh "}
