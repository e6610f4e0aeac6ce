# SPDX-License-Identifier: MIT
"""One calm line in place of a traceback, where a cell only waits for an exercise that is not written yet.

A stub raises ``NotImplementedError`` with the number of its exercise. A learner who runs a notebook from top to bottom
meets it in every check and every demonstration that needs the exercise, and none of them is a mistake. So the cell
counts as run, and *Run All* goes on. The same holds where a cell above was not run, so that a name or a method is
missing, where an exercise's function holds no line of code yet and gives None, and where a guess in ``predict`` has no
quotes.

A cell that stops does not make its names, and a cell below that needs one of them says so. The exercise is the one
whose stub stopped the cell above: it is never guessed from what is there. So a cell that draws what another computed
needs no line for this, as long as the other makes its name when all is computed, and not before.

A check that fails says so in a few sentences, with the traceback folded below; it still counts as failed. Every
other error shows as it always does, and while a program runs the notebook, to grade, test or build it, nothing is
changed.
"""

import ast
import linecache
import os
import re
import sys
from collections.abc import Collection
from pathlib import Path
from types import FrameType, FunctionType, TracebackType
from typing import Any

from gradtools.output import show
from language.text import listed, plural, say
from reading.asserts import Explained

from . import browser, kernel, predictions
from .finished import NotHere
from .stopped import failed_check, passed, shorten_tracebacks

MARK = "○"  # as check() marks what was not attempted
STUB = re.compile(r"Exercise (\d+\.\d+) is not written yet\b")
# The ids of the course's own cells; a cell that a learner adds has a random one.
OWN_ID = re.compile(r"day\d-")
CARD = re.compile(r"^### \w+ (\d+\.\d+): ", re.MULTILINE)  # in any language
# What Python says where a class has no method for a sign: of two operands, and of one.
OPERANDS = re.compile(r"unsupported operand type\(s\) for (\S+?)(?: or pow\(\))?: '(\w+)' and '(\w+)'$")
OPERAND = re.compile(r"bad operand type for unary (\S+): '(\w+)'$")
METHODS = {"+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "**": "__pow__"}
# The runs that stopped -> the exercise that each waits for; "" where it stopped for another reason.
_stopped: dict[kernel.Run, str] = {}
# The ids of cells that stopped for lack of a package, which a browser hasn't -> the package.
_lacking: dict[str, str] = {}
# The error that was shown as a calm line: its cell counts as run.
_calmed: BaseException | None = None


def install(shell: Any) -> None:
    """Show a line for what is not written yet from now on, and let a check that fails say what came."""
    shell.set_custom_exc((Exception,), _show_error)
    shorten_tracebacks(shell)
    shell.ast_transformers.append(Explained())
    shell.events.register("post_run_cell", _count_as_run)


def _show_error(
    shell: Any, kind: type, error: BaseException, trace: TracebackType, tb_offset: int | None = None
) -> None:
    global _calmed
    run = kernel.latest()
    # A cell that could not be compiled did not run.
    ran = trace.tb_frame.f_code.co_name == "run_code"
    if run is not None and not os.environ.get(kernel.RUNNING):
        cells = _cells(kernel.notebooks())
        found = line(error, run, shell.user_ns, cells)
        _stopped[run] = _exercise_that_stopped(error, run, cells)
        if found is not None:
            _calmed = error
            if _above(run, cells) is not None:
                _close_figures()
            show({"text/markdown": found, "text/plain": re.sub("[`*]", "", found)})
            given = browser.recorded() if run.cell in _lacking else None
            if given is not None:
                show(given)
            return
        failed = _of_check(shell, error, run, cells) if ran else None
        if failed is not None:
            show(failed)
            return
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset, running_compiled_code=ran)


def _close_figures() -> None:
    """Close what a cell of the course began to draw: its empty axes would be shown below the line."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")


def _count_as_run(result: Any) -> None:
    global _calmed
    for name in ("error_in_exec", "error_before_exec"):
        if getattr(result, name) is _calmed:
            setattr(result, name, None)
    _calmed = None


def line(error: BaseException, run: kernel.Run, names: dict[str, Any], cells: list[dict[str, Any]]) -> str | None:
    """Return the line that says what a cell waits for; None where the error is to be shown as it is.

    The kernel has ``names``; ``cells`` is what :func:`_cells` returned.
    """
    # What is raised while another error is handled comes with that error, which may be the learner's own.
    found = _waits_for(error, run, names, cells) if error.__context__ is None else None
    return found and f"{MARK} {found}"


def awaited(error: BaseException, names: dict[str, Any]) -> str:
    """Return what the cell that runs now waits for, by an error in it; "" where the error is the learner's to mend.

    The kernel has ``names``.
    """
    run = kernel.latest()
    if run is None or error.__context__ is not None:
        return ""
    return _waits_for(error, run, names, _cells(kernel.notebooks())) or ""


def _waits_for(error: BaseException, run: kernel.Run, names: dict[str, Any], cells: list[dict[str, Any]]) -> str | None:
    if type(error) is NotHere:
        return str(error)
    if package := _lacks(error, run, cells):
        _lacking[run.cell] = package
        return say(browser.NOT_IN_BROWSER, package=package)
    if type(error) is NotImplementedError:
        return _of_stub(error, run, names, cells)
    if type(error) is SyntaxError:
        return predictions.unquoted(run.source)
    if type(error) is NameError and getattr(error, "name", None) and _is_met_by_given_code(error, run, cells):
        return predictions.unquoted(run.source, error.name) or _of_name(error.name, run, names, cells)
    return _of_method(error, run, cells) if type(error) in (AttributeError, TypeError) else None


def _is_met_by_given_code(error: BaseException, run: kernel.Run, cells: list[dict[str, Any]]) -> bool:
    """Return whether an error passed the cell that runs and functions of given cells alone, and no answer's."""
    frames = [frame for frame, _ in passed(error) if "IPython" not in Path(frame.f_code.co_filename).parts]
    # The outermost is the cell that runs, or an example: a cell of the course.
    outermost, *others = [_text_around(frame).strip() for frame in frames] or [""]
    return {*others} <= {outermost, *_given_as_it_runs(run, cells)}


def _text_around(frame: FrameType) -> str:
    """Return the text of the cell, or of the file, whose line a frame runs."""
    return "".join(linecache.getlines(frame.f_code.co_filename))


def _given_as_it_runs(run: kernel.Run, cells: list[dict[str, Any]]) -> set[str]:
    """Return what Python gets of the cell that runs, and of the course's own cells without answers."""
    return {kernel.as_it_runs(text) for text in (run.source, *_given(cells))}


def _exercise_that_stopped(error: BaseException, run: kernel.Run, cells: list[dict[str, Any]]) -> str:
    """Return the number of the exercise for which a run waits, itself or for a name from above; "" for none."""
    if type(error) is NotImplementedError:
        stub = STUB.match(str(error))
        return stub[1] if stub else ""
    if type(error) is NameError and error.name:
        maker = _maker(error.name, run, cells)
        return _stopped.get(maker, "") if maker else ""
    return ""


def _maker(name: str, run: kernel.Run, cells: list[dict[str, Any]]) -> kernel.Run | None:
    """Return the run of the cell from which a name is missing: the nearest above; the latest where none is known."""
    if not cells:
        made = [one for one in kernel.ran() if one is not run and name in _made(one.source)]
    else:
        makers = [cell for cell in _above(run, cells) or () if name in _made(kernel.text_of(cell))]
        made = [one for one in map(_latest, makers[-1:]) if one is not None]
    return made[-1] if made else None


def _lacks(error: BaseException, run: kernel.Run, cells: list[dict[str, Any]]) -> str:
    """Return the package that a cell lacks, or a cell above that makes a name for it; "" where it lacks none."""
    if isinstance(error, browser.NotInBrowser):
        return error.package
    above = _above(run, cells) if _lacking else None
    own = _made(run.source)
    for node in ast.walk(_tree(run.source)) if above else ():
        if isinstance(node, ast.Name) and node.id not in own:
            makers = [cell["id"] for cell in above or () if node.id in _made(kernel.text_of(cell))]
            if makers and makers[-1] in _lacking:
                return _lacking[makers[-1]]
    return ""


def _of_stub(error: BaseException, run: kernel.Run, names: dict[str, Any], cells: list[dict[str, Any]]) -> str | None:
    found = STUB.match(str(error))
    if not found:
        return None
    number, given = found[1], _given_as_it_runs(run, cells)
    if _is_outdated(passed(error)[-1][0], number, names, cells, given):
        return say(
            "Exercise {number} has changed, but this cell still uses something that was made with its stub. Run the "
            "cells below exercise {number} again, then this one.",
            number=number,
        )  # fmt: skip
    function = _left_in(error, given)
    if function:
        return say(
            "Exercise {number} is not written yet: `{function}` still holds the line `raise NotImplementedError(...)`. "
            "Put your answer in its place, run that cell, then run this one.",
            number=number, function=function,
        )  # fmt: skip
    return say(
        "Exercise {number} is not written yet, and this cell needs it. Write it, run its cell, then run this one.",
        number=number,
    )


def _is_outdated(
    frame: FrameType, number: str, names: dict[str, Any], cells: list[dict[str, Any]], given: Collection[str]
) -> bool:
    """Return whether a stub that raised is from an earlier run, kept by an object or as the default of an argument."""
    function = names.get(frame.f_code.co_name)
    if isinstance(function, FunctionType):
        return function.__code__ is not frame.f_code
    answers = [cell for cell in cells if is_answer(cell) and cell["exercise"] == number]
    latest = {kernel.as_it_runs(one.source) for one in map(_latest, answers) if one is not None}
    return bool(latest) and _text_around(frame).strip() not in {*latest, *given}


def _left_in(error: BaseException, given: Collection[str]) -> str:
    """Return the function of an answer in which a stub's line is beside other code; "" where it is alone, or given."""
    around = []
    for frame, line in passed(error)[-1:]:
        text = _text_around(frame)
        functions = [] if text.strip() in given else _functions(text)
        around = [node for node in functions if node.lineno <= line <= (node.end_lineno or 0)]
    function = max(around, key=lambda node: node.lineno, default=None)
    return function.name if function is not None and len(_code(function)) > 1 else ""


def _of_name(name: str, run: kernel.Run, names: dict[str, Any], cells: list[dict[str, Any]]) -> str | None:
    """Explain a name that a cell above makes, where that cell waits or was not run; in the course's cells only."""
    above = _above(run, cells)
    if name in names or (cells and above is None):
        return None
    maker = _maker(name, run, cells)
    if maker is not None:
        return _of_maker(name, maker)
    makers = [cell for cell in above or () if name in _made(kernel.text_of(cell))]
    if not makers:
        return None
    first = kernel.text_of(makers[-1]).split("\n")[0].replace("`", "'").strip()[:60]
    return say(
        "This cell needs `{name}`, and the cell above that makes it was not run yet: it begins with `{line}`. *Run > "
        "Run All Above Selected Cell* runs all that stand above.",
        name=name, line=first,
    )  # fmt: skip


def _of_maker(name: str, maker: kernel.Run) -> str | None:
    """Explain a name that is missing, as the cell that makes it stopped; None where that cell ran to its end."""
    if maker not in _stopped:
        return None
    if _stopped[maker]:
        return say(
            "This cell needs `{name}`, from a cell above that waits for exercise {number}. Write it, then run the "
            "cells from there on.",
            name=name, number=_stopped[maker],
        )  # fmt: skip
    return say(
        "This cell needs `{name}`, from a cell above that stopped too early. The output of that cell says why. Fix it "
        "first, then run the cells from there on.",
        name=name,
    )  # fmt: skip


def _method(error: BaseException) -> tuple[str, bool]:
    """Return the name of the method or attribute that is missing, and whether it is None that misses it."""
    if isinstance(error, AttributeError):
        return str(getattr(error, "name", None) or ""), getattr(error, "obj", error) is None
    one, two = OPERAND.match(str(error)), OPERANDS.match(str(error))
    if one:
        return {"-": "__neg__"}.get(one[1], ""), one[2] == "NoneType"
    return (METHODS.get(two[1].rstrip("="), ""), "NoneType" in (two[2], two[3])) if two else ("", False)


def _of_method(error: BaseException, run: kernel.Run, cells: list[dict[str, Any]]) -> str | None:
    """Explain a method that an answer cell above makes, where that cell was not run or has a function without code."""
    (method, of_none), above = _method(error), _above(run, cells)
    if above is None or not (method or of_none):
        return None
    answers = [(cell, _latest(cell)) for cell in above if is_answer(cell)]
    innermost = _text_around(passed(error)[-1][0]) if passed(error) else ""
    if any(one is not None and kernel.as_it_runs(one.source) == innermost.strip() for _, one in answers):
        return None  # The learner's own line met it.
    if of_none:
        empty = (_of_empty(cell, one.source) for cell, one in answers if one is not None)
        return next(filter(None, empty), None)
    makers = [(cell, one) for cell, one in answers if method in {one.name for one in _functions(kernel.text_of(cell))}]
    if not makers or any(one is not None for _, one in makers):
        return None
    return say(
        "This cell needs `{method}`, which exercise {number} writes, and its answer cell was not run yet. Write it, "
        "run it, then run the cells from there on.",
        method=method, number=makers[-1][0]["exercise"],
    )  # fmt: skip


def _of_empty(cell: dict[str, Any], source: str) -> str | None:
    """Name the functions of an answer that hold a docstring and no line of code; None where there are none."""
    empty = [f"`{function.name}`" for function in _functions(source) if not _code(function)]
    if not empty:
        return None
    return plural(
        len(empty),
        "Exercise {number} is not written yet: {functions} holds no line of code, so it gives `None`, and this cell "
        "needs more. Write it, run its cell, then run this one.",
        "Exercise {number} is not written yet: {functions} hold no line of code, so they give `None`, and this cell "
        "needs more. Write it, run its cell, then run this one.",
        number=cell["exercise"], functions=listed(empty),
    )  # fmt: skip


def _of_check(shell: Any, error: BaseException, run: kernel.Run, cells: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return what a check shows that failed; None for other cells, and where a program runs them."""
    # A page says which cell it runs, a program does not.
    check = next((cell for cell in cells if run.cell and _is(cell, run) and is_check(cell)), None)
    if check is None:
        return None
    number = check["exercise"]
    can_name = any(f'check("{number}")' in kernel.text_of(cell) for cell in cells)
    return failed_check(shell, error, run.source, _given(cells), number if can_name else "")


def _given(cells: list[dict[str, Any]]) -> set[str]:
    """Return the texts of the course's own cells, without answers."""
    return {kernel.text_of(cell) for cell in cells if OWN_ID.match(cell["id"]) and not is_answer(cell)}


def _functions(source: str) -> list[ast.FunctionDef]:
    """Return the functions of a cell, methods too."""
    return [node for node in ast.walk(_tree(source)) if isinstance(node, ast.FunctionDef)]


def _code(function: ast.FunctionDef) -> list[ast.stmt]:
    """Return the lines of code of a function: all but docstring, pass and dots."""
    values = [one.value if isinstance(one, ast.Expr) else one for one in function.body]
    return [one for one in values if not isinstance(one, (ast.Pass, ast.Constant))]


def _tree(source: str) -> ast.Module:
    """Return a cell as a syntax tree; an empty one where Python can't read it."""
    try:
        return ast.parse(source)
    except SyntaxError:
        return ast.Module([], [])


def _cells(notebooks: list[Path]) -> list[dict[str, Any]]:
    """Return the code cells of the saved notebook that have an id, each with the number of the card above it."""
    try:
        return numbered(kernel.saved_cells(notebooks[0])) if len(notebooks) == 1 else []
    except (OSError, ValueError, TypeError):
        return []


def numbered(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return those of some cells that hold code and have an id, each with the number of the card above it."""
    found, number = [], ""
    for cell in cells:
        card = CARD.search(kernel.text_of(cell)) if cell.get("cell_type") == "markdown" else None
        number = card[1] if card else number
        if cell.get("cell_type") == "code" and isinstance(cell.get("id"), str):
            found.append({**cell, "exercise": number})
    return found


def is_check(cell: dict[str, Any]) -> bool:
    """Tell whether this is a check."""
    return _nbgrader(cell, "grade")


def is_answer(cell: dict[str, Any]) -> bool:
    """Tell whether this is the cell of an answer."""
    return _nbgrader(cell, "solution")


def _above(run: kernel.Run, cells: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """Return the cells above one of the course's own; None for a learner's cell, and for an answer."""
    place = next((place for place, cell in enumerate(cells) if _is(cell, run)), None)
    if place is None or not OWN_ID.match(cells[place]["id"]) or is_answer(cells[place]):
        return None
    return cells[:place]


def _latest(cell: dict[str, Any]) -> kernel.Run | None:
    return next((run for run in kernel.ran() if _is(cell, run)), None)


def _is(cell: dict[str, Any], run: kernel.Run) -> bool:
    return cell["id"] == run.cell if run.cell else kernel.text_of(cell) == run.source.strip()


def _nbgrader(cell: dict[str, Any], name: str) -> bool:
    return bool(cell.get("metadata", {}).get("nbgrader", {}).get(name))


def _made(source: str) -> set[str]:
    """Return the names that a cell makes outside of its functions and classes."""
    waiting: list[ast.AST] = [_tree(source)]
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
