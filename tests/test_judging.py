# SPDX-License-Identifier: MIT
"""The judge: three outcomes, names only where the answers are alike, and messages that say what was asked."""

from collections import Counter

import pytest
from support import message_of

from grading import judging
from grading.exercises.shared.probe import probes_of
from grading.judging import CORRECT, NOT_ATTEMPTED, NOT_YET, NotYet, ask, catalogue, decide, judge
from grading.judging.marking import source_notebook
from grading.notebooks import course, reference
from grading.notebooks.cells import exercises, sections
from grading.notebooks.reference import Edit, EditError
from grading.proof import catalogued

DAYS = [day.number for day in course.days()]


def mistaken(*edits, day=1):
    return reference.load(day, [Edit(*edit) for edit in edits])


def test_the_reference_is_correct_on_fresh_inputs():
    for seed in range(20):
        assert decide("day1-value-add", ask("day1-value-add", reference.load(1), seed), seed).outcome == CORRECT


def test_a_stub_is_not_attempted():
    namespace = reference.load(1)
    exec("def trace(root):\n    raise NotImplementedError('Exercise 1.2 is not written yet.')", namespace)
    verdict = decide("day1-trace-nodes", ask("day1-trace-nodes", namespace, 1), 1)
    assert verdict.outcome == NOT_ATTEMPTED
    assert verdict.misconceptions == ()
    assert "Exercise 1.2" in message_of(verdict)


@pytest.mark.parametrize("empty", ["None", "..."])
def test_an_empty_prediction_is_not_attempted(empty):
    namespace = reference.load(1)
    exec(f"graph_1 = {empty}", namespace)
    assert decide("day1-draw-1", ask("day1-draw-1", namespace, 1), 1).outcome == NOT_ATTEMPTED


def test_a_known_mistake_is_named_with_question_reason_answer_and_section():
    namespace = mistaken(("return self + (-other)", "return self + other"))
    check = "day1-stretch-negate-subtract"
    verdict = decide(check, ask(check, namespace, 3), 3)
    assert verdict.outcome == NOT_YET
    assert verdict.misconceptions == ("day1-subtract-without-minus",)
    assert "(x - y).data" in message_of(verdict)
    assert "since" in message_of(verdict)
    assert "Here it is" in message_of(verdict)
    assert "See *5. More operators*." in message_of(verdict)


def test_an_unknown_mistake_gets_the_plain_difference_and_no_name():
    namespace = mistaken(("self.data + other.data", "self.data + other.data + 0.125"))
    verdict = decide("day1-value-add", ask("day1-value-add", namespace, 1), 1)
    assert verdict.outcome == NOT_YET
    assert verdict.misconceptions == ()
    assert "One mistake" not in message_of(verdict)


def test_two_mistakes_at_once_are_not_named_as_one():
    namespace = mistaken(
        ("return self * -1", "return Value(-self.data)"), ("return Value(other) - self", "return self - other")
    )
    check = "day1-stretch-negate-subtract"
    assert decide(check, ask(check, namespace, 1), 1).misconceptions == ()


def test_another_coding_of_a_mistake_gets_the_same_name():
    namespace = reference.load(1)
    exec(
        "def trace(root):\n"
        "    found, links = [], []\n"
        "    def visit(node):\n"
        "        found.append(node)\n"
        "        for one in tuple(node._prev):\n"
        "            links.append((one, node)); visit(one)\n"
        "    visit(root)\n"
        "    return found, links\n",
        namespace,
    )
    verdict = decide("day1-trace-nodes", ask("day1-trace-nodes", namespace, 1), 1)
    assert verdict.misconceptions == ("day1-trace-no-visited",)


def test_a_function_without_end_is_stopped_and_said():
    namespace = reference.load(1)
    exec("def trace(root):\n    while True:\n        pass", namespace)
    verdict = decide("day1-trace-nodes", ask("day1-trace-nodes", namespace, 1), 1)
    assert verdict.outcome == NOT_YET
    assert "does not come to an end" in message_of(verdict)


def test_a_missing_name_is_said():
    namespace = reference.load(1)
    del namespace["trace"]
    verdict = decide("day1-trace-nodes", ask("day1-trace-nodes", namespace, 1), 1)
    assert verdict.outcome == NOT_YET
    assert "`trace` is not defined" in message_of(verdict)


def test_a_key_error_of_the_learner_is_not_a_missing_name():
    namespace = reference.load(1)
    exec("def trace(root):\n    return {}['nodes']", namespace)
    verdict = decide("day1-trace-nodes", ask("day1-trace-nodes", namespace, 1), 1)
    assert "Here there is no entry 'nodes'." in message_of(verdict)


def test_an_object_that_equals_everything_is_not_correct():
    namespace = reference.load(1)
    exec(
        "class Liar(float):\n"
        "    def __eq__(self, other): return True\n"
        "    __hash__ = float.__hash__\n"
        "old = Value.__init__\n"
        "def lie(self, *a, **k):\n"
        "    old(self, *a, **k)\n"
        "    self.data = Liar(7.0)\n"
        "Value.__init__ = lie\n",
        namespace,
    )
    verdict = decide("day1-value-construct", ask("day1-value-construct", namespace, 1), 1)
    assert verdict.outcome == NOT_YET
    assert "an object of type Liar" in message_of(verdict)


def test_prints_of_the_learner_do_not_reach_the_output(capsys):
    namespace = reference.load(1)
    exec("def trace(root):\n    print('noise')\n    return [], []", namespace)
    ask("day1-trace-nodes", namespace, 1)
    assert capsys.readouterr().out == ""


def test_judge_raises_its_message_alone(capsys):
    namespace = mistaken(("self.data * other.data", "self.data + other.data"))
    with pytest.raises(NotYet, match="the product of the data") as caught:
        judge("day1-value-multiply", namespace, seed=1)
    assert caught.value._render_traceback_() == [str(caught.value)]


def test_judge_is_silent_but_for_the_outcome_when_correct(capsys):
    judge("day1-value-add", reference.load(1), seed=1)
    assert "day1-value-add: correct." in capsys.readouterr().out


def test_an_edit_that_fits_nowhere_is_refused():
    with pytest.raises(EditError, match="stands 0 times"):
        mistaken(("no such text", "x"))
    with pytest.raises(EditError, match="stands 2 times"):
        mistaken(("other if isinstance(other, Value) else Value(other)", "x"))


@pytest.mark.parametrize("number", DAYS)
def test_each_catalogued_mistake_fails_where_declared_with_its_own_name_alone(number, record_property):
    # One seed here; `make prove` asks with more.
    day = course.day(number)
    proofs = catalogued.prove_catalogue(day, catalogued.SNAPSHOT_SEED)
    assert proofs, f"day{number} has no catalogue"
    fates = Counter({fate: 0 for fate in catalogued.FATES})
    fates.update(one.fate for one in proofs)
    record_property("proven", ["catalogued", day.name, dict(fates)])
    assert [one for one in proofs if not one.holds] == []
    assert [one for one in proofs if one.shared] == []
    # The page that a reviewer reads says what a learner reads now.
    page = catalogued.snapshot_page(day)
    assert page.exists(), f"{page.name} is missing: run `python -m grading snapshot {day.name}`"
    written = page.read_text("utf-8")
    if catalogued.python_version() not in written:
        return  # Another Python words its errors in another way.
    assert catalogued.snapshot(day, catalogued.SNAPSHOT_SEED) == written, (
        f"{page.name} is stale: run `python -m grading snapshot {day.name}` and read what has changed"
    )


@pytest.mark.parametrize("number", DAYS)
def test_the_reference_gets_full_marks(number):
    for seed in range(5):
        verdicts = catalogued.judged(course.day(number), reference.load(number), seed)
        assert {check: message_of(one) for check, one in verdicts.items() if one.outcome != CORRECT} == {}


@pytest.mark.parametrize("number", DAYS)
def test_the_catalogue_points_to_sections_and_checks_that_exist(number):
    notebook = source_notebook(course.day(number))
    headings = sections(notebook)
    by_id = {one.id: {check.grade_id for check in one.checks} for one in exercises(notebook)}
    checks = set().union(*by_id.values())
    for entry in catalogue.misconceptions(number):
        assert entry.id.startswith(f"day{number}-"), entry.id
        assert entry.section in headings, f"{entry.id}: no section {entry.section!r}"
        assert entry.exercise in by_id, f"{entry.id}: no exercise {entry.exercise!r}"
        assert set(entry.checks) <= checks, f"{entry.id}: {set(entry.checks) - checks} are no checks"
        assert entry.title == entry.title.strip(), entry.id
        assert not entry.title.endswith("."), f"{entry.id}: the title ends in a full stop"
        assert entry.verdict.endswith((".", ".)")), f"{entry.id}: the verdict does not end in a full stop"


@pytest.mark.parametrize("number", DAYS)
def test_every_check_has_a_probe_and_every_verdict_speaks_plainly(number):
    for check in catalogued.checks_of(course.day(number)):
        assert probes_of(check), check
    for entry in catalogue.misconceptions(number):
        text = f"{entry.title} {entry.verdict}".lower()
        for word in ("simply", "obviously", "just ", "of course"):
            assert word not in text, f"{entry.id} says {word!r}"


@pytest.mark.parametrize("number", DAYS)
def test_every_check_draws_its_inputs_to_the_end(number):
    # A walk of additions and products can reach a value from which no next step is small enough.
    for check in catalogued.checks_of(course.day(number)):
        for seed in range(100):
            assert judging.questions(check, seed)
