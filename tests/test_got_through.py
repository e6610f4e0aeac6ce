# SPDX-License-Identifier: MIT
"""Wrong programs that once got full marks: each stays refused, with every seed."""

import pytest

from grading.judging import CORRECT, ask, decide
from grading.notebooks import reference
from grading.notebooks.reference import Edit

# By what is wrong: a check that refuses it, and the edits of the reference.
GOT_THROUGH = {
    "1.2: the edges of the node that is met last are lost": (
        "day1-trace-edges",
        Edit("waiting.pop()", "waiting.pop(0)"),
        Edit("return nodes, edges", "return nodes, [edge for edge in edges if edge[1] is not nodes[-1]]"),
    ),
    "2.1: another step where none is given": ("day2-nudge-central", Edit("h=1e-5", "h=1e-4")),
    "2.2: a leaf names an operation": ("day2-value-add", Edit('_op=""', '_op="leaf"', "day2-value")),
    "2.2: a whole number is no constant": (
        "day2-value-multiply",
        Edit(
            "Value(other)\n        out = Value(self.data * other",
            "Value(other) if isinstance(other, float) else other\n        out = Value(self.data * other",
            "day2-value",
        ),
    ),
    "3.1: a product names no operation": ("day3-value-operators-times-divide", Edit('"*")', '"")', "day3-value")),
    "3.4: a step that is too large": ("day3-gradcheck-compares", Edit("eps=1e-6", "eps=1e-1")),
    "3.4: a tolerance that is too large": ("day3-gradcheck-compares", Edit("atol=1e-6", "atol=1e-4")),
    "4.1: a layer that is linear where no activation is named": (
        "day4-mlp-layer",
        Edit('nout, activation="tanh"', 'nout, activation="linear"', "day4-mlp"),
    ),
    "4.1: a list of parameters that grows when it is asked for twice": (
        "day4-mlp-parameters",
        Edit(
            "return [*self.weights, self.bias]",
            "self.weights.append(self.bias)\n        return self.weights",
            "day4-mlp",
        ),
    ),
    "4.4: the loss is handed something that can be read once": (
        "day4-train-model",
        Edit("[model(x) for x in xs]", "map(model, xs)", "day4-train"),
    ),
    "4.8: another slope between 0 and 1": (
        "day4-cross-entropy-gradient",
        Edit(
            "if z.data >= 0:",
            "if 0 < z.data < 1:\n            total = total + (1.5 - y) * z\n        elif z.data >= 0:",
        ),
    ),
    "5.6: a norm below 1 is never clipped": ("day5-clip-scales", Edit("norm > max_norm", "norm > max(max_norm, 1.0)")),
}


@pytest.mark.parametrize("name", GOT_THROUGH)
def test_what_once_got_through_is_refused(name):
    check, *edits = GOT_THROUGH[name]
    for seed in (1, 2, 3):
        assert decide(check, ask(check, reference.load(check, edits), seed), seed).outcome != CORRECT, seed


@pytest.mark.parametrize("name", GOT_THROUGH)
def test_the_reference_is_right_where_they_are_wrong(name):
    check = GOT_THROUGH[name][0]
    assert decide(check, ask(check, reference.load(check), 1), 1).outcome == CORRECT
