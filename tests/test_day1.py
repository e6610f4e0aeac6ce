# SPDX-License-Identifier: MIT
"""Day 1: the reference's answers to the puzzles on paper agree with the figures and the cards."""

import contextlib
import io
import re
from itertools import permutations, product
from operator import add, mul

import pytest
from support import message_of

from judge.notebooks import course, reference
from judge.run import words
from verification import catalogued


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
    """Return the last nodes of Figures 1.7 and 1.8."""
    drawn = []
    names = {"draw_graph": lambda node, caption: drawn.append(node), "display": lambda shown: None}
    exec(cell_with("def note(").partition("\n\na = note(")[0], names)
    exec(cell_with("# Draws Figures 1.6"), names)
    return drawn


def sum_of_a_product(a, b, c):
    total = a + b
    return total * c + total


def test_the_puzzles_have_the_graphs_of_the_figures():
    names = reference.load(1)
    value = names["Value"]
    first, second = figures_of_the_puzzles()
    made = names["puzzle_1"](value(3.0), value(2.0))
    assert sorted(re.sub("[+*]", "?", text) for text in shape(made)) == shape(first)
    assert (made.data, first.data) == (54.0, 54.0)
    ways = [last(one(3.0, 2.0), two(one(3.0, 2.0), 3.0)) for one, two, last in product((add, mul), repeat=3)]
    assert ways.count(54.0) == 1
    drawn = sum_of_a_product(*map(value, names["puzzle_2"]))
    figure = sum_of_a_product(value(2.0), value(-3.0), value(10.0))
    assert shape(figure) == shape(second)
    assert second.data == (2.0 + -3.0) * 10.0 + (2.0 + -3.0)
    held = [node.data for node in names["trace"](drawn)[0]]
    assert len(held) == 6
    assert len(set(held)) <= 4
    assert 0 not in held
    assert len(set(names["puzzle_2"])) == 3


def test_few_leaves_solve_puzzle_2():
    """Of the whole numbers from -9 to 9, few leave at most four numbers, none of them 0."""
    numbers = [number for number in range(-9, 10) if number]
    found = {
        leaves
        for leaves in permutations(numbers, 3)
        for a, b, c in [leaves]
        for held in [{a, b, c, a + b, (a + b) * c, (a + b) * c + (a + b)}]
        if len(held) <= 4 and 0 not in held
    }
    assert (3, -2, 1) in found
    assert (len(found), len(list(permutations(numbers, 3)))) == (72, 4896)


def test_six_nodes_are_the_fewest_for_puzzle_3():
    names = reference.load(1)
    nodes, _ = names["trace"](names["puzzle_3"](names["Value"](1.0)))
    assert len(nodes) == 6
    made = {(1,)}
    for _ in range(4):  # all that four sums can make
        made = {(*before, x + y) for before in made for x in before for y in before}
    assert not any(15 in multiples for multiples in made)


def test_the_counts_that_the_reference_refutes_are_those_of_no_graph():
    card = cell_with("### Exercise 1.3")
    rows = [re.findall(r"\d+", re.search(rf"\| {name} \|(.*)\|", card)[1]) for name in ("nodes", "edges")]
    possible = {(nodes, edges) for edges in (0, 2, 4, 6) for nodes in _nodes_of_graphs(edges // 2)}
    false = [
        letter for letter, *counts in zip("ABCDEFG", *rows, strict=True) if tuple(map(int, counts)) not in possible
    ]
    assert "".join(false) == reference.load(1)["prediction"]["impossible"]


def _nodes_of_graphs(operations):
    """Return how many nodes a graph of ``operations`` operations can have, by building every such graph."""
    graphs = {()}  # the parents of each operation; leaves are numbered from below, operations from 100
    for step in range(operations):
        inputs = [*range(operations + 1), *range(100, 100 + step)]
        graphs = {(*made, (x, y)) for made in graphs for x in inputs for y in inputs}
    counts = set()
    for made in graphs:
        reached, waiting = set(), [99 + operations if operations else 0]
        while waiting:
            node = waiting.pop()
            reached.add(node)
            waiting += made[node - 100] if node >= 100 else ()
        if sum(node >= 100 for node in reached) == operations:
            counts.add(len(reached))
    return counts


def test_the_unsafe_shortcuts_are_those_that_change_a_result():
    full = {  # the program with its leaves, and what the shortcut recorded at x = 3, z = 0, a = 2, b = 1
        "A": (lambda x: x + 0, lambda x: x, (3.0,)),
        "B": (lambda x, z: x + z, lambda x, z: x, (3.0, 0.0)),
        "C": (lambda x, z: x * z, lambda x, z: 0.0, (3.0, 0.0)),
        "D": (lambda x: x * 0, lambda x: 0.0, (3.0,)),
        "E": (lambda x, z: x + z, lambda x, z: x + x, (3.0, 3.0)),
        "F": (lambda a, b: (a + b) * (a + b), lambda a, b: (a + b) ** 2, (2.0, 1.0)),
    }
    changed = ""
    for letter, (program, recorded, leaves) in full.items():
        assert f"| {letter} | " in cell_with("### Exercise 1.6")
        raised = [[*leaves[:at], leaves[at] + 1, *leaves[at + 1 :]] for at in range(len(leaves))]
        assert program(*leaves) == recorded(*leaves)
        changed += letter if any(program(*numbers) != recorded(*numbers) for numbers in raised) else ""
    design = reference.load(1)["design"]
    assert design["not safe"] == changed
    x = design["unnoticed at"]
    assert x > 0
    assert len({x**y for y in (-2.5, 0, 3, 4, 7.5)}) == 1


@pytest.mark.parametrize(
    ("cell", "answer", "key", "false", "right", "given_away"),
    [
        ("def grown(", "prediction", "impossible", ("AG", "ABCDEFG", "BD"), "BDE", r"^[A-G]: |Figure 1\.9"),
        ("rises = [", "design", "not safe", ("AF", "ABCDEF", "BC"), "BCE", r"^[A-F]: "),
    ],
)
def test_a_cell_after_an_exercise_gives_its_answer_only_to_who_has_it(cell, answer, key, false, right, given_away):
    names = reference.load(1)
    captions = []
    names |= {"display": lambda shown: None, "draw_graph": lambda node, caption, **_: captions.append(caption)}
    code = cell_with(cell)
    exec(cell_with("def note(").partition("\n\na = note(")[0], names)
    exec(cell_with("# Draws Figures 1.6"), names)
    for letters in (*false, right, right.lower()):
        given = {**names[answer], key: letters}
        captions.clear()
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, {**names, answer: given})
        shown = re.findall(given_away, "\n".join([printed.getvalue(), *captions]), re.MULTILINE)
        assert bool(shown) == (letters.upper() == right)
        assert ("not right yet" in printed.getvalue()) == (not shown)


def test_the_cell_after_1_3_shows_nothing_while_a_number_is_missing():
    names = reference.load(1)
    names["prediction"] = names["prediction"] | {"loop": {"nodes": 6, "edges": None, "value": 320.0}}
    with contextlib.redirect_stdout(io.StringIO()) as printed, pytest.raises(NotImplementedError):
        exec(cell_with("def grown("), names)
    assert printed.getvalue() == ""


@pytest.mark.parametrize(
    ("key", "wrong", "drawn"),
    [
        ("loop", {"edges": 5}, ["Figure 1.12"]),
        ("(a*b)+c", {"nodes": 5}, ["Figure 1.13"]),
        ("loop", {}, ["Figure 1.12", "Figure 1.13"]),
    ],
)
def test_the_cell_after_1_3_draws_the_graph_of_a_right_entry_alone(key, wrong, drawn):
    names, captions = reference.load(1), []
    names["prediction"] = names["prediction"] | {key: names["prediction"][key] | wrong, "impossible": "A"}
    names["Value"].__hash__ = None  # as in a dataclass
    exec(cell_with("def note(").partition("\n\na = note(")[0], names)
    names |= {
        "display": lambda shown: None,
        "draw_graph": lambda node, caption, **_: captions.append(caption.partition(". ")[0]),
    }
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(cell_with("def grown("), names)
    assert captions == drawn
    assert (f"{key}: not right yet" in printed.getvalue()) == bool(wrong)


def test_the_bug_to_find_passes_its_first_test_and_fails_a_second():
    names = dict(reference.load(1))
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(cell_with("class Sum"), names)
        exec(cell_with("# Shows the bug"), names)
    first, leaf, second = printed.getvalue().splitlines()
    assert first == "y holds 7.0 and has parents that hold [3.0, 4.0]"
    assert (leaf.split()[-1], second.split()[-1]) == ("2", "4")


# What is wrong with an answer, as an edit of the right one, and what the Spanish verdict says of it.
IN_SPANISH = (
    ("day1-value", '(self, other), "+"', '(Value(self.data), other), "+"', "otro objeto, y"),
    ("day1-value", "return self * other", "return self.data * other", "el resultado es un número normal"),
    ("day1-value", "self._prev = _prev", "self._prev = None", "Hay None donde la línea necesita otra cosa"),
    ("day1-trace", "id(node)", "node.data", "a o b, a o b, c"),
    ("day1-trace", "edges = []", "edges = nodes", "otro objeto, b, c"),
    ("day1-trace", "edges.append((parent, node))", "edges.append(parent)", "a, b, c, d"),
    ("day1-predict", '"nodes": 4', '"nodes": "4"', "texto: el dato de 'nodes' está entre comillas"),
    ("day1-predict", '{"nodes": 6, "edges": 10, "value": 320.0}', "(5, 4, 4)", "donde debe haber un diccionario"),
    ("day1-predict", '"BDE"', '"BH"', "un texto con 'H'"),
    ("day1-draw", "t = a * b", "t = a * b * 1", "a, b, un número normal"),
    ("day1-draw", "t * (t + a)", "(a + b) * (a + b + a)", "a + b, hecha más de una vez"),
    ("day1-draw", "t * (t + a)", "None", "nada: no devuelve ningún resultado"),
    ("day1-draw", "return twelve + three", "return [a + a]", "un objeto de tipo list, que no es un nodo"),
)
ENGLISH = re.compile(
    r"\b(?:the|an|which|where|another|again|stands|since|with|or|is|of|more|once|your|you|node|nodes)\b"
)


@pytest.mark.parametrize(("exercise", "old", "new", "said"), IN_SPANISH)
def test_a_verdict_in_spanish_has_no_english_in_it(exercise, old, new, said):
    right = reference.solutions(exercise)[exercise]
    assert old in right
    namespace = reference.load(exercise, answers={exercise: right.replace(old, new)}, forgiving=True)
    day = course.assignment(exercise)
    verdicts = catalogued.judged(day, namespace, 1, catalogued.checks_of(day, exercise)).values()
    token = words.LANGUAGE.set("es")
    try:
        texts = [message_of(verdict) for verdict in verdicts if verdict.outcome != "correct"]
    finally:
        words.LANGUAGE.reset(token)
    assert any(said in text for text in texts), texts
    assert [found for text in texts for found in ENGLISH.findall(re.sub("`[^`]*`|'[^']*'", "", text))] == []


def test_puzzles_may_make_their_nodes_by_hand():
    """The graph counts, not how its nodes are made."""
    made = "    t = Value(a.data * b.data, (a, b), '*')\n    return t * (t + a)\n"
    answer = reference.solutions("day1-draw")["day1-draw"].replace("    t = a * b\n    return t * (t + a)\n", made)
    namespace = reference.load("day1-draw", answers={"day1-draw": answer})
    assert catalogued.judged(course.assignment(1), namespace, 1, ["day1-draw-1"])["day1-draw-1"].outcome == "correct"
