# SPDX-License-Identifier: MIT
"""The recorded accuracies of exercise 6.6, computed again with the notebook's own code."""

import random
from itertools import product

import pytest

from exercises.day6_accuracy.right import COST, ENOUGH, RECORDED, SEEDS, reached
from judge.notebooks import reference

ROUNDING = 0.003  # sums in another order may move an accuracy by a picture or two of a thousand


def unseen(names, setting, seed):
    """Return the accuracy on 1,000 unseen pictures of a net trained with a setting."""
    hidden, count, steps = setting
    net = names["Net"]([72, *[hidden] * (hidden > 0), 10], seed)
    names["train"](net, *names["make"](count, seed), steps, seed)
    pictures, digits = names["make"](1000, seed + 1000)
    return names["accuracy"](net(pictures).data, digits)


def test_each_setting_is_clear_of_the_threshold():
    """A start that rounds otherwise must not change what a plan is worth, nor what a learner sees of it."""
    assert all(low > ENOUGH or high <= ENOUGH - 0.01 for low, high in RECORDED.values())
    choices = reference.load(6)["ALLOWED"].values()
    assert set(RECORDED) == {one for one in product(*choices) if one[1] + one[2] <= COST}


def test_several_plans_pass_and_they_differ_in_what_they_buy():
    passing = [setting for setting, (low, _) in RECORDED.items() if low >= ENOUGH]
    assert (48, 4000, 3000) in passing, "the one plan of earlier releases"
    assert len(passing) >= 4
    assert {neurons for neurons, _, _ in passing} == {48, 192}
    assert {
        "more pictures" if pictures > steps else "more steps" for _, pictures, steps in passing if pictures != steps
    } == {"more pictures", "more steps"}
    assert len(passing) < len(RECORDED) / 8, "a plan that is drawn by chance does not pass"


@pytest.mark.parametrize("setting", random.Random(6).sample(sorted(RECORDED), 2))
def test_a_recorded_accuracy_is_computed_again(setting):
    low, high = RECORDED[setting]
    seed = random.Random(str(setting)).choice(SEEDS)
    assert low - ROUNDING <= unseen(reference.load(6), setting, seed) <= high + ROUNDING


@pytest.mark.exhaustive
@pytest.mark.parametrize("setting", sorted(RECORDED))
def test_all_recorded_accuracies_are_computed_again(setting):
    names = reference.load(6)
    found = [unseen(names, setting, seed) for seed in SEEDS]
    assert [min(found), max(found)] == pytest.approx(RECORDED[setting], abs=ROUNDING)


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ({"hidden": 48, "pictures": 4000, "steps": 3000}, "0.95 or more"),
        ({"hidden": 48, "pictures": 3000, "steps": 4000}, "0.95 or more"),
        ({"hidden": 192, "pictures": 3000, "steps": 3000}, "0.95 or more"),
        ({"hidden": 48, "pictures": 4000, "steps": 1_000_000}, "a setting that is not in the table"),
        ({"hidden": 48, "pictures": 6000, "steps": 6000}, "a cost above 7,000"),
        ({"hidden": 48, "pictures": "4000", "steps": 3000}, "a plan with an entry that is no number"),
        ({"hidden": 48, "pictures": float("nan"), "steps": 3000}, "a setting that is not in the table"),
    ],
)
def test_a_plan_is_judged_without_training(plan, says):
    assert reached(plan, plan["hidden"]) == says


@pytest.mark.parametrize("batches", [lambda *_: [], lambda *_: iter(()), lambda *_: [[], [0]], lambda *_: [[0], []]])
def test_a_batch_without_pictures_ends_a_training_with_a_sentence(batches):
    names = reference.load(6)
    names["train"].__globals__["batches"] = batches
    with pytest.raises(ValueError, match=r"A batch needs at least one picture\. batches\(5, 32, source\) gave none\."):
        names["train"](names["Net"]([72, 10], 1), *names["make"](5, 1), 3)


def test_a_training_on_no_pictures_ends_with_a_sentence():
    names = reference.load(6)
    with pytest.raises(ValueError, match="batches\\(0, 32, source\\) gave none"):
        names["train"](names["Net"]([72, 10], 1), *names["make"](0, 1), 3)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"pictures": 0}, r'plan\["pictures"\] is one of 200, 1000, 3000, 4000, 6000\. Here it is 0\.'),
        ({"steps": 1_000_000}, r'plan\["steps"\] is one of 300, 1000, 3000, 4000, 6000\. Here it is 1000000\.'),
        ({"hidden": "48"}, r'plan\["hidden"\] is one of 0, 8, 48, 192\. Here it is \'48\'\.'),
        ({"steps": 6000}, "The plan costs 10,000, and 7,000 is the most"),
    ],
)
def test_a_plan_that_is_not_allowed_is_not_trained(changed, says):
    names = reference.load(6)
    with pytest.raises(ValueError, match=says):
        names["setting_of"]({**names["plan"], **changed})
