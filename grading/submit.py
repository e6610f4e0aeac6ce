# SPDX-License-Identifier: MIT
"""A learner hands in: one file with the notebook as it was saved, and a receipt.

The file is a .zip: every learning platform takes one, the notebook in it stays the same to the last byte, so
that its checksum can be compared with any tool, and nbgrader's own ``zip_collect`` opens it.
"""

from __future__ import annotations

import hashlib
import io
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

from judge.notebooks import choosing, course, stubs, submission
from judge.notebooks.writing import add_file

FOLDER = "handed-in"
RECEIPT = "receipt.txt"
TIMES = "%Y-%m-%d %H:%M:%S UTC"


@dataclass(frozen=True)
class Receipt:
    """What a receipt says: the assignment, the notebook's checksum, and when it was saved and handed in (UTC)."""

    day: str
    notebook: str
    sha256: str
    saved: str
    written: str

    def text(self) -> str:
        """Return the receipt as its file has it."""
        return "".join(f"{name}: {value}\n" for name, value in vars(self).items())

    @classmethod
    def read(cls, text: str) -> Receipt | None:
        """Return the receipt that a text holds, or None where it holds none."""
        pairs = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
        wanted = cls.__dataclass_fields__
        return cls(**{name: pairs[name].strip() for name in wanted}) if set(wanted) <= set(pairs) else None


def hand_in(assignment: course.Assignment, now: float | None = None) -> tuple[Path, Receipt]:
    """Write the file to hand in, and return its path and its receipt. The learner's own files stay as they are.

    The notebook has the assignment's name in it, whatever its own is.

    Raises:
        CourseError: The notebook can't be read, is one of another assignment, or holds nothing but what was released.
    """
    now = time.time() if now is None else now
    path, _ = choosing.in_folder(assignment, assignment.learner_notebook.parent)
    found = submission.assignment_of(submission.read(path, outputs=False), path)
    shown = path.relative_to(assignment.root).as_posix()
    if found != assignment:
        raise course.CourseError(
            "{shown} is a notebook of {name}: `{command}` restores it.",
            shown=shown,
            name=found.name,
            command=course.command("reset", assignment),
        )
    if stubs.untouched(path):
        raise course.CourseError(
            "{shown} is as released: nothing of yours is in it. Save it in JupyterLab (Ctrl+S).", shown=shown
        )
    # Read once: the checksum is that of the bytes that are handed in, whatever is saved meanwhile.
    data = path.read_bytes()
    receipt = Receipt(
        day=assignment.name,
        notebook=path.name,
        sha256=hashlib.sha256(data).hexdigest(),
        saved=time.strftime(TIMES, time.gmtime(path.stat().st_mtime)),
        written=time.strftime(TIMES, time.gmtime(now)),
    )
    name = f"{assignment.name}-{time.strftime('%Y-%m-%d-%H%M%S', time.localtime(now))}.zip"
    try:
        return add_file(
            assignment.root / FOLDER, name, _zipped(f"{assignment.stem}.ipynb", data, receipt, now)
        ), receipt
    except OSError as error:
        raise course.CourseError(
            "{folder}/ could not be written: {strerror}. Nothing is handed in.", folder=FOLDER, strerror=error.strerror
        ) from error


def _zipped(name: str, data: bytes, receipt: Receipt, now: float) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in ((name, data), (RECEIPT, receipt.text().encode())):
            entry = zipfile.ZipInfo(member, time.localtime(now)[:6])
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)
    return file.getvalue()
