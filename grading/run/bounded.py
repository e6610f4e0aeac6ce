# SPDX-License-Identifier: MIT
"""Run code that may never end, and stop it after a number of lines rather than of seconds.

Counting lines gives the same verdict on a fast machine and on a slow one. Lines of Python's own library and of
installed packages are not counted: a first ``import torch`` would use up any budget. A loop over them has a line of
its own.

Two kinds of calls run no lines and never end. One that waits, for a lock or in ``time.sleep``, is stopped after some
seconds in which it did nothing. One that is busy in C code hears nothing: in the process of a submission, it ends that.

To be called at each line takes longer than most lines do. A function without a loop runs each of its lines once at
most, so a call of it counts as all of them, and only functions with a loop are followed line by line.

Most of what is asked needs a small part of its budget, and Python itself takes three times as long where anybody
counts. So a large budget has a head start in which nothing is counted: the time in which a fast machine runs as many
lines as it has, eight milliseconds for 400,000. Who runs fewer lines than the budget is never stopped, on any machine;
who runs three times as many always is.
"""

from __future__ import annotations

import dis
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic, process_time
from types import CodeType, FrameType
from typing import Any

# By these names, since a submission may give others to a module's.
try:
    from _signal import ITIMER_PROF, ITIMER_REAL, SIG_DFL, SIGALRM, raise_signal, setitimer, signal
except ImportError:  # Windows has no such clock: there, all lines are counted.
    setitimer = None  # type: ignore[assignment]

__all__ = ["A_LONG_WAIT", "NoEnd", "TooLong", "bounded", "for_one_submission", "head_starts"]


# Where Python's library, its frozen part and installed packages have their files.
LIBRARY = ("<frozen", *{sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


# A submission may raise Python's limit and then call itself without end: a process whose stack is full dies without a
# word. A right recursive sort of 5,000 operations goes 5,000 calls deep, or twice that with a helper of its own.
DEEPEST = 11_000


# The smallest budget that has a head start, and how long that lasts, in seconds; a larger budget has a longer one in
# proportion. The clock ticks twice in it at least, and no oftener than that needs: a tick takes as long as a question.
SMALLEST_WITH_HEAD_START = 20_000
SHORTEST_HEAD_START = 0.0004
LONGEST_TICK = 0.001
# Who is so deep at a tick has had it: until the next one, calls can't use up the stack of the process.
DEEPEST_WITH_HEAD_START = 1_000
# From then on it is looked so often whether the call turns on the spot, or waits.
LOOK_SECONDS = 0.01
# A call waits while it gets so small a share of the processor and runs so few lines: one that works gets more of both,
# on a busy machine, too. After so many seconds of waiting it is stopped. In the process of a submission, whoever waits
# at the same place later is stopped at once.
WINDOW_SECONDS, WAITING_SHARE, WAITING_LINES = 0.5, 0.1, 2_000
SECONDS_TO_WAIT = 3.0
# C code that never ends hears no clock. In the process of a submission a call that takes so much of the processor ends
# its process: these seconds, and one for so many lines of its budget, which take a quarter of one.
PROCESSOR_SECONDS, LINES_A_SECOND = 5.0, 400_000
# So long after the last tick one may still come: the system hands it to any thread, and that has to get its turn.
LATE_SECONDS = 0.5


class NoEnd(BaseException):
    """The budget is used up; the text says how. Not an ``Exception``, so ``except Exception`` can't swallow it."""


class TooLong(NoEnd, Exception):
    """A stop that code may catch, as it does any error, and then go on."""


# What a call was stopped after that waited; else it is a number of lines, or of calls.
A_LONG_WAIT = "a long wait"
# The share of its budget with which a call goes on after that.
LATER_SHARE = 4


@lru_cache(maxsize=4096)
def _is_library(file: str) -> bool:
    return file.startswith(LIBRARY)


# What steps back in a function's code: without it there is no loop. Before Python 3.11 no name says which way.
_BACKWARD = frozenset(number for name, number in dis.opmap.items() if "BACKWARD" in name) or frozenset(dis.hasjabs)

# After so many calls it is looked how deep they stand in each other.
CALLS_BETWEEN_LOOKS = 512

# Of a function's code, how many lines a call of it counts for: 0 in a library and in this file, and below 0 where it
# has a loop and is followed line by line. It is found by the code's id, which nobody else has as long as the code is
# kept here.
_known: dict[int, tuple[int, CodeType]] = {}
MOST_KNOWN = 8192


def _weight(code: CodeType) -> int:
    """Return how many lines a call counts for, as in ``_known``."""
    if (before := _known.get(id(code))) is not None:
        return before[0]
    if code.co_filename == __file__ or _is_library(code.co_filename):
        weight = 0
    elif _BACKWARD.isdisjoint(code.co_code[::2]):
        weight = max(1, len({line for _, line in dis.findlinestarts(code)}))
    else:
        weight = -1
    if len(_known) >= MOST_KNOWN:  # Somebody makes functions without end.
        _known.clear()
    _known[id(code)] = (weight, code)
    return weight


def _depth(frame: FrameType | None, outermost: FrameType) -> int:
    """Return how many calls, outside of libraries, stand in each other."""
    depth = 0
    while frame is not None and frame is not outermost:
        depth += not _is_library(frame.f_code.co_filename)
        frame = frame.f_back
    return depth


def _turns_on_the_spot(frame: FrameType) -> bool:
    """Tell whether a call has come to a step that leads to itself, ``while True: pass``: that is no line to count."""
    code, here = frame.f_code, frame.f_lasti
    return code.co_code[here] in _BACKWARD and any(
        step.offset == here == step.argval for step in dis.get_instructions(code)
    )


def _place(frame: FrameType) -> tuple[CodeType, int]:
    """Return at which line the innermost call outside of libraries is."""
    here: FrameType | None = frame
    while here is not None and _is_library(here.f_code.co_filename):
        here = here.f_back
    here = here or frame
    return here.f_code, here.f_lineno or 0


def _is_deep(frame: FrameType | None) -> bool:
    depth = 0
    while frame is not None and depth <= DEEPEST_WITH_HEAD_START:
        depth += 1
        frame = frame.f_back
    return frame is not None


def bounded(
    function: Callable[..., Any],
    *arguments: Any,
    lines: int,
    watch: Callable[[FrameType], None] | None = None,
    lenient: int = 0,
    **keywords: Any,
) -> Any:
    """Return ``function(*arguments, **keywords)``, or raise when it runs more than ``lines`` lines of Python.

    Args:
        function: What to call.
        *arguments: Its positional arguments.
        lines: The budget: lines of Python run inside the call, at any depth, outside of libraries. One of 20,000 or
            more has a head start, in which nothing is counted.
        watch: Called with the frame of each such line, before the line is run. Then there is no head start.
        lenient: How many stops raise ``TooLong`` first. Code that looks if a function works catches that, and goes on
            with a part of the budget.
        **keywords: Its keyword arguments.

    Raises:
        NoEnd: The budget is used up, or the calls are more than ``DEEPEST`` deep because Python's own limit was raised.
    """
    budget = left = lines
    calls, here = 0, sys._getframe()
    known, no_weight = _known.get, (None, None)
    all_used = f"{lines:,} lines had run"

    def stop(why: str = all_used) -> NoEnd:
        nonlocal left, lenient, budget
        if lenient < 1:
            return NoEnd(why)
        lenient, budget = lenient - 1, budget // LATER_SHARE
        left = budget
        return TooLong(why)

    # Called for every call and every line: nothing that can be asked once stands in here.
    def call(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left, calls
        weight = known(id(frame.f_code), no_weight)[0]
        if weight is None:
            weight = _weight(frame.f_code)
        if weight == 0:
            return None
        calls += 1
        if calls % CALLS_BETWEEN_LOOKS == 0:
            look_how_deep(frame)
        if weight < 0 or watch is not None:
            left -= 1
            followed = count
        else:
            left -= weight
            followed = None
        if left < 0:
            raise stop()
        return followed

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if watch is not None and event == "line" and left >= 0:
            watch(frame)
        if left < 0:
            raise stop()
        return count

    def look_how_deep(frame: FrameType) -> None:
        if _depth(frame, here) > DEEPEST:
            raise stop(f"{DEEPEST:,} calls inside each other")

    def start_to_count(frame: FrameType) -> None:
        sys.settrace(call)
        at_work: FrameType | None = frame
        while at_work is not None and at_work is not here:
            if _weight(at_work.f_code) < 0:
                at_work.f_trace = count
            at_work = at_work.f_back

    started = _clock.start()
    counted = watch is not None or lines < SMALLEST_WITH_HEAD_START or not _clock.ticks
    turn = _Turn(start_to_count, look_how_deep, lambda: left, stop, counted, *_head_start(lines))
    _clock.turns.append(turn)
    _clock.tick_every(turn.tick)
    _clock.limit_processor(lines)
    before = sys.gettrace()
    # Whoever counts for a call around this one waits.
    sys.settrace(call if counted else None)
    try:
        turn.is_on = True
        return function(*arguments, **keywords)
    finally:
        turn.is_on = False  # From here on a ring would be for nobody: neither for this call nor for one around it.
        sys.settrace(before)
        _clock.turns.pop()
        _clock.limit_processor(0)
        if started:
            _clock.stop()
        elif _clock.turns:
            _clock.tick_every(_clock.turns[-1].tick)


def _head_start(lines: int) -> tuple[int, float]:
    """Return how many ticks the head start of a budget lasts, and how long a tick is, in seconds."""
    seconds = max(1, lines // SMALLEST_WITH_HEAD_START) * SHORTEST_HEAD_START
    tick = min(LONGEST_TICK, seconds / 2)
    return round(seconds / tick), tick


class _Turn:
    """A call within a budget, as the clock sees it.

    Args:
        start_to_count: Called when the head start is over, with the frame that is at work.
        look_how_deep: Called then with the same: raises where the calls are too deep.
        left: Gives what is left of the budget.
        stop: Gives what is raised where the call turns on the spot, or waits.
        counted: Whether its lines are counted from the start.
        head_start: How often the clock rings before it begins to look at it.
        tick: In seconds, how often it rings until then.

    Attributes:
        counted: Whether its lines are counted by now.
        is_on: Whether it is at work: before and after, nothing is begun.
        tick: As above; from when on it is looked at, how often that is done.
    """

    def __init__(
        self,
        start_to_count: Callable[[FrameType], None],
        look_how_deep: Callable[[FrameType], None],
        left: Callable[[], int],
        stop: Callable[..., NoEnd],
        counted: bool,
        head_start: int = 2,
        tick: float = LONGEST_TICK,
    ):
        self._start_to_count, self._look_how_deep = start_to_count, look_how_deep
        self._left, self._stop = left, stop
        self._rings, self._head_start = 0, head_start
        self.counted, self.is_on, self.tick = counted, False, tick
        self._waited, self._window = 0.0, (monotonic(), process_time(), left())

    def rings(self, frame: FrameType) -> None:
        """Begin to count when the head start is over; from then on stop a call that no counting stops."""
        if not self.is_on:
            return
        self._rings += 1
        if self.tick != LOOK_SECONDS:
            if self._rings < self._head_start and (self.counted or not _is_deep(frame)):
                return
            self.tick = LOOK_SECONDS
            _clock.tick_every(LOOK_SECONDS)
        # Where the stack is full this fails, and is tried again; and whoever counts there is put off by Python.
        if not self.counted or sys.gettrace() is None:
            self._start_to_count(frame)
            self.counted = True
            self._look_how_deep(frame)
            return
        # The look itself runs lines that are in no file, such as those of a named tuple: they are nobody's.
        counter = sys.gettrace()
        sys.settrace(None)
        try:
            turns = _turns_on_the_spot(frame)
        finally:
            sys.settrace(counter)
        if turns:
            raise self._stop()
        place = _place(frame)
        if place in _clock.waits or self._has_waited():
            if _clock.processor_seconds:
                _clock.waits.add(place)
            raise self._stop(A_LONG_WAIT)

    def _has_waited(self) -> bool:
        now = (monotonic(), process_time(), self._left())
        seconds, used, lines = now[0] - self._window[0], now[1] - self._window[1], self._window[2] - now[2]
        if seconds >= WINDOW_SECONDS:
            if used < WAITING_SHARE * seconds and lines < WAITING_LINES:
                self._waited += seconds
            self._window = now
        return self._waited >= SECONDS_TO_WAIT


class _Clock:
    """Rings for the innermost call that is at work within a budget. To set it takes longer than most questions."""

    def __init__(self) -> None:
        self.turns: list[_Turn] = []
        self.ticks = self._is_ringing = False
        self._tick = 0.0
        self._owner: Any = None
        self.processor_seconds = 0.0
        self.waits: set[tuple[CodeType, int]] = set()
        self._stopped = self._due = 0.0

    def start(self) -> bool:
        """Let it tick, where it does not tick yet and can: of all threads, the main one is called."""
        if self.ticks or setitimer is None or threading.get_ident() != threading.main_thread().ident:
            return False
        before = signal(SIGALRM, self._ring)
        if before != self._ring:
            self._owner = before
        self.ticks = True  # Before it does: the first tick may come at once.
        self._tick = LONGEST_TICK
        self._timer = setitimer(ITIMER_REAL, LONGEST_TICK, LONGEST_TICK)
        return True

    def stop(self) -> None:
        """Give the system's clock back to whom it belonged.

        Its signal still comes here first: a tick that is late would be taken for the owner's, and without an owner it
        would end the process.
        """
        setitimer(ITIMER_REAL, *self._timer)
        self._stopped = monotonic()
        self._due = self._stopped + self._timer[0] if self._timer[0] else float("inf")
        self.ticks = False  # Not before it is known from when on a tick is late: one may come at any moment.

    def tick_every(self, seconds: float) -> None:
        """Tick so often from now on; to set it takes as long as a tick does, so it is not set to what it is."""
        if self.ticks and seconds != self._tick:
            self._tick = seconds
            setitimer(ITIMER_REAL, seconds, seconds)

    def limit_processor(self, lines: int) -> None:
        """Let the outermost call end the process, by the system's own signal, where it takes too long; nobody else."""
        if self.processor_seconds and len(self.turns) == bool(lines):
            setitimer(ITIMER_PROF, self.processor_seconds + lines / LINES_A_SECOND if lines else 0.0)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if not self.ticks:
            if monotonic() >= min(self._due, self._stopped + LATE_SECONDS):
                self._hand_on(number, frame)
            return
        if not self.turns or frame is None or self._is_ringing:
            return
        self._is_ringing = True  # Where calls are deep, the next ring may come before this one is over.
        try:
            self.turns[-1].rings(frame)
        finally:
            self._is_ringing = False

    def _hand_on(self, number: int, frame: FrameType | None) -> None:
        if callable(self._owner):
            self._owner(number, frame)
        elif self._owner == SIG_DFL:
            signal(SIGALRM, SIG_DFL)
            raise_signal(SIGALRM)


_clock = _Clock()


def for_one_submission(processor_seconds: float = PROCESSOR_SECONDS) -> None:
    """Make this process one that runs a single submission: what never ends in C ends it, and nobody waits long twice.

    Args:
        processor_seconds: What a call may take of the processor, beside what its lines take. The signal is
            ``SIGPROF``.
    """
    _clock.processor_seconds = processor_seconds if setitimer is not None else 0.0


@contextmanager
def head_starts() -> Iterator[None]:
    """Set the clock once for many calls of :func:`bounded`, which are quicker for it."""
    started = _clock.start()
    try:
        yield
    finally:
        if started:
            _clock.stop()
