# SPDX-License-Identifier: MIT
"""Control groups limit all processes of a submission together, where the system allows one."""

import contextlib
import os
import subprocess
import time
from pathlib import Path

import pytest

from grading.command_line import main
from judge.notebooks import course
from judge.run.confined import groups
from judge.run.confined.client import Executor, can_confine
from judge.run.confined.selftest import ALONE, ATTACKS, TOGETHER, selftest
from judge.verdicts import warm

LIMITS = {"memory.max": 2**30, "pids.max": 30}

# A kernel's own folder with the limit of processes: of version 2, or of version 1, which has the same files for it.
PLACES = [Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/pids")]


def _works(folder):
    """Tell whether a group with a limit of processes can be made in a folder."""
    try:
        groups._try_out(folder, {"pids.max": 30})
    except OSError:
        return False
    return True


REAL = next((folder for folder in PLACES if os.access(folder, os.W_OK) and _works(folder)), None)


# A kernel made of files: what it makes with each folder, and that a folder with files in it can be removed.


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    top, made, shown = tmp_path / "cgroup", [], {}
    below = top / "user.slice" / "session"
    below.mkdir(parents=True)
    for folder, controllers in ((top, "cpu memory pids"), (top / "user.slice", "memory pids"), (below, "")):
        (folder / "cgroup.subtree_control").write_text(controllers)
    process = tmp_path / "process"
    process.mkdir()
    (process / "cgroup").write_text("4:memory:/old\n0::/user.slice/session\n")
    (process / "mountinfo").write_text(
        f"22 1 0:20 / / rw - ext4 disk rw\n30 22 0:26 / {top} rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
    )

    make, take_away = os.mkdir, os.rmdir

    def mkdir(folder, *mode):
        make(folder, *mode)
        if top not in Path(folder).parents:
            return
        made.append(Path(folder))
        for file in ("memory.max", "memory.swap.max", "pids.max", "cgroup.procs", "cgroup.kill"):
            Path(folder, file).touch()

    def rmdir(folder, **place):
        if top not in Path(folder).parents:
            take_away(folder, **place)
            return
        shown[Path(folder).name] = {file.name: file.read_text() for file in Path(folder).iterdir()}
        for file in Path(folder).iterdir():
            file.unlink()
        take_away(folder)

    monkeypatch.setattr(os, "mkdir", mkdir)
    monkeypatch.setattr(os, "rmdir", rmdir)
    return top, process, made, shown


def test_the_nearest_place_with_both_controllers_is_taken_and_nothing_stays_behind(kernel):
    top, process, made, shown = kernel
    found = groups.available(LIMITS, process)
    assert found.parent == top / "user.slice"  # not the session's own group, in which processes are
    assert not any(folder.exists() for folder in made)
    group = found.new(1)
    assert (group.folder / "memory.max").read_text() == str(2**30)
    assert (group.folder / "pids.max").read_text() == "30"
    assert (group.folder / "memory.swap.max").read_text() == "0"
    handle = group.entrance()
    os.write(handle, b"0")
    os.close(handle)
    assert group.processes() == [0]
    found.end(1)
    assert shown[group.folder.name]["cgroup.kill"] == "1"
    assert not group.folder.exists()


def test_groups_of_graders_that_were_killed_are_removed(kernel):
    top, process, _, _ = kernel
    ended = subprocess.Popen(["true"])
    ended.wait()
    forgotten = top / "user.slice" / f"course-{ended.pid}-a-1"
    os.mkdir(forgotten)
    mine = top / "user.slice" / f"course-{os.getpid()}-a-1"
    os.mkdir(mine)
    assert groups.available(LIMITS, process)
    assert not forgotten.exists()
    assert mine.exists()


@pytest.mark.parametrize("trouble", ["no tree", "no controllers", "read-only", "no such limit", "outside"])
def test_where_no_group_can_be_made_there_is_none(kernel, monkeypatch, trouble):
    top, process, _, _ = kernel
    if trouble == "no tree":
        (process / "mountinfo").write_text("22 1 0:20 / / rw - ext4 disk rw\n")
    elif trouble == "no controllers":
        for folder in (top, top / "user.slice"):
            (folder / "cgroup.subtree_control").write_text("cpu pids")
    elif trouble == "outside":
        (process / "cgroup").write_text("0::/../above\n")
    else:
        make = os.mkdir

        def refused(folder, *mode):
            if trouble == "read-only":
                raise OSError(30, "Read-only file system")
            make(folder, *mode)
            os.unlink(Path(folder, "pids.max"))

        monkeypatch.setattr(os, "mkdir", refused)
    assert groups.available(LIMITS, process) is None


@pytest.mark.skipif(not can_confine(), reason="nothing can be confined on this system")
def test_the_selftest_says_which_limits_hold(capsys):
    assert main(["selftest"]) == 0
    attacks, limits = capsys.readouterr().out.splitlines()
    assert attacks == f"{len(ATTACKS)} attacks from inside the sandbox were tried, and none got through."
    assert limits in (ALONE, TOGETHER)
    assert "weaker" in ALONE  # What is missing, and what would mend it.
    assert "systemd-run" in ALONE


# On the kernel itself


@pytest.mark.skipif(REAL is None, reason="nobody may make a control group here: not tried on a real kernel")
@pytest.mark.skipif(not can_confine(), reason="nothing can be confined on this system")
def test_all_processes_of_a_submission_are_counted_together_and_end_with_it(monkeypatch):
    limits = {"pids.max": 20}
    monkeypatch.setattr(groups, "available", lambda *_: groups.Groups(REAL, limits))
    forks = """import os, time
count = 0
try:
    while count < 60:
        if os.fork() == 0:
            time.sleep(60)
        count += 1
except OSError as error:
    print(count, type(error).__name__)"""
    with contextlib.closing(Executor(warm.settings_for(course.assignment(1), True)).get_ready()) as executor:
        assert selftest(executor) == TOGETHER
        session = executor.session()
        outputs, _ = session.cell(forks, 10)
        count, name = outputs[0]["text"].split()
        assert name == "BlockingIOError"
        assert int(count) < 20
        # That of the selftest may be about to go.
        held = [len((group / "cgroup.procs").read_text().split()) for group in REAL.glob(f"course-{os.getpid()}-*")]
        assert max(held) == int(count) + 1
        session.close()
        after = executor.session()
        assert after.cell("print('alive')", 10)[0][0]["text"] == "alive\n"
        after.close()
    end = time.monotonic() + 3
    while any(REAL.glob(f"course-{os.getpid()}-*")) and time.monotonic() < end:
        time.sleep(0.02)
    assert not any(REAL.glob(f"course-{os.getpid()}-*"))


@pytest.mark.exhaustive
@pytest.mark.skipif(not can_confine(), reason="nothing can be confined on this system")
def test_a_group_that_nobody_enters_is_not_said_to_hold(kernel, monkeypatch):
    top, _, _, _ = kernel
    monkeypatch.setattr(groups, "available", lambda *_: groups.Groups(top / "user.slice", LIMITS))
    monkeypatch.setattr(groups.Group, "processes", lambda _: [])
    with contextlib.closing(Executor(warm.settings_for(course.assignment(1), True)).get_ready()) as executor:
        assert selftest(executor) == ALONE
        session = executor.session()
        assert session.cell("print('alive')", 10)[0][0]["text"] == "alive\n"
        assert not executor.is_held_together(session.number)
        session.close()
