# SPDX-License-Identifier: MIT
"""Code that never ends is stopped after a number of lines, even if it catches every exception."""

import contextlib
import os
import runpy
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from support import ROOT

from exercises.shared import stand_in
from judge.run.bounded import A_LONG_WAIT, NoEnd, bounded, uncounted

MODULE, LIMIT = sys.modules[bounded.__module__], sys.setrecursionlimit


def count_to(limit):
    total = 0
    while total < limit:
        total += 1
    return total


def for_ever():
    while True:
        pass


def swallow():
    while True:
        try:
            for_ever()
        except Exception:
            continue


def doublings(depth):
    return 1 if depth == 0 else doublings(depth - 1) + doublings(depth - 1)


@pytest.fixture(params=[0.0, MODULE.HEAD_START_SECONDS], ids=["counted at once", "with a head start"])
def head_start(request, monkeypatch):
    monkeypatch.setattr(MODULE, "HEAD_START_SECONDS", request.param)


@pytest.fixture
def no_head_start(monkeypatch):
    monkeypatch.setattr(MODULE, "HEAD_START_SECONDS", 0.0)


def test_a_call_within_its_budget_returns_its_value():
    assert bounded(count_to, 100, lines=1000) == 100


@pytest.mark.parametrize("function", [for_ever, swallow, lambda: doublings(60)])
def test_a_call_without_end_is_stopped(function, head_start):
    with pytest.raises(NoEnd, match="lines had run"):
        bounded(function, lines=10_000)


def calls_itself():
    return 1 + calls_itself()


def raises_the_limit():
    sys.setrecursionlimit(1_000_000)
    return calls_itself()


def test_calls_without_end_are_stopped_where_python_s_own_limit_was_raised(head_start):
    with pytest.raises(NoEnd, match="11,000 calls inside each other"):
        bounded(raises_the_limit, lines=10**6)
    assert sys.getrecursionlimit() == 1_000_000
    with pytest.raises(NoEnd, match="11,000 calls inside each other"):
        bounded(calls_itself, lines=10**6)
    assert sys.setrecursionlimit is sys.__dict__["setrecursionlimit"] is LIMIT


def test_what_is_not_to_be_counted_is_not_counted_when_the_head_start_is_over(head_start):
    assert bounded(uncounted, count_to, 3_000_000, lines=100) == 3_000_000
    with pytest.raises(NoEnd):
        bounded(lambda: uncounted(len, "") or for_ever(), lines=100)


def test_a_head_start_leaves_no_timer():
    assert bounded(count_to, 10, lines=100) == 10
    with pytest.raises(NoEnd):
        bounded(for_ever, lines=100)
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_the_same_call_always_needs_the_same_budget(no_head_start):
    needed = next(lines for lines in range(1, 1000) if _fits(lines))
    assert not _fits(needed - 1)
    assert all(_fits(lines) for lines in range(needed, needed + 20))


def _fits(lines):
    try:
        bounded(count_to, 20, lines=lines)
    except NoEnd:
        return False
    return True


def test_a_debugger_that_was_there_before_is_there_after():
    def watch(frame, event, argument):
        return None

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        bounded(count_to, 3, lines=100)
        assert sys.gettrace() is watch
    finally:
        sys.settrace(before)


def test_lines_of_a_library_are_not_counted():
    def imports():
        import importlib
        import json.scanner

        importlib.reload(json.scanner)
        return json.dumps(list(range(1000)), indent=2)

    assert bounded(imports, lines=20).startswith("[")


def test_a_right_part_in_place_of_a_broken_one_costs_nothing():
    rule, held = [1] * 1000, type("Node", (), {})()
    held.kept = rule
    bounded(stand_in.give_rule, held, len, [], lines=20)
    assert held._backward is len


def test_in_a_browser_the_library_is_known_in_spite_of_a_slash_too_many(monkeypatch):
    monkeypatch.setattr(sysconfig, "get_path", lambda name: f"//lib/python3.14/{name}")
    monkeypatch.setattr(os, "__file__", "/lib/python314.zip/os.py")
    module = runpy.run_path(MODULE.__file__)
    assert module["_is_library"]("/lib/python314.zip/json/__init__.py")
    assert module["_is_library"]("/lib/python3.14/purelib/companion/browser.py")
    assert not module["_is_library"]("/course/judge/verdicts/judge.py")


def test_the_lines_that_run_can_be_watched():
    seen = []
    assert bounded(count_to, 2, lines=100, watch=lambda frame: seen.append(frame.f_lineno)) == 2
    first = count_to.__code__.co_firstlineno
    assert [line - first for line in seen] == [1, 2, 3, 2, 3, 2, 4]
    with pytest.raises(NoEnd):
        bounded(for_ever, lines=50, watch=lambda frame: seen.append(frame.f_code.co_name))
    assert seen[-1] == "for_ever"


def straight(number):
    if number > 5:
        return "large"
    return "small"


def test_a_call_without_a_loop_counts_as_all_its_lines(no_head_start):
    # Its header and its three lines, of which two run.
    assert bounded(straight, 1, lines=4) == "small"
    with pytest.raises(NoEnd):
        bounded(straight, 1, lines=3)


@pytest.mark.parametrize(
    "loop",
    [
        "while True: len('')",
        "for _ in iter(int, 1): pass",
        "[0 for _ in iter(int, 1)]",
        "any(0 for _ in iter(int, 1))",
        "try:\n while 1: len('')\nfinally: pass",
        "while 1:\n try: raise KeyError\n except KeyError: continue",
    ],
)
def test_every_loop_is_followed(loop, head_start):
    names = {}
    exec("def looping():\n" + "\n".join(f" {line}" for line in loop.split("\n")), names)
    with pytest.raises(NoEnd):
        bounded(names["looping"], lines=500)
    with pytest.raises(NoEnd):
        bounded(exec, loop, {}, lines=500)


def test_a_stop_is_not_kept_as_the_error_that_is_being_handled(head_start):
    """Python would keep it where it is raised anew just before a `with` or an `except` begins to handle it."""
    code = "for _ in range(3):\n with suppress(KeyError):\n  with suppress(KeyError):\n   exec('while True: pass')"
    with pytest.raises(NoEnd):
        bounded(exec, code, {"suppress": contextlib.suppress}, lines=500)
    assert sys.exc_info() == (None, None, None)


def test_on_its_way_out_a_stop_leaves_no_context_manager_before_that_has_put_back_what_it_changed(head_start):
    put_back = []

    @contextlib.contextmanager
    def changed(name):
        with contextlib.ExitStack() as stack:
            stack.callback(put_back.append, name)
            yield

    def asked():
        with changed("outer"), changed("inner"):
            for_ever()

    with pytest.raises(NoEnd):
        bounded(asked, lines=1_000)
    assert put_back == ["inner", "outer"]


def test_functions_made_without_end_are_kept_in_mind_only_so_long(monkeypatch):
    monkeypatch.setattr(sys.modules[bounded.__module__], "MOST_KNOWN", 100)

    def make(count):
        for number in range(count):
            exec(f"def made(): return {number}\nmade()", {})

    bounded(make, 600, lines=10**5, exact=True)
    assert len(sys.modules[bounded.__module__]._known) <= sys.modules[bounded.__module__].MOST_KNOWN


LARGE = 20_000


def test_who_runs_fewer_lines_than_the_budget_is_never_stopped():
    assert bounded(count_to, LARGE // 2 - 10, lines=LARGE) == LARGE // 2 - 10


def stands_still():
    while True: pass  # fmt: skip  # noqa: E701


def test_one_long_step_of_a_library_is_not_taken_for_a_loop_that_stands_still():
    assert bounded(lambda: time.sleep(1.0) or "done", lines=LARGE) == "done"


@pytest.mark.parametrize("lines", [LARGE - 1, LARGE])
def test_a_loop_of_one_step_is_stopped_as_soon_as_it_is_looked_at(lines):
    before = time.process_time()
    with pytest.raises(NoEnd, match=f"{lines:,} lines had run"):
        bounded(stands_still, lines=lines)
    assert time.process_time() - before < 2, "not by the time that a check may take"


def test_a_long_loop_of_a_library_is_not_taken_for_one_that_has_no_end(monkeypatch, tmp_path):
    (tmp_path / "of_a_library.py").write_text("def loop(count):\n    while count: count -= 1\n    return 'done'\n")
    monkeypatch.syspath_prepend(tmp_path)
    is_library = MODULE._is_library
    monkeypatch.setattr(MODULE, "_is_library", lambda file: file.startswith(str(tmp_path)) or is_library(file))
    import of_a_library

    assert bounded(of_a_library.loop, 20_000_000, lines=LARGE) == "done"


def locks():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def naps():
    while True:
        time.sleep(0.01)


@pytest.fixture
def clock(monkeypatch):
    """The clock of a process of a submission, in this one."""
    started = MODULE._Clock()
    monkeypatch.setattr(MODULE, "_clock", started)
    started.start(100.0, 0.5)
    yield started
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("lines", [1_000, 400_000])
@pytest.mark.parametrize("waits", [lambda: time.sleep(1000), locks, naps, threading.Event().wait])
def test_a_call_that_waits_for_ever_is_stopped(waits, lines, clock):
    clock.start(100.0, 0.2)
    with pytest.raises(NoEnd, match=f"{A_LONG_WAIT}|lines had run"):
        bounded(waits, lines=lines)
    assert clock.has_stopped


def naps_often():
    for _ in range(4):
        time.sleep(0.3)
    return "done"


@pytest.mark.exhaustive
def test_nobody_waits_long_at_the_same_place_twice(clock):
    with pytest.raises(NoEnd, match=A_LONG_WAIT):
        bounded(locks, lines=LARGE)
    before = time.monotonic()
    for _ in range(5):
        with pytest.raises(NoEnd, match=A_LONG_WAIT):
            bounded(locks, lines=LARGE)
    assert time.monotonic() - before < 2
    clock.start(100.0, 3.0)
    assert bounded(naps_often, lines=LARGE) == "done", "who waits elsewhere has all the time"
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_in_the_process_of_a_submission_c_code_without_end_ends_it():
    program = (
        "from judge.run.bounded import bounded, for_one_submission; for_one_submission(0.2); "
        "bounded(lambda: sum(iter(int, 1)), lines=1000)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == -signal.SIGPROF


@pytest.mark.parametrize("never_ends", [stands_still, for_ever, lambda: doublings(60)])
def test_code_that_looks_if_a_function_works_may_catch_a_stop_and_go_on(never_ends, head_start):
    def looks():
        for _ in range(2):
            with contextlib.suppress(Exception):
                never_ends()
                return "it works"
        return "it does not"

    assert bounded(looks, lines=100_000, lenient=2) == "it does not"
    with pytest.raises(NoEnd):
        bounded(looks, lines=100_000, lenient=1)
    with pytest.raises(NoEnd):
        bounded(swallow, lines=100_000, lenient=2)


def test_a_call_within_a_call_has_its_own_budget_and_the_outer_one_is_counted_on(head_start):
    def outer():
        with pytest.raises(NoEnd):
            bounded(for_ever, lines=LARGE)
        return count_to(10**7)

    with pytest.raises(NoEnd, match="100,000 lines had run"):
        bounded(outer, lines=100_000)
    assert sys.gettrace() is None or "bounded" not in str(sys.gettrace())


def test_lines_are_counted_in_a_thread_which_no_clock_calls():
    def stopped():
        try:
            bounded(for_ever, lines=LARGE)
        except NoEnd as error:
            return str(error)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(stopped).result() == "20,000 lines had run"


def test_a_loop_that_goes_to_the_end_of_the_stack_and_back_is_stopped(clock):
    def deeper():
        return 1 + deeper()

    def for_ever_at_the_edge():
        while True:
            try:
                deeper()
            except RecursionError:
                continue

    for lines in (LARGE - 1, LARGE):
        with pytest.raises(NoEnd):
            bounded(for_ever_at_the_edge, lines=lines)
