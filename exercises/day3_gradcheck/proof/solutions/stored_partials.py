# SPDX-License-Identifier: MIT
# ruff: noqa
# Local derivatives stored beside the parents; every operator is a call of one helper; a sort that calls itself with a raised limit.


def gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4):
    make = type(inputs[0])
    numbers = [leaf.data for leaf in inputs]
    leaves = [make(number) for number in numbers]
    f(*leaves).backward()

    def value_at(*numbers):
        return f(*map(make, numbers)).data

    for index in range(len(numbers)):
        plus = numbers[:index] + [numbers[index] + eps] + numbers[index + 1 :]
        minus = numbers[:index] + [numbers[index] - eps] + numbers[index + 1 :]
        central = (value_at(*plus) - value_at(*minus)) / 2 / eps
        mine = leaves[index].grad
        agrees = math.isclose(mine, central, rel_tol=0, abs_tol=atol + rtol * abs(central))
        if not agrees:
            raise AssertionError("index %d: gradient %r, difference quotient %r" % (index, mine, central))
    return True


broken = {"engine": "B", "operator": "/", "passes at": 1 / ((1 / 2 + 1 / 5) / 2), "refused at": 1e12}
