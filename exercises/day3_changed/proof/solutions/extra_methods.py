# SPDX-License-Identifier: MIT
# ruff: noqa
# The pairs of a parent and its version in a dictionary by identity; a method of its own says whether a graph is up to date.

changed = dict(node="a", to=4.0, kept=10.0)


class Careful:
    def __init__(self, data, _prev=()):
        self.grad, self._prev, self._backward, self.changes = 0.0, tuple(_prev), lambda: None, -1
        self.data = data
        self.then = {id(parent): parent.changes for parent in _prev}

    data = property(lambda self: self._number, lambda self, number: self._set(number))

    def _set(self, number):
        self._number = float(number)
        self.changes = self.changes + 1

    def _made(self, number, other, rule):
        out = Careful(number, (self, other))
        out._backward = lambda: rule(out.grad)
        return out

    def __add__(self, other):
        def rule(g):
            self.grad += g
            other.grad += g

        return self._made(self.data + other.data, other, rule)

    def __mul__(self, other):
        def rule(g):
            self.grad += other.data * g
            other.grad += self.data * g

        return self._made(self.data * other.data, other, rule)

    def is_up_to_date(self):
        return all(parent.changes == node.then[id(parent)] for node in topological_order(self) for parent in node._prev)

    def backward(self):
        if not self.is_up_to_date():
            raise RuntimeError("the data of a parent changed")
        nodes = list(topological_order(self))
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while nodes:
            nodes.pop()._backward()
