# SPDX-License-Identifier: MIT
"""A check's plain asserts say what came, what was expected, and why."""

import ast

import numpy as np
import pytest

from reading import asserts

CLAIM = '"""A claim."""\n'


def run(source, **names):
    """Run a cell as a kernel does, and return its names."""
    names = {"np": np, **names}
    exec(compile(asserts.Explained().visit(ast.parse(source)), "cell", "exec"), names)
    return names


class Node:
    data, kept = -6.0, {"a": " x "}


@pytest.mark.parametrize(
    ("test", "says"),
    [
        ('c.data == -1.0, "2 + (-3)"', "`c.data` is -6.0. Expected -1.0: 2 + (-3)."),
        ("c.data == -1.0", "`c.data` is -6.0. Expected -1.0."),
        ("len([1]) == 2", "`len([1])` is 1. Expected 2."),
        ('abs(c.data - 1 / 4) < 1e-9, "a {b}"', "`c.data` is -6.0. Expected 0.25: a {b}."),
        ('np.isclose(c.data, 2.5, rtol=1e-9), f"q{1}"', "`c.data` is -6.0. Expected 2.5: q1."),
        ("np.array_equal([1], [2])", "`[1]` is [1]. Expected [2]."),
        ('c.data > 0, "it is above 0"', "`c.data` is -6.0: it is above 0."),
        ('abs(c.data - 1) > 10, "far"', "`abs(c.data - 1)` is 7.0: far."),
        ('isinstance(c.data, str) and c.data > 0, "a text"', "`c.data` is -6.0: a text."),
        ('not [1], "it is empty"', "`[1]` is [1]: it is empty."),
        ('"3" in repr(c.data), "it shows 3"', "`repr(c.data)` is '-6.0': it shows 3."),
        ("str(c.kept['a']).strip().upper() in ('A', 'B'), 'a letter'", "`c.kept['a']` is ' x ': a letter."),
        ('any(x for x in [0]), "it is there"', "it is there"),
        ("c.data > 0", ""),
        ("1 > 0 and 1 == 2", ""),
    ],
)
def test_an_assert_of_a_check_says_what_came_what_was_expected_and_why(test, says):
    with pytest.raises(AssertionError) as caught:
        run(f"{CLAIM}assert {test}", c=Node)
    assert str(caught.value) == says
    with pytest.raises(AssertionError) as inside:
        run(f"{CLAIM}def example():\n    assert {test}\nexample()", c=Node)
    assert str(inside.value) == says


def test_nothing_is_computed_twice_and_no_name_is_left_where_an_assert_holds():
    numbers = [3, 2, 1]
    names = run(f"{CLAIM}assert numbers.pop() == 1\nassert numbers.pop() < 3, 'x'", numbers=numbers)
    assert numbers == [3]
    assert [name for name in names if name.startswith("@")] == []
    with pytest.raises(AssertionError, match=r"`numbers.pop\(\)` is 3. Expected 4."):
        run(f"{CLAIM}assert numbers.pop() == 4", numbers=numbers)


def test_a_long_value_is_cut():
    with pytest.raises(AssertionError) as caught:
        run(f"{CLAIM}assert list(range(10_000)) == [1]")
    assert len(str(caught.value)) < asserts.LONGEST + 100


def test_a_cell_that_opens_with_no_claim_stays_as_it_is():
    source = "assert 1 == 2, 'mine'"
    assert ast.dump(asserts.Explained().visit(ast.parse(source))) == ast.dump(ast.parse(source))
