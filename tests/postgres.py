# SPDX-License-Identifier: MIT
"""A PostgreSQL server of a test's own: in a temporary folder, on a port of loopback, gone at its end."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PROGRAMS = ("initdb", "postgres")


def _program(name: str) -> str | None:
    """Return where a program is: on PATH, or where Debian keeps the newest."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    return shutil.which(name) or next(map(str, reversed(versions)), None)


def missing() -> str:
    """Return a sentence on what is not installed; "" where all is."""
    if importlib.util.find_spec("psycopg") is None:
        return "psycopg is not installed: pip install --editable '.[postgres]'"
    absent = [name for name in PROGRAMS if _program(name) is None]
    return f"PostgreSQL's {absent[0]} is not installed: apt install postgresql" if absent else ""


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Give the address of a new, empty server, without its database's name; it refuses to run as root."""
    import pwd  # Not on Windows.

    account = pwd.getpwnam("nobody") if os.getuid() == 0 else None
    as_nobody = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}
    folder = tempfile.mkdtemp(prefix="postgres-")
    if account:
        os.chown(folder, account.pw_uid, account.pw_gid)
    data, port = f"{folder}/data", _free_port()
    environment = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    common = {"env": environment, "cwd": folder, **as_nobody}
    try:
        make = [_program("initdb"), "-D", data, "-U", "grader", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, capture_output=True, **common)
        options = ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
        with open(f"{folder}/log", "w") as log:
            run = [_program("postgres"), "-D", data, "-p", str(port), *options]
            process = subprocess.Popen(run, stdout=log, stderr=log, **common)
        try:
            _wait(process, port, Path(folder, "log"))
            yield f"postgresql://grader@127.0.0.1:{port}"
        finally:
            process.send_signal(2)  # Fast: who is connected is sent away.
            process.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    import psycopg

    end = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(f"postgresql://grader@127.0.0.1:{port}/postgres", connect_timeout=5).close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL did not start: {log.read_text()[-2000:]}") from None
            time.sleep(0.1)
