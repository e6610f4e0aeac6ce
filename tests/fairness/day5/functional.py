# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

# %% day5-norm
from functools import reduce


def gradient_norm(parameters):
    def add(total, numbered):
        position, parameter = numbered
        if not abs(parameter.grad) < math.inf:
            raise ValueError(f"{parameter.grad} at {position}")
        return math.hypot(total, parameter.grad)

    return reduce(add, enumerate(parameters), 0.0)


# %% day5-per-layer
def layer_gradient_norms(model):
    def linear_layers(module):
        if isinstance(module, nn.Linear):
            yield module
        for child in module.children():
            yield from linear_layers(child)

    def norm(layer):
        return 0.0 if layer.weight.grad is None else math.hypot(*layer.weight.grad.flatten().tolist())

    return tuple(map(norm, linear_layers(model)))


# %% day5-predict
ranking = sorted(["none", "tanh", "ReLU", "sigmoid"], key=["sigmoid", "ReLU", "tanh", "none"].index)
ten_slopes = math.prod([1 / 4] * 10)


# %% day5-hooks
from contextlib import ExitStack


def arriving_gradient_norms(model, x, target):
    layers = [module for module in model.modules() if isinstance(module, nn.Linear)]
    norms = dict.fromkeys(map(id, layers))

    def watch(layer, inputs, output):
        output.register_hook(lambda gradient, key=id(layer): norms.__setitem__(key, gradient.norm().item()))

    with ExitStack() as stack:
        for layer in layers:
            stack.callback(layer.register_forward_hook(watch).remove)
        nn.functional.mse_loss(model(x), target).backward()
    return list(norms.values())


# %% day5-init
xavier_std = lambda fan_in, fan_out: math.sqrt(2 / (fan_in + fan_out))
he_std = lambda fan_in, fan_out: math.sqrt(2 / fan_in)


def initialise(model, activation):
    rule = xavier_std if activation == "tanh" else he_std
    layers = [module for module in model.modules() if isinstance(module, nn.Linear)]
    with torch.no_grad():
        for layer in layers:
            layer.weight.data = rule(layer.in_features, layer.out_features) * torch.randn_like(layer.weight)
            layer.bias.data = torch.zeros_like(layer.bias)


# %% day5-skip
class Skip(nn.Sequential):
    def __init__(self, inner):
        super().__init__(inner)

    def forward(self, x):
        return x + super().forward(x)


def skip_net(depth, width):
    block = lambda: Skip(nn.Sequential(nn.Linear(width, width), nn.Sigmoid()))
    return nn.Sequential(*(block() for _ in range(depth - 1)), nn.Linear(width, width))


# %% day5-clip
def clip_gradients(parameters, max_norm):
    parameters = tuple(parameters)
    norm = gradient_norm(parameters)
    scale = max_norm / max(norm, max_norm)
    for parameter in parameters:
        setattr(parameter, "grad", scale * parameter.grad)
    return norm


# %% day5-own-engine
def own_layer_norms(model, xs, ys):
    list(map(lambda parameter: setattr(parameter, "grad", 0.0), model.parameters()))
    predictions = map(model, xs)
    mean_squared = reduce(lambda total, pair: total + (pair[0] - pair[1]) ** 2, zip(predictions, ys), 0.0) / len(ys)
    mean_squared.backward()
    return list(map(gradient_norm, (layer.parameters() for layer in model.layers)))
