# SPDX-License-Identifier: MIT
"""Verify the judge on generated programs: right programs drawn at random, most of them with one random fault.

The clauses of the contract, which do not use the judge, first decide whether a program is right. Then the judge
decides. Where the two disagree, the judge is wrong or a clause is missing.
"""
