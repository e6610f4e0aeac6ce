# SPDX-License-Identifier: MIT
"""A course is a value: two in one process don't see each other's files, and a fault in one is a sentence."""

import os
import shutil
import threading

import pytest
from support import ROOT, ran

from judge import __main__ as building
from judge.asking import kept_away, questions_package
from judge.asking.ask import ask
from judge.asking.probe import probes_of
from judge.notebooks import course, reference
from judge.notebooks.about import about
from judge.notebooks.current import at_rest
from judge.verdicts.alike import expected
from judge.verdicts.catalogue import misconceptions
from judge.verdicts.decide import decide

SECOND = ROOT / "tests" / "second_course"
MASTER, COURSE = "source/words.py", "course.toml"
PROBES, MISTAKES = "questions/words_length/probes.py", "questions/words_length/mistakes.toml"


def changed(folder, name, old, new):
    if not old:
        (folder / name).parent.mkdir()
        (folder / name).write_text(new, "utf-8")
        return
    text = (folder / name).read_text("utf-8")
    assert text.count(old) == 1, f"{text.count(old)} times: {old}"
    (folder / name).write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def second(tmp_path):
    return shutil.copytree(SECOND, tmp_path / "second")


@pytest.fixture
def other(tmp_path):
    """Return another course with a package of the same name, assignments, exercises and checks of the same ids."""
    folder = shutil.copytree(SECOND, tmp_path / "other")
    changed(folder, MASTER, "return sorted(words, key=len)", "return sorted(words, key=len, reverse=True)")
    changed(folder, PROBES, '"a shorter word comes first"', '"a longer word comes first"')
    changed(folder, PROBES, 'WORDS = ["fig", ', 'WORDS = ["pomegranate", ')
    changed(folder, MISTAKES, "key=len, reverse=True", "key=len")
    changed(folder, MISTAKES, 'edit = [{ old = "key=len", new = "key=len" }]',
            'edit = [{ old = "key=len, reverse=True", new = "key=len" }]')  # fmt: skip
    changed(folder, MISTAKES, "puts the longest word first", "puts the shortest word first")
    (folder / "source" / "more.py").write_text((folder / MASTER).read_text("utf-8").replace("words-", "more-"), "utf-8")
    return folder


def seen():
    """Return what the current course says, asks and holds to be right, each as plain data."""
    check = "words-length-order"
    return {
        "root": course.root(),
        "days": [day.name for day in course.assignments()],
        "because": [one.because for one in probes_of(check)],
        "expected": expected(check, 3),
        "solution": reference.solutions("words")["words-length"],
        "titles": [entry.title for entry in misconceptions("words-length")],
        "module": questions_package.package().module("words_length.probes").WORDS[0],
        "right": decide(check, ask(check, reference.load("words"), 5), 5).outcome,
    }


def test_two_courses_in_one_process_do_not_see_each_others_files(second, other):
    own = course.root()
    with course.use(course.Course(second)):
        first = seen()
        with course.use(course.Course(other)):
            inner = seen()
        assert seen() == first
    with course.use(course.Course(other)):
        assert seen() == inner
    assert {name for name in first if first[name] == inner[name]} == {"right"}
    assert first["right"] == "correct"
    assert inner["days"] == ["more", "words"]
    assert first["module"], inner["module"] == ("fig", "pomegranate")
    # This course is as it was, with its questions in their place.
    assert course.root() == own
    assert len(probes_of("day1-value-add")) > 1
    assert "questions.words_length.right" not in kept_away.known()


def test_a_value_keeps_what_it_found_and_another_of_the_same_folder_finds_it_anew(second):
    one, same = course.Course(second), course.Course(second)
    with course.use(one):
        assert misconceptions("words-length") is misconceptions("words-length")
        kept = misconceptions("words-length")
    with course.use(same):
        assert misconceptions("words-length") is not kept
        assert misconceptions("words-length") == kept
    with course.use(one):
        assert misconceptions("words-length") is kept
        one.forget()
        assert misconceptions("words-length") is not kept


def test_a_file_that_changes_while_a_notebook_is_judged_is_read_again_afterwards(second):
    with course.use(course.Course(second)):
        (one,) = course.assignments()
        with at_rest():
            before = course.stamp(one.name)
            os.utime(second / MASTER, (1, 1))
            assert course.stamp(one.name) == before
        assert course.stamp(one.name) == 10**9


def test_all_threads_of_a_process_are_in_the_same_course(second):
    found = []
    with course.use(course.Course(second)):
        thread = threading.Thread(target=lambda: found.append(course.root()))
        thread.start()
        thread.join()
    assert found == [second]


def test_the_names_of_assignments_come_from_the_course(second):
    (second / "source" / "word_games.py").write_text((second / MASTER).read_text("utf-8"), "utf-8")
    with course.use(course.Course(second)):
        assert [(day.name, day.number) for day in course.assignments()] == [("word_games", 1), ("words", 2)]
        for asked in ("words", "words-length", "words-length-ties", "words_length", 2, "2"):
            assert course.assignment(asked).name == "words"
        assert course.assignment("word_games-first").name == course.assignment("word-games-first").name == "word_games"
        assert course.assignment("words").source_notebook == second / "source" / "words" / "words.ipynb"
        for asked in ("word", "wordsmith", "day1", "3", 0):
            with pytest.raises(course.CourseError, match="There are: word_games, words"):
                course.assignment(asked)
    (second / COURSE).write_text('questions = "questions"\nassignments = ["words", "next", "word"]\n', "utf-8")
    with course.use(course.Course(second)):  # A master may say more than the name; one that is not there is left out.
        assert [(day.name, day.number, day.stem) for day in course.assignments()] == [
            ("words", 1, "words"), ("word", 3, "word_games"),
        ]  # fmt: skip


def test_a_command_works_on_the_course_around_it(second):
    program = "from judge.notebooks import course; print(course.root())"
    inside = second / "source"
    own = {"AUTOGRAD_COURSE_ROOT": "", "PYTHONPATH": str(ROOT)}
    assert ran("python", "-c", program, cwd=inside, env=own).stdout.strip() == str(second)
    assert ran("python", "-c", program, cwd=second.parent, env=own).stdout.strip() == str(ROOT)
    assert ran(
        "python", "-c", program, cwd=inside, env={**own, "AUTOGRAD_COURSE_ROOT": str(ROOT)}
    ).stdout.strip() == str(ROOT)


# By what is wrong: the file, the text that is replaced ("" for a new file, None for one that is gone), the new one, and
# the sentence.
BAD = {
    "no course.toml": (COURSE, None, "", "/course.toml is missing: it says where a course has its questions."),
    "not TOML": (COURSE, 'questions = "questions"', "questions =", "course.toml is no TOML: "),
    "an unknown key": (
        COURSE, 'questions = "questions"', 'questions = "questions"\nteacher = "Ada"',
        "course.toml: `teacher` is no key here; there are assignments, beside, extra, language, pictures, process, "
        "questions, sentences.",
    ),
    "an unknown key of a table": (
        COURSE, 'questions = "questions"', 'questions = "questions"\n[process]\nmodule = ["math"]',
        "course.toml: [process]: `module` is no key here; there are collections, hidden, modules, packages, "
        "where_named.",
    ),
    "a key of another kind": (
        COURSE, 'questions = "questions"', "questions = 3", "course.toml: `questions` is to be a text.",
    ),
    "no package of questions": (
        COURSE, 'questions = "questions"', 'questions = "no_questions"',
        "course.toml: there is no package of questions 'no_questions': neither a folder",
    ),
    "two exercises of one id": (
        MASTER, 'answer="words-dictionary"', 'answer="words-length"',
        "source/words.py: the id words-length stands twice: rename one.",
    ),
    "two mistakes of one id": (
        MISTAKES, 'id = "words-length-alphabet"', 'id = "words-length-longest-first"',
        "questions/words_length/mistakes.toml: the id words-length-longest-first stands twice, first in "
        "questions/words_length/mistakes.toml: rename one.",
    ),
    "an exercise of no assignment": (
        MASTER, 'answer="words-length"', 'answer="length"',
        "source/words.py: length is an exercise of words, so its id begins with words-.",
    ),
    "a probe that raises while it is registered": (
        PROBES, '@probe("words-length-order"', 'raise ZeroDivisionError("by hand")\n\n\n@probe("words-length-order"',
        "questions/words_length/probes.py can't be imported (ZeroDivisionError: by hand).",
    ),
    "two probes of one name": (
        PROBES, "def tied(", 'def tied(namespace, words):\n    """Ask nothing."""\n\n\n'
        '@probe("words-length-ties", "`1`", "it is")\ndef tied(',
        "questions/words_length/probes.py: The check words-length-ties has two probes named tied: rename one.",
    ),
    "a mistake whose edit fits nowhere": (
        MISTAKES, 'old = ", key=len"', 'old = ", key=size"',
        "questions/words_length/mistakes.toml: words-length-alphabet, edit 1: the text of an edit stands 0 times in "
        "words-length: ', key=size'.",
    ),
    "a mistake that no check sees": (
        MISTAKES, 'new = "key=len, reverse=True"', 'new = "key=lambda word: len(word)"',
        "questions/words_length/mistakes.toml: words-length-longest-first: no check sees this mistake: ask a question "
        "that it gets wrong.",
    ),
    "a mistake without a verdict": (
        MISTAKES, 'verdict = "Without a `key`, `sorted` compares the words themselves."\n', "",
        "questions/words_length/mistakes.toml: entry words-length-alphabet: the key `verdict` is missing.",
    ),
    "no questions for a check": (
        PROBES, '@probe("words-length-ties"', '@probe("words-length-tied"',
        "No probe asks for words-length-ties: add one to questions/words_length/.",
    ),
    "a solution that raises": (
        MASTER, "return sorted(words, key=len)", "return sort(words, key=len)",
        "questions/words_length/probes.py: words-length-order, ordered: the solution raises NameError (name 'sort' is "
        "not defined); import it in the answer cell, or in one with the header # %% tags=[\"setup\"].",
    ),
    "an assertion that the solution fails": (
        MASTER, 'assert by_length(["pear", "fig"]) == ["fig", "pear"]', 'assert by_length(["pear", "fig"]) == []',
        'words.py, cell words-length-order, `assert by_length(["pear", "fig"]) == []`: AssertionError',
    ),
    "hidden tests of one's own": (
        MASTER, 'assert by_length(["pear", "fig"])', '### BEGIN HIDDEN TESTS\nassert by_length(["pear", "fig"])',
        "words.py: the check words-length-order has hidden tests of its own, which would cost nobody a point: write "
        "them as questions in probes.py.",
    ),
    "a solution without marks": (
        MASTER, "    ### BEGIN SOLUTION\n    return sorted(words, key=len)\n    ### END SOLUTION",
        "    return sorted(words, key=len)",
        "source/words.py: words-length: no line of its solution stands between ### BEGIN SOLUTION and "
        "### END SOLUTION; mark it: learners are handed all other lines.",
    ),
    "a folder of no exercise": (
        "questions/words-length/probes.py", "", "",
        "questions/words-length: no exercise is named so; name it as one, with underscores: words_dictionary, "
        "words_length.",
    ),
    "a section that there is not": (
        MISTAKES, 'the other way."\nsection = "1. By length"', 'the other way."\nsection = "1. By size"',
        "questions/words_length/mistakes.toml: words-length-longest-first: no section is headed '1. By size'; words.py "
        "has the headings.",
    ),
    "a mistake that is no Python": (
        MISTAKES, 'new = "key=len, reverse=True"', 'new = "key=len, reverse=(True"',
        "questions/words_length/mistakes.toml: words-length-longest-first: its edits leave words-length not valid "
        "Python: ",
    ),
    "a question that the solution does not answer": (
        PROBES, 'of different lengths as they are sorted."""\n    return namespace["by_length"]',
        'of different lengths."""\n    return namespace["by"]',
        "questions/words_length/probes.py: words-length-order, ordered: the solution does not define 'by'.",
    ),
    "an answer that can't be compared": (
        PROBES, 'of different lengths as they are sorted."""\n    return namespace["by_length"](words)',
        'of different lengths."""\n    return object()',
        "questions/words_length/probes.py: words-length-order, ordered: the solution's answer is no number, text, list",
    ),
    "an input that is not drawn": (
        PROBES, '"`by_length({words})`", "a shorter', '"`by_length({word})`", "a shorter',
        "questions/words_length/probes.py: words-length-order, ordered: its question names the input {word}, which is "
        "not drawn.",
    ),
    "an input that is written in another way": (
        PROBES, '"`by_length({words})`", "a shorter', '"`by_length({words!r})`", "a shorter',
        "questions/words_length/probes.py: words-length-order, ordered: its question says {words!r}, and nothing reads "
        "the !r; put quotes around {} where they shall be seen.",
    ),
}  # fmt: skip


@pytest.mark.one_in(2)
@pytest.mark.parametrize("what", BAD)
def test_a_fault_of_a_course_is_a_sentence_that_names_the_file(second, capsys, what):
    name, old, new, sentence = BAD[what]
    if old is None:
        (second / name).unlink()
    else:
        changed(second, name, old, new)
    with course.use(course.Course(second)):
        assert building.main(["build"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("judge: ")
    assert sentence in said
    assert said.count("\n") == said.count("judge: "), said


def test_a_course_with_a_command_of_its_own_is_built_by_that(capsys):
    assert building.main(["build", "day1"]) == 2
    assert capsys.readouterr().err == "judge: course.toml says that this course is built by `make release`: run that.\n"


def test_this_course_says_what_it_has():
    assert about().questions == "exercises"
    assert [day.name for day in course.assignments()] == list(about().assignments)
    assert set(about().extra) < set(about().assignments)
