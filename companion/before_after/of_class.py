# SPDX-License-Identifier: MIT
"""What a class learned: before and after by idea, and how well each question works. No points hang on any of it."""

import statistics
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import reading
from language.text import say, template
from reading import notebook_file

from . import sittings
from .items import FORMS, IDEAS, Item
from .sittings import AFTER, BEFORE, COUNT, MIME, Sitting, Sittings

# The days whose notebooks ask. The second one carries what was answered in the first, too.
FIRST, LAST = "day1", "day5"
# Whose notebooks the report of a day looks into.
READ = {FIRST: (FIRST,), LAST: (FIRST, LAST)}
# A resampled interval, or a correlation, of fewer students says nothing.
FEWEST = 10
RESAMPLES = 4000
TWICE = template("{student}: answered the first test twice. The answers that came with Day 1 count.")
DAMAGED = template("{student}: what came with {day} of the two tests can't be read, so it is left out.")
HALF = template("{student}: answered {count} of {all} questions of a test, so it is left out.")
SAME = template("{student}: had the same questions both times, so no gain is computed.")
ELSEWHERE = template("{student}: the first test was not handed in with Day 1. It came with Day 5, and counts.")

Row = list[str]


def found_in(path: Path) -> tuple[Sittings, bool]:
    """Return the sittings that the outputs of a notebook carry, and whether all that is there could be read.

    Of several outputs the last counts. Without a notebook there is none.
    """
    try:
        cells = notebook_file.cells_of(reading.notebook_in(path))
    except FileNotFoundError:
        return {}, True
    except (OSError, reading.Unread):
        return {}, False
    carried = [data[MIME] for cell in cells for data in _data_of(cell) if MIME in data]
    return sittings.read(carried[-1]) if carried else ({}, True)


def _data_of(cell: Any) -> Iterable[dict[str, Any]]:
    outputs = cell.get("outputs") if isinstance(cell, dict) else None
    for output in outputs if isinstance(outputs, list) else []:
        if isinstance(output, dict) and isinstance(output.get("data"), dict):
            yield output["data"]


def of_student(student: str, notebooks: Mapping[str, Path]) -> tuple[dict[str, Any], list[str]]:
    """Return the sittings of a student as plain data, only those that are locked, and what is to be said of them.

    ``notebooks`` has what was handed in, by the name of the day.
    """
    found, said = {}, []
    for day in (FIRST, LAST):
        found[day], complete = found_in(notebooks[day]) if day in notebooks else ({}, True)
        if not complete:
            said.append(say(DAMAGED, student=student, day=day))
    here, later = (found[day].get(BEFORE) for day in (FIRST, LAST))
    first = next((one for one in (here, later) if one is not None and one.locked), here or later)
    if here is not None and later is not None and here.locked and later.locked and here != later:
        said.append(say(TWICE, student=student))
    elif first is not None and first is later and here is None and FIRST in notebooks:
        said.append(say(ELSEWHERE, student=student))
    both = {when: one for when, one in ((BEFORE, first), (AFTER, found[LAST].get(AFTER))) if one is not None}
    for one in both.values():
        if not one.locked:
            said.append(say(HALF, student=student, count=COUNT - len(one.open), all=COUNT))
    locked = {when: one for when, one in both.items() if one.locked}
    if len(locked) == 2 and locked[BEFORE].form == locked[AFTER].form:
        said.append(say(SAME, student=student))
    return sittings.data_of(locked), said


def sections(day: str, students: Mapping[str, dict[str, Any]], notes: list[str]) -> list[dict[str, Any]]:
    """Return the part of a class's page that shows the tests; none where nobody took one, and nothing is to be said.

    ``students`` has the sittings that :func:`of_student` returned of each, and ``notes`` are all its sentences.
    """
    everybody = [sittings.read(data)[0] for data in students.values()]
    before = [one[BEFORE] for one in everybody if BEFORE in one]
    after = [one[AFTER] for one in everybody if AFTER in one] if day == LAST else []
    if not (before or after or notes):
        return []
    pairs = [(one[BEFORE], one[AFTER]) for one in everybody if len(one) == 2 and day == LAST]
    pairs = [(first, last) for first, last in pairs if first.form != last.form]
    tables = [_of_items(before, after)] if before or after else []
    if pairs:
        tables.insert(0, _of_ideas(pairs))
    counts = {"count": len(everybody), "before": len(before), "after": len(after), "both": len(pairs)}
    said = say("Students who handed in: {count}. The test before the course: {before}.", **counts)
    if day == LAST:
        said = say(
            "Students who handed in: {count}. The test before the course: {before}; the one after it: {after}; both, "
            "with different forms: {both}.",
            **counts,
        )
    forms = ", ".join(
        say("form {form}: {count}", form=form, count=sum(one.form == form for one in before)) for form in sorted(FORMS)
    )
    drawn = say("Forms before the course, drawn by name: {forms}. None of this counts for points.", forms=forms)
    return [
        {
            "id": "before-and-after",
            "heading": say("Before and after"),
            "sentences": [said, drawn],
            "tables": tables,
            "notes": notes,
        }
    ]


def _of_ideas(pairs: list[tuple[Sitting, Sitting]]) -> dict[str, Any]:
    """Return the table of the ideas, of those who took both tests."""
    rows: list[Row] = []
    for idea in (*IDEAS, None):
        shares = [(_share(first, idea), _share(last, idea)) for first, last in pairs]
        before, after = (statistics.mean(share) for share in zip(*shares, strict=True))
        gain, (low, high) = gain_of(before, after), interval(shares)
        rows.append(
            [
                say("together") if idea is None else say(idea),
                f"{before:.0%}",
                f"{after:.0%}",
                "-" if gain is None else f"{gain:.2f}",
                "-" if low is None else say("{low:.2f} to {high:.2f}", low=low, high=high),
            ]
        )
    return {
        "caption": say(
            "Right answers by idea, of those who took both tests. The gain is what was gained, as a share of what "
            "still could be. Classes of this size were drawn anew from these students: in 95 of 100 the gain lies in "
            "the interval. It takes {fewest} students.",
            fewest=FEWEST,
        ),
        "header": [say("Idea"), say("Before"), say("After"), say("Gain"), say("Interval")],
        "rows": rows,
        "numbers": [1, 2, 3, 4],
    }


def _share(sitting: Sitting, idea: str | None) -> float:
    right = [one for item, one in _answers(sitting) if idea in (None, item.idea)]
    return sum(right) / len(right)


def _answers(sitting: Sitting) -> Iterable[tuple[Item, bool]]:
    return zip(FORMS[sitting.form], sitting.right, strict=True)


def gain_of(before: float, after: float) -> float | None:
    """Return the normalised gain of two shares (Hake 1998): what was gained of what could be; None where nothing could.

    R. R. Hake, "Interactive-engagement versus traditional methods", American Journal of Physics 66 (1998), 64-74.
    """
    return None if before >= 1 else (after - before) / (1 - before)


def interval(shares: list[tuple[float, float]]) -> tuple[float | None, float | None]:
    """Return the ends of the 95 % interval of a class's gain, by drawing as many students anew, again and again.

    That is Efron's percentile bootstrap. The same class gives the same interval. None where students are too few, or
    hardly anything could be gained.
    """
    if len(shares) < FEWEST:
        return None, None
    import numpy as np

    drawn = np.random.default_rng(0).integers(len(shares), size=(RESAMPLES, len(shares)))
    before, after = (np.array(share)[drawn].mean(axis=1) for share in zip(*shares, strict=True))
    possible = before < 1
    if possible.mean() < 0.99:
        return None, None
    gains = (after[possible] - before[possible]) / (1 - before[possible])
    low, high = np.quantile(gains, [0.025, 0.975])
    return float(low), float(high)


def _of_items(before: list[Sitting], after: list[Sitting]) -> dict[str, Any]:
    """Return the table of the questions: how many answer each correctly, and how well it separates."""
    rows: list[Row] = []
    for form, items in sorted(FORMS.items()):
        for place, item in enumerate(items):
            cells = []
            for sat in (before, after):
                right = [one.right for one in sat if one.form == form]
                cells.append((_of_all([one[place] for one in right]), _shown(separation(right, place))))
            (easy, parts), (easy_after, parts_after) = cells
            rows.append([f"{form} {place + 1}", say(item.idea), easy, easy_after, parts, parts_after])
    return {
        "caption": say(
            "How many answered each question correctly, and how well it separates those who know from those who don't: "
            "the correlation with the other eleven answers. It takes {fewest} students; from 0.2 on a question does "
            "well, and below 0 somebody should read it again.",
            fewest=FEWEST,
        ),
        "header": [
            say("Question"), say("Idea"), say("Right before"), say("Right after"), say("Separates before"),
            say("Separates after"),
        ],
        "rows": rows,
        "numbers": [2, 3, 4, 5],
    }  # fmt: skip


def separation(right: list[list[bool]], place: int) -> float | None:
    """Return how well a question separates: the point-biserial correlation of its answers with the rest of the score.

    That is Pearson's of 0 and 1 with the number of other right answers (Ebel and Frisbie, "Essentials of Educational
    Measurement", 1991). None where students are too few, or all answered alike.
    """
    own = [float(one[place]) for one in right]
    rest = [float(sum(one) - one[place]) for one in right]
    if len(right) < FEWEST or len(set(own)) < 2 or len(set(rest)) < 2:
        return None
    return statistics.correlation(own, rest)


def _of_all(answers: list[bool]) -> str:
    return say("{right} of {all}", right=sum(answers), all=len(answers)) if answers else "-"


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
