# SPDX-License-Identifier: MIT
"""Compare what the submissions of tests/attacks/ achieve against stock nbgrader and against this grader.

    python -m benchmarks.attacks                        every attack, as a table in Markdown
    python -m benchmarks.attacks canary_file daemon     only these
    python -m benchmarks.attacks --to attacks.md        write to a file
    python -m benchmarks.attacks --without stock        without the slow part
    python -m benchmarks.attacks --found found.json     skip the attacks in the file, and add the results

Stock nbgrader runs submissions with the rights of its user. So each attack gets a jail of its own: bubblewrap (Debian's
package ``bubblewrap``), as a user without rights, with a copy of the course in memory, processes and a loopback of its
own, and limits of memory, processes and time. The jail lies around nbgrader, not between nbgrader and the submission:
the instructor in it has a home, a gradebook, another student's work and the canaries of the suite, all within reach.
Where the jail itself refuses something (Python's library can't be written to), stock nbgrader looks better than it is.

Stock means: nbgrader's own ``autograde`` with its own Execute preprocessor on the notebooks that this course releases.
Their hidden tests call the judge in the kernel, beside the learner's lines.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import hashlib
import json
import os
import platform
import py_compile
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import nbformat  # noqa: E402
import stock_nbgrader  # noqa: E402
from attacking import Attack, Canaries, Found, as_a_user, attacks, expected, hand_in  # noqa: E402

from docs.pictures import ROOMS  # noqa: E402
from judge.notebooks import course  # noqa: E402
from judge.notebooks.cells import exercises  # noqa: E402
from judge.verdicts import marking  # noqa: E402

__all__ = ["InJail", "main", "prepared", "stock"]

HOME = "/home/instructor"
JAIL_SECONDS = 150
# Limits in the jail: bytes and processor time of a process, and the number of processes.
MOST_MEMORY, MOST_PROCESSOR_TIME, MOST_PROCESSES, MOST_FILE = 3 * 2**30, 60, 200, 2**29
AUTOGRADE_SECONDS, GONE_SECONDS = 100, 3
# The seconds of honest work on an idle machine. On a slower machine all time limits are scaled up, so that they stop
# attacks and not honest work.
QUIET_SECONDS = 11


@dataclass
class InJail:
    """What an attack did to stock nbgrader.

    Attributes:
        points: By exercise; None where nbgrader gave no grade.
        expected: By exercise, as the attack's header has it.
        did: What it saw, changed or left behind, a sentence each.
        ending: What nbgrader said where it gave no grade.
        failed: Why the jail itself tells nothing; then nothing is known.
    """

    points: dict[str, float] | None = None
    expected: dict[str, float] = field(default_factory=dict)
    did: list[str] = field(default_factory=list)
    ending: str = ""
    failed: str = ""


# The class that stock nbgrader grades


def prepared(folder: Path, day: course.Assignment) -> float:
    """Make a course for stock nbgrader with an honest student's graded work, and a copy of our course.

    Returns:
        How many times longer honest work takes than on a machine that does nothing else, at least 1.

    Raises:
        SystemExit: Honest work does not get all points.
    """
    left = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "right_answers", "browser")
    for part in (*ROOMS, "tests", "source", "days", "docs", "benchmarks"):
        shutil.copytree(ROOT / part, folder / "material" / part, ignore=left)
    shutil.copy(ROOT / "course.toml", folder / "material")
    # An instructor's machine has the caches of Python and matplotlib, so each new jail gets them, too.
    compileall.compile_dir(
        folder / "material", quiet=2, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
    )
    stock, environment = folder / "course", _environment(folder / "material")
    stock_nbgrader.make(stock, day, environment)
    honest = stock / "submitted" / "honest" / day.name / f"{day.stem}.ipynb"
    honest.parent.mkdir(parents=True)
    hand_in(Attack("full_marks", "honest", {"points": "full", "day": str(day.number)}, []), honest)
    began = time.monotonic()
    stock_nbgrader.autograde(stock, day, environment)
    slower = max(1.0, (time.monotonic() - began) / QUIET_SECONDS)
    full = sum(one.points for one in exercises(marking.source_notebook(day)))
    if (got := sum(stock_nbgrader.scores(stock)["honest"].values())) != full:
        raise SystemExit(f"Stock nbgrader gives honest work {got:g} of {full:g} points: nothing can be compared.")
    stock_nbgrader.configure(stock, f"{HOME}/course", seconds=round(stock_nbgrader.SECONDS * slower))
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    return slower


def _environment(material: Path) -> dict[str, str]:
    kept = {"PYTHONDONTWRITEBYTECODE": "1", "MPLCONFIGDIR": str(material.parent / "fonts")}
    return {**stock_nbgrader.environment_of(material), **kept}


# In the jail


def jailed(name: str, slower: float = 1.0) -> InJail:
    """Grade one attack as the jail's instructor. Runs as its first process, which signals from inside can't end."""
    seconds = AUTOGRADE_SECONDS * slower
    (attack,) = [attack for attack in attacks() if attack.id == name]
    stock, home = Path(HOME, "course"), Path(HOME, "canaries")
    home.mkdir()
    canaries, marker, found = Canaries(home), "98765432101", InJail()
    day, before = attack.day, _others(stock)
    ended, log = _autograded(stock, day, "eve", lambda path: hand_in(attack, path, canaries, marker), seconds)
    found.expected = expected(attack, marking.source_notebook(day)) if "points" in attack.header else {}
    graded = stock / "autograded" / "eve" / day.name / f"{day.stem}.ipynb"
    with contextlib.suppress(sqlite3.Error):
        if graded.exists() and (scores := stock_nbgrader.scores(stock).get("eve")):
            listed = exercises(marking.source_notebook(day))
            found.points = {one.id: sum(scores.get(check.grade_id, 0) for check in one.checks) for one in listed}
    if found.points is None:
        found.ending = ended
    written = graded.read_text("utf-8", "replace") if graded.exists() else ""
    found.did += canaries.seen(_printed(written) + log)
    if _others(stock) != before:
        found.did.append("another submission, its score or the course's files were changed")
    if alive := _alive():
        found.did.append(f"{len(alive)} processes of it live on")
    if line := attack.header.get("next"):
        cell = nbformat.v4.new_code_cell(line)
        _autograded(stock, day, "next", lambda path: _with(cell, attack, path), seconds)
        after = stock / "autograded" / "next" / day.name / f"{day.stem}.ipynb"
        if after.exists() and "GOT" in _printed(after.read_text("utf-8")):
            found.did.append("the next submission sees it")
    return found


def _with(cell: Any, attack: Attack, path: Path) -> None:
    notebook = nbformat.read(attack.day.learner_notebook, as_version=4)
    notebook.cells.insert(0, cell)
    nbformat.write(notebook, path)


def _autograded(
    stock: Path, day: course.Assignment, student: str, write: Callable[[Path], object], seconds: float
) -> tuple[str, str]:
    """Hand in and grade an attack, which knows the grader's process id; return how it ended, and its output."""
    log = stock.parent / f"log-{student}"
    process = os.fork()
    if process == 0:
        try:
            os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT, 0o600), 1)
            os.dup2(1, 2)
            path = stock / "submitted" / student / day.name / f"{day.stem}.ipynb"
            path.parent.mkdir(parents=True)
            write(path)
            os.chdir(stock)
            arguments = ["autograde", day.name, "--student", student]
            os.execv(sys.executable, [sys.executable, "-m", "nbgrader", *arguments])
        finally:
            os._exit(70)
    end = time.monotonic() + seconds
    status: int | None = None
    while status is None and time.monotonic() < end:
        done, how = os.waitpid(process, os.WNOHANG)
        status = how if done else time.sleep(0.05)
    output = log.read_text("utf-8", "replace")[-(10**6) :] if log.exists() else ""
    if status is None:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return f"nbgrader was at work for {seconds:.0f} s", output
    if os.WIFSIGNALED(status):
        return f"nbgrader itself was ended by signal {os.WTERMSIG(status)}", output
    lines = [line for line in output.split("\n") if "ERROR" in line]
    return (f"nbgrader: {lines[0].partition('ERROR')[2].strip(' |]')[:80]}" if lines else "nbgrader ended"), output


def _printed(text: str) -> str:
    """Return the output of a notebook's cells, without tracebacks, since they repeat the source."""
    try:
        outputs = [output for cell in json.loads(text)["cells"] for output in cell.get("outputs", [])]
    except (ValueError, KeyError, TypeError):
        return ""
    parts = [part for one in outputs for part in (*one.get("data", {}).values(), one.get("text"), one.get("evalue"))]
    return "\n".join("".join(part) if isinstance(part, list) else str(part) for part in parts)


def _others(stock: Path) -> dict[str, str]:
    """Return a digest of what must not change: the honest student's files and score, and the course's files."""
    seen = {}
    for part in ("source", "submitted/honest", "autograded/honest", "release"):
        for path in sorted((stock / part).rglob("*")):
            if path.is_file():
                seen[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()
    try:
        return {**seen, "score": json.dumps(stock_nbgrader.scores(stock).get("honest"), sort_keys=True)}
    except sqlite3.Error as error:
        return {**seen, "score": str(error)}


def _alive() -> list[str]:
    """Return the other processes of the jail, after giving them time to end."""
    end = time.monotonic() + GONE_SECONDS
    while True:
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                continue
        alive = []
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                if state != "Z" and folder.name != str(os.getpid()):
                    alive.append(folder.name)
        if not alive or time.monotonic() > end:
            return alive
        time.sleep(0.1)


# Around the jail


def stock(attack: Attack, template: Path, slower: float = 1.0) -> InJail:
    """Let stock nbgrader grade an attack in its own jail, and return the report of the jail's first process."""
    inherited = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"}
    command = as_a_user(inherited) if os.geteuid() == 0 else []
    if command is None:
        raise SystemExit("No user without rights can read this Python: stock nbgrader would run the attacks as root.")
    try:
        done = subprocess.run(
            [
                *command,
                *_jail(template),
                sys.executable,
                "-m",
                "benchmarks.attacks",
                "--jailed",
                attack.id,
                str(slower),
            ],
            capture_output=True,
            text=True,
            timeout=JAIL_SECONDS * slower,
            check=False,
            preexec_fn=_limit,
        )
    except subprocess.TimeoutExpired:
        return InJail(ending=f"the jail was ended after {JAIL_SECONDS * slower:.0f} s")
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        return InJail(failed=done.stderr.strip()[-200:] or f"the jail ended with {done.returncode}")
    return InJail(**json.loads(lines[-1]))


def _jail(template: Path) -> list[str]:
    """Return the command prefix that runs a command in a jail."""
    seen = ["/usr", "/etc/fonts", "/etc/alternatives", "/etc/ld.so.cache", sys.base_prefix, sys.prefix]
    seen += [path for path in ("/bin", "/sbin", "/lib", "/lib64") if os.path.isdir(path) and not os.path.islink(path)]
    links = [path for path in ("/bin", "/sbin", "/lib", "/lib64") if os.path.islink(path)]
    variables = {
        "HOME": HOME,
        "USER": "instructor",
        "LANG": "C.UTF-8",
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "PYTHONPATH": f"{HOME}/material",
        "AUTOGRAD_COURSE_ROOT": f"{HOME}/material",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OMP_NUM_THREADS": "1",
        "MPLCONFIGDIR": f"{HOME}/fonts",
    }
    command = ["bwrap", "--unshare-all", "--uid", "1000", "--gid", "1000", "--hostname", "class", "--die-with-parent"]
    command += ["--new-session", "--as-pid-1", "--proc", "/proc", "--dev", "/dev", "--clearenv"]
    for path in dict.fromkeys(path for path in seen if os.path.exists(path)):
        command += ["--ro-bind", path, path]
    for link in links:
        command += ["--symlink", os.readlink(link), link]
    command += ["--size", str(2**29), "--tmpfs", "/tmp", "--size", str(2**29), "--tmpfs", HOME]
    command += ["--ro-bind", str(template), "/template", "--chdir", HOME]
    for name, value in variables.items():
        command += ["--setenv", name, value]
    return [*command, "sh", "-c", f'cp -r /template/. {HOME}/ && cd material && exec "$@"', "sh"]


def _limit() -> None:
    """Limit what a jail may use. Processes are counted by user; the jail's user is *nobody*, or yourself."""
    for name, value in (
        (resource.RLIMIT_DATA, MOST_MEMORY),
        (resource.RLIMIT_CPU, MOST_PROCESSOR_TIME),
        (resource.RLIMIT_FSIZE, MOST_FILE),
        (resource.RLIMIT_NPROC, MOST_PROCESSES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(name, (value, value))


# Here


def here(names: list[str], as_user: bool) -> Iterator[tuple[str, Found]]:
    """Yield the outcomes of attacks on this grader, in a separate process, run by root or by a user without rights."""
    with tempfile.TemporaryDirectory(prefix="home-") as home:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}", "PYTHONDONTWRITEBYTECODE": "1"}
        command: list[str] = []
        if as_user and os.geteuid() == 0:
            shutil.chown(home, 65534, 65534)
            environment |= {"HOME": home, "TMPDIR": home, "MPLCONFIGDIR": home, "XDG_CACHE_HOME": home}
            found = as_a_user(environment)
            if found is None:
                return
            command = found
        program = [*command, sys.executable, "-m", "benchmarks.attacks", "--here", *names]
        with subprocess.Popen(
            program, env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as running:
            for line in running.stdout or ():
                found = json.loads(line)
                yield found["attack"], Found(**found)


def _here(names: list[str]) -> None:
    """Run attacks in this process, and print the outcome of each as a line of JSON."""
    import attacking

    chosen = [attack for attack in attacks() if attack.id in names]
    with tempfile.TemporaryDirectory(prefix="canary-") as folder:
        canaries = Canaries(Path(folder))
        for attack in chosen:
            if attack.verdict == "refused":
                found = _refused(attack)
            elif attack.name in ("fork_bomb", "thread_bomb") and attacking.is_root_in_disguise():
                found = Found(attack.id, wrong=["not tried: this root in disguise has no limit of processes"])
            else:
                found = attacking.tried(attack, canaries)
            print(json.dumps({**asdict(found), "message": found.message[:300]}), flush=True)


def _refused(attack: Attack) -> Found:
    """Hand in a file that must be refused, next to an honest submission."""
    # Imported here, since it is slow and the jails do not need it.
    from grading import batch, classroom

    with tempfile.TemporaryDirectory(prefix="class-") as name:
        paths = {}
        for student in ("honest", "eve"):
            paths[student] = Path(name, "submitted", student, attack.day.name, f"{attack.day.stem}.ipynb")
            paths[student].parent.mkdir(parents=True)
        hand_in(Attack("full_marks", "honest", {"points": "full"}, []), paths["honest"])
        hand_in(attack, paths["eve"])
        # The class's folder needs the course's files, too.
        for part in ("source", "days"):
            Path(name, part).symlink_to(ROOT / part)
        before = os.environ.get("AUTOGRAD_COURSE_ROOT")
        os.environ["AUTOGRAD_COURSE_ROOT"] = name
        try:
            day = course.assignment(attack.day.number)  # of that folder
            why = classroom._refused(day, "eve") or batch.grade(batch.Task("eve", paths["eve"], day.number)).refused
        finally:
            os.environ.pop("AUTOGRAD_COURSE_ROOT")
            if before is not None:
                os.environ["AUTOGRAD_COURSE_ROOT"] = before
    return _found_refused(attack, why)


def _found_refused(attack: Attack, why: str) -> Found:
    wrong = [] if attack.header["message"] in why else [f"refused with {why!r}" if why else "it was not refused"]
    return Found(attack.id, message=why, wrong=wrong)


# The table


def words_of_stock(attack: Attack, found: InJail) -> list[str]:
    """Return what went wrong with stock nbgrader, in a few words each; empty if nothing did."""
    if found.failed:
        return [f"not tried: {found.failed}"]
    words = _what_happened(attack, found)
    if found.points is None and attack.verdict != "refused":
        return [f"no grade ({found.ending})", *words]
    return words


def _what_happened(attack: Attack, found: InJail) -> list[str]:
    words = [_short(sentence) for sentence in found.did]
    if "canary seen" in words:
        words = [word for word in words if not word.startswith("got")]
    if attack.verdict == "refused":
        if found.points is not None:
            words.insert(0, f"graded: {sum(found.points.values()):g} points")
    elif found.points is not None:
        gained = sum(max(0.0, found.points[name] - points) for name, points in found.expected.items())
        lost = sum(max(0.0, points - found.points[name]) for name, points in found.expected.items())
        words = [*([f"gains {gained:g}"] if gained else []), *([f"loses {lost:g}"] if lost else []), *words]
    return list(dict.fromkeys(words))


SHORT = {
    "a canary was read": "canary seen",
    "a port of this machine was reached": "canary seen (port)",
    "a file outside was changed": "canary changed",
    "another submission": "others changed",
    "the next submission sees it": "next one sees it",
}


def _short(sentence: str) -> str:
    for opening, words in SHORT.items():
        if sentence.startswith(opening):
            return words
    if "live on" in sentence:
        return "outlived"
    if sentence.startswith("it printed"):
        return f"got: {sentence.partition('GOT')[2].strip()[:40].rstrip(chr(39)).strip() or 'what it looked for'}"
    return sentence[:100]


def words_of_here(attack: Attack, found: Found | None) -> list[str]:
    """Return the outcome here in a few words."""
    if found is None:
        return ["not tried"]
    if found.wrong:
        return ["fails, a known gap" if "xfail" in attack.header else "**fails**", *_kinds_here(attack, found)]
    if attack.verdict == "refused":
        return [f"refused: {attack.header['message']}"]
    given = {"full_marks": "full marks", "partial": "its fair part", "no_points": "no points"}[attack.verdict]
    return [given, *(["with a message"] if attack.header.get("message") else [])]


def _kinds_here(attack: Attack, found: Found) -> list[str]:
    """Return what went wrong here, in the words used for stock nbgrader."""
    did = [sentence for sentence in found.wrong if not re.fullmatch(r"\S+ has \S+ points, not \S+", sentence)]
    graded = found.points or ({} if attack.verdict == "refused" and "it was not refused" in did else None)
    return _what_happened(attack, InJail(graded, found.expected, did))


def row(cells: list[str]) -> str:
    """Return a row of a table in Markdown."""
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


KINDS = {
    "gains": "gains points that it should not have",
    "loses": "loses points that it should have",
    "no grade": "no grade at all",
    "got": "gets what it looked for",
    "canary": "sees or changes a canary",
    "others changed": "changes another's work or the course",
    "next one": "reaches into the next submission",
    "outlived": "outlives its run",
    "graded:": "is graded, though it should be refused",
}


def summary(rows: list[tuple[Attack, InJail | None, Found | None, Found | None]]) -> list[str]:
    """Return a table that counts each kind of outcome."""
    theirs = [words_of_stock(attack, found) for attack, found, _, _ in rows if found and not found.failed]
    root = [_kinds_here(attack, found) if found.wrong else [] for attack, _, found, _ in rows if found]
    user = [_kinds_here(attack, found) if found.wrong else [] for attack, _, _, found in rows if found]
    titles = [f"stock nbgrader, of {len(theirs)}", f"here, as root, of {len(root)}", f"here, as a user, of {len(user)}"]
    lines = [row(["what happens", *titles]), "|---|---|---|---|"]
    for kind, title in KINDS.items():
        counts = (sum(any(word.startswith(kind) for word in words) for words in who) for who in (theirs, root, user))
        lines.append(row([title, *map(str, counts)]))
    holds = (sum(not words for words in who) for who in (theirs, root, user))
    return [*lines, row(["**nothing that should not**", *map(str, holds)])]


class Results:
    """The results by grader and attack, saved after each attack if a file is named."""

    def __init__(self, path: Path | None):
        self._path = path
        stored = json.loads(path.read_text("utf-8")) if path and path.exists() else {}
        self.ours = {who: {name: Found(**one) for name, one in stored.get(who, {}).items()} for who in ("root", "user")}
        self.theirs = {name: InJail(**one) for name, one in stored.get("stock", {}).items()}

    def add(self, who: str, name: str, found: Found | InJail) -> None:
        """Add a result, and save all."""
        if isinstance(found, InJail):
            self.theirs[name] = found
        else:
            self.ours[who][name] = found
        if self._path:
            every = {**self.ours, "stock": self.theirs}
            data = {who: {name: asdict(one) for name, one in ones.items()} for who, ones in every.items()}
            self._path.write_text(json.dumps(data, indent=1), "utf-8")


def run(chosen: list[Attack], without: list[str], results: Results, progress: Callable[[str], object]) -> None:
    """Run the attacks that have no result yet."""
    for who in ("root", "user"):
        names = [attack.id for attack in chosen if attack.id not in results.ours[who]]
        if not names or who in without or (who == "root" and os.geteuid() != 0):
            continue
        for name, found in here(names, who == "user"):
            results.add(who, name, found)
            progress(f"{who}: {name}: {found.wrong or 'holds'}")
    left = [attack for attack in chosen if attack.id not in results.theirs and "stock" not in without]
    for day in dict.fromkeys(attack.day for attack in left):
        with tempfile.TemporaryDirectory(prefix="stock-") as folder:
            slower = prepared(Path(folder), day)
            for attack in [attack for attack in left if attack.day == day]:
                found_there = stock(attack, Path(folder), slower)
                results.add("stock", attack.id, found_there)
                progress(f"stock: {attack.id}: {words_of_stock(attack, found_there)}")


def table(chosen: list[Attack], results: Results) -> list[str]:
    """Return the lines of a table in Markdown: a row for each attack, and what it got of whom."""
    lines = [row(["attack", "it tries", "stock nbgrader", "here, as root", "here, as a user"]), "|" + "---|" * 5]
    rows = []
    for attack in chosen:
        one = results.theirs.get(attack.id)
        words = ["not tried"] if one is None else words_of_stock(attack, one) or ["holds"]
        both = [results.ours[who].get(attack.id) for who in ("root", "user")]
        ours = ["; ".join(words_of_here(attack, found)) for found in both]
        lines.append(row([attack.id, attack.header["tries"], "; ".join(words), *ours]))
        rows.append((attack, one, *both))
    return [*_opening(), "", *summary(rows), "", *lines]


def _opening() -> list[str]:
    return [
        "<!-- Written by `python -m benchmarks.attacks --to FILE`. -->",
        "# What hostile, broken and odd submissions get",
        "",
        "Each row is a submission of `tests/attacks/`. It is graded three times: by stock nbgrader, which is nbgrader",
        f"{version('nbgrader')} without this course's configuration, in a jail that is thrown away; by `make grade` as",
        "root; and by `make grade` as a user without rights. Stock nbgrader runs the course's notebooks and its hidden",
        "tests, which call the judge in the learner's own process.",
        "",
        f"Tried on {date.today():%d %B %Y}, with Python {platform.python_version()} on {platform.system()}"
        f" {platform.release().partition('-')[0]}.",
        "",
        "`gains 3`: points for what it did not solve. `loses 3`: points that honest work should have.",
        "`got`: it printed what it looked for. `canary`: a file, a variable or a port that stands for the instructor's",
        "secrets. `outlived`: a process of it runs on after the grading. `holds`: nothing of all that.",
    ]


def main() -> None:
    """Print the tables, or run one part of the work in the jail or as another user."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="attacks, by name or as verdict/name (default: all)")
    parser.add_argument("--to", type=Path, help="the file to write (default: print the tables)")
    parser.add_argument("--found", type=Path, help="a file of results to continue from")
    parser.add_argument("--without", action="append", default=[], choices=["stock", "root", "user"])
    parser.add_argument("--jailed", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.jailed:
        print(json.dumps(asdict(jailed(options.jailed[0], float(options.jailed[1])))), flush=True)
        return
    if options.here:
        _here(options.names)
        return
    if "stock" not in options.without and shutil.which("bwrap") is None:
        raise SystemExit("Stock nbgrader would run the attacks as you: `apt install bubblewrap`, or --without stock.")
    chosen = attacks()
    if options.names:
        chosen = [attack for name in options.names for attack in chosen if name in (attack.id, attack.name)]
    results = Results(options.found)
    run(chosen, options.without, results, lambda line: print(line, file=sys.stderr, flush=True))
    lines = table(chosen, results)
    if options.to:
        options.to.write_text("\n".join(lines) + "\n", "utf-8")
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
