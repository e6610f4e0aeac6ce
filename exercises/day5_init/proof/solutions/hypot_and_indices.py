# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot; an index bound early; PyTorch's own starts; a sum the other way round.


def xavier_std(fan_in, fan_out):
    """Return the standard deviation of Xavier's rule.

    Source: Glorot and Bengio (2010), equation 12.
    """
    ### BEGIN SOLUTION
    return math.sqrt(2.0 / (fan_in + fan_out))


def he_std(fan_in, fan_out):
    """Return the standard deviation of He's rule, which uses fan_in alone.

    Source: He, Zhang, Ren and Sun (2015), equation 10.
    """
    ### BEGIN SOLUTION
    return math.sqrt(2.0 / fan_in)


def initialise(model, activation):
    for module in model.modules():
        if isinstance(module, nn.Linear):
            if activation == "tanh":
                nn.init.xavier_normal_(module.weight)
            else:
                nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
            module.bias.data.zero_()


sigmoid_start = dict(std=0.5, bias=-0.5)
