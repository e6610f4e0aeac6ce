# SPDX-License-Identifier: MIT
"""The pages of the site in a real browser, served below a path by a plain static server."""

import json
import re
import shutil
import subprocess
from collections import Counter

import pytest
from serving import ROOT
from test_first_try import mended
from test_front import SHOWN, Exercise
from test_site import SITE
from test_site import served as served_below

from website.asked import phrases_of
from website.first_try import TRIES

pytestmark = pytest.mark.skipif(not (SITE / "index.html").is_file(), reason="run `make site` first")
MISTAKE = "atlas/day2-both-assign.html"
PAGES = ("index.html", "days/day2.html", "atlas/index.html", MISTAKE, "atlas/torch-backward-twice.html")
# Pixels that a link of the atlas is high at least.
TARGET = 24
NARROW = {"width": 360, "height": 780}
LARGEST_FRONT = 300_000
SLOWEST_FRONT = 1.0
# As somebody types them who uses PyTorch, and a mistake that has to be among the first three.
SYMPTOMS = {
    "loss goes down, then bounces back": "day4-train-not-zeroed",
    "half the gradient": "day2-both-assign",
    "gradient is twice what I expect": "day4-train-not-zeroed",
    "x.grad is None": "day2-torch-backward-missing",
    "gradient is None": "day2-torch-backward-missing",
    "NaN after some steps": "day5-init-standard-normal",
    "all neurons the same": "day4-weights-all-zero",
    "loss not decreasing": "day4-train-no-backward",
    "weights not updating": "day4-train-loop-variable",
    "loss goes up": "day4-train-ascent",
    "vanishing gradients": "day5-init-weights-kept",
    "exploding gradients": "day5-init-standard-normal",
    "Trying to backward through the graph a second time": "day4-train-forward-outside",
    "modified by an inplace operation": "day3-changed-nothing-refused",
    "forgot zero_grad": "day4-train-not-zeroed",
    "RecursionError": "day3-order-recursive",
    "mat1 and mat2 shapes cannot be multiplied": "day6-tensor-matmul-no-transpose",
    "memory grows every iteration": "day5-hooks-stay",
    "clip_grad_norm_ has no effect": "day5-clip-generator-used-up",
    "accuracy stuck at 10%": "day6-accuracy-everybody",
    "Using a target size that is different to the input size": "day4-loss-lengths-not-checked",
    "all gradients are zero": "day3-backward-no-seed",
}
# What people asked in public threads, in our words, each with the pages that should come first; none where none fits.
# The search was tuned on the parts whose name begins with "tune", and on "fresh" after that was counted. Nobody looked
# at what it found for "report", "kept back" and "kept back again" meanwhile; those who wrote phrasings had collected
# "kept back again" and so knew its words. "blind" was collected and counted after that (16 of 25 first, 21 in the first
# three), before how much a word tells was changed; "blind again" after the last change. How much they give is
# the honest measure.
SEARCHES = json.loads((ROOT / "tests" / "data" / "searches.json").read_text("utf-8"))
# The search without a browser: what it gives for each line of a list.
ASK = """
import { readFileSync } from "node:fs";
import MiniSearch from "./minisearch.mjs";
import { searching } from "./search.mjs";
const { known, asked } = JSON.parse(readFileSync(0, "utf8"));
const ask = searching(MiniSearch, known);
process.stdout.write(JSON.stringify(asked.map((one) => ask(one))));
"""
# How each animation of the figure at the top stands.
STATES = "[...new Set(document.getAnimations().map(one => one.playState))]"
LOADED = """() => {
  const [page] = performance.getEntriesByType("navigation");
  // What is loaded once the page is there, its editor and Python, is not the page.
  const before = performance.getEntriesByType("resource").filter((one) => one.startTime < page.loadEventStart);
  const files = [page, ...before];
  return { seconds: page.loadEventEnd / 1000, bytes: files.reduce((sum, one) => sum + one.decodedBodySize, 0) };
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Yield the address of the site, which is below a path."""
    with served_below(tmp_path_factory.mktemp("served")) as (found, _):
        yield found


# The two languages have the same styles, so each is looked at in one theme.
@pytest.mark.parametrize(("language", "home", "theme"), [("en", "", "light"), ("es", "es/", "dark")])
def test_pages_are_accessible_and_fit_a_narrow_window(address, visit, axe, pictures, language, home, theme):
    for path in PAGES:
        page = visit(f"{address}{home}{path}", color_scheme=theme)
        name = f"{language}-{path.replace('/', '-').removesuffix('.html')}"
        page.screenshot(path=pictures / f"pages-{name}-{theme}.png")
        axe(page, f"site, {name}", theme, ())
        page.set_viewport_size(NARROW)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"], path


def test_the_front_page_is_small_and_soon_complete(address, visit):
    measured = []
    for _ in range(3):  # A busy machine may be slow once.
        page = visit(f"{address}index.html", apart=True)
        page.wait_for_function("performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
        measured.append(page.evaluate(LOADED))
    print(measured)
    assert 10_000 < measured[0]["bytes"] <= LARGEST_FRONT
    assert min(one["seconds"] for one in measured) <= SLOWEST_FRONT


def test_what_moves_can_be_stopped_and_rests_while_somebody_writes(address, visit):
    page = visit(f"{address}index.html", reduced_motion="no-preference")
    assert page.evaluate(STATES) == ["running"]
    button = page.get_by_role("checkbox", name="Pause")
    button.press("Space")
    assert page.evaluate(STATES) == ["paused"]
    button.press("Space")
    assert page.evaluate(STATES) == ["running"]
    page.locator("#first-try[data-editor=ready]").wait_for()
    page.locator(f"{SHOWN} .cm-content").focus()
    assert page.evaluate(STATES) == ["paused"]


def test_nothing_moves_where_somebody_wants_no_motion(address, visit):
    page = visit(f"{address}index.html", reduced_motion="reduce")
    assert page.evaluate(STATES) == []
    assert page.locator(".flow").get_by_text("grad 7").evaluate("text => getComputedStyle(text).opacity") == "1"
    assert not page.get_by_role("checkbox", name="Pause").is_visible()


def test_the_days_are_six_pictures_that_say_what_they_show(address, visit):
    page = visit(f"{address}index.html")
    shown = page.locator(".days img")
    for place in range(shown.count()):
        shown.nth(place).scroll_into_view_if_needed()
    page.wait_for_function("[...document.querySelectorAll('.days img')].every(one => one.naturalWidth > 0)")
    words = shown.evaluate_all("images => images.map(one => one.alt)")
    assert len(set(words)) == len(words) == 6
    assert all(words)


def test_a_class_is_mended_on_the_front_page(address, visit):
    exercise = Exercise(visit(f"{address}index.html"))
    wrong = exercise.graph()
    assert "wrong: expected" in wrong, "before Python is there"
    exercise.ready().write(mended(0))
    said, outcome, right = exercise.run()
    assert (said, outcome) == ("Correct.", "right")
    assert wrong != right
    exercise.page.locator(f"{SHOWN} .after button").click()
    assert exercise.text() == TRIES[1].code


@pytest.mark.parametrize("path", ["index.html", MISTAKE])
def test_the_backward_pass_is_live(address, visit, path):
    page = visit(f"{address}{path}")
    page.locator(".gs-where", has_text="step 0 of").wait_for()
    page.get_by_role("button", name="Next").click()
    page.locator(".gs-where", has_text="step 1 of").wait_for()


def test_a_mistake_is_found_by_what_one_sees(address, visit):
    page, missed = visit(f"{address}atlas/index.html"), {}
    for symptom, mistake in SYMPTOMS.items():
        page.get_by_role("searchbox").fill(symptom)
        first = page.locator("#found a").evaluate_all("links => links.slice(0, 3).map(one => one.getAttribute('href'))")
        if f"{mistake}.html" not in first:
            missed[symptom] = first
    assert missed == {}
    page.get_by_role("searchbox").fill("xyzzy")
    assert "No page here fits" in page.locator("main").get_by_role("status").inner_text()
    assert page.locator("#all").is_visible()


def found_for(rows, home, folder):
    """Return the pages that the site finds for each of some searches, in the language of a folder of the site."""
    for name in ("minisearch", "search"):
        shutil.copy(SITE / f"{name}.js", folder / f"{name}.mjs")
    (folder / "ask.mjs").write_text(ASK, "utf-8")
    page = (SITE / home / "atlas" / "index.html").read_text("utf-8")
    known = json.loads(re.search(r'<script type="application/json" id="asked">(.*?)</script>', page, re.DOTALL)[1])
    asked = json.dumps({"known": known, "asked": [row["asked"] for row in rows]})
    command = ["node", "ask.mjs"]
    done = subprocess.run(command, cwd=folder, input=asked, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(shutil.which("node") is None, reason="the search is asked without a browser by node")
@pytest.mark.parametrize(
    ("part", "home", "first", "in_three", "nothing"),
    [
        ("tune", "", 0.9, 0.95, 0.75),
        ("tune more", "", 0.85, 0.9, 0.75),
        ("report", "", 0.8, 0.95, 0.8),
        ("fresh", "", 0.9, 0.95, 0.8),
        ("tune again", "", 0.9, 0.95, 0.85),
        ("kept back", "", 0.7, 0.8, 0),
        ("kept back again", "", 0.85, 0.95, 0.75),
        ("blind", "", 0.7, 0.8, 0.8),
        ("blind again", "", 0.75, 0.8, 1),
        ("spanish", "es", 0.8, 0.9, 0.5),
    ],
)
def test_the_search_understands_people(part, home, first, in_three, nothing, tmp_path):
    rows = [row for row in SEARCHES if row["part"] == part]
    counts = Counter()
    for row, found in zip(rows, found_for(rows, home, tmp_path), strict=True):
        place = next((place for place, page in enumerate(found) if page in row["first"]), None)
        counts["nothing fits" if not row["first"] else "asked"] += 1
        counts["first"] += place == 0
        counts["in three"] += place is not None and place < 3
        counts["nothing"] += not row["first"] and not found
    print(part, dict(counts))
    assert counts["first"] >= first * counts["asked"]
    assert counts["in three"] >= in_three * counts["asked"]
    assert counts["nothing"] >= nothing * counts["nothing fits"]


@pytest.mark.skipif(shutil.which("node") is None, reason="the search is asked without a browser by node")
def test_three_places_hold_three_answers(tmp_path):
    asked = ["half the gradient", "gradient check fails", "gradcheck does not match"]
    for asked_for, found in zip(asked, found_for([{"asked": one} for one in asked], "", tmp_path), strict=True):
        phrases = [set(phrases_of(page)) for page in found[:3]]
        assert len(phrases) == 3, asked_for
        assert not phrases[0] & phrases[1], asked_for
        assert not (phrases[0] | phrases[1]) & phrases[2], asked_for


@pytest.mark.skipif(shutil.which("node") is None, reason="the search is asked without a browser by node")
def test_a_megabyte_that_is_pasted_is_answered_by_its_end(tmp_path):
    message = "RuntimeError: grad can be implicitly created only for scalar outputs"
    noise = " ".join(f"word{number} gradient" for number in range(50_000))
    rows = [{"asked": f"{noise} {message}"}, {"asked": "x " * 500_000}, {"asked": "\n" * 1_000_000}]
    found = found_for(rows, "", tmp_path)
    assert found[0][0] == "torch-not-scalar"
    assert found[2] == []


def test_every_page_of_a_search_is_there():
    pages = {page for row in SEARCHES for page in row["first"]}
    assert [page for page in sorted(pages) if not (SITE / "atlas" / f"{page}.html").is_file()] == []


def test_the_atlas_is_used_by_keyboard_and_its_links_are_large_enough(address, visit):
    page = visit(f"{address}atlas/index.html", NARROW)
    sizes = "links => links.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
    assert min(page.locator("main a").evaluate_all(sizes)) >= TARGET
    field, links = page.get_by_role("searchbox"), page.locator("#found a")
    field.fill("half the gradient")
    assert "Matches" in page.locator("main").get_by_role("status").inner_text()
    for key, focused in (("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0)):
        page.keyboard.press(key)
        assert links.nth(focused).evaluate("link => link === document.activeElement")
    page.keyboard.press("Escape")
    assert field.evaluate("field => field === document.activeElement")
    assert field.input_value() == "half the gradient"


def test_a_search_can_be_linked_to(address, visit):
    page = visit(f"{address}atlas/index.html?q=half+the+gradient")
    page.locator("#found a").first.click()
    assert page.url.endswith("/course/atlas/day2-both-assign.html")
