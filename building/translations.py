# SPDX-License-Identifier: MIT
"""Translations: extract the English texts into ``locale/LANGUAGE/*.po``, check what was translated, and compile it.

``make locale`` merges the texts as they are now into each PO file. A translator edits these files alone. ``make
release`` compiles them; a translation that has a fault, or whose English has changed since (``fuzzy``), is left out.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import gettext
import io
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timezone
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

import language
from building import notebooks, paragraphs, points
from grading import spoken
from judge.asking import probe
from judge.asking.folders import PROOF, exercises_of, folder
from judge.notebooks import course, master, stubs
from judge.notebooks.cells import CARD
from judge.notebooks.writing import replace_file
from judge.run.messages import Sentence
from judge.verdicts import catalogue
from language import compiled

DOMAINS = ("days", "grading", "answers", "gradtools", "docs")
# The packages whose texts a domain holds: what a notebook's kernel says, and what the grader says.
PACKAGES = {
    "gradtools": ("language", "reading", "gradtools", "companion"),
    "grading": ("judge", "exercises", "grading"),
    "docs": ("website",),
}
# Pages in Markdown that are translated as a whole, beside the page on which the lab opens.
PAGES = ("README.md", "GLOSSARY.md", "docs/rules.md")
START = "source/start_here.py"
RULES = "docs/rules.py"  # what `make rules` says
MAKEFILE = "Makefile"  # what `make help` lists
# What takes a template first; `plural` takes two, behind a count. Errors that are made of these take one, too.
DOORS = {"announce", "say", "sentence", "template", "unreadable", "no", "CourseError", "Question", "SaidError"}
# Calls whose texts are no answers.
ANSWERS = (
    "silence", "reached", "falls", "rises", "none", "nothing", "number", "numbers", "the counts", "the edits",
    "accepted", "all", "no", "not 0", "not zero", "several", "stays", "still", "still {0}", "yes", "zero",
    "{0} biases", "{0} weights", "a list", "a product", "a Value", "with a gradient that is {0}",
    "the lines", "the programs", "the shortcuts", "{0} degrees", "{0} figures", "{0}, not a list", "about 1e{0}",
    "from 1e{0} to 1e{1}", 'under "{0}" {1}', "a {0}Error",
    "the engine's gradient", "the index counted from 1",
    "{0} or {1}",
)  # fmt: skip
NO_ANSWERS = {
    "probe", "compile", "add", "edits", "AssertionError", "KeyError", "LookupError", "NotImplementedError",
    "RecursionError", "RuntimeError",
}  # fmt: skip
OPTIONS = {"encoding": "utf-8", "trimmed": "false"}
SAID = re.compile(r"\b(?:say|no)\((\"(?:[^\"\\]|\\.)*\")")
# A date in a file would change at each run.
NEVER = datetime(2026, 1, 1, tzinfo=timezone.utc)
# What a translation holds as often as its English: code, fields, formulas, addresses, numbers; and no markup more.
KEPT = re.compile(
    r"`[^`]*`|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\$[^$]*\$|%(?:\(\w+\))?[sr](?!\w)|\]\([^)\s]*\)|(?<![\w.])\d+(?:\.\d+)*"
)
MARKUP = re.compile(
    r"</?[a-z][^>]*>?|\*\*|(?<!\*)\*(?!\*)|\||\]\(|!\[|^\s*(?:#+|[-+>]|\d+\.)\s|```|javascript:", re.IGNORECASE
)
# A translation may add the English term in brackets, as in "arista (*edge*)".
TERM = re.compile(r"\(\*[^*()]+\*\)")
# A string that does not end in its line, as where a file was cut off; babel takes it as it is.
UNCLOSED = re.compile(rb'^(?:msg\w+(?:\[\d\])? +)?"(?:[^"\\\n]|\\.)*$', re.MULTILINE)
# The line of a PO file that would change with each version of babel.
GENERATED_BY = re.compile(rb'^"Generated-By: .*\n', re.MULTILINE)
# Of the English length, for texts of so many characters and more.
SHORTEST, LONGEST, MEASURED = 0.5, 2.0, 80
# Each language of the world has its forms of a plural among these.
COUNTS = (*range(200), 1_000_000)
Texts = Iterable[tuple[str, str]]


# What there is to translate


def days() -> Iterator[tuple[str, str]]:
    """Yield the place and each text of the days, as their masters have it, with placeholders for points and minutes."""
    for day in course.days():
        for raw, _ in _of_day(day):
            yield day.name, raw
    for word in points.WORDS + points.NOUN:
        yield "numerals", word


def _of_day(day: course.Day) -> Iterator[tuple[str, str]]:
    """Yield each text of a day, with placeholders as an author writes it, and with numbers as the notebook has it."""
    notebook = notebooks.from_master(day)
    stubs.clear(notebook)
    raw = iter([cell for cell in master.read(day.master) if cell.cell_type == "markdown"])
    names = paragraphs.names_in(notebook.cells)
    for cell in notebook.cells:
        written = copy.copy(cell)
        if cell.cell_type == "markdown":
            written = nbformat.v4.new_markdown_cell(points.with_placeholder(next(raw).source))
        yield from zip(paragraphs.texts(written, names), paragraphs.texts(cell, names), strict=True)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the place and each text of the pages beside the days, and of the site."""
    import jupytext

    for name in PAGES:
        page = nbformat.v4.new_markdown_cell((course.root() / name).read_text("utf-8"))
        for text in paragraphs.texts(page):
            yield name, text
    for cell in jupytext.read(course.root() / START).cells:
        for text in paragraphs.texts(cell):
            yield START, text
    yield from templates("docs")
    for text in _said(ast.parse((course.root() / RULES).read_text("utf-8"))):
        yield RULES, text
    yield from ((MAKEFILE, does) for _, does in spoken.targets(course.root() / MAKEFILE))


def templates(domain: str) -> Iterator[tuple[str, str | tuple[str, ...]]]:
    """Yield the place and each template of a domain's packages, in Python, JavaScript and Jinja."""
    for path in [path for name in PACKAGES[domain] for path in sorted((course.root() / name).rglob("*"))]:
        if PROOF in path.parts:
            continue
        place = path.relative_to(course.root()).as_posix()
        # babel finds no call among the arguments of another, and none in an f-string.
        if path.suffix == ".js":
            yield from ((place, json.loads(text)) for text in SAID.findall(path.read_text("utf-8")))
        elif path.suffix == ".py":
            yield from ((place, text) for text in _said(ast.parse(path.read_text("utf-8"))))
        elif path.suffix == ".jinja":
            with open(path, "rb") as file:
                for _, text, _, _ in extract("jinja2.ext:babel_extract", file, {"say": None}, options=OPTIONS):
                    yield place, text


def _said(tree: ast.Module) -> Iterator[str | tuple[str, ...]]:
    """Yield the templates of a module, in order; those of a plural together."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for node in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        given = node.args[1:3] if name == "plural" else node.args[:1] if name in _doors() else []
        texts = tuple(one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if texts:
            yield texts if name == "plural" else texts[0]


@cache
def _doors() -> set[str]:
    """Return the names of all that takes a template: the doors, and the errors that are made of one."""
    doors = set(DOORS)
    packages = [name for names in PACKAGES.values() for name in names]
    files = [path for package in packages for path in (course.root() / package).rglob("*.py")]
    classes = [
        node for path in files for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ClassDef)
    ]
    for _ in range(3):  # An error may be made of one that is made of one.
        doors |= {
            node.name
            for node in classes
            if {getattr(base, "attr", getattr(base, "id", "")) for base in node.bases} & doors
        }
    return doors


def verdicts() -> Iterator[tuple[str, str]]:
    """Yield the place and each text of the named mistakes and of the questions."""
    for day in course.days():
        for entry in catalogue.misconceptions(day.number):
            yield from _of_entry(entry, f"{folder(entry.exercise).name}/{catalogue.FILE}")
        for exercise in exercises_of(day.name):
            place = f"{folder(exercise).name}/probes"
            for one in [one for group in probe.of_exercise(exercise).values() for one in group]:
                yield from (
                    (place, text) for text in (one.ask, one.because, one.share.text if one.share else "") if text
                )
    for entry in catalogue.general_names().values():
        yield from _of_entry(entry, catalogue.GENERAL.name)


def answers() -> Iterator[tuple[str, str]]:
    """Yield the place and each text in which a question puts an answer into words; ``{0}`` stands for its first value.

    They are found by their look among all texts of the exercises' code.
    """
    known = {text for _, text in verdicts()}
    yield from (("one word", text) for text in ANSWERS)
    for path in sorted((course.root() / "exercises").rglob("*.py")):
        if PROOF in path.parts:
            continue
        place = path.relative_to(course.root()).as_posix()
        for text in paragraphs.phrases(ast.parse(path.read_text("utf-8")), NO_ANSWERS | _doors()):
            if text not in known and not re.search(r"\{[a-z]", text):  # A question has fields with names.
                yield place, text


def _of_entry(entry: catalogue.Misconception, place: str) -> Iterator[tuple[str, str]]:
    for text in filter(None, (entry.title, entry.verdict, entry.symptom)):
        yield place, Sentence.quoting(text).template


@cache
def template_of(domain: str) -> Catalog:
    """Return a catalogue of all English texts of a domain, without translations."""
    found: Any = {"days": days, "docs": pages, "answers": answers}.get(domain, lambda: templates(domain))()
    template = Catalog(domain=domain)
    for place, text in [*found, *(verdicts() if domain == "grading" else ())]:
        if paragraphs.has_words(text if isinstance(text, str) else text[0]):
            template.add(text, locations=[(place, None)])
    return template


# The files


def po_path(name: str, domain: str) -> Path:
    """Return where a language's translations of a domain are."""
    return language.folder() / name / f"{domain}.po"


def read(path: Path) -> Catalog:
    """Return the translations of a file.

    Raises:
        CourseError: It can't be read; the text names the line.
    """
    try:
        written = path.read_bytes()
        if unclosed := UNCLOSED.search(written):
            line = written.count(b"\n", 0, unclosed.start()) + 1
            raise ValueError(f"line {line}: a string has no end")
        known = read_po(io.BytesIO(written), locale=path.parent.name, domain=path.stem, abort_invalid=True)
        number = gettext.GNUTranslations(_compiled(_headed_as(known, path.parent.name, path.stem))).plural
        if odd := [count for count in COUNTS if not 0 <= number(count) < known.num_plurals]:
            raise ValueError(f"its Plural-Forms have no form for {odd[0]}")
        return known
    except (PoFileError, ValueError, LookupError, OSError) as error:
        reason = " ".join(str(error).split())
        raise course.CourseError(
            f"{path.parent.name}/{path.name} can't be read ({reason}): all of it is in English."
        ) from None


def merge(name: str, domain: str) -> bool:
    """Merge the English texts as they are now into a PO file, and tell whether it changed."""
    path = po_path(name, domain)
    known = read(path) if path.exists() else _new(name, domain)
    for message in [*known.obsolete.values()]:  # A text that comes back brings its translation with it.
        if message.id not in known:
            known[message.id] = message
    known.update(template_of(domain), update_creation_date=False)
    for key in [key for key, message in known.obsolete.items() if not message.string]:
        del known.obsolete[key]
    file = io.BytesIO()
    write_po(file, known, width=110, include_lineno=False)
    written = GENERATED_BY.sub(b"", file.getvalue())
    before = path.read_bytes() if path.exists() else b""
    if written != before:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, written)
    return written != before


def merged(name: str) -> Iterator[Path]:
    """Merge all texts into a language's PO files, and yield each file that changed; one that can't be read stays."""
    for domain in DOMAINS:
        with contextlib.suppress(course.CourseError):
            if merge(name, domain):
                yield po_path(name, domain)


def _new(name: str, domain: str) -> Catalog:
    comment = f"# Autograd in Five Days: {domain}.\n# SPDX-License-Identifier: MIT AND CC-BY-4.0"
    made = {"creation_date": NEVER, "revision_date": NEVER, "fuzzy": False, "charset": "utf-8"}
    return Catalog(name, domain, comment, "autograd-in-five-days", "", **made)


def _headed_as(known: Catalog, name: str, domain: str) -> Catalog:
    """Return a catalogue without texts whose plurals have the forms that a PO file names.

    Babel's own idea of them differs by its version: for Spanish it names two or three.
    """
    made = _new(name, domain)
    made.mime_headers = [("Plural-Forms", known.plural_forms)]
    return made


def _compiled(known: Catalog) -> io.BytesIO:
    written = io.BytesIO()
    write_mo(written, known)
    written.seek(0)
    return written


def compile_all(name: str, compare: bool = True) -> list[str]:
    """Compile the PO files of a language, and return a sentence for each translation that is left in English.

    To ``compare`` them with the course's own texts tells which are of another version of it, and takes seconds.
    """
    sentences = []
    for domain in DOMAINS:
        path = po_path(name, domain)
        try:
            known = read(path) if path.exists() else _new(name, domain)
        except course.CourseError as error:
            known = _new(name, domain)
            sentences.append(str(error))
        good = _headed_as(known, name, domain)
        other = [one for one in translated(known) if one.id not in template_of(domain)] if compare else []
        if 2 * len(other) > len(known):
            sentences.append(
                f"{name}/{path.name} is of another version of the course: {len(other)} of its texts are not in this "
                "one. What it lacks is in English. Run `make locale`."
            )
        for message in translated(known):
            if fault := next(faults(message), ""):
                sentences.append(f"{name}/{path.name}: {fault} It is in English.")
            else:
                good.add(message.id, message.string)
        if domain == "days":
            raised = [(text, good.get(text)) for day in course.days() for text in _raised(day)]
        elif domain == "answers":  # An answer may be an error that given code raises.
            for english, message in raised:
                if message:
                    good.add(paragraphs.numbered(english, english), paragraphs.numbered(message.string, english))
        written = _compiled(_filled(good) if domain == "days" else good).getvalue()
        compiled_path = compiled.place_of(language.folder()) / name / f"{domain}.mo"
        replace_file(compiled_path, written, time=time_of(name))
    language.catalogue.cache_clear()
    return sentences


def _raised(day: course.Day) -> Iterator[str]:
    return paragraphs.raised(ast.parse(day.master.read_text("utf-8")))


def time_of(name: str) -> float:
    """Return when what is made of a language counts as changed, in seconds since 1970: now, or when its texts were.

    Files that were unpacked on another machine may be of tomorrow.
    """
    return max(time.time(), compiled.made_of(language.folder(), name))


def translated(known: Catalog) -> list[Message]:
    """Return the messages that have a translation of their present English."""
    return [one for one in known if one.id and not one.fuzzy and (all(one.string) if one.pluralizable else one.string)]


def _filled(known: Catalog) -> Catalog:
    """Return the translations of the days by their English as the notebooks have it: with points and minutes."""

    def word(english: str) -> str:
        return text_of(english) or english

    def text_of(english: str) -> str:
        found = known.get(english)
        return str(found.string) if found else ""

    filled = copy.deepcopy(known)
    for day in course.days():
        numbers = points.values(master.read(day.master))
        for raw, english in _of_day(day):
            if text := text_of(raw):
                text = points.put(text, numbers, word)
                filled.add(english, text)
                # A verdict names a card without its points and minutes.
                short = [CARD.match(f"### {one}") for one in (english, text)]
                if all(short):
                    filled.add(*(f"{card[0].split()[1]} {card[1]}: {card[2]}" for card in short))
    return filled


# What a translation keeps of its English


def faults(message: Message) -> Iterator[str]:
    """Yield a sentence for each fault of a translation: what it lacks of its English, and what it has besides."""
    english = message.id if message.pluralizable else (message.id,)
    for number, text in enumerate(message.string if message.pluralizable else (message.string,)):
        # The form for one may leave the number out, as its English does.
        sources = english if message.pluralizable else english[:1]
        found = [_fault(source, text) for source in sources]
        if all(found):
            yield found[-1 if number else 0]


def _fault(english: str, text: str) -> str:
    wanted, has = (Counter(KEPT.findall(one)) for one in (english, text))
    if missing := next(iter((wanted - has) or (has - wanted)), ""):
        what = "lacks" if wanted - has else "has too many of"
        return f"the translation of {_short(english)} {what} {missing!r}."
    markup, own = (Counter(MARKUP.findall(KEPT.sub("", one))) for one in (english, TERM.sub("", text)))
    if more := next(iter(own - markup), ""):
        return f"the translation of {_short(english)} has the markup {more!r}, which its English has not."
    if CARD.match(f"### {english}") and not CARD.match(f"### {text}"):
        return f'the translation of {_short(english)} is no heading of a card, which ends in "20 min)".'
    if text[0] == text[-1] != english[0] and text[0] in "'\"":
        return f"the translation of {_short(english)} stands in quotes."
    if text.count("\n") != english.count("\n"):
        return f"the translation of {_short(english)} has other lines."
    if len(english) >= MEASURED and not SHORTEST <= len(text) / len(english) <= LONGEST:
        return f"the translation of {_short(english)} is {len(text) / len(english):.1f} times as long."
    return ""


def _short(text: str) -> str:
    return repr(text if len(text) < 60 else f"{text[:57]}...")


def lost(name: str, domain: str, revision: str) -> list[str]:
    """Return the English texts that are as they were in a revision, and had a translation then."""
    path = po_path(name, domain)
    then = committed(path, revision)
    if then == path.read_bytes():
        return []
    before, now = ({one.id for one in translated(known)} for known in (read_po(io.BytesIO(then), name), read(path)))
    gone = before - now
    # Extracting the texts takes seconds.
    return sorted(map(str, gone & {one.id for one in template_of(domain)})) if gone else []


def committed(path: Path, revision: str) -> bytes:
    """Return a file as it is in a revision; nothing where there is no such file or revision."""
    place = os.path.relpath(path, course.root())
    show = ["git", "show", f"{revision}:{Path(place).as_posix()}"]
    done = subprocess.run(show, cwd=course.root(), capture_output=True, check=False)
    return b"" if done.returncode else done.stdout


def shares(name: str) -> dict[str, tuple[int, int]]:
    """Return the words that are translated and all words, for each day, and for each other domain."""
    found = {}
    for domain in DOMAINS:
        known = read(po_path(name, domain))
        done = {one.id for one in translated(known)}
        for place in [day.name for day in course.days()] if domain == "days" else [domain]:
            all_ = [one for one in known if one.id and (domain != "days" or (place, None) in one.locations)]
            found[place] = (sum(map(_words, [one for one in all_ if one.id in done])), sum(map(_words, all_)))
    return found


def _words(message: Message) -> int:
    return len(" ".join(message.id if message.pluralizable else (message.id,)).split())


def main(arguments: list[str] | None = None) -> int:
    """Merge the English texts into the PO files, or check them; return 1 where a translation has a fault or is lost."""
    parser = argparse.ArgumentParser(prog="python -m building.translations", description=__doc__)
    parser.add_argument("language", nargs="*", help="such as es; all that have a folder without one")
    parser.add_argument("--check", action="store_true", help="change nothing, and print the share that is translated")
    options = parser.parse_args(arguments)
    code = 0
    for name in options.language or language.known():
        for domain in DOMAINS:
            try:
                if not options.check and merge(name, domain):
                    print(f"{po_path(name, domain).relative_to(language.folder().parent)} written")
                sentences = [fault for message in translated(read(po_path(name, domain))) for fault in faults(message)]
                gone = {text for revision in ("HEAD", "HEAD^") for text in lost(name, domain, revision)}
                sentences += [f"the translation of {_short(text)} is lost." for text in sorted(gone)]
            except course.CourseError as error:
                sentences = [str(error)]
            for sentence in sentences:
                print(f"{name}/{domain}.po: {sentence}", file=sys.stderr)
            code = code or bool(sentences)
        for place, (done, all_) in shares(name).items() if not code else ():
            print(f"{name}, {place}: {done:,} of {all_:,} words are translated ({100 * done // max(1, all_)}%)")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
