# SPDX-License-Identifier: MIT
"""Look through a folder or a .zip of what strangers handed in, and copy out what may be a notebook.

Nothing is ever written under a name that a stranger chose: copies get a number in a folder of ours. Links are
not followed, a name that leads out of its .zip is refused, and everything that is unpacked is counted.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from grading.submit import RECEIPT
from judge.notebooks.choosing import KEPT
from judge.notebooks.course import CourseError, stops_all
from judge.notebooks.submission import LARGEST_FILE
from judge.run.words import say, template

LARGEST_DIRECTORY = 8 << 20  # a .zip's list of contents, some 80,000 files
# What may be unpacked of one .zip. A class's own is large; what one learner packed is not.
MOST_OF_A_LEARNER = 200 << 20
MOST_OF_A_CLASS, MOST_PER_BYTE = 2 << 30, 20
DEEPEST_ZIP = 3  # a class's .zip, a learner's in it, and one that somebody packed twice
DEEPEST_FOLDER = 20
MOST_SENTENCES = 50  # on one .zip

# Why something is left out.
KEPT_COPY = template("{name} is a copy that was kept, and not what was handed in.")
NO_NOTEBOOK = template("{name} is no notebook, and no .zip; if it is an archive, unpack it into a folder.")
TOO_DEEP = template("folders lie more than {most} deep.")
EMPTY_FOLDER = template("this folder is empty.")
MORE_THINGS = template("{shown}: {more:,} more things in it are left out.")
SAME_REASON = template("{first} And {count} more of {who} for the same reason.")
BUFFER = 1 << 20
OF_A_SYSTEM = ("__MACOSX", ".DS_Store", ".ipynb_checkpoints", ".git")


@dataclass(frozen=True)
class Step:
    """One name on the way to a file, and the time of what bears it, which folders don't have."""

    name: str
    time: float | None = None


@dataclass(frozen=True)
class Found:
    """A file that was handed in: the names that lead to it, the outermost first, and our copy of a notebook."""

    trail: tuple[Step, ...]
    copy: Path | None = None

    @property
    def name(self) -> str:
        """The file's own name."""
        return self.trail[-1].name

    @property
    def kind(self) -> str:
        """What its name says that it is: ``notebook``, ``receipt``, or "" for anything else."""
        return _kind(self.name)

    @property
    def left_out(self) -> str:
        """Why a file that is no notebook is not read."""
        if KEPT in self.name:
            return say(KEPT_COPY, name=self.name)
        return say(NO_NOTEBOOK, name=self.name)

    def __str__(self) -> str:
        return _shown(self.trail)


def _shown(trail: tuple[Step, ...]) -> str:
    return "/".join(step.name for step in trail)


@dataclass(frozen=True)
class LeftOut:
    """A sentence on what is left out; of one person and for one reason there may be many."""

    who: str  # whose it is, as far as its place says
    why: str  # the reason
    text: str  # the sentence


def each_once(left_out: Iterable[LeftOut]) -> list[str]:
    """Return the sentences, of those of one person and reason the first, with how many more there are."""
    met: dict[tuple[str, str], list[str]] = {}
    for one in left_out:
        met.setdefault((one.who, one.why), []).append(one.text)
    return [
        texts[0] if len(texts) == 1 else say(SAME_REASON, first=texts[0], count=len(texts) - 1, who=who)
        for (who, _), texts in met.items()
    ]


class Refused(CourseError):
    """A file is left out; the text says why."""


class _Budget:
    """What may still be unpacked of one .zip, in bytes: of it all, and of each name at its top."""

    def __init__(self, file: IO[bytes], depth: int, start: int):
        self.depth, self.start = depth, start
        size = file.seek(0, os.SEEK_END)
        self.left = MOST_OF_A_CLASS + MOST_PER_BYTE * size if depth == 1 else MOST_OF_A_LEARNER
        self.spent: Counter[str] = Counter()

    def spend(self, entry: zipfile.ZipInfo, top: str) -> None:
        """Count a member by the size that its header says, beyond which nothing of it is read."""
        if entry.file_size > LARGEST_FILE:
            raise Refused("it unpacks to more than {most} MB.", most=LARGEST_FILE >> 20)
        self.left -= entry.file_size
        self.spent[top] += entry.file_size
        if self.left < 0:
            raise _Bomb("it unpacks to far more than its size lets one expect.")
        if self.spent[top] > MOST_OF_A_LEARNER:
            raise Refused("what lies here unpacks to more than {most} MB.", most=MOST_OF_A_LEARNER >> 20)


class _Bomb(Refused):
    """Nothing of a .zip is taken."""


@dataclass
class Search:
    """What is found below a folder or in a .zip."""

    into: Path  # an empty folder for the copies
    others: Collection[str] = ()  # names of files that are copied like notebooks
    # The files that may matter: notebooks, receipts and those of the names above with a copy, others without.
    found: list[Found] = field(default_factory=list)
    refused: list[LeftOut] = field(default_factory=list)  # what was left out
    _copies: int = 0

    def look(self, place: Path, depth: int = 1) -> None:
        """Look through a folder, or through a .zip as if it were one; at a depth of 2 that is one learner's."""
        if place.is_dir():
            self._folder(place, ())
        else:
            with self._leaving_out((Step(place.name),)), open(place, "rb") as file:
                self._zip(file, (), depth)

    def take(self, place: Path) -> None:
        """Take a file as if it lay alone in a folder."""
        with self._leaving_out((Step(place.name),)), open_plain(place) as file:
            self._take(file, (Step(place.name, os.fstat(file.fileno()).st_mtime),))

    @contextlib.contextmanager
    def _leaving_out(self, trail: tuple[Step, ...]) -> Iterator[None]:
        """Leave out what can't be read, and say why."""
        try:
            yield
        except Exception as error:  # zipfile raises many types on damage; whatever a file does, the next is looked at.
            if isinstance(error, _Bomb) or stops_all(error):
                raise
            why = why_not_read(error)
            self.refused.append(LeftOut(trail[0].name, why, f"{_shown(trail)}: {why}"))

    def _folder(self, folder: Path, before: tuple[Step, ...]) -> None:
        if len(before) > DEEPEST_FOLDER:
            raise Refused(TOO_DEEP, most=DEEPEST_FOLDER)
        with os.scandir(folder) as entries:
            listed = sorted((entry for entry in entries if _matters(entry.name)), key=lambda entry: entry.name)
        if before and not listed:
            raise Refused(EMPTY_FOLDER)
        for entry in listed:
            trail = (*before, Step(tidy(entry.name)))
            with self._leaving_out(trail):
                if entry.is_symlink():
                    raise Refused("this is a link, and links are not followed.")
                if entry.is_dir(follow_symlinks=False):
                    self._folder(Path(entry.path), trail)
                    continue
                with open_plain(entry.path) as file:
                    trail = (*before, Step(trail[-1].name, os.fstat(file.fileno()).st_mtime))
                    if entry.name.lower().endswith(".zip"):
                        self._zip(file, trail, 1)
                    else:
                        self._take(file, trail)

    def _zip(self, file: IO[bytes], before: tuple[Step, ...], depth: int) -> None:
        if depth > DEEPEST_ZIP:
            raise Refused("a .zip in a .zip in a .zip: more than {most} deep.", most=DEEPEST_ZIP)
        _bounded_directory(file)
        budget, already, refused = _Budget(file, depth, len(before)), len(self.found), len(self.refused)
        with zipfile.ZipFile(file) as archive:
            for entry in sorted(archive.infolist(), key=lambda entry: entry.filename):
                pieces, fault = _pieces(entry)
                if entry.orig_filename.endswith("/") or (not fault and not all(map(_matters, pieces))):
                    continue
                trail = (*before, *map(Step, pieces[:-1]), Step(pieces[-1], _member_time(entry)))
                try:
                    with self._leaving_out(trail):
                        if fault:
                            raise Refused(fault)
                        self._member(archive, entry, trail, budget)
                except _Bomb as bomb:
                    for found in self.found[already:]:
                        if found.copy:
                            found.copy.unlink()
                    del self.found[already:]
                    raise Refused(str(bomb)) from None
        if (more := len(self.refused) - refused - MOST_SENTENCES) > 0:
            sentence = say(MORE_THINGS, shown=_shown(before), more=more)
            self.refused[-more:] = [LeftOut(_shown(before), sentence, sentence)]
        if (len(self.found), len(self.refused)) == (already, refused):
            raise Refused("this .zip is empty.")

    def _member(
        self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, trail: tuple[Step, ...], budget: _Budget
    ) -> None:
        is_zip = trail[-1].name.lower().endswith(".zip")
        if is_zip or self._is_wanted(trail[-1].name):
            budget.spend(entry, trail[budget.start].name)
        with archive.open(entry) as member:
            if not is_zip:
                return self._take(member, trail)
            inner = self._copy(member)
        try:
            with open(inner, "rb") as file:
                self._zip(file, trail, budget.depth + 1)
        finally:
            inner.unlink(missing_ok=True)

    def _take(self, file: IO[bytes], trail: tuple[Step, ...]) -> None:
        self.found.append(Found(trail, self._copy(file) if self._is_wanted(trail[-1].name) else None))

    def _is_wanted(self, name: str) -> bool:
        return bool(_kind(name)) or name in self.others

    def _copy(self, file: IO[bytes]) -> Path:
        self._copies += 1
        copy_out(file, copy := self.into / f"{self._copies:06d}")
        return copy


def tidy(name: str) -> str:
    """Return a name in one spelling: composed letters, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def why_not_read(error: Exception) -> str:
    """Return why a file can't be read."""
    if isinstance(error, Refused):
        return str(error)
    if isinstance(error, OSError):
        return say("it can't be read ({why}).", why=error.strerror or error)
    return say("this .zip can't be read ({why}).", why=" ".join(str(error).split())[:100] or type(error).__name__)


def _kind(name: str) -> str:
    is_notebook = name.lower().endswith(".ipynb") and KEPT not in name
    return "receipt" if name.lower() == RECEIPT else "notebook" if is_notebook else ""


def _matters(name: str) -> bool:
    """Tell whether a file or folder of this name may be of the learner's making, and not of their system's."""
    return name not in OF_A_SYSTEM and not name.startswith("._")


def open_plain(path: str | Path, folder: int | None = None) -> IO[bytes]:
    """Open a plain file, neither a link nor a pipe; in an open folder, if its descriptor is given.

    Raises:
        OSError: It can't be opened.
        Refused: It is no plain file.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, dir_fd=folder)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Refused("it can't be read (it is no plain file).")
    return os.fdopen(descriptor, "rb")


def copy_out(file: IO[bytes], copy: Path) -> None:
    """Copy an open file, and refuse one that is too large, whatever its header says."""
    size = 0
    try:
        with open(copy, "xb") as target:
            while block := file.read(BUFFER):
                size += len(block)
                if size > LARGEST_FILE:
                    raise Refused("it has more than {most} MB.", most=LARGEST_FILE >> 20)
                target.write(block)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise


def _bounded_directory(file: IO[bytes]) -> None:
    """Refuse a .zip whose list of contents is huge, before that is read: a list of 100 MB takes a gigabyte."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - 66_000))
    tail = file.read()
    file.seek(0)
    place = tail.rfind(b"PK\5\6")
    if place < 0 or len(tail) < place + 22:
        raise Refused("this .zip can't be read (its end is missing).")
    if b"PK\6\7" in tail or int.from_bytes(tail[place + 12 : place + 16], "little") > LARGEST_DIRECTORY:
        raise Refused("it lists too many files; unpack it, and name the folder.")


def _pieces(entry: zipfile.ZipInfo) -> tuple[list[str], str]:
    """Return the names on the way to a member, and what is wrong with them or with it; "" where nothing is."""
    name = entry.orig_filename
    if not entry.flag_bits & 0x800:
        # Some programs write UTF-8 and don't say so; Python then reads another alphabet.
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    pieces = name.replace("\\", "/").split("/")
    shown = [tidy(piece) for piece in pieces if piece] or [say("(no name)")]
    if any(ord(sign) < 32 for sign in name):
        shown = ["".join(sign if ord(sign) >= 32 else "?" for sign in piece) for piece in shown]
        return shown, say("its name is no text.")
    if not pieces[0] or (len(pieces[0]) == 2 and pieces[0][1] == ":") or ".." in pieces:
        return [name], say("its path leads out of the .zip.")
    mode = entry.external_attr >> 16
    if entry.create_system == 3 and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return shown, say("this is a link or a device.")
    if entry.flag_bits & 1:
        return shown, say("it is locked with a password.")
    return shown, ""


def _member_time(entry: zipfile.ZipInfo) -> float:
    """Return the time of a member; a .zip holds the clock's time where it was made, and no zone."""
    try:
        return time.mktime((*entry.date_time, 0, 0, -1))
    except (OverflowError, ValueError):
        return 0.0
