# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.


def xavier_std(fan_in, fan_out):
    return math.sqrt(1 / ((fan_in + fan_out) / 2))


def he_std(fan_in, fan_out):
    return math.sqrt(2) / math.sqrt(fan_in)


def initialise(model, activation):
    for module in model.modules():
        if isinstance(module, nn.Linear):
            rows, columns = module.weight.shape
            s = xavier_std(columns, rows) if activation == "tanh" else he_std(columns, rows)
            for row in range(rows):
                module.weight.data[row] = s * torch.randn(columns)
                module.bias.data[row] = 0.0


sigmoid_start = dict(std=0.5, bias=-0.5)
