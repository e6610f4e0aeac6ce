# SPDX-License-Identifier: MIT
# ruff: noqa
# np.split at every multiple of size; a mask of the largest entries.


def accuracy(logits, digits):
    if logits.shape[0] < 1:
        raise ValueError("there is no picture to be right about")
    rows = np.arange(len(logits))
    return np.mean(logits[rows, digits] >= logits.max(axis=1))


def batches(count, size, source):
    return np.split(source.permutation(count), range(size, count, size))


plan = {"hidden": 192.0, "pictures": 3000.0, "steps": 3000.0}
