# SPDX-License-Identifier: MIT
"""Questions about words that are sorted as in a dictionary."""

from judge.asking.probe import probe


def mixed(draw):
    """Draw a word with a capital and two without; the first in a dictionary comes last."""
    capital = draw.random.choice(["Cherry", "Elder", "Grape"])
    return [capital, *draw.random.sample(["banana", "date", "fig"], 2), "apple"]


@probe("words-dictionary-order", "`in_dictionary({words})`", "capital letters make no difference", words=mixed)
def ordered(namespace, words):
    """Return words as they are sorted."""
    return namespace["in_dictionary"](words)


@probe("words-dictionary-given", "`words` after `in_dictionary(words)`, for `words = {words}`",
       "only the new list is sorted", words=mixed)  # fmt: skip
def kept(namespace, words):
    """Return the list that was given, after the call."""
    namespace["in_dictionary"](words)
    return words
