# SPDX-License-Identifier: MIT
"""Checks that call the submission, in two processes: the check in a clean one, and the calls in the submission's.

Both are forks of the same warm process. Neither can speak to the other: the grader carries each call and its answer,
as data. So the process of the submission is told the arguments, and what a check compares with is never there.

Messages to the clean process:

- ``{"do": "check", "source": s, "count": n, "names": [...]}``: run a check as the cell of a number; the names stand for
  functions of the submission. The answer is ``{"call": {...}}`` where it calls one, and at its end
  ``{"outputs": [...], "strange": [...]}``: the latter has the call and the type of each answer that the check used and
  that is no data.
- ``{"do": "answered", "answer": {...}}``: what the call gave. The answer is again one of these two.

To that of the submission:

- ``{"do": "call", "call": {...}}``: call a function; ``{"answer": {...}}`` says what it gave.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import json
import os
import queue
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from judge.run.confined import child
from judge.wall import crossing

Data = dict[str, Any]
# Characters that an answer may have, and again what the call changed.
MOST_COPIED = 2_000_000
# Characters that one call may print, and that the lines of its traceback may have.
MOST_WRITTEN, MOST_TRACEBACK = 100_000, 20_000
# Types of pandas' whose values a call may change.
TABLES = ("Series", "DataFrame")
# What the check may do with an answer that is no data, beside giving it back to the submission: each says what it is.
STRANGE = (
    *("eq", "ne", "lt", "le", "gt", "ge", "bool", "hash", "str", "repr", "format", "int", "float", "index", "array"),
    *("len", "iter", "next", "getitem", "setitem", "contains", "call", "enter", "neg", "pos", "abs", "round"),
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor"),
    *("radd", "rsub", "rmul", "rtruediv", "rpow", "rmatmul"),
)
# What IPython shows of this file, in the traceback of an error that a call raised.
OURS = (f"{os.path.basename(__file__)}:", "skipping hidden")


def answerer(_: Mapping[str, Any]) -> Callable[..., Data]:
    """Return what answers these messages, in each process of its own."""
    return _Answers()


class _Answers:
    def __init__(self) -> None:
        self._check: _Check | None = None
        # In the submission's process: what it has answered that is no data, by number.
        self._kept: list[Any] = []

    def __call__(self, names: Data, message: Data, *_: Any) -> Data:
        """Answer a message, repeating its seal."""
        if message["do"] == "check":
            InteractiveShell.instance().execution_count = message["count"]
            self._check = _Check(message["source"])
            for name in message["names"]:
                names[name] = _Asked(self._check, {"name": name}, name)
            answer = self._check.begin()
        elif message["do"] == "answered" and self._check is not None:
            answer = self._check.answered(message["answer"])
        else:
            answer = {"answer": _called(names, message["call"], self._kept)}
        return {**answer, "seal": message["seal"]}


# In the clean process


class NoData(BaseException):
    """An answer is no data, and the check used it. No check catches it as an ``Exception``."""


class _Check:
    """A check that runs in a thread, so that the process can say what it calls, and hear what that gave."""

    def __init__(self, source: str):
        self._source = source
        self._says: queue.SimpleQueue[Data] = queue.SimpleQueue()
        self._hears: queue.SimpleQueue[Data] = queue.SimpleQueue()
        self.strange: list[tuple[str, str]] = []

    def begin(self) -> Data:
        threading.Thread(target=self._run, daemon=True).start()
        return self._says.get()

    def answered(self, answer: Data) -> Data:
        self._hears.put(answer)
        return self._says.get()

    def _run(self) -> None:
        outputs = child.run_cell(InteractiveShell.instance(), self._source)
        for output in outputs:
            if "traceback" in output:
                output["traceback"] = [step for step in output["traceback"] if not _is_ours(step)]
        self._says.put({"outputs": outputs, "strange": self.strange})

    def call(self, target: Data, label: str, arguments: tuple[Any, ...], keywords: Data) -> Any:
        """Let the submission call something, and return what came, as if it was called here."""
        __tracebackhide__ = True
        given = {**dict(enumerate(arguments)), **keywords}
        sent = [[key, self._sent(value, label)] for key, value in given.items()]
        self._says.put({"call": {"target": target, "arguments": sent}})
        answer = self._hears.get()
        try:
            for name, text in answer["written"]:
                (sys.stderr if name == "stderr" else sys.stdout).write(str(text))
            for key, changed in answer["changed"]:
                _change(given[key], crossing.read(changed))
            if "raised" in answer:
                error = _error(answer["raised"])
            elif "same" in answer:
                return given[answer["same"]]
            elif "kept" in answer:
                return _Strange(self, int(answer["kept"]), label, str(answer["type"]))
            else:
                return crossing.read(answer["value"])
        except (KeyError, TypeError, ValueError, AttributeError):
            self.fail(label, "?")
        raise error

    def _sent(self, value: Any, label: str) -> Any:
        if type(value) is _Asked:
            return {"target": value._target}
        if type(value) is _Strange:
            return {"target": {"kept": object.__getattribute__(value, "number")}}
        try:
            return {"value": crossing.written(value)}
        except crossing.NotPlain as error:
            self.fail(label, str(error))

    def fail(self, label: str, kind: str) -> Any:
        """End the check: it used an answer that is no data."""
        self.strange.append((label, kind[:100]))
        raise NoData(f"{label}: {kind}")


def _is_ours(step: str) -> bool:
    return any(mark in step.partition("\n")[0] for mark in OURS)


class _Asked:
    """A function of the submission's, to the check."""

    def __init__(self, check: _Check, target: Data, name: str):
        self._check, self._target, self._name = check, target, name

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        shown = ", ".join([*map(_short, arguments), *(f"{name}={_short(value)}" for name, value in keywords.items())])
        return self._check.call(self._target, f"{self._name}({shown})", arguments, keywords)

    def __repr__(self) -> str:
        return f"<function {self._name}>"


def _short(value: Any) -> str:
    text = "..." if type(value) is _Strange else repr(value)
    if "\n" in text:  # A table, which has lines.
        return f"{type(value).__name__}(...)"
    return text if len(text) <= 40 else f"{text[:37]}..."


class _Strange:
    """An answer that is no data. It can be given back to the submission; whatever else a check does with it fails."""

    def __init__(self, check: _Check, number: int, label: str, kind: str):
        object.__setattr__(self, "fail", lambda: check.fail(label, kind))
        object.__setattr__(self, "number", number)


def _fails(value: Any, *_: Any) -> Any:
    __tracebackhide__ = True
    object.__getattribute__(value, "fail")()


for each in STRANGE:
    setattr(_Strange, f"__{each}__", _fails)
_Strange.__getattribute__ = _fails  # type: ignore[method-assign, assignment]


def _change(value: Any, new: Any) -> None:
    """Give a value that was an argument the content that the call left in it."""
    if type(value) is not type(new):
        raise TypeError(type(new).__name__)
    if isinstance(value, (list, bytearray)):
        value[:] = new
    elif isinstance(value, (dict, set)):
        value.clear()
        value.update(new)
    elif isinstance(value, deque):
        value.clear()
        value.extend(new)
    elif _is_of(value, "pandas", TABLES):
        type(value).__init__(value, new)
    elif value.shape == new.shape and value.dtype == new.dtype:
        value[...] = new
    else:
        raise ValueError(new.shape)


def _error(raised: Data) -> BaseException:
    """Return an error like the one that a call raised, whose traceback shows the submission's own lines."""
    base = getattr(builtins, str(raised["base"]), None)
    if not (isinstance(base, type) and issubclass(base, BaseException)):
        base = Exception
    if issubclass(base, (StopIteration, StopAsyncIteration)):
        base = RuntimeError  # Else `all(map(f, cases))` would end well with the first of them.
    lines = [str(line) for line in raised["traceback"]]

    def rendered(error: BaseException) -> list[str]:
        tb = InteractiveShell.instance().InteractiveTB
        own = tb.structured_traceback(kind, error, error.__traceback__)
        return [*own[:-1], *lines, *own[-1:]]

    kind = type(str(raised["type"]), (base,), {"_render_traceback_": rendered, "__module__": "builtins"})
    error: BaseException = kind.__new__(kind, *crossing.read(raised["arguments"]))
    return error


# In the submission's process


class _Written(io.TextIOBase):
    """Keeps what is written to one of two streams, in the order of both."""

    def __init__(self, name: str, kept: list[list[str]]):
        self._name, self._kept = name, kept

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        left = MOST_WRITTEN - sum(len(each) for _, each in self._kept)
        if left > 0 and text:
            self._kept.append([self._name, str(text)[:left]])
        return len(text)


def _called(names: Data, call: Data, kept: list[Any]) -> Data:
    """Call a function of the submission's with copies of arguments, and return what came of it, as data."""
    written: list[list[str]] = []
    arguments: list[Any] = []
    keywords: Data = {}
    with _ready(written):
        try:
            for key, sent in call["arguments"]:
                value = _target(names, sent["target"], kept) if "target" in sent else crossing.read(sent["value"])
                if isinstance(key, int):
                    arguments.append(value)
                else:
                    keywords[key] = value
            value = _target(names, call["target"], kept)(*arguments, **keywords)
            answer = _value(value, {**dict(enumerate(arguments)), **keywords}, kept)
        except BaseException as error:
            answer = {"raised": _raised(error)}
    given = {**dict(enumerate(arguments)), **keywords}
    before = {key: sent.get("value") for key, sent in call["arguments"]}
    changed = [[key, _copy_or_none(value)] for key, value in given.items() if _is_changed(value, before[key])]
    if len(json.dumps(changed)) > MOST_COPIED:
        changed = [[key, None] for key, _ in changed]
    return {**answer, "written": written, "changed": changed}


def _target(names: Data, target: Data, kept: list[Any]) -> Any:
    if "kept" in target:
        return kept[target["kept"]]
    name = target["name"]
    if name not in names:
        raise NameError(f"name {name!r} is not defined")
    return names[name]


@contextlib.contextmanager
def _ready(written: list[list[str]]) -> Iterator[None]:
    """Keep what is printed, drop what is shown as a value, and let the stop button work."""
    streams = sys.stdout, sys.stderr
    sys.displayhook = lambda _=None: None
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdout, sys.stderr = _Written("stdout", written), _Written("stderr", written)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.stdout, sys.stderr = streams


def _value(value: Any, given: Data, kept: list[Any]) -> Data:
    same = [key for key, argument in given.items() if argument is value and _is_container(value)]
    if same:
        return {"same": same[0]}
    if (copy := _copy_or_none(value)) is not None:
        return {"value": copy}
    kept.append(value)
    return {"kept": len(kept) - 1, "type": type(value).__name__[:100]}


def _is_container(value: Any) -> bool:
    is_own = type(value) in (list, dict, set, deque, bytearray)
    return is_own or _is_of(value, "numpy", ("ndarray",)) or _is_of(value, "pandas", TABLES)


def _is_of(value: Any, module: str, names: Sequence[str]) -> bool:
    """Tell whether a value is of one of some types of a module, where that is loaded."""
    kind, loaded = type(value), sys.modules.get(module)
    return kind.__name__ in names and kind is getattr(loaded, kind.__name__, None)


def _is_changed(value: Any, before: Any) -> bool:
    return before is not None and _is_container(value) and _copy_or_none(value) != before


def _copy_or_none(value: Any) -> list[Any] | None:
    """Return a value as data; None where it is none, or more than an answer may have."""
    try:
        copy = crossing.written(value)
    except crossing.NotPlain:
        return None
    return copy if len(json.dumps(copy)) <= MOST_COPIED else None


def _raised(error: BaseException) -> Data:
    kind = type(error)
    base = next(each for each in kind.__mro__ if each.__module__ == "builtins")
    try:
        arguments = crossing.written(tuple(error.args))
    except Exception:
        arguments = crossing.written((str(error)[:MOST_TRACEBACK],))
    return {
        "type": str(kind.__name__)[:100],
        "base": base.__name__,
        "arguments": arguments,
        "traceback": _own_lines(error),
    }


def _own_lines(error: BaseException) -> list[str]:
    """Return how IPython shows the submission's lines on the way to an error."""
    step = error.__traceback__.tb_next if error.__traceback__ else None
    if step is None:
        return []
    try:
        shown = InteractiveShell.instance().InteractiveTB.structured_traceback(type(error), error, step, tb_offset=0)
        lines = [str(line) for line in shown[2:-1]]
    except BaseException:  # It asks the error, whose methods are the submission's own.
        return []
    return lines if sum(map(len, lines)) <= MOST_TRACEBACK else lines[-1:]
