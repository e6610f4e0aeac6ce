# SPDX-License-Identifier: MIT
"""Questions about the paper and about ``Tensor``: one step of each operation, then ``backward``."""

from exercises.day6_tensor.probes import backward, matmul, paper, shapes

__all__ = ["backward", "matmul", "paper", "shapes"]
