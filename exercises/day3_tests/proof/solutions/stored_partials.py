# SPDX-License-Identifier: MIT
# ruff: noqa
# The gradient check of exercise 3.4 over a table of texts; values against plain floats; a tuple of findings.


def check_engine(Value):
    found = []
    texts = ["a*b", "a-b", "b/a", "a**2 + b**3", "a + a", "(1 + a) * (10 - b)", "(b + a) * (a + b)"]
    texts += ["(lambda c: (c + 1 + 1 + 1) + 5*c)(a*b)"]
    for text in texts:
        f = eval("lambda a, b: " + text)
        try:
            gradcheck(f, [Value(-1.25), Value(1.75)])
            if abs(f(Value(-1.25), Value(1.75)).data - f(-1.25, 1.75)) > 1e-9:
                found.append(text)
        except Exception as error:
            found.append(text + ": " + str(error))
    for name in ("relu", "tanh", "exp", "sigmoid", "log"):
        for number in (-1.25, 0.75):
            if name != "log" or number > 0:
                try:
                    gradcheck(lambda x: getattr(x, name)(), [Value(number)])
                except Exception as error:
                    found.append(name + ": " + str(error))
    try:
        Value(-800.0).sigmoid()
    except OverflowError as error:
        found.append(str(error))
    try:
        Value(-1.0).log()
        found.append("log")
    except ValueError:
        pass
    a = Value(2.0)
    out = a * 3 * 2
    out.backward()
    once = a.grad
    out.backward()
    if abs(a.grad - 2 * once) > 1e-9:
        found.append("second call")
    return tuple(found)
