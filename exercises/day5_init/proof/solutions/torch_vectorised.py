# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.


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


sigmoid_start = {"std": torch.tensor(0.5).item(), "bias": -0.5}
