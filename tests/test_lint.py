# SPDX-License-Identifier: MIT
"""Each kind of an author's fault, planted in a small course of one exercise, is one line that names file and entry."""

import importlib
import subprocess
import sys

import pytest

import grading.exercises
from grading.exercises.shared import folders, probe
from grading.notebooks import course, readme
from verification import folders as verified
from verification import lint
from verification.__main__ import main
from verification.lint import words

MASTER = '''# %% [markdown]
# # Day 1: Small numbers
#
# | Part | Reading, min | Exercise | Exercise, min | Points |
# |---|---:|---|---:|---:|
# | 1. Doubling | {minutes:section 1} | 1.1 double a number | {minutes:1.1} | {points:1.1} |
# | **Total: {minutes:total} min** | **{minutes:reading}** | | **{minutes:exercises}** | **{points:total}** |

# %% tags=["setup"]
import math

# %% [markdown]
# ## 1. Doubling
#
# Section 1 shows what exercise 1.1 asks for. See *1. Doubling*. Its section 9 is another text's.

# %% [markdown]
# ### Exercise 1.1: double a number (about 10 min)
#
# The number comes back twice as large.

# %% [markdown]
# <details>
# <summary>Hint 1: where to look</summary>
#
# Section 1.
#
# </details>
#
# <details>
# <summary>Hint 2: the relation</summary>
#
# Two of it.
#
# </details>
#
# <details>
# <summary>Hint 3: the shape</summary>
#
# A line.
#
# </details>

# %% answer="day1-double"
def double(x):
    """Return twice x."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION


# %% check="day1-double-number" points=2
"""double gives twice a number."""
assert double(2) == 4

# %% check="day1-double-zero" points=1
"""Twice nothing is nothing."""
assert double(0) == 0

# %% [markdown]
# ## Looking back
#
# - ☐ **double** a number: exercise 1.1, {points:1.1} points
'''

MISTAKES = """
[[design]]
name = "sum"
edit = [{ old = "return 2 * x", new = "return x + x" }]

[[misconception]]
id = "day1-tripled"
title = "The number is tripled"
edit = [{ old = "2 * x", new = "3 * x" }]
verdict = "Twice is two of it. Section 1 has the relation."
section = "1. Doubling"
also = [{ designs = ["sum"], edit = [{ old = "x + x", new = "x + x + x" }] }]

[[misconception]]
id = "day1-squared"
title = "The number is squared"
edit = [{ old = "2 * x", new = "x * x" }]
verdict = "Only 2 and 0 are doubled by that."
section = "Exercise 1.1: double a number"
"""

COMPUTED = """{
  "day1-tripled": ["day1-double-number"],
  "day1-tripled, form 2": ["day1-double-number"],
  "day1-squared": ["day1-double-number"]
}
"""

EQUIVALENTS = """
[[equivalent]]
mutants = ["double: return 2 * x => return x * 2"]
proof = "A product of numbers does not ask for their order."
"""

REWRITES = """
[[rewrite]]
named = "day1-tripled"
solution = "with_sum"
edit = [{ old = "[x, x]", new = "[x, x, x]" }]
"""

PROBES = '''
"""What is asked of ``double``."""

from grading.exercises.shared.inputs import number
from grading.exercises.shared.probe import probe


@probe("day1-double-number", "`double({a})`", "twice {a} is that", a=number)
def doubled(namespace, a):
    """Return twice a number."""
    return namespace["double"](a)


@probe("day1-double-zero", "`double(0)`", "there is nothing to double")
def nothing(namespace):
    """Return twice nothing."""
    return namespace["double"](0)
'''

STYLE = """# With a sum.
def double(x):
    return sum([x, x])
"""

README = f"""# A course

{readme.BEGIN}

| Day | Question | Minutes | Points |
|---:|---|---:|---:|
| 1 | How large is twice? | 13 | 3 |

{readme.END}
"""

FOLDER, VERIFIED = "grading/exercises/day1_double", "verification/exercises/day1_double"
TEXT, ENTRIES, ASKED = "source/day1_small.py", f"{FOLDER}/mistakes.toml", f"{FOLDER}/probes.py"
CHECKS = f"{FOLDER}/checks.json"
FILES = {
    TEXT: MASTER,
    ENTRIES: MISTAKES,
    ASKED: PROBES,
    CHECKS: COMPUTED,
    f"{VERIFIED}/equivalents.toml": EQUIVALENTS,
    f"{VERIFIED}/rewrites.toml": REWRITES,
    f"{VERIFIED}/solutions/with_sum.py": STYLE,
    "README.md": README,
    "tests/data/grade_ids.json": '{"day1": {"day1-double-number": 2.0, "day1-double-zero": 1.0}}',
}


def forget_probes():
    for name in [name for name in sys.modules if name.startswith("grading.exercises.day")]:
        del sys.modules[name]
    importlib.invalidate_caches()
    folders._known.cache_clear()


@pytest.fixture
def small(tmp_path, monkeypatch):
    """Return a function that lints a course of one exercise, after a change of one of its files."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setenv("AUTOGRAD_COURSE_ROOT", str(tmp_path))
    monkeypatch.setattr(folders, "FOLDER", tmp_path / "grading" / "exercises")
    monkeypatch.setattr(verified, "FOLDER", tmp_path / "verification" / "exercises")
    monkeypatch.setattr(grading.exercises, "__path__", [str(folders.FOLDER)])
    monkeypatch.setattr(probe, "_registry", {})
    kept = {name: module for name, module in sys.modules.items() if name.startswith("grading.exercises.day")}
    forget_probes()

    def linted(name="", old="", new=""):
        if name:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text("utf-8") if path.exists() else ""
            assert before.count(old) == 1 or not old, f"{before.count(old)} times: {old}"
            path.write_text(before.replace(old, new) if old else new, "utf-8")
        forget_probes()
        probe._registry.clear()
        # Points that change make the README stale, which is no news here.
        of_course = [] if name == TEXT else lint.faults_of_course()
        parts = [(course.day(1), "")]
        return [str(fault) for fault in [*(lint.faults(parts) or lint.uncomputed(parts)), *of_course]]

    yield linted
    forget_probes()
    sys.modules.update(kept)


def test_a_course_without_a_fault_has_none(small):
    assert small() == []


FAULTS = [
    # The text master
    (TEXT, "check=\"day1-double-zero\" points=1", "check=\"day1-double-zero\" point=1",
     "the cell day1-double-zero: its header has the unknown key 'point'; there are check"),
    (TEXT, "\"\"\"Twice nothing is nothing.\"\"\"\n", "",
     "the check day1-double-zero opens with its claim, a sentence in triple quotes; here it does not"),
    (TEXT, "Twice nothing is nothing.", " ", "check day1-double-zero: its claim is empty"),
    (TEXT, "check=\"day1-double-zero\"", "check=\"day1-half-zero\"",
     ["The grade cell day1-half-zero belongs to no answer cell: day1-double",
      "day1-double-zero, nothing: it asks for a check that there is not; day1_small.py names the checks"]),
    (TEXT, "check=\"day1-double-zero\"", "check=\"day1-double-number\"",
     ["cell day1-double-number: its id stands 2 times", "the check day1-double-number had 2 points",
      "day1-double-zero, nothing: it asks for a check that there is not"]),
    (TEXT, "**double** a number: exercise 1.1, {points:1.1}", "**double** a number: exercise 1.1, {points:1.2}",
     "{points:1.2} names nothing of this day; there are 1.1, day1-double-number"),
    (TEXT, "a number (about", "a number (3 points, about", "the card of exercise 1.1 states its points"),
    (TEXT, "number: exercise 1.1, {points:1.1}", "number: exercise 1.1, 3",
     "it states '3 points'; write a placeholder such as {points:1.1}"),
    (TEXT, "{minutes:1.1} | {points:1.1} |", "{minutes:1.1} | 3 |",
     "line 6: it states '3'; write a placeholder such as {points:1.1}"),
    (TEXT, "| {minutes:1.1} |", "| 10 |", "line 6: it states '10'; write a placeholder such as {minutes:1.1}"),
    (TEXT, "| 1. Doubling |", "| 1. Twice |", "line 6: no section is headed '1. Twice'"),
    (TEXT, "| 1.1 double a number |", "| 1.2 double a number |", "line 6: there is no exercise 1.2"),
    (TEXT, "{minutes:1.1} | {points:1.1} |", "{minutes:1.1} |", "line 6: the row has more or fewer columns"),
    (TEXT, "Section 1 shows", "Section 4 shows", "line 15: there is no section 4 of Day 1"),
    (TEXT, "what exercise 1.1", "what exercise 1.7", "line 15: there is no exercise 1.7"),
    (TEXT, "See *1. Doubling*", "See *1. Twice*", "line 15: there is no *1. Twice*"),
    (TEXT, "The number comes back", "The number of course comes back", "exercise 1.1: its card says 'of course'"),
    (TEXT, "### Exercise 1.1", "### Task 1.1",
     ["The answer cell day1-double has no card", "line 15: there is no exercise 1.1",
      "line 63: there is no exercise 1.1",
      "day1-squared: no section is headed 'Exercise 1.1: double a number'; day1_small.py has the headings"]),
    (TEXT, "<summary>Hint 3: the shape</summary>", "<summary>More</summary>", "exercise 1.1: it has 2 hints"),
    (TEXT, "# Two of it.\n", "", "exercise 1.1: 'Hint 2' is empty"),
    (TEXT, "    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION", "    return 2 * x",
     "answer cell day1-double: its stub neither raises nor holds an empty value"),
    (TEXT, "    ### END SOLUTION\n", "",
     "answer cell day1-double: The answer cell of exercise 1.1: its solution does not end"),
    (TEXT, "return 2 * x", "return 2 * x)",
     "answer cell day1-double: its solution is no Python: unmatched ')' in its line 4"),
    (TEXT, "check=\"day1-double-zero\" points=1", "check=\"day1-double-zero\" points=2",
     "the check day1-double-zero had 1 point when it was released and has 2 now"),
    (TEXT, "check=\"day1-double-zero\" points=1", "check=\"day1-double-zero\" points=1 note=3",
     "the cell day1-double-zero: its note is a text in quotes, such as note=\"...\"."),
    (TEXT, "check=\"day1-double-zero\" points=1", "check=\"day1-double-zero\" points=-1",
     "the check day1-double-zero: its header needs points, such as points=1."),
    (TEXT, "# %% [markdown]\n# # Day 1", "# %%\n# # Day 1",
     "the heading '# Day 1: Small numbers' stands in a cell of code; write `# %% [markdown]` above its cell."),
    (TEXT, "import math\n", f"import math  # {'x' * 120}\n",
     "a line of code has 135 characters, and 120 are in sight: 'import math # xxx"),
    (TEXT, "import math\n", "draw_graph(e)\n", "cell draw_graph(e): draw_graph is called without caption=; say it"),
    (TEXT, "import math\n", "show_figure(fig, caption=\"Figure 1.2. A line.\")\n",
     "show_figure is called without alt=; say it in words."),
    (TEXT, "import math\n", "fig, ax = plt.subplots()\n", "cell fig, ax = plt.subplots(): it plots, and is not folded"),
    (TEXT, "tags=[\"setup\"]\n", "jupyter={\"source_hidden\": true}\n",
     "cell import math: it is folded, and its first line does not say what it does; begin with a comment"),
    (TEXT, "tags=[\"setup\"]\nimport math\n",
     "jupyter={\"source_hidden\": true}\n# A line.\nfig, ax = plt.subplots()\n",
     "cell # A line.: its first line does not begin with `# Draws Figure`; say which one."),
    (TEXT, "| {minutes:section 1} | 1.1", "| ten | 1.1",
     "line 6: 'ten' is no number of minutes; write `{minutes:section 1}`, say."),
    (TEXT, "| {minutes:section 1} | 1.1", "| 10 | 1.1",
     "line 6: it states '10'; write a placeholder such as {minutes:section 1}"),
    (TEXT, "The number comes back", f"{'The number comes back, ' * 9}and the number comes back",
     "line 20: a sentence has 44 words, and 35 are the most: 'The number comes back, The"),
    (TEXT, "# Two of it.\n", f"# {'two ' * 36}`x x`.\n",
     "a sentence has 37 words, and 35 are the most"),
    (TEXT, "# Section 1.\n", "# Section 1.\n#\n# ## Symptom and cause\n",
     "exercise 1.1: its card does not lead to the table *Symptom and cause*; write `[Symptom and cause](#Symptom"),
    (TEXT, "# Section 1.\n", "# Section 1.\n#\n# #### Symptom and cause in 1.1\n",
     "its card does not lead to the table *Symptom and cause in 1.1*; write `[Symptom and cause in 1.1](#Symptom-and-"),
    (TEXT, "# ## 1. Doubling\n", f"# ## 1. Doubling\n#\n# {'Two words. ' * 330}\n",
     "words stand before its first card, and 650 are the most; move what the card does not need behind it, or"),
    (TEXT, "# ## Looking back\n", f"# ## Looking back\n#\n# {'Two words. ' * 350}\n",
     "words stand after its last section, and 700 are the most; cut them, or fold them."),
    # The README
    ("README.md", "| 13 | 3 |", "| 13 | 4 |",
     "README.md: table of days: its minutes and points are not those of the days; run `make release`."),
    # The catalogue
    (ENTRIES, "section = \"1. Doubling\"", "section = \"2. Doubling\"",
     "day1-tripled: no section is headed '2. Doubling'"),
    (ENTRIES, "1.1: double a number\"", "1.1: double a number (3 points, about 10 min)\"",
     "day1-squared: its section is quoted with points or minutes; write 'Exercise 1.1: double a number'."),
    (ENTRIES, "title = \"The number is squared\"", "titel = \"The number is squared\"",
     ["day1-squared: the key `title` is missing", "day1-squared: `titel` is no key here; there are also, edit"]),
    (ENTRIES, "also = [{ designs = [\"sum\"]", "also = [{ designs = \"sum\"",
     ["day1-tripled, `also` 1: `designs` is to be a list of texts", "day1-tripled, `also` 1, edit 1: the text of an"]),
    (ENTRIES, "[[design]]", "[[designs]]",
     ["`designs` is no key here; there are design, misconception", "`also` 1: no [[design]] is named 'sum'",
      "day1-tripled, `also` 1, edit 1: the text of an edit stands 0 times in day1-double: 'x + x'"]),
    (ENTRIES, "section = \"1. Doubling\"", "section = \"1. Doubling\"\nsymptom = \"6 for 4\"",
     "the table *Symptom and cause* has no row '6 for 4'; quote what stands in the first column of one."),
    (ENTRIES, "verdict = \"Only", "verdict = Only", f"{ENTRIES}: is no TOML: Invalid value (at line "),
    (ENTRIES, "\"day1-squared\"", "\"day1-tripled\"", "day1-tripled: the id stands twice: it is here already"),
    (ENTRIES, "\"day1-squared\"", "\"squared\"", "squared: its id does not begin with its day; write day1-..."),
    (ENTRIES, "is squared\"", "is squared.\"", "day1-squared: its title ends in a full stop or a blank"),
    (ENTRIES, "doubled by that.\"", "doubled by that\"", "day1-squared: its verdict does not end in a full stop"),
    (ENTRIES, "Only 2 and 0", "Obviously 2 and 0", "day1-squared: its verdict says 'obviously'"),
    (ENTRIES, "The number is squared", "The number is just squared", "day1-squared: its title says 'just'"),
    (ENTRIES, "Section 1 has", "Section 3 has", "its verdict points to section 3 of Day 1, which does not exist"),
    (ENTRIES, "{ old = \"2 * x\", new = \"x * x\" }", "{ old = \"2*x\", new = \"x * x\" }",
     "day1-squared, edit 1: the text of an edit stands 0 times in day1-double: '2*x'"),
    (ENTRIES, "{ old = \"2 * x\", new = \"x * x\" }", "{ old = \"x\", new = \"y\" }",
     "day1-squared, edit 1: the text of an edit stands 3 times in day1-double (say more, or `every = true`)"),
    (ENTRIES, "{ old = \"2 * x\", new = \"x * x\" }", "{ cell = \"day1-x\", old = \"2 * x\", new = \"x * x\" }",
     "day1-squared, edit 1: there is no answer cell 'day1-x'; there are day1-double"),
    (ENTRIES, "{ old = \"2 * x\", new = \"x * x\" }", "{ old = \"2 * x\", new = \"2 * x\" }",
     "day1-squared: its edits change nothing"),
    (ENTRIES, "{ old = \"2 * x\", new = \"x * x\" }", "{ old = \"2 * x\", new = \"x x\" }",
     "day1-squared: its edits leave day1-double no Python: invalid syntax"),
    (ENTRIES, "old = \"x + x\"", "old = \"x  + x\"",
     "day1-tripled, `also` 1, edit 1: the text of an edit stands 0 times in day1-double"),
    (ENTRIES, "designs = [\"sum\"]", "designs = [\"sums\"]",
     ["day1-tripled, `also` 1: no [[design]] is named 'sums'; there are: sum",
      "day1-tripled, `also` 1, edit 1: the text of an edit stands 0 times"]),
    (ENTRIES, "old = \"return 2 * x\"", "old = \"return 3 * x\"",
     ["day1-tripled, `also` 1, design sum, edit 1: the text of an edit stands 0 times", "edit 1: the text of an edit"]),
    # Which checks they fail
    (CHECKS, "  \"day1-tripled, form 2\": [\"day1-double-number\"],\n", "",
     "day1-tripled, form 2: the checks that it fails are not computed; run `make prove EXERCISE=day1-double`"),
    (CHECKS, "day1-squared", "day1-halved",
     ["day1-squared: the checks that it fails are not computed", "day1-halved: there is no such mistake any more"]),
    (CHECKS, "\"day1-squared\": [\"day1-double-number\"", "\"day1-squared\": [\"day1-double-two\"",
     "'day1-double-two' is no check of day1"),
    # The equivalents
    (f"{VERIFIED}/equivalents.toml", "their order.", "their order", "entry 1: its proof does not end in a full stop"),
    (f"{VERIFIED}/equivalents.toml", "mutants =", "mutant =",
     ["entry 1: the key `mutants` is missing", "entry 1: `mutant` is no key here; there are mutants, proof"]),
    (f"{VERIFIED}/equivalents.toml", "[\"double: return 2 * x => return x * 2\"]", "[\"x\", \"x\"]",
     "entry 1: the mutant stands twice: 'x'"),
    # The rewrites and the right solutions
    (f"{VERIFIED}/rewrites.toml", "old = \"[x, x]\"", "old = \"(x, x)\"",
     "rewrites.toml: entry 1 (day1-tripled), edit 1: the text of an edit stands 0 times in day1-double: '(x, x)'"),
    (f"{VERIFIED}/rewrites.toml", "\"day1-tripled\"", "\"day1-halved\"",
     "entry 1 (day1-halved): no mistake of this exercise has the id 'day1-halved'"),
    (f"{VERIFIED}/rewrites.toml", "\"with_sum\"", "\"with_product\"",
     "entry 1 (day1-tripled): there is no solution 'with_product'"),
    (f"{VERIFIED}/solutions/with_sum.py", "[x, x])", "[x, x]", "with_sum.py: it is no Python"),
    (f"{VERIFIED}/solutions/notes.md", "", "Notes.",
     "solutions/notes.md: a solution is the answer cell, in a file that ends in .py"),
    # The folders
    (f"{FOLDER}/mistake.toml", "", "", "day1_double/mistake.toml: nothing reads a file of this name"),
    ("grading/exercises/day1_halve/styles/a.py", "", "x = 1\n",
     "grading/exercises/day1_halve: no exercise of day1 is named so; its folders are: day1_double."),
    ("grading/exercises/day7_halve/probes.py", "", "", "grading/exercises/day7_halve: there is no such day"),
    # The probes
    (ASKED, "\"day1-double-zero\"", "\"day1-double-none\"",
     ["grading/exercises/day1_double: day1-double-zero: the check has no probe; write one",
      f"{ASKED}: day1-double-none, nothing: it asks for a check that there is not"]),
    (ASKED, "`double({a})`", "`double({b})`", "doubled: its question names the input {b}, which is not drawn"),
    (ASKED, "twice {a} is that", "twice {c} is that", "doubled: its reason names the input {c}, which is not drawn"),
    (ASKED, "twice {a} is that", "twice {a is that", "doubled: its reason has a brace too many or too few"),
    (ASKED, "a=number)", "a=number, b=number)", "doubled: it draws the input 'b', which its function does not take"),
    (ASKED, "def doubled(namespace, a)", "def doubled(namespace, a, b)",
     "doubled: its function takes 'b', which is not drawn; draw it: b=number."),
    (ASKED, "twice {a} is that", "twice {a} simply is that", "doubled: its reason says 'simply'"),
    (ASKED, "twice {a} is that", "section 5 says so", "doubled: its reason points to section 5 of Day 1"),
    (ASKED, "\"day1-double-zero\", \"`double(0)`\", \"there is nothing to double\")\ndef nothing(namespace):",
     "\"day1-double-number\", \"`double(0)`\", \"there is nothing to double\")\ndef doubled(namespace):",
     "line 14: The check day1-double-number has two probes named doubled: rename one."),
    (ASKED, "a=number)", "a=numbers)", "line 8: NameError: name 'numbers' is not defined"),
    (ASKED, "return namespace[\"double\"](0)", "return namespace[\"double\"](0", "line 17: it is no Python: "),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "lines"), FAULTS)
def test_a_fault_is_a_line_that_names_the_file_and_the_entry(small, name, old, new, lines):
    lines = [lines] if isinstance(lines, str) else lines
    said = small(name, old, new)
    assert len(said) == len(lines), said
    for line, part in zip(said, lines, strict=True):
        assert part in line
        assert line.startswith(
            ("source/day1_small.py: ", "grading/exercises/day", "verification/exercises/day", "README.md: ")
        )
        assert "\n" not in line
        assert line.endswith(".")


@pytest.mark.parametrize("name", [ASKED, "all"])
def test_a_folder_that_is_not_there_and_probes_that_are_not_there_are_said(small, tmp_path, name):
    (tmp_path / ASKED).unlink()
    if name == ASKED:
        assert small() == [f"{FOLDER}: there are no probes; write them in probes.py."]
        return
    (tmp_path / FOLDER).rename(tmp_path / "elsewhere")
    assert small() == [f"{FOLDER}: the folder of day1-double is missing; make it, with probes.py."]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("word " * 35, []),
        ("word " * 36, [36]),
        (f"{'word ' * 20}end. {'word ' * 20}", []),
        (f"{'word ' * 20}end; {'word ' * 20}", [41]),
        (f"{'word ' * 20}\n{'word ' * 20}", [40]),
        (f"{'word ' * 20}\n\n{'word ' * 20}", []),
        (f"- {'word ' * 20}\n- {'word ' * 20}", []),
        (f"| {'word ' * 40}|", []),
        (f"`{'word ' * 40}` ends.", []),
        (f"$x {'+ y ' * 40}$ ends.", []),
        (f"{'word ' * 34}[two words](https://example.org/a b)", [36]),
    ],
)
def test_a_sentence_is_counted_in_words_where_code_is_one(text, counts):
    assert [count for _, _, count in words.long_sentences(enumerate(text.split("\n"), start=1))] == counts


def test_all_faults_are_said_at_once(small):
    small(TEXT, 'check="day1-double-zero" points=1', 'check="day1-double-zero" point=1')
    small(TEXT, "Section 1 shows", "Section 4 shows")
    small(ENTRIES, 'is squared"', 'is squared."')
    small(f"{VERIFIED}/equivalents.toml", "their order.", "their order")
    said = small(ASKED, "`double({a})`", "`double({b})`")
    assert [line.split(": ")[0] for line in said] == [TEXT, TEXT, ENTRIES, f"{VERIFIED}/equivalents.toml", ASKED]


def test_the_command_says_the_lines_and_how_many(small, capsys):
    assert main(["lint", "day1-double"]) == 0
    assert capsys.readouterr().out == "lint: no faults in the course's files\n"
    small(ENTRIES, 'is squared"', 'is squared."')
    assert main(["lint"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith(f"{ENTRIES}: day1-squared: its title ends in a full stop")
    assert said[1] == "lint: 1 fault in the course's files"
    assert main(["prove", "day1-double"]) == 1
    assert main(["lint", "--before-release"]) == 1
    assert main(["lint", "day1-treble"]) == 2
    assert "There is no exercise 'day1-treble'. day1 has: day1-double." in capsys.readouterr().err


def test_this_course_has_no_fault_and_the_linter_does_not_wait_for_pytorch():
    code = "import sys; from verification.__main__ import main; sys.exit(main(['lint']) or 'torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "lint: no faults in the course's files\n"
    assert done.returncode == 0, done.stderr
