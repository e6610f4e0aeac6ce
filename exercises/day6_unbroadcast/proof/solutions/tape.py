# SPDX-License-Identifier: MIT
# ruff: noqa
# Every entry is added by hand to the place that it came from.


def unbroadcast(grad, shape):
    out = np.zeros(shape)
    for place in np.ndindex(grad.shape):
        own = place[len(place) - len(shape) :]
        out[tuple(0 if length == 1 else at for at, length in zip(own, shape))] += grad[place]
    return out


shares = dict(b=np.int64(32), shapes=((2, 4, 1), np.array([2, 1, 6]).tolist()), v=" B")
