# SPDX-License-Identifier: MIT
"""Day 4: the training exercises hold for 50 starts."""

import math
import random
import re

import pytest

from exercises.day4_diagnose.right import FOUR, repaired
from exercises.day4_xor.right import XOR, XOR_STARTS, obstacle
from exercises.day4_xor.settings import FAILING, MOST_STEPS, Samples, last_losses
from judge.asking.ask import ask
from judge.notebooks import reference

FIFTY = list(range(1, 51))


def card_of(number):
    """Return the card of an exercise of Day 4."""
    return next(cell.source for cell in reference.cells(4) if f"### Exercise {number}:" in cell.source)


@pytest.mark.parametrize("steps", [70, 80])
def test_the_xor_settings_of_the_reference_hold_for_nearly_all_of_fifty_starts(steps):
    settings = {**reference.load(4)["xor_settings"], "steps": steps}
    losses = last_losses(settings, XOR, FIFTY)
    assert sum(loss < 0.001 for loss in losses) >= 47, max(losses)
    assert max(last_losses(settings, XOR, XOR_STARTS)) < 1e-4, "far from the limit, whatever rounds the last digit"


@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("hidden", [[4, 4], [16]])
def test_no_rate_lets_a_small_net_or_a_single_layer_learn_xor_from_all_five_starts(hidden, activation):
    settings = {"hidden": hidden, "activation": activation, "output_activation": "linear", "steps": MOST_STEPS}
    for rate in (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.7, 1.0):
        losses = last_losses({**settings, "learning_rate": rate}, XOR, XOR_STARTS)
        assert max(losses) > 0.001, rate


def test_what_the_floor_of_4_5_is_training_finds_too():
    """The fifth sample has the inputs of the second: no start gets below the number of paper, and some reach it."""
    five = Samples([*FOUR.xs, FOUR.xs[1]], [*FOUR.ys, 2.0], 1.0)
    assert "a fifth sample, with the inputs of the second and the target 2" in card_of("4.5")
    losses = last_losses(FAILING, five, list(range(1, 101)))
    assert min(losses) == pytest.approx(reference.load(4)["lowest_possible"], abs=1e-6)


@pytest.mark.parametrize(("output", "rate"), [("tanh", 0.05), ("linear", 0.02)])
@pytest.mark.parametrize("hidden", [[4, 4], []])
def test_either_repair_holds_for_fifty_starts_without_a_hidden_neuron_too(output, rate, hidden):
    settings = {**FAILING, "hidden": hidden, "output_activation": output, "learning_rate": rate}
    losses = last_losses(settings, FOUR, FIFTY)
    assert sum(loss < 0.03 for loss in losses) >= 49
    assert max(losses[:5]) < 0.03


def test_a_net_with_hidden_neurons_that_it_does_not_need_is_told_so():
    settings = reference.load(4)["repair"]
    assert repaired(settings, "") == "from each of them, with as few hidden neurons as possible"
    larger = {**settings, "hidden": [1]}
    assert repaired(larger, "") == "from each of them, with hidden neurons that it does not need"


@pytest.mark.parametrize("output", ["relu", "sigmoid"])
def test_no_start_gets_below_two_where_the_output_cannot_be_negative(output):
    settings = {**FAILING, "output_activation": output, "steps": 2000}
    assert min(last_losses(settings, FOUR, FIFTY)) >= 2.0


def test_many_starts_of_the_failing_net_are_dead_and_rest_at_four():
    text = " ".join(cell.source for cell in reference.cells(4) if cell.cell_type == "markdown")
    assert "Many starts stay above that floor." in text
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
        ({"hidden": [12, 1]}, "a hidden layer too narrow"),
        ({"hidden": [8]}, "a net too small for so few steps"),
        ({"hidden": [4, 4], "learning_rate": 0.02}, "; and with that fixed, a learning rate that is too small"),
        ({"learning_rate": 0.6}, "a learning rate that is too large"),
        ({"output_activation": "sigmoid"}, "sigmoid on the output, which is too slow at this rate"),
        ({"output_activation": "sigmoid", "learning_rate": 0.3}, "; and with that fixed, a learning rate that is too"),
        ({"hidden": [4, 4], "activation": "relu"}, "a net too small for so few steps"),
        ({"hidden": [16], "activation": "sigmoid", "learning_rate": 0.3}, "more than two obstacles"),
    ],
)
def test_what_keeps_a_net_from_xor_is_named_with_a_next_step(change, words):
    assert words in obstacle({**reference.load(4)["xor_settings"], **change})


def test_the_last_loss_of_the_failing_run_is_above_the_lowest_that_is_possible():
    shown = next(cell.source for cell in reference.cells(4) if "failing_losses = try_settings(" in cell.source)
    seed = int(re.search(r"failing_losses = try_settings\(.*seed=(\d+)", shown)[1])
    last = last_losses(FAILING, FOUR, [seed])[0]
    assert 2.002 < last < 2.1


def test_judging_leaves_the_learners_random_numbers_alone():
    names = reference.load(4)
    ask("day4-mlp-layer", names, 1)  # reads the given cells, which draw numbers
    random.seed(7)
    state = random.getstate()
    ask("day4-mlp-layer", names, 1)
    assert random.getstate() == state
