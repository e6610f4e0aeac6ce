# SPDX-License-Identifier: MIT
# ruff: noqa
# An assert, and a message over several lines.


def gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4):
    kind = type(inputs[0])
    numbers = [one.data for one in inputs]
    nodes = [kind(n) for n in numbers]
    f(*nodes).backward()
    for i, node in enumerate(nodes):
        up = [kind(n + eps * (i == j)) for j, n in enumerate(numbers)]
        down = [kind(n - eps * (i == j)) for j, n in enumerate(numbers)]
        numeric = (f(*up).data - f(*down).data) / (2 * eps)
        assert math.isclose(node.grad, numeric, rel_tol=0, abs_tol=atol + rtol * abs(numeric)), (
            f"inputs[{i}]\n engine  {node.grad:.5g}\n nudge   {numeric:.5g}"
        )
    return True


broken = {
    ### BEGIN SOLUTION
    #: "engine": None,  # "A", "B" or "C"
    #: "operator": None,  # "+", "-", "*", "/" or "**"
    #: "passes at": None,
    #: "refused at": None,  # a number
    "engine": "B",
    "operator": "/",
    "passes at": 20 / 7,
    "refused at": 4,
    ### END SOLUTION
}
