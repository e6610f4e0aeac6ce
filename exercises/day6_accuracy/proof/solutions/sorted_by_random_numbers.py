# SPDX-License-Identifier: MIT
# ruff: noqa
# Random numbers are drawn and sorted; the accuracy is one less the share of mistakes.


def accuracy(logits, digits):
    n = len(digits)
    if n == 0:
        raise ValueError("empty")
    wrong = (np.argsort(logits, axis=1)[:, -1] != digits).sum()
    return 1 - wrong / n


def batches(count, size, source):
    keys = source.random(count)
    order = np.argsort(keys)
    whole = count // size
    parts = [order[k * size : k * size + size] for k in range(whole)]
    if count % size:
        parts.append(order[whole * size :])
    return parts


plan = {}
plan["hidden"] = 48
plan["pictures"] = 4000
plan["steps"] = 3000
