# SPDX-License-Identifier: MIT
"""Grade many submissions on many machines, with dask.distributed.

A worker grades as this machine would: in a confined process of its own, which is attacked from inside before it is
used, and judged next to it. It receives a notebook's bytes and returns an outcome. Only the instructor's machine writes
the gradebook. A worker needs the course, in the same version, and this package.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from functools import cache, partial
from typing import Any

from grading import batch
from judge.notebooks import course, submission
from judge.run.words import say, template
from judge.verdicts import marking, processes, warm

# How long a scheduler, and then a worker, may take to answer; and how often it is looked whether one is left.
SECONDS_TO_CONNECT, SECONDS_TO_LOOK = 20, 20

# A confined process answers one caller at a time, and a worker may have several threads.
_one_at_a_time = threading.Lock()


def on(scheduler: str) -> batch.Pool:
    """Return the pool of a cluster, by the address of its scheduler, such as ``tcp://host:8786``.

    Raises:
        CourseError: dask.distributed is not installed.
    """
    try:
        import distributed  # noqa: F401
    except ModuleNotFoundError as error:
        raise course.CourseError(
            "A cluster needs the extra `cluster` ({name} is not installed): `pip install --editable '.[cluster]'`.",
            name=error.name,
        ) from error
    return partial(graded, scheduler=scheduler)


def graded(tasks: Sequence[batch.Task], scheduler: str) -> Generator[batch.Outcome, None, None]:
    """Yield what becomes of each task, as it is done.

    What a worker had in hand when it was killed is graded by another. A submission that was in hand each time is
    refused, after as many kills as dask's ``allowed-failures`` says.

    Raises:
        CourseError: The scheduler does not answer, no worker is left, or one has another version of the course.
        NotConfinedHere: A worker's machine can't confine.
    """
    if tasks:
        with _client(scheduler) as client:
            yield from _graded(tasks, client, scheduler)


def _graded(tasks: Sequence[batch.Task], client: Any, scheduler: str) -> Iterator[batch.Outcome]:
    versions = {number: batch.version(course.assignment(number)) for number in {task.day for task in tasks}}
    waiting: dict[Any, batch.Task] = {}
    try:
        for task in tasks:
            # Only a few are under way, so that neither this machine nor the scheduler holds all of the class.
            while len(waiting) >= 2 * max(1, len(_workers(client))):
                yield from _finished(client, waiting, scheduler)
            try:
                data = submission.contents(task.path)
            except Exception as error:
                yield batch.failed(task, error)
                continue
            # Not pure: dask would give the outcome of another run again.
            waiting[client.submit(judged, task, data, versions[task.day], pure=False)] = task
        while waiting:
            yield from _finished(client, waiting, scheduler)
    except (CancelledError, OSError) as error:
        gone = template("The scheduler at {scheduler} is gone. What was graded stays; the same command goes on.")
        raise course.CourseError(gone, scheduler=scheduler) from error
    finally:
        with contextlib.suppress(Exception):  # The cluster may be gone: then all of this is.
            _end(client, waiting)


def _workers(client: Any) -> list[str]:
    return list(client.scheduler_info(n_workers=-1)["workers"])


def _finished(client: Any, waiting: dict[Any, batch.Task], scheduler: str) -> Iterator[batch.Outcome]:
    """Wait until a task is done, and yield the outcomes of all that are."""
    import distributed

    try:
        with client.as_current():
            done = distributed.wait(list(waiting), SECONDS_TO_LOOK, "FIRST_COMPLETED").done
    except (TimeoutError, asyncio.TimeoutError):
        if _workers(client):
            return
        none = template("No worker is left at {scheduler}. What was graded stays; the same command goes on.")
        raise course.CourseError(none, scheduler=scheduler) from None
    for future in done:
        task = waiting.pop(future)
        try:
            outcome = future.result()
        except (marking.NotConfinedHere, course.CourseError, CancelledError, OSError):
            raise
        except distributed.KilledWorker:
            outcome = batch.killed(task)
        except ImportError as error:
            raise course.CourseError(
                "A worker can't load the grader ({error}): start workers in the course's environment.", error=error
            ) from error
        except Exception as error:
            outcome = batch.failed(task, error)
        yield outcome


def _end(client: Any, waiting: dict[Any, batch.Task]) -> None:
    """Drop what is not done, and end the confined processes that this batch has started."""
    import distributed

    client.cancel(list(waiting))
    for one in _workers(client):
        close = client.submit(_close, workers=[one], allow_other_workers=True, pure=False)
        # A worker may be busy for minutes with what was dropped: nobody waits for that.
        distributed.fire_and_forget(close)


@contextlib.contextmanager
def _client(scheduler: str) -> Iterator[Any]:
    from distributed import Client

    try:
        # A client that can't connect is not quiet about it, and takes long to end: so this is tried before.
        asyncio.run(_knock(scheduler))
        client = Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False, name="make-grade")
    except TypeError as error:
        raise course.CourseError(
            "{scheduler} is an address for TLS: name the certificates in dask's settings. SECURITY.md says how.",
            scheduler=scheduler,
        ) from error
    except (OSError, ValueError, asyncio.TimeoutError) as error:
        raise course.CourseError("No scheduler of dask answers at {scheduler}.", scheduler=scheduler) from error
    with contextlib.closing(client):
        try:
            client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
        except (TimeoutError, asyncio.TimeoutError) as error:
            raise course.CourseError(
                "No worker has joined the scheduler at {scheduler}: start one first.", scheduler=scheduler
            ) from error
        yield client


async def _knock(scheduler: str) -> None:
    from distributed import Security
    from distributed.comm import connect

    connection = await connect(scheduler, timeout=SECONDS_TO_CONNECT, **Security().get_connection_args("client"))
    await connection.close()


# What a worker does


def judged(task: batch.Task, data: bytes, version: str) -> batch.Outcome:
    """Grade one submission on a worker, from its bytes; the path in the task is one of the instructor's machine.

    Raises:
        CourseError: This worker has another version of the course than the instructor.
        NotConfinedHere: Its cells can't be confined on this machine.
    """
    with _one_at_a_time:
        if _version(task.day) != version:
            raise course.CourseError(
                "The worker on {gethostname} has another version of the course: update it, and start it again.",
                gethostname=socket.gethostname(),
            )
        try:
            with processes.deadline():  # A worker that it ends counts as killed.
                return batch.grade(task, data)
        except marking.NotConfinedHere as error:
            unusable = say("The worker on {host} can't be used. {error}", host=socket.gethostname(), error=error)
            raise marking.NotConfinedHere(unusable) from error


@cache  # What was imported is what counts, whatever becomes of the files.
def _version(number: int) -> str:
    return batch.version(course.assignment(number))


def _close() -> None:
    with _one_at_a_time:
        warm.close_executors()
