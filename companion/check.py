# SPDX-License-Identifier: MIT
"""The learner's report inside the notebook: ``check()`` grades the saved file and shows points and verdicts.

Asked for one exercise, it first runs the examples of that exercise, and shows a line for each at once.
"""

import os
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from gradtools.draw import draw_failing
from gradtools.output import as_code, inline, markdown_table, show, text_table
from language.text import say, template

from . import cards, examples, files, kernel, mistakes, steps
from .grader import Line, NotGraded, grade
from .saving import edited_since, not_saved, saved
from .stepper.stepping import remember

QUIET_LINE = template("check() grades this notebook when you run this cell yourself.")
UNSAVED = template("You have run cells that are not in the saved file: save (Ctrl+S) and call check() again.")
OUTCOMES = (template("correct"), template("not yet"), template("not attempted"))
EXERCISE = re.compile(r"(?<!\d)\d+\.\d+")
CODE = re.compile(r"(`[^`\n]+`)")
MARKUP = re.compile(r"([\\*_<>\[\]$`#~|])")


def check(what: str | Path | None = None) -> None:
    """Grade the notebook that this is called from, and show the points and the verdicts.

    The page saves the notebook first; what is graded is the file. Where that is older than the page, nothing is graded.
    Where the next thing to mend is about a graph, the smallest such graph is drawn, with what is wrong marked.

    The notebook is read and never written. Where there is no page, what was run and is not in the file is noticed and
    said. While a notebook is graded, tested or built by a program, one constant line is printed instead, and nothing
    for a single exercise.

    Args:
        what: The number of an exercise, such as ``"1.1"``, to ask for that one alone, which is quicker. Its examples
            run first, in this kernel. Or the file of a notebook, where it is not known which one this is.
    """
    exercise = str(what) if EXERCISE.fullmatch(str(what)) else ""
    if os.environ.get(kernel.RUNNING):  # A call must not start another run.
        if not exercise:
            print(say(QUIET_LINE))
        return
    line = Line()

    def on_the_way(place: int, count: int) -> None:
        given = {"notebook": notebook.name, "place": place, "count": count}
        line.show({"text/plain": say("Grading {notebook}: check {place} of {count} ...", **given)})

    tried = _examples(exercise, line)
    try:
        notebook = as_on_the_page(None if exercise or what is None else Path(what), exercise, line)
        result = grade(notebook, exercise, on_the_way)
    except NotGraded as trouble:
        line.end({"text/markdown": f"{_escaped(str(trouble))}\n\n{line.kept}".strip(), "text/plain": str(trouble)})
        return
    path = files.shared(files.folder(notebook)) / mistakes.FILE
    trouble = mistakes.note(result, path)
    result = steps.in_steps(result, mistakes.steps_of(path))
    result = {**result, "warnings": [*result["warnings"], *trouble]}
    # The latest is the cell that called this: nothing of it is graded.
    runs = kernel.ran()[:-1]
    unsaved = not_saved(notebook, {run.source: run.at for run in runs})
    if not unsaved:
        edited = set(edited_since(notebook, runs))
        noticed = [
            say(
                "The cell of exercise {number} was edited after you ran it. Graded is what it says now; run it, so "
                "that the cells below use it, too.",
                number=one["number"],
            )
            for one in result["exercises"] if one["id"] in edited
        ]  # fmt: skip
        noticed = noticed or _differing(result, tried)
        result = {**result, "warnings": [*result["warnings"], *noticed]}
    markdown, text = report(result, notebook.name, notebook.stat().st_mtime, unsaved)
    line.end({"text/markdown": markdown, "text/plain": text})
    found = failing_of_next(result)
    if found is not None:
        claim, graph = found
        remember(graph)
        show(draw_failing(graph, _caption(claim, graph["nodes"])).bundle())


def _examples(exercise: str, line: Line) -> list[examples.Example]:
    """Run the examples of an exercise and show each at once; none without a number, and outside of IPython."""
    shell, said = kernel.shell(), set[str]()

    def note(example: examples.Example) -> None:
        text = f"{example.mark} {example.claim}"
        # Where several wait for one thing, that is said once.
        if example.came and not (example.mark == examples.OPEN and example.came in said):
            text += f" {example.came}" if text.endswith(".") else f": {example.came}"
        said.add(example.came)
        line.keep(cards.claim(inline(text)), text)

    return examples.run(exercise, shell.user_ns, note) if exercise and shell is not None else []


def _differing(result: dict[str, Any], tried: list[examples.Example]) -> list[str]:
    """Return a sentence where an example failed in the kernel, and the saved answer is right."""
    failed = {example.check for example in tried if example.mark == examples.FAILED}
    return [
        say(
            "In this kernel an example of exercise {number} fails: the kernel has an older answer, or a cell above was "
            "not run. Run your answer cell, then this one.",
            number=one["number"],
        )
        for one in result["exercises"]
        if failed & {check["grade_id"] for check in one["checks"] if check["outcome"] == "correct"}
    ]


def as_on_the_page(named: Path | None, exercise: str, line: Line) -> Path:
    """Return the file to grade: the one that is named, or this notebook's, once it is as new as the page that shows it.

    ``exercise`` is the number of the one that is asked for, "" for all; ``line`` shows meanwhile what is waited for.

    Raises:
        NotGraded: The file is older than the page, or it is not known which one it is.
    """
    found = kernel.notebooks()
    is_another = named is not None and len(found) == 1 and named.resolve() != found[0].resolve()
    candidates = [*found, *([named] if named is not None and named.is_file() else [])]
    if is_another or not candidates or not kernel.has_page():
        return named or find_notebook()
    here = saved(candidates, line.show)
    if here is None:
        if named is None:
            find_notebook()  # It may be none of those: then that is said.
        raise NotGraded(
            "Nothing was graded: the file on disk is older than this page. Run `{call}` again, and save the notebook "
            "(Ctrl+S) while it waits.",
            call=f'check("{exercise}")' if exercise else "check()",
        )
    return named or here


def find_notebook() -> Path:
    """Return the notebook that this kernel belongs to; NotGraded where there is none, or more than one."""
    found = kernel.notebooks()
    if len(found) == 1:
        return found[0]
    here = ", ".join(path.name for path in found) or say("no notebook of a day")
    raise NotGraded(
        "check() can't tell which notebook this is. Name the file, for instance "
        'check("day1_value_class.ipynb"). In this folder: {here}.',
        here=here,
    )


def failing_of_next(result: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Return claim and graph of the smallest graph that goes wrong in the exercise that is next; None without one."""
    number = result["next_step"]["number"]
    checks = [each for one in result["exercises"] if one["number"] == number for each in one["checks"]]
    found = [(each["claim"], each["graph"]) for each in checks if each.get("graph") is not None]
    return min(found, key=lambda pair: len(pair[1]["nodes"]), default=None)


# What is said, once as Markdown and once as plain text.
_Said = tuple[str, str]


def report(result: dict[str, Any], name: str, when: float, unsaved: list[str]) -> _Said:
    """Return what :func:`grade` and :func:`not_saved` found in a file, as Markdown and as plain text.

    In Markdown, verdicts are HTML: lists of terms, of which the first of the exercise that is next is open.

    The file was saved at the time ``when``, in seconds since 1970.
    """
    exercises = result["exercises"]
    # Of one exercise each claim is a line; of a day each exercise is.
    shown = [_claims(one) for one in exercises] if result.get("only") else [
        _table(exercises),
        *(_findings(one) for one in exercises if one["outcome"] == "not yet" and one["findings"]),
    ]  # fmt: skip
    parts = [
        *_unconfined(result),
        _graded(result, name, when),
        *_unsaved(unsaved),
        *shown,
        *(_warning(one, exercises) for one in result["warnings"]),
        *_core_done(result),
        _next(result),
    ]
    return "\n\n".join(markdown for markdown, _ in parts), "\n".join(text for _, text in parts)


def _unconfined(result: dict[str, Any]) -> list[_Said]:
    """Return the sentence that says that nothing was confined, where that is so."""
    if "unconfined" not in result:
        return []
    return [(f"**{_escaped(result['unconfined'])}**", result["unconfined"])]


def _graded(result: dict[str, Any], name: str, when: float) -> _Said:
    """Return the points, and which file has them."""
    points, clock = _points(result), time.strftime("%H:%M:%S", time.localtime(when))
    in_markdown, in_text = (
        say("Graded is {notebook} as saved at {clock}.", notebook=shown, clock=clock) for shown in (as_code(name), name)
    )
    return f"**{points}** {in_markdown}", f"{points} {in_text}"


def _unsaved(cells: list[str]) -> list[_Said]:
    """Return the sentence on cells that were run and are not in the file, where there are any."""
    if not cells:
        return []
    line = cells[0].strip().split("\n")[0][:60].replace("`", "'")
    begins = say("The first of them begins with `{line}`.", line=line)
    return [(f"**{_escaped(say(UNSAVED))}** {begins}", say(UNSAVED))]


def _table(exercises: list[dict[str, Any]]) -> _Said:
    """Return the table of the exercises' outcomes and points."""
    header = [say("Outcome"), say("Exercise"), say("Points")]
    linked, plain = [], []
    for one in exercises:
        outcome = f"{one['mark']} {say(one['outcome'])}"
        share = say("{points:g} of {most:g}", points=one["points"], most=one["max_points"])
        linked.append([outcome, _linked(one, _title(one)), share])
        plain.append([outcome, _title(one), share])
    return markdown_table(header, linked), f"\n{text_table(header, plain)}\n"


def _title(exercise: dict[str, Any]) -> str:
    return f"{exercise['number']} {exercise['title']}"


def _findings(exercise: dict[str, Any]) -> _Said:
    """Return the cards of an exercise below its title."""
    folded, lines = _cards(exercise)
    title = _title(exercise)
    return f"**{_linked(exercise, title)}**\n\n{folded}", f"{title}\n{lines}"


def _warning(warning: str, exercises: list[dict[str, Any]]) -> _Said:
    """Return a warning; in Markdown the numbers of exercises in it lead to their cards."""
    known = {one["number"]: one for one in exercises}
    links = partial(EXERCISE.sub, lambda found: _linked(known.get(found[0], {}), found[0]))
    linked = _outside_code(_escaped(warning), links)
    return say("Note: {warning}", warning=linked), say("Note: {warning}", warning=warning)


def _core_done(result: dict[str, Any]) -> list[_Said]:
    """Return the sentence that says that the day's core is done, where it is."""
    return [(f"**{_escaped(result['core_done'])}**", result["core_done"])] if "core_done" in result else []


def _next(result: dict[str, Any]) -> _Said:
    """Return what to do next, and what to call then."""
    if "core_done" in result or all(exercise["outcome"] == "correct" for exercise in result["exercises"]):
        again = ""
    elif only := result.get("only"):
        again = " " + say('Then run your answer cell and `check("{number}")` once more.', number=only)
    else:
        again = " " + say("Then call `check()` once more.")
    following = say("If you want more:") if "core_done" in result else say("Next:")
    return f"**{following}** {result['next_markdown']}{again}", f"{following} {result['next']}{again}"


def _claims(exercise: dict[str, Any]) -> _Said:
    """Return a line for each claim of an exercise; below the first claim of a cause stands its card."""
    findings = {finding["checks"][0]: finding for finding in exercise["findings"]}
    others = {check for finding in exercise["findings"] for check in finding["checks"][1:]}
    html, lines = [], []
    for check in exercise["checks"]:
        if finding := findings.get(check["grade_id"]):
            folded, said = _card(exercise, finding)
            html.append(folded)
            lines += [*said, *(f"  {line}" for line in finding["message"].split("\n"))]
        elif check["grade_id"] not in others:
            said = f"{check['mark']} {check['claim']}"
            html.append(cards.claim(inline(said)))
            lines.append(said)
    return cards.listed(html), "\n".join(lines)


def _cards(exercise: dict[str, Any]) -> _Said:
    """Return the cards of an exercise as HTML, each folded below the claims of its checks, and as plain text.

    The card that comes first of the day is unfolded. Only the text of its exercise says more than the claims.
    """
    is_first = any(finding["open"] for finding in exercise["findings"])
    folds, lines = [], []
    for finding in exercise["findings"]:
        folded, said = _card(exercise, finding)
        folds.append(folded)
        lines += [*said, *(f"  {line}" for line in finding["message"].split("\n") if is_first)]
    lines += [] if is_first else [say('In the notebook, check("{number}") says why.', number=exercise["number"])]
    return cards.listed(folds), "\n".join(lines)


def _card(exercise: dict[str, Any], finding: dict[str, Any]) -> tuple[str, list[str]]:
    """Return a card as HTML, folded below the claims of its checks, and these claims as lines of text.

    Where there are several claims, a line says that they fail for one reason.
    """
    claims = {check["grade_id"]: check["claim"] for check in exercise["checks"]}
    said = [f"{finding['mark']} {claims[check]}" for check in finding["checks"]]
    said += [finding["costs"]] if finding["costs"] else []
    return cards.folded("<br>".join(map(inline, said)), finding["html"], is_open=finding["open"]), said


def _caption(claim: str, nodes: list[dict[str, Any]]) -> str:
    where = say("The smallest graph on which this check goes wrong: {claim}", claim=claim)
    mark = say("A thick frame and the word WRONG mark the place.")
    dashed = say("A dashed edge is one that is missing.") if any(node.get("missing") for node in nodes) else ""
    step = say("To step through it with your class: `from gradtools import step_failing`, then `step_failing()`.")
    return " ".join(filter(None, [where, mark, dashed, step if any(node["grad"] for node in nodes) else ""]))


def _points(result: dict[str, Any]) -> str:
    """Return the points, and how many hang on what the grader could not judge, by a fault of its own."""
    given = {"points": result["points"], "most": result["max_points"], "unjudged": result.get("unjudged_points", 0)}
    if number := result.get("only"):
        given["number"] = number
        if given["unjudged"]:
            return say("Exercise {number}: {points:g} of {most:g} points, {unjudged:g} not judged.", **given)
        return say("Exercise {number}: {points:g} of {most:g} points.", **given)
    given["day"] = result["assignment"].replace("day", "")
    if given["unjudged"]:
        return say("Day {day}: {points:g} of {most:g} points, {unjudged:g} not judged.", **given)
    return say("Day {day}: {points:g} of {most:g} points.", **given)


def _linked(exercise: dict[str, Any], text: str) -> str:
    """Return a text as a link to the card of an exercise, where its address is known."""
    return f"[{_escaped(text)}]({exercise['address']})" if exercise.get("address") else _escaped(text)


def _escaped(text: str) -> str:
    """Return a text in which nothing is read as markup but code marks."""
    return _outside_code(text, lambda piece: MARKUP.sub(r"\\\1", piece))


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return a text whose pieces between code are changed."""
    return "".join(piece if CODE.fullmatch(piece) else change(piece) for piece in CODE.split(text))
