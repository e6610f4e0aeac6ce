# SPDX-License-Identifier: MIT
"""What works in the background of a learner's notebook from its first cell on."""

import gc

from . import browser, grader, hiding, kernel, waiting
from .stepper.widget import prepare

# Chosen by measurement. The first is more than the objects of one step of most trainings here, so most graphs are freed
# before they are moved to an older generation; and it is more than most checks leave behind. The product of the three
# is about how many dead objects wait for a full run, and so bounds their memory, however long a training is: some
# 300 MB. Freezing what is imported (`gc.freeze`) made no further difference.
THRESHOLDS = (250_000, 3, 2)


def start() -> None:
    """Start all that works in the background of a learner's notebook; a second call in a kernel changes nothing.

    - Python's garbage collector runs less often: :func:`collect_less_often`.
    - What a cell shows stays hidden while the prediction that it answers is open: :mod:`.hiding`.
    - The cells that are run are noted, with the time of the run: :mod:`.kernel`.
    - An error that only means "not written yet" is shown as one calm line, and a check that fails says what came:
      :mod:`.waiting`.
    - The grader starts after the first cell, where the lab asks for that: :mod:`.grader`.
    - What live figures need is loaded when the kernel is idle next: :mod:`companion.stepper.widget`.
    """
    shell = kernel.shell()
    if shell is None or getattr(shell, "_autograd_in_five_days", False):
        return
    shell._autograd_in_five_days = True
    collect_less_often()
    if browser.IS_HERE:
        browser.mend(shell)
    hiding.install(shell)  # Before `waiting`: it looks at errors as they came.
    kernel.watch(shell)
    waiting.install(shell)
    grader.install(shell)
    prepare()


def collect_less_often() -> None:
    """Let the garbage collector run less often in this process, and in those that are forked from it.

    A node holds the closure of its backward pass, and the closure holds the node. So reference counts never free a
    graph: each one waits for the collector. By default that runs after every 700 new objects, once for each hundred
    nodes or so, and every full run visits all objects of PyTorch and matplotlib, too. It took up to two thirds of a
    training.
    """
    gc.set_threshold(*THRESHOLDS)
