# SPDX-License-Identifier: MIT
"""Hold the judge against programs that nobody wrote: random right designs, times random single faults.

Each program is first held against the clauses of its card, which know nothing of the judge: they say whether it is
right. Then the judge sees it. Where the two don't agree, the judge is wrong, or a clause is missing.
"""
