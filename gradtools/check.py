# SPDX-License-Identifier: MIT
"""The learner's report inside the notebook: ``check()`` grades the saved file and shows points and verdicts.

The grader runs in a process of its own and answers in JSON, so nothing of it is imported here and the notebook's own
names stay untouched.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Any

from . import kernel
from .failing import draw_failing, smallest
from .output import markdown_table, show, text_table

GRADER = "grading"
COURSE = Path(__file__).resolve().parent.parent
QUIET_LINE = "check() grades this notebook when you run this cell yourself."
UNSAVED = "You have run cells that are not in the saved file: save (Ctrl+S) and call check() again."
# The grader of this kernel, once it was asked.
_grader: subprocess.Popen[str] | None = None
# What it says when it fails; open for as long as this kernel is.
_errors: IO[str] | None = None


class NotGraded(Exception):
    """The notebook could not be graded; the text is what the learner reads."""


def check(path: str | Path | None = None) -> None:
    """Grade the notebook that this is called from, as it is saved, and show the points and the verdicts.

    Where a verdict is about a graph, the smallest such graph is drawn, with what is wrong marked.

    The notebook is read and never written. Cells that were run after the last save and do not stand in the saved file
    are noticed and said. While a notebook is graded, tested or built, one constant line is printed instead.

    Args:
        path: The notebook to grade; without it the one that this kernel belongs to.
    """
    # There `check()` must not start another run.
    if os.environ.get(kernel.RUNNING):
        print(QUIET_LINE)
        return
    try:
        notebook = Path(path) if path is not None else find_notebook()
        result = grade(notebook)
    except NotGraded as trouble:
        show([{"text/markdown": _escaped(str(trouble)), "text/plain": str(trouble)}])
        return
    saved = notebook.stat().st_mtime
    # The latest is the cell that called this: nothing of it is graded.
    unsaved = not_saved(notebook, {run.source: run.at for run in kernel.ran()[:-1]})
    show([{"text/markdown": as_markdown(result, notebook.name, saved, unsaved),
           "text/plain": as_text(result, notebook.name, saved, unsaved)}])  # fmt: skip
    found = smallest(result)
    if found is not None:
        caption = f"The smallest graph on which {found[0]} goes wrong. A thick frame and the word WRONG mark the place."
        show(draw_failing(found[1], caption).bundles())


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


def grade(notebook: Path) -> dict[str, Any]:
    """Return the grader's result of a saved notebook; CONTRIBUTING.md describes its shape.

    The grader stays for as long as this kernel does: the first call waits for its start, the others do not.

    Raises:
        NotGraded: The grader refused the file; the text is its reason.
    """
    global _grader
    for _ in range(2):
        if _grader is None or _grader.poll() is not None:
            _grader = _started()
        try:
            line = _answer(_grader, notebook)
        except BaseException:  # Interrupted, say: what it says next would be the answer to this question.
            _grader.kill()
            _grader = None
            raise
        if line:
            result = dict(json.loads(line))
            if "refused" in result:
                raise NotGraded(f"The notebook was not graded: {result['refused']}")
            return result
        # It came to its end: once more, with a new one.
        _grader.wait()
        told = _said()
        _grader = None
    lines = [text.strip() for text in told.splitlines() if text.strip()]
    reason = lines[-1].removeprefix(f"{GRADER}: ") if lines else "the grader ended without an answer."
    raise NotGraded(f"The notebook was not graded: {reason}")


def _started() -> subprocess.Popen[str]:
    global _errors
    _errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
    # From the course's folder: a file such as json.py beside the notebook must not stand in for a module. In a session
    # of its own: the kernel's stop button interrupts the kernel.
    return subprocess.Popen(
        [sys.executable, "-m", GRADER, "serve"],
        cwd=COURSE,
        env={**os.environ, "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=_errors,
        encoding="utf-8",
        start_new_session=True,
    )


def _said() -> str:
    assert _errors is not None
    _errors.seek(0)
    return _errors.read()


def _answer(grader: subprocess.Popen[str], notebook: Path) -> str:
    """Return the line with which a grader answers; "" where it came to its end."""
    assert grader.stdin is not None
    assert grader.stdout is not None
    try:
        grader.stdin.write(json.dumps({"notebook": str(notebook.absolute())}) + "\n")
        grader.stdin.flush()
    except OSError:
        return ""
    return grader.stdout.readline()


def not_saved(notebook: Path, run_at: dict[str, float]) -> list[str]:
    """Return the cells that were run since the file was saved and do not stand in it.

    A cell that was run before the last save and is not in the file was edited or deleted since, and that is saved.

    Args:
        notebook: The saved file.
        run_at: The text of each cell that was run -> when it was run last, in seconds since 1970.
    """
    saved = {_text(cell.get("source", "")) for cell in json.loads(notebook.read_text("utf-8")).get("cells", [])}
    when = notebook.stat().st_mtime
    return [source for source, at in run_at.items() if at > when and source.strip() and _text(source) not in saved]


def _text(source: str | list[str]) -> str:
    return (source if isinstance(source, str) else "".join(source)).strip()


def as_markdown(result: dict[str, Any], name: str, saved: float, unsaved: list[str]) -> str:
    """Return the report as Markdown without HTML.

    Args:
        result: What :func:`grade` returned.
        name: The file's name.
        saved: When it was saved, in seconds since 1970.
        unsaved: What :func:`not_saved` returned.
    """
    parts = [
        f"**{_label(result)}: {result['points']:g} of {result['max_points']:g} points.** "
        f"Graded is `{name}` as saved at {_clock(saved)}."
    ]
    if unsaved:
        parts.append(f"**{_escaped(UNSAVED)}** The first of them begins with `{_first_line(unsaved[0])}`.")
    rows = [
        [f"{exercise['mark']} {exercise['outcome']}", _escaped(_titled(exercise)), _share(exercise)]
        for exercise in result["exercises"]
    ]
    parts.append(markdown_table(["Outcome", "Exercise", "Points"], rows))
    for exercise in result["exercises"]:
        if exercise["outcome"] == "not yet":
            parts.append(f"**{_escaped(_titled(exercise))}**")
            parts.append("\n".join(f"- {_checks(finding)}: {finding['markdown']}" for finding in exercise["findings"]))
    parts.extend(f"Note: {_escaped(warning)}" for warning in result["warnings"])
    parts.append(f"**Next:** {result['next_markdown']}{_escaped(_ask_again(result))}")
    return "\n\n".join(parts)


def as_text(result: dict[str, Any], name: str, saved: float, unsaved: list[str]) -> str:
    """Return the report as plain text; takes what :func:`as_markdown` takes."""
    lines = [
        f"{_label(result)}: {result['points']:g} of {result['max_points']:g} points. "
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
    return "" if done else " Save, and call check() once more."


def _label(result: dict[str, Any]) -> str:
    return result["assignment"].replace("day", "Day ")


def _titled(exercise: dict[str, Any]) -> str:
    return f"{exercise['number']} {exercise['title']}"


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
