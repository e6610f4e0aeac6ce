# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.


def own_layer_norms(model, xs, ys):
    list(map(lambda parameter: setattr(parameter, "grad", 0.0), model.parameters()))
    predictions = map(model, xs)
    mean_squared = reduce(lambda total, pair: total + (pair[0] - pair[1]) ** 2, zip(predictions, ys), 0.0) / len(ys)
    mean_squared.backward()
    return list(map(gradient_norm, (layer.parameters() for layer in model.layers)))
