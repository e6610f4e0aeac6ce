# SPDX-License-Identifier: MIT
"""The tests before and after the course: nobody has to take them, no verdict comes early, and no answer is lost."""

import json
import math
import re

import pytest

from companion import kernel
from companion.before_after import asked, learned, sittings
from companion.before_after.asked import FIRST_COUNT, HOW, LOCKED, PROGRESS, QUIET, TOO_LATE, UNREAD, after, before
from companion.before_after.items import FORMS, IDEAS
from companion.before_after.sittings import AFTER, BEFORE, FILE, MIME, Sitting
from language import text

KEYS = {form: "".join(item.right for item in items) for form, items in FORMS.items()}
UNKNOWN = "?" * 12


@pytest.fixture
def learner(monkeypatch, tmp_path):
    """Return the file of the answers; the account's name draws form A."""
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.setattr(sittings, "_unwritten", {})
    monkeypatch.setenv("JUPYTERHUB_USER", named("A"))
    for day in (1, 5):
        (tmp_path / "days" / f"day{day}").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "days" / "day1")
    return tmp_path / "days" / FILE


def named(form):
    return next(name for name in ("ada", "alan", "grace", "edsger") if sittings.form_for(BEFORE, {}, name) == form)


@pytest.fixture
def said(capsys):
    """Return a function that calls another one, and returns what it prints."""

    def call(function, *arguments, **named):
        capsys.readouterr()
        function(*arguments, **named)
        out, err = capsys.readouterr()
        assert err == ""
        return out.strip()

    return call


def kept(path):
    return {when: (one["form"], one["letters"], one["locked"]) for when, one in json.loads(path.read_text()).items()}


def test_the_questions_are_text_where_no_buttons_are(learner, said):
    shown = said(before)
    for number, item in enumerate(FORMS["A"], 1):
        assert f"{number}. {item.text}" in shown
        assert all(f") {choice.text}" in shown for choice in item.choices)
        assert all(line in shown for line in item.code.split("\n"))
    assert 'before("a b c d a b c d a b c d")' in shown
    assert not learner.exists(), "who skips them leaves no file"


def test_nothing_is_asked_while_a_program_runs_the_notebook(learner, said, monkeypatch):
    monkeypatch.setenv(kernel.RUNNING, "build")
    assert said(before) == QUIET[BEFORE]
    assert said(after, KEYS["A"]) == QUIET[AFTER]
    assert not learner.exists()


def test_no_verdict_comes_before_both_are_done(learner, said):
    shown = said(before, KEYS["A"])
    assert shown == f"{LOCKED}\n{learned.WAITS}"
    assert said(before) == f"{FIRST_COUNT}\n{learned.WAITS}"
    assert not re.search(r"\d+ of \d+", shown)
    half = said(after, f"{KEYS['B'][:11]}-")
    assert half == "Kept. Question 12 is still open."
    header, rows, words = learned.scores(sittings.load(learner)[0])
    assert (header, rows) == ([], [])
    assert "11 of 12 questions are answered" in words
    assert learned.WAITS in words
    wrong = "b" if KEYS["B"][11] != "b" else "c"
    shown = said(after, "- " * 11 + wrong)
    lines = shown.split("\n")
    assert lines[:2] == [LOCKED, learned.HEADING]
    assert [line.split("  ")[0] for line in lines[4:11]] == [*IDEAS, "together"]
    assert re.search(r"^together +12 of 12 +11 of 12$", shown, re.MULTILINE)
    assert re.search(r"^ten layers +2 of 2 +1 of 2$", shown, re.MULTILINE)
    assert learned.BY_CHANCE in lines
    last, chosen = FORMS["B"][11], FORMS["B"][11].chosen(wrong)
    given = {"chosen": chosen.text, "right": last.chosen(last.right).text, "mistake": chosen.mistake}
    assert lines[-1] == learned.CHOSE.format(number=12, idea="ten layers", **given)
    assert said(after).startswith(FIRST_COUNT)


def test_the_second_form_is_the_other_one_also_where_the_first_test_was_skipped(learner, said, monkeypatch):
    before(UNKNOWN)
    after(UNKNOWN)
    assert [form for form, _, _ in kept(learner).values()] == ["A", "B"]
    for name, form in ((named("A"), "B"), (named("B"), "A")):
        learner.unlink()
        monkeypatch.setenv("JUPYTERHUB_USER", name)
        shown = said(after, UNKNOWN)
        assert kept(learner)[AFTER][0] == form
        assert learned.NOT_BEFORE in shown
        assert re.search(r"^together +- +0 of 12$", shown, re.MULTILINE)
    assert said(before, KEYS["A"]) == TOO_LATE
    assert BEFORE not in kept(learner)


def test_forms_are_drawn_by_name_and_about_equally_often(monkeypatch):
    drawn = [sittings.form_for(BEFORE, {}, f"student{number}") for number in range(400)]
    assert 160 < drawn.count("A") < 240
    assert sittings.form_for(BEFORE, {}, "Ada  Lovelace") == sittings.form_for(BEFORE, {}, "ada lovelace")
    # Where there is no name, as in a browser, chance decides.
    monkeypatch.setattr(sittings, "_account", lambda: "")
    assert {sittings.form_for(BEFORE, {}, "") for _ in range(60)} == set(FORMS)


def test_a_name_can_be_given_where_all_work_under_one_account(learner):
    before(UNKNOWN, name=named("B"))
    assert kept(learner)[BEFORE][0] == "B"


def test_half_of_the_answers_are_kept_and_may_be_changed_until_all_are_there(learner, said):
    assert said(before, "a a - - - - - - - - - -").startswith("Kept. Questions 3, 4, ")
    assert said(before, "B-d, cccccccc-") == "Kept. Question 12 is still open.", "case, commas and blanks are no matter"
    assert kept(learner)[BEFORE] == ("A", "badcccccccc-", False)
    assert said(before, "-----------d").startswith(LOCKED)
    locked = kept(learner)
    assert locked[BEFORE][2] is True
    assert said(before, UNKNOWN).startswith(FIRST_COUNT)
    assert kept(learner) == locked


@pytest.mark.parametrize("typed", ["", "a b c", "e" * 12, 7, ["a"] * 12, "a" * 13, "abcd" * 2, "ä" * 12])
def test_what_is_no_line_of_twelve_letters_is_reported_and_not_kept(learner, said, typed):
    assert said(before, typed).startswith(UNREAD.partition("{")[0])
    assert "before(" in said(before, typed)
    assert not learner.exists()


def test_half_a_test_before_the_course_is_not_compared(learner, said):
    before("a" * 7 + "-" * 5)
    shown = said(after, KEYS["B"])
    assert learned.HALF_BEFORE.format(count=7, all=12) in shown
    assert re.search(r"^together +- +12 of 12$", shown, re.MULTILINE)
    assert said(before, "-" * 7 + "a" * 5) == TOO_LATE
    assert kept(learner)[BEFORE][1] == "a" * 7 + "-" * 5, "nothing is lost"


def test_both_languages_share_the_answers_and_keep_no_words(learner, said, monkeypatch):
    spanish = learner.parent / "es" / "day5"
    spanish.mkdir(parents=True)
    before(KEYS["A"])
    monkeypatch.chdir(spanish)
    monkeypatch.setattr(sittings.files.language, "known", lambda: {"es": "español"})
    for english, other in {learned.HEADING: "Antes y después", "together": "en total"}.items():
        monkeypatch.setitem(text.translations(), english, other)
    shown = said(after, KEYS["B"])
    assert "Antes y después" in shown
    assert re.search(r"^en total +12 of 12 +12 of 12$", shown, re.MULTILINE)
    assert kept(learner) == {BEFORE: ("A", KEYS["A"], True), AFTER: ("B", KEYS["B"], True)}
    assert not (learner.parent / "es" / FILE).exists()


GOOD = Sitting("A", UNKNOWN, True).data()


@pytest.mark.parametrize(
    "broken",
    [
        "{", "[]", "\x00", "[" * 100_000, '{"before": 7}',
        *(json.dumps({"before": GOOD | change}) for change in (
            {"edition": 99}, {"form": "C"}, {"form": []}, {"letters": "abc"}, {"letters": "e" * 12}, {"letters": 7},
            {"letters": "-" * 12}, {"locked": 1}, {"more": 1},
        )),
    ],
)  # fmt: skip
def test_a_damaged_file_or_one_of_another_version_is_kept_and_a_new_one_begun(learner, said, broken):
    learner.write_text(broken)
    shown = said(before, KEYS["A"])
    assert "could not be read whole" in shown
    (old,) = learner.parent.glob(".before_and_after.kept-*.json")
    assert old.read_text() == broken
    assert old.name in shown
    assert kept(learner) == {BEFORE: ("A", KEYS["A"], True)}


def test_what_is_good_in_a_damaged_file_stays(learner, said):
    learner.write_text(json.dumps({BEFORE: GOOD, AFTER: 7}))
    assert said(before).split("\n")[:2] == [sittings.UNREADABLE.format(file=FILE), FIRST_COUNT]
    assert not list(learner.parent.glob("*kept*"))
    assert "could not be read whole" in said(after, KEYS["B"])
    assert len(list(learner.parent.glob(".before_and_after.kept-*.json"))) == 1
    assert kept(learner) == {BEFORE: ("A", UNKNOWN, True), AFTER: ("B", KEYS["B"], True)}


def test_answers_that_cannot_be_written_are_remembered(learner, said, monkeypatch):
    def full(path, text):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sittings.files, "replace", full)
    assert "No space left on device" in said(before, KEYS["A"])
    assert said(before).startswith(FIRST_COUNT)


def test_a_locked_test_is_not_written_over_by_another_kernel(learner):
    sittings.keep(learner, BEFORE, Sitting("A", KEYS["A"], True))
    assert sittings.keep(learner, BEFORE, Sitting("A", UNKNOWN, True)) == []
    assert kept(learner) == {BEFORE: ("A", KEYS["A"], True)}


def test_each_click_is_kept_and_locking_needs_all_twelve(learner):
    form = asked.Questions(BEFORE, Sitting("A"), [])
    (board,) = form.boards
    assert board["answers"] == "-" * 12
    assert board["letters"] == "abcd?"
    assert len(board["items"]) == 12
    assert "right" not in json.dumps(board["items"][0]["choices"]), "the page has no key"
    answered = form.answer({"answers": "ab" + "-" * 10, "lock": False})
    assert answered == {"locked": False, "sentence": PROGRESS.format(answered=2, all=12)}
    assert kept(learner) == {BEFORE: ("A", "ab" + "-" * 10, False)}
    refused = form.answer({"answers": "ab" + "-" * 10, "lock": True})
    assert refused["locked"] is False
    assert "are still open" in refused["sentence"]
    assert form.answer({"answers": UNKNOWN, "lock": True}) == {"locked": True, "sentence": LOCKED}
    assert form.answer({"answers": KEYS["A"], "lock": True}) == {"locked": True, "sentence": FIRST_COUNT}
    assert form.answer({"answers": 7}) == {"locked": True, "sentence": FIRST_COUNT}
    assert kept(learner) == {BEFORE: ("A", UNKNOWN, True)}


def test_what_is_shown_carries_the_answers_and_the_second_test_carries_both(learner, monkeypatch):
    shown = []
    monkeypatch.setattr(asked, "show", shown.append)
    before(KEYS["A"])
    after(KEYS["B"])
    one, both = (bundle[MIME] for bundle in shown)
    assert one == {BEFORE: Sitting("A", KEYS["A"], True).data()}
    assert both == {**one, AFTER: Sitting("B", KEYS["B"], True).data()}
    assert '<th scope="row">accumulation</th><td>2 of 2</td><td>2 of 2</td>' in shown[1]["text/html"]
    begun = asked.Questions(AFTER, Sitting("B"), []).bundle()
    assert begun[MIME] == both
    assert begun["text/html"].count("<details>") == 1


def test_what_twelve_questions_can_say_is_true_for_any_chance():
    def by_chance(p, more):
        """Return how often somebody who learns nothing has at least so many more right answers of twelve."""
        share = [math.comb(12, count) * p**count * (1 - p) ** (12 - count) for count in range(13)]
        return sum(share[one] * share[other] for one in range(13) for other in range(13) if other - one >= more)

    chances = [place / 40 for place in range(41)]
    assert "up to four more" in learned.BY_CHANCE
    assert max(by_chance(p, 5) for p in chances) < 0.05 < max(by_chance(p, 4) for p in chances)
    # Of the two questions of one idea, both more come by chance in up to one of sixteen times.
    assert "two questions of one idea say little" in learned.BY_CHANCE


def test_how_to_answer_without_buttons_names_each_sign():
    assert all(sign in HOW for sign in ("question mark", "dash", "{call}"))
