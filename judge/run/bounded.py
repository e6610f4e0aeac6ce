# SPDX-License-Identifier: MIT
"""Run code that may never end, and stop it after a number of lines rather than of seconds.

Counting lines gives the same verdict on a fast machine and on a slow one. Lines of Python's own library and of
installed packages are not counted: a first ``import torch`` would use up any budget. A loop over them has a line of
its own.

To be called at each line takes longer than most lines do. A function without a loop runs each of its lines once at
most, so a call of it counts as all of them, and only functions with a loop are followed line by line. And nothing is
counted in the first hundredth of a second: nearly all calls have ended by then, in half the time. What has no end goes
on for longer than that, on every machine.

Two kinds of calls run no lines and never end: one that waits, for a lock or in ``time.sleep``, and one that is busy in
C code. Both are stopped by clocks, in the process of a submission alone (:func:`for_one_submission`).
"""

from __future__ import annotations

import dis
import os
import sys
import sysconfig
import threading
from collections.abc import Callable
from functools import cache, lru_cache
from inspect import CO_GENERATOR
from time import monotonic, process_time
from types import CodeType, FrameType
from typing import Any

# Where Python's library, its frozen part and installed packages have their files. In a browser the library is an
# archive, and sysconfig puts a slash before each path that no code's file name has.
LIBRARY = (
    "<frozen",
    os.path.dirname(os.__file__),
    *{sysconfig.get_path(name).replace("//", "/") for name in ("stdlib", "platstdlib", "purelib", "platlib")},
)

# Files whose lines cost a learner nothing of a budget: what puts a right part in the place of a broken one.
FREE: set[str] = set()

# A submission may raise Python's limit and then call itself without end: a process whose stack is full dies without a
# word. A right recursive sort of 5,000 operations goes 5,000 calls deep, or twice that with a helper of its own.
DEEPEST = 11_000
# With more calls than that inside each other, a program that is stopped has no loop, but calls without end.
DEEP, IN_EACH_OTHER = 40, "in calls inside each other"
# How many calls lie between two looks at how deep they are inside each other.
CALLS_BETWEEN_LOOKS = 512

# How many seconds of the processor a call may take, beside one for each 800,000 lines of its budget, which need half of
# it, and four times as many at most.
PROCESSOR_SECONDS, LINES_A_SECOND = 3.0, 800_000
# A call waits while, in a window of these seconds, it gets at most this share of the processor and runs at most these
# lines: one that works gets more of both, on a busy machine, too. After ``SECONDS_TO_WAIT`` it is stopped. Whoever
# waits at the same place later is stopped at the next tick.
WINDOW_SECONDS, WAITING_SHARE, WAITING_LINES = 0.5, 0.1, 2_000
SECONDS_TO_WAIT = 3.0
TICK_SECONDS = 0.05


# After these seconds of the processor the lines of a call are counted, with its whole budget; 0 counts them from the
# first one on, and so it is where no clock can call: in a thread, on Windows and in a browser.
HEAD_START_SECONDS = 0.01


class NoEnd(BaseException):
    """The budget is used up; the text says how. Not an ``Exception``, so ``except Exception`` can't swallow it."""


class TooLong(NoEnd, Exception):
    """A stop that code may catch, as it does any error, and then go on."""


# What a call was stopped after that waited; else it is a number of lines, or of calls.
A_LONG_WAIT = "a long wait"
# The share of its budget with which a call goes on after a stop that it caught.
LATER_SHARE = 4


@lru_cache(maxsize=4096)
def _is_library(file: str) -> bool:
    return file.startswith(LIBRARY)


# What steps back in a function's code: without it there is no loop. Before Python 3.11 no name says which way.
_BACKWARD = frozenset(number for name, number in dis.opmap.items() if "BACKWARD" in name) or frozenset(dis.hasjabs)

# Of a function's code, how many lines a call of it counts for: 0 in a library and in this file, and below 0 where it
# has a loop and is followed: line by line, or step by step where a loop is a single step, which begins no new line. It
# is found by the code's id, which nobody else has as long as the code is kept here.
_known: dict[int, tuple[int, CodeType]] = {}
MOST_KNOWN = 8192
BY_LINES, BY_STEPS = -1, -2


def _weight(code: CodeType) -> int:
    """Return how many lines a call of a function's code counts for, as ``_known`` has it."""
    found = _known.get(id(code))
    return _found_weight(code) if found is None else found[0]


def _found_weight(code: CodeType) -> int:
    if code.co_filename == __file__ or code.co_filename in FREE or _is_library(code.co_filename):
        weight = 0
    elif _BACKWARD.isdisjoint(code.co_code[::2]):
        weight = max(1, len({line for _, line in dis.findlinestarts(code)}))
    else:
        weight = BY_STEPS if _turns_in_a_step(code) else BY_LINES
    if len(_known) >= MOST_KNOWN:  # Somebody makes functions without end.
        _known.clear()
    _known[id(code)] = (weight, code)
    return weight


# The most that the argument of a jump to itself is: it counts the step and its caches. Before Python 3.11 the argument
# is where the jump leads, which may be anything.
_SHORT_JUMP = 3 if sys.version_info >= (3, 11) else 255


def _turns_in_a_step(code: CodeType) -> bool:
    """Tell whether a function has a loop that is a single step."""
    steps = code.co_code
    # To read all steps takes longer than most functions run, and few have such a short jump.
    if not any(step in _BACKWARD and jump <= _SHORT_JUMP for step, jump in zip(steps[::2], steps[1::2], strict=True)):
        return False
    return any(step.opcode in _BACKWARD and step.argval == step.offset for step in dis.get_instructions(code))


# The step with which `except`, `finally` and the end of a `with` begin; None before Python 3.11, where none does.
_TO_HANDLE = dis.opmap.get("PUSH_EXC_INFO")


def _begins_to_handle(frame: FrameType) -> bool:
    """Tell whether the next step of a call is the one that notes which error is being handled.

    An error that is raised just before that step is taken for one that was handled before: then Python keeps it as
    the handled error of the whole thread, and shows it above every later one ("During handling of the above ...").
    """
    return frame.f_code.co_code[frame.f_lasti] == _TO_HANDLE


def _depth(frame: FrameType | None, outermost: FrameType) -> int:
    """Return how many calls, outside of libraries, are nested."""
    depth = 0
    while frame is not None and frame is not outermost:
        depth += not _is_library(frame.f_code.co_filename)
        frame = frame.f_back
    return depth


class _Counted:
    """One call whose lines are counted: what is left of its budget, and what the interpreter calls to count.

    Args:
        lines: Its budget.
        watch: Is called with the frame of each line before it is run; None where nobody looks.
        lenient: How many stops raise ``TooLong``.
        here: The frame that makes the call.
    """

    __slots__ = ("_budget", "_calls", "_count", "_here", "_is_deep", "_lenient", "_watch", "left", "lines")

    def __init__(self, lines: int, watch: Callable[[FrameType], None] | None, lenient: int, here: FrameType):
        self.lines = self._budget = self.left = lines
        self._watch, self._lenient, self._here = watch, lenient, here
        self._calls, self._is_deep = 0, False
        self._count = self._line_counter()

    def stop(self, why: str) -> NoEnd:
        """Return what to raise where it is stopped, with what is left of its budget after that."""
        _clock.has_stopped = True
        # Python stops to call whoever raises. Where the code catches this, its counting goes on.
        sys.setprofile(self.count_from)
        if self._lenient < 1:
            return NoEnd(why)
        self._lenient -= 1
        self._budget //= LATER_SHARE
        self.left = self._budget
        return TooLong(why)

    def _used_up(self, frame: FrameType) -> NoEnd:
        # On its way out the stop is raised anew in each call.
        self._is_deep = self._is_deep or _depth(frame, self._here) > DEEP
        return self.stop(f"{self.lines:,} lines had run" + (f", {IN_EACH_OTHER}" if self._is_deep else ""))

    # This and the next are called for every line and every call: nothing that can be asked once stands in here.
    def _line_counter(self) -> Callable[..., Any]:
        """Return what counts a line. It is no method: one would be made anew for each line."""
        watch, used_up = self._watch, self._used_up

        def count(frame: FrameType, event: str, argument: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                if not _begins_to_handle(frame):
                    raise used_up(frame)
            elif watch is not None and event == "line":
                watch(frame)
            return count

        return count

    def call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Count a call that begins, and return what counts its lines.

        A generator is called for each of its steps, and with an error for its last one: a context manager puts back
        then what it has changed. So none is stopped as it is called; its lines may be.
        """
        weight = _weight(frame.f_code)
        if weight == 0:
            return None
        self._calls += 1
        if self._calls % CALLS_BETWEEN_LOOKS == 0 and _depth(frame, self._here) > DEEPEST:
            raise self.stop(f"{DEEPEST:,} calls inside each other")
        followed = None
        if weight < 0 or self._watch is not None:
            self.left -= 1
            followed = self._count
            if weight == BY_STEPS:
                frame.f_trace_opcodes = True
        else:
            self.left -= weight
        if self.left < 0 and not frame.f_code.co_flags & CO_GENERATOR:
            raise self._used_up(frame)
        return followed

    def count_from(self, frame: FrameType | None, event: str = "", argument: Any = None) -> None:
        """Count what runs from now on, in the calls that are at work, too."""
        sys.setprofile(None)
        sys.settrace(self.call)
        while frame is not None and frame is not self._here:
            weight = _weight(frame.f_code)
            if weight < 0:
                frame.f_trace = self._count
                frame.f_trace_opcodes = weight == BY_STEPS
            frame = frame.f_back


def bounded(
    function: Callable[..., Any],
    *arguments: Any,
    lines: int,
    watch: Callable[[FrameType], None] | None = None,
    lenient: int = 0,
    exact: bool = False,
    **keywords: Any,
) -> Any:
    """Return ``function(*arguments, **keywords)``, or raise when it runs more than ``lines`` lines of Python.

    Lines count at any depth, outside of libraries, once the call has had its head start. ``watch`` is called with the
    frame of each of them, before the line is run: there is no head start then, nor where the count is ``exact``, since
    somebody was told the number. The first ``lenient`` stops raise ``TooLong``: code that looks if a function works
    catches that, and goes on with a part of the budget.

    Raises:
        NoEnd: The budget is used up, or the calls are more than ``DEEPEST`` deep because Python's own limit was raised.
    """
    counted = _Counted(lines, watch, lenient, sys._getframe())
    before = sys.gettrace()  # Whoever counts for a call around this one waits.
    has_head_start = watch is None and not exact and _can_start_later()
    _clock.begin(counted)
    sys.settrace(None if has_head_start else counted.call)
    try:
        return function(*arguments, **keywords)
    except MemoryError:
        _clock.has_stopped = True
        raise
    finally:
        _clock.end()
        sys.setprofile(None)
        sys.settrace(before)


def uncounted(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return ``function(*arguments)``, whose lines cost a call around it nothing of its budget."""
    counter, was_paused = sys.gettrace(), _clock.is_paused
    _clock.is_paused = True
    sys.settrace(None)
    try:
        return function(*arguments)
    finally:
        sys.settrace(counter)
        _clock.is_paused = was_paused


@cache
def _timer() -> dict[str, Any] | None:
    """Return what sets the timer of the head start, by its name; None where there is no such timer."""
    try:
        import _signal

        # By these names, since a submission may give others to a module's.
        names = ("setitimer", "ITIMER_VIRTUAL")
        timer = {name: getattr(_signal, name) for name in names}
        # The clock is looked up when it calls: that of a test is another one.
        _signal.signal(_signal.SIGVTALRM, lambda number, frame: _clock.end_head_start(frame))
    except (ImportError, AttributeError):  # On Windows.
        return None
    return timer


def _can_start_later() -> bool:
    """Tell whether a call may begin uncounted.

    Counting is also what keeps calls from going deeper than the stack is: without it Python's own limit has to.
    """
    is_called = HEAD_START_SECONDS > 0 and threading.get_ident() == threading.main_thread().ident
    return is_called and sys.platform != "emscripten" and sys.getrecursionlimit() <= DEEPEST and _timer() is not None


def _place(frame: FrameType) -> tuple[CodeType, int]:
    """Return the line of the innermost call outside of libraries."""
    here: FrameType | None = frame
    while here is not None and _is_library(here.f_code.co_filename):
        here = here.f_back
    here = here or frame
    return here.f_code, here.f_lineno or 0


class _Clock:
    """What stops calls that run no lines, once it was started; until then it only knows which are at work."""

    def __init__(self) -> None:
        self.has_stopped = False
        self.is_paused = False  # whether what runs now is not counted
        self._is_ticking = False
        self._set_limit: Callable[[int], None] = sys.setrecursionlimit
        self._calls: list[_Counted] = []
        self._processor = self._waits = 0.0
        self._signal: Any = None
        self._waited, self._window = 0.0, (0.0, 0.0, 0)
        self._places: set[tuple[CodeType, int]] = set()

    def start(self, processor_seconds: float, seconds_to_wait: float) -> None:
        if self._signal is None:
            import _signal

            # By these names, since a submission may give others to a module's.
            names = ("setitimer", "signal", "ITIMER_PROF", "ITIMER_REAL", "SIGALRM")
            self._signal = {name: getattr(_signal, name) for name in names}
        self._processor, self._waits, self.has_stopped = processor_seconds, seconds_to_wait, False
        given = self._signal
        given["signal"](given["SIGALRM"], self._look)
        given["setitimer"](given["ITIMER_REAL"], TICK_SECONDS, TICK_SECONDS)

    def begin(self, counted: _Counted) -> None:
        self._calls.append(counted)
        self._new_window()
        if len(self._calls) == 1:
            self._limit_processor(self._processor + min(counted.lines / LINES_A_SECOND, 4 * self._processor))
            self._set_limit, sys.setrecursionlimit = sys.setrecursionlimit, self._set_and_count
            self._is_ticking = _can_start_later()
            self._tick(HEAD_START_SECONDS)

    def end(self) -> None:
        self._calls.pop()
        if not self._calls:
            self._tick(0.0)
            sys.setrecursionlimit = self._set_limit
            self._limit_processor(0.0)
        elif self._signal:
            self._new_window()

    def end_head_start(self, frame: FrameType | None) -> None:
        """Count the lines of the innermost call from now on, unless they are counted."""
        if self._calls and not self.is_paused and sys.gettrace() is None:
            self._calls[-1].count_from(frame)

    def _set_and_count(self, limit: int) -> None:
        """Set Python's limit of calls inside each other; one that is too high for the stack is kept by counting."""
        self._set_limit(limit)
        if limit > DEEPEST:
            self.end_head_start(sys._getframe(1))

    def _tick(self, seconds: float) -> None:
        timer = _timer() if self._is_ticking else None
        if timer is not None:
            timer["setitimer"](timer["ITIMER_VIRTUAL"], seconds, seconds)

    def _limit_processor(self, seconds: float) -> None:
        if self._signal:
            self._signal["setitimer"](self._signal["ITIMER_PROF"], seconds)

    def _new_window(self) -> None:
        self._waited = 0.0
        if self._signal:
            self._window = (monotonic(), process_time(), self._calls[-1].left)

    def _look(self, number: int, frame: FrameType | None) -> None:
        if not self._calls or frame is None:
            return
        # Where the stack was full, nobody could be called, and Python stopped to try.
        self.end_head_start(frame)
        place = _place(frame)
        if place in self._places or self._has_waited():
            self._places.add(place)
            raise self._calls[-1].stop(A_LONG_WAIT)

    def _has_waited(self) -> bool:
        now = (monotonic(), process_time(), self._calls[-1].left)
        seconds, used, lines = now[0] - self._window[0], now[1] - self._window[1], self._window[2] - now[2]
        if seconds >= min(WINDOW_SECONDS, self._waits):
            if used < WAITING_SHARE * seconds and lines < WAITING_LINES:
                self._waited += seconds
            self._window = now
        return self._waited >= self._waits


_clock = _Clock()


def for_one_submission(processor_seconds: float = PROCESSOR_SECONDS, seconds_to_wait: float = SECONDS_TO_WAIT) -> None:
    """Make this process one that runs a single submission: what waits is stopped, what never ends in C code ends it.

    A process that was forked from it has no clock until it calls this itself. A call may take ``processor_seconds``
    beside what its lines take. Then the system ends the process with ``SIGPROF``: a handler in Python would wait for
    the C code.
    """
    _clock.start(processor_seconds, seconds_to_wait)


def was_stopped() -> bool:
    """Tell whether a call has been stopped, or has filled the memory, since :func:`for_one_submission`."""
    return _clock.has_stopped
