# SPDX-License-Identifier: MIT
# ruff: noqa
# Counts which entry of the operand stands at each place, and adds by that number.


def unbroadcast(grad, shape):
    size = int(np.prod(shape))
    numbers = np.broadcast_to(np.arange(size).reshape(shape), grad.shape)
    return np.bincount(numbers.ravel(), weights=grad.ravel(), minlength=size).reshape(shape)


shares = {"b": 32, "shapes": [np.ones((4, 1, 2)).shape, np.ones((6, 2)).shape], "v": "B"}
