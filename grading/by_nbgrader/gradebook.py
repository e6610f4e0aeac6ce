# SPDX-License-Identifier: MIT
"""The gradebook's database: its address, its version, its lock, and why it can't be used."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy
from alembic.migration import MigrationContext
from nbgrader.api import Gradebook, InvalidEntry
from nbgrader.apps.api import NbGraderAPI
from sqlalchemy.exc import ArgumentError, DataError, IntegrityError, SQLAlchemyError

from grading.by_nbgrader.calling import api_of, known_versions
from judge.notebooks import course
from judge.run.words import template

# The driver that the extra `postgres` installs, by SQLAlchemy's name: which one is its default has changed.
POSTGRES = "postgresql+psycopg"


class GradebookError(course.CourseError):
    """The gradebook can't be used, for any student."""


def gradebook_url(named: str, root: Path) -> str:
    """Return the address of a gradebook as SQLAlchemy wants it, from what the environment variable GRADEBOOK holds.

    ``postgres://`` and ``postgresql://`` are taken for the driver that this course declares. Without a name it is
    gradebook.db in the course's folder, whose path may hold any sign.
    """
    if not named:
        return sqlalchemy.URL.create("sqlite", database=str(root / "gradebook.db")).render_as_string()
    scheme, separator, rest = named.partition("://")
    if separator and scheme in ("postgres", "postgresql"):
        return f"{POSTGRES}://{rest}"
    return named


def gradebook_of(api: NbGraderAPI) -> contextlib.AbstractContextManager[Gradebook]:
    """Return a context in which the gradebook of nbgrader's API is open.

    Raises:
        GradebookError: The gradebook can't be used; from inside of the context, too.
    """
    return opened(api.coursedir.db_url, api.coursedir.course_id)


@contextlib.contextmanager
def opened(url: str, *course_id: str) -> Iterator[Gradebook]:
    """Open the gradebook at an address; the course's name is needed where the gradebook is made by this.

    Raises:
        GradebookError: The gradebook can't be used; from inside of the context, too.
    """
    with _with_a_reason():
        need_version(url)
        with Gradebook(url, *course_id) as gradebook:
            yield gradebook


def need_version(url: str) -> None:
    """Refuse a database that this nbgrader did not make, before anything is written into it.

    nbgrader itself adds its tables to whatever it opens, and fails later on.

    Raises:
        GradebookError: Something else made it, or it can't be opened.
    """
    with _with_a_reason():
        tables, found = _tables_and_version(url)
    known = known_versions()
    if not tables or found == known.get_current_head():
        return
    if not {"student", "grade"} <= tables:
        text = template(
            "The gradebook can't be used: this database holds something else. Name an empty one. Nothing was changed."
        )
    elif found and found not in {one.revision for one in known.walk_revisions()}:
        text = template(
            "The gradebook can't be used: a newer nbgrader made it (its version is {found}). Install that one. "
            "Nothing was changed."
        )
    else:
        text = template(
            "The gradebook can't be used: an older nbgrader made it. Copy it, then run `nbgrader db upgrade`. "
            "Nothing was changed."
        )
    raise GradebookError(text, found=found)


@contextlib.contextmanager
def sole_writer(assignment: course.Assignment) -> Iterator[None]:
    """Hold the lock of a gradebook that several machines share, so that one alone grades into it.

    A file of SQLite is used by one machine alone, and this does nothing. The lock is held by a connection, so that it
    ends with its process.

    Raises:
        CourseError: Somebody else does, or the gradebook can't be used.
    """
    coursedir = api_of(assignment).coursedir
    with _with_a_reason(), contextlib.ExitStack() as held:
        engine = _engine(coursedir.db_url)
        if engine.dialect.name == "postgresql":
            each_at_once = engine.execution_options(isolation_level="AUTOCOMMIT")
            connection = held.enter_context(each_at_once.connect())
            lock = sqlalchemy.text("select pg_try_advisory_lock(hashtext(:name))")
            is_ours = connection.execute(lock, {"name": f"grading {coursedir.course_id}"}).scalar()
            if not is_ours:
                raise course.CourseError(
                    "Another `{command}` writes into this gradebook, perhaps on another machine. "
                    "Wait until it is done.",
                    command=course.command("grade"),
                )
        yield


@contextlib.contextmanager
def _with_a_reason() -> Iterator[None]:
    """Say in a sentence what is the matter with a gradebook: it is locked, full, or not one."""
    try:
        yield
    except (DataError, IntegrityError, InvalidEntry):  # Something of one student's, which another's row may not have.
        raise
    except SQLAlchemyError as error:
        # The first line says what is the matter. Those below may repeat a statement, with its values.
        cause = getattr(error, "orig", None) or error
        reason = str(cause).strip().split("\n")[0].rstrip(". ")
        if "locked" in reason:
            text = template("The gradebook can't be used: {reason}. Another program holds it: wait, and try again.")
        else:
            text = template("The gradebook can't be used: {reason}. Earlier scores are as they were.")
        raise GradebookError(text, reason=reason) from error


def _tables_and_version(url: str) -> tuple[set[str], str | None]:
    """Return the names of a database's tables, and the version that alembic noted in it, if any."""
    engine = _engine(url)
    tables = set(sqlalchemy.inspect(engine).get_table_names())
    with engine.connect() as connection:
        version = MigrationContext.configure(connection).get_current_revision()
    return tables, version


def _engine(url: str) -> sqlalchemy.Engine:
    """Return what connects to a database, and keeps no connection open; nothing is sent yet."""
    try:
        return sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)
    except ModuleNotFoundError as error:
        missing = template(
            "The gradebook can't be used: its driver {name} is not installed. For PostgreSQL: "
            "`pip install --editable '.[postgres]'`."
        )
        raise GradebookError(missing, name=error.name) from error
    except (ArgumentError, ValueError) as error:
        raise GradebookError(
            "The gradebook can't be used: GRADEBOOK is no address of a database. "
            "One is postgresql://name@host/database."
        ) from error
