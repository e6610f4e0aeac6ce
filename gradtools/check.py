# SPDX-License-Identifier: MIT
"""The learner's report inside the notebook: ``check()`` grades the saved file and shows points and verdicts.

The grader runs in a process of its own and answers in JSON, so nothing of it is imported here and the notebook's own
names stay untouched.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any

from . import kernel
from .failing import draw_failing, failing_of_next
from .grader import NotGraded, grade
from .output import markdown_table, show, text_table
from .progress_line import Line
from .saving import edited_since, not_saved, save
from .stepper.failing import remember

QUIET_LINE = "check() grades this notebook when you run this cell yourself."
OLDER = (
    "The file on disk is older than this page, so this result may be out of date. Save the notebook (Ctrl+S), then run "
    "`{call}` again."
)
UNSAVED = "You have run cells that are not in the saved file: save (Ctrl+S) and call check() again."
EXERCISE = re.compile(r"(?<!\d)\d+\.\d+")


def check(what: str | Path | None = None) -> None:
    """Grade the notebook that this is called from, and show the points and the verdicts.

    The page is asked to save the notebook first; what is graded is the file. Where the next thing to mend is about a
    graph, the smallest such graph is drawn, with what is wrong marked.

    The notebook is read and never written. What was run and does not stand in the saved file is noticed and said. While
    a notebook is graded, tested or built by a program, one constant line is printed instead, and nothing for a single
    exercise.

    Args:
        what: The number of an exercise, such as ``"1.1"``, to ask for that one alone, which is quicker. Or the file of
            a notebook, where it can't be told which one this is.
    """
    # There `check()` must not start another run.
    exercise = str(what) if EXERCISE.fullmatch(str(what)) else ""
    if os.environ.get(kernel.RUNNING):
        if not exercise:
            print(QUIET_LINE)
        return
    line = Line()
    try:
        notebook = find_notebook() if exercise or what is None else Path(what)
        is_saved = save(notebook, line.show)
        result = grade(notebook, exercise, lambda place, count: line.say(_under_way(notebook.name, place, count)))
    except NotGraded as trouble:
        line.end({"text/markdown": _escaped(str(trouble)), "text/plain": str(trouble)})
        return
    saved = notebook.stat().st_mtime
    # The latest is the cell that called this: nothing of it is graded.
    runs = kernel.ran()[:-1]
    unsaved = not_saved(notebook, {run.source: run.at for run in runs}) if is_saved else []
    if is_saved and not unsaved:
        edited = set(edited_since(notebook, runs))
        numbers = [one["number"] for one in result["exercises"] if one["id"] in edited]
        result = {**result, "warnings": [*result["warnings"], *map(_edited, numbers)]}
    older = "" if is_saved else OLDER.format(call=_call(result))
    markdown, text = as_markdown(result, notebook.name, saved, unsaved), as_text(result, notebook.name, saved, unsaved)
    line.end({"text/markdown": f"**{older}**\n\n{markdown}" if older else markdown,
              "text/plain": f"{older}\n{text}" if older else text})  # fmt: skip
    found = failing_of_next(result)
    if found is not None:
        check_id, graph = found
        remember(graph)
        show(draw_failing(graph, _caption(check_id, graph["nodes"])).bundles())


def _caption(check_id: str, nodes: list[dict[str, Any]]) -> str:
    caption = f"The smallest graph on which {check_id} goes wrong. A thick frame and the word WRONG mark the place."
    if any(node.get("missing") for node in nodes):
        caption += " A dashed edge is one that is missing."
    if any(node["grad"] for node in nodes):
        caption += " To step through it with your class: `from gradtools import step_failing`, then `step_failing()`."
    return caption


def _under_way(name: str, place: int, count: int) -> str:
    return f"Grading {name}: check {place} of {count} ..."


def _edited(number: str) -> str:
    return (
        f"The cell of exercise {number} was edited after you ran it. Graded is what it says now; run it, so that the "
        "cells below use it, too."
    )


def find_notebook() -> Path:
    """Return the notebook that this kernel belongs to.

    Raises:
        NotGraded: There is none, or more than one.
    """
    found = kernel.notebooks()
    if len(found) == 1:
        return found[0]
    here = ", ".join(path.name for path in found) or "no notebook of a day"
    raise NotGraded(
        "check() can't tell which notebook this is. Name the file, for instance "
        f'check("day1_value_class.ipynb"). In this folder: {here}.'
    )


def as_markdown(result: dict[str, Any], name: str, saved: float, unsaved: list[str]) -> str:
    """Return the report as Markdown without HTML.

    Args:
        result: What :func:`grade` returned.
        name: The file's name.
        saved: When it was saved, in seconds since 1970.
        unsaved: What :func:`not_saved` returned.
    """
    parts = [f"**{_escaped(result['unconfined'])}**"] if "unconfined" in result else []
    parts += [
        f"**{_label(result)}: {result['points']:g} of {result['max_points']:g} points{_unjudged(result)}.** "
        f"Graded is `{name}` as saved at {_clock(saved)}."
    ]
    if unsaved:
        parts.append(f"**{_escaped(UNSAVED)}** The first of them begins with `{_first_line(unsaved[0])}`.")
    rows = [
        [f"{exercise['mark']} {exercise['outcome']}", _linked(exercise, _titled(exercise)), _share(exercise)]
        for exercise in result["exercises"]
    ]
    parts.append(markdown_table(["Outcome", "Exercise", "Points"], rows))
    for exercise in result["exercises"]:
        if exercise["outcome"] == "not yet":
            parts.append(f"**{_linked(exercise, _titled(exercise))}**")
            parts.append("\n".join(f"- {_checks(finding)}: {finding['markdown']}" for finding in exercise["findings"]))
    parts.extend(f"Note: {_named(warning, result['exercises'])}" for warning in result["warnings"])
    parts.append(f"**Next:** {result['next_markdown']}{_escaped(_ask_again(result))}")
    return "\n\n".join(parts)


def as_text(result: dict[str, Any], name: str, saved: float, unsaved: list[str]) -> str:
    """Return the report as plain text; takes what :func:`as_markdown` takes."""
    lines = [result["unconfined"]] if "unconfined" in result else []
    lines += [
        f"{_label(result)}: {result['points']:g} of {result['max_points']:g} points{_unjudged(result)}. "
        f"Graded is {name} as saved at {_clock(saved)}."
    ]
    if unsaved:
        lines.append(UNSAVED)
    rows = [
        [f"{exercise['mark']} {exercise['outcome']}", _titled(exercise), _share(exercise)]
        for exercise in result["exercises"]
    ]
    lines.extend(["", text_table(["Outcome", "Exercise", "Points"], rows), ""])
    for exercise in result["exercises"]:
        if exercise["outcome"] == "not yet":
            lines.extend(f"{', '.join(finding['checks'])}: {finding['message']}" for finding in exercise["findings"])
    lines.extend(f"Note: {warning}" for warning in result["warnings"])
    lines.append(f"Next: {result['next']}{_ask_again(result)}")
    return "\n".join(lines)


def _ask_again(result: dict[str, Any]) -> str:
    """Say how to ask again, if something is left to do."""
    done = all(exercise["outcome"] == "correct" for exercise in result["exercises"])
    return "" if done else f" Then call {_call(result)} once more."


def _call(result: dict[str, Any]) -> str:
    only = result.get("only", "")
    return f'check("{only}")' if only else "check()"


def _label(result: dict[str, Any]) -> str:
    return result["assignment"].replace("day", "Day ")


def _unjudged(result: dict[str, Any]) -> str:
    """Say how many points hang on what the grader could not judge, by a fault of its own."""
    points = result.get("unjudged_points", 0)
    return f", {points:g} not judged" if points else ""


def _titled(exercise: dict[str, Any]) -> str:
    return f"{exercise['number']} {exercise['title']}"


def _linked(exercise: dict[str, Any], text: str) -> str:
    """Return a text as a link to the card of an exercise, where its address is known."""
    return f"[{_escaped(text)}]({exercise['address']})" if exercise.get("address") else _escaped(text)


def _named(sentence: str, exercises: list[dict[str, Any]]) -> str:
    """Return a sentence in which each number of an exercise is a link."""
    known = {exercise["number"]: exercise for exercise in exercises}
    return EXERCISE.sub(lambda found: _linked(known.get(found[0], {}), found[0]), _escaped(sentence))


def _share(exercise: dict[str, Any]) -> str:
    return f"{exercise['points']:g} of {exercise['max_points']:g}"


def _checks(finding: dict[str, Any]) -> str:
    return ", ".join(f"`{name}`" for name in finding["checks"])


def _clock(seconds: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(seconds))


def _first_line(source: str) -> str:
    return source.strip().split("\n")[0][:60].replace("`", "'")


def _escaped(text: str) -> str:
    """Return a text in which nothing is read as markup."""
    return re.sub(r"([\\*_<>\[\]$`#~|])", r"\\\1", text)
