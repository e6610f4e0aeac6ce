# SPDX-License-Identifier: MIT
"""Which of a learner's lines a verdict shows: the last ones that ran, or those that a loop without end repeats.

A question runs many lines in several calls. Shown is of each function what it did last, in the order of the calls, the
innermost last. Lines that make, repeat or hand on what another line has computed are left out.
"""

from __future__ import annotations

import linecache
import re
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import NamedTuple

from judge.run.answers import MOST_LINES, Place

# How many characters of a learner's line are reported.
LONGEST_LINE = 200

# Methods that run in every question.
EVERYWHERE = ("__init__", "__repr__", "__hash__", "__eq__")
# Functions that Python makes of a part of a line: what they run belongs to the function around them.
PARTS_OF_A_LINE = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")

# A line that writes what questions ask for, and one that writes a gradient.
WRITES = re.compile(r"\.(data|grad)\b[^=!<>]{0,80}=(?!=)")
WRITES_A_GRADIENT = re.compile(r"\.grad\b[^=!<>]{0,80}=(?!=)")

# Of a line without its texts: what computes nothing by itself, a loop or a condition, and what gives names back.
IDLE = re.compile(r"(def|class|global|nonlocal|import|from|pass|break|continue)\b|[@#]|.*lambda: None")
HEAD = re.compile(r"(for|while|if|elif|else|with|try|except|finally)\b.*:$")
LOOP = re.compile(r"(for|while)\b")
ONLY_NAMES = re.compile(r"(?:return|yield)\b(?:\s*[(\[])?\s*[A-Za-z_][\w.]*(?:\s*,\s*[A-Za-z_][\w.]*)*,?\s*[)\]]?")
HANDS_ON = re.compile(r"[A-Za-z_][\w.]*\s*=\s*[A-Za-z_][\w.]*")
COMPUTES = re.compile(r"[\w)\]]\s*(\*\*|//|[-+*/@%])\s*[\w(\[.-]|[-+*/@%]=")
TEXTS = re.compile(r"'[^']*'|\"[^\"]*\"")

# Among so many lines at the end of a loop without end each of its own occurs twice.
LATEST = 400
# So many calls around a line are looked at.
AROUND = 50


class _Function(NamedTuple):
    """A function of the learner's, by the line at which it begins."""

    file: str
    line: int
    name: str


class _Line(NamedTuple):
    """A line of a cell."""

    file: str
    number: int

    def text(self) -> str:
        """Return the line without blanks around it."""
        return linecache.getline(self.file, self.number).strip()

    def code(self) -> str:
        """Return the beginning of the line without its texts and its comment."""
        return TEXTS.sub("''", self.text()[:LONGEST_LINE]).partition("#")[0].strip()


class Trail:
    """Notes which of the learner's lines run.

    Args:
        is_own: Tells whether a file is a cell that the learner wrote.
    """

    def __init__(self, is_own: Callable[[str], bool]):
        self._is_own = is_own
        self._own: dict[str, bool] = {}
        # By function, in the order of their first calls: its lines, each with the time at which it ran last.
        self._lines: dict[_Function, dict[_Line, int]] = {}
        self._time = 0
        self._latest: deque[tuple[_Function, _Line]] = deque(maxlen=LATEST)
        self._writes: dict[_Line, bool] = {}
        self._around: list[CodeType] = []  # of the functions at work when a gradient was last written

    def note(self, frame: FrameType) -> None:
        """Note the line at which a call stands, where it is the learner's."""
        file = frame.f_code.co_filename
        if file not in self._own:
            self._own[file] = self._is_own(file)
        if not self._own[file]:
            return
        function, line = _function_of(frame), _Line(file, frame.f_lineno or 0)
        self._time += 1
        self._lines.setdefault(function, {})[line] = self._time
        self._latest.append((function, line))
        if line not in self._writes:
            self._writes[line] = WRITES_A_GRADIENT.search(line.text()) is not None
        if self._writes[line]:
            self._around = list(_at_work(frame))

    def places(self, *, is_stopped: bool = False) -> tuple[Place, ...]:
        """Return the lines to show, at most ``MOST_LINES``: of what ``is_stopped``, those that it repeats.

        By function, in the order of the calls; within one, as they are read.
        """
        shown = (self._repeated() if is_stopped else []) or self._last()
        return tuple(place_of(*line, function.name) for function, line in shown)

    def _last(self) -> list[tuple[_Function, _Line]]:
        """Return of each function its last lines that do something.

        Every node is made by `__init__`, and says little of what went wrong: its lines count where no others ran. Where
        the last line of all writes a gradient, functions that write none and have called nothing since are left out.
        """
        telling = [function for function in self._lines if function.name not in EVERYWHERE] or [*self._lines][-1:]
        shown = [(function, line) for function in telling for line in _last_of(self._lines[function])]
        if not shown:
            return []
        busy = [(function, line) for function in telling for line in self._lines[function] if not _is_idle(line)]
        if busy and self._writes[max(busy, key=self._when)[1]]:
            writers = {function for function, line in shown if self._writes[line]}
            writers |= {_of_code(code) for code in self._around}
            shown = [(function, line) for function, line in shown if function in writers]
        kept = sorted(shown, key=lambda one: (WRITES.search(one[1].text()) is None, -self._when(one)))[:MOST_LINES]
        return [one for one in shown if one in kept]

    def _when(self, one: tuple[_Function, _Line]) -> int:
        function, line = one
        return self._lines[function][line]

    def _repeated(self) -> list[tuple[_Function, _Line]]:
        """Return the lines of the loop, or of the calls inside each other, that ran again and again at the end."""
        counts = Counter(self._latest)
        if self._latest and counts[self._latest[-1]] == 1:
            return [self._latest[-1]]  # Python notes `while True: pass` once.
        again = {one for one, count in counts.items() if count > 1 and not IDLE.match(one[1].code())}
        again = {one for one in again if one[0].name not in EVERYWHERE} or again
        looping = [function for function in self._lines if any(_loops(one, function) for one in again)]
        if looping:
            again = {one for one in again if one[0] == looping[0]}
        heads = [line.code() for _, line in again if LOOP.match(line.code())]
        names = {name for head in heads for name in _names_in(head)}

        def rank(one: tuple[_Function, _Line]) -> tuple[bool, bool, _Line]:
            # What ends a loop is what its head asks for: lines about that come first.
            code = one[1].code()
            return not LOOP.match(code), not names & _names_in(code), one[1]

        order = list(self._lines)
        return sorted(sorted(again, key=rank)[:MOST_LINES], key=lambda one: (order.index(one[0]), one[1]))


class Maker(Trail):
    """Notes which of the learner's lines makes the first array of some kind, or a text first."""

    def __init__(self, is_own: Callable[[str], bool], made: str):
        super().__init__(is_own)
        self._made = made
        self._before: tuple[str, int, str] | None = None
        self._maker: tuple[str, int, str] | None = None

    def note(self, frame: FrameType) -> None:
        """Note the line at which a call stands, where it is the learner's, and whether the one before made it."""
        super().note(frame)
        if self._maker is None and self._own[frame.f_code.co_filename]:
            if self._before and _holds(frame, self._made):
                self._maker = self._before
            self._before = frame.f_code.co_filename, frame.f_lineno or 0, frame.f_code.co_name

    def places(self, *, is_stopped: bool = False) -> tuple[Place, ...]:
        """Return that line alone; where none was found, as for any question."""
        return (place_of(*self._maker),) if self._maker else super().places(is_stopped=is_stopped)


def place_of(file: str, number: int, function: str) -> Place:
    """Return a line of the learner's as a verdict shows it."""
    return Place("" if function.startswith("<") else function, number, _Line(file, number).text()[:LONGEST_LINE])


def _function_of(frame: FrameType) -> _Function:
    """Return the function at work in a frame, or the one around a comprehension."""
    outer = frame.f_back
    if frame.f_code.co_name in PARTS_OF_A_LINE and outer and outer.f_code.co_filename == frame.f_code.co_filename:
        return _function_of(outer)
    return _of_code(frame.f_code)


def _of_code(code: CodeType) -> _Function:
    return _Function(code.co_filename, code.co_firstlineno, code.co_name)


def _at_work(frame: FrameType | None) -> Iterator[CodeType]:
    """Yield the code of the calls around a line, the innermost first: this runs at each line that writes a gradient."""
    for _ in range(AROUND):
        if frame is None:
            return
        yield frame.f_code
        frame = frame.f_back


def _last_of(ran: dict[_Line, int]) -> list[_Line]:
    """Return what a function did last, in the order of the cell, of its lines with the time of each.

    That is its last line that does something, the lines that write data or a gradient, and those that computed what the
    last line uses. A line that only hands names on, such as `return out`, stands for the lines that last changed them.
    """
    busy = [line for line in ran if not _is_idle(line)]
    ends = [line for line in ran if ONLY_NAMES.fullmatch(line.code())]
    last = max([*busy, *ends], key=ran.__getitem__, default=None)
    if last is None:
        return [max(ran, key=ran.__getitem__)]
    changing = set(_changing(last, ran))
    shown = {last} if last in busy or not changing else set()
    if last in busy:
        changing = {*filter(_computes, changing)}
    before = {line for one in changing for line in _changing(one, ran) if _computes(line)}
    writing = {line for line in busy if WRITES.search(line.text())}
    return sorted(shown | changing | before | writing)


def _changing(line: _Line, ran: dict[_Line, int]) -> Iterator[_Line]:
    """Yield for each name in a line the other line that last gave it a value, added to it or called a method of it."""
    for name in _names_in(line.code()):
        change = re.compile(
            rf"(?<![\w.(]){re.escape(name)}\b(?:\[[^\]]{{0,80}}\])?\s*(?:[-+*/@%]|\*\*|//)?=(?!=)|{re.escape(name)}\.\w+\("
        )
        changed = [one for one in ran if one != line and change.search(one.code())]
        if changed:
            yield max(changed, key=ran.__getitem__)


def _computes(line: _Line) -> bool:
    return COMPUTES.search(line.code()) is not None


def _names_in(code: str) -> set[str]:
    """Return the names in a line, without those behind a point."""
    return set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", code)) - {"self", "return", "while", "for", "in", "not"}


def _is_idle(line: _Line) -> bool:
    """Tell whether a line makes, repeats or hands on what other lines compute."""
    code = line.code()
    if not re.search(r"\w", code) or IDLE.match(code) or HEAD.fullmatch(code) or ONLY_NAMES.fullmatch(code):
        return True
    return HANDS_ON.fullmatch(code) is not None and not WRITES.search(code)


def _loops(one: tuple[_Function, _Line], function: _Function) -> bool:
    return one[0] == function and LOOP.match(one[1].code()) is not None


def _holds(frame: FrameType, made: str) -> bool:
    """Tell whether a call holds a text, or an array whose entries are of a kind: in a variable, or in an object."""
    array = getattr(sys.modules.get("numpy"), "ndarray", None)
    held = list(frame.f_locals.values())
    parts = [part for thing in held if type(getattr(thing, "__dict__", None)) is dict for part in vars(thing).values()]
    return any(
        thing == made if type(thing) is str else type(thing) is array and thing.dtype.name == made
        for thing in (*held, *parts)
    )
