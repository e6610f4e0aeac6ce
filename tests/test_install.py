# SPDX-License-Identifier: MIT
"""The course installs the CPU build of PyTorch, with pip where PyTorch's index can't be reached."""

import http.server
import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest
from support import ran

import install

PIP = "-m pip --disable-pip-version-check install --quiet"


class Index(http.server.BaseHTTPRequestHandler):
    def do_HEAD(self):
        self.send_response(200 if self.path == "/whl/cpu/torch/" else 404)
        self.end_headers()

    def log_message(self, *_):
        pass


@contextmanager
def serving():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Index) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/whl/cpu"
        server.shutdown()


@contextmanager
def silent():
    """A server that takes a connection and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/whl/cpu"


def closed():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"http://127.0.0.1:{server.getsockname()[1]}/whl/cpu"


@pytest.fixture
def set_up(tmp_path, monkeypatch):
    """Return a function that runs make with a Python that records the commands it is given."""
    monkeypatch.setenv("no_proxy", "*")
    if os.name == "nt":
        pytest.skip("the Python that takes notes is a shell script")
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin" / "python"
    python.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\ncase "$*" in $BROKEN) exit 3;; esac\n', "utf-8")
    python.chmod(0o755)

    def run(*given, broken="nothing"):
        command = ["make", f"{tmp_path}/.ready", f"VENV={tmp_path}", f"PYTHON={sys.executable}", *given]
        done = ran(*command, env={"BROKEN": broken}, code=None)
        asked = (tmp_path / "asked").read_text("utf-8").replace(f" --python {python}", "").splitlines()
        return done, asked

    return run


def test_uv_takes_pytorch_alone_from_its_own_index(set_up):
    with serving() as index:
        done, asked = set_up(f"TORCH_INDEX={index}")
    assert done.returncode == 0, done.stderr
    assert asked == [
        f"{PIP} uv",
        f"-m uv pip install --quiet --no-deps --index-url {index} {install.torch_pin()}",
        "-m uv pip install --quiet --editable .[test]",
    ]
    assert "pip installs" not in done.stdout


def test_pip_installs_where_the_index_is_out_of_reach_and_a_line_says_so(set_up):
    index = closed()
    done, asked = set_up(f"TORCH_INDEX={index}")
    assert done.returncode == 0, done.stderr
    assert asked == [f"{PIP} --editable .[test]"]
    assert f"{index} did not answer, so pip installs PyTorch. On Linux this may be the build with CUDA" in done.stdout


@pytest.mark.parametrize("broken", ["*uv", "*--index-url*", "-m uv*--editable*"])
def test_pip_goes_on_where_uv_stops(set_up, broken):
    with serving() as index:
        done, asked = set_up(f"TORCH_INDEX={index}", broken=broken)
    assert done.returncode == 0, done.stderr
    assert asked[-1] == f"{PIP} --editable .[test]"
    assert "uv stopped, so pip installs what is still missing." in done.stdout


def test_the_default_build_is_what_pip_gives(set_up):
    with serving() as index:
        done, asked = set_up("TORCH=default", f"TORCH_INDEX={index}")
    assert done.returncode == 0, done.stderr
    assert asked == [f"{PIP} --editable .[test]"]


def test_a_failed_installation_is_not_taken_for_a_finished_one(set_up, tmp_path):
    done, _ = set_up("TORCH=default", broken="*--editable*")
    assert done.returncode != 0
    assert "The course could not be installed; the lines above say why." in done.stderr
    assert not (tmp_path / ".ready").exists()


def test_what_is_ready_is_asked_of_the_environment_and_not_of_a_files_time(set_up, tmp_path):
    (tmp_path / ".ready").touch()
    done, asked = set_up("TORCH=default")
    assert done.returncode == 0, done.stderr
    assert asked == [f"install.py --venv {tmp_path} --is-ready"]
    done, asked = set_up("TORCH=default", broken="*--is-ready")
    assert done.returncode == 0, done.stderr
    assert asked[-1] == f"{PIP} --editable .[test]"


@pytest.mark.skipif(os.name == "nt", reason="the Pythons that take notes are shell scripts")
def test_the_python_of_a_half_made_environment_installs_nothing(tmp_path):
    """make puts the environment's programs before all others."""
    for place in ("bin", "elsewhere"):
        (tmp_path / place).mkdir()
        python = tmp_path / place / "python3"
        python.write_text(f"#!/bin/sh\necho {place} > {tmp_path}/used\n", "utf-8")
        python.chmod(0o755)
    path = os.pathsep.join([str(tmp_path / "elsewhere"), os.environ["PATH"]])
    ran("make", f"{tmp_path}/.ready", f"VENV={tmp_path}", env={"PATH": path})
    assert (tmp_path / "used").read_text("utf-8") == "elsewhere\n"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """Return a folder whose ``.venv`` is made by a ``venv`` that is fast, and into which nothing is installed."""
    if os.name == "nt":
        pytest.skip("the fast venv is of POSIX")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "by_uv", lambda python, index: True)
    monkeypatch.setattr(install, "has_pip", lambda venv: True)
    real = install.run

    def run(command, **options):
        real([*command[:3], "--without-pip", *command[3:]] if command[1:3] == ["-m", "venv"] else command, **options)

    monkeypatch.setattr(install, "run", run)
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def installed(folder, code=0):
    assert install.main(["--venv", str(folder / ".venv")]) == code
    assert install.is_ready(folder / ".venv") == (code == 0)
    assert (folder / ".venv" / ".ready").exists() == (code == 0)


def half(venv, *gone):
    """Leave of an environment what a ``venv`` leaves that is killed before it has written some files."""
    for name in ("bin/activate", *gone):
        for path in venv.glob(name):
            path.unlink()


def elsewhere(venv):
    settings = venv / "pyvenv.cfg"
    settings.write_text(settings.read_text("utf-8").replace("version = 3.", "version = 3.1"), "utf-8")


def without_python(venv):
    (venv / "bin" / "python").unlink()
    (venv / "bin" / "python").symlink_to("/nowhere/python3.11")


FAULTS = {
    "nothing but folders": lambda venv: [path.unlink() for path in [*venv.rglob("*")] if not path.is_dir()],
    "settings alone": lambda venv: half(venv, "bin/*"),
    "half made": half,
    "python is gone": without_python,
    "another python": elsewhere,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_environment_that_is_not_whole_is_made_again(course, fault, capsys):
    installed(course)
    (course / ".venv" / ".ready").unlink()
    FAULTS[fault](course / ".venv")
    assert install.fault_of(course / ".venv")
    installed(course)
    assert install.fault_of(course / ".venv") == ""


def test_what_is_ready_is_no_longer_ready_once_the_folder_was_moved(course, monkeypatch, capsys):
    installed(course)
    (course / "old").mkdir()
    moved = course / "new"
    moved.mkdir()
    (course / ".venv").rename(moved / ".venv")
    (moved / "pyproject.toml").touch()
    monkeypatch.setattr(install, "ROOT", moved)
    os.utime(moved / ".venv" / ".ready")
    assert not install.is_ready(moved / ".venv")
    installed(moved)
    assert "It was moved here" in capsys.readouterr().out


def test_what_may_be_somebodys_work_is_left_alone_and_one_sentence_says_so(course, capsys):
    (course / ".venv").write_text("mine", "utf-8")
    assert install.main(["--venv", str(course / ".venv")]) == 1
    assert "is no folder, so no environment can be made there" in capsys.readouterr().err
    (course / "notes").mkdir()
    (course / "notes" / "mine.txt").write_text("mine", "utf-8")
    assert install.main(["--venv", str(course / "notes")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert [path.name for path in (course / "notes").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_that_makes_no_environment_is_one_sentence(course, module, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, module, None)
    installed(course, code=1)
    assert f"has no module {module}" in capsys.readouterr().err
    assert not (course / ".venv").exists()


def test_a_package_that_was_half_written_is_installed_again(course, capfd):
    installed(course)
    (packages,) = (course / ".venv").glob("lib/python*/site-packages")
    for name in ("whole", "half", "cut"):
        (packages / f"{name}-1.dist-info").mkdir()
        (packages / f"{name}-1.dist-info" / "METADATA").write_text(f"Name: {name}\n", "utf-8")
        (packages / f"{name}.py").write_text("x = 1\n", "utf-8")
        (packages / f"{name}-1.dist-info" / "RECORD").write_text(f"{name}.py,sha256=x,6\n", "utf-8")
    (packages / "half-1.dist-info" / "RECORD").unlink()
    (packages / "cut.py").write_text("x", "utf-8")
    install.forget_halves(course / ".venv")
    assert sorted(path.name for path in packages.glob("*.dist-info")) == ["whole-1.dist-info"]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_an_environment_that_was_half_emptied_is_made_again(course, monkeypatch, count, capsys):
    installed(course)
    (course / ".venv" / ".ready").unlink()
    elsewhere(course / ".venv")
    emptied, rmtree = [], install.shutil.rmtree

    def stopped(folder):
        if len(emptied) == count:
            raise KeyboardInterrupt
        emptied.append(folder)
        rmtree(folder)

    with monkeypatch.context() as patch:
        patch.setattr(install.shutil, "rmtree", stopped)
        installed(course, code=130)
    assert install.fault_of(course / ".venv")
    installed(course)


def waiting(folder, capsys):
    """Install in a thread, and return it once it says that it waits for another installation."""
    second, said = threading.Thread(target=install.main, args=[["--venv", str(folder / ".venv")]]), ""
    second.start()
    while second.is_alive() and "Another installation is at work here. This one waits until it ends." not in said:
        said += capsys.readouterr().out
        second.join(0.05)
    assert second.is_alive(), said
    assert not (folder / ".venv").exists()
    return second


def test_a_second_installation_waits_for_the_first(course, capsys):
    with install.alone() as waited:
        assert not waited
        second = waiting(course, capsys)
    second.join(60)
    assert install.is_ready(course / ".venv")


def test_it_waits_for_what_is_left_of_one_that_was_killed(course, capsys):
    with install.alone():
        # As `install.run` starts an installer, which goes on when its terminal is closed.
        left = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, close_fds=False)
    second = waiting(course, capsys)
    left.communicate(b"\n")
    second.join(60)
    assert install.is_ready(course / ".venv")


def test_the_python_of_an_environment_does_not_make_it_again(course, monkeypatch):
    """`python3` is that one where the environment is active, and its folder is emptied first."""
    made, run = [], install.run
    monkeypatch.setattr(install, "run", lambda command, **options: made.append(command[0]) or run(command, **options))
    monkeypatch.setattr(sys, "_base_executable", getattr(sys, "_base_executable", sys.executable), raising=False)
    base = sys._base_executable
    monkeypatch.setattr(sys, "executable", str(course / ".venv" / "bin" / "python"))
    installed(course)
    assert made[0] == base


def test_a_stop_is_one_line_and_leaves_no_stamp(course, monkeypatch, capsys):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(install, "by_uv", stopped)
    installed(course, code=130)
    assert capsys.readouterr().err == "\nStopped. Run the same command again: it goes on from here.\n"


def test_a_full_disk_is_one_sentence(course, monkeypatch, capsys):
    def full(*_):
        raise OSError(28, "No space left on device", "somewhere")

    monkeypatch.setattr(install, "by_uv", full)
    installed(course, code=1)
    assert "somewhere can't be written (No space left on device)" in capsys.readouterr().err


def test_an_unknown_build_is_one_sentence():
    done = ran(sys.executable, "install.py", "--torch", "gpu", code=2)
    assert "invalid choice: 'gpu'" in done.stderr


def test_whether_the_index_answers_is_decided_within_five_seconds(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    assert install.SECONDS < 5
    with silent() as index:
        began = time.monotonic()
        assert not install.answers(index, seconds=0.1)
        assert time.monotonic() - began < 2
    with serving() as index:
        assert install.answers(index)
        assert install.answers(f"{index}/")
        assert not install.answers(index.replace("whl", "other"))
    assert not install.answers("no address")


def test_a_look_up_of_the_name_that_hangs_is_no_longer_waited_for(monkeypatch):
    end = threading.Event()

    def hang(*_, **__):
        end.wait(20)
        raise OSError

    monkeypatch.setattr(install.urllib.request, "urlopen", hang)
    began = time.monotonic()
    assert not install.answers("http://127.0.0.1/whl/cpu", seconds=0.2)
    assert time.monotonic() - began < 5
    end.set()
