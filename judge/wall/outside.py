# SPDX-License-Identifier: MIT
"""Checks that read nothing but data: they are judged in a clean session, on typed copies of it.

Which these are is found out with the instructor's own solution: all that a check reads of it has to be plain data or
comes from a module, and the check has to give all points on copies, too. Neither a method of the submission's nor a
hook reaches such a check.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.run.confined.client import Executor
from judge.wall.files import Beside

TAKE_SECONDS = 20


@dataclass(frozen=True)
class Needs:
    """What a check reads."""

    names: tuple[str, ...]  # of data
    imports: tuple[tuple[str, tuple[str, str]], ...]  # by name, the module and the name in it, or ""


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


def needs_of(found: Mapping[str, Mapping[str, Any]]) -> Needs | None:
    """Return what a check reads, by what the session of the solution has; None where that is more than data."""
    if found["others"]:
        return None
    imports = ((name, (place[0], place[1])) for name, place in found["imports"].items())
    return Needs(tuple(found["data"]), tuple(imports))


def outputs_of(
    source: str,
    needs: Needs,
    data: Mapping[str, Any],
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
        data: Copies of what the submission has, by name.
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
        session.put({name: copy for name, copy in data.items() if name in needs.names}, dict(needs.imports))
        outputs, late = session.cell(source, seconds, sealed=True)
        if late:
            interrupted()
        return outputs
    finally:
        session.close()
