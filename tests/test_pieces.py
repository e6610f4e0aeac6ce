# SPDX-License-Identifier: MIT
"""The pieces of the days: how long each is, what it ends with, what is done, and where one goes on."""

import json
import shutil
from itertools import pairwise

import nbformat
import pytest
from support import ran

from building import editions, points, reading_time, start_page
from building.pieces import cutting, listing
from companion import mistakes
from judge.notebooks import course, reference
from judge.notebooks.cells import HEADING, OWN_WORDS, exercises, is_solution
from judge.run.messages import address
from website import day_cells, files

LANGUAGES = ("en", "es")
# Above the heading of the next piece, and below it.
ENDS = {
    "en": (
        "Piece {} of {} ends here. The next one takes {} minutes.",
        "Piece {} of {} ended above. This one takes {} minutes.",
    ),
    "es": (
        "Aquí termina el tramo {} de {}. El siguiente dura {} minutos.",
        "Arriba terminó el tramo {} de {}. Este dura {} minutos.",
    ),
}
# Pieces that can't be of 10 to 20 minutes. A class is one answer, and so one piece: it is written and checked as a
# whole. The nudge has 16 minutes, and the 6 of reading before the class of Day 2 are too few for a piece of their own.
OTHERS = {("day2", 1): 22, ("day3", 4): 34, ("day6", 4): 35}
NODE = pytest.mark.skipif(shutil.which("node") is None, reason="the page's script is asked by node")
ASK = """
import { readFileSync } from "node:fs";
const { isDone, nextOf, outcomesIn } = await import("./pieces.mjs");
const { pieces, records } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(records.map((record) => {
  const outcomes = outcomesIn(record);
  const done = [...pieces.keys()].filter((at) => isDone(pieces[at], outcomes));
  return [done, nextOf(pieces, outcomes)];
})));
"""


def heads_of(notebook):
    """Return the headings from which a piece can begin, each with the cells from it on."""
    found = [("", [])]
    for cell in notebook.cells:
        heads = [one for one in HEADING.finditer(cell.source) if not one[0].startswith("####")]
        for head in heads if cell.cell_type == "markdown" else ():
            found.append((address(head[1].rstrip()), []))
        found[-1][1].append(cell)
    return found


def shows(cell):
    if cell.cell_type == "markdown":
        return OWN_WORDS in cell.metadata.get("tags", ()) or "<details>" in cell.source
    return is_solution(cell) or bool(cell.get("outputs"))


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_a_day_is_cut_into_six_to_ten_pieces_of_ten_to_twenty_minutes(day):
    pieces = cutting.of_day(day)
    assert 6 <= len(pieces) <= 10
    odd = {(day.name, one.number): one.minutes for one in pieces if not cutting.LEAST <= one.minutes <= cutting.MOST}
    assert odd == {place: minutes for place, minutes in OTHERS.items() if place[0] == day.name}
    core = points.values(reference.cells(day.number))["minutes"]["core"]
    assert abs(sum(one.minutes for one in pieces) - core) <= 2, "rounded"
    own = [name for one in pieces for name in one.right]
    core = [one.id for one in exercises(reference.source_notebook(day)) if not one.is_extra]
    assert [name for name in own if name != day.name] == core


def test_a_newcomer_sees_a_short_piece_first():
    first = cutting.of_day(course.assignment(1))[0]
    assert (first.name, first.minutes) == ("A number that remembers", 10)


def starts_of(day, spoken):
    """Return the places of the headings that the pieces of a day begin with, and what stands below each heading."""
    with editions.speaking(spoken):
        heads = heads_of(reference.source_notebook(day))
        addresses = [head for head, _ in heads]
        return [addresses.index(one.address) for one in cutting.of_day(day)], heads


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_a_piece_begins_at_a_heading_and_ends_with_an_exercise_or_a_result(day):
    starts, heads = starts_of(day, "en")
    assert starts == sorted(starts)
    assert starts[0] == 0
    for start in starts[1:]:
        assert any(map(shows, heads[start - 1][1])), f"what stands before {heads[start][0]}"
    assert starts_of(day, "es")[0] == starts


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_the_notebook_says_at_each_heading_of_a_piece_that_one_ends(day, spoken):
    with editions.speaking(spoken):
        pieces, notebook = cutting.of_day(day), reference.source_notebook(day)
        released = day_cells.released_notebook(day)
    for cells in (notebook.cells, released.cells):
        text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        assert text.count('<p class="piece-end">') == len(pieces) - 1
        for before, piece in pairwise(pieces):
            above, below = (
                f'<p class="piece-end"><em>{said.format(before.number, len(pieces), piece.minutes)}</em></p>'
                for said in ENDS[spoken]
            )
            heading = next(one[0] for one in HEADING.finditer(text) if address(one[1].rstrip()) == piece.address)
            assert (f"{above}\n\n{heading}" in text) != (f"{heading}\n\n{below}" in text)


def test_what_a_piece_asks_is_its_first_question():
    day = course.assignment(3)
    asked = [one.question for one in cutting.of_day(day)]
    assert asked[2] == "what is left to do, once the nodes are in order?"
    assert asked[1] == "", "an exercise asks no more than its card"
    assert len([one for one in asked if one]) >= 4
    with editions.speaking("es"):
        spanish = [one.question for one in cutting.of_day(day)]
    assert [bool(one) for one in spanish] == [bool(one) for one in asked]


def test_names_differ_in_each_language():
    names = {}
    for spoken in LANGUAGES:
        with editions.speaking(spoken):
            names[spoken] = [one.name for day in course.assignments() for one in cutting.of_day(day)]
            assert len(names[spoken]) == len(set(names[spoken]))
    assert names["en"][0] == "A number that remembers"
    assert {*names["en"]} & {*names["es"]} == {"Unbroadcast"}


def text(name, words, ends="<details>\n</details>"):
    return nbformat.v4.new_markdown_cell(f"## {name}\n\n{'word ' * words}\n\n{ends}")


def sizes(*words, ends=()):
    """Return how many sections the pieces of a day have, of these minutes each; those of ``ends`` end with text."""
    rate = reading_time.WORDS_A_MINUTE / reading_time.CALIBRATION
    cells = [
        text(f"{place}. S", round(minutes * rate), "" if place in ends else "<details>\n</details>")
        for place, minutes in enumerate(words)
    ]
    return cutting._cut(cutting._blocks(cells))


def test_neighbours_are_joined_until_a_piece_is_long_enough():
    # The first block is the beginning of the day, which is empty here.
    assert sizes(12, 12) == (2, 1)
    assert sizes(5, 6, 14, 3) == (3, 2)
    assert sizes(40) == (2,)


def test_no_piece_ends_with_text_alone():
    assert sizes(10, 10) == (2, 1)
    assert sizes(10, 10, ends={0}) == (3,)


def test_part_two_is_not_cut():
    cells = [text("1. S", 500), text("Part two: extra", 10), text("2. S", 500)]
    assert len(cutting._blocks(cells)) == 3, "the beginning, a section, and what says that there is more"


def test_check_keeps_what_came_of_each_exercise(tmp_path, monkeypatch):
    path = tmp_path / mistakes.FILE
    one = {"id": "day1-value", "outcome": "correct", "checks": []}
    other = {"id": "day1-trace", "outcome": "not attempted", "checks": []}
    mistakes.note({"assignment": "day1", "only": "1.1", "exercises": [one]}, path)
    assert kept(path) == {"day1-value": "correct"}
    mistakes.note({"assignment": "day1", "only": "", "exercises": [one, other]}, path)
    assert kept(path) == {"day1-value": "correct", "day1": "not yet"}
    mistakes.note({"assignment": "day1", "only": "", "exercises": [one, other], "core_done": "Done."}, path)
    assert kept(path)["day1"] == "correct", "what is extra is not asked for"
    mistakes.note({"assignment": "day1", "only": "1.1", "exercises": [{**one, "outcome": "not yet"}]}, path)
    assert kept(path)["day1-value"] == "not yet", "the last check counts"
    mistakes.note({"assignment": "day1", "only": "1.1", "exercises": [{**one, "outcome": "not attempted"}]}, path)
    assert "day1-value" not in kept(path)


def kept(path):
    return json.loads(path.read_text("utf-8"))["outcomes"]


@pytest.mark.parametrize("outcomes", [[], {"day1-value": "right"}, {"day1-value": ["correct"]}])
def test_a_damaged_record_is_set_aside_and_an_older_one_is_not(tmp_path, outcomes):
    path = tmp_path / mistakes.FILE
    result = {"assignment": "day1", "only": "1.1", "exercises": [{"id": "a", "outcome": "correct", "checks": []}]}
    path.write_text(json.dumps({"counts": {}, "open": {}}), "utf-8")
    assert mistakes.note(result, path) == []
    path.write_text(json.dumps({"counts": {"x": 1}, "open": {}, "outcomes": outcomes}), "utf-8")
    assert len(mistakes.note(result, path)) == 2
    assert kept(path) == {"a": "correct"}
    assert mistakes.most(path)[0] == [("x", 1)]


def asked(tmp_path, *records):
    """Return for each record which pieces are done, and the one to go on with."""
    pieces = listing.for_page(course.assignments())["pieces"]
    shutil.copy(files.PIECES, tmp_path / "pieces.mjs")
    (tmp_path / "ask.mjs").write_text(ASK, "utf-8")
    given = {"pieces": pieces, "records": [json.dumps(one) if isinstance(one, dict) else one for one in records]}
    return json.loads(ran("node", "ask.mjs", cwd=tmp_path, input=json.dumps(given)).stdout)


def with_outcomes(**outcomes):
    named = {name.replace("_", "-"): outcome for name, outcome in outcomes.items()}
    return {"counts": {}, "open": {}, "outcomes": named}


@NODE
def test_what_is_done_and_where_one_goes_on(tmp_path):
    right = "correct"
    day_1 = {"day1_value": right, "day1_trace": right, "day1_draw": right}
    second = len(cutting.of_day(course.assignment(1)))
    everything = {name: right for day in course.assignments() for one in cutting.of_day(day) for name in one.right}
    came = asked(
        tmp_path,
        with_outcomes(),
        with_outcomes(day1_value="not yet"),
        with_outcomes(day1_value=right),
        with_outcomes(**day_1),
        with_outcomes(**day_1, day1=right),
        with_outcomes(day2_nudge=right, day2_value="not yet"),
        with_outcomes(**everything),
    )
    assert came[:3] == [[[], 0], [[0], 1], [[0, 1], 2]]
    assert came[3] == [[0, 1, 2, 3, 4, 5], 6], "check() of the whole day ends it"
    assert came[4] == [[0, 1, 2, 3, 4, 5, 6], second], "the next day"
    assert came[5] == [[second], second + 1], "somebody who began with Day 2"
    assert came[6][1] == -1


PAGE = """
import { readFileSync } from "node:fs";
const { outcomesIn, show } = await import("./pieces.mjs");
const { known, records } = JSON.parse(readFileSync(0, "utf8"));
// As much of a page as the script touches.
const link = (href) => ({
  href, textContent: "", current: null,
  setAttribute(_, value) { this.current = value; }, removeAttribute() { this.current = null; },
});
for (const record of records) {
  const done = [];
  const listed = known.pieces.map((_, at) => {
    const own = link(`#${at}`);
    const querySelector = (one) => (one === "a" ? own : null);
    return { own, querySelector, append: () => done.push(at), closest: () => null };
  });
  const words = { textContent: "Begin:" }, going = link("#piece-1");
  const line = { querySelector: (one) => (one === "a" ? going : words) };
  globalThis.document = { createElement: () => ({}) };
  show({ querySelectorAll: () => listed, querySelector: () => line }, known, outcomesIn(record));
  const at = listed.findIndex(({ own }) => own.current === "step");
  console.log(JSON.stringify([done, at, words.textContent, going.textContent, going.href]));
}
"""


@NODE
def test_the_page_of_a_day_leads_on_and_after_its_end_to_the_next_day(tmp_path):
    day, after = course.assignment(2), {"title": "Day 3", "address": "day3.html"}
    pieces = cutting.of_day(day)
    known = listing.for_page([day], lambda _, piece: piece.address or "#piece-1", after)
    shutil.copy(files.PIECES, tmp_path / "pieces.mjs")
    (tmp_path / "page.mjs").write_text(PAGE, "utf-8")
    whole = {name: "correct" for one in pieces for name in one.right}
    records = [
        with_outcomes(),
        with_outcomes(day1_value="correct"),
        with_outcomes(day2_nudge="correct"),
        {"outcomes": whole},
    ]
    given = json.dumps({"known": known, "records": [json.dumps(one) for one in records]})
    came = [json.loads(line) for line in ran("node", "page.mjs", cwd=tmp_path, input=given).stdout.splitlines()]
    assert came[0] == came[1] == [[], -1, "Begin:", "", "#piece-1"], "as the page has it"
    assert came[2] == [[0], 1, "Go on:", listing.title_of(day, pieces[1]), pieces[1].address]
    assert came[3] == [[*range(len(pieces))], -1, "Go on:", "Day 3", "day3.html"]


@NODE
@pytest.mark.parametrize("record", ["", "[", "[]", "null", '{"outcomes": 3}', '{"outcomes": null}', '{"counts": {}}'])
def test_a_damaged_record_marks_nothing(tmp_path, record):
    assert asked(tmp_path, record) == [[[], 0]]


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_start_page_leads_to_the_first_piece_first(spoken):
    with editions.speaking(spoken):
        page = start_page.page(course.root(), course.assignments()[:3])
        first = cutting.of_day(course.assignment(1))[0]
    text, own = page.cells[0].source, page.metadata["autograd_in_five_days"]
    assert text.index(first.name) < text.index("99+63"), "not the minutes of a day"
    assert text.count('class="piece"') == len(own["pieces"]) == 7 + 6 + 6
    assert own["pieces"][0]["title"] in text
    assert "day4" not in text
    assert set(own["words"]) == {"done", "going"}
