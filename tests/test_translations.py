# SPDX-License-Identifier: MIT
"""Translations change words and nothing else, and faulty ones stay English."""

import ast
import base64
import contextlib
import copy
import functools
import html
import importlib
import io
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tokenize

import nbformat
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po
from nbclient import NotebookClient
from support import (
    INSTALLED,
    Page,
    answers_of,
    filled,
    hand_in,
    made_once,
    needs_confinement,
    points_of,
    ran,
    scores_of,
    times_adds,
)

import gradtools
import language
import reading
from building import editions, notebooks, paragraphs, start_page
from building.translations import __main__, checking, compiling, po_files, texts
from companion import files, kernel, mistakes, predictions, questions, waiting
from companion.stepper import widget
from docs import rules
from grading import batch, command_line, exchange, lab, progress, releasing, result_json, terminal
from grading.by_nbgrader import student_version
from grading.command_line import main
from grading.spoken import main as list_targets
from gradtools import draw
from judge.notebooks import course, reference, stubs
from judge.notebooks.cells import exercises, grade_id, headings
from judge.run import words
from judge.run.messages import Sentence, address
from judge.verdicts import catalogue, marking, render, warm
from judge.verdicts.card import as_message
from language import text

DAYS = course.assignments()
ENGLISH_DAYS = course.root() / "days"
every_day = pytest.mark.parametrize("day", DAYS, ids=lambda day: day.name)
# A real one, so that babel knows its plural; nothing of the course is written in it.
PSEUDO = "eo"
VOWELS = str.maketrans({plain: accented + plain for plain, accented in zip("aeiouAEIOU", "áéíóúÁÉÍÓÚ", strict=True)})
LEFT = re.compile(rf"\d+ min\)$|{checking.KEPT.pattern}|{checking.MARKUP.pattern}|&\w+;")
# Three words without an accent are English that nobody could translate.
# What a program reads, though it looks like words: a stub, a key, a place in a figure.
READ_BY_PROGRAMS = (
    "Exercise 4.3 is not written yet. Write it, run its cell, then run the cell of 4.4",
    "level with a leak",
    "outside lower left",
)
# What Python or a learner's own `raise` says.
ERROR = re.compile(r"\b\w+Error: .*?(?= \(l?íin|\. )", re.DOTALL)
# Labels, keys and values of a program, and what Python or NumPy says.
SHOWN_IN_ENGLISH = {
    "True, True, True", "None, None, None", "e, e, e", "pixel, change, rise", "right from left",
    "output operand with", "not enough values",
}  # fmt: skip
# Names, keys and values of programs, products, a line of code, and the end of NumPy's error.
WORDS_OF_PROGRAMS = {
    *("Assigning", "Doubled", "False", "Linear", "None", "Python", "Sequential", "Tanh", "True", "Value", "Xavier"),
    *("complex", "data", "grad", "hides", "learns", "left", "level", "linear", "none", "relu", "right", "sigmoid"),
    *("skips", "stuck", "tanh", "turns", "jupyterlab", "matplotlib", "nbgrader", "torch", "with"),
    *("output", "operand", "shape", "doesn", "match", "broadcast"),
}
WORD = re.compile(r"(?<![\w.])(?=[A-Za-z]*[aeiou])[A-Za-z][a-z]{3,}(?![\w(.])")
UNMARKED = re.compile(r"(?:\b[A-Za-z']*[aeiou][a-z']*\b[ ,;:]+){2}\b[A-Za-z']*[aeiou][a-z']*\b")


# What holds letters that are no variables: code, formulas, fields, targets, tags, an image's text, a letter in quotes,
# the arguments of a docstring, and "5 x 7 pixels".
NO_LETTERS = re.compile(
    r"(`+)(?!`).*?(?<!`)\1(?!`)s?|\$[^$]*\$|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|!\[[^\]]*\]|\]\([^)\s]*\)|<[^>]*>"
    r"|\"[a-z]\"|^ {4}\w(?:, \w)*(?=:)|%(?:\(\w+\))?[rs]|f-string|Ctrl\+S|N\(0, 1\)|5 x 7|dL/d(?=\{)",
    re.DOTALL | re.MULTILINE,
)
ALONE = r"(?<![\w'’.^_·-]){}(?![\w'’·])"
# Capitals name exercises' choices, lines and engines, too; these name nothing but variables.
VARIABLES = re.compile(ALONE.format("[JLNWXYZb-z]"))
# In a language where some of these letters are words, they are variables where a word can't stand.
WORDS_OF_A_LETTER = {"es": "aeouyY"}
NO_PLACE_OF_A_WORD = (
    r"(?=\s*(?:=|[.;:)!?»]))|(?<=\b(?:del|por) )[{0}](?![\w'’·])(?! (?:al?|del?|en|la|las|los|el|no|se)\b)"
)


def bare_variables(text, spoken=language.ENGLISH):
    """Return the letters of a sentence that are variables and stand outside of code marks and formulas."""
    plain = NO_LETTERS.sub("¤", text)
    # A row of a printed table, a line such as "x.grad =", and a name of an answer are no sentences.
    if re.search(r"\S {2,}\S|=$", text) or len(re.findall(r"[^\W\d_]{2,}", plain)) < 3:
        return []
    words_ = WORDS_OF_A_LETTER.get(spoken, "")
    found = [letter for letter in VARIABLES.findall(plain) if letter not in words_]
    if words_:
        vowel = ALONE.format(f"[{words_}]").removesuffix("(?![\\w'’·])")
        found += [each[0] for each in re.finditer(rf"{vowel}{NO_PLACE_OF_A_WORD.format(words_)}", plain) if each[0]]
    return found


def pseudo(text):
    """Return a text with an accent on each vowel, a third longer; what a translation has to keep stays."""
    parts, end = [], 0
    for kept in LEFT.finditer(text):
        parts += [text[end : kept.start()].translate(VOWELS), kept[0]]
        end = kept.end()
    return "".join([*parts, text[end:].translate(VOWELS)])


@pytest.fixture
def speak(monkeypatch):
    token = words.LANGUAGE.set(language.ENGLISH)
    monkeypatch.setattr(words, "CATALOGUES", {})
    yield words.LANGUAGE.set
    words.LANGUAGE.reset(token)
    language.catalogue.cache_clear()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(language.PLACE, str(tmp_path))
    language.catalogue.cache_clear()
    return tmp_path


english_texts = functools.cache(texts.template_of)
_of_day = texts.of_day


@functools.cache
def units(day):
    """Return the texts of a day: no test changes a master, and to find them takes a quarter of a second."""
    return [*_of_day(day)]


@pytest.fixture(autouse=True)
def _days_read_once(monkeypatch):
    monkeypatch.setattr(texts, "of_day", units)


def write(name, domain, translate):
    """Write a PO file in which each text is what ``translate`` makes of it, and "" leaves it in English."""
    catalog = copy.deepcopy(english_texts(domain))
    catalog.locale = name
    for message in catalog:
        if message.id:
            several = message.pluralizable
            message.string = tuple(map(translate, message.id)) if several else translate(message.id)
    path = po_files.po_path(name, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        write_po(file, catalog)


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory):
    def make(place):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(language.PLACE, str(place))
            patch.setattr(texts, "of_day", units)
            for domain in po_files.DOMAINS:
                write(PSEUDO, domain, pseudo)
            assert editions.write(PSEUDO) == []
            language.catalogue.cache_clear()

    return made_once("locale", make, tmp_path_factory)


@pytest.fixture
def pseudo_language(pseudo_folder, monkeypatch, speak):
    monkeypatch.setenv(language.PLACE, str(pseudo_folder))
    language.catalogue.cache_clear()
    speak(PSEUDO)


def released(day):
    return nbformat.read(ENGLISH_DAYS / day.name / f"{day.stem}.ipynb", as_version=4)


@pytest.mark.exhaustive
def test_without_translations_the_days_are_english_to_the_byte(folder, speak):
    write("es", "days", lambda text: "")
    assert compiling.compile_all("es") == []
    for day in DAYS:
        english = released(day)
        spanish = editions.edition(english, "es")
        assert spanish.metadata.pop(language.KEY)["language"] == "es"
        english.metadata.pop(language.KEY)
        for cell in spanish.cells:
            cell.source = cell.source.replace("](../../../", "](../../")
        assert nbformat.writes(spanish) == nbformat.writes(english)


def test_one_translated_paragraph_is_shown_and_the_rest_stays_english(folder, speak, monkeypatch):
    monkeypatch.setattr(po_files, "DOMAINS", ("days",))
    chosen = "**Question: if you move one input a little, how far does the result move?**"
    write("es", "days", lambda text: "**¿Si mueves un poco una entrada?**" if text == chosen else "")
    assert compiling.compile_all("es") == []
    english = released(course.assignment(2))
    pairs = zip(english.cells, editions.edition(english, "es").cells, strict=True)
    lines = [(one.source.split("\n"), other.source.split("\n")) for one, other in pairs]
    changed = [pair for ones, others in lines for pair in zip(ones, others, strict=True) if pair[0] != pair[1]]
    assert [pair for pair in changed if "../../" not in pair[0]] == [(chosen, "**¿Si mueves un poco una entrada?**")]


@pytest.mark.one_in(2)
@every_day
def test_a_language_changes_words_and_leaves_no_sentence_in_english(day, pseudo_language):
    english = released(day)
    other = editions.edition(english, PSEUDO)
    for one, two in zip(english.cells, other.cells, strict=True):
        assert (one.id, one.metadata) == (two.id, two.metadata)
        if one.cell_type == "code":
            assert paragraphs.skeleton(one.source) == paragraphs.skeleton(two.source), one.id
    assert [one.number for one in exercises(english)] == [one.number for one in exercises(other)]
    assert [line for cell in other.cells for line in english_in(cell)] == []
    assert [text for cell in english.cells if cell.cell_type == "code" for text in glued(cell.source)] == []


def english_in(cell):
    """Yield the lines of a cell that hold words in English, where they are no code."""
    lines = cell.source.split("\n") if cell.cell_type == "markdown" else words_of_code(cell.source)
    for line in lines:
        if found := UNMARKED.search(unmarked(line)):
            yield f"{grade_id(cell) or cell.id}: {found[0]}"


def glued(source):
    """Return the words that a sentence of a program chooses between: a translator sees one half of it."""
    fields = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FormattedValue)]
    chosen = [node for field in fields for node in ast.walk(field) if isinstance(node, ast.IfExp)]
    words_ = [word for choice in chosen for word in (choice.body, choice.orelse)]
    return [word.value for word in words_ if isinstance(word, ast.Constant) and isinstance(word.value, str)]


def words_of_code(source):
    """Yield comments, and strings that are no keys; the grader knows a stub by its words."""
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for token, following in itertools.pairwise(tokens):
        is_text = token.type == tokenize.STRING and following.string not in ("]", ":")
        if (is_text or token.type == tokenize.COMMENT) and "NotImplementedError" not in token.line:
            yield token.string


def unmarked(text):
    """Return a text without what stays as it is in every language."""
    text = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "·", text)
    for phrase in READ_BY_PROGRAMS:
        text = text.replace(phrase, "·")
    return re.sub(r"</?[a-z][^>]*>|[\w-]+-[\w-]+", "·", checking.KEPT.sub("·", text))


def test_a_single_word_that_a_program_prints_or_draws_is_a_text():
    source = (
        'print("    caught" if seen else "silent", one)\nax.set(xticklabels=["inputs", "layer 1"], loc="lower left")'
    )
    assert paragraphs.texts(nbformat.v4.new_code_cell(source)) == ["    caught", "silent", "inputs", "layer 1"]
    assert paragraphs.texts(nbformat.v4.new_code_cell("a = {}  # numbers\nb = 1  # n")) == ["numbers"]


@pytest.mark.parametrize(
    "code",
    [
        'show_figure(fig, caption="Figure 1.8. {}", alt=x)',
        'show_figure(fig, caption=("Figure 1.8. " "{}"), alt=x)',
        'show_figure(fig, caption=one if seen else "Figure 1.8. {}")',
        'show_figure(fig, caption={"a": "Figure 1.8. {}"}[key])',
        'show_figure(fig, caption="Figure 1.8. {}" + more)',
        'show_figure(fig, caption="".join(["Figure 1.8. {}", more]))',
        'show_figure(fig, caption=f"Figure 1.8. {}{x}")',
        'words = "Figure 1.8. {}"\nshow_figure(fig, caption=words)',
        'for name, words in (("a", "Figure 1.8. {}"), ("b", long)):\n    show_figure(fig, alt=words)',
        'for words, n in zip(["Figure 1.8. {}"], [1]):\n    show_figure(fig, caption=words)',
        'for i, (words, n) in enumerate([("Figure 1.8. {}", 1)]):\n    show_figure(fig, caption=words)',
        'said = {"a": "Figure 1.8. {}"}\nfor name, words in said.items():\n    show_figure(fig, caption=words)',
        'said = dict()\nsaid["a"] = "Figure 1.8. {}"\nshow_figure(fig, caption=said["a"])',
        'said = []\nsaid.append("Figure 1.8. {}")\nprint("\\n".join(said))',
        'def draw(n, words):\n    show_figure(fig, caption=words)\ndraw(1, "Figure 1.8. {}")',
        'def draw(*, words):\n    show_figure(fig, caption=words)\ndraw(words="Figure 1.8. {}")',
        'def words():\n    return "Figure 1.8. {}"\nshow_figure(fig, caption=words())',
        'show_figure(fig, caption=[one for one in ("Figure 1.8. {}", more)][0])',
    ],
)
def test_a_caption_is_a_text_by_whatever_way_it_gets_to_the_figure(code):
    for caption in ("e = (a*b)+c.", "the net."):
        fields_ = "{x}" if 'f"' in code else ""
        (text_,) = paragraphs.texts(nbformat.v4.new_code_cell(code.replace("{}", caption)))
        assert text_ == f"Figure 1.8. {caption}{fields_}"


def test_what_gets_into_a_figure_by_a_name_is_a_text_where_it_is_words():
    source = 'for name, code, key in [("the 8", "y = a * b", "tanh")]:\n    ax.set_title(name)\n    print(code, key)'
    assert paragraphs.texts(nbformat.v4.new_code_cell(source)) == ["the 8"]


@every_day
def test_every_caption_of_a_day_is_a_text(day):
    for cell in released(day).cells:
        if cell.cell_type == "code":
            known = "".join(paragraphs.texts(cell))
            captions = re.findall(r"[\"'](Figure \d+\.\d+\.)", cell.source)
            assert [caption for caption in captions if caption not in known] == []


# In the grader


def graded(notebook, answers, path, only=""):
    """Return what a notebook with these answers gives that no language may change, its texts, and where it leads."""
    for cell in (notebook := copy.deepcopy(notebook)).cells:
        cell.source = answers.get(grade_id(cell), cell.source)
    nbformat.write(notebook, path)
    result = marking.grade_file(path, seed=3, only=only)
    data = result_json.as_json(result, folder=path.parent)
    checks = [check for each in data["exercises"] for check in each["checks"]]
    keys = ("grade_id", "points", "outcome", "misconceptions")
    drawn = [draw.draw_failing(check["graph"], "").words for check in checks if check["graph"]]
    texts = [terminal.as_text(result), data["next_markdown"], *(check["message"] for check in checks), *drawn]
    return [[check[key] for key in keys] for check in checks], texts, {each["address"] for each in data["exercises"]}


def test_a_wrong_answer_costs_and_is_called_the_same_and_is_explained_in_the_language(tmp_path, pseudo_language):
    translated = editions.edition(released(DAYS[0]), PSEUDO)
    english, _, _ = graded(released(DAYS[0]), times_adds(), tmp_path / "day1.ipynb")
    same, texts, addresses = graded(translated, times_adds(), tmp_path / "day1.ipynb")
    assert same == english
    assert any(names for *_, names in same)
    assert words.LANGUAGE.get() == PSEUDO
    assert [found for text_ in texts for found in unmarked_in(text_)] == []
    # The link leads to the translated card.
    known = headings(translated)
    assert addresses == {address(known[number]) for number in (each.number for each in exercises(translated))}


# One mistake in ``one_in``; with --all all of them of two days, and more of the others.
@pytest.mark.parametrize(
    ("number", "one_in"),
    [
        (1, 150),
        *(pytest.param(number, 1 if number < 3 else 10, marks=pytest.mark.exhaustive) for number in range(1, 7)),
    ],
)
def test_a_mistake_costs_the_same_in_each_language(number, one_in, tmp_path, pseudo_folder, monkeypatch, speak):
    english, path = released(course.assignment(number)), tmp_path / "day.ipynb"
    numbers = {each.id: each.number for each in exercises(english)}
    mistakes = [
        (entry.id, numbers[entry.exercise], mistaken(entry, number))
        for entry in catalogue.misconceptions(number)[::one_in]
    ]
    expected = {name: graded(english, answers, path, only)[0] for name, only, answers in mistakes}
    for spoken in [*language.known(), PSEUDO]:
        if spoken == PSEUDO:
            monkeypatch.setenv(language.PLACE, str(pseudo_folder))
        notebook = editions.edition(english, spoken)
        found = {name: graded(notebook, answers, path, only) for name, only, answers in mistakes}
        assert {name: same for name, (same, _, _) in found.items()} == expected
        assert words.LANGUAGE.get() == spoken
    said = [(name, ERROR.sub("·", text_)) for name, (_, texts, _) in found.items() for text_ in texts[1:]]
    assert {each: name for name, text_ in said for each in set(unmarked_in(text_)) - SHOWN_IN_ENGLISH} == {}


def mistaken(entry, number):
    """Return the answers of a day with a catalogued mistake in them."""
    answers = dict(reference.solutions(number))
    for edit in entry.edits:
        reference.apply(edit, answers)
    return answers


def test_a_released_notebook_names_its_language_and_is_known_as_untouched(tmp_path, pseudo_language):
    path = student_version.release(DAYS[0], tmp_path)
    assert nbformat.read(path, as_version=4).metadata[language.KEY]["language"] == PSEUDO
    assert stubs.untouched(path)
    assert DAYS[0].learner_notebook.relative_to(DAYS[0].root).as_posix() == f"days/{PSEUDO}/day1/{DAYS[0].stem}.ipynb"


def test_a_language_that_is_not_there_is_said_to_be_and_is_english(tmp_path, speak):
    notebook = released(DAYS[0])
    notebook.metadata[language.KEY]["language"] = "../tlh"
    nbformat.write(notebook, tmp_path / "day1.ipynb")
    result = marking.grade_file(tmp_path / "day1.ipynb", only="1.1")
    assert "There is no language '../tlh' in locale/" in result.warnings[0]
    assert result.title == "Day 1: The Value class"


def test_a_po_file_that_cannot_be_read_is_one_sentence_and_english(folder, speak, monkeypatch):
    monkeypatch.setattr(po_files, "DOMAINS", ("days",))
    write("es", "days", lambda text: "Uno.")
    for broken in ('msgid "One."\nmsgstr "Uno."\n<<<<<<<\n', 'msgid "One."\nmsgstr "U'):
        po_files.po_path("es", "days").write_text(broken, "utf-8")
        (sentence,) = compiling.compile_all("es")
        assert sentence.startswith("es/days.po can't be read (")
    assert editions.edition(released(DAYS[0]), "es").cells[0].source == released(DAYS[0]).cells[0].source
    (folder / "es" / "days.mo").write_bytes(b"\xde\x12\x04\x95 no catalogue")
    language.catalogue.cache_clear()
    assert language.catalogue("es", "days") == {}


def test_a_po_file_of_another_version_is_one_sentence_and_what_it_lacks_is_english(folder, monkeypatch):
    monkeypatch.setattr(po_files, "DOMAINS", ("gradtools",))
    write("es", "gradtools", lambda text: text)
    path = po_files.po_path("es", "gradtools")
    path.write_text(path.read_text("utf-8").replace('msgid "', 'msgid "1.0 '), "utf-8")
    catalog = po_files.read(path)
    catalog.add("Its number", "Su número")
    with open(path, "wb") as file:
        write_po(file, catalog)
    first, *others = compiling.compile_all("es")
    assert re.match(r"es/gradtools\.po is of another version of the course: \d{3} of its texts are not in", first)
    assert [one for one in others if "another version" in one] == []
    known = language.catalogue("es", "gradtools")
    assert (known["Its number"], known.get("Their number")) == ("Su número", None)


# In gradtools


def test_every_sentence_of_a_live_figure_is_in_the_language(pseudo_language, monkeypatch):
    monkeypatch.setattr(language, "here", lambda: PSEUDO)
    known = json.loads(re.search(r"const TRANSLATIONS = (.*);", widget.page())[1])
    scripts = [path.read_text("utf-8") for path in sorted(widget._PAGE.glob("*.js"))]
    said = [text for script in scripts for text in re.findall(r"\b(?:say|no)\(\"((?:[^\"\\]|\\.)*)\"", script)]
    assert len(said) > 50
    assert [text for text in said if text not in known and paragraphs.has_words(text)] == []
    assert text.plural(2, "{count} node", "{count} nodes") == "2 nóodées"


def test_no_sentence_is_said_before_the_language_is_known():
    files_ = [path for name in INSTALLED for path in (course.root() / name).rglob("*.py")]
    assert [
        (path.name, *lines) for path in files_ if (lines := said_at_import(ast.parse(path.read_text("utf-8"))))
    ] == []


def said_at_import(tree):
    """Return the lines in which a module says something when it is imported."""
    waiting, lines = [tree], []
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            waiting += [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            continue
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "plural", "listed", "announce"):
            lines.append(node.lineno)
        waiting += ast.iter_child_nodes(node)
    return lines


def test_what_the_grader_draws_is_in_the_language_that_it_speaks(pseudo_language, monkeypatch):
    monkeypatch.setenv(language.NAMED, language.ENGLISH)
    leaf = {"name": "", "op": "", "data": 1.0, "grad": "", "parents": [], "mark": ""}
    shown = draw.draw_failing({"nodes": [leaf, leaf | {"op": "+", "parents": [0, 0], "missing": [1]}]}, "").bundle()
    assert unmarked_in(visible(shown["text/html"])) == []
    assert "(míissíing, dáashéed)" in shown["text/plain"]
    assert f'<figure lang="{PSEUDO}"' in shown["text/html"]
    svg = base64.b64decode(re.search(r"base64,([^\"]*)", shown["text/html"])[1]).decode()
    assert f'<svg lang="{PSEUDO}"' in svg
    assert "WRÓONG" not in svg
    assert "óoúutpúut" in svg


def test_a_guess_is_read_with_or_without_accents(pseudo_language):
    question = questions.QUESTIONS["day1-grandparent"]
    assert [question.read(word) for word in ("yées", "yees", " YÉES ", "yes", "nóo", "perhaps")] == [
        *["yes"] * 4, "no", None,
    ]  # fmt: skip
    assert "í think" not in predictions._spellings(predictions.SURE[1])
    assert text.plain("ÍI thíink") in predictions._spellings(predictions.SURE[1])


@pytest.fixture
def day_1(pseudo_language, tmp_path, monkeypatch):
    """Return the notebook of a learner's Day 1 in the pseudo-language; the kernel works beside it."""
    path = tmp_path / "days" / PSEUDO / "day1" / f"{DAYS[0].stem}.ipynb"
    path.parent.mkdir(parents=True)
    notebook = editions.edition(released(DAYS[0]), PSEUDO)
    for cell in notebook.cells:
        cell.source = times_adds().get(grade_id(cell), cell.source)
    nbformat.write(notebook, path)
    monkeypatch.chdir(path.parent)
    for name in (kernel.RUNNING, "JPY_SESSION_NAME"):
        monkeypatch.delenv(name, raising=False)
    return path


def test_a_form_for_a_prediction_and_what_becomes_of_it_are_in_the_language(day_1, monkeypatch, capsys):
    forms = []
    monkeypatch.setattr(predictions, "can_live", lambda: True)
    monkeypatch.setattr(predictions.Asking, "_ipython_display_", lambda form: forms.append(form))
    said = []
    for name, question in questions.QUESTIONS.items():
        predictions.predict(name)
        (board,) = (form := forms.pop()).boards
        assert board == {"words": [pseudo(word) for word in question.words], "sure": [*map(pseudo, predictions.SURE)]}
        requests = ({}, {"guess": "?"}, {"guess": question.comes}, {"sure": predictions.SURE[0]}, {"guess": 3})
        said += [*form.bundle().values(), *(form.answer(request)["sentence"] for request in requests)]
        predictions.reveal(name, question.comes)
        predictions.predict(name, 3)
    predictions.predict("day1-grand")
    said += [predictions.unquoted(f"predict('day1-brackets', 4, sure={pseudo('I think')})"), *capsys.readouterr()]
    assert [found for text_ in said for found in unmarked_in(visible(text_))] == []


def test_what_check_shows_in_a_kernel_is_in_the_language(day_1, shell, monkeypatch, capsys):
    def graded_here(notebook, exercise, on_the_way):
        on_the_way(1, 2)
        return result_json.as_json(marking.grade_file(notebook, seed=3, only=exercise), folder=notebook.parent)

    monkeypatch.chdir(day_1.parent)
    monkeypatch.setattr(importlib.import_module("companion.check"), "grade", graded_here)
    gradtools.check("1.1")
    waiting.install(shell)
    kernel.watch(shell)
    ran = ("day1-value", "day1-value-multiply", "day1-predict-product")
    for cell in nbformat.read(day_1, as_version=4).cells:
        if grade_id(cell) in ran or "setup" in cell.metadata.get("tags", []):
            shell.run_cell(cell.source, store_history=True, cell_id=cell.id)
    out = re.sub(r"AssertionError +Traceback.*?AssertionError:", "", capsys.readouterr().out, flags=re.DOTALL)
    assert f'{pseudo("run the cell with")} `check("1.1")`' in out
    assert unmarked_in(visible(out)) == []


def test_the_sheet_and_the_table_of_days_are_in_the_language(day_1, monkeypatch, capsys):
    fields = {"title": "·", "points": 3, "max_points": 25, "next": "", "notebook": str(day_1)}
    days = [{"day": number, "state": state, **fields} for number, state in enumerate(progress.OUTCOMES, 1)]
    module = importlib.import_module("companion.standing")
    monkeypatch.setattr(module, "ask", lambda question, on_the_way: on_the_way(1, 2) or {"days": days})
    titles = [entry.title for entry in catalogue.misconceptions(1) if len(entry.title.split()) > 5]
    kept = day_1.parents[2] / mistakes.FILE
    kept.write_text(json.dumps({"counts": dict.fromkeys(titles, 2), "open": {}}), "utf-8")
    guess = {"guess": 4.0, "sure": "I know", "came": 4.0, "right": True}
    (kept.parent / predictions.FILE).write_text(json.dumps({"day2-fan-out": guess}), "utf-8")
    gradtools.progress()
    gradtools.sheet()
    for shown in (capsys.readouterr().out, visible((kept.parent / PSEUDO / "sheet.html").read_text("utf-8"))):
        assert unmarked_in(shown) == []
        assert [state for state in progress.OUTCOMES if pseudo(state) not in shown] == []


@pytest.mark.skipif(os.name == "nt", reason="a terminal of Windows takes any letter")
def test_a_terminal_without_accents_shows_the_letters(pseudo_folder):
    poor = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", language.PLACE: str(pseudo_folder)}
    command = [sys.executable, "-m", "grading", "progress"]
    done = subprocess.run(command, env={**os.environ, **poor, language.NAMED: PSEUDO}, capture_output=True, check=True)
    assert done.stdout.startswith(b"Daay Tiitlee")
    assert b"? noot beeguun" in done.stdout


@pytest.mark.exhaustive
@every_day
def test_a_solved_day_runs_and_shows_no_sentence_in_english(day, tmp_path, pseudo_folder, pseudo_language, monkeypatch):
    place = tmp_path / "days" / PSEUDO / day.name
    place.mkdir(parents=True)
    solved = editions.edition(notebooks.from_master(day), PSEUDO)
    nbformat.write(solved, place / f"{day.stem}.ipynb")
    monkeypatch.setenv(kernel.RUNNING, "validate")
    NotebookClient(solved, timeout=600, resources={"metadata": {"path": str(place)}}).execute()
    outputs = [output for cell in solved.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = [output.get("text") or "\n".join(map(str, output.get("data", {}).values())) for output in outputs]
    assert sum("<figure" in each for each in shown) > 3
    assert {found for each in shown for found in unmarked_in(visible(each))} - SHOWN_IN_ENGLISH == set()
    ordered = re.compile(r"[abspqr]{6}")  # Nodes of a graph, one after another.
    found = {word for each in shown for word in WORD.findall(unmarked(visible(each) + drawn_words(each)))}
    assert {word for word in found if not ordered.fullmatch(word)} - WORDS_OF_PROGRAMS == set()


def drawn_words(page):
    """Return the words of the figures of an HTML page; matplotlib writes them as comments."""
    figures = [base64.b64decode(data).decode() for data in re.findall(r"image/svg\+xml;base64,([^\"]*)", page)]
    parts = [part for svg in figures for part in re.findall(r"<text[^>]*>([^<]*)<|<!-- (.*?) -->", svg)]
    return "".join(f"\n{html.unescape(one or other)}" for one, other in parts)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", language.known())
def test_a_solved_day_runs_under_nbval(name, tmp_path):
    for day in DAYS[:2]:
        path = tmp_path / "days" / name / day.name / f"{day.stem}.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(editions.edition(notebooks.from_master(day), name), path)
        command = ["-m", "pytest", "-q", "--nbval-lax", "--nbval-current-env", "-c", os.devnull]
        ran(sys.executable, *command, path, cwd=tmp_path, env={kernel.RUNNING: "validate"})


def test_english_pages_are_as_they_were():
    assert widget.page() == "\n".join((widget._PAGE / name).read_text("utf-8") for name in widget._SCRIPTS)


def test_the_kernels_notebook_names_the_language(tmp_path, monkeypatch):
    path = tmp_path / "day1_x.ipynb"
    path.write_text(json.dumps({"metadata": {language.KEY: {"language": "es"}}, "cells": []}), "utf-8")
    monkeypatch.setattr(kernel, "shell", object)
    monkeypatch.setattr(kernel, "notebooks", lambda: [path])
    kernel.language_here.cache_clear()
    assert language.here() == "es"
    path.write_text("[]", "utf-8")
    kernel.language_here.cache_clear()
    assert language.here() == "en"
    kernel.language_here.cache_clear()


# Kept in step


@pytest.mark.parametrize(
    ("english", "text", "fault"),
    [
        ("It is 3.5, not {n}.", "Es {n}.", "lacks '3.5'"),
        ("It is {n}.", "Es {m}.", "lacks '{n}'"),
        ("It is {n:g}.", "Es {n}.", "lacks '{n:g}'"),
        ("Call `backward()`.", "Llama a `atrás()`.", "lacks '`backward()`'"),
        ("See [it](#It).", "Mira [eso](#Eso).", "lacks '](#It)'"),
        ("So $x^2$ it is.", "Es $x^3$.", "lacks '$x^2$'"),
        ("It is so.", "Es `así`.", "has too many of '`así`'"),
        ("It is so.", "Es <b>así</b>.", "has the markup '<b>'"),
        ("It is so.", "Es <script src=x", "has the markup '<script src=x'"),
        ("It is so.", "# Es así.", "has the markup '# '"),
        ("It is so.", "'Es así.'", "stands in quotes"),
        ("| It is | so |", "| Es así |", ""),
        ("| It is so |", "| Es | así |", "has the markup '|'"),
        ("It is so.", "Es\nasí.", "has other lines"),
        ("Exercise 1.1: it (about 5 min)", "Ejercicio 1.1: eso (unos 5 minutos)", "is no heading of a card"),
        ("It is so. " * 9, "Es así.", "times as long"),
        ("It is 3, **not** {n}.", "No es {n}, **sino** 3.", ""),
        ("5,000 steps, 20,000 at most.", "5000 pasos, 20\u202f000 como mucho.", ""),
        ("At most 5,000 steps.", "50\u202f000 pasos como mucho.", "lacks '5000'"),
        ("Write `5,000`.", "Escribe `5000`.", "lacks '`5,000`'"),
    ],
)
def test_what_a_translation_lacks_or_adds_is_a_sentence(english, text, fault):
    found = list(checking.faults(Message(english, text)))
    assert (len(found), all(fault in one for one in found)) == (bool(fault), True), found


@pytest.mark.parametrize("domain", po_files.DOMAINS)
def test_numbers_stand_in_spanish_groups(domain):
    """A comma between figures is English. Python's own stands in what a cell computes, and in code."""
    fields = re.compile(r"`[^`]*`|\$[^$]*\$")
    for message in po_files.translated(po_files.read(po_files.po_path("es", domain))):
        for translation in (message.string,) if isinstance(message.string, str) else message.string:
            if domain != "days" or ":," not in translation:
                assert not text.GROUPED.search(fields.sub("", translation)), translation


@pytest.mark.parametrize(
    ("spoken", "thousand", "million"), [("en", "5,000", "1,000,000"), ("es", "5000", "1\u202f000\u202f000")]
)
def test_a_number_that_is_put_into_a_text_has_the_groups_of_the_language(spoken, thousand, million):
    with editions.speaking(spoken):
        assert text.say("{steps:,} of {most:,}", steps=5000, most=10**6) == f"{thousand} of {million}"
        assert words.say("{steps:,} of {most:,}", steps=5000, most=10**6) == f"{thousand} of {million}"
        told = Sentence("{steps} of {most:code}, {more:answer}", {"steps": "5,000", "most": "5,000", "more": "5,000"})
        assert told.message().text() == f"{thousand} of `5,000`, {thousand}"
        assert words.say("{code} {steps:,}", code="f(5,000)", steps=999) == "f(5,000) 999"


def test_a_faulty_translation_stays_english_and_the_rest_is_shown(folder, speak):
    spanish = {"grad {grad} (seed)": "grad (semilla)", "Its number": "Su número"}
    write("es", "gradtools", lambda text: spanish.get(text, ""))
    (sentence,) = compiling.compile_all("es")
    assert sentence == "es/gradtools.po: the translation of 'grad {grad} (seed)' lacks '{grad}'. It is in English."
    assert language.catalogue("es", "gradtools") == {"Its number": "Su número"}


@pytest.mark.parametrize(
    ("text", "spoken", "found"),
    [
        ("Raise x by h, and `x * y` rises by `y`.", "en", ["x", "h"]),
        ("The loss L is lowest where $x$ is 0 and {y:g} is not.", "en", ["L"]),
        ("Write a letter from A to G as an f-string.", "en", []),
        ("La derivada local para x es `y`; para `y` es `x`.", "es", ["x"]),
        ("La pendiente respecto de `x` es y.", "es", ["y"]),
        ("Recibe el dato de `x` por y: 2.25 * -1.75.", "es", ["y"]),
        ("La potencia con base e es mayor (que a).", "es", ["a"]),
        ("Los nodos `x` e `y`, o `a` y `b`, van a la lista por orden.", "es", []),
    ],
)
def test_a_variable_outside_of_code_marks_is_found(text, spoken, found):
    assert bare_variables(text, spoken) == found


# What is put into the text of an assert, which is rendered.
PARTS_OF_AN_ASSERT = {"went through, and `a.grad` is {a.grad}"}


@functools.cache
def printed():
    """Return the texts that the days' cells print, or draw into pictures: nothing there shows code marks as such."""
    found = set()
    for cell in (cell for day in DAYS for cell in nbformat.read(day.source_notebook, 4).cells):
        for string in strings(ast.parse(cell.source)) if cell.cell_type == "code" else ():
            found.update(paragraphs.texts(nbformat.v4.new_code_cell(f"print({ast.unparse(string)})")))
    return {text for text in found if not re.match(r"Figure \d", text)} - PARTS_OF_AN_ASSERT


def strings(node):
    """Return the strings of a program but those that are rendered: the text of an assert, and words of a picture."""
    if isinstance(node, (ast.Assert, ast.Raise)) or getattr(node, "arg", "") in ("caption", "alt"):
        return []
    if isinstance(node, (ast.Constant, ast.JoinedStr)):
        return [node]
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return [] if is_docstring else [string for child in ast.iter_child_nodes(node) for string in strings(child)]


@pytest.mark.parametrize("domain", po_files.DOMAINS)
def test_a_letter_that_is_a_variable_stands_in_code_marks(domain):
    messages = [message for message in english_texts(domain) if message.id not in printed()]
    each = [text for message in messages for text in forms(message.id)]
    assert {text: letters for text in each if (letters := bare_variables(text))} == {}
    for name in language.known():
        known = po_files.translated(po_files.read(po_files.po_path(name, domain)))
        each = [text for message in known if message.id not in printed() for text in forms(message.string)]
        assert {text: letters for text in each if (letters := bare_variables(text, name))} == {}


@pytest.mark.parametrize("name", language.known())
def test_what_a_cell_prints_has_no_code_marks(name):
    known = po_files.translated(po_files.read(po_files.po_path(name, "days")))
    there = [text for message in known if message.id in printed() for text in (message.id, message.string)]
    assert len(there) > 200
    assert [text for text in there if "`" in text] == []


def forms(text):
    """Return all forms of a text that may have a plural."""
    return text if isinstance(text, tuple) else (text,)


def test_no_argument_of_a_command_takes_a_certain_number_of_values():
    """Argparse's plural for them is not translated: `spoken.OF_ARGPARSE` has its other words."""
    parsers, numbered = [command_line._parser()], []
    while parsers:
        for action in parsers.pop()._actions:
            parsers += action.choices.values() if isinstance(action.choices, dict) else []
            numbered += [action.dest] if isinstance(action.nargs, int) and action.nargs else []
    assert numbered == []


def test_changed_english_is_fuzzy_and_counted_and_fails_nothing(folder, monkeypatch, capsys):
    monkeypatch.setattr(po_files, "DOMAINS", ("gradtools",))
    write("es", "gradtools", lambda text: "Su número" if text == "Its number" else "")
    path = po_files.po_path("es", "gradtools")
    path.write_text(path.read_text("utf-8").replace('"Its number"', '"Its numbers"'), "utf-8")
    assert po_files.merge("es", "gradtools")
    assert "#, fuzzy" in path.read_text("utf-8")
    assert not po_files.merge("es", "gradtools"), "a second time changes nothing"
    assert __main__.main(["es", "--check"]) == 0
    assert "es, gradtools: 0 of " in capsys.readouterr().out


def test_another_version_of_babel_changes_no_file(tmp_path, monkeypatch):
    shutil.copytree(language.folder() / "es", tmp_path / "es", ignore=shutil.ignore_patterns("*.mo", "source"))
    monkeypatch.setenv(language.PLACE, str(tmp_path))
    monkeypatch.setattr(texts, "template_of", english_texts)
    monkeypatch.setattr(po_files, "DOMAINS", ("answers", "docs"))
    list(po_files.merged("es"))
    monkeypatch.setattr("babel.messages.catalog.VERSION", "2.99")
    assert list(po_files.merged("es")) == []


def test_a_translation_that_is_gone_though_its_english_is_there_is_lost(folder, monkeypatch):
    write("es", "gradtools", lambda text: "Su número" if text == "Its number" else "")
    before = po_files.po_path("es", "gradtools").read_bytes()
    write("es", "gradtools", lambda text: "")
    monkeypatch.setattr(checking, "committed", lambda path, revision: before)
    assert checking.lost("es", "gradtools", "HEAD") == ["Its number"]
    po_files.po_path("es", "gradtools").write_bytes(before)
    assert checking.lost("es", "gradtools", "HEAD") == []


@pytest.mark.parametrize("name", language.known())
def test_a_language_of_the_course_is_merged_and_compiled(name, tmp_path, monkeypatch):
    shutil.copytree(language.folder() / name, tmp_path / name)
    monkeypatch.setenv(language.PLACE, str(tmp_path))
    language.catalogue.cache_clear()
    assert editions.write(name) == []
    assert english_plurals(name) == []
    with editions.speaking(name):
        assert nbformat.read(start_page.path_in(course.root()), as_version=4) == start_page.page(course.root())
        terms = re.findall(r"^\| \*\*(.*?)\*\*", editions.pages(name)[f"GLOSSARY.{name}.md"], re.MULTILINE)
        assert terms == sorted(terms, key=text.in_order)
    for page, text_ in [*editions.pages(name).items(), *editions.pages(language.ENGLISH).items()]:
        assert (course.root() / page).read_text("utf-8") == text_, "run `make release`"


@pytest.mark.one_in(3)
@every_day
@pytest.mark.parametrize("name", language.known())
def test_a_released_day_of_a_language_is_what_its_translations_say(name, day, tmp_path):
    with editions.speaking(name):
        fresh = student_version.release(day, tmp_path / "release").read_bytes()
        assert day.learner_notebook.read_bytes() == fresh, "run `make release`"


def english_plurals(name):
    """Return each plural that is translated, with a count for which it is none of its translation's forms."""
    found = [
        (message, count, language.catalogue(name, domain).plural(count, *message.id))
        for domain in po_files.DOMAINS
        for message in po_files.translated(po_files.read(po_files.po_path(name, domain)))
        for count in (0, 1, 2, 5, 1_000_000)
        if message.pluralizable
    ]
    assert len(found) >= 50
    return [(message.id[0], count) for message, count, text_ in found if text_ not in message.string]


# As Babel 2.18 and 2.19 write them for Spanish; as other languages have them.
FORMS = {
    "nplurals=2; plural=(n != 1);": [1, 0, 1, 1, 1],
    "nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);": [2, 0, 2, 2, 1],
    "nplurals=2; plural=(n > 1);": [0, 0, 1, 1, 1],
    "nplurals=1; plural=0;": [0, 0, 0, 0, 0],
    "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);": [2, 0, 1, 2, 2],
}


NODES = ("{count} node", "{count} nodes")


def write_nodes(forms, count):
    """Write a PO file with these Plural-Forms and one text: each of its forms has one exclamation mark more."""
    catalog = Catalog("es")
    catalog.mime_headers = [("Plural-Forms", forms)]
    catalog.add(NODES, [f"nodo {{count}}{'!' * number}" for number in range(count)])
    path = po_files.po_path("es", "gradtools")
    path.parent.mkdir()
    with open(path, "wb") as file:
        write_po(file, catalog)


@pytest.mark.parametrize("forms", FORMS)
def test_a_plural_has_the_forms_that_its_file_names_whatever_babel_says(forms, folder, monkeypatch):
    monkeypatch.setattr(po_files, "DOMAINS", ("gradtools",))
    write_nodes(forms, 1 + max(FORMS[forms]))
    po_files.merge("es", "gradtools")
    assert compiling.compile_all("es") == []
    shown = [language.catalogue("es", "gradtools").plural(count, *NODES) for count in (0, 1, 2, 5, 1_000_000)]
    assert [text_.count("!") for text_ in shown if "nodo" in text_] == FORMS[forms]


def test_a_file_whose_plurals_have_no_form_for_a_count_is_one_sentence(folder, monkeypatch):
    monkeypatch.setattr(po_files, "DOMAINS", ("gradtools",))
    write_nodes("nplurals=2; plural=(n > 2 ? 7 : n != 1);", 2)
    (sentence,) = compiling.compile_all("es")
    assert "its Plural-Forms have no form for 3" in sentence


def test_the_pages_beside_the_days_are_in_the_language_and_lead_to_each_other(pseudo_language):
    pages, english = editions.pages(PSEUDO), editions.pages(language.ENGLISH)
    assert list(pages) == ["README.eo.md", "GLOSSARY.eo.md", "docs/rules.eo.md"]
    assert list(english) == list(texts.PAGES)
    assert "](docs/rules.eo.md)" in pages["README.eo.md"]
    assert f"\nmake lab LANGUAGE={PSEUDO}  #" in pages["README.eo.md"]
    assert '<p><a href="README.md" lang="en">English</a></p>' in pages["README.eo.md"]
    assert '<p><a href="README.eo.md" lang="eo">Esperanto</a></p>' in english["README.md"]
    for text_ in pages.values():
        prose = re.sub(r"^```.*?^```|<!--.*?-->", "", text_, flags=re.DOTALL | re.MULTILINE)
        assert unmarked_in(prose) == []
    cells = editions.edition(released(DAYS[0]), PSEUDO).cells
    assert any("](../../../GLOSSARY.eo.md)" in cell.source for cell in cells)
    assert not any("](../../../GLOSSARY.md)" in cell.source for cell in cells)


def test_the_page_of_rules_is_in_the_language_of_the_lab(pseudo_language, tmp_path, monkeypatch, capsys):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "rules.eo.md").write_text(editions.pages(PSEUDO)["docs/rules.eo.md"], "utf-8")
    monkeypatch.setattr(rules, "SOURCE", tmp_path / "docs" / "rules.md")
    monkeypatch.setattr(rules, "chosen", lambda: PSEUDO)
    monkeypatch.setattr(rules.shutil, "which", lambda name: None)
    monkeypatch.delenv(language.NAMED, raising=False)
    assert rules.main([]) == 0
    page = (tmp_path / "docs" / "rules.eo.html").read_text("utf-8")
    assert f'<html lang="{PSEUDO}">' in page
    assert unmarked_in(visible(page)) == ["Autograd in Five"], "the name of the course"
    out = capsys.readouterr()
    assert (unmarked_in(out.out), out.err) == ([], "")


# Commands and pages


@pytest.fixture
def pseudo_course(recorded_course, pseudo_language, monkeypatch):
    """Return a copy of the course whose learners work in the pseudo-language."""
    monkeypatch.setenv(language.NAMED, PSEUDO)
    for day in DAYS:
        assert main(["reset", day.name]) == 0
    return recorded_course


def unmarked_in(text):
    """Return what of a text is English."""
    return [found[0] for line in text.split("\n") if (found := UNMARKED.search(unmarked(line)))]


def visible(page):
    """Return what a reader meets of an HTML page: its text, and what is said of a picture or a link."""
    said = re.findall(r'(?:alt|title|aria-label|placeholder)="([^"]*)"', page)
    text = re.sub(r"<(style|script|pre|code)\b.*?</\1>", " · ", page, flags=re.DOTALL)
    return html.unescape("\n".join([re.sub(r"<[^>]*>", "\n", text), *said]))


@needs_confinement
def test_what_the_commands_say_and_write_is_in_the_language(pseudo_course, capsys):
    hand_in(pseudo_course, "ada", times_adds())
    hand_in(pseudo_course, "bob", {})
    shutil.copy(
        pseudo_course / "submitted" / "ada" / "day1" / f"{DAYS[0].stem}.ipynb", course.assignment(1).learner_notebook
    )
    for words_ in (["check", "1"], ["progress"], ["submit", "1"], ["reset", "1"], ["grade", "1"], ["feedback", "1"],
                   ["report", "1"], ["collect", "1", "--from", str(pseudo_course / "handed-in")]):  # fmt: skip
        main(words_)
        out = capsys.readouterr()
        assert unmarked_in(out.out + out.err) == [], words_
    pages = [*(pseudo_course / "feedback").rglob("*.html"), *(pseudo_course / "reports").rglob("*.html")]
    assert len(pages) == 3
    for page in pages:
        assert f'<html lang="{PSEUDO}">' in page.read_text("utf-8")
        assert unmarked_in(visible(page.read_text("utf-8"))) == [], page


@pytest.mark.parametrize(
    "line",
    [
        "--help", "check --help", "lab --help", "class --help", "collect --help", "grade --help", "progress --help",
        "check", "nope", "check a b", "grade 1 --workers x", "grade 1 --workers 1 --scheduler x", "collect 1 --from",
        "collect 1 --times never", "lab --force=1", "class --no-lab=1", "reset", "submit 99",
    ],
)  # fmt: skip
def test_what_a_command_says_of_its_arguments_is_in_the_language(line, pseudo_language, monkeypatch, capsys):
    monkeypatch.setenv(language.NAMED, PSEUDO)
    monkeypatch.setenv("COLUMNS", "300")
    with contextlib.suppress(SystemExit):
        main(line.split())
    out = capsys.readouterr()
    said = re.sub(r"\{[^}]*\}|\([^)]*\)|\[[^]]*\]", "·", out.out + out.err)
    assert said
    assert unmarked_in(said) == []
    assert re.findall(r"usage|options|positional|argument|error: [a-z]*\b[aeiou]", said) == []


def test_make_help_is_in_the_language(pseudo_language, monkeypatch, capsys):
    monkeypatch.setenv(language.NAMED, PSEUDO)
    list_targets(str(course.root() / "Makefile"))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 25
    assert [found for line in lines for found in unmarked_in(line)] == []
    assert "  make reset " in "\n".join(lines)


def test_what_a_question_says_of_an_answer_is_in_the_language(pseudo_language):
    said = {
        "no error; the answer is inf": "nóo éerróor; thée áanswéer íis inf",
        "silence, and no node was made of the class that it is given": "síiléencée, áand nóo nóodée wáas máadée "
        "óof thée cláass tháat íit íis gíivéen",
        "the text '{0} is it', in quotes": "thée téext '{0} is it', íin qúuóotées",
        "the result is a plain number, which has no `data`": "thée réesúult íis áa pláaíin núumbéer, whíich háas nóo "
        "`data`",
        "(silence, 1.0)": "(síiléencée, 1.0)",
        "(a, b (at another net's line))": "(a, b (áat áanóothéer néet's líinée))",
        "still -1.25, with a gradient that is not zero": "stíill -1.25, wíith áa gráadíiéent tháat íis nóot zéeróo",
        "accepted": "áaccéeptéed",
        "anything else": "anything else",
        # What stands in quotes or is code is a learner's, or has to be typed so.
        "the text 'yes or no', in quotes": "thée téext 'yes or no', íin qúuóotées",
        "a list of 'none', 'x'; none": "áa líist óof 'none', 'x'; nóonée",
        "the answer “a, none, b”": "thée áanswéer “a, none, b”",
        "`none`, none": "`none`, nóonée",
    }
    assert {english: Sentence("{value:answer}", {"value": english}).message().text() for english in said} == said


@needs_confinement
def test_one_class_hands_in_both_languages_and_the_newest_counts(recorded_course, pseudo_course, capsys, monkeypatch):
    def download(student, name, answers, spoken, time=1e9):
        path = recorded_course / "downloads" / student / name / f"{DAYS[0].stem}.ipynb"
        path.parent.mkdir(parents=True)
        with editions.speaking(spoken):
            nbformat.write(filled(answers), path)
        os.utime(path, (time, time))

    download("ada", "a", times_adds(), language.ENGLISH)
    download("bob", "b", times_adds(), PSEUDO)
    download("eve", "first", {}, language.ENGLISH)
    download("eve", "second", answers_of(1), PSEUDO, time=2e9)
    assert main(["collect", "1", "--from", str(recorded_course / "downloads")]) == 0
    assert main(["grade", "1"]) == 0
    scores = scores_of(course.assignment(1))
    assert scores == {"ada": scores["bob"], "bob": scores["bob"], "eve": points_of(1)}
    assert 0 < scores["bob"] < scores["eve"]
    assert main(["feedback", "1"]) == 0
    pages = {path.parts[-3]: path.read_text("utf-8") for path in (recorded_course / "feedback").rglob("*.html")}
    assert '<html lang="en">' in pages["ada"]
    assert f'<html lang="{PSEUDO}">' in pages["bob"]
    # The class is one, in the language of the report, whoever comes first.
    shutil.copytree(recorded_course / "autograded" / "bob", recorded_course / "autograded" / "aaron")
    for spoken in (language.ENGLISH, PSEUDO):
        monkeypatch.setenv(language.NAMED, spoken)
        assert main(["report", "1"]) == 0
        report = (recorded_course / "reports" / "day1.html").read_text("utf-8")
        ids = re.findall(r'<br><code class="id">([^<]*)', report)
        assert len(ids) == len(set(ids)) > 2
        counted = {row[0]: row[1:] for row in Page(report).table({"en": "Check"}.get(spoken, pseudo("Check")))}
        assert all(row[0].split()[2] == "4" for row in counted.values())
        found = [text_ for text_ in unmarked_in(visible(report)) if text_ != "aaron, ada, bob"]
        assert bool(found) == (spoken == language.ENGLISH), found


def test_a_graded_notebook_is_shown_in_either_language(pseudo_language, speak, tmp_path):
    speak(language.ENGLISH)
    nbformat.write(filled(times_adds()), tmp_path / "day1.ipynb")
    finding = marking.grade_file(tmp_path / "day1.ipynb", seed=3).exercises[0].findings[0]
    english = as_message(render.finding_card(finding)).text()
    speak(PSEUDO)
    assert (unmarked_in(english) != [], unmarked_in(as_message(render.finding_card(finding)).text())) == (True, [])


def test_what_an_instructor_reads_is_in_the_language_of_the_command(tmp_path, pseudo_language, speak, monkeypatch):
    monkeypatch.setattr(warm, "missing_walls", lambda: [words.say("This check was not run.")])
    monkeypatch.setattr(marking, "run", lambda *_, **__: [])
    versions, said = set(), []
    nbformat.write(released(DAYS[0]), tmp_path / "en.ipynb")
    nbformat.write(editions.edition(released(DAYS[0]), PSEUDO), tmp_path / f"{PSEUDO}.ipynb")
    (tmp_path / "broken.ipynb").write_text("{}")
    for spoken in (language.ENGLISH, PSEUDO):
        speak(spoken)
        versions.add(batch.version(DAYS[0]))
        outcomes = [batch.grade(batch.Task("ada", tmp_path / f"{name}.ipynb", 1)) for name in ("en", PSEUDO, "broken")]
        said.append({*outcomes[0].lacking, *outcomes[1].lacking, outcomes[2].refused})
    assert [len(versions), *map(len, said)] == [1, 2, 2]
    assert [bool(unmarked_in(text_)) for texts in said for text_ in sorted(texts)] == [True, True, False, False]


def test_predictions_are_shared_by_the_languages(tmp_path, pseudo_folder, monkeypatch):
    monkeypatch.setenv(language.PLACE, str(pseudo_folder))
    places = [tmp_path / "days" / "day2", tmp_path / "days" / PSEUDO / "day2"]
    assert {files.shared(files.folder(place / "x.ipynb")) for place in places} == {tmp_path / "days"}


@pytest.mark.parametrize(
    ("named", "said"), [("tlh", "There is no language 'tlh' in locale/"), ("es", "The language 'es' is not compiled")]
)
def test_an_unknown_language_is_one_sentence_and_english(named, said, folder, capsys, monkeypatch):
    (folder / "es").mkdir()
    monkeypatch.setenv(language.NAMED, named)
    assert main(["progress", "6"]) == 0
    out = capsys.readouterr()
    assert (out.err.count("\n"), out.err.startswith(said)) == (1, True)
    assert out.out.startswith("Day ")


def test_the_lab_remembers_the_language(copied_course, pseudo_language, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr(lab, "open_lab", lambda *arguments: opened.append(arguments[3]) or 0)
    monkeypatch.setenv(language.NAMED, PSEUDO)
    assert main(["lab"]) == 0
    monkeypatch.delenv(language.NAMED)
    assert main(["reset", "2"]) == 0
    assert f"days/{PSEUDO}/day2/" in capsys.readouterr().out
    monkeypatch.setenv(language.NAMED, language.ENGLISH)
    assert main(["lab"]) == 0
    assert opened[-1] == "/lab/tree/days/start_here.ipynb"


@pytest.mark.skipif(not exchange.works(), reason="nbgrader's exchange does not work here")
def test_the_exchange_offers_the_language_of_the_command(recorded_course, pseudo_language):
    exchange.join(recorded_course)
    for name in (PSEUDO, language.ENGLISH):
        with editions.speaking(name):
            assert exchange.offer(course.assignment(1))
            assert not exchange.offer(course.assignment(1))
        (offered,) = (recorded_course / "exchange").rglob("*.ipynb")
        assert reading.language_of(offered, "") == name


def test_reset_restores_a_fetched_day_in_its_language(copied_course, pseudo_language, speak):
    other = student_version.release(DAYS[0], copied_course)
    speak(language.ENGLISH)
    fetched = course.assignment(1).learner_notebook
    released_ = fetched.write_bytes(other.read_bytes().replace(b"```", b"``` mine"))
    assert (releasing.reset(course.assignment(1)).stat().st_size, fetched.read_bytes()) == (
        released_,
        other.read_bytes(),
    )
    fetched.write_text("{")
    releasing.reset(course.assignment(1))
    assert reading.language_of(fetched, "") == language.ENGLISH
