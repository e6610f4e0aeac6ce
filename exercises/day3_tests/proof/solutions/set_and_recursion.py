# SPDX-License-Identifier: MIT
# ruff: noqa
# Bare asserts on numbers found by hand; the first that fails is the finding.


def check_engine(Value):
    def near(found, right, what):
        assert abs(found - right) < 1e-9, f"{what}: {found} for {right}"

    def gradients(f, *numbers):
        leaves = [Value(x) for x in numbers]
        y = f(*leaves)
        y.backward()
        return [y.data] + [leaf.grad for leaf in leaves]

    cases = [
        (lambda a, b: a + b, (2, 5), [7, 1, 1]),
        (lambda a, b: a - b, (2, 5), [-3, 1, -1]),
        (lambda a, b: a * b, (2, 5), [10, 5, 2]),
        (lambda a, b: a / b, (2, 5), [0.4, 0.2, -0.08]),
        (lambda a: a**3, (-2,), [-8, 12]),
        (lambda a: a**2, (-3,), [9, -6]),
        (lambda a: 1 + a, (2,), [3, 1]),
        (lambda a: 10 - a, (2,), [8, -1]),
        (lambda a: 12 / a, (2,), [6, -3]),
        (lambda a: 3 * a + a * a, (2,), [10, 7]),
        (lambda a: (a + 1) * (1 + a), (2,), [9, 6]),
        (lambda a: a.relu(), (-2,), [0, 0]),
        (lambda a: a.relu(), (2,), [2, 1]),
        (lambda a: a.relu(), (0,), [0, 0]),
        (lambda a: a.exp(), (0.5,), [math.exp(0.5), math.exp(0.5)]),
        (lambda a: a.log(), (4,), [math.log(4), 0.25]),
        (lambda a: a.tanh(), (0.5,), [math.tanh(0.5), 1 - math.tanh(0.5) ** 2]),
        (lambda a: a.sigmoid(), (0,), [0.5, 0.25]),
        (lambda a: a.sigmoid(), (-800,), [0, 0]),
        (lambda a: a.sigmoid(), (800,), [1, 0]),
    ]
    for number, (f, numbers, right) in enumerate(cases):
        for found, wanted in zip(gradients(f, *numbers), right):
            near(found, wanted, f"case {number}")

    a = Value(1)
    b = 3 * a
    ((b + 1 + 1 + 1) + 5 * b).backward()
    near(a.grad, 18, "shared")

    x = Value(3)
    z = x * 2 + 1
    z.backward()
    z.backward()
    near(x.grad, 4, "twice")
    (x * 5).backward()
    near(x.grad, 9, "two losses")

    for number in (0.0, -1.0):
        try:
            Value(number).log()
        except ValueError:
            continue
        raise AssertionError(f"log of {number} is not refused")
