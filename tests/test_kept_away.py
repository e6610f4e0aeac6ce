# SPDX-License-Identifier: MIT
"""A submission's process holds no right code until the checks that this code would answer are judged.

The tests search all objects of the process. They also show that no check waits for a later exercise, whether the
notebook holds the reference, nothing, or a mistake.
"""

import ast
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from exercises.day4_mlp.probes import networks
from judge.asking import kept_away
from judge.asking.ask import ask
from judge.asking.folders import exercise_of, exercises_of
from judge.asking.probe import of_exercise, probes_of, settled
from judge.notebooks import course, reference
from judge.notebooks.cells import grade_id, is_grade
from judge.run.answers import NotAttempted, PlainValue, Raised, Several, Unexpected
from judge.run.confined.client import can_confine
from judge.verdicts import warm
from judge.verdicts.catalogue import misconceptions
from judge.verdicts.right_code import NotYetAllowed, RightCode, needs_of

NODE, SORT, BACK, POWER = (
    "exercises.shared.right_node",
    "exercises.day3_value.right_sort",
    "exercises.day3_value.right_way_back",
    "exercises.day1_stretch.right_power",
)

# Looks at each function and each class there is, also at those that were put aside, and at all code inside of them.
SEARCH = """
import gc, types
gc.unfreeze()
waiting = [thing.__code__ for thing in gc.get_objects() if type(thing) is types.FunctionType]
files = set()
while waiting:
    code = waiting.pop()
    files.add(code.co_filename)
    waiting += [part for part in code.co_consts if type(part) is types.CodeType]
rooms = ("/judge/", "/exercises/", "/grading/", "/building/", "/verification/")
print(sorted(room.strip("/") + "/" + file.rpartition(room)[2] for file in files for room in rooms if room in file))
"""


def of_day(number):
    for exercise in exercises_of(f"day{number}"):
        of_exercise(exercise)
    return [str(grade_id(cell)) for cell in reference.cells(number) if is_grade(cell)]


# Beside the questions: what runs cells, and where the folders of exercises are. Nothing that judges, names or reads.
MAY_BE_THERE = (
    "judge/__init__.py", "exercises/", "judge/asking/", "judge/run/", "judge/notebooks/about.py",
    "judge/notebooks/cells.py", "judge/notebooks/course.py", "judge/notebooks/current.py", "judge/notebooks/faults.py",
    "judge/notebooks/schemas.py",
)  # fmt: skip


@pytest.mark.skipif(not can_confine(), reason="strangers' code is confined on Linux alone")
@pytest.mark.parametrize("number", [1, *(pytest.param(day, marks=pytest.mark.exhaustive) for day in (2, 3, 4, 5))])
def test_a_process_of_a_submission_has_no_judge_and_nothing_that_reads_notebooks(number):
    session = warm.executor_of(course.assignment(number), True).session()
    try:
        outputs, _ = session.cell(f"{SEARCH}\nimport sys\nprint('nbformat' in sys.modules)", 20)
    finally:
        session.close()
    listed, reads = "".join(output["text"] for output in outputs).splitlines()
    found = ast.literal_eval(listed)
    questions = {"judge/asking/ask.py", "exercises/shared/stand_in.py"}
    questions |= {"exercises/day1_value/probes.py"} if number == 1 else set()
    assert questions <= set(found), "the questions are there, so whoever looks finds them"
    assert [file for file in found if "right" in file] == []
    assert [file for file in found if not file.startswith(MAY_BE_THERE)] == []
    assert reads == "False"


def test_a_process_that_has_some_can_not_be_closed():
    assert kept_away.code_of(NODE)
    reference.load(1)
    assert ask("day1-draw-1", reference.load("day1-draw-1"), seed=1)
    with pytest.raises(RuntimeError, match=r"shared\.right_node\b.* should not be loaded where submissions run"):
        kept_away.RightModules(closed=True)
    assert not kept_away.is_closed()


# Who may have it


def code_for(*judged):
    checks = dict(enumerate(of_day(1)))
    return RightCode(checks, {place for place, check in checks.items() if check.startswith(judged)})


def test_right_code_comes_once_the_checks_it_would_answer_are_judged():
    code = code_for("day1-value-")
    assert list(code.code_of([NODE], "day1-trace-nodes")) == [NODE]
    assert code.code_of([NODE], "day1-trace-nodes") == {}, "it is there"
    assert NODE in code.there
    code.there.clear()
    assert list(code.code_of([NODE], "day1-trace-nodes")) == [NODE]


@pytest.mark.parametrize(
    ("judged", "asking"),
    [((), "day1-trace-nodes"), (("day1-value-add",), "day1-trace-nodes"), (("day1-value-",), "day1-value-repr")],
)
def test_right_code_comes_no_earlier_and_never_to_such_a_check(judged, asking):
    code = code_for("nothing", *judged)
    with pytest.raises(NotYetAllowed, match="which would answer day1-value-"):
        code.code_of([NODE], asking)
    assert NODE not in code.there


def test_right_code_comes_with_what_it_needs():
    code = code_for("day1-value-", "day1-stretch-power")
    assert list(code.code_of([POWER], "day1-stretch-divide")) == [NODE, POWER]
    with pytest.raises(NotYetAllowed, match="which would answer day1-value-construct"):
        code_for("day1-stretch-power").code_of([POWER], "day1-stretch-divide")


def test_a_lost_check_is_settled_and_another_may_wait():
    code = code_for("day1-value-")
    with pytest.raises(NotYetAllowed, match="would answer day1-stretch-power"):
        code.code_of([POWER], "day1-stretch-divide")
    assert code.may_wait("day1-stretch-divide")
    assert not code.may_wait("day1-stretch-divide"), "nothing has changed"
    code.lost.add("day1-stretch-power")
    assert code.may_wait("day1-stretch-divide")
    assert POWER in code.code_of([POWER], "day1-stretch-divide")


@pytest.mark.parametrize(
    ("reply", "needs"),
    [
        ({"answers": []}, []),
        ({"needs": "all"}, []),
        ({"needs": [NODE, 3, None]}, [NODE]),
        ({"needs": ["a"] * 1000}, ["a"] * 32),
    ],
)
def test_only_names_are_read_of_a_reply_that_asks_for_right_code(reply, needs):
    assert needs_of(reply) == needs


@pytest.mark.parametrize(
    ("check", "handed"),
    [("day1-draw-1", {NODE}), ("day1-trace-nodes", set()), ("day2-chain-w1", set()), ("day4-xor-learns", set())],
)
def test_an_answer_is_given_only_what_its_question_needs(check, handed):
    assert needed(check) == handed


def test_only_what_a_question_names_is_known():
    of_day(1)
    assert {NODE, POWER} <= kept_away.known()
    assert "judge.notebooks.reference" not in kept_away.known()


def test_no_name_that_stands_for_right_code_is_that_of_its_module_in_the_same_package():
    """An import would put the module in its place, and nobody would notice any more that it is used."""
    for number in range(1, 7):
        of_day(number)
    assert len(kept_away.known()) > 10
    for name in kept_away.known():
        package, _, own = name.rpartition(".")
        file = import_module(package).__file__  # None for a folder without an __init__.py
        assert file is None or f"{own} = KeptAway(" not in Path(file).read_text("utf-8"), name


# Nobody has to wait for a later exercise


@cache
def needed(check, entry=None):
    """Return which right code a check touches: for the reference, for a mistake, or where there is nothing."""
    namespace = {} if entry == "nothing" else reference.load(check) if entry is None else entry.namespace()
    with kept_away.RightModules() as modules:
        ask(check, namespace, 1)
    return modules.used


def waits_for_later_ones(number, entries):
    """Yield each check of a day that would have to wait for one of an exercise that comes after its own."""
    checks = of_day(number)
    answered = [check for check in checks if kept_away.answers(kept_away.known(), check)]
    for place, check in enumerate(checks):
        later = [each for each in checks[place + 1 :] if each in answered and exercise_of(each) != exercise_of(check)]
        for entry in entries if later else []:
            code = kept_away.with_needed(frozenset(needed(check, entry)))
            yield from ((check, getattr(entry, "id", entry), each) for each in later if kept_away.answers(code, each))


@pytest.mark.parametrize(
    "number", [1, pytest.param(2, marks=pytest.mark.exhaustive), 3, 4, pytest.param(5, marks=pytest.mark.exhaustive)]
)
def test_no_check_waits_for_a_later_exercise(number):
    assert list(waits_for_later_ones(number, [None, "nothing"])) == []


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("number", range(1, 7))
def test_no_check_waits_for_a_later_exercise_whatever_mistake_was_made(number):
    assert list(waits_for_later_ones(number, misconceptions(number))) == []


def test_the_checks_of_an_exercise_do_not_wait_for_each_other_in_a_circle():
    for exercise in ("day1-stretch", "day3-value"):
        checks = [check for check in of_day(int(exercise[3])) if exercise_of(check) == exercise]
        own = {check: kept_away.with_needed(frozenset(needed(check) | needed(check, "nothing"))) for check in checks}
        left = list(checks)
        while left:
            free = [one for one in left if not any(kept_away.answers(own[one], other) for other in left)]
            assert free, left
            left = [one for one in left if one not in free]


# What is judged outside


def test_an_entry_on_paper_is_judged_by_those_beside_it_and_nothing_else_is_believed():
    (probe,) = [each for each in probes_of("day2-chain-w1") if each.judged is not None]
    right = reference.load("day2-chain")["chain"]["dL/dw1"]
    follows = Several((PlainValue({"dL/dw2": -42.25}), PlainValue(-6.5)))
    assert settled(probe, Several((PlainValue({}), PlainValue(right)))) == PlainValue(right)
    assert settled(probe, follows) != PlainValue(right)
    # Without the 2 of the square 6.5 arrives at z1 in place of 13: so w1 is taken for 6, and x for 1.
    follows = Several((PlainValue({"dL/dw2": -42.25}), PlainValue(6.5 * 1.0)))
    assert settled(probe, follows) == PlainValue(right)
    assert settled(probe, PlainValue(right)) == Unexpected("", "others")
    assert settled(probe, Several((PlainValue(right), PlainValue(right)))) == Unexpected("", "others")
    for other in (NotAttempted("it is empty"), Raised("KeyError", "'chain'"), Unexpected("Number")):
        assert settled(probe, other) == other


@pytest.mark.parametrize("trouble", ["at least one", "", "settings without steps"])
def test_settings_are_tried_outside_whatever_is_said_of_them(trouble):
    (probe,) = probes_of("day4-xor-learns")
    right = reference.load("day4-xor")["xor_settings"]
    said = settled(probe, Several((PlainValue({}), PlainValue(trouble))))
    assert isinstance(said, PlainValue)
    assert said.value.startswith("unknown, for the check cannot use ")
    assert settled(probe, Several((PlainValue(right), PlainValue("")))) == PlainValue("at least one")


def test_the_sizes_of_layers_that_are_asked_for_are_right_and_no_rule():
    assert {size: outputs * (inputs + 1) for size in networks.LAYERS for inputs, outputs in [size]} == networks.LAYERS
    assert len(networks.LAYERS) < 40
    assert all(layer in networks.LAYERS for sizes in ([2, 3, 2], [5, 4, 3]) for layer in pairwise(sizes))
