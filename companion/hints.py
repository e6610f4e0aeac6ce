# SPDX-License-Identifier: MIT
"""``hint("2.4")``: the next step of help for an answer found on paper."""

import os
from html import escape

from language.text import say, template

from . import cards, files, kernel, mistakes, steps
from .check import as_on_the_page
from .grader import Line, NotGraded, grade

NOTHING = template(
    "Exercise {number} has no wrong answer that was found on paper, so there is no next step to show. If it is still "
    "empty, write an answer first, even a guess. The hints on its card help you begin."
)
ALL = template("You have seen every step for exercise {number}. Read the section that the verdict names.")


def hint(number: str) -> None:
    """Show the next step of help for the first wrong answer of an exercise that was found on paper and has one left.

    The notebook is saved and graded as by ``check()``. Silent while a program runs the notebook.

    Args:
        number: The number of an exercise, such as ``"2.4"``.
    """
    if os.environ.get(kernel.RUNNING):
        return
    line = Line()
    try:
        notebook = as_on_the_page(None, str(number), line)
        result = grade(notebook, str(number))
    except NotGraded as trouble:
        line.end({"text/plain": str(trouble)})
        return
    path = files.shared(files.folder(notebook)) / mistakes.FILE
    trouble = mistakes.note(result, path)
    exercise = next((one for one in result["exercises"] if one["number"] == str(number)), None)
    shown = steps.next_step(exercise, path) if exercise else {}
    if not shown:
        has_steps = bool(exercise and mistakes.helped(exercise))
        said = say(ALL if has_steps else NOTHING, number=number)
        shown = {"message": said, "html": f"<p>{escape(said, quote=False)}</p>"}
    said = "\n".join([*trouble, shown["message"]])
    line.end({"text/html": cards.styled(shown["html"]), "text/plain": said})
