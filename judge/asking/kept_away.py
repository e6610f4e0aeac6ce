# SPDX-License-Identifier: MIT
"""Right code that questions use, and that is not where a learner's code runs until it may be.

What runs in the same process as a submission can be found by it and taken apart. So right code is in modules of its
own, called ``right*.py``, and a question names them through :class:`KeptAway`. The process of a submission asks inside
a closed :class:`RightModules`, which holds none of them. A question that needs one stops there, and the judge outside
decides. It sends a module only after all checks that the module would answer have their points.

Each such module says in ``ANSWERS`` how the names of these checks begin.
"""

from __future__ import annotations

import importlib.util
import marshal
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import CodeType, ModuleType
from typing import Any

from judge.asking.questions_package import imported, package, package_of
from judge.notebooks.current import kept


class NotHere(BaseException):
    """A module of right code is not in this process. No ``Exception``: a trial would take that for a no."""


class RightModules:
    """The right code that questions may use inside ``with``: all of it, or only what was received if it is ``closed``.

    Raises:
        RuntimeError: It is to be closed, and this process has such a module.
    """

    def __init__(self, closed: bool = False):
        there = _right_ones() if closed else []
        if there:
            raise RuntimeError(f"{', '.join(there)} should not be loaded where submissions run")
        self.closed = closed
        self.used: set[str] = set()  # the modules that were asked for, those that are not here among them
        self._received: dict[str, ModuleType] = {}
        self._missed: list[str] = []

    def __enter__(self) -> RightModules:
        _in_use.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _in_use.remove(self)

    def module(self, name: str) -> ModuleType:
        """Return a module.

        Raises:
            NotHere: It was not received.
        """
        self.used.add(name)
        if not self.closed:
            return sys.modules.get(name) or imported(name)
        if name not in self._received:
            self._missed.append(name)
            raise NotHere(name)
        return self._received[name]

    def missed(self) -> list[str]:
        """Return what was asked for since the last call and is not here, each once; whoever swallowed the error."""
        names = list(dict.fromkeys(self._missed))
        self._missed.clear()
        return names

    def receive(self, codes: Mapping[str, bytes], hidden: Mapping[str, Any]) -> None:
        """Make modules of right code in this process, of what :func:`code_of` returned; what others need stands first.

        ``hidden`` are the grader's own modules, which no import finds in this process.
        """
        new = {name: code for name, code in codes.items() if name not in self._received}
        absent = [name for name in hidden if name not in sys.modules]
        try:
            sys.modules.update({name: hidden[name] for name in absent})
            for name, code in new.items():
                module = ModuleType(name)
                # A dataclass looks for the module that it stands in.
                sys.modules[name] = self._received[name] = module
                exec(marshal.loads(code), vars(module))
        finally:
            for name in [*absent, *new]:
                sys.modules.pop(name, None)


# The innermost last.
_in_use = [RightModules()]


class KeptAway:
    """Stands for a module of right code: each attribute is the module's own, or raises ``NotHere``."""

    def __init__(self, name: str):
        self._name = name
        package_of(name).right.add(name)

    def __getattr__(self, attribute: str) -> Any:
        return getattr(_in_use[-1].module(self._name), attribute)


def is_closed() -> bool:
    """Tell whether a submission is asked here."""
    return _in_use[-1].closed


def known() -> frozenset[str]:
    """Return the modules of right code that some question names."""
    return frozenset(package().right)


def _right_ones() -> list[str]:
    """Return the modules of right code that this process has imported."""
    own = f"{package().name}."
    return sorted(name for name in sys.modules if name.startswith(own) and name.rpartition(".")[2].startswith("right"))


# In the process of the judge


@kept()
def with_needed(names: frozenset[str]) -> tuple[str, ...]:
    """Return modules of right code with all others that they need, which stand first."""
    return tuple(dict.fromkeys(each for name in sorted(names) for each in _with_needed(name)))


def _with_needed(name: str) -> Iterator[str]:
    for part in vars(imported(name)).values():
        if isinstance(part, KeptAway):
            yield from _with_needed(part._name)
    yield name


@kept()
def code_of(name: str) -> bytes:
    """Return the code of a module of right code, as :meth:`RightModules.receive` takes it."""
    imported(name.rpartition(".")[0])
    spec = importlib.util.find_spec(name)
    code: CodeType = spec.loader.get_code(name)  # type: ignore[union-attr]
    return marshal.dumps(code)


def answers(names: Iterable[str], check: str) -> bool:
    """Tell whether one of some modules of right code would answer a check."""
    return any(check.startswith(tuple(imported(name).ANSWERS)) for name in names)
