# SPDX-License-Identifier: MIT
"""The claims of the days, computed: a test fails when a sentence, or a number in it, is false."""

import ast
import inspect
import itertools
import math
import re
import sys
from pathlib import Path

import nbformat
import pytest

from exercises.day4_xor.right import XOR, XOR_STARTS
from exercises.day4_xor.settings import last_losses
from gradtools.figures import CYCLE
from judge.notebooks import course, reference
from judge.verdicts import catalogue, render
from judge.verdicts.wording import causes, empty, explained, given

STARTS = list(range(1, 201))


def prose(number):
    """Return the text of a day's Markdown cells on one line, without line breaks."""
    cells = reference.cells(number)
    return " ".join(" ".join(cell.source for cell in cells if cell.cell_type == "markdown").split())


def losses(hidden, rate, seeds, steps=500):
    settings = {"hidden": hidden, "activation": "tanh", "output_activation": "linear"}
    return last_losses({**settings, "steps": steps, "learning_rate": rate}, XOR, seeds)


def learned(hidden, rate, seeds):
    return sum(loss < 0.001 for loss in losses(hidden, rate, seeds))


# Exercise 4.6


def test_two_hidden_neurons_find_xor_as_often_as_hint_2_says():
    # To the next ten: a start or two end on either side of 0.001 as a processor rounds tanh.
    rarer, oftener = (round(learned([2], rate, STARTS), -1) for rate in (0.1, 0.3))
    sentence = (
        f"about {rarer} of 200 random starts end below 0.001 at the learning rate 0.1, and about {oftener} at 0.3"
    )
    assert sentence in prose(4)


def test_the_more_weights_a_net_has_the_smaller_is_the_rate_that_goes_too_far():
    assert "So the more there are, the further its output moves at the same learning rate" in prose(4)
    assert "and the sooner it moves too far" in prose(4)
    rates = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
    largest = [
        max(rate for rate in rates if max(losses([width, width], rate, XOR_STARTS, 80)) < 1) for width in (2, 4, 8, 16)
    ]
    assert largest == sorted(largest, reverse=True)
    assert largest[0] > 2 * largest[-1]


def test_day_4_avoids_tuning_only_where_exercise_4_6_does_not_ask_for_it():
    assert "**Avoid today:** tuning what has learned already." in prose(4)


def test_the_five_starts_begin_close_together_and_others_do_not():
    picked, others = sorted(losses([8], 0.1, XOR_STARTS, 1)), sorted(losses([8], 0.1, STARTS, 1))
    assert f"their losses lie between {picked[0]:.2f} and {picked[-1]:.2f}" in prose(4)
    assert f"the middle 160 begin between {others[20]:.2f} and {others[179]:.2f}" in prose(4)
    assert picked[-1] - picked[0] < 0.2
    assert others[179] - others[20] > 10 * (picked[-1] - picked[0])


# Day 1


def test_a_value_holds_a_single_number_until_day_6():
    assert "Your `Value` holds a single number until Day 6" in prose(1)
    for number in range(1, 6):
        with pytest.raises(TypeError):
            reference.load(number)["Value"]([1.0, 2.0])


# Day 2


def instructions(function, *arguments):
    """Return how many instructions Python runs for a call: unlike seconds, they are the same on each machine."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
    return count


def test_the_nudge_takes_less_work_with_two_inputs_and_the_engine_with_hundreds():
    assert "with two inputs the nudge is faster, with hundreds your engine is" in prose(2)
    nudge, make = reference.load(2)["numerical_derivative"], reference.load(3)["Value"]

    def f(values):
        total = values[0] * values[1]
        for value in values[2:]:
            total = total + value * value
        return total

    def by_nudge(numbers):
        return [nudge(f, numbers, place) for place in range(len(numbers))]

    def by_engine(numbers):
        leaves = [make(number) for number in numbers]
        f(leaves).backward()
        return [leaf.grad for leaf in leaves]

    two, hundreds = [2.0, 3.0], [1.0 + place / 100 for place in range(300)]
    assert by_nudge(two) == pytest.approx(by_engine(two), rel=1e-6)
    assert instructions(by_nudge, two) < instructions(by_engine, two) / 2
    assert instructions(by_nudge, hundreds) > 2 * instructions(by_engine, hundreds)


def test_the_nudge_misleads_where_day_2_says_so():
    assert "The nudge can mislead, too." in prose(2)
    nudge = reference.load(2)["numerical_derivative"]
    assert nudge(lambda v: max(v[0], 0.0), [0.0], 0) == 0.5
    corner = reference.load(3)["Value"](0.0)
    corner.relu().backward()
    assert corner.grad == 0.0
    far, near = (abs(nudge(lambda v: v[0] ** 3, [2.0], 0, step) - 12) for step in (1e-5, 1e-13))
    assert near > 1e-3
    assert far < 1e-6


# Day 3


def test_changed_data_gives_a_wrong_gradient_in_silence_and_pytorch_raises():
    assert "says 10, it returned the gradient of a different product, without an error" in prose(3)
    make = reference.load(3)["Value"]
    a, b = make(2.0), make(3.0)
    y = a * b
    b.data = 10.0
    y.backward()
    assert a.grad == 10.0


def test_day_3_says_that_it_does_not_ask_for_the_slope_of_the_power_0_at_0():
    assert "the slope of `x ** 0` at `x = 0`" in prose(3)


def printed(number, start):
    """Return what the cell of a day prints that holds a piece of code, as run when the course was built."""
    cells = nbformat.read(course.assignment(number).source_notebook, as_version=4).cells
    (cell,) = (cell for cell in cells if cell.cell_type == "code" and start in cell.source)
    return "".join(output.text for output in cell.outputs if output.output_type == "stream")


def test_what_pytorch_counts_as_a_change_is_as_the_table_says():
    text = prose(3)
    assert "| `b.fill_(10)` | yes |" in text
    assert "| `b.detach().fill_(10)` | yes |" in text
    assert "| `b.data.fill_(10)` | no |" in text
    assert "| `b.data = ...` | no |" in text
    lines = [line for line in printed(3, "def replace_data").splitlines() if line.startswith("PyTorch")]
    ends = [line.partition("b = 10.0: ")[2] for line in lines]
    raised, through = "RuntimeError", "a.grad = 10.0"
    assert ends == [raised, raised, through, through, "a.grad = 1.0"]


def test_the_engine_has_as_many_lines_as_day_3_says():
    source = next(cell.source for cell in reference.cells(3) if "    def sigmoid(" in cell.source)
    lines = source.splitlines()
    written = {number for number, line in enumerate(lines, 1) if line.strip() and not line.strip().startswith("#")}
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    docstrings = [node.body[0] for node in nodes if ast.get_docstring(node)]
    code = written.difference(*(range(each.lineno, each.end_lineno + 1) for each in docstrings))
    assert f"has {len(code)} lines of code, {len(written)} with its docstrings" in prose(3)


def test_an_interior_gradient_that_pytorch_keeps_adds_up():
    assert "PyTorch does it this way" not in prose(3)
    said = "after `(2 * h).backward()` and `(5 * h).backward()`, `h.grad` is 2 + 5 in PyTorch and 5 in your engine"
    assert said in prose(3)
    torch = pytest.importorskip("torch")
    a = torch.tensor(1.0, requires_grad=True)
    h = 3 * a
    h.retain_grad()
    (2 * h).backward(retain_graph=True)
    (5 * h).backward()
    assert (a.grad.item(), h.grad.item()) == (21.0, 7.0)
    a = reference.load(3)["Value"](1.0)
    h = 3 * a
    (2 * h).backward()
    (5 * h).backward()
    assert (a.grad, h.grad) == (21.0, 5.0)


def test_an_engine_that_keeps_interior_gradients_is_hidden_by_one_call():
    second = reference.load(3)["second"]
    ends = {}
    for keeps in (True, False):
        a = h = 0.0
        for factor in (2.0, second["k"], 5.0):
            h = factor + (h if keeps else 0.0)
            a += 3 * h
        ends[keeps] = a, h
    assert ends == {True: (second["a.grad"], second["h.grad, kept"]), False: (second["a.grad"], 5.0)}


# Day 5

PLAIN, HEALTHY = ("sigmoid", "tanh", "ReLU"), ("tanh, Xavier", "ReLU, He", "sigmoid, skips")


@pytest.fixture(scope="module")
def ten_layers():
    """Return what section 5 of Day 5 defines: the six nets, their task and the training."""
    pytest.importorskip("torch")
    names = reference.load(5)
    source = next(cell.source for cell in reference.cells(5) if "def train(" in cell.source)
    exec(compile(source.partition("losses = {")[0], "<section 5>", "exec"), names)
    return names


def beside_the_constant(names, make, seed, rate=0.1):
    """Return the last loss of a net of section 5 as a share of the best constant's."""
    model, x, target = names["task"](make, seed)
    constant = (target - target.mean(dim=0)).square().mean().item()
    return names["train"](model, x, target, rate=rate)[-1] / constant


def held(names, net, seed):
    """Hold what the two factors say of a net against its training from a seed."""
    share = beside_the_constant(names, names["SIX"][net], seed)
    if net in PLAIN:
        assert 0.99 < share < 1.01, f"{net}, seed {seed}: {share}"
    else:
        assert share < 0.8, f"{net}, seed {seed}: {share}"
    return share


@pytest.fixture(params=[[1], pytest.param(range(30), marks=pytest.mark.exhaustive)], ids=["one start", "thirty starts"])
def starts(request):
    return request.param


def test_day_5_promises_to_predict_which_nets_will_learn_and_its_forecast_comes_true(ten_layers, starts):
    assert prose(5).count("**predict** which nets will learn") == 2, "among the goals and among the deliverables"
    for net in (*PLAIN, *HEALTHY) if len(starts) > 1 else (PLAIN[-1], HEALTHY[-1]):
        for seed in starts:
            held(ten_layers, net, seed)


def test_the_sigmoid_start_of_exercise_5_5_makes_the_net_do_what_a_tanh_net_does():
    """Ten layers of either kind with the same draws: equal outputs, half of the gradient at all layers but the last."""
    torch = pytest.importorskip("torch")
    names = reference.load(5)
    start, tanh, sigmoid = names["sigmoid_start"], names["deep_net"]("tanh"), names["deep_net"]("sigmoid")
    x, target = torch.randn(2, 32, 64, dtype=torch.float64)
    with torch.no_grad():
        for place, (twin, layer) in enumerate(zip(tanh[::2], sigmoid[::2], strict=True)):
            twin.weight.normal_(std=0.125)
            twin.bias.zero_()
            # The first layer reads the data itself, and no sigmoid halves the sum of the last.
            larger = start["std"] / 0.125 / (1 if 0 < place < 9 else 2)
            layer.weight[:] = larger * twin.weight
            layer.bias[:] = (start["bias"] if place else 0) * layer.weight.sum(dim=1)
    assert torch.allclose(tanh(x), sigmoid(x), rtol=0, atol=1e-9)
    norms, twins = (torch.tensor(names["arriving_at_layers"](net, x, target)) for net in (sigmoid, tanh))
    assert torch.allclose(2 * norms[:9], twins[:9], rtol=1e-9)


def left_by(activation, inputs, seed=0):
    """Return what PyTorch's backward pass through an activation leaves of the norm of a random gradient."""
    torch = pytest.importorskip("torch")
    torch.manual_seed(seed)
    inputs = inputs.clone().requires_grad_()
    arriving = torch.randn(inputs.shape, dtype=torch.float64)
    activation(inputs).backward(arriving)
    return (inputs.grad.norm() / arriving.norm()).item()


def test_the_ranking_of_exercise_5_2_is_that_of_a_backward_pass():
    torch = pytest.importorskip("torch")
    inputs = torch.randn(200_000, dtype=torch.float64)
    slopes = {"A": (0.6, 0.6), "B": (-1, 1), "C": (0, 1.3), "D": (0, 1)}
    left = {}
    for letter, (below, above) in slopes.items():
        left[letter] = left_by(lambda z, low=below, high=above: torch.where(z < 0, low * z, high * z), inputs)
        assert left[letter] == pytest.approx(math.hypot(below, above) / 2**0.5, rel=0.02)
    assert sorted(left, key=left.get) == reference.load(5)["ranking"]


def test_the_border_of_exercise_5_2_is_where_tanh_and_relu_leave_as_much():
    torch = pytest.importorskip("torch")
    border = reference.load(5)["border"]
    signs = torch.tensor([0.0, 1.0, -1.0, 1.0] * 100_000, dtype=torch.float64)
    relu = left_by(torch.relu, torch.randn(signs.shape, dtype=torch.float64))
    near, at, beyond = (left_by(torch.tanh, place * border * signs) for place in (0.95, 1.0, 1.05))
    assert at == pytest.approx(relu, rel=0.01)
    assert near > relu > beyond


# By change of exercise 5.8: the layers on the way to layer 1 that start as PyTorch starts them.
SHRINKING = {"wide": range(2, 11), "first": range(2, 11), "all but first": (), "last two": range(2, 9)}
SHRINKING["first seven"] = range(8, 11)


def test_the_forecasts_of_exercise_5_8_follow_from_the_layers_on_the_way():
    said = reference.load(5)["forecast"]
    assert said.keys() == SHRINKING.keys()
    for change, layers in SHRINKING.items():
        whole_steps = 300 * 3 ** (-len(layers) / 2)
        assert not 10 <= whole_steps < 30
        assert said[change] == ("stuck" if whole_steps < 10 else "learns"), change


@pytest.mark.parametrize("change", SHRINKING)
def test_the_forecasts_of_exercise_5_8_come_true(ten_layers, starts, change):
    few = starts[:4] if change == "wide" else starts  # a step of the wide net takes longest
    shares = [beside_the_constant(ten_layers, ten_layers["CHANGED"][change], seed) for seed in few]
    assert [share < 0.9 for share in shares] == [ten_layers["forecast"][change] == "learns"] * len(few), shares


def started_by(names, net, factor):
    """Return a maker of the tanh or ReLU net whose weights and slope have a factor a layer, together."""
    spread = factor / 8 / {"tanh": 1, "ReLU": 0.5**0.5, "sigmoid": 0.25}[net]

    def make():
        model = names["deep_net"](net)
        for layer in model[::2]:
            names["nn"].init.normal_(layer.weight, std=spread)
            names["nn"].init.zeros_(layer.bias)
        return model

    return make


# By net and factor: from how many of the starts 0 to 29 it learns. The whole steps are 8, 20 and 31.
BORDER = {
    ("tanh", 0.668): (0, 0),
    ("ReLU", 0.668): (0, 0),
    ("tanh", 0.74): (29, 30),
    ("ReLU", 0.74): (10, 20),
    ("tanh", 0.776): (28, 30),
    ("ReLU", 0.776): (26, 30),
}


def learns(names, net, factor, seed):
    return beside_the_constant(names, started_by(names, net, factor), seed) < 0.9


def test_day_5_says_where_a_net_is_stuck_and_where_it_learns():
    text = prose(5)
    rule = (
        "Below ten whole steps of the first layer a net is stuck; from about thirty on it learns,** from nearly every"
    )
    assert f"a rule of thumb to the test, for tanh and ReLU. **{rule} start." in text
    assert "below nine tenths of the loss of that constant" in text
    assert [300 * factor**9 < 10 for factor in (0.668, 0.74)] == [True, False]
    assert 300 * 0.74**9 < 21 < 30 < 300 * 0.776**9 < 31


@pytest.mark.parametrize("net", ["tanh", "ReLU"])
def test_below_ten_whole_steps_a_net_is_stuck_and_from_thirty_on_it_learns(ten_layers, net):
    assert not learns(ten_layers, net, 0.668, 0)
    assert learns(ten_layers, net, 0.776, 0)


def test_twenty_whole_steps_are_too_few_for_some_nets(ten_layers):
    assert learns(ten_layers, "tanh", 0.74, 0)
    assert not learns(ten_layers, "ReLU", 0.74, 0)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("net", "factor"), BORDER)
def test_ten_and_thirty_whole_steps_from_thirty_starts(ten_layers, net, factor):
    low, high = BORDER[net, factor]
    assert low <= sum(learns(ten_layers, net, factor, seed) for seed in range(30)) <= high


def test_a_level_gradient_is_not_enough_for_a_sigmoid_net(ten_layers):
    said = "weights, of spread 1.25, keep the gradient nearly level. After 300 steps it still counts as stuck."
    assert said in prose(5)

    def make():
        model = ten_layers["deep_net"]("sigmoid")
        for layer in model[::2]:
            ten_layers["nn"].init.normal_(layer.weight, std=1.25)
        return model

    norms = ten_layers["arriving_gradient_norms"](*ten_layers["one_pass"](make))
    assert max(norms) < 10 * min(norms)
    assert beside_the_constant(ten_layers, make, 1) > 0.9
    assert learns(ten_layers, "sigmoid", 0.885, 1) is False  # A hundred whole steps.


def test_the_places_of_exercise_5_8_are_those_that_a_measurement_finds(ten_layers):
    """By the rule and in a net: a layer makes thirty whole steps if at most one sigmoid stands on its way."""
    code = next(cell.source for cell in reference.cells(5) if "def mixed(" in cell.source)
    exec(code.partition("def whole_steps(")[0], ten_layers)
    placed = ten_layers["placed"]
    for key, sigmoids in (("best", range(1, 6)), ("worst", range(5, 10))):
        norms = ten_layers["arriving_at_layers"](*ten_layers["one_pass"](ten_layers["mixed"], sigmoids))
        crossed = [sum(gap >= layer for gap in sigmoids) for layer in range(1, 11)]
        assert sum(300 * norm / norms[-1] >= 30 for norm in norms) == placed[key]
        assert sum(300 * 0.25**count >= 30 for count in crossed) == placed[key]
    assert 300 * 0.25 ** placed["most"] >= 30 > 300 * 0.25 ** (placed["most"] + 1)
    every = itertools.combinations(range(1, 10), 5)
    learning = [sum(sum(gap >= layer for gap in gaps) <= 1 for layer in range(1, 11)) for gaps in every]
    assert (max(learning), min(learning)) == (placed["best"], placed["worst"])


def test_the_net_that_a_rate_of_3_saves_is_the_one_with_more_than_ten_whole_steps(ten_layers):
    slopes = {"sigmoid": 0.25, "tanh": 1, "ReLU": 0.5**0.5}
    steps = {net: 30 * 300 * (3**-0.5 * slope) ** 9 for net, slope in slopes.items()}
    assert [net for net, number in steps.items() if number > 10] == [ten_layers["reading"]["rate 3"]] == ["tanh"]
    assert beside_the_constant(ten_layers, ten_layers["SIX"]["tanh"], 1, rate=3.0) < 0.1


def test_a_net_that_is_healthy_at_the_rate_01_explodes_at_3(ten_layers, starts):
    assert "ReLU with He's start, healthy at 0.1, explodes at 3" in prose(5)
    for seed in starts:  # A NaN is no smaller, either.
        assert not beside_the_constant(ten_layers, ten_layers["SIX"]["ReLU, He"], seed, rate=3.0) < 1e6, seed


@pytest.mark.exhaustive
@pytest.mark.parametrize("net", PLAIN)
def test_what_a_rate_of_3_saves_from_thirty_starts(ten_layers, net):
    shares = [beside_the_constant(ten_layers, ten_layers["SIX"][net], seed, rate=3.0) for seed in range(30)]
    assert max(shares) < 0.1 if net == "tanh" else min(shares) > 0.9, (min(shares), max(shares))


def test_day_5_shows_the_parts_of_a_module_before_it_asks_for_them():
    sources = [cell.source for cell in reference.cells(5)]
    (example,) = (place for place, source in enumerate(sources) if "class Doubled(nn.Module)" in source)
    assert all(word in sources[example] for word in ("super().__init__()", "def forward", "nn.init.", ".modules()"))
    assert example < next(place for place, source in enumerate(sources) if "### Exercise 5.5" in source)


def test_tanh_of_ten_passes_almost_nothing_on():
    c = reference.load(5)["Value"](10.0)
    c.tanh().backward()
    assert f"{c.grad:.1e}" == "8.2e-09"
    assert "8.2e-9" in prose(5)


def test_no_training_takes_more_than_a_few_hundred_steps():
    code = "\n".join(cell.source for cell in reference.cells(4) if cell.cell_type == "code")
    assert max(int(count) for count in re.findall(r'(?:"steps": |\bafter\()(\d+)', code)) == 500
    assert "a few hundred times" in prose(2)


def test_day_5_explains_the_words_beyond_school_that_the_readme_names():
    readme = " ".join((course.root() / "README.md").read_text("utf-8").split())
    assert "explains variance, standard deviation and Jacobian where they come up" in readme
    sections = prose(5).partition("## 1. ")[2]
    for word in ("variance", "standard deviation", "Jacobian"):
        before, bold, _ = sections.partition(f"**{word}**")
        assert bold, word
        assert word not in before


def test_the_readme_promises_a_name_for_known_mistakes_alone():
    readme = " ".join((course.root() / "README.md").read_text("utf-8").split())
    assert "where the course knows your mistake, names it" in readme
    assert "which* mistake" not in readme


# Words


def extracted(module):
    """Return the templates of a module's sentences."""
    calls = [node for node in ast.walk(ast.parse(inspect.getsource(module))) if isinstance(node, ast.Call)]
    named = [call for call in calls if getattr(call.func, "id", "") in ("say", "sentence", "template")]
    assert named
    texts = [node.value for call in named for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant)]
    return [text for text in texts if isinstance(text, str)]


@pytest.mark.parametrize("number", range(1, 7))
def test_learners_read_fix_and_predicted(number):
    entries = catalogue.misconceptions(number)
    texts = [prose(number), *(text for entry in entries for text in (entry.title, entry.verdict))]
    texts += [text for module in (render, causes, empty, explained, given) for text in extracted(module)]
    found = [
        one for text in texts for one in re.findall(r".{,40}\b(?:mend\w*|foretold|foretell)\b", text, re.IGNORECASE)
    ]
    assert entries
    assert not found, f"write *fix* or *predict*, as learners read elsewhere: {found}"


# One net, one look


@pytest.fixture(scope="module")
def laboratory():
    """Return what Day 5 defines, with its looks of nets."""
    pytest.importorskip("torch")
    return reference.load(5)


def test_a_net_has_one_look_in_all_figures_of_day_5(laboratory):
    """A learner's own plot takes the course's cycle, so the first four looks are that cycle."""
    looks = laboratory["LOOKS"]
    assert [looks[net] for net in ("tanh", "ReLU", "sigmoid", "none")] == list(CYCLE[:4])
    nets = [net for net in looks if not net.endswith(", PyTorch")]
    assert len({looks[net][0] for net in nets}) == len({looks[net][2] for net in nets}) == len(nets)
    assert all(looks[f"{net}, PyTorch"] == looks[net] for net in ("tanh", "ReLU"))


def test_each_figure_of_nets_asks_how_a_net_looks(laboratory):
    cells = [cell.source for cell in reference.cells(5) if cell.cell_type == "code"]
    drawn = [source for source in cells if "label=name" in source and "def plot_layers" not in source]
    alone = [source for source in drawn if "**look(name)" not in source]
    assert len(drawn) == 4
    assert ["Figure 5.12" in source for source in alone] == [True], "the arrows of clipping are no nets"
    six = next(source for source in cells if "SIX = {" in source)
    assert all(f'"{net}": lambda' in six and net in laboratory["LOOKS"] for net in (*PLAIN, *HEALTHY))


# What was said once, and is measured now


def defined_in(number, start, names):
    """Return the names of a day together with what a cell defines that begins with a comment, as its figures use it."""
    source = next(cell.source for cell in reference.cells(number) if start in cell.source)
    tree = ast.parse(source)
    tree.body = [part for part in tree.body if isinstance(part, ast.FunctionDef | ast.ClassDef | ast.Import)]
    exec(compile(tree, f"<{start}>", "exec"), names)
    return names


@pytest.fixture(scope="module")
def sixth():
    """Return what Day 6 defines, and the cell that measures angles."""
    return defined_in(6, "# Measures the angle between", reference.load(6))


def test_the_gradient_of_a_batch_points_elsewhere_and_still_downhill(sixth):
    assert "It points elsewhere, at the start by about 70 degrees, and yet downhill on average." in prose(6)
    by_size = {size: sixth["angles"](size) for size in (32, 128, 512)}
    assert 65 < by_size[32].mean() < 75
    assert by_size[32].mean() > by_size[128].mean() > by_size[512].mean() > 20
    assert by_size[32].max() < 90


def test_the_mean_of_an_epoch_is_the_gradient_of_all_pictures(sixth):
    assert "The mean over all batches is the gradient of all pictures" in prose(6)
    inputs, classes = sixth["make"](320, 1)
    net = sixth["Net"]([72, 48, 10], 1)
    parts = [sixth["slopes_of_all"](net, inputs[k : k + 32], classes[k : k + 32]) for k in range(0, 320, 32)]
    assert abs(sum(parts) / 10 - sixth["slopes_of_all"](net, inputs, classes)).max() < 1e-12


def test_the_turn_is_no_smaller_after_a_thousand_steps(sixth):
    assert "70 degrees at the start, and no less after 1,000 steps" in prose(6)
    inputs, classes = sixth["make"](4000, 1)
    net = sixth["Net"]([72, 48, 10], 1)
    sixth["train"](net, inputs, classes, 1000)
    whole = sixth["slopes_of_all"](net, inputs, classes)
    parts = [sixth["slopes_of_all"](net, inputs[k : k + 32], classes[k : k + 32]) for k in range(0, 640, 32)]
    cosines = [part @ whole / (part @ part * (whole @ whole)) ** 0.5 for part in parts]
    assert sum(cosines) / len(cosines) < 0.34, "70 degrees"


def test_a_tensors_nodes_stay_as_many_and_take_longer_with_more_pictures(sixth):
    text = prose(6)
    assert "every node costs about the same" not in text
    assert "With `Tensor` it adds only arithmetic." in text
    assert "`Tensor` doesn't: its nodes take longer." in text
    names = defined_in(6, "# Measures the layer forward and back", dict(sixth))
    few, many = (sixth["make"](count, 6)[0] for count in (1, 4000))
    spent = [
        names["seconds"](lambda pictures=pictures: names["layer_of_tensors"](pictures), 5) for pictures in (few, many)
    ]
    assert spent[1] > 4 * spent[0]


def test_weights_of_spread_1_give_gradients_near_1e15(laboratory):
    assert "With N(0, 1) the weights' gradients all have norms near 1e15" in prose(5)
    assert "| norms of 1e15, loss NaN after two steps |" in "\n".join(cell.source for cell in reference.cells(5))
    torch, nn = laboratory["torch"], laboratory["nn"]

    def spread_out(model):
        for layer in model[::2]:
            nn.init.normal_(layer.weight)

    model, x, target = laboratory["one_pass"](laboratory["deep_net"], "ReLU", prepare=spread_out)
    norms = laboratory["layer_gradient_norms"](model)
    assert 5e14 < min(norms) < max(norms) < 3e15
    for _ in range(2):
        model.zero_grad()
        nn.functional.mse_loss(model(x), target).backward()
        torch.optim.SGD(model.parameters(), lr=0.1).step()
    assert nn.functional.mse_loss(model(x), target).isnan()


def test_exp_overflows_beyond_709_78_and_not_before():
    assert "`exp` beyond 709.78, where it passes the largest float" in prose(3)
    assert math.exp(709.78) < math.inf
    with pytest.raises(OverflowError):
        math.exp(709.79)
    (cell,) = (cell.source for cell in reference.cells(3) if 'lines = "0.1 + 0.2' in cell.source)
    assert cell.count("; ") - cell.count('split("; ")') + 1 == 8
    assert "Read the eight lines of the cell" in prose(3)


def test_what_hint_3_of_the_chain_says_of_the_bias():
    assert 'The bias gets `dL/db`, which you need for `"x"`.' in prose(2)
    make, chain = reference.load(3)["Value"], reference.load(2)["chain"]
    assert "dL/db" not in chain

    def gradients(x):
        w1, w2, b = make(3.0), make(-1.0), make(0.5)
        ((w2 * (w1 * x + b).relu()) ** 2).backward()
        return w1.grad, w2.grad, b.grad

    assert gradients(2.0) == (chain["dL/dw1"], chain["dL/dw2"], 13.0)
    assert gradients(chain["x"])[0] == 0.0 != gradients(chain["x"])[2]
    assert printed(2, "# The network of exercise 2.4 in PyTorch").count("finds the number on your paper") == 2


def test_a_plus_a_is_run_on_day_2():
    assert printed(2, "# Runs the smallest case on your class") == "a + a: a.grad = 2.0\n"


def test_a_product_with_the_plain_number_0_may_be_left_out_for_every_finite_number():
    assert "the same as without it, for all finite numbers." in prose(1)
    assert all(number * 0 == 0.0 for number in (-3.0, -0.0, 5e-324, sys.float_info.max))
    assert math.isnan(math.inf * 0)
    assert "D is safe for every finite number: True   for infinity, x * 0 is nan" in printed(1, "rises = [")


def test_pytorch_has_millions_of_lines_and_two_of_them_are_installed():
    torch = pytest.importorskip("torch")
    assert "PyTorch has millions, about two million of them on your disk." in prose(3)
    files = (path for path in Path(torch.__file__).parent.rglob("*") if path.suffix in (".py", ".pyi", ".h", ".hpp"))
    assert 1.5e6 < sum(path.read_bytes().count(b"\n") for path in files) < 3e6


def test_the_drawn_net_of_day_4_ends_in_its_loss():
    cell = next(cell.source for cell in reference.cells(4) if "# Draws Figure 4.11" in cell.source)
    assert "draw_graph(\n    loss," in cell
    assert 'loss.label = "error", "L"' in cell


# Where the course was wrong first

WRONG_FIRST = re.compile(r"<summary>We got this wrong first: .*?</summary>\s*(.*?)\s*</details>", re.DOTALL)


@pytest.mark.parametrize("number", range(1, 7))
def test_each_day_says_twice_in_six_lines_what_the_course_got_wrong_first(number):
    told = WRONG_FIRST.findall("\n".join(cell.source for cell in reference.cells(number)))
    assert len(told) == 2
    assert all(40 < len(text.split()) <= 95 for text in told), [len(text.split()) for text in told]


def test_what_the_course_got_wrong_first_is_so():
    assert 2.25 + 0.125 - 0.125 == 2.25
    assert 3 / 7 + 0.125 - 0.125 != 3 / 7, "Day 2: a list that came back"
    assert f"{3 ** -(0.5**9):.3f} {(3**-0.5) ** 9:.3f}" == "0.998 0.007", "Day 5: a power of a power"
    assert f"{3.0:E}".endswith("E+00"), "Day 1: an exponent that was always zero"
