# SPDX-License-Identifier: MIT
"""What runs in a submission's process: its cells, and the questions put to what they define.

Messages are lines of JSON, one answer for each:

- ``{"do": "cell", "source": s, "given": bool, "plain": bool, "says": [...]}``: run a cell as IPython does; a plain one
  as Python does, so that it shows only what it prints, and its asserts say what came by ``says``. The answer is
  ``{"outputs": [...], "seal": s}``, in a notebook's format, with the ``"seal"`` of the message.
- ``{"do": "stand", "seconds": t, "limits": {...}}``: from here on a copy of this process answers, until it is asked
  ``leave`` or ends; what it does changes nothing here, and it has no thread of the learner's. The limits are
  ``processor``, the seconds in C code after which a call ends the copy; ``waits``, in seconds; ``memory``, in bytes.
  The answer is ``{"standing": true}`` and, when the copy has ended, ``{"left": status}``; it is
  ``{"standing": false}`` if there are as many processes and threads as allowed.
- a message with ``"copy": true`` is for the copy alone: without one, nobody answers.
- ``{"do": "enter", "folder": name}``: work in a new folder from here on, in which imports look first.
- ``{"do": "bring", "path": p, "data": base64}``: add to the end of a file, whose path begins in that folder. Both come
  before the first cell. The answer is ``{}``, or ``{"refused": why}``.
- ``{"do": "take", "names": [...]}``: answer what they stand for, as :func:`judge.run.confined.copies.taken` does.
- ``{"do": "put", "data": {...}, "imports": {...}}``: give names to what another process has answered so. The answer is
  ``{}``, or ``{"refused": why}``.
- anything else goes to the questioner of the server, with the notebook's names.
"""

from __future__ import annotations

import ast
import base64
import builtins
import contextlib
import io
import json
import linecache
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any

from judge.run.bounded import PROCESSOR_SECONDS, SECONDS_TO_WAIT, NoEnd, bounded, for_one_submission, was_stopped
from judge.run.cells import definitions
from judge.run.confined import copies, linux
from judge.run.confined.own_lines import CellCompiler, without_measuring
from judge.run.words import say
from reading.asserts import Explained

# What a cell may write. A notebook of 20 MB helps nobody.
MOST_TEXT = 100_000
MOST_DATA = 4_000_000
MOST_OUTPUTS = 200

# Lines of Python that a cell of the course may run, the visible part of a check say. The longest takes 160,000 with a
# right answer. What a learner wrote has time and no such limit: it may hold a training.
LINES_OF_A_CELL = 2_000_000
# Such a cell tests a few times whether what it needs from another exercise works; code that never ends does not.
STOPS_TO_CATCH = 5
OWN_FILES = (__file__, bounded.__code__.co_filename)

# What IPython shows of the step that interrupts a cell: it is none of the cell's own.
INTERRUPT = "in _Child._interrupt("

# Cells that make IPython load what it loads late: a value that is shown, two kinds of errors, a magic.
REHEARSED = ("1", "number = 1\nother = 2\nnumber", "number = 1\nother = 2\nnumber / 0", "def", "%time 1")


@dataclass
class Prepared:
    """What the server made before any stranger's line ran."""

    questions: Any  # called with the notebook's names, a message and the codes of what given cells defined
    hidden: dict[str, Any]  # the modules that it needs; no import finds them
    shell: Any  # an IPython shell
    data_size: int = 0  # how much data the process held then, in bytes


def new_shell() -> Any:
    """Return an IPython shell that writes no history and reads no start-up file."""
    from IPython.core.displaypub import CapturingDisplayPublisher
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "NoColor"
    config.InteractiveShell.ast_node_interactivity = "last_expr"
    shell = InteractiveShell.instance(config=config)
    shell.compile = CellCompiler()
    shell.input_transformer_manager.cleanup_transforms.insert(0, without_measuring)
    shell.should_run_async = partial(_awaits, shell.should_run_async)
    shell.system = _system
    shell.ask_exit = lambda: None  # `exit()` ends no notebook
    shell.enable_gui = lambda gui=None: None
    shell.enable_matplotlib = lambda gui=None: (gui, "agg")  # nobody looks: figures are kept as they are drawn
    shell.display_pub = CapturingDisplayPublisher(parent=shell)
    return shell


def _awaits(should_run_async: Callable[..., bool], cell: str, **settled: Any) -> bool:
    """Tell whether a cell awaits something outside of functions: to find out, IPython compiles a cell once more."""
    return ("await" in cell or "async" in cell) and should_run_async(cell, **settled)


def rehearse() -> None:
    """Load what cells need: for the first error alone IPython takes longer than for all checks of an assignment."""
    lines_known, shell = dict(linecache.cache), new_shell()
    for source in REHEARSED:
        run_cell(shell, source)
        run_plain(shell, source)
    type(shell).clear_instance()
    for name in ("last_type", "last_value", "last_traceback", "last_exc"):
        vars(sys).pop(name, None)
    linecache.cache.clear()
    linecache.cache.update(lines_known)


def _system(command: str) -> None:
    """Run a line such as `!ls`, and print what it says."""
    import subprocess

    done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    print(done.stdout, end="")


def run(connection: socket.socket, prepared: Prepared) -> None:
    """Answer messages until the connection closes."""
    for_one_submission()
    _Child(connection, prepared).serve()


class _Child:
    def __init__(self, connection: socket.socket, prepared: Prepared):
        self._connection, self._prepared, self._shell = connection, prepared, prepared.shell
        self._given: dict[str, list[Any]] = {}
        # Of a copy: the pipe into which it writes before it leaves.
        self._leaves: int | None = None
        # Of its original: copies that were killed and have not been waited for.
        self._killed: list[int] = []
        # An interrupt that comes too late is ignored.
        self._interruptible = False
        signal.signal(signal.SIGINT, self._interrupt)
        builtins.input = no_input

    def serve(self) -> None:
        for line in self._connection.makefile("rb"):
            message = json.loads(line)
            if message.get("copy") and self._leaves is None:
                continue  # The copy that it was meant for has ended, which was reported.
            if message["do"] == "leave":
                if self._leaves is not None:
                    os.write(self._leaves, b".")
                return
            if message["do"] == "stand":
                self._stand(message["seconds"], message["limits"])
            elif message["do"] == "cell":
                self._say(self._cell(message))
            elif message["do"] in _PREPARE:
                self._say(_prepared(message))
            elif message["do"] == "take":
                with self._at_work():
                    found = copies.taken(self._shell.user_ns, message["names"])
                self._say({**found, "seal": message.get("seal")})
            elif message["do"] == "put":
                self._say(self._put(message))
            else:
                asked = {**message, "own": self._shell.compile.own}
                reply = self._prepared.questions(self._shell.user_ns, asked, self._given, self._prepared.hidden)
                self._say({**reply, "stopped": was_stopped()})

    def _interrupt(self, *_: Any) -> None:
        if self._interruptible:
            raise KeyboardInterrupt

    @contextlib.contextmanager
    def _at_work(self) -> Iterator[None]:
        self._interruptible = True
        try:
            yield
        finally:
            self._interruptible = False

    def _say(self, message: dict[str, Any]) -> None:
        self._connection.sendall(json.dumps(message).encode() + b"\n")

    def _stand(self, seconds: float, limits: dict[str, float]) -> None:
        """Let a copy of this process answer, and wait for its end."""
        self._wait_for_killed()
        leaving, leaves = os.pipe()
        try:
            process = os.fork()
        except OSError:
            os.close(leaving)
            os.close(leaves)
            self._say({"standing": False})
            return
        if process == 0:
            os.close(leaving)
            self._leaves = leaves
            for_one_submission(limits.get("processor", PROCESSOR_SECONDS), limits.get("waits", SECONDS_TO_WAIT))
            if "memory" in limits:
                linux.limit_data(self._prepared.data_size + int(limits["memory"]))
            self._say({"standing": True})
            return
        os.close(leaves)
        status = self._ended_within(process, leaving, seconds)
        os.close(leaving)
        self._say({"left": status})

    def _wait_for_killed(self) -> None:
        self._killed = [process for process in self._killed if not _is_gone(process)]

    def _ended_within(self, process: int, leaving: int, seconds: float) -> int:
        """Wait for a copy's end; kill it when its time is up, when it leaves or when this process is interrupted.

        Returns:
            Its status; 0 for one that leaves, since it takes a while until all its memory is freed.
        """
        signal.signal(signal.SIGINT, self._interrupt)
        with contextlib.suppress(KeyboardInterrupt), self._at_work():
            status = _ended_within(process, seconds, leaving)
            if status is None:
                os.kill(process, signal.SIGKILL)
                self._killed.append(process)
            return status or 0
        with contextlib.suppress(ChildProcessError):
            return _ended_within(process, 0) or 0
        return -1

    def _put(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            copies.put(self._shell.user_ns, message)
        except (ValueError, ImportError, AttributeError) as error:
            return {"refused": str(error)}
        return {}

    def _cell(self, message: dict[str, Any]) -> dict[str, Any]:
        self._wait_for_killed()  # A cell that waits for any child of its own must not find this one.
        names = self._shell.user_ns
        before = dict(names) if message.get("given") else {}
        with self._at_work():
            if message.get("plain"):
                outputs = run_plain(self._shell, message["source"], message.get("says", ()))
            else:
                given = bool(message.get("given"))
                outputs = run_cell(self._shell, message["source"], of_the_course=given, is_own=not given)
        for name, value in list(names.items()) if message.get("given") else []:
            if before.get(name) is not value and not name.startswith("_"):
                self._given[name] = definitions(value)
        return {"outputs": outputs, "seal": message.get("seal")}


def _enter(message: dict[str, Any]) -> None:
    os.mkdir(message["folder"])
    os.chdir(message["folder"])
    sys.path.insert(0, "")  # as in a notebook's kernel


def _bring(message: dict[str, Any]) -> None:
    if folder := os.path.dirname(message["path"]):
        os.makedirs(folder, exist_ok=True)
    with open(message["path"], "ab") as file:
        file.write(base64.b64decode(message["data"]))


_PREPARE = {"enter": _enter, "bring": _bring}


def _prepared(message: dict[str, Any]) -> dict[str, Any]:
    """Do what a message asks for before the first cell runs; return why it could not be done, if it could not."""
    try:
        _PREPARE[message["do"]](message)
    except OSError as error:
        return {"refused": error.strerror or str(error)}
    return {}


def no_input(prompt: object = "") -> str:
    """Stand for ``input()`` where nobody looks."""
    raise RuntimeError(say("A notebook that is graded has nobody to answer `input()`. Put the value into the cell."))


def _is_gone(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return True


def _ended_within(process: int, seconds: float, leaving: int | None = None) -> int | None:
    """Wait for a process, kill it when its time is up, and return its status; None where it wrote to ``leaving``."""
    try:
        handle = os.pidfd_open(process)
    except (AttributeError, OSError):  # Not Linux.
        handle = -1
    heard = [each for each in (handle, leaving) if each is not None and each >= 0]
    end = time.monotonic() + seconds
    try:
        while True:
            wait = max(0.0, end - time.monotonic())
            ready, _, _ = select.select(heard, [], [], wait if handle >= 0 else min(wait, 0.005))
            if leaving in ready:
                if os.read(leaving, 1):
                    return None
                heard.remove(leaving)  # It is closed: the process has ended, or has closed it.
            done, status = os.waitpid(process, os.WNOHANG)
            if done:
                return status
            if time.monotonic() >= end:
                os.kill(process, signal.SIGKILL)
                return os.waitpid(process, 0)[1]
    finally:
        if handle >= 0:
            os.close(handle)


# Cells


class _Bounded(io.TextIOBase):
    """Keeps what is written, up to a limit, as streams of a notebook do."""

    def __init__(self, name: str, outputs: list[dict[str, Any]]):
        self._name, self._outputs, self._left = name, outputs, MOST_TEXT

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        kept = text[: max(0, self._left)]
        if 0 <= self._left < len(text):
            kept += say("\n[more than {most:,} characters: the rest is left out]\n", most=MOST_TEXT)
        self._left = max(-1, self._left - len(text))
        if kept:
            last = self._outputs[-1] if self._outputs else {}
            if last.get("output_type") == "stream" and last["name"] == self._name:
                last["text"] += kept
            else:
                self._outputs.append({"output_type": "stream", "name": self._name, "text": kept})
        return len(text)


def run_cell(shell: Any, source: str, of_the_course: bool = False, is_own: bool = False) -> list[dict[str, Any]]:
    """Run a cell as IPython does, and return its outputs in a notebook's format.

    Of a cell that ``of_the_course`` holds, the lines are counted; ``is_own`` tells whether the learner wrote it.
    """
    outputs: list[dict[str, Any]] = []
    shell.compile.begin(source, is_own)
    with _captured(shell, outputs):
        try:
            if of_the_course:
                bounded(shell.run_cell, source, store_history=True, lines=LINES_OF_A_CELL, lenient=STOPS_TO_CATCH)
            else:
                shell.run_cell(source, store_history=True)
        except BaseException as error:  # An interrupt of IPython's own work, or an IPython that was tampered with.
            outputs.append(_error(type(error).__name__, say("The cell was cut short."), []))
    return _bounded(outputs)


def run_plain(shell: Any, source: str, says: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Run a cell of Python alone: without looking for magics, which takes longer than what most checks do.

    Its asserts say what came by the sentences of ``says``, as :class:`reading.asserts.Explained` takes them.
    """
    outputs: list[dict[str, Any]] = []
    shell.compile.begin(source, is_own=False)
    with _written(shell, outputs):
        try:
            # A traceback calls the cell by this name, as it does those that IPython runs.
            name = shell.compile.cache(source, shell.execution_count)
            tree = Explained(says).visit(ast.parse(source, name))
            code = compile(tree, name, "exec", dont_inherit=True)
            bounded(exec, code, shell.user_ns, lines=LINES_OF_A_CELL, lenient=STOPS_TO_CATCH)
        except NoEnd as stopped:
            name, why = type(stopped).__name__, str(stopped)
            outputs.append(_error(name, why, [f"{name}: {why}"]))
        except BaseException as error:
            steps = _of_the_cell(error.__traceback__)
            shell.showtraceback((type(error), error, steps))
    shell.execution_count += 1
    return _bounded(outputs)


def _error(name: str, text: str, traceback: list[str], line: int = 0) -> dict[str, Any]:
    return {"output_type": "error", "ename": name, "evalue": text, "traceback": traceback, "line": line}


def _line(shell: Any, error: BaseException) -> int:
    """Return the line of the cell that stopped with an error; 0 where none did."""
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename not in shell.compile._filename_map:
        step = step.tb_next
    unread = error.lineno if isinstance(error, SyntaxError) else 0
    return step.tb_lineno if step is not None else unread or 0


def _of_the_cell(steps: TracebackType | None) -> TracebackType | None:
    """Leave out the steps before the cell's own, so that a learner does not see the grader's paths."""
    first = steps
    while steps is not None and steps.tb_frame.f_code.co_filename in OWN_FILES:
        steps = steps.tb_next
    return steps or first


@contextlib.contextmanager
def _captured(shell: Any, outputs: list[dict[str, Any]]) -> Iterator[None]:
    def publish(data: dict[str, Any], metadata: dict[str, Any] | None = None, **_: Any) -> None:
        outputs.append({"output_type": "display_data", "data": dict(data), "metadata": dict(metadata or {})})

    def hook(value: Any = None) -> None:
        if value is not None:
            data, metadata = shell.display_formatter.format(value)
            shell.user_ns["_"] = value
            shown = {"data": data, "metadata": metadata, "execution_count": shell.execution_count}
            outputs.append({"output_type": "execute_result", **shown})

    shell.display_pub.publish = publish
    shell.display_trap.hook, sys.displayhook = hook, hook
    with _written(shell, outputs):
        yield


@contextlib.contextmanager
def _written(shell: Any, outputs: list[dict[str, Any]]) -> Iterator[None]:
    """Keep what is printed and how an error is shown, and drop what a cell displays."""

    def show(kind: type[BaseException], error: BaseException, lines: list[str]) -> None:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
        shown = [line for line in lines if INTERRUPT not in line.partition("\n")[0]]
        outputs.append(_error(kind.__name__, text, shown, _line(shell, error)))

    shell._showtraceback = show
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _Bounded("stdout", outputs), _Bounded("stderr", outputs)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams


def _bounded(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what can be written into a notebook: plain data, and not too much of it."""
    kept, left = [], MOST_DATA
    for output in outputs[:MOST_OUTPUTS]:
        try:
            plain = json.loads(json.dumps(output, default=_text_of))
        except (TypeError, ValueError):
            continue
        if (size := len(json.dumps(plain))) > left:
            note = say("[an output of {size:,} characters is left out]\n", size=size)
            plain = {"output_type": "stream", "name": "stdout", "text": note}
        left -= min(size, left)
        kept.append(plain)
    return kept


def _text_of(value: Any) -> str:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else str(value)[:MOST_TEXT]
