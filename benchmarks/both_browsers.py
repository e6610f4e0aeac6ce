# SPDX-License-Identifier: MIT
"""Time the site in Chromium and in Firefox, as somebody meets it: the front page's exercise, and a day in the lab.

Each round starts both browsers without a memory, one after the other, and measures seconds since a page was asked for:

- *paint*: the front page shows its first text or picture;
- *editor*: the class can be changed;
- *verdict*: the exercise's first verdict has come, where Run was pressed as soon as the editor was there;
- *next*: from pressing Run once more to the second verdict;
- *cold*: a day's kernel is idle, in a browser that has never been there;
- *warm*: it is idle once more, after all is kept for a visit without a network.

*Processor* is what all processes of the browser took for all of that.

Run: ``python benchmarks/both_browsers.py``. It needs ``make site``, and Debian's packages ``firefox-esr``, ``chromium``
and ``chromium-driver``; no browser is patched. The table has the medians of all rounds.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "browser"), str(ROOT / "benchmarks")]

import browsers  # noqa: E402
from browser_start import DAY, KEPT, parser_of, print_medians, served  # noqa: E402
from looking import KERNEL  # noqa: E402

PARTS = ("paint", "editor", "verdict", "next", "cold", "warm", "processor")
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
EDITOR = "document.querySelector('#first-try[data-editor=ready]') && performance.now()"
# Press Run and return when its verdict is there; what was said before goes first.
RUN = """(async () => {
  const shown = document.querySelector('.try:not([hidden])'), began = performance.now();
  delete shown.dataset.outcome;
  const said = new Promise((done) => new MutationObserver(() => shown.dataset.outcome && done()).observe(shown,
    {attributes: true, attributeFilter: ['data-outcome']}));
  shown.querySelector('.buttons button').click();
  await said;
  return [performance.now(), performance.now() - began];
})()"""
IDLE = f"window.jupyterapp && ({KERNEL})?.status === 'idle' && performance.now()"


def visited(browser: Any, address: str) -> list[float]:
    """Return what each of PARTS but the last was in a browser that has never been there, in seconds."""
    page = browser.open(f"{address}index.html")
    editor, paint = page.wait(EDITOR), page.wait(PAINT)
    (verdict, _), (_, following) = page.evaluate(RUN), page.evaluate(RUN)
    page.close()
    return [one / 1000 for one in (paint, editor, verdict, following)]


def started(browser: Any, address: str) -> list[float]:
    """Return how many seconds a day's kernel takes in a browser that has never been there, and once more."""
    found = []
    for _ in range(2):
        page = browser.open(f"{address}{DAY}")
        found.append(page.wait(IDLE) / 1000)
        page.wait(f"({KEPT})()")
        page.close()
    return found


def main() -> None:
    """Run the command."""
    parser = parser_of(__doc__)
    parser.add_argument("--browsers", nargs="+", default=["chromium", "firefox"], help="which of them")
    options = parser.parse_args()
    # Here, so that `--help` answers where the browser's packages are not installed.
    import bidi

    found: dict[tuple[Path, str], list[list[float]]] = {}
    for _ in range(options.times):
        for site in options.sites:
            for name in options.browsers:
                if not bidi.is_here(name):
                    sys.exit(f"{name} can't be driven here: {bidi.MISSING}")
                parts, used = [], 0.0
                for measure in (visited, started):
                    with served(site) as address, bidi.running(name) as browser:
                        parts += measure(browser, address)
                        used += browsers.processor_seconds()
                found.setdefault((site, name), []).append([*parts, used])
    print_medians(PARTS, "browser", found, ".2f")


if __name__ == "__main__":
    main()
