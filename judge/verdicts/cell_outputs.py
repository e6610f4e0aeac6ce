# SPDX-License-Identifier: MIT
"""The outputs of a notebook's cells, as a kernel would leave them: whoever reads them need not know who made them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import nbformat

from judge.run.kernel import KERNEL_ENDED, STOPPED_AT, TIMED_OUT
from judge.run.words import say, template
from judge.verdicts import harmless, render
from judge.verdicts.verdict import CORRECT, VERDICT_MIME, Verdict

# What the outputs of all cells of a notebook may hold together. Those of a whole assignment have 1,200,000 characters.
MOST_SHOWN = 10_000_000
NO_ROOM = template(
    "[an output of {size:,} characters is left out: all outputs of a notebook together have {most:,} at most]\n"
)


class CellOutputs:
    """Writes outputs into the cells of a notebook, each named by its place, as far as the notebook has room for them.

    What the judge writes itself, such as a verdict, is short, and does not count.
    """

    def __init__(self, cells: Sequence[Any]):
        self._cells = cells
        self._sizes: Counter[int] = Counter()  # of what came from the confined process, by the place of its cell

    def any_of(self, place: int) -> bool:
        """Tell whether a cell shows anything."""
        return bool(self._cells[place].outputs)

    def clear(self, place: int) -> None:
        """Leave a cell without outputs."""
        self._cells[place].outputs = []
        self._sizes[place] = 0

    def take(self, place: int, given: Any) -> None:
        """Add what came from the confined process to a cell; what has not the form of outputs is left out."""
        cell = self._cells[place]
        if line := harmless.line_of(given):
            cell.metadata[STOPPED_AT] = line
        room = MOST_SHOWN - sum(self._sizes.values())
        for output in harmless.outputs_of(given):
            size = harmless.size_of(output)
            if size > room:
                text = say(NO_ROOM, size=size, most=MOST_SHOWN)
                output = nbformat.v4.new_output("stream", text=text)
                size = harmless.size_of(output)
            room -= size
            self._sizes[place] += size
            cell.outputs.append(output)

    def was_interrupted(self, place: int, seconds: float) -> None:
        """Say in a cell that it was stopped, in place of the error that the interrupt raised."""
        cell = self._cells[place]
        error = _error(TIMED_OUT, say("The cell was stopped after {seconds:.0f} seconds.", seconds=seconds))
        # Where it was stopped stands in the traceback of the interrupt, whose last line only names that.
        steps = [output.get("traceback", [])[:-1] for output in cell.outputs]
        error.traceback = [*(line for lines in steps for line in lines), *error.traceback]
        others = [output for output in cell.outputs if output.output_type != "error"]
        cell.outputs = [*others, error]

    def ended_the_process(self, place: int, why: str) -> None:
        """Add to a cell that the process came to its end with it; ``why`` is a sentence without its full stop."""
        self._cells[place].outputs.append(_error(KERNEL_ENDED, why))

    def verdict(self, place: int, verdict: Verdict) -> None:
        """Show a verdict in its cell, alone: what the judge shows in a notebook, and the error that it raises."""
        data = {"text/plain": f"{verdict.check}: {verdict.outcome}.", VERDICT_MIME: verdict.as_json()}
        shown = nbformat.from_dict({"output_type": "display_data", "metadata": {}, "data": data})
        outputs = [shown]
        if verdict.outcome != CORRECT:
            outputs.append(_error("NotYet", render.message(verdict).text()))
        self._cells[place].outputs = outputs


def _error(name: str, text: str) -> Any:
    line = text if name == "NotYet" else f"{name}: {text}"
    return nbformat.from_dict({"output_type": "error", "ename": name, "evalue": text, "traceback": [line]})
