# SPDX-License-Identifier: MIT
"""Day 4: other right answers pass, wrong ones fail where they should, and the training exercises hold for 50 starts."""

import math
import random
import re

import pytest
from support import message_of

from grading import judging
from grading.exercises.day4_diagnose.right import FOUR
from grading.exercises.day4_train.probes import Line
from grading.exercises.day4_xor.right import XOR, obstacle
from grading.exercises.shared.settings import FAILING, last_losses
from grading.notebooks import course, reference, submission
from verification.catalogued import blank, judged
from verification.right_solutions import read

DAY = course.day(4)


def answers(changes):
    """Return the reference's namespace after other answer cells have run in it."""
    namespace = reference.load(4)
    for source in changes:
        exec(compile(source, "<answer>", "exec"), namespace)
    return namespace


def troubles(*changes, seed=1, checks=()):
    """Return the message of every check that is not correct, by check; of all the day's without ``checks``."""
    verdicts = judged(DAY, answers(changes), seed, checks)
    return {check: message_of(verdict) for check, verdict in verdicts.items() if verdict.outcome != judging.CORRECT}


def test_a_broken_network_costs_no_points_of_training():
    broken = "class MLP:\n    def __init__(self, *a):\n        raise RuntimeError('broken')\nNeuron = Layer = MLP\n"
    failed = troubles(broken)
    assert failed
    assert all(check.startswith("day4-mlp-") for check in failed)


def test_broken_losses_cost_no_points_of_training():
    broken = "def mean_squared_error(p, y):\n    return None\nsum_squared_error = mean_squared_error\n"
    assert set(troubles(broken)) == {"day4-loss-sum", "day4-loss-mean"}


def test_a_network_that_lists_nothing_still_shows_what_it_computes():
    failed = troubles("for part in (Neuron, Layer, MLP):\n    part.parameters = lambda self: []\n")
    assert set(failed) == {"day4-mlp-parameters"}


def test_nothing_of_the_released_notebook_counts_as_wrong():
    outcomes = {check: verdict.outcome for check, verdict in judged(DAY, blank(DAY), 1).items()}
    assert set(outcomes.values()) == {judging.NOT_ATTEMPTED}, outcomes


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


def test_a_right_number_written_as_text_is_told_so():
    failed = troubles('lowest_possible = "2"\ncause = ["d"]\ncounted = {**counted, "nodes": "20"}\n')
    assert set(failed) == {"day4-count-paper", "day4-diagnose-cause"}
    assert "Here it is the text '20', in quotes." in failed["day4-count-paper"]
    assert "Write one of 'a', 'b', 'c', 'd', 'e'." in failed["day4-diagnose-cause"]
    failed = troubles('lowest_possible = "2"')
    assert "the text '2'. A number is written without quotes." in failed["day4-diagnose-cause"]


@pytest.mark.parametrize(
    ("update", "how"),
    [("p = p - learning_rate * p.grad", "not zero"), ("p.grad = 0.0", "zero")],
)
def test_a_parameter_that_stays_is_told_with_its_gradient(update, how):
    train = read("day4/micrograd_names")["day4-train"].replace(
        "p.data = p.data - learning_rate * p.grad\n            p.grad = 0", update
    )
    failed = troubles(train)
    assert set(failed) == {"day4-train-step", "day4-train-zero", "day4-train-model"}
    assert re.search(rf"Here it is still -?[\d.]+, with a gradient that is {how}\.", failed["day4-train-step"])
    assert f"all three where they were, with gradients that are {how}." in failed["day4-train-model"]


CLAMPED = """
def binary_cross_entropy(logits, targets):
    def kept(p):
        return p if EPSILON < p.data < 1 - EPSILON else Value(min(max(p.data, EPSILON), 1 - EPSILON))
    total = 0
    for z, y in zip(logits, targets):
        p = kept(z.sigmoid())
        total = total - (p.log() if y else (1 - p).log())
    return total / len(logits)
"""


@pytest.mark.parametrize("epsilon", ["1e-9", "1e-10", "1e-12"])
def test_a_probability_kept_away_from_0_and_1_fails_where_that_matters_alone(epsilon):
    names = answers([CLAMPED.replace("EPSILON", epsilon)])
    verdicts = judged(DAY, names, 1)
    wrong = {check: one.misconceptions for check, one in verdicts.items() if one.outcome != judging.CORRECT}
    assert wrong == {"day4-cross-entropy-extreme": ("day4-entropy-clipped",)}
    run_check("day4-cross-entropy-value", names)
    run_check("day4-cross-entropy-gradient", names)


def run_check(check, namespace):
    """Run what a learner sees of a grade cell."""
    cell = next(cell for cell in reference.cells(4) if cell.metadata.get("nbgrader", {}).get("grade_id") == check)
    exec(compile(submission.visible(cell.source), f"<{check}>", "exec"), namespace)


def test_an_incomplete_list_of_parameters_is_no_fault_of_the_neuron():
    names = answers(["Neuron.parameters = lambda self: list(self.weights)"])
    run_check("day4-mlp-neuron", names)
    with pytest.raises(AssertionError, match="41 parameters"):
        run_check("day4-mlp-parameters", names)


def test_training_is_judged_alone_where_the_losses_are_missing():
    sources = {"day4-loss": "def mean_squared_error(:"}
    with pytest.raises(SyntaxError):
        compile(sources["day4-loss"], "<answer>", "exec")
    verdicts = judged(DAY, reference.load(4, answers=sources, forgiving=True), 1)
    wrong = {check for check, verdict in verdicts.items() if verdict.outcome != judging.CORRECT}
    assert wrong == {"day4-loss-sum", "day4-loss-mean"}


def test_judging_leaves_the_learners_random_numbers_alone():
    names = reference.load(4)
    random.seed(7)
    expected = random.random()
    random.seed(7)
    judging.ask("day4-mlp-layer", names, 1)
    assert random.random() == expected


def test_the_worked_losses_are_those_of_the_hand_computation():
    names = reference.load(4)
    line = Line(names["Value"], 0.0)
    losses = names["train"](line, [[1.0], [2.0]], [2.0, 4.0], 4, 0.1)
    assert losses == pytest.approx([10.0, 2.5, 0.625, 0.15625], abs=1e-12)


@pytest.mark.exhaustive
def test_a_training_that_never_ends_is_stopped():
    endless = "def train(model, xs, ys, steps, learning_rate, loss=None):\n    while True:\n        pass\n"
    messages = troubles(endless)
    assert set(messages) == {"day4-train-step", "day4-train-zero", "day4-train-model"}
    assert all("takes too long" in message for message in messages.values())


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ("None", "still empty"),
        ("[4, 4]", "a list where a dictionary should be"),
        ("{'hidden': [4]}", "settings without"),
        ("{**xor_settings, 'steps': 501}", "more than 500 steps"),
        ("{**xor_settings, 'hidden': [4000]}", "whole numbers from 1 to 16"),
        ("{**xor_settings, 'activation': 'softmax'}", "none of the four"),
        ("{**xor_settings, 'learning_rate': 'fast'}", "not a number"),
    ],
)
def test_settings_that_cannot_be_tried_are_named(settings, word):
    asked = troubles(f"xor_settings = {settings}", checks=("day4-xor-learns",))
    assert word in asked["day4-xor-learns"]


MLP = ["day4-mlp-neuron", "day4-mlp-layer", "day4-mlp-network", "day4-mlp-parameters"]

# A neuron that keeps constants: the 1 that its bias is multiplied by, the 0 at which its sum starts.
CONSTANTS = """
ONE, ZERO = Value(1.0), Value(0.0)
class Neuron:
    def __init__(self, nin, activation="tanh"):
        self.w, self.b = [Value(random.uniform(-1, 1)) for _ in range(nin)], Value(0.0)
        self.zero, self.a = OWN, activation
    def __call__(self, x):
        if len(x) != len(self.w):
            raise ValueError(f"{len(x)} inputs for {len(self.w)} weights")
        z = self.zero
        for w, i in zip(self.w + [self.b], [*x, ONE]):
            z = z + w * i
        return activate(z, self.a)
    def parameters(self):
        return LISTED
"""


@pytest.mark.parametrize("zero", ["ZERO", "Value(0.0)", "0"])
def test_a_kept_constant_is_no_parameter(zero):
    names = answers([CONSTANTS.replace("OWN", zero).replace("LISTED", "[*self.w, self.b]")])
    for seed in (1, 2, 3):
        assert {verdict.outcome for verdict in judged(DAY, names, seed, MLP).values()} == {judging.CORRECT}
    for check in MLP:
        run_check(check, names)


@pytest.mark.parametrize(
    ("listed", "named"),
    [
        ("self.w", ("day4-parameters-without-bias",)),
        ("[self.b]", ("day4-parameters-bias-only",)),
        ("[*self.w[1:], self.b]", ()),
    ],
)
def test_a_weight_that_is_forgotten_is_told_beside_a_constant(listed, named):
    names = answers([CONSTANTS.replace("OWN", "ZERO").replace("LISTED", listed)])
    verdicts = judged(DAY, names, 1, MLP)
    wrong = {check: verdict.misconceptions for check, verdict in verdicts.items() if verdict.outcome != judging.CORRECT}
    assert wrong == {"day4-mlp-parameters": named}


@pytest.mark.parametrize(
    ("draw", "named"),
    [
        ("random.choice([-1, 1])", ("day4-weights-rounded",)),
        pytest.param("max(-1, min(1, random.gauss(0, 1)))", (), marks=pytest.mark.exhaustive),
        pytest.param("random.triangular(-1, 1)", (), marks=pytest.mark.exhaustive),
    ],
)
def test_weights_that_are_not_even_between_their_ends_are_told(draw, named):
    names = answers([read("day4/micrograd_names")["day4-mlp"].replace("random.uniform(-1, 1)", draw)])
    for seed in (1, 2, 3):
        verdict = judged(DAY, names, seed, ["day4-mlp-layer"])["day4-mlp-layer"]
        assert (verdict.outcome, verdict.misconceptions) == (judging.NOT_YET, named)


TRAIN = """
def train(model, xs, ys, steps, learning_rate, loss=mean_squared_error):
    losses = []
    for _ in range(steps):
        root = loss([model(x) for x in xs], ys)
        ZEROED
        root.backward()
        BEFORE
        for p in model.parameters():
            p.data -= learning_rate * p.grad
        AFTER
    return losses
"""


def trained(zeroed="for p in model.parameters(): p.grad = 0.0", before="losses.append(root.data)", after="pass"):
    """Return the wrong checks of a training with these lines, each with its names, for two seeds."""
    names = answers([TRAIN.replace("ZEROED", zeroed).replace("BEFORE", before).replace("AFTER", after)])
    checks = ["day4-train-step", "day4-train-zero", "day4-train-model"]
    found = []
    for seed in (1, 2):
        verdicts = judged(DAY, names, seed, checks)
        found.append({check: one.misconceptions for check, one in verdicts.items() if one.outcome != judging.CORRECT})
    assert found[0] == found[1]
    for check in checks:
        if check not in found[0]:
            run_check(check, names)
    return found[0]


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ({"before": "losses.append(root)"}, "day4-train-loss-as-value"),
        (
            {"before": "pass", "after": "losses.append(loss([model(x) for x in xs], ys).data)"},
            "day4-train-loss-after-update",
        ),
        ({"before": "pass"}, "day4-train-list-empty"),
    ],
)
def test_a_slip_in_the_list_of_losses_costs_the_check_of_one_step_alone(lines, named):
    assert trained(**lines) == {"day4-train-step": (named,)}


@pytest.mark.parametrize("some", ["[:1]", "[-1:]", "[:-1] or model.parameters()"])
def test_each_parameter_has_to_be_zeroed(some):
    zeroed = f"for p in model.parameters(){some}: p.grad = 0.0"
    assert trained(zeroed=zeroed) == {"day4-train-zero": ("day4-train-zeroes-some",)}


def test_later_losses_are_those_of_their_rounds():
    assert trained(before="losses.append(losses[0] if losses else root.data)") == {"day4-train-zero": ()}


def test_an_update_before_its_gradient_is_no_new_meaning_of_the_loop_variable():
    late = TRAIN.replace("        root.backward()\n", "").replace("AFTER", "root.backward()")
    verdicts = judged(DAY, answers([late.replace("ZEROED", "pass").replace("BEFORE", "losses.append(root.data)")]), 1)
    assert verdicts["day4-train-step"].misconceptions == ("day4-train-no-backward",)
    assert verdicts["day4-train-model"].misconceptions == ("day4-train-no-backward",)


def test_data_that_poses_as_an_error_or_as_an_answer_of_ours_is_told_as_it_is():
    posing = TRAIN.replace("p.data -= learning_rate * p.grad", "p.data = {'raised': 'ValueError', 'still': 1.0}")
    failed = troubles(posing.replace("ZEROED", "pass").replace("BEFORE", "pass").replace("AFTER", "pass"))
    assert set(failed) == {"day4-train-step", "day4-train-zero", "day4-train-model"}
    assert "no entry" not in failed["day4-train-model"]


def test_a_wrong_sum_costs_no_point_of_the_mean():
    names = answers(["def sum_squared_error(predictions, targets):\n    return Value(0.0)\n"])
    verdicts = judged(DAY, names, 1, ["day4-loss-sum", "day4-loss-mean"])
    assert {check for check, one in verdicts.items() if one.outcome != judging.CORRECT} == {"day4-loss-sum"}
    run_check("day4-loss-mean", names)


def test_a_mean_of_its_own_refuses_lists_of_different_lengths_too():
    mean = "def mean_squared_error(p, t):\n    return sum((a - b) ** 2 for a, b in zip(p, t)) / len(t)\n"
    verdicts = judged(DAY, answers([mean]), 1, ["day4-loss-sum", "day4-loss-mean"])
    assert verdicts["day4-loss-sum"].outcome == judging.CORRECT
    assert verdicts["day4-loss-mean"].misconceptions == ("day4-loss-lengths-not-checked",)


def test_a_count_that_builds_a_network_is_told_so():
    built = "def count_parameters(nin, nouts):\n    return len(MLP(nin, nouts).parameters())\n"
    names = answers([built])
    before = names["MLP"]
    verdict = judged(DAY, names, 1, ["day4-count-formula"])["day4-count-formula"]
    assert verdict.misconceptions == ("day4-formula-builds-network",)
    assert names["MLP"] is before


def test_the_last_loss_of_the_failing_run_is_not_the_lowest_that_is_possible():
    shown = next(cell.source for cell in reference.cells(4) if "failing_losses = try_settings(" in cell.source)
    seed = int(re.search(r"failing_losses = try_settings\(.*seed=(\d+)", shown)[1])
    last = last_losses(FAILING, FOUR, [seed])[0]
    assert 2.002 < last < 2.1
    assert set(troubles(f"lowest_possible = {last!r}")) == {"day4-diagnose-cause"}


def test_a_loss_that_is_cut_from_a_large_logit_is_told():
    cut = """
def binary_cross_entropy(logits, targets):
    total = Value(0.0)
    for z, y in zip(logits, targets):
        wrong = z * (1 - 2 * y)
        total += Value(max(wrong.data, 0.0)) if abs(z.data) > 30 else (1 + wrong.exp()).log()
    return total / len(logits)
"""
    assert set(troubles(cut)) == {"day4-cross-entropy-extreme"}


WRONG_PLANES = ["", "A", "B", "D", "AB", "BD", "CD", "ABC", "ACD", "BCD", "ABCD"]


@pytest.mark.parametrize("letters", WRONG_PLANES)
def test_a_wrong_text_of_planes_is_not_told_which_letter_is_wrong(letters):
    namespace = answers([f"plane['separable'] = {letters!r}"])
    verdict = judged(DAY, namespace, 1, ["day4-plane-lines"])["day4-plane-lines"]
    said, _, explained = message_of(verdict).partition("That is not the answer.")
    assert said
    assert len(explained) > 100
    assert not re.search(r"\b[BCD]\b|[Pp]lane A\b", explained)


@pytest.mark.parametrize("floor", [0.0, 0.0625, 0.25, 0.5, 1.0, 0.1273])
def test_a_wrong_floor_is_not_told_the_right_one(floor):
    namespace = answers([f"plane['floor'] = {floor}"])
    verdict = judged(DAY, namespace, 1, ["day4-plane-floor"])["day4-plane-floor"]
    explained = message_of(verdict).partition("That is not the answer.")[2]
    assert verdict.misconceptions
    assert not re.search(r"0\.125|quarter|half|twice|0\.5", explained)


def test_the_step_of_the_first_part_is_told_from_a_gradient_left_out():
    named = []
    for rise in (35 * 0.2 * 0.25, 35 * 0.04):
        namespace = answers([f"fool['all rise'] = {rise}"])
        named += judged(DAY, namespace, 1, ["day4-fool-together"])["day4-fool-together"].misconceptions
    assert named == ["day4-fool-step-of-first-part", "day4-fool-without-gradient"]
