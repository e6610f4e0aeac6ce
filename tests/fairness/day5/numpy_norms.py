# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.

# %% day5-norm
import numpy as np


def gradient_norm(parameters):
    g = np.array([parameter.grad for parameter in parameters], dtype=float)
    if not np.all(np.isfinite(g)):
        where = int(np.flatnonzero(~np.isfinite(g))[0])
        raise ValueError(f"not finite: position {where}")
    return np.linalg.norm(g)


# %% day5-per-layer
def layer_gradient_norms(model):
    result = []
    for module in model.modules():
        if isinstance(module, (nn.Linear,)):
            grad = module.weight.grad
            result.append(np.sqrt((grad.numpy() ** 2).sum()) if grad is not None else np.float64(0))
    return result


# %% day5-predict
ranking = ["sigmoid", "ReLU", "tanh", "none"]
ten_slopes = np.float64(0.25) ** 10


# %% day5-hooks
def arriving_gradient_norms(model, x, target):
    arrived = []
    handles = [
        module.register_full_backward_hook(lambda module, into, out: arrived.insert(0, out[0].pow(2).sum().sqrt()))
        for module in model.modules()
        if isinstance(module, nn.Linear)
    ]
    model.zero_grad()
    nn.MSELoss()(model(x), target).backward()
    [handle.remove() for handle in handles]
    return [float(norm) for norm in arrived]


# %% day5-init
def xavier_std(fan_in, fan_out):
    return np.sqrt(2 / (fan_in + fan_out))


def he_std(fan_in, fan_out):
    del fan_out
    return np.sqrt(2 / fan_in)


def initialise(model, activation):
    for module in model.modules():
        if not hasattr(module, "in_features"):
            continue
        if activation == "tanh":
            limit = math.sqrt(3) * xavier_std(module.in_features, module.out_features)
            nn.init.uniform_(module.weight, -limit, limit)
        elif activation == "ReLU":
            nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
        nn.init.constant_(module.bias, 0.0)


# %% day5-skip
class Skip(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.parts = nn.ModuleList([inner, nn.Identity()])

    def forward(self, x):
        return sum(part(x) for part in self.parts)


def skip_net(depth, width):
    net = nn.Sequential()
    for place in range(depth - 1):
        step = nn.Sequential()
        step.add_module("linear", nn.Linear(width, width))
        step.add_module("sigmoid", nn.Sigmoid())
        net.add_module(f"block{place}", Skip(step))
    net.add_module("last", nn.Linear(width, width))
    return net


# %% day5-clip
def clip_gradients(parameters, max_norm):
    parameters = list(parameters)
    grads = np.array([parameter.grad for parameter in parameters])
    norm = float(np.sqrt(np.sum(grads**2)))
    if norm > max_norm:
        for parameter, grad in zip(parameters, grads * (max_norm / norm)):
            parameter.grad = grad
    return norm


# %% day5-own-engine
def own_layer_norms(model, xs, ys):
    before = [parameter.grad for parameter in model.parameters()]
    for parameter in model.parameters():
        parameter.grad = 0.0
    total = 0.0
    for x, y in zip(xs, ys):
        total = total + (y - model(x)) ** 2
    (total / len(ys)).backward()
    norms = [np.linalg.norm([parameter.grad for parameter in layer.parameters()]) for layer in model.layers]
    for parameter, grad in zip(model.parameters(), before):
        parameter.grad = grad
    return norms
