# SPDX-License-Identifier: MIT
# ruff: noqa
# einsum leaves out the letters that were repeated.


def unbroadcast(grad, shape):
    letters = "abcdefgh"[: grad.ndim]
    own = letters[grad.ndim - len(shape) :]
    kept = "".join(letter for letter, length in zip(own, shape) if length != 1)
    return np.einsum(f"{letters}->{kept}", grad).reshape(shape)


shares = {"b": 32, "shapes": [(4, 1, 2), (6, 2)], "v": "B"}
