# SPDX-License-Identifier: MIT
"""Fetch packages from npm, each in one version whose bytes are known."""

from __future__ import annotations

import json
import subprocess
import tarfile
from pathlib import Path

from judge.notebooks.course import CourseError

# The kernel in the version that jupyterlite-pyodide-kernel names, Graphviz, and what shows the slides.
PYODIDE, GRAPHVIZ, REVEAL = "pyodide@314.0.6", "@viz-js/viz@3.31.0", "reveal.js@6.0.2"
# What ranks the pages of the atlas for a search.
MINISEARCH = "minisearch@7.2.0"
INTEGRITY = {
    PYODIDE: "sha512-BKDTJyIqFxC4BExLqeRS3f5xvXZIjOt8C3zGLN/Cc7tFxSwvKVhVkchQQ2AGLOtR4YrVOIFxbV8poyDOOmWwxQ==",
    GRAPHVIZ: "sha512-r7zlQdRvcwvIpjHGgs+KNWHeE/P5/Dq7k8ZAKaMCbZqomxCBJV78gVuQYaHzFVca+kB0mX0fMW9UFevCOBG50A==",
    REVEAL: "sha512-JYIg5D9aoxoaLeb84O+OvAwsKWdIavVgEDScxtYEXFCT6t6TQrhNtSgogcjdCpdLsWglhJn3zyE3fUOwiH5KEg==",
    MINISEARCH: "sha512-dqT2XBYUOZOiC5t2HRnwADjhNS2cecp9u+TJRiJ1Qp/f5qjkeT5APcGPjHw+bz89Ms8Jp+cG4AlE+QZ/QnDglg==",
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
