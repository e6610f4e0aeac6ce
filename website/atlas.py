# SPDX-License-Identifier: MIT
"""The atlas of mistakes: for each of the most met mistakes the smallest program that shows it, and how to find it.

All numbers come from running the reference with the edit of the catalogue's entry. The edit itself is not shown, since
it would give the right line away.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.stepper.stepping import Stepper, step_failing
from exercises.shared.proof import met
from gradtools import draw_graph
from gradtools.draw import Drawing, draw_failing
from judge.asking.ask import answer_to, ask, ask_simply
from judge.asking.probe import Probe, probes_of
from judge.notebooks import course, reference
from judge.notebooks.cells import Exercise, exercises, headings
from judge.run.answers import Answer
from judge.run.messages import Message, Sentence, address, in_words
from judge.run.words import say, translated
from judge.verdicts.alike import Answered
from judge.verdicts.card import EXPECTED, GAVE, Part, terms
from judge.verdicts.cases import Case, questions, wrong_cases
from judge.verdicts.catalogue import Misconception, misconceptions
from judge.verdicts.pictures import picture
from judge.verdicts.simpler import Shown, simplest
from judge.verdicts.verdict import NOT_YET, Name, Question, Verdict
from judge.verdicts.wording.explained import RIGHT, explained
from website.program import program_of
from website.seen import SEEN

# The seed of the inputs that the pages show.
SEED = 1
# Of the mistakes that generated programs met most, at most 200 are chosen; and all that a day lists among its symptoms.
MOST_MET = 200
# A larger graph is clearer in words.
MOST_NODES = 16
# From the day after this one on, a function builds more than its question says.
LAST_DAY_OF_GRAPHS = 2


@dataclass(frozen=True)
class Entry:
    """A mistake with the smallest program that shows it."""

    mistake: Misconception
    exercise: Exercise
    question: Message
    program: str  # the question as code that can be run; empty where it is no such program
    said: tuple[Part, ...]  # what the verdict's card says after the question
    drawing: Drawing | None
    stepper: Stepper | None
    places: tuple[str, ...]  # the functions of the reference in which the mistake is made
    fails: tuple[str, ...]  # the claims of the exercise's checks that fail
    holds: tuple[str, ...]  # those that still hold
    row: tuple[str, str]  # its cause and where to look, from the day's table of symptoms; empty where it has no row
    section: str  # the address of the section to read, on the page of the day
    card: str  # the address of the exercise's card there

    @property
    def title(self) -> Message:
        """What is wrong."""
        return Sentence.quoting(self.mistake.title).message()

    @property
    def terms(self) -> str:
        """What the card says after the question, as terms of a list in HTML."""
        return terms(self.said)

    @property
    def right(self) -> Message:
        """The right answer, or what the card says of it, such as the shape of an array; empty where it says nothing."""
        return _expected(self.said)

    @property
    def wrong(self) -> Message:
        """What comes with this mistake."""
        return in_words(_under(GAVE, self.said))

    @property
    def verdict(self) -> Message:
        """Why it is wrong."""
        return Sentence.quoting(self.mistake.verdict).message()

    @property
    def symptom(self) -> Message:
        """What people see first; empty where the catalogue has none."""
        return Sentence.quoting(self.mistake.symptom).message()

    @property
    def in_pytorch(self) -> Message:
        """What somebody sees of it who uses PyTorch; empty where that is the same, or nothing."""
        return Sentence.quoting(SEEN.get(self.mistake.id, "")).message()

    @property
    def words(self) -> str:
        """What else a search for a symptom should find."""
        return " ".join([self.verdict.text(), *self.row, *self.fails])


@cache
def chosen() -> tuple[Misconception, ...]:
    """Return the mistakes that may have a page: those met most, and those known by a symptom, here or in PyTorch."""
    programs = met.of_names()
    known = [entry for day in course.assignments() for entry in misconceptions(day.number)]
    most = sorted(known, key=lambda entry: -programs[entry.id])[:MOST_MET]
    return tuple(
        entry for entry in known if entry in most or entry.id in SEEN or (entry.symptom and _is_code(entry.exercise))
    )


def _is_code(exercise: str) -> bool:
    """Tell whether an exercise asks for code; the answer to another one would stand on the page."""
    return bool(reference.definitions(reference.solutions(exercise)[exercise]))


def entries(mistakes: tuple[Misconception, ...] | None = None) -> Iterator[Entry]:
    """Yield the pages of the atlas in the order of the course; a mistake without a question to show has none."""
    for mistake in chosen() if mistakes is None else mistakes:
        if _is_code(mistake.exercise) and (entry := _entry(mistake)) is not None:
            yield entry


def _entry(mistake: Misconception) -> Entry | None:
    namespace = mistake.namespace()
    asked = {check: ask(check, namespace, SEED) for check in mistake.checks}
    found = [case for check, answers in asked.items() for case in wrong_cases(check, answers, SEED)]
    shown = [one for one in found if one[0].reveal]
    if not shown:
        return None
    probe, case = next((one for one in shown if _graph(*one)), shown[0])
    case = _simpler(mistake, namespace, probe, case, asked[probe.check])
    day = course.assignment(mistake.exercise)
    notebook = reference.source_notebook(day)
    exercise = next(one for one in exercises(notebook) if one.id == mistake.exercise)
    # What is found on paper says nothing of code.
    checks = [check for check in exercise.checks if all(one.reveal for one in probes_of(check.grade_id))]
    addresses = headings(notebook)
    card = _card(mistake, probe, case)
    question = in_words(card[0].sentences)
    drawing, stepper = _drawn(probe, case, namespace, question.text())
    return Entry(
        mistake=mistake,
        exercise=exercise,
        question=question,
        program=program_of(question.text(), _right(card).text(), _right_code(day.number)),
        said=card[1:],
        drawing=drawing,
        stepper=stepper,
        places=tuple(dict.fromkeys(_places(mistake))),
        fails=tuple(check.claim for check in checks if check.grade_id in mistake.checks),
        holds=tuple(check.claim for check in checks if check.grade_id not in mistake.checks),
        row=_row(notebook, translated(mistake.symptom)),
        section=address(addresses.get(translated(mistake.section), "")),
        card=address(addresses[exercise.number]),
    )


def _simpler(
    mistake: Misconception, namespace: Mapping[str, Any], probe: Probe, case: Case, answers: list[Answer]
) -> Case:
    """Return what a verdict would show of a question: the simplest inputs that go wrong in the same way."""

    def simply(name: str, numbers: Sequence[int]) -> list[Answer]:
        return ask_simply(probe.check, namespace, SEED, name, numbers)

    answered = Answered(probe.check, answers, SEED)
    posed = questions(probe.check, SEED)
    return simplest(answered, posed, Shown(probe, case), [mistake], simply, other=False).case


def _right(card: Sequence[Part]) -> Message:
    """Return the right answer of a card without its reason; an empty message where it is said otherwise."""
    return _message(next((one.arguments["value"] for one in _under(EXPECTED, card) if one.template == RIGHT), None))


def _expected(card: Sequence[Part]) -> Message:
    """Return what a card expects without the reason, which stands behind a colon at its end."""
    for one in _under(EXPECTED, card):
        if "reason" in one.arguments:
            message = Sentence(one.template, {**one.arguments, "reason": ""}).message()
            *others, (kind, last) = message.parts
            return Message((*others, (kind, last.rstrip(" .:"))))
    return Message()


def _under(label: str, card: Sequence[Part]) -> Iterator[Sentence]:
    """Yield the sentences of a card under a label."""
    return (one for part in card if part.label == label for one in part.sentences)


@cache
def _right_code(day: int) -> dict[str, Any]:
    return reference.load(day)


def _card(mistake: Misconception, probe: Probe, case: Case) -> tuple[Part, ...]:
    """Return what the card of a verdict says of the question and of both answers."""
    verdict = Verdict(
        probe.check,
        NOT_YET,
        SEED,
        Question(probe.name, case.inputs),
        expected=case.right,
        given=case.given,
        misconceptions=(mistake.id,),
        names=(Name(mistake.title),),
    )
    return explained(verdict, probe, case.right, ())


def _message(argument: Any) -> Message:
    """Return an argument of a sentence in the reader's language; an empty message for None."""
    return Message() if argument is None else Sentence("{it}", {"it": argument}).message()


def _graph(probe: Probe, case: Case) -> dict[str, Any] | None:
    return picture(probe, case.inputs, case.right, case.given)


def _drawn(
    probe: Probe, case: Case, namespace: Mapping[str, Any], question: str
) -> tuple[Drawing | None, Stepper | None]:
    """Return the graph of the program with what is wrong in it, and its backward pass; None for what there is not."""
    graph = _graph(probe, case)
    if graph is None:
        caption = say("The graph that the program builds, with the numbers that it leaves there.")
        root = _last_built(probe, case, namespace, question)
        try:
            return (draw_graph(root, caption, max_nodes=MOST_NODES) if root is not None else None), None
        except (TypeError, ValueError):  # No graph of values, or one that is too large.
            return None, None
    caption = say("The backward pass of this graph, step by step. Here the last node has the gradient 1.")
    stepper = step_failing(graph, namespace.get("Value"), caption)
    caption = say("The graph of the program. What is wrong has a thick frame and says so.")
    return draw_failing(graph, caption), stepper if stepper.boards else None


def _last_built(probe: Probe, case: Case, namespace: Mapping[str, Any], question: str) -> Any:
    """Return the last result that is made of the question's own numbers while it is asked; None where there is none."""
    kind = namespace.get("Value")
    if not isinstance(kind, type) or course.assignment(probe.check).number > LAST_DAY_OF_GRAPHS:
        return None
    made: list[Any] = []
    first = kind.__init__

    def noted(self: Any, *arguments: Any, **named: Any) -> None:
        made.append(self)
        first(self, *arguments, **named)

    kind.__init__ = noted  # type: ignore[misc]
    try:
        answer_to(probe, namespace, case.asked)
    finally:
        kind.__init__ = first  # type: ignore[misc]
    return next((node for node in reversed(made) if getattr(node, "_prev", ()) and _made_of(node, question)), None)


def _made_of(root: Any, question: str) -> bool:
    """Tell whether a graph is the question's own: one that tries out a stand-in has leaves with other numbers."""
    values = set(map(float, re.findall(r"\bValue\((-?[\d.]+)\)", question)))
    numbers = set(map(float, re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", question)))
    nodes, leaves = [root], set()
    while nodes and len(leaves) <= MOST_NODES:
        node = nodes.pop()
        nodes += getattr(node, "_prev", ())
        leaves |= set() if getattr(node, "_prev", ()) else {getattr(node, "data", None)}
    return bool(leaves & values) and leaves <= numbers


def _places(mistake: Misconception) -> Iterator[str]:
    """Yield the function, or the method with its class, that each edit of a mistake changes."""
    answers = reference.solutions(mistake.exercise)
    for edit in mistake.edits:
        source = answers[edit.cell or mistake.exercise]
        if edit.old in source:  # Otherwise an edit before it has put it there.
            start = source.index(edit.old)
            line = source.count("\n", 0, start + len(edit.old) - len(edit.old.lstrip())) + 1
            yield from _definition_at(ast.parse(source), line)


def _definition_at(tree: ast.AST, line: int) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or not node.lineno <= line <= (node.end_lineno or 0):
            continue
        inner = list(_definition_at(node, line)) if isinstance(node, ast.ClassDef) else []
        yield f"{node.name}.{inner[0]}" if inner else node.name


def _row(notebook: Any, symptom: str) -> tuple[str, str]:
    """Return the cause, and where to look, from the row of a symptom in the notebook's tables."""
    for cell in notebook.cells if symptom else ():
        for line in cell.source.split("\n") if cell.cell_type == "markdown" else ():
            columns = [column.strip() for column in re.split(r"(?<!\\)\|", line)]
            if len(columns) == 5 and columns[1] == symptom:
                return columns[2], columns[3]
    return "", ""
