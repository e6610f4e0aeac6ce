# SPDX-License-Identifier: MIT
"""The exercise of the front page with a real browser: whatever somebody does there, a sentence, and nothing lost."""

import base64
import json
import re
from urllib.parse import urlparse

import pytest
from test_first_try import mended
from test_site import SITE, served

from website.first_try import TRIES

pytestmark = pytest.mark.skipif(not (SITE / "first_try.zip").is_file(), reason="run `make site` first")
# Keep a record as JupyterLite does.
KEEP = """([name, record]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open(name);
  asked.onerror = () => reject(asked.error);
  asked.onupgradeneeded = () => asked.result.createObjectStore("files");
  asked.onsuccess = () => {
    const change = asked.result.transaction("files", "readwrite");
    change.objectStore("files").put(record, ".mistakes.json");
    change.oncomplete = () => resolve(asked.result.close());
  };
})"""
SHOWN = ".try:not([hidden])"
STATUS = f"{SHOWN} [role=status]"
PHONE = {"width": 360, "height": 780}
# Sentences, as the page says them.
AS_IT_STANDS = "What the judge says of the class as it stands:"
EARLIER = "You wrote this class on an earlier visit. Its verdict stands here once it has run."
READY, STOPPED, GONE = "Python is ready", "more than three seconds", "Python could not be loaded"
NO_PYTHON = "This browser has no WebAssembly"
# What a browser says where it keeps nothing, and what the page says then.
UNKEPT = {"QuotaExceededError": "no room left", "SecurityError": "keeps nothing here"}
# Seconds until a class without an end is stopped, and what a busy machine may add.
MOST_SECONDS, BUSY = 3, 12
ENDLESS = "class Value(Node):\n    def __add__(self, other):\n        return sum(iter(int, 1))"
# Each with a part of the sentence that answers it.
BAD_INPUT = {
    "": "There is no class Value here.",
    "class Value(Node):\n    def": "Python can't read line 2, def: invalid syntax.",
    "Value = 3": "There is no class Value here.",
    "class Value(Node):\n    pass": "A sum passes nothing on to its parents.",
    "x" * 1_000_000: "This has 1,000,000 characters",
    "while True:\n    pass": "This comes to no end",
    "class Value(Node):\n    data = input()": "Line 2, data = input(), waits for something to be typed in",
    "class Value(Node):\n    data = missing": "Line 2, data = missing, stops: NameError",
    "class Value(Node):\n    def __add__(self, other):\n        return self + other": "It was stopped before",
    "import builtins\nbuiltins.len = None\nint = float = None\nclass Value:\n    pass": "Python broke down",
}


class Exercise:
    """The exercise on a page that is open."""

    def __init__(self, page):
        self.page = page

    def ready(self):
        """Wait until Python and the editor are there."""
        self.page.locator(f"#first-try[data-editor=ready] {STATUS}", has_text=READY).wait_for()
        return self

    def write(self, code):
        """Put a text in the place of what stands in the editor, by keyboard."""
        self.page.locator(f"{SHOWN} .cm-content").focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(code)

    def text(self):
        """Return what stands in the editor."""
        lines = self.page.locator(f"{SHOWN} .cm-line").all_inner_texts()
        return "\n".join(line.rstrip("\n") for line in lines)

    def run(self):
        """Run the class by keyboard; return what is said of it, its outcome, and what the graph says."""
        shown = self.page.locator(SHOWN)
        shown.evaluate("shown => delete shown.dataset.outcome")
        self.page.locator(f"{SHOWN} .cm-content").press("Control+Enter")
        self.page.locator(f"{SHOWN}[data-outcome]").wait_for()
        said = " ".join(shown.locator(".said").inner_text().split())
        return said, shown.get_attribute("data-outcome"), self.graph()

    def graph(self):
        """Return the words of the graph that is shown."""
        return self.page.locator(f"{SHOWN} .graph").text_content()

    def status(self):
        """Return what the line below the buttons says."""
        return self.page.locator(STATUS).inner_text()


@pytest.fixture
def address(tmp_path_factory):
    with served(tmp_path_factory.mktemp("served")) as (found, _):
        yield found


@pytest.fixture
def opened(address, visit):
    """Return the exercise, with Python and the editor there."""
    return Exercise(visit(f"{address}index.html", apart=True)).ready()


@pytest.mark.parametrize(("home", "theme", "window"), [("", "light", None), ("es/", "dark", PHONE)])
def test_all_three_are_mended_by_keyboard(address, visit, axe, pictures, home, theme, window):
    page = visit(f"{address}{home}index.html", color_scheme=theme, **({"viewport": window} if window else {}))
    exercise = Exercise(page)
    page.locator("#first-try[data-editor=ready]").wait_for()
    for number in range(len(TRIES)):
        name = f"front-{home.strip('/') or 'en'}-{theme}-{number + 1}"
        exercise.write(TRIES[number].code)
        before, outcome, wrong = exercise.run()
        assert (outcome, "Value" in before or "backward" in before) == ("wrong", True)
        page.screenshot(path=pictures / f"{name}-wrong.png")
        exercise.write(mended(number))
        said, outcome, right = exercise.run()
        assert (said, outcome) == ("Correcto." if home else "Correct.", "right")
        assert wrong != right
        axe(page, name, theme, ("#first-try",))
        page.screenshot(path=pictures / f"{name}-right.png")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if number + 1 < len(TRIES):
            page.locator(f"{SHOWN} .after button").press("Enter")
            assert page.evaluate("document.activeElement.classList.contains('cm-content')")
    assert page.locator(f"{SHOWN} .after a").get_attribute("href").endswith("day1/day1_value_class.ipynb")


def test_bad_input_gets_a_sentence_and_stays_in_the_editor(opened):
    for code, sentence in BAD_INPUT.items():
        opened.write(code)
        said, outcome, _ = opened.run()
        assert outcome in ("wrong", "refused"), code[:60]
        assert sentence in said, code[:60]
        if len(code) < 1000:
            assert opened.text() == code
    opened.write(mended(0))
    assert opened.run()[1] == "right"


def test_what_never_ends_is_stopped_and_python_is_there_again(opened):
    opened.write(ENDLESS)
    began = opened.page.evaluate("performance.now()")
    said, outcome, _ = opened.run()
    seconds = (opened.page.evaluate("performance.now()") - began) / 1000
    assert (STOPPED in said, outcome) == (True, "refused")
    assert MOST_SECONDS <= seconds < MOST_SECONDS + BUSY
    assert opened.text() == ENDLESS
    opened.write(mended(0))
    assert opened.run()[1] == "right"


def test_what_is_written_is_there_after_the_page_is_loaded_again_until_one_starts_over(opened):
    opened.write("class Value(Node):\n    pass")
    opened.page.reload()
    opened.page.locator(f"#first-try[data-editor=ready] {SHOWN}[data-outcome=wrong]").wait_for()
    assert opened.text() == "class Value(Node):\n    pass"
    opened.page.get_by_role("button", name="Start over").click()
    assert opened.text() == TRIES[0].code
    assert AS_IT_STANDS in opened.page.locator(f"{SHOWN} .said").inner_text()


def test_who_starts_over_reads_nothing_of_the_class_that_is_gone(opened):
    ready = opened.status()
    start_over = opened.page.get_by_role("button", name="Start over")
    opened.write(mended(0))
    assert opened.run()[1] == "right"
    assert opened.status() != ready
    start_over.click()
    assert opened.status() == ready
    # A verdict that is on its way when one starts over is about a class that nobody sees.
    opened.write(mended(0))
    opened.page.evaluate(
        """shown => {
      const [run, again] = document.querySelectorAll(`${shown} .buttons button`);
      run.click();
      again.click();
    }""",
        SHOWN,
    )
    opened.ready()
    opened.page.wait_for_timeout(1000)
    assert opened.page.locator(SHOWN).get_attribute("data-outcome") is None
    assert AS_IT_STANDS in opened.page.locator(f"{SHOWN} .said").inner_text()


def test_the_verdict_on_a_class_of_an_earlier_visit_is_its_own(opened):
    said = opened.page.locator(f"{SHOWN} .said")
    assert AS_IT_STANDS in said.inner_text()
    opened.write(mended(0))
    opened.page.context.route("**/python_stdlib.zip", lambda route: None)
    opened.page.reload()
    opened.page.locator("#first-try[data-editor=ready]").wait_for()
    assert said.inner_text() == EARLIER
    assert opened.graph() == ""
    opened.page.context.unroute_all(behavior="ignoreErrors")
    opened.page.reload()
    opened.page.locator(f"{SHOWN}[data-outcome=right]").wait_for()
    assert said.inner_text() == "Correct."


def test_on_a_telephone_the_next_exercise_begins_at_its_heading(address, visit):
    page = visit(f"{address}index.html", viewport=PHONE, is_mobile=True, has_touch=True)
    exercise = Exercise(page).ready()
    exercise.write(mended(0))
    assert exercise.run()[1] == "right"
    shown = page.locator(SHOWN)
    graph, after = (shown.locator(name).bounding_box() for name in (".graph", ".after button"))
    assert after["y"] + after["height"] <= graph["y"], "below Run, where one looks"
    page.locator(f"{SHOWN} .after button").tap()
    heading = page.locator(f"{SHOWN} h2")
    assert heading.evaluate("one => one === document.activeElement"), "no keyboard over what is to be read"
    assert 0 <= heading.bounding_box()["y"] < PHONE["height"] / 2


def test_line_numbers_hide_the_code_that_is_scrolled_below_them(opened):
    opened.write("x" * 200)
    gutters = opened.page.locator(f"{SHOWN} .cm-gutters")
    colours = [f"getComputedStyle({one}).backgroundColor" for one in ("one", "one.closest('.cm-editor')")]
    assert len({gutters.evaluate(f"one => {colour}") for colour in colours}) == 1


@pytest.mark.parametrize("error", UNKEPT)
def test_a_browser_that_keeps_nothing_says_why_and_the_class_stays(address, visit, error):
    page = visit("about:blank", apart=True)
    page.add_init_script(f"Storage.prototype.setItem = () => {{ throw new DOMException('no', '{error}'); }};")
    page.goto(f"{address}index.html")
    exercise = Exercise(page).ready()
    exercise.write(mended(0))
    assert UNKEPT[error] in exercise.status()
    assert exercise.run()[1] == "right"
    assert exercise.text() == mended(0)


def test_tab_leaves_the_editor_after_escape(opened):
    content = opened.page.locator(f"{SHOWN} .cm-content")
    content.focus()
    content.press("Control+Home")
    opened.page.keyboard.press("Tab")
    assert opened.text().startswith("    class Value")
    opened.page.keyboard.press("Shift+Tab")
    opened.page.keyboard.press("Escape")
    opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("document.activeElement.textContent") == "Run"


@pytest.mark.parametrize("cut", [r"python_stdlib|first_try\.zip", r"\.wasm"])
def test_without_a_network_the_text_is_kept_and_run_tries_again(address, visit, guard, cut):
    # What goes through a service worker can't be cut off here.
    page = visit("about:blank", apart=True, service_workers="block")
    cut = re.compile(cut)
    page.context.route(cut, lambda route: route.abort())
    page.goto(f"{address}index.html")
    page.locator(STATUS, has_text=GONE).wait_for()
    exercise = Exercise(page)
    exercise.write(mended(0))
    assert exercise.run()[:2] == (page.locator(STATUS).inner_text(), "refused")
    page.context.unroute(cut)
    assert exercise.run()[1] == "right"
    assert exercise.text() == mended(0)
    guard.complaints.clear()  # The browser's own, of what was cut off.


def test_a_network_that_stands_still_is_told_while_one_waits(address, visit):
    page = visit("about:blank", apart=True, service_workers="block")
    page.context.route("**/python_stdlib.zip", lambda route: None)
    page.clock.install()
    page.goto(f"{address}index.html")
    page.locator(STATUS, has_text="Python is being loaded").wait_for()
    page.clock.fast_forward(30_000)
    page.locator(STATUS, has_text="Python is still not there").wait_for()
    page.context.unroute_all(behavior="ignoreErrors")


def test_a_browser_without_webassembly_says_so_and_shows_the_exercise(address, visit):
    page = visit("about:blank", apart=True)
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(f"{address}index.html")
    page.locator(STATUS, has_text=NO_PYTHON).wait_for()
    exercise = Exercise(page)
    exercise.write(mended(0))
    page.get_by_role("button", name="Run").click()
    assert NO_PYTHON in exercise.status()
    assert "wrong: expected" in exercise.graph()


@pytest.mark.parametrize(("home", "theme", "window"), [("", "light", None), ("es/", "dark", PHONE)])
def test_pages_mark_what_the_lab_keeps_as_done_and_lead_on(address, visit, axe, pictures, home, theme, window):
    name = f"pieces-{home.strip('/') or 'en'}-{theme}"
    page = visit(f"{address}{home}index.html", color_scheme=theme, **({"viewport": window} if window else {}))
    page.wait_for_load_state("networkidle")
    assert page.locator(".go-on span").inner_text() == ("Empieza:" if home else "Begin:")
    page.screenshot(path=pictures / f"{name}-new.png")
    going = page.locator(".go-on a")
    assert going.get_attribute("href").endswith("day1/day1_value_class.ipynb")
    assert page.locator(".done").count() == 0
    assert page.evaluate("async () => (await indexedDB.databases()).filter(({ name }) => /Lite/.test(name))") == []
    told = json.dumps({"outcomes": {"day1-value": "correct", "day1-trace": "not yet"}})
    # A kernel's file is kept as bytes, another one as text.
    written = base64.b64encode(told.encode()).decode()
    for record, count in (
        ({"content": told[:30]}, 0),
        ({"content": told}, 3),
        ({"content": written, "format": "base64"}, 3),
    ):
        page.evaluate(KEEP, [f"JupyterLite Storage - {urlparse(address).path}lab/", record])
        page.reload()
        page.wait_for_load_state("networkidle")
        assert page.locator(".done").count() == count
    assert going.inner_text().startswith("Día 1, tramo 4: Rastrea" if home else "Day 1, piece 4: Trace")
    assert re.search(r"day1_value_class\.ipynb#E\w+-1\.2:", going.get_attribute("href"))
    axe(page, name, theme, (".days", ".go-on"))
    page.locator(".days li").first.scroll_into_view_if_needed()
    page.screenshot(path=pictures / f"{name}-begun.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{address}{home}days/day1.html")
    page.locator(".pieces .done").first.wait_for()
    assert page.locator(".go-on span").inner_text() == ("Sigue:" if home else "Go on:")
    assert going.inner_text().startswith("Día 1, tramo 4: Rastrea" if home else "Day 1, piece 4: Trace")
    assert (
        page.locator(".piece [aria-current=step]").inner_text() == going.inner_text().split(": ")[1].rpartition(", ")[0]
    )
    assert re.search(r"day1_value_class\.ipynb#E\w+-1\.2:", page.locator(".start").evaluate("one => one.href"))
    going.click()
    assert page.evaluate("decodeURIComponent(location.hash)").startswith(
        "#Ejercicio-1.2:" if home else "#Exercise-1.2:"
    )
    axe(page, f"{name}-day", theme, (".pieces",))
    page.screenshot(path=pictures / f"{name}-day.png")
    page.locator(".piece a").nth(2).click()
    assert page.evaluate("decodeURIComponent(location.hash)").startswith("#2.-")
    page.goto(f"{address}{home}days/day2.html")
    page.wait_for_load_state("networkidle")
    assert page.locator(".go-on span").inner_text() == ("Empieza:" if home else "Begin:"), "nothing of this day is done"
    ends = page.locator(".piece-end")
    assert ends.count() == page.locator(".piece").count()
    ends.nth(1).locator("a").click()
    assert page.evaluate("decodeURIComponent(location.hash)").startswith("#3.-")
    ends.last.locator("a").click()
    page.wait_for_url("**/days/day3.html")
