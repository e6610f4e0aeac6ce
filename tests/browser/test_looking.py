# SPDX-License-Identifier: MIT
"""What watches the pages sees what it is there for: without this, that nothing was found would say nothing."""

import pytest
from looking import Guard, violations


def page_of(chromium, html):
    """Return a page with this content, and what watched it."""
    page, guard = chromium.new_context().new_page(), Guard()
    guard.watch(page)
    page.set_content(f'<html lang="en"><title>A page</title><main><h1>A page</h1>{html}</main></html>')
    page.wait_for_timeout(300)
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


def test_what_shuts_somebody_out_is_found_in_our_own_parts_alone(chromium):
    bare = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">'
    page, _ = page_of(chromium, f'<div class="jp-OutputArea-output">{bare}</div>{bare}')
    assert len(violations(page)) == 1
    assert "image-alt" in violations(page)[0]
    assert len(violations(page, ())) == 2
    page, _ = page_of(chromium, bare)
    assert violations(page) == []
