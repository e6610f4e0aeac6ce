# SPDX-License-Identifier: MIT
"""The packages of ``grading/`` import each other downwards only, and along few paths."""

import ast
import sys
from graphlib import CycleError, TopologicalSorter

import pytest
from support import ran

from docs.pictures import PACKAGE, ROOT, arrows, files, modules_imported, rooms
from judge.notebooks.schemas import read_toml

# Each room may import those before it.
ORDER = ("run", "notebooks", "exercises", "judging", "nbgrader_plugins", "commands")
MOST_ROOMS, MOST_ARROWS = 8, 15


def test_imports_of_the_grader_are_written_out_in_full():
    for path in files():
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        assert not [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level], path


def drawn(importers):
    return "".join(f"\n  {a} -> {b}: {', '.join(sorted(by))}" for (a, b), by in sorted(importers.items()))


def test_there_are_few_rooms_and_each_has_its_place():
    assert len(rooms()) <= MOST_ROOMS
    assert rooms() == set(ORDER)


def test_there_are_few_arrows():
    assert len(arrows()) <= MOST_ARROWS, drawn(arrows())


def test_no_arrow_runs_upward():
    upward = {pair: by for pair, by in arrows().items() if ORDER.index(pair[0]) < ORDER.index(pair[1])}
    assert not upward, drawn(upward)


def test_no_arrows_make_a_circle():
    graph = {room: {below for above, below in arrows() if above == room} for room in rooms()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"{error.args[1]}{drawn(arrows())}")


def test_only_one_room_knows_nbgrader():
    knowing = [path for path in files() if any(name.split(".")[0] == "nbgrader" for name in modules_imported(path))]
    assert knowing == [PACKAGE / "nbgrader_plugins.py"]


def test_what_an_extra_installs_is_imported_where_it_is_used_and_nowhere_else():
    extras = {"dask", "distributed", "psycopg"}
    knowing = [path for path in files() if any(name.split(".")[0] in extras for name in modules_imported(path))]
    assert knowing == [PACKAGE / "commands" / "cluster.py"]
    # There, and by whoever calls for a cluster, inside of functions alone.
    for path in [*knowing, PACKAGE / "commands" / "command_line.py", PACKAGE / "commands" / "classroom.py"]:
        at_once = [
            node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        named = {str(getattr(node, "module", None) or node.names[0].name) for node in at_once}
        named |= {
            f"{node.module}.{alias.name}"
            for node in at_once
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert "judge.notebooks.course" in named
        assert not [name for name in named if name.split(".")[0] in extras or name == "grading.cluster"], path


def test_nothing_that_is_installed_imports_what_builds_or_verifies_the_course():
    authors = {"building", "verification", "docs", "tests", "benchmarks"}
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "gradtools").rglob("*.py")]:
        assert not [name for name in modules_imported(path) if name.split(".")[0] in authors], path
    installed = read_toml(ROOT / "pyproject.toml")["tool"]["setuptools"]["packages"]["find"]
    assert installed == {"include": ["gradtools*", "grading*"]}


def test_what_builds_the_course_imports_nothing_that_verifies_it():
    for path in (ROOT / "building").glob("*.py"):
        assert not [name for name in modules_imported(path) if name.split(".")[0] == "verification"], path


def test_gradtools_imports_nothing_of_the_grader():
    for path in (ROOT / "gradtools").rglob("*.py"):
        assert not [name for name in modules_imported(path) if name.split(".")[0] == "grading"], path


def test_an_import_inside_a_function_is_seen(tmp_path):
    path = tmp_path / "lazy.py"
    path.write_text("def f():\n    from grading import lab\n    import nbgrader.api\n", "utf-8")
    assert modules_imported(path) == ["grading", "grading.lab", "nbgrader.api"]


def test_the_judge_is_imported_without_fork_and_limits():
    absent = {"resource", "fcntl", "torch", "nh3", "nbgrader"}
    wanted = ["exercises.asking.questioner", "judging.judge", "judging.results", "judging.right_code", "run.cells"]
    wanted += [f"exercises.{folder.name}.probes" for folder in (ROOT / "grading" / "exercises").glob("day*_*")]
    program = f"""
import importlib, os, signal, sys
sys.modules.update(dict.fromkeys({absent!r}))
del os.fork, signal.setitimer
for name in {wanted!r}:
    importlib.import_module(f"grading.{{name}}")
"""
    ran(sys.executable, "-c", program)
