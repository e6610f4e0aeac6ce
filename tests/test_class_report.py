# SPDX-License-Identifier: MIT
"""The instructor's page and table of a class, made from graded notebooks."""

import codecs
import copy
import csv
import multiprocessing
import re
import shutil
from collections import Counter
from dataclasses import replace

import nbformat
import pytest
from support import Page, answers_of, judged_notebook, points_of, times_adds

from grading import class_page
from grading.by_nbgrader.calling import api_of
from grading.by_nbgrader.gradebook import gradebook_of
from grading.by_nbgrader.grades import export_grades
from grading.command_line import main
from judge.asking import probe, questions_package
from judge.notebooks import course, submission
from judge.notebooks.cells import grade_id, is_grade
from judge.verdicts import catalogue, feedback_page, marking, processes, render
from judge.verdicts.verdict import NOT_YET, VERDICT_MIME, VERSION
from language import text as words

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def executed():
    """Return three graded notebooks of Day 1: the reference, `*` that adds, and that with a trace that raises."""
    wrong = times_adds()
    begun = {"day1-value": wrong["day1-value"], "day1-trace": "def trace(root):\n    return int('<script></td>')"}
    return {name: judged_notebook(one) for name, one in (("right", answers_of(1)), ("wrong", wrong), ("begun", begun))}


@pytest.fixture
def classroom(executed, copied_course):
    day = course.assignment(1)

    def hand_back(student, notebook):
        path = copied_course / "autograded" / student / "day1" / f"{day.stem}.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(notebook, path)
        return path

    for student, which in (("ada", "right"), ("alan", "wrong"), ("edsger", "wrong"), ("grace", "right"),
                           ("=1+1", "begun"), (HOSTILE, "wrong")):  # fmt: skip
        hand_back(student, executed[which])
    return hand_back


_written = []


@pytest.fixture
def text(classroom):
    """Return the page of the class: no test changes it, so it is written once."""
    _written[:] = _written or [class_page.page(class_page.read_class(course.assignment(1)))]
    return _written[0]


def test_the_command_writes_the_page_and_the_table(classroom, copied_course, capsys):
    assert main(["report", "1"]) == 0
    assert capsys.readouterr().out == "day1: Students counted: 6. See reports/day1.html and reports/day1.csv.\n"
    assert sorted(path.name for path in (copied_course / "reports").iterdir()) == ["day1.csv", "day1.html"]
    page = (copied_course / "reports" / "day1.html").read_text("utf-8")
    assert main(["report", "day1"]) == 0
    assert (copied_course / "reports" / "day1.html").read_text("utf-8") == page


def test_names_are_in_the_order_of_the_language(executed, classroom, copied_course, monkeypatch):
    shutil.rmtree(copied_course / "autograded")
    names = ["Álvarez", "Baker", "nz", "Ñandú", "Ñu", "Oz", "Жук"]
    for name in reversed(names):
        classroom(name, executed["wrong"])
    monkeypatch.setitem(words.translations(), words.ALPHABET, "abcdefghijklmnñopqrstuvwxyz")
    page = class_page.page(class_page.read_class(course.assignment(1)))
    assert ", ".join(names) in page
    monkeypatch.setitem(words.translations(), words.ALPHABET, words.ALPHABET)
    assert sorted(reversed(names), key=words.in_order) == ["Álvarez", "Baker", "Ñandú", "Ñu", "nz", "Oz", "Жук"]


def test_the_table_has_a_row_for_each_student_and_check(classroom, copied_course):
    class_page.write(course.assignment(1))
    assert (copied_course / "reports" / "day1.csv").read_bytes().startswith(codecs.BOM_UTF8)
    with open(copied_course / "reports" / "day1.csv", encoding="utf-8-sig", newline="") as file:
        listed = list(csv.DictReader(file))
    checks = [str(grade_id(cell)) for cell in marking.source_notebook(course.assignment(1)).cells if is_grade(cell)]
    assert tuple(listed[0]) == class_page.COLUMNS
    assert [row["grade_id"] for row in listed if row["student"] == "ada"] == checks
    assert len(listed) == 6 * len(checks)
    assert sum(float(row["points"]) for row in listed if row["student"] == "ada") == points_of(1)
    alan = {row["grade_id"]: row for row in listed if row["student"] == "alan"}
    assert alan["day1-value-multiply"] == {
        "student": "alan", "grade_id": "day1-value-multiply", "points": "0", "max_points": "1", "outcome": "not yet",
        "misconceptions": "day1-multiply-adds",
    }  # fmt: skip
    assert {row["student"] for row in listed} == {"ada", "alan", "edsger", "grace", "'=1+1", HOSTILE}, (
        "a name that a spreadsheet would run as a formula is quoted"
    )


def test_the_page_is_well_formed_and_loads_and_runs_nothing(text):
    page = Page(text)
    assert page.open == []
    for tag in ("script", "img", "link", "iframe", "object", "form"):
        assert page.count(tag) == 0, tag
    for _, attributes in page.elements:
        assert not {"src", "href", "style"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
    assert not re.search(r"https?://|@import|url\(", text)
    assert "default-src 'none'" in text


def test_what_learners_wrote_is_text_on_the_page(text):
    page = Page(text)
    assert HOSTILE not in text
    assert any(HOSTILE in cell for table in page.tables for row in table for cell in row)
    assert "<script>" not in text
    assert "&lt;script&gt;" in text, "the error that trace raised is quoted"


def test_every_table_has_a_caption_and_headers_with_a_scope(text):
    page = Page(text)
    assert page.count("table") == page.count("caption") >= 5
    assert all(attributes.get("scope") in ("col", "row") for tag, attributes in page.elements if tag == "th")
    assert [attributes for tag, attributes in page.elements if tag == "html"] == [{"lang": "en"}]
    assert page.count("h1") == 1


def test_a_narrow_window_shows_each_row_as_lines_that_name_their_columns(text):
    """A table of five columns was cut off at 400 pixels."""
    page = Page(text)
    cells = [attributes for tag, attributes in page.elements if tag == "td"]
    wanted = [name for table in page.tables for row in table[1:] for name in table[0][1 : len(row)]]
    assert [cell["data-label"] for cell in cells] == wanted
    (narrow,) = re.findall(r"@media screen and \(max-width: 36rem\) \{\n(.*?)\n\}", text, re.DOTALL)
    for rule in (r"\.wide tr, .*\.wide td \{ display: block; \}", r"td::before \{ content: attr\(data-label\)"):
        assert re.search(rule, narrow)
    # As blocks they would be no table for a screen reader, but for their roles.
    roles = {"table": "table", "tr": "row", "td": "cell", "thead": "rowgroup", "tbody": "rowgroup"}
    assert all(attributes.get("role") == roles[tag] for tag, attributes in page.elements if tag in roles)
    assert {attributes["role"] for tag, attributes in page.elements if tag == "th"} == {"columnheader", "rowheader"}


def test_the_histogram_says_in_words_and_in_a_table_what_it_draws(text):
    page = Page(text)
    scores = [one.points for one in class_page.read_class(course.assignment(1)).graded.values()]
    most = points_of(1)
    assert sorted(scores)[-2:] == [most, most]
    bars = [(name, count) for name, count in class_page.bins(scores, most) if count]
    assert sum(count for _, count in bars) == 6
    assert [tuple(row) for row in page.table("Points")] == [(name, str(count)) for name, count in bars]
    assert page.count("rect") == len(bars)
    svg = next(attributes for tag, attributes in page.elements if tag == "svg")
    assert svg["role"] == "img"
    ids = {attributes.get("id") for tag, attributes in page.elements if tag in ("title", "desc")}
    assert set(svg["aria-labelledby"].split()) <= ids
    assert f"{most:g} points: 2.</desc>" in text


@pytest.mark.parametrize(
    ("scores", "most", "counted"),
    [
        ([0, 1, 2, 19, 20], 20, {"0–1": 2, "2–3": 1, "18–19": 1, "20": 1}),
        ([24, 25, 0], 25, {"24": 1, "25": 1, "0–2": 1}),
        ([0, 3], 3, {"0": 1, "3": 1}),
    ],
)
def test_the_bars_cover_all_points_and_full_marks_stand_alone(scores, most, counted):
    bars = class_page.bins(scores, most)
    assert {name: count for name, count in bars if count} == counted
    assert len(bars) <= 11
    assert len({name for name, _ in bars}) == len(bars)


def test_stuck_students_are_named_at_their_exercise(text):
    rows = {row[0]: row[1:] for row in Page(text).table("Exercise")}
    assert rows["1.2 trace the graph"] == ["5", "1", "0", "=1+1"]
    assert rows["1.1 write the class"] == ["2", "4", "0", f"{HOSTILE}, =1+1, alan, edsger"]
    assert rows["1.4 solve three puzzles"] == ["5", "0", "1", "nobody"]
    assert "Tried, and no exercise is correct yet: =1+1." in text


def test_the_hardest_check_stands_first(text):
    rows = Page(text).table("Check")
    shares = [int(row[1].split(" ")[0]) for row in rows]
    assert shares == sorted(shares)
    assert shares[0] == 2
    assert all(row[1].split(" ")[2] == "6" for row in rows)


def test_misconceptions_are_counted_by_student_with_their_titles(text):
    # No page shows the marks of code.
    assert "`" not in text
    rows = Page(text).table("Misconception")
    assert rows[0] == ["* adds the dataday1-multiply-adds", "1.1", "4", f"{HOSTILE}, =1+1, alan, edsger"]


def test_a_verdict_that_no_judge_gave_counts_no_points_and_loses_no_student(classroom, executed):
    for student, change in (("forger", {"outcome": ["correct"]}), ("liar", {"misconceptions": 7})):
        forged = copy.deepcopy(executed["right"])
        cell = next(cell for cell in forged.cells if is_grade(cell))
        output = next(one for one in cell.outputs if VERDICT_MIME in one.get("data", {}))
        output["data"][VERDICT_MIME].update(change)
        classroom(student, forged)
    invented = copy.deepcopy(executed["wrong"])
    outputs = (output for cell in invented.cells if is_grade(cell) for output in cell.outputs)
    verdicts = (output.get("data", {}).get(VERDICT_MIME, {}) for output in outputs)
    next(verdict for verdict in verdicts if verdict.get("misconceptions"))["misconceptions"] = ["</table><script>"]
    classroom("inventor", invented)
    found = class_page.read_class(course.assignment(1))
    assert [sentence.split(":")[0] for sentence in found.troubles] == ["forger", "liar"]
    points = {student: one.points for student, one in found.graded.items()}
    first = points_of(next(str(grade_id(cell)) for cell in forged.cells if is_grade(cell)))
    assert points["forger"] == points["liar"] == points["grace"] - first
    text = class_page.page(found)
    assert Page(text).open == []
    assert text.count("day1-multiply-adds") == 1
    assert "<script>" not in text


def test_graded_notebooks_are_read_after_a_probe_was_renamed_and_an_entry_deleted(classroom, executed, monkeypatch):
    def pages():
        feedback = [
            feedback_page.page(
                notebook, marking.read_results(notebook, course.assignment(1), []), feedback_page.Grades("ada")
            )
            for notebook in executed.values()
        ]
        return class_page.page(class_page.read_class(course.assignment(1))), *feedback

    before = pages()
    assert "<code>*</code> adds the data" in before[0]
    found = questions_package.package().found
    for check in list(found):
        renamed = [replace(each, name=f"{each.name}_renamed") for each in probe.probes_of(check)]
        monkeypatch.setitem(found, check, renamed)
    monkeypatch.setattr(catalogue, "misconceptions", lambda which: ())
    monkeypatch.setattr(catalogue, "GENERAL", course.root() / "no such file")
    catalogue._general.cache_clear()
    assert pages() == before


def test_verdicts_of_other_versions_keep_their_points_and_lose_no_student(classroom, executed):
    for student, version in (("of-the-last", None), ("of-the-next", VERSION + 1), ("of-none", "x")):
        other = copy.deepcopy(executed["wrong"])
        for cell in filter(is_grade, other.cells):
            verdict = next(one["data"][VERDICT_MIME] for one in cell.outputs if VERDICT_MIME in one.get("data", {}))
            del verdict["version"], verdict["card"], verdict["names"], verdict["graph"]
            verdict.update({"version": version} if version else {}, misfit="", in_full=False)
        classroom(student, other)
    found = class_page.read_class(course.assignment(1))
    points = {student: one.points for student, one in found.graded.items()}
    assert found.troubles == ()
    assert points["of-the-last"] == points["of-the-next"] == points["of-none"] == points["alan"] < points["ada"]
    assert Page(class_page.page(found)).open == []
    texts = [render.check_message(check).text() for check in found.graded["of-the-last"].checks
            if check.outcome == NOT_YET]  # fmt: skip
    assert set(texts) == {"Another version of the grader judged this answer. Grade it again for the explanation."}


@pytest.fixture
def by_hand(classroom, recorded_course):
    """Return Day 1 after somebody gave points by hand, gave extra ones, and Alan was late."""
    day = course.assignment(1)
    found = class_page.read_class(day)
    with gradebook_of(api_of(day)) as gradebook:
        for student in ("ada", "alan"):
            gradebook.update_or_create_student(student)
            gradebook.update_or_create_submission("day1", student)
            for check in found.graded[student].checks:
                grade = gradebook.find_grade(check.check.grade_id, day.stem, "day1", student)
                grade.auto_score, grade.needs_manual_grade = check.points, False
        gradebook.find_grade("day1-value-add", day.stem, "day1", "ada").manual_score = 0.5
        gradebook.find_grade("day1-trace-nodes", day.stem, "day1", "ada").extra_credit = 2.75
        gradebook.find_submission_notebook(day.stem, "day1", "alan").late_submission_penalty = 1.5
        gradebook.db.commit()
    export_grades(day, recorded_course / "grades.csv")
    return day


# SQLAlchemy warns about nbgrader's own sessions.
@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")
def test_points_by_hand_extra_and_late_ones_are_the_same_everywhere(by_hand):
    assert main(["report", "1"]) == 0
    main(["feedback", "1"])

    def rows(path):
        with open(by_hand.root / path, newline="", encoding="utf-8-sig") as file:
            return list(csv.DictReader(file))

    exported = {row["student_id"]: float(row["score"]) for row in rows("grades.csv") if row["assignment"] == "day1"}
    counted = Counter()
    for row in rows("reports/day1.csv"):
        counted[row["student"]] += float(row["points"])
    page = Page((by_hand.root / "reports" / "day1.html").read_text("utf-8"))
    shown = {row[0]: float(row[1]) for row in page.table("Student")}
    expected = {
        "ada": points_of(1) - points_of("day1-value-add") + 0.5 + 2.75,
        "alan": class_page.read_class(by_hand).graded["alan"].points - 1.5,
    }
    for student, points in expected.items():
        feedback = (by_hand.root / "feedback" / student / "day1" / f"{by_hand.stem}.html").read_text("utf-8")
        assert (counted[student], exported[student], shown[student]) == (points, points, points)
        assert f"<dt>Points</dt><dd>{points:g} of {points_of(1):g}</dd>" in feedback
    assert shown["grace"] == points_of(1), "whom the gradebook does not know has the points of the verdicts"


def test_a_page_that_takes_for_ever_is_stopped(classroom, copied_course, monkeypatch, capsys):
    if processes.METHOD != "fork":
        pytest.skip("a process that is started anew has not what this test changes")
    monkeypatch.setattr(processes, "SECONDS", 1)
    whole = render.check_card

    def hostile(check):
        while check.check.grade_id == "day1-trace-nodes" and check.outcome == NOT_YET:
            pass
        return whole(check)

    monkeypatch.setattr(render, "check_card", hostile)
    assert main(["report", "1"]) == 0
    out = capsys.readouterr().out
    assert "=1+1: autograded/=1+1/day1/day1_value_class.ipynb could not be counted. It took more than 1 seconds" in out
    assert "Students counted: 5." in out


class Unread(Exception):
    """Can be pickled, and not read again."""

    def __init__(self, text, place):
        super().__init__(text)


def test_a_notebook_whose_error_cannot_be_read_is_named_and_loses_no_other(classroom, monkeypatch):
    if processes.METHOD != "fork":
        pytest.skip("a process that is started anew has not what this test changes")
    whole = submission.read

    def fails(path):
        if path.parent.parent.name == "alan":
            raise Unread("text", "place")
        return whole(path)

    monkeypatch.setattr(submission, "read", fails)
    found = class_page.read_class(course.assignment(1))
    assert [sentence.split(":")[0] for sentence in found.troubles] == ["alan"]
    assert len(found.graded) == 5


def _unread(_):
    raise Unread("text", "place")


def test_no_process_stays_behind_a_result_that_cannot_be_read():
    with pytest.raises(TypeError, match="place"):
        processes.call(_unread, 1)
    assert not multiprocessing.active_children()


def test_an_error_from_another_process_keeps_its_kind_and_its_text(tmp_path):
    broken = tmp_path / "broken.ipynb"
    broken.write_text("{")
    with pytest.raises(submission.UnreadableNotebook, match="is not valid JSON"):
        processes.call(submission.read, broken)


def test_what_could_not_be_counted_is_said(classroom, copied_course, capsys):
    broken = copied_course / "autograded" / "kurt" / "day1" / f"{course.assignment(1).stem}.ipynb"
    broken.parent.mkdir(parents=True)
    broken.write_text("{")
    (copied_course / "submitted" / "late" / "day1").mkdir(parents=True)
    (copied_course / "submitted" / "ada" / "day1").mkdir(parents=True)
    assert main(["report", "1"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("day1: kurt: ")
    assert not multiprocessing.active_children()
    assert out[1:] == [
        "day1: late: handed in, but not graded.",
        "day1: Students counted: 6. See reports/day1.html and reports/day1.csv.",
    ]
    page = (copied_course / "reports" / "day1.html").read_text("utf-8")
    assert "late: handed in, but not graded." in page
