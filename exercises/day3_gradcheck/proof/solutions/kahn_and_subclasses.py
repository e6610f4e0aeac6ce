# SPDX-License-Identifier: MIT
# ruff: noqa
# Kahn's algorithm counts children; a subclass for each operation with its own forward and slopes.


def gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4):
    Leaf = type(inputs[0])
    fresh = [Leaf(x.data) for x in inputs]
    f(*fresh).backward()
    failures = []
    for k, x in enumerate(fresh):
        at = x.data
        x.data = at + eps
        high = f(*fresh).data
        x.data = at - eps
        low = f(*fresh).data
        x.data = at
        slope = (high - low) / (2 * eps)
        if math.isnan(x.grad) or abs(x.grad - slope) > atol + rtol * abs(slope):
            failures.append(f"input {k}: engine {x.grad:.8g}, nudged {slope:.8g}")
    if failures:
        raise AssertionError("; ".join(failures))
    return True


broken = {"engine": "B", "operator": "/", "passes at": 20 / 7, "refused at": 4.0}
