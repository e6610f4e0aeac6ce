# ---
# jupyter:
#   # SPDX-License-Identifier: MIT AND CC-BY-4.0
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Words in order
#
# ## 1. By length
#
# `sorted` takes a `key`: it sorts by what that function returns for each word. Words with equal keys stay in the order in which they came.
#
# ### Exercise 1.1: sort words by length (about 5 min)
#
# Write `by_length(words)`. It returns a new list with the shortest word first. Words of one length stay in their order.


# %% answer="words-length"
def by_length(words):
    """Return the words, the shortest first."""
    ### BEGIN SOLUTION
    return sorted(words, key=len)
    ### END SOLUTION


# %% check="words-length-order" points=2
"""`by_length` puts the shortest word first."""

assert by_length(["pear", "fig"]) == ["fig", "pear"]

# %% check="words-length-ties" points=1
"""Words of one length stay in the order in which they came."""

assert by_length(["plum", "pear"]) == ["plum", "pear"]

# %% [markdown]
# ## 2. As in a dictionary
#
# Python puts every capital letter before every small one: `sorted(["apple", "Zoo"])` is `["Zoo", "apple"]`. A dictionary makes no difference between them.
#
# ### Exercise 1.2: sort words as a dictionary does (about 5 min)
#
# Write `in_dictionary(words)`. It returns a new list, and leaves the one that it was given as it was.


# %% answer="words-dictionary"
def in_dictionary(words):
    """Return the words as a dictionary lists them."""
    ### BEGIN SOLUTION
    return sorted(words, key=str.lower)
    ### END SOLUTION


# %% check="words-dictionary-order" points=2
"""`in_dictionary` makes no difference between capital and small letters."""

assert in_dictionary(["pear", "Apple"]) == ["Apple", "pear"]

# %% check="words-dictionary-given" points=1
"""The list that `in_dictionary` is given stays as it was."""

given = ["pear", "Apple"]
in_dictionary(given)
assert given == ["pear", "Apple"]
