# SPDX-License-Identifier: MIT
# ruff: noqa
# A function that calls itself once for each axis.


def unbroadcast(grad, shape):
    if grad.ndim > len(shape):
        return unbroadcast(np.add.reduce(grad), shape)
    for axis in range(grad.ndim):
        if shape[axis] == 1 and grad.shape[axis] > 1:
            return unbroadcast(np.expand_dims(np.add.reduce(grad, axis=axis), axis), shape)
    return grad


shares = {"b": 32, "shapes": [(4, 2, 1), (2, 6)], "v": "B"}
