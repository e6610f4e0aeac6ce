# SPDX-License-Identifier: MIT
"""How often Python's garbage collector runs, in notebooks and while work is graded.

A node holds the closure of its backward pass, and the closure holds the node. So reference counts never free a graph:
each one waits for the collector. By default that runs after every 700 new objects, once for each hundred nodes or so,
and every full run visits all objects of PyTorch and matplotlib, too. It took up to two thirds of a training.
"""

import gc

__all__ = ["collect_less_often"]

# Chosen by measurement. The product of the three is about the number of dead objects that wait before a full run:
# 2,500,000, or some 400 MB, however long a training is. Larger numbers are no faster and need more memory. Freezing
# what is imported (`gc.freeze`) made no difference any more.
THRESHOLDS = (50_000, 10, 5)


def collect_less_often() -> None:
    """Let the garbage collector run less often in this process, and in those that are forked from it."""
    gc.set_threshold(*THRESHOLDS)
