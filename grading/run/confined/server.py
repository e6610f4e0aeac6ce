# SPDX-License-Identifier: MIT
"""The warm process: it has imported what notebooks import, is confined, and forks a child for each submission.

Run as a program by :mod:`grading.run.confined.client`, with the control socket as its standard input. It holds no
secret: no expected value, no solution, no grade, no descriptor but that socket, and an empty environment.

Messages are lines of JSON. On the control socket, after the settings: ``{"do": "new", "number": n}`` with the
descriptor of the child's own socket and, where ``"group": true`` stands with it, that of a control group that the child
enters; ``{"do": "interrupt" | "end", "number": n}``; and ``{"do": "connect"}`` with the descriptor of a further control
socket, for a further client with numbers of its own. Back come ``{"ready": true, "second_wall": bool}`` and
``{"ended": n, "status": s}``; and at any time ``{"failed": type, "text": why}``, where this process or a new child
can't be confined, or fails in another way.
The messages of a child are documented in :mod:`grading.run.confined.child`.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import traceback
from typing import Any

from grading.run.confined import child, linux

LARGEST_MESSAGE = 1 << 16

# The environment that a submission sees.
WITHIN = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "MPLBACKEND": "agg",
    "NBGRADER_EXECUTION": "autograde",
}


def main(settings: dict[str, Any]) -> None:
    """Prepare, confine this process, then fork a child whenever one is asked for, until the socket closes.

    Args:
        settings: ``paths`` to import from, ``modules`` to import, ``questions``: the module and function that give
            what answers questions, and ``days`` for it; ``timed``: whether answers tell how long
            they took; ``view`` of the files, ``root``: an empty folder, ``limits``, and ``confined``: whether to
            confine anything.
    """
    control = socket.socket(fileno=os.dup(0))
    # Nothing but the control socket stays open: a child closes that one, too.
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    try:
        ready = _prepare(settings)
        settings["limits"]["mapped"] = linux.mapped()
        ready.data_size = linux.data_size()
        if settings["confined"]:
            view = linux.ViewOfFiles(*settings["view"])
            settings["covered"], settings["links"] = view.covered, view.covered_links
            linux.confine_server(view, settings["root"])
            if os.fork():  # The child is the first process of the new namespace.
                control.close()
                os._exit(os.waitstatus_to_exitcode(os.wait()[1]) & 0xFF)
        os.environ.clear()
        os.environ.update(WITHIN)
        # What is there already is never freed: a child that collects garbage would copy every page of it.
        gc.collect()
        gc.freeze()
        _say(control, {"ready": True, "second_wall": settings["confined"] and linux.has_second_wall()})
        _serve(control, ready, settings)
    except BaseException as error:
        _say_why(control, error)
        raise


def _prepare(settings: dict[str, Any]) -> child.Prepared:
    """Import what notebooks import and what asks questions, and leave no way to import the latter."""
    before = list(sys.path)
    sys.path[:0] = settings["paths"]
    for module in settings["modules"]:
        importlib.import_module(module)
    from gradtools.notebook import collect_less_often

    collect_less_often()  # as in a notebook
    module, function = settings["questions"]
    questions = getattr(importlib.import_module(module), function)(settings["days"])
    package = module.partition(".")[0]
    hidden = {name: kept for name, kept in sys.modules.items() if name.partition(".")[0] == package}
    for name in hidden:
        sys.modules.pop(name, None)
    sys.path[:] = [*settings["seen"], *_others(before, settings["unseen"])]
    sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in str(getattr(finder, "__module__", ""))]
    sys.path_importer_cache.clear()
    child.rehearse()
    return child.Prepared(questions, hidden, child.new_shell(), settings["timed"])


def _others(paths: list[str], unseen: list[str]) -> list[str]:
    return [path for path in paths if path not in unseen and "__editable__" not in path]


def _serve(first: socket.socket, ready: child.Prepared, settings: dict[str, Any]) -> None:
    # Of each control socket, what was read of the next message; and of each child, its client's socket and its number.
    rests = {first: b""}
    numbers: dict[int, tuple[socket.socket, int]] = {}
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    while True:
        readable, _, _ = select.select([*rests, wake], [], [])
        if wake in readable:
            os.read(wake, 4096)
            _reap(numbers)
        for control in [each for each in readable if each is not wake]:
            data, descriptors, _, _ = _received(control)
            if not data:
                _leave(control, first, rests, numbers)
                continue
            *lines, rests[control] = (rests[control] + data).split(b"\n")
            for line in lines:
                message = json.loads(line)
                if message["do"] == "connect":
                    rests[socket.socket(fileno=descriptors.pop(0))] = b""
                elif message["do"] == "new":
                    own, entrance = descriptors.pop(0), descriptors.pop(0) if message.get("group") else None
                    process = _fork(control, list(rests), own, entrance, ready, settings, (wake, woken))
                    numbers[process] = control, message["number"]
                else:
                    wanted = control, message["number"]
                    _signal(numbers, wanted, signal.SIGINT if message["do"] == "interrupt" else signal.SIGKILL)


def _received(control: socket.socket) -> tuple[bytes, list[int], int, Any]:
    try:
        return socket.recv_fds(control, LARGEST_MESSAGE, 8)
    except OSError:  # The client was killed.
        return b"", [], 0, None


def _leave(
    control: socket.socket,
    first: socket.socket,
    rests: dict[socket.socket, bytes],
    numbers: dict[int, tuple[socket.socket, int]],
) -> None:
    """End what a client has begun that is gone, and with the first client everything."""
    if control is first:
        os._exit(0)
    for wanted in [each for each in numbers.values() if each[0] is control]:
        _signal(numbers, wanted, signal.SIGKILL)
    del rests[control]
    control.close()


def _signal(numbers: dict[int, tuple[socket.socket, int]], wanted: tuple[socket.socket, int], number: int) -> None:
    for process in [process for process, each in numbers.items() if each == wanted]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def _fork(
    control: socket.socket,
    controls: list[socket.socket],
    descriptor: int,
    entrance: int | None,
    ready: child.Prepared,
    settings: dict[str, Any],
    pipe: tuple[int, int],
) -> int:
    process = linux.fork_apart() if settings["confined"] else os.fork()
    if process:
        os.close(descriptor)
        if entrance is not None:
            os.close(entrance)
        return process
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if entrance is not None:
            # Where the kernel refuses it, the selftest sees that nobody came in, and says what holds instead.
            with contextlib.suppress(OSError):
                os.write(entrance, b"0")
            os.close(entrance)
        for end in pipe:
            os.close(end)
        connection = socket.socket(fileno=descriptor)
        try:
            _confine(settings)
        except BaseException as error:
            _say_why(control, error)
            raise
        for each in controls:
            each.close()
        child.run(connection, ready)
    finally:
        os._exit(0)


def _confine(settings: dict[str, Any]) -> None:
    if settings["confined"]:
        linux.confine_child(settings["limits"], settings["covered"], settings["links"])
        return
    os.setsid()
    os.chdir(settings["root"])
    linux.set_limits({**settings["limits"], "processes": linux.UNLIMITED})


def _reap(numbers: dict[int, tuple[socket.socket, int]]) -> None:
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if process == 0:
            return
        if process in numbers:
            control, number = numbers.pop(process)
            _say(control, {"ended": number, "status": status})


def _say_why(control: socket.socket, error: BaseException) -> None:
    text = str(error)
    if isinstance(error, OSError):  # Of a call that nobody thought would be refused: at least where that was.
        place = traceback.extract_tb(error.__traceback__)[-1]
        file = os.path.basename(place.filename)
        text = f"the system refuses a call in {place.name} of {file} ({error.strerror or error})"
    _say(control, {"failed": type(error).__name__, "text": text})


def _say(control: socket.socket, message: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):
        control.sendall(json.dumps(message).encode() + b"\n")
