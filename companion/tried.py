# SPDX-License-Identifier: MIT
"""Try a learner's tests of an engine: put faults into their own engine, one after another, and see which are caught."""

import contextlib
import io
import math
from collections.abc import Callable, Mapping
from typing import Any

from language.text import say, template

# Makes methods of a class, by name, that have a fault in them; takes the class and its methods as they were.
Change = Callable[[type, Mapping[str, Callable[..., Any]]], Mapping[str, Callable[..., Any]]]


def try_tests(check_engine: Callable[[Any], Any], Value: type) -> None:
    """Print how many faults a check of engines catches. Each is put into ``Value`` and taken out again.

    ``check_engine`` takes a class; it raises an AssertionError or returns a list of findings, empty or None for none.
    """
    _meet_stubs(Value)
    alarm = _finding(check_engine, Value)
    if alarm:
        print(say("On your own engine, without a fault, there is an alarm: {alarm}", alarm=alarm))
        print(say("One of the two is wrong. Until this is silent, an alarm means nothing, and none is counted."))
        return
    print(say("On your own engine, without a fault: silence, as it should be."))
    missed = [kind for kind, change in FAULTS.items() if not _finding(check_engine, Value, change)]
    print(say("Caught: {caught} of {all}.", caught=len(FAULTS) - len(missed), all=len(FAULTS)))
    for kind in missed:
        print(say("  Got away: {fault}.", fault=kind))


def _meet_stubs(Value: type) -> None:
    """Raise the NotImplementedError of a part that is not written: a check of engines would take it for a fault."""
    uses: list[Callable[[Any, Any], Any]] = [
        lambda x, y: x + y,
        lambda x, y: x * y,
        lambda x, y: x - y,
        lambda x, y: x / y,
        lambda x, y: x**2,
        lambda x, y: x.exp(),
        lambda x, y: (x * y).backward(),
    ]
    for use in uses:
        try:
            use(Value(2.0), Value(3.0))
        except NotImplementedError:
            raise
        except Exception:
            pass  # A fault is what the check is to find.


def _finding(check_engine: Callable[[Any], Any], Value: type, change: Change = lambda Value, methods: {}) -> str:
    """Return the first finding on a changed class as text, "" for silence; all that is done to the class is undone."""
    before = dict(vars(Value))
    names = ("__add__", "__mul__", "__sub__", "__truediv__", "__pow__", "exp")
    methods = {name: getattr(Value, name) for name in names}
    try:
        for name, method in change(Value, methods).items():
            setattr(Value, name, method)
        with contextlib.redirect_stdout(io.StringIO()):
            answer = check_engine(Value)
    except NotImplementedError:
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        for name in [name for name in {**vars(Value), **before} if vars(Value).get(name) is not before.get(name)]:
            setattr(Value, name, before[name]) if name in before else delattr(Value, name)
    if answer is None or isinstance(answer, (list, tuple)):
        return str(answer[0]) if answer else ""
    kind = type(answer).__name__
    raise TypeError(say("check_engine returns a list of findings or None. It returned a {kind}.", kind=kind))


def _with_slopes(name: str, slopes: Callable[[float, float], tuple[float, ...]]) -> Change:
    """Return what exchanges the slopes of a method, whatever the engine is like inside.

    The node is made as a sum of slope * operand, by the engine's own operators, and a constant that sets it right.
    """

    def change(Value: type, methods: Mapping[str, Callable[..., Any]]) -> Mapping[str, Callable[..., Any]]:
        def method(self: Any, *others: Any) -> Any:
            value = methods[name](self, *others).data
            numbers = [getattr(operand, "data", operand) for operand in (self, *others)]
            made = Value(0.0)
            for operand, slope in zip((self, *others), slopes(*numbers), strict=False):
                if hasattr(operand, "data"):
                    made = methods["__add__"](made, methods["__mul__"](operand, Value(slope)))
            return methods["__add__"](made, Value(value - made.data))

        return {name: method}

    return change


def _once(Value: type, methods: Mapping[str, Callable[..., Any]]) -> Mapping[str, Callable[..., Any]]:
    """Return operators for which a node on both sides is another node on the right."""

    def made(method: Callable[..., Any]) -> Callable[..., Any]:
        return lambda self, other: method(self, Value(other.data) if other is self else other)

    return {name: made(methods[name]) for name in ("__add__", "__mul__")}


FAULTS: Mapping[str, Change] = {
    template("the slopes of `a * b` are exchanged"): _with_slopes("__mul__", lambda x, y: (x, y)),
    template("a node that is used twice keeps the share that came last"): _once,
    template("`a - b` passes on 1 to `b`"): _with_slopes("__sub__", lambda x, y: (1.0, 1.0)),
    template("the square in the slope of `a / b` is missing"): _with_slopes(
        "__truediv__", lambda x, y: (1 / y, -x / y)
    ),
    template("the slope of `a ** n` keeps the exponent `n`"): _with_slopes("__pow__", lambda x, n: (n * x**n,)),
    template("the slope of `exp` is that of a power"): _with_slopes("exp", lambda x: (x * math.exp(x - 1),)),
    template("`1 + a` is `a`"): lambda Value, methods: {"__radd__": lambda self, other: self},
    template("`10 - a` is computed as `a - 10`"): lambda Value, methods: {
        "__rsub__": lambda self, other: methods["__sub__"](self, other)
    },
}
