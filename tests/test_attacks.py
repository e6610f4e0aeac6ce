# SPDX-License-Identifier: MIT
"""Submissions that attack, break or surprise: each gets its due, and the rest of the machine is untouched.

The attacks are the files under tests/attacks/; ``attacking.py`` runs them.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

import psutil
import pytest
from attacking import FOLDER, ROOT, Attack, Canaries, as_a_user, attacks, expected, hand_in, tried
from support import points_of, ran, scores_of

from grading import batch, classroom
from grading.by_nbgrader.calling import api_of
from judge.asking.inputs import draw_inputs, number
from judge.notebooks import course
from judge.run.confined.client import can_confine
from judge.run.confined.selftest import ONE_WALL
from judge.verdicts import marking, warm

ALL = attacks()
RUN = [attack for attack in ALL if attack.verdict != "refused"]
REFUSED = [attack for attack in ALL if attack.verdict == "refused"]

# A few of each kind, for the run as another user.
FEW = ["canary_file", "daemon", "environment", "escapes", "fills_the_disk", "network", "other_processes"]
FEW += ["start_up_file", "open_descriptors", "ends_before_the_next_question", "solution_of_the_course"]
FEW += ["helper_in_an_own_cell", "memory_that_no_limit_counts"]
FEW += ["second_guess_after_the_trail", "crash", "system_exit", "eats_memory"]

pytestmark = pytest.mark.skipif(not can_confine(), reason="strangers' code is confined on Linux alone")


# The ordinary run has time for one in twelve; `make test-attacks` runs all.
ONE_IN = 24


def marked(attack: Attack) -> object:
    marks = []
    if attack.exhaustive or (attack.name not in FEW and RUN.index(attack) % ONE_IN):
        marks.append(pytest.mark.exhaustive)
    if "xfail" in attack.header:
        marks.append(pytest.mark.xfail(strict=True, reason=attack.header["xfail"]))
    return pytest.param(attack, marks=marks, id=attack.id)


@pytest.fixture(scope="module")
def canaries(tmp_path_factory):
    watched = Canaries(tmp_path_factory.mktemp("canaries"))
    yield watched
    watched.close()


@pytest.mark.parametrize("attack", [marked(attack) for attack in RUN])
def test_an_attack_gets_what_it_deserves_and_nothing_else_is_touched(attack, canaries):
    found = tried(attack, canaries)
    assert found.wrong == [], found.message


def test_there_are_many_attacks_and_each_lies_in_the_folder_of_its_verdict():
    assert len(ALL) >= 100
    for attack in RUN:
        notebook = marking.source_notebook(attack.day)
        said = attack.header["points"]
        listed = dict(part.split("=") for part in said.split() if "=" in part)
        points = expected(attack, notebook)
        assert (attack.verdict == "full_marks") == (said == "full"), attack.id
        if attack.verdict == "no_points":
            assert {points.get(name, 0) for name in listed} == {0}, attack.id


HONEST = Attack("full_marks", "honest", {"points": "full"}, [])


def place(student: str) -> Path:
    """Return where a student hands Day 1 in."""
    day = course.assignment(1)
    path = day.root / "submitted" / student / day.name / f"{day.stem}.ipynb"
    path.parent.mkdir(parents=True)
    return path


def test_a_refused_file_has_its_reason_and_the_others_of_the_class_are_graded(recorded_course, capsys):
    day = course.assignment(1)
    for student in ("honest", "zora"):
        hand_in(HONEST, place(student))
    for attack in REFUSED:
        hand_in(attack, place(attack.name))
    assert classroom.grade_class(day, pool=partial(batch.graded, workers=1)) == 1
    lines = capsys.readouterr().out.splitlines()
    for attack in REFUSED:
        (line,) = [line for line in lines if line.startswith(f"{attack.name}: ")]
        assert line.startswith(f"{attack.name}: refused: "), line
        assert attack.header["message"] in line
    assert {f"{student}: {points_of(1):g} points" for student in ("honest", "zora")} <= set(lines)
    assert f"{len(REFUSED)} refused" in lines[-1]


def test_a_forged_value_of_a_check_is_no_result_whoever_grades(recorded_course, capsys):
    day = course.assignment(1)
    (attack,) = [attack for attack in ALL if attack.name == "forged_values_of_checks"]
    for student, tried_by in (("ada", HONEST), ("eve", attack), ("zora", HONEST)):
        hand_in(tried_by, place(student))
    assert classroom.grade_class(day, pool=partial(batch.graded, workers=1)) == 0
    everybody = dict.fromkeys(("ada", "eve", "zora"), points_of(1))
    assert scores_of(day) == everybody
    # Formgrader's button calls this, and `nbgrader autograde` is the program that it starts.
    done = api_of(day).autograde(day.name, "eve")
    assert done["success"], done.get("error")
    assert scores_of(day) == everybody


def test_a_class_is_warned_once_that_the_second_wall_is_missing(recorded_course, capsys, monkeypatch):
    day = course.assignment(1)
    monkeypatch.setattr(warm.executor_of(day, True), "has_second_wall", False)
    for student in ("honest", "zora"):
        hand_in(HONEST, place(student))
    assert classroom.grade_class(day, pool=partial(batch.graded, workers=1)) == 0
    assert capsys.readouterr().out.splitlines().count(ONE_WALL) == 1


def test_the_search_for_secrets_finds_what_is_there(canaries):
    (attack,) = [attack for attack in ALL if attack.name == "looks_for_secrets"]
    key, name, text = attack.cells[0]
    planted = "kept = re.sub(rb'[\\[\\]\\\\]', b'', patterns[0])\n"
    text = text.replace("found = set()\n", "found = set()\n" + planted)
    found = tried(Attack(attack.verdict, attack.name, attack.header, [(key, name, text)]), canaries)
    assert any("GOT" in wrong for wrong in found.wrong)


def test_a_warm_process_that_was_killed_is_replaced(canaries):
    day = course.assignment(1)
    executor = warm.executor_of(day, True)
    below = psutil.Process(executor._process.pid).children(recursive=True)
    assert below
    executor._process.kill()
    executor._process.wait()
    assert warm.executor_of(day, True) is not executor
    assert psutil.wait_procs(below, timeout=10)[1] == []
    (attack,) = [attack for attack in ALL if attack.name == "helper_in_an_own_cell"]
    assert tried(attack, canaries).wrong == []


@pytest.mark.timeout(20)
def test_inputs_are_drawn_with_pythons_own_functions(monkeypatch):
    drawers = {"a": number, "b": number, "c": number}
    before = draw_inputs(drawers, "seed")
    monkeypatch.setattr("builtins.abs", lambda value: 0)
    assert draw_inputs(drawers, "seed") == before


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
def test_the_attacks_as_a_normal_user(request):
    if os.geteuid() != 0:
        pytest.skip("this is a normal user already")
    names = [attack.name for attack in RUN] if request.config.getoption("--all") else FEW
    with tempfile.TemporaryDirectory(prefix="home-") as home:
        shutil.chown(home, 65534, 65534)
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}", "PYTHONDONTWRITEBYTECODE": "1"}
        environment |= {"HOME": home, "TMPDIR": home, "MPLCONFIGDIR": home, "XDG_CACHE_HOME": home}
        command = as_a_user(environment)
        if command is None:
            pytest.skip("no other user can read this interpreter, and no namespace can be made to be one")
        script = str(FOLDER.parent / "attacking.py")
        done = ran(*command, sys.executable, script, *names, env=environment, cwd=home, code=None)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    may_fail = {attack.id for attack in RUN if "xfail" in attack.header}
    assert {one["attack"]: one["wrong"] for one in found if one["wrong"] and one["attack"] not in may_fail} == {}
    assert done.returncode == 0, done.stderr[-2000:]
    missing = {attack.name for attack in RUN if attack.name in names} - {one["attack"].split("/")[1] for one in found}
    assert missing <= {"fork_bomb", "thread_bomb"}  # Left out where that user is root in disguise.
