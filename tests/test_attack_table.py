# SPDX-License-Identifier: MIT
"""The table of attacks reports what was found with stock nbgrader and with this course."""

import json

import nbformat
import pytest
from attacking import Attack, Found

from benchmarks import attacks as benchmark
from benchmarks.attacks import InJail, Results

NO_POINTS = Attack("no_points", "greedy", {"tries": "all | any", "points": "day1-predict=0"}, [])
HONEST = Attack("full_marks", "odd", {"tries": "a warning", "points": "full", "message": "a warning"}, [])
REFUSED = Attack("refused", "empty", {"tries": "no file", "message": "is empty"}, [])
DUE = {"day1-predict": 0.0, "day1-value": 8.0}
RIGHT = Found("", points=dict(DUE), expected=DUE)


def test_an_attacks_header_and_cells_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr("attacking.FOLDER", tmp_path)
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "beside.py").write_text("beside = 1\n")
    (tmp_path / "partial").mkdir()
    path = tmp_path / "partial" / "one.py"
    text = '# tries: a thing\n# day: 3\n# uses: beside\n\n# %% answer="day3-value"\nx = 1\n\n'
    path.write_text(text + '# %% own before="day3-twice"\ny\n\n# %% change\nsave()\n')
    (attack,) = benchmark.attacks()
    assert (attack.id, attack.day.number) == ("partial/one", 3)
    assert attack.header == {"tries": "a thing", "day": "3", "uses": "beside"}
    assert attack.cells == [
        ("answer", "day3-value", "beside = 1\n\nx = 1"),
        ("own", "day3-twice", "beside = 1\n\ny"),
        ("change", "", "save()"),
    ]
    path.write_text(text.replace("# day:", "# week:"))
    with pytest.raises(ValueError, match=r"unknown keys \['week'\]"):
        benchmark.attacks()


@pytest.mark.parametrize(
    ("attack", "found", "words"),
    [
        (NO_POINTS, InJail(DUE, DUE), []),
        (NO_POINTS, InJail({"day1-predict": 3.0, "day1-value": 7.0}, DUE), ["gains 3", "loses 1"]),
        (NO_POINTS, InJail(None, DUE, ending="it died"), ["no grade (it died)"]),
        (NO_POINTS, InJail(None, DUE, ["2 processes of it live on"], "it died"), ["no grade (it died)", "outlived"]),
        (NO_POINTS, InJail(DUE, DUE, ["it printed 'GOT the key'"]), ["got: the key"]),
        (NO_POINTS, InJail(DUE, DUE, ["it printed 'GOT 7'", "a canary was read"]), ["canary seen"]),
        (NO_POINTS, InJail(DUE, DUE, ["the next submission sees it"]), ["next one sees it"]),
        (NO_POINTS, InJail(failed="no jail"), ["not tried: no jail"]),
        (REFUSED, InJail(), []),
        (REFUSED, InJail(DUE), ["graded: 8 points"]),
    ],
)
def test_what_stock_nbgrader_let_happen_is_said_in_a_few_words(attack, found, words):
    assert benchmark.words_of_stock(attack, found) == words


def test_the_table_has_a_row_for_each_attack_and_counts_what_happened(tmp_path):
    path = tmp_path / "found.json"
    results = Results(path)
    results.add("stock", NO_POINTS.id, InJail({"day1-predict": 3.0, "day1-value": 8.0}, DUE, ["a canary was read"]))
    results.add("stock", REFUSED.id, InJail(failed="no jail"))
    results.add("root", NO_POINTS.id, RIGHT)
    results.add("user", NO_POINTS.id, Found("", dict(DUE), 8, DUE, wrong=["a canary was read"]))
    # What is found is kept as it is found: a run that is stopped goes on from there.
    lines = benchmark.table([NO_POINTS, HONEST, REFUSED], Results(path))
    assert lines[1].startswith("# ")
    counts = {cells[0]: cells[1:] for cells in ([part.strip() for part in line[1:-1].split(" | ")] for line in lines)}
    assert counts["what happens"] == ["stock nbgrader, of 1", "here, as root, of 1", "here, as a user, of 1"]
    assert counts["gains points that it should not have"] == ["1", "0", "0"]
    assert counts["sees or changes a canary"] == ["1", "0", "1"]
    assert counts["outlives its run"] == ["0", "0", "0"]
    assert counts["**nothing that should not**"] == ["0", "1", "0"]
    assert counts["no_points/greedy"] == ["all \\| any", "gains 3; canary seen", "no points", "**fails**; canary seen"]
    assert counts["full_marks/odd"] == ["a warning", "not tried", "not tried", "not tried"]
    assert counts["refused/empty"][1] == "not tried: no jail"
    assert json.loads(path.read_text())["user"][NO_POINTS.id]["wrong"] == ["a canary was read"]


def test_only_what_a_cell_wrote_counts_as_printed():
    outputs = [
        nbformat.v4.new_output("stream", text="GOT a line\n"),
        nbformat.v4.new_output("display_data", {"text/plain": "shown"}),
        nbformat.v4.new_output("error", ename="E", evalue="raised", traceback=["----> print('GOT')"]),
    ]
    cell = nbformat.v4.new_code_cell("print('GOT')", outputs=outputs)
    printed = benchmark._printed(nbformat.writes(nbformat.v4.new_notebook(cells=[cell])))
    assert all(word in printed for word in ("GOT a line", "shown", "raised"))
    assert "---->" not in printed
    assert printed.count("GOT") == 1
    assert benchmark._printed("no notebook") == ""
