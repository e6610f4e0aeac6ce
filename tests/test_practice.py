# SPDX-License-Identifier: MIT
"""The questions on paper that ``again()`` asks with new numbers."""

import functools
import itertools
import json
import math
import re
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from support import served

import gradtools
from companion import files, kernel, mistakes, steps
from companion import practice as companion_practice
from grading import practice as grader
from judge.asking import fresh, probe
from judge.asking.ask import ask
from judge.asking.folders import exercise_of, exercises_of
from judge.notebooks import course, reference
from judge.run.answers import plain_answer, same, show
from judge.run.words import speaking
from judge.verdicts import practice
from judge.verdicts.catalogue import misconceptions
from judge.verdicts.decide import decide
from judge.verdicts.wording.explained import filled

SEEDS, ALL_SEEDS = 20, 200
ALL = [question for exercise in fresh.exercises() for question in fresh.of_exercise(exercise)]
each_question = pytest.mark.parametrize("question", ALL, ids=lambda one: f"{one.check} {one.name}")


@pytest.fixture
def drawn(pytestconfig):
    """Return a function that gives a question with the numbers of each seed, each once."""
    return functools.partial(_drawn, seeds=ALL_SEEDS if pytestconfig.getoption("--all") else SEEDS)


@functools.cache
def _drawn(question, seeds):
    found = (fresh.with_new_numbers(question, seed) for seed in range(seeds))
    return list({str(one.inputs): one for one in found}.values())


@functools.cache
def solved(day):
    return reference.load(day)


# What paper answers and new numbers would not change.
WITHOUT = {
    "day1-design": "shortcuts are judged, and the power of 1 goes unnoticed whatever the other numbers are",
    "day2-accumulate": "the answer is a condition on two letters",
    "day3-gradcheck": "a rule is found in an engine that is given",
    "day3-design": "digits are lost near 0, whatever the numbers are",
    "day3-changed": "a change is found in a graph that is given",
    "day5-predict": "four activations are ranked, and a border is found once",
    "day5-init": "one start does what another does",
    "day5-function": "a fault is found in a rule that is given",
    "day6-lines": "lines of an engine are judged",
    "day6-broken": "a fault is found in an engine that is given",
    "day6-accuracy": "a plan is measured",
}


def on_paper(exercise):
    return any(not one.reveal for group in probe.of_exercise(exercise).values() for one in group)


def test_each_exercise_on_paper_has_a_question_or_a_reason():
    found = [one for day in course.assignments() for one in exercises_of(day.name) if on_paper(one)]
    assert sorted(found) == sorted([*fresh.exercises(), *WITHOUT])
    assert len({(exercise_of(one.check), one.name) for one in ALL}) == len(ALL)


@each_question
def test_a_right_answer_is_right_and_each_mistake_hears_its_name(question, drawn):
    exercise = exercise_of(question.check)
    for one in drawn(question):
        right = practice.judge(one, exercise, question.right(**one.inputs))
        assert right.verdict.outcome == "correct"
        for wrong in question.wrong:
            if (answer := wrong.answer(**one.inputs)) is not None:
                verdict = practice.judge(one, exercise, answer).verdict
                assert (verdict.outcome, verdict.misconceptions) == ("not yet", (wrong.mistake,)), one.inputs


@each_question
def test_the_numbers_are_new_and_stand_in_the_text(question, drawn):
    assert len(drawn(question)) >= 4
    for one in drawn(question):
        assert one.inputs != question.original
        text = filled(question.ask, one.inputs).message().text()
        said = {name: show(value) for name, value in one.inputs.items()}
        assert "{" not in text
        # An input that is worked out of the others need not be said.
        unsaid = [name for name, value in said.items() if not re.search(rf"(?<![\w.]){re.escape(value)}(?!\w)", text)]
        assert unsaid == []


@each_question
def test_it_is_asked_in_spanish_with_the_same_numbers(question, drawn):
    one = drawn(question)[0]
    english = filled(question.ask, one.inputs).message().text()
    with speaking("es"):
        spanish = filled(question.ask, one.inputs).message().text()
    assert spanish != english
    assert sorted(re.findall(r"\d+", spanish)) == sorted(re.findall(r"\d+", english))


# What the reference has in place of an entry: puzzle 1 is a function.
def signs(namespace):
    made = namespace["puzzle_1"]
    points = [(2.0, 3.0), (3.0, 2.0), (5.0, 7.0)]
    return next(s for s in ways() if all(by_signs(s, a, b) == made(a, b) for a, b in points))


def ways():
    return map("".join, itertools.product("+*", repeat=3))


def by_signs(signs, a, b):
    t = eval(f"a {signs[0]} b")
    u = eval(f"t {signs[1]} a")
    return eval(f"t {signs[2]} u", {"t": t, "u": u})


def answered(question):
    namespace = solved(question.check.split("-")[0])
    return eval(question.entry, dict(namespace)) if question.entry else signs(namespace)


@each_question
def test_with_the_numbers_of_the_exercise_it_is_the_exercise(question):
    original = fresh.with_numbers(question, question.original)
    assert same(original.answer(answered(question)), original.right)


def makes(mistake, question, answer):
    """Tell whether a catalogued mistake writes an answer in the exercise's own entry, beside others or alone."""
    (entry,) = (one for one in misconceptions(exercise_of(question.check)) if one.id == mistake)
    found = (eval(question.entry, variant.namespace()) for variant in (entry, *entry.variants))
    return any(same(plain_answer(one), plain_answer(answer)) for one in found)


@each_question
def test_with_the_numbers_of_the_exercise_its_check_names_the_same_mistakes(question):
    if not question.entry:
        pytest.skip("the exercise asks for a function")
    namespace = dict(solved(question.check.split("-")[0]))
    name = question.entry.split("[")[0]
    for wrong in question.wrong:
        answer = wrong.answer(**question.original)
        if answer is None:
            continue
        changed = {**namespace, name: json.loads(json.dumps(namespace[name]))}
        exec(f"{question.entry} = {answer!r}", changed)
        verdict = decide(question.check, ask(question.check, changed, 4), 4)
        # Some mistakes show in several entries: then one wrong entry alone has no name there.
        named = wrong.mistake in verdict.misconceptions or makes(wrong.mistake, question, answer)
        assert named, (wrong.mistake, answer)


# A number, and no part of a name such as `w01`, of a hint's name or of what is squared.
NUMBERS = re.compile(r"(?<![\w.])(?<!hint )\d+(?:\.\d+)?")
ALWAYS = {"0", "1", "2"}


@each_question
def test_no_explanation_has_the_numbers_of_the_exercise(question):
    known = {entry.id: entry for entry in misconceptions(exercise_of(question.check))}
    in_question = set(NUMBERS.findall(question.ask))
    for wrong in question.wrong:
        entry = known[wrong.mistake]
        said = wrong.why if wrong.why is not None else entry.verdict
        found = {number for text in (entry.title, entry.kind, said) for number in NUMBERS.findall(text)}
        allowed = (
            {"32"} if wrong.mistake.endswith("-batch") else {"0.5", "0.25"} if "variance" in wrong.mistake else set()
        )
        assert not found - ALWAYS - in_question - allowed, (wrong.mistake, said)


# The same answers by other ways: enumerated, measured, or by PyTorch in float64.


def leaves(*numbers):
    return [torch.tensor(float(number), dtype=torch.float64, requires_grad=True) for number in numbers]


def chain(x, w1, w2, b, **_):
    x, w1, w2, b = leaves(x, w1, w2, b)
    loss = (w2 * torch.relu(w1 * x + b)) ** 2
    loss.backward()
    return w1.grad.item(), w2.grad.item()


def lost(w2, b, loss, slope):
    """Try pairs of `x` and `w1` until the run leaves these numbers, and return the gradients of `w1` and `w2`."""
    pairs = [(x, w1) for x in range(1, 4) for w1 in range(1, 4)]
    found = []
    for x, w1 in pairs:
        x, w1, other, bias = leaves(x, w1, w2, b)
        result = (other * torch.relu(w1 * x + bias)) ** 2
        result.backward()
        if (result.item(), x.grad.item()) == (loss, slope):
            found.append((w1.grad.item(), other.grad.item()))
    (one,) = found
    return one


def still(a, b):
    """Find c by trying: the slope of `a` is linear in it."""

    def slope(c):
        leaf, other, third = leaves(a, b, c)
        ((leaf * other + third) * (leaf + other)).backward()
        return leaf.grad.item()

    (c,) = [c for c in range(-60, 61) if slope(c) == 0]
    return c


def lowest_step(w, x, b, c):
    return min((step / 4 for step in range(1, 60)), key=lambda step: (w * (x + step) + b) ** 2 + c)


def afresh(slope, *calls):
    leaf = solved("day3")["Value"](1.0)
    h = slope * leaf
    for factor in calls:
        (factor * h).backward()
    return leaf.grad


def kept(slope, *calls):
    """Return what a leaf below ``h`` has collected, and ``h.grad``: a leaf of PyTorch's keeps its gradient."""
    (h,) = leaves(1)
    h.grad = None
    collected = 0.0
    for factor in calls:
        (factor * h).backward()
        collected += slope * h.grad.item()
    return collected, h.grad.item()


def hidden_call(slope, first, last):
    (found,) = [k for k in range(-40, 41) if afresh(slope, first, k, last) == kept(slope, first, k, last)[0]]
    return found


def net(*sizes):
    return torch.nn.Sequential(*itertools.starmap(torch.nn.Linear, itertools.pairwise(sizes)))


def count(*sizes):
    return sum(parameter.numel() for parameter in net(*sizes).parameters())


def gradients_changed(inputs, first, second):
    """Change a weight in PyTorch, and count the parameters whose gradient of the output differs then."""
    torch.manual_seed(3)
    sizes = (inputs, first), (first, second), (second, 1)
    layers = [torch.nn.Linear(*size, dtype=torch.float64) for size in sizes]
    net = torch.nn.Sequential(layers[0], torch.nn.Tanh(), layers[1], torch.nn.Tanh(), layers[2])
    data = torch.rand(inputs, dtype=torch.float64) + 0.5

    def gradients():
        return torch.cat([one.flatten() for one in torch.autograd.grad(net(data), list(net.parameters()))])

    before = gradients()
    with torch.no_grad():
        layers[0].weight[0, 0] += 0.1
    return int((gradients() != before).sum())


def width(inputs, one, other):
    sizes = ((m, k) for m in range(2, 30) for k in range(2, 30))
    return next(
        m
        for m, k in sizes
        if count(inputs, m, k, 1) - count(inputs, m - 1, k, 1) == one
        if count(inputs, m, k, 1) - count(inputs, m, k - 1, 1) == other
    )


def best(targets):
    return min((c / 4 for c in range(200)), key=lambda c: sum((c - target) ** 2 for target in targets))


def share(targets):
    squares = (torch.tensor(targets, dtype=torch.float64) - best(targets)) ** 2
    return (squares[-1] / squares.sum()).item()


def lowest_sum(targets):
    outputs = np.arange(0, 20, 0.25)
    alone, one, other = targets[:-2], *targets[-2:]
    shared = ((outputs - one) ** 2 + (outputs - other) ** 2).min()
    return sum(((outputs - target) ** 2).min() for target in alone) + shared


def floor(one, other, samples):
    answers = np.linspace(-10, 10, 41)
    return ((answers - one) ** 2 + (answers - other) ** 2).min() / samples


def rise(value, **gradients):
    """Let the step grow in small parts, and return the rise of the leader where another pixel leads first."""
    held = {"a": 1, "b": value, "c": 0, "d": 1}

    def best(name, step):
        moves = [min(1, max(0, held[name] + way * step)) - held[name] for way in (-1, 1)]
        return max(gradients[name] * move for move in moves)

    leader, before = "", 0.0
    for step in range(1, 2001):
        name = max(held, key=lambda name: best(name, step / 2000) + 1e-9 * (name == leader))
        if leader and name != leader:
            return before
        leader, before = name, round(best(name, step / 2000), 9)
    raise AssertionError("one pixel leads from first to last")


def level(inputs):
    """Add up coins: the mean square of a sum of so many is their number."""
    spread = Fraction(1, math.isqrt(inputs))
    assert inputs * spread**2 == 1
    return spread


def switched(inputs, spread):
    one = [(sign * spread * on) ** 2 for sign in (-1, 1) for on in (0, 1)]  # of mean 0, so its square is its variance
    return inputs * sum(one) / len(one)


def whole_steps(layers, gaps, sigmoids, *, best):
    places = range(1, sigmoids + 1) if best else range(layers - sigmoids, layers)
    steps = [
        300 / math.prod(4 if gap in places else 1 for gap in range(layer, layers)) for layer in range(1, layers + 1)
    ]
    return sum(one >= 30 for one in steps)


def lends(low, high, wanted):
    """Measure what a factor of 2 does to the ratios of two layers, and raise it until both are as wanted."""

    def ratios(factor):
        torch.manual_seed(1)
        data, other, one = torch.randn(3, 6, 6, dtype=torch.float64)
        weights = [(one / factor).requires_grad_(), (other * factor).requires_grad_()]
        (torch.relu(data @ weights[0]) @ weights[1]).square().sum().backward()
        return [(weight.grad.norm() / weight.norm()).item() for weight in weights]

    third, fourth = (after / before for before, after in zip(ratios(1.0), ratios(2.0), strict=True))
    doublings = math.log(wanted / high) / math.log(fourth)
    assert math.isclose(low * third**doublings, wanted)
    return round(2.0**doublings, 6)


def shares(rows, columns):
    (b,) = [torch.zeros(columns, dtype=torch.float64, requires_grad=True)]
    (torch.zeros(rows, columns, dtype=torch.float64) + b).sum().backward()
    return b.grad[0].item()


def layer(x, w, g):
    x, w = (torch.tensor(one, dtype=torch.float64, requires_grad=True) for one in ([x], w))
    (x @ w).backward(torch.tensor([g], dtype=torch.float64))
    return x.grad[0].tolist(), w.grad.tolist()


def stuck(ones, zeros, **_):
    targets = np.array([1.0] * ones + [0.0] * zeros)
    return min(((prediction / 100 - targets) ** 2).mean() for prediction in range(101))


def factor(value, few, first, many, second, pictures):
    """Draw a straight line through the two measured times, and divide by what it says of so many pictures."""
    first, second = Fraction(str(first)), Fraction(str(second))
    return Fraction(str(value)) * pictures / (first + (second - first) * Fraction(pictures - few, many - few))


def limit(**times):
    return factor(**times, pictures=10**30)


def half(**times):
    return next(n for n in range(1, 100) if abs(2 * factor(**times, pictures=n) - limit(**times)) < 1e-9)


def both_sides(table, u, v):
    j, u, v = (torch.tensor(one, dtype=torch.float64) for one in (table, u, v))
    _, forward = torch.autograd.functional.jvp(lambda x: j @ x, torch.zeros(3, dtype=torch.float64), v)
    _, back = torch.autograd.functional.vjp(lambda x: j @ x, torch.zeros(3, dtype=torch.float64), u)
    return forward.tolist(), back.tolist()


def raised(a, rise):
    """Build the graphs that there can be, and return the value of those in which the leaf raises it so."""
    value = solved("day1")["Value"]

    def last(names, b, moved=None):
        leaves = {name: value(number + (name == moved)) for name, number in (("a", a), ("b", b), ("c", 0))}
        return (leaves["a"] * leaves["b"] + leaves[names]).data

    (found,) = {last(name, b) for name in "abc" for b in range(30) if last(name, b, name) - last(name, b) == rise}
    return found


def forgetful(node):
    return 1 + sum(map(forgetful, node._prev))


def loop(c, listed):
    namespace = solved("day1")
    y = namespace["Value"](float(c))
    while forgetful(y) < listed:
        y = y + y
    assert forgetful(y) == listed
    nodes, edges = namespace["trace"](y)
    return len(nodes), len(edges), y.data


INDEPENDENT = {
    "day1-predict-product last": raised,
    "day1-predict-reuse nodes": lambda **given: loop(**given)[0],
    "day1-predict-reuse edges": lambda **given: loop(**given)[1],
    "day1-predict-reuse value": lambda **given: loop(**given)[2],
    "day1-draw-1 signs": lambda a, b, y: next(one for one in ways() if by_signs(one, a, b) == y),
    "day2-chain-w1 dL/dw1": lambda **given: lost(**given)[0],
    "day2-chain-w2 dL/dw2": lambda **given: lost(**given)[1],
    "day2-chain-times times": lambda another, **given: chain(**{**given, "w2": another})[0] / chain(**given)[0],
    "day2-complex-still c": still,
    "day2-step-lowest lowest": lowest_step,
    "day3-twice-which k": hidden_call,
    "day3-twice-which a.grad": lambda slope, first, k, last: afresh(slope, first, k, last),
    "day3-twice-which h.grad": lambda slope, first, k, last: kept(slope, first, k, last)[1],
    "day4-count-paper parameters": lambda inputs, first, second: count(inputs, first, second, 1),
    "day4-count-paper changed": gradients_changed,
    "day4-count-width width": width,
    "day4-diagnose-cause lowest": lowest_sum,
    "day4-fool-pixel rise": rise,
    "day4-loss-constant best": best,
    "day4-loss-constant share": share,
    "day4-plane-floor floor": floor,
    "day5-derive-leak level": level,
    "day5-derive-switched switched": switched,
    "day5-ratio-rate factor": lends,
    "day5-forecast-depth best": lambda **given: whole_steps(**given, best=True),
    "day5-forecast-depth worst": lambda **given: whole_steps(**given, best=False),
    "day6-column-agree Jv": lambda **given: both_sides(**given)[0],
    "day6-column-agree uJ": lambda **given: both_sides(**given)[1],
    "day6-speed-limit half": half,
    "day6-speed-limit limit": limit,
    "day6-stuck-lowest lowest": stuck,
    "day6-tensor-paper dL/dX": lambda **given: layer(**given)[0],
    "day6-unbroadcast-shares b": shares,
}


@each_question
def test_another_way_gives_the_right_answers(question, drawn):
    compute = INDEPENDENT.get(f"{question.check} {question.name}")
    if compute is None:
        pytest.skip("there is no other way")
    for one in drawn(question)[:20]:
        assert same(plain_answer(compute(**one.inputs)), one.right), one.inputs


def test_all_other_ways_are_of_a_question():
    assert INDEPENDENT.keys() <= {f"{one.check} {one.name}" for one in ALL}


# In a notebook


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """Return a function that calls ``again`` in a notebook of Day 2, and gives what is shown."""
    place, shown = tmp_path / "day2", []
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.setattr(companion_practice, "ask", grader.answer)
    monkeypatch.setattr(companion_practice, "Line", lambda: SimpleNamespace(end=shown.append))

    def call(*given, **named):
        gradtools.again(*given, **named)
        return shown[-1]["text/plain"]

    call.path, call.shown = tmp_path / mistakes.FILE, shown
    return call


def right_answer(path, number="2.4", exercise="day2-chain"):
    """Return the open question of an exercise, and its right answer."""
    one = fresh.chosen(fresh.of_exercise(exercise), mistakes.asked(number, path).seed)
    return one, one.fresh.right(**one.inputs)


def test_a_question_is_asked_until_it_is_answered_and_then_another_kind(lab):
    first = lab("2.4")
    one, right = right_answer(lab.path)
    assert lab("2.4") == lab("2.4", ...) == first  # also in a kernel that was restarted: it is kept in a file
    assert one.fresh.name == "dL/dw2"
    assert "✓ Right." in lab("2.4", right)
    assert "No question of exercise 2.4 is open" in lab("2.4", right)
    lab("2.4")
    assert right_answer(lab.path)[0].fresh.name == "dL/dw1"
    lab("2.4", new=True)
    assert right_answer(lab.path)[0].fresh.name == "times"
    lab("2.4", new=True)
    assert right_answer(lab.path)[0].fresh.name == "dL/dw2"


def test_each_different_wrong_answer_gets_one_step_more(lab):
    lab("2.4")
    one, right = right_answer(lab.path)
    wrong = {entry.mistake: entry.answer(**one.inputs) for entry in one.fresh.wrong}
    first = lab("2.4", wrong["day2-chain-square-without-two"])
    assert "The square's local derivative is given as `z4`" in first
    assert "two edges" not in first
    assert one.fresh.because not in first
    assert str(right) not in first.partition("You gave")[2]
    assert lab("2.4", wrong["day2-chain-square-without-two"]) == first
    second = lab("2.4", wrong["day2-chain-square-ignored"])
    assert "Its first step is the square" in second
    assert one.fresh.because not in second
    assert one.fresh.because in lab("2.4", wrong["day2-chain-z4-sign"])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("3",), "The text '3'. A number is written without quotes."),
        (("0,5",), "with a point: 0.5"),
        ((0, 5), "Python writes 0.5 with a point"),
        (([7],), "Write the number without brackets."),
        ((float("nan"),), "This answer can't be read."),
        ((object(),), "This answer can't be read."),
        (([[[[[1]]]]],), "This answer can't be read."),
        ((10**5000,), "This answer can't be read."),
        (({"a": 1},), "This answer can't be read."),
        ((True,), "✗ Not yet."),
        (("x" * 1990,), "✗ Not yet."),
        (("x" * 5000,), "This answer can't be read."),
    ],
)
def test_an_odd_answer_hears_what_to_write_and_is_no_try(lab, given, said):
    lab("2.4")
    before = mistakes.asked("2.4", lab.path)
    assert said in lab("2.4", *given)
    assert mistakes.asked("2.4", lab.path) == before or given == (True,)


@pytest.mark.parametrize("kind", [Fraction, np.float64, lambda one: np.array(float(one)), torch.tensor, float])
def test_any_kind_of_number_is_taken(lab, kind):
    lab("2.4")
    assert "✓ Right." in lab("2.4", kind(right_answer(lab.path)[1]))


def test_answers_of_several_numbers_and_words_are_taken_as_they_are_typed(lab):
    lab("6.3")
    _, right = right_answer(lab.path, "6.3", "day6-tensor")
    assert "✓ Right." in lab("6.3", *right)
    lab("2.5")
    _, (mode, passes) = right_answer(lab.path, "2.5", "day2-dual")
    assert "✓ Right." in lab("2.5", mode.upper(), passes)
    lab("1.4")
    _, right = right_answer(lab.path, "1.4", "day1-draw")
    assert "✓ Right." in lab("1.4", " , ".join(right))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("9.9",), "There is no exercise 9.9 here."),
        (("day2",), "There is no exercise day2 here."),
        (("2.4\n" * 100,), "There is no exercise"),
        (("1.1",), "no question that other numbers would change. Of the same day, these have one: 1.4,"),
        (("9.9", 1), "There is no exercise 9.9 here."),
        (("2.4", 1), 'No question of exercise 2.4 is open. Run `again("2.4")` first: it asks one.'),
        ((2.4, 1), "No question of exercise 2.4 is open."),
    ],
)  # fmt: skip
def test_what_can_not_be_asked_is_said_in_one_sentence(lab, call, said):
    assert said in lab(*call)
    assert not lab.path.exists()


def test_a_file_that_is_cut_off_is_set_aside_and_a_question_is_asked(lab):
    lab("2.4")
    lab.path.write_text(lab.path.read_text("utf-8")[:60], "utf-8")
    assert "No question of exercise 2.4 is open" in lab("2.4", 5)
    assert "What is the gradient" in lab("2.4")
    assert len(list(lab.path.parent.glob("*mistakes*"))) == 2


def test_entries_that_are_no_questions_are_none(tmp_path):
    path = tmp_path / mistakes.FILE
    for texts in ([], ["3"], ["-3", "key", "open"], ["²", "key", "open"], ["9" * 5000, "key", "open"], "3"):
        path.write_text(json.dumps({"counts": {}, "open": {}, "tries": {}, "again": {"2.4": texts}}), "utf-8")
        assert mistakes.asked("2.4", path) is None


def test_a_question_that_can_not_be_written_lasts_as_long_as_the_notebook(lab, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "replace", full)
    monkeypatch.setattr(companion_practice, "_unwritten", {})
    first = lab("2.4")
    assert "It is remembered until this notebook is closed." in first
    assert first.endswith(lab("2.4"))


def test_after_a_change_of_the_course_another_question_is_asked(lab):
    lab("2.4")
    known = mistakes.asked("2.4", lab.path)
    mistakes.keep_asked("2.4", mistakes.Asked(known.seed, "another"), lab.path)
    said = lab("2.4", 5)
    assert said.startswith("The question that was open is no longer known, so this is another one.\nAsked:")
    assert mistakes.asked("2.4", lab.path).seed != known.seed


def test_it_is_silent_while_a_program_runs_the_notebook(lab, monkeypatch):
    monkeypatch.setenv(kernel.RUNNING, "1")
    gradtools.again("2.4")
    assert lab.shown == []


def test_the_html_holds_no_markup_of_a_learner(lab):
    lab("1.4")
    lab("1.4", "<script>")
    assert "<script>" not in lab.shown[-1]["text/html"]


def test_the_grader_is_asked_as_by_a_notebook():
    (said,) = served([json.dumps({"again": "2.4", "seed": 3})])
    assert "`dL/dw2`" in said["message"]
    (said,) = served([json.dumps({"again": "2.4", "seed": 3, "answer": "__import__('os')"})])
    assert said["refused"].startswith("This answer can't be read.")
    for question in ({"again": 2.4}, {"again": "2.4", "seed": "3"}, {"again": "2.4", "answer": 3}):
        (said,) = served([json.dumps(question)])
        assert "refused" in said


def test_the_card_of_a_wrong_answer_offers_other_numbers():
    cards = [{"message": str(step), "html": str(step)} for step in range(3)]
    finding = {"checks": ["day2-chain-times"], "steps": cards, "again": True}
    assert 'again("2.4")' in steps._finding(finding, {}, "2.4")["message"]
    assert "again(" not in steps._finding({**finding, "again": False}, {}, "2.4")["message"]
