# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.


class Recorder:
    def __init__(self, place, norms):
        self.place, self.norms = place, norms

    def __call__(self, module, grad_input, grad_output):
        self.norms[self.place] = float(torch.sqrt(torch.sum(grad_output[0] ** 2)))


def arriving_gradient_norms(model, x, target):
    layers = []
    for module in model.modules():
        if isinstance(module, nn.Linear):
            layers.append(module)
    norms = [0.0] * len(layers)
    handles = []
    try:
        for place in range(len(layers)):
            handles.append(layers[place].register_full_backward_hook(Recorder(place, norms)))
        nn.functional.mse_loss(model(x), target).backward()
    finally:
        while handles:
            handles.pop().remove()
    return norms
