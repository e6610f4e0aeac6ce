# SPDX-License-Identifier: MIT
# ruff: noqa
# PyTorch's default precision, 32 bits, wherever a number of one's own is put into a tensor.

# %% day5-norm
def gradient_norm(parameters):
    gradients = torch.tensor([parameter.grad for parameter in parameters])
    finite = torch.isfinite(gradients)
    if not finite.all():
        raise ValueError(f"The gradient at {int((~finite).int().argmax())} is not finite.")
    return torch.linalg.vector_norm(gradients).item()


# %% day5-init
def xavier_std(fan_in, fan_out):
    return torch.sqrt(torch.tensor(2.0 / (fan_in + fan_out))).item()


def he_std(fan_in, fan_out):
    return torch.tensor(2.0 / fan_in).sqrt()


def initialise(model, activation):
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            rule = xavier_std if activation == "tanh" else he_std
            layer.weight.data = torch.randn_like(layer.weight) * rule(layer.in_features, layer.out_features)
            nn.init.zeros_(layer.bias)


# %% day5-own-engine
def own_layer_norms(model, xs, ys):
    for parameter in model.parameters():
        parameter.grad = 0.0
    loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)
    loss.backward()
    return [torch.tensor([p.grad for p in layer.parameters()]).norm().item() for layer in model.layers]
