# SPDX-License-Identifier: MIT
"""Write a JupyterLab that runs in the browser, with the days to do there and all that its kernel needs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat

import language
from building import editions, start_page
from building.address import lines_to_clone
from companion import browser
from grading import releasing
from judge.notebooks import course
from judge.notebooks.course import CourseError
from judge.notebooks.writing import replace_file
from website import day_cells, markdown, npm, pack, pages

HERE = Path(__file__).parent
# Where the lab has what it serves to learners.
FILES = "files"
LAB = Path(sys.prefix) / "share" / "jupyter"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
# What begins Python while JupyterLab is being loaded, and the worker in which it does.
EARLY, WORKER = HERE / "kernel" / "early.js", "worker.mjs"
# What starts Python, and the packages that the kernel would fetch by their names: all are there, but jedi, whose 5,000
# files take longer than all others. Completion does without.
START, BEGUN = "start.mjs", "begun.mjs"
PRESENT = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
KERNEL_SETTINGS = "@jupyterlite/pyodide-kernel-extension:kernel"
# The scripts of the page, in the order in which they stand in one file; and the command that a button calls.
SCRIPTS = ("notices.js", "archive.js")
TAKE_ALONG = "autograd-in-five-days:take-along"
EXTENSIONS = ("@jupyterlite/pyodide-kernel-extension", "@jupyter-widgets/jupyterlab-manager", "anywidget")


def write(folder: Path) -> None:
    """Write the lab into its folder, which has the days to do there and is made anew; the atlas is beside it."""
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        shutil.copytree(folder / FILES, work / "contents")
        days = [day for day in course.assignments() if (folder / FILES / day.name).exists()]
        _write_what_days_lead_to(work / "contents", days)
        kernel, graphviz = npm.fetched(work, npm.PYODIDE), npm.fetched(work, npm.GRAPHVIZ)
        more = {
            browser.GRAPHVIZ: (graphviz / "dist" / "viz-global.js").read_text("utf-8"),
            browser.RECORDED: json.dumps(day_cells.recorded(days)),
            browser.ATLAS: json.dumps(sorted(page.stem for page in (folder.parent / "atlas").glob("day*.html"))),
        }
        _build(work, folder)
        shipped = folder / "static" / "pyodide"
        shipped.mkdir(parents=True)
        for path in (HERE / "kernel" / START, HERE / "kernel" / BEGUN, *(kernel / name for name in RUNTIME)):
            shutil.copy(path, shipped)
        # Nothing is fetched by a package's name.
        lock = json.loads((kernel / "pyodide-lock.json").read_text("utf-8"))
        (shipped / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
        pack.write_kernel(shipped, [*_wheels(work), *_of_kernel()], days, more)
        _compile(shipped)
        _write_fflate(work, folder)
    _write_notices(folder)
    _write_early(folder)


def write_days(folder: Path, days: list[course.Assignment]) -> None:
    """Write the released days that the lab will have into its folder, so that a page can lead there."""
    for name in (language.ENGLISH, *editions.offered()):
        with editions.speaking(name):
            for day in days:
                replace_file(folder / FILES / pages.place_of(day), releasing.released(day))


def _write_what_days_lead_to(contents: Path, days: list[course.Assignment]) -> None:
    """Write the pages and the start page that the days link to, in each language, to where these links lead.

    The lab's folder is the topmost there: a link that goes above it leads into it.
    """
    for name in (language.ENGLISH, *language.known()):
        for page in (editions.page_in(name, page) for page in markdown.TEXTS.values()):
            (contents / page).parent.mkdir(exist_ok=True)
            shutil.copy(course.root() / page, contents / page)
        with editions.speaking(name):
            place = start_page.path_in(course.root()).relative_to(course.root() / "days")
            nbformat.write(start_page.page(course.root(), days), contents / place)


def _wheels(work: Path) -> list[Path]:
    """Fetch the wheels of wheels.txt, each with the hash that stands there."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps"]
    command += ["--only-binary", ":all:", "--platform", "any", "--python-version", "3.14", "--abi", "none"]
    command += ["--implementation", "py", "--dest", str(work / "wheels"), "-r", str(HERE / "wheels.txt")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CourseError(f"pip can't fetch what {HERE.name}/wheels.txt names: {done.stderr.strip()[-300:]}")
    return sorted((work / "wheels").glob("*.whl"))


def _of_kernel() -> list[Path]:
    """Return the wheels that come with the kernel's page; of a package with two versions the later one."""
    found = sorted((LAB / "labextensions" / EXTENSIONS[0] / "static" / "pypi").glob("*.whl"))
    return list({wheel.name.partition("-")[0]: wheel for wheel in found}.values())


def _compile(shipped: Path) -> None:
    """Compile the packages in the folder of the kernel's files, by the kernel's Python."""
    command = ["node", str(HERE / "kernel" / "compile.mjs"), str(shipped)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CourseError(f"The kernel's packages can't be compiled by Node.js: {done.stderr.strip()[-2000:]}")


def _build(work: Path, folder: Path) -> None:
    settings = {
        "pyodideUrl": f"./static/pyodide/{START}",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": PRESENT},
    }
    page = {
        "appName": "Autograd in Five Days",
        "exposeAppInBrowser": True,
        "enableMemoryStorage": True,
        "litePluginSettings": {KERNEL_SETTINGS: settings},
    }
    lite = {"jupyter-lite-schema-version": 0, "jupyter-config-data": page}
    (work / "jupyter-lite.json").write_text(json.dumps(lite), "utf-8")
    own = course.root() / "grading" / "jupyter" / "everyone"
    overrides = json.loads((own / "labconfig" / "default_setting_overrides.json").read_text("utf-8"))
    # What the days lead to is to be read. On a desktop this would keep Notebook 7 from opening such a file to edit.
    overrides["@jupyterlab/docmanager-extension:plugin"] = {"defaultViewers": {"markdown": "Markdown Preview"}}
    # A button in each notebook's toolbar, and a line beside File > Download, which takes one file alone.
    button = {"name": "take-along", "command": TAKE_ALONG, "rank": 45}
    overrides["@jupyterlab/notebook-extension:panel"] = {"toolbar": [button]}
    line = {"id": "jp-mainmenu-file", "items": [{"command": TAKE_ALONG, "rank": 6.5}]}
    overrides["@jupyterlab/mainmenu-extension:plugin"] = {"menus": [line]}
    (work / "overrides.json").write_text(json.dumps(overrides), "utf-8")
    places = [LAB / "labextensions" / name for name in EXTENSIONS]
    places.append(own / "labextensions" / "autograd-in-five-days")
    config = {"LiteBuildConfig": {"federated_extensions": list(map(str, places)), "ignore_sys_prefix": True}}
    (work / "jupyter_lite_config.json").write_text(json.dumps(config), "utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", ".", "--contents", "contents"]
    command += [
        "--output-dir",
        str(folder.resolve()),
        "--apps",
        "lab",
        "--no-sourcemaps",
        "--no-unused-shared-packages",
    ]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CourseError(f"JupyterLite can't be built: {(done.stdout + done.stderr).strip()[-2000:]}")


def _write_fflate(work: Path, folder: Path) -> None:
    """Write what packs an archive into the lab's folder as it is, with its licence."""
    package = npm.fetched(work, npm.FFLATE)
    shutil.copy(package / "esm" / "browser.js", folder / "fflate.js")
    shutil.copy(package / "LICENSE", folder / "fflate.LICENSE.txt")


def _write_early(folder: Path) -> None:
    """Let Python begin in a worker as soon as the lab's page does.

    Raises:
        CourseError: JupyterLite has no worker for its kernel, or several.
    """
    # The one of a page that is not isolated, as it is on a plain server.
    found = [path.relative_to(folder) for path in folder.glob("extensions/@jupyterlite/*/static/comlink.worker.*.js")]
    if len(found) != 1:
        raise CourseError(f"JupyterLite has {len(found)} workers for its kernel, and not one.")
    (kernel,) = (path.as_posix() for path in found)
    worker = f'import "./{START}";\nimport "../../{kernel}";\n'
    (folder / "static" / "pyodide" / WORKER).write_text(worker, "utf-8")
    page = folder / "lab" / "index.html"
    given = {"KERNEL": f"../{kernel}", "WORKER": f"../static/pyodide/{WORKER}"}
    lines = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in given.items())
    script = f"<script>\n{{\n{lines}{EARLY.read_text('utf-8')}}}\n</script>"
    text = page.read_text("utf-8")
    page.write_text(text.replace("<head>", f"<head>\n{script}", 1), "utf-8")


def _write_notices(folder: Path) -> None:
    """Let the lab's page say what a browser does not do, and hand out the learner's work."""
    page = folder / "lab" / "index.html"
    text = page.read_text("utf-8")
    page.write_text(text.replace("</head>", '<script src="../notices.js" defer></script>\n</head>', 1), "utf-8")
    script = "".join((HERE / name).read_text("utf-8") for name in SCRIPTS)
    said = set(re.findall(r'say\("([^"]+)"\)', script))
    words = {name: dict(language.catalogue(name, "docs")) for name in language.known()}
    served = [path.relative_to(folder / FILES).as_posix() for path in (folder / FILES).rglob("*") if path.is_file()]
    settings = json.loads((folder / "jupyter-lite.json").read_text("utf-8"))
    given = {
        "JUPYTERLITE": settings["jupyter-config-data"]["appVersion"],
        "CLONE": lines_to_clone(course.root()),
        "SERVED": sorted(served),
        "WORDS": {name: {text: known[text] for text in said & known.keys()} for name, known in words.items()},
    }
    lines = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in given.items())
    (folder / "notices.js").write_text(lines + script, "utf-8")
