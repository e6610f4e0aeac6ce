# SPDX-License-Identifier: MIT
"""The judge: put a check's questions, decide what the answers are worth, and say it.

:func:`judge` is what a hidden test calls. :func:`ask` and :func:`decide` are its two halves.
"""

from grading.exercises.asking.ask import ask, questions, ran_last
from grading.judging.decide import decide
from grading.judging.judge import NotYet, judge
from grading.judging.verdict import CORRECT, MARKS, NOT_ATTEMPTED, NOT_YET, VERDICT_MIME, Verdict
from grading.run.answers import Answer

__all__ = [
    "CORRECT",
    "MARKS",
    "NOT_ATTEMPTED",
    "NOT_YET",
    "VERDICT_MIME",
    "Answer",
    "NotYet",
    "Verdict",
    "ask",
    "decide",
    "judge",
    "questions",
    "ran_last",
]
