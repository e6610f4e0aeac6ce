# SPDX-License-Identifier: MIT
"""Text master -> notebook -> release -> days: nothing stale, nothing leaked, no id changed."""

import ast
import json
import re

import nbformat
import pytest
from support import ROOT

from building import notebooks
from grading import releasing
from judge.notebooks import course, reference
from judge.notebooks.cells import OWN_WORDS, exercises, grade_id, is_answer, is_grade
from reading.notebook_file import names_of

DAYS = course.assignments()
LEDGER = ROOT / "tests" / "data" / "grade_ids.json"

every_day = pytest.mark.parametrize("day", DAYS, ids=[day.name for day in DAYS])


@pytest.fixture(scope="session")
def fresh(tmp_path_factory):
    from grading.by_nbgrader import student_version

    folder = tmp_path_factory.mktemp("release")
    return {day.number: student_version.release(day, into=folder) for day in DAYS}


@every_day
def test_the_source_notebook_is_built_from_its_master(day):
    assert notebooks.stale_reason(day) == "", "run `make release`"


@every_day
def test_days_holds_the_release_of_the_source(day, fresh):
    built = nbformat.read(fresh[day.number], as_version=4)
    there = nbformat.read(day.learner_notebook, as_version=4)
    assert [cell.source for cell in there.cells] == [cell.source for cell in built.cells], "run `make release`"
    assert there == built, "run `make release`"


@every_day
def test_the_source_notebook_has_outputs(day):
    notebook = nbformat.read(day.source_notebook, as_version=4)
    printing = [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and re.search(r"^(print|draw_graph|show_figure)\(", cell.source, re.MULTILINE)
    ]
    assert printing
    assert [cell.id for cell in printing if not cell.outputs] == []
    graded = [cell for cell in notebook.cells if is_grade(cell)]
    assert all("correct" in json.dumps(cell.outputs) for cell in graded)


@every_day
def test_outputs_hold_nothing_that_changes_from_machine_to_machine(day):
    notebook = nbformat.read(day.source_notebook, as_version=4)
    for cell in notebook.cells:
        if "nbval-skip" in cell.metadata.get("tags", []):
            continue
        text = json.dumps([{**output, "data": {}} for output in cell.get("outputs", [])])
        text += json.dumps([output.get("data", {}).get("text/plain", "") for output in cell.get("outputs", [])])
        assert not re.search(r"0x[0-9a-f]{6,}|/home/|/tmp/|/root/|site-packages", text), cell.id
        assert not any(output.get("name") == "stderr" for output in cell.get("outputs", [])), cell.id


@every_day
def test_what_a_learner_gets_holds_no_solution_and_no_hidden_test(day, fresh):
    text = fresh[day.number].read_text()
    assert not re.search(r"BEGIN SOLUTION|END SOLUTION|HIDDEN TESTS|judge\(|from grading import judge", text)
    released = nbformat.reads(text, as_version=4)
    stubs = {grade_id(cell): cell.source for cell in released.cells if is_answer(cell) and grade_id(cell)}
    for name, solution in reference.solutions(day.number).items():
        shown = visible_lines(solution)
        for line in solution_lines(solution):
            # A line that the author shows elsewhere in the cell gives nothing away.
            assert line in shown or line not in [kept.strip() for kept in stubs[name].split("\n")], f"{name}: {line}"
    assert all(not cell.get("outputs") for cell in released.cells)


def visible_lines(text):
    outside = re.sub(r"### BEGIN SOLUTION.*?### END SOLUTION", "", text, flags=re.DOTALL)
    return {line.strip() for line in outside.split("\n")}


def solution_lines(text):
    """Return the lines between the marks, but for those too short to give anything away."""
    inside, lines = False, []
    for line in text.split("\n"):
        if "BEGIN SOLUTION" in line:
            inside = True
        elif "END SOLUTION" in line:
            inside = False
        elif inside and not line.lstrip().startswith("#: ") and len(line.strip()) > 12:
            lines.append(line.strip())
    return lines


@every_day
def test_release_and_days_hold_notebooks_and_nothing_else(day, fresh):
    assert [path.name for path in fresh[day.number].parent.iterdir()] == [f"{day.stem}.ipynb"]
    kept = [path.name for path in day.learner_notebook.parent.iterdir() if path.name != ".ipynb_checkpoints"]
    assert [name for name in kept if ".kept-" not in name] == [f"{day.stem}.ipynb"]
    assert [path.name for path in day.source_notebook.parent.iterdir() if not path.name.startswith(".")] == [
        f"{day.stem}.ipynb"
    ]


@every_day
def test_grade_ids_are_cell_ids_unique_and_as_they_were_released(day):
    notebook = notebooks.from_master(day)
    names = [cell.id for cell in notebook.cells]
    assert len(names) == len(set(names))
    for cell in notebook.cells:
        assert grade_id(cell) in (None, cell.id)
        if is_grade(cell) or cell.metadata.get("nbgrader"):
            assert cell.metadata.nbgrader.schema_version == 3
            assert set(cell.metadata.nbgrader) >= {"grade", "grade_id", "locked", "solution", "task"}
    points = {check.grade_id: check.points for one in exercises(notebook) for check in one.checks}
    released = json.loads(LEDGER.read_text()).get(day.name)
    assert released == points, "run `make release`: it adds what is new, and says what gradebooks know otherwise"


@every_day
def test_exercises_are_numbered_have_checks_with_claims_and_take_half_an_hour_at_most(day):
    found = exercises(notebooks.from_master(day))
    for one in found:
        assert one.checks, one.id
        assert 5 <= one.minutes <= 60, one.id
        assert all(check.claim.endswith(".") for check in one.checks), f"{one.id}: a check opens with its claim"
    numbers = [one.number for one in found]
    assert sorted(numbers) == sorted(f"{day.number}.{place}" for place in range(1, len(found) + 1))
    # An exercise keeps its number, wherever it stands in the second part.
    assert sorted(core := [one.number for one in found if not one.is_extra], key=_place) == core


def _place(number):
    return int(number.partition(".")[2])


@every_day
def test_a_day_has_every_part_of_the_pattern(day):
    notebook = notebooks.from_master(day)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown").lower()
    for part in ("pendulum", "symptom", "matrix", "deliverables", "principle", "in your own words",
                 "simplified", "further reading", "**predict", "hint 1", "hint 2", "hint 3"):  # fmt: skip
        assert part in text, part
    assert sum(OWN_WORDS in cell.metadata.get("tags", []) for cell in notebook.cells) == 1
    hints = text.count("hint 3")
    assert hints >= len(exercises(notebook))
    for word in ("simply", "obviously", "of course"):
        assert not re.search(rf"\b{word}\b", text), word
    assert not re.search(r"[\U0001F300-\U0001FAFF]", text), "no emoji"


@every_day
@pytest.mark.parametrize("spoken", ["", "es"])
def test_right_below_each_answer_stands_the_cell_that_asks_and_then_the_folded_checks(day, spoken):
    learners = nbformat.read(course.root() / "days" / spoken / day.name / day.learner_notebook.name, as_version=4)
    cells, in_colab = learners.cells, learners.metadata.colab.collapsed_sections
    listed = exercises(nbformat.read(day.learner_notebook, as_version=4))
    for each in listed:
        places = {grade_id(cell): place for place, cell in enumerate(cells)}
        ask = cells[places[each.id] + 1]
        assert re.fullmatch(rf'# .+\nfrom gradtools import check\n\ncheck\("{re.escape(each.number)}"\)', ask.source)
        assert "nbval-skip" in ask.metadata.tags
        assert grade_id(ask) is None
        first, last = places[each.checks[0].grade_id], places[each.checks[-1].grade_id]
        (heading,) = [place for place in range(places[each.id], first) if cells[place].cell_type == "markdown"]
        assert re.fullmatch(rf"#### \D+{re.escape(each.number)}: \D+", cells[heading].source)
        assert cells[heading].metadata["jp-MarkdownHeadingCollapsed"] is True
        # Colab reads it in the metadata of the notebook, by the id that it looks for in those of the cell.
        assert cells[heading].id == cells[heading].metadata.id
        assert cells[heading].id == in_colab[listed.index(each)]
        # Nothing but the checks, and what defines their names, is folded with the heading.
        folded = [cell for cell in cells[heading + 1 : last + 1] if grade_id(cell) is None]
        used = set().union(*(names_of(cells[place].source)[1] for place in range(first, last + 1)))
        assert all(names_of(cell.source)[0] & used for cell in folded)
        assert [grade_id(cell) for cell in cells[heading + 1 : last + 1] if grade_id(cell)] == [
            check.grade_id for check in each.checks
        ]
        assert cells[last + 1].source.startswith("#"), "the fold ends there"
        assert cells[last + 1].cell_type == "markdown"
    assert len(in_colab) == len(listed)
    nbformat.validate(learners)


def test_what_would_be_folded_with_some_checks_is_refused(copied_course):
    day = course.assignment(1)
    text = day.master.read_text()
    day.master.write_text(text.replace("# #### Your answers put to the test\n", "# A sentence.\n"))
    with pytest.raises(course.CourseError, match=r"follows the checks of 1\.6 would be folded .* Write a heading"):
        notebooks.from_master(day)


@pytest.mark.parametrize("day", [day for day in DAYS if day.number > 1], ids=lambda day: day.name)
def test_the_given_cell_is_yesterdays_reference(day):
    given = {}
    for cell in reference.cells(day.number):
        if "given" in cell.metadata.get("tags", []):
            assert cell.metadata.nbgrader.locked
            given |= definitions(cell.source)
    assert given
    earlier = {}
    for number in range(1, day.number):
        for solution in reference.solutions(number).values():
            earlier |= definitions(solution)
    methods = {name: node for name, node in earlier.items() if name.startswith("__")}
    assert "Value" in given
    # What no day wrote is material of today's, such as engines to find a fault in.
    for name, node in ((name, node) for name, node in given.items() if name in earlier):
        if isinstance(node, ast.ClassDef) and (day.number == 2 or name == "Dual"):
            # Day 1 wrote some operators as functions; they stand in the class now. Day 6 gives Dual two functions.
            assert {ast.dump(part) for part in earlier[name].body} <= {ast.dump(part) for part in node.body}
            extra = {part.name for part in node.body if isinstance(part, ast.FunctionDef)} - {
                part.name for part in earlier[name].body if isinstance(part, ast.FunctionDef)
            }
            assert extra <= ({*methods} if day.number == 2 else {"exp", "tanh"})
        else:
            assert ast.dump(node) == ast.dump(earlier[name]), f"{name} differs from the day that wrote it"


def definitions(source):
    tree = ast.parse(source)
    return {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def test_a_changed_master_is_noticed(copied_course):
    day = course.assignment(1)
    text = day.master.read_text()
    day.master.write_text(text.replace("# # Day 1: The Value class", "# # Day 1: The value class", 1))
    assert "differs" in notebooks.stale_reason(day)


def test_a_doubled_grade_id_is_refused(copied_course):
    day = course.assignment(1)
    text = day.master.read_text()
    day.master.write_text(text.replace('check="day1-trace-edges"', 'check="day1-trace-nodes"'))
    with pytest.raises(course.CourseError, match="day1-trace-nodes stands twice"):
        notebooks.from_master(day)


def test_cell_ids_do_not_depend_on_the_cells_around(copied_course):
    day = course.assignment(1)
    before = [cell.id for cell in notebooks.from_master(day).cells]
    text = day.master.read_text()
    day.master.write_text(
        text.replace("# %% [markdown]\n# ## Symptom", "# %% [markdown]\n# New.\n\n# %% [markdown]\n# ## Symptom")
    )
    after = [cell.id for cell in notebooks.from_master(day).cells]
    assert len(after) == len(before) + 1
    assert set(before) <= set(after)


def test_reset_keeps_the_learners_notebook(copied_course):
    day = course.assignment(1)
    mine = day.learner_notebook.read_text().replace("Exercise 1.1 is not written yet.", "my own answer")
    day.learner_notebook.write_text(mine)
    kept = releasing.reset(day)
    again = releasing.reset(day)
    assert kept.read_text() == mine
    assert kept != again
    assert "my own answer" not in day.learner_notebook.read_text()
    assert nbformat.read(day.learner_notebook, as_version=4)


def test_filling_days_leaves_a_notebook_alone_that_somebody_works_in(copied_course):
    day = course.assignment(1)
    assert releasing.fill_days(day) == "unchanged"
    mine = day.learner_notebook.read_text().replace("Exercise 1.2 is not written yet.", "my own answer")
    day.learner_notebook.write_text(mine)
    assert releasing.fill_days(day) == "kept"
    assert day.learner_notebook.read_text() == mine
    day.learner_notebook.unlink()
    assert releasing.fill_days(day) == "written"
    assert "my own answer" not in day.learner_notebook.read_text()
