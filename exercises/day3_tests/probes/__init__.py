# SPDX-License-Identifier: MIT
"""Questions about ``check_engine``: silence on right engines, an alarm on broken ones.

An alarm counts only if the same function is silent on the same engine without the fault, and raises it again when the
engines come in the other order, so that nobody gains by chance. Silence counts only if the
function raises an alarm for an engine that does nothing. So a function that always raises, or never, gains nothing.
Each call gets a class of its own. A question tries several engines, and it is drawn at random which of them is broken.
All broken engines are written in one style: a function that asks too much of the other styles has lost that point
already. So has one that does not return its findings in a list: it catches the faults that show in it.
"""

from __future__ import annotations

import contextlib
import io
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, pairwise
from types import FrameType
from typing import Any

from exercises.day3_tests.probes.faults import FAULTS, Fault
from exercises.shared.stand_in import Part, name_in, replaced_unless
from judge.asking.inputs import Draw
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, Share, probe
from judge.run.answers import quoted
from judge.run.words import template

engines = KeptAway("exercises.day3_tests.probes.right_engines")
engine_faults = KeptAway("exercises.day3_tests.probes.right_faults")
functions = KeptAway("exercises.day3_tests.probes.right_functions")
right_sort = KeptAway("exercises.day3_value.right_sort")

# How the right engines differ.
STYLES = (
    "with closures, and parents in a tuple",
    "with stored slopes, and parents in a list",
    "with closures, and parents in a set",
    "with stored slopes, sorted by when nodes were made",
)

# The possible answers to a question.
ALARM, SILENCE = "an alarm", "silence"
ACCUSED = "an alarm that does not count, since the same engine without the fault gets one, too"
# What one list holds after several calls says nothing about one engine.
KEPT = "a list that an earlier call has returned, too"
# A function that is silent here is silent everywhere, which proves nothing.
NEVER = "silence, and silence about an engine whose `backward()` does nothing"
# Of one group each fault that is caught pays its part. Whoever guesses accuses a right engine, and then none does.
CAUGHT = Share(template("{right} of {all} faults are caught, and each pays its part of the points."), ACCUSED)

# For each engine that a question tries, as the card says; what one does not use, another may. A chain of 1,000 sums
# takes about 81,000.
LINES = 200_000

# Numbers are looked for in this much of a finding's text.
LONGEST = 500
# This much of it is shown.
SHOWN = 160
NUMBER = re.compile(r"-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")

CHECKS = {"listed": "day3-tests-told", "inputs": "day3-tests-inputs", "graph": "day3-tests-graph"}


@dataclass(frozen=True)
class _Said:
    """What a check says of one engine.

    Attributes:
        answer: What it returns, or a list of the error that it raises.
        printed: What it prints.
        changed: What it changes of the class, a name; "" for nothing.
        unused: Whether it made no node of the class.
        left: The texts in lists of its own that are gone when it returns.
    """

    answer: Any
    printed: str
    changed: str
    unused: bool
    left: frozenset[str]

    @property
    def in_form(self) -> bool:
        """Whether the answer is what the card asks for."""
        return self.answer is None or isinstance(self.answer, (list, tuple))


@contextlib.contextmanager
def _call_of(check: Callable[[Any], Any]) -> Iterator[list[FrameType]]:
    """Yield a list that gets the first call of a function: what it leaves in its variables outlasts it there."""
    code = getattr(check, "__code__", None)
    calls: list[FrameType] = []

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code is code:
            calls.append(frame)
            sys.setprofile(before)  # Or it would be called for every call in the function, too.

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        if sys.getprofile() is note:  # What stops code that does not end may have put its own there.
            sys.setprofile(before)


def _left_in(calls: list[FrameType]) -> frozenset[str]:
    """Return the texts in lists of some calls' own."""
    lists = [own for call in calls for own in call.f_locals.values() if type(own) is list]
    return frozenset(text for own in lists for text in own if type(text) is str)


def _said_of(parts: Any, check: Callable[[Any], Any], is_right: bool) -> _Said:
    """Return what a check says of a new engine."""
    made = count(1)
    value = engines.engine(parts, lambda: next(made))
    before, printed = dict(vars(value)), io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), _call_of(check) as calls:
            answer = check(value)
    except (AssertionError, NotImplementedError) as error:
        if isinstance(error, NotImplementedError):
            raise
        answer = [error]
    except Exception as error:
        if is_right:
            raise  # An accident: the learner is shown the line.
        answer = [error]
    left = _left_in(calls)
    changed = [name for name in {**before, **vars(value)} if before.get(name) is not vars(value).get(name)]
    return _Said(answer, printed.getvalue().strip(), min(changed, default=""), next(made) == 1, left)


def _strictly(said: _Said, is_right: bool) -> str:
    """Describe what a check says: an alarm, silence, or how it does not keep to the card."""
    if said.changed:
        return f"a change of the class that it is given: {said.changed} is another, or is gone"
    if not said.in_form:
        return f"a {type(said.answer).__name__}, where None or a list of findings is returned"
    if not said.answer:
        if said.printed and not is_right:
            return f"{NEVER}: what is printed is no finding"
        return f"{SILENCE}, and no node was made of the class that it is given" if said.unused else SILENCE
    others = [finding for finding in said.answer if not isinstance(finding, (str, Exception))]
    if others:
        return f"a list that holds a {type(others[0]).__name__}, where each finding is a text"
    return f"{ALARM}, before any node was made of the class" if said.unused else _reported(said.answer[0], is_right)


def _is_kept(said: _Said, other: _Said) -> bool:
    """Tell whether two calls return one and the same list."""
    return isinstance(said.answer, list) and said.answer is other.answer


def _findings(said: _Said) -> list[Any]:
    """Return what a check has found, whatever it is kept in; a list that a later call would add to is emptied."""
    answer = said.answer
    if not isinstance(answer, Iterable) or isinstance(answer, str):
        return []
    findings = list(answer)
    if isinstance(answer, list):
        answer.clear()
    return findings


def _differs(said: _Said, of_right: _Said) -> bool:
    """Tell whether a check says something else than of a right engine: by a yes or a count, in a text, or in print.

    Where a `return` was forgotten, it is said by a list that is left behind.
    """
    if said.answer is None and of_right.answer is None:
        return (bool(said.printed) and not of_right.printed) or said.left > of_right.left
    answers = said.answer, of_right.answer
    if all(isinstance(answer, int) for answer in answers):
        return bool(said.answer) is not bool(of_right.answer)
    in_words = all(isinstance(answer, str) for answer in answers) and not NUMBER.search(of_right.answer)
    return in_words and said.answer != of_right.answer


def _reported(finding: Any, is_right: bool) -> str:
    """Describe an alarm; one about a right engine quotes the finding in the learner's words."""
    if not is_right or not isinstance(finding, (str, AssertionError)):
        return ALARM
    words = " ".join(str(finding)[:LONGEST].split())
    return f"{ALARM}{_about(finding, is_right)}" + (f" {quoted(words, SHOWN)}" if words else "")


def _about(finding: Any, is_right: bool) -> str:
    """Say whether the text of an alarm about a right engine has two numbers in it that are nearly the same."""
    if not is_right or not isinstance(finding, (str, AssertionError)):
        return ""
    numbers = [float(digits) for digits in NUMBER.findall(str(finding)[:LONGEST])]
    near = any(x != y and math.isclose(x, y, rel_tol=1e-6, abs_tol=1e-7) for x, y in pairwise(numbers))
    return " about two numbers that agree to six digits" if near else ""


@contextlib.contextmanager
def _fair(namespace: Namespace) -> Iterator[Callable[[Any], Any]]:
    """Yield the learner's function, with right functions of other exercises in place of wrong ones that it calls."""
    function = namespace["check_engine"]
    right = {
        "gradcheck": lambda: functions.gradcheck,
        "zero_grad": lambda: functions.zero_grad,
        "topological_order": lambda: right_sort.sorted_nodes,
    }
    with contextlib.ExitStack() as stack:
        for name, make in right.items():
            own = name_in(function, name)
            if own is not None:
                stack.enter_context(
                    replaced_unless(function, lambda own=own, name=name: _WORKS[name](own), **{name: Part(make)})
                )
        yield function


def _checks_gradients(gradcheck: Any) -> bool:
    value = engines.engine(engines.RIGHT)
    broken = engines.engine(engine_faults.CHANGES["minus"](engines.RIGHT))
    if gradcheck(lambda a, b: a * b, [value(2.5), value(5.5)]) is not True:
        return False
    try:
        gradcheck(lambda a, b: a - b, [broken(2.5), broken(5.5)])
    except AssertionError:
        return True
    return False


def _clears(zero_grad: Any) -> bool:
    value = engines.engine(engines.RIGHT)
    a = value(2.5)
    inside = a * a
    out = inside + a
    a.grad = inside.grad = out.grad = 7.0
    zero_grad(out)
    return [a.grad, inside.grad, out.grad] == [0.0, 0.0, 0.0]


def _sorts(order: Any) -> bool:
    value = engines.engine(engines.RIGHT)
    a = value(2.5)
    inside = a * a
    out = inside + a
    return [id(node) for node in order(out)] == [id(a), id(inside), id(out)]


_WORKS = {"gradcheck": _checks_gradients, "zero_grad": _clears, "topological_order": _sorts}


# Right engines


def _third(draw: Draw) -> int:
    return draw.random.randrange(3)


def _silent(number: int, style: str) -> None:
    def right(namespace: Namespace, place: int) -> str:
        parts = engines.STYLES[style]
        tried = [parts] * 2
        tried.insert(place, engine_faults.INERT(parts))
        with _fair(namespace) as check:
            said = [_said_of(each, check, is_right=each is parts) for each in tried]
        if _is_kept(said[place], said[place - 1]):
            return KEPT
        answers = [_strictly(one, each is parts) for one, each in zip(said, tried, strict=True)]
        inert = answers.pop(place)
        wrong = [answer for answer in answers if answer != SILENCE]
        if wrong or inert.startswith(ALARM):
            return wrong[0] if wrong else SILENCE
        return NEVER if inert == SILENCE else inert

    right.__name__ = f"right_{number}"
    probe(
        "day3-tests-silent",
        f"the answer of `check_engine` to a right engine {style}",
        "the engine keeps all that exercises 3.2 and 3.3 promise, to the last digits of a float",
        rounds=1,
        phrase=str,
        lines=3 * LINES,
        place=_third,
    )(right)


for _number, _style in enumerate(STYLES):
    _silent(_number, _style)


# Broken engines


def _place(draw: Draw) -> int:
    return draw.random.randrange(6)  # a place in a row of two and in a row of three


def _caught(fault: Fault) -> None:
    def broken(namespace: Namespace, place: int) -> str:
        right = replace(engines.RIGHT, built=frozenset())  # so that a fault in one operation is not one in another
        changes = [engine_faults.CHANGES[fault.name], *filter(None, [engine_faults.ALSO.get(fault.name)])]
        tried = [change(right) for change in changes]
        at = place % (len(tried) + 1)
        tried.insert(at, right)

        def asked(check: Callable[[Any], Any], tried: list[Any], at: int) -> str:
            said, found = [], []
            for parts in tried:
                said.append(_said_of(parts, check, is_right=parts is right))
                found.append(_findings(said[-1]))  # at once: the next call may return the same list
            if found[at]:
                return KEPT if _is_kept(said[0], said[1]) else ACCUSED
            caught = any(found) or any(_differs(one, said[at]) for one in said if one is not said[at])
            return ALARM if caught else SILENCE

        with _fair(namespace) as check:
            answer = asked(check, tried, at)
            if answer in (KEPT, ALARM):
                # What earlier questions left in a list is gone now; and whoever raises an alarm now and then does not
                # raise it in another order.
                answer = asked(check, tried[::-1], len(tried) - 1 - at)
            return answer

    broken.__name__ = fault.name
    probe(
        CHECKS[fault.group],
        f"the answer of `check_engine` to an engine in which {fault.kind}",
        # Which input or graph shows the fault is for the learner to find.
        "this engine breaks a promise of exercise 3.2 or 3.3",
        rounds=1,
        phrase=str,
        lines=8 * LINES,
        share=CAUGHT,
        place=_place,
    )(broken)


for _fault in FAULTS:
    _caught(_fault)
