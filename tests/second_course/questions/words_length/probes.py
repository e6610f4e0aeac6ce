# SPDX-License-Identifier: MIT
"""Questions about words that are sorted by length."""

from judge.asking.probe import probe

WORDS = ["fig", "plum", "apple", "cherry", "apricot"]


def different(draw):
    """Draw four words of different lengths, not in order."""
    words = draw.random.sample(WORDS, 4)
    return words if words != sorted(words, key=len) else words[::-1]


def alike(draw):
    """Draw three words of one length that are in no order of the alphabet."""
    words = draw.random.sample(["pear", "plum", "lime", "kiwi"], 3)
    return words if words != sorted(words) else words[::-1]


@probe("words-length-order", "`by_length({words})`", "a shorter word comes first", words=different)
def ordered(namespace, words):
    """Return words of different lengths as they are sorted."""
    return namespace["by_length"](words)


@probe("words-length-ties", "`by_length({words})`", "all have four letters, so they stay as they came", words=alike)
def tied(namespace, words):
    """Return words of one length as they are sorted."""
    return namespace["by_length"](words)
