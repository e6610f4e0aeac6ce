# SPDX-License-Identifier: MIT
"""Answers: what a learner's code returns for a question, as one of a few frozen types.

A plain value is wrapped, so no dictionary or text of a learner's can pose as an error or as an empty answer. A value
is copied by *exact* type before anything is compared, and anything else is :class:`Unexpected`, which no right answer
equals.

Answers cross between processes as JSON, by :func:`to_json` and :func:`from_json`. They are bounded in size and depth,
and never pickled.
"""

from judge.run.answers.comparing import (
    quoted,
    same,
    unquoted,
)
from judge.run.answers.copying import (
    MOST_BITS,
    MOST_DEPTH,
    MOST_ENTRIES,
    MOST_PARTS,
    MOST_TEXT,
    attempt,
    comma_among,
    decimal_comma,
    number_of,
    plain_answer,
    raised,
)
from judge.run.answers.kinds import (
    MOST_LINES,
    NOT_PLAIN,
    Answer,
    Culprit,
    Missing,
    NotAttempted,
    Place,
    PlainArray,
    PlainTuple,
    PlainValue,
    Raised,
    Several,
    Table,
    Unending,
    Unexpected,
    exactly,
    is_like_a_value,
    kind_of_entries,
    show,
    unexpected_in,
)
from judge.run.answers.written import AnswerError, from_json, record, to_json

__all__ = [
    "MOST_BITS",
    "MOST_DEPTH",
    "MOST_ENTRIES",
    "MOST_LINES",
    "MOST_PARTS",
    "MOST_TEXT",
    "NOT_PLAIN",
    "Answer",
    "AnswerError",
    "Culprit",
    "Missing",
    "NotAttempted",
    "Place",
    "PlainArray",
    "PlainTuple",
    "PlainValue",
    "Raised",
    "Several",
    "Table",
    "Unending",
    "Unexpected",
    "attempt",
    "comma_among",
    "decimal_comma",
    "exactly",
    "from_json",
    "is_like_a_value",
    "kind_of_entries",
    "number_of",
    "plain_answer",
    "quoted",
    "raised",
    "record",
    "same",
    "show",
    "to_json",
    "unexpected_in",
    "unquoted",
]
