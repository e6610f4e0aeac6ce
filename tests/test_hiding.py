# SPDX-License-Identifier: MIT
"""A cell that answers an open prediction hides its output until there is a guess or it runs again."""

import pytest

from companion import hiding, kernel, predictions, waiting

PREDICT = 'predict("day2-fan-out", {}, sure="I think")'
CELL = 'print("four lines")\nfound = 4\nreveal("day2-fan-out", found)\nfound'
SHOWN = "four lines\n"


@pytest.fixture
def run(shell, monkeypatch, capsys):
    monkeypatch.setattr(predictions.files, "_unwritten", {})
    monkeypatch.setattr(hiding, "_held", None)
    hiding.install(shell)
    kernel.watch(shell)
    waiting.install(shell)
    shell.run_cell("from gradtools import predict, reveal")

    def call(source, cell_id=None, **how):
        capsys.readouterr()
        shell.run_cell(source, cell_id=cell_id or source[:8], **{"store_history": True, **how})
        return capsys.readouterr().out

    call.names = shell.user_ns
    return call


def test_without_a_guess_a_cell_defines_its_names_and_shows_one_calm_line(run):
    run(PREDICT.format("..."))
    assert run(CELL) == f"{hiding.HIDDEN}\n"
    assert run.names["found"] == 4
    assert not predictions.place().exists(), "nothing was seen"
    assert run("found").endswith("]: 4\n"), "the next cell shows what it always does"


def test_a_guess_after_a_hidden_run_counts(run):
    run(CELL)
    assert run(PREDICT.format(4)) == "Locked: 4 (I think). Now run the next cell.\n"
    shown = run(CELL)
    assert shown.startswith(f"{SHOWN}Your guess: 4 (I think). What came: 4. ✓ They agree. Why: ")
    assert shown.endswith("]: 4\n")


def test_run_once_more_right_away_it_shows_all(run):
    run(CELL)
    shown = run(CELL)
    assert shown.startswith(f"{SHOWN}What came: 4. You had locked no guess.\n")
    # What was seen is not hidden again.
    run(PREDICT.format("..."))
    assert SHOWN in run(CELL)


def test_the_next_run_shows_all_whatever_was_run_in_between(run):
    run(PREDICT.format("..."))
    run(CELL)
    run("found + 1")
    assert run(CELL).startswith(f"{SHOWN}What came: 4. You had locked no guess.\n")


def test_a_cell_that_stopped_has_offered_nothing(run):
    run(CELL.replace("found = 4", "found = 1 / 0"), "the cell")
    assert run(CELL, "the cell") == f"{hiding.HIDDEN}\n"


def test_a_notebook_run_twice_from_top_to_bottom_spoils_nothing(run):
    for _ in range(2):
        run(PREDICT.format("..."))
        assert run(CELL) == f"{hiding.HIDDEN}\n"
        run("found + 1")


def test_where_cells_have_no_id_the_text_tells_which_was_run(run):
    assert run(CELL, " ") == f"{hiding.HIDDEN}\n"
    assert SHOWN in run(CELL, " ")


def test_an_error_shows_with_what_stood_before_it(run):
    broken = CELL.replace("found = 4", "found = 1 / 0")
    shown = run(broken)
    assert shown.startswith(SHOWN)
    assert "ZeroDivisionError" in shown
    assert hiding.HIDDEN not in shown
    waits = CELL.replace("found = 4", 'raise NotImplementedError("Exercise 2.2 is not written yet.")')
    assert "○ Exercise 2.2 is not written yet" in run(waits, "another")
    assert not predictions.place().exists()


def test_other_cells_and_other_questions_show_what_they_show(run):
    assert run("print(1)") == "1\n"
    assert "There is no prediction of the name" in run('reveal("no-such", 4)')
    assert SHOWN in run(CELL, store_history=False), "an editor's own question is no cell"


@pytest.mark.parametrize("program", ["autograde", "build", "validate"])
def test_a_program_that_runs_the_notebook_sees_all(run, monkeypatch, program):
    monkeypatch.setenv(kernel.RUNNING, program)
    assert run(CELL).startswith(f"{SHOWN}{predictions.QUIET_REVEAL}\n")
