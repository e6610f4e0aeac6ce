# SPDX-License-Identifier: MIT
"""The way into nbgrader: its API with this course's configuration, for a course in any folder."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from alembic.script import ScriptDirectory
from nbgrader import api as nbgrader_api
from nbgrader import utils
from nbgrader.apps import api as nbgrader_apps_api
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import base
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import ALEMBIC_DIR
from nbgrader.exchange.default import collect as exchange_collect
from nbgrader.exchange.default import exchange as exchange_base
from nbgrader.exchange.default import fetch_feedback as exchange_fetch_feedback
from nbgrader.exchange.default import list as exchange_list
from nbgrader.exchange.default import release_feedback as exchange_release_feedback
from traitlets.config import Config, PyFileConfigLoader

from judge.notebooks import course, patterns


def api_of(assignment: course.Assignment) -> NbGraderAPI:
    """Return nbgrader's API, configured as the ``nbgrader_config.py`` beside an assignment's course says.

    Raises:
        SystemExit: The configuration can't load the grader.
    """
    # SQLAlchemy warns about nbgrader's own sessions.
    warnings.filterwarnings("ignore", module="nbgrader")
    # nbgrader runs `alembic` from PATH when it makes a gradebook.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    config = _config(assignment)
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def course_id(assignment: course.Assignment) -> str:
    """Return the course's name for nbgrader, which is that of its folder in the exchange.

    Raises:
        SystemExit: The configuration can't load the grader.
    """
    return str(_config(assignment).CourseDirectory.course_id)


def start(
    step: Callable[..., Any], api: NbGraderAPI, assignment: course.Assignment, refusal: str, **settings: bool
) -> None:
    """Do a step of nbgrader, such as ``GenerateAssignment``, for an assignment.

    Args:
        step: nbgrader's class of the step.
        api: The API whose configuration the step takes.
        assignment: The assignment that the step is done for.
        refusal: A template of the sentence for a failure, with ``{name}`` for the assignment and ``{reason}``.
        settings: What the step is told beside its configuration.

    Raises:
        CourseError: The step failed; its reason is the last error in the step's log.
    """
    api.coursedir.assignment_id = assignment.name
    done = utils.capture_log(step(coursedir=api.coursedir, parent=api, **settings))
    if not done["success"]:
        errors = [line for line in done.get("log", "").splitlines() if "Error" in line]
        reason = last_line("\n".join(errors) or done["error"])
        raise course.CourseError(refusal, name=assignment.name, reason=reason)


def last_line(text: str) -> str:
    """Return the last line of a text that is not blank, without blanks around it; "" if there is none."""
    return text.strip().rpartition("\n")[2].strip()


@cache
def known_versions() -> ScriptDirectory:
    """Return the versions of a gradebook that the installed nbgrader knows, as alembic's scripts."""
    return ScriptDirectory(ALEMBIC_DIR)


def work_in(root: Path) -> None:
    """Let nbgrader work in a course's folder whose path holds any signs, such as ``autograd [1]`` or ``100%``.

    The configuration calls this, so that it holds for each way into nbgrader, which also writes alembic's folder into a
    file in which ``%`` means something.
    """
    patterns.take_as_name(
        root,
        base,
        utils,
        nbgrader_apps_api,
        exchange_base,
        exchange_collect,
        exchange_fetch_feedback,
        exchange_list,
        exchange_release_feedback,
    )
    nbgrader_api.get_alembic_version = lambda: known_versions().get_current_head()


def _config(assignment: course.Assignment) -> Config:
    return PyFileConfigLoader("nbgrader_config.py", path=str(assignment.root)).load_config()
