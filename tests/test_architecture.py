# SPDX-License-Identifier: MIT
"""The rooms of the tree import each other downwards only, along few paths, and what they import is declared."""

import ast
import json
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

import pytest
from support import INSTALLED, ran

from docs.pictures import ROOMS, ROOT, arrows, files, imports, modules_imported, modules_started, room_of, starts
from judge.notebooks.schemas import read_toml

PROJECT = read_toml(ROOT / "pyproject.toml")
# What these rooms of authors need is in the extras of these names.
EXTRAS = {
    "building": ("test", "site"),
    "verification": ("test",),
    "website": ("site", "test", "book"),
    "grading": ("cluster",),
}
# The packages inside the judge, from the bottom up: each may import those before it.
FLOORS = ("run", "notebooks", "asking", "verdicts", "authoring", "wall")
# The judge's own package, for other courses: its rooms, and what it may import where a course has it.
WHEEL = read_toml(ROOT / "judge" / "pyproject.toml")
OF_WHEEL = {pattern.rstrip("*") for pattern in WHEEL["tool"]["setuptools"]["packages"]["find"]["include"]}
WHERE_THERE = {"matplotlib", "numpy", "distributed", "pandas"}
# What only other courses have: a session imports it for a notebook of theirs.
OF_OTHERS = {"pandas"}
MOST_BESIDE_NBGRADER = 5
# What is put there when the site is built: what npm brings, and what the lab's pages load, too.
FETCHED = {"fflate.js", "minisearch.js", "pieces.js"}
# Beside the rooms: they may import any, and no room imports one of them.
BESIDE = {"tests", "docs", "benchmarks", "source", "days"}
MOST_ARROWS = 30
# The one door upward: a notebook gets what makes it answer through the helper that it imports.
DOOR = ROOT / "gradtools" / "__init__.py"
IN_BROWSER = {"js", "pyodide", "pyodide_js"}


def drawn(importers):
    return "".join(f"\n  {a} -> {b}: {', '.join(sorted(by))}" for (a, b), by in sorted(importers.items()))


def tracked(ending):
    return subprocess.run(
        ["git", "ls-files", f"*{ending}"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    ).stdout.split()


def test_every_folder_with_code_is_a_room_or_stands_beside_them():
    folders = {name.partition("/")[0] for name in [*tracked(".py"), *tracked(".js")] if "/" in name}
    assert folders == {*ROOMS, *BESIDE}


def test_there_are_few_arrows_and_none_runs_upward():
    order = list(ROOMS)
    found = {pair: by for pair, by in arrows().items() if by != {"gradtools/__init__.py"} or pair[1] != "companion"}
    assert len(found) == len(arrows()) - 1, "the door is gone: forget it here"
    upward = {pair: by for pair, by in found.items() if order.index(pair[0]) < order.index(pair[1])}
    assert not upward, drawn(upward)
    assert len(arrows()) <= MOST_ARROWS, drawn(arrows())


# What a room below starts by name, in a process of its own, since it may not import it.
STARTED = {
    ("companion", "grading"): {"companion/grader.py"},  # a kernel has no grader in it
    ("language", "building"): {"language/compiled.py"},  # whoever reads a language first lets it be made
}


def test_no_room_starts_one_above_it_by_name_but_through_two_doors():
    order = list(ROOMS)
    assert {pair: by for pair, by in starts().items() if order.index(pair[0]) < order.index(pair[1])} == STARTED


@pytest.mark.parametrize(
    "code",
    [
        'run([sys.executable, "-m", "website.pages"])',
        'WHO = "website.pages"\ncommand = (python, "-u", "-m", WHO, *rest)',
        'subprocess.run("python -m website.pages --all", shell=True)',
        'os.system(f"python -m website.pages {place}")',
    ],
)
def test_what_is_started_by_name_is_seen(code, tmp_path):
    (tmp_path / "one.py").write_text(code, "utf-8")
    assert modules_started(tmp_path / "one.py") == ["website.pages"]


def places_entered(project):
    """Return the modules in which a package's commands and its entry points begin."""
    tables = [project.get("scripts", {}), project.get("gui-scripts", {}), *project.get("entry-points", {}).values()]
    return {place.partition(":")[0] for table in tables for place in table.values()}


@pytest.mark.parametrize("file", [PROJECT, WHEEL], ids=["the course", "the judge"])
def test_an_entry_point_leads_into_a_room_that_is_installed(file):
    installed = {name.rstrip("*") for name in file["tool"]["setuptools"]["packages"]["find"]["include"]}
    assert {place.partition(".")[0] for place in places_entered(file["project"])} <= installed


def test_every_kind_of_entry_point_is_seen():
    kinds = {"scripts": {"a": "website.a:run"}, "entry-points": {"of": {"b": "building.b"}}}
    assert places_entered(kinds) == {"website.a", "building.b"}


def test_no_files_import_each_other_in_a_circle():
    known = {imported for file in files() for imported in imports(file)}
    assert known
    try:
        TopologicalSorter({file: imports(file) for file in files() if file != DOOR}).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(str(file.relative_to(ROOT)) for file in error.args[1]))


def test_inside_the_judge_no_import_runs_upward():
    for file in (ROOT / "judge").rglob("*.py"):
        floor = file.relative_to(ROOT / "judge").parts[0]
        for name in modules_imported(file):
            if name.startswith("judge.") and floor in FLOORS:
                assert FLOORS.index(name.split(".")[1]) <= FLOORS.index(floor), f"{file}: {name}"


def texts_in(file):
    """Return the texts of a file's code, without those that only say something of it."""
    tree = ast.parse(file.read_text("utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [node.value for node in texts if id(node) not in said]


def test_the_judge_names_no_day_and_no_room_above_it():
    for file in (ROOT / "judge").rglob("*.py"):
        for text in texts_in(file):
            assert text.partition(".")[0] not in {"torch", "gradtools", "companion", "exercises"}, f"{file}: {text!r}"
            assert not re.search(r"\bday(N\b|[\d(\[\\])", text), f"{file}: {text!r}"


def test_no_room_imports_what_stands_beside_the_rooms():
    for file in files():
        if "proof" not in file.relative_to(ROOT).parts:
            assert not [name for name in modules_imported(file) if name.split(".")[0] in BESIDE], file


def test_scripts_of_a_page_import_each_other_inside_their_room():
    for name in tracked(".js"):
        for address in re.findall(r"""(?:from|import)\s*\(?["']([^"']+)["']""", (ROOT / name).read_text("utf-8")):
            target = ((ROOT / name).parent / address).resolve()
            # What is bundled names packages, each in the one version that stands beside it.
            bundled = (ROOT / name).with_name("package.json")
            of_npm = json.loads(bundled.read_text("utf-8"))["dependencies"] if bundled.is_file() else {}
            if address in of_npm or target.name in FETCHED:
                continue
            assert target.is_file(), f"{name}: {address}"
            assert room_of(target) == room_of(ROOT / name), f"{name}: {address}"


def declared(*extras):
    lines = list(PROJECT["project"]["dependencies"])
    for extra in extras:
        lines += PROJECT["project"]["optional-dependencies"][extra]
    return set(map(name_of, lines))


def name_of(requirement):
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")


# What builds the judge's wheel is not in it, and has what its package needs to be built.
BUILDS = {ROOT / "judge" / "setup.py": set(map(name_of, WHEEL["build-system"]["requires"]))}


def test_what_a_room_imports_is_declared():
    # Only `make book` installs it, under a name that is not its module's.
    of_module = {"pypandoc": ["pypandoc-binary"], **packages_distributions()}
    undeclared = set()
    for file in files():
        room = room_of(file)
        if "stand_ins" in file.relative_to(ROOT).parts:  # They run in a browser's kernel.
            continue
        there = declared(*EXTRAS.get(room, ()), *(("test",) if "proof" in file.relative_to(ROOT).parts else ()))
        there |= BUILDS.get(file, set())
        for name in {module.partition(".")[0] for module in modules_imported(file)}:
            if name in {*sys.stdlib_module_names, *ROOMS, *BESIDE, *IN_BROWSER, *OF_OTHERS}:
                continue
            distributions = {one.lower().replace("_", "-") for one in of_module.get(name, [name])}
            if not distributions & there:
                undeclared.add(f"{file.relative_to(ROOT)}: {name}")
    assert undeclared == set()


def test_the_judges_package_imports_no_other_room():
    for room in OF_WHEEL:
        for file in (ROOT / room).rglob("*.py"):
            outside = {name.partition(".")[0] for name in modules_imported(file)} & {*ROOMS, *BESIDE} - OF_WHEEL
            assert not outside, f"{file}: {outside}"


def test_the_judges_package_declares_what_it_imports_and_as_the_course_does():
    project, own = WHEEL["project"], PROJECT["project"]
    assert set(project["dependencies"]) < set(own["dependencies"])
    for key in ("version", "requires-python"):
        assert project[key] == own[key]
    # A wheel takes no file from above its own folder.
    assert [(ROOT / "judge" / name).read_text("utf-8") for name in project["license-files"]] == [
        (ROOT / "LICENSE").read_text("utf-8")
    ]
    assert len(project["dependencies"]) <= 1 + MOST_BESIDE_NBGRADER
    there = {name_of(line) for line in project["dependencies"]}
    there |= needed_by("nbgrader") | {"nbgrader"}
    of_module = packages_distributions()
    for room in OF_WHEEL:
        for file in (ROOT / room).rglob("*.py"):
            there_for_it = there | BUILDS.get(file, set())
            for name in {module.partition(".")[0] for module in modules_imported(file)} - WHERE_THERE:
                if name not in {*sys.stdlib_module_names, *OF_WHEEL}:
                    distributions = {one.lower().replace("_", "-") for one in of_module.get(name, [name])}
                    assert distributions & there_for_it, f"{file.relative_to(ROOT)}: {name}"


def needed_by(distribution):
    """Return the names of all distributions that one brings with it."""
    found, further = set(), [distribution]
    while further:
        try:
            lines = requires(further.pop()) or []
        except PackageNotFoundError:  # For another system.
            continue
        names = {name_of(line) for line in lines if "extra ==" not in line}
        further += names - found
        found |= names
    return found


def test_two_packages_know_nbgrader():
    # The first for the judge's own courses, the second for any other of nbgrader's. Neither needs the other.
    packages = {ROOT / "grading" / "by_nbgrader", ROOT / "judge" / "wall"}
    knowing = {file for file in files() if any(name.split(".")[0] == "nbgrader" for name in modules_imported(file))}
    assert {file.parent for file in knowing} == packages
    assert not [file for file in files() if file.parent not in packages and _imports(file, "judge.wall")]


def _imports(file, package):
    return any(f"{name}.".startswith(f"{package}.") for name in modules_imported(file))


def test_what_an_extra_installs_is_imported_where_it_is_used_and_nowhere_else():
    extras = {"dask", "distributed", "psycopg"}
    knowing = [path for path in files() if any(name.split(".")[0] in extras for name in modules_imported(path))]
    assert knowing == [ROOT / "grading" / "cluster.py"]
    # There, and by whoever calls for a cluster, inside of functions alone.
    for path in [*knowing, ROOT / "grading" / "command_line.py", ROOT / "grading" / "classroom.py"]:
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


def test_what_is_installed_is_what_a_class_needs():
    found = PROJECT["tool"]["setuptools"]["packages"]["find"]
    assert {name.rstrip("*") for name in found["include"]} == set(INSTALLED)
    assert found["exclude"] == ["exercises.*.proof*"]


def test_an_import_inside_a_function_or_by_a_string_is_seen(tmp_path):
    path = tmp_path / "lazy.py"
    path.write_text(
        "import importlib\n"
        "def f():\n    from grading import lab\n    import nbgrader.api\n"
        "    importlib.import_module('companion.check')\n    importlib.import_module(f'exercises.{name}.probes')\n",
        "utf-8",
    )
    assert modules_imported(path) == [
        "importlib", "grading", "grading.lab", "nbgrader.api", "companion.check", "exercises",
    ]  # fmt: skip


def test_the_judge_is_imported_without_fork_and_limits():
    absent = {"resource", "fcntl", "torch", "nh3", "nbgrader"}
    wanted = ["asking.questioner", "verdicts.judge", "verdicts.results", "verdicts.right_code", "run.cells"]
    names = [f"judge.{name}" for name in wanted]
    names += [f"exercises.{folder.name}.probes" for folder in (ROOT / "exercises").glob("day*_*")]
    program = f"""
import importlib, os, signal, sys
sys.modules.update(dict.fromkeys({absent!r}))
del os.fork, signal.setitimer
for name in {names!r}:
    importlib.import_module(name)
"""
    ran(sys.executable, "-c", program)
