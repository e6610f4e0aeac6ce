# SPDX-License-Identifier: MIT
"""Limits for all processes of a submission together: control groups, where one may be made.

An rlimit holds for one process: many processes together may take more. The kernel's control groups (version 2,
cgroups(7)) count them together. Root may make one; a normal user may below a group that was delegated to them, as
systemd does for a session's programs. The system's own groups are not changed: a new one is made next to the one that
this process is in, or further up, and removed afterwards.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

# What a place must be able to limit.
CONTROLLERS = {"memory", "pids"}
NAME = "course"
REMOVE_SECONDS = 2


class Group:
    """A group for one submission, made in a new folder; ``limits`` are the values of its files.

    Raises:
        OSError: It can't be made.
    """

    def __init__(self, folder: Path, limits: dict[str, int]):
        self.folder = folder
        os.mkdir(folder)
        try:
            for file, value in limits.items():
                _write(folder / file, str(value))
            with contextlib.suppress(OSError):  # Without swap there is no such file.
                _write(folder / "memory.swap.max", "0")
        except OSError:
            self.remove()
            raise

    def entrance(self) -> int:
        """Return a descriptor: a process that writes 0 into it is in the group, and so is all that it starts."""
        return os.open(self.folder / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC)

    def processes(self) -> list[int]:
        """Return the ids of the processes that are in the group now."""
        return [int(number) for number in (self.folder / "cgroup.procs").read_text().split()]

    def remove(self) -> bool:
        """Kill its processes and remove it; return whether it is gone, since a process takes its time to end."""
        with contextlib.suppress(OSError):
            _write(self.folder / "cgroup.kill", "1")
        with contextlib.suppress(OSError):
            os.rmdir(self.folder)
        return not self.folder.exists()


class Groups:
    """Makes a group for each submission in the folder ``parent``, and removes them."""

    def __init__(self, parent: Path, limits: dict[str, int]):
        self.parent, self.limits = parent, limits
        self._open: dict[int, Group] = {}
        self._ended: list[Group] = []

    def new(self, number: int) -> Group:
        """Make the group of a session, and remove those that were ended before.

        Raises:
            OSError: It can't be made.
        """
        self._ended = [group for group in self._ended if not group.remove()]
        group = Group(self.parent / f"{NAME}-{os.getpid()}-{id(self):x}-{number}", self.limits)
        self._open[number] = group
        return group

    def hold(self, number: int) -> bool:
        """Return whether a session has a group and is in it."""
        return number in self._open and bool(self._open[number].processes())

    def end(self, number: int) -> None:
        """Kill all processes of a session; its group is removed when they are gone."""
        if (group := self._open.pop(number, None)) and not group.remove():
            self._ended.append(group)

    def close(self) -> None:
        """End and remove all groups."""
        end, left = time.monotonic() + REMOVE_SECONDS, [*self._open.values(), *self._ended]
        while (left := [group for group in left if not group.remove()]) and time.monotonic() < end:
            time.sleep(0.01)
        self._open, self._ended = {}, []


def available(limits: dict[str, int], process: Path = Path("/proc/self")) -> Groups | None:
    """Return what makes groups with these limits, in the nearest place where that is allowed; None if there is none."""
    for folder in _places(process):
        try:
            if not set((folder / "cgroup.subtree_control").read_text().split()) >= CONTROLLERS:
                continue
            _remove_forgotten(folder)
            _try_out(folder, limits)
        except OSError:
            continue
        return Groups(folder, limits)
    return None


def _places(process: Path) -> Iterator[Path]:
    """Yield the folder of the group that a process is in, and those above it."""
    try:
        lines = (process / "cgroup").read_text().splitlines()
        mounts = [line.partition(" - ") for line in (process / "mountinfo").read_text().splitlines()]
    except OSError:
        return
    own = next((line[3:] for line in lines if line.startswith("0::")), None)
    trees = [front.split()[3:5] for front, _, back in mounts if back.startswith("cgroup2 ")]
    if own is None or not trees or "/.." in own:
        return
    shown, top = trees[0]
    below = os.path.relpath(own, shown)
    if below.startswith(".."):
        return
    folder = Path(top, below)
    yield from (each for each in (folder, *folder.parents) if each.is_relative_to(top))


def _try_out(folder: Path, limits: dict[str, int]) -> None:
    """Make a group and move a process into it; an ``OSError`` where that is refused."""
    group = Group(folder / f"{NAME}-{os.getpid()}-tried", limits)
    moved = subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _write(group.folder / "cgroup.procs", str(moved.pid))
    finally:
        moved.kill()
        moved.wait()
        while not group.remove():
            time.sleep(0.005)


def _remove_forgotten(folder: Path) -> None:
    """Remove groups of graders that were killed."""
    for each in folder.glob(f"{NAME}-*-*"):
        number = each.name.split("-")[1]
        if number.isdigit() and not Path("/proc", number).exists():
            with contextlib.suppress(OSError):
                os.rmdir(each)


def _write(path: Path, text: str) -> None:
    # The file is not created where it is missing: then the kernel has no such limit, and that has to be known.
    handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(handle, text.encode())
    finally:
        os.close(handle)
