# SPDX-License-Identifier: MIT
"""Somebody else's nbgrader course behind the wall: that of `nbgrader quickstart`, with two lines of configuration.

`make test-wall` runs what takes minutes: thirty submissions with stock nbgrader and here, and those that attack.
"""

import contextlib
import datetime
import json
import logging
import os
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
import zoneinfo
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import nbgrader
import numpy
import own_course
import pytest
import stock_nbgrader
from nbgrader.api import Gradebook
from nbgrader.converters.base import NbGraderException
from own_course import CHECKS, NAME, NOTEBOOK, SQUARES, SUMS
from support import ROOT, needs_confinement
from traitlets.config import Application, Config

from judge.run.confined import copies
from judge.run.confined.client import Executor, Limits, NotConfinedHere
from judge.wall import confine, cores, process, summary, unfinished
from judge.wall.unfinished import MARK

pytestmark = needs_confinement
# How often grading is killed, and the seed of the moments.
KILLS, SEED = int(os.environ.get("KILLS", "6")), int(os.environ.get("SEED", "1"))
RIGHT = {"squares": SQUARES[0], "sum_of_squares": SUMS[0]}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """The course behind the wall, with its warm process, which all tests share that change no setting."""
    yield own_course.made(tmp_path_factory.mktemp("class") / "course")
    process.close()


def graded(folder, student, force=True):
    """Grade a submission as formgrader's button does; return what nbgrader says and the points of its checks."""
    done = own_course.api(folder).autograde(NAME, student, force=force)
    found = stock_nbgrader.scores(folder).get(student, {})
    return done, {check: found.get(check) for check in CHECKS}


def test_a_class_of_three_gets_its_points(course):
    own_course.hand_in(course, "ann", RIGHT)
    own_course.hand_in(course, "bob", {"squares": SQUARES[1], "sum_of_squares": SUMS[0]})
    own_course.hand_in(course, "cem", {})
    for student, points in (
        ("ann", CHECKS),
        ("bob", {**dict.fromkeys(CHECKS, 0.0), "sum_of_squares_uses_squares": 0.5}),
        ("cem", dict.fromkeys(CHECKS, 0.0)),
    ):
        done, found = graded(course, student)
        assert done["success"], done
        assert found == points
    assert "4 checks, 3 judged outside and 1 beside the submission. A submission can't reach your files" in done["log"]
    assert "WARNING" not in done["log"]


def test_an_answer_of_another_type_has_no_points_until_somebody_looks(course):
    strange = "class A(object):\n    __eq__ = lambda *_: True\ndef squares(n):\n    return A()"
    own_course.hand_in(course, "dot", {"squares": strange, "sum_of_squares": SUMS[1]})
    done, found = graded(course, "dot")
    assert "Waiting for your look in formgrader (checks: 1, submissions: 1): dot. An answer there" in done["log"]
    assert found["correct_squares"] == 0
    assert found["correct_sum_of_squares"] == 0.5
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        grades = {check: gradebook.find_grade(check, NOTEBOOK, NAME, "dot").needs_manual_grade for check in CHECKS}
    assert [check for check, needed in grades.items() if needed] == ["correct_squares"]


def points(folder, student, **answers):
    """Hand in, grade, and return the points of each check, and the log."""
    own_course.hand_in(folder, student, answers)
    done = own_course.api(folder).autograde(NAME, student)
    return stock_nbgrader.scores(folder).get(student), done.get("log", "")


MEANT = [
    own_course.answer("one", "value = 3"),
    own_course.check("all", 1, "assert value == 3"),
    own_course.check("part", 4, "4 if value == 3 else 1.5"),
    own_course.answer("two", "import helper, sys\ntable = open('data/table.csv').read()"),
    own_course.check("beside", 1, "assert helper.TWO == 2 and table == 'a,b'"),
    own_course.answer("three", "def f():\n    return 1"),
    own_course.check("called", 2, "assert f() == 1"),
    own_course.check("last", 1, "assert True"),
]


@pytest.fixture(scope="module")
def meant(tmp_path_factory):
    files = {"helper.py": "TWO = 2", "data/table.csv": "a,b"}
    folder = own_course.of_cells(tmp_path_factory.mktemp("meant") / "c", MEANT, "total=12", files)
    with open(folder / "nbgrader_config.py", "a") as file:
        file.write("c.Execute.timeout = 2\n")
    yield folder
    process.close()


FULL = {"one": "value = 3", "two": MEANT[3].source, "three": "def f():\n    return 1"}
NOTHING_AFTER = {"all": 0, "part": 0, "beside": 0, "called": 0, "last": 0}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("student", "changed", "expected"),
    [
        ("full", {}, {"all": 1, "part": 4, "beside": 1, "called": 2, "last": 1}),
        ("partly", {"one": "value = 4"}, {"all": 0, "part": 1.5, "beside": 1, "called": 2, "last": 1}),
        # Anything on stderr costs the check its points, as in nbgrader.
        ("warns", {"three": "import sys\ndef f():\n    print('!', file=sys.stderr)\n    return 1"}, {"called": 0}),
        # What a check shows on its way is no value of its last line.
        ("shows", {"three": "import sys\ndef f():\n    sys.displayhook(2)\n    return 1"}, {"called": 2, "last": 1}),
        ("forges", {"three": "import sys\ndef f():\n    sys.displayhook(1)\n    return 0"}, {"called": 0}),
        # More than a check's points aborts nbgrader; here it costs that check.
        ("more", {"one": "class V(int):\n    __eq__ = lambda *_: True\nvalue = V(3)\nimport sys"}, {"last": 1}),
        ("hangs", {"three": "def f():\n    while True:\n        pass"}, {"called": 0, "last": 1}),
        ("exits", {"three": "import os\ndef f():\n    os._exit(0)"}, {"all": 1, "called": 0, "last": 0}),
        ("quits", {"three": "exit()\ndef f():\n    return 1"}, {"called": 2, "last": 1}),
        ("asks", {"three": "def f():\n    return input()"}, {"called": 0, "last": 1}),
        ("no python", {"one": "value = ("}, {"all": 0, "beside": 1}),
    ],
)
def test_checks_have_nbgraders_meaning(meant, student, changed, expected):
    found, log = points(meant, student, **{**FULL, **changed})
    assert found.items() >= expected.items(), log
    assert (f"Stopped for time (submissions: 1): {student}." in log) == (student == "hangs"), log


@pytest.mark.exhaustive
def test_a_check_that_never_ran_has_no_points_and_says_why(meant):
    found, log = points(
        meant, "slow", **{**FULL, "one": "import time\nfor _ in range(9):\n    pass\nimport os\nos.abort()"}
    )
    assert found == NOTHING_AFTER
    assert "slow: The submission ended its kernel." in log
    text = (meant / "autograded" / "slow" / NAME / f"{NOTEBOOK}.ipynb").read_text()
    assert "This check was not run. The submission ended its kernel." in text


@pytest.mark.exhaustive
def test_a_check_that_the_student_tagged_is_run(course):
    wrong = {"squares": SQUARES[1], "sum_of_squares": SUMS[2]}
    tags = {check: {"tags": ["skip-execution"]} for check in CHECKS}
    own_course.hand_in(course, "tagged", wrong, **tags)
    _, found = graded(course, "tagged")
    assert not any(found.values())


@pytest.mark.exhaustive
def test_files_of_the_student_come_along_and_links_do_not(meant):
    place = own_course.hand_in(meant, "brings", {**FULL, "three": "import mine\nf = mine.f"})
    (place / "mine.py").write_text("def f():\n    return 1")
    (place / "gradebook.txt").symlink_to(meant / "gradebook.db")
    (place / "outside").symlink_to(meant)
    done = own_course.api(meant).autograde(NAME, "brings")
    assert stock_nbgrader.scores(meant)["brings"]["called"] == 2
    assert "brings: gradebook.txt is a link" in done["log"]
    assert "brings: outside is a link" in done["log"]
    assert not (meant / "autograded" / "brings" / NAME / "gradebook.txt").exists()


@pytest.mark.exhaustive
def test_a_notebook_that_is_a_link_is_not_read(course):
    place = own_course.hand_in(course, "links", RIGHT)
    (place / f"{NOTEBOOK}.ipynb").unlink()
    (place / f"{NOTEBOOK}.ipynb").symlink_to(course / "source" / NAME / f"{NOTEBOOK}.ipynb")
    done, found = graded(course, "links")
    assert not done["success"]
    assert "is a link or no file" in done["log"]
    assert not any(found.values())
    assert not (course / "autograded" / "links").joinpath(NAME).exists()


# Courses that can't be graded so: what is wrong, and what the one sentence says.
def solution(lines, check="assert value == 3"):
    return [own_course.answer("one", lines), own_course.check("only", 1, check)]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("cells", "more", "said"),
    [
        (solution("value = 4"), "", "`only` of"),
        (solution("value = 4"), "", "AssertionError"),
        (solution("import nowhere_at_all\nvalue = 3"), "", "`nowhere_at_all` is not installed for"),
        (solution("open('/data/numbers.csv')\nvalue = 3"), "", "It looks for /data/numbers.csv"),
        (
            solution("import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9')\nvalue = 3"),
            "",
            "It asks the network",
        ),
        (solution("open('/usr/x', 'w')\nvalue = 3"), "", "It writes to /usr/x"),
        (solution("while True:\n    pass"), "total=1", "of 1 points"),
        (solution("value = 3", "0.5 if value else 0"), "", "0.5 of 1 points"),
        (solution("value = 3"), 'modules=["numpyy"]', "No module named 'numpyy'"),
    ],
)
def test_nothing_is_graded_where_the_solution_loses_points(tmp_path, cells, more, said):
    folder = own_course.of_cells(tmp_path / "c", cells, more)
    own_course.hand_in(folder, "ann", {"one": "value = 3"})
    done = own_course.api(folder).autograde(NAME, "ann")
    assert not done["success"]
    (line,) = [line for line in done["log"].splitlines() if "ERROR" in line]
    assert said in line
    assert not (folder / "autograded").exists()
    assert "ann" not in stock_nbgrader.scores(folder)
    process.close()


@pytest.mark.exhaustive
def test_a_check_that_another_needs_in_a_hidden_way_runs_beside(tmp_path):
    cells = [
        own_course.answer("one", "def f():\n    return 1"),
        own_course.check("defines", 1, "def four():\n    return 4\nassert f() == 1"),
        own_course.check("needs", 1, "assert eval('four' + '()') == 4"),
    ]
    folder = own_course.of_cells(tmp_path / "c", cells)
    found, log = points(folder, "ann", one="def f():\n    return 1")
    assert found == {"defines": 1, "needs": 1}, log
    assert "2 checks, 0 judged outside and 2 beside the submission" in log
    said = own_course.autograde(folder, "--force", "--log-level=DEBUG").stderr
    assert "Judged outside: -. Beside the submission: defines (a later cell needs that it ran there); " in said
    assert "needs (outside, it does not give your solution all points)." in said
    process.close()


@pytest.mark.exhaustive
def test_a_check_that_may_fail_is_graded_all_the_same(tmp_path):
    folder = own_course.of_cells(tmp_path / "c", solution("value = 4"), 'may_fail=["only"]')
    found, log = points(folder, "ann", one="value = 3")
    assert found == {"only": 1}, log
    process.close()


def _too_large(folder):
    with open(folder / "source" / NAME / "data.bin", "wb") as file:
        file.truncate(300 * 2**20)
    return "The files beside ps1 have 300 MB, and 100 MB may come behind the wall"


def _no_source(folder):
    (folder / "source" / NAME / f"{NOTEBOOK}.ipynb").unlink()
    return f"{NOTEBOOK}.ipynb is missing: your own solution is graded before"


def _other_kernel(folder):
    path = folder / "source" / NAME / f"{NOTEBOOK}.ipynb"
    notebook = json.loads(path.read_text())
    notebook["metadata"]["kernelspec"] = {"name": "ir", "language": "R", "display_name": "R"}
    path.write_text(json.dumps(notebook))
    return "is for the kernel ir, and the wall runs Python alone"


def _not_released(folder):
    (folder / "gradebook.db").unlink()
    return "ps1 is not in the gradebook: run `nbgrader generate_assignment ps1` first"


@pytest.mark.exhaustive
@pytest.mark.parametrize("change", [_too_large, _no_source, _other_kernel, _not_released])
def test_a_course_that_lacks_something_hears_one_sentence(tmp_path, change):
    folder = own_course.of_cells(tmp_path / "c", solution("value = 3"))
    own_course.hand_in(folder, "ann", {})
    said = change(folder)
    done = own_course.api(folder).autograde(NAME, "ann")
    errors = [line for line in done["log"].splitlines() if "ERROR" in line]
    assert len(errors) == 1
    assert said in errors[0]
    assert not (folder / "autograded").exists()
    process.close()


def test_where_the_system_cant_confine_nothing_is_graded(course, monkeypatch):
    process.close()
    own_course.hand_in(course, "early", RIGHT)

    def refused(_):
        raise NotConfinedHere("Strangers' code can't be confined here: the system refuses unshare (Not permitted).")

    monkeypatch.setattr(process, "Executor", refused)
    done, _ = graded(course, "early")
    assert not done["success"]
    assert "the system refuses unshare" in done["log"]
    assert not (course / "autograded" / "early").exists()


def test_a_configuration_says_what_is_wrong_with_it(monkeypatch):
    configuration = Config()
    confine(configuration)
    with pytest.raises(SystemExit, match="called twice"):
        confine(configuration)
    with pytest.raises(SystemExit, match="a list of names"):
        confine(Config(), "numpy")
    with pytest.raises(SystemExit, match="failed, so nothing is done"):
        confine(None)
    monkeypatch.setattr(nbgrader, "__version__", "0.8.5")
    with pytest.raises(SystemExit, match=r"nbgrader 0\.8\.5 is too old"):
        confine(Config())


@pytest.mark.exhaustive
def test_whatever_steps_the_course_names_execute_is_replaced(tmp_path):
    folder = own_course.of_cells(tmp_path / "c", solution("import os\nvalue = 3"))
    with open(folder / "nbgrader_config.py", "a") as file:
        file.write(
            "from nbgrader.preprocessors import Execute, SaveAutoGrades\n"
            "class Mine(Execute):\n    pass\n"
            "c.Autograde.autograde_preprocessors = [Mine, SaveAutoGrades]\n"
        )
    planted = tmp_path / "planted"
    found, log = points(folder, "ann", one=f"value = 3\nopen({str(planted)!r}, 'w')")
    assert found == {"only": 1}, log
    assert "Mine would run submissions as you" in log
    assert not planted.exists()
    process.close()


# Submissions that attack. Each stands where `squares` should be, and answers nothing right by itself. In capitals: the
# folders of the instructor, and a port on which somebody listens.
ATTACKS = {
    "reads_the_source": """
import os
def _found():
    for top in (COURSE, HOME, "..", "../..", "../../..", "/course", "/usr/local/share"):
        for folder, _, files in os.walk(top):
            for file in files:
                text = open(os.path.join(folder, file), errors="replace").read()
                if "BEGIN SOLUTION" in text:
                    return text
import json
for _cell in json.loads(_found())["cells"]:
    if "def squares" in "".join(_cell["source"]):
        exec("".join(_cell["source"]))
""",
    "reads_the_checks": """
import glob
for _file in glob.glob("**/*.ipynb", recursive=True) + glob.glob("/tmp/**/*.ipynb", recursive=True):
    print("GOT", open(_file).read())
""",
    "plants_a_file": """
import os
for _place in (HOME, COURSE, "..", "/usr/local/lib", os.path.dirname(os.__file__)):
    try:
        open(_place + "/planted.py", "w").write("x")
    except OSError:
        pass
""",
    "plants_a_startup_file": """
import os
_place = os.path.expanduser("~") + "/.ipython/profile_default/startup"
os.makedirs(_place)
open(_place + "/0.py", "w").write("squares = lambda n: [1]")
""",
    "opens_the_gradebook": """
import sqlite3
_base = sqlite3.connect(COURSE + "/gradebook.db")
_base.execute("UPDATE grade SET auto_score = max_score")
_base.commit()
""",
    "reads_the_others": """
import glob
for _file in glob.glob(COURSE + "/submitted/*/*/*") + glob.glob(COURSE + "/autograded/*/*/*"):
    print("GOT", open(_file, "rb").read())
""",
    "asks_the_network": """
import socket
socket.create_connection(("127.0.0.1", PORT), 2).sendall(b"GOT")
""",
    "reads_the_environment": """
import os
print("GOT" if "SECRET_OF_MINE" in os.environ or b"SECRET_OF_MINE" in open("/proc/self/environ", "rb").read() else "")
""",
    "forks": """
import os
while True:
    os.fork()
""",
    "takes_memory": "_taken = []\nwhile True:\n    _taken.append(bytearray(2**28))",
    "takes_the_disk": """
for _number in range(10_000):
    with open(str(_number), "wb") as _file:
        _file.write(bytes(2**24))
""",
    "hangs": """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
while True:
    pass
""",
    "sleeps_long": """
import time
while True:
    try:
        time.sleep(99)
    except BaseException:
        pass
""",
    "exits": "import os\nos._exit(0)",
    "crashes": "import ctypes\nctypes.string_at(0)",
    "kills": "import os\nos.kill(os.getppid(), 9)\nos.kill(-1, 9)",
    "lives_on": """
import subprocess
subprocess.Popen(["sleep", "4321.5"], start_new_session=True)
""",
    "runs_a_script": """
from IPython.display import HTML
display(HTML("<script>alert(1)</script><img src=x onerror=alert(1)>"))
""",
    "runs_a_script_as_svg": """
_svg = "<svg onload='alert(1)'><script>alert(1)</script></svg>"
display({"image/svg+xml": _svg, "text/html": "<b onclick=alert(1)>"}, raw=True)
""",
    "writes_without_end": "while True:\n    print('x' * 10_000)",
    "imports_the_grader": """
import judge, grading
from judge.wall import solution
print("GOT")
""",
    "mounts": """
import ctypes
print("GOT" if ctypes.CDLL(None).mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0 else "")
print("GOT" if ctypes.CDLL(None).unshare(0x10000000) == 0 else "")
""",
    "forges_a_value": "import sys\nsys.displayhook(1)\nsquares = lambda n: sys.displayhook(1)",
    "forges_an_answer": """
import os
for _number in range(3, 64):
    try:
        os.write(_number, b'{"outputs": []}\\n' * 40)
    except OSError:
        pass
""",
    "answers_what_is_equal": "class A(int):\n    __eq__ = lambda *_: True\nsquares = lambda n: A()",
    "answers_what_lies": "class A:\n    __class__ = list\n    __eq__ = lambda *_: True\nsquares = lambda n: A()",
    "answers_anything": "from unittest.mock import ANY\nsquares = lambda n: ANY",
    "looks_for_the_check": """
import gc, sys
def squares(n):
    frame = sys._getframe()
    while frame:
        for _found in [*frame.f_locals.values(), *frame.f_code.co_consts, *gc.get_objects()]:
            if isinstance(_found, (str, list, dict, tuple)) and "assert squares(1) ==" in str(_found)[:100_000]:
                return eval(str(_found).split(f"squares({n}) == ")[1].split("\\n")[0])
        frame = frame.f_back
""",
    "imitates_an_answer": """
import os
def squares(n):
    for _number in range(3, 64):
        try:
            os.write(_number, b'{"outputs": [], "strange": [], "answer": {}}\\n')
        except OSError:
            pass
""",
    "answers_by_a_copy": "import os\ndef squares(n):\n    os.fork()\n    return [1] if n == 1 else []",
    "answers_differently": "_seen = []\ndef squares(n):\n    _seen.append(n)\n    return [len(_seen)] * n",
    "replaces_the_answers": """
import gc, types
for _found in gc.get_objects():
    if isinstance(_found, types.FunctionType) and "wall" in str(_found.__module__):
        _found.__code__ = (lambda *_: {"outputs": [], "strange": [], "seal": ""}).__code__
squares = lambda n: 0
""",
    "raises_half_a_character": "raise ValueError('\\ud800')",
    "formats_an_error": "class E(Exception):\n    def __str__(self):\n        raise self\nraise E",
}


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
def test_submissions_that_attack_get_nothing_and_leave_nothing(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    folder = own_course.made(home / "course", "total=20")
    with open(folder / "nbgrader_config.py", "a") as file:
        file.write("c.Execute.timeout = 3\n")
    own_course.hand_in(folder, "ann", RIGHT)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.settimeout(0.1)
        names = f"HOME, COURSE, PORT = {str(home)!r}, {str(folder)!r}, {listening.getsockname()[1]}\n"
        for name, attack in ATTACKS.items():
            own_course.hand_in(folder, name, {"squares": names + attack, "sum_of_squares": SUMS[2]})
        _file_attacks(folder)
        before = sorted(map(str, home.rglob("*")))
        done = own_course.autograde(folder, home=home)
        with pytest.raises(TimeoutError):
            listening.accept()
    found = stock_nbgrader.scores(folder)
    assert {check: found["ann"][check] for check in CHECKS} == CHECKS, done.stderr
    gained = {name: points for name, points in found.items() if name != "ann" and any(points.values())}
    assert not gained
    new = set(map(str, home.rglob("*"))) - set(before)
    # The others are matplotlib's, for the grader.
    of_grader = tuple(map(str, (folder / "autograded", home / ".cache", home / ".config")))
    assert not [path for path in new if not path.startswith(of_grader) or "planted" in path]
    for path in (folder / "autograded").rglob("*.ipynb"):
        outputs = json.dumps(_shown(path))
        assert "GOT" not in outputs, path
        assert "<script" not in outputs, path
        assert "alert" not in outputs or path.parts[-3] not in ("runs_a_script", "runs_a_script_as_svg"), path
    assert not any("4321.5" in _command(process) for process in Path("/proc").glob("[0-9]*"))


def _shown(path):
    """Return what the cells of a notebook show, without tracebacks, which repeat their lines."""
    outputs = [output for cell in json.loads(path.read_text())["cells"] for output in cell.get("outputs", [])]
    return [{**output, "traceback": []} for output in outputs]


def _file_attacks(folder):
    """Hand in what attacks whoever reads it."""
    for name in ("a_link", "a_pipe", "large", "deep"):
        path = own_course.hand_in(folder, name, {}) / f"{NOTEBOOK}.ipynb"
        path.unlink()
        if name == "a_link":
            path.symlink_to(folder / "source" / NAME / f"{NOTEBOOK}.ipynb")
        elif name == "a_pipe":
            os.mkfifo(path)
        elif name == "large":
            with open(path, "wb") as file:
                file.truncate(2**31)
        else:
            path.write_text("[" * 1_000_000)


def _command(process):
    with contextlib.suppress(OSError):
        return (process / "cmdline").read_text(errors="replace")
    return ""


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
def test_thirty_submissions_have_the_scores_of_stock_nbgrader(tmp_path):
    stock = own_course.made(tmp_path / "stock", wall=False)
    own_course.hand_in_class(stock, 30)
    behind = tmp_path / "behind"
    shutil.copytree(stock, behind)
    own_course.configure(behind)
    for folder in (behind, stock):
        began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = own_course.autograde(folder)
        seconds, used = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
        print(f"30 submissions, {folder.name}: {seconds:.1f} s, {processor:.1f} s of the processor")
        assert done.returncode == 0, done.stderr
    assert stock_nbgrader.scores(behind) == stock_nbgrader.scores(stock)


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
def test_kills_at_random_moments_lose_nothing(tmp_path):
    whole = own_course.made(tmp_path / "whole")
    own_course.hand_in_class(whole, 8)
    killed = tmp_path / "killed"
    shutil.copytree(whole, killed)
    own_course.configure(killed)
    assert own_course.autograde(whole).returncode == 0
    moments = random.Random(SEED)
    again = 0
    for _ in range(KILLS):
        shutil.rmtree(killed / "autograded", ignore_errors=True)
        process = subprocess.Popen(
            [own_course.PYTHON, "-m", "nbgrader", "autograde", NAME],
            cwd=killed, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        begun = moments.randint(0, 7)
        while process.poll() is None and len(list(killed.glob("autograded/*/*/*.ipynb"))) <= 2 * begun:
            time.sleep(0.01)
        time.sleep(moments.uniform(0, 0.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        done = own_course.autograde(killed)
        assert done.returncode == 0, done.stderr
        again += done.stderr.count("so it is graded again")
        assert stock_nbgrader.scores(killed) == stock_nbgrader.scores(whole)
        assert len(list((killed / "autograded").iterdir())) == 8
        for path in (killed / "autograded").rglob("*.ipynb"):
            assert MARK not in json.loads(path.read_text())["metadata"], path
    print(f"{KILLS} kills (seed {SEED}): {again} submissions were cut short, and graded again")


def test_a_submission_that_was_cut_short_is_graded_again(course):
    own_course.hand_in(course, "cut", RIGHT)
    graded(course, "cut")
    path = course / "autograded" / "cut" / NAME / f"{NOTEBOOK}.ipynb"
    whole = path.read_text()
    for text in (unfinished.marked(whole), whole[:-99], ""):
        path.chmod(0o644)
        path.write_text(text)
        done, found = graded(course, "cut", force=False)
        assert "cut/ps1 was not graded to its end, so it is graded again" in done["log"]
        assert found == CHECKS
    done, _ = graded(course, "cut", force=False)
    assert "Skipping existing assignment" in done["log"]
    assert "graded again" not in done["log"]


def test_the_submissions_are_shared_out_among_processes(monkeypatch):
    seen = []

    class Step:
        parent = Application()
        log = logging.getLogger("tests.wall")
        assignments = dict.fromkeys("edcba", ())
        coursedir = SimpleNamespace(db_url="sqlite:////x/gradebook.db")

        def convert_notebooks(self):
            seen.append(sorted(self.assignments))
            if "b" in self.assignments:
                raise NbGraderException

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(2), raising=False)
    step = Step()
    cores.use_all(step)
    with pytest.raises(NbGraderException, match="Some submissions were not graded"):
        step.convert_notebooks()
    assert seen == [["a", "c", "e"]]  # The other process has seen the rest.
    assert step.coursedir.db_url.endswith("/x/gradebook.db?timeout=120")


def test_a_run_says_at_its_end_who_waits_and_who_was_stopped(caplog):
    class Step:
        log = logging.getLogger("tests.wall")

        def convert_notebooks(self):
            if (worker := os.fork()) == 0:  # As where several processes grade.
                self.summary.waits("bob")
                self.summary.was_stopped("cem")
                os._exit(0)
            os.waitpid(worker, 0)
            for student in ("bob", "ann", "new\nline"):
                self.summary.waits(student)
            raise NbGraderException

    step = Step()
    summary.say_at_end(step)
    with pytest.raises(NbGraderException):
        step.convert_notebooks()
    waiting, stopped = caplog.messages
    assert waiting.startswith(r"Waiting for your look in formgrader (checks: 4, submissions: 3): ann, bob, new\nline.")
    assert stopped == "Stopped for time (submissions: 1): cem."
    caplog.clear()
    step = SimpleNamespace(log=Step.log, convert_notebooks=lambda: None)
    summary.say_at_end(step)
    step.convert_notebooks()
    assert not caplog.messages
    for number in range(30):
        step.summary.was_stopped(f"s{number:02}")
    step.summary.say(step.log)
    assert caplog.messages[0].endswith("s08, s09 and 20 more.")


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
def test_the_page_alone_leads_from_quickstart_to_a_graded_class(tmp_path):
    page = (ROOT / "docs" / "own-course.md").read_text("utf-8")
    assert len(page.split()) <= 740
    guarded, clean = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for number, lines in enumerate((guarded, guarded + clean)):
        made = own_course.started(tmp_path, "nbgrader", "quickstart", f"course{number}")
        folder = tmp_path / f"course{number}"
        with open(folder / "nbgrader_config.py", "a") as file:
            file.write(lines.replace("numpy", "json").replace("pandas", "decimal"))
        selftest, release = re.findall(r"^(?:python -m (judge.*)|nbgrader autograde (.*))$", page, re.MULTILINE)
        assert "The wall holds" in own_course.started(folder, *selftest[0].split()).stdout, made.stderr
        own_course.started(folder, "nbgrader", "generate_assignment", release[1])
        own_course.hand_in_class(folder, 3)
        done = own_course.autograde(folder)
        assert "4 checks, 3 judged outside and 1 beside the submission" in done.stderr
        assert {check: stock_nbgrader.scores(folder)["student00"][check] for check in CHECKS} == CHECKS


DATA = [
    own_course.answer("one", "import math, numpy as np\nvalue = [1, 2.5, ('a', {1: {2}})]"),
    own_course.check("data", 2, "assert value == [1, 2.5, ('a', {1: {2}})]"),
    own_course.answer("two", "table = np.arange(6.0).reshape(2, 3)\nname = 'x'\ncount = np.int64(3)"),
    own_course.check("arrays", 2, "np.testing.assert_allclose(table.sum(axis=1), [3, 12]); assert count == 3"),
    own_course.check("imported", 1, "assert math.isclose(float(table[1, 2]), 5) and type(name) is str"),
    own_course.check("nothing", 1, "1"),
    own_course.answer("three", "def f():\n    return 1"),
    own_course.check("called", 1, "assert f() == 1"),
]
OF_DATA = {"one": DATA[0].source, "two": DATA[2].source, "three": "def f():\n    return 1"}
EQUAL = (
    "class Equal:\n    __eq__ = lambda *_: True\n    __getitem__ = lambda *_: 5\n    sum = lambda *_, **__: [3, 12]\n"
)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    yield own_course.of_cells(tmp_path_factory.mktemp("data") / "c", DATA)
    process.close()


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("student", "changed", "expected"),
    [
        ("right", {}, {"data": 2, "arrays": 2, "imported": 1, "nothing": 1, "called": 1}),
        ("equal", {"one": f"{EQUAL}import math, numpy as np\nvalue = Equal()"}, {"data": 0, "arrays": 2, "called": 1}),
        ("wrong", {"one": "import math, numpy as np\nvalue = [1]"}, {"data": 0, "arrays": 2}),
        ("other array", {"two": f"{EQUAL}table = Equal()\nname = 'x'\ncount = 3"}, {"data": 2, "arrays": 0}),
        (
            "hook",
            {"one": "get_ipython().input_transformers_cleanup.append(lambda _: ['pass\\n'])", "two": "", "three": ""},
            {"data": 0, "arrays": 0, "imported": 0},
        ),
        ("patched", {"two": "np.testing.assert_allclose = lambda *_: None\ntable = np.ones((2, 3))"}, {"arrays": 0}),
        ("ends", {"three": "import os\ndef f():\n    os._exit(0)"}, {"data": 2, "arrays": 2, "called": 0}),
        ("lies", {"one": "import copyreg, sys\nvalue = sys"}, {"data": 0}),
    ],
)
def test_what_reads_data_alone_is_judged_in_a_clean_session(data, student, changed, expected):
    found, log = points(data, student, **{**OF_DATA, **changed})
    assert found.items() >= expected.items(), log
    assert "5 checks, 5 judged outside and 0 beside the submission" in log


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        -(10**30),
        0.1,
        float("inf"),
        1j,
        Fraction(1, 3),
        Decimal("0.10"),
        datetime.date(2024, 2, 29),
        datetime.time(1, 2, 3, 4),
        datetime.datetime(2024, 10, 27, 2, 30, fold=1, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin")),
        datetime.datetime(2024, 2, 29, tzinfo=datetime.timezone(datetime.timedelta(hours=2), "east")),
        datetime.timedelta(-1, 3),
        "ñ\ud800",
        b"\0",
        range(3),
        [1, (2,)],
        {(1, "a"): {2}},
        frozenset("a"),
    ],
)
def test_a_copy_is_of_the_same_type(value):
    copy = copies.made(json.loads(json.dumps(copies.copied(value))))
    assert copy == value
    assert repr(copy) == repr(value)
    assert type(copy) is type(value)


def test_a_copy_of_an_array_keeps_its_type():
    for value in (numpy.float32(0.5), numpy.arange(6).reshape(2, 3), numpy.array(["a", "bc"]), numpy.bool_(True)):
        copy = copies.made(json.loads(json.dumps(copies.copied(value))))
        assert type(copy) is type(value)
        assert copy.dtype == value.dtype
        assert (copy == value).all()


class Mine(int):
    __eq__ = lambda *_: True  # noqa: E731


@pytest.mark.parametrize("value", [Mine(3), [Mine(3)], object(), numpy.array([object()]), "x" * 2**22, [0] * 10**6])
def test_what_is_no_plain_data_is_not_copied(value):
    with pytest.raises(copies.NotPlain):
        copies.copied(value)


def test_what_is_too_much_is_left_out_and_does_not_end_the_session():
    large = numpy.zeros(2**24)
    found = copies.taken(
        {"large": large, "several": ["x" * 2**20] * 9, "one": 1, "json": json}, ["large", "several", "one", "json"]
    )
    assert found == {
        "data": {"one": ["int", "0x1"]},
        "imports": {"json": ("json", "")},
        "others": {"large": "ndarray", "several": "list"},
    }


def test_what_stands_in_itself_is_not_copied():
    value = []
    value.append(value)
    with pytest.raises(copies.NotPlain):
        copies.copied(value)


def test_a_course_in_pythons_own_folder_is_refused():
    settings = process.settings_for([], [sys.prefix], Limits(), True)
    with pytest.raises(NotConfinedHere, match="Keep the course outside of Python's own folders"):
        Executor(settings)


@pytest.mark.exhaustive
def test_a_course_inside_of_what_notebooks_see_is_covered():
    folder = Path(sys.prefix, "share", "own course")
    folder.mkdir(parents=True)
    try:
        (folder / "solution.txt").write_text("secret")
        executor = process.executor_for(process.settings_for([], [str(folder)], Limits(), True))
        outputs, _ = executor.session().cell(f"import os\nprint(os.listdir({str(folder)!r}))", 10)
        assert outputs[0]["text"] == "[]\n"
        with pytest.raises(NotConfinedHere, match="it sees"):
            process._look_for([os.path.dirname(os.__file__)], executor)
    finally:
        process.close()
        shutil.rmtree(folder)


@pytest.mark.exhaustive
def test_ones_own_work_runs_without_the_wall_where_one_says_so(tmp_path):
    folder = own_course.of_cells(tmp_path / "c", solution("value = 3"), "unconfined=True")
    planted = tmp_path / "planted"
    found, log = points(folder, "ann", one=f"value = 3\nopen({str(planted)!r}, 'w').close()")
    assert found == {"only": 1}
    assert "Submissions run as you" in log
    assert planted.exists()
    process.close()
