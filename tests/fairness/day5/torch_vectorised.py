# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.

# %% day5-norm
def gradient_norm(parameters):
    grads = torch.tensor([p.grad for p in parameters], dtype=torch.float64)
    bad = torch.nonzero(~torch.isfinite(grads))
    if len(bad):
        raise ValueError(f"gradient {bad[0].item()} is not finite")
    return grads.norm().item()


# %% day5-per-layer
def layer_gradient_norms(model):
    layers = [m for m in model.modules() if type(m) is nn.Linear]
    grads = [m.weight.grad if m.weight.grad is not None else torch.zeros_like(m.weight) for m in layers]
    return torch.stack([g.norm() for g in grads]).tolist()


# %% day5-predict
ranking = ("sigmoid", "relu", "tanh", "none")
ten_slopes = 9.5e-7


# %% day5-hooks
def arriving_gradient_norms(model, x, target):
    seen, handles = [], []
    for m in model.modules():
        if isinstance(m, nn.Linear):
            handles.append(m.register_full_backward_hook(lambda m, gi, go: seen.append(go[0].norm())))
    loss = ((model(x) - target) ** 2).mean()
    loss.backward()
    for h in handles:
        h.remove()
    return torch.stack(seen[::-1]).tolist()


# %% day5-init
def xavier_std(fan_in, fan_out):
    return (2.0 / (fan_in + fan_out)) ** 0.5


def he_std(fan_in, fan_out):
    return (2.0 / fan_in) ** 0.5


def initialise(model, activation):
    def start(m):
        if isinstance(m, nn.Linear):
            if activation == "tanh":
                nn.init.xavier_uniform_(m.weight)
            else:
                nn.init.kaiming_uniform_(m.weight, nonlinearity="relu")
            nn.init.zeros_(m.bias)

    model.apply(start)


# %% day5-skip
class Skip(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.f = inner

    def forward(self, x):
        return torch.add(self.f(x), x)


def skip_net(depth, width):
    layers = []
    for _ in range(depth - 1):
        layers.append(Skip(nn.Sequential(nn.Linear(width, width), nn.Sigmoid())))
    layers.append(nn.Linear(width, width))
    return nn.Sequential(*layers)


# %% day5-clip
def clip_gradients(parameters, max_norm):
    parameters = [*parameters]
    norm = gradient_norm(parameters)
    factor = min(1.0, max_norm / (norm + 1e-6))
    for p in parameters:
        p.grad *= factor
    return norm


# %% day5-own-engine
def own_layer_norms(model, xs, ys):
    for p in model.parameters():
        p.grad = 0.0
    errors = [model(x) - y for x, y in zip(xs, ys)]
    (sum(e * e for e in errors) * (1 / len(errors))).backward()
    return [torch.tensor([p.grad for p in layer.parameters()], dtype=torch.float64).norm() for layer in model.layers]
