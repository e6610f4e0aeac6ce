# SPDX-License-Identifier: MIT
"""The judge: questions, answers, what differs and what it is called."""

from grading.judging.judge import *  # noqa: F403
from grading.judging.judge import probes_of, questions  # noqa: F401
