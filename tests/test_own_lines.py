# SPDX-License-Identifier: MIT
"""Verdicts quote the learner's own lines: those that ran last, and the part of a line that is None."""

import json
import sys
import traceback
import types

import pytest
from support import ROOT, message_of, ran, run_as_cell

from judge.asking import ask as asking
from judge.asking import trail
from judge.asking.ask import _raised, ask, parts_stood_in, questions, setting_of
from judge.asking.culprit import culprit_of
from judge.asking.trail import LONGEST_LINE
from judge.notebooks import reference
from judge.run.answers import MOST_LINES, MOST_TEXT, Culprit, Raised, from_json, to_json
from judge.run.confined.own_lines import CellCompiler
from judge.verdicts import marking, render
from judge.verdicts.asker import here
from judge.verdicts.decide import decide
from judge.verdicts.judge import judge
from judge.verdicts.verdict import CORRECT, Verdict

CLASS, TRACE = (reference.solutions(1)[name] for name in ("day1-value", "day1-trace"))
MULTIPLY, NODES = "day1-value-multiply", "day1-trace-nodes"


def judged(check, *cells, seed=4):
    namespace = reference.load(check)
    for cell in cells:
        run_as_cell(cell, namespace)
    asker = here(check, namespace, seed, simpler=False)
    return decide(check, ask(check, namespace, seed), seed, lambda other: ask(other, namespace, seed), asker)


@pytest.fixture
def soon_stopped(monkeypatch):
    """Let code be stopped after a tenth of its lines: what repeats is seen by then."""
    bounded = asking.bounded
    monkeypatch.setattr(asking, "bounded", lambda *given, lines, **others: bounded(*given, lines=lines // 10, **others))


def line_of(cell, code):
    return next(number for number, line in enumerate(cell.split("\n"), 1) if code in line)


# A mistake without a name


ODD_PRODUCT = CLASS.replace("self.data * other.data", "self.data * other.data + 0.125")


def test_a_mistake_without_a_name_is_reported_with_the_lines_that_ran_last():
    verdict = judged(MULTIPLY, ODD_PRODUCT)
    assert verdict.misconceptions == ()
    number = line_of(ODD_PRODUCT, "+ 0.125")
    assert (number, "__mul__") in [(line.line, line.function) for line in verdict.lines]
    assert all(line.code in ODD_PRODUCT and line.function != "__init__" for line in verdict.lines)
    message = render.message(verdict)
    assert "We can't name it." in message.text()
    assert f"Line {number}, in `__mul__`: `return Value(self.data * other.data + 0.125" in message.text()
    assert "`: `return Value(self.data * other.data + 0.125" in message.markdown()
    assert "</code>: <code>return Value(self.data * other.data + 0.125" in message.html()


def test_the_parts_that_stood_in_are_found_behind_the_wall_where_the_lines_raise(monkeypatch):
    namespace = reference.load(MULTIPLY)
    run_as_cell(CLASS.replace("self.data * other.data", "None.data"), namespace)
    probe, inputs = questions(MULTIPLY, 4)[0]
    setting = setting_of(MULTIPLY)
    here_too = parts_stood_in(MULTIPLY, namespace, probe.name, inputs)
    # The course's notebooks are not there: the setting is all that is known of them.
    monkeypatch.setattr(asking, "setting_of", None)
    assert parts_stood_in(MULTIPLY, namespace, probe.name, inputs, setting) == here_too


def test_a_line_of_any_length_that_raises_is_cut_and_its_answer_crosses():
    namespace = reference.load(MULTIPLY)
    run_as_cell(CLASS.replace("self.data * other.data", f"None.data or {'a' * MOST_TEXT!r}"), namespace)
    for answer in ask(MULTIPLY, namespace, 4):
        assert len(answer.place.code) == LONGEST_LINE
        assert from_json(to_json(answer)) == answer


TWICE = CLASS.replace("self.data * other.data", "2 * self.data * other.data")


def test_a_name_that_is_true_of_many_programs_comes_with_the_lines_that_ran_last():
    verdict = judged(MULTIPLY, TWICE)
    assert verdict.misconceptions == ("numbers-twice",)
    assert line_of(TWICE, "2 * self.data") in [line.line for line in verdict.lines]
    text = render.message(verdict).text()
    assert "2 * self.data" in text
    assert "\nMistake: It is exactly twice what it should be." in text


def test_the_lines_survive_json_and_others_are_no_verdict():
    data = judged(MULTIPLY, ODD_PRODUCT).as_json()
    assert Verdict.from_json(json.loads(json.dumps(data))).as_json() == data
    for lines in ([None], [{"function": "f", "line": "3", "code": ""}], 7, data["lines"] * 6):
        with pytest.raises(ValueError, match="verdict"):
            Verdict.from_json({**data, "lines": lines})


def test_a_right_answer_a_named_one_and_an_error_with_its_line_have_no_such_lines():
    wrong = CLASS.replace("self.data * other.data", "self.data + other.data")
    stops = CLASS.replace("self.data * other.data", "self.data * other.left")
    for cell in (CLASS, wrong, stops):
        assert judged(MULTIPLY, cell).as_json()["lines"] == []


def test_there_are_few_lines_and_none_but_the_learners():
    body = "\n".join(f"    root.data = {number}" for number in range(30))
    cell = f"def trace(root):\n{body}\n    return [root] * 3, []"
    verdict = judged(NODES, cell)
    assert len(verdict.lines) == MOST_LINES
    assert verdict.lines[-1].code == "root.data = 29"
    assert judged(MULTIPLY).lines == ()


def codes(verdict):
    return [(line.function, line.code) for line in verdict.lines]


def test_of_each_function_its_last_line_is_shown_in_the_order_of_the_calls():
    """`x / y` calls three methods: the outermost comes first, though it stands last in the cell."""
    odd = reference.solutions(3)["day3-value"].replace("return self * other**-1", "return self * other**-1 + 0.125")
    verdict = judged("day3-value-operators-times-divide", odd)
    assert [line.function for line in verdict.lines] == ["__truediv__", "__pow__", "__mul__", "__add__"]
    assert verdict.lines[0].code == "return self * other**-1 + 0.125"
    numbers = [line.line for line in verdict.lines]
    assert numbers != sorted(numbers)


def test_a_line_that_hands_a_name_back_stands_for_the_one_that_made_it():
    cell = "def trace(root):\n    nodes = [root] * 3\n    edges = []\n    return nodes, edges"
    assert codes(judged(NODES, cell)) == [("trace", "nodes = [root] * 3"), ("trace", "edges = []")]
    handed = ODD_PRODUCT.replace(
        'return Value(self.data * other.data + 0.125, (self, other), "*")',
        'number = self.data * other.data + 0.125\n        out = Value(number, (self, other), "*")\n        return out',
    )
    assert handed != ODD_PRODUCT
    assert codes(judged(MULTIPLY, handed)) == [
        ("__mul__", "number = self.data * other.data + 0.125"),
        ("__mul__", 'out = Value(number, (self, other), "*")'),
    ]


def test_of_a_gradient_the_lines_that_wrote_it_are_shown_alone():
    cell = reference.solutions(2)["day2-value"]
    wrong = cell.replace("self.grad += other.data * out.grad", "self.grad += other.data * out.grad + 0.125")
    assert wrong != cell
    verdict = judged("day2-value-multiply", wrong)
    assert codes(verdict) == [
        ("_backward", "self.grad += other.data * out.grad + 0.125"),
        ("_backward", "other.grad += self.data * out.grad"),
    ]


def test_what_a_loop_without_end_repeats_is_shown_and_not_what_ran_before_it():
    verdict = judged(NODES, "def trace(root):\n    n = 0\n    while True:\n        n += 1")
    assert [line.code for line in verdict.lines] == ["while True:", "n += 1"]
    said = message_of(verdict)
    assert "You gave: no answer: your code was stopped after 400,000 lines" in said
    assert "\nRepeated: Line 3, in `trace`: `while True:`. Line 4, in `trace`: `n += 1`." in said
    assert "Ran last" not in said


@pytest.mark.usefixtures("soon_stopped")
def test_one_line_without_end_is_shown_though_python_notes_it_once():
    verdict = judged(NODES, CLASS, "def trace(root):\n    made = root + root\n    while True: pass")
    assert codes(verdict) == [("trace", "while True: pass")]


@pytest.mark.usefixtures("soon_stopped")
def test_of_a_long_loop_its_head_and_what_its_head_asks_for_come_first():
    body = "\n".join(f"        m = {number}" for number in range(9))
    verdict = judged(NODES, f"def trace(root):\n    n = 0\n    while n < 1:\n{body}\n        n -= 1")
    assert [line.code for line in verdict.lines] == ["while n < 1:", "m = 0", "m = 1", "m = 2", "n -= 1"]


@pytest.mark.usefixtures("soon_stopped")
def test_a_loop_without_end_that_calls_a_method_is_shown_and_not_the_method():
    cell = "def trace(root):\n    while True:\n        root = root + 1"
    assert codes(judged(NODES, CLASS, cell)) == [("trace", "while True:"), ("trace", "root = root + 1")]


def test_calls_without_end_are_shown_by_what_they_repeat():
    cell = (
        "import sys\nsys.setrecursionlimit(10**6)\ndef trace(root):\n    seen = [root]\n    return visit(root, seen)\n"
        "def visit(node, seen):\n    seen.append(node)\n    return visit(node, seen)"
    )
    limit = sys.getrecursionlimit()
    try:
        verdict = judged(NODES, cell)
    finally:
        sys.setrecursionlimit(limit)
    assert codes(verdict) == [("visit", "seen.append(node)"), ("visit", "return visit(node, seen)")]


def test_the_lines_are_those_of_the_narrowed_case():
    source = reference.solutions(3)["day3-value"]
    wrong = source.replace("self.grad += other.data * out.grad", "self.grad += other.data * out.grad + 0.5 * self.data")
    verdict = judged("day3-value-operators-times-divide", wrong)
    assert any("0.5 * self.data" in line.code for line in verdict.lines)


def test_a_mistake_without_a_name_is_shown_with_the_simplest_inputs():
    namespace = reference.load(1)
    run_as_cell(ODD_PRODUCT, namespace)
    for seed in range(10):
        verdict = decide(MULTIPLY, ask(MULTIPLY, namespace, seed), seed)
        length = len(str(dict(verdict.question.inputs)))
        same_probe = [inputs for probe, inputs in questions(MULTIPLY, seed) if probe.name == verdict.question.probe]
        assert length == min(len(str(inputs)) for inputs in same_probe)


FLOAT32 = {
    "the constructor": ("np.array(data, dtype=float)", "np.array(data, dtype=np.float32)", "__init__"),
    "an operation": (
        'Tensor(self.data + other.data, (self, other), "+")',
        'Tensor(self.data + other.data, (self, other), "+")\n        out.data = out.data.astype(np.float32)',
        "__add__",
    ),
    "a step back": (
        "self.grad += unbroadcast(out.grad, self.data.shape)",
        "self.grad = self.grad.astype(np.float32)",
        "_backward",
    ),
}


@pytest.mark.parametrize(("old", "new", "function"), FLOAT32.values(), ids=FLOAT32)
def test_the_kind_of_an_arrays_numbers_is_what_is_wrong_and_the_line_that_makes_it_is_shown(old, new, function):
    cell = reference.solutions(6)["day6-tensor"].replace(old, new)
    verdict = judged("day6-tensor-shapes", cell)
    said = message_of(verdict)
    (line,) = verdict.lines
    assert "whose numbers are float32 and not float64" in said
    assert (line.function, "float32" in line.code) == (function, True)
    assert "\nMade by: Line " in said
    assert "can't name" not in said


TEXT = {
    "the constructor": ("day1-value-construct", "self.data = float(data)", "self.data = str(float(data))", "__init__"),
    "the gradient": ("day1-value-construct", "self.grad = 0.0", "self.grad = '0.0'", "__init__"),
    "an operation": (
        MULTIPLY,
        '        return Value(self.data * other.data, (self, other), "*")',
        "        out = Value(self.data * other.data)\n        out.data = str(out.data)\n        return out",
        "__mul__",
    ),
}


@pytest.mark.parametrize(("check", "old", "new", "function"), TEXT.values(), ids=TEXT)
def test_where_a_number_became_a_text_is_shown(check, old, new, function):
    assert old in CLASS
    verdict = judged(check, CLASS.replace(old, new))
    (line,) = verdict.lines
    assert (line.function, line.code in new) == (function, True)
    said = message_of(verdict)
    assert "\nMade by: Line " in said
    assert "can't name" not in said


@pytest.mark.parametrize("given", ["self.data[:, 0]", "self.data.T", "self.data.tolist()", "self.data.astype(int)"])
def test_no_mistake_that_is_seen_is_without_a_name(given):
    cell = reference.solutions(6)["day6-tensor"].replace("Tensor(self.data + other.data,", f"Tensor({given},")
    cell = cell.replace("np.array(data, dtype=float)", "data if isinstance(data, list) else np.array(data)")
    assert "can't name" not in message_of(judged("day6-tensor-shapes", cell))


# What in a line is None

THINGS = """
class Thing:
    left, x = None, 1
    def f(self): pass

thing = Thing()
"""

LINES = {
    "return thing.left.data + 1": "thing.left",
    "return thing.x + thing.left": "thing.left",
    "return thing.f().data": "thing.f()",
    "return thing.left(3)": "thing.left",
    "for each in thing.left: pass": "thing.left",
    "return [each for each in thing.left]": "thing.left",
    "return len(thing.left)": "thing.left",
    "return thing.left[0]": "thing.left",
    "thing.left[0] = 1": "thing.left",
    "first, second = thing.left": "thing.left",
    "total = 0; total += thing.left": "thing.left",
    "return -thing.left": "thing.left",
    "return thing.left < 3": "thing.left",
    "return 3 in thing.left": "thing.left",
    "return float(thing.left)": "thing.left",
    "return sum(each.data for each in [thing.left])": "each",
}


@pytest.mark.skipif(sys.version_info < (3, 11), reason="before Python 3.11 an error knows its line alone")
@pytest.mark.parametrize("line", LINES)
def test_what_is_none_is_named(line):
    assert error_in(line).culprit == Culprit(LINES[line], "NoneType")


def error_in(line):
    namespace = {}
    run_as_cell(f"{THINGS}\ndef f():\n    {line}", namespace)
    with pytest.raises((TypeError, AttributeError)) as caught:
        namespace["f"]()
    return _raised(caught.value, MULTIPLY)


def test_what_is_of_another_type_is_named_and_an_object_of_the_learners_is_not():
    assert error_in("other = 3.0; return other.data").culprit == Culprit("other", "float")
    assert error_in("return thing.nope").culprit is None
    assert error_in("return 'a' + 1").culprit is None
    assert error_in("raise TypeError(\"'NoneType' object is not callable\")").culprit is None


def test_an_error_says_nothing_that_only_python_reads():
    error = error_in("def inner(a): pass\n    inner()")
    assert error.text == "inner() missing 1 required positional argument: 'a'"
    assert "0x" not in error_in("raise TypeError(thing)\n    ").text


# A name of Python's own


SUMMING = TRACE.replace("return ", "len_of_all = sum([1, 2])\n    return ", 1)


@pytest.mark.parametrize("shadow", ["sum = 0", "sum = [1]", "sum = 'text'"])
def test_a_name_of_pythons_own_that_another_cell_takes_costs_a_right_answer_nothing(shadow):
    namespace = reference.load(1)
    run_as_cell(shadow, namespace)
    run_as_cell(SUMMING, namespace)
    before = namespace["sum"]
    assert decide(NODES, ask(NODES, namespace, 1), 1).outcome == CORRECT
    assert namespace["sum"] is before


def test_an_answer_that_uses_the_name_as_its_own_variable_is_left_as_it_is():
    namespace = reference.load(1)
    counting = TRACE.replace("return ", "global sum\n    sum += 1\n    return ", 1)
    run_as_cell(f"sum = 0\n{counting}", namespace)
    assert decide(NODES, ask(NODES, namespace, 1), 1).outcome == CORRECT


def test_the_visible_part_has_pythons_own_functions_until_its_cell_ends(shell, monkeypatch):
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    namespace = reference.load(1)
    run_as_cell(f"sum = 0\n{SUMMING}", namespace)
    judge(NODES, namespace, 1)
    assert "sum" not in namespace
    shell.events.trigger("post_run_cell", None)
    assert namespace["sum"] == 0
    shell.events.trigger("post_run_cell", None)


def test_a_variable_of_the_answers_own_stays_in_the_visible_part(shell, monkeypatch):
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    namespace = reference.load(1)
    run_as_cell("sum = 0\n" + TRACE.replace("return ", "global sum\n    sum += 1\n    return ", 1), namespace)
    judge(NODES, namespace, 1)
    assert isinstance(namespace["sum"], int)


def test_without_a_shell_names_stay_as_they_are(monkeypatch):
    monkeypatch.setattr("IPython.get_ipython", lambda: None)
    namespace = reference.load(1)
    run_as_cell(f"sum = 0\n{SUMMING}", namespace)
    judge(NODES, namespace, 1)
    assert namespace["sum"] == 0


def test_a_wrong_answer_reads_about_the_name():
    verdict = judged(NODES, "def trace(root):\n    sum = 3\n    return sum([1])", "sum = 3")
    assert isinstance(verdict.given, Raised)
    assert verdict.given.culprit == Culprit("sum", "int", shadows=True)
    assert "it has the name of Python's own `sum`" in message_of(verdict)


@pytest.mark.parametrize(
    ("line", "piece"),
    [
        ("total = a.left.data + b.x", "a.left"),
        ("total = a.data + b.data", None),
        ("total = a.data + a.data", "a"),
        ("%time a.data", None),
    ],
)
def test_where_only_the_line_is_known_a_piece_is_named_if_it_stands_alone(line, piece):
    error = AttributeError("'NoneType' object has no attribute 'data'")
    frame = traceback.FrameSummary("cell", 1, "f", lookup_line=False)
    found = culprit_of(error, frame, line)
    assert (found and found.code) == piece


def test_a_questions_own_line_is_known_where_the_course_is_reached_by_a_link(tmp_path):
    link = tmp_path / "course"
    link.symlink_to(ROOT)
    program = (
        "from pathlib import Path; from judge.asking.ask import _of_questions; "
        "from exercises.shared import paper; file = paper.__file__; print(file); "
        "print([str(path).startswith(_of_questions()) for path in (file, Path(file).resolve())])"
    )
    done = ran(sys.executable, "-c", program, cwd=tmp_path, env={"PYTHONPATH": str(link)})
    printed = done.stdout.splitlines()
    assert printed[0].startswith(str(link))
    assert printed[1] == "[True, True]"


# A cell as people write it, and as IPython rewrites it

WRITTEN = {
    "a line of blanks": lambda cell: cell.replace("\n\n", "\n    \n", 1),
    "a line of a tab": lambda cell: cell.replace("\n\n", "\n\t\n", 1),
    "a line of a form feed": lambda cell: cell.replace("\n\n", "\n\f\n", 1),
    "empty lines at the beginning": lambda cell: f"\n  \n\n{cell}",
    "another line separator": lambda cell: f"# one\u2028two\n{cell}",
    "a magic": lambda cell: f"%matplotlib inline\n{cell}",
    "a command": lambda cell: f"!true\n{cell}",
    "a command of two lines": lambda cell: f"!true \\\n  or not\n{cell}",
    "a question": lambda cell: f"{cell}\nValue?",
    "a cell that is timed": lambda cell: f"\n%%time\n{cell}",
    "a cell that is profiled": lambda cell: f"%%prun -q\n{cell}",
    "a cell whose output is kept": lambda cell: f"%%capture kept\n{cell}",
    "a cell that is indented": lambda cell: "\n".join(f"  {line}" for line in cell.split("\n")),
    "a cell with prompts": lambda cell: ">>> " + cell.replace("\n", "\n... "),
}


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_a_line_has_the_number_that_it_has_in_its_cell_however_that_is_written(learner, written):
    for wrong, is_place in (("self.data * other.data + 0.125", False), ("self.data * other.left", True)):
        cell = written(CLASS.replace("self.data * other.data", wrong))
        result = marking.grade_file(learner(1, {"day1-value": cell}), seed=4, only="1.1")
        (verdict,) = [check.verdict for check in result.checks if check.check.grade_id == MULTIPLY]
        quoted = [verdict.place] if is_place else verdict.lines
        there = next(number for number, line in enumerate(cell.split("\n"), 1) if wrong in line)
        assert (there, "__mul__") in [(place.line, place.function) for place in quoted if wrong in place.code]


def test_the_line_of_an_answer_cell_that_stops_is_that_of_the_cell(learner):
    for begins in ("", "\n\n", "%matplotlib inline\n", "\n%%time\n"):
        for stops in ("1 / 0", "def"):
            cell = f"{begins}{stops}\n{CLASS}"
            result = marking.grade_file(learner(1, {"day1-value": cell}), seed=4, only="1.1")
            assert f"line {begins.count(chr(10)) + 1}" in message_of(result.checks[0])


def test_where_a_cell_raises_no_module_is_asked_for_its_file(shell, monkeypatch):
    asked = []

    class Asked(types.ModuleType):
        def __getattr__(self, name):
            asked.append(name)
            raise AttributeError(name)

    shell.compile = CellCompiler()
    shell.run_cell("1 / 0")  # The files of IPython's own modules are known from here on.
    monkeypatch.setitem(sys.modules, "asked", Asked("asked"))
    shell.run_cell("2 / 0")
    assert "__file__" not in asked


def test_a_piece_is_named_beside_lines_that_only_a_notebook_reads():
    for line in ("    %matplotlib inline", "    !ls", "    a?"):
        error = AttributeError("'NoneType' object has no attribute 'data'")
        frame = traceback.FrameSummary("cell", 3, "f", lookup_line=False)
        assert culprit_of(error, frame, f"def f(a):\n{line}\n    return a.left.data") == Culprit("a.left", "NoneType")


def test_the_call_that_found_no_room_on_the_stack_is_not_where_it_happened():
    """Python 3.14, as in a browser, ends the traceback of a full stack with a call that has run nothing yet."""
    namespace = {"frame": sys._getframe}
    deep = "def outer(n):\n    return frame(), inner(n)\n\n\ndef inner(n):\n    return frame()\n"
    run_as_cell(deep, namespace)
    outer, inner = namespace["outer"](1)
    error = RecursionError("Stack overflow")
    begun, unbegun = (outer.f_lasti, 2), (0, inner.f_code.co_firstlineno)
    last = types.TracebackType(None, inner, *unbegun)
    error.__traceback__ = types.TracebackType(last, outer, *begun)
    place = _raised(error, MULTIPLY).place
    assert (place.line, place.function) == (2, "outer")
    other = ValueError("no stack is full").with_traceback(error.__traceback__)
    assert _raised(other, MULTIPLY).place.function == "inner"


def test_a_line_that_writes_a_gradient_deep_in_calls_makes_few_names(monkeypatch):
    made = []
    monkeypatch.setattr(trail, "_Function", lambda *given: made.append(given) or given)
    notes = trail.Trail(lambda file: True)
    monkeypatch.setattr(trail.linecache, "getline", lambda file, number: "node.grad += 1.0")

    def deep(levels):
        return deep(levels - 1) if levels else notes.note(sys._getframe())

    for _ in range(10):
        deep(trail.AROUND)
    assert len(made) == 10, "not one for each call around the line"
