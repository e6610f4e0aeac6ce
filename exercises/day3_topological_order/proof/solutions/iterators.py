# SPDX-License-Identifier: MIT
# ruff: noqa
# A stack of iterators, as a generator.


def topological_order(root):
    def walk():
        seen, path = {id(root)}, [(root, iter(root._prev))]
        while path:
            node, parents = path[-1]
            for parent in parents:
                if id(parent) not in seen:
                    seen.add(id(parent))
                    path.append((parent, iter(parent._prev)))
                    break
            else:
                path.pop()
                yield node

    return list(walk())
