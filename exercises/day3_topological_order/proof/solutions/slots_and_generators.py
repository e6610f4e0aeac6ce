# SPDX-License-Identifier: MIT
# ruff: noqa
# `__slots__`; the sort is a generator over a stack of iterators; `backward` has its own loop and calls nothing else.


def topological_order(root):
    def walk():
        seen, stack = {root}, [(root, iter(root._prev))]
        while stack:
            node, parents = stack[-1]
            for parent in parents:
                if parent not in seen:
                    seen.add(parent)
                    stack.append((parent, iter(parent._prev)))
                    break
            else:
                stack.pop()
                yield node

    return [*walk()]
