# SPDX-License-Identifier: MIT
"""What differs where the kernel runs in a browser: it can start no process, so the grader runs in the kernel itself."""

import builtins
import contextlib
import functools
import importlib
import json
import os
import sys
import sysconfig
import zlib
from collections.abc import Callable
from html import escape
from pathlib import Path
from types import MemberDescriptorType
from typing import Any

import language
from gradtools import renderer
from language.text import SaidError, say, template

from . import kernel

IS_HERE = sys.platform == "emscripten"
# Written by ``make site`` beside this file: the module of the grader, and its files by their paths. It is compressed
# so that nobody reads a solution by accident; whoever is determined can unpack it.
PACKED = Path(__file__).with_name("judge.bin")
# What cells put out in the course's own run, by language and id of the cell: beside a picture it stands in <figure>.
RECORDED = Path(__file__).with_name("recorded.json")
# Graphviz for a page; and the mistakes that have a page in the site's atlas.
GRAPHVIZ = Path(__file__).with_name("graphviz.js")
ATLAS = Path(__file__).with_name("atlas.json")
COURSE = Path("/course")
# Runs code up to a number of lines; it is packed with the grader.
BOUNDED = "judge.run.bounded"
# Where the page keeps the learner's files.
DRIVE = Path("/drive")


# A browser's stack is small, and a kernel that fills it is dead. Python doesn't see that stack, but one beside it: with
# these bytes more of that, a recursion of the C code ends in a RecursionError in time.
STACK = 200_000
NOT_IN_BROWSER = template(
    "{package} does not run in a browser: the cells that need it run on your computer, and all others here."
)
RECORDED_THERE = template("What the course's own solution gives on a computer:")


class NoEnd(Exception):
    """What was run came to no end."""


class NotInBrowser(SaidError, ImportError):
    """A package is imported that no browser has."""

    def __init__(self, package: str):
        super().__init__(NOT_IN_BROWSER, package=package)
        self.package = package


def mend(shell: Any) -> None:
    """Give a browser's kernel what others have.

    That is a limit of its stack, the message that it answers, and the id of the cell that it runs.
    """
    limit_stack()
    _free_in_turn()
    renderer.in_page = _draw
    # Each look into the learner's folder is a request to the page, which may be slow; nothing to import is there.
    sys.path[:] = [path for path in sys.path if path and DRIVE not in (Path(path), *Path(path).parents)]
    shell.Completer.use_jedi = False  # It is not there: it takes too long to load.
    run_cell, kernel = shell.run_cell, shell.kernel
    type(kernel).get_parent = lambda self, channel="shell": self._parent_header or {}
    type(shell).parent_header = property(lambda self: self.kernel.get_parent())

    @functools.wraps(run_cell)
    def with_id(*arguments: Any, **keywords: Any) -> Any:
        limit_stack()
        cell = kernel.get_parent().get("metadata", {}).get("cellId")
        return run_cell(*arguments, **{"cell_id": cell, **keywords})

    shell.run_cell = with_id
    shell.events.register("post_run_cell", _show_figures)


def _show_figures(_: Any) -> None:
    """Show what the cell that ran has drawn with pyplot alone, as other kernels do."""
    plotting = sys.modules.get("matplotlib.pyplot")
    if plotting is not None:
        plotting.show()


def recorded() -> dict[str, Any] | None:
    """Return what the cell that runs puts out in the course's own run, as an output; None where nothing is known."""
    html, above = "".join(_of_cell()), say(RECORDED_THERE)
    return {"text/html": f"<p>{above}</p>{html}", "text/plain": above} if html else None


def _of_cell() -> list[str]:
    run = kernel.latest()
    return _recorded().get(language.here(), {}).get(run.cell, []) if run is not None else []


@functools.cache
def _recorded() -> dict[str, dict[str, list[str]]]:
    return json.loads(RECORDED.read_text("utf-8")) if RECORDED.exists() else {}


# Graphviz, from the first drawing on.
_graphviz: list[Any] = []


def _draw(dot: str) -> str | None:
    """Draw a graph; None where Graphviz is not loaded yet, and Python can't wait for it."""
    ffi, code = importlib.import_module("pyodide.ffi"), importlib.import_module("pyodide.code")
    if not _graphviz:
        if not ffi.can_run_sync():
            return None
        code.run_js(GRAPHVIZ.read_text("utf-8"))
        _graphviz.append(ffi.run_sync(code.run_js("Viz.instance()")))
    return str(_graphviz[0].renderString(dot, engine="dot", format="svg"))


def _links(mistakes: list[str]) -> list[str]:
    """Return links to the pages that the atlas has of some mistakes, in HTML."""
    listed = json.loads(ATLAS.read_text("utf-8")) if ATLAS.exists() else []
    site, _, _ = str(importlib.import_module("js").location.href).rpartition("/lab/")
    home = site + ("/" if language.here() == language.ENGLISH else f"/{language.here()}/")
    text = escape(say("This mistake in the atlas"), quote=False)
    return [f'<a href="{escape(home)}atlas/{name}.html">{text}</a>' for name in mistakes if name in listed]


def limit_stack() -> None:
    """Limit the stack of what runs now: the page's every call of Python begins with the limit that Python knows."""
    runtime = importlib.import_module("pyodide_js")._module
    here = runtime._emscripten_stack_get_current() - STACK
    size = runtime._emscripten_stack_get_base() - here
    runtime._PyUnstable_ThreadState_SetStackProtection(runtime._PyThreadState_Get(), here, size)


def _free_in_turn() -> None:
    """Let objects of the course's and of a learner's classes be freed one after the other."""
    build = builtins.__build_class__
    packages = str(Path(json.__file__).parents[1]), sysconfig.get_path("purelib").replace("//", "/")

    def build_class(body: Any, *arguments: Any, **keywords: Any) -> Any:
        kind = build(body, *arguments, **keywords)
        with contextlib.suppress(Exception):  # A class may refuse to get attributes.
            # What a metaclass has, its classes seem to have, too.
            has_one = issubclass(kind, type) or any("__del__" in vars(each) for each in kind.__mro__)
            if not has_one and not body.__code__.co_filename.startswith(packages):
                kind.__del__ = _take_apart
        return kind

    builtins.__build_class__ = build_class


# What nodes held that are gone; and whether it is being let go.
_left: list[Any] = []
_is_letting_go = False


def _take_apart(node: Any) -> None:
    """Let go of a node's parents one after the other: a chain of 5,000 nodes would free each inside the one before."""
    global _is_letting_go
    for place in (place for kind in type(node).__mro__ for place in vars(kind).values()):
        if isinstance(place, MemberDescriptorType):
            with contextlib.suppress(AttributeError, TypeError):  # It is empty, or read-only.
                _left.append(place.__get__(node))
                place.__delete__(node)
    with contextlib.suppress(AttributeError):
        # It gets another one, since `vars(node)` may outlive it.
        _left.append(object.__getattribute__(node, "__dict__"))
        object.__setattr__(node, "__dict__", {})
    if not _is_letting_go:
        _is_letting_go = True
        while _left:
            _left.pop()
        _is_letting_go = False


def ask(question: dict[str, Any], on_the_way: Callable[[int, int], None] | None) -> dict[str, Any]:
    """Return the grader's answer to a question, as :func:`.grader.ask` does."""
    said: list[dict[str, Any]] = []

    def hear(answer: dict[str, Any]) -> None:
        if "at" not in answer:
            said.append(answer)
        elif on_the_way is not None:
            on_the_way(*answer["at"])

    grader = _grader()
    grader._say = hear
    if "notebook" in question:  # Links to other days start from its folder in the course.
        path = Path(question["notebook"])
        inside = COURSE / "days" / path.relative_to(DRIVE) if path.is_relative_to(DRIVE) else path
        question = {**question, "notebook": str(inside)}
    with contextlib.chdir(COURSE):
        grader.answer(question)
    result = said[-1]
    if "unconfined" in result:
        result["unconfined"] = say(
            "This was judged in your browser, for yourself: a teacher gives points for the notebook that you hand in."
        )
    for finding in (finding for one in result.get("exercises", ()) for finding in one["findings"]):
        finding["html"] += "".join(f"<p>{link}</p>" for link in _links(finding["misconceptions"]))
    return result


def bounded(function: Callable[..., Any], *arguments: Any, lines: int) -> Any:
    """Return what a function returns: nothing but the number of its lines stops it where no process can be ended.

    Raises:
        NoEnd: It ran more than ``lines`` lines of Python, outside of libraries.
    """
    unpacked()
    limited = importlib.import_module(BOUNDED)
    try:
        return limited.bounded(function, *arguments, lines=lines)
    except limited.NoEnd as stop:
        raise NoEnd from stop


@functools.cache
def unpacked() -> Path:
    """Unpack what the site has of the course, its grader and the finished engine, and return the course's folder."""
    for name, text in _packed()["files"].items():
        path = COURSE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    if DRIVE.exists():
        os.symlink(DRIVE, COURSE / "days")
    sys.path.insert(0, str(COURSE))
    return COURSE


@functools.cache
def _packed() -> dict[str, Any]:
    return dict(json.loads(zlib.decompress(PACKED.read_bytes())))


@functools.cache
def _grader() -> Any:
    """Return the grader."""
    unpacked()
    return importlib.import_module(_packed()["grader"]).Grader(lambda answer: None)
