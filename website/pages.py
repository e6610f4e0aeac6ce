# SPDX-License-Identifier: MIT
"""Write the pages of the site to read: the front page, the days, the glossary and rules, and the atlas of mistakes.

Each language is written by a process of its own, since what ``gradtools`` draws speaks the language of its process.
English is at the top, another language in a folder of its name. All links are relative, so the site works below any
path. No page shows an answer: answer cells hold their stubs, and given engines lack the lines that answer an exercise.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from markupsafe import Markup

import language
from building import editions
from building.address import lines_to_clone
from building.pieces import cutting, ends, listing, pictures
from companion.stepper.stepping import Stepper
from exercises.shared.proof import met
from gradtools import finished_engine, step
from judge.notebooks import course, reference
from judge.notebooks.cells import PART_TWO, exercises
from judge.notebooks.writing import replace_file
from judge.run.messages import Sentence
from judge.run.words import say, template, translated
from judge.verdicts.catalogue import general_names, misconceptions
from website import atlas, first_try, flow, front_files
from website.asked import EMPTY, SUBJECT, SYNONYMS, phrases_of
from website.day_cells import cells_of, released_notebook
from website.files import up_to, write, write_assets
from website.in_pytorch import CASES
from website.markdown import TEXTS, as_html, inline, text_of, title_of

# Below the figure at the top of the front page.
FLOW = template("`y = (a + b) * a`, and back: `a` is used twice, so two shares of the gradient arrive at it, 5 and 2.")

# Where the first piece begins on the page of its day.
FIRST = "#piece-1"


@dataclass(frozen=True)
class Row:
    """A day as the front page shows it, and the day's own page at its head."""

    day: course.Assignment
    subject: str
    question: str
    minutes: str
    extra: str
    points: str
    to_do: str  # where it can be done, from the top of the site; "" where the lab lacks it
    alternative: str  # of its picture
    pieces: Sequence[cutting.Piece]


def write_pages(into: Path) -> None:
    """Write the pages of all languages into the site's folder.

    Raises:
        CourseError: A language could not be written.
    """
    languages = [language.ENGLISH, *editions.offered()]
    command = [sys.executable, "-m", "website.pages", str(into.absolute()), "--language"]
    running = {
        name: subprocess.Popen([*command, name], cwd=course.root(), env={**os.environ, language.NAMED: name})
        for name in languages
    }
    failed = [name for name, process in running.items() if process.wait()]
    if failed:
        raise course.CourseError("The pages were not written in: {languages}.", languages=", ".join(failed))


def write_language(into: Path) -> None:
    """Write all pages in the language of this process."""
    write_assets(into)
    write_pictures(into)
    entries = list(atlas.entries())
    write_atlas(into, entries)
    write_names(into, entries)
    for day in course.assignments():
        write_day(into, day, entries)
    for name, source in TEXTS.items():
        text = text_of(source)
        write(into, f"{name}.html", "text.html.jinja", title=title_of(text), body=as_html(text, ""))
    write_front(into, entries)


def write_pictures(into: Path) -> None:
    """Write the picture of each day; it is the same in all languages."""
    (into / "pictures").mkdir(parents=True, exist_ok=True)
    for day in course.assignments():
        replace_file(into / "pictures" / f"{day.name}.svg", pictures.picture(day).encode())


def write_front(into: Path, entries: Sequence[atlas.Entry]) -> None:
    """Write the front page; what it says of the course is the README's."""
    readme = text_of("README.md").split("\n\n")
    first = " ".join(_above(readme, "docs/verdict.svg").split()).partition(". ")[0]
    write(
        into,
        "index.html",
        "front.html.jinja",
        title=title_of(readme[0]),
        first=inline(f"{first}."),
        tries=list(_tries()),
        words=_words_of_tries(up_to("index.html")),
        flow=_flow(),
        flow_caption=inline(say(FLOW)),
        stepping=as_html(_above(readme, "docs/stepper.svg"), ""),
        stepper=_live(step(_example())),
        days=rows(into),
        given=listing.for_page(course.assignments(), lambda day, piece: _go_on(into, day, piece)),
        count=len(entries),
        clone=lines_to_clone(course.root()),
    )


def _tries() -> Iterator[dict[str, Any]]:
    """Yield what the page shows of each class to mend: the judge's word on it is found out here and now."""
    places = front_files.places()
    for number, one in enumerate(first_try.TRIES):
        answer, day = first_try.answer(number, one.code, places), course.assignment(one.check)
        exercise = next(
            each
            for each in exercises(reference.source_notebook(day))
            if one.check in [check.grade_id for check in each.checks]
        )
        yield {
            "title": say(one.title),
            "card": say(one.card),
            "code": one.code,
            "said": Markup(answer.said),
            "figure": Markup(first_try.figure(answer.drawing)),
            "day": day.number,
            "number": exercise.number,
        }


def _words_of_tries(up: str) -> dict[str, Any]:
    """Return what the page's script says, and from where it loads."""
    words = {
        "python": say("Python is being loaded, some 15 MB: read and edit meanwhile."),
        "judge": say("Python is there. The judge is being unpacked."),
        "ready": say("Python is ready: change the class, and press Run."),
        "waits": say("Python is still being loaded. Your class is run as soon as it is there."),
        "late": say(
            "Python is still not there. The network may be slow or gone: wait, or load the page again; "
            "your text is kept."
        ),
        "runs": say("Your class runs."),
        "right": say("Correct. The graph shows the right gradients now."),
        "named": say("Not yet. {mistake}", mistake="{mistake}"),
        "wrong": say("Not yet: the verdict below says what came."),
        "refused": say("Nothing was asked: below it says why."),
        "too_long": say(
            "Your class ran for more than three seconds and was stopped. Does a loop never end? Your text is kept."
        ),
        "failed": say("Python could not be loaded: the network may be gone. Your text is kept, and Run tries again."),
        "broke": say("Python broke down on this class, and is started anew. Your text is kept."),
        "no_python": say(
            "This browser has no WebAssembly, in which Python runs here: read on, or open the page in another one."
        ),
        "no_room": say(
            "Your browser has no room left, so your class is gone when you close this page: copy it, or make room."
        ),
        "unkept": say(
            "Your browser keeps nothing here, as in a private window: your class is gone when you close this page."
        ),
        "saves": say("Your browser saves data: Run loads Python, some 15 MB."),
        "earlier": say("You wrote this class on an earlier visit. Its verdict stands here once it has run."),
    }
    return {"words": words, "up": up}


def _above(readme: Sequence[str], picture: str) -> str:
    """Return the paragraph above a picture of the README, which says what the picture shows."""
    return next(text for text, following in pairwise(readme) if f"]({picture})" in following)


def _example() -> Any:
    """Return the end of the graph that the front page steps through."""
    value = finished_engine().Value
    a = value(2.0, label="a")
    b = value(-3.0, label="b")
    c = value(10.0, label="c")
    d = a * b
    e = d + c
    d.label = "d"
    e.label = "e"
    return e


def _flow() -> Markup:
    """Return the figure that moves: one number is used twice, so two shares arrive at it."""
    value = finished_engine().Value
    a = value(2.0, label="a")
    b = value(3.0, label="b")
    s = a + b
    s.label = "s"
    y = s * a
    y.label = "y"
    return Markup(flow.drawing(step(y), say("A backward pass that moves")))


def rows(into: Path) -> list[Row]:
    """Return all days with what the README's table says of them."""
    lines = [line.strip("| ").split(" | ") for line in text_of("README.md").split("\n") if re.match(r"\| \d", line)]
    return [_row(into, day, cells) for day, cells in zip(course.assignments(), lines, strict=True)]


def _row(into: Path, day: course.Assignment, cells: Sequence[str]) -> Row:
    _, title, minutes, points = cells
    subject, _, question = title.partition(": ")
    core, _, extra = minutes.partition("+")
    words = pictures.alternative(day)
    return Row(day, subject, question, core, extra, points, _to_do(into, day), words, cutting.of_day(day))


def _go_on(into: Path, day: course.Assignment, piece: cutting.Piece) -> str:
    """Return where one does a piece, from the front page: in the lab, or where it lacks the day, on the day's page."""
    to_do = _to_do(into, day)
    return (up_to("index.html") + to_do if to_do else f"days/{day.name}.html") + piece.address


def write_atlas(into: Path, entries: Sequence[atlas.Entry]) -> None:
    """Write a page for each mistake and for each case of PyTorch, and the page that lists and searches them."""
    days = []
    for number in sorted({course.assignment(entry.mistake.exercise).number for entry in entries}):
        of_day = [entry for entry in entries if course.assignment(entry.mistake.exercise).number == number]
        titles = dict.fromkeys((entry.exercise.number, entry.exercise.title) for entry in of_day)
        days.append((number, [(*key, [one for one in of_day if one.exercise.number == key[0]]) for key in titles]))
    asked = _in_script(_searched(entries))
    write(into, "atlas/index.html", "atlas.html.jinja", days=days, cases=CASES, count=len(entries), asked=asked)
    for case in CASES:
        alike = [entry for entry in entries if entry.mistake.id in case.alike]
        write(into, f"atlas/{case.id}.html", "case.html.jinja", case=case, alike=alike)
    for entry in entries:
        day = course.assignment(entry.mistake.exercise)
        write(
            into,
            f"atlas/{entry.mistake.id}.html",
            "mistake.html.jinja",
            entry=entry,
            day=day,
            drawing=Markup(entry.drawing.bundle()["text/html"]) if entry.drawing else "",
            stepper=_live(entry.stepper),
            to_do=_to_do(into, day),
            places=Markup(", ").join(Markup("<code>{}</code>").format(name) for name in entry.places),
            cases=[case for case in CASES if entry.mistake.id in case.alike],
        )


def _searched(entries: Sequence[atlas.Entry]) -> dict[str, Any]:
    """Return what the search of the atlas knows: the words of each page, those of one meaning and those of none."""
    known = [
        {
            "id": entry.mistake.id,
            "title": entry.title.text(),
            "seen": f"{entry.symptom.text()} {entry.in_pytorch.text()}",
            "rest": entry.words,
        }
        for entry in entries
    ]
    known += [
        {
            "id": case.id,
            "title": case.title.text(),
            "seen": case.symptom.text(),
            "rest": " ".join([case.why.text(), case.instead.text(), case.printed]),
        }
        for case in CASES
    ]
    named = [{**one, "phrases": phrases_of(one["id"])} for one in known]
    return {"entries": named, "synonyms": SYNONYMS, "empty": EMPTY, "subject": SUBJECT}


def write_names(into: Path, entries: Sequence[atlas.Entry]) -> None:
    """Write the page for teachers: how many generated programs of each exercise got which name."""
    listed = [mistake for day in course.assignments() for mistake in misconceptions(day.number)]
    named = {**general_names(), **{mistake.id: mistake for mistake in listed}}
    titles = {name: Sentence.quoting(mistake.title).message() for name, mistake in named.items()}
    counted, groups = met.of_exercises(), []
    for exercise in (each for day in course.assignments() for each in exercises(reference.source_notebook(day))):
        if counts := counted.get(exercise.id):
            names = [(name, titles[name], count) for name, count in counts.names.items() if name in titles]
            groups.append((exercise.number, exercise.title, counts.programs, counts.unnamed, names))
    pages = {entry.mistake.id for entry in entries}
    write(into, "names.html", "names.html.jinja", title=say("Names of mistakes"), groups=groups, pages=pages)


def write_day(into: Path, day: course.Assignment, entries: Sequence[atlas.Entry]) -> None:
    """Write a day as a page to read: its released cells, with outputs of the solved notebook."""
    cells, days = list(cells_of(day, entries)), rows(into)
    place = course.assignments().index(day)
    heading, end, cells[0]["html"] = cells[0]["html"].partition("</h1>")
    beside = [(say("The day before"), days[place - 1])] if place else []
    beside += [(say("The day after"), days[place + 1])] if place + 1 < len(days) else []
    write(
        into,
        f"days/{day.name}.html",
        "day.html.jinja",
        title=title_of(released_notebook(day).cells[0].source),
        heading=heading + Markup(end),
        cells=list(_with_ends(cells, cutting.of_day(day))),
        given=listing.for_page([day], lambda _, piece: piece.address or FIRST, _day_after(days, place)),
        shortened=any(cell.get("shortened") for cell in cells),
        row=days[place],
        beside=beside,
    )


def _day_after(days: Sequence[Row], place: int) -> dict[str, str] | None:
    """Return the title of the first piece of the day after one, and the page of that day; None after the last day."""
    if place + 1 == len(days):
        return None
    row = days[place + 1]
    return {"title": listing.title_of(row.day, row.pieces[0]), "address": f"{row.day.name}.html"}


def _with_ends(cells: Sequence[dict[str, Any]], pieces: Sequence[cutting.Piece]) -> Iterator[dict[str, Any]]:
    """Yield the cells of a day, and between them the ends of its pieces.

    Each ends above the heading of the next one, and the last one above that of what is extra. The line that the
    notebook has there is left out.
    """
    after = [*pieces[1:], None]
    left = list(zip(pieces, after, strict=True))
    for cell in cells:
        html = ends.LINE.sub("", str(cell["html"]))
        while left and (found := _heading(left[0][1]).search(html)):
            if before := html[: found.start()].strip():
                yield {**cell, "html": Markup(before)}
            piece, following = left.pop(0)
            yield {"ends": piece, "next": following}
            html = html[found.start() :]
        yield {**cell, "html": Markup(html)}


def _heading(piece: cutting.Piece | None) -> re.Pattern[str]:
    """Return what finds the heading that a piece begins with; without one that of what is extra."""
    name = unquote(piece.address.removeprefix("#")) if piece else translated(PART_TWO).replace(" ", "-")
    return re.compile(rf'<h[23] id="{re.escape(escape(name))}">')


def _live(stepper: Stepper | None) -> dict[str, Any] | None:
    """Return a stepper's still figure, and what its live one shows; None where there is none."""
    if stepper is None:
        return None
    data = {"kind": stepper.kind, "caption": stepper.caption, "boards": stepper.boards}
    return {"key": stepper.key, "data": _in_script(data), "html": Markup(stepper.bundle()["text/html"])}


def _in_script(data: Any) -> Markup:
    """Return data as JSON that a script element can hold: no other sign could end it."""
    return Markup(json.dumps(data, ensure_ascii=False).replace("<", r"\u003c"))


def _to_do(into: Path, day: course.Assignment) -> str:
    """Return where a day can be done in the browser, from the top of the site; "" where the lab lacks it."""
    place = place_of(day)
    return f"lab/lab/index.html?path={place}" if (into / "lab" / "files" / place).exists() else ""


def place_of(day: course.Assignment) -> str:
    """Return where the lab has a day's notebook: as below days/."""
    return day.learner_notebook.relative_to(course.root() / "days").as_posix()


def main(arguments: list[str] | None = None) -> int:
    """Write the pages and return the exit code: 0 done, 2 failed."""
    parser = argparse.ArgumentParser(prog="python -m website.pages", description=__doc__)
    parser.add_argument("into", type=Path, help="the folder of the site")
    parser.add_argument("--language", help="this one alone, in a process that speaks it")
    options = parser.parse_args(arguments)
    try:
        if options.language:
            write_language(options.into)
        else:
            write_pages(options.into)
    except course.CourseError as error:
        print(f"site: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"site: {course.refusal(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
