# SPDX-License-Identifier: MIT
"""The files at the top level agree with each other, and the README's pictures are fresh."""

import re
import shutil
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support import ROOT, points_of, ran
from test_documented import TARGETS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

import language
from building import address
from docs import pictures
from grading import lab
from grading.command_line import main
from judge.notebooks import course

README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def make(*arguments):
    return ran("make", *arguments, code=None)


def test_the_names_that_were_asked_for_stand_at_the_top():
    for name in ("days", "source", "release", "autograded", "nbgrader_config.py", "environment.yml", "Makefile",
                 "README.md", "pyproject.toml", "LICENSE", "CITATION.cff", "CONTRIBUTING.md", ".ci/run"):  # fmt: skip
        assert (ROOT / name).exists(), name


# What depends on which of the course's files are an exercise's proof, and on which are not.
COUNTED = """
from building.translations import texts
from grading import batch
from judge.notebooks import course
from website import pack
day, = [one for one in course.assignments() if one.number == 1]
print(course.root(), len(texts.template_of("gradtools")), batch.version(day), len(pack._grader(course.root(), [day])))
"""


@pytest.mark.exhaustive
def test_the_course_may_lie_in_a_folder_whose_name_is_that_of_one_of_its_own(tmp_path):
    place = tmp_path / "proof" / "course"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "tests", "site", "build", "node_modules")
    shutil.copytree(ROOT, place, ignore=ignored)
    here, there = (ran(sys.executable, "-c", COUNTED, cwd=root).stdout.split() for root in (ROOT, place))
    assert (here.pop(0), there.pop(0)) == (str(ROOT), str(place))
    assert there == here


def test_environment_yml_is_condas_view_of_pyproject():
    text = (ROOT / "environment.yml").read_text("utf-8")
    torch = next(one for one in PROJECT["project"]["dependencies"] if one.startswith("torch"))
    assert f"pytorch-cpu={torch.split('==')[1]}" in text
    assert f"python{PROJECT['project']['requires-python']}" in text
    assert "- graphviz" in text
    assert "- pip" in text
    assert set(PROJECT["project"]["optional-dependencies"]) == {
        "test",
        "browser",
        "book",
        "cluster",
        "postgres",
        "site",
        "wall",
    }
    assert "--editable .[test]" in text, "the rest comes from pyproject.toml, and from nowhere else"
    names = re.findall(r"^  - ([a-z-]+)", text, re.MULTILINE)
    assert set(names) == {"conda-forge", "python", "graphviz", "make", "pip", "pytorch-cpu"}


def test_the_address_of_the_course_is_written_in_one_place(tmp_path):
    """Another address in pyproject.toml and `make release` change it wherever a reader meets it."""
    repository = PROJECT["project"]["urls"]["Repository"]
    clone = f"git clone {repository}\ncd {repository.rpartition('/')[2]}\n"
    for name in ("README.md", *(f"README.{name}.md" for name in language.known())):
        assert (ROOT / name).read_text("utf-8").count(clone) == 1, f"{name}: run `make release`"
    assert f'repository-code: "{repository}"' in (ROOT / "CITATION.cff").read_text("utf-8"), "run `make release`"
    for name in ("pyproject.toml", *address.PLACES):
        text = (ROOT / name).read_text("utf-8")
        text = text.replace(repository, "https://example.org/a/course.git") if name == "pyproject.toml" else text
        (tmp_path / name).write_text(text, "utf-8")
    assert [path.name for path in address.write(tmp_path)] == list(address.PLACES)
    assert "\ngit clone https://example.org/a/course.git\ncd course\n" in (tmp_path / "README.md").read_text("utf-8")
    assert address.write(tmp_path) == []


def test_what_the_code_imports_is_declared():
    declared = " ".join(PROJECT["project"]["dependencies"])
    for package in ("anywidget", "graphviz", "graphviz-pure", "jupyterlab", "jupytext", "markdown-it-py", "matplotlib",
                    "nbclient", "nbformat", "nbgrader", "numpy", "torch", "tqdm"):  # fmt: skip
        assert f"{package}>" in declared or f"{package}=" in declared, package


def test_python_files_carry_their_licence():
    for path in [*ROOT.glob("*.py"), *ROOT.glob("*/*.py"), *ROOT.glob("*/*/*.py")]:
        relative = path.relative_to(ROOT)
        if relative.parts[0] not in (".venv", "autograded", "release", "submitted", "feedback"):
            assert "SPDX-License-Identifier" in path.read_text("utf-8")[:300], relative


def test_the_documents_are_short_and_have_their_parts():
    for name, most in (("README.md", 910), ("CONTRIBUTING.md", 1800)):
        assert len((ROOT / name).read_text("utf-8").split()) <= most, name
    for part in ("make lab", "make test", "make check", "make reset", "make release", "make grade", "make feedback",
                 "make progress", "make report", "check()", "TORCH=default", "conda env create", "Windows",
                 "docs/instructors.md", "docs/architecture.md", "CHANGELOG.md", "Howard Marks"):  # fmt: skip
        assert part in README, part
    glossary = (ROOT / "docs/architecture.md").read_text("utf-8").partition("## Glossary")[2].partition("##")[0]
    assert 5 < len(re.findall(r"^\| (?!Word)\w", glossary, re.MULTILINE)) <= 20


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/instructors.md", "docs/architecture.md"])
def test_links_lead_somewhere(page):
    text = (ROOT / page).read_text("utf-8")
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL))
    assert links
    for link in links:
        assert ((ROOT / page).parent / link).exists(), link


@cache
def drawn(name):
    return pictures.pictures()[ROOT / "docs" / name]()


SLOW = [pytest.param(f"verdict{ending}", marks=pytest.mark.exhaustive) for ending in (".svg", ".es.svg")]


@pytest.mark.parametrize("name", [*SLOW, "stepper.svg", "stepper.es.svg", "rooms.svg"])
def test_a_picture_is_what_its_command_draws(name):
    assert (ROOT / "docs" / name).read_text("utf-8") == drawn(name), "run `make pictures`"
    for svg in ElementTree.fromstring(drawn(name)).iter("{http://www.w3.org/2000/svg}image"):
        pytest.fail(f"{name} loads {svg.attrib}")


@pytest.mark.exhaustive
def test_the_text_alternatives_of_the_readmes_pictures_say_what_they_show():
    """The words of a picture are its own, so that a verdict in new words does not leave old ones in the README."""
    said = {path: alternative for alternative, path in re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", README)}
    shown = {path: words_of(drawn(Path(path).name)) for path in said}
    assert set(shown) == {"docs/verdict.svg", "docs/stepper.svg"}
    verdict = " ".join(said["docs/verdict.svg"].partition(": ")[2].replace("\\*", "").split())
    assert verdict in shown["docs/verdict.svg"]
    for step, node, upstream in re.findall(
        r"Step (\d), at (\w)[^:]*: upstream gradient (\d)", said["docs/stepper.svg"]
    ):
        assert re.search(rf"Step {step}: {node}, .*upstream gradient {upstream}\.", shown["docs/stepper.svg"])
    given = re.findall(r"(\w) gets (-?\d+)", said["docs/stepper.svg"])
    assert len(given) == 4
    for node, gradient in given:
        assert re.search(rf"To {node}: [^;.]*; its gradient is {gradient} now\.", shown["docs/stepper.svg"]), node


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", language.known())
def test_each_language_has_its_own_verdict_beside_its_readme(name):
    readme = (ROOT / f"README.{name}.md").read_text("utf-8")
    (alternative,) = re.findall(rf"!\[([^\]]+)\]\(docs/verdict\.{name}\.svg\)", readme)
    shown = words_of(drawn(f"verdict.{name}.svg"))
    assert " ".join(alternative.partition(": ")[2].replace("\\*", "").split()).replace(" ,", ",") in shown


def words_of(svg):
    """Return the description of a picture as one line, without the marks around code and titles."""
    return " ".join(re.search(r"<desc[^>]*>(.*?)</desc>", svg, re.DOTALL)[1].replace("`", "").replace("*", "").split())


def test_every_day_links_to_the_glossary():
    for day in course.assignments():
        assert "](../../GLOSSARY.md)" in day.master.read_text("utf-8"), day.name


def test_make_help_lists_every_target_with_a_sentence():
    out = make("help").stdout
    for target in TARGETS:
        assert re.search(rf"^  make {target} +\S", out, re.MULTILINE), target


def test_make_reset_moves_no_notebook_of_a_day_that_was_not_named():
    assert re.search(r"grading reset *$", make("-n", "reset").stdout, re.MULTILINE)
    done = ran(sys.executable, "-m", "grading", "reset", code=2)
    assert "reset DAY=1" in done.stderr
    assert "grading reset 2" in make("-n", "reset", "DAY=2").stdout


def test_make_grade_hands_on_where_the_work_is_done_and_where_the_scores_go():
    out = make("-n", "grade", "DAY=2", "SCHEDULER=tcp://host:8786", "GRADEBOOK=postgresql://ada@host/course").stdout
    assert "grade 2 --student '*' --scheduler 'tcp://host:8786'" in " ".join(out.split())
    assert "--scheduler" not in make("-n", "grade", "DAY=2").stdout
    # An own recipe in place of the course's: what does a program see that make starts?
    shown = 'include Makefile\nshow:\n\t@echo "<$$GRADEBOOK>"\n'
    for given, seen in ((["GRADEBOOK=postgresql://ada@host/course"], "<postgresql://ada@host/course>"), ([], "<>")):
        assert ran("make", "--no-print-directory", "-f", "-", "show", *given, input=shown).stdout.strip() == seen


def test_make_check_grades_the_notebook_in_days(capsys):
    assert "-m grading check day1\n" in make("-n", "check", "DAY=1").stdout
    assert main(["check", "day1"]) == 0
    said = capsys.readouterr().out
    assert "Day 1: The Value class" in said
    assert f"of {points_of(1):g} points" in said


def test_the_lab_serves_loopback_without_calling_home():
    line = lab.command(course.assignment(1), 8899, browser=False)
    assert "--ServerApp.port=8899" in line
    assert "--ServerApp.open_browser=False" in line
    assert not any("ip=" in word for word in line), "JupyterLab's own default is loopback"
    assert "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate" in line
    opened = next(word for word in line if "default_url" in word).split("/lab/tree/")[1]
    assert (ROOT / opened).exists()
    assert "announcements" in (lab.CONFIGURATION / "everyone" / "labconfig" / "page_config.json").read_text()
    assert lab.environment()["JUPYTER_CONFIG_PATH"].startswith(str(lab.CONFIGURATION))


def test_ci_calls_the_readmes_commands():
    text = (ROOT / ".ci" / "run").read_text()
    assert re.search(r"^make test$", text, re.MULTILINE)
    assert re.search(r"^ +make test-site PICTURES= ONLY=.+$", text, re.MULTILINE)
    assert "make lab BROWSER=none" in (ROOT / ".ci" / "lab").read_text()
    for name in ("run", "lab"):
        assert (ROOT / ".ci" / name).stat().st_mode & 0o111, name


def test_a_workflow_names_each_action_at_one_version():
    for path in (ROOT / ".github" / "workflows").iterdir():
        used = re.findall(r"uses: (\S+)", path.read_text("utf-8"))
        assert used, path.name
        assert all(re.fullmatch(r"actions/[\w-]+@v\d+\.\d+\.\d+", one) for one in used), path.name


def test_the_site_is_published_for_a_tag_as_make_builds_it():
    text = (ROOT / ".github" / "workflows" / "site.yml").read_text("utf-8")
    assert re.search(r"^on:\n  push:\n    tags: ", text, re.MULTILINE)
    assert re.search(
        r"run: make site\b.*upload-pages-artifact@\S+\n +with:\n +path: site\n.*deploy-pages@", text, re.DOTALL
    )
    assert re.search(r"python -m website$", make("-n", "site").stdout, re.MULTILINE)


def test_the_workflow_runs_them_on_each_system_with_githubs_own_actions():
    text = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    found = set(re.findall(r"system: ([a-z]+)-[\d.]+, python: \"([\d.]+)\"", text))
    assert found >= {("ubuntu", "3.10"), ("ubuntu", "3.13"), ("macos", "3.13"), ("windows", "3.13")}
    assert len(re.findall(r"system: ", text)) == len(found), "a system has its version"
    runs = re.findall(r"^ +(?:run: )?(\.ci/lab|make test|python install\.py)", text, re.MULTILINE)
    assert runs == [".ci/lab", "python install.py", ".ci/lab", "make test"]
    assert "Confinement is not tested on" in text
    assert "--nbval" in make("-n", "test").stdout
