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
# # Start here: Autograd in Five Days
#
# **You build reverse-mode automatic differentiation by hand, one notebook a day.** It finds how much
# a result moves when you nudge any of its inputs, for all inputs in one pass. Nearly every neural network is trained with it.
#
# {days}
#
# **Begin with Day 1.** Click its name: the notebook opens in a tab of its own. Its first cells show you the end: the finished engine, as it trains a network.
# Each later day includes the engine of the day before, so you can also begin there. Day 6 is one more, for those who want it.
#
# ## How a day goes
#
# 1. Read from top to bottom, and run each cell with Shift+Enter. A line that begins with ○ says what is not written, not run or not predicted yet.
# 2. An exercise is a card, three folded hints, a cell for your answer, and below it one cell that checks it, `check("1.1")`. In the answer cell, delete each line `raise NotImplementedError(...)` and write your own code there. Where it says `None`, write your answer.
# 3. Run your answer, then the cell below it. It tries the worked examples at once, then fresh inputs, and says of each claim whether it holds. It names your mistake if it knows it.
# 4. The last cell of a day, `check()`, saves the notebook and shows your points and all verdicts.
# 5. To practise what paper answers, run `from gradtools import again`, then `again("2.4")`: it asks the question of exercise 2.4 with other numbers, and no points hang on it.
# 6. You can't break a day for good. In a terminal, `make reset DAY=1` restores it as it was, and keeps yours under a dated name. In the course's site, rename yours and reload the page: the untouched one is there again.
#
# ## How far you are
#
# Click the next cell, then press Shift+Enter. It grades the days that you have begun, which takes some seconds each.

# %%
from gradtools import standing

standing()
