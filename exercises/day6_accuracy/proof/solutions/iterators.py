# SPDX-License-Identifier: MIT
# ruff: noqa
# itertools cuts the order; the comparison is a mean of a column beside a column.

from itertools import count as counting, takewhile


def accuracy(logits, digits):
    if len(logits) == 0:
        raise ValueError("no rows")
    return (logits.argmax(axis=1, keepdims=True) == digits[:, None]).mean()


def batches(count, size, source):
    order = source.permutation(count)
    starts = takewhile(lambda start: start < count, counting(0, size))
    return list(map(lambda start: order[start : min(start + size, count)], starts))


plan = {"hidden": 192, "pictures": 3000, "steps": 4000, "cost": 7000}
