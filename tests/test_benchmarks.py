# SPDX-License-Identifier: MIT
"""Each benchmark of a class still runs, and prints a row for each day that it is asked for."""

import pytest
from support import needs_confinement

from benchmarks import classes


@pytest.mark.exhaustive
@needs_confinement
@pytest.mark.parametrize("mode", ["alone", "check"])
def test_a_benchmark_prints_a_row_for_its_day(mode, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["classes", mode, "--days", "1", "--rounds", "1"])
    classes.main()
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| day1 ")]
    assert rows
    assert all(" ms |" in row or " s |" in row for row in rows)
