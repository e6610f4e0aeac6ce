# SPDX-License-Identifier: MIT
# ruff: noqa
# PyTorch's default precision, 32 bits, wherever a number of one's own is put into a tensor.


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


sigmoid_start = {"std": 1 / 2, "bias": -1 / 2}
