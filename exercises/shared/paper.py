# SPDX-License-Identifier: MIT
"""Questions about what is found on paper: numbers, choices among a few texts, and sets of letters."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from exercises.shared.graphs import listed
from exercises.shared.plain import as_written, number_of, text_of
from judge.asking.probe import Judged, Namespace, entries_of, entry_of, probe, written
from judge.run.answers import Several, comma_among, decimal_comma, plain_answer, quoted
from judge.run.messages import Argument, sentence

# What parts the letters of a list, or stands round it.
BETWEEN_LETTERS = " ,;+&/|.\n\t()[]{}'\""
AND_OR = re.compile(r"\b(and|or|y|o)\b", re.IGNORECASE)
# The Spanish "e" is "and" before an "i"; between capitals it is no letter of the list.
SPANISH_AND = re.compile(r"(?<=\b[A-Z])\s+e\s+(?=[A-Z]\b)|(?<=,)(\s*\w)\s+e\s+(?=i\b)")
DASHES = re.compile(r"\w(\s*-\s*\w){2,}")
# What readers of the Spanish edition type for a word among which they choose: the last word of it.
SPANISH_WORDS = {
    "directo": "forward",
    "adelante": "forward",
    "inverso": "reverse",
    "atrás": "reverse",
    "ninguna": "none",
    "ninguno": "none",
    "sigmoide": "sigmoid",
}
# What may stand round a choice.
ROUND_A_CHOICE = " .,;:()[]{}'\"“”«»`"
# A longer text names no letters: a learner would write each once.
MOST_LETTERS = 1_000
NO_ENTRY = "no entry of that name"
A_NUMBER = "a number"
A_PAIR = "a pair of numbers"

# How much of the learner's own names is shown.
LONGEST_NAMES = 200


def kind_of_entry(answers: Mapping[str, Any], key: str) -> str:
    """Say what stands under a key of answers: a number is what belongs there."""
    if key not in answers:
        return f"{NO_ENTRY}; the names here are {quoted(', '.join(map(str, answers)) or 'none', LONGEST_NAMES)}"
    mine = answers[key]
    if mine is None or mine is ...:
        raise NotImplementedError(f'the entry "{key}" is still empty')
    if isinstance(mine, str):
        number = decimal_comma(mine)
        return with_point(f"the text {mine!r}, in quotes", number)
    return brackets(mine) if isinstance(mine, (list, tuple, dict, set)) else A_NUMBER


def kind_of_pair(answers: Mapping[str, Any], key: str) -> str:
    """Say what stands under a key of answers: a pair of finite numbers is what belongs there."""
    if key not in answers:
        return kind_of_entry(answers, key)
    entry = written(answers[key])
    if not isinstance(entry, (tuple, list)):
        return f"{kind_of_entry(answers, key)}, and not a pair"
    if len(entry) != 2:
        return with_point(f"{len(entry)} entries, and not two", comma_among(entry, 2))
    for kind in (kind_of_entry({key: one}, key) for one in entry):
        if kind != A_NUMBER:
            return f"a pair with {kind}"
    return A_PAIR if all(map(_is_finite, entry)) else "a pair with a number that is not finite"


def with_point(words: str, number: str) -> str:
    """Return words on an entry, and how the number is written that was written with a decimal comma; "" for none."""
    return f"{words}; if you mean a decimal comma, Python writes {number} with a point" if number else words


def brackets(entry: Any) -> str:
    """Say what stands where a number belongs, when it is a list, a tuple or the like."""
    if number := decimal_comma(entry):
        return with_point(f"{entry!r}, two numbers and not one", number)
    if type(entry) is tuple and len(entry) == 1:
        return f"{entry!r}: the comma at the end makes a tuple of it"
    return f"{entry!r}, in brackets"


def on_paper(
    check: str,
    dictionary: str,
    key: str,
    ask: str,
    because: str,
    *,
    judged: Callable[[], Judged] | None = None,
    phrase: Callable[[Any], Argument] | None = None,
) -> None:
    """Register the questions for one entry of a dictionary: whether it is a number, and whether it is the right one.

    ``ask`` is the question without its answer, which is to be found on paper, and ``because`` helps to find it. Where
    the answer depends on others, ``judged`` returns the function that takes all answers and this one, and returns what
    is compared. It knows what is right, so it stands in a module of right code.
    """
    a_number(check, dictionary, key)

    def answered(namespace: Namespace) -> Any:
        answers = entries_of(namespace, dictionary)
        mine = number_of(written(answers[key]))
        return mine if judged is None else beside_others(answers, mine)

    answered.__name__ = _name(f"{dictionary}_{key}")
    probe(check, ask, because, reveal=False, phrase=phrase, judged=judged)(answered)


def a_number(check: str, dictionary: str, key: str) -> None:
    """Register the question whether an entry of a dictionary is a finite number."""
    why = "keep the names of the entries, and write a number without quotes, brackets or a comma"

    def kind(namespace: Namespace) -> str:
        answers = entries_of(namespace, dictionary)
        found = kind_of_entry(answers, key)
        return found if found != A_NUMBER or _is_finite(answers[key]) else "no finite number"

    kind.__name__ = _name(f"kind_of_{dictionary}_{key}")
    probe(check, f'`{dictionary}["{key}"]`', why, phrase=str)(kind)


def _is_finite(entry: Any) -> bool:
    found = number_of(entry)
    return not isinstance(found, float) or math.isfinite(found)


def beside_others(answers: Mapping[str, Any], mine: Any) -> Several:
    """Return an entry with all those that stand beside it, numbers and texts, for what judges it by them."""
    entries = {key: text_of(number_of(entry)) for key, entry in answers.items()}
    kept = {key: entry for key, entry in entries.items() if type(key) is str and type(entry) in (int, float, str)}
    return Several((plain_answer(kept), plain_answer(mine)))


def chosen(
    check: str,
    dictionary: str,
    key: str,
    because: str,
    choices: tuple[str, ...],
    *,
    ask: str = "",
    phrase: Callable[[Any], Argument] | None = None,
) -> None:
    """Register the question for one entry of a dictionary that is a choice among a few texts.

    Of two choices the right one is the other: there ``ask`` and ``phrase`` speak of several entries, and name none.
    """

    def answered(namespace: Namespace) -> str:
        return choice_among(choices, entry_of(namespace, dictionary, key))

    answered.__name__ = _name(f"{dictionary}_{key}")
    ask = ask or f'`{dictionary}["{key}"]`'
    probe(check, ask, because, reveal=False, choices=choices, phrase=phrase)(answered)


def choice_among(choices: Sequence[str], said: Any) -> Any:
    """Return the choice that a text stands for, whatever its capital letters and what stands round it: "b)" is "B".

    Another text is returned without the blanks round it, and what is no text as it is.
    """
    text = text_of(said)
    if not isinstance(text, str):
        return text
    known = {choice.lower(): choice for choice in choices}
    bare = text.strip().lower()
    return known.get(bare) or known.get(bare.strip(ROUND_A_CHOICE)) or text.strip()


def with_word(words: str, said: Any, choices: Sequence[str]) -> str:
    """Return words on a text that is none of the choices, and which of them it stands for, if it is Spanish."""
    text = text_of(said)
    parts = text.strip(ROUND_A_CHOICE).lower().split() if isinstance(text, str) else []
    meant = SPANISH_WORDS.get(parts[-1]) if parts else None
    return f"{words}; for {as_written(said)} write {meant!r}" if meant in choices else words


def letters(entry: Any, among: str, are: str) -> list[str] | str:
    """Return the letters of a text, or of several texts, sorted, each once; or say why there are none.

    ``are`` is what the letters ``among`` stand for, as in "the planes are A and B".
    """
    several = isinstance(entry, (list, tuple, set))
    texts = [text_of(part) for part in entry] if several else [text_of(entry)]
    if None in texts:
        written(None)
    if not all(isinstance(text, str) for text in texts):
        return f"{as_written(entry)}; {are} have letters"
    if (length := sum(map(len, texts))) > MOST_LETTERS:
        return f"a text of {length:,} characters; {are} have one letter each"
    found = {letter for text in texts for letter in _without_words(text)}
    if unknown := sorted(found - set(among)):
        return f"a text with {unknown[0]!r}; {are} are {', '.join(among[:-1])} and {among[-1]}"
    return sorted(found)


def _without_words(text: str) -> str:
    """Return the letters of a list such as "B, D y E" or "b/d/e", in capitals, and what else is no part of a list.

    One "-" stays, since "B-D" may be meant as "BCD".
    """
    text = SPANISH_AND.sub(r"\1 ", AND_OR.sub(" ", text.strip()))
    if DASHES.fullmatch(text):
        text = text.replace("-", " ")
    return "".join(letter for letter in text.upper() if letter not in BETWEEN_LETTERS)


def which_letters(
    check: str, answer: str, among: str, kind: str, because: str, given: Callable[[Namespace], Any]
) -> None:
    """Register the questions for an answer that is a set of letters: whether each letter is in it.

    A verdict does not name the letter: whoever reads it would only have to flip that one. The answer is in words, such
    as "`made_it`", and a right one has some of the letters ``among``, each of which stands for a ``kind`` of thing,
    such as "program". ``given`` returns the learner's entry.
    """

    def found(namespace: Namespace) -> list[str] | str:
        return letters(written(given(namespace)), among, f"the {kind}s")

    def some(namespace: Namespace) -> Any:
        mine = found(namespace)
        possible = isinstance(mine, list) and len(mine) < len(among)
        return f"some of {among[0]} to {among[-1]}" if possible else mine

    each = f"each {kind} has a letter, from {among[0]} to {among[-1]}, and not all of them belong here"
    question = f"the letters in {answer}"
    probe(check, question, each, phrase=listed, reveal=False)(some)

    def wrong(said: str) -> Argument:
        too_many = sentence("at least one letter that does not belong here is listed")
        return too_many if said == "listed" else sentence("at least one letter is missing")

    def ask(letter: str) -> None:
        def listed_or_not(namespace: Namespace) -> str:
            mine = found(namespace)
            return "listed" if isinstance(mine, list) and letter in mine else "not listed"

        listed_or_not.__name__ = f"{kind}_{letter}"
        probe(check, question, because, reveal=False, phrase=wrong)(listed_or_not)

    for letter in among:
        ask(letter)


def _name(text: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in text)
