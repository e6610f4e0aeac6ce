# SPDX-License-Identifier: MIT
"""One calm line in place of a traceback, where a cell only waits for an exercise that is not written yet.

A stub raises ``NotImplementedError`` with the number of its exercise. Whoever runs a notebook from top to bottom meets
it in every check and every demonstration that needs the exercise, and none of them is a mistake. So the cell counts as
run, and *Run All* goes on. The same holds where a cell above was not run, so that a name or a method is missing, where
an exercise's function holds no line of code yet and gives None, and where a guess in ``predict`` has no quotes. A check
that fails says so in a few sentences, with the traceback folded beneath; it still counts as failed. Every other error
shows as it always does, and while a program runs the notebook, to grade, test or build it, nothing is changed.
"""

from __future__ import annotations

import ast
import json
import linecache
import os
import re
from pathlib import Path
from types import TracebackType
from typing import Any

from . import kernel, predictions
from .finished import NotHere
from .output import show
from .stopped import failed_check

__all__ = ["install", "line"]

MARK = "○"  # as check() marks what was not attempted
STUB = re.compile(r"Exercise (\d+\.\d+) is not written yet\b")
# The ids of the course's own cells; a cell that a learner adds has a random one.
OWN_ID = re.compile(r"day\d-")
CARD = re.compile(r"^### Exercise (\d+\.\d+)\b", re.MULTILINE)
# What Python says where a class has no method for a sign: of two operands, and of one.
OPERANDS = re.compile(r"unsupported operand type\(s\) for (\S+?)(?: or pow\(\))?: '(\w+)' and '(\w+)'$")
OPERAND = re.compile(r"bad operand type for unary (\S+): '(\w+)'$")
METHODS = {"+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "**": "__pow__"}
# A name that a waiting cell would have made -> the exercise that the cell waits for.
_missing: dict[str, str] = {}
# The error that was told as a calm line: the cell that met it counts as run.
_told: BaseException | None = None


def install() -> None:
    """Tell of unwritten exercises in a line from now on. Does nothing outside IPython."""
    shell = kernel.shell()
    if shell is not None and not getattr(shell, "_autograd_in_five_days_tells", False):
        shell.set_custom_exc((Exception,), _tell)
        shell.events.register("post_run_cell", _count_as_run)
        shell._autograd_in_five_days_tells = True


def _tell(shell: Any, kind: type, error: BaseException, trace: TracebackType, tb_offset: int | None = None) -> None:
    global _told
    run = kernel.latest()
    # Whatever could not be compiled is no line of a cell that ran.
    ran = trace.tb_frame.f_code.co_name == "run_code"
    if run is not None and not os.environ.get(kernel.RUNNING):
        found = line(error, run, shell.user_ns, kernel.notebooks())
        if found is not None:
            _told = error
            show([{"text/markdown": found, "text/plain": re.sub("[`*]", "", found)}])
            return
        failed = _of_check(shell, error, run, _cells(kernel.notebooks())) if ran else None
        if failed is not None:
            show([failed])
            return
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset, running_compiled_code=ran)


def _count_as_run(result: Any) -> None:
    global _told
    if _told is not None and result.error_in_exec is _told:
        result.error_in_exec = None
    elif _told is not None and result.error_before_exec is _told:
        result.error_before_exec = None
    _told = None


def line(error: BaseException, run: kernel.Run, names: dict[str, Any], notebooks: list[Path]) -> str | None:
    """Return the line that tells what a cell waits for; None where the error is to be shown as it is.

    Args:
        error: The error that ended the cell.
        run: The run of the cell.
        names: The names that the kernel has.
        notebooks: The notebook's file; none or several where it is not known.
    """
    # What is raised while another error is handled comes with that error, which may be the learner's own.
    if error.__context__ is not None:
        return None
    if type(error) is NotHere:
        return f"{MARK} {error}"
    if type(error) is NotImplementedError:
        return _of_stub(error, run, names)
    if guess := _of_guess(error, run):
        return f"{MARK} {guess}"
    if type(error) is NameError and getattr(error, "name", None) and _depth(error) == 1:
        return _of_name(str(error.name), run, names, _cells(notebooks))
    if type(error) in (AttributeError, TypeError):
        method, of_none = _method(error)
        if method or of_none:
            return _of_method(error, method, run, _cells(notebooks))
    return None


def _of_stub(error: BaseException, run: kernel.Run, names: dict[str, Any]) -> str | None:
    found = STUB.match(str(error))
    if not found:
        return None
    number = found[1]
    _missing.update({name: number for name in _made(run.source) if name not in names})
    unwritten = f"{MARK} Exercise {number} is not written yet"
    function = _left_in(error)
    if function:
        return (
            f"{unwritten}: `{function}` still holds the line `raise NotImplementedError(...)`. Put your answer in its "
            "place, run that cell, then run this one."
        )
    return f"{unwritten}, and this cell needs it. Write it, run its cell, then run this one."


def _left_in(error: BaseException) -> str:
    """Return the function in which a stub's line stands beside other lines of code; "" where it stands alone."""
    frame = _innermost(error)
    if frame is None:
        return ""
    place = frame.tb_lineno
    try:
        tree = ast.parse("".join(linecache.getlines(frame.tb_frame.f_code.co_filename)))
    except SyntaxError:
        return ""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.lineno <= place <= (node.end_lineno or 0)
    ]
    if not around:
        return ""
    function = max(around, key=lambda node: node.lineno)
    return function.name if len(_code(function)) > 1 else ""


def _of_guess(error: BaseException, run: kernel.Run) -> str | None:
    """Tell of a guess, or of how sure one is, that is written without quotes."""
    if type(error) is SyntaxError:
        return predictions.unquoted(run.source)
    if type(error) is NameError and getattr(error, "name", None) and _depth(error) == 1:
        return predictions.unquoted(run.source, str(error.name))
    return None


def _of_name(name: str, run: kernel.Run, names: dict[str, Any], cells: list[dict[str, Any]]) -> str | None:
    """Tell of a name that a cell above makes, and that cell waits itself or was not run; of the course's cells only."""
    places = [place for place, cell in enumerate(cells) if _is(cell, run)]
    if name in names or not places or not OWN_ID.match(cells[places[0]]["id"]) or _is_answer(cells[places[0]]):
        return None
    if name in _missing:
        return (
            f"{MARK} This cell needs `{name}`, from a cell above that waits for exercise {_missing[name]}. Write it, "
            "then run the cells from there on."
        )
    makers = [cell for cell in cells[: places[0]] if name in _made(_text(cell))]
    if not makers or any(_is(cell, one) for cell in makers for one in kernel.ran()):
        return None
    first = next((one for one in _text(makers[-1]).split("\n") if one.strip()), "").replace("`", "'")
    return (
        f"{MARK} This cell needs `{name}`, and the cell above that makes it was not run yet: it begins with "
        f"`{first.strip()[:60]}`. *Run > Run All Above Selected Cell* runs all that stand above."
    )


def _method(error: BaseException) -> tuple[str, bool]:
    """Return the name of the method or attribute that is missing, and whether it is None that misses it."""
    if isinstance(error, AttributeError):
        return str(getattr(error, "name", None) or ""), getattr(error, "obj", error) is None
    one, two = OPERAND.match(str(error)), OPERANDS.match(str(error))
    if one:
        return {"-": "__neg__"}.get(one[1], ""), one[2] == "NoneType"
    return (METHODS.get(two[1].rstrip("="), ""), "NoneType" in (two[2], two[3])) if two else ("", False)


def _of_method(error: BaseException, method: str, run: kernel.Run, cells: list[dict[str, Any]]) -> str | None:
    """Tell of a method that an answer cell above makes, and that was not run or has a function without code."""
    places = [place for place, cell in enumerate(cells) if _is(cell, run)]
    if not places or not OWN_ID.match(cells[places[0]]["id"]) or _is_answer(cells[places[0]]):
        return None
    answers = [(cell, _latest(cell)) for cell in cells[: places[0]] if _is_answer(cell)]
    frame = _innermost(error)
    where = "".join(linecache.getlines(frame.tb_frame.f_code.co_filename)) if frame is not None else ""
    if any(one is not None and one.source.strip() == where.strip() for _, one in answers):
        return None  # The learner's own line met it.
    if _method(error)[1]:
        return next((told for cell, one in answers if one and (told := _of_empty(cell, one.source))), None)
    makers = [(cell, one) for cell, one in answers if method in _functions(_text(cell))]
    if not makers or any(one is not None for _, one in makers):
        return None
    return (
        f"{MARK} This cell needs `{method}`, which exercise {makers[-1][0]['exercise']} writes, and its answer cell "
        "was not run yet. Write it, run it, then run the cells from there on."
    )


def _of_empty(cell: dict[str, Any], source: str) -> str | None:
    """Tell of the functions of an answer that hold a docstring and no line of code; None where there are none."""
    empty = [f"`{name}`" for name, code in _functions(source).items() if not code]
    if not empty:
        return None
    listed = " and ".join(filter(None, (", ".join(empty[:-1]), empty[-1])))
    holds, gives = ("holds", "it gives") if len(empty) == 1 else ("hold", "they give")
    return (
        f"{MARK} Exercise {cell['exercise']} is not written yet: {listed} {holds} no line of code, so {gives} `None`, "
        "and this cell needs more. Write it, run its cell, then run this one."
    )


def _of_check(shell: Any, error: BaseException, run: kernel.Run, cells: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return what a check shows that failed; None for other cells, and where a program runs them."""
    # A page tells which cell it runs, a program does not.
    check = next((cell for cell in cells if run.cell and _is(cell, run) and _is_check(cell)), None)
    if check is None:
        return None
    course = {_text(cell).strip() for cell in cells if OWN_ID.match(cell["id"]) and not _is_answer(cell)}
    number = check["exercise"]
    can_name = any(f'check("{number}")' in _text(cell) for cell in cells)
    return failed_check(shell, error, run.source, course, number if can_name else "")


def _functions(source: str) -> dict[str, list[ast.stmt]]:
    """Return the functions of a cell, methods too, and the lines of code of each: all but docstring, pass and dots."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return {}
    return {node.name: _code(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def _code(function: ast.FunctionDef) -> list[ast.stmt]:
    constant = [isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in function.body]
    return [
        one for one, is_one in zip(function.body, constant, strict=True) if not is_one and type(one) is not ast.Pass
    ]


def _latest(cell: dict[str, Any]) -> kernel.Run | None:
    return next((run for run in kernel.ran() if _is(cell, run)), None)


def _cells(notebooks: list[Path]) -> list[dict[str, Any]]:
    """Return the code cells of the saved notebook that have an id, each with the number of the card above it.

    None where the notebook can't be read.
    """
    if len(notebooks) != 1:
        return []
    found, number = [], ""
    try:
        for cell in json.loads(notebooks[0].read_text("utf-8"))["cells"]:
            card = CARD.search(_text(cell)) if cell.get("cell_type") == "markdown" else None
            number = card[1] if card else number
            if cell.get("cell_type") == "code" and isinstance(cell.get("id"), str):
                found.append({**cell, "exercise": number})
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return []
    return found


def _is(cell: dict[str, Any], run: kernel.Run) -> bool:
    return cell["id"] == run.cell if run.cell else _text(cell).strip() == run.source.strip()


def _is_answer(cell: dict[str, Any]) -> bool:
    return bool(cell.get("metadata", {}).get("nbgrader", {}).get("solution"))


def _is_check(cell: dict[str, Any]) -> bool:
    return bool(cell.get("metadata", {}).get("nbgrader", {}).get("grade"))


def _text(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)


def _made(source: str) -> set[str]:
    """Return the names that a cell makes outside of its functions and classes."""
    try:
        waiting: list[ast.AST] = [ast.parse(source)]
    except SyntaxError:
        return set()
    made = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            made.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            made.add(node.id)
        elif isinstance(node, ast.alias):
            made.add((node.asname or node.name).split(".")[0])
        elif not isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            waiting.extend(ast.iter_child_nodes(node))
    return made


def _innermost(error: BaseException) -> TracebackType | None:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace


def _depth(error: BaseException) -> int:
    """Return how many frames of cells the error passed: 1 where the cell's own lines met it."""
    trace, cells = error.__traceback__, 0
    while trace is not None:
        cells += "IPython" not in Path(trace.tb_frame.f_code.co_filename).parts
        trace = trace.tb_next
    return cells
