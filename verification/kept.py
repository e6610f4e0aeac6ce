# SPDX-License-Identifier: MIT
"""What ``make test`` holds: the reference's answers to all checks, and some hundred verdicts, whole.

A faulty probe would get the same wrong answer from the reference and the learner, and pass both. The stored answers
make such a change visible. All inputs are those of :data:`SEED`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from judge.notebooks import course, reference
from judge.notebooks.schemas import read_toml
from judge.run.answers import Answer, Raised, from_json, to_json
from judge.verdicts import catalogue, render
from judge.verdicts.alike import expected
from judge.verdicts.verdict import Verdict
from verification.catalogued import SEED, checks_of, judged

HEAD = """# SPDX-License-Identifier: MIT
# What learners read of some hundred wrong answers, each whole. `mistake` is one of the catalogue; `code` is run after
# the reference. An error is in the words of `python`, and is compared with that version alone.
# `make snapshot RENEW=1` writes all texts anew; read what differs.
"""


@dataclass(frozen=True)
class KeptVerdict:
    """A wrong answer with what a learner reads of it: by a catalogued mistake, or by code that spoils the reference."""

    check: str
    mistake: str = ""
    code: str = ""
    python: str = ""  # the version whose words for an error are quoted; empty where no error is
    text: str = ""

    @property
    def here(self) -> bool:
        """Whether this Python words it so."""
        return self.python in ("", python_version())

    def verdict(self) -> Verdict:
        """Return the verdict of today's judge."""
        (verdict,) = judged(course.assignment(self.check), self._namespace(), SEED, [self.check]).values()
        return verdict

    def renewed(self) -> KeptVerdict:
        """Return the same wrong answer with what a learner reads of it now."""
        verdict = self.verdict()
        given, text = verdict.given, render.message(verdict).text()
        quoted = isinstance(given, Raised) and given.text and given.text in text
        return replace(self, text=text, python=python_version() if quoted else "")

    def _namespace(self) -> dict[str, Any]:
        if self.mistake:
            known = {entry.id: entry for entry in catalogue.misconceptions(course.assignment(self.mistake).number)}
            return known[self.mistake].namespace()
        namespace = reference.load(self.check)
        exec(self.code, namespace)
        return namespace


def python_version() -> str:
    """Return the version of Python, on which the wording of its errors depends."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def verdicts_path() -> Path:
    """Return where the kept verdicts are: one file for all days."""
    return course.root() / "tests" / "data" / "verdicts.toml"


def verdicts() -> list[KeptVerdict]:
    """Return the kept verdicts, in the order of the file.

    Raises:
        CourseError: The file is no TOML.
    """
    return [KeptVerdict(**row) for row in read_toml(verdicts_path())["verdict"]]


def write_verdicts(rows: Iterable[KeptVerdict]) -> None:
    """Write the kept verdicts, a line for each of their parts that is not empty."""
    blocks = [
        "\n".join(f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in asdict(row).items() if text)
        for row in rows
    ]
    verdicts_path().write_text("\n\n[[verdict]]\n".join([HEAD.rstrip(), *blocks]) + "\n", "utf-8")


def answers_path(day: course.Assignment) -> Path:
    """Return where the right answers of a day are kept: a JSON file by check."""
    return course.root() / "tests" / "data" / "right_answers" / f"{day.name}.json"


def answers(day: course.Assignment) -> dict[str, list[Answer]]:
    """Return the answers to the checks of a day that were kept."""
    kept = json.loads(answers_path(day).read_text("utf-8"))
    return {check: [from_json(answer) for answer in given] for check, given in kept.items()}


def right_answers(day: course.Assignment) -> dict[str, list[Answer]]:
    """Return the reference's answers to the checks of a day."""
    return {check: list(expected(check, SEED)) for check in checks_of(day)}


def write_answers(day: course.Assignment) -> None:
    """Write a day's right answers, a line for each check."""
    found = {check: [to_json(answer) for answer in given] for check, given in right_answers(day).items()}
    lines = [f"{json.dumps(check)}: {json.dumps(given)}" for check, given in found.items()]
    answers_path(day).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def renew(days: Sequence[course.Assignment]) -> None:
    """Write the kept verdicts and right answers of some days anew, and print where they are."""
    names = [day.name for day in days]
    write_verdicts([row.renewed() if course.assignment(row.check).name in names else row for row in verdicts()])
    for day in days:
        write_answers(day)
    for path in (verdicts_path(), answers_path(days[0]).parent):
        print(f"{path.relative_to(course.root()).as_posix()} written")
