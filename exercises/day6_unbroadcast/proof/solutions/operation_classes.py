# SPDX-License-Identifier: MIT
# ruff: noqa
# The shape is filled up with ones on the left first, and each axis of length 1 is added up.


def unbroadcast(grad, shape):
    padded = (1,) * (np.ndim(grad) - len(shape)) + tuple(shape)
    for axis, length in enumerate(padded):
        if length == 1 and grad.shape[axis] != 1:
            grad = np.sum(grad, axis=axis, keepdims=True)
    return np.reshape(grad, shape)


shares = {"b": 32.0, "shapes": ([2, 4, 1], (2, 1, 6)), "v": "b"}
