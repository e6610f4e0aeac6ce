# SPDX-License-Identifier: MIT
# ruff: noqa
# Each sample has its own backward pass and the gradients add up; the norm is scaled by the largest size, so that
# no square overflows; the skip net is built from the inside out.
import copy


def update_ratios(model, optimiser):
    twin = copy.deepcopy(model)
    optimiser.step()
    ratios = []
    for new, old in zip(model.modules(), twin.modules()):
        if isinstance(new, nn.Linear):
            with torch.no_grad():
                ratios.append(
                    float(torch.linalg.matrix_norm(new.weight - old.weight) / torch.linalg.matrix_norm(old.weight))
                )
    return ratios


reading = {"rate 3": "tanh", "factor": (0.1 / 1e-5) ** 0.25}
