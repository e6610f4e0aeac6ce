# SPDX-License-Identifier: MIT
"""Help in steps for an answer found on paper: what kind of thing is wrong, why, and last what decides the question.

Each different wrong answer gets one step more, and so does each call of ``hint()``. No step costs a point.
"""

import contextlib
from pathlib import Path
from typing import Any

from gradtools.output import inline
from language.text import say, template

from . import mistakes

MORE = template(
    "`from gradtools import hint`, then `{call}`, shows the next step. It costs no points. A different wrong answer "
    "shows the next step, too."
)
AGAIN = template("To practise: `from gradtools import again`, then `{call}`, asks it with other numbers.")


def in_steps(result: dict[str, Any], steps: dict[str, int]) -> dict[str, Any]:
    """Return the grader's result with each card up to the step that its check has come to, the first without one."""
    return {**result, "exercises": [_exercise(one, steps) for one in result["exercises"]]}


def _exercise(exercise: dict[str, Any], steps: dict[str, int]) -> dict[str, Any]:
    findings = [_finding(each, steps, exercise["number"]) for each in exercise["findings"]]
    return {**exercise, "findings": findings}


def _finding(finding: dict[str, Any], steps: dict[str, int], number: str) -> dict[str, Any]:
    cards = finding.get("steps")
    if not cards:
        return finding
    step = min(steps.get(finding["checks"][0], 0), len(cards) - 1)
    shown = {**finding, **cards[step]}
    more = [say(MORE, call=f'hint("{number}")')] if cards[step] != cards[-1] else []
    more += [say(AGAIN, call=f'again("{number}")')] if finding.get("again") else []
    shown["message"] += "".join(f"\n{one}" for one in more)
    shown["html"] += "".join(f"<p>{inline(one)}</p>" for one in more)
    return shown


def next_step(exercise: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return the first card of an exercise that has a step left, one step further; empty where none has.

    ``path`` is the file that keeps how far each check has come.
    """
    for finding in exercise["findings"]:
        cards, check = finding.get("steps"), finding["checks"][0]
        here = min(mistakes.steps_of(path).get(check, 0), len(cards) - 1) if cards else 0
        if not cards or cards[here] == cards[-1]:
            continue
        # Where a mistake has no name, the second step says nothing more than the first.
        further = next(at for at in range(here, len(cards)) if cards[at] != cards[here])
        # The step is shown even where nothing can be written.
        with contextlib.suppress(OSError):
            for _ in range(further - here):
                mistakes.ask_for_more(check, path)
        return _finding(finding, {check: further}, exercise["number"])
    return {}
