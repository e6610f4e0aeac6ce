# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.


def update_ratios(model, optimiser):
    def linear_parts(module):
        if isinstance(module, nn.Linear):
            yield module
        for child in module.children():
            yield from linear_parts(child)

    def numbers(layer):
        return layer.weight.flatten().tolist()

    layers = list(linear_parts(model))
    before = list(map(numbers, layers))
    optimiser.step()
    after = map(numbers, layers)
    return tuple(math.dist(new, old) / math.hypot(*old) for new, old in zip(after, before))


reading = dict([("factor", 10), ("rate 3", "Tanh")])
