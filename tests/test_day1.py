# SPDX-License-Identifier: MIT
"""Day 1: the reference answers the puzzles on paper as the figures and the cards have them."""

import re

from grading.notebooks import reference


def shape(root):
    """Return a graph as a text that is the same for all who made it: its nodes by what they are made of, each once."""
    texts, waiting = {}, [root]
    while waiting:
        node = waiting[-1]
        unread = [parent for parent in node._prev if id(parent) not in texts]
        waiting += unread
        if not unread:
            inputs = sorted(texts[id(parent)] for parent in node._prev)
            texts[id(waiting.pop())] = f"({node._op.join(inputs)})" if inputs else f"{node.data:g}"
    return sorted(texts.values())


def cell_with(text):
    return next(cell.source for cell in reference.cells(1) if text in cell.source)


def figures_of_the_puzzles():
    """Return the last nodes of Figures 1.11 and 1.12."""
    drawn = []
    names = {"draw_graph": lambda node, caption: drawn.append(node), "display": lambda shown: None}
    exec(cell_with("def note(").partition("\n\na = note(")[0], names)
    exec(cell_with("# Draws Figures 1.11"), names)
    return drawn


def test_the_reference_makes_the_graphs_of_the_figures_and_so_do_the_programs_that_it_lists_and_no_other():
    names = reference.load(1)
    value = names["Value"]
    first, second = figures_of_the_puzzles()
    made = names["puzzle_1"](value(3.0), value(2.0))
    assert shape(made) == shape(first)
    assert (made.data, first.data) == (54.0, 54.0)
    card = cell_with("### Exercise 1.4")
    code = cell_with("# Lay your answers beside this, once they stand.\nif made_it")
    programs = dict(re.findall(r'^    "([A-G])": "(.*)",$', code, re.MULTILINE))
    assert list(programs) == list("ABCDEFG")
    makers = ""
    for letter, program in programs.items():
        lines = ", then ".join(f"`{line}`" for line in program.split("; "))
        assert f"| {letter} | {lines} |" in card
        leaves = {"a": value(2.0), "b": value(-3.0), "c": value(10.0)}
        exec(program, leaves)
        assert leaves["y"].data == second.data == -11.0
        makers += letter if shape(leaves["y"]) == shape(second) else ""
    assert makers == names["made_it"]


def test_the_reference_lists_the_edges_of_puzzle_3():
    names = reference.load(1)
    a, b = names["Value"](3.0), names["Value"](2.0)
    n1, n2 = a + b, a + b
    n3 = n1 * n2
    y = n3 + a
    called = {id(node): name for name, node in {"a": a, "b": b, "n1": n1, "n2": n2, "n3": n3, "y": y}.items()}
    edges = [(called[id(parent)], called[id(child)]) for parent, child in names["trace"](y)[1]]
    assert sorted(edges) == sorted(names["graph_3"])


def test_the_reference_counts_both_designs_as_trace_does():
    names = reference.load(1)
    x = names["Value"](3.0)
    for kind, node in (("parts", x + x * -1), ("one", names["Value"](0.0, (x, x), "-"))):
        nodes, edges = names["trace"](node)
        assert (names["design"][f"{kind}: nodes"], names["design"][f"{kind}: edges"]) == (len(nodes), len(edges))
    assert names["design"]["z rises by"] == 2.0**4 - 2.0**3
    z = names["Value"](8.0, (names["Value"](2.0),), "**3.0")
    assert len(names["trace"](z)[1]) == 1, "the notes of the card: z was made from x alone"
