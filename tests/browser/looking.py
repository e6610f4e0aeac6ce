# SPDX-License-Identifier: MIT
"""What a learner does in JupyterLab, and what a test watches meanwhile."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

WIDE = {"width": 1400, "height": 1000}  # a window of a usual size, in pixels
# What anywidget says of a model that was not ready after 2 seconds, as on a busy machine. It goes on all the same; a
# test waits for the figure, and fails where it does not come.
SLOW = "[anywidget] Failed to initialize model."
# JupyterLab's own complaint where a kernel ends while its debugger is asked.
ENDED = "Could not restore the debugger state"
HOME = ("127.0.0.1", "localhost")
# What is ours on a page: outputs, our Markdown, and whole pages of our own. The rest is JupyterLab's.
OURS = (".jp-OutputArea-output", ".jp-RenderedMarkdown")
# Whether an element of the notebook in front is on the screen.
IN_SIGHT = """selector => {
  const found = document.querySelector(`.jp-NotebookPanel:not(.lm-mod-hidden) ${selector}`)?.getBoundingClientRect();
  return found && found.top >= 0 && found.bottom <= innerHeight;
}"""


class Guard:
    """Watches pages: which addresses they ask for, and what they complain about."""

    def __init__(self) -> None:
        self.elsewhere: list[str] = []
        self.complaints: list[str] = []
        self._watched: list[tuple[Any, str, Callable[[Any], None]]] = []

    def watch(self, page: Any) -> None:
        for event, hear in (("request", self._asked), ("websocket", self._asked),
                            ("console", self._said), ("pageerror", self._stopped)):  # fmt: skip
            page.on(event, hear)
            self._watched.append((page, event, hear))

    @property
    def pages(self) -> list[Any]:
        """The pages that are watched now."""
        return list({id(page): page for page, _, _ in self._watched}.values())

    def leave(self) -> None:
        for page, event, hear in self._watched:
            page.remove_listener(event, hear)
        self._watched.clear()

    def _asked(self, request: Any) -> None:
        """Note an address that is not on this machine; a request has one, and so has a socket."""
        if not _here(request.url):
            self.elsewhere.append(request.url)

    def _said(self, message: Any) -> None:
        if message.type == "error" and not message.text.startswith(ENDED):
            where = (message.location or {}).get("url", "")
            self.complaints.append(f"console: {message.text} ({urlsplit(where).path})")

    def _stopped(self, error: Any) -> None:
        if SLOW not in str(error):
            self.complaints.append(f"page error: {error}")

    def hold(self) -> None:
        assert not self.elsewhere, "Pages asked for what is not on this machine:\n" + "\n".join(self.elsewhere)
        assert not self.complaints, "Errors in the browser:\n" + "\n".join(self.complaints)


def _here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob", "about") or parts.hostname in HOME


class Lab:
    """A notebook that is open in JupyterLab, or in Notebook 7."""

    def __init__(self, page: Any, path: Path) -> None:
        self.page = page
        self.path = path

    def ready(self) -> None:
        """Wait until the notebook is on the screen and its kernel is idle."""
        self.page.wait_for_function(IN_FRONT)
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")
        self.page.wait_for_function(f"() => ({KERNEL})?.status === 'idle'")

    def command(self, name: str, arguments: dict[str, Any] | None = None, seconds: float = 60) -> None:
        """Execute one of the application's commands and wait for its end."""
        # Asked for again and again: a promise that nobody keeps, the page may forget.
        self.page.evaluate(
            "([name, given]) => {window.commandEnded = '';"
            "window.jupyterapp.commands.execute(name, given).then("
            "() => {window.commandEnded = 'well';}, error => {window.commandEnded = String(error);});}",
            [name, arguments or {}],
        )
        ended = self.page.wait_for_function("() => window.commandEnded", timeout=seconds * 1000).json_value()
        assert ended == "well", f"{name}: {ended}"

    def theme(self, name: str) -> None:
        self.command("apputils:change-theme", {"theme": name})
        self.page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=name)

    def views(self, *widths: int) -> Iterator[tuple[int, str]]:
        """Show the page in windows of these widths, in both themes; yield each width and theme."""
        for width, theme in itertools.product(widths, ("light", "dark")):
            self.page.set_viewport_size({"width": width, "height": 1000})
            self.theme(f"JupyterLab {theme.title()}")
            yield width, theme

    def run_all(self, seconds: float = 300) -> None:
        """Run all cells with the menu's command, and wait for the last; trainings take a minute on an idle machine."""
        self.command("notebook:run-all-cells", seconds=seconds)
        self.idle()

    def idle(self, seconds: float = 60) -> None:
        """Wait until no cell runs or waits to be run; a kernel that died is not waited for."""
        # One look tells both: a moment later, an idle kernel may be asked something again.
        status = self.page.wait_for_function(
            f"() => {{const {{status}} = {KERNEL}; return (status === 'dead' || status === 'idle'"
            f" && ({CELLS}).every(cell => cell.model.executionState !== 'running')) && status;}}",
            timeout=seconds * 1000,
        )
        assert status.json_value() == "idle", "The kernel died."

    def save(self) -> None:
        self.page.keyboard.press("Control+s")
        self.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")

    def place(self, text: str) -> int:
        """Return which cell holds a text, counted from 0; the first one that does."""
        found = [place for place, source in enumerate(self.sources()) if text in source]
        assert found, f"No cell holds {text!r}."
        return found[0]

    def check_of_all(self) -> int:
        """Return which cell checks the whole day, counted from 0: the first of those that do."""
        return next(place for place, source in enumerate(self.sources()) if source.strip().endswith("\ncheck()"))

    def sources(self) -> list[str]:
        return list(self.page.evaluate(f"() => ({CELLS}).map(cell => cell.model.sharedModel.source)"))

    def type_into(self, place: int, text: str) -> None:
        editor = self.show(place).locator(".cm-content")
        editor.click()
        editor.press("Control+a")
        # As pasted: what an editor indents by itself would be indented twice.
        self.page.keyboard.insert_text(text)
        self.page.wait_for_function(
            f"([place, text]) => ({CELLS})[place].model.sharedModel.source === text", arg=[place, text]
        )

    def run(self, place: int, seconds: float = 60) -> None:
        """Run a cell with the command behind Shift+Enter; a folded cell has no editor to click into."""
        self.show(place)
        self.command("notebook:run-cell-and-select-next", seconds=seconds)
        self.idle()

    def show(self, place: int) -> Any:
        self.page.evaluate(
            "async place => {const {content} = window.jupyterapp.shell.currentWidget;"
            "content.activeCellIndex = place;"
            # A cell that was folded is unfolded as it becomes active, and the page may scroll to it by itself.
            "await Promise.race([content.scrollToItem(place, 'smart').catch(() => {}),"
            "new Promise(done => setTimeout(done, 5000))]);}",
            place,
        )
        return self.page.locator(f'.jp-Notebook .jp-Cell[data-windowed-list-index="{place}"]')

    def draw_all(self) -> None:
        """Have JupyterLab draw all cells from now on; by itself it skips those that are far from the window."""
        self.page.evaluate(
            "() => {const {content} = window.jupyterapp.shell.currentWidget;"
            "content.notebookConfig = {...content.notebookConfig, windowingMode: 'none'};}"
        )
        # A busy page may lose the one wish to draw, so it is asked again.
        self.page.wait_for_function(
            f"() => {{if (document.querySelectorAll('.jp-Notebook .jp-Cell').length >= ({CELLS}).length) return true;"
            "window.jupyterapp.shell.currentWidget.content.update(); return false;}",
            polling=500,
        )

    def shoot(self, place: int, folder: Path, name: str) -> None:
        self.show(place).screenshot(path=folder / f"{name}.png")

    def outputs(self, place: int) -> list[dict[str, Any]]:
        return list(self.page.evaluate(f"place => ({CELLS})[place].model.outputs?.toJSON() ?? []", place))

    def said(self, place: int) -> str:
        return "\n".join(map(_as_text, self.outputs(place)))

    def errors(self) -> list[tuple[int, str]]:
        return [
            (place, f"{one['ename']}: {one['evalue']}")
            for place in range(len(self.sources()))
            for one in self.outputs(place)
            if one["output_type"] == "error"
        ]

    def restart(self) -> None:
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.sessionContext.restartKernel()")
        self.ready()

    def shut_down(self) -> None:
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget?.context.sessionContext.shutdown()")

    def put_away(self) -> None:
        """Close all that is open, unsaved as it is, and stop all kernels; the next test would wait beside them."""
        self.page.evaluate(
            "async () => {const {shell, serviceManager} = window.jupyterapp;"
            "Array.from(shell.widgets('main')).forEach(one => one.dispose());"
            "await serviceManager.sessions.shutdownAll();}"
        )


# A page whose saves take their time: the file is there a while before the page knows.
SLOW_SAVES = """() => {
  const { contents } = window.jupyterapp.serviceManager, save = contents.save.bind(contents);
  contents.save = async (...given) => {
    const saved = await save(...given);
    await new Promise((done) => setTimeout(done, 1500));
    return saved;
  };
}"""


def follows_the_page(lab: Lab, cell: str, right: tuple[str, str], wrong: tuple[str, str], check: str) -> None:
    """Edit a cell, never save it, and check it in each way of running; each verdict has to be of what stands there.

    The cell is named by its id, and the one that checks by its text. ``right`` and ``wrong`` are a text for it each,
    with words of its verdict.
    """
    place, last = lab.place(check), lab.check_of_all()

    def beside_the_timer() -> None:
        lab.page.evaluate("() => { window.jupyterapp.shell.currentWidget.context.save(); }")
        lab.run(place, seconds=300)

    def twice() -> None:
        lab.page.evaluate(
            "places => {const {commands, shell} = window.jupyterapp; for (const place of places) {"
            "shell.currentWidget.content.activeCellIndex = place; commands.execute('notebook:run-cell');}}",
            [place, last, place],
        )
        lab.page.wait_for_timeout(1000)  # until the first of them runs
        lab.idle(300)

    ways = {
        "the first cell after it was opened": lambda: lab.run(place, seconds=300),
        "edited again": lambda: lab.run(place, seconds=300),
        # With a right answer: elsewhere a failed test ends the run.
        "restart and run all": lambda: (lab.restart(), lab.run_all(900)),
        "the first cell after a restart": lambda: (lab.restart(), lab.run(place, seconds=300)),
        "two checks at once": twice,
        "while the timer saves": beside_the_timer,
        "while the timer saves, once more": beside_the_timer,
    }
    for at, (way, run) in enumerate(ways.items()):
        if "timer" in way:
            lab.page.evaluate(SLOW_SAVES)
        text, words = (right, wrong)[at % 2]
        lab.page.evaluate(
            f"([id, text]) => {{{CELLS}.find(one => one.model.id === id).model.sharedModel.setSource(text);}}",
            [cell, text],
        )
        run()
        assert words in lab.said(place), f"{way}: {lab.said(place)}"
        assert lab.page.locator(".jp-Dialog").count() == 0, way


def runs_from_its_toolbar(lab: Lab, width: int) -> None:
    """Hold that a notebook takes the greater part of a narrow page, and that a button there runs a cell.

    The page is made wide and narrow again before, as a phone is turned.
    """
    for each in (2 * width, width):
        lab.page.set_viewport_size({"width": each, "height": 1000})
    lab.page.wait_for_function(
        "width => document.querySelector('.jp-Notebook').getBoundingClientRect().width > 0.7 * width", arg=width
    )
    button = lab.page.locator('.jp-NotebookPanel-toolbar [data-jp-item-name="run"]')
    button.wait_for()
    lab.page.wait_for_timeout(2000)  # The toolbar looks at its width more than once.
    button.wait_for()
    box = button.bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= width
    place = lab.place("import COLOURS, TINTS, draw_graph")
    lab.show(place)
    button.click()
    lab.page.wait_for_function(f"place => ({CELLS})[place].model.executionCount", arg=place)
    lab.idle()


# Whether a notebook with cells is the current widget. One that was opened while the focus was elsewhere never becomes
# current by itself: it is activated.
IN_FRONT = """() => {
  const shell = window.jupyterapp?.shell;
  const holdsCells = (widget) => widget?.content?.widgets?.length > 0;
  if (!shell || holdsCells(shell.currentWidget)) return Boolean(shell);
  const notebook = Array.from(shell.widgets("main")).find(holdsCells);
  if (notebook) shell.activateById(notebook.id);
  return false;
}"""
KERNEL = "window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel"
CELLS = "window.jupyterapp.shell.currentWidget.content.widgets"


def _as_text(output: dict[str, Any]) -> str:
    if output["output_type"] == "stream":
        return _joined(output["text"])
    if output["output_type"] == "error":
        return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(output["traceback"]))
    data = output["data"]
    return _joined(data.get("text/markdown") or data.get("text/plain") or "")


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


IMPACTS = ("critical", "serious", "moderate", "minor")


def findings(page: Any, within: tuple[str, ...] = OURS) -> list[tuple[str, str]]:
    """Return what axe finds in our own parts of a page, or in all of it: the impact, and what and where it is."""
    from axe_playwright_python.sync_playwright import Axe

    there = [selector for selector in within if page.locator(selector).count()]
    if within and not there:
        return []
    found = Axe().run(page, context={"include": [[selector] for selector in there]} if there else None)
    return [
        (one["impact"], f"{one['id']} ({one['help']}): {node['target']} {node['html'][:200]}")
        for one in found.response["violations"]
        for node in one["nodes"]
    ]


def grave(found: list[tuple[str, str]]) -> list[str]:
    """Return of what axe found what is serious or critical, a line each."""
    return [f"{impact}: {what}" for impact, what in found if impact in ("serious", "critical")]


def axe_table(rows: list[tuple[str, str, list[tuple[str, str]]]]) -> str:
    """Return a table in Markdown: for each page and theme how often axe found what, by impact."""
    lines = [f"| page | theme | {' | '.join(IMPACTS)} |", f"|---|---|{'---:|' * len(IMPACTS)}"]
    for page, theme, found in rows:
        counts = [str(sum(one == impact for one, _ in found)) for impact in IMPACTS]
        lines.append(f"| {page} | {theme} | {' | '.join(counts)} |")
    minor = sorted({f"- {page}, {theme}: {impact}: {what}" for page, theme, found in rows for impact, what in found})
    return "\n".join([*lines, "", *minor]).strip() + "\n"
