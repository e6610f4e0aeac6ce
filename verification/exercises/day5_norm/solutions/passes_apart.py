# SPDX-License-Identifier: MIT
# ruff: noqa
# Each sample has its own backward pass and the gradients add up; the norm is scaled by the largest size, so that
# no square overflows; the skip net is built from the inside out.


def gradient_norm(parameters):
    largest, scaled = 0.0, 0.0
    for position, parameter in enumerate(parameters):
        size = abs(parameter.grad)
        if math.isnan(size) or math.isinf(size):
            raise ValueError(f"parameters[{position}].grad = {parameter.grad}")
        if size > largest:
            scaled = 1.0 + scaled * (largest / size) ** 2
            largest = size
        elif size > 0:
            scaled += (size / largest) ** 2
    return largest * math.sqrt(scaled)
