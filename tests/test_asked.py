# SPDX-License-Identifier: MIT
"""Checks that call the submission's functions, judged outside: the calls alone are put to the submission."""

import copy
import json
import sys
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest
from nbgrader import utils
from own_course import Course
from support import needs_confinement

from judge.run.confined.client import Limits
from judge.run.confined.copies import NotPlain
from judge.wall import calls, crossing, process

pytestmark = needs_confinement


@pytest.fixture(scope="module")
def executor():
    yield process.executor_for(process.settings_for(["numpy"], [], Limits(), True))
    process.close()


def test_the_warm_process_has_loaded_nothing_of_nbgrader(executor):
    """It would be half of its start, and nothing in there reads a gradebook."""
    session = executor.session()
    outputs, _ = session.cell("import sys\nprint(sorted({'IPython', 'nbgrader', 'numpy'} & set(sys.modules)))", 10)
    session.close()
    assert "['IPython', 'numpy']" in str(outputs)


def test_a_wall_that_cannot_be_loaded_ends_nbgrader(monkeypatch):
    """Without ``confine`` nbgrader would go on, and run strangers' code as the instructor."""
    monkeypatch.setitem(sys.modules, "judge.wall.configuration", None)
    with pytest.raises(SystemExit, match="the wall can't be loaded"):
        from judge.wall import confine  # noqa: F401


F = "def f(x):\n    return x * x"

# What a check may do, and still be asked.
ASKED = [
    (F, 'assert f(3) == 9, "nine"'),
    (F, "for x in range(4):\n    assert f(x) == x ** 2"),
    (F, "def _same(x, y):\n    assert f(x) == y\n_same(2, 4)\n_same(3, 9)"),
    (F, "1.5 if f(2) == 4 and f(3) != 9 else 2"),
    (F, "import numpy as np\nnp.testing.assert_allclose(f(np.arange(3.0)), [0, 1, 4])"),
    (F, "import math\nassert math.isclose(f(0.5), 0.25) and type(f(2)) is int and f(1) in (1, 2)"),
    (
        "def f(x):\n    if x < 0:\n        raise ValueError(x)",
        "try:\n    f(-1)\nexcept ValueError:\n    pass\nelse:\n    raise AssertionError",
    ),
    ("def f(x):\n    x.append(1)", "a = [0]\nassert f(a) is None\nassert a == [0, 1]"),
    ("def f(x):\n    return [x]\ndef g(x):\n    return x[0]", "assert g(f(3)) == 3"),
    (
        "class P:\n    pass\ndef f(x):\n    p = P()\n    p.x = x\n    return p\ndef g(p):\n    return p.x",
        "assert g(f(3)) == 3",
    ),
    ("def f(x):\n    print(x)\n    return x", "assert f(3) == 3"),
    ("def f():\n    yield 1\n    yield 2", "assert list(f()) == [1, 2]"),
    ("table = [1, 2]\ndef f(x):\n    return sum(x)", "assert f(table) == 3 and table == [1, 2]"),
]  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("solution", "check"), ASKED)
def test_a_check_that_only_calls_is_judged_outside(executor, solution, check):
    course = Course(executor, solution, check)
    assert course.outside == [0]
    assert course.points(solution) == [2]


# What needs the submission's process, and stays there.
BESIDE = [
    (F, "before = f\ndel f\nf = before\nassert f(2) == 4", "it gives `f` another meaning"),
    (F, "import inspect\nassert 'x' in inspect.getsource(f)", "it uses `f` without calling it"),
    (F, "assert 'f' in globals() and f(1) == 1", "it uses `globals`"),
    (F, "a = b = f\nassert a is b", "it uses `f` without calling it"),
    (
        "import random\ndef f():\n    return random.random()",
        "import random\nrandom.seed(1)\nx = f()\nrandom.seed(1)\nassert f() == x",
        "outside, it does not give your solution all points",
    ),
    ("def f():\n    return n", "n = 4\nassert f() == 4", "outside, it does not give your solution all points"),
    ("import sys\ndef f():\n    return sys.stdin", "assert f()", "`f()` takes or gives the type `TextIOWrapper`"),
    ("def f(x):\n    return f", "assert f(1)", "`f(1)` takes or gives the type `function`"),
    (F, "import warnings\nwith warnings.catch_warnings():\n    assert f(1) == 1", "it uses `with warnings.catch"),
    (F, "import numpy as np\nnp.seterr(all='ignore')\nassert f(1) == 1", "it calls `np.seterr(all='ignore')` for"),
    ("class P:\n    def __eq__(self, other):\n        return True", "assert P() == P()", "takes or gives the type `P`"),
    ("def f(g):\n    return g(1)", "assert f(lambda x: x) == 1", "takes or gives the type `function`"),
    (
        "from IPython.display import display\ndef f():\n    display(2)\n    return 1",
        "assert f() == 1",
        "it shows a figure",
    ),
    ("class P:\n    pass\np = P()", "assert not vars(p)", "it reads `p`, of the type `P`"),
    (F, "%time f(1)\nassert f(1) == 1", "it is more than plain Python"),
]  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("solution", "check", "why"), BESIDE)
def test_a_check_that_does_more_runs_beside_the_submission(executor, solution, check, why):
    course = Course(executor, solution, check)
    assert course.outside == []
    assert why in course.why_beside["check0"]
    assert course.points(solution) == [2]


def test_what_a_submission_did_not_import_is_not_there(executor):
    course = Course(executor, "import math\nhalf = 0.5", "assert math.floor(half) == 0", "assert math is not None")
    assert course.outside == [0, 1]
    assert course.points("import math\nhalf = 0.5") == [2, 2]
    assert course.points("half = 0.5") == [0, 0]


def test_what_compares_is_not_asked_if_the_instructor_defines_it(executor):
    # `same` stands in the submission's process, which could replace it.
    course = Course(executor, F, "def same(x, y):\n    return x == y", "assert same(f(2), 4)")
    assert course.outside == [0]  # It reads nothing.
    assert course.points(F) == [2, 2]


def test_a_check_whose_names_later_cells_need_runs_beside(executor):
    course = Course(executor, F, "four = f(2)\nassert four == 4", "assert four == f(2)")
    assert course.outside == [1]
    assert course.why_beside["check0"] == "later cells use what it defines"
    course = Course(executor, F, "import math as maths\nassert f(2) == 4", "assert maths.sqrt(f(2)) == 2")
    assert course.outside == [0, 1]
    assert course.points(F) == [2, 2]


def test_wrong_answers_lose_what_they_lose_in_nbgrader(executor):
    course = Course(executor, F, 'assert f(3) == 9, "nine"', "2 if f(2) == 4 else 0.5", "assert f(1) == 1")
    assert course.outside == [0, 1, 2]
    assert course.points("def f(x):\n    return x") == [0, 0.5, 2]
    assert course.points("def f(x):\n    raise KeyError(x)") == [0, 0, 0]
    assert course.points("def g(x):\n    return x") == [0, 0, 0]
    assert course.points("f = 9") == [0, 0, 0]
    assert course.points("import sys\ndef f(x):\n    print('!', file=sys.stderr)\n    return x * x") == [0, 0, 0]
    assert course.points("import os\ndef f(x):\n    if x == 2:\n        os._exit(0)\n    return x * x") == [2, 0, 0]
    hangs = "def f(x):\n    while x == 2:\n        pass\n    return x * x"
    assert course.points(hangs, seconds=2) == [2, 0, 2]


def test_an_error_reads_as_in_nbgrader(executor):
    course = Course(executor, F, 'assert f(3) == 9, "nine"')
    (cell,) = course.cells("def f(x):\n    return 8")
    (error,) = cell.outputs
    assert (error.ename, error.evalue) == ("AssertionError", "nine")
    assert '----> 1 assert f(3) == 9, "nine"' in "\n".join(error.traceback)
    assert "Cell In[2]" in "\n".join(error.traceback)
    (cell,) = course.cells("def f(x):\n    return 1 / 0")
    (error,) = cell.outputs
    shown = "\n".join(error.traceback)
    assert (error.ename, error.evalue) == ("ZeroDivisionError", "division by zero")
    assert shown.index("----> 1 assert f(3)") < shown.index("Cell In[1], line 2, in f(x)") < shown.index("1 / 0")
    assert "wall" not in shown
    assert "skipping" not in shown


def test_what_a_call_prints_stands_in_the_check(executor):
    course = Course(
        executor, "def f(x):\n    print('seen', x)\n    return x", "print('before')\nassert f(3) == 3\nprint('after')"
    )
    assert course.outside == [0]
    (cell,) = course.cells(course.solution)
    assert "".join(output.text for output in cell.outputs) == "before\nseen 3\nafter\n"


RIGHT = [
    "import numpy as np\ndef f(x):\n    return np.float64(x * x)",
    "import numpy as np\ndef f(x):\n    return np.array(x * x)",
    "from fractions import Fraction\ndef f(x):\n    return Fraction(x * x)",
    "class I(int):\n    pass\ndef f(x):\n    return I(x * x)",
    "import functools\n@functools.lru_cache\ndef f(x):\n    return x * x",
    "class F:\n    def __call__(self, x):\n        return x * x\nf = F()",
    "f = lambda x: float(x * x)",
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("answer", RIGHT)
def test_right_answers_of_other_types_have_all_points(executor, answer):
    course = Course(executor, F, "assert f(3) == 9 and f(-2) == 4")
    assert course.outside == [0]
    assert course.points(answer) == [2]


# Right values of other types than the solution's, as a variable and as an answer.
OTHERWISE_TYPED = {
    "from fractions import Fraction\nthird = Fraction(1, 3)\nbill = {'sum': 4}\nf = lambda: third": [2, 2, 2],
    "from decimal import Decimal\nthird = 1 / 3\nbill = {'sum': Decimal('4.0')}\nf = lambda: Decimal(1) / 3": [2, 2, 2],
    "third = complex(1 / 3)\nbill = {'sum': 4 + 0j}\nf = lambda: third": [2, 2, 2],
    "import numpy as np\nthird = np.float32(1 / 3)\nbill = {'sum': np.array(4)}\nf = lambda: third": [2, 2, 2],
}


@pytest.mark.parametrize("answer", OTHERWISE_TYPED)
def test_right_numbers_of_other_types_have_all_points(executor, answer):
    near = "assert abs({} - 0.333333) < 1e-4"
    checks = near.format("third"), "assert bill['sum'] == 4", near.format("f() * 1")
    course = Course(executor, "third = 1 / 3\nbill = {'sum': 4}\ndef f():\n    return third", *checks)
    assert course.outside == [0, 1, 2]
    expected = [0 if "Decimal" in answer and number == 2 else 2 for number in range(3)]
    assert course.points(answer) == expected


def test_dates_cross(executor):
    solution = """
import datetime as dt
day = dt.date(2024, 2, 29)
def later(day, days):
    return day + dt.timedelta(days)
"""
    called = "assert later(dt.datetime(2024, 2, 28, 9), 2).isoformat()[:10] == '2024-03-01'"
    course = Course(executor, solution, "assert day.month == 2", called)
    assert course.outside == [0, 1]
    assert course.points(solution) == [2, 2]
    assert course.points("import datetime as dt\nday = dt.date(2024, 3, 1)\nlater = lambda day, days: day") == [0, 0]


def test_a_variable_that_is_no_data_says_so_alone(executor):
    course = Course(executor, "value = 3", "assert value == 3", "assert value == 4 - 1, 'three'")
    assert course.outside == [0, 1]
    for cell in course.cells("class A:\n    __eq__ = lambda *_: True\nvalue = A()"):
        assert utils.determine_grade(cell)[0] == 0
        (error,) = cell.outputs
        assert error.ename == "NoData"
        assert error.evalue.startswith("`value` is of the type `A`")
        assert "NameError" not in str(error.traceback)
        assert "----> 1 assert value ==" in str(error.traceback)
    (error,) = course.cells("values = 3")[0].outputs
    assert error.evalue == "name 'value' is not defined"


def test_a_cell_that_has_no_end_says_that_it_was_stopped_and_where(executor):
    course = Course(executor, F, "assert 'f' in globals() and f(1) == 1")
    assert course.outside == []
    plain, _ = course.notebook("while True:\n    pass", seconds=2)
    _, beside = course.notebook("def f(x):\n    while True:\n        pass", seconds=2)
    for cell in (plain, beside):
        (error,) = cell.outputs
        assert error.evalue == "The cell was stopped after 2 seconds."
        assert error.traceback[-1] == "CellTimeoutError: The cell was stopped after 2 seconds."
        shown = "\n".join(error.traceback)
        assert "while True:" in shown
        assert "child.py" not in shown
        assert course.is_late


def test_a_check_of_much_data_runs_beside_since_submissions_may_have_more(executor):
    large = "import numpy as np\nvalue = np.zeros({})"
    course = Course(executor, large.format(10**5), "assert value[0] == 0")
    assert course.outside == []
    assert "so much data" in course.why_beside["check0"]
    course = Course(executor, large.format(9 * 10**4), "assert value[0] == 0")
    assert course.outside == [0]
    assert course.points(large.format(2 * 10**5)) == [2]


def test_what_ended_the_kernel_is_named(executor):
    course = Course(executor, F, "assert 'f' in globals() and f(1) == 1")
    plain, check = course.notebook("import os\nos._exit(0)")
    assert plain.outputs[-1].evalue == "The submission ended its kernel"
    assert check.outputs[-1].evalue == "This check was not run. The submission ended its kernel."
    assert not course.is_late


def test_an_answer_that_is_no_data_has_no_points_and_says_why(executor):
    course = Course(executor, F, "assert f(3) == 9")
    (cell,) = course.cells("class A:\n    __eq__ = lambda *_: True\ndef f(x):\n    return A()")
    assert utils.determine_grade(cell)[0] == 0
    (error,) = cell.outputs
    assert "`f(3)` gives an object of the type `A`" in error.evalue
    assert "----> 1 assert f(3) == 9" in "\n".join(error.traceback)
    caught = Course(executor, F, "try:\n    right = f(3) == 9\nexcept BaseException:\n    right = True\nassert right")
    (cell,) = caught.cells("f = lambda x: object()")
    assert utils.determine_grade(cell)[0] == 0


def test_an_answer_that_is_not_used_may_be_anything(executor):
    course = Course(executor, "def f(x):\n    return None", "f(3)\nassert f(2) is None or True")
    assert course.points("def f(x):\n    return object()") == [2]


def test_a_new_list_is_told_from_the_one_that_was_given(executor):
    course = Course(
        executor,
        "def f(x):\n    return sorted(x)",
        "a = [2, 1]\nb = f(a)\nb.append(3)\nassert a == [2, 1] and b[:2] == [1, 2]",
    )
    assert course.outside == [0]
    assert course.points("def f(x):\n    x.sort()\n    return x") == [0]


def test_a_check_that_has_no_end_is_stopped(executor):
    course = Course(executor, F, "while f(2) != 4:\n    pass", "assert f(1) == 1")
    assert course.outside == [0, 1]
    assert course.points("def f(x):\n    return 1", seconds=2) == [0, 2]


def test_an_error_that_ends_a_loop_does_not_end_a_check_well(executor):
    course = Course(executor, "def f(x):\n    return True", "assert all(map(f, [1, 2]))")
    assert course.outside == [0]
    assert course.points("def f(x):\n    raise StopIteration") == [0]


# Submissions that attack a check which is asked. The value that it expects is 361.
ATTACKS = {
    "equal": "class A:\n    __eq__ = lambda *_: True\nf = lambda x: A()",
    "equal number": "class A(int):\n    __eq__ = lambda *_: True\nf = lambda x: A(1)",
    "equal array": """
import numpy as np
class A(np.ndarray):
    __eq__ = lambda *_: True
f = lambda x: np.zeros(1).view(A)
""",
    "any": "from unittest.mock import ANY\nf = lambda x: ANY",
    "claims a class": "class A:\n    __class__ = int\n    __eq__ = lambda *_: True\nf = lambda x: A()",
    "reduces": """
class A:
    __reduce__ = lambda self: (int, ("361",))
    __eq__ = lambda *_: True
f = lambda x: A()
""",
    "metaclass": """
class M(type):
    __eq__ = lambda *_: True
    __hash__ = lambda _: hash(int)
class A(metaclass=M):
    pass
f = lambda x: A()
""",
    "error": "class A(AssertionError):\n    pass\ndef f(x):\n    raise A",
    "exit": "def f(x):\n    raise SystemExit(0)",
    "ends": "import os\nf = lambda x: os._exit(0)",
    "displays": "import sys\nf = lambda x: sys.displayhook(2)",
    "frames": """
import re, sys
def f(x):
    frame = sys._getframe()
    while frame:
        for found in [*frame.f_locals.values(), *frame.f_code.co_consts]:
            if expected := re.search(r"f\\(19\\) == (\\d+)", str(found)):
                return int(expected[1])
        frame = frame.f_back
""",
    "all that there is": """
import gc, re
def f(x):
    for found in gc.get_objects():
        if isinstance(found, (dict, list, tuple)) and (expected := re.search(r"f\\(19\\) == (\\d+)", str(found))):
            return int(expected[1])
""",
    "the history": """
import re
def f(x):
    return int(re.search(r"f\\(19\\) == (\\d+)", get_ipython().user_ns["In"][-1])[1])
""",
    "the rest of the check": """
import sys
def f(x):
    frame = sys._getframe(1)
    sys.settrace(lambda *_: None)
    frame.f_trace = lambda *_: None
    frame.f_lineno += 1
    return 1
""",
    "says another answer": """
import gc, json, os, socket
def f(x):
    plain = {"value": ["plain", ["int", hex(19 ** 2 + 1)]], "written": [], "changed": []}
    for number in range(3, 64):
        try:
            os.write(number, json.dumps({"answer": plain, "seal": ""}).encode() + b"\\n")
        except OSError:
            pass
    return 1
""",
    "says outputs": """
import os
def f(x):
    for number in range(3, 64):
        try:
            os.write(number, b'{"outputs": [], "strange": []}\\n')
        except OSError:
            pass
    return 1
""",
    "replaces what answers": """
import gc, types
def f(x):
    for each in gc.get_objects():
        if isinstance(each, types.FunctionType) and each.__name__ == "_value":
            says = lambda value, given, kept: {"value": ["plain", ["list"]], "call": {}, "outputs": []}
            each.__code__ = says.__code__
    return 1
""",
    "no answer": """
import gc, types
def f(x):
    for each in gc.get_objects():
        if isinstance(each, types.FunctionType) and each.__name__ == "_value":
            says = lambda value, given, kept: {"value": ["dict", ["plain", ["list"]], ["plain", ["list"]]]}
            each.__code__ = says.__code__
    return 1
""",
    "hook": "get_ipython().input_transformers_cleanup.append(lambda _: ['pass\\n'])\nf = lambda x: 1",
    "other answers": "seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen)",
    "twice": "import os\ndef f(x):\n    if os.fork():\n        os.wait()\n        return 1\n    return 2",
    "patched": "import builtins\nbuiltins.int = builtins.float = lambda *_: 361\nf = lambda x: 1",
    "changes what is given": """
import gc
def f(x):
    for each in gc.get_referrers(x):
        if isinstance(each, list):
            each.clear()
    return 1
""",
}  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_on_a_check_that_is_asked_gains_nothing(executor, name):
    course = Course(executor, F, "assert f(19) == 361")
    assert course.outside == [0]
    assert course.points(ATTACKS[name]) == [0]


SEEN = """
import gc, sys
def f(x):
    everything = [repr(each) for each in gc.get_objects() if type(each) in (str, list, dict, tuple, bytes)]
    frame = sys._getframe()
    while frame:
        everything.append(repr(frame.f_locals))
        frame = frame.f_back
    print("SEEN" if any(str(int("7340032") + 1) in each for each in everything) else "NOT SEEN")
    return x
"""


def test_what_a_check_expects_never_enters_the_process(executor):
    course = Course(executor, "def f(x):\n    return 7340033 - x", "assert f(0) == 7340033")
    (cell,) = course.cells(SEEN)
    assert "".join(output.get("text", "") for output in cell.outputs) == "NOT SEEN\n"
    beside = copy.copy(course)
    beside.known = {}
    (cell,) = beside.cells(SEEN)
    assert "".join(output.get("text", "") for output in cell.outputs) == "SEEN\n"


@pytest.mark.parametrize(
    "value",
    [Fraction(1, 3), Decimal("0.1"), [Fraction(1, 2), {"a": Decimal(2)}], {1: 2}.keys(), {1: 2}.items(), (1, [2])],
)
def test_a_value_that_crossed_is_the_same(value):
    crossed = crossing.read(json.loads(json.dumps(crossing.written(value))))
    assert crossed == value
    assert type(crossed) is type(value)


class Mine(dict):
    def items(self):
        return [("a", 1)]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (True, True),
        (Mine(b=2), {"b": 2}),
        (numpy.matrix([[1]]), numpy.array([[1]])),
        ({1: 2}.values(), [2]),
        (map(abs, [-1]), [1]),
        ((each for each in "ab"), ["a", "b"]),
    ],
)  # fmt: skip
def test_what_inherits_crosses_as_what_it_inherits_from(value, plain):
    crossed = crossing.read(json.loads(json.dumps(crossing.written(value))))
    assert (crossed if isinstance(plain, (bool, dict, numpy.ndarray)) else list(crossed)) == plain


@pytest.mark.parametrize("value", [object(), [lambda: 1], iter(int, 1), (each for each in iter(int, 1)), type])
def test_what_is_no_data_does_not_cross(value):
    with pytest.raises(NotPlain):
        crossing.written(value)


@pytest.mark.parametrize(
    "data",
    [
        [],
        ["plain"],
        ["plain", ["int", "x"]],
        ["dict", ["list"]],
        ["nothing"],
        {"a": 1},
        ["plain", ["Fraction", ["int", "0x1"], ["int", "0x0"]]],
        ["plain", ["date", ["int", "0x1"]]],
        ["plain", ["ZoneInfo", ["str", "../../etc/passwd"]]],
    ],
)
def test_what_was_not_written_so_is_refused(data):
    with pytest.raises(ValueError, match=r".*"):
        crossing.read(data)


def test_what_cells_need_of_each_other_is_read():
    cells = ["a = 1", "import b\ndef c(d):\n    return a", "c(b)", "%magic"]
    assert list(calls.names_needed_later(cells)) == [{"a", "c", "b"}, {"c", "b"}, set(), set()]
