# SPDX-License-Identifier: MIT
"""A mistake is paid once: right parts replace a learner's wrong ones while a question about another part lasts.

Tracing a graph is another exercise than building one, and ``backward`` is another than a local rule. So a question
first tries the part that it needs and does not ask about. If that does not work, :func:`replaced_unless` puts a right
part under its name into the learner's own class or function, and takes it out again. Where that is impossible, the
question is asked on right nodes: :func:`fair_class` gives one or the other.
"""

from __future__ import annotations

import inspect
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import chain
from types import GetSetDescriptorType, MappingProxyType, MemberDescriptorType
from typing import Any

from judge.asking.kept_away import KeptAway
from judge.asking.standing_in import may_stand_in, note
from judge.run.bounded import FREE, NoEnd, bounded

# A learner pays nothing for what puts a right part in the place of a broken one.
FREE.add(__file__)

# Our own nodes and operators: right code, which is where a learner's code runs only once it may be had.
right = KeptAway("exercises.shared.right_node")

# Budget in lines of trying a part, and of a question about a small graph; a right answer needs 4,000 at most.
FEW_LINES = 20_000


def holds(question: Callable[[], bool], lines: int = FEW_LINES) -> bool:
    """Tell whether a question is answered with yes; any error counts as no, and so does a budget that is used up."""
    # What is known already needs no budget of its own; what is asked anew has one.
    return bool(question() if type(question) is _AskedOnce else answered(question, False, lines))


def answered(question: Callable[[], Any], otherwise: Any, lines: int = FEW_LINES) -> Any:
    """Return what a question gives, and something else where that is an error, the end of the program or no end.

    So a question may look at a part of the learner's code that another check asks for: what goes wrong there is
    reported by that check.
    """
    try:
        return bounded(question, lines=lines)
    except (NoEnd, SystemExit, Exception):
        return otherwise


def asked_once(owner: Any, question: Callable[[Any], bool]) -> Callable[[], bool]:
    """Return a question about a learner's class for :func:`holds`, which asks it again only when the class has changed.

    A check puts dozens of questions to the same class, and each begins with this one.
    About anything but a class it is asked each time.
    """
    return _AskedOnce(owner, question) if isinstance(owner, type) else lambda: question(owner)


class _AskedOnce:
    """A question about a class whose answer is kept for as long as the class is what it is."""

    def __init__(self, owner: type, question: Callable[[Any], bool]):
        self._owner, self._question = owner, question

    def __call__(self) -> bool:
        return bool(_as_before(self._owner, self._question, lambda: holds(lambda: self._question(self._owner))))


# It runs for every question, while its lines are counted: no line stands in a loop.
def _as_before(owner: type, what: Any, find: Callable[[], Any]) -> Any:
    """Return what was found out of a class when it was what it is now: by ``find``, the first time.

    ``what`` says what is found out. A class with right parts in it is another one than without.
    """
    kinds = type.mro(owner)[:-1]  # the last is ``object``
    parts = [*kinds, *chain.from_iterable(chain.from_iterable(map(_items, map(vars, kinds))))]
    # By id: a part may be an object of the learner's that says it equals any other.
    key = what, *map(id, parts)
    if key not in _tried:
        if len(_tried) >= MOST_TRIED:
            _tried.clear()
        _tried[key] = find(), parts
    return _tried[key][0]


_items = operator.methodcaller("items")

# What was found out of a class, and its parts at that time: as long as they are kept, no other thing has their ids.
_tried: dict[tuple[Any, ...], tuple[Any, list[Any]]] = {}
MOST_TRIED = 256


class Part:
    """A right part that is made only when it is needed: until then it need not be there."""

    def __init__(self, make: Callable[[], Any]):
        self.make = make


@contextmanager
def replaced_unless(owner: Any, works: Callable[[], bool], **parts: Any) -> Iterator[bool]:
    """Give right parts to a learner's class or function where its own do not work, for as long as this lasts.

    A class gets the parts as attributes, a function among its globals; each may be a :class:`Part`. Everything else
    stays the learner's. On leaving, by an exception too, each name is again what it was. ``works`` tries the learner's
    own parts: any error counts as no, and so does having no end.

    Yields:
        Whether right parts stand there.
    """
    if not may_stand_in() or holds(works):
        yield False
        return
    with _given(owner, parts) as replaced:
        note(parts if replaced else ())
        yield replaced


@contextmanager
def _given(owner: Any, parts: Mapping[str, Any]) -> Iterator[bool]:
    """Put parts into a class or a function for as long as this lasts, and yield whether that was possible."""
    put, remove, names = _places(owner)
    with ExitStack() as given_back:
        is_possible = False
        try:
            for name, part in parts.items():
                before = (put, name, names[name]) if name in names else (remove, name)
                put(name, part.make() if isinstance(part, Part) else part)
                given_back.callback(*before)
            is_possible = True
        except Exception:  # A class may refuse to have its attributes set, and some things have no names at all.
            given_back.close()
        yield is_possible


def _places(owner: Any) -> tuple[Callable[[str, Any], None], Callable[[str], None], Mapping[str, Any]]:
    """Return what puts a thing under a name of the owner, what removes it, and the names with what they mean."""
    if isinstance(owner, type):
        return partial(setattr, owner), partial(delattr, owner), vars(owner)
    try:
        # A decorator may come from elsewhere: the names that count are those around the learner's own lines.
        names = inspect.unwrap(owner).__globals__
    except (AttributeError, ValueError):
        names = MappingProxyType({})
    return partial(operator.setitem, names), partial(operator.delitem, names), names


# What a question is asked on


def plus_and_times(value: type) -> dict[str, Callable[..., Any]]:
    """Return right operators for a class by name: ``+`` and ``*``, both ways round."""
    return dict(right.plus_and_times(value))


@contextmanager
def fair_class(
    value: Any,
    works: Callable[[Any], bool],
    *,
    parts: Callable[[type], Mapping[str, Any]] = plus_and_times,
    methods: Callable[[], Mapping[str, Any]] = dict,
    ours: Callable[[], type] = lambda: right.Node,
) -> Iterator[Any]:
    """Give the class to ask a question on: the learner's own where that can be, else one of ours.

    The learner's own is given as it is where it works, and otherwise with right parts in it. Where there is no class,
    or where replacing does not help, it is our own class with the learner's methods that the question is about; what
    they call ``Value``, or whatever our own is called, is then that class.

    ``works`` tells whether the question can be asked on a class. ``parts`` gives the right parts for one, ``methods``
    the learner's methods that the question is about, and ``ours`` our own class.
    """
    if value is not None:
        if not may_stand_in() or holds(asked_once(value, works)):
            yield value
            return
        # Made only now: of most classes nothing has to be mended. The constructor is replaced where that is not enough.
        for right_parts in _ways_to_mend(value, parts, ours):
            with _given(value, right_parts) as replaced:
                if replaced and holds(asked_once(value, works)):
                    note(right_parts)
                    yield value
                    return
    kind, learners = ours(), methods()
    with ExitStack() as stack:
        if learners:
            kind = type(kind.__name__, (kind,), {})
            right.fill(kind, {**learners, **parts(kind)})
        for method in learners.values():
            stack.enter_context(_given(method, {kind.__name__: kind}))
        note([kind.__name__])
        yield kind


def _ways_to_mend(
    value: Any, parts: Callable[[type], Mapping[str, Any]], ours: Callable[[], type]
) -> Iterator[Mapping[str, Any]]:
    """Yield right parts for a class, and then the same with a right constructor, each made when it is needed first."""
    if not isinstance(value, type):
        yield from ({}, {})
        return
    right_parts = _as_before(value, parts, lambda: parts(value))
    yield right_parts
    constructor = _as_before(value, (parts, ours), lambda: mended_constructor(value, ours()))
    yield {**right_parts, "__init__": constructor}


# What the contract says of a node. Whatever else a learner's node holds is their own.
OF_CONTRACT = ("data", "grad", "_prev", "_op", "label", "_backward")


# How `__init__` is misspelt: with other underscores, or with a letter that is missing or stands elsewhere.
MISSPELT = re.compile(r"_*[intINT]{3,5}_*")


def misspelt_constructor(value: type) -> Callable[..., None] | None:
    """Return the learner's own constructor under a misspelt name, which Python does not call; None without one."""
    named = [part for name, part in vars(value).items() if MISSPELT.fullmatch(name) and inspect.isfunction(part)]
    return named[0] if len(named) == 1 and "__init__" not in vars(value) else None


def mended_constructor(value: type, ours: type, mended: Sequence[str] = OF_CONTRACT) -> Callable[..., None]:
    """Return a constructor that gives a node the right data and gradient, and all else that the learner's gives it.

    Of ``mended`` it also gives what the learner's node lacks.
    """
    learners = misspelt_constructor(value) or value.__init__  # type: ignore[misc]
    comes_back = _comes_back(lambda: learners(value.__new__(value), 2.5))

    def __init__(node: Any, data: Any = None, *arguments: Any, **keywords: Any) -> None:
        try:
            right = ours(data, *arguments, **keywords)
        except TypeError:  # A learner's class may take other arguments than ours.
            right = ours(data)
        if comes_back:
            with suppress(Exception):
                learners(node, data, *arguments, **keywords)
        for name in mended:
            if name in ("data", "grad") or not hasattr(node, name):
                with suppress(AttributeError):  # A class may have no room for it, or a property that can't be set.
                    setattr(node, name, getattr(right, name))

    return __init__


def _comes_back(call: Callable[[], Any]) -> bool:
    """Tell whether a call ends, be it with an error, and the program goes on."""
    try:
        bounded(call, lines=FEW_LINES)
    except (NoEnd, SystemExit):
        return False
    except Exception:  # A node may have something of a constructor that stops with an error.
        return True
    return True


def carrying(value: type, name: str, operands: Callable[[], tuple[Any, ...]]) -> Callable[..., Any]:
    """Return what makes a node for a right operation: with all that the learner's own operation gives its results.

    An engine may keep books of its own, such as a tape, children or a context, and its ``backward`` may need them.
    So the learner's operation makes the node where it makes one, whatever is wrong with it. Its operands are afterwards
    what they were. Else the constructor makes the node. ``operands`` makes those on which it is tried first.

    Returns:
        What takes the data of a node and the operands and further arguments of the operation, and returns the node.
    """
    own = getattr(value, name, None)

    def made(data: Any, *arguments: Any) -> Any:
        operands = [each for each in arguments if isinstance(each, value)]
        before = [(node, _kept(node)) for node in operands]
        try:
            out = own(*arguments)  # type: ignore[misc]
        except (SystemExit, Exception):  # Another question asks what is wrong with it.
            out = None
        for node, kept in before:
            for key, part in kept.items():
                setattr(node, key, part)
        return out if isinstance(out, value) and all(out is not node for node in operands) else value(data)

    may_be_called = callable(own) and holds(lambda: made(None, *operands()) is not None)
    return made if may_be_called else lambda data, *_: value(data)


# A parent, and what gives its share of the upstream gradient.
Edge = tuple[Any, Callable[[Any], Any]]


def give_parents(node: Any, op: str, *parents: Any) -> None:
    """Give a node its parents, in a collection of the kind that its class uses, and the name of its operation."""
    kind = type(getattr(node, "_prev", ()))
    node._prev = kind(parents) if kind in (list, set, frozenset) else parents
    node._op = op


def give_rule(node: Any, rule: Callable[[], None], edges: Sequence[Edge]) -> None:
    """Put a right rule, or the right share of each parent, wherever the learner's operation keeps its own in a node."""
    own, left = getattr(node, "_backward", None), list(edges)

    def righted(kept: Any) -> Any:
        if kept is own is not None:
            return rule
        if type(kept) not in (list, tuple):
            return kept
        if len(kept) == 2 and inspect.isfunction(kept[1]):
            for place, (parent, _) in enumerate(left):
                if parent is kept[0]:
                    return type(kept)(left.pop(place))
        entries = [righted(entry) for entry in kept]
        return kept if all(map(operator.is_, entries, kept)) else type(kept)(entries)

    for name, kept in list(getattr(node, "__dict__", {}).items()):
        if (right_one := righted(kept)) is not kept:
            setattr(node, name, right_one)
    with suppress(AttributeError):  # A class may have no room for it, or a property whose rule was put above.
        node._backward = rule


def _kept(node: Any) -> dict[str, Any]:
    parts = {key: getattr(node, key) for key in OF_CONTRACT if hasattr(node, key)}
    return {
        key: part.copy() if key in ("data", "grad") and hasattr(part, "copy") else part for key, part in parts.items()
    }


def methods_of(value: Any, *names: str) -> dict[str, Any]:
    """Return the methods of a learner's class that a question is about, and whatever else these may use of it."""
    own = vars(value).items() if isinstance(value, type) else ()
    slot = (MemberDescriptorType, GetSetDescriptorType)
    helpers = {name: part for name, part in own if not (name[:2] == "__" or name in OF_CONTRACT or type(part) in slot)}
    return {**helpers, **{name: getattr(value, name) for name in names if hasattr(value, name)}}


def names_of(function: Any) -> Mapping[str, Any]:
    """Return the names that a learner's function can use, with what they mean."""
    return _places(function)[2]


def name_in(function: Any, name: str) -> Any:
    """Return what a name means to a learner's function; None where it means nothing."""
    return names_of(function).get(name)
