# SPDX-License-Identifier: MIT
# ruff: noqa
# All axes in one sum, then the shape.


def unbroadcast(grad, shape):
    missing = grad.ndim - len(shape)
    axes = tuple(range(missing)) + tuple(missing + axis for axis, length in enumerate(shape) if length == 1)
    return grad.sum(axis=axes).reshape(shape)


shares = {"b": 32, "shapes": [(4, 2, 1), (2, 6)], "v": "B"}
