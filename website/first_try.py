# SPDX-License-Identifier: MIT
"""What the front page lets a reader try: three small classes, each with one mistake, and the judge's word on them.

The site is built with the verdict on each class as it stands. In the page a worker asks this module, with the same
judge, about what a reader makes of it; so nothing here imports what a browser lacks.
"""

from __future__ import annotations

import builtins
import contextlib
import linecache
import math
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, wraps
from types import FunctionType
from typing import Any

from exercises.shared.pictures import picture, picture_of_right
from gradtools.draw import Drawing, draw_failing
from judge.asking.ask import ask
from judge.asking.probe import probes_of
from judge.notebooks import reference
from judge.run.bounded import NoEnd, bounded
from judge.run.cells import run_cell
from judge.run.messages import Sentence, sentence
from judge.run.words import say, template
from judge.verdicts.asker import believed, here
from judge.verdicts.card import Part, as_html
from judge.verdicts.decide import decide
from judge.verdicts.seeds import new_seed
from judge.verdicts.verdict import CORRECT, Verdict

# The seed of the verdicts that the page is built with.
SEED = 2
# The reference's answers that define a whole engine.
ENGINE = ("day3-topological-order", "day3-value")
# Lines that the reader's code may run before anything is asked: it only defines a class.
LOAD_LINES = 20_000
# Characters: a class has a few hundred.
LONGEST = 20_000
# Of a line of the reader's in a sentence, and of what an error says.
LONGEST_LINE, LONGEST_ERROR = 80, 160
# Questions that have no graph in the course, since one says nothing of what a node held before.
ON_TOP: dict[str, Callable[..., dict[str, Any]]] = {
    "sum_on_top": lambda leaf, a, b, **_: {"x": (x := leaf(a)), "y": (y := leaf(b)), "out": x + y},
    "product_on_top": lambda leaf, a, b, **_: {"x": (x := leaf(a)), "y": (y := leaf(b)), "out": x * y},
}
RIGHT, WRONG, REFUSED = "right", "wrong", "refused"


@dataclass(frozen=True)
class Try:
    """A class with one mistake in it, and the check that finds the mistake."""

    check: str
    mistake: str  # the name that the catalogue has for it
    left_out: str  # the method that the given class ``Node`` lacks, or has without its rule
    title: str
    card: str
    code: str
    # Whether other checks that the class gets right rule a mistake out; not where it is to do no more than this asks.
    rules_out: bool = True


TRIES = (
    Try(
        "day2-value-accumulate",
        "day2-add-assigns",
        "__add__",
        template("The gradient is too small"),
        template(
            "`x.grad`, the gradient of `x`, says how far the last result of a program moves when `x` moves a little. "
            "`total` is a step on the way there, and has its gradient already. In `x + x` that gradient arrives at "
            "`x` twice, once for each use. `Node` brings the numbers and the graph; the class adds the rule of `+`, "
            "with one mistake on two lines. Mend it, and press Run. In the graph and the verdict, `total` is called "
            "`out`."
        ),
        """\
class Value(Node):
    def __add__(self, other):
        total = super().__add__(other)

        def pass_back():
            self.grad = total.grad
            other.grad = total.grad

        total._backward = pass_back
        return total""",
    ),
    Try(
        "day2-value-accumulate",
        "day2-multiply-forgets-upstream",
        "__mul__",
        template("The gradient of the result is lost"),
        template(
            "A product is made from two numbers, its parents. Each parent should get the other's number times the "
            "gradient of the product. One factor is missing on two lines. In the graph and the verdict, `product` is "
            "called `out`, and the last result `L`."
        ),
        """\
class Value(Node):
    def __mul__(self, other):
        product = super().__mul__(other)

        def pass_back():
            self.grad += other.data
            other.grad += self.data

        product._backward = pass_back
        return product""",
    ),
    Try(
        "day3-value-backward-graphs",
        "day3-backward-not-reversed",
        "backward",
        template("The order is wrong"),
        template(
            "Both rules are right now. `in_order()` lists the nodes from the inputs to the result, and `backward` "
            "calls the rule of each. Which node has to come first?"
        ),
        """\
class Value(Node):
    def backward(self):
        nodes = self.in_order()
        self.grad = 1.0
        for node in nodes:
            node._backward()""",
        rules_out=False,
    ),
)


@dataclass(frozen=True)
class Answer:
    """What the judge says of a class."""

    outcome: str  # RIGHT, WRONG, or REFUSED for what could not be asked
    said: str  # HTML
    drawing: Drawing | None  # the graph of the question that is shown; None where nothing new is known of it


class _Refused(Exception):
    """The class can't be asked about."""

    def __init__(self, why: Sentence):
        super().__init__(why.message().text())
        self.why = why


class _Typed(EOFError):
    """The class waits for something to be typed in."""

    def __init__(self) -> None:
        super().__init__(
            say("Nothing can be typed in while your class runs here. Put the value in place of `input()`.")
        )


# A verdict names it as Python would.
_Typed.__name__ = _Typed.__qualname__ = EOFError.__name__


def _no_input(_prompt: object = "") -> str:
    raise _Typed


@contextlib.contextmanager
def _nobody_types() -> Iterator[None]:
    """Let ``input()`` say that nothing can be typed in, where a browser has no more than an error of its system."""
    kept, builtins.input = builtins.input, _no_input
    try:
        yield
    finally:
        builtins.input = kept


@_nobody_types()
def answer(number: int, source: str, places: Mapping[str, str] | None = None) -> Answer:
    """Return what the judge says of a reader's class for one of the ``TRIES``.

    One that is right to the inputs of a known seed is asked once more, with others. ``places`` holds the addresses of
    sections, whose names become links.
    """
    asked = TRIES[number]
    try:
        names = _defined(asked, source)
        verdict = _asked_of(asked, names, SEED)
        if verdict.outcome == CORRECT:
            verdict = _asked_of(asked, names, new_seed())
    except _Refused as refusal:
        return Answer(REFUSED, as_html([Part.of("", refusal.why)]), None)
    if verdict.outcome == CORRECT:
        return Answer(RIGHT, as_html([Part.of("", sentence("Correct."))]), _graph_of_right(number))
    return Answer(WRONG, as_html(verdict.card, places), _graph(verdict))


@cache
def first_verdict(number: int) -> Verdict:
    """Return the verdict on a class as the page shows it first."""
    asked = TRIES[number]
    return _verdict(asked, _defined(asked, asked.code), SEED)


def _asked_of(asked: Try, names: Mapping[str, Any], seed: int) -> Verdict:
    """Return the verdict on a reader's class.

    Raises:
        _Refused: The class wants to end all that runs.
    """
    try:
        return _verdict(asked, names, seed)
    except (SystemExit, KeyboardInterrupt, GeneratorExit) as error:
        raise _Refused(sentence("Your class stops all that runs: {error}.", error=type(error).__name__)) from None


def _verdict(asked: Try, names: Mapping[str, Any], seed: int) -> Verdict:
    """Return the verdict on a check, asked as a hidden test asks it: :func:`judge.verdicts.judge.judge`."""
    asker = here(asked.check, names, seed)
    answers = believed(asked.check, ask(asked.check, names, seed), seed, asker.alone)
    others = (lambda other: ask(other, names, seed)) if asked.rules_out else None
    return decide(asked.check, answers, seed, others, asker)


def _graph(verdict: Verdict) -> Drawing | None:
    """Return the graph of a wrong answer with what is wrong in it; None where there is none."""
    probe, question = _asked(verdict)
    wrong = question and picture(probe, question.inputs, verdict.expected, verdict.given)
    return _drawing(wrong)


def _graph_of_right(number: int) -> Drawing | None:
    """Return the graph of the question that the page shows first, as it is where the class is right."""
    verdict = first_verdict(number)
    probe, question = _asked(verdict)
    right = question and picture_of_right(probe, question.inputs, verdict.expected)
    return _drawing(right)


def _drawing(graph: dict[str, Any] | None) -> Drawing | None:
    """Return the drawing of a graph from top to bottom: it stands beside the class, and on a telephone."""
    return draw_failing(graph, "", "TB") if graph else None


def _asked(verdict: Verdict) -> tuple[Any, Any]:
    """Return the probe of the question that a verdict shows, with a graph if there is one, and that question."""
    question = verdict.question
    probe = next((one for one in probes_of(verdict.check) if question and one.name == question.probe), None)
    if probe is not None and probe.name in ON_TOP:
        return replace(probe, graph=ON_TOP[probe.name], of=("x", "y")), question
    return probe, question


def _defined(asked: Try, source: str) -> dict[str, Any]:
    """Return what a reader's code defines, beside the class ``Node`` on which it builds.

    Raises:
        _Refused: It is too long, is no Python, stops, comes to no end, or defines no class ``Value``.
    """
    if len(source) > LONGEST:
        text = template("This has {count} characters, where a class has a few hundred: take out what is too much.")
        raise _Refused(Sentence(text, {"count": f"{len(source):,}"}))
    names = _given(asked.left_out)
    file = f"<ipython {asked.check}>"  # A verdict shows the line of this code in which an error is.
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    try:
        code = compile(source, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        text = template("Python can't read line {line}, {code:code}: {error}.")
        raise _Refused(_of_line(text, source, error.lineno or 1, error.msg)) from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise _Refused(sentence("Python can't read this: {error}.", error=_cut(str(error), LONGEST_ERROR))) from None
    try:
        bounded(exec, code, names, lines=LOAD_LINES)
    except NoEnd:
        raise _Refused(sentence("This comes to no end, so it was stopped. Nothing was asked.")) from None
    except _Typed as error:
        text = template(
            "Line {line}, {code:code}, waits for something to be typed in, and nothing can be typed in here. "
            "Put the value in its place."
        )
        raise _Refused(_of_line(text, source, _line_of(error, file), "")) from None
    except BaseException as error:  # Whatever it raises: `raise SystemExit` would end the worker.
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        text = template("Line {line}, {code:code}, stops: {error}.")
        raise _Refused(_of_line(text, source, _line_of(error, file), said)) from None
    if not isinstance(names.get("Value"), type):
        text = template("There is no class {name:code} here. It begins with {line:code}.")
        raise _Refused(Sentence(text, {"name": "Value", "line": "class Value(Node):"}))
    return names


def _of_line(text: str, source: str, line: int, error: str) -> Sentence:
    lines = source.splitlines()
    code = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    said = _cut(error.rstrip("."), LONGEST_ERROR)
    return Sentence(text, {"line": str(line), "code": _cut(code, LONGEST_LINE) or "...", "error": said})


def _cut(text: str, longest: int) -> str:
    """Return a text, or the beginning of a long one with three dots."""
    return text if len(text) <= longest else f"{text[:longest].rstrip()} ..."


def _line_of(error: BaseException, file: str) -> int:
    """Return the last line of a file that an error went through."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return next((line for line in reversed(lines) if line), 1)


def _given(left_out: str) -> dict[str, Any]:
    """Return the names that a reader's code begins with: the reference's engine, whose class ``Node`` lacks one part.

    What its methods make are objects of the class ``Value`` that is defined later.
    """
    names: dict[str, Any] = {"math": math}
    for cell in ENGINE:
        run_cell(f"<reference {cell}>", reference.solutions(cell)[cell], names)
    node = names.pop("Value")
    node.__name__ = node.__qualname__ = "Node"
    if left_out == "backward":
        node.in_order = names["topological_order"]
        del node.backward
    else:
        setattr(node, left_out, _without_rule(getattr(node, left_out)))
        node.__init_subclass__ = classmethod(lambda kind: _take_numbers(kind, left_out))
    names["Node"] = node
    return names


def _without_rule(operate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return an operator whose result passes nothing on."""

    def without_rule(self: Any, other: Any) -> Any:
        out = operate(self, other)
        out._backward = lambda: None
        return out

    return without_rule


def _take_numbers(kind: type, name: str) -> None:
    """Let the operator of a reader's class get a node where a plain number stands beside one.

    The class on the page does not convert a number. The other checks, which rule mistakes out, use numbers, and the
    error that they would get for each would rule out every mistake.
    """
    operate = vars(kind).get(name)
    if not isinstance(operate, FunctionType):
        return

    @wraps(operate)
    def with_node(self: Any, other: Any) -> Any:
        return operate(self, kind(other) if isinstance(other, (int, float)) else other)

    setattr(kind, name, with_node)


def figure(drawn: Drawing | None) -> str:
    """Return a graph as HTML; "" where there is none."""
    return str(drawn.bundle()["text/html"]) if drawn else ""
