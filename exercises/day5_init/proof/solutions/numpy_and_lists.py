# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.


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
    def start(module):
        if isinstance(module, nn.Linear):
            if activation == "tanh":
                nn.init.xavier_uniform_(module.weight)
            else:
                nn.init.kaiming_uniform_(module.weight, nonlinearity="relu")
            nn.init.constant_(module.bias, 0.0)

    return model.apply(start)


sigmoid_start = {"std": 1 / 2, "bias": -1 / 2}
