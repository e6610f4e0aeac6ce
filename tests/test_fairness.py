# SPDX-License-Identifier: MIT
"""Right answers in any style get full marks; PyPI's micrograd loses only what it lacks.

``--seeds 200`` asks each solution with the inputs of 200 seeds; without it, of one.
"""

import ast
import importlib.util
import re
from pathlib import Path

import nbformat
import pytest
from support import answers_of, message_of

from judge.asking.ask import ask
from judge.notebooks import course, reference, submission
from judge.notebooks.cells import grade_id
from judge.verdicts import marking
from judge.verdicts.decide import decide
from judge.verdicts.verdict import CORRECT
from verification import catalogued
from verification.right_solutions import read, right_solutions

SEEDS_OF_A_TEST = 20

# The points that a right solution loses, and why that is fair. A matter of taste is no reason.
LOSES = {
    "day3/set_and_recursion": {
        "day3-topological-order-deep": "a function that calls itself stops at about 1,000 levels, as the card says"
    }
}


def failing(namespace, day, seeds):
    """Return what went wrong in each check that is not correct, by check, with the first seed it shows at."""
    lost = {}
    for seed in seeds:
        for check in catalogued.checks_of(day):
            verdict = decide(check, ask(check, namespace, seed), seed)
            if verdict.outcome != CORRECT:
                lost.setdefault(check, f"seed {seed}: {message_of(verdict)}")
    return lost


def pytest_generate_tests(metafunc):
    if "seeds" in metafunc.fixturenames:
        count = metafunc.config.getoption("--seeds")
        starts = range(1, count + 1, SEEDS_OF_A_TEST)
        blocks = [range(start, min(start + SEEDS_OF_A_TEST, count + 1)) for start in starts]
        metafunc.parametrize("seeds", blocks, ids=[f"{block[0]}-{block[-1]}" for block in blocks])


def what_to_do(solution):
    """Return what to do where a right solution loses a check."""
    day, _, name = solution.partition("/")
    file = f"exercises/{day}_*/proof/solutions/{name}.py"
    return f"a right solution loses this. If its card asks for it, change {file}; if not, change the check"


# The ordinary run takes one solution in four; `make fairness` takes all.
ONE_IN = 4


def sampled(one_in=ONE_IN):
    """Return all right solutions; the ordinary run skips most of them."""
    return [
        solution if place % one_in == 0 else pytest.param(solution, marks=pytest.mark.exhaustive)
        for place, solution in enumerate(right_solutions())
    ]


def test_there_are_at_least_28_right_solutions():
    assert len(right_solutions()) >= 28
    assert {name.partition("/")[0] for name in right_solutions()} == {day.name for day in course.assignments()}


@pytest.mark.parametrize("solution", sampled())
def test_a_right_solution_gets_full_marks(solution, seeds, record_property):
    day = course.assignment(solution.partition("/")[0])
    lost = failing(reference.load(day.number, answers=read(solution)), day, seeds)
    outcome = (
        "refused" if lost.keys() != LOSES.get(solution, {}).keys() else "loses what it says" if lost else "full marks"
    )
    counts = {"full marks": 0, "loses what it says": 0, "refused": 0, outcome: 1}
    record_property("verified", [f"right solutions, seeds {seeds[0]} to {seeds[-1]}", day.name, counts])
    assert lost.keys() == LOSES.get(solution, {}).keys(), f"{lost}: {what_to_do(solution)}"


def definition(day, name):
    """Return the source that defines a name in an ordinary cell: its function alone, or else the whole cell."""
    for cell in reference.cells(day):
        if (
            cell.cell_type == "code"
            and not grade_id(cell)
            and re.search(rf"^(def )?(\w+ = )*{name}\b", cell.source, re.MULTILINE)
        ):
            functions = [node for node in ast.parse(cell.source).body if isinstance(node, ast.FunctionDef)]
            return next((ast.unparse(function) for function in functions if function.name == name), cell.source)
    raise LookupError(f"No ordinary cell of {day} defines {name}.")


def run_visible(check, day, namespace):
    """Run what a learner sees of a grade cell; a name that it takes from an ordinary cell is defined first."""
    cell = next(cell for cell in reference.cells(day) if grade_id(cell) == check)
    code = compile(submission.visible(cell.source), f"<visible {check}>", "exec", dont_inherit=True)
    for _ in range(10):
        try:
            return exec(code, namespace)
        except NameError as error:
            exec(definition(day, error.name), namespace)
    raise AssertionError(f"{check} needs more and more names")


@pytest.mark.parametrize("solution", sampled())
def test_the_visible_checks_accept_every_right_solution(solution):
    day = solution.partition("/")[0]
    namespace = reference.load(day, answers=read(solution))
    for check in catalogued.checks_of(course.assignment(day)):
        if check not in LOSES.get(solution, {}):
            try:
                run_visible(check, day, namespace)
            except Exception as error:
                raise AssertionError(f"{check}: {error!r}: {what_to_do(solution)}") from error


def micrograd(module):
    """Return the source of a module of PyPI's micrograd, as a learner would paste it: without importing it."""
    spec = importlib.util.find_spec("micrograd")
    if spec is None:
        pytest.skip("micrograd is not installed")
    source = Path(spec.origin).with_name(f"{module}.py").read_text("utf-8")
    return source.replace("from micrograd.engine import Value\n", "")


RECURSIVE = "its backward() sorts with a function that calls itself, which stops at about 1,000 levels"
NO_LABEL = "its constructor takes no label"
ONE_ACTIVATION = "its neurons know ReLU and none at all, and nothing takes the name of an activation"
MICROGRAD = {
    "Day 1, the class": ("day1-value", "engine", {}, {"day1-value-construct": NO_LABEL}),
    "Day 1, its own other operators too": (
        "day1-value",
        "engine",
        {"day1-stretch": ""},
        {"day1-value-construct": NO_LABEL},
    ),
    "Day 2, the class": ("day2-value", "engine", {}, {}),
    "Day 3, the class": (
        "day3-value",
        "engine",
        {},
        {
            "day3-value-functions-exp-log": "it has no exp and no log",
            "day3-value-functions-tanh-sigmoid": "it has no tanh and no sigmoid",
            "day3-value-functions-errors": "it has no log to refuse, and refuses a Value as exponent by an assert",
            "day3-twice-repeat": "its interior nodes keep their gradients, so a second backward() counts them again",
            "day3-value-backward-large": RECURSIVE,
        },
    ),
    "Day 4, the network on the given engine": (
        "day4-mlp",
        "nn",
        {},
        {
            "day4-mlp-neuron": f"{ONE_ACTIVATION}; a wrong number of inputs is cut short in silence",
            "day4-mlp-layer": ONE_ACTIVATION,
            "day4-mlp-network": f"{ONE_ACTIVATION}; a hidden layer of one neuron gives no list",
        },
    ),
}


@pytest.mark.parametrize("case", MICROGRAD)
def test_micrograd_loses_what_it_lacks_and_nothing_else(case, seeds):
    exercise, module, more, loses = MICROGRAD[case]
    namespace = reference.load(exercise, answers={exercise: micrograd(module), **more})
    assert failing(namespace, course.assignment(exercise), seeds).keys() == loses.keys()


@pytest.mark.parametrize("solution", ["day1/subclass_per_operation"])
def test_a_style_gets_full_marks_in_a_notebook_too(solution, learner):
    day = course.assignment(solution.partition("/")[0])
    path = learner(day.number, {**answers_of(day.number), **read(solution)})
    result = marking.grade_file(path, seed=3)
    checks = [check for exercise in result.exercises for check in exercise.checks]
    assert {check.check.grade_id: message_of(check) for check in checks if check.outcome != CORRECT} == {}
    assert result.points == result.max_points


def test_every_answer_cell_is_written_in_some_style():
    code = {name for number in range(1, 7) for name in reference.solutions(number)}
    assert code - {name for solution in right_solutions() for name in read(solution)} == set()


def edited(exercise, *edits):
    """Return the reference's answer to an exercise with some lines replaced."""
    text = answers_of(int(exercise[3]))[exercise]
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return {exercise: text}


NEEDS = re.compile(r'^# %% check="(\S+)".* needs="([^"]+)"', re.MULTILINE)
NEEDED = [pair for day in course.assignments() for pair in NEEDS.findall(day.master.read_text("utf-8"))]


class Raising:
    """Replaces everything that a learner should define, and always raises."""

    def __init__(self, *_, **__):
        raise AssertionError("a visible check uses an answer before it asks whether that works")


@pytest.mark.parametrize(("check", "needs"), NEEDED)
def test_a_visible_check_computes_nothing_before_it_asks_what_it_needs(check, needs):
    day = course.assignment(check.split("-")[0])
    namespace = reference.load(day.number)
    defined = {name for other in catalogued.checks_of(day) for name in reference.defined_by(other)}
    namespace.update(dict.fromkeys(defined, Raising))
    for call, name in re.findall(r"((\w+)(?:\(\))?)", needs):
        namespace[name] = (lambda: False) if call.endswith("()") else False
    run_visible(check, day.name, namespace)


def test_the_lines_that_are_shown_include_those_that_write(learner):
    answers = edited(
        "day4-train",
        ("parameter.grad = 0.0", "parameter.data, parameter.seen = parameter.data * 0.5, True"),
        ("losses = []", "losses, order, names = [], [], []"),
    )
    result = marking.grade_file(learner(4, {**answers_of(4), **answers}), seed=3, only="4.4")
    shown = {line.code for check in result.checks for line in check.verdict.lines}
    assert "parameter.data, parameter.seen = parameter.data * 0.5, True" in shown


def test_it_is_said_where_a_function_stands_that_is_not_in_its_answer_cell(learner):
    answers = answers_of(4)
    path = learner(4, {name: text for name, text in answers.items() if name != "day4-train"})
    notebook = nbformat.read(path, as_version=4)
    place = next(place for place, cell in enumerate(notebook.cells) if grade_id(cell) == "day4-train")
    notebook.cells.insert(place + 1, nbformat.v4.new_code_cell("# my own\n" + answers["day4-train"]))
    nbformat.write(notebook, path)
    (warning,) = marking.grade_file(path, seed=3, only="4.4").warnings
    assert warning == (
        "`train` stands in a cell that was added and begins `# my own`, and the answer cell of exercise 4.4 "
        "still holds its stub: move it there."
    )
