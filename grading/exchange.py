# SPDX-License-Identifier: MIT
"""nbgrader's exchange: the folder through which JupyterLab's Assignment List fetches, hands in and gets feedback.

It is ``exchange/`` in the course's folder: a folder where instructor and learners work in one copy of the
course, and a link to a shared one where each has their own. nbgrader_config.py names it for both sides.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from grading.by_nbgrader import calling, exchanging
from grading.unpacking import OF_A_SYSTEM, Refused, copy_out, open_plain, why_not_read
from judge.notebooks import course
from judge.notebooks.choosing import KEPT, MOST_LOOKED_AT, NOT_OWN
from judge.run.words import say, template

TIMES = "%Y-%m-%d %H:%M:%S.%f UTC"  # as nbgrader writes it
NAME = re.compile(r"(?P<student>[^+]+)\+(?P<day>[^+]+)\+(?P<time>[^+]+)(?:\+.*)?", re.DOTALL)
SECRET = "submission_secret.txt"
NOT_HERE = template("nbgrader's exchange does not work on Windows.")


@dataclass(frozen=True)
class HandedIn:
    """What a learner handed in through the exchange at once, or the reason why it is left out."""

    student: str  # whose it is, by the folder's name
    time: datetime | None  # when it was handed in, by the folder's name, which the learner's own process chose
    copies: tuple[
        tuple[str, Path], ...
    ]  # its notebooks, each as its name and a copy; that of the assignment's name first
    files: tuple[str, ...] = ()  # the names of what is no notebook
    secret: str = ""  # by which feedback finds the way back
    fault: str = ""  # why it is left out; "" where it is not
    # When this machine last saw a change of it. No account but the machine's own can set that time back.
    came: datetime | None = None


def works() -> bool:
    """Tell whether nbgrader's exchange works on this system."""
    return sys.platform != "win32"


def folder(root: Path) -> Path:
    """Return where the exchange of a course is; it need not be there."""
    return root / "exchange"


def join(root: Path, shared: str = "") -> Path:
    """Make the exchange, or link it to the folder that learners and instructor share, and return it.

    Raises:
        CourseError: The shared folder is not there, or exchange/ is already another one.
    """
    if not works():
        raise course.CourseError(
            "{not_here} Hand in with `{command}`.", not_here=say(NOT_HERE), command=course.command("submit")
        )
    place = folder(root)
    if shared:
        _link(place, Path(shared).expanduser().resolve())
    elif place.is_symlink() and not place.exists():
        raise course.CourseError("exchange/ leads to {readlink}, and that is not there.", readlink=os.readlink(place))
    else:
        place.mkdir(exist_ok=True)
    return place


def _link(place: Path, shared: Path) -> None:
    if not shared.is_dir():
        raise course.CourseError("There is no folder {shared}: make it first, where learners can write.", shared=shared)
    if place.resolve() == shared:
        return
    if place.is_symlink():
        place.unlink()
    elif place.is_dir():
        if any(place.iterdir()):
            raise course.CourseError(
                "exchange/ holds a class already. Move it away first, then link it to {shared}.", shared=shared
            )
        place.rmdir()
    place.symlink_to(shared, target_is_directory=True)


def offer(assignment: course.Assignment) -> bool:
    """Put an assignment's released notebook where learners fetch it, and tell whether it was new or changed.

    Nobody may rename or remove what another account put there, which nbgrader leaves open. The folder of feedback is
    made, too: to ask for feedback before there is any is an error for nbgrader.
    """
    changed = exchanging.offer(assignment)
    place = folder(assignment.root)
    of_course = place / calling.course_id(assignment)
    feedback = of_course / "feedback"
    if not feedback.exists():
        feedback.mkdir()
        feedback.chmod(0o711)
    for one in (place, of_course / "inbound"):
        status = one.stat()
        if status.st_uid == os.getuid():
            one.chmod(stat.S_IMODE(status.st_mode) | stat.S_ISVTX)
    return changed


def handed_in(assignment: course.Assignment, into: Path) -> Iterator[HandedIn]:
    """Yield what learners handed in for an assignment through the exchange, in the order of its names.

    Any learner may write into this folder, and may exchange one thing for another at any time. So a folder is
    opened once, and what is read is what that folder holds; links are not followed. A folder that belongs to
    another account than its name says is left out. The notebooks are copied into an empty folder, ``into``.

    Raises:
        CourseError: There is no exchange.
    """
    by_hand = course.command("collect", assignment, **{"from": "downloads/"})
    if not works():
        files = template("{not_here} Collect files: `{command}`.")
        raise course.CourseError(files, not_here=say(NOT_HERE), command=by_hand)
    inbound = folder(assignment.root) / calling.course_id(assignment) / "inbound"
    try:
        names = sorted(os.listdir(inbound))
    except OSError as error:
        raise course.CourseError(
            "No exchange at {path} ({strerror}): `{makes}` makes it; or collect files with `{command}`.",
            path=inbound.relative_to(assignment.root),
            strerror=error.strerror,
            makes=course.command("class"),
            command=by_hand,
        ) from error
    for number, name in enumerate(names):
        match = NAME.fullmatch(name)
        if match and match["day"] == assignment.name:
            yield _one(inbound / name, match, assignment, into / f"{number:06d}")


def _one(place: Path, match: re.Match[str], assignment: course.Assignment, copy: Path) -> HandedIn:
    student = match["student"]
    when = None
    try:
        when = _time(match["time"])
        descriptor = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            copies, files, came = _copy_notebooks(descriptor, student, f"{assignment.stem}.ipynb", copy)
            return HandedIn(student, when, copies, files, _secret(descriptor), came=came)
        finally:
            os.close(descriptor)
    except (Refused, OSError) as error:
        if course.stops_all(error):
            raise
        return HandedIn(student, when, (), fault=why_not_read(error))


def _time(text: str) -> datetime:
    with contextlib.suppress(ValueError):
        when = datetime.strptime(text, TIMES).replace(tzinfo=timezone.utc)
        if 2000 < when.year < 2100:
            return when
    raise Refused("its time {text!r} can't be read.", text=text)


def _copy_notebooks(
    descriptor: int, student: str, wanted: str, copy: Path
) -> tuple[tuple[tuple[str, Path], ...], tuple[str, ...], datetime | None]:
    """Copy the notebooks out of an open folder; return them, the names of the other files, and when they came."""
    owner = os.fstat(descriptor).st_uid
    _refuse_foreign(owner, student)
    listed = sorted(one for one in os.listdir(descriptor) if one not in OF_A_SYSTEM)
    names = [one for one in listed if one.lower().endswith(".ipynb") and KEPT not in one]
    if not names:
        raise Refused("it holds no {wanted}.", wanted=wanted)
    copies: list[tuple[str, Path]] = []
    statuses = [os.fstat(descriptor)]
    that_of_the_day_first = sorted(names, key=lambda name: name != wanted)
    for number, name in enumerate(that_of_the_day_first[:MOST_LOOKED_AT]):
        one = copy.with_name(f"{copy.name}-{number}")
        # What can't be read is of interest where nothing else is there.
        passed_over = (Refused, OSError) if copies else ()
        with contextlib.suppress(*passed_over), open_plain(name, descriptor) as file:
            status = os.fstat(file.fileno())
            if status.st_uid != owner:
                raise Refused("the notebook in it is another account's file.")
            copy_out(file, one)
            os.utime(one, (status.st_mtime, status.st_mtime))
            statuses.append(status)
            copies.append((name, one))
    files = tuple(one for one in listed if not one.lower().endswith(".ipynb") and one not in NOT_OWN)
    return tuple(copies), files, _came(*statuses)


def _came(*statuses: os.stat_result) -> datetime | None:
    """Return when a folder and the file in it were last changed, by the clock of whoever keeps the files."""
    return datetime.fromtimestamp(max(status.st_ctime for status in statuses), timezone.utc)


def _refuse_foreign(owner: int, student: str) -> None:
    """Refuse a folder of another account than its student's, unless it is ours: on a hub all may share one."""
    import pwd

    if owner == os.getuid():
        return
    try:
        account = pwd.getpwuid(owner).pw_name
    except KeyError:
        account = say("number {owner}", owner=owner)
    if account != student:
        raise Refused("it was handed in by the account {account}.", account=account)


def _secret(descriptor: int) -> str:
    """Return what nbgrader put beside the notebook, by which feedback finds the way back."""
    with contextlib.suppress(OSError, Refused), open_plain(SECRET, descriptor) as file:
        text = file.read(1000).decode("ascii", "replace")
        if text.isalnum() and os.fstat(file.fileno()).st_uid == os.fstat(descriptor).st_uid:
            return text
    return ""
