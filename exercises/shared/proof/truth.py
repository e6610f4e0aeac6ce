# SPDX-License-Identifier: MIT
"""Verify that what a general name says is seen in a program's answer, without the judge's rules.

The judge names an error by its text. Here the objects decide with which the failing expression was evaluated.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import math
import operator
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product
from types import FrameType
from typing import Any
from unittest import mock

import numpy as np
import torch

from judge.asking import ask
from judge.asking.culprit import _at, _run_over
from judge.run.answers import Answer, PlainArray, PlainValue, Raised, Unending, Unexpected, copying


def is_true(name: str, right: Answer, given: Answer, inputs: Mapping[str, Any], behind: Any) -> bool:
    """Tell whether the title of a general name is true of a given answer.

    ``behind`` is the error that was raised for it, or the object that was returned and is no plain data.
    """
    if name == "error-too-much-work":
        return isinstance(given, Unending) or isinstance(behind, RecursionError)
    if isinstance(given, Unexpected):
        return name == "error-function-not-called" and callable(behind)
    if name in ERRORS:
        return behind is not None and any(_holds(ERRORS[name], failure) for failure in _failures(behind))
    if name in REFUSALS:
        if name == "answer-asserted" and "AssertionError" not in (getattr(given, "kind", ""), *_texts(given)):
            return False
        return (_refuses(right), _refuses(given)) == REFUSALS[name]
    plain = isinstance(right, PlainValue) and isinstance(given, PlainValue)
    return plain and _holds(ANSWERS[name], right.value, given.value, inputs)


@contextmanager
def recorded() -> Iterator[Callable[[Answer], Any]]:
    """Give a function that returns the error or the object behind an answer that was given meanwhile; else None."""
    behind: dict[Answer, Any] = {}

    def record(make: Callable[..., Answer]) -> Callable[..., Answer]:
        def made(one: Any, *details: Any, **more: Any) -> Answer:
            answer = make(one, *details, **more)
            if isinstance(answer, (Raised, Unexpected)):
                behind.setdefault(answer, one)
            return answer

        return made

    with ExitStack() as stack:
        for module, name in product((copying, ask), ("raised", "plain_answer")):
            stack.enter_context(mock.patch.object(module, name, record(getattr(copying, name))))
        yield lambda answer: behind.get(answer) if isinstance(answer, (Raised, Unexpected)) else None


@dataclass(frozen=True)
class Failure:
    """An expression or statement that raised an error."""

    error: Any  # of any type of :class:`BaseException`
    tree: ast.Module
    node: Any  # of any type of :class:`ast.AST`
    frame: FrameType
    outer: Mapping[str, Any]  # the variables of the function around a comprehension

    def value(self, node: ast.AST) -> Any:
        """Evaluate a node where it failed."""
        return eval(ast.unparse(node), {**self.frame.f_globals, **self.outer, **self.frame.f_locals})

    @property
    def objects(self) -> list[Any]:
        """The objects that the node works on: of a call, its arguments."""
        node, found = self.node, []
        parts = list(ast.iter_child_nodes(node)) if _run_over(node) is None else [_run_over(node)]
        for part in parts[isinstance(node, ast.Call) :]:
            with suppress(Exception):
                found.append(self.value(getattr(part, "value", part) if isinstance(part, _WRAPPED) else part))
        return found

    @property
    def arguments(self) -> list[Any]:
        """The arguments of a call; none of another node."""
        return self.objects if isinstance(self.node, ast.Call) else []

    @property
    def receiver(self) -> Any:
        """The object whose method the node calls; None for another node."""
        method = getattr(self.node, "func", None)
        return self.value(method.value) if isinstance(method, ast.Attribute) else None

    def raises_again(self, *kinds: type[Exception]) -> bool:
        """Tell whether the node raises such an error when it is evaluated by itself."""
        try:
            self.value(self.node)
        except kinds:
            return True
        except Exception:
            return False
        return False


_WRAPPED = (ast.keyword, ast.Starred)
_OTHERS = (1, torch.ones(1), np.ones(1), [1], "a", (1,), {}, float, len)
_OPERATIONS = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign, ast.Subscript, ast.Call, ast.Dict, ast.Set)


def _failures(error: BaseException) -> Iterator[Failure]:
    """Yield the nodes where an error was raised; a ``raise`` says nothing, so the call that led to it counts then."""
    steps, step, outer = [], error.__traceback__, {}
    while step is not None:
        steps.append((step, outer if step.tb_frame.f_code.co_name.startswith("<") else {}))
        outer, step = step.tb_frame.f_locals, step.tb_next
    for step, outer in reversed(steps):
        (line,) = traceback.extract_tb(step, limit=1)
        tree = _tree("".join(linecache.getlines(line.filename)))
        nodes = list(_at(tree, (line.lineno, line.colno, line.end_lineno, line.end_colno)))
        if nodes and not any(isinstance(node, ast.Raise) for node in nodes):
            yield from (Failure(error, tree, node, step.tb_frame, outer) for node in nodes)
            return


@lru_cache(maxsize=64)
def _tree(source: str) -> ast.Module:
    return ast.parse(source)


def _holds(condition: Callable[..., Any], *evidence: Any) -> bool:
    # What fails while it is evaluated is no evidence.
    with suppress(Exception):
        return bool(condition(*evidence))
    return False


def _has_no_value(failed: Failure) -> bool:
    name, frame = getattr(failed.node, "id", ""), failed.frame
    hidden = name in frame.f_code.co_varnames + frame.f_code.co_freevars
    return bool(name) and name not in (frame.f_locals if hidden else frame.f_globals | frame.f_builtins)


def _does_not_bind(failed: Failure) -> bool:
    node = failed.node
    if not isinstance(node, ast.Call):
        return False
    function, names = failed.value(node.func), [one.arg for one in node.keywords if one.arg]
    given = failed.value(ast.List(node.args, ast.Load()))
    objects = given + [failed.value(one.value) for one in node.keywords if one.arg]
    try:
        signature = inspect.signature(function)
        signature.bind(*given, **dict.fromkeys(names))
    except TypeError:
        return callable(function)
    except ValueError:  # Python does not know the signature.
        return not _takes(function, objects, names)
    wide = any(one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in signature.parameters.values())
    return wide and not hasattr(function, "__code__") and not _takes(function, objects, names)


def _takes(function: Callable[..., Any], objects: Sequence[Any], names: Sequence[str]) -> bool:
    """Tell whether a function takes arguments like these, the last ones by these names, if some have other types."""
    first = len(objects) - len(names)
    for others in islice(product(*[(one, *_OTHERS) for one in objects]), 1_000):
        try:
            function(*others[:first], **dict(zip(names, others[first:], strict=True)))
        except TypeError:
            continue
        except Exception:  # These types were accepted, and a value or a shape was not.
            return True
        return True
    return False


def _lacks_a_parameter(failed: Failure) -> bool:
    """Tell whether a method of a class has no parameter for the last of its arguments, or none at all."""
    name = failed.error.args[0].split("(")[0].split(".")[-1]
    node, own = failed.node, None
    if isinstance(node, ast.Call):
        own = failed.value(node.func.value if isinstance(node.func, ast.Attribute) else node.func)
    elif isinstance(node, ast.BinOp):
        own = failed.value(node.right if name.startswith("__r") else node.left)
    method = inspect.getattr_static(own if isinstance(own, type) else type(own), name)
    given = 1 + len(node.args if isinstance(node, ast.Call) else [node.op])
    return len(inspect.signature(method).parameters) == given - 1


def _is_caret(failed: Failure) -> bool:
    used = isinstance(getattr(failed.node, "op", None), ast.BitXor)
    return used and (isinstance(failed.node, ast.AugAssign) or failed.raises_again(TypeError, RuntimeError))


def _walks_again(failed: Failure) -> bool:
    """Tell whether PyTorch can't go back from numbers that have a graph: the error is one of its own."""
    (root, *_) = failed.value(failed.node.args[0])
    try:
        root.sum().backward()
    except RuntimeError:
        return root.grad_fn is not None
    return False


def _accepts_no_such_type(failed: Failure) -> bool:
    function = failed.value(failed.node.func) if isinstance(failed.node, ast.Call) else None
    if (owner := getattr(function, "__objclass__", None)) and failed.arguments:  # A method, called on its class.
        return not isinstance(failed.arguments[0], owner)
    # Where one number of the same type is accepted, the type is.
    return isinstance(failed.node, _OPERATIONS) and not (_does_not_bind(failed) or _holds(_has_several, failed))


def _has_several(failed: Failure) -> bool:
    """Tell whether there are several numbers, and a single one of the same type would be accepted."""
    if not isinstance(failed.node, ast.Call):  # A condition: Python asks the value whether it is true.
        value = failed.value(_tested(failed.node))
        return _size(value) > 1 and bool(_first(value)) in (True, False)
    function, receiver = failed.value(failed.node.func), failed.receiver
    if hasattr(receiver, "reshape"):
        function = getattr(_first(receiver), failed.node.func.attr)
    try:
        function(*map(_first, failed.arguments))
    except TypeError:
        return False
    except Exception as error:  # The number itself may be wrong, such as one that has no logarithm.
        if str(error) == str(failed.error):
            return False
    return any(_size(one) > 1 for one in [*failed.arguments, receiver])


def _tested(node: ast.AST) -> ast.AST:
    """Return what is asked whether it is true: the condition of a node, or the node itself."""
    conditions = [test for one in getattr(node, "generators", ()) for test in one.ifs]
    node = getattr(node, "test", conditions[0] if conditions else node)
    return node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else node


def _size(value: Any) -> int:
    return math.prod(value.shape) if hasattr(value, "shape") else len(value) if hasattr(value, "__len__") else 1


def _first(value: Any) -> Any:
    """Return an array with its first number alone, or the first entry of a list as a list."""
    if hasattr(value, "reshape"):
        return value.reshape(-1)[:1].reshape(())
    return value[:1] if isinstance(value, (list, tuple)) else value


def _is_no_collection(failed: Failure) -> bool:
    if isinstance(failed.node, ast.Subscript):
        needed = "__getitem__" if isinstance(failed.node.ctx, ast.Load) else "__setitem__"
        return not hasattr(failed.value(failed.node.value), needed)
    objects = _unpacked(failed) or failed.objects
    return not isinstance(failed.node, (ast.Attribute, ast.BinOp, ast.UnaryOp)) and not all(
        hasattr(one, "__iter__") and hasattr(one, "__len__") for one in objects
    )


def _is_none_there(failed: Failure) -> bool:
    called = [failed.value(failed.node.func)] if isinstance(failed.node, ast.Call) else []
    none = any(one is None for one in _with_entries(failed.objects + called))
    asked = isinstance(failed.error, AttributeError) and failed.error.name and failed.error.obj is None
    return none or asked or any(one.__repr__() is None for one in failed.objects)


def _with_entries(objects: Iterable[Any]) -> Iterator[Any]:
    """Yield objects, and the first entries of those that are collections."""
    for one in objects:
        yield one
        if isinstance(one, (list, tuple, Iterator)):
            yield from islice(one, 1_000)


def _unpacked(failed: Failure) -> list[Any]:
    """Return what is unpacked into the names that the node is; nothing for another node."""
    for owner in ast.walk(failed.tree):
        if failed.node in (getattr(owner, "target", None), *getattr(owner, "targets", ())):
            over = getattr(owner, "iter", None)
            if over is not None and ".0" in failed.frame.f_locals:  # The iterator of a comprehension over a list.
                return list(failed.frame.f_locals[".0"].__reduce__()[1][0])
            return [failed.value(owner.value)] if over is None else list(failed.value(over))
    return []


def _sizes_differ(failed: Failure) -> bool:
    if (reshaped := getattr(failed.receiver, "size", None)) is not None:
        return reshaped != math.prod(_numbers(failed.objects))
    if unpacked := _unpacked(failed):
        return any(len(list(one)) != len(failed.node.elts) for one in unpacked)
    if isinstance(call := _run_over(failed.node), ast.Call):  # `zip(..., strict=True)`, for one
        return _sizes_differ(replace(failed, node=call))
    objects = failed.objects
    if len(objects) == 1 and isinstance(objects[0], (list, tuple)):  # the rows of an array
        objects = objects[0]
    return len({getattr(one, "shape", None) or len(one) for one in objects if hasattr(one, "__len__")}) > 1


def _is_not_positive(one: Any) -> bool:
    number = one if hasattr(one, "__float__") else getattr(one, "data", None)
    return hasattr(number, "__float__") and not float(number) > 0


def _of_attribute(holds: Callable[[Any], bool]) -> Callable[[Failure], bool]:
    def test(failed: Failure) -> bool:
        # Where an attribute is set, Python does not say of which object.
        one = failed.value(failed.node.value) if failed.error.obj is None else failed.error.obj
        return holds(one) and not hasattr(one, failed.error.name or failed.node.attr)

    return test


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float))


ERRORS: Mapping[str, Callable[[Failure], bool]] = {
    "error-name-without-value": _has_no_value,
    "error-none-there": _is_none_there,
    "error-function-not-called": lambda failed: any(map(callable, _with_entries(failed.objects))),
    "error-called-without-being-a-function": lambda failed: not callable(failed.value(failed.node.func)),
    "error-number-for-a-node": _of_attribute(_is_number),
    "error-tuple-for-one": _of_attribute(lambda value: isinstance(value, tuple)),
    "error-collection-for-one": _of_attribute(lambda value: hasattr(value, "__iter__")),
    "error-attribute-never-set": _of_attribute(lambda value: True),
    "error-method-parameters": _lacks_a_parameter,
    "error-arguments-do-not-fit": _does_not_bind,
    "error-not-a-collection": _is_no_collection,
    "error-caret": _is_caret,
    "error-kinds-do-not-fit": _accepts_no_such_type,
    "error-several-for-one": _has_several,
    "error-no-such-entry": lambda failed: failed.raises_again(LookupError, StopIteration),
    "error-counts-do-not-fit": _sizes_differ,
    "error-graph-used-up": _walks_again,
    "error-outside-of-the-domain": lambda failed: any(map(_is_not_positive, [*failed.arguments, failed.receiver])),
}


# Refusals: whether the right answer is one, and the given one.

REFUSALS = {
    "answer-refused": (False, True),
    "answer-not-refused": (True, False),
    "answer-asserted": (True, True),
}


def _texts(answer: Answer) -> list[str]:
    """Return the words of an answer that is a text, or a list of texts."""
    value = getattr(answer, "value", "")
    return [word for text in (value if isinstance(value, list) else [value]) for word in str(text).split()]


def _refuses(answer: Answer) -> bool:
    text = str(getattr(answer, "value", ""))
    return isinstance(answer, Raised) or "Error" in text or "an error" in text


# Other answers: the right value, the given one, and the inputs.


def _numbers(value: Any) -> list[float]:
    """Return all numbers in a value, at any depth."""
    if isinstance(value, PlainArray):
        return list(value.entries)
    if isinstance(value, dict):
        value = [value[key] for key in sorted(value)]
    if isinstance(value, (list, tuple)):
        return [number for part in value for number in _numbers(part)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


def _plain(value: Any) -> Any:
    """Return a value with its numbers cut to the digits that are compared."""
    if isinstance(value, PlainArray):
        return value.shape, [*map(_plain, value.entries)]
    if isinstance(value, (list, tuple)):
        return [*map(_plain, value)]
    return f"{value:.7g}" if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def _near(first: float, second: float) -> bool:
    return math.isclose(first, second, rel_tol=1e-7, abs_tol=1e-9)


def _all_are(expected: Callable[[float], float]) -> Callable[..., bool]:
    def test(right: Any, given: Any, _: Any) -> bool:
        pairs = list(zip(_numbers(right), _numbers(given), strict=True))
        return bool(pairs) and all(_near(expected(one), other) for one, other in pairs)

    return test


def _one_factor(right: Any, given: Any, _: Any) -> bool:
    pairs = list(zip(_numbers(right), _numbers(given), strict=True))
    return len(pairs) > 1 and all(_near(pairs[0][0] * given, pairs[0][1] * right) for right, given in pairs)


def _one_wrong(right: Any, given: Any, _: Any) -> bool:
    parts = [list(value.values()) if isinstance(value, dict) else _numbers(value) for value in (right, given)]
    ways = [parts, [_numbers(right), _numbers(given)]]
    return any(
        sum(not all(map(_near, _numbers(one), _numbers(other))) for one, other in zip(*way, strict=True)) == 1
        for way in ways
    )


def _is_an_input(_: Any, given: Any, inputs: Any) -> bool:
    return any(_near(number, given) for number in _numbers(dict(inputs)))


def _count(values: Any) -> Counter[str]:
    return Counter(f"{one:.6g}" if isinstance(one, float) else str(one) for one in values)


def _of_entries(holds: Callable[[Counter[str], Counter[str]], bool]) -> Callable[..., bool]:
    return lambda right, given, _: holds(_count(right), _count(given))


_BY_ONE = (lambda right: right + 1, lambda right: right - 1)

ANSWERS: Mapping[str, Callable[..., bool]] = {
    "answer-none": lambda right, given, _: right is not None and {None} == {*(given if given else [given])},
    "answer-inside": lambda right, given, _: len(given) == 1 and str(_plain(given[0])) == str(_plain(right)),
    "entries-none": _of_entries(lambda right, given: bool(right) and not given),
    "entries-one-everywhere": _of_entries(lambda right, given: len(given) == 1 < len(right) and given.total() > 1),
    "entries-missing": _of_entries(lambda right, given: given < right),
    "entries-more-often": _of_entries(lambda right, given: given > right and {*given} == {*right}),
    "numbers-sign": _all_are(operator.neg),
    "numbers-nan": lambda right, given, _: [one == one for one in _numbers([right, given])] == [True, False],
    "numbers-nothing": _all_are(lambda _: 0.0),
    "numbers-all-nothing": _all_are(lambda _: 0.0),
    "numbers-twice": _all_are(lambda right: 2 * right),
    "numbers-half": _all_are(lambda right: right / 2),
    "numbers-off-by-one": lambda *both_and_inputs: any(_all_are(step)(*both_and_inputs) for step in _BY_ONE),
    "numbers-an-input": _is_an_input,
    "numbers-one-factor": _one_factor,
    "numbers-one-wrong": _one_wrong,
}
