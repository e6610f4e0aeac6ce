# SPDX-License-Identifier: MIT
"""Attack the confinement from inside before a stranger does: if anything gets through, nothing is graded."""

from __future__ import annotations

import os
import secrets
import socket
import tempfile
from pathlib import Path

from judge.run.confined import WITHIN
from judge.run.confined.client import Ended, Executor, NotConfinedHere, environment
from judge.run.words import say, template

# What limits memory and the number of processes.
TOGETHER = template("A control group limits the memory and the processes of a submission, all of them together.")
ALONE = template(
    "One limit is weaker here: each process of a submission has a limit of memory of its own, and there is none for "
    "all of them together. So a submission that starts many can slow this machine down. The reason: you may not make "
    "control groups here. With systemd, begin the command with `systemd-run --user --scope`; in a container, make "
    "/sys/fs/cgroup writable."
)
# What is missing where the kernel has no Landlock, or a container refuses it.
ONE_WALL = template(
    "This system offers no Landlock, so there is no second wall: mounts and namespaces alone keep a submission from "
    "writing, connecting and signalling outside."
)

# What is tried, and the lines that try it: each prints GOT where it gets through. In braces: a file with a secret, a
# port on which somebody listens, the process that grades, a folder of the instructor's, and the names that the
# environment may have.
ATTACKS = {
    template("a file of the instructor's can be read"): "print('GOT' if open({canary!r}).read() else '')",
    template("a folder of the instructor's can be listed"): "import os; print('GOT' if os.listdir({folder!r}) else '')",
    template("a file can be written outside"): "open({folder!r} + '/planted', 'w').write('x'); print('GOT')",
    template("Python's own library can be changed"): "import os; open(os.__file__, 'a').close(); print('GOT')",
    template("a variable of the instructor's environment can be read"): (
        "import os\n"
        "names = {{part.split(b'=')[0].decode() for part in open('/proc/self/environ', 'rb').read().split(b'\\0')}}\n"
        "print('GOT' if (names | set(os.environ)) - {known!r} else '')"
    ),
    template("this machine's ports can be reached"): (
        "import socket; socket.create_connection(('127.0.0.1', {port}), 2); print('GOT')"
    ),
    template("a process outside can be signalled"): "import os; os.kill({process}, 0); print('GOT')",
    template("a process outside can be traced"): (
        "import ctypes; print('GOT' if ctypes.CDLL(None).ptrace(16, {process}, 0, 0) == 0 else '')"
    ),
    template("a mount can be made"): (
        "import ctypes; print('GOT' if ctypes.CDLL(None).mount(b'none', b'/tmp', b'tmpfs', 0, None) == 0 else '')"
    ),
    template("a namespace can be made"): (
        "import ctypes; print('GOT' if ctypes.CDLL(None).unshare(0x10000000) == 0 else '')"
    ),
    # Where it is installed its folder looks empty, which Python takes for a package without a file.
    template("the grader's own package can be imported"): "import grading; print('GOT' if grading.__file__ else '')",
    template("a descriptor was left open"): (
        "import os, stat\n"
        "for number in range(256):\n"
        "    try:\n"
        "        kind = os.fstat(number).st_mode\n"
        "    except OSError:\n"
        "        continue\n"
        "    print('GOT' if stat.S_ISREG(kind) or stat.S_ISDIR(kind) else '')"
    ),
    template("memory can be taken that no limit counts"): (
        "import ctypes, os\n"
        "print('GOT' if ctypes.CDLL(None).shmget(0, 4096, 0o1600) >= 0 or os.memfd_create('nameless') else '')"
    ),
    template("a virtual machine's host can be reached"): (
        "import socket; socket.socket(40, socket.SOCK_STREAM); print('GOT')"
    ),
    template("the next submission's files can be changed"): "open('/planted', 'w').write('x'); print('GOT')",
}

NO_ANSWER = template("Strangers' code is not confined here: the process that tries it does not answer.")


def selftest(executor: Executor) -> str:
    """Run every attack in a session of its own kind of child.

    Returns:
        What limits memory and processes here, as a sentence: ``TOGETHER`` or ``ALONE``.

    Raises:
        NotConfinedHere: One of them got through, or the session did not answer.
    """
    with tempfile.TemporaryDirectory(prefix="canary-") as folder, socket.socket() as listening:
        canary = Path(folder, "secret")
        canary.write_text(secrets.token_hex(8))
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        words = {
            "canary": str(canary),
            "folder": folder,
            "port": listening.getsockname()[1],
            "process": os.getpid(),
            "known": {*environment(), *WITHIN, "", "LC_CTYPE", "PWD"},
        }
        session = executor.session()
        try:
            for what, lines in ATTACKS.items():
                outputs, late = session.cell(_tried(lines.format(**words)), 10)
                if late or "GOT" in str(outputs):
                    raise NotConfinedHere(say("Strangers' code is not confined here: {what}.", what=say(what)))
            limits = say(TOGETHER if executor.is_held_together(session.number) else ALONE)
            greeting, _ = session.cell("print('alive')", 10)
            if "alive" not in str(greeting):
                raise NotConfinedHere(say(NO_ANSWER))
        except Ended as error:
            raise NotConfinedHere(say(NO_ANSWER)) from error
        finally:
            session.close()
        if Path(folder, "planted").exists():
            raise NotConfinedHere(say("Strangers' code is not confined here: a file can be written outside."))
        return limits


def _tried(lines: str) -> str:
    """Return lines whose errors are of no interest."""
    inner = "\n".join(f"    {line}" for line in lines.split("\n"))
    return f"try:\n{inner}\nexcept BaseException:\n    pass"
