# SPDX-License-Identifier: MIT
"""A saved notebook as plain data, whichever editor wrote it: its cells, and an answer that stands in several of them.

An answer depends on the type, the text, the id and nbgrader's metadata of its cell. Whatever else is off in a file is
put right in a copy.
"""

import ast
import json
import re
import string
import symtable
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

# What may be off in a file.
FORMAT, IDS, TYPES, TEXTS, METADATA, OUTPUTS, KEYS = "format", "ids", "types", "texts", "metadata", "outputs", "keys"

# nbformat's own rules for the keys of a notebook and of a cell, and for an id.
OF_NOTEBOOK = {"cells", "metadata", "nbformat", "nbformat_minor"}
OF_CODE, OF_TEXT = {"outputs", "execution_count"}, {"attachments"}
OF_CELL = {"id", "cell_type", "metadata", "source"}
ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")

# What a text defines where its lines begin, found without reading it as Python: it may be half of a program.
DEFINES = re.compile(r"^(?:(?:async )?def|class) +(\w+)|^(\w+) *(?::[^=\n]*)?=(?!=)", re.MULTILINE)
STAR = re.compile(r"^from .*import \*", re.MULTILINE)
WORD = re.compile(r"\w+")
# What IPython reads and Python does not: a line of its own, and what stands to the right of `=`.
_ALONE = re.compile(r"^([ \t]*)(?:[%!?].*|[\w.]+\?{1,2}[ \t]*)$", re.MULTILINE)
_GIVEN = re.compile(r"^([\w., \t]+=)[ \t]*[%!].*$", re.MULTILINE)

# More parts, or longer ones, are no answer that was split by hand: each is read as Python some times.
MOST_PARTS, LONGEST_ANSWER = 12, 100_000


def loads(data: bytes) -> tuple[Any, bool]:
    """Return what the JSON of a file holds, in UTF-8 or UTF-16, and whether it stands there alone.

    Raises:
        ValueError: It is not JSON.
        RecursionError: It is nested too deeply.
    """
    text = data.decode(json.detect_encoding(data)).lstrip()
    if "\\ud" in text or "\\uD" in text:  # Half a character, which no file can hold.
        found, end = json.JSONDecoder().raw_decode(text)
        found = json.loads(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace"))
    else:
        found, end = json.JSONDecoder().raw_decode(text)
    return found, not text[end:].strip(" \t\r\n\0")


def cells_of(found: Any) -> list[Any]:
    """Return the cells of what a file holds, as they stand in it; none where it is no notebook.

    Until format 3 they lie in worksheets.
    """
    if not isinstance(found, dict):
        return []
    sheets = found.get("worksheets")
    lists = [found.get("cells")] if "cells" in found else [
        sheet.get("cells") for sheet in (sheets if isinstance(sheets, list) else []) if isinstance(sheet, dict)
    ]  # fmt: skip
    return [cell for one in lists if isinstance(one, list) for cell in one]


def put_right(found: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the cells of a notebook as format 4.5 wants them, and which of the things above were off.

    A line in them ends with a line feed alone. ``outputs`` are those of the file where they are a list; what is in them
    is not looked at.
    """
    off: set[str] = set()
    known, minor = found.get("nbformat") == 4, found.get("nbformat_minor")
    if not known or not isinstance(minor, int):
        off.add(FORMAT)
    if known and found.keys() - OF_NOTEBOOK:
        off.add(KEYS)
    if not isinstance(found.get("metadata"), dict):
        off.add(METADATA)
    has_ids = not isinstance(minor, int) or minor >= 5
    cells, taken = [], set[str]()
    for cell in cells_of(found):
        if not isinstance(cell, dict):
            off.add(TYPES)
            continue
        cells.append(right := _cell(cell, off if known else set()))
        given = cell.get("id")
        if known and (given is not None) != has_ids:
            off.add(IDS)
        if isinstance(given, str) and ID.fullmatch(given) and given not in taken:
            right["id"] = given
            taken.add(given)
        elif given is not None:
            off.add(IDS)
    for place, right in enumerate(cells):
        if "id" not in right:
            right["id"] = _free(f"cell-{place}", taken)
    return cells, [one for one in (FORMAT, IDS, TYPES, TEXTS, METADATA, OUTPUTS, KEYS) if one in off]


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "-"
    taken.add(name)
    return name


def _cell(cell: dict[str, Any], off: set[str]) -> dict[str, Any]:
    """Return a cell with what an answer depends on and its outputs, and note what was off."""
    kind, metadata = cell.get("cell_type"), cell.get("metadata")
    if kind not in ("code", "markdown", "raw"):
        off.add(TYPES)
        heads = kind in ("heading", "html")  # Format 3 has these.
        kind = "markdown" if heads else "code" if OF_CODE & cell.keys() else "raw"
    right_metadata = _metadata(metadata)
    if right_metadata != metadata:
        off.add(METADATA)
    source = text_of(cell)
    given = cell.get("source")
    if not isinstance(given, str) and not (isinstance(given, list) and _is_text(given)):
        off.add(TEXTS)
    if cell.get("cell_type") == "heading":
        level = cell.get("level")
        source = f"{'#' * (level if level in range(1, 7) else 1)} {' '.join(source.split())}"
    right = {"cell_type": kind, "metadata": right_metadata, "source": source}
    if kind == "code":
        right["outputs"] = cell["outputs"] if isinstance(cell.get("outputs"), list) else []
        right["execution_count"] = None
        if not isinstance(cell.get("outputs"), list) or "execution_count" not in cell:
            off.add(OUTPUTS)
    elif OF_CODE & cell.keys():
        off.add(OUTPUTS)
    if cell.keys() - OF_CELL - OF_CODE - (OF_TEXT if kind != "code" else set()):
        off.add(KEYS)
    return right


def _metadata(given: Any) -> dict[str, Any]:
    """Return the metadata of a cell without what has another form than nbgrader and Jupyter give it."""
    metadata = given if isinstance(given, dict) else {}
    tags = metadata.get("tags", [])
    odd = {"tags"} if not (isinstance(tags, list) and all(isinstance(tag, str) for tag in tags)) else set()
    odd |= {"nbgrader"} if not isinstance(metadata.get("nbgrader", {}), dict) else set()
    return {key: value for key, value in metadata.items() if key not in odd}


def text_of(cell: dict[str, Any]) -> str:
    """Return the text of a cell, in which a line ends with a line feed; "" where there is none."""
    # Until format 3 that of a code cell has another name.
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list):
        lines = [line for line in source if isinstance(line, str)]
        source = ("" if _ends_lines(lines) else "\n").join(lines)
    return source.replace("\r\n", "\n").replace("\r", "\n") if isinstance(source, str) else ""


def _is_text(lines: list[Any]) -> bool:
    return all(isinstance(line, str) for line in lines) and _ends_lines(lines)


def _ends_lines(lines: list[str]) -> bool:
    """Tell whether the lines of a list end with a line feed, as they should; some programs leave it out of all."""
    return len(lines) < 2 or any("\n" in line for line in lines[:-1])


@dataclass(frozen=True)
class Answer:
    """An answer that stands in one or more cells; these are given by their places."""

    text: str
    parts: tuple[int, ...]  # the cells that it is made of, in their order
    unread: tuple[int, ...]  # those of them that Python can't read, whatever stands before or after them: left out
    others: int  # how many more cells have its name, such as copies


def _is_of_course(cell_id: str, answer: str) -> bool:
    """Tell whether the course gave an id: it begins as that of an answer, perhaps with the number of another day."""
    beginning = answer.partition("-")[0].rstrip(string.digits)
    return cell_id.startswith(beginning) and cell_id[len(beginning) :].lstrip(string.digits).startswith("-")


def answer_named(
    cells: Sequence[Mapping[str, Any]],
    name: str,
    asked: Collection[str],
    cell_id: str = "",
    stub: Callable[[], str] = str,
) -> Answer:
    """Return the answer that stands in the cells of a name; an empty one without parts where no cell has it.

    Cells of an answer between which stand none of the course's are parts of it, unless two of them define the same
    name of those that the exercise asks for: then the one further from the original is a copy. A cell beside them that
    a learner added is a part where Python can read it with them alone, as an editor leaves it that splits a cell
    without its metadata. A part that defines nothing which is asked for, or used by another, comes last: if it fails,
    it is an experiment.

    Args:
        cells: All cells of the notebook, as :func:`put_right` returns them.
        name: The ``grade_id`` of the answer cell.
        asked: The names that the exercise asks for; empty where they are not known: then any name is.
        cell_id: The id of the cell that counts where there are several attempts; without one it is the name.
        stub: Returns what the course gives in its place; a cell with this text counts only where there is no other.
    """
    cell_id = cell_id or name
    named = _named(cells, name, cell_id)
    if not named:
        return Answer("", (), (), 0)
    texts = [cell["source"] if cell["cell_type"] == "code" or at in named else "" for at, cell in enumerate(cells)]
    written = _worked_on(texts, named, stub)
    original = next((place for place in written if cells[place].get("id") == cell_id), written[0])
    added = [_is_added(cell, cell_id) for cell in cells]
    near = _beside(original, written, [place in named or one for place, one in enumerate(added)])
    parts = _completed(texts, _parts(texts, near, original, asked), added)
    text, unread = _together([texts[place] for place in parts], asked)
    return Answer(
        text,
        parts=tuple(parts),
        unread=tuple(place for place in parts if texts[place] in unread),
        others=sum(place not in parts and bool(texts[place].strip()) for place in named),
    )


def _named(cells: Sequence[Mapping[str, Any]], name: str, cell_id: str) -> list[int]:
    """Return the places of the cells of an answer: those of its name, or else of its id; of code where there is any."""
    places = [place for place, cell in enumerate(cells) if _grade_id(cell) == name]
    places = places or [place for place, cell in enumerate(cells) if cell.get("id") == cell_id]
    return [place for place in places if cells[place]["cell_type"] == "code"] or places


def _grade_id(cell: Mapping[str, Any]) -> str:
    found = cell["metadata"].get("nbgrader")
    return str(found.get("grade_id") or "") if isinstance(found, Mapping) else ""


def _worked_on(texts: Sequence[str], named: list[int], stub: Callable[[], str]) -> list[int]:
    """Return those of the places that hold more than what the course gives; all of them where none does."""
    if len(named) == 1:  # The stub takes longer to make than all the rest.
        return named
    plain = ("", stub().strip())
    return [place for place in named if texts[place].strip() not in plain] or named


def _is_added(cell: Mapping[str, Any], cell_id: str) -> bool:
    """Tell whether a learner added a cell, or an editor that split an answer and left its id here."""
    is_of_course = cell.get("id") != cell_id and _is_of_course(str(cell.get("id")), cell_id)
    return not is_of_course and not _grade_id(cell)


def _beside(original: int, places: list[int], is_open: Sequence[bool]) -> list[int]:
    """Return those of the places between which and the original all cells are open."""
    first, last = (_end(original, step, is_open) for step in (-1, 1))
    return [place for place in places if first <= place <= last]


def _end(place: int, step: int, is_open: Sequence[bool]) -> int:
    """Return the last place in a direction to which all cells are open."""
    while 0 <= place + step < len(is_open) and is_open[place + step]:
        place += step
    return place


def _parts(texts: Sequence[str], near: list[int], original: int, asked: Collection[str]) -> list[int]:
    """Return those cells that are parts of an answer, in order; the others are blank, or other attempts at it.

    It is the original alone where they are too long together.
    """
    parts: list[int] = []
    defined: set[str] = set()
    for place in sorted(near, key=lambda place: abs(place - original)):
        names = _defined(texts[place], asked)
        is_copy = names & defined or texts[place] in [texts[part] for part in parts]
        if not is_copy and len(parts) < MOST_PARTS and texts[place].strip():
            parts.append(place)
            defined |= names
    is_short = sum(len(texts[place]) for place in parts) <= LONGEST_ANSWER
    return sorted(parts) if parts and is_short else [original]


def _defined(text: str, asked: Collection[str]) -> set[str]:
    found = {one or other for one, other in DEFINES.findall(text)}
    return found & set(asked) if asked else found


def _completed(texts: Sequence[str], parts: list[int], added: Sequence[bool]) -> list[int]:
    """Return the parts of an answer with the added cells beside them that are Python with them alone."""
    for beside, reach in ((range(parts[-1] + 1, len(texts)), 1), (range(parts[0] - 1, -1, -1), -1)):
        tried: list[int] = []
        for place in beside[:MOST_PARTS]:
            whole = sorted([*parts, *tried])
            alone = texts[place] if reach > 0 else "\n".join(texts[one] for one in whole)
            if not added[place] or len(texts[place]) > LONGEST_ANSWER or is_program(alone):
                break
            tried.append(place)
            if is_program("\n".join(texts[one] for one in sorted([*parts, *tried]))):
                parts, tried = sorted([*parts, *tried]), []
    return parts


def _together(texts: list[str], asked: Collection[str]) -> tuple[str, list[str]]:
    """Return the program that some texts are together, in their order, and those that can't be a part of it."""
    if len(texts) == 1:
        return texts[0], []
    last = [text for text in texts if asked and _is_experiment(text, texts, asked)]
    texts = [*(text for text in texts if text not in last), *last]
    odd = [text for text in texts if not is_program(text)]
    # Cut in the middle of a line, they are a program without a line feed between them.
    for joint, left in [("\n", []), ("", []), *(("\n", [one]) for one in odd), ("\n", odd)]:
        kept = [text for text in texts if text not in left]
        if kept and is_program(joint.join(kept)):
            return joint.join(kept), left
    return "\n".join(texts), []


def _is_experiment(text: str, texts: list[str], asked: Collection[str]) -> bool:
    """Tell whether a part defines nothing which is asked for, or which the other parts use."""
    if STAR.search(text) or not is_program(text):
        return False
    rest = "\n".join(one for one in texts if one != text)
    used = names_of(rest)[1] if is_program(rest) else set(WORD.findall(rest))
    return not names_of(text)[0] & {*asked, *used}


def is_program(text: str) -> bool:
    """Tell whether Python, or IPython, can read a text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(as_python(text), "cell", "exec", flags=ast.PyCF_ONLY_AST)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


@lru_cache(maxsize=4096)
def names_of(source: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names that a cell defines at its top level, and those that it uses from outside of it."""
    try:
        table = symtable.symtable(as_python(source), "cell", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset(), frozenset()
    defined = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    used = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
    waiting = table.get_children()
    while waiting:
        inner = waiting.pop()
        waiting += inner.get_children()
        outside = [symbol for symbol in inner.get_symbols() if symbol.is_global()]
        defined.update(symbol.get_name() for symbol in outside if symbol.is_assigned())
        used.update(symbol.get_name() for symbol in outside if symbol.is_referenced())
    return frozenset(defined), frozenset(used)


def as_python(source: str) -> str:
    """Return a cell without its magics, which Python can't read; as quickly for a thousand of them as for one."""
    try:
        compile(source, "cell", "exec", flags=ast.PyCF_ONLY_AST)
    except SyntaxError:
        return _GIVEN.sub(r"\1 None", _ALONE.sub(r"\1pass", source))
    return source


def visible(text: str) -> str:
    """Return a grade cell's source without its hidden part, as nbgrader releases it."""
    return "\n".join(line for _, line in visible_lines(text))


def visible_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the visible lines of a grade cell, each with its number in the complete cell."""
    hidden = False
    for number, line in enumerate(text.split("\n"), 1):
        if "BEGIN HIDDEN TESTS" in line:
            hidden = True
        elif "END HIDDEN TESTS" in line:
            hidden = False
        elif not hidden:
            yield number, line
