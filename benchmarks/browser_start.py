# SPDX-License-Identifier: MIT
"""Time how JupyterLite starts in Chromium, from the address of a day to an idle kernel, in parts.

Each round opens Day 1 in a browser that has never been there (cold), waits until the site is kept for a visit without a
network, and opens it again (warm). The table has the medians of all rounds: seconds since the page was asked for, until

- *notebook*: JupyterLab shows the day's cells;
- *worker*: the worker of Python is started;
- *files*: all that Python begins with has come to the worker;
- *ready*: the kernel is idle, so that a cell runs at once.

*Processor* is what all processes of the browser took until then: on a busy machine it tells more than the seconds.
*Requests* and *MB* are what the server was asked for and gave until then.

Run: ``python benchmarks/browser_start.py``. It needs ``make site``; ``site another/site`` compares two, in turns.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

import browsers  # noqa: E402
from looking import KERNEL, WIDE  # noqa: E402

DAY = "lab/lab/index.html?path=day1/day1_value_class.ipynb"
PARTS = ("notebook", "worker", "files", "ready", "processor", "requests", "MB")
# Milliseconds that a part may take, on a machine that does much else.
PATIENCE = 300_000
# Whether the site says that all is kept for a visit without a network, as it does today or as it did before.
KEPT = """() => { const {offline, kept} = document.documentElement.dataset;
  return offline === 'ready' || kept === 'whole' || kept === 'renewed'; }"""
# When what the worker has fetched had come, in milliseconds since 1970; files of the learner are asked for later.
COME = """() => performance.timeOrigin + Math.max(0, ...performance.getEntriesByType('resource')
  .filter(({name}) => name.includes('/static/pyodide/')).map(({responseEnd}) => responseEnd))"""


class Counting(SimpleHTTPRequestHandler):
    """Serves files, and counts requests and the bytes of what was given."""

    requests = given = 0

    def log_request(self, *_: Any) -> None:
        """Count a request."""
        Counting.requests += 1

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Give a file, and count its bytes."""
        data = source.read()
        Counting.given += len(data)
        with contextlib.suppress(ConnectionError):  # A page that is closed asks for no more.
            outputfile.write(data)


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a site on this machine; yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def started(context: Any, address: str) -> list[float]:
    """Open Day 1 and return what each of PARTS was; wait until all is kept for the next visit."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    workers: list[tuple[Any, float]] = []
    page.on("worker", lambda worker: workers.append((worker, time.time())))
    requests, given, used, began = Counting.requests, Counting.given, browsers.processor_seconds(), time.time()
    page.goto(f"{address}{DAY}")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    shown = time.time()
    page.wait_for_function(f"() => ({KERNEL})?.status === 'idle'", polling=50)
    ready = time.time()
    took = browsers.processor_seconds() - used, Counting.requests - requests, (Counting.given - given) / 1e6
    kernel, at = next((worker, at) for worker, at in workers if "pyodide" in worker.url)
    come = kernel.evaluate(COME) / 1000
    from playwright.sync_api import Error

    with contextlib.suppress(Error):  # Some browsers keep nothing.
        page.wait_for_function(KEPT)
    page.close()
    return [shown - began, at - began, come - began, ready - began, *took]


def parser_of(description: str) -> argparse.ArgumentParser:
    """Return a parser of what each benchmark of the site takes: which sites, and how many rounds."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="*", type=Path, default=[ROOT / "site"], help="what `make site` wrote")
    parser.add_argument("--times", type=int, default=5, help="rounds, whose medians are shown")
    return parser


def print_medians(
    parts: Sequence[str], second: str, found: Mapping[tuple[Path, str], Sequence[Sequence[float]]], form: str
) -> None:
    """Print a table of the medians of all rounds, by site and by what the ``second`` column is called."""
    print(f"| site | {second} | {' | '.join(parts)} |\n|---|---|{'---:|' * len(parts)}")
    for (site, name), rounds in found.items():
        medians = [f"{statistics.median(part):{form}}" for part in zip(*rounds, strict=True)]
        print(f"| {site} | {name} | {' | '.join(medians)} |")


def main() -> None:
    """Run the command."""
    options = parser_of(__doc__).parse_args()
    found: dict[tuple[Path, str], list[list[float]]] = {}
    # Here, so that `--help` answers where the browser's packages are not installed.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        for _ in range(options.times):
            for site in options.sites:
                with served(site) as address:
                    browser = playwright.chromium.launch(executable_path=browsers.found())
                    context = browser.new_context(viewport=WIDE)
                    for visit in ("cold", "warm"):
                        found.setdefault((site, visit), []).append(started(context, address))
                    browser.close()
    print_medians(PARTS, "visit", found, ".1f")


if __name__ == "__main__":
    main()
