# SPDX-License-Identifier: MIT
"""How often ``check()`` named which mistake, and how far it helped: for the learner alone, beside the predictions."""

import contextlib
import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import reading
from language.text import say, template

from . import files

FILE = ".mistakes.json"
UNREADABLE = template("The file of the mistakes that you met, {file}, could not be read whole.")
MOST_TIMES = 10**6
# More tries give no more help.
MOST_TRIES = 10
OPEN, ANSWERED = "open", "answered"
RIGHT, WRONG = OUTCOMES = ("correct", "not yet")
MOST_DIGITS = 20


@dataclass
class _Kept:
    """What a file holds: how often each mistake was met, and those that were there at the last check."""

    counts: Counter[str] = field(default_factory=Counter)
    open: dict[str, list[str]] = field(default_factory=dict)
    # By check, the different wrong answers that were found on paper, each as a digest, and the hints asked for.
    tries: dict[str, list[str]] = field(default_factory=dict)
    # By exercise, the question with new numbers that was asked last: what :class:`Asked` has, as texts.
    again: dict[str, list[str]] = field(default_factory=dict)
    # What the last check found, one of OUTCOMES: by exercise, where it was tried, and by day, of its core.
    outcomes: dict[str, str] = field(default_factory=dict)
    complete: bool = True  # whether all of the file could be read


@dataclass(frozen=True)
class Asked:
    """A question with new numbers, of one exercise."""

    seed: int  # stands for the question
    key: str  # what the question was when it was asked
    is_open: bool = True  # whether it has no right answer yet
    tries: tuple[str, ...] = ()  # the different wrong answers, each as a digest


def asked(number: str, path: Path) -> Asked | None:
    """Return the question with new numbers that was asked last in an exercise; None where none is known."""
    seed, key, state, *tries = _read(path).again.get(number, ["", "", ""])
    return Asked(int(seed), key, state == OPEN, tuple(tries)) if seed.isdecimal() and len(seed) <= MOST_DIGITS else None


def keep_asked(number: str, question: Asked, path: Path) -> None:
    """Keep the question with new numbers that was asked last in an exercise.

    Raises:
        OSError: The file can't be written.
    """
    kept = _read(path)
    state = OPEN if question.is_open else ANSWERED
    kept.again[number] = [str(question.seed), question.key, state, *question.tries[:MOST_TRIES]]
    if not kept.complete:
        files.set_aside(path, UNREADABLE)
    _write(path, kept)


def note(result: dict[str, Any], path: Path) -> list[str]:
    """Count the mistakes that the grader's result names. One that was there at the last check does not count again.

    A wrong answer found on paper is one more try of its check, if it was not given before. What came of each exercise
    is kept: from that, pages know what is done.

    Return sentences where the file could not be read: it is kept under another name.
    """
    kept, said = _read(path), []
    for exercise in result["exercises"]:
        kept.outcomes.pop(exercise["id"], None)
        if exercise["outcome"] in OUTCOMES:
            kept.outcomes[exercise["id"]] = exercise["outcome"]
        named = sorted({name for check in exercise["checks"] for name in _named(check)})
        kept.counts.update(name for name in named if name not in kept.open.get(exercise["id"], []))
        kept.open[exercise["id"]] = named
        for check in helped(exercise):
            tried = kept.tries.setdefault(check["grade_id"], [])
            if (answer := _digest(check["verdict"])) not in tried and len(tried) < MOST_TRIES:
                tried.append(answer)
    if not result.get("only"):
        is_right = "core_done" in result or all(one["outcome"] == RIGHT for one in result["exercises"])
        kept.outcomes[result["assignment"]] = RIGHT if is_right else WRONG
    # A result is shown even where nothing can be written.
    with contextlib.suppress(OSError):
        said = [] if kept.complete else files.set_aside(path, UNREADABLE)
        _write(path, kept)
    return said


def take(path: Path, archived: Path, is_newer: bool) -> list[str]:
    """Take the mistakes of an archive's file into one's own; return sentences on what came of it.

    A mistake counts as often as in the one of both files that has it more often: taken twice, an archive adds nothing.

    Raises:
        OSError: The file can't be written, and is as it was.
    """
    here, there = _read(path), _read(archived)
    newer, older = (there, here) if is_newer else (here, there)
    tries = {
        check: list(dict.fromkeys([*here.tries.get(check, []), *there.tries.get(check, [])]))[:MOST_TRIES]
        for check in {**here.tries, **there.tries}
    }
    both = _Kept(
        here.counts | there.counts,
        {**older.open, **newer.open},
        tries,
        {**older.again, **newer.again},
        {**older.outcomes, **newer.outcomes},
    )
    said = [] if there.complete else [say(files.HALF_READ, file=FILE)]
    if asdict(both) != {**asdict(here), "complete": True}:
        count = sum(times != here.counts[title] for title, times in both.counts.items())
        said.append(say("Mistakes that you met, taken from the archive: {count}.", count=count))
        said += [] if here.complete else files.set_aside(path, UNREADABLE)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, both)
    return said


def helped(exercise: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the checks of an exercise in the grader's result that have help in steps: the first one of each cause."""
    checks = {check.get("grade_id"): check for check in exercise["checks"]}
    found = [checks.get(each["checks"][0]) for each in exercise.get("findings", ()) if each.get("steps")]
    return [check for check in found if check and check.get("verdict")]


def steps_of(path: Path) -> dict[str, int]:
    """Return by check which step of help is the next to show, from 0 for a first try."""
    return {check: max(len(tried) - 1, 0) for check, tried in _read(path).tries.items()}


def ask_for_more(check: str, path: Path) -> None:
    """Go on to the next step of help for a check.

    Raises:
        OSError: The file can't be written.
    """
    kept = _read(path)
    tried = kept.tries.setdefault(check, [])
    if len(tried) < MOST_TRIES:
        tried.append(f"hint {len(tried)}")
    if not kept.complete:
        files.set_aside(path, UNREADABLE)
    _write(path, kept)


def _write(path: Path, kept: _Kept) -> None:
    parts = {
        "counts": kept.counts,
        "open": kept.open,
        "tries": kept.tries,
        "again": kept.again,
        "outcomes": kept.outcomes,
    }
    files.replace(path, json.dumps(parts, indent=1))


def digest_of(text: str) -> str:
    """Return what tells one text from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _digest(verdict: dict[str, Any]) -> str:
    """Return what tells one wrong answer from another, whatever stands in other entries of the same cell."""
    given = verdict.get("given") or {}
    if given.get("kind") == "several":  # An entry that is judged by those beside it comes last.
        given = given["answers"][-1]
    text = json.dumps([(verdict.get("question") or {}).get("probe"), given], sort_keys=True)
    return digest_of(text)


def most(path: Path, count: int = 3) -> tuple[list[tuple[str, int]], str]:
    """Return the mistakes that were met most, and how often; and a sentence where the file can't be read, else "".

    Of those met equally often, the earlier ones come first.
    """
    kept = _read(path)
    return kept.counts.most_common(count), "" if kept.complete else say(UNREADABLE, file=path.name)


def _named(check: dict[str, Any]) -> list[str]:
    """Return the title of the catalogued mistake that explains a check; none where several do, since one was made."""
    names = (check.get("verdict") or {}).get("names", [])
    return [names[0]["title"]] if len(names) == 1 and names[0]["exercise"] else []


def _read(path: Path) -> _Kept:
    """Return what a file holds, of which only what is right is taken."""
    try:
        found = reading.data_in(path)
    except FileNotFoundError:
        return _Kept()
    except reading.Unread:
        return _Kept(complete=False)
    parts = [found.get(name) if isinstance(found, dict) else None for name in ("counts", "open")]
    # Until hints came there were no tries, later on no questions with new numbers, and then no outcomes.
    parts += [found.get(name, {}) if isinstance(found, dict) else None for name in ("tries", "again", "outcomes")]
    counted, still, tried, anew, came = (part if isinstance(part, dict) else {} for part in parts)
    counts = {name: times for name, times in counted.items() if type(times) is int and 0 < times <= MOST_TIMES}
    there, tries = _lists_of_texts(still), _lists_of_texts(tried)
    again = {number: texts for number, texts in _lists_of_texts(anew).items() if len(texts) >= len(fields(Asked)) - 1}
    outcomes = {name: outcome for name, outcome in came.items() if outcome in OUTCOMES}
    read = [counts, there, tries, again, outcomes]
    return _Kept(Counter(counts), there, tries, again, outcomes, read == parts)


def _lists_of_texts(found: dict[str, Any]) -> dict[str, list[str]]:
    return {
        name: texts
        for name, texts in found.items()
        if isinstance(texts, list) and all(isinstance(text, str) for text in texts)
    }
