# SPDX-License-Identifier: MIT
"""Day 2: the answers on paper and the numbers in the text agree with PyTorch."""

import pytest
from support import message_of
from test_fairness import run_visible

from judge.notebooks import course, reference
from judge.verdicts.verdict import NOT_YET
from verification import catalogued


def cell(start):
    return next(cell.source for cell in reference.cells(2) if start in cell.source)


def test_the_match_at_that_bias_proves_nothing_and_others_do():
    names = reference.load(2)
    exec("import torch\n" + cell("def by_rules"), names)
    by_rules, by_torch = names["by_rules"], names["by_torch"]
    xs, ws = (2.0, 3.0), (0.5, -1.0)
    wrong_rules = (
        lambda b: by_rules(ws, xs, b),  # own data
        lambda b: [0.5 * one for one in by_rules(xs, ws, b)],
        lambda b: [-one for one in by_rules(xs, ws, b)],
        lambda b: [one * one for one in by_rules(xs, ws, b)],
    )
    for b, agrees in ((0.1, True), (2.0, True), (2.1, False), (3.0, False)):
        theirs = by_torch(xs, ws, b)
        assert by_rules(xs, ws, b) == pytest.approx(theirs, abs=1e-9)
        for wrong in wrong_rules:
            assert (wrong(b) == pytest.approx(theirs, abs=1e-9)) == agrees


@pytest.mark.parametrize("missing", ["breaks", "lowest", "parts"])
def test_the_steps_after_2_8_wait_until_every_entry_is_written(missing):
    names = reference.load(2)
    names["long_step"] = {**names["long_step"], missing: None}
    with pytest.raises(NotImplementedError, match=r"Exercise 2\.8"):
        exec(cell("# Steps with `x`, with `b` and with both"), names)


@pytest.mark.parametrize(
    ("start", "answer", "dummies", "said", "given_away"),
    [
        ("# The network of exercise 2.4", "chain", ("dL/dw2", "dL/dw1"), "another number than the one", ("84", "26")),
        ("# Steps with `x`, with `b` and with both", "long_step", ("parts",), "not right yet", ("times", "18")),
    ],
)
def test_a_cell_behind_an_exercise_says_no_number_to_who_has_written_any(
    capsys, start, answer, dummies, said, given_away
):
    names = reference.load(2)
    exec("import torch", names)
    exec(cell("# Builds `L = (w*x + b)**2 + c`").partition("draw_graph(")[0], names)
    names[answer] = {**names[answer], **dict.fromkeys(dummies, 1.0)}
    exec(cell(start), names)
    printed = capsys.readouterr().out
    assert printed.count(said) == len(dummies)
    assert not [number for number in given_away if number in printed]


def test_yesterdays_class_is_no_answer():
    namespace = reference.load(2)
    namespace["Value"] = reference.given(2)["Value"]
    verdict = catalogued.judged(course.assignment(2), namespace, 3, ["day2-value-add"])["day2-value-add"]
    assert "`Value` is not defined" in message_of(verdict)


OF_RULES = {
    "`*` assigns": ("day2-value-accumulate", [("+= other.data * out.grad", "= other.data * out.grad")]),
    "`+` assigns": ("day2-value-accumulate", [("self.grad += out.grad", "self.grad = out.grad")]),
    "a leaf holds None": ("day2-value-add", [("lambda: None", "None")]),
}


@pytest.mark.parametrize(("check", "edits"), OF_RULES.values(), ids=OF_RULES.keys())
def test_the_open_cells_of_2_2_see_what_the_judge_sees(check, edits):
    names = reference.load(check, [reference.Edit(*edit) for edit in edits])
    assert catalogued.judged(course.assignment(2), names, 3, [check])[check].outcome == NOT_YET
    with pytest.raises((AssertionError, TypeError)):
        run_visible(check, "day2", names)


def gradients(f, *numbers):
    import torch

    tensors = [torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in numbers]
    result = f(*tensors)
    result.backward()
    return float(result.detach()), [float(one.grad) for one in tensors]


def test_the_answers_on_paper_are_pytorchs():
    namespace = reference.load(2)
    value, (slope, *_) = gradients(lambda a, b, c: (a * b + c) * (a + b), *map(namespace["on_paper"].get, "abc"))
    assert value != 0.0 == slope
    net = lambda w1, w2, b, x: (w2 * (w1 * x + b).relu()) ** 2  # noqa: E731
    chain = namespace["chain"]
    left, (w1, w2, _, x) = gradients(net, 3.0, -1.0, 0.5, 2.0)
    assert "`w2 = -1`, `b = 0.5`, `L = 42.25` and the gradient `dL/dx = 39`." in cell("### Exercise 2.4")
    assert (left, x) == (42.25, 39.0)
    assert (chain["dL/dw1"], chain["dL/dw2"]) == (w1, w2)
    assert gradients(net, 3.0, 3.0, 0.5, 2.0)[1][0] == chain["times"] * w1
    _, (w1, _, bias, _) = gradients(net, 3.0, -1.0, 0.5, chain["x"])
    assert w1 == 0.0 != bias
    square = lambda w, x, b, c: (w * x + b) ** 2 + c  # noqa: E731
    step = namespace["long_step"]
    value, slopes = gradients(square, -3.0, 0.5, 4.0, 10.0)
    raised, lowered = step["breaks"]
    assert slopes[1] < 0 < slopes[2]
    assert raised > 0 < lowered
    alone, other = (gradients(square, -3.0, 0.5 + s, 4.0 - t, 10.0)[0] for s, t in ((raised, 0.0), (0.0, lowered)))
    assert max(alone, other) < value < gradients(square, -3.0, 0.5 + raised, 4.0 - lowered, 10.0)[0]
    assert gradients(square, -3.0, 0.5 + step["lowest"], 4.0, 10.0)[1][1] == pytest.approx(0.0, abs=1e-12)
    k = step["parts"]
    value, (_, x, b, _) = gradients(square, -3.0 / k, 0.5 * k, 4.0, 10.0)
    assert value == pytest.approx(16.25)
    assert abs(b) / abs(x) == pytest.approx(6.0)


def test_the_pairs_of_2_3_do_what_the_card_says(capsys):
    names = reference.load(2)
    exec(cell("# Your class and your friend's"), names)
    lines = capsys.readouterr().out.splitlines()
    assert [float(line.split()[-3]) for line in lines] == [3.0, 3.0, -2.0, 1.0], lines


def test_the_bug_of_the_day_passes_its_own_tests_and_fails_where_the_solution_says():
    names = reference.load(2)
    exec(cell("def minus"), names)
    value, minus = names["Value"], names["minus"]

    def found(L, *nodes):
        L.grad = 1.0
        for node in (L, *nodes):
            node._backward()

    a, b = value(5.0), value(2.0)
    found(minus(a, b))
    assert (a.grad, b.grad) == (1.0, -1.0)
    a = value(5.0)
    found(minus(a, a))
    assert a.grad == 0.0
    a, b = value(5.0), value(2.0)
    d = minus(a, b)
    found(d * a, d)
    assert (b.grad, slope(lambda a, b: (a - b) * a, 5.0, 2.0, index=1)) == (-8.0, pytest.approx(-5.0))
    assert "-8 in place of -5" in course.assignment(2).master.read_text("utf-8")


REFERENCE = reference.load(2)


def slope(f, *numbers, index=0):
    return REFERENCE["numerical_derivative"](lambda inputs: f(*inputs), list(numbers), index)


def cube_quotient(right, left):
    return (right**3 - left**3) / (right - left)


def passed_on(operate, *numbers, upstream=3.0):
    """Return what the reference's class passes on to each of the parents of one operation."""
    parents = [REFERENCE["Value"](number) for number in numbers]
    out = operate(*parents)
    out.grad = upstream
    out._backward()
    return [parent.grad for parent in parents]


PROSE = {
    "off by h squared": ("off by `h²`", cube_quotient(2.01, 1.99), 12 + 0.01**2),
    "off by 6h": ("the forward one by about `6h`", cube_quotient(2.001, 2.0), 12 + 0.006),
    "sum of the paths": ("| all | | **16** |", slope(lambda x: (x + 1) * x * x, 2.0), 16.0),
    "product on the card": ("`x.grad` is 15.0", passed_on(lambda x, y: x * y, 2.0, 5.0)[0], 15.0),
    "the other one": ("`y.grad` is 6.0", passed_on(lambda x, y: x * y, 2.0, 5.0)[1], 6.0),
    "visible check": ("= 6.03125 / 0.5", cube_quotient(2.25, 1.75), 12.0625),
    "polynomial": ("school says `3x² - 2`.", slope(lambda x: x**3 - 2 * x, 3.0), 3 * 3.0**2 - 2),
    "trap": ("1 + 4 = **5**", slope(lambda a: a * 4.0 + a, 3.0), 5.0),
    "fourth power": ("The gradient is 32 both times", slope(lambda a: a**4, 2.0), 32.0),
}


@pytest.mark.parametrize(("written", "came", "expected"), PROSE.values(), ids=PROSE.keys())
def test_the_numbers_of_the_prose(written, came, expected):
    assert written in course.assignment(2).master.read_text("utf-8").replace("\n# ", " ")
    assert came == pytest.approx(expected, rel=1e-6)
