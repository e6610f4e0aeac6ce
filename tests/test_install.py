# SPDX-License-Identifier: MIT
"""The course installs the CPU build of PyTorch, with pip where PyTorch's index can't be reached."""

import http.server
import os
import socket
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


def test_an_unknown_build_is_one_sentence():
    done = ran(sys.executable, "install.py", "--torch", "gpu", code=2)
    assert "invalid choice: 'gpu'" in done.stderr


def test_whether_the_index_answers_is_decided_within_five_seconds(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    assert install.SECONDS < 5
    with silent() as index:
        began = time.monotonic()
        assert not install.answers(index, seconds=0.5)
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
