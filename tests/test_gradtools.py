# SPDX-License-Identifier: MIT
"""The helper that notebooks import: it works with any engine, and pictures have words and stable bytes."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from types import SimpleNamespace

import pytest
from micrograd.engine import Value as Micrograd
from support import pictures, ran

import gradtools
from companion import grader, kernel
from gradtools import (
    GradientMismatch,
    check_gradients,
    draw_graph,
    environment_report,
    progress,
    record_backward,
    renderer,
    show_figure,
    show_understanding,
)
from judge.notebooks import reference

Value = reference.load(3)["Value"]
SVG = "{http://www.w3.org/2000/svg}"


def example(value=Value):
    a, b, c = value(2.0), value(-3.0), value(10.0)
    a.label, b.label, c.label = "a", "b", "c"
    root = (a * b + c) * a
    root.label = "L"
    return root


def run(code, **environment):
    return ran(sys.executable, "-c", code, env={"PATH": "", **environment}).stdout


HEAVY = ["torch", "matplotlib", "graphviz", "IPython", "numpy", "tqdm", "anywidget", "ipywidgets", "asyncio", "grading",
         "judge", "companion"]  # fmt: skip
STATE = "(sys.excepthook, sys.displayhook, signal.getsignal(signal.SIGINT), gc.get_threshold(), gc.callbacks)"


def test_importing_the_helper_outside_a_notebook_changes_nothing():
    code = f"import gc, signal, sys\nbefore = {STATE}\nimport gradtools\nprint({STATE} == before)\n"
    assert run(f"{code}print([name for name in {HEAVY} if name in sys.modules])") == "True\n[]\n"


SHELL = """
import gc, sys
from IPython.core.interactiveshell import InteractiveShell
events = InteractiveShell.instance().events.callbacks
before = {name: len(found) for name, found in events.items()}
import gradtools
from companion import background
for name in [name for name in sys.modules if name.partition(".")[0] == "gradtools"]:
    del sys.modules[name]
import gradtools
print({name: len(found) - before[name] for name, found in events.items() if len(found) > before[name]})
print(gc.get_threshold() == background.THRESHOLDS, InteractiveShell.instance().custom_exceptions)
"""


def test_importing_it_inside_a_shell_starts_the_background_once(tmp_path):
    hooks, changed = run(SHELL, HOME=str(tmp_path)).splitlines()[-2:]
    assert hooks == "{'pre_run_cell': 2, 'post_run_cell': 2}"
    assert changed == "True (<class 'Exception'>,)"


LONG_TRAINING = """
import gc, gradtools
from companion import background
background.collect_less_often()
finished = gradtools.finished_engine()
net, point = finished.MLP(1, [1]), [0.5]
def pages():
    return int(open("/proc/self/statm").read().split()[1])
for step in range(10_000):
    (net(point) - 1) ** 2
    if step == 1_000:
        before, runs = pages(), sum(each["collections"] for each in gc.get_stats())
print(sum(each["collections"] for each in gc.get_stats()) - runs, (pages() - before) * 4096 / 2**20)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_long_training_seldom_collects_garbage():
    runs, megabytes = map(float, ran(sys.executable, "-c", LONG_TRAINING).stdout.split())
    assert runs < 50, "Python's own thresholds run it hundreds of times"
    assert megabytes < 50


def test_the_words_name_every_node_number_and_edge():
    words = draw_graph(example()).words
    for fact in ("a: leaf, data 2, grad 0", "b: leaf, data -3", "c: leaf, data 10", "L: made by *, data 8",
                 "A graph of 6 nodes and 6 edges", "a -> L", "made by +, data 4"):  # fmt: skip
        assert fact in words, fact
    assert len(re.findall(r"^- .* -> .*$", words, re.MULTILINE)) == 6


def test_the_svg_is_well_formed_and_speaks():
    drawing = draw_graph(example(), caption="Figure 1. Where a & b meet <here>.")
    root = ElementTree.fromstring(drawing.svg)
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Figure 1. Where a & b meet <here>."
    assert root.find(f"{SVG}desc").text == drawing.words
    assert "version" not in drawing.svg.lower()


def test_the_notebook_gets_one_figure_with_picture_caption_and_words():
    drawing = draw_graph(example(), caption="Figure 1. A graph.")
    figure = drawing.bundle()
    assert set(figure) == {"text/html", "text/plain"}
    (picture,) = pictures(figure["text/html"])
    assert picture.svg == drawing.svg
    assert picture.alternative == (
        "A graph of 6 nodes and 6 edges, from the leaves a, b and c to L (data 8, grad 0): L = (((a * b) + c) * a)."
    )
    assert '<figcaption><p style="margin: 0"><em>Figure 1. A graph.</em></p></figcaption>' in figure["text/html"]
    assert "<details><summary>The graph in words</summary>" in figure["text/html"]
    assert "a -&gt; L" in figure["text/html"]
    assert figure["text/plain"] == f"Figure 1. A graph.\n{drawing.words}"


SET_ENGINE = """
from micrograd.engine import Value
a, b, c = Value(2.0), Value(-3.0), Value(10.0)
from gradtools import draw_graph
print(draw_graph((a*b + c) * (a + b + c)).svg)
"""


def test_the_same_graph_gives_the_same_bytes_in_every_process_also_with_sets():
    first, second = (run(SET_ENGINE, PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first == second
    assert "<svg" in first


def test_what_cannot_be_drawn_is_refused_with_a_reason():
    with pytest.raises(TypeError, match=r"3\.0"):
        draw_graph(3.0)
    with pytest.raises(ValueError, match="direction is one of"):
        draw_graph(example(), direction="up")
    with pytest.raises(ValueError, match="max_nodes"):
        draw_graph(example(), max_nodes=5)


def test_a_thousand_nodes_are_drawn_and_a_deep_chain_does_not_recurse():
    root = Value(1.0)
    for _ in range(499):
        root = root + 1.0
    drawing = draw_graph(root)
    assert "A graph of 999 nodes" in drawing.words
    assert drawing.svg is not None
    for _ in range(20_000):
        root = root * 1.0
    with pytest.raises(ValueError, match="max_nodes"):
        draw_graph(root)


def test_a_renderer_that_fails_is_passed_over(monkeypatch, tmp_path):
    broken = tmp_path / "dot"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    working = renderer.renderers()
    monkeypatch.setattr(renderer, "renderers", lambda: [str(broken), *working])
    assert draw_graph(example()).svg is not None


def test_a_tensors_graph_is_drawn_with_an_edge_for_every_use():
    import torch

    a = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
    words = draw_graph(a * a + 1).words
    assert words.count("-> ") >= 3
    assert "Mul" in words
    assert "data 2" in words
    assert "1 node" in draw_graph(torch.tensor(1.0)).words


@pytest.mark.parametrize("value", [Value, Micrograd])
def test_right_engines_agree_with_pytorch_and_with_the_quotient(value):
    report = check_gradients(lambda a, b, c: (a * b + c) ** 2 / b - a, 2.0, -3.0, 10.0, value=value)
    assert [row.name for row in report.rows] == ["a", "b", "c"]
    assert all(row.agree for row in report.rows)
    for row in report.rows:
        assert row.mine == pytest.approx(row.torch, rel=1e-9)
        assert row.quotient == pytest.approx(row.torch, rel=1e-6)
    assert "difference quotient" in str(report)


def test_a_disagreement_names_expression_inputs_both_numbers_and_the_ratio():
    namespace = reference.load(
        3, [reference.Edit("other.grad += self.data * out.grad", "other.grad += 0.0", "day3-value")]
    )
    with pytest.raises(GradientMismatch) as caught:
        check_gradients(lambda a, b: a * b + b, 3.0, 2.0, value=namespace["Value"])
    text = str(caught.value)
    for fact in ("((a * b) + b)", "a = 3, b = 2", "gradient of b is 4 by PyTorch", "Your engine says 1", "0.25", "NO"):
        assert fact in text, fact


def test_a_kink_is_reported_and_not_held_against_the_engine():
    report = check_gradients(lambda a: a.relu(), 0.0, value=Value)
    assert report.rows[0].kink
    assert report.rows[0].agree
    assert "a kink: 0 left, 1 right" in str(report)


def test_points_without_a_gradient_are_refused():
    with pytest.raises(ValueError, match="right beside the point"):
        check_gradients(lambda a: a.log(), 1e-7, value=Value)
    with pytest.raises(ValueError, match="at least one input"):
        check_gradients(lambda: Value(1.0), value=Value)
    with pytest.raises(TypeError, match="must return a node"):
        check_gradients(lambda a: 3.0, 1.0, value=Value)


def test_a_backward_pass_is_recorded_as_it_runs():
    root = example()
    graph, steps = record_backward(root)
    names = [graph.nodes[step.node].op for step in steps]
    assert names == ["*", "+", "*"]
    assert steps[0].upstream == 1.0
    added = {graph.nodes[one.parent].name: (one.added, one.local) for one in steps[2].arrivals}
    assert added == {"a": (-6.0, -3.0), "b": (4.0, 2.0)}
    by_label = {node.label: node.grad for node in root._prev[0]._prev[0]._prev}
    assert by_label == {"a": -2.0, "b": 4.0}


def test_recording_leaves_the_engine_as_it_was_also_when_it_raises():
    root = example()
    inner = root._prev[0]
    before = inner._backward

    def broken():
        raise RuntimeError("stop")

    root._backward = broken
    with pytest.raises(RuntimeError, match="stop"):
        record_backward(root)
    assert inner._backward is before
    assert root._backward is broken


def figure():
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    gradtools.use_style()
    fig, ax = plt.subplots(figsize=(3, 2))
    ax.plot([1, 2, 3], [1, 4, 9], label="squares")
    ax.legend()
    return fig


def test_a_figure_has_caption_words_and_the_same_bytes():
    import matplotlib.pyplot as plt

    first = show_figure(figure(), "Figure 1. Squares.", "The squares of 1, 2, 3: 1, 4, 9.")
    second = show_figure(figure(), "Figure 1. Squares.", "The squares of 1, 2, 3: 1, 4, 9.")
    assert first.svg == second.svg
    assert plt.get_fignums() == []
    root = ElementTree.fromstring(first.svg)
    assert root.find(f"{SVG}desc").text == "The squares of 1, 2, 3: 1, 4, 9."
    (shown,) = pictures(first.bundle()["text/html"])
    assert shown.svg == first.svg
    assert shown.alternative == "The squares of 1, 2, 3: 1, 4, 9."


@pytest.mark.parametrize(("caption", "alt"), [("", "words"), ("Figure", " ")])
def test_a_figure_without_caption_or_words_is_refused(caption, alt):
    with pytest.raises(ValueError, match="caption and a text alternative"):
        show_figure(figure(), caption, alt)


def test_lines_differ_in_more_than_colour():
    from gradtools.figures import CYCLE

    assert len({str(dash) for _, dash, _ in CYCLE}) == len(CYCLE) == len({marker for *_, marker in CYCLE})


def test_each_day_aims_further_right():
    from gradtools.figures import TARGETS

    assert sorted(TARGETS) == [1, 2, 3, 4, 5]
    starts = [TARGETS[day][0] for day in sorted(TARGETS)]
    assert starts == sorted(starts)
    assert "sketch" in show_understanding(2).caption
    # The days call it without a number; notebooks that were handed out may say one.
    for shown in (show_understanding(1), show_understanding(1, number=10)):
        assert shown.caption.startswith("Figure 1.10. ")
    with pytest.raises(ValueError, match="1 to 5"):
        show_understanding(6)


def test_the_environment_report_has_a_row_for_each_need():
    report = environment_report()
    assert [row.name for row in report.rows] == ["Python", "torch", "jupyterlab", "nbgrader", "matplotlib", "dot"]
    assert report.good
    assert all(row.version for row in report.rows)


@pytest.mark.parametrize("system", ["Linux", "Darwin", "Windows"])
def test_what_is_missing_gets_a_mend_for_the_platform(monkeypatch, system):
    import importlib.metadata

    from gradtools import environment

    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    monkeypatch.setattr(environment, "working_renderer", lambda: None)
    monkeypatch.setattr(environment.platform, "system", lambda: system)
    monkeypatch.delenv("CONDA_PREFIX", raising=False)
    report = environment.environment_report()
    assert not report.good
    assert "install" in str(report)
    assert {"Linux": "apt install graphviz", "Darwin": "brew", "Windows": "winget"}[system] in report.rows[-1].mend


def test_in_a_browser_nothing_is_to_be_installed(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    report = environment_report()
    assert report.good
    assert "install" not in str(report)


def test_progress_yields_everything_and_is_silent_when_graded(monkeypatch, capfd):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert list(progress(range(3), "counting")) == [0, 1, 2]
    assert capfd.readouterr() == ("", "")
    for name in ("NBGRADER_EXECUTION", "CI"):
        monkeypatch.delenv(name, raising=False)
    assert list(progress(range(3), "counting")) == [0, 1, 2]
    out, err = capfd.readouterr()
    assert "counting" in out
    assert err == ""


# The grader of a kernel


ECHO = """
import json, sys
for line in sys.stdin:
    if "prepare" not in line:
        print(json.dumps({"echo": line.strip()}), flush=True)
"""


@pytest.fixture
def echo(monkeypatch):
    """A fake grader that echoes each question; returns how often it was started."""
    started = []

    def start():
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        started.append(subprocess.Popen([sys.executable, "-c", ECHO], **pipes))
        return started[-1]

    monkeypatch.setattr(grader, "_grader", None)
    monkeypatch.setattr(grader, "_started", start)
    yield started
    for process in started:
        process.communicate()


def test_a_grader_that_began_early_answers_the_first_question_itself(echo, tmp_path):
    grader.begin(tmp_path / "day1_value_class.ipynb")
    grader.begin(tmp_path / "day1_value_class.ipynb")
    assert grader.ask({"days": "all"}) == {"echo": '{"days": "all"}'}
    assert grader.ask({"days": "none"}) == {"echo": '{"days": "none"}'}
    assert len(echo) == 1


@pytest.mark.parametrize(
    ("early", "running", "known", "begun"),
    [
        ("1", "", ["day1_value_class.ipynb"], 1),
        ("", "", ["day1_value_class.ipynb"], 0),
        ("1", "validate", ["day1_value_class.ipynb"], 0),
        ("1", "", ["start_here.ipynb"], 0),
        ("1", "", ["day1_value_class.ipynb", "day2_backward_pass.ipynb"], 0),
    ],
)
def test_the_grader_begins_after_the_first_cell_where_the_lab_says_so(monkeypatch, early, running, known, begun):
    waiting, notebooks = [], []
    events = SimpleNamespace(
        register=lambda name, after: waiting.append(after), unregister=lambda name, after: waiting.remove(after)
    )
    monkeypatch.setattr(kernel, "notebooks", lambda: [Path(name) for name in known])
    monkeypatch.setattr(grader, "begin", notebooks.append)
    monkeypatch.setenv(grader.EARLY, early)
    monkeypatch.setenv(kernel.RUNNING, running)
    grader.install(SimpleNamespace(events=events))
    for after in list(waiting):
        after()
    assert len(notebooks) == begun
    assert waiting == []
