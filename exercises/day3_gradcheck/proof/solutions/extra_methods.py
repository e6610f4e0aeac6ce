# SPDX-License-Identifier: MIT
# ruff: noqa
# The given class extended by a subclass of the same name; comparisons by number, hash by identity; duck typing; cached properties.


def gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4):
    leaf = type(inputs[0])

    def central(k):
        sides = []
        for step in (eps, -eps):
            numbers = [x.data for x in inputs]
            numbers[k] += step
            sides.append(f(*[leaf(number) for number in numbers]).data)
        return (sides[0] - sides[1]) / (2 * eps)

    fresh = [leaf(x.data) for x in inputs]
    out = f(*fresh)
    out.backward()
    for k, x in enumerate(fresh):
        expected = central(k)
        if abs(x.grad - expected) <= atol + rtol * abs(expected):
            continue
        raise AssertionError(f"Gradient {k} of {f}: backward gives {x.grad}, nudging gives {expected}.")
    return True


broken = {"operator": "/", "engine": "B", "passes at": 2 * 2 * 5 / (2 + 5), "refused at": 2.0}
