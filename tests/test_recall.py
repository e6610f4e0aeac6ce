# SPDX-License-Identifier: MIT
"""The three questions from earlier days with which a day begins."""

import functools
import json
import math
import re
from collections import Counter

import numpy as np
import pytest
import torch
from support import served

import gradtools
from companion import files, kernel, mistakes, mornings, predictions
from companion import recall as companion_recall
from companion.questions import QUESTIONS as PREDICTED
from grading import recall as grader
from judge.asking import fresh
from judge.asking.folders import exercise_of
from judge.notebooks import course, reference
from judge.notebooks.cells import exercises
from judge.run.words import speaking
from judge.verdicts import practice
from judge.verdicts.wording.explained import filled

SEEDS, ALL_SEEDS = 40, 200
IDEAS = fresh.of_ideas()
EARLIER = [one for one in fresh.to_choose_from() if not one.check.startswith("day6")]
each_idea = pytest.mark.parametrize("one", IDEAS, ids=grader.name_of)
each_question = pytest.mark.parametrize("one", EARLIER, ids=grader.name_of)
FORGETS_UPSTREAM = "`*` passes on the local derivative without the upstream gradient"


def day_of(name):
    return int(name.removeprefix("day")[0])


# The questions


def test_each_day_has_questions_on_its_ideas_and_each_prediction_has_one():
    days = Counter(day_of(one.check) for one in IDEAS)
    assert sorted(days) == [1, 2, 3, 4, 5]
    assert min(days.values()) >= 4
    named = [name for one in IDEAS for name in one.predictions]
    assert sorted(named) == sorted(name for name in PREDICTED if not name.startswith("day6"))
    names = [grader.name_of(one) for one in fresh.to_choose_from()]
    assert len(set(names)) == len(names)


@each_question
def test_the_right_answer_is_one_of_the_answers_at_any_place_and_no_two_look_alike(one, pytestconfig):
    places, drawn = Counter(), set()
    for seed in range(ALL_SEEDS if pytestconfig.getoption("--all") else SEEDS):
        asked = fresh.with_new_numbers(one, seed)
        given = practice.options(asked)
        texts = [text for text, _ in given]
        places[next(place for place, (_, wrong) in enumerate(given) if wrong is None)] += 1
        drawn.add(str(sorted(given, key=str)))
        assert 3 <= len(set(texts)) == len(texts) <= 4
        assert [text for text, wrong in given if wrong is None] == [practice.right_because(asked).partition(": ")[0]]
        assert not any(text.endswith(".0") for text in texts), "it would say how the number was computed"
        assert "{" not in filled(one.ask, asked.inputs).message().text()
    assert len(drawn) >= 3
    assert len(places) >= 2
    for seed in range(10):
        asked = fresh.with_new_numbers(one, seed)
        assert practice.options(asked) == practice.options(fresh.with_new_numbers(one, seed))


@each_question
def test_each_wrong_answer_names_a_mistake_in_both_languages(one):
    exercise = exercise_of(one.check)
    known = grader.titles(exercise)
    for wrong in one.wrong:
        said = practice.thought(wrong, exercise)
        assert said
        # What no catalogue has says so by its name.
        assert (wrong.mistake in known) != ("-recall-" in wrong.mistake), wrong.mistake
        with speaking("es"):
            assert practice.thought(wrong, exercise) != said
    with speaking("es"):
        asked = fresh.with_new_numbers(one, 1)
        assert practice.right_because(asked).partition(": ")[2] != one.because


# Exercises that are extra, and still ask about what the core of their day says.
OF_THE_CORE = ("day1-predict",)


def test_what_may_have_been_skipped_is_marked():
    for number in range(1, 6):
        day = course.assignment(f"day{number}")
        rows = re.findall(rf"^# \|([^|]*)\|[^|]*\| ({number}\.\d+) ", day.master.read_text("utf-8"), re.MULTILINE)
        marked = {exercise for section, exercise in rows if "(extra)" in section}
        extra = {one.id for one in exercises(reference.source_notebook(day)) if one.is_extra or one.number in marked}
        for one in (one for one in EARLIER if day_of(one.check) == number):
            exercise = exercise_of(one.check)
            assert one.is_extra == (exercise in extra and exercise not in OF_THE_CORE), grader.name_of(one)


# The same answers by other ways: enumerated, measured by PyTorch, or counted in the course's own engine.


def leaf(number):
    return torch.tensor(float(number), dtype=torch.float64, requires_grad=True)


def slope(function, at):
    x = leaf(at)
    function(x).backward()
    return x.grad.item()


@functools.cache
def engine(day):
    return reference.load(f"day{day}")


def looped(first, then, rounds, **given):
    """Return the last node of a loop, built by the class of Day 1."""
    namespace = {"a": engine(1)["Value"](2.0), "b": engine(1)["Value"](3.0), **given}
    exec(f"{first}\nfor _ in range({rounds}): {then}", namespace)
    return namespace["y"]


def traced(place, first, then, rounds, **given):
    return len(engine(1)["trace"](looped(first, then, rounds, **given))[place])


def doubled(rounds):
    made = engine(3)["Value"](1.0)
    for _ in range(rounds):
        made = made + made
    return made


def neuron_nodes(inputs):
    value = engine(3)["Value"]
    numbers = [value(0.1) for _ in range(inputs)]
    total = value(0.2)
    for one in numbers:
        total = total + value(0.3) * one
    return len(engine(3)["topological_order"](total.tanh()))


def twice(slope, calls):
    value = engine(3)["Value"]
    a = value(1.0)
    y = slope * a
    for _ in range(calls):
        y.backward()
    return a.grad


def hooked(gradient, passes):
    x = leaf(1)
    hook = x.register_hook(lambda given: None)
    for _ in range(passes):
        (gradient * x).backward()
        hook.remove()
    return x.grad.item()


def clipped(norm, limit):
    one = torch.nn.Parameter(torch.zeros(4, dtype=torch.float64))
    one.grad = torch.full((4,), norm / 2, dtype=torch.float64)
    torch.nn.utils.clip_grad_norm_([one], limit)
    return round(one.grad.norm().item() / norm, 6)


def mean_square(inputs):
    """Add up coins of 1 and -1: count how often each sum comes."""
    ways = np.array([math.comb(inputs, heads) for heads in range(inputs + 1)], dtype=float) / 2.0**inputs
    return round(float(sum(way * (2 * heads - inputs) ** 2 for heads, way in enumerate(ways))), 6)


def he(inputs):
    spread = torch.nn.init.calculate_gain("relu") / math.sqrt(inputs)
    return round(spread, 4)


def layered(factor, layers):
    return round(slope(lambda x: torch.stack([factor * torch.ones(())] * layers).double().prod() * x, 1), 5)


ANOTHER_WAY = {
    "recalled-nodes": lambda k, rounds: traced(0, f"y = a + {k}", "y = y * a", rounds),
    "recalled-edges": lambda rounds: traced(1, "y = a * a", "y = y + a", rounds),
    "recalled-value": lambda a, b, c: eval(f"{a} + {b} * {c}"),
    "recalled-parents": lambda rounds: len(set(looped("y = a", "y = y * b", rounds)._prev)),
    "recalled-rise": lambda b, rise: (lambda y: y(1 + rise) - y(1))(lambda a: a + a + b * a),
    "recalled-product": lambda a, b, upstream: slope(lambda x: upstream * x * b, a),
    "recalled-shares": lambda held, share: slope(lambda x: held * x + share * x, 1),
    "recalled-chain": lambda a, b, c: slope(lambda x: c * (a * x + b), 1),
    "recalled-paths": lambda a, b: slope(lambda x: a * x + b * x, 1),
    "recalled-slope": lambda k, x: slope(lambda one: one**3 - k * one, x),
    "recalled-difference": lambda up, down, h: np.polyfit([-h, h], [down, up], 1)[0].round(9),
    "recalled-maximum": lambda a, b, upstream: slope(lambda x: upstream * torch.maximum(x, torch.tensor(float(b))), a),
    "recalled-order": lambda slope, first, second: twice(slope, 1) * (first + second),
    "recalled-calls": lambda rounds: len(engine(3)["topological_order"](doubled(rounds))),
    "recalled-ways": lambda rounds: twice_paths(rounds),
    "recalled-place": lambda rounds: place_of_last(rounds),
    "recalled-twice": twice,
    "recalled-power": lambda a, n: slope(lambda x: x**n, a),
    "recalled-layer": lambda neurons, inputs: sum(p.numel() for p in torch.nn.Linear(inputs, neurons).parameters()),
    "recalled-neuron": neuron_nodes,
    "recalled-mean": lambda one, other: mean_squared([one, other]),
    "recalled-classes": lambda classes: round(
        torch.nn.functional.cross_entropy(torch.zeros(1, classes), torch.tensor([0])).item(), 2
    ),
    "recalled-step": lambda held, gradient, rate: stepped(held, gradient, rate),
    "recalled-zeroing": lambda gradient, step: accumulated(gradient, step),
    "recalled-shrinking": lambda share: round(mean_squared([share, 2 * share, 3 * share]) / mean_squared([1, 2, 3]), 2),
    "recalled-pixel": lambda gradient, change: (lambda loss: loss(change) - loss(0))(lambda p: gradient * p),
    "recalled-factor": layered,
    "recalled-steps": lambda first, last: len(list(zip(range(first, last), range(first + 1, last + 1), strict=True))),
    "recalled-rule": he,
    "recalled-skip": lambda slope: (lambda block: block(1) - block(0))(lambda x: x + slope * x),
    "recalled-hook": hooked,
    "recalled-clipping": clipped,
}  # fmt: skip


def mean_squared(errors):
    errors = torch.tensor(errors, dtype=torch.float64)
    return torch.nn.functional.mse_loss(errors, torch.zeros_like(errors)).item()


def twice_paths(rounds):
    """Walk each path by itself."""
    return 1 if not rounds else twice_paths(rounds - 1) + twice_paths(rounds - 1)


def place_of_last(rounds):
    value = engine(3)["Value"]
    y = x = value(1.0)
    for _ in range(rounds):
        y = y + x
    return engine(3)["topological_order"](y).index(y) + 1


def stepped(held, gradient, rate):
    parameter = torch.nn.Parameter(torch.tensor(float(held), dtype=torch.float64))
    parameter.grad = torch.tensor(float(gradient), dtype=torch.float64)
    torch.optim.SGD([parameter], lr=rate).step()
    return parameter.item()


def accumulated(gradient, step):
    x = leaf(1)
    for _ in range(step):
        (gradient * x).backward()
    return x.grad.item()


@each_idea
def test_another_way_gives_the_right_answers(one):
    another = {
        "day2-value-add": lambda a, b, upstream: slope(lambda x: upstream * (x + b), a),
        "day5-derive-leak": mean_square,
    }
    compute = another[one.check] if one.name == "recalled-sum" else ANOTHER_WAY[one.name]
    for seed in range(12):
        asked = fresh.with_new_numbers(one, seed)
        assert math.isclose(compute(**asked.inputs), one.right(**asked.inputs), abs_tol=1e-5), asked.inputs


# Which are drawn


def drawn(day, **given):
    return [one["name"] for one in grader.answer({"recall": day, **given})["questions"]]


def test_without_a_history_yesterday_the_day_before_and_the_first_are_asked():
    assert {day_of(name) for name in drawn(2)} == {1}
    for day, days in ((3, [2, 1]), (4, [3, 2, 1]), (5, [4, 3, 1]), (6, [5, 4, 1])):
        for _ in range(3):
            found = drawn(day)
            assert len(set(found)) == 3
            assert [day_of(name) for name in found][: len(days)] == days
            assert not any(one.is_extra for one in EARLIER if grader.name_of(one) in found)


def test_what_the_learner_got_wrong_comes_first_with_the_mistake_among_the_answers():
    found = grader.answer({"recall": 4, "met": [FORGETS_UPSTREAM], "missed": ["day1-brackets", "day2-tie"]})[
        "questions"
    ]
    assert [one["name"] for one in found] == [
        "day2-value-multiply recalled-product",
        "day1-predict-product recalled-value",
        "day2-max-routes recalled-maximum",
    ]
    # Six mistakes give an answer to this question, and three of them fit beside the right one.
    mistake = "day1-predict-edge-too-many"
    for _ in range(20):
        (one, *_) = grader.answer({"recall": 2, "met": [grader.titles("day1-predict")[mistake]]})["questions"]
        assert one["name"] == "day1-predict-reuse edges"
        asked, _ = grader._asked(f"{one['name']} {one['seed']}")
        assert mistake in [wrong.mistake for _, wrong in practice.options(asked) if wrong is not None]
    # A mistake that no question has among its answers leads to one of the same exercise.
    title = grader.titles("day2-value")["day2-add-called"]
    assert exercise_of(drawn(3, met=[title])[0].split()[0]) == "day2-value"
    # Today's and later mistakes wait.
    assert {day_of(name) for name in drawn(2, met=[FORGETS_UPSTREAM], missed=["day2-tie"])} == {1}


def test_a_question_that_was_answered_does_not_come_again_and_a_wrong_one_does():
    product = "day2-value-multiply recalled-product"
    for _ in range(8):
        assert product not in drawn(3, met=[FORGETS_UPSTREAM], done=[product])
    assert drawn(5, missed=[product])[0] == product
    everything = [grader.name_of(one) for one in EARLIER]
    assert len(set(drawn(4, done=everything))) == 3, "there are always three"


def test_numbers_are_new_each_time():
    seeds = {grader.answer({"recall": 3, "missed": ["day2-cube"]})["questions"][0]["seed"] for _ in range(5)}
    assert len(seeds) == 5


def test_the_grader_is_asked_as_by_a_notebook_and_says_nothing_before_the_answer():
    (said,) = served([json.dumps({"recall": 3})])
    assert len(said["questions"]) == 3
    assert all(set(one) == {"name", "seed", "key", "text", "options", "exercise"} for one in said["questions"])
    for question in (
        {"recall": "3"}, {"recall": 3, "met": "x"}, {"recall": 3, "known": [3]}, {"recall": 3, "known": ["nothing 3"]},
        {"recall": 3, "known": ["day2-value-add recalled-sum -3"]}, {"recall": 3, "letters": 5},
    ):  # fmt: skip
        (said,) = served([json.dumps(question)])
        assert "refused" in said, question


# In a notebook


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """Return a function that calls ``recall`` beside a folder of days, and gives what is shown."""
    place, shown = tmp_path / "day2", []
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.setattr(files, "_unwritten", {})
    monkeypatch.setattr(companion_recall, "ask", grader.answer)
    monkeypatch.setattr(companion_recall, "show", shown.append)
    monkeypatch.setattr(companion_recall.Questions, "show", lambda self: shown.append(self.bundle()))

    def call(*given):
        gradtools.recall(*given)
        return shown[-1]["text/plain"]

    call.path, call.shown = tmp_path / mornings.FILE, shown
    return call


def key(path, day=2):
    """Return the right letters of a morning."""
    found = ""
    for one in mornings.load(path)[0][day]:
        asked = fresh.with_new_numbers(next(each for each in EARLIER if grader.name_of(each) == one.name), one.seed)
        found += "abcd"[next(place for place, (_, wrong) in enumerate(practice.options(asked)) if wrong is None)]
    return found


def other(letter):
    return "b" if letter == "a" else "a"


def test_the_same_three_are_asked_until_they_are_answered_and_the_first_answers_count(lab):
    first = lab(2)
    assert re.findall(r"^\d\. ", first, re.MULTILINE) == ["1. ", "2. ", "3. "]
    assert 'recall(2, "a b c")' in first
    assert lab(2) == first
    one, two, _ = key(lab.path)
    assert lab(2, f"{one} - -").count("✓ Right.") == 1
    shown = lab(2, f"{other(one)} {other(two)} ?")
    assert shown.count("✓ Right.") == 1, "the first answer counts"
    assert shown.count("✗ Not this one.") == 1
    assert shown.count("Likely mistake: ") == 1
    assert shown.count("○ ") == 1
    assert "Done: 1 of 3 at the first try. Look again at " in shown
    assert lab(2) == lab(2, "abc") == shown, "shown as answered"
    assert f"> {one}) " in shown
    assert lab(3) != shown
    asked_again = [one.name for one in mornings.load(lab.path)[0][3]][:2]
    assert asked_again == [one.name for one in reversed(mornings.load(lab.path)[0][2][1:])], "those that went wrong"


def test_all_right_needs_no_exercise(lab):
    lab(2)
    assert lab(2, key(lab.path)).endswith("Done: 3 of 3 at the first try.")
    assert set(drawn(3, **mornings.history(lab.path, 3))).isdisjoint(one.name for one in mornings.load(lab.path)[0][2])


def test_predictions_and_mistakes_are_the_history(lab):
    predictions._keep(lab.path.with_name(predictions.FILE), "day1-brackets", predictions.Prediction(9, "", -4, False))
    predictions._keep(lab.path.with_name(predictions.FILE), "day1-torch-uses", predictions.Prediction(2, "", 2, True))
    kept = mistakes._Kept(counts=Counter({"one": 1, "two": 5}))
    mistakes._write(lab.path.with_name(mistakes.FILE), kept)
    assert mornings.history(lab.path, 2) == {"met": ["two", "one"], "missed": ["day1-brackets"], "done": []}
    lab(2)
    assert mornings.load(lab.path)[0][2][0].name == "day1-predict-product recalled-value"


@pytest.mark.parametrize("typed", ["", "ab", "abcd", "xyz", 7, ["a", "b", "c"], "é b c"])
def test_what_is_no_three_letters_is_said_and_not_kept(lab, typed):
    lab(2)
    before = lab.path.read_text("utf-8")
    assert companion_recall.UNREAD in lab(2, typed)
    assert lab.path.read_text("utf-8") == before


@pytest.mark.parametrize("day", [1, 7, "2", None, 2.0, True])
def test_another_day_is_said_in_one_sentence(lab, day):
    assert lab(day) == companion_recall.NO_DAY
    assert not lab.path.exists()


def test_nothing_happens_while_a_program_runs_the_notebook(lab, monkeypatch, capsys):
    monkeypatch.setenv(kernel.RUNNING, "1")
    gradtools.recall(2)
    assert capsys.readouterr().out.strip() == companion_recall.QUIET
    assert lab.shown == []
    assert not lab.path.exists()


ONE = {"name": "day1-predict-reuse recalled-rise", "seed": 3, "key": "x", "letter": "-", "right": None}


@pytest.mark.parametrize(
    "broken",
    [
        "{", "[]", "\x00", "[" * 100_000, '{"2": 7}', '{"2": []}', '{"9": []}',
        *(json.dumps({"2": [ONE, ONE, ONE | change]}) for change in (
            {"seed": -1}, {"seed": "3"}, {"name": 3}, {"key": None}, {"letter": "e"}, {"letter": "a"}, {"right": True},
            {"letter": "ab", "right": True}, {"more": 1},
        )),
    ],
)  # fmt: skip
def test_a_damaged_file_is_kept_and_a_new_one_begun(lab, broken):
    lab.path.write_text(broken)
    shown = lab(2)
    assert "could not be read whole" in shown
    assert "\n1. " in shown
    (old,) = lab.path.parent.glob(".recall.kept-*.json")
    assert old.read_text() == broken
    assert len(mornings.load(lab.path)[0][2]) == 3


def test_what_is_good_in_a_damaged_file_stays(lab):
    lab(2)
    lab(2, key(lab.path))
    data = json.loads(lab.path.read_text())
    lab.path.write_text(json.dumps({**data, "3": 7}))
    lab(3)
    known, complete = mornings.load(lab.path)
    assert complete
    assert [one.right for one in known[2]] == [True] * 3
    assert len(known[3]) == 3


def test_another_version_of_the_course_asks_other_questions_and_keeps_what_was_answered(lab):
    lab.path.write_text(json.dumps({"2": [ONE] * 3}))
    assert lab(2).startswith(companion_recall.OTHERS)
    answered = json.dumps({"2": [ONE | {"letter": "a", "right": True}, ONE, ONE]})
    lab.path.write_text(answered)
    for given in ((), ("a b c",)):
        assert lab(2, *given).startswith("You answered 1 of the three questions.")
    assert lab.path.read_text() == answered


def test_answers_that_can_not_be_written_last_as_long_as_the_notebook(lab, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "replace", full)
    assert "It is remembered until this notebook is closed." in lab(2)
    letters = key(lab.path)
    assert "Done: 3 of 3" in lab(2, letters)
    assert "Done: 3 of 3" in lab(2)


def test_a_grader_that_can_not_be_had_is_said(lab, monkeypatch):
    def gone(question):
        raise companion_recall.NotGraded("The notebook was not graded: no reason.")

    monkeypatch.setattr(companion_recall, "ask", gone)
    assert lab(2) == "The notebook was not graded: no reason."


def test_a_course_that_changes_while_the_buttons_are_there_keeps_no_answer(lab, monkeypatch):
    board = companion_recall.Questions(2)
    monkeypatch.setattr(companion_recall, "ask", lambda question: {"refused": "The question is not known here."})
    assert board.answer({"place": 0, "letter": "a"}) == {"sentence": companion_recall.CHANGED}
    assert all(one.letter == "-" for one in mornings.load(lab.path)[0][2])


def test_where_earlier_days_are_not_packed_a_sentence_says_so(lab, monkeypatch):
    monkeypatch.setattr(fresh, "_is_here", lambda check: False)
    monkeypatch.setattr(fresh, "exercises", list)
    assert lab(2) == companion_recall.NOTHING
    assert not lab.path.exists()


def test_each_click_is_kept_and_the_page_has_no_key(lab):
    board = companion_recall.Questions(2)
    assert set(board.boards[0]["questions"][0]) == {"text", "options", "letter", "said"}
    assert not any(one["said"] for one in board.boards[0]["questions"])
    letters = key(lab.path)
    first = board.answer({"place": 1, "letter": letters[1]})
    assert (first["place"], first["letter"], first["sentence"]) == (1, letters[1], "")
    assert first["said"].startswith("✓ Right.")
    again = board.answer({"place": 1, "letter": other(letters[1])})
    assert again["letter"] == letters[1], "the first answer counts"
    assert (
        board.answer({"place": 7, "letter": "a"}) == board.answer({"place": 0, "letter": "z"}) == board.answer({}) == {}
    )
    board.answer({"place": 0, "letter": "?"})
    assert board.answer({"place": 2, "letter": letters[2]})["sentence"].startswith("Done: 2 of 3 at the first try.")
    assert [one.right for one in mornings.load(lab.path)[0][2]] == [False, True, True]


def test_the_sheet_has_a_line_by_day_and_a_skipped_morning_is_no_failure(lab):
    assert mornings.scores(lab.path) == ([], [], mornings.NONE)
    lab(2)
    assert mornings.scores(lab.path) == ([], [], mornings.NONE), "shown and skipped"
    lab(2, key(lab.path))
    lab(3)
    lab(4)
    lab(4, f"{key(lab.path, 4)[:1]} - ?")
    header, rows, words = mornings.scores(lab.path)
    assert header == ["Day 2", "Day 4", "All days"]
    assert rows == [["3 of 3", "1 of 2", "4 of 5"]]
    assert words == "Recall: 4 of 5 at the first try."
    lab.path.write_text("{")
    assert mornings.scores(lab.path)[2].endswith("could not be read whole.")


def test_both_languages_share_the_answers(lab, monkeypatch, tmp_path):
    lab(2)
    lab(2, key(lab.path))
    spanish = tmp_path / "es" / "day2"
    spanish.mkdir(parents=True)
    monkeypatch.chdir(spanish)
    with speaking("es"):
        assert "3 de 3" in lab(2), "the same three, answered"
    assert not (tmp_path / "es" / mornings.FILE).exists()


def test_each_day_from_the_second_on_begins_with_it():
    for number in mornings.DAYS:
        text = course.assignment(f"day{number}").master.read_text("utf-8")
        assert text.count(f"\nrecall({number})\n") == 1
        assert text.index(f"\nrecall({number})\n") < text.index("**You need:**")
