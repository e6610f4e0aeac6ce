# SPDX-License-Identifier: MIT
# ruff: noqa
# Each operation has a generator that yields (parent, share); dictionaries by identity; extra methods; minus as its own node.


def numerical_derivative(f, inputs, index, h=1e-5):
    at = dict(enumerate(inputs))
    up = f([at[k] if k != index else at[k] + h for k in at])
    down = f([at[k] if k != index else at[k] - h for k in at])
    return (up - down) / 2 / h
