# SPDX-License-Identifier: MIT
"""What a grader calls: a warm process, and in it a session for each notebook.

Only lines of JSON come back from a session, and none is trusted: their size is limited, and their form is checked by
whoever reads them.
"""

from __future__ import annotations

import base64
import contextlib
import copy
import importlib.util
import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from judge.run.confined import groups
from judge.run.memory import end_by_memory
from judge.run.words import say, template

START_SECONDS = 120
# How long a cell may take to stop after it was interrupted, and the server to report how a session ended.
GRACE_SECONDS = 3
# How long a copy of a session's process may take to begin, and to leave before it is ended.
STAND_SECONDS, LEAVE_SECONDS = 4, 1
# Outputs of a cell have 4 MB at most, and answers far less.
LARGEST_LINE = 5 * 2**20
# Bytes of a file that is brought in, in a message.
LARGEST_PART = 2**20

OWN_LINES = template("It wrote lines of its own where the grader reads answers")
TOO_LONG = template("It takes too long")
NOT_INTERRUPTED = template("It could not be interrupted")
NO_PROCESSOR = template("It used up its processor time")
ENDED_KERNEL = template("It ended the kernel")
# Why strangers' code can't be confined, by the type of error that the warm process reports.
FAILURES = {
    "NotConfined": template("Strangers' code can't be confined here: the system refuses {why}."),
    "UnknownMachine": template(
        "Strangers' code can't be confined here: the system calls of {why} are not known, and so none can be filtered."
    ),
    "CourseError": template("{why}"),  # A file of the course is at fault, and its sentence says which.
}
# The wall is fine; what it is to hold is not there.
FAILURES["ModuleNotFoundError"] = FAILURES["ImportError"] = template(
    "The process that runs notebooks can't load what they import ({why}). Install it for {python}, or leave it out."
)
FAILED = template("Strangers' code can't be confined here: the process that runs notebooks failed ({why}).")
NOT_STARTED = template("Strangers' code can't be confined here: the process that runs notebooks did not start.")
NOT_COVERED = template(
    "Notebooks can't be kept from {folder}: they need what lies in it, since Python is there ({python}). Keep the "
    "course outside of Python's own folders."
)
GONE = template("The process that runs notebooks was killed: it may use more than there is.")

BOOT = (
    "import json, os, sys; settings = json.loads(os.fdopen(os.dup(0), 'rb').readline()); "
    "sys.path[:0] = settings['paths']; "
    "from judge.run.confined.server import main; main(settings)"
)


class NotConfinedHere(RuntimeError):
    """Strangers' code can't be confined on this machine; the text says what is missing, and what to do."""


class Ended(RuntimeError):
    """A session came to its end before it was closed; the text is a sentence without its full stop."""

    def __init__(self, why: str, is_late: bool = False):
        super().__init__(why)
        #: Whether time is the reason.
        self.is_late = is_late


class Gone(RuntimeError):
    """The warm process was killed from outside; the text is a sentence."""


class CopyEnded(Ended):
    """A copy that answers came to its end, by the present question or by an earlier one."""


class Ending(NamedTuple):
    """How a session's process ended: its status, and the most bytes of memory that it had at a time."""

    status: int | None
    memory: int


@dataclass(frozen=True)
class Limits:
    """What a submission may use."""

    # Bytes that a process may allocate. A solution of any assignment needs less than a quarter of them, and libraries
    # set room aside for each processor.
    memory: int = 2 * 2**30 + (os.cpu_count() or 1) * 128 * 2**20
    processes: int = 64  # processes and threads
    file: int = 32 * 2**20  # bytes of a file
    disk: int = 64 * 2**20  # bytes of all its files
    seconds: int = 600  # of processor time, in a process


@dataclass(frozen=True)
class Settings:
    """What the warm process prepares."""

    modules: Sequence[str]  # what it imports, so that no notebook has to
    questions: tuple[str, str]  # the module and the function that return what answers questions
    asked: Mapping[str, Any]  # what the questions are about; the function's argument
    paths: Sequence[str]  # where the modules and the questions are imported from
    seen: Sequence[str] = ()  # packages that notebooks may import: folders, each visible under ``/course``
    hidden: Sequence[str] = ()  # packages, by name, that they can't import; that of the questions is one
    collections: Sequence[int] = ()  # the thresholds of Python's garbage collector; its own where there are none
    # Folders that no notebook sees, wherever they lie; each lies in none that Python needs, or is refused.
    secret: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)  # what notebooks see beside ``WITHIN``
    confined: bool = True  # whether strangers' code is confined; False for one's own notebook alone
    limits: Limits = field(default_factory=Limits)


# Folders of the system that may hold the work of others, such as nbgrader's exchange.
OTHERS_WORK = ("/usr/local/share/nbgrader", "/usr/local/src", "/usr/src")


def folders_seen() -> list[str]:
    """Return the folders that every notebook sees: Python's and the system's."""
    return [sys.prefix, sys.base_prefix, sys.exec_prefix, "/usr", "/etc/fonts", "/etc/alternatives"]


def _inside(folders: Sequence[str], paths: Sequence[str]) -> list[str]:
    """Return those paths that lie in one of the folders, where none of these lies in them in turn."""
    tops = tuple(os.path.realpath(folder) + "/" for folder in folders)
    inside = [path for path in map(os.path.realpath, paths) if path.startswith(tops)]
    return [path for path in inside if not any(top.startswith(path + "/") for top in tops)]


def _need_coverable(folders: Sequence[str], secret: Sequence[str]) -> None:
    """Refuse a folder that is to be secret, lies in one that notebooks see, and has another of these in it."""
    seen = [os.path.realpath(folder) for folder in folders if os.path.isdir(folder)]
    coverable = _inside(folders, secret)
    for path in map(os.path.realpath, secret):
        if path not in coverable and any(f"{path}/".startswith(f"{top}/") for top in seen):
            raise NotConfinedHere(say(NOT_COVERED, folder=path, python=sys.prefix))


def can_confine() -> bool:
    """Return whether this system can confine; whether it is allowed to shows when a server starts."""
    return sys.platform == "linux" and hasattr(os, "pidfd_open")


class Executor:
    """A warm process that runs notebooks, each in a child of its own, once it is ready.

    Raises:
        NotConfinedHere: It can't be confined on this machine, or can't be started.
    """

    def __init__(self, settings: Settings):
        if settings.confined and not can_confine():
            raise NotConfinedHere(
                say("Strangers' code is confined on Linux 5.3 or newer only, with Python 3.9 or newer.")
            )
        if settings.confined:
            _need_coverable(folders_seen(), settings.secret)
        self._root = tempfile.TemporaryDirectory(prefix="course-", ignore_cleanup_errors=True)
        os.chmod(self._root.name, 0o755)
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process: subprocess.Popen[bytes] | None = _started(theirs, settings.environment)
        self._owner = os.getpid()
        self._say(self._message(settings))
        limits, self.memory = settings.limits, settings.limits.memory
        # All processes of a submission together, and its files in memory.
        together = {"memory.max": limits.memory + limits.disk, "pids.max": limits.processes}
        self._groups = groups.available(together) if settings.confined else None
        self._count, self._rest = 0, b""
        self._endings: dict[int, Ending] = {}
        self._is_ready = False
        #: Whether there is a second wall behind the first, once it is ready: SECURITY.md says which.
        self.has_second_wall = False

    def get_ready(self) -> Executor:
        """Wait until it has imported what notebooks import and is confined, and return it; a failed one is closed.

        Raises:
            NotConfinedHere: It can't be confined on this machine.
        """
        try:
            answer = self._hear(START_SECONDS)
            if not answer:
                raise NotConfinedHere(say(NOT_STARTED))
        except BaseException:
            self.close()
            raise
        self._is_ready = True
        self.has_second_wall = answer.get("second_wall") is True
        return self

    def has_answered(self) -> bool:
        """Return whether :meth:`get_ready` has nothing to wait for."""
        return self._is_ready or bool(select.select([self._control], [], [], 0)[0])

    def _message(self, settings: Settings) -> dict[str, Any]:
        seen = {folder: f"/course/{Path(folder).name}" for folder in settings.seen}
        parents = {str(Path(folder).parent) for folder in settings.seen}
        packages = [sysconfig.get_path(name) for name in ("purelib", "platlib")]
        folders = folders_seen()
        names = sorted({*settings.hidden, settings.questions[0].partition(".")[0]})
        hidden = [f"{package}/{name}" for package in packages for name in names]
        hidden += [*OTHERS_WORK, *_inside(folders, [*settings.paths, *settings.secret])]
        return {
            **asdict(settings),
            "hidden": names,
            "own": [Path(folder).name for folder in settings.seen],
            "seen": ["/course"] if settings.confined else sorted(parents),
            "unseen": sorted({*parents, *settings.paths}),
            "view": [folders, seen, hidden],
            "root": self._root.name,
        }

    def is_alive(self) -> bool:
        """Return whether the process is still there; where it was killed, a new one can replace it."""
        # A process that was forked from this one can't poll it.
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is not None:
            return False
        try:
            return self._control.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def shared(self) -> Executor:
        """Return an executor for a process that was forked from this one, with its own socket to the warm process."""
        ours, theirs = socket.socketpair()
        with theirs:
            self._pass_on({"do": "connect"}, [theirs.fileno()])
        other = copy.copy(self)
        other._control, other._process = ours, None
        other._endings, other._count, other._rest = {}, 0, b""
        other._groups = self._groups and groups.Groups(self._groups.parent, self._groups.limits)
        return other

    def session(self) -> Session:
        """Return a session in a new child: an empty namespace, and nothing of any other."""
        # The server's reports of ended sessions are read even if nobody asks: with a full socket it would block.
        while self._hear(0):
            continue
        self._count += 1
        ours, theirs = socket.socketpair()
        message = {"do": "new", "number": self._count, "group": self._groups is not None}
        with theirs, self._entrance() as entrance:
            self._pass_on(message, [theirs.fileno(), *entrance])
        return Session(self, self._count, ours)

    def _pass_on(self, message: dict[str, Any], descriptors: list[int]) -> None:
        """Send a message with descriptors; where nobody reads it, raise what the process said last, or ``Gone``."""
        try:
            socket.send_fds(self._control, [json.dumps(message).encode() + b"\n"], descriptors)
        except ConnectionError as error:
            while self._hear(GRACE_SECONDS):
                continue
            raise Gone(say(GONE)) from error
        except OSError as error:
            raise _refused("sendmsg", error) from error

    @contextlib.contextmanager
    def _entrance(self) -> Iterator[list[int]]:
        """Yield the descriptor by which the next session enters a control group of its own, where there is one."""
        if self._groups is None:
            yield []
            return
        try:
            entrance = self._groups.new(self._count).entrance()
        except OSError as error:
            raise NotConfinedHere(say("A control group can't be made any more: {error}.", error=error)) from error
        try:
            yield [entrance]
        finally:
            os.close(entrance)

    def is_held_together(self, number: int) -> bool:
        """Return whether a session is in a control group. If it should be and is not, no later session gets one."""
        if self._groups is not None and not self._groups.hold(number):
            self._groups.close()
            self._groups = None
        return self._groups is not None

    def interrupt(self, number: int) -> None:
        """Interrupt what a session runs, as the stop button does, and wait until the signal is sent.

        The cell may have ended by itself meanwhile: a signal that came later would stop the next one.
        """
        self._say({"do": "interrupt", "number": number})
        end = time.monotonic() + GRACE_SECONDS
        while (heard := self._hear(end - time.monotonic())) and heard.get("interrupted") != number:
            continue

    def end(self, number: int) -> None:
        """End a session, and all processes in it."""
        self._say({"do": "end", "number": number})
        if self._groups is not None:
            self._groups.end(number)

    def ending(self, number: int) -> Ending:
        """Return how a session's process ended; its status is None where that is not reported in time."""
        end = time.monotonic() + GRACE_SECONDS
        while number not in self._endings and (left := end - time.monotonic()) > 0:
            if not self._hear(left):
                break
        return self._endings.pop(number, Ending(None, 0))

    def close(self) -> None:
        """End the process and all its children; in a process that shares it, its own children alone."""
        self._control.close()
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                # One that still imports does not hear that nobody needs it any more.
                self._process.wait(GRACE_SECONDS if self._is_ready else 0)
            if self._process.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
            self._root.cleanup()
        if self._groups is not None:
            self._groups.close()

    def _say(self, message: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):
            self._control.sendall(json.dumps(message).encode() + b"\n")

    def _hear(self, seconds: float) -> dict[str, Any]:
        """Return the next message of the server, {} where none comes in time; the status of ended sessions is kept."""
        end = time.monotonic() + seconds
        while b"\n" not in self._rest:
            readable, _, _ = select.select([self._control], [], [], max(0.0, end - time.monotonic()))
            try:
                data = self._control.recv(1 << 16) if readable else b""
            except ConnectionError:  # It was killed with something left to read.
                data = b""
            if not data:
                return {}
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message = dict(json.loads(line))
        if "failed" in message:
            why = message["text"] or message["failed"]
            text = FAILURES.get(message["failed"], FAILED)
            raise NotConfinedHere(say(text, why=why, python=sys.executable))
        if "ended" in message:
            self._endings[message["ended"]] = Ending(message["status"], message.get("memory", 0))
        return message


def _started(control: socket.socket, more: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Return the warm process, which reads what it is told from its end of a socket."""
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-c", BOOT],
            stdin=control,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**environment(), **more},
            cwd="/",
            start_new_session=True,
        )
    except OSError as error:  # A limit on processes, or a filter of calls.
        raise _refused("fork/exec/setsid", error) from error


def _refused(call: str, error: OSError) -> NotConfinedHere:
    return NotConfinedHere(say(FAILURES["NotConfined"], why=f"{call} ({error.strerror})"))


def environment() -> dict[str, str]:
    """Return the environment that the warm process starts with: of the instructor's, only matplotlib's font cache."""
    fonts = {"MPLCONFIGDIR": folder} if (folder := _font_cache()) else {}
    threads = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB_MAXIMUM")}
    paths = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent"}
    # Memory in huge pages from the start, as :func:`judge.run.confined.linux.gather_memory` says, where glibc gives it.
    memory = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
    return {**threads, **paths, **memory, **fonts, "LANG": "C.UTF-8", "MPLBACKEND": "agg", "PYTHONHASHSEED": "0"}


def _font_cache() -> str:
    """Return the folder of matplotlib's font cache, as ``matplotlib.get_cachedir`` finds it on Linux; "" without it.

    To import matplotlib takes 0.2 s, so it is asked only where the folder has to be made.
    """
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.realpath(os.environ.get("MPLCONFIGDIR") or os.path.join(caches, "matplotlib"))
    with contextlib.suppress(ImportError):  # A course may do without.
        if importlib.util.find_spec("matplotlib") is None:
            return ""
        if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
            import matplotlib

            return matplotlib.get_cachedir()
        return folder
    return ""


class Session:
    """A notebook that runs in a process: its cells, one after the other, and questions to what they define."""

    def __init__(self, executor: Executor, number: int, connection: socket.socket):
        self._executor, self.number, self._connection = executor, number, connection
        self._rest = b""
        #: Whether the session goes on: it ends when it is closed, and when its process does.
        self.is_open = True
        self._copy_answers = False

    def cell(self, source: str, seconds: float, given: bool = False, sealed: bool = False) -> tuple[Any, bool]:
        """Run a cell, and interrupt it after some seconds; the classes of a ``given`` one are no answer.

        Where it is ``sealed``, only a line that repeats a word of this very question counts as what came of it: one
        that was written before, or by a copy of the process, ends the session.

        Returns:
            What is to be its outputs, as a notebook's file keeps them, and whether it was interrupted.

        Raises:
            Ended: The cell ended its process, or could not be interrupted.
        """
        seal = secrets.token_hex(8) if sealed else ""
        self._say({"do": "cell", "source": source, "given": given, "seal": seal})
        try:
            return self._outputs(self._hear(seconds), seal), False
        except TimeoutError:
            self._executor.interrupt(self.number)
        try:
            return self._outputs(self._hear(GRACE_SECONDS), seal), True
        except TimeoutError:
            raise self._ended(is_late=True) from None

    def take(self, names: Sequence[str], seconds: float) -> dict[str, Any]:
        """Return what some names stand for: under ``data`` typed copies, and ``imports`` and ``others``, each by name.

        Raises:
            Ended: Nothing comes in time, or the process came to its end.
        """
        seal = secrets.token_hex(8)
        self._say({"do": "take", "names": list(names), "seal": seal})
        try:
            answer = self._sealed(self._hear(seconds), seal)
        except TimeoutError:
            raise self._ended(is_late=True) from None
        return {key: answer[key] if isinstance(answer.get(key), dict) else {} for key in ("data", "imports", "others")}

    def call(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Put a question to the process itself, or to a copy that stands for it, and interrupt it after some seconds.

        Only a line that repeats a word of this very question counts as its answer.

        Raises:
            TimeoutError: It was interrupted. What it said then is left out.
            CopyEnded: The copy came to its end.
            Ended: The process came to its end, or could not be interrupted.
        """
        seal = secrets.token_hex(8)
        self._say({**message, "seal": seal, "copy": self._copy_answers})
        is_late = False
        try:
            answer = self._hear(seconds)
        except TimeoutError:
            is_late = True
            self._executor.interrupt(self.number)
        if is_late:
            try:
                answer = self._hear(GRACE_SECONDS)
            except TimeoutError:
                raise self._ended(is_late=True) from None
        if self._copy_answers and "left" in answer:
            self._copy_answers = False
            raise CopyEnded(TOO_LONG if is_late else template("It ended the process that asks it"))
        self._sealed(answer, seal)
        if is_late:
            raise TimeoutError
        return answer

    def put(self, data: Mapping[str, Any], imports: Mapping[str, Any]) -> None:
        """Give names to copies that another session has taken, and to what is imported.

        Raises:
            Ended: They are no copies.
        """
        self._prepare({"do": "put", "data": dict(data), "imports": dict(imports)})

    def _outputs(self, message: dict[str, Any], seal: str) -> Any:
        return self._sealed(message, seal).get("outputs")

    def _sealed(self, message: dict[str, Any], seal: str) -> dict[str, Any]:
        if seal and message.get("seal") != seal:
            self.close()
            raise Ended(OWN_LINES)
        return message

    def enter(self, folder: str, files: Iterable[tuple[str, Path]] = ()) -> None:
        """Let the notebook work in a new folder with copies of some files, before its first cell.

        Args:
            folder: The name of the folder.
            files: For each file its path in that folder, and where it lies.

        Raises:
            Ended: There is no room for them.
            OSError: A file can't be read.
        """
        self._prepare({"do": "enter", "folder": folder})
        for path, place in files:
            with open(place, "rb") as file:
                data = file.read(LARGEST_PART)
                while True:
                    self._prepare({"do": "bring", "path": path, "data": base64.b64encode(data).decode()})
                    if not (data := file.read(LARGEST_PART)):
                        break

    def _prepare(self, message: dict[str, Any]) -> None:
        self._say(message)
        try:
            answer = self._hear(START_SECONDS)
        except TimeoutError:
            raise self._ended(is_late=True) from None
        if refused := answer.get("refused"):
            self.close()
            raise Ended(f"{message.get('path', message['do'])}: {str(refused)[:200]}")

    @contextlib.contextmanager
    def standing(self, seconds: float, limits: Mapping[str, float] | None = None) -> Iterator[None]:
        """Let a copy of the process answer inside this block, for at most ``seconds``: what it changes is discarded.

        ``limits`` are what a question may use: seconds of the ``processor`` in C code, seconds that it ``waits``, and
        bytes of ``memory``; as much as there is where they are missing.

        Raises:
            Ended: The session came to its end, or there are too many threads or processes for one more.
        """
        self._say({"do": "stand", "seconds": seconds, "limits": dict(limits or {})})
        try:
            answer = self._hear(min(seconds, STAND_SECONDS) + GRACE_SECONDS)
        except TimeoutError:
            self.close()
            raise Ended(template("It left a process that answers nothing")) from None
        if answer.get("standing") is False:
            raise Ended(template("It started so many threads or processes that nothing could be asked after it"))
        if answer.get("standing") is not True:
            raise Ended(OWN_LINES)
        self._copy_answers = True
        try:
            yield
        finally:
            if self.is_open and self._copy_answers:
                self._end_the_copy()

    def _end_the_copy(self) -> None:
        with contextlib.suppress(Ended):
            self._say({"do": "leave", "copy": True})
            if self._copy_has_left():
                return
            # It sleeps, or does not read: its original ends it.
            self._executor.interrupt(self.number)
            if self._copy_has_left():
                return
        self.close()

    def _copy_has_left(self) -> bool:
        end = time.monotonic() + LEAVE_SECONDS
        with contextlib.suppress(TimeoutError):
            while "left" not in self._hear(end - time.monotonic()):
                continue
            return True
        return False

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Put a question and return what comes back.

        Raises:
            Ended: Nothing comes in time, or the process came to its end.
        """
        self._say({**message, "copy": self._copy_answers})
        try:
            answer = self._hear(seconds)
        except TimeoutError:
            raise Ended(TOO_LONG) from None
        if "left" in answer:
            self._copy_answers = False
            late = _by_signal(answer["left"], signal.SIGPROF)
            raise CopyEnded(TOO_LONG if late else template("It ended the process that asks it"))
        return answer

    def close(self) -> None:
        """End the session and all its processes."""
        if self.is_open:
            self.is_open = False
            self._executor.end(self.number)
            self._connection.close()

    def _say(self, message: dict[str, Any]) -> None:
        try:
            self._connection.settimeout(GRACE_SECONDS)
            self._connection.sendall(json.dumps(message).encode() + b"\n")
        except (OSError, ValueError) as error:
            raise self._ended() from error

    def _hear(self, seconds: float) -> dict[str, Any]:
        """Return the next message; a TimeoutError if none comes in time, and ``Ended`` if what comes is none."""
        end = time.monotonic() + seconds
        while b"\n" not in self._rest[-(1 << 16) :]:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._connection.settimeout(left)
            try:
                data = self._connection.recv(1 << 16)
            except TimeoutError:
                raise
            except OSError as error:
                raise self._ended() from error
            if not data or len(self._rest) > LARGEST_LINE:
                raise self._ended()
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            message = json.loads(line)
            if b"\\ud" in line.lower():  # Half a character, which no file can hold.
                message = json.loads(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace"))
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._ended()
        return message

    def _ended(self, is_late: bool = False) -> Ended:
        """End the session, and return the reason, with what it used up where that is known."""
        self.close()
        ending = self._executor.ending(self.number)
        if why := end_by_memory(ending.memory, self._executor.memory, is_late):
            return Ended(why, is_late)
        if is_late:
            return Ended(NOT_INTERRUPTED, is_late)
        used_up = _by_signal(ending.status, signal.SIGXCPU)
        return Ended(NO_PROCESSOR if used_up else ENDED_KERNEL, used_up)


def _by_signal(status: Any, number: int) -> bool:
    """Return whether a signal ended a process; its status may come from the process itself."""
    return type(status) is int and os.WIFSIGNALED(status) and os.WTERMSIG(status) == number
