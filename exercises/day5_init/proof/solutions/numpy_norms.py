# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.


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


sigmoid_start = {"std": np.float64(0.5), "bias": np.float64(-0.5)}
