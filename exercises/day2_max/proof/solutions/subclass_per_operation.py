# SPDX-License-Identifier: MIT
# ruff: noqa
# A subclass for each operation, each with its own `_backward` method.


class Max(Value):
    def __init__(self, left, right):
        super().__init__(max(left.data, right.data), (left, right), "max")

    def _backward(self):
        left, right = self._prev
        if left.data < right.data:
            left = right
        left.grad += self.grad


maximum = Max
