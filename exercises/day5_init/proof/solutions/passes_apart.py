# SPDX-License-Identifier: MIT
# ruff: noqa
# Each sample has its own backward pass and the gradients add up; the norm is scaled by the largest size, so that
# no square overflows; the skip net is built from the inside out.


def xavier_std(fan_in, fan_out):
    return math.sqrt(2) * (fan_in + fan_out) ** -0.5


def he_std(fan_in, fan_out):
    return math.sqrt(2) * fan_in**-0.5


def initialise(model, activation):
    for name, parameter in model.named_parameters():
        if parameter.dim() == 2:
            fan_out, fan_in = parameter.size()
            std = {"tanh": xavier_std, "ReLU": he_std}[activation](fan_in, fan_out)
            parameter.data.normal_(0, std)
        else:
            parameter.data.fill_(0)


sigmoid_start = {"std": 4 * 0.125, "bias": -1 / 2}
