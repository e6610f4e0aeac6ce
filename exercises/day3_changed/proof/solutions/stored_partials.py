# SPDX-License-Identifier: MIT
# ruff: noqa
# The numbers themselves are remembered, and the rules keep theirs: a change is refused although the gradients would be right.

changed = {"node": "a", "to": 4, "kept": 10}


class Careful:
    def __init__(self, data, _prev=(), partials=()):
        self.data, self.grad, self._prev, self.partials = float(data), 0.0, list(_prev), partials
        self.seen = [parent.data for parent in _prev]

    def __add__(self, other):
        return Careful(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        return Careful(self.data * other.data, (self, other), (other.data, self.data))

    def backward(self):
        order = topological_order(self)
        if any(parent.data != before for node in order for parent, before in zip(node._prev, node.seen)):
            raise RuntimeError("out of date")
        for node in order:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in order[::-1]:
            for parent, partial in zip(node._prev, node.partials):
                parent.grad += partial * node.grad
