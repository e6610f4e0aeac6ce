# SPDX-License-Identifier: MIT
"""What a stepper shows, as plain data and in words; the picture is drawn from it in the browser."""

import functools
import inspect
import math
import textwrap
from collections import defaultdict
from types import CodeType
from typing import Any

from gradtools.graph import Graph, applied, number, numbers, operand, shape_of
from language.text import listed, plural, say

from .judged import Amiss, judged
from .recording import Amount, Arrival, Recording, Step, amount
from .rerun import Slope, slopes

_LONGEST_NAME = 18  # characters of a node's first line
_MOST_LINES = 25  # of a `_backward` that is shown


def described(recording: Recording, complete: bool = True) -> dict[str, Any]:
    """Return a recording as plain data: nodes, steps with every share and what a nudge says of it, and sentences.

    Numbers are texts, so that NaN and infinity travel; ``value``, what a learner's guess is compared with, is a number
    or None; an array is a text alone. Only a recording that is ``complete`` has the gradients at its end judged.
    """
    graph = recording.graph
    measure = functools.cache(functools.partial(slopes, graph))
    done: dict[int, int] = {}
    late, users = late_shares(recording), _children(graph)
    steps: list[dict[str, Any]] = []
    sources: dict[CodeType | None, tuple[int, list[str]]] = {}
    for index, step in enumerate(recording.steps):
        place = {"place": index + 1, "count": len(recording.steps), "node": _shown(graph, step.node)}
        up = numbers(step.upstream)
        first = say("Step {place} of {count}: {node} passes on its gradient, {upstream}.", upstream=up, **place)
        steps.append(
            {
                "node": step.node,
                "upstream": up,
                "upstreamValue": finite(step.upstream),
                "shares": [_share(graph, step, arrival, measure(step.node), done) for arrival in step.arrivals],
                "says": [first, *_why(graph, step, users, done, late.get(index))],
                "stops": say("Here the pass stops. {error}", error=step.error) if step.error else "",
                "early": index in late,
                "code": sources.setdefault(step.code, (len(sources), _source(step.code)))[0],
            }
        )
        done.setdefault(step.node, index + 1)
    wrong = [share["to"] for one in steps for share in one["shares"] if share["wrong"]]
    amiss = judged(recording, measure, wrong) if complete else [None] * len(graph.nodes)
    return {
        "nodes": [
            {
                "name": node.name,
                "shown": _shown(graph, place),
                "data": numbers(amount(node.source, "data")) if node.shape else node.data,
                "parents": list(node.parents),
                "value": finite(amount(node.source, "data")) if not node.parents else None,
                "amiss": trouble.says if trouble else "",
                **({"zero": numbers(0.0 * amount(node.source, "data"))} if node.shape else {}),
            }
            for place, (node, trouble) in enumerate(zip(graph.nodes, amiss, strict=True))
        ],
        "folds": folds(graph),
        "codes": [lines for _, lines in sources.values()],
        "steps": steps,
        "begins": say(
            "Before the first step every gradient is 0, and {root}.grad is 1, the seed: if {root} moves by 1, it moves "
            "by 1. The arrows point the way the data flow. Waiting goes the other way: a node waits for the nodes that "
            "use it, its children.",
            root=graph.nodes[-1].name,
        ),
        "ends": _ends(recording, done, amiss),
        "trouble": _trouble(recording),
    }


def in_words(data: dict[str, Any]) -> str:
    """Return what :func:`described` returned in words: the text alternative of a stepper."""
    lines = [data["begins"]]
    for step in data["steps"]:
        first, *others = [*step["says"], *(share["says"] for share in step["shares"]), step["stops"]]
        lines += [first, *(f"- {one}" for one in others if one)]
    return "\n".join([*lines, data["ends"], *data["trouble"]])


def folds(graph: Graph, smallest: int = 4) -> list[dict[str, Any]]:
    """Return groups of nodes that may be drawn as one: a sum of many terms, with the products and leaves in it.

    A neuron adds up weights times inputs. Each inner node of such a sum has one child, which is in the group too, so
    nothing but the last sum, ``head``, is seen from outside. It is one of the members, of which there are at least
    ``smallest``.
    """
    children = _children(graph)
    group: dict[int, int] = {}
    members: dict[int, list[int]] = defaultdict(list)
    for place in range(len(graph.nodes) - 1, -1, -1):
        node, users = graph.nodes[place], set(children[place])
        child = users.pop() if len(users) == 1 else None
        head = group.get(child, -1) if child is not None else -1
        if head < 0 and node.op == "+":
            head = place
        elif head >= 0 and node.parents and not (node.op in ("+", "*") and graph.nodes[child].op == "+"):
            head = -1
        if head >= 0:
            group[place] = head
            members[head].append(place)
    found = []
    for head, places in sorted(members.items()):
        if len(places) >= smallest:
            terms = 1 + sum(graph.nodes[place].op == "+" for place in places)
            title = say("sum of {terms} terms", terms=terms)
            if any(graph.nodes[place].op == "*" for place in places):
                title = say("weighted sum of {terms} terms", terms=terms)
            found.append({"head": head, "members": sorted(places), "title": title})
    return found


def _source(code: CodeType | None) -> list[str]:
    """Return the lines of a function, for the page to light the one that runs; none where they can't be had."""
    try:
        lines = inspect.getsource(code).rstrip().splitlines() if code else []
    except (OSError, TypeError):
        return []
    return textwrap.dedent("\n".join(lines)).splitlines() if len(lines) <= _MOST_LINES else []


def _share(
    graph: Graph, step: Step, arrival: Arrival, measured: list[Slope] | None, done: dict[int, int]
) -> dict[str, Any]:
    """Return one share: what the engine added, and what the local derivative times upstream is by a nudge."""
    parents, name = graph.nodes[step.node].parents, _named(graph, arrival.parent)
    mine = [measured[use] for use, parent in enumerate(parents) if parent == arrival.parent] if measured else []
    amounts = (step.upstream, arrival.added, *(slope.value for slope in mine))
    if any(map(shape_of, amounts)):
        content, wrong = _of_array(step, arrival, mine, shape_of(graph.nodes[arrival.parent].source.data))
    else:
        content, wrong = _of_number(step, arrival, mine, name)
    share = {
        "to": arrival.parent,
        "uses": parents.count(arrival.parent),
        **content,
        "measured": bool(mine),
        "before": numbers(arrival.before),
        "after": numbers(arrival.after),
        "wrong": wrong,
        "late": arrival.parent in done and arrival.changed,
        "line": arrival.line - step.code.co_firstlineno if step.code and arrival.line else None,
    }
    said = [_product(share, name, numbers(step.upstream))]
    if share["locals"] or (shape_of(arrival.before) == shape_of(arrival.after) and not wrong):
        said.append(_total(share, name))
    if share["late"]:
        late = {"node": name, "step": done[arrival.parent]}
        said.append(say("Too late: {node} has passed its gradient on already, in step {step}.", **late))
    return {**share, "says": " ".join(said)}


def _of_number(step: Step, arrival: Arrival, mine: list[Slope], name: str) -> tuple[dict[str, Any], str]:
    """Return what is shown of a share that is a number, and what is wrong with it."""
    up, known = numbers(step.upstream), _expected(step.upstream, mine)
    wrong, expected, exact = "", None, arrival.added
    if known is None:
        is_known = arrival.local is not None and finite(arrival.added) is not None
        locals_ = [number(arrival.local) if is_known else say("unknown")]
    else:
        expected = sum(slope.value for slope in mine) * step.upstream
        agrees = known.outside(arrival.added) is None
        if agrees and abs(arrival.added - expected) > 1e-3 * abs(expected):
            exact = expected  # what was added drowned in the rounding of what had arrived before
        if agrees and step.upstream and len(mine) == 1:
            locals_ = [number(exact / step.upstream)]  # the exact one, which the nudge confirms
        else:
            locals_ = [number(round(slope.value, 9)) for slope in mine]
        kink = any(slope.wider_than(0.01, 1.0) for slope in mine)
        if not agrees and finite(arrival.added) is not None and not kink:
            wrong = _wrong(arrival, step.upstream, expected, name)
    content = {
        "locals": locals_,
        "terms": " + ".join(f"{local} × {up}" for local in locals_),
        "added": number(exact),
        "value": finite(exact),
        "expected": None if expected is None else number(expected),
        "expectedValue": None if expected is None else finite(expected),
    }
    return content, wrong


def _of_array(step: Step, arrival: Arrival, mine: list[Slope], wanted: tuple[int, ...]) -> tuple[dict[str, Any], str]:
    """Return the same where the node or the parent is an array; ``wanted`` is the shape of the parent."""
    got, added, wrong, expected = shape_of(arrival.added), numbers(arrival.added), "", _expected(step.upstream, mine)
    if got != wanted and arrival.changed:
        wrong = say("Your class adds an array of shape {got}; the data has {wanted}.", got=got, wanted=wanted)
    elif expected is not None and (place := expected.outside(arrival.added + 0.0 * expected.value)) is not None:
        one = {"place": list(place), "right": number(expected.at(place).value), "mine": number(arrival.added[place])}
        wrong = say("Your class adds {added}: at {place} nudges say {right}, not {mine}.", added=added, **one)
    content = {
        "locals": [],
        "added": added,
        "short": f"+{numbers(arrival.added, 2)}",
        "value": None,
        "expected": say("shape {shape}", shape=wanted) if expected is None else numbers(expected.value.round(9)),
        "expectedValue": None,
    }
    return content, wrong


def _expected(upstream: Amount, mine: list[Slope]) -> Slope | None:
    """Return the share by nudges; None where they are not known, or the gradient above has no fitting shape."""
    try:
        shares = [slope.times(Slope(upstream, upstream, upstream)) for slope in mine]
    except ValueError:
        return None
    if not shares:
        return None
    unsure = 1e-9 * max(1.0, float(abs(upstream).max() if shape_of(upstream) else abs(upstream)))
    value, low, high = (sum(getattr(share, name) for share in shares) for name in ("value", "low", "high"))
    return Slope(value, low - unsure, high + unsure)


def _product(share: dict[str, Any], name: str, up: str) -> str:
    """Say what local derivative times upstream is, and what the engine did instead."""
    if not share["locals"]:
        becomes = say("To {node}: upstream {upstream} becomes {added}.", node=name, upstream=up, **share)
        return f"{becomes} {share['wrong']}".strip()
    if not share["wrong"]:
        return plural(
            share["uses"],
            "To {node}: local derivative {local} × upstream {up} = {added}.",
            "To {node}: local derivative {terms} = {added}, over {count} edges.",
            **share, node=name, local=share["locals"][0], up=up,
        )  # fmt: skip
    product = plural(
        share["uses"],
        "To {node}: the local derivative times upstream is {terms} = {expected}, found by a nudge.",
        "To {node}: the local derivative times upstream is {terms} = {expected}, over {count} edges, found by a nudge.",
        **share, node=name,
    )  # fmt: skip
    return f"{product} {share['wrong']}"


def _total(share: dict[str, Any], name: str) -> str:
    its = f"{name}.grad" if name.isidentifier() else say("Its gradient")
    if share["before"] == "0" or share["wrong"] or not share["locals"]:
        return say("{its} was {before} and is {after} now.", its=its, **share)
    added = share["added"]
    sign = f"- {added.removeprefix('-')}" if added.startswith("-") else f"+ {added}"
    return say("{its} is {before} {added} = {after} now.", **{**share, "its": its, "added": sign})


def _wrong(arrival: Arrival, upstream: float, expected: float, name: str) -> str:
    """Say what the engine did instead."""
    ratio = arrival.added / expected if expected else math.nan
    numbers = {"before": arrival.before, "after": arrival.after, "total": arrival.before + expected}
    numbers |= {"added": arrival.added, "upstream": upstream, "ratio": ratio}
    given = {"node": name, **{key: number(value) for key, value in numbers.items()}}
    if arrival.before and abs(arrival.after - expected) <= 1e-4 * max(abs(expected), 1e-9):
        return say(
            "With the {before} that had arrived before, that makes {total}. Your class leaves {after}, as if the share "
            "had replaced it.",
            **given,
        )
    if arrival.added == 0:
        return say("Your class adds nothing to {node}.", **given)
    if not expected:
        return say("Your class adds {added}.", **given)
    if abs(ratio + 1) < 1e-4:
        return say("Your class adds {added}, with the wrong sign.", **given)
    if abs(ratio * upstream - 1) < 1e-4:
        return say("Your class adds {added}: it does not multiply by the upstream gradient, {upstream}.", **given)
    return say("Your class adds {added}, which is {ratio} times as much.", **given)


def _why(
    graph: Graph, step: Step, users: dict[int, list[int]], done: dict[int, int], missed: tuple[int, float] | None
) -> list[str]:
    """Say why this node may go now, or why it may not."""
    name, children = graph.nodes[step.node].name, sorted(set(users[step.node]))
    if step.node in done:
        before = {"node": name, "step": done[step.node]}
        return [say("{node} was called before, in step {step}: what it passed on then, it passes on again.", **before)]
    if not children:
        return [say("It is the last node, and its gradient is the seed, so it waits for no other node.")]
    waiting = [child for child in children if child not in done]
    if not waiting:
        may_go = plural(
            len(children),
            "It may go now: its child {children} is done, so every share of its gradient has arrived.",
            "It may go now: its children {children} are done, so every share of its gradient has arrived.",
            children=_names(graph, children),
        )
        return [may_go]
    early = plural(
        len(waiting),
        "Too early: {nodes} has not passed a gradient on yet.",
        "Too early: {nodes} have not passed a gradient on yet.",
        nodes=_names(graph, waiting),
    )
    if missed is None:
        return [early]
    later, added = missed[0] + 1, numbers(missed[1])
    lost = say("Step {later} adds {added} to {node}, and nothing passes it on.", later=later, added=added, node=name)
    return [f"{early} {lost}"]


def late_shares(recording: Recording) -> dict[int, tuple[int, float]]:
    """Return, by the index of a step, the first later step that adds to its node, and how much."""
    found: dict[int, tuple[int, float]] = {}
    open_steps: dict[int, list[int]] = defaultdict(list)
    for index, step in enumerate(recording.steps):
        for arrival in step.arrivals:
            if arrival.changed:
                for earlier in open_steps.pop(arrival.parent, []):
                    found[earlier] = (index, arrival.added)
        open_steps[step.node].append(index)
    return found


def _ends(recording: Recording, done: dict[int, int], amiss: list[Amiss | None], most: int = 8) -> str:
    graph = recording.graph
    leaves = [place for place, node in enumerate(graph.nodes) if not node.parents]
    leaves = [place for place in leaves if graph.nodes[place].label] or leaves
    ends = {place: f"{graph.nodes[place].name}.grad = {numbers(recording.grads[place])}" for place in leaves[:most]}
    said = [f"{end} ({amiss[place].brief})" if amiss[place] else end for place, end in ends.items()]
    if len(leaves) > most:
        said.append(say("and {count} more", count=len(leaves) - most))
    if unsaid := sum(amiss[place] is not None for place in leaves[most:]):
        said.append(say("✗ {count} of them wrong", count=unsaid))
    end = say("At the end: {gradients}.", gradients=", ".join(said))
    silent = [place for place, node in enumerate(graph.nodes) if node.parents and place not in done]
    if not silent:
        return end
    never = say("Never called, so no gradient is passed on from: {nodes}.", nodes=_names(graph, silent))
    return f"{end} {never}"


def _trouble(recording: Recording) -> list[str]:
    """Return sentences on what stopped the pass, and on what is no number."""
    found = [recording.trouble] if recording.trouble else []
    for word, test in ((say("not a number (NaN)"), math.isnan), (say("infinite"), math.isinf)):
        for place, node in enumerate(recording.graph.nodes):
            held = amount(node.source, "data")
            if any(map(test, held.flat)) if shape_of(held) else test(held):
                trouble = say(
                    "The data of {node} is {word}. Look there first: what is computed from it has no gradient that "
                    "could be compared.",
                    node=_shown(recording.graph, place), word=word,
                )  # fmt: skip
                return [*found, trouble]
    return found


def _children(graph: Graph) -> dict[int, list[int]]:
    children: dict[int, list[int]] = defaultdict(list)
    for parent, child in graph.edges:
        children[parent].append(child)
    return children


def _names(graph: Graph, places: list[int]) -> str:
    return listed([graph.nodes[place].name for place in places], 4, 4)


def _shown(graph: Graph, place: int) -> str:
    """Return a node as it is written in a program, ``d = a * b``; its name alone where that would be long."""
    node = graph.nodes[place]
    if not node.parents:
        return node.name
    made = applied(node, [operand(graph.nodes[parent]) for parent in node.parents])
    made = made[1:-1] if made.startswith("(") else made
    text = f"{node.name} = {made}"
    return text if len(text) <= _LONGEST_NAME else f"{node.name} = {node.op or '?'}"


def _named(graph: Graph, place: int) -> str:
    """Return a node's name; with its number where it is a leaf without a label."""
    short, name = operand(graph.nodes[place]), graph.nodes[place].name
    return name if short == name else f"{name} ({short})"


def finite(value: Amount) -> float | None:
    """Return a number that JSON can carry; None for another, and for an array."""
    return None if shape_of(value) or not math.isfinite(value) else value
