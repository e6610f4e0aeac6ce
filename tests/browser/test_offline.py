# SPDX-License-Identifier: MIT
"""What the browser keeps of the site: all of one version or nothing, from a server that is slow, fails, or is gone."""

import json
import re
import shutil
import threading
import time
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from looking import Lab
from test_first_try import mended
from test_front import Exercise
from test_site import SITE, served

from website import keeping

pytestmark = pytest.mark.skipif(not (SITE / keeping.LIST).is_file(), reason="run `make site` first")
# Milliseconds for a busy machine to keep the site.
LONG = 600_000
# Some files of the site, which are a small one with the same service worker.
PAGES = ("days/day1.html", "es/days/day1.html", "rules.html", "atlas/torch-detach.html")
SMALL = (*PAGES, "site.css", "kept.js", "theme.js")
START = "days/day1.html"
READ_ON, READ_ON_ES = re.compile("^All pages are kept"), re.compile("^Todas las páginas están guardadas")
NOT_YET, GONE, FULL = "Not all pages are kept", "The network is gone", "no room left"
# Seconds that a slow server takes for an answer.
SLOW = 0.5
# Which answers of the server fail once: a number of those that are asked for the first time.
REFUSED, CUT = 3, 4
# The addresses that nobody answers.
MISSING = """async addresses => {
  const isThere = address => fetch(address).then(({ ok }) => ok, () => false);
  const found = await Promise.all(addresses.map(async address => [address, await isThere(address)]));
  return found.filter(([, ok]) => !ok).map(([address]) => address);
}"""
# How often a file is asked for before the page says that it is not kept.
ATTEMPTS = 4
DAYS = ("day1/day1_value_class.ipynb", "es/day2/day2_backward_pass.ipynb")


class Server:
    """A static server with faults: what it fails at once, what it never answers, and what it has in place of a file."""

    def __init__(self, folder):
        self.folder = folder
        self.asked = []
        self.fails_once = False
        self.seconds = 0.0
        self.broken = set()
        self.lies = {}

    @contextmanager
    def running(self):
        """Serve; yield the address."""
        handler = partial(Handler, self, directory=str(self.folder))
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            try:
                yield f"http://127.0.0.1:{server.server_address[1]}/"
            finally:
                server.shutdown()


class Handler(SimpleHTTPRequestHandler):
    """Answers for a `Server`."""

    def __init__(self, server_with_faults, *given, **options):
        self.faults = server_with_faults
        super().__init__(*given, **options)

    def do_GET(self):
        name = self.path.partition("?")[0].strip("/")
        # What the page itself asks for comes, or nothing would be kept.
        is_kept = self.headers.get("Sec-Fetch-Dest") == "empty"
        first = is_kept and name not in self.faults.asked
        self.faults.asked += [name] * is_kept
        place = len(set(self.faults.asked))
        time.sleep(self.faults.seconds)
        if name in self.faults.broken or (first and self.faults.fails_once and place % REFUSED == 0):
            self.send_error(503)
        elif name in self.faults.lies:
            self.answer(self.faults.lies[name], len(self.faults.lies[name]))
        elif first and self.faults.fails_once and place % CUT == 0:
            held = (self.faults.folder / name).read_bytes()
            self.answer(held[: len(held) // 2], len(held))
            self.close_connection = True
        else:
            super().do_GET()

    def answer(self, held, length):
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(held)

    def log_message(self, *given):
        pass


@pytest.fixture
def small(tmp_path):
    """Return a server of a small site with the service worker of the large one, whose files a test may change."""
    folder = tmp_path / "site"
    for name in (*SMALL, keeping.WORKER):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SITE / name, folder / name)
    relist(folder)
    return Server(folder)


def relist(folder):
    """Write the list of a site anew."""
    (folder / keeping.LIST).write_text(json.dumps(keeping.listed(folder)), "utf-8")


def says(page, words, seconds=60):
    """Wait until the page says something of what is kept."""
    page.locator("#kept span", has_text=words).wait_for(timeout=seconds * 1000)


def asks(page):
    """Let the service worker look for what is missing, as a page does from time to time."""
    page.evaluate("async () => (await navigator.serviceWorker.ready).active.postMessage('keep')")


def until(page, holds, seconds=60):
    """Wait until something holds, and let the page go on meanwhile."""
    for _ in range(seconds * 10):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("It never came.")


@pytest.fixture
def open_page(chromium):
    """Return a function that opens an address in a browser that has never been there."""
    context = chromium.new_context()

    def open_it(address, script=""):
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.add_init_script(script)
        page.goto(address)
        return page

    yield open_it
    context.close()


def test_a_slow_server_that_fails_once_is_asked_again(small, open_page):
    small.fails_once = True
    small.seconds = SLOW
    with small.running() as address:
        page = open_page(address + START)
        says(page, READ_ON)
    for name in PAGES:
        page.goto(address + name)
        says(page, READ_ON_ES if name.startswith("es/") else READ_ON)
    # Each fault was met, or the test says nothing.
    assert len(small.asked) >= len(set(small.asked)) + len(SMALL) // REFUSED


def test_what_is_half_kept_is_neither_said_to_be_whole_nor_given_out(small, open_page):
    small.broken = {"rules.html"}
    with small.running() as address:
        page = open_page(address + START)
        says(page, NOT_YET)
        small.broken = set()
        small.lies = {"rules.html": b"<p>Log in to use this network."}
        before = small.asked.count("rules.html")
        asks(page)
        until(page, lambda: small.asked.count("rules.html") == before + ATTEMPTS)
        says(page, NOT_YET)
    page.context.set_offline(True)
    says(page, GONE)
    with pytest.raises(Exception, match=r"ERR_INTERNET_DISCONNECTED|ERR_FAILED"):
        page.goto(address + START)


def test_a_new_version_takes_the_place_of_the_old_one_whole_or_not_at_all(small, open_page):
    changed = ("rules.html", "atlas/torch-detach.html")
    with small.running() as address:
        page = open_page(address + START)
        says(page, READ_ON)
        for name in changed:
            text = (small.folder / name).read_text("utf-8")
            (small.folder / name).write_text(text.replace("<h1", "<p>second version</p><h1", 1), "utf-8")
        relist(small.folder)
        small.broken = {changed[1]}
        page.reload()
        # The one is fetched, and the other one is asked for in vain; then nothing more comes.
        until(page, lambda: small.asked.count(changed[0]) == 2 and small.asked.count(changed[1]) == 1 + ATTEMPTS)
        page.wait_for_timeout(2000)
        says(page, READ_ON)
        for name in changed:
            page.goto(address + name)
            assert page.get_by_text("second version").count() == 0, name
        small.broken = set()
        page.reload()
        says(page, "load the page again")
        for name in changed:
            page.goto(address + name)
            page.get_by_text("second version").wait_for()
    for name in changed:
        page.goto(address + name)
        page.get_by_text("second version").wait_for()
    says(page, READ_ON)


def test_no_room_is_taken_from_the_notebooks(small, open_page):
    worker = small.folder / keeping.WORKER
    little = "navigator.storage.estimate = async () => ({ quota: 60e6, usage: 20e6 });\n"
    worker.write_text(little + worker.read_text("utf-8"), "utf-8")
    with small.running() as address:
        page = open_page(address + START)
        says(page, FULL)


def test_who_saves_data_is_asked_first(small, open_page):
    saves = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
    with small.running() as address:
        page = open_page(address + START, saves)
        says(page, "Your browser saves data")
        assert keeping.LIST not in small.asked
        page.get_by_role("button", name="Keep all pages").click()
        says(page, READ_ON)


@pytest.mark.parametrize("lacks", ["serviceWorker", "caches"])
def test_a_browser_that_keeps_no_pages_says_so(small, open_page, lacks):
    if lacks == "caches":
        worker = small.folder / keeping.WORKER
        refuses = "caches.open = async () => { throw new DOMException('no', 'SecurityError'); };\n"
        worker.write_text(refuses + worker.read_text("utf-8"), "utf-8")
    with small.running() as address:
        script = "Object.defineProperty(navigator, 'serviceWorker', { value: undefined });"
        page = open_page(address + START, script if lacks == "serviceWorker" else "")
        says(page, "This browser keeps no pages")


# Two days in JupyterLab, which a busy machine may open slowly.
@pytest.mark.timeout(LONG / 1000 * 2)
def test_after_one_visit_of_the_front_page_the_whole_site_works_without_a_server(chromium, tmp_path, pictures):
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(LONG)
    with served(tmp_path) as (address, _):
        page.goto(f"{address}index.html")
        says(page, READ_ON, LONG / 1000)
    page.screenshot(path=pictures / "offline-front.png")
    browser = context.new_cdp_session(page)
    browser.send("Network.clearBrowserCache")  # What is kept there, it keeps as long as it likes.
    browser.send("ServiceWorker.enable")
    browser.send("ServiceWorker.stopAllWorkers")  # A browser does so after half a minute.
    for path in ("atlas/index.html", "es/index.html"):
        page.goto(address + path)
        says(page, READ_ON_ES if path.startswith("es/") else READ_ON)
    exercise = Exercise(page)
    page.locator("#first-try[data-editor=ready]").wait_for()
    exercise.write(mended(0))
    assert exercise.run()[:2] == ("Correcto.", "right")
    for path in DAYS:
        page.goto(f"{address}lab/lab/index.html?path={path}")
        lab = Lab(page, tmp_path)
        lab.ready()
        place = lab.place('import check\n\ncheck("')
        lab.run(place, seconds=600)
        assert ": 0 " in lab.said(place)
    # The pages themselves may fetch nothing.
    names = json.loads((SITE / keeping.LIST).read_text("utf-8"))["files"]
    assert page.evaluate(MISSING, [address + name for name in names]) == []
    context.close()
