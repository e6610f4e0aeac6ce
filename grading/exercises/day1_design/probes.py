# SPDX-License-Identifier: MIT
"""Questions about two designs of an operator: what each costs, and what a graph has to know of its inputs."""

from __future__ import annotations

from grading.exercises.shared.paper import on_paper

PARTS, ONE = "x + (x * -1)", "x - x as a single node"
POWER = "z = x ** y at x = 2 and y = 3, with the notes of the card"
NODES, EDGES = "each leaf is one node, and so is each result", "each input of an operation is one edge"

on_paper("day1-design-difference", "design", "parts: nodes", f"the number of nodes of {PARTS}", NODES)
on_paper("day1-design-difference", "design", "parts: edges", f"the number of edges of {PARTS}", EDGES)
on_paper("day1-design-difference", "design", "one: nodes", f"the number of nodes of {ONE}", NODES)
on_paper("day1-design-difference", "design", "one: edges", f"the number of edges of {ONE}", EDGES)
on_paper(
    "day1-design-power",
    "design",
    "z rises by",
    "by how much z rises, for z = x ** y at x = 2, when y goes from 3 to 4",
    "the power is computed once more, with the other exponent",
)
on_paper(
    "day1-design-power",
    "design",
    "edges from y",
    f"the number of edges from y to z, for {POWER}",
    "`trace` follows what z was made from, and nothing else",
)
on_paper(
    "day1-design-power",
    "design",
    "parents of z",
    f"the number of parents that z should have, for {POWER}",
    "every number that z depends on has to be found from z",
)
