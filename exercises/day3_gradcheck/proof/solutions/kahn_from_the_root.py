# SPDX-License-Identifier: MIT
# ruff: noqa
# In place, moved back, as loops.


def gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4):
    for leaf in inputs:
        leaf.grad = 0.0
    f(*inputs).backward()
    for place in range(len(inputs)):
        leaf, start = inputs[place], inputs[place].data
        leaf.data = start + eps
        high = f(*inputs).data
        leaf.data = start - eps
        low = f(*inputs).data
        leaf.data = start
        slope = (high - low) / (2 * eps)
        close = abs(leaf.grad - slope) <= atol + rtol * abs(slope)
        if not close:
            raise AssertionError("argument %d: backward %.6f, numeric %.6f" % (place, leaf.grad, slope))
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
    "refused at": 2,
    ### END SOLUTION
}
