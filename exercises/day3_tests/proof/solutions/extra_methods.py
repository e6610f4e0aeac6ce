# SPDX-License-Identifier: MIT
# ruff: noqa
# One expression through everything, with its slopes by nudging the same expression in floats; helpers beside the function.


class Plain(float):
    """A float with the functions of an engine."""


for _name in (
    "__add__",
    "__radd__",
    "__sub__",
    "__rsub__",
    "__mul__",
    "__rmul__",
    "__truediv__",
    "__rtruediv__",
    "__pow__",
    "__neg__",
):
    setattr(Plain, _name, lambda self, *others, _name=_name: Plain(getattr(float, _name)(self, *others)))
for _name in ("exp", "log", "tanh"):
    setattr(Plain, _name, lambda self, _name=_name: Plain(getattr(math, _name)(self)))
Plain.relu = lambda self: Plain(max(0.0, self))
Plain.sigmoid = lambda self: Plain(0.0 if self < -700 else 1 / (1 + math.exp(-self)))


def _all(a, b):
    c = a * b
    d = (c + 1 + 1) + 5 * c + c * c
    e = (b + a) * (a + b) - b / a - (10 - a) * (1 + b)
    f = (a.relu() + 2 * b.relu()) * (1 / b) + a**2 - b**3
    return d * e + f + a.tanh() * b.exp() + b.log() + (a * 800).sigmoid()


def check_engine(Value):
    numbers = [-1.25, 1.75]
    leaves = [Value(x) for x in numbers]
    try:
        y = _all(*leaves)
        y.backward()
        first = [leaf.grad for leaf in leaves]
        y.backward()
        second = [leaf.grad for leaf in leaves]
    except Exception as error:
        return [repr(error)]
    complaints = []
    if not math.isclose(y.data, _all(*map(Plain, numbers)), rel_tol=1e-9):
        complaints.append("value")
    for i in range(2):
        up, down = list(numbers), list(numbers)
        up[i] += 1e-6
        down[i] -= 1e-6
        slope = (_all(*map(Plain, up)) - _all(*map(Plain, down))) / 2e-6
        if not math.isclose(first[i], slope, rel_tol=1e-5) or not math.isclose(second[i], 2 * slope, rel_tol=1e-5):
            complaints.append(f"gradient {i}")
    try:
        complaints.append(Value(0).log())
    except ValueError:
        pass
    x = Value(2)
    y = (x + 1) * (1 + x)
    y.backward()
    if abs(x.grad - 6) > 1e-9:
        complaints.append("equal numbers")
    return complaints or None
