# SPDX-License-Identifier: MIT
"""Right code that questions lend or hand over, and that is not where a learner's code runs until they may have it.

What runs in the same process as a submission can be found by it, taken apart and built anew as its own. So what is
right stands in modules of its own, called ``right*.py``, and a question names them through :class:`KeptAway`. The warm
process is :func:`shut` before any question is loaded: it never has such a module. A question that touches one stops
there, the process says which it needs, and the judge outside decides. It brings a module only after all checks that
the module would answer have got their points: from then on it does not matter who finds it.

Each such module says in ``ANSWERS`` how the names of these checks begin.
"""

from __future__ import annotations

import importlib
import importlib.util
import marshal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import CodeType, ModuleType
from typing import Any

_known: set[str] = set()
# Of a process that is shut: what was brought, and what was asked for and is not there.
_brought: dict[str, ModuleType] = {}
_missed: list[str] = []
_is_shut = False
# What was touched since somebody began to note it.
_touched: set[str] = set()


class NotHere(BaseException):
    """A module of right code is not in this process. No ``Exception``: a trial would take that for a no."""


class KeptAway:
    """Stands for a module of right code: each attribute is the module's own.

    Args:
        name: The module's full name.
    """

    def __init__(self, name: str):
        self._name = name
        _known.add(name)

    def __getattr__(self, attribute: str) -> Any:
        """Return an attribute of the module.

        Raises:
            NotHere: The process is shut, and the module was not brought.
        """
        return getattr(_module(self._name), attribute)


def _module(name: str) -> ModuleType:
    _touched.add(name)
    if not _is_shut:
        return sys.modules.get(name) or importlib.import_module(name)
    if name not in _brought:
        _missed.append(name)
        raise NotHere(name)
    return _brought[name]


# In the process of a submission


def shut() -> None:
    """Let this process have no right code from here on but what is brought.

    Raises:
        RuntimeError: Such a module is there already.
    """
    global _is_shut
    if there := sorted(name for name in sys.modules if _is_right(name)):
        raise RuntimeError(f"{', '.join(there)} should not be loaded where submissions run")
    _is_shut = True


def _is_right(name: str) -> bool:
    return name.startswith("grading.exercises.") and name.rpartition(".")[2].startswith("right")


def is_shut() -> bool:
    """Tell whether this is a process in which submissions run."""
    return _is_shut


def missed() -> list[str]:
    """Return what was asked for since the last call and is not there, each once; whoever swallowed the error."""
    names = list(dict.fromkeys(_missed))
    _missed.clear()
    return names


def bring(codes: Mapping[str, bytes], hidden: Mapping[str, Any]) -> None:
    """Make modules of right code in this process.

    Args:
        codes: What :func:`code_of` returned, by the modules' names; what they need first stands first.
        hidden: The grader's own modules, which no import finds in this process.
    """
    new = {name: code for name, code in codes.items() if name not in _brought}
    absent = [name for name in hidden if name not in sys.modules]
    try:
        sys.modules.update({name: hidden[name] for name in absent})
        for name, code in new.items():
            module = ModuleType(name)
            # A dataclass looks for the module that it stands in.
            sys.modules[name] = _brought[name] = module
            exec(marshal.loads(code), vars(module))
    finally:
        for name in [*absent, *new]:
            sys.modules.pop(name, None)


# In the process of the judge


def known() -> frozenset[str]:
    """Return the modules of right code that some question names."""
    return frozenset(_known)


@cache
def whole(names: frozenset[str]) -> tuple[str, ...]:
    """Return modules of right code with all others that they need, which stand first."""
    order: list[str] = []
    for name in sorted(names):
        order += [each for each in _with_needed(name) if each not in order]
    return tuple(order)


def _with_needed(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    for part in vars(module).values():
        if isinstance(part, KeptAway):
            yield from _with_needed(part._name)
    yield name


@cache
def code_of(name: str) -> bytes:
    """Return the code of a module of right code, as :func:`bring` takes it."""
    spec = importlib.util.find_spec(name)
    code: CodeType = spec.loader.get_code(name)  # type: ignore[union-attr]
    return marshal.dumps(code)


def answers(names: Iterable[str], check: str) -> bool:
    """Tell whether one of some modules of right code would answer a check."""
    return any(check.startswith(tuple(importlib.import_module(name).ANSWERS)) for name in names)


@contextmanager
def unnoted() -> Iterator[None]:
    """Let nobody note what is touched inside this block: what an answer is judged by outside is handed to nobody."""
    before = set(_touched)
    try:
        yield
    finally:
        _touched.clear()
        _touched.update(before)


@contextmanager
def touched() -> Iterator[set[str]]:
    """Give a set that holds, after this block, which modules of right code were touched inside it."""
    note: set[str] = set()
    before = set(_touched)
    _touched.clear()
    try:
        yield note
    finally:
        note |= _touched
        _touched.update(before)
