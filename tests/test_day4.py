# SPDX-License-Identifier: MIT
"""Day 4: the training exercises hold for 50 starts, and the reference computes what the prose works out."""

import math
import random
import re

import pytest
from support import message_of

from grading.exercises.asking.ask import ask
from grading.exercises.day4_diagnose.right import FOUR
from grading.exercises.day4_train.probes import Line
from grading.exercises.day4_xor.right import XOR, obstacle
from grading.exercises.day4_xor.settings import FAILING, last_losses
from grading.judging.verdict import CORRECT
from grading.notebooks import course, reference
from verification.catalogued import checks_of, judged

DAY = course.day(4)


def answers(changes):
    namespace = reference.load(4)
    for source in changes:
        exec(compile(source, "<answer>", "exec"), namespace)
    return namespace


def troubles(*changes, seed=1, checks=()):
    verdicts = judged(DAY, answers(changes), seed, checks)
    return {check: message_of(verdict) for check, verdict in verdicts.items() if verdict.outcome != CORRECT}


FIFTY = list(range(1, 51))


@pytest.mark.parametrize("steps", [400, 500])
def test_the_xor_settings_of_the_reference_hold_for_fifty_starts(steps):
    settings = {**reference.load(4)["xor_settings"], "steps": steps}
    losses = last_losses(settings, XOR, FIFTY)
    assert sum(loss < 0.001 for loss in losses) == 50, max(losses)


@pytest.mark.parametrize("output", ["tanh", "linear"])
def test_either_repair_holds_for_fifty_starts(output):
    settings = {**FAILING, "output_activation": output}
    losses = last_losses(settings, FOUR, FIFTY)
    assert max(losses) < 0.02


@pytest.mark.parametrize("output", ["relu", "sigmoid"])
def test_no_start_gets_below_two_where_the_output_cannot_be_negative(output):
    settings = {**FAILING, "output_activation": output, "steps": 2000}
    assert min(last_losses(settings, FOUR, FIFTY)) >= 2.0


def test_many_starts_of_the_failing_net_are_dead_and_rest_at_four():
    text = " ".join(cell.source for cell in reference.cells(4) if cell.cell_type == "markdown")
    assert "Many starts do worse than the floor." in text
    assert last_losses(FAILING, FOUR, FIFTY).count(4.0) >= 20, "each of the four squares is 1 where the net answers 0"


@pytest.mark.parametrize(("seed", "activation"), [(6, "tanh"), (23, "sigmoid"), (31, "relu")])
def test_the_net_of_arrays_trains_as_the_engine_does(seed, activation):
    names = reference.load(4)
    settings = {"hidden": [4, 4], "activation": activation, "output_activation": "linear", "learning_rate": 0.1}
    random.seed(seed)
    model = names["MLP"](2, [4, 4, 1], activation)
    own = names["train"](model, XOR.xs, XOR.ys, 12, 0.1)
    for step, loss in enumerate(own, start=1):
        arrays = last_losses({**settings, "steps": step}, XOR, [seed])[0]
        assert math.isclose(loss, arrays, rel_tol=1e-9), (step, loss, arrays)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hidden": [8, 1]}, "a hidden layer too narrow"),
        ({"output_activation": "sigmoid"}, "sigmoid on the output, which is too slow at this rate"),
        ({"output_activation": "sigmoid", "learning_rate": 1.0}, "a learning rate that is too small"),
        ({"hidden": [4, 4], "activation": "relu"}, "; and with that fixed, a learning rate that is too small"),
        ({"hidden": [16], "activation": "sigmoid", "learning_rate": 0.3}, "; and with that fixed, a learning rate"),
    ],
)
def test_what_keeps_a_net_from_xor_is_named_with_a_next_step(change, words):
    assert words in obstacle({**reference.load(4)["xor_settings"], **change})


def test_the_worked_losses_are_those_of_the_hand_computation():
    names = reference.load(4)
    line = Line(names["Value"], 0.0)
    losses = names["train"](line, [[1.0], [2.0]], [2.0, 4.0], 4, 0.1)
    assert losses == pytest.approx([10.0, 2.5, 0.625, 0.15625], abs=1e-12)


MLP = ["day4-mlp-neuron", "day4-mlp-layer", "day4-mlp-network", "day4-mlp-parameters"]


def test_the_last_loss_of_the_failing_run_is_not_the_lowest_that_is_possible():
    shown = next(cell.source for cell in reference.cells(4) if "failing_losses = try_settings(" in cell.source)
    seed = int(re.search(r"failing_losses = try_settings\(.*seed=(\d+)", shown)[1])
    last = last_losses(FAILING, FOUR, [seed])[0]
    assert 2.002 < last < 2.1
    assert set(troubles(f"lowest_possible = {last!r}")) == {"day4-diagnose-cause"}


# What one mistake costs: the check that asks for it, and no other.
ONE_PRICE = {
    "4.4, the sign": ("train", "parameter.data -=", "parameter.data +=", {"day4-train-step"}),
    "4.4, no rate": ("train", "learning_rate * parameter.grad", "parameter.grad", {"day4-train-step"}),
    "4.4, not zeroed": ("train", "parameter.grad = 0.0", "pass", {"day4-train-zero"}),
    "4.4, no update": ("train", "parameter.data -= learning_rate * parameter.grad", "pass", None),
    "4.6, one size": ("xor", '"hidden": [8]', '"hidden": 8', {"day4-xor-learns"}),
    "4.6, a large letter": ("xor", '"tanh"', '"Tanh"', {"day4-xor-learns"}),
    "4.6, too many steps": ("xor", '"steps": 500', '"steps": 800', {"day4-xor-learns"}),
    "4.6, one neuron": ("xor", '"hidden": [8]', '"hidden": 1', None),
    "4.8, a sum": ("cross-entropy", "return total / len(targets)", "return total", {"day4-cross-entropy-value"}),
    "4.8, the sign": ("cross-entropy", "return total /", "return -total /", {"day4-cross-entropy-value"}),
    "4.8, half": (
        "cross-entropy", "return total / len(targets)", "return total / 2 / len(targets)", {"day4-cross-entropy-value"}
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", ONE_PRICE)
def test_a_mistake_in_training_or_in_the_loss_costs_one_check(mistake):
    exercise, old, new, paid = ONE_PRICE[mistake]
    source = reference.solutions(f"day4-{exercise}")[f"day4-{exercise}"]
    assert old in source
    checks = [check for check in checks_of(DAY) if check.startswith(f"day4-{exercise}-")]
    failed = set(troubles(source.replace(old, new), checks=checks))
    assert failed == (set(checks) if paid is None else paid)


def test_judging_leaves_the_learners_random_numbers_alone():
    names = reference.load(4)
    ask("day4-mlp-layer", names, 1)  # reads the given cells, which draw numbers
    random.seed(7)
    state = random.getstate()
    ask("day4-mlp-layer", names, 1)
    assert random.getstate() == state
