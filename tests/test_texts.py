# SPDX-License-Identifier: MIT
"""Reading a stranger's text takes time in proportion to its length; whatever does not is stopped."""

import ast
import contextlib
import copy
import itertools
import os
import re
import signal
import time
from pathlib import Path

import nbformat
import pytest
import support
from attacking import attacks, hand_in
from support import INSTALLED, ROOT

try:
    from re import _constants as signs
    from re import _parser as parser
except ImportError:  # Python 3.10
    import sre_constants as signs
    import sre_parse as parser

from grading import batch, exchange, roster
from grading.by_nbgrader import formgrader
from grading.command_line import main
from judge.notebooks import course, submission
from judge.notebooks.cells import is_answer
from judge.notebooks.schemas import read_toml
from judge.run import answers, messages
from judge.run.answers import copying
from judge.verdicts import cell_outputs, excerpts, feedback_page, harmless, marking, processes, relations, results
from reading import notebook_file

# What reads no stranger's text: what builds the course and proves its checks, and what draws in a learner's own kernel.
NO_STRANGERS = ("exercises/day", "companion/stepper/")

# One that takes the square of the second length takes many times as long as it may; one that takes more is found by the
# first.
LENGTHS, MOST_SECONDS = (500, 8_000), 0.03


def files():
    for path in sorted(path for name in INSTALLED for path in (ROOT / name).rglob("*.py")):
        if not path.relative_to(ROOT).as_posix().startswith(NO_STRANGERS):
            yield path


METHODS = {"findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn"}
# A file without any of these words has no pattern and no call of one: it need not be parsed.
WORDS = re.compile(rf"\b(?:compile|{'|'.join(sorted(METHODS))})\b")


def nodes_of(text):
    """Return all nodes of a file that may have a pattern in it, or call one."""
    return list(ast.walk(ast.parse(text))) if WORDS.search(text) else []


def patterns_in(nodes):
    """Yield what is compiled in a file or used at once: its name or method, the pattern and its flags."""
    names = {id(node.value): node.targets[0].id for node in nodes if isinstance(node, ast.Assign)
             and isinstance(node.targets[0], ast.Name)}  # fmt: skip
    for node in nodes:
        of_re = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
        if of_re and node.func.attr in {*METHODS, "compile"} and ast.unparse(node.func.value) == "re":
            given = [*node.args[1:], *(one.value for one in node.keywords)]
            flags = [ast.unparse(one) for one in given if ast.unparse(one).startswith("re.")]
            name = names.get(id(node), "") if node.func.attr == "compile" else node.func.attr
            yield name, _written(node.args[0]), eval(flags[0], {"re": re}) if flags else 0


def methods_in(nodes):
    """Yield the names on which a file calls a method of an expression, and the method."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            yield ast.unparse(node.value).rpartition(".")[2], node.attr


def _written(node):
    if isinstance(node, ast.JoinedStr):
        return "".join(_written(part) for part in node.values)
    if isinstance(node, ast.FormattedValue):
        assert ast.unparse(node.value).startswith("re.escape("), f"{ast.unparse(node)} is no text that means itself"
        return "a"
    if isinstance(node, ast.Constant):
        return node.value
    # An author's own, and nbgrader's, which it matches with the same paths.
    known = ast.unparse(node).startswith(("table.get('text', '')", "step._format_source("))
    assert known, f"{ast.unparse(node)} is not written out"
    return "a"


def patterns():
    """Return where each pattern stands, by the pattern, its flags, and whether it is searched for in a text."""
    nodes = {path: nodes_of(path.read_text("utf-8")) for path in files()}
    called = {pair for each in nodes.values() for pair in methods_in(each)}
    found = {}
    for path, each in nodes.items():
        for name, pattern, flags in patterns_in(each):
            methods = {name} if name in METHODS else {method for one, method in called if one == name}
            found[pattern, flags, not methods or methods - {"fullmatch", "match"} != set()] = path
    errors = read_toml(ROOT / "judge" / "verdicts" / "general.toml")["error"]
    return found, [error["text"] for error in errors if error["text"]]


SAMPLES = {
    signs.CATEGORY_DIGIT: "1",
    signs.CATEGORY_SPACE: " \n",
    signs.CATEGORY_WORD: "a1",
    signs.CATEGORY_NOT_DIGIT: "a",
    signs.CATEGORY_NOT_SPACE: "a",
    signs.CATEGORY_NOT_WORD: " ",
}


def named(parsed):
    """Yield the characters that an expression names, and words of several."""
    word = ""
    for kind, argument in parsed:
        if kind is signs.LITERAL:
            word += chr(argument)
            yield chr(argument)
            continue
        if len(word) > 1:
            yield word
        word = ""
        if kind is signs.NOT_LITERAL:
            yield chr(argument)
        elif kind is signs.ANY:
            yield from "a\n"
        elif kind is signs.RANGE:
            yield from map(chr, argument)
        elif kind is signs.CATEGORY:
            yield from SAMPLES[argument]
        elif kind is signs.IN:
            yield from named(argument)
        elif kind is signs.BRANCH:
            for each in argument[1]:
                yield from named(each)
        elif isinstance(argument, tuple):
            for each in argument:
                if isinstance(each, parser.SubPattern):
                    yield from named(each)
    if len(word) > 1:
        yield word


def pieces(parsed):
    """Return a text that an expression finds, in the pieces that its parts find."""
    found = []
    for kind, argument in parsed:
        if kind is signs.LITERAL:
            found.append(chr(argument))
        elif kind in (signs.MAX_REPEAT, signs.MIN_REPEAT):
            found += pieces(argument[2]) * max(1, argument[0])
        elif kind is signs.SUBPATTERN:
            found += pieces(argument[-1])
        elif kind is signs.BRANCH:
            found += pieces(argument[1][0])
        elif kind is signs.IN:
            found.append(next((sign for sign in named(argument) if argument[0][0] is not signs.NEGATE), "\N{BULLET}"))
        elif kind in (signs.ANY, signs.NOT_LITERAL):
            found.append("a" if kind is signs.ANY or argument != ord("a") else "b")
    return found


def long_texts(pattern, flags, length):
    """Yield texts with long runs of what an expression names, and of pairs of it, at each place of what it finds."""
    parsed = parser.parse(pattern, flags)
    units, example = sorted(set(named(parsed))), pieces(parsed)
    for one, other in itertools.product(units, repeat=2):
        yield (one if one == other else one + other) * (length // len(one + other))
    whole = "".join(example)
    for unit in units:
        run = unit * (length // len(unit))
        for place in range(len(example) + 1):
            yield "".join(example[:place]) + run + "\0"
            yield "".join(example[:place]) + run + whole


def seconds(function, *arguments):
    began = time.process_time()
    with contextlib.suppress(course.CourseError):
        function(*arguments)
    return time.process_time() - began


def grows(function, shorter, longer, most=MOST_SECONDS):
    """Return whether the time grows faster than the length, which is four times as long: any machine may be slow.

    A call that takes no longer than `most` is not looked at: noise is as large. What seems to grow is measured again.
    """
    return all((took := seconds(function, longer)) > most and took > 9 * seconds(function, shorter) for _ in range(3))


def slow(pattern, flags, searched=True, lengths=LENGTHS):
    """Return the beginning of a text for which an expression takes long; "" where there is none."""
    compiled = re.compile(pattern, flags)

    def read(text):
        for _ in compiled.finditer(text) if searched else [compiled.match(text)]:
            pass
        compiled.fullmatch(text)

    for length in lengths:
        for shorter, longer in zip(*(long_texts(pattern, flags, each) for each in (length // 4, length)), strict=True):
            if grows(read, shorter, longer):
                return longer[:40]
    return ""


BACKTRACKING = [r"<[^>]*on\w+=", r"^##+ (.+?)\s*$", r"^\s*Cell", r"\d+,\d+(?![\w.,]*\d)", " “[^”]*”"]


@pytest.mark.parametrize("pattern", support.sampled({one: one for one in BACKTRACKING}, BACKTRACKING[0]))
def test_an_expression_that_backtracks_is_found(pattern):
    assert slow(pattern, re.MULTILINE, lengths=[32_000])


FOUND, OF_ERRORS = patterns()


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("pattern", "flags", "searched"), FOUND, ids=[f"{Path(path).name}:{one[0]}" for one, path in FOUND.items()]
)
def test_an_expression_takes_time_in_proportion_to_the_length(pattern, flags, searched):
    assert slow(pattern, flags, searched) == ""


@pytest.mark.one_in(4)
@pytest.mark.parametrize("pattern", OF_ERRORS)
def test_an_expression_for_errors_is_quick_for_the_longest_that_is_read(pattern):
    assert slow(pattern, 0, lengths=[500, answers.MOST_TEXT]) == ""


def test_the_expressions_of_each_room_are_found():
    rooms = {Path(path).parent.name for path in FOUND.values()}
    assert {"verdicts", "notebooks", "run", "grading", "asking", "gradtools", "companion"} <= rooms
    assert len(FOUND) > 60
    with pytest.raises(AssertionError, match="means itself"):
        list(patterns_in(nodes_of('re.search(f"raise {kind}", code)')))


# Functions

RUNS = [*map(chr, range(9, 14)), *map(chr, range(32, 48)), *":;<=>?@[]^_`{|}~\\", "\x1b", "\0", "a", "1", "“"]
RUNS += ["\ud800", "\x1b[0m", "\x1b[", "<b>", "<!--", "</b>", "&lt;", "a ", "a.", "- ", "[(", "](", "**", "\n#", "_1"]
RUNS += ["1,", "\r\n", "  \n", "href=", " on", "a=", "\n!", "\n%", "'''", ".<locals>.", "(a", " (", "\\(", "| "]
RUNS += ["\n> ", "\n- ", "[],"]


def notebook_with(text):
    """Return a graded notebook of Day 1 with a long text wherever a learner can write one."""
    learner = copy.deepcopy(marking.source_notebook(course.assignment(1)))
    for cell in learner.cells:
        if is_answer(cell):
            cell.source = text
    learner.cells.insert(1, nbformat.v4.new_markdown_cell(f"## {text}x"))
    learner.cells.insert(1, nbformat.v4.new_code_cell(text))
    notebook, _ = submission.rebuild(learner, marking.source_notebook(course.assignment(1)))
    for cell in notebook.cells:
        if is_answer(cell) and cell.cell_type == "code":
            cell.outputs = shown(text)
    return notebook


def shown(text):
    kinds = ("text/plain", "text/html", "text/markdown", "image/svg+xml", "image/png")
    outputs = [
        {"output_type": "stream", "name": "stdout", "text": text},
        {"output_type": "display_data", "metadata": {}, "data": dict.fromkeys(kinds, text)},
        {
            "output_type": "error",
            "ename": "SyntaxError",
            "evalue": text,
            "traceback": [text, f"{text} (x, line {text}"],
        },
    ]
    return harmless.outputs_of(outputs)


def read_again(text):
    """Plan how a notebook runs, and make its page of feedback."""
    notebook = notebook_with(text)
    result = marking.read_results(notebook, course.assignment(1), [text])
    return feedback_page.page(notebook, result, feedback_page.Grades(text, text, comments={"day1-value": text}))


def parts_of(text):
    parts = [text, f"{text}\nx = (", "class Value:", f"    {text}", f"def f():\n    {text}"]
    metadata = {"nbgrader": {"grade_id": "day1-value"}}
    cells = [{"cell_type": "code", "metadata": metadata, "source": part, "id": part[:9]} for part in parts]
    return notebook_file.answer_named(cells, "day1-value", {"Value"})


def comma_in(text):
    return results.Stop("1.1", "SyntaxError", results.COMMA_TROUBLES[0], 1, f"1,1{text}.1").decimal_comma


def raised_in(text):
    return relations.raised_there(answers.Raised(text, text, answers.Place("f", 1, f"raise {text}")))


def excerpts_with(text):
    return excerpts.excerpts_of(answers.PlainValue([text] * 20), answers.PlainValue([1] * 20), answers.show)


FUNCTIONS = {
    "a file": lambda text: submission.parsed(text.encode("utf-8", "replace"), "x.ipynb"),
    "markup": harmless.clean,
    "a text cell": formgrader.harmless_markdown,
    "a code cell": formgrader.coloured_code,
    "what is printed": formgrader.printed,
    "outputs": shown,
    "names": lambda text: notebook_file.names_of(f"!true\n{text}x y"),
    "names that are given": lambda text: notebook_file.names_of(f"{text} b\n!true"),
    "parts of an answer": parts_of,
    "a decimal comma": comma_in,
    "names that are alike": lambda text: marking._alike("trace", f"trac = 1\n{text}"),
    "who raised": raised_in,
    "an error's text": copying._readable,
    "quoted words": lambda text: answers.unquoted(answers.PlainValue(f" {text}")),
    "a message": lambda text: messages.sentence("`{a}` {b}", a=text, b=text).message().markdown(),
    "excerpts": excerpts_with,
    "an id": roster.fault_of_id,
    "labels": lambda text: [roster.platforms(text), roster.AGAIN.fullmatch(text)],
    "the exchange": exchange.NAME.fullmatch,
}
PAGES = {"feedback": read_again, "formgrader": lambda text: support.formgraders_page(notebook_with(text))}


# A page takes long by itself: the runs that libraries take the square of.
WORST = ["\n", "  \n", "*", "a.", "[", "&", "<b>", "\x1b[0m", "a ", "\n> "]


def too_slow(function, runs, length, most):
    """Return the runs for which the time of a function grows faster than their length."""
    return [run for run in runs if grows(function, *(run * (each // len(run)) for each in (length // 4, length)), most)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_reads_long_runs_in_proportion_to_their_length(name, request):
    length, most = (300_000, 2.0) if request.config.getoption("--all") else (100_000, 0.5)
    assert too_slow(FUNCTIONS[name], RUNS, length, most) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PAGES)
def test_a_page_with_long_runs_is_made_quickly(name):
    assert too_slow(PAGES[name], WORST, 20_000, 4.0) == []


# Budgets, and one deadline for each submission


def test_all_outputs_of_a_notebook_share_a_budget(tmp_path, copied_course):
    (attack,) = [attack for attack in attacks() if attack.name == "outputs_beyond_the_budget"]
    outcome = batch.grade(batch.Task("eve", hand_in(attack, tmp_path / "x.ipynb"), 1, seed=1))
    assert outcome.refused == ""
    assert len(outcome.notebook) < 1.5 * cell_outputs.MOST_SHOWN
    left_out = cell_outputs.NO_ROOM.format(size=3_900_300, most=cell_outputs.MOST_SHOWN)[-80:-1]
    assert outcome.notebook.count("a" * 1000 + '"') == outcome.notebook.count("b" * 1000 + '"') == 1
    assert "d" * 100 not in outcome.notebook
    assert left_out in outcome.notebook


# A loop in C, which no handler of a signal and no other thread of Python can stop.
STUCK = re.compile(r"(a|a)*$b")


def stuck_for_eve(real):
    def stuck(*arguments, **keywords):
        of = [name for each in (*arguments, *keywords.values())
              for name in (getattr(each, "student", ""), *getattr(each, "parts", ()))]  # fmt: skip
        if "eve" in of:
            STUCK.match("a" * 60)
        return real(*arguments, **keywords)

    return stuck


@pytest.fixture
def three(recorded_course):
    for student in ("ada", "eve", "zoe"):
        support.hand_in(recorded_course, student, {})
    return recorded_course


REASON = "It took more than {} seconds of processor time to read, so it was stopped."


@pytest.mark.exhaustive
def test_what_hangs_outside_the_wall_is_refused_and_the_others_are_graded(three, capsys, monkeypatch):
    monkeypatch.setattr(processes, "SECONDS", 4)
    monkeypatch.setattr(submission, "contents", stuck_for_eve(submission.contents))
    assert main(["grade", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert f"eve: refused: {REASON.format(4)}" in lines
    assert {"ada: 0 points", "zoe: 0 points"} <= set(lines)


@pytest.mark.exhaustive
def test_what_hangs_in_the_report_is_said_and_the_others_are_counted(three, capsys, monkeypatch):
    assert main(["grade", "1"]) == 0
    monkeypatch.setattr(processes, "SECONDS", 1)
    monkeypatch.setattr(submission, "read", stuck_for_eve(submission.read))
    assert main(["report", "1"]) == 0
    out = capsys.readouterr().out
    assert REASON.format(1) in out
    assert "Students counted: 2." in out


@pytest.mark.exhaustive
def test_what_hangs_in_feedback_leaves_the_others_their_pages(three, capsys, monkeypatch):
    assert main(["grade", "1"]) == 0
    monkeypatch.setattr(processes, "SECONDS", 2)
    monkeypatch.setattr(feedback_page, "_facts", stuck_for_eve(feedback_page._facts))
    main(["feedback", "1"])
    written = {path.parent.parent.name for path in three.glob("feedback/*/day1/*.html")}
    assert written == {"ada", "zoe"}


def test_a_process_that_is_killed_otherwise_is_distinguished():
    results = dict(processes.each(killed_at_two, [1, 2, 3], 2))
    assert results[1] == 1
    assert results[3] == 3
    assert isinstance(results[2], processes.Killed)
    assert not results[2].late
    with pytest.raises(ValueError, match="four"):
        processes.call(killed_at_two, 4)


def killed_at_two(number):
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 4:
        raise ValueError("four")
    return number
