# SPDX-License-Identifier: MIT
"""The questions that a learner can predict the answer of: what each asks for, and how near a number has to be."""

import math
from dataclasses import dataclass

from language.text import plain, say, template

TAKES_A_NUMBER = template("This question takes a number.")
TAKES_ONE_OF_TWO = template('This question takes "{one}" or "{other}".')


@dataclass(frozen=True)
class Question:
    """What a prediction asks for."""

    why: str  # why what comes does, in one sentence
    comes: float | str  # what a right engine gives, to six digits or so
    within: float = 0.0  # how far a number may be from what comes

    @property
    def words(self) -> tuple[str, ...]:
        """The words to choose from; empty where a number is asked for."""
        return YES_OR_NO if self.comes in YES_OR_NO else ()

    def asked(self) -> str:
        """Return the sentence that says what can be guessed."""
        if not self.words:
            return say(TAKES_A_NUMBER)
        one, other = map(say, self.words)
        return say(TAKES_ONE_OF_TWO, one=one, other=other)

    def read(self, value: object) -> float | str | None:
        """Return a guess, or what came, as a number or one of the words; None where it is neither."""
        said = plain(" ".join(value.split())) if isinstance(value, str) else ""
        word = next((word for word in self.words or NUMERALS if said in (word, plain(say(word)))), None)
        return word if self.words else number(value) if word is None else float(NUMERALS.index(word))

    def agree(self, guess: float | str, came: float | str) -> bool:
        """Return whether a guess is as good as what came. Both are what :meth:`read` returned."""
        if isinstance(guess, str) or isinstance(came, str):
            return guess == came
        # A guess of 0.3 is within 0.05 of 0.35, whatever the last digit of the difference says.
        return math.isclose(guess, came, rel_tol=1e-9, abs_tol=self.within * (1 + 1e-9) + 1e-12)


def number(value: object) -> float | None:
    """Return a finite number of any kind as a float; None of anything else."""
    if isinstance(value, bool):
        return None
    try:
        read = float(value)  # type: ignore[arg-type]
    except Exception:  # A learner's object may raise anything.
        return None
    return read if math.isfinite(read) else None


NUMERALS = (
    template("zero"), template("one"), template("two"), template("three"), template("four"), template("five"),
)  # fmt: skip
# As they are kept; each is shown, and may be written, in the language of the reader.
YES_OR_NO = (template("yes"), template("no"))

QUESTIONS: dict[str, Question] = {
    "day1-grandparent": Question("a node keeps only its own parents, and `a` is a parent of one of them.", "no"),
    "day1-raise-shared": Question("`a` reaches `y` by two edges, and each of them passes the rise on.", 2),
    "day1-brackets": Question("with the brackets the sum comes first, and the product takes what it gives.", -4),
    "day1-torch-uses": Question("there is one entry for each use, and the same tensor is used twice.", 2),
    "day2-fan-out": Question("one path leads through `s`, one through the right edge of `r`, and two through `q`.", 4),
    "day2-tie": Question("at a tie PyTorch gives each of the two inputs half.", 0.5),
    "day2-tiny-step": Question(
        "with `h = 1e-13` the two values agree in nearly all their digits: what is left is mostly rounding.", "no"
    ),
    "day2-cube": Question("3 · 16 - 2 is 46: the two rules give what school gives.", 46),
    "day3-orders": Question("`L` comes first and `b` last; `f` has four places beside the three sums.", 4),
    "day3-loop-calls": Question("the loop calls each node once: 22 doublings and the leaf.", 23),
    "day3-third-call": Question("`y` holds 3 by then and passes on 3 · 2 = 6: 2 + 4 + 6.", 12),
    "day4-neuron-nodes": Question("five leaves, two products, two sums and the tanh.", 10),
    "day4-after-the-step": Question(
        "each error shrinks to 0.9 of itself, so each square shrinks to 0.81 of itself.", 2.025, within=0.05
    ),
    "day4-no-bend": Question("the best linear answer is 0.5 everywhere, and 0.5 squared is 0.25.", 0.25, within=0.05),
    "day4-ten-classes": Question(
        "each of the ten gets `p = 1/10`, and -log(1/10) is about 2.303.", 2.302585, within=0.05
    ),
    "day4-coins": Question(
        "with a coin for each pixel, most of the products of gradient and change cancel.", 100, within=10
    ),
    "day4-twice-as-wide": Question("in the middle layer both the neurons and their inputs double.", "no"),
    "day5-powers-between": Question(
        "nine steps lead from the last layer to the first, and each of them multiplies by much less than 1.",
        8,
        within=1,
    ),
    "day5-hook-gone": Question("`x` is a leaf: each of the two passes adds 36, with the hook or without it.", 72),
    "day5-turned": Question("the angle below the axis goes from 53.1 to 45 degrees.", 8.1, within=2),
    "day5-three-neurons": Question(
        "`2y` is 1.24 now, and one slope of 0.24 and one of 0.25 multiply it.", 0.073, within=0.01
    ),
    "day6-nodes-of-numbers": Question(
        "each of the 72 · 32 + 32 · 10 products needs a weight, a product and a sum: 3 nodes for each.",
        8029,
        within=1000,
    ),
    "day6-row-moves": Question(
        "the entry is used in each row of the table, and each of these sums rises by the same amount.", 1.5
    ),
    "day6-seen-and-unseen": Question(
        "200 pictures are learned by heart, and only part of that helps with others.", 0.589, within=0.1
    ),
}
