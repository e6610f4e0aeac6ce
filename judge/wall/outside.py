# SPDX-License-Identifier: MIT
"""Checks that are judged in a clean session: neither a method of the submission's nor a hook reaches them.

Which these are is found out with the instructor's own solution. All that such a check reads of it is plain data, of
which the session gets typed copies, or comes from a module, or is a function that the check only calls: then the call
alone is put to the submission, and what it gives is data. And the check has to give all points so, too.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.run.confined.client import Ended, Executor, Session
from judge.wall.files import Beside

TAKE_SECONDS = 20


@dataclass(frozen=True)
class Needs:
    """What a check reads."""

    names: tuple[str, ...]  # of data
    imports: tuple[tuple[str, tuple[str, str]], ...]  # by name, the module and the name in it, or ""
    functions: tuple[str, ...] = ()  # of the submission, which the check calls

    @property
    def wanted(self) -> tuple[str, ...]:
        """The names that are looked for in a submission."""
        return (*self.names, *dict(self.imports))

    def put(self, found: Mapping[str, Mapping[str, Any]], session: Session) -> None:
        """Give a session what was found in a submission of what the check reads.

        What comes from a module is imported anew, from where the solution has it, if the submission has that name.

        Raises:
            Ended: There is nothing to import, or no copy.
        """
        present = {name for names in found.values() for name in names}
        imports = {name: place for name, place in self.imports if name in present}
        session.put({name: copy for name, copy in found["data"].items() if name in self.names}, imports)


def names_read(source: str) -> tuple[str, ...] | None:
    """Return the names that a check may read; None where that can't be told, since it is no plain Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)]
    # What is added to is read, too.
    added_to = [node.target for node in ast.walk(tree) if isinstance(node, ast.AugAssign)]
    read = {node.id for node in [*nodes, *added_to] if isinstance(node, ast.Name)}
    return tuple(sorted(read))


def needs_of(found: Mapping[str, Mapping[str, Any]], functions: tuple[str, ...] = ()) -> Needs | None:
    """Return what a check reads, by what the session of the solution has; None where that is more than data.

    Args:
        found: By name, what :meth:`judge.run.confined.client.Session.take` returns.
        functions: Names of it that the check calls, and reads in no other way.
    """
    if set(found["others"]) - set(functions):
        return None
    imports = ((name, (place[0], place[1])) for name, place in found["imports"].items())
    return Needs(tuple(found["data"]), tuple(imports), functions)


def outputs_of(
    source: str,
    needs: Needs,
    found: Mapping[str, Mapping[str, Any]],
    executor: Executor,
    files: Sequence[Beside],
    seconds: float,
    *,
    interrupted: Callable[[], object],
) -> Any:
    """Run a check in a session of its own, and return what it shows.

    Args:
        source: The check.
        needs: What it reads.
        found: What :meth:`judge.run.confined.client.Session.take` returns of the submission.
        executor: The warm process.
        files: The course's files beside the notebook.
        seconds: How long it may take.
        interrupted: Called where it took longer.

    Raises:
        Ended: The session came to its end.
    """
    session = executor.session()
    try:
        session.enter(f"check-{session.number}", [(file.path, file.place) for file in files])
        needs.put(found, session)
        outputs, late = session.cell(source, seconds, sealed=True)
        if late:
            interrupted()
        return outputs
    finally:
        session.close()


class Late(Exception):
    """The check took longer than it may."""


@dataclass(frozen=True)
class Shown:
    """What a check that was asked shows."""

    outputs: Any
    strange: Sequence[tuple[str, str]]  # for answers that are no data, and that it used: the call, and the type


def asked(
    source: str,
    needs: Needs,
    found: Mapping[str, Mapping[str, Any]],
    submission: Session,
    executor: Executor,
    files: Sequence[Beside],
    seconds: float,
    *,
    count: int,
) -> Shown:
    """Run a check in a session of its own, put its calls to the submission, and return what it shows.

    Args:
        source: The check.
        needs: What it reads and calls.
        found: What :meth:`judge.run.confined.client.Session.take` returns of the submission.
        submission: The session of the submission.
        executor: The warm process.
        files: The course's files beside the notebook.
        seconds: How long it may take.
        count: The number of its cell.

    Raises:
        Late: It, or a call, took longer.
        Ended: The submission's session came to its end, or that of the check.
    """
    end = time.monotonic() + seconds
    session = executor.session()
    try:
        session.enter(f"check-{session.number}", [(file.path, file.place) for file in files])
        needs.put(found, session)
        message = {"do": "check", "source": source, "count": count, "names": list(needs.functions)}
        while True:
            said = session.call(message, _left(end))
            if "call" not in said:
                return Shown(said.get("outputs"), [(call, kind) for call, kind in said["strange"]])
            answer = submission.call({"do": "call", "call": said["call"]}, _left(end)).get("answer")
            message = {"do": "answered", "answer": answer if isinstance(answer, dict) else {}}
    except TimeoutError:
        raise Late from None
    except Ended as error:
        if submission.is_open and time.monotonic() >= end:  # The check itself has no end.
            raise Late from error
        raise
    finally:
        session.close()


def _left(end: float) -> float:
    if (left := end - time.monotonic()) <= 0:
        raise Late
    return left
