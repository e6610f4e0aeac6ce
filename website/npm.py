# SPDX-License-Identifier: MIT
"""Fetch packages from npm, each in one version whose bytes are known."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from pathlib import Path

from judge.notebooks.course import CourseError

# The kernel in the version that jupyterlite-pyodide-kernel names, Graphviz, and what shows the slides.
PYODIDE, GRAPHVIZ, REVEAL = "pyodide@314.0.6", "@viz-js/viz@3.31.0", "reveal.js@6.0.2"
# What ranks the pages of the atlas for a search.
MINISEARCH = "minisearch@7.2.0"
# What writes the archive of a learner's work.
FFLATE = "fflate@0.8.3"
INTEGRITY = {
    PYODIDE: "sha512-BKDTJyIqFxC4BExLqeRS3f5xvXZIjOt8C3zGLN/Cc7tFxSwvKVhVkchQQ2AGLOtR4YrVOIFxbV8poyDOOmWwxQ==",
    GRAPHVIZ: "sha512-r7zlQdRvcwvIpjHGgs+KNWHeE/P5/Dq7k8ZAKaMCbZqomxCBJV78gVuQYaHzFVca+kB0mX0fMW9UFevCOBG50A==",
    REVEAL: "sha512-JYIg5D9aoxoaLeb84O+OvAwsKWdIavVgEDScxtYEXFCT6t6TQrhNtSgogcjdCpdLsWglhJn3zyE3fUOwiH5KEg==",
    MINISEARCH: "sha512-dqT2XBYUOZOiC5t2HRnwADjhNS2cecp9u+TJRiJ1Qp/f5qjkeT5APcGPjHw+bz89Ms8Jp+cG4AlE+QZ/QnDglg==",
    FFLATE: "sha512-tbZNuJrLwGUp3zshBtdy4W+ORxZuIh8a5ilyIEQDC5rY1f3U20JMry0Ll3WBzU58EZKsEuJFXhb5gwv8CsPvgA==",
}


def fetched(work: Path, package: str) -> Path:
    """Fetch a package into a folder below ``work``, and return the folder of its files.

    Raises:
        CourseError: npm can't fetch it, or its bytes are others.
    """
    done = subprocess.run(["npm", "pack", "--json", package], cwd=work, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CourseError(f"npm can't fetch {package}: {done.stderr.strip()[-300:]}")
    (packed,) = json.loads(done.stdout)
    if packed["integrity"] != INTEGRITY[package]:
        raise CourseError(f"npm's {package} has the integrity {packed['integrity']}, and not {INTEGRITY[package]}.")
    folder = work / package.replace("/", "-")
    with tarfile.open(work / packed["filename"]) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def bundled(work: Path, folder: Path, name: str) -> Path:
    """Return a script of a folder in one file with what it imports, which the folder's ``package-lock.json`` names.

    Raises:
        CourseError: npm can't install that, or the script can't be bundled.
    """
    made = work / folder.name
    shutil.copytree(folder, made, ignore=shutil.ignore_patterns("node_modules"))
    # None of these packages needs to run a program of its own when it is installed.
    _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], made)
    bundle = work / f"bundled-{name}"
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=eof"]
    _run([str(made / "node_modules" / ".bin" / "esbuild"), name, *options, f"--outfile={bundle.resolve()}"], made)
    return bundle


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CourseError(f"{Path(command[0]).name} failed in {folder.name}/: {done.stderr.strip()[-300:]}")
