# SPDX-License-Identifier: MIT
# ruff: noqa
# A clock for the whole class: a node notes when it was made, and when its data was set last. No parent may be set later than its child was made.

import itertools

changed = {"node": "a", "to": 20 / 5, "kept": 2 * 5}


class Careful:
    clock = itertools.count()

    def __init__(self, data, _prev=()):
        self._prev = tuple(_prev)
        self.data = data
        self.grad = 0.0
        self.made = next(Careful.clock)

    def __setattr__(self, name, thing):
        super().__setattr__(name, float(thing) if name == "data" else thing)
        if name == "data":
            self.last = next(Careful.clock)

    def __add__(self, other):
        return Sum(self.data + other.data, (self, other))

    def __mul__(self, other):
        return Product(self.data * other.data, (self, other))

    def slopes(self):
        return ()

    def backward(self):
        order = topological_order(self)
        late = [node for node in order for parent in node._prev if parent.last > node.made]
        if late:
            raise RuntimeError(f"{len(late)} nodes are out of date")
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for parent, slope in zip(node._prev, node.slopes()):
                parent.grad += slope * node.grad


class Sum(Careful):
    def slopes(self):
        return 1.0, 1.0


class Product(Careful):
    def slopes(self):
        return self._prev[1].data, self._prev[0].data
