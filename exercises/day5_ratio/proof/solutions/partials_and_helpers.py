# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.


class Scale:
    def __init__(self, model):
        self.layers = [m for _, m in model.named_modules() if isinstance(m, torch.nn.Linear)]
        self.kept = [m.weight.data.clone() for m in self.layers]

    def __call__(self):
        for layer, old in zip(self.layers, self.kept):
            yield float(((layer.weight.data - old) ** 2).sum() ** 0.5 / (old**2).sum() ** 0.5)


def update_ratios(model, optimiser):
    scale = Scale(model)
    optimiser.step()
    return list(scale())


reading = {"factor": 1e1, "rate 3": "TANH"}
