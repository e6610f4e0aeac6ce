# SPDX-License-Identifier: MIT
"""Install the course into its own environment: ``python install.py``.

``make lab`` and ``make test`` call this where something is missing; it needs nothing but Python. PyTorch comes as its
CPU build, by uv, from PyTorch's own index. PyPI has the build with CUDA for Linux, which takes gigabytes, and the
course uses no GPU. Where that index does not answer, or uv stops, pip installs everything from where it is configured
to look.
"""

import argparse
import http.client
import os
import re
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent
INDEX = "https://download.pytorch.org/whl/cpu"
# After so many seconds an index that has not answered counts as out of reach.
SECONDS = 4


def main(arguments=None):
    """Make the environment if it is missing, install the course into it, and return the exit code."""
    parser = argparse.ArgumentParser(description="Install the course into its own environment.")
    parser.add_argument("--venv", default=".venv", help="the folder of the environment (default .venv)")
    parser.add_argument("--torch", default="cpu", choices=("cpu", "default"),
                        help="the build of PyTorch: without CUDA, or what pip gives (default cpu)")  # fmt: skip
    parser.add_argument("--index", default=INDEX, help="where the CPU build of PyTorch is (default %(default)s)")
    options = parser.parse_args(arguments)
    if sys.version_info < (3, 10):  # noqa: UP036 (it is run by whatever Python there is)
        print("Python 3.10 or newer is needed: make PYTHON=python3.12 lab, or python3.12 install.py", file=sys.stderr)
        return 1
    programs = Path(options.venv).absolute() / ("Scripts" if os.name == "nt" else "bin")
    python = str(programs / ("python.exe" if os.name == "nt" else "python"))
    print(f"The course is being installed into {options.venv}. This takes a minute or two.", flush=True)
    try:
        if not Path(python).exists():
            subprocess.run([sys.executable, "-m", "venv", options.venv], check=True)
        if options.torch == "default" or not by_uv(python, options.index):
            pip(python, "--editable", ".[test]")
    except subprocess.CalledProcessError as error:
        print("The course could not be installed; the lines above say why.", file=sys.stderr)
        return error.returncode
    Path(options.venv, ".ready").touch()  # `make` looks for it
    return 0


def by_uv(python, index):
    """Install everything by uv, with the CPU build of PyTorch; return False, and say so, where that is not possible."""
    if not answers(index):
        print(f"{index} did not answer, so pip installs PyTorch. On Linux this may be the build with CUDA, about 5 GB.",
              flush=True)  # fmt: skip
        return False
    uv = [python, "-m", "uv", "pip", "install", "--quiet", "--python", python]
    try:
        pip(python, "uv")
        # The index of PyTorch has old versions of other packages, too: nothing else is taken from it.
        subprocess.run([*uv, "--no-deps", "--index-url", index, torch_pin()], cwd=ROOT, check=True)
        subprocess.run([*uv, "--editable", ".[test]"], cwd=ROOT, check=True)
    except subprocess.CalledProcessError:
        print("uv stopped, so pip installs what is still missing.", flush=True)
        return False
    return True


def pip(python, *what):
    """Install something by pip."""
    command = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *what]
    subprocess.run(command, cwd=ROOT, check=True)


def answers(index, seconds=SECONDS):
    """Tell whether an index has PyTorch, within some seconds, whatever the network does."""
    found = []

    def ask():
        try:
            request = urllib.request.Request(f"{index.rstrip('/')}/torch/", method="HEAD")
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                found.append(answer.status == 200)
        except (OSError, ValueError, http.client.HTTPException):
            pass

    # The timeout of a socket does not cover the look-up of its name: a thread can be left behind.
    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(seconds)
    return any(found)


def torch_pin():
    """Return the version of PyTorch that the course declares, such as ``torch==2.13.0``."""
    return re.search(r'"(torch==[^"]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))[1]


if __name__ == "__main__":
    sys.exit(main())
