# SPDX-License-Identifier: MIT
# ruff: noqa
# A tensor of 32 bits; retain_grad in a forward hook; starts drawn by hand.


def xavier_std(fan_in, fan_out):
    return (2 / (fan_in + fan_out)) ** 0.5


def he_std(fan_in, fan_out):
    return nn.init.calculate_gain("relu") / fan_in**0.5


def initialise(model, activation):
    with torch.no_grad():
        for module in model.modules():
            if isinstance(module, nn.Linear):
                m, n = module.weight.shape
                s = xavier_std(n, m) if activation == "tanh" else he_std(n, m)
                module.weight.copy_(s * torch.randn(m, n))
                module.bias[:] = 0


sigmoid_start = {"std": 0.5, "bias": -0.5}
