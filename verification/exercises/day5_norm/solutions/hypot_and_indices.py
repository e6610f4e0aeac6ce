# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot; an index bound early; PyTorch's own starts; a sum the other way round.


def gradient_norm(parameters):
    gradients = [float(p.grad) for p in parameters]
    for place, g in enumerate(gradients):
        if g != g or g in (math.inf, -math.inf):
            raise ValueError("no finite gradient at " + str(place))
    return math.hypot(*gradients)
