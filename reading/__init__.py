# SPDX-License-Identifier: MIT
"""Read what somebody else may have written or damaged: a file beside the days, a line, what another process answers.

It is measured before it is read, and read before it is believed: what comes is text, or plain data, or :class:`Unread`.
Whoever asks for data checks its types: a number may be of any size, and a JSON number such as ``1e999`` is infinite.
"""

import codecs
import json
import os
import stat
import sys
import time
from pathlib import Path
from typing import IO, Any

import language
from language.text import SaidError
from reading import notebook_file

# Bytes of a file or a line, and how deep its data may be nested. The largest file of a learner's has 10 kB.
MOST_BYTES, MOST_DEPTH = 2_000_000, 40
# A notebook holds its outputs, and what widgets keep in its metadata.
MOST_BYTES_OF_NOTEBOOK, MOST_DEPTH_OF_NOTEBOOK = 100_000_000, 200
# A file that could not be read stays under its name with this and the time in it.
KEPT = ".kept-"
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


class Unread(SaidError, ValueError):
    """Something can't be read; the text is a part of a sentence that says why."""


def contents(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return what a file holds.

    Raises:
        FileNotFoundError: There is none.
        Unread: It is no file, has more than ``most`` bytes, or can't be read.
    """
    try:
        with _opened(path) as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise
    except IsADirectoryError:
        raise Unread("it is a folder") from None
    except (OSError, ValueError) as error:
        raise Unread("{reason}", reason=getattr(error, "strerror", None) or error) from error
    if len(data) > most:
        raise Unread("it has more than {most:,} bytes", most=most)
    return data


def _opened(path: Path) -> IO[bytes]:
    if sys.platform == "emscripten":
        # There are no pipes in a browser, and its drive takes a file that is opened in an unusual way for one to write.
        return open(path, "rb")
    # A pipe would wait for whoever writes into it.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    file = open(descriptor, "rb")  # noqa: SIM115 (whoever asked closes it)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Unread("it is not a file")
    return file


def text_of(data: bytes) -> str:
    """Return a text that is UTF-8, or marked as UTF-16; Unread where it is neither, or holds a null character."""
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise Unread("it is not UTF-8 text") from None
    if "\0" in text:
        raise Unread("it holds null characters, which no text does")
    return text


def data_of(data: bytes | str, most: int = MOST_BYTES, depth: int = MOST_DEPTH) -> Any:
    """Return the plain data that JSON holds; Unread where it is none, or larger or deeper than so."""
    if len(data) > most:
        raise Unread("it has more than {most:,} bytes", most=most)
    try:
        found = json.loads(text_of(data) if isinstance(data, bytes) else data)
    except (ValueError, RecursionError) as error:
        raise Unread("it is not valid JSON") from error
    return _not_too_deep(found, depth)


def _not_too_deep(found: Any, depth: int) -> Any:
    level = [found]
    for _ in range(depth):
        if not level:
            return found
        parts = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, (dict, list))]
        level = [one for each in parts for one in each]
    raise Unread("its data are nested too deep")


def text_in(path: Path, most: int = MOST_BYTES) -> str:
    """Return the text that a file holds; FileNotFoundError without one, and Unread where it can't be read."""
    return text_of(contents(path, most))


def data_in(path: Path, most: int = MOST_BYTES, depth: int = MOST_DEPTH) -> Any:
    """Return the plain data that a file of JSON holds; FileNotFoundError without one, Unread if it can't be read."""
    return data_of(contents(path, most), most, depth)


def notebook_in(path: Path) -> Any:
    """Return what a notebook's file holds as plain data; an OSError or Unread where that can't be had."""
    data = contents(path, MOST_BYTES_OF_NOTEBOOK)
    try:
        found, _ = notebook_file.loads(data)
    except (ValueError, RecursionError) as error:
        raise Unread("it is not valid JSON") from error
    return _not_too_deep(found, MOST_DEPTH_OF_NOTEBOOK)


def language_of(notebook: Path, otherwise: str) -> str:
    """Return the language that a notebook's file names, or ``otherwise`` where it can't be read."""
    try:
        return language.of(notebook_in(notebook)["metadata"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return otherwise


def set_aside(path: Path) -> Path:
    """Move a file or folder that can't be read to a dated name beside it, and return that; OSError if it can't be."""
    at = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{time.time_ns() % 10**6:06}"
    stem = path.stem if path.suffix else path.name
    return path.rename(path.with_name(f"{stem}{KEPT}{at}{path.suffix}"))
