# SPDX-License-Identifier: MIT
"""The checks of pages find planted faults, so that finding nothing means something."""

import pytest
from figures import bare_pictures, cut_off, laid_over, sideways
from looking import SLOW, Guard, axe_table, findings, grave


def page_of(chromium, html):
    page, guard = chromium.new_context().new_page(), Guard()
    guard.watch(page)
    page.set_content(f'<html lang="en"><title>A page</title><main><h1>A page</h1>{html}</main></html>')
    # What a page did before it answers this was heard.
    page.evaluate("() => new Promise(done => setTimeout(() => setTimeout(done)))")
    return page, guard


def test_what_leaves_the_machine_is_stopped_and_seen(chromium):
    _, guard = page_of(chromium, '<img alt="A picture" src="http://example.org/a.png">')
    assert guard.elsewhere == ["http://example.org/a.png"]
    with pytest.raises(AssertionError, match=r"example\.org"):
        guard.hold()


@pytest.mark.parametrize(
    "script", ["console.error('a complaint')", "setTimeout(() => {throw new Error('a complaint')})"]
)
def test_an_error_in_the_browser_is_seen(chromium, script):
    _, guard = page_of(chromium, f"<script>{script}</script>")
    with pytest.raises(AssertionError, match="a complaint"):
        guard.hold()


def test_a_slow_figure_is_no_error(chromium):
    _, guard = page_of(chromium, f"<script>setTimeout(() => {{throw new Error('{SLOW}')}})</script>")
    guard.hold()


def test_a_page_that_is_left_is_not_watched(chromium):
    page, guard = page_of(chromium, "")
    guard.leave()
    page.evaluate("() => console.error('a complaint')")
    guard.hold()


def test_what_shuts_somebody_out_is_found_in_our_own_parts_alone(chromium):
    bare = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'
    page, _ = page_of(chromium, f'<div class="jp-OutputArea-output">{bare}</div>{bare}')
    (line,) = grave(findings(page))
    assert "image-alt" in line
    assert len(grave(findings(page, ()))) == 2
    assert "| a page | light | 1 | 0 | 0 | 0 |" in axe_table([("a page", "light", findings(page))])
    page, _ = page_of(chromium, bare)
    assert findings(page) == []


def test_a_notebook_behind_another_widget_comes_to_the_front(open_day):
    lab = open_day(1)
    lab.command("launcher:create")
    lab.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context")
    lab.ready()
    assert lab.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path").startswith("days/day1/")


def test_a_bare_or_cut_off_picture_and_a_line_out_of_sight_are_found(chromium):
    picture = '<img {} src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" style="width: {}px; height: 9px">'
    area = '<div class="jp-OutputArea-output" style="width: 200px">{}</div>'
    code = (
        '<div class="jp-CodeCell"><div class="jp-Cell-inputArea"><div class="cm-scroller" style="width: 90px; '
        'overflow: auto"><div class="cm-content" style="white-space: nowrap">{}</div></div></div></div>'
    )
    html = area.format(picture.format('alt="A small one"', 100) + picture.format('alt="A wide one"', 300))
    graph = (
        '<div class="gs-scroll" style="height: 20px; overflow: auto">'
        '<svg aria-label="{}" width="9" height="{}" style="display: block"></svg></div>'
    )
    html += area.format(graph.format("A low graph", 9) + graph.format("A tall graph", 90))
    html += area.format(picture.format("", 100)) + code.format("short") + code.format("a = " + "b + " * 40)
    page, _ = page_of(chromium, html)
    count, bare = bare_pictures(page)
    assert (count, len(bare)) == (5, 1)
    assert cut_off(page) == ["A wide one", "A tall graph"]
    (line,) = sideways(page)
    assert line.startswith("a = b")


def test_a_label_that_lies_over_its_text_and_a_card_that_is_too_wide_are_found(chromium):
    card = (
        '<div class="jp-OutputArea-output" style="width: 200px; overflow: auto"><dl class="card" style="width: {}px">'
        '<dt style="float: left; width: {}px">Expected</dt><dd style="margin-left: 40px">-6.0</dd></dl></div>'
    )
    page, _ = page_of(chromium, card.format(150, 40))
    assert laid_over(page) == ["Expected"]
    page, _ = page_of(chromium, card.format(300, 10).replace("Expected", "Go"))
    assert laid_over(page) == ["Go\n-6.0"]
    page, _ = page_of(chromium, card.format(150, 10).replace("Expected", "Go"))
    assert laid_over(page) == []
