# SPDX-License-Identifier: MIT
"""Stands for ``judge.run.confined.client`` in a browser, where no process can be started: runs notebooks right here.

Nothing is confined, so it is for one's own work alone. An endless loop of Python is stopped by its number of lines;
nothing stops one in C.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from companion.kernel import RUNNING
from exercises.shared import stand_in
from judge.asking import probe
from judge.run import bounded
from judge.run.cells import definitions
from judge.run.confined import child
from judge.run.words import template

TOO_LONG = template("It takes too long")


# A browser's stack is full before Python's own limit is reached, and Python says so in other words, which name a size
# that nobody can change here. A verdict has those that it has elsewhere.
FULL, TOO_DEEP = re.compile(r"Stack overflow \(used \d+ kB\)[^\"\\]*"), "maximum recursion depth exceeded"


class NotConfinedHere(RuntimeError):
    """Nothing can be confined in a browser."""


class Gone(RuntimeError):
    """The process that runs notebooks was killed; never raised here."""


class Ended(RuntimeError):
    """A session came to its end; never raised here."""


class CopyEnded(Ended):
    """A copy that answers came to its end; never raised here."""


environment = None


class Limits:
    """What a submission may use: here what the browser allows."""


@dataclass(frozen=True)
class Settings:
    """What is asked, as for the module that this one stands for."""

    modules: list[str]
    questions: tuple[str, str]
    asked: Mapping[str, Any]
    paths: list[str]
    seen: list[str]
    hidden: tuple[str, ...]
    collections: tuple[int, ...]
    confined: bool


class Executor:
    """Runs notebooks in a shell of its own, beside the one of the kernel.

    Raises:
        NotConfinedHere: They are to be confined.
    """

    has_second_wall = False

    def __init__(self, settings: Settings):
        if settings.confined:
            raise NotConfinedHere("In a browser, its own walls are all that confines a notebook.")
        module, function = settings.questions
        # The judge is in this process, too. What it says of a question is found out when that is loaded, with the help
        # of right code, which may not be there when the questioner begins.
        for check in [check for exercise in settings.asked["ids"] for check in probe.of_exercise(exercise)]:
            probe.probes_of(check)
        for name in [each for each in sys.modules if ".right" in each and each.startswith("exercises.")]:
            del sys.modules[name]
        self._questions = getattr(importlib.import_module(module), function)(settings.asked)
        with _apart(None):
            self._shell = child.new_shell()

    def get_ready(self) -> Executor:
        """Return it: there is nothing to wait for."""
        return self

    def is_alive(self) -> bool:
        """Return True: it is this process."""
        return True

    def session(self) -> Session:
        """Return a session with an empty namespace."""
        return Session(self._shell, self._questions)

    def close(self) -> None:
        """Do nothing: there is no process to end."""


class Session:
    """A notebook that runs here: its cells, and questions to what they define.

    There is no copy of a process that could be thrown away. Instead the cells are run again in an empty namespace
    after questions were asked.
    """

    is_open = True

    def __init__(self, shell: Any, questions: Callable[..., dict[str, Any]]):
        self._shell, self._questions = shell, questions
        self._ran: list[tuple[str, bool]] = []
        self._begin()

    def cell(self, source: str, seconds: float, given: bool = False) -> tuple[list[dict[str, Any]], bool]:
        """Run a cell and return its outputs, and False: nothing interrupts it."""
        self._renew()
        self._ran.append((source, given))
        return self._run(source, given), False

    @contextlib.contextmanager
    def standing(self, seconds: float, limits: Mapping[str, float] | None = None) -> Iterator[None]:
        """Let questions be asked inside this block; what they change is discarded before anything else is run."""
        self._renew()
        self._is_used = True
        # What a copy of a process would begin anew.
        bounded._clock.has_stopped = False
        stand_in._tried.clear()
        yield

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Put a question and return the answer, as it would come from another process."""
        before = dict(sys.modules)
        with _apart(self._shell):
            if message["do"] == "cell":
                reply = {"outputs": child.run_plain(self._shell, message["source"], message.get("says", ()))}
            else:
                asked = {**message, "own": self._shell.compile.own}
                reply = self._questions(self._shell.user_ns, asked, self._given, {})
        # The judge is in this process, too, and uses the modules that the questions have put away.
        sys.modules.update({name: module for name, module in before.items() if name not in sys.modules})
        return {**_as_elsewhere(reply), "stopped": bounded.was_stopped()}

    def close(self) -> None:
        """End the session."""
        self.is_open = False

    def _begin(self) -> None:
        self._shell.user_module = ModuleType("__main__")
        self._shell.user_ns = vars(self._shell.user_module)
        self._shell.init_user_ns()
        self._given: dict[str, list[Any]] = {}
        self._is_used = False

    def _renew(self) -> None:
        if self._is_used:
            self._begin()
            for source, given in self._ran:
                self._run(source, given)

    def _run(self, source: str, given: bool) -> list[dict[str, Any]]:
        names = self._shell.user_ns
        before = dict(names)
        with _apart(self._shell):
            outputs = child.run_cell(self._shell, source, of_the_course=True, is_own=not given)
        if given:
            new = {name: value for name, value in names.items() if before.get(name) is not value}
            self._given.update({name: definitions(value) for name, value in new.items() if not name.startswith("_")})
        return _as_elsewhere(outputs)


def _as_elsewhere(told: Any) -> Any:
    """Return plain data as it would come from another process, in the words of an error that it has there."""
    return json.loads(FULL.sub(TOO_DEEP, json.dumps(told)))


@contextlib.contextmanager
def _apart(shell: Any) -> Iterator[None]:
    """Let a shell stand for the kernel's own, which gets everything back afterwards."""
    from IPython.core.interactiveshell import InteractiveShell

    figures = importlib.import_module("matplotlib.pyplot")._open
    kept = dict(figures)
    own, main = InteractiveShell._instance, sys.modules["__main__"]
    hook, read, running = sys.displayhook, builtins.input, os.environ.get(RUNNING)
    _let_stand(shell)
    if shell is not None:
        sys.modules["__main__"] = shell.user_module
    builtins.input = child.no_input
    os.environ[RUNNING] = "validate"
    try:
        yield
    finally:
        _let_stand(own)
        figures.clear()
        figures.update(kept)
        sys.modules["__main__"], sys.displayhook, builtins.input = main, hook, read
        os.environ.pop(RUNNING)
        if running is not None:
            os.environ[RUNNING] = running


def _let_stand(shell: Any) -> None:
    """Let ``get_ipython()`` return a shell, or none."""
    from IPython.core.interactiveshell import InteractiveShell

    if InteractiveShell._instance is not None:
        type(InteractiveShell._instance).clear_instance()
    for kind in type(shell)._walk_mro() if shell is not None else ():
        kind._instance = shell
