# SPDX-License-Identifier: MIT
"""How often Python's garbage collector runs, in notebooks and while work is graded.

A node holds the closure of its backward pass, and the closure holds the node. So reference counts never free a graph:
each one waits for the collector. By default that runs after every 700 new objects, once for each hundred nodes or so,
and every full run visits all objects of PyTorch and matplotlib, too. It took up to two thirds of a training.
"""

import gc

__all__ = ["collect_less_often"]

# Chosen by measurement. The first is more than the objects of one step of most trainings here, so most graphs are freed
# before they are moved to an older generation. The product of the three is about how many dead objects wait for a full
# run, and so bounds their memory, however long a training is: some 300 MB. Freezing what is imported (`gc.freeze`)
# made no further difference.
THRESHOLDS = (100_000, 5, 3)


def collect_less_often() -> None:
    """Let the garbage collector run less often in this process, and in those that are forked from it."""
    gc.set_threshold(*THRESHOLDS)
