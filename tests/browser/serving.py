# SPDX-License-Identifier: MIT
"""A copy of the course, served as `make lab` serves it, without this account's Jupyter settings."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The packages that are installed.
INSTALLED = ("language", "reading", "gradtools", "judge", "exercises", "companion", "grading")
# What a learner's copy of the course holds: all but tests, and what is built from a class.
COPIED = ("days", "source", *INSTALLED, "release", "docs", "GLOSSARY.md", "LICENSE", "Makefile",
          "README.md", "course.toml", "install.py", "nbgrader_config.py", "pyproject.toml")  # fmt: skip
SECONDS_TO_START = 60


@dataclass(frozen=True)
class Served:
    """A running JupyterLab: its course, address, token, and environment, which commands of the same course need."""

    course: Path
    address: str
    token: str
    environment: dict[str, str]

    def url(self, path: str) -> str:
        return f"{self.address}{path}?token={self.token}"

    def end_kernels(self) -> None:
        for one in json.loads(self._asked("GET", "/api/sessions")):
            self._asked("DELETE", f"/api/sessions/{one['id']}")

    def _asked(self, method: str, path: str) -> bytes:
        asked = urllib.request.Request(
            f"{self.address}{path}", method=method, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(asked, timeout=30) as answer:
            return bytes(answer.read())

    def run(self, *arguments: str) -> str:
        """Run a command of the course, such as ``("grade", "day1")``, and return what it prints."""
        done = subprocess.run(
            [sys.executable, "-m", "grading", *arguments],
            cwd=self.course, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def copy_course(into: Path) -> Path:
    """Copy the course's own files into a folder that is not there yet, and return it."""
    into.mkdir(parents=True)
    left_out = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "*.kept-*", "feedback")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, into / name, ignore=left_out)
        else:
            shutil.copy(ROOT / name, into / name)
    return into


@contextmanager
def serve(course: Path, own: Path, *arguments: str) -> Iterator[Served]:
    """Serve a course as `make lab` does, with an empty folder in place of the account's own Jupyter settings."""
    token = secrets.token_hex(16)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "PYTEST"))},
        "PYTHONPATH": str(course),
        "JUPYTER_TOKEN": token,
        "JUPYTER_CONFIG_DIR": str(own / "config"),
        "JUPYTER_DATA_DIR": str(own / "data"),
        "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
        "IPYTHONDIR": str(own / "ipython"),
    }
    for name in ("NBGRADER_EXECUTION", "AUTOGRAD_COURSE_ROOT", "CI"):
        environment.pop(name, None)
    _let_tests_look_inside(own / "config")
    with (own / "server.log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "grading", "lab", "--no-browser", "--port", str(_free_port()), *arguments],
            cwd=course, env=environment, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
        try:
            yield Served(course, _address(own, server), token, environment)
        finally:
            # Its session is its own: JupyterLab, its kernels, and the graders that they started end with it.
            os.killpg(server.pid, signal.SIGTERM)
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(server.pid, signal.SIGKILL)
                server.wait()


def _let_tests_look_inside(config: Path) -> None:
    config.mkdir(parents=True)
    for file, application in (("jupyter_lab_config", "LabApp"), ("jupyter_notebook_config", "JupyterNotebookApp")):
        (config / f"{file}.json").write_text(json.dumps({application: {"expose_app_in_browser": True}}), "utf-8")


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _address(own: Path, server: subprocess.Popen[bytes]) -> str:
    """Wait for the server, and return its address as it wrote it down itself."""
    for _ in range(SECONDS_TO_START * 10):
        for path in (own / "runtime").glob("jpserver-*.json"):
            told = json.loads(path.read_text("utf-8") or "{}")
            if told:
                return f"http://127.0.0.1:{told['port']}"
        assert server.poll() is None, (own / "server.log").read_text("utf-8")
        time.sleep(0.1)
    raise AssertionError(f"No server in {SECONDS_TO_START} s:\n{(own / 'server.log').read_text('utf-8')}")
