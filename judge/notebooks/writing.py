# SPDX-License-Identifier: MIT
"""Write files so that a kill at any moment leaves the old one or the new one, and never a part."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def replace_file(path: Path, data: bytes, time: float | None = None) -> None:
    """Put a file in the place of another at once; it counts as changed at ``time``, in seconds since 1970, or now.

    Its folder is made where it is missing.

    Raises:
        OSError: It can't be written; the error names it.
    """
    with _written_beside(path, data, time) as written:
        os.replace(written, path)


def add_file(folder: Path, name: str, data: bytes, time: float | None = None) -> Path:
    """Write a file under a name that is free, ``name`` or ``name-1`` and so on, and return its path.

    Raises:
        OSError: It can't be written; the error names it.
    """
    first = folder / name
    for number in itertools.count(1):
        path = first if number == 1 else first.with_stem(f"{first.stem}-{number - 1}")
        if path.exists():
            continue
        with _written_beside(path, data, time) as written:
            try:
                os.link(written, path)  # Unlike a move it fails where another program has taken the name meanwhile.
            except FileExistsError:
                continue
            except OSError:  # A file system without hard links.
                os.replace(written, path)
        return path
    raise AssertionError("there is always a next number")


@contextmanager
def _written_beside(path: Path, data: bytes, time: float | None) -> Iterator[str]:
    """Write a file with a name of its own beside a path, and remove it at the end if it is still there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
            try:
                file.write(data)
                file.close()
                os.chmod(file.name, 0o644)
                if time is not None:
                    os.utime(file.name, (time, time))
                yield file.name
            finally:
                Path(file.name).unlink(missing_ok=True)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
