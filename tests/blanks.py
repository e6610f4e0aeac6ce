# SPDX-License-Identifier: MIT
"""Runs a day's notebook with some exercises blank, in a shell that shows what a learner sees.

All of it happens in children of the process that asks, so nothing of a day is left behind. The cells above an exercise
run once: where it is blank, a further child goes on from there.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import re
import shutil
import sys
import traceback
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import nbformat
from IPython.core.interactiveshell import InteractiveShell
from support import answers_of
from traitlets.config import Config

from building import editions
from companion import kernel, waiting
from judge.notebooks import course, reference
from judge.notebooks.cells import exercises, grade_id, is_grade, is_solution
from judge.notebooks.stubs import STUB_MARK
from judge.run.words import LANGUAGE

# A cell that asks the grader, which takes seconds and says what its own tests hold.
ASKS_THE_GRADER = re.compile(r"^\s*(?:gradtools\.)?(?:check|recall)\(", re.MULTILINE)
HIDDEN_TESTS = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS", re.DOTALL)
NUMBER = re.compile(r"\b\d\.\d+\b")
REGION = re.compile(r"^( *)### BEGIN SOLUTION\n(.*?)^ *### END SOLUTION$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Shown:
    """What a cell showed, whether it counts as run, and how many figures it left open; and the kind of cell it is."""

    cell: str
    is_check: bool
    takes_time: bool  # and shows how long
    text: str
    counts: bool
    open_figures: int

    @property
    def calm(self) -> str:
        """The line that says what the cell waits for; "" where it does not."""
        return next((line for line in self.text.split("\n") if line.startswith(waiting.MARK)), "")


class Notebook:
    """A day's notebook, in a folder of its own and in the shell of this process."""

    def __init__(self, day: int, folder: Path, language: str) -> None:
        notebook = editions.english(course.assignment(day))
        if language != "en":
            notebook = editions.edition(notebook, language)
            LANGUAGE.set(language)
        self.answers, self.solutions = answers_of(day), reference.solutions(day)
        self.numbers = {exercise.id: exercise.number for exercise in exercises(notebook)}
        self.cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        folder.mkdir()
        os.chdir(folder)
        nbformat.write(notebook, course.assignment(day).learner_notebook.name)
        os.environ.pop(kernel.RUNNING, None)
        os.environ["MPLBACKEND"] = "agg"
        config = Config({"HistoryManager": {"enabled": False}})
        self.shell = InteractiveShell.instance(config=config, colors="nocolor")
        kernel.watch(self.shell)
        waiting.install(self.shell)

    def number(self, cell: Any) -> str:
        """Return the number of the exercise that an answer cell answers; "" for another cell."""
        return self.numbers[str(grade_id(cell))] if is_solution(cell) else ""

    def run(self, cells: Iterable[Any], blank: Collection[str], wrong: bool = False) -> list[Shown]:
        """Run cells with right answers, but for the exercises that are blank, or raise an error of their own."""
        shown = []
        for cell in cells:
            source = HIDDEN_TESTS.sub("", cell.source)
            if is_solution(cell) and self.number(cell) not in blank:
                source = self.answers[str(grade_id(cell))]
            elif is_solution(cell) and wrong:
                source = REGION.sub(_raising, self.solutions[str(grade_id(cell))])
            if not ASKS_THE_GRADER.search(source):
                shown.append(self._show(cell, source))
        return shown

    def go_on(self, above: list[Shown], place: int, number: str, wrong: bool) -> list[Shown]:
        """Run the cells from a place on with one exercise blank or wrong, in a copy of the folder."""
        os.chdir(shutil.copytree(Path.cwd(), Path.cwd().with_name(number)))
        return above + self.run(self.cells[place:], [number], wrong)

    def _show(self, cell: Any, source: str) -> Shown:
        screen = io.StringIO()
        with contextlib.redirect_stdout(screen), contextlib.redirect_stderr(screen):
            done = self.shell.run_cell(source, store_history=True, cell_id=cell.id)
        pyplot = sys.modules.get("matplotlib.pyplot")
        left = pyplot.get_fignums() if pyplot else []
        for number in left:
            pyplot.close(number)
        takes_time = "nbval-skip" in cell.metadata.get("tags", [])
        # A bar of progress writes over its own line.
        text = re.sub(r".*\r", "", screen.getvalue()).strip()
        return Shown(cell.id, is_grade(cell), takes_time, text, done.success, len(left))


@functools.cache
def numbers_of(day: int) -> list[str]:
    """Return the numbers of a day's exercises."""
    return [exercise.number for exercise in exercises(editions.english(course.assignment(day)))]


def with_blank(
    day: int, blank: Collection[str], folder: Path, language: str = "en", wrong: bool = False
) -> list[Shown]:
    """Return what the cells of a day show where these exercises are blank, or raise an error of their own."""

    def work() -> list[Shown]:
        notebook = Notebook(day, folder, language)
        return notebook.run(notebook.cells, blank, wrong)

    return _in_a_child(work, folder.with_suffix(".json"))


def each_blank(day: int, folder: Path, language: str = "en", wrong: bool = False) -> dict[str, list[Shown]]:
    """Return what the cells of a day show where one exercise is blank or wrong, by its number; "" is for none."""

    def work() -> list[Shown]:
        notebook, above = Notebook(day, folder, language), list[Shown]()
        for place, cell in enumerate(notebook.cells):
            if number := notebook.number(cell):
                go_on = functools.partial(notebook.go_on, above, place, number, wrong)
                _in_a_child(go_on, folder.with_name(f"{number}.json"))
            above += notebook.run([cell], [])
        return above

    solved = _in_a_child(work, folder.with_suffix(".json"))
    return {"": solved} | {file.stem: _read(file) for file in folder.parent.glob(f"{day}.*.json")}


def _raising(region: re.Match[str]) -> str:
    """Return a line that raises an error of the learner's own; where no code is asked for, what is right."""
    indent, solution = region.groups()
    return solution if STUB_MARK in solution else f'{indent}raise TypeError("a mistake of the learner")'


def _in_a_child(work: Callable[[], list[Shown]], file: Path) -> list[Shown]:
    child = os.fork()
    if not child:
        try:
            import torch

            # A thread of the parent's is not in the child, which would wait for it.
            torch.set_num_threads(1)
            file.write_text(json.dumps([asdict(one) for one in work()]), "utf-8")
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    return _read(file)


def _read(file: Path) -> list[Shown]:
    return [Shown(**one) for one in json.loads(file.read_text("utf-8"))]
