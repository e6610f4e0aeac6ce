# SPDX-License-Identifier: MIT
"""What pandas holds, behind the wall: tables, columns, indexes and moments cross as typed copies.

`make test-wall` installs pandas: neither the judge nor this course needs it.
"""

import datetime
import json

import numpy
import own_course
import pytest
import stock_nbgrader
from own_course import Course
from support import needs_confinement

from judge.run.confined import copies
from judge.run.confined.client import Limits
from judge.wall import process

pandas = pytest.importorskip("pandas", reason="`make test-wall` installs pandas")
pytestmark = needs_confinement

INDEXES = [
    pandas.Index([1, 2, 3]),
    pandas.Index(["a", "b"], name="x"),
    pandas.Index([1.5, None]),
    pandas.Index([True, False]),
    pandas.Index([]),
    pandas.Index([1, "a", None], dtype=object),
    pandas.Index(["a", "b"], dtype=object),
    pandas.RangeIndex(10**9, name=("a", 1)),
    pandas.date_range("2020", "2021", freq="MS", name="day"),
    pandas.date_range("2020", periods=4, tz="Europe/Madrid"),
    pandas.timedelta_range("1h", periods=3),
    pandas.CategoricalIndex(["a", "b", "a"]),
    pandas.MultiIndex.from_product([["a", "b"], [1, 2]], names=["k", None]),
    pandas.MultiIndex.from_arrays([[], []]),
]
SERIES = [
    pandas.Series({"a": 1, "b": 2.5}),
    pandas.Series([1, 2], index=["a", "a"], name=("n", 1)),
    pandas.Series(["a", None]),
    pandas.Series(["a", None], dtype=object),
    pandas.Series(["a", None], dtype="string"),
    pandas.Series([True, None]),
    pandas.Series([True, pandas.NA], dtype="boolean"),
    pandas.Series([1, None], dtype="Int64"),
    pandas.Series([1, 2], dtype="int8"),
    pandas.Series([1 + 2j]),
    pandas.Series([], dtype=float),
    pandas.Series(pandas.to_datetime(["2020-01-01", None])),
    pandas.Series(pandas.date_range("2020", periods=3, tz="UTC")),
    pandas.Series(pandas.to_timedelta([1, None], unit="D")),
    pandas.Series(pandas.Categorical(["low"], categories=["low", "high"], ordered=True)),
    pandas.Series([1.5, "a", None, True, float("nan"), datetime.date(2020, 1, 1), pandas.NaT]),
    pandas.Series([1, 2, 3], index=pandas.date_range("2020", periods=3, freq="W")),
]
TABLES = [
    pandas.DataFrame(),
    pandas.DataFrame({"a": [1, 2], "b": ["x", None], "c": [1.5, 2]}),
    pandas.DataFrame([[1, 2], [3, 4]], columns=["a", "a"], index=["r", "r"]),
    pandas.DataFrame(index=[1, 2]),
    pandas.DataFrame(columns=["a", "b"]),
    pandas.DataFrame({"g": ["a", "b", "a"], "v": [1, 2, 3]}).groupby("g").agg({"v": ["mean", "sum"]}),
    pandas.DataFrame({"day": pandas.date_range("2020", periods=2), "n": [1, 2]}).set_index("day"),
    pandas.DataFrame(numpy.eye(3)).describe(),
]
MOMENTS = [
    pandas.NaT,
    pandas.NA,
    pandas.Timestamp("2020-01-01"),
    pandas.Timestamp("2020-01-01", tz="Europe/Berlin"),
    pandas.Timedelta(3, "h"),
]


def crossed(value):
    return copies.made(json.loads(json.dumps(copies.copied(value))))


@pytest.mark.parametrize("value", INDEXES, ids=repr)
def test_an_index_that_crossed_is_the_same(value):
    copy = crossed(value)
    assert type(copy) is type(value)
    pandas.testing.assert_index_equal(copy, value)
    assert getattr(copy, "freq", None) == getattr(value, "freq", None)


@pytest.mark.parametrize("value", SERIES)
def test_a_column_that_crossed_is_the_same(value):
    pandas.testing.assert_series_equal(crossed(value), value)


@pytest.mark.parametrize("value", TABLES)
def test_a_table_that_crossed_is_the_same(value):
    pandas.testing.assert_frame_equal(crossed(value), value)


@pytest.mark.parametrize("value", MOMENTS)
def test_a_moment_that_crossed_is_the_same(value):
    copy = crossed(value)
    assert type(copy) is type(value)
    assert repr(copy) == repr(value)


def test_nothing_else_of_a_table_crosses():
    value = pandas.DataFrame({"a": [1]})
    value.attrs["note"] = object()
    assert crossed(value).attrs == {}


class Mine(pandas.Series):
    pass


class Thing:
    __eq__ = lambda *_: True  # noqa: E731
    __hash__ = lambda _: 1  # noqa: E731


@pytest.mark.parametrize(
    "make",
    [
        lambda: Mine([1]),
        lambda: pandas.Series([Thing()]),
        lambda: pandas.Series([1], index=[Thing()]),
        lambda: pandas.Series([1], name=Thing()),
        lambda: pandas.DataFrame({Thing(): [1]}),
        lambda: pandas.DataFrame({"a": [1, Thing()]}),
        lambda: pandas.Series(numpy.zeros(10**7)),
        lambda: pandas.Series([None] * 10**6, dtype=object),
        lambda: pandas.DataFrame(numpy.zeros((10**7, 2))),
        lambda: pandas.DataFrame(numpy.zeros((1, 10**6))),
        lambda: pandas.Index(numpy.zeros(10**7)),
        lambda: pandas.Series(pandas.period_range("2020", periods=2, freq="M")),
        lambda: pandas.DataFrame({"a": [1]}).groupby("a"),
    ],
)
def test_what_is_more_than_columns_of_data_does_not_cross(make):
    with pytest.raises(copies.NotPlain):
        copies.copied(make())


@pytest.mark.parametrize(
    "copy",
    [
        ["Series"],
        ["Series", ["array", ["list"]], ["None"]],
        ["Series", ["period[M]", ["int", "0x1"]], ["None"], ["None"]],
        ["Series", ["object", ["int", "0x1"]], ["RangeIndex", ["int", "0x0"], ["int", "0x9"]], ["None"]],
        ["Series", ["object"], ["None"], ["list"]],
        ["DataFrame", ["None"], ["None"], ["array"]],
        ["Index", ["zone", ["list"], ["str", "dateutil//etc/passwd"]], ["None"], ["None"]],
        ["Timestamp", ["list"], ["None"]],
        ["MultiIndex"],
    ],
)
def test_what_is_no_copy_is_refused(copy):
    with pytest.raises((ValueError, TypeError, LookupError, AttributeError)):
        copies.made(copy)


@pytest.fixture(scope="module")
def executor():
    yield process.executor_for(process.settings_for(["pandas"], [], Limits(), True))
    process.close()


SOLUTION = """
import pandas as pd
ages = pd.Series({"ann": 31, "bob": 25.5}, name="age")
table = pd.DataFrame({"a": [1, 2], "b": ["x", None], "day": pd.to_datetime(["2024-02-29", None])})
def means(frame):
    return frame.mean(numeric_only=True)
def add_total(frame):
    frame["total"] = frame["a"] + frame["b"]
def highest(values):
    return values.max()
"""
CHECKS = (
    'assert ages["ann"] == 31 and ages.name == "age" and (ages == [31, 25.5]).all()',
    "import pandas as pd\n"
    'want = {"a": [1, 2], "b": ["x", None], "day": pd.to_datetime(["2024-02-29", None])}\n'
    "pd.testing.assert_frame_equal(table, pd.DataFrame(want))",
    'import pandas as pd\nassert means(pd.DataFrame({"v": [1, 2], "w": [3, 4]})).to_dict() == {"v": 1.5, "w": 3.5}',
    'import pandas as pd\nd = pd.DataFrame({"a": [1], "b": [2]})\nadd_total(d)\nassert list(d["total"]) == [3]',
    "import pandas as pd\nassert highest(pd.Series([1.5, 2])) == 2",
)
ALL = [2] * len(CHECKS)
NONE = [0] * len(CHECKS)


@pytest.fixture(scope="module")
def course(executor):
    return Course(executor, SOLUTION, *CHECKS)


def test_checks_of_tables_are_judged_outside(course):
    assert course.outside == [0, 1, 2, 3, 4], course.why_beside
    assert course.points(SOLUTION) == ALL


def test_wrong_tables_lose_what_they_lose_in_nbgrader(course):
    wrong = SOLUTION.replace("31", "30").replace("mean(", "sum(").replace("+ frame", "- frame").replace("max", "min")
    assert course.points(wrong.replace('"a": [1, 2]', '"a": [1.0, 2.0]')) == NONE


# Submissions that attack: none of them has a right value, but one that claims to be equal to any.
EQUAL = "class Equal:\n    __eq__ = lambda *_: True\n    __hash__ = lambda _: 1\n"
WRONG = """
import pandas as pd
ages = pd.Series({"ann": 1, "bob": 2.0}, name="age")
table = pd.DataFrame({"a": [3, 4], "b": ["y", "z"]})
means = lambda frame: pd.Series({"v": 0.0, "w": 0.0})
add_total = lambda frame: None
highest = lambda values: 0
"""
ATTACKS = {
    "a subclass": """
class Any(pd.Series):
    __eq__ = __getitem__ = max = lambda *_: True
    to_dict = lambda _: {"v": 1.5, "w": 3.5}
class Table(pd.DataFrame):
    __eq__ = __getitem__ = lambda *_: [3]
ages, table = Any(ages), Table(table)
means = lambda frame: Any([0])
add_total = lambda frame: Table(frame)
highest = lambda values: Any([0])
""",
    "patched": """
for kind in (pd.Series, pd.DataFrame, pd.Index):
    kind.__eq__ = kind.equals = lambda *_: True
    kind.__getitem__ = lambda *_: [3]
    kind.all = lambda *_: True
pd.Series.to_dict = lambda _: {"v": 1.5, "w": 3.5}
pd.testing.assert_frame_equal = lambda *_: None
ages, highest = Equal(), lambda values: pd.Series([0])
""",
    "an object in a column": """
ages = pd.Series({"ann": Equal(), "bob": Equal()}, name="age")
table = pd.DataFrame({"a": [Equal(), Equal()], "b": [Equal(), Equal()], "day": [Equal(), Equal()]})
means = lambda frame: pd.Series({"v": Equal(), "w": Equal()})
def add_total(frame):
    frame["total"] = [Equal()]
highest = lambda values: pd.Series([Equal()])[0]
""",
    "an object as a name": """
ages = pd.Series({"ann": 31, "bob": 25.5}, name=Equal())
table = pd.DataFrame({"a": [1, 2], "b": ["x", None], Equal(): pd.to_datetime(["2024-02-29", None])})
means = lambda frame: pd.Series({Equal(): 1.5, "w": 3.5})
def add_total(frame):
    frame[Equal()] = [3]
""",
    "many rows": """
import numpy as np
ages = pd.Series(np.zeros(10**7), name="age")
table = pd.DataFrame({"a": np.zeros(10**7)})
means = lambda frame: ages
def add_total(frame):
    frame.drop(index=frame.index, inplace=True)
    for number in range(20):
        frame[str(number)] = 1
highest = lambda values: table
""",
    "pandas replaced": """
class Series(pd.Series):
    __eq__ = lambda *_: True
    tolist = lambda _: [Equal()]
    to_numpy = lambda _: Equal()
pd.Series = Series
ages = pd.Series([1], name="age")
means = lambda frame: Series([1])
highest = lambda values: Series([1])
""",
    "an accessor and attributes": """
@pd.api.extensions.register_series_accessor("name")
class Accessor:
    __init__ = lambda *_: None
    __eq__ = lambda *_: True
ages.attrs["equal"] = table.attrs["equal"] = Equal()
""",
    "another pandas": """
import sys, types
sys.modules["pandas"] = types.SimpleNamespace(Series=Equal, DataFrame=Equal, NaT=ages, NA=table)
means = lambda frame: ages
highest = lambda values: Equal()
""",
    "says a table": """
import gc, types
for each in gc.get_objects():
    if isinstance(each, types.FunctionType) and each.__name__ == "_value":
        says = lambda value, given, kept: {"value": ["plain", ["Series", ["object"], ["RangeIndex", ["int", "0x0"],
            ["int", hex(10**12)], ["int", "0x1"], ["None"]], ["None"]]]}
        each.__code__ = says.__code__
""",
    "says columns without end": """
import gc, types
for each in gc.get_objects():
    if isinstance(each, types.FunctionType) and each.__name__ == "_value":
        says = lambda value, given, kept: {"value": ["plain", ["Series", ["array", ["float", "0x1p1"]], ["RangeIndex",
            ["int", "0x0"], ["int", hex(10**12)], ["int", "0x1"], ["None"]], ["None"]]]}
        each.__code__ = says.__code__
""",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_by_tables_gains_nothing(course, name):
    assert course.points(EQUAL + WRONG + ATTACKS[name]) == NONE


def test_tables_cross_where_the_course_names_no_module(executor):
    process.close()
    cold = process.executor_for(process.settings_for([], [], Limits(), True))
    try:
        course = Course(cold, SOLUTION, *CHECKS)
        assert course.outside == [0, 1, 2, 3, 4], course.why_beside
        assert course.points(SOLUTION) == ALL
        assert Course(cold, "value = 3", "import sys\nassert value == 3 and 'pandas' not in sys.modules").outside == [0]
    finally:
        process.close()


# Answers that honest students hand in, each graded by nbgrader alone and behind the wall.
ANSWERS = {
    "right": SOLUTION,
    "wrong": WRONG,
    "blank": "",
    "others": """
import pandas as pd
ages = pd.Series([31, 25.5], index=pd.Index(["ann", "bob"]), dtype=object, name="age")
table = pd.DataFrame([[1, "x", pd.Timestamp("2024-02-29")], [2, None, pd.NaT]], columns=["a", "b", "day"])
def means(frame):
    return {column: frame[column].mean() for column in frame}
def add_total(frame):
    frame["total"] = frame.sum(axis=1)
    return frame
def highest(values):
    return pd.Series(values).sort_values().iloc[-1]
""",
    "frames": """
import pandas as pd
from fractions import Fraction
ages = pd.DataFrame({"age": {"ann": 31, "bob": 25.5}})["age"]
table = pd.DataFrame({"a": [1, 2], "b": ["x", None], "day": pd.to_datetime(["2024-02-29", None])})
table = table.astype({"a": "int64"})
def means(frame):
    return frame.describe().loc["mean"]
def add_total(frame):
    frame.insert(2, "total", frame["a"].add(frame["b"]))
def highest(values):
    return Fraction(max(values))
""",
}


@pytest.mark.exhaustive
@pytest.mark.timeout(600)
def test_a_course_of_tables_has_the_scores_of_stock_nbgrader(tmp_path):
    cells = [own_course.answer("answer", SOLUTION)]
    cells += [own_course.check(f"check{number}", 2, each) for number, each in enumerate(CHECKS)]
    found = []
    for wall in (True, False):
        folder = own_course.of_cells(tmp_path / str(wall), cells, kernel="python")
        own_course.configure(folder, wall=wall)
        for student, lines in ANSWERS.items():
            own_course.hand_in(folder, student, {"answer": lines})
        done = own_course.autograde(folder)
        assert done.returncode == 0, done.stderr
        assert "5 checks, 5 judged outside" in done.stderr or not wall
        found.append(stock_nbgrader.scores(folder))
    behind, stock = found
    assert behind == stock
    assert list(stock["right"].values()) == ALL
