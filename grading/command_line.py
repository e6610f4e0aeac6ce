# SPDX-License-Identifier: MIT
"""The course's commands, such as ``python -m grading check day1``; ``python -m grading --help`` lists them."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from functools import partial
from pathlib import Path

from tqdm import tqdm

import language
from grading import progress, result_json, serve, submit, terminal
from grading.spoken import CHOICE, let_argparse_speak, speak_as_asked
from judge.notebooks import choosing, course, safe_text
from judge.notebooks.writing import replace_file
from judge.run import garbage
from judge.run.words import LANGUAGE, announce, say, template
from judge.verdicts import marking, warm

# A stranger's file may be part of it.
LONGEST_REASON = 2_000
OPEN_IN_LAB = template(
    "Is it open in JupyterLab? Close its tab without saving, or choose File > Reload Notebook from Disk."
)


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 0 done, 1 partly or with faults, 2 could not be done."""
    try:
        if unspoken := speak_as_asked():
            print(unspoken, file=sys.stderr)
        let_argparse_speak()
        options = _parser().parse_args(arguments)
        code = options.run(options) or 0
        sys.stdout.flush()
        return code
    except course.CourseError as error:
        message = str(error)
    except BrokenPipeError:
        return _quiet(1)
    except OSError as error:
        message = say("{refusal} What was done before stays.", refusal=course.refusal(error))
    print(f"grading: {safe_text.lines(message, LONGEST_REASON)}", file=sys.stderr)
    return _quiet(2)


def _quiet(code: int) -> int:
    """Return a code; where nothing can be printed any more, keep Python from trying again when it ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _parser() -> argparse.ArgumentParser:
    """Return the parser of all commands, with its help in the language that is spoken."""
    about = say("The course's commands, such as `python -m grading check day1`.")
    parser = argparse.ArgumentParser(prog="python -m grading", description=about)
    commands = parser.add_subparsers(required=True, metavar=say("COMMAND"))

    def add(name: str, does: str) -> argparse.ArgumentParser:
        """Add the command that the function of its name runs."""
        command = commands.add_parser(name, help=does)
        command.set_defaults(run=globals()[f"_{name}"])
        return command

    _add_check(add("check", say("grade one notebook and say what went wrong")))
    add("serve", say("grade the notebooks that standard input names; `check()` in a notebook does so"))
    _add_days(add("progress", say("show points and what is next for each day")))
    _add_lab(add("lab", say("open a day in JupyterLab")))
    _add_day(add("submit", say("write one file to hand in through a learning platform")))
    _add_class(add("class", say("prepare the exchange, and open the instructor's JupyterLab")))
    _add_collect(add("collect", say("put what learners handed in into submitted/")))
    add("selftest", say("attack this machine's sandbox from inside, and say what limits hold"))
    _add_days(add("fill", say("fill days/ where it is missing")))
    reset = add("reset", say("restore a day's notebook in days/, keeping the present one under a dated name"))
    _add_day(reset, nargs="?")
    _add_import(add("import", say("take the work that an archive of the course in the browser holds")))
    _add_grade(add("grade", say("autograde all submissions of a day with nbgrader")))
    _add_day(add("feedback", say("write the feedback page of each student for a day")))
    _add_day(add("report", say("write one page and one CSV file on a graded class")))
    return parser


def _add_day(command: argparse.ArgumentParser, nargs: str | None = None) -> None:
    command.add_argument("day", type=course.assignment, nargs=nargs, help=say("a day, such as day1 or 1"))


def _add_days(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "day", type=course.assignment, nargs="*", help=say("a day, such as day1 or 1; all without one")
    )


def _add_check(command: argparse.ArgumentParser) -> None:
    command.add_argument("notebook", help=say("a path to a notebook, or a day such as day1"))
    command.add_argument("--exercise", default="", metavar=say("NUMBER"), help=say("grade this one alone, such as 1.1"))
    command.add_argument("--json", action="store_true", help=say("print the result as JSON"))
    command.add_argument("--seed", type=int, help=say("draw the inputs from this seed (shown in the JSON)"))
    command.add_argument("--cell-seconds", type=float, default=60, help=say("time limit of one cell (default 60)"))
    command.add_argument(
        "--total-seconds", type=float, default=600, help=say("time limit of the notebook (default 600)")
    )


def _add_lab(command: argparse.ArgumentParser) -> None:
    start = say("a day, such as day1 or 1; without one the page to start on")
    command.add_argument("day", type=course.assignment, nargs="?", help=start)
    _add_server(command)


def _add_class(command: argparse.ArgumentParser) -> None:
    _add_server(command)
    command.add_argument("--no-lab", action="store_true", help=say("prepare the exchange only"))


def _add_server(command: argparse.ArgumentParser) -> None:
    """Add what a command takes that opens JupyterLab."""
    command.add_argument("--port", type=int, default=8888)
    command.add_argument(
        "--no-browser", action="store_true", help=say("print the address instead of opening a browser")
    )
    command.add_argument(
        "--exchange", default="", metavar=say("FOLDER"), help=say("the folder that learners and instructor share")
    )


def _add_collect(command: argparse.ArgumentParser) -> None:
    _add_day(command)
    command.add_argument(
        "--from", dest="place", metavar=say("FOLDER"), help=say("a platform's downloads; else the exchange")
    )
    named = say("believe the times in the exchange's names, where the exchange was moved or restored")
    command.add_argument("--times", choices=("named",), default="", help=named)


def _add_import(command: argparse.ArgumentParser) -> None:
    command.add_argument("--from", dest="place", metavar=say("FILE"), help=say("the archive, or a folder like it"))


def _add_grade(command: argparse.ArgumentParser) -> None:
    _add_day(command)
    command.add_argument("--student", default="*", help=say("one student's submission only"))
    command.add_argument("--force", action="store_true", help=say("grade what did not change, too"))
    where = command.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, default=0, help=say("how many processes (default: one a core)"))
    on_cluster = say("grade on a dask cluster, such as tcp://host:8786")
    where.add_argument("--scheduler", default="", metavar=say("ADDRESS"), help=on_cluster)
    alone = say("run the cells as yourself: for your own work alone")
    command.add_argument("--unconfined", action="store_true", help=alone)


def _check(options: argparse.Namespace) -> None:
    path = Path(options.notebook)
    if not path.exists() and path.suffix != ".ipynb":
        assignment = course.assignment(options.notebook)
        path, _ = choosing.in_folder(assignment, assignment.learner_notebook.parent)
    # In a terminal alone, in one line that is cleared at the end.
    with tqdm(file=sys.stderr, bar_format="{desc}", leave=False, disable=None, dynamic_ncols=True) as line:

        def show(place: int, count: int) -> None:
            line.set_description_str(
                say("Grading {name}: check {place} of {count} ...", name=path.name, place=place, count=count)
            )

        line.set_description_str(say("Grading {name} ...", name=path.name))
        result = marking.grade_file(
            path,
            cell_seconds=options.cell_seconds,
            total_seconds=options.total_seconds,
            seed=options.seed,
            only=options.exercise,
            progress=show,
        )
    if options.json:
        print(json.dumps(result_json.as_json(result, folder=path.absolute().parent), indent=2))
    else:
        columns = shutil.get_terminal_size((terminal.WIDTH, 0)).columns
        print(terminal.as_text(result, colour=_has_colours(), columns=columns))


def _has_colours() -> bool:
    """Tell whether what is printed is seen in a terminal, and colours are welcome there."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _serve(options: argparse.Namespace) -> None:
    # What a cell or a library prints is no answer.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    serve.serve(serve.lines_of(sys.stdin.buffer), answers)


def _progress(options: argparse.Namespace) -> None:
    for line in progress.table(options.day or course.assignments(), colour=_has_colours()):
        print(line, flush=True)
    for line in progress.predictions():
        print(line)


def _lab(options: argparse.Namespace) -> int:
    from grading import archive, exchange, lab

    assignment = options.day or course.assignment(1)
    _fill(argparse.Namespace(day=[]))
    for sentence in archive.take_waiting():
        print(sentence)
    if options.exchange:
        exchange.join(assignment.root, options.exchange)
    if os.environ.get(language.NAMED):
        replace_file(assignment.root / CHOICE, LANGUAGE.get().encode())
    page = (course.learner_folder(assignment.root) / "start_here.ipynb").relative_to(assignment.root).as_posix()
    opened = f"/lab/tree/{page}" if (assignment.root / page).exists() and not options.day else ""
    return lab.open_lab(assignment, options.port, not options.no_browser, opened)


def _submit(options: argparse.Namespace) -> None:
    assignment = options.day
    path, receipt = submit.hand_in(assignment)
    _, beside = choosing.in_folder(assignment, assignment.learner_notebook.parent)
    announce(
        "{name}: hand in this one file: {path}", name=assignment.name, path=path.relative_to(assignment.root).as_posix()
    )
    announce("It holds {notebook} as you saved it at {saved}, and a receipt.", **vars(receipt))
    announce("The notebook's checksum (sha256): {sha256}", sha256=receipt.sha256)
    print(*beside.sentences(assignment), sep="\n", end="\n" if beside else "")


def _class(options: argparse.Namespace) -> int | None:
    from grading import exchange, lab

    if exchange.works():
        place = exchange.join(course.root(), options.exchange)
        if place.is_symlink():
            announce("The exchange is {place}, which leads to {shared}.", place=place, shared=place.resolve())
        else:
            announce("The exchange is {place}.", place=place)
        for assignment in course.assignments():
            if not assignment.source_notebook.exists():
                continue
            if exchange.offer(assignment):
                announce("{name}: put into the exchange", name=assignment.name)
            else:
                announce("{name}: in the exchange already", name=assignment.name)
    else:
        announce(
            "{not_here} Learners hand in with `{command}`.",
            not_here=say(exchange.NOT_HERE),
            command=course.command("submit"),
        )
    if options.no_lab:
        return None
    announce("In JupyterLab, Nbgrader > Formgrader shows the class.")
    return lab.open_lab(course.assignment(1), options.port, not options.no_browser, "/lab", lab.Audience.INSTRUCTOR)


def _collect(options: argparse.Namespace) -> int:
    from grading import collecting

    place = Path(options.place) if options.place else None
    collected = collecting.collect(options.day, place, believe_names=options.times == "named")
    for line in collected.lines(options.day):
        print(line)
    return 1 if collected.left_out else 0


def _selftest(_options: argparse.Namespace) -> int:
    try:
        count, sentences = warm.tried_out(course.assignments()[0])
    except warm.NotConfinedHere as error:
        print(say("{error} SECURITY.md says what to install.", error=error), file=sys.stderr)
        return 1
    announce("{count} attacks from inside the sandbox were tried, and none got through.", count=count)
    print(*sentences, sep="\n")
    return 0


def _fill(options: argparse.Namespace) -> None:
    from grading import releasing

    for assignment in options.day or course.assignments():
        # An assignment that an author has only begun is not there for learners.
        if not assignment.learner_notebook.exists() and (options.day or assignment.source_notebook.exists()):
            releasing.fill_days(assignment)
            announce(
                "{name}: {path} written",
                name=assignment.name,
                path=assignment.learner_notebook.relative_to(assignment.root),
            )


def _reset(options: argparse.Namespace) -> None:
    from grading import releasing

    if options.day is None:
        command = course.command("reset", course.assignments()[0])
        raise course.CourseError("Say which day, as in `{command}`.", command=command)
    assignment = options.day
    kept = releasing.reset(assignment)
    announce(
        "{name}: {path} is as released.",
        name=assignment.name,
        path=assignment.learner_notebook.relative_to(assignment.root),
    )
    if kept:
        announce("Your former notebook is kept as {path}.", path=kept.relative_to(assignment.root))
    announce(OPEN_IN_LAB)


def _import(options: argparse.Namespace) -> int:
    from grading import archive

    if not options.place:
        command = course.command("import", **{"from": "autograd-in-five-days.zip"})
        raise course.CourseError("Say which archive, as in `{command}`.", command=command)
    taken = archive.take(Path(options.place))
    print(*taken.lines(), sep="\n")
    if taken.replaced:
        announce(OPEN_IN_LAB)
    return 1 if taken.left_out else 0


def _grade(options: argparse.Namespace) -> int:
    confined = not options.unconfined
    if not options.scheduler:  # nbgrader takes a second to import, and this process only one core.
        marking.begin(options.day, confined)
    with garbage.not_looked_for():
        from grading import batch, classroom

    pool: batch.Pool = partial(batch.graded, workers=options.workers)
    if options.scheduler:
        from grading import cluster

        pool = cluster.on(options.scheduler)
    return classroom.grade_class(options.day, options.student, force=options.force, confined=confined, pool=pool)


def _feedback(options: argparse.Namespace) -> int:
    from grading import exchange
    from grading.by_nbgrader import exchanging, feedback_pages

    assignment = options.day
    faults = feedback_pages.write(assignment)
    for student, fault in faults.items():
        print(f"{safe_text.line(student)}: {safe_text.line(fault)}")
    announce("{name}: feedback is in feedback/<student>/{name}/.", name=assignment.name)
    if exchange.works() and exchange.folder(assignment.root).is_dir():
        exchanging.send_feedback(assignment)
        announce(
            "{name}: whoever handed in through the exchange fetches it in the Assignment List.", name=assignment.name
        )
    return 1 if faults else 0


def _report(options: argparse.Namespace) -> None:
    from grading import class_page

    for sentence in class_page.write(options.day):
        print(f"{options.day.name}: {safe_text.line(sentence)}")
