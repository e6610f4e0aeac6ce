# SPDX-License-Identifier: MIT
"""Install the course into its own environment: ``python install.py``.

``make lab`` and ``make test`` call this where something is missing; it needs nothing but Python. PyTorch comes as its
CPU build, by uv, from PyTorch's own index. PyPI has the build with CUDA for Linux, which takes gigabytes, and the
course uses no GPU. Where that index does not answer, or uv stops, pip installs everything from where it is configured
to look.

It may be stopped at any moment and run again: an environment that is not whole is made again, and so is a package.
After a change of this file, kill ``make lab`` in a copy of the course at ten moments, and run it again each time.
"""

import argparse
import contextlib
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, which has no such lock.
    fcntl = None

ROOT = Path(__file__).resolve().parent
INDEX = "https://download.pytorch.org/whl/cpu"
# An index that has not answered by then counts as out of reach.
SECONDS = 4
OLDEST = (3, 10)
# Written last. It says for which folder, environment and Python the course was installed.
STAMP = ".ready"
# By this file Python knows that a folder is an environment.
SETTINGS = "pyvenv.cfg"
# Run in the environment. An installer takes a package for installed as soon as its metadata are there, however many of
# its files were written when it was stopped: the metadata of such a package go, so that it is installed again.
FORGET_HALVES = """
import importlib.metadata, pathlib, shutil, sysconfig


def is_whole(path, size):
    return path.is_file() and path.stat().st_size >= (size or 0)


for folder in pathlib.Path(sysconfig.get_path("purelib")).glob("*.dist-info"):
    files = [file for file in importlib.metadata.Distribution.at(folder).files or () if file.hash]
    if not (files and all(is_whole(pathlib.Path(file.locate()), file.size) for file in files)):
        print(f"{folder.name} is not whole, and is installed again.", flush=True)
        shutil.rmtree(folder)
"""
# What a Python of an environment says of itself.
ABOUT = "import sys; print(*sys.version_info[:2], sep='.')"


class NotInstalledError(Exception):
    """The course can't be installed; the text is one sentence that names the cause and the mend."""


def main(arguments=None):
    """Make the environment if it is missing or not whole, install the course into it, and return the exit code."""
    parser = argparse.ArgumentParser(description="Install the course into its own environment.")
    parser.add_argument("--venv", default=".venv", help="the folder of the environment (default .venv)")
    parser.add_argument("--torch", default="cpu", choices=("cpu", "default"),
                        help="the build of PyTorch: without CUDA, or what pip gives (default cpu)")  # fmt: skip
    parser.add_argument("--index", default=INDEX, help="where the CPU build of PyTorch is (default %(default)s)")
    parser.add_argument("--is-ready", action="store_true", help="install nothing, and return 1 if something is missing")
    parser.add_argument("--add", default="", metavar="EXTRAS", help="install only what these extras need, such as site")
    options = parser.parse_args(arguments)
    venv = Path(options.venv).absolute()
    if options.is_ready:
        return int(not is_ready(venv))
    if sys.version_info < OLDEST:
        print("Python 3.10 or newer is needed: make PYTHON=python3.12 lab, or python3.12 install.py", file=sys.stderr)
        return 1
    try:
        with alone() as waited:
            if options.add:
                forget_halves(venv)
                pip(python_in(venv), "--editable", f".[{options.add}]")
            elif not (waited and is_ready(venv)):
                print(f"The course is being installed into {options.venv}. This takes a minute or two.", flush=True)
                install(venv, options.torch, options.index)
    except subprocess.CalledProcessError as error:
        print("The course could not be installed; the lines above say why.", file=sys.stderr)
        return error.returncode if error.returncode > 0 else 1
    except NotInstalledError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{error.filename or options.venv} can't be written ({error.strerror or error}). Mend that, then run the "
              "same command again.", file=sys.stderr)  # fmt: skip
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Run the same command again: it goes on from here.", file=sys.stderr)
        return 130
    return 0


def install(venv, torch, index):
    """Install the course into an environment, which is made where it is missing or not whole."""
    if reason := fault_of(venv):
        make(venv, reason)
    python = python_in(venv)
    forget_halves(venv)
    if not has_pip(venv):
        run([python, "-m", "ensurepip", "--upgrade", "--default-pip"], stdout=subprocess.DEVNULL)
    if torch == "default" or not by_uv(python, index):
        forget_halves(venv)
        pip(python, "--editable", ".[test]")
    written = venv / f"{STAMP}.new"
    written.write_text(stamp(venv), "utf-8")
    os.replace(written, venv / STAMP)


@contextlib.contextmanager
def alone():
    """Wait while another installation is at work in this folder, and yield whether one was.

    It may be in another terminal, or what is left of one that was closed: the programs that it started go on. They hold
    the lock, too, which the system takes back when the last of them ends.
    """
    if fcntl is None:
        yield False
        return
    folder = os.open(ROOT, os.O_RDONLY)
    os.set_inheritable(folder, True)
    try:
        yield _waited(folder)
    finally:
        os.close(folder)


def _waited(folder):
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("Another installation is at work here. This one waits until it ends.", flush=True)
        fcntl.flock(folder, fcntl.LOCK_EX)
        return True
    except OSError:  # A file system without locks.
        pass
    return False


def run(command, **options):
    """Run a program in the course's folder, which holds the lock as this one does.

    Raises:
        subprocess.CalledProcessError: It failed.
    """
    subprocess.run(command, cwd=ROOT, check=True, close_fds=False, **options)


# The environment


def python_in(venv):
    """Return the path of an environment's Python."""
    return str(programs_in(venv) / ("python.exe" if os.name == "nt" else "python"))


def programs_in(venv):
    """Return the folder of an environment's programs."""
    return venv / ("Scripts" if os.name == "nt" else "bin")


def is_ready(venv):
    """Tell whether the course is installed for this folder, environment and Python, as pyproject.toml is now.

    Nothing is ready once the folder was moved, or the environment's Python replaced.
    """
    try:
        made = (venv / STAMP).stat().st_mtime
        written = (venv / STAMP).read_text("utf-8")
        return made >= (ROOT / "pyproject.toml").stat().st_mtime and written == stamp(venv)
    except (OSError, ValueError):
        return False


def stamp(venv):
    """Return what stands in the stamp of a finished installation; it is no longer true of another folder or Python."""
    version = version_of(venv) if is_venv(venv) else ""
    return json.dumps({"course": str(ROOT), "environment": str(venv), "python": version}) + "\n"


def version_of(venv):
    """Return the version of an environment's Python, such as ``3.11``; "" where it does not run."""
    try:
        done = subprocess.run([python_in(venv), "-I", "-c", ABOUT], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return ""
    return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else ""


def _shown(version):
    return "{}.{}".format(*version[:2])


def is_venv(venv):
    """Tell whether ``venv`` or its like made an environment, or began to; conda's is none."""
    return (venv / SETTINGS).exists()


def is_half_made(venv):
    """Tell whether ``venv`` was stopped while it made an environment: it writes ``activate`` last."""
    return is_venv(venv) and not (programs_in(venv) / "activate").exists()


def fault_of(venv):
    """Return why an environment is to be made; "" if it can be used, as can one that ``venv`` did not make."""
    if not venv.is_dir():
        return "There is none."
    if not is_venv(venv):
        return "" if os.path.exists(python_in(venv)) else "It has no Python."
    if is_half_made(venv):
        return "It is half made."
    version = version_of(venv)
    if not version:
        return "Its Python is gone."
    settings = (venv / SETTINGS).read_text("utf-8", "replace")
    made_for = re.search(r"^version(?:_info)?\s*=\s*(\d+\.\d+)", settings, re.MULTILINE)
    if made_for and made_for[1] != version:
        return f"It was made for Python {made_for[1]}, and its Python is {version} now."
    if tuple(map(int, version.split("."))) < OLDEST:
        return f"It is of Python {version}, and the course needs {_shown(OLDEST)} or newer."
    return "" if _knows_its_place(venv) else "It was moved here, so its programs don't find their Python."


def _knows_its_place(venv):
    """Tell whether an environment's programs, which have its path in them, were installed where it is."""
    text = (programs_in(venv) / "activate").read_text("utf-8", "replace").replace("'\"'\"'", "'")
    return any(os.path.normcase(path) in os.path.normcase(text) for path in (venv, venv.resolve()))


def make(venv, reason):
    """Make an environment, in place of what is left of one.

    Raises:
        NotInstalledError: This Python makes none, or something that may be somebody's work stands there.
    """
    missing = [name for name in ("venv", "ensurepip") if not _is_there(name)]
    if missing:
        raise NotInstalledError(
            f"This Python, {sys.executable}, has no module {missing[0]}, which makes an environment. On Debian and "
            "Ubuntu: sudo apt install python3-venv. Elsewhere take another Python, as in make PYTHON=python3.12 lab."
        )
    if os.path.lexists(venv):
        _remove_contents(venv, reason)
    # This may run on the very Python of the environment: `python3` is that one where an environment is active.
    run([getattr(sys, "_base_executable", sys.executable), "-m", "venv", str(venv)])


def _is_there(module):
    try:
        __import__(module)
    except ImportError:
        return False
    return True


def _remove_contents(venv, reason):
    """Empty the folder of an environment that can't be used.

    Raises:
        NotInstalledError: It may be something else, or an environment that is not the course's alone.
    """
    if not venv.is_dir():
        raise NotInstalledError(f"{venv} is no folder, so no environment can be made there. Move it elsewhere.")
    # `venv` begins with folders, and a link to one.
    empty = all(path.is_dir() for path in venv.rglob("*"))
    if not (empty or is_half_made(venv) or (is_venv(venv) and ROOT in venv.resolve().parents)):
        raise NotInstalledError(
            f"{venv} can't be used as an environment. {reason} It holds files, so it is left alone: move it elsewhere, "
            "or name another folder, as in make VENV=.venv2 lab or python install.py --venv .venv2."
        )
    if not empty:
        print(f"{venv} is made again. {reason}", flush=True)
    # The settings go last: without them, what a stop leaves would be taken for an environment that `venv` did not make.
    for path in [path for path in venv.iterdir() if path.name != SETTINGS] + [venv / SETTINGS]:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


# The packages


def forget_halves(venv):
    """Let each package that is not whole be installed again: an installer was stopped while it wrote it."""
    if is_venv(venv):
        run([python_in(venv), "-I", "-c", FORGET_HALVES])


def has_pip(venv):
    """Tell whether an environment has pip; one that uv made has none."""
    ask = [python_in(venv), "-I", "-c", "import pip"]
    return not is_venv(venv) or subprocess.run(ask, stderr=subprocess.DEVNULL).returncode == 0


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
        run([*uv, "--no-deps", "--index-url", index, torch_pin()])
        run([*uv, "--editable", ".[test]"])
    except subprocess.CalledProcessError:
        print("uv stopped, so pip installs what is still missing.", flush=True)
        return False
    return True


def pip(python, *what):
    """Install something by pip."""
    run([python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *what])


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
