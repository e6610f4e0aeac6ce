# SPDX-License-Identifier: MIT
"""Put a check's questions to a namespace. Needs no expected value: deciding is another step.

Only typed answers pass from here to :mod:`judge.verdicts.decide`, so the two can run in different processes: this one
next to the learner's code, the other where the reference and the catalogue are. What has to be known of the assignment
is a :class:`Setting`: where no file of the course is in sight, whoever asks hands it over.
"""

from __future__ import annotations

import contextlib
import dis
import io
import linecache
import re
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any

from judge.asking.culprit import absent_from, culprit_of, shadows
from judge.asking.folders import package, root
from judge.asking.inputs import draw_inputs, draw_round
from judge.asking.kept_away import is_closed
from judge.asking.probe import Probe, probes_of, settled
from judge.asking.standing_in import noted
from judge.asking.trail import Maker, Trail, place_of
from judge.notebooks import course
from judge.notebooks.cells import grade_id
from judge.notebooks.current import kept
from judge.run.answers import (
    Answer,
    Missing,
    NotAttempted,
    Place,
    Raised,
    Several,
    Table,
    Unending,
    plain_answer,
    raised,
)
from judge.run.bounded import FREE, LIBRARY, NoEnd, bounded
from judge.run.cells import definitions

# What is printed while a question lasts goes nowhere, and that costs nothing of its budget.
FREE.add(__file__)

# The share of its budget that a question has after one that was stopped. A right answer needs an eighth at most.
SHORTER = 4
# How many calls before an error are looked at.
FRAMES = 100

# What Python says where a question looks into what it was given, and there is nothing to look into.
UNREADABLE = re.compile(
    r"not (iterable|subscriptable)$|no len\(\)$|^cannot unpack non-iterable|object has no attribute '\w+'$"
    r"|^\w+ indices must be integers|object is no dictionary$"
)


@dataclass(frozen=True)
class Setting:
    """What has to be known of the notebook that a check stands in, beside its names."""

    defined: frozenset[str]  # the classes and functions that the exercise's answer cell is to define
    given: Mapping[str, list[Any]]  # what the given cells leave under these names, as the code of its functions
    # Tells whether a cell is the learner's own, by the name under which it was compiled: an answer, or one they added.
    is_own: Callable[[str], bool]


def questions(check: str, seed: int) -> list[tuple[Probe, dict[str, Any]]]:
    """Return every probe of a check with its inputs, one entry for each round."""
    return [_with_inputs(probe, round_number, seed) for probe, round_number in _posed(check)]


def question(check: str, seed: int, place: int) -> tuple[Probe, dict[str, Any]]:
    """Return one entry of :func:`questions`, with inputs that nobody has changed yet."""
    return _with_inputs(*_posed(check)[place], seed)


def _with_inputs(probe: Probe, round_number: int, seed: int) -> tuple[Probe, dict[str, Any]]:
    return probe, draw_round(probe.drawers, f"{seed}/{probe.name}", round_number)


def simple_inputs(probe: Probe, seed: int, number: int) -> dict[str, Any]:
    """Return simple inputs for a question that was drawn with a seed; each ``number`` has inputs of its own."""
    return draw_inputs(dict(probe.drawers), f"{seed}/{probe.name}/simple/{number}", simple=True)


def count(check: str) -> int:
    """Return how many questions a check has, each round by itself."""
    return len(_posed(check))


def _posed(check: str) -> list[tuple[Probe, int]]:
    return [(probe, round_number) for probe in probes_of(check) for round_number in range(probe.rounds)]


def judged_by_others(check: str, answers: list[Answer]) -> list[Answer]:
    """Return what is compared of answers that came from a process in which submissions run."""
    return [settled(probe, answer) for (probe, _), answer in zip(_posed(check), answers, strict=True)]


def ask(check: str, namespace: Mapping[str, Any], seed: int, setting: Setting | None = None) -> list[Answer]:
    """Put a check's questions to a namespace and return the answers, in order.

    Some cell may give the name of one of Python's own functions to something else, ``sum = 0``. A right answer that
    calls the function is not the worse for it: what failed so is asked once more, with the name as Python has it.
    Without a setting, the course's files say what has to be known of the notebook.
    """
    own = _without_given(check, namespace, setting)
    posed = questions(check, seed)
    answers = _answers(posed, own, setting)
    if not shadows(namespace) or not any(map(_of_wrong_type, answers)):
        return answers
    with without_shadows(namespace):
        again = [
            answer_to(posed[place][0], own, posed[place][1], setting=setting) if _of_wrong_type(answer) else answer
            for place, answer in enumerate(answers)
        ]
    return [answer if _of_wrong_type(other) else other for answer, other in zip(answers, again, strict=True)]


def ask_simply(
    check: str,
    namespace: Mapping[str, Any],
    seed: int,
    probe: str,
    numbers: Sequence[int],
    setting: Setting | None = None,
) -> list[Answer]:
    """Put one question of a check with the :func:`simple_inputs` of some numbers, and return the answers in order."""
    asked = next(each for each in probes_of(check) if each.name == probe)
    posed = [(asked, simple_inputs(asked, seed, number)) for number in numbers]
    return _answers(posed, _without_given(check, namespace, setting), setting)


def _answers(
    posed: list[tuple[Probe, dict[str, Any]]], names: Mapping[str, Any], setting: Setting | None
) -> list[Answer]:
    """Return the answers in order. Once a question was stopped the check is lost: the rest tells which mistake it is.

    So from then on the questions have a shorter budget. None is put after one that waited or filled the memory: each
    would take a second, and no mistake in the catalogue does so.
    """
    answers: list[Answer] = []
    for probe, inputs in posed:
        if answers and _waited_or_filled_the_memory(answers[-1]):
            answers.append(answers[-1])
        else:
            answers.append(answer_to(probe, names, inputs, setting=setting, short=any(map(was_stopped, answers))))
    return answers


def was_stopped(answer: Answer) -> bool:
    """Tell whether the questions after this one have a shorter budget."""
    return isinstance(answer, Unending)


def _waited_or_filled_the_memory(answer: Answer) -> bool:
    if isinstance(answer, Unending):
        return not answer.repeats_lines
    return isinstance(answer, Raised) and answer.kind == "MemoryError"


def _of_wrong_type(answer: Answer) -> bool:
    if isinstance(answer, Several):
        return any(map(_of_wrong_type, answer.answers))
    return isinstance(answer, Raised) and answer.kind == "TypeError"


@contextlib.contextmanager
def without_shadows(namespace: Any) -> Iterator[None]:
    """Give names of Python's own functions their meaning back in a notebook's namespace, for as long as this lasts."""
    kept = {name: namespace.pop(name) for name in shadows(namespace)}
    try:
        yield
    finally:
        namespace.update(kept)


def _without_given(check: str, namespace: Mapping[str, Any], setting: Setting | None) -> dict[str, Any]:
    """Leave out what the exercise was to define and what is still yesterday's, from the given cell.

    An answer cell that stopped with an error leaves the given class in place, and that class is no answer.
    """
    own, known = dict(namespace), setting or setting_of(check)
    for name in known.defined & own.keys():
        if _is_a_questions(own[name]):
            del own[name]
    for name in known.defined & known.given.keys() & own.keys():
        if definitions(own[name]) == known.given[name]:
            del own[name]
    return own


@kept()
def _of_questions() -> tuple[str, ...]:
    """Return the folders of the questions themselves: an error raised there is none of the learner's lines.

    A course may be reached by a link: code names the file by which it was imported.
    """
    imported_from = map(Path, getattr(sys.modules.get(package()), "__path__", ()))
    folders = [Path(__file__).parent, root(), *imported_from]
    return tuple({str(each) for one in folders for each in (one, one.resolve())})


def _is_a_questions(thing: Any) -> bool:
    """Tell whether a function or a class, or one that it inherits from, is of a question's own code: no answer is."""
    kinds = [kind for kind in type.mro(thing) if kind is not object] if isinstance(thing, type) else [thing]
    parts = [part for kind in kinds for part in (vars(kind).values() if isinstance(kind, type) else [kind])]
    files = [part.__code__.co_filename for part in parts if type(part) is FunctionType]
    return any(file.startswith(_of_questions()) for file in files)


def setting_of(check: str) -> Setting:
    """Return the setting of a check, as the course's files have it."""
    return _setting_of(check, course.stamp(check))


@kept(most=64)
def _setting_of(check: str, changed: int) -> Setting:
    # Where submissions run nobody asks for it, and what it needs takes as much memory as the questions do.
    from judge.notebooks import reference
    from judge.notebooks.master import BEGIN_HIDDEN

    names, answers = reference.defined_by(check), reference.solutions(check)
    given = reference.given(check) if names else {}
    code = [cell for cell in reference.cells(check) if cell.cell_type == "code"]
    authors = {cell.source.strip() for cell in code if str(grade_id(cell)) not in answers}
    return Setting(
        names,
        {name: definitions(given[name]) for name in names & given.keys()},
        lambda file: BEGIN_HIDDEN not in _text_of(file) and _text_of(file).strip() not in authors,
    )


def ran_last(
    check: str,
    namespace: Mapping[str, Any],
    probe: str,
    inputs: dict[str, Any],
    setting: Setting | None = None,
    made: str = "",
) -> tuple[Place, ...]:
    """Put one question once more, and return the learner's own lines that ran last for it, or that have no end.

    ``made`` is what the entries of an array are, such as ``float32``, or a text where a number belongs. Then the line
    that makes the first such array, or the text, is looked for; none such found, it is those that ran last.
    """
    asked = next(each for each in probes_of(check) if each.name == probe)
    is_own = partial(_is_own, setting=setting or setting_of(check))
    trail = Maker(is_own, made) if made else Trail(is_own)
    answer = answer_to(asked, _without_given(check, namespace, setting), inputs, trail.note, setting)
    return trail.places(is_stopped=isinstance(answer, Unending) and answer.repeats_lines)


def parts_stood_in(
    check: str, namespace: Mapping[str, Any], probe: str, inputs: dict[str, Any], setting: Setting | None = None
) -> tuple[str, ...]:
    """Put one question once more, and return the names of the parts for which right code stands in meanwhile."""
    asked = next(each for each in probes_of(check) if each.name == probe)
    with noted() as parts:
        answer_to(asked, _without_given(check, namespace, setting), inputs, setting=setting)
    return tuple(parts)


def answer_to(
    probe: Probe,
    namespace: Mapping[str, Any],
    inputs: dict[str, Any],
    watch: Callable[[FrameType], None] | None = None,
    setting: Setting | None = None,
    short: bool = False,
) -> Answer:
    """Return a namespace's answer to one question.

    ``watch`` is called with each line that runs. After one of the check that was stopped, the budget is ``short``.
    """
    lines = probe.lines // SHORTER if short else probe.lines
    try:
        # What a learner's code prints while it is questioned would stand in front of the verdict.
        with contextlib.redirect_stdout(_Nowhere()), contextlib.redirect_stderr(_Nowhere()):
            names = _Names(namespace)
            # A learner's code is handed a plain list: of a type of ours it would neither know the name nor the type.
            handed = {name: list(value) if type(value) is Table else value for name, value in inputs.items()}
            given = bounded(probe.function, names, lines=lines, watch=watch, exact=probe.exact, **handed)
            # Only a probe that says so puts a question in parts: a learner's own object is never believed.
            in_parts = (probe.in_parts or probe.judged is not None) and type(given) is Several
            answer: Answer = given if in_parts else plain_answer(given)
        # What judges an entry by the others knows what is right: it is nowhere where submissions run.
        return answer if is_closed() else settled(probe, answer)
    except NoEnd as stopped:
        return Unending(str(stopped))
    except NotImplementedError as error:
        if not _is_of_a_stub(error):
            return _raised(error, probe.check, setting)
        return NotAttempted(raised(error).text, _stub(error))
    except _MissingName as error:
        return Missing(error.args[0])
    except Exception as error:
        return _raised(error, probe.check, setting)


def _is_of_a_stub(error: NotImplementedError) -> bool:
    """Tell whether a `raise` of the learner's cell, or of a question, is what raised an error.

    A library raises it too: a module of PyTorch without a `forward`, say, or an operator that an array lacks.
    """
    last = _last_calls(error)[-1]
    file = _code(last).co_filename
    line = linecache.getline(file, last.tb_lineno)
    raises = "raise" in line or not line or not _in_notebook(file)
    return raises and not file.startswith(LIBRARY)


class _MissingName(KeyError):
    """A name that a question needs and the notebook does not define."""


class _Names(dict[str, Any]):
    """The names of a notebook. A missing name raises another error than a missing key elsewhere."""

    def __missing__(self, name: str) -> Any:
        raise _MissingName(name)


class _Nowhere(io.TextIOBase):
    def write(self, text: str) -> int:
        return len(text)


def _raised(error: Exception, check: str, setting: Setting | None = None) -> Raised:
    calls = _last_calls(error)
    if isinstance(error, RecursionError):
        calls = [*filter(_has_begun, calls)] or calls
    absent = absent_from(error, calls)
    for call in reversed(calls):
        # The last line that the learner wrote: what a given cell makes of it is no place to look.
        file = _code(call).co_filename
        if _in_notebook(file) and _is_own(file, setting or setting_of(check)):
            (frame,) = traceback.extract_tb(call, limit=1)
            # Only where nothing of a library, or of the question, stands between the line and the error.
            culprit = culprit_of(error, frame, _text_of(file)) if call is calls[-1] else None
            return raised(error, place_of(file, call.tb_lineno, frame.name), culprit=culprit, absent=absent)
    # None of the learner's lines was at work: a question went through what it was given, and could not.
    inside = _code(calls[-1]).co_filename.startswith(_of_questions())
    reading = inside and UNREADABLE.search(raised(error).text) is not None
    return raised(error, reading=reading, absent=absent)


def _last_calls(error: Exception) -> list[TracebackType]:
    """Return the last steps of a traceback: a recursion without end has thousands, and all are alike."""
    last: deque[TracebackType] = deque(maxlen=FRAMES)
    step = error.__traceback__
    while step is not None:
        last.append(step)
        step = step.tb_next
    return list(last)


def _has_begun(call: TracebackType) -> bool:
    """Tell whether a call has run anything: one for which the stack has no room is at its `def` in Python 3.14."""
    beginnings = (step.offset for step in dis.get_instructions(_code(call)) if step.opname == "RESUME")
    return call.tb_lasti > next(beginnings, -1)


def _code(call: TracebackType) -> CodeType:
    return call.tb_frame.f_code


def _stub(error: Exception) -> str:
    """Return the name of the function whose stub raised; "" where it was none of the notebook's."""
    code = _code(_last_calls(error)[-1])
    return code.co_name if _in_notebook(code.co_filename) and not code.co_name.startswith("<") else ""


def _in_notebook(file: str) -> bool:
    return "ipykernel" in file or file.startswith("<ipython")


def _is_own(file: str, setting: Setting) -> bool:
    """Tell whether a file is a cell that the learner wrote: of an answer, or one that they added."""
    return _in_notebook(file) and setting.is_own(file)


def _text_of(file: str) -> str:
    return "".join(linecache.getlines(file))
