# SPDX-License-Identifier: MIT
"""The warm process: it has imported what notebooks import, is confined, and forks a child for each submission.

Run as a program by :mod:`judge.run.confined.client`, with the control socket as its standard input. It holds no
secret: no expected value, no solution, no grade, no descriptor but that socket, and an empty environment.

Messages are lines of JSON. The control socket receives the settings, then ``{"do": "new", "number": n}`` with the
descriptor of the child's own socket and, with ``"group": true``, that of a control group that the child enters;
``{"do": "interrupt" | "end", "number": n}``; and ``{"do": "connect"}`` with the descriptor of a further control socket,
for a further client with numbers of its own. It sends ``{"ready": true, "second_wall": bool}``,
``{"interrupted": n}`` once the signal is sent, and ``{"ended": n, "status": s}``; and at any time
``{"failed": type, "text": why}``, where this process or a new child can't be confined (the type is one of
:mod:`judge.run.confined.linux`), or fails in another way.
The messages of a child are documented in :mod:`judge.run.confined.child`.
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
from typing import Any, NoReturn

from judge.run import garbage
from judge.run.confined import WITHIN, child, linux

LARGEST_MESSAGE = 1 << 16


def main(settings: dict[str, Any]) -> None:
    """Prepare, confine this process, then fork a child whenever one is asked for, until the socket closes."""
    control = socket.socket(fileno=os.dup(0))
    # Nothing but the control socket stays open: a child closes that one, too.
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    try:
        ready = _prepare(settings)
        settings["limits"]["mapped"], ready.data_size = linux.memory_used()
        # What exists by now is never collected: a child's garbage collection would copy every page of it.
        gc.collect()
        gc.freeze()
        linux.gather_memory()
        if settings["confined"]:
            view = linux.ViewOfFiles(*settings["view"])
            settings["covered"], settings["links"] = view.covered, view.covered_links
            linux.confine_server(view, settings["root"])
            if os.fork():  # The child is the first process of the new namespace.
                control.close()
                os._exit(os.waitstatus_to_exitcode(os.wait()[1]) & 0xFF)
        os.environ.clear()
        os.environ.update({**WITHIN, **settings["environment"]})
        _say(control, {"ready": True, "second_wall": settings["confined"] and linux.landlock_version() >= 1})
        _Server(control, ready, settings).serve()
    except BaseException as error:
        _say_why(control, error)
        raise


def _prepare(settings: dict[str, Any]) -> child.Prepared:
    """Import what notebooks import and what asks questions, and make the latter impossible to import."""
    before = list(sys.path)
    sys.path[:0] = settings["paths"]
    with garbage.not_looked_for():
        for name in settings["modules"]:
            module = importlib.import_module(name)
            # A package of the course may import what it offers when that is first used. Later its files are elsewhere.
            for offered in getattr(module, "__all__", ()) if name in settings["own"] else ():
                getattr(module, offered)
    if settings["collections"]:
        gc.set_threshold(*settings["collections"])  # as in a notebook of the course
    module, function = settings["questions"]
    questions = getattr(importlib.import_module(module), function)(settings["asked"])
    hidden = {name: kept for name, kept in sys.modules.items() if name.partition(".")[0] in settings["hidden"]}
    for name in hidden:
        sys.modules.pop(name, None)
    others = [path for path in before if path not in settings["unseen"] and "__editable__" not in path]
    sys.path[:] = [*settings["seen"], *others]
    sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in str(getattr(finder, "__module__", ""))]
    sys.path_importer_cache.clear()
    child.rehearse()
    return child.Prepared(questions, hidden, child.new_shell())


class _Server:
    def __init__(self, first: socket.socket, ready: child.Prepared, settings: dict[str, Any]):
        self._first, self._ready, self._settings = first, ready, settings
        # For each control socket, the part of the next message that was read.
        self._rests = {first: b""}
        # For each child, its client's socket and its number there.
        self._numbers: dict[int, tuple[socket.socket, int]] = {}
        # A pipe that becomes readable when a child has ended.
        self._wake = os.pipe()

    def serve(self) -> None:
        wake, woken = self._wake
        os.set_blocking(woken, False)
        signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while True:
            readable, _, _ = select.select([*self._rests, wake], [], [])
            for control in readable:
                if control == wake:
                    os.read(wake, 4096)
                    self._reap()
                else:
                    self._read(control)

    def _read(self, control: socket.socket) -> None:
        data, descriptors = b"", []
        with contextlib.suppress(OSError):  # The client was killed.
            data, descriptors, _, _ = socket.recv_fds(control, LARGEST_MESSAGE, 8)
        if not data:
            return self._leave(control)
        *lines, self._rests[control] = (self._rests[control] + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if message["do"] == "connect":
                self._rests[socket.socket(fileno=descriptors.pop(0))] = b""
            elif message["do"] == "new":
                own, entrance = descriptors.pop(0), descriptors.pop(0) if message.get("group") else None
                if process := self._fork(control, own, entrance):
                    self._numbers[process] = control, message["number"]
            elif message["do"] == "end":
                self._signal((control, message["number"]), signal.SIGKILL)
            else:
                self._signal((control, message["number"]), signal.SIGINT)
                _say(control, {"interrupted": message["number"]})

    def _leave(self, control: socket.socket) -> None:
        """End all sessions of a client that is gone; after the first client, this process."""
        if control is self._first:
            os._exit(0)
        for wanted in [each for each in self._numbers.values() if each[0] is control]:
            self._signal(wanted, signal.SIGKILL)
        del self._rests[control]
        control.close()

    def _signal(self, wanted: tuple[socket.socket, int], number: int) -> None:
        for process in [process for process, each in self._numbers.items() if each == wanted]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.wait4(-1, os.WNOHANG))[0]:
                process, status, used = ended
                if process in self._numbers:
                    control, number = self._numbers.pop(process)
                    _say(control, {"ended": number, "status": status, "memory": linux.most_memory(used)})

    def _fork(self, control: socket.socket, descriptor: int, entrance: int | None) -> int:
        """Return the process of a new child; 0 where there is none, and then the client that asked is told why."""
        try:
            process = linux.fork_apart() if self._settings["confined"] else os.fork()
        except Exception as error:
            _say_why(control, error)
            process = -1
        if process == 0:
            self._serve_in_child(control, descriptor, entrance)
        os.close(descriptor)
        if entrance is not None:
            os.close(entrance)
        return max(0, process)

    def _serve_in_child(self, control: socket.socket, descriptor: int, entrance: int | None) -> NoReturn:
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if entrance is not None:
                # Where the kernel refuses it, the selftest finds the group empty, and reports which limits hold.
                with contextlib.suppress(OSError):
                    os.write(entrance, b"0")
                os.close(entrance)
            for end in self._wake:
                os.close(end)
            connection = socket.socket(fileno=descriptor)
            try:
                _confine(self._settings)
            except BaseException as error:
                _say_why(control, error)
                raise
            for each in self._rests:
                each.close()
            child.run(connection, self._ready)
        finally:
            os._exit(0)


def _confine(settings: dict[str, Any]) -> None:
    if settings["confined"]:
        linux.confine_child(settings["limits"], settings["covered"], settings["links"])
        return
    os.setsid()
    os.chdir(settings["root"])
    linux.set_limits({**settings["limits"], "processes": linux.UNLIMITED})


def _say_why(control: socket.socket, error: BaseException) -> None:
    kind, text = type(error).__name__, str(error)
    if isinstance(error, OSError):  # An unforeseen call was refused: the text says at least where.
        place = traceback.extract_tb(error.__traceback__)[-1]
        kind = linux.NotConfined.__name__
        text = f"{os.path.basename(place.filename)}:{place.name} ({error.strerror or error})"
    _say(control, {"failed": kind, "text": text})


def _say(control: socket.socket, message: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):
        control.sendall(json.dumps(message).encode() + b"\n")
