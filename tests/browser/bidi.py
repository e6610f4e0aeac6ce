# SPDX-License-Identifier: MIT
"""Drive the machine's own Firefox or Chromium through WebDriver BiDi, which both speak as they are installed.

Firefox speaks it itself; Chromium does through Debian's package ``chromium-driver``.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import browsers
import websocket

# Of each browser, what speaks for it.
SPEAKS = {"firefox": ("firefox-esr", "firefox"), "chromium": ("chromedriver",)}
MISSING = "apt-get install firefox-esr chromium chromium-driver"
# Keys that write nothing, as WebDriver calls them.
KEYS = {"Control": "\ue009", "Enter": "\ue007", "Delete": "\ue017"}
SECONDS = 300.0  # to wait for an answer
# Nothing of its own goes out.
CHROMIUM_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
                  "--disable-component-update", "--disable-sync")  # fmt: skip
FIREFOX_SETTINGS = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.server": "data:,",
}


class Stopped(RuntimeError):
    """The browser refuses a command, or a script in a page has failed."""


class Browser:
    """A browser that runs: :meth:`open` opens a page in it."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(address, timeout=SECONDS, suppress_origin=True)
        self._count = 0

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the answer to a command.

        Raises:
            Stopped: The browser refuses it.
        """
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._count:
            pass  # It tells of something else.
        if answer["type"] != "success":
            raise Stopped(f"{method}: {answer.get('message') or answer.get('error')}")
        return dict(answer["result"])

    def open(self, address: str, width: int = 1400, height: int = 1000) -> Page:
        """Open an address in a new tab of some size, and return the page as soon as it begins to come."""
        page = Page(self, self.ask("browsingContext.create", type="tab")["context"])
        page.ask("browsingContext.setViewport", viewport={"width": width, "height": height})
        page.ask("browsingContext.navigate", url=address, wait="none")
        return page


class Page:
    """A page that is open."""

    def __init__(self, browser: Browser, context: str) -> None:
        self._browser, self._context = browser, context

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the answer to a command about this page."""
        return self._browser.ask(method, context=self._context, **parameters)

    def evaluate(self, expression: str) -> Any:
        """Return what an expression of JavaScript gives, or what its promise gives.

        Raises:
            Stopped: It has failed there.
        """
        answer = self._browser.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise Stopped(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait(self, expression: str) -> Any:
        """Return what an expression gives as soon as that is true; the page looks each 20 milliseconds."""
        return self.evaluate(
            f"new Promise((done) => {{ const look = () => {{ const found = ({expression});"
            "found ? done(found) : setTimeout(look, 20); }; look(); })"
        )

    def press(self, *keys: str) -> None:
        """Press keys together, such as "Control" and "a", where the focus is."""
        codes = [KEYS.get(key, key) for key in keys]
        steps = [("keyDown", code) for code in codes] + [("keyUp", code) for code in reversed(codes)]
        given = [{"type": kind, "value": code} for kind, code in steps]
        self.ask("input.performActions", actions=[{"type": "key", "id": "keys", "actions": given}])

    def shoot(self, path: Path) -> None:
        """Write a screenshot of what is in sight."""
        path.write_bytes(base64.b64decode(self.ask("browsingContext.captureScreenshot")["data"]))

    def close(self) -> None:
        """Close it."""
        self.ask("browsingContext.close")


def is_here(name: str) -> bool:
    """Tell whether "firefox" or "chromium" is installed, with what speaks for it."""
    return browsers.first_of(SPEAKS[name]) is not None and (name == "firefox" or browsers.found() is not None)


@contextmanager
def running(name: str) -> Iterator[Browser]:
    """Start "firefox" or "chromium" without a window and without a memory; yield it."""
    program = browsers.first_of(SPEAKS[name])
    with ExitStack() as stack:
        # What a browser writes last may come while its folder is removed.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        command = [str(program), *_arguments(name, folder)]
        process = stack.enter_context(
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        )
        stack.callback(process.kill)
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        port = next(
            found[1] for line in lines if (found := re.search(r"(?:127\.0\.0\.1:|successfully on port )(\d+)", line))
        )
        address = f"ws://127.0.0.1:{port}/session" if name == "firefox" else _begun(port, folder)
        browser = Browser(address)
        if name == "firefox":
            browser.ask("session.new", capabilities={})
        yield browser
        browser.ask("browser.close" if name == "firefox" else "session.end")


def _arguments(name: str, folder: Path) -> list[str]:
    if name == "chromium":
        return ["--port=0"]
    lines = [f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in FIREFOX_SETTINGS.items()]
    (folder / "user.js").write_text("\n".join(lines), "utf-8")
    return ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]


def _begun(port: str, folder: Path) -> str:
    """Let Chromium's driver start it, and return the address to speak to."""
    options = {"binary": browsers.found(), "args": [*CHROMIUM_FLAGS, f"--user-data-dir={folder}"]}
    wanted = {"capabilities": {"alwaysMatch": {"webSocketUrl": True, "goog:chromeOptions": options}}}
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/session", json.dumps(wanted).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=SECONDS) as answer:
        return str(json.load(answer)["value"]["capabilities"]["webSocketUrl"])
