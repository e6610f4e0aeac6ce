# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.

import numpy


def gradient_norm(parameters):
    vector = numpy.array([p.grad for p in parameters], dtype=float)
    bad = numpy.flatnonzero(~numpy.isfinite(vector))
    if len(bad):
        raise ValueError(f"parameter {bad[0]}: {vector[bad[0]]}")
    return numpy.linalg.norm(vector)
