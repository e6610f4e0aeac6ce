# SPDX-License-Identifier: MIT
"""Code that never ends is stopped after a number of lines, whatever it catches."""

import contextlib
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grading.run.bounded import A_LONG_WAIT, LATE_SECONDS, NoEnd, bounded, head_starts

ROOT = Path(__file__).resolve().parents[1]
MODULE = sys.modules[bounded.__module__]


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


def test_a_call_within_its_budget_returns_its_value():
    assert bounded(count_to, 100, lines=1000) == 100


@pytest.mark.parametrize("function", [for_ever, swallow, lambda: doublings(60)])
def test_a_call_without_end_is_stopped(function):
    with pytest.raises(NoEnd, match="lines had run"):
        bounded(function, lines=10_000)


def calls_itself():
    return 1 + calls_itself()


def test_calls_without_end_are_stopped_where_python_s_own_limit_was_raised():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000_000)
    try:
        with pytest.raises(NoEnd, match="11,000 calls inside each other"):
            bounded(calls_itself, lines=10**6)
    finally:
        sys.setrecursionlimit(before)


def test_the_same_call_always_needs_the_same_budget():
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


def test_no_line_of_the_clocks_own_is_counted():
    def loops_in_a_library():
        import json

        for _ in range(4):
            json.dumps(list(range(100_000)), indent=2)

    bounded(loops_in_a_library, lines=20)


def test_a_loop_over_a_library_is_counted():
    def loops():
        import json

        while True:
            json.dumps([1])

    with pytest.raises(NoEnd, match="lines had run"):
        bounded(loops, lines=1000)


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


def through_a_generator():
    def one():
        yield from (number for number in iter(int, 1))

    return sum(1 for _ in one())


def test_a_call_without_a_loop_counts_as_all_its_lines():
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
def test_every_loop_is_followed(loop):
    names = {}
    exec("def looping():\n" + "\n".join(f" {line}" for line in loop.split("\n")), names)
    with pytest.raises(NoEnd):
        bounded(names["looping"], lines=500)
    with pytest.raises(NoEnd):
        bounded(exec, loop, {}, lines=500)


def test_a_generator_that_hands_on_without_end_is_stopped():
    with pytest.raises(NoEnd):
        bounded(through_a_generator, lines=500)


def test_functions_made_without_end_are_kept_in_mind_only_so_long(monkeypatch):
    monkeypatch.setattr(sys.modules[bounded.__module__], "MOST_KNOWN", 100)

    def make(count):
        for number in range(count):
            exec(f"def made(): return {number}\nmade()", {})

    bounded(make, 600, lines=10**5)
    assert len(sys.modules[bounded.__module__]._known) <= sys.modules[bounded.__module__].MOST_KNOWN


LARGE = 20_000


def test_a_large_budget_has_a_head_start_and_then_ends():
    with pytest.raises(NoEnd, match="20,000 lines had run"):
        bounded(for_ever, lines=LARGE)
    with pytest.raises(NoEnd, match="100,000 lines had run"):
        bounded(doublings, 60, lines=100_000)


def test_who_runs_fewer_lines_than_a_large_budget_is_never_stopped():
    assert bounded(count_to, LARGE // 2 - 10, lines=LARGE) == LARGE // 2 - 10


def test_what_is_short_is_over_before_anybody_counts():
    traced = []
    bounded(lambda: traced.append(sys.gettrace()), lines=LARGE)
    bounded(lambda: traced.append(sys.gettrace()), lines=LARGE - 1)
    assert traced[0] is None
    assert traced[1] is not None


def stands_still():
    while True: pass  # fmt: skip  # noqa: E701


def test_a_loop_of_one_step_that_no_line_counts_is_stopped():
    with pytest.raises(NoEnd, match="20,000 lines had run"):
        bounded(stands_still, lines=LARGE)


def test_one_long_step_of_a_library_is_not_taken_for_a_loop_that_stands_still():
    assert bounded(lambda: time.sleep(1.0) or "done", lines=LARGE) == "done"


@pytest.mark.parametrize("lines", [LARGE - 1, LARGE])
def test_a_loop_of_one_step_is_stopped_as_soon_as_it_is_looked_at(lines):
    before = time.process_time()
    with pytest.raises(NoEnd):
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


@pytest.mark.parametrize("lines", [1_000, 400_000])
@pytest.mark.parametrize("waits", [lambda: time.sleep(1000), locks, naps, threading.Event().wait])
def test_a_call_that_waits_for_ever_is_stopped(waits, lines, monkeypatch):
    monkeypatch.setattr(MODULE, "SECONDS_TO_WAIT", 0.5)
    with pytest.raises(NoEnd, match=f"{A_LONG_WAIT}|lines had run"):
        bounded(waits, lines=lines)


def naps_often():
    for _ in range(4):
        time.sleep(0.3)
    return "done"


def test_in_the_process_of_a_submission_nobody_waits_long_at_the_same_place_twice(monkeypatch):
    monkeypatch.setattr(MODULE._clock, "processor_seconds", 100.0)
    monkeypatch.setattr(MODULE._clock, "waits", set())
    monkeypatch.setattr(MODULE, "SECONDS_TO_WAIT", 0.5)
    with pytest.raises(NoEnd, match=A_LONG_WAIT):
        bounded(locks, lines=LARGE)
    before = time.monotonic()
    for _ in range(5):
        with pytest.raises(NoEnd, match=A_LONG_WAIT):
            bounded(locks, lines=LARGE)
    assert time.monotonic() - before < 2
    monkeypatch.setattr(MODULE, "SECONDS_TO_WAIT", 3.0)
    assert bounded(naps_often, lines=LARGE) == "done", "who waits elsewhere has all the time"
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_in_the_process_of_a_submission_c_code_without_end_ends_it():
    program = (
        "from grading.run.bounded import bounded, for_one_submission; for_one_submission(0.2); "
        "bounded(lambda: sum(iter(int, 1)), lines=1000)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == -signal.SIGPROF


@pytest.mark.parametrize("never_ends", [stands_still, for_ever, lambda: doublings(60)])
def test_code_that_looks_if_a_function_works_may_catch_a_stop_and_go_on(never_ends):
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


def test_a_call_within_a_call_has_its_own_budget_and_the_outer_one_is_counted_on():
    def outer():
        with pytest.raises(NoEnd):
            bounded(for_ever, lines=LARGE)
        return count_to(10**7)

    with pytest.raises(NoEnd, match="100,000 lines had run"):
        bounded(outer, lines=100_000)
    assert sys.gettrace() is None or "bounded" not in str(sys.gettrace())


def test_the_clock_belongs_to_whom_it_belonged_before():
    rung = []
    kept = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    timer = signal.setitimer(signal.ITIMER_REAL, 500.0)
    try:
        with head_starts():
            bounded(count_to, 3, lines=LARGE)
            with pytest.raises(NoEnd):
                bounded(for_ever, lines=LARGE)
        bounded(count_to, 3, lines=LARGE)
        signal.raise_signal(signal.SIGALRM)
        assert rung == [], "a tick that came late is not the owner's"
        assert 400 < signal.getitimer(signal.ITIMER_REAL)[0] <= 500
        time.sleep(2 * LATE_SECONDS)
        signal.raise_signal(signal.SIGALRM)
        assert rung == [1]
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, kept)


def test_an_alarm_that_was_set_before_rings_when_it_is_due():
    rung = []
    kept = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    timer = signal.setitimer(signal.ITIMER_REAL, LATE_SECONDS / 10)
    try:
        bounded(count_to, 3, lines=LARGE)
        time.sleep(LATE_SECONDS / 5)
        assert rung == [1]
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, kept)


@pytest.mark.parametrize(("waits", "ends_by"), [(0, 0), (2 * LATE_SECONDS, -signal.SIGALRM)])
def test_a_late_tick_ends_no_process_and_an_alarm_of_its_own_does(waits, ends_by):
    program = (
        "import signal, time; from grading.run.bounded import bounded; "
        f"bounded(len, [], lines={LARGE}); time.sleep({waits}); signal.raise_signal(signal.SIGALRM)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == ends_by


def test_in_a_thread_which_no_clock_calls_all_lines_are_counted():
    def stopped():
        try:
            bounded(for_ever, lines=LARGE)
        except NoEnd as error:
            return str(error)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(stopped).result() == "20,000 lines had run"


def test_where_the_stack_is_full_the_counting_begins_at_the_next_ring():
    begun = []

    def start(frame):
        begun.append(frame)
        if len(begun) == 1:
            raise RecursionError

    frame = sys._getframe()
    turn = sys.modules[bounded.__module__]._Turn(start, lambda frame: None, lambda: 0, "", counted=False)
    turn.is_on = True
    turn.rings(frame)
    with pytest.raises(RecursionError):
        turn.rings(frame)
    assert not turn.counted
    turn.rings(frame)
    assert turn.counted
    assert begun == [frame, frame]


def _rings_until_it_counts(turn, frame):
    turn.is_on, rings = True, 0
    while not turn.counted and rings < 100:
        turn.rings(frame)
        rings += 1
    return rings


def _turn(head_start):
    module = sys.modules[bounded.__module__]
    return module._Turn(lambda frame: None, lambda frame: None, lambda: 0, "", counted=False, head_start=head_start)


def test_who_has_a_larger_budget_has_a_longer_head_start(monkeypatch):
    assert _rings_until_it_counts(_turn(2), sys._getframe()) == 2
    assert _rings_until_it_counts(_turn(40), sys._getframe()) == 40
    module, seen = sys.modules[bounded.__module__], []
    made = module._Turn
    monkeypatch.setattr(module, "_Turn", lambda *given: seen.append(given[-2:]) or made(*given))
    for lines in (1_000, LARGE, 400_000):
        bounded(count_to, 3, lines=lines)
    assert seen == [(2, 0.0002), (2, 0.0002), (8, 0.001)]


def test_the_clock_ticks_as_the_call_within_needs_it_and_then_as_the_outer_one_does(monkeypatch):
    module, ticks = sys.modules[bounded.__module__], []
    monkeypatch.setattr(module, "setitimer", lambda which, first, then=0.0: ticks.append(first) or (0.0, 0.0))
    seen = []

    def outer():
        bounded(count_to, 3, lines=LARGE)
        seen.extend(ticks)

    with head_starts():
        bounded(outer, lines=400_000)
    assert seen == [0.001, 0.0002, 0.001]
    assert ticks == [*seen, 0.0]


def test_who_calls_deeply_has_no_head_start_any_more():
    def deep(calls):
        return deep(calls - 1) if calls else _rings_until_it_counts(_turn(40), sys._getframe())

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(3_000)
    try:
        assert deep(500) == 40
        assert deep(1_200) == 1
    finally:
        sys.setrecursionlimit(before)


def test_a_loop_that_goes_to_the_end_of_the_stack_and_back_is_stopped():
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
