# SPDX-License-Identifier: MIT
"""How a learner's code refuses what it can't use."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from judge.run.messages import Argument, sentence

# What is said of a call that refuses nothing.
AN_ANSWER = ["an answer"]


def refusal(call: Callable[[], Any], *numbers: int) -> Any:
    """Say how a call is refused: whether by a ValueError, and which of the numbers its text has."""
    try:
        call()
    except ValueError as error:
        said = re.findall(r"\d+", str(error))
        return ["ValueError", *(str(number) for number in numbers if str(number) in said)]
    return AN_ANSWER


def refused_at_all(answer: Any) -> Argument:
    """Return in words a refusal, whatever its text is."""
    if not isinstance(answer, list):
        return sentence("{words:answer}", words=str(answer))
    refuses = answer != AN_ANSWER
    return sentence("a {kind}", kind=answer[0]) if refuses else sentence("an answer, as if nothing were wrong")
