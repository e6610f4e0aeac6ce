# SPDX-License-Identifier: MIT
"""The questions before and after the course: one right answer, by two ways, and a mistake behind each other one."""

import contextlib
import io
import itertools
import math
import re

import pytest
from support import ROOT

from companion.before_after import items
from companion.before_after.items import FORMS, IDEAS, LETTERS
from judge.notebooks import reference

torch = pytest.importorskip("torch")
ENGINE = reference.load(3)
Value, topological_order = ENGINE["Value"], ENGINE["topological_order"]


def variables(code):
    """Return the inputs of a program, in their order, and for each line the name that it assigns and those it uses."""
    pairs = (line.split(" = ") for line in code.split("\n"))
    lines = [(target, re.findall(r"[a-zA-Z]\w*", formula)) for target, formula in pairs]
    assigned = {target for target, _ in lines}
    inputs = dict.fromkeys(name for _, used in lines for name in used if name not in assigned)
    return list(inputs), lines


def run(code, **names):
    exec(code, names)
    return names


# Each of the following returns, for one place of a form, the right answer by two ways, and what each mistake answers.


def nodes(item):
    inputs, lines = variables(item.code)
    made = run(item.code, **{name: Value(2.0) for name in inputs})
    counted = len(topological_order(made[lines[-1][0]]))
    uses = [name for _, used in lines for name in used]
    mistaken = {
        items.ONE_NAME: len({*inputs, *(target for target, _ in lines)}),
        items.NEW_INPUTS: len(lines) + sum(name in inputs for name in uses),
        items.ALL_NEW: len(uses) + 1,
    }
    return counted, len(inputs) + len(lines), mistaken


def product(item, upstream, own, other):
    left, right = Value(own), Value(other)
    out = left * right
    out.grad = upstream
    out._backward()
    step = 1e-6
    nudged = upstream * ((own + step) * other - own * other) / step
    mistaken = {
        items.OWN_VALUE: upstream * own,
        items.NO_UPSTREAM: other,
        items.PASSED_ON: upstream,
    }
    return left.grad, nudged, mistaken


def chain(item, x, factors, slopes):
    """Return the answers for three steps: factors of the first and the last, and the slopes of ``f`` by its input."""
    (one, low), (other, high) = slopes.items()
    bend = (high - low) / (other - one)  # A parabola has these slopes there.

    def f(at):
        return at**2 * (bend / 2) + at * (low - bend * one)

    leaf = Value(x)
    run(item.code, x=leaf, f=f)["L"].backward()
    first, last = factors
    mistaken = {
        items.INNER_LEFT_OUT: slopes[first * x] * last,
        items.DERIVATIVES_ADDED: first + slopes[first * x] + last,
        items.TAKEN_AT_X: first * slopes[x] * last,
    }
    return leaf.grad, first * slopes[first * x] * last, mistaken


def two_shares(item, first, second):
    # Two steps that send these: products with them, added up.
    leaf = Value(1.0)
    (leaf * first + leaf * second).backward()
    mistaken = {
        items.OVERWRITTEN: second,
        items.AVERAGED: (first + second) / 2,
        items.MULTIPLIED: first * second,
    }
    return leaf.grad, first + second, mistaken


def early(item, inner, outer):
    """Return the answers where the middle node is visited before the last of those that use it."""
    leaf = torch.tensor(1.0, requires_grad=True)
    run(item.code, x=leaf)["L"].backward()
    engine = Value(1.0)
    made = run(item.code, x=engine)
    middle, later = (line[0] for line in variables(item.code)[1][:2])
    made["L"].grad = 1.0
    for name in ("L", middle, later):
        made[name]._backward()
    mistaken = {
        items.ANY_ORDER: leaf.grad.item(),
        items.LATER_ALONE: inner * outer,
        items.PASSED_ON_TWICE: inner * 1 + inner * (1 + outer),
    }
    return engine.grad, inner * 1, mistaken


def step_down(item, minimum, w, rate):
    leaf = Value(w)
    ((leaf - minimum) ** 2).backward()
    slope = 2 * (w - minimum)
    mistaken = {
        items.NO_RATE: w - slope,
        items.RATE_ALONE: w - rate * math.copysign(1, slope),
        items.UPHILL: w + rate * slope,
    }
    return w - rate * leaf.grad, minimum + (w - minimum) * (1 - 2 * rate), mistaken


def largest_rate(item, factor):
    rates = [float(choice.text) for choice in item.choices]

    def falls(rate):
        leaf, losses = Value(1.0), []
        for _ in range(20):
            leaf.grad = 0.0
            loss = factor * leaf**2
            loss.backward()
            losses.append(loss.data)
            leaf.data -= rate * leaf.grad
        return all(new < old for old, new in itertools.pairwise(losses))

    mistaken = {
        items.NEVER_BEYOND: max(rate for rate in rates if 1 - 2 * factor * rate >= 0),
        items.SQUARE_WITHOUT_2: max(rate for rate in rates if abs(1 - factor * rate) < 1),
        items.BELOW_1: max(rate for rate in rates if rate < 1),
    }
    return max(filter(falls, rates)), max(rate for rate in rates if abs(1 - 2 * factor * rate) < 1), mistaken


def ten_factors(item, factor):
    leaf = node = Value(1.0)
    for _ in range(10):
        node = node * factor
    node.backward()
    mistaken = {
        items.OTHER_END: factor**-10,
        items.EACH_ALONE: 1.0,
        items.FACTORS_ADDED: 10 * factor if factor > 1 else 1 / (10 * factor),
    }
    return leaf.grad / node.grad, math.exp(10 * math.log(factor)), mistaken


def ten_skips(item, slope):
    leaf = node = Value(1.0)
    for _ in range(10):
        node = node * slope + node
    node.backward()
    paths = sum(math.comb(10, taken) * slope**taken for taken in range(11))
    mistaken = {
        items.WITHOUT_INPUT: slope**10,
        items.INPUT_ALONE: 1.0,
        items.FACTORS_ADDED: 10 * (1 + slope),
    }
    return leaf.grad, paths, mistaken


NUMBERS = [
    ("A", 1, nodes, ()),
    ("B", 1, nodes, ()),
    ("A", 3, product, (5.0, 7.0, -3.0)),
    ("B", 3, product, (0.5, -6.0, 4.0)),
    ("A", 4, chain, (3.0, (2, 5), {3.0: 4, 6.0: 7})),
    ("B", 4, chain, (2.0, (3, 2), {2.0: 3, 6.0: 4})),
    ("A", 5, two_shares, (6, -2)),
    ("B", 5, two_shares, (5, -4)),
    ("A", 8, early, (2, 5)),
    ("B", 8, early, (5, 3)),
    ("A", 9, step_down, (4.0, 7.0, 0.1)),
    ("B", 9, step_down, (-2.0, 3.0, 0.2)),
    ("A", 10, largest_rate, (5.0,)),
    ("B", 10, largest_rate, (4.0,)),
    ("A", 11, ten_factors, (0.5,)),
    ("B", 11, ten_factors, (2.0,)),
    ("A", 12, ten_skips, (0.4,)),
    ("B", 12, ten_skips, (0.5,)),
]


def value_of(text):
    """Return the number that a choice names: itself, or a ratio in words."""
    if text == "just as large":
        return 1.0
    found = re.fullmatch(r"(?:about )?(-?[\d.]+)(?:/(\d+))?(?: times as large| of it)?", text)
    return float(found[1]) / float(found[2] or 1)


@pytest.mark.parametrize(("form", "number", "answers", "given"), NUMBERS)
def test_a_number_is_right_by_two_ways_and_each_other_one_is_what_its_mistake_gives(form, number, answers, given):
    item = FORMS[form][number - 1]
    one, other, mistaken = answers(item, *given)
    assert math.isclose(one, other, rel_tol=1e-5)
    # "About what?" is asked to two figures where the right answer has more.
    rounded = {"rel_tol": 0.06 if "about" in str(item) else 1e-9}
    right = next(choice for choice in item.choices if not choice.mistake)
    assert math.isclose(value_of(right.text), one, **rounded)
    for choice in item.choices:
        if choice.mistake:
            assert math.isclose(value_of(choice.text), mistaken[choice.mistake], **rounded), choice
            assert not math.isclose(value_of(choice.text), one, rel_tol=0.05), "it could be taken for the right one"
    assert len({value_of(choice.text) for choice in item.choices}) == 4


def by_level(root, uses):
    level, found = [root], []
    while level:
        found += dict.fromkeys(name for name in level if name not in found)
        level = [used for name in level for used in uses[name] if used in uses]
    return found


def by_path(root, uses, found=None):
    found = [] if found is None else found
    if root in uses and root not in found:
        found.append(root)
        for used in uses[root]:
            by_path(used, uses, found)
    return found


@pytest.mark.parametrize("form", FORMS)
def test_one_order_alone_gives_the_right_gradient(form):
    item = FORMS[form][6]
    inputs, lines = variables(item.code)
    asked, root = re.search(r"`(\w)` get the right gradient", item.text)[1], "L"
    leaves = {name: torch.tensor(float(place), requires_grad=True) for place, name in enumerate(inputs, 2)}
    run(item.code, **leaves)[root].backward()
    uses = dict(lines)
    orders = {
        items.AS_COMPUTED: list(uses),
        items.NEAREST_FIRST: by_level(root, uses),
        items.ONE_PATH_FIRST: by_path(root, uses),
    }
    for choice in item.choices:
        order = re.findall(r"`(\w)`", choice.text)
        nodes = {name: Value(float(place)) for place, name in enumerate(inputs, 2)}
        made = run(item.code, **nodes)
        made[root].grad = 1.0
        for name in order:
            made[name]._backward()
        assert (nodes[asked].grad == leaves[asked].grad.item()) == (not choice.mistake), choice
        if choice.mistake:
            assert order == orders[choice.mistake]
        else:
            # Every node comes after each that uses it.
            assert all(order.index(name) > order.index(by) for by, used in lines for name in used if name in uses)
            assert order != list(uses)[::-1], "one has to see that several orders are right"
        assert choice.mistake == items.AS_COMPUTED or order[:2] == list(uses)[:-3:-1], (
            "the beginning gives nothing away"
        )


LOOP = "for "


def changed(code, text):
    """Return a program with the change that a choice describes."""
    lines, (new, *_) = code.split("\n"), re.findall(r"`([^`]+)`", text)
    if text.startswith("Add") and "before the last line" in text:
        return "\n".join([*lines[:-1], new, lines[-1]])
    if text.startswith("Add"):
        place = next(place for place, line in enumerate(lines) if line.startswith(LOOP)) + 1
        return "\n".join([*lines[:place], f"    {new}", *lines[place:]])
    target = re.match(r"\w+(?:\.backward|(?= -?= )|(?= = ))?", new)[0]
    found = [place for place, line in enumerate(lines) if re.match(rf"{re.escape(target)}\b(?! \+)", line.strip())]
    place = found[-1] if "last line" in text else found[0] if target != "print" else len(lines) - 1
    indent = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
    return "\n".join([*lines[:place], f"{indent}{new}", *lines[place + 1 :]])


def outcome(code):
    """Return what a program prints, one line after another, or the name of its error."""
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(code, {"torch": torch})
    except RuntimeError as error:
        return type(error).__name__
    return printed.getvalue().split("\n")[:-1]


# By form and number: what comes, what is meant, and the latter by hand: by a nudge, or as the last factor.
BUGS = [
    ("A", 2, ["None"], ["tensor(18.)"], lambda: ((3 * 1.0001) ** 2 - (3 * 0.9999) ** 2) / 0.0002),
    ("B", 2, ["None"], ["tensor(48.)"], lambda: ((4 * 0.5001) ** 3 - (4 * 0.4999) ** 3) / 0.0002),
    ("A", 6, ["tensor(4.)"], ["tensor(2.)"], lambda: (2 * 5.5 - 2 * 4.5) / 1),
    ("B", 6, ["tensor(5.)"], ["tensor(-1.)"], lambda: (-1 * 3.5 - -1 * 2.5) / 1),
]
OUTCOMES = {items.TWO_PASSES: {"A": ["tensor(3.)"], "B": ["tensor(4.)"]}}


@pytest.mark.parametrize(("form", "number", "comes", "meant", "by_hand"), BUGS)
def test_one_change_alone_mends_a_program(form, number, comes, meant, by_hand):
    item = FORMS[form][number - 1]
    assert outcome(item.code) == comes
    assert math.isclose(float(re.search(r"-?\d+", meant[-1])[0]), by_hand(), rel_tol=1e-5)
    for choice in item.choices:
        program = changed(item.code, choice.text)
        assert program != item.code
        came = outcome(program)
        if choice.mistake:
            assert came == OUTCOMES.get(choice.mistake, {form: comes})[form], choice
        else:
            assert came == meant, choice


def test_the_letters_of_one_form_say_nothing_of_those_of_the_other():
    pairs = [(one.right, other.right) for one, other in zip(*FORMS.values(), strict=True)]
    assert all(one != other for one, other in pairs)
    for letter in LETTERS:
        assert len({other for one, other in pairs if one == letter}) >= 2


def test_both_forms_have_two_questions_for_each_idea_at_the_same_places_and_two_are_on_pytorch():
    assert {len(form) for form in FORMS.values()} == {12}
    for one, other in zip(*FORMS.values(), strict=True):
        assert one.idea == other.idea
        assert bool(one.code) == bool(other.code)
        assert ("torch" in one.code) == ("torch" in other.code)
        assert {choice.mistake for choice in one.choices} == {choice.mistake for choice in other.choices}
    for form in FORMS.values():
        assert [item.idea for item in form] == [idea for idea in IDEAS for _ in range(2)]
        assert sum("torch" in item.code for item in form) == 2
        keys = [item.right for item in form]
        assert {letter: keys.count(letter) for letter in LETTERS} == dict.fromkeys(LETTERS, 3), "no letter is likelier"


@pytest.mark.parametrize("item", [item for form in FORMS.values() for item in form], ids=lambda item: item.text[:40])
def test_a_question_has_one_right_choice_and_three_mistakes_that_differ(item):
    assert len(item.choices) == 4
    mistakes = [choice.mistake for choice in item.choices if choice.mistake]
    assert len(set(mistakes)) == 3
    assert all(mistake.endswith(".") for mistake in mistakes)
    assert len({choice.text for choice in item.choices}) == 4


# Lines that most programs with PyTorch have.
COMMON = {"loss.backward()", "y.backward()", "with torch.no_grad():", "for step in range(3):", "z.backward()"}


def test_no_question_stands_in_an_exercise_or_an_example():
    paths = [*ROOT.glob("source/*.py"), *ROOT.glob("exercises/**/*.py"), *ROOT.glob("exercises/**/*.toml")]
    paths += [ROOT / "README.md", ROOT / "GLOSSARY.md"]
    texts = {path: path.read_text("utf-8") for path in paths if "proof" not in path.parts}  # No learner reads a proof.
    assert len(texts) > 100
    for form in FORMS.values():
        for item in form:
            lines = {line.strip() for line in item.code.split("\n") if line.strip()} - COMMON
            formulas = {one for one in re.findall(r"`([^`]+)`", item.text) if re.search(r"[*+=]", one)}
            for part in lines | formulas:
                whole = re.compile(rf"(?<![\w.]){re.escape(part)}(?![\w.])")
                assert not [path.name for path, text in texts.items() if part in text and whole.search(text)], part


def test_no_paragraph_of_a_day_has_the_numbers_of_a_question_and_its_answer():
    number = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])")

    def numbers_in(text):
        return set(number.findall(re.sub(r"\bten\b", "10", text.lower().replace("\N{MINUS SIGN}", "-"))))

    lines = [line for path in ROOT.glob("source/day*.py") for line in path.read_text("utf-8").split("\n")]
    for item in (item for form in FORMS.values() for item in form if not item.code):
        asked = numbers_in(item.text) | {item.chosen(item.right).text}
        assert len(asked) >= 3
        # A line with many numbers has any few by chance.
        assert not [line for line in lines if asked <= numbers_in(line) and len(numbers_in(line)) <= 8], item.text
