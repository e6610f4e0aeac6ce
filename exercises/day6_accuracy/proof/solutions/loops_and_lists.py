# SPDX-License-Identifier: MIT
# ruff: noqa
# Plain loops over rows and numbers, without a method of an array.


def accuracy(logits, digits):
    if not len(digits):
        raise ValueError("no pictures")
    right = 0
    for row, digit in zip(logits, digits):
        best = 0
        for place in range(len(row)):
            if row[place] > row[best]:
                best = place
        if best == digit:
            right += 1
    return right / len(digits)


def batches(count, size, source):
    order = list(range(count))
    source.shuffle(order)
    found, rest = [], order
    while rest:
        found.append(np.array(rest[:size]))
        rest = rest[size:]
    return found


plan = {"steps": 4000, "pictures": 3000, "hidden": 48}
