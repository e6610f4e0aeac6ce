# SPDX-License-Identifier: MIT
"""The course in a browser, used as a learner uses it."""

import json
import re
import shutil
import time
import urllib.request

import nbformat
import pytest
from figures import bare_pictures, cut_off, laid_over, screenshots, sideways
from looking import CELLS, IN_SIGHT, WIDE, follows_the_page, runs_from_its_toolbar
from serving import ROOT, copy_course, serve
from support import answers_of, filled, points_of, times_adds

import language
from building.pieces import cutting, listing
from building.pieces.pictures import CHOSEN
from companion import cards, mistakes, mornings
from companion.before_after import sittings
from companion.predictions import FILE
from judge.notebooks import course
from judge.notebooks.cells import grade_id

CELL = "window.jupyterapp.shell.currentWidget.content.activeCell"
MODEL = "window.jupyterapp.shell.currentWidget.context.model"
SUM = "def __add__(self, other):"
WRONG = ("self.data * other.data", "self.data + other.data")
# A mistake that has a row in the table of symptoms.
NO_PARENTS = ('(self, other), "*"', '(), "*"')


@pytest.mark.parametrize("number", range(1, 7), ids="day{}".format)
def test_an_untouched_day_runs_to_its_end_and_shows_no_red(open_day, number):
    lab = open_day(number)
    lab.run_all()
    assert lab.errors() == []
    waiting = [place for place in range(len(lab.sources())) if "is not written yet" in lab.said(place)]
    checks = [
        cell for cell in nbformat.read(lab.path, as_version=4).cells if cell.metadata.get("nbgrader", {}).get("grade")
    ]
    assert len(waiting) >= len(checks) > 0
    last = lab.check_of_all()
    assert "0 of" in lab.said(last), "the last check was run, too"


@pytest.mark.parametrize("number", range(1, 7), ids="day{}".format)
def test_a_solved_day_runs_from_top_to_bottom_and_shuts_nobody_out(open_day, number, figures_folder, axe):
    lab = open_day(number, solved=True)
    lab.run_all()
    assert lab.errors() == []
    lab.draw_all()
    count, bare = bare_pictures(lab.page)
    assert count >= 4
    assert bare == []
    # The last is 1,400 pixels at a zoom of 200 %.
    for width in (1400, 1000, 700):
        lab.page.set_viewport_size({"width": width, "height": 900})
        assert cut_off(lab.page) == [], f"{width} pixels"
        assert sideways(lab.page) == [], f"{width} pixels"
    lab.page.set_viewport_size(WIDE)
    for theme in ("light", "dark"):
        lab.theme(f"JupyterLab {theme.title()}")
        assert figures_folder is None or screenshots(lab.page, number, theme, figures_folder)
        axe(lab.page, f"day {number}", theme)


@pytest.mark.parametrize("notebook7", [False, True], ids=["JupyterLab", "Notebook 7"])
@pytest.mark.parametrize("name", [language.ENGLISH, *language.known()])
def test_a_screen_reader_is_told_the_language_before_anything_runs(open_notebook, name, notebook7):
    folder = "days" if name == language.ENGLISH else f"days/{name}"
    lab = open_notebook(f"{folder}/day1/{course.assignment(1).stem}.ipynb", notebook7=notebook7)
    heading = lab.page.locator(f".jp-Notebook[lang={name}] .jp-RenderedMarkdown h1").first
    heading.wait_for()
    assert heading.evaluate("heading => heading.closest('[lang]').lang") == name


@pytest.mark.parametrize("notebook7", [False, True], ids=["JupyterLab", "Notebook 7"])
def test_an_exercise_is_solved_wrong_then_right_by_typing(open_day, pictures, axe, notebook7):
    lab = open_day(1, notebook7=notebook7)
    assert lab.page.locator(".jp-CodeCell .cm-content").count() > 0
    assert lab.page.locator(".jp-CodeCell .cm-content:not(.cm-lineWrapping)").count() == 0, "long lines are wrapped"
    right = answers_of(1)["day1-value"]
    answer = lab.place("class Value")
    lab.run(lab.place("import COLOURS, TINTS, draw_graph"))
    lab.run(answer)
    check = lab.place('"""A new Value holds')
    lab.run(check)
    assert lab.said(check).startswith("○ Exercise 1.1 is not written yet")

    last = lab.check_of_all()
    # Neither run nor saved: what was typed is what is graded.
    lab.type_into(answer, right.replace(*NO_PARENTS))
    lab.run(last)
    assert "of a product is empty" in lab.said(last)
    assert "exercise 1.1 was edited after you ran it" in lab.show(last).inner_text()
    lab.shoot(last, pictures, f"check-wrong-{'notebook' if notebook7 else 'lab'}")

    message = lab.page.locator(".jp-OutputArea details", has_text="of a product is empty")
    message.get_by_role("link", name="Symptom and cause in 1.1").click()
    table = lab.page.locator(".jp-RenderedMarkdown", has_text="Symptom and cause in 1.1").filter(
        has=lab.page.locator("h4")
    )
    table.locator("td", has_text="Value() takes no arguments").wait_for()
    assert _in_sight(table.locator("h4")), "the link leads to the table and opens it"
    for theme in ("dark", "light"):
        lab.theme(f"JupyterLab {theme.title()}")
        lab.page.screenshot(path=pictures / f"symptoms-{'notebook' if notebook7 else 'lab'}-{theme}.png")

    lab.show(last).get_by_role("link", name="1.1 write the class").first.click()
    lab.page.wait_for_function(IN_SIGHT, arg='h3[data-jupyter-id^="Exercise-1.1:"]')

    lab.type_into(answer, right)
    lab.run(answer)
    lab.save()
    lab.run(check)
    assert lab.said(check).startswith("✓ ")
    lab.type_into(last, 'from gradtools import check\n\ncheck("1.1")')
    lab.run(last)
    points = f"{points_of('day1-value'):g}"
    assert f"**Exercise 1.1: {points} of {points} points.**" in lab.said(last)
    assert "Exercise 1.1 is correct" in lab.show(last).inner_text()
    axe(lab.page, f"day 1 in {'Notebook 7' if notebook7 else 'JupyterLab'}, checked", "light")


@pytest.mark.parametrize("notebook7", [False, True], ids=["JupyterLab", "Notebook 7"])
def test_a_verdict_is_of_what_stands_in_the_notebook(open_day, notebook7):
    lab = open_day(1, notebook7=notebook7)
    right = answers_of(1)["day1-value"]
    points = f"{points_of('day1-value'):g}"
    follows_the_page(
        lab, "day1-value", (right, f"Exercise 1.1: {points} of {points}"),
        (right.replace(*WRONG), "adds the data"), 'import check\n\ncheck("1.1")',
    )  # fmt: skip
    # One of its slow saves may be under way. It would fail in the next test, behind a dialogue.
    lab.page.close()


@pytest.mark.parametrize("call", ["check()", 'check("1.1")'])
def test_where_the_page_does_not_save_the_learner_does_or_nothing_is_graded(open_day, call, pictures):
    lab = open_day(1)
    answer, last = lab.place("class Value"), lab.check_of_all()
    lab.type_into(last, f"from gradtools import check\n\n{call}")
    lab.type_into(answer, answers_of(1)["day1-value"].replace(*WRONG))
    context = "window.jupyterapp.shell.currentWidget.context"
    lab.page.evaluate(f"() => {{const one = {context}; window.byHand = one.save; one.save = async () => {{}};}}")
    lab.show(last).locator(".cm-content").click()
    lab.page.keyboard.press("Shift+Enter")
    lab.show(last).get_by_text("This page has not saved the notebook yet").wait_for()
    lab.shoot(last, pictures, "check-waits")
    lab.page.evaluate("() => window.byHand()")
    lab.idle()
    assert "adds the data" in lab.said(last), "it was saved by hand"
    lab.run(last)
    assert lab.said(last).startswith("Nothing was graded: the file on disk is older than this page. ")
    assert f"Run `{call}` again" in lab.said(last).replace("\\", "")


def test_a_file_that_was_changed_elsewhere_is_left_alone_without_a_dialog(open_day):
    lab = open_day(1)
    place = lab.place('import check\n\ncheck("1.1")')
    lab.path.write_text(
        lab.path.read_text("utf-8").replace("class Value:", "class Value:  # from elsewhere", 1), "utf-8"
    )
    lab.run(place)
    assert lab.said(place).startswith("Nothing was graded: the file on disk is ")
    assert "# from elsewhere" in lab.path.read_text("utf-8")
    assert lab.page.locator(".jp-Dialog").count() == 0


@pytest.mark.parametrize("notebook7", [False, True], ids=["JupyterLab", "Notebook 7"])
@pytest.mark.parametrize("width", [360, 390])
def test_on_a_narrow_page_the_notebook_is_wide_and_has_a_button_to_run(open_day, pictures, notebook7, width):
    lab = open_day(1, notebook7=notebook7, viewport={"width": width, "height": 800})
    runs_from_its_toolbar(lab, width)
    lab.page.screenshot(path=pictures / f"narrow-{'notebook' if notebook7 else 'lab'}-{width}.png")


@pytest.mark.parametrize("notebook7", [False, True], ids=["JupyterLab", "Notebook 7"])
def test_an_answer_that_was_split_in_the_page_keeps_its_points(open_day, notebook7):
    lab = open_day(1, notebook7=notebook7)
    right, last = answers_of(1)["day1-value"], lab.check_of_all()
    answer = lab.place("class Value")
    lab.type_into(last, "from gradtools import check\n\ncheck()")
    lab.type_into(answer, right)
    lab.show(answer).locator(".cm-content").click()
    line = right.split("def __mul__")[0].count("\n")
    lab.page.evaluate(f"{CELL}.editor.setCursorPosition({{line: {line}, column: 0}})")
    lab.command("notebook:split-cell-at-cursor")
    assert lab.sources()[answer + 1].startswith("    def __mul__")
    lab.run(last + 1)
    assert f"**Day 1: {points_of('day1-value'):g} of" in lab.said(last + 1)
    assert "its 2 parts count as one answer" in lab.show(last + 1).inner_text()
    lab.save()
    halves = [cell for cell in nbformat.read(lab.path, as_version=4).cells if grade_id(cell) == "day1-value"]
    assert len(halves) == 2, "the editor copies nbgrader's metadata"


def test_an_operator_without_end_shows_progress_and_gets_its_verdict_within_a_minute(open_day, pictures):
    lab = open_day(1)
    answer, last = lab.place("class Value"), lab.check_of_all()
    endless = answers_of(1)["day1-value"].replace(SUM, f"{SUM}\n        while True: pass", 1)
    assert "while True: pass" in endless
    lab.run(lab.place("import COLOURS, TINTS, draw_graph"))
    lab.type_into(answer, endless)
    lab.run(answer)
    lab.show(last).locator(".cm-content").click()
    began = time.monotonic()
    lab.page.keyboard.press("Shift+Enter")
    # What the cell shows is looked at until the verdict is there.
    seen = set()
    while "**Day 1: " not in (said := lab.said(last)):
        assert time.monotonic() - began < 60
        seen |= set(re.findall(r"check (\d+) of (\d+)", said))
        lab.page.wait_for_timeout(50)
    lab.idle()
    assert len(seen) > 1, "which check is under way is shown, and moves on"
    assert len({count for _, count in seen}) == 1
    card = lab.show(last).locator("details[open]").inner_text()
    assert "It was stopped before it finished" in card
    assert "ine 24, in __add__: while True: pass" in card
    lab.shoot(last, pictures, "check-endless")


def test_check_in_a_tab_behind_another_saves_that_one_alone(open_day):
    lab = open_day(1)
    answer, last = lab.place("class Value"), lab.check_of_all()
    lab.type_into(answer, answers_of(1)["day1-value"])
    lab.type_into(last, "import time\nfrom gradtools import check\n\ntime.sleep(5)\ncheck('1.1')")
    behind = lab.page.evaluate("() => window.jupyterapp.shell.currentWidget.id")
    lab.show(last).locator(".cm-content").click()
    lab.page.keyboard.press("Shift+Enter")
    lab.command("docmanager:open", {"path": "days/start_here.ipynb"})
    in_front = lab.path.parent.parent / "start_here.ipynb"
    before = in_front.stat().st_mtime_ns
    cells = f"Array.from(window.jupyterapp.shell.widgets('main')).find(one => one.id === '{behind}').content.widgets"
    lab.page.wait_for_function(
        f"() => JSON.stringify(({cells})[{last}].model.outputs?.toJSON()).includes('Exercise 1.1: ')"
    )
    assert in_front.stat().st_mtime_ns == before
    lab.page.evaluate("one => window.jupyterapp.shell.activateById(one)", behind)
    lab.page.wait_for_function("one => window.jupyterapp.shell.currentWidget.id === one", arg=behind)
    points = f"{points_of('day1-value'):g}"
    assert lab.said(last).startswith(f"**Exercise 1.1: {points} of {points}")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_guess_is_locked_by_mouse_or_keyboard(open_day, axe, pictures, dark):
    lab = open_day(1, solved=True, dark=dark)
    (lab.path.parent.parent / FILE).unlink()
    lab.run_all()
    form = lab.show(lab.place('predict("day1-grandparent"')).locator(".gs-root")
    form.get_by_role("button", name="I think").click()
    assert "There is no guess yet" in form.get_by_role("status").inner_text()
    form.get_by_label("yes").focus()
    lab.page.keyboard.press("ArrowDown")
    assert form.get_by_role("radio", name="no", exact=True).is_checked()
    lab.page.keyboard.press("Tab")
    lab.page.keyboard.press("Enter")
    form.get_by_text("Locked: no (I know).").wait_for()
    form.get_by_role("button", name="I guess").click(force=True)
    assert "Locked: no (I know)." in form.get_by_role("status").inner_text()
    hidden = lab.place('reveal("day1-grandparent"')
    lab.run(hidden)
    assert "✓ They agree. Why: " in lab.said(hidden)
    number = lab.show(lab.place('predict("day1-brackets"')).locator(".gs-root")
    number.get_by_label("Your guess, a number").fill("-4")
    number.get_by_role("button", name="I guess").click()
    number.get_by_text("Locked: -4 (I guess).").wait_for()
    lab.show(lab.place('predict("day1-grandparent"')).screenshot(path=pictures / f"predict-{dark}.png")
    axe(lab.page, "predictions with buttons", "dark" if dark else "light")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_twelve_questions_are_kept_with_each_click_and_locked_with_all(open_day, axe, pictures, dark):
    lab = open_day(1, dark=dark)
    kept = lab.path.parent.parent / sittings.FILE
    kept.unlink(missing_ok=True)
    lab.run(0)
    asks = lab.place("from gradtools import before")
    lab.run(asks)
    form = lab.show(asks).locator(".gs-root")
    assert not form.locator("fieldset").first.is_visible(), "who goes past them has one line"
    form.locator("summary").click()
    groups = form.locator("fieldset")
    assert groups.count() == sittings.COUNT
    groups.first.get_by_role("radio").first.focus()
    lab.page.keyboard.press("ArrowDown")
    form.get_by_text("1 of 12 answered.").wait_for()
    assert json.loads(kept.read_text("utf-8"))["before"]["letters"] == "b-----------"
    form.get_by_role("button", name="Lock my answers").click()
    form.get_by_text("Questions 2, 3, ").wait_for()
    for place in range(1, sittings.COUNT):
        groups.nth(place).get_by_role("radio", name="I don't know").check()
    form.get_by_text("12 of 12 answered.").wait_for()
    lab.show(asks).screenshot(path=pictures / f"questions-{dark}.png")
    axe(lab.page, "twelve questions", "dark" if dark else "light")
    form.get_by_role("button", name="Lock my answers").press("Enter")
    form.get_by_text("Your twelve answers are locked.").wait_for()
    assert groups.first.get_by_role("radio").first.is_disabled()
    carried = lab.outputs(asks)[-1]["data"][sittings.MIME]
    assert carried["before"]["letters"] == "b" + "?" * 11
    assert carried["before"]["locked"] is True
    lab.run(asks)
    assert "the first ones count" in lab.said(asks)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_three_questions_are_answered_with_a_key_each_or_skipped_with_one(open_day, axe, pictures, dark):
    lab = open_day(2, dark=dark)
    kept = lab.path.parent.parent / mornings.FILE
    kept.unlink(missing_ok=True)
    asks = lab.place("from gradtools import recall")
    lab.run(asks)
    form = lab.show(asks).locator(".gs-root")
    rows = form.locator("fieldset")
    rows.first.wait_for()
    assert rows.count() == mornings.COUNT
    rows.first.get_by_role("button").first.focus()
    lab.page.keyboard.press("Enter")
    rows.first.get_by_text(re.compile("[✓✗]")).wait_for()
    assert json.loads(kept.read_text("utf-8"))["2"][0]["letter"] == "a"
    lab.show(asks).screenshot(path=pictures / f"recall-{dark}.png")
    axe(lab.page, "three questions from earlier days", "dark" if dark else "light")
    lab.page.keyboard.press("Escape")
    form.get_by_text("Skipped.").wait_for()
    assert not rows.first.is_visible()
    lab.run(asks)
    form.get_by_text(re.compile("[✓✗]")).wait_for()
    for place in (1, 2):
        rows.nth(place).get_by_role("button", name="I don't know").click()
        rows.nth(place).get_by_text("○").wait_for()
    form.get_by_text(re.compile("Done: [01] of 3 at the first try.")).wait_for()
    assert not form.get_by_role("button", name="Skip").is_visible()
    assert "Done: " in lab.outputs(asks)[-1]["data"]["text/plain"]


@pytest.mark.parametrize("number", [1, 5])
def test_full_marks_lead_to_what_comes_next(open_day, axe, number):
    lab = open_day(number, solved=True)
    last = lab.check_of_all()
    lab.run(last, seconds=300)
    assert "✓ correct" in lab.said(last)
    axe(lab.page, f"day {number}, full marks", "light")
    lab.show(last).get_by_role("link", name="Day 2" if number == 1 else "Five days").click()
    if number == 1:
        lab.page.wait_for_function("() => window.jupyterapp.shell.currentWidget.context?.path.includes('day2')")
    else:
        lab.page.wait_for_function(IN_SIGHT, arg='h2[data-jupyter-id="Five-days"]')


@pytest.mark.parametrize("notebook7", [False, True], ids=["JupyterLab", "Notebook 7"])
@pytest.mark.parametrize("where", ["days/start_here.ipynb", "days/day1/day1_value_class.ipynb"])
def test_a_notebook_that_is_only_opened_has_nothing_to_save(served, open_notebook, where, notebook7):
    shutil.copy(ROOT / where, served.course / where)
    lab = open_notebook(where, notebook7=notebook7)
    # The page has noted what the kernel said of itself.
    lab.page.wait_for_function(f"() => {MODEL}.getMetadata('language_info').version")
    assert not lab.page.evaluate(f"() => {MODEL}.dirty")
    lab.page.evaluate(f"() => {MODEL}.setMetadata('a learner', 1)")
    assert lab.page.evaluate(f"() => {MODEL}.dirty"), "what a learner changes is to be saved"


@pytest.mark.parametrize("notebook7", [False, True], ids=["JupyterLab", "Notebook 7"])
def test_the_cell_below_an_answer_shows_its_examples_and_then_one_card(open_day, pictures, axe, notebook7):
    lab = open_day(1, notebook7=notebook7)
    where = "notebook" if notebook7 else "lab"
    answer, verdict = lab.place("class Value"), lab.place('import check\n\ncheck("1.1")')
    assert verdict == answer + 1
    lab.run(lab.place("import COLOURS, TINTS, draw_graph"))
    lab.type_into(answer, answers_of(1)["day1-value"].replace(*WRONG))
    lab.run(answer)
    # Each state of the one output, as the page was told.
    lab.page.evaluate(
        f"place => {{window.told = []; const {{outputs}} = ({CELLS})[place].model;"
        "outputs.changed.connect(() => window.told.push(outputs.toJSON().map(one => one.data)));}",
        verdict,
    )
    lab.run(verdict)
    told = lab.page.evaluate("() => window.told")
    first = next(one[0]["text/html"] for one in told if one and "✗" in one[0].get("text/html", ""))
    assert "<code>d.data</code> is -1.0. Expected -6.0: 2 * (-3)." in first
    assert all(len(one) <= 1 for one in told), "one output, from the first line to the card"
    shown = lab.said(verdict)
    assert shown.count("A product is a new Value that remembers both parents") == 1
    assert shown.count(f"{cards.CLAIM}✓ ") == 3
    for width, theme in lab.views(400, 1400):
        lab.shoot(verdict, pictures, f"one-card-{where}-{width}-{theme}")
        assert laid_over(lab.page) == [], f"{width} pixels"
    axe(lab.page, f"day 1 in {'Notebook 7' if notebook7 else 'JupyterLab'}, one card", "light")
    # The checks are folded, and stay so when the heading is run as any cell is.
    heading = verdict + 1
    folded = f"place => [({CELLS})[place].headingCollapsed, ({CELLS})[place + 1].isHidden]"
    lab.show(heading)
    lab.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activate()")
    lab.page.keyboard.press("Shift+Enter")
    after = lab.place("#### Symptom and cause in 1.1")
    lab.page.wait_for_function(
        "place => window.jupyterapp.shell.currentWidget.content.activeCellIndex === place", arg=after
    )
    assert lab.page.evaluate(folded, heading) == [True, True]


@pytest.mark.parametrize("notebook7", [False, True], ids=["JupyterLab", "Notebook 7"])
def test_a_failed_check_is_calm_and_the_cell_below_the_answer_names_the_mistake(open_day, pictures, axe, notebook7):
    lab = open_day(1, notebook7=notebook7)
    where = "notebook" if notebook7 else "lab"
    answer, verdict = lab.place("class Value"), lab.place('import check\n\ncheck("1.1")')
    failed = lab.place('"""A product is a new Value')
    lab.run(lab.place("import COLOURS, TINTS, draw_graph"))
    lab.type_into(answer, answers_of(1)["day1-value"].replace(*WRONG))
    for place in (answer, verdict, failed):
        lab.run(place)
    (shown,) = lab.outputs(failed)
    assert shown["output_type"] == "display_data"
    assert "✗ Not yet." in lab.said(failed)
    fold = lab.show(failed).locator("details")
    assert fold.locator("summary").inner_text() == "Where it stopped"
    assert not fold.locator("pre").is_visible()
    assert "adds the data" in lab.said(verdict)
    for theme in ("dark", "light"):
        lab.theme(f"JupyterLab {theme.title()}")
        lab.shoot(failed, pictures, f"check-failed-{where}-{theme}")
    lab.shoot(verdict, pictures, f"verdict-{where}")
    axe(lab.page, f"day 1 in {'Notebook 7' if notebook7 else 'JupyterLab'}, failed", "light")
    # The learner's own error, and Run All: it stops at the check, as at any error.
    lab.type_into(answer, answers_of(1)["day1-value"].replace(WRONG[0], "self.data * other.date"))
    lab.run_all()
    assert lab.said(lab.check_of_all()) == ""
    assert "self.data * other.date" in lab.said(failed).split("\n")[0]
    lab.shoot(failed, pictures, f"own-line-{where}")


def test_the_lab_opens_on_a_page_that_says_where_to_begin_and_how_far_the_learner_is(open_notebook, pictures, axe):
    lab = open_notebook("days/start_here.ipynb")
    last = len(lab.sources()) - 1
    lab.run(last)
    # What the tests before this one saved counts, too.
    assert re.search(rf"All days: \d+ of {sum(map(points_of, range(1, 7))):g} points\.", lab.said(last))
    assert lab.page.locator(".jp-OutputArea a", has_text="Day 3").count() == 1
    for theme in ("light", "dark"):
        lab.theme(f"JupyterLab {theme.title()}")
        axe(lab.page, "page to start on", theme)
        lab.page.screenshot(path=pictures / f"start-{theme}.png")
    lab.page.locator(".jp-OutputArea a", has_text="Day 3").click()
    lab.page.wait_for_function("() => window.jupyterapp.shell.currentWidget.context?.path.includes('day3')")


def test_the_start_page_shows_a_picture_of_each_day(open_notebook):
    lab = open_notebook("days/start_here.ipynb")
    images = ".jp-MarkdownOutput td img"
    drawn = f"[...document.querySelectorAll('{images}')].filter(one => one.naturalWidth && one.alt)"
    lab.page.wait_for_function(f"() => {drawn}.length === {len(CHOSEN)}")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_page_that_the_lab_opens_marks_what_is_done_and_leads_on(served, open_notebook, pictures, axe, dark):
    record = served.course / "days" / mistakes.FILE
    outcomes = {"day1-value": "correct", "day1-trace": "not yet", "nobody's": "correct"}
    record.write_text(json.dumps({"counts": {}, "open": {}, "outcomes": outcomes}), "utf-8")
    lab = open_notebook("days/start_here.ipynb", dark=dark)
    lab.page.locator(".go-on", has_text="Go on:").wait_for()
    assert lab.page.locator(".piece").count() == sum(len(cutting.of_day(day)) for day in course.assignments())
    done = [name for name in lab.page.locator(".piece").all_inner_texts() if name.endswith("✓ done")]
    assert [name.partition(",")[0] for name in done] == [
        "A number that remembers",
        "A class with operators",
        "Building a graph",
    ]
    assert lab.outputs(len(lab.sources()) - 1) == [], "no cell was run"
    assert lab.page.locator(".jp-DirListing-item", has_text=mistakes.FILE).count() == 0
    axe(lab.page, "page to start on, begun", "dark" if dark else "light")
    lab.page.screenshot(path=pictures / f"start-begun-{'dark' if dark else 'light'}.png")
    assert not lab.page.evaluate(f"() => {MODEL}.dirty")
    going = lab.page.locator(".go-on a")
    day = course.assignment(1)
    assert going.inner_text() == listing.title_of(day, cutting.of_day(day)[3])
    going.click()
    lab.page.wait_for_function("() => window.jupyterapp.shell.currentWidget.context?.path.includes('day1_value')")
    lab.page.wait_for_function(IN_SIGHT, arg='h3[data-jupyter-id^="Exercise-1.2:-trace-the-graph"]')
    # What was checked meanwhile is marked when the page comes in front again.
    record.write_text(json.dumps({"counts": {}, "open": {}, "outcomes": outcomes | {"day1-trace": "correct"}}), "utf-8")
    lab.command("docmanager:open", {"path": "days/start_here.ipynb"})
    going.filter(has_text="piece 5: The same variable twice").wait_for()
    # Without a record nothing is marked.
    record.unlink()
    lab.command("docmanager:open", {"path": "days/day1/day1_value_class.ipynb"})
    lab.command("docmanager:open", {"path": "days/start_here.ipynb"})
    lab.page.wait_for_function("() => !document.querySelector('.piece .done')")


def test_work_is_handed_in_and_feedback_fetched_in_assignment_list(visit, tmp_path, pictures, axe):
    shared = tmp_path / "shared"
    shared.mkdir()
    with serve(copy_course(tmp_path / "course"), tmp_path / "own", "--exchange", str(shared)) as running:
        running.run("class", "--no-lab", "--exchange", str(shared))
        (own,) = (running.course / "days" / "day1").glob("*.ipynb")
        nbformat.write(filled(times_adds()), own)
        shutil.rmtree(running.course / "days" / "day2")
        page = visit(f"{running.url('/lab')}&reset")
        page.wait_for_function("() => window.jupyterapp?.commands.hasCommand('nbgrader:open-assignment-list')")
        page.locator(".jp-DirListing-item", has_text="start_here.ipynb").wait_for()
        page.evaluate("() => window.jupyterapp.commands.execute('filebrowser:go-to-path', {path: '/'})")
        page.locator(".jp-DirListing-item", has_text="README.md").wait_for()
        assert (
            page.locator(".jp-DirListing-item", has_text=re.compile("^(source|release|grading|exchange)")).count() == 0
        )
        page.get_by_role("menuitem", name="Nbgrader").click()
        page.get_by_role("menuitem", name="Assignment List").click()
        page.get_by_role("button", name="Submit").first.wait_for()
        page.get_by_role("button", name="Fetch").click()
        page.locator("#fetched_assignments_list").get_by_text("day2", exact=True).wait_for()
        assert [path.name for path in (running.course / "days" / "day2").iterdir()] == ["day2_backward_pass.ipynb"]
        days = page.locator(".assignment-notebooks-link")
        assert days.count() == 6
        days.first.click()
        page.get_by_role("link", name="day1_value_class").wait_for()
        assert days.first.get_attribute("aria-expanded") == "true"
        assert page.get_by_text("Validate").count() == 0
        page.screenshot(path=pictures / "assignment-list-fetched.png")
        page.get_by_role("button", name="Submit").first.click()
        page.locator("#submitted_assignments_list").get_by_text("day1").first.wait_for()
        page.screenshot(path=pictures / "assignment-list-submitted.png")

        for command in ("collect", "grade", "feedback"):
            running.run(command, "day1")
        page.locator("#refresh_assignments_list").click()
        page.get_by_role("button", name="Fetch Feedback").click()
        page.get_by_text("view feedback").wait_for()
        for theme in ("dark", "light"):
            page.evaluate(
                "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: `JupyterLab ${name}`})",
                theme.title(),
            )
            page.wait_for_function("name => document.body.dataset.jpThemeName.endsWith(name)", arg=theme.title())
            axe(page, "Assignment List", theme, ("#nbgrader-assignment-list",))
            page.screenshot(path=pictures / f"assignment-list-{theme}.png")

        (feedback,) = (running.course / "days" / "day1" / "feedback").rglob("*.html")
        where = feedback.relative_to(running.course).as_posix()
        # What Jupyter serves from a folder may run no script, not even a test's.
        page = visit(running.url(f"/files/{where}"), bypass_csp=True)
        assert "adds the data" in page.locator("body").inner_text()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            axe(page, "feedback", theme, ())
            page.screenshot(path=pictures / f"feedback-{theme}.png", full_page=True)


@pytest.mark.parametrize("path", ["/tree", "/notebooks/days/start_here.ipynb", "/edit/README.md"])
def test_no_page_of_notebook_7_stops_with_an_error_after_jupyterlab_was_used(served, visit, path):
    # JupyterLab notes which file it opens, where both look.
    urllib.request.urlopen(served.url("/lab/tree/days/start_here.ipynb")).close()
    page = visit(served.url(path))
    page.wait_for_function("() => window.jupyterapp?.restored.then(() => true)")
    # The list of shortcuts is there, with those of others.
    page.wait_for_function("() => window.jupyterapp.commands.keyBindings.length > 20")


def _in_sight(element):
    return element.evaluate(
        "one => {const {top, bottom} = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight;}"
    )


def test_the_sheet_is_written_and_reads_and_prints_without_a_request(open_day, served, visit, pictures, axe):
    days = served.course / "days"
    done = {number: next((days / f"day{number}").glob("day?_*[a-z].ipynb")) for number in (3, 4)}
    before = {path: path.read_bytes() for path in done.values()}
    try:
        for number, path in done.items():
            shutil.copy(served.course / "source" / f"day{number}" / path.name, path)
        lab = open_day(5)
        place = lab.place("sheet()")
        lab.run(place, seconds=200)
        assert lab.errors() == []
        assert "It is sent nowhere." in lab.said(place)
        page = visit(served.url("/files/days/sheet.html"), apart=True)
        text = page.locator("main").inner_text()
        for says in ("25 of 25", "Your engine has", "The course's own engine has", "def topological_order"):
            assert says in text
        image = page.locator("main img")
        assert image.evaluate("image => image.naturalWidth") > 200
        assert len(image.get_attribute("alt")) > 40
        page.screenshot(path=pictures / "sheet.png", full_page=True)
        page.pdf(path=pictures / "sheet.pdf", format="A4")
        axe(page, "the sheet", "light", ("main",))
    finally:
        for path, content in before.items():
            path.write_bytes(content)
