# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars and functions; what NumPy would only warn of is refused by hand.

import numpy as np


def gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4):
    kind = type(inputs[0])
    x = np.array([leaf.data for leaf in inputs], dtype=float)
    leaves = [kind(float(number)) for number in x]
    f(*leaves).backward()
    mine = np.array([float(leaf.grad) for leaf in leaves])

    def value(numbers):
        return float(f(*[kind(float(number)) for number in numbers]).data)

    steps = eps * np.eye(len(x))
    numeric = np.array([(value(x + step) - value(x - step)) / (2 * eps) for step in steps])
    wrong = ~np.isclose(mine, numeric, atol=atol, rtol=rtol)
    if wrong.any():
        index = int(np.argmax(wrong))
        raise AssertionError(f"input {index}: engine {mine[index]}, central difference {numeric[index]}")
    return bool(True)


broken = {"engine": "B", "operator": "/", "passes at": 2.857, "refused at": 2.0000001}
