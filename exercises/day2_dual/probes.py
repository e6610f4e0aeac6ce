# SPDX-License-Identifier: MIT
"""Questions about ``Dual``, a number that carries its movement, and about which mode finds which derivatives best."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exercises.shared.paper import choice_among, kind_of_entry, with_word
from exercises.shared.plain import as_written, number_of
from judge.asking.inputs import integer, number
from judge.asking.probe import Namespace, entries_of, entry_of, probe, written
from judge.run.answers import show
from judge.run.messages import Argument, sentence

MOVES, PASSES = "day2-dual-moves", "day2-dual-which"
MODES = ("forward", "reverse")


def _both(out: Any) -> Any:
    if type(number_of(out)) in (bool, int, float):
        return "a plain number, which carries no movement"
    return [number_of(out.data), number_of(out.move)]


def _phrase(answer: Any) -> Argument:
    pair = isinstance(answer, list) and len(answer) == 2
    return sentence("data {data} and move {move}", data=show(answer[0]), move=show(answer[1])) if pair else show(answer)


def _moved(name: str, words: str, why: str, compute: Callable[[Any, Any, float], Any], **options: Any) -> None:
    """Register the question for the data and the movement of an expression of x, y and the plain number c."""

    def asked(namespace: Namespace, a: float, b: float, c: float, m: float, n: float) -> Any:
        dual = namespace["Dual"]
        return _both(compute(dual(a, m), dual(b, n), c))

    asked.__name__, asked.__doc__ = name, f"Return data and movement of {words}."
    ask = f"`{words}` for `x = Dual({{a}}, {{m}})`, `y = Dual({{b}}, {{n}})` and `c = {{c}}`"
    drawers = {"a": number, "b": number, "c": number, "m": number, "n": number}
    probe(MOVES, ask, why, phrase=_phrase, **{**drawers, **options})(asked)


def _operands(name: str, words: str, compute: Callable[[Any, Any], Any]) -> None:
    """Register the question for what the operands hold afterwards."""

    def asked(namespace: Namespace, a: float, b: float, m: float, n: float) -> Any:
        x, y = namespace["Dual"](a, m), namespace["Dual"](b, n)
        compute(x, y)
        return [number_of(each) for each in (x.data, x.move, y.data, y.move)]

    asked.__name__, asked.__doc__ = name, f"Return what `x` and `y` hold after {words}."
    ask = f"data and move of `x` and of `y` after `{words}`, for `x = Dual({{a}}, {{m}})` and `y = Dual({{b}}, {{n}})`"
    why = "an operator makes a new Dual, and its operands stay as they are"
    probe(MOVES, ask, why, a=number, b=number, m=number, n=number)(asked)


_moved("sum_of_two", "x + y", "both move, and their movements are added", lambda x, y, c: x + y)
_operands("operands_of_sum", "x + y", lambda x, y: x + y)
_moved(
    "product_of_two",
    "x * y",
    "each movement is multiplied by the data of the other, and both shares are added",
    lambda x, y, c: x * y,
)
_operands("operands_of_product", "x * y", lambda x, y: x * y)
_moved("square", "x * x", "`x` moves on both sides of the sign", lambda x, y, c: x * x)
_moved("sum_with_number", "x + c", "a plain number stands still", lambda x, y, c: x + c)
_moved(
    "product_with_number",
    "x * c",
    "a plain number stands still, so `x`'s movement is multiplied by `c`",
    lambda x, y, c: x * c,
)
_moved("number_plus", "c + x", "a plain number stands still, on the left as well", lambda x, y, c: c + x)
_moved("number_times", "c * x", "a plain number stands still, on the left as well", lambda x, y, c: c * x)
for _name, _words, _compute in (
    ("sum_with_whole", "x + c", lambda x, y, c: x + c),
    ("product_with_whole", "x * c", lambda x, y, c: x * c),
    ("whole_plus", "c + x", lambda x, y, c: c + x),
    ("whole_times", "c * x", lambda x, y, c: c * x),
):
    _moved(_name, _words, "a whole number stands still, too", _compute, rounds=1, c=integer)
_moved(
    "expression",
    "(x*y + c) * (x + y)",
    "each step carries the movements of the step before it",
    lambda x, y, c: (x * y + c) * (x + y),
)


def _program(letter: str, why: str) -> None:
    def kind(namespace: Namespace) -> str:
        entries = entries_of(namespace, "passes")
        if letter not in entries:
            return kind_of_entry(entries, letter)
        entry = written(entries[letter])
        if not isinstance(entry, (tuple, list)) or len(entry) != 2:
            return f"{as_written(entry)}, and not a mode and a number"
        mode, count = choice_among(MODES, written(entry[0])), number_of(written(entry[1]))
        if mode not in MODES:
            words = f"a pair that begins with {as_written(entry[0])}, where 'forward' or 'reverse' belongs"
            return with_word(words, entry[0], MODES)
        if type(count) not in (int, float):
            return f"a pair that ends with {kind_of_entry({letter: count}, letter)}, where a number belongs"
        return "a mode and a number"

    def answered(namespace: Namespace) -> list[Any]:
        mode, count = entry_of(namespace, "passes", letter)
        return [choice_among(MODES, written(mode)), number_of(written(count))]

    kind.__name__, answered.__name__ = f"kind_of_{letter}", f"passes_{letter}"
    form = 'each entry is a mode and a number of passes, such as ("forward", 7)'
    probe(PASSES, f'`passes["{letter}"]`', form, phrase=str)(kind)
    ask = f'the better mode, and its passes: `passes["{letter}"]`'
    probe(PASSES, ask, why, phrase=_pair, reveal=False)(answered)


def _pair(answer: Any) -> Argument:
    if not isinstance(answer, list):
        return show(answer)
    mode, passes = map(show, answer)
    return sentence("{mode} mode, number of passes: {passes}", mode=mode, passes=passes)


_program(
    "a", "a pass of forward mode carries all movements that it is started with, and several inputs may start with one"
)
_program("b", "a pass of reverse mode serves all inputs of one node, and the sum of many outputs is one node")
_program("c", "where both modes need the same number of passes, look at what each has to keep")
