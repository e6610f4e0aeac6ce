# SPDX-License-Identifier: MIT
"""What a stepper shows, as plain data and in words; the picture is drawn from it in the browser."""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from typing import Any

from ..graph import Graph, number
from .judged import Amiss, judged
from .recording import Call, Recording, Share
from .rerun import Slope, slopes

__all__ = ["described", "folds", "for_page", "told"]

_INFIX = ("+", "-", "*", "/")
_LONGEST_NAME = 18  # characters of a node's first line


def described(recording: Recording, whole: bool = True) -> dict[str, Any]:
    """Return a recording as plain data: nodes, steps with every share and what a nudge says of it, and sentences.

    Numbers are texts, so that NaN and infinity travel; ``value``, what a learner's guess is compared with, is a number
    or None.

    Args:
        recording: The recorded pass.
        whole: Whether it has all of its calls; only then the gradients at its end are judged.
    """
    graph = recording.graph
    measure = functools.cache(functools.partial(slopes, graph))
    done: dict[int, int] = {}
    late, users = _late_shares(recording), _children(graph)
    steps = []
    for index, call in enumerate(recording.calls):
        shares = [_share(graph, call, share, measure(call.node), done) for share in call.shares]
        steps.append(
            {
                "node": call.node,
                "upstream": number(call.upstream),
                "upstreamValue": _finite(call.upstream),
                "shares": shares,
                "error": call.error,
                "says": [
                    f"Step {index + 1} of {len(recording.calls)}: {_shown(graph, call.node)} passes on its gradient, "
                    f"{number(call.upstream)}.",
                    *_why(graph, call, users, done, late.get(index)),
                    *(share["says"] for share in shares),
                    *([f"Here the pass stops. {call.error}"] if call.error else []),
                ],
                "early": late.get(index) is not None,
            }
        )
        done.setdefault(call.node, index + 1)
    root = len(graph.nodes) - 1
    wrong = [share["to"] for one in steps for share in one["shares"] if share["wrong"]]
    amiss = judged(recording, measure, wrong) if whole else [None] * len(graph.nodes)
    return {
        "nodes": [
            {
                "name": node.name,
                "shown": _shown(graph, place),
                "data": node.data,
                "parents": list(node.parents),
                "value": _value(node.source) if not node.parents else None,
                "amiss": trouble.says if trouble else "",
            }
            for place, (node, trouble) in enumerate(zip(graph.nodes, amiss, strict=True))
        ],
        "folds": folds(graph),
        "steps": steps,
        "begins": (
            f"Before the first step every gradient is 0, and {graph.nodes[root].name}.grad is 1, the seed: "
            f"if {graph.nodes[root].name} moves by 1, it moves by 1. The arrows point the way the data flow. "
            "Waiting goes the other way: a node waits for the nodes that use it, its children."
        ),
        "ends": _ends(recording, done, amiss),
        "grads": [number(grad) for grad in recording.grads],
        "trouble": _trouble(recording),
    }


def told(data: dict[str, Any]) -> str:
    """Return the whole of what :func:`described` returned in words: the text alternative of a stepper."""
    lines = [data["begins"]]
    for step in data["steps"]:
        first, *others = step["says"]
        lines += [first, *(f"- {one}" for one in others)]
    lines += [one for one in (data["ends"], *data["trouble"]) if one]
    return "\n".join(lines)


def for_page(data: dict[str, Any]) -> dict[str, Any]:
    """Return of what :func:`described` returned what the page reads: each sentence once, and no flag that says no.

    Of 2,000 nodes' 1.8 MB a third stays here.
    """
    steps = []
    for step in data["steps"]:
        own = {share["says"] for share in step["shares"]}
        says = [one for one in step["says"] if one not in own]
        steps.append({**step, "says": says, "shares": [_needed(share) for share in step["shares"]]})
    nodes = [{name: value for name, value in node.items() if name != "amiss" or value} for node in data["nodes"]]
    return {**data, "nodes": nodes, "steps": steps}


def _needed(share: dict[str, Any]) -> dict[str, Any]:
    # What a nudge expects is read where the share is wrong.
    left_out = {"measured"} if share["wrong"] else {"measured", "expected", "expectedValue", "wrong"}
    left_out |= set() if share["late"] else {"late"}
    left_out |= set() if share["uses"] > 1 else {"uses"}
    return {name: value for name, value in share.items() if name not in left_out}


def folds(graph: Graph, smallest: int = 4) -> list[dict[str, Any]]:
    """Return groups of nodes that may be drawn as one: a sum of many terms, with the products and leaves in it.

    A neuron adds up weights times inputs. Each inner node of such a sum has one child, which is in the group too, so
    nothing but the last sum is seen from outside.

    Args:
        graph: The graph.
        smallest: Fewer nodes than that are no group.

    Returns:
        ``{"head", "members", "title"}`` for each group; ``head``, the last sum, is a member too.
    """
    children = _children(graph)
    group: dict[int, int] = {}
    for place in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[place]
        users = set(children[place])
        child = users.pop() if len(users) == 1 else None
        head = group.get(child) if child is not None else None
        if child is None or head is None:
            if node.op == "+":
                group[place] = place
            continue
        inside_a_sum = graph.nodes[child].op == "+"
        if (node.op in ("+", "*") and inside_a_sum) or not node.parents:
            group[place] = head
    members: dict[int, list[int]] = defaultdict(list)
    for place, head in group.items():
        members[head].append(place)
    found = []
    for head, places in sorted(members.items()):
        if len(places) >= smallest:
            terms = 1 + sum(graph.nodes[place].op == "+" for place in places)
            weighted = any(graph.nodes[place].op == "*" for place in places)
            title = f"{'weighted ' if weighted else ''}sum of {terms} terms"
            found.append({"head": head, "members": sorted(places), "title": title})
    return found


def _share(
    graph: Graph, call: Call, share: Share, measured: list[Slope] | None, done: dict[int, int]
) -> dict[str, Any]:
    """Return one share: what the engine added, and what the local derivative times upstream is by a nudge."""
    parents = graph.nodes[call.node].parents
    name = _called(graph, share.parent)
    its = f"{name}.grad" if name.isidentifier() else "Its gradient"
    up = number(call.upstream)
    uses = [use for use, parent in enumerate(parents) if parent == share.parent]
    mine = [measured[use] for use in uses] if measured is not None else None
    wrong, terms, expected, exact = "", "", None, share.added
    if mine is None:
        local = number(share.added / call.upstream) if call.upstream and _finite(share.added) is not None else "unknown"
        locals_ = [local]
        terms = f"{local} × {up}"
    else:
        expected = sum(slope.value for slope in mine) * call.upstream
        kink = any(slope.high - slope.low > 0.01 * max(1.0, abs(slope.value)) for slope in mine)
        agrees = _agrees(share.added, call.upstream, mine)
        if agrees and abs(share.added - expected) > 1e-3 * abs(expected):
            exact = expected  # what was added drowned in the rounding of what had arrived before
        if agrees and call.upstream and len(mine) == 1:
            locals_ = [number(exact / call.upstream)]  # the exact one, which the nudge confirms
        else:
            locals_ = [number(round(slope.value, 9)) for slope in mine]
        terms = " + ".join(f"{local} × {up}" for local in locals_)
        if not agrees and _finite(share.added) is not None and not kink:
            wrong = _wrong(share, call.upstream, expected, name)
    added, before, after = number(exact), number(share.before), number(share.after)
    edges = "" if len(uses) == 1 else f", over {len(uses)} edges"
    if wrong:
        says = (
            f"To {name}: the local derivative times upstream is {terms} = {number(expected)}{edges}, found by a nudge. "
            f"{wrong}"
        )
    else:
        words = f"local derivative {terms}" if len(uses) > 1 else f"local derivative {locals_[0]} × upstream {up}"
        says = f"To {name}: {words} = {added}{edges}."
    if share.before and not wrong:
        says += f" {its} is {before} {_signed(exact)} = {after} now."
    else:
        says += f" {its} was {before} and is {after} now."
    late = share.parent in done and share.added != 0
    if late:
        says += f" Too late: {name} has passed its gradient on already, in step {done[share.parent]}."
    return {
        "to": share.parent,
        "uses": len(uses),
        "locals": locals_,
        "terms": terms,
        "added": added,
        "value": _finite(exact),
        "expected": None if expected is None else number(expected),
        "expectedValue": None if expected is None else _finite(expected),
        "measured": mine is not None,
        "before": before,
        "after": after,
        "wrong": wrong,
        "late": late,
        "says": says,
    }


def _agrees(added: float, upstream: float, mine: list[Slope]) -> bool:
    ends = sum(slope.low for slope in mine) * upstream, sum(slope.high for slope in mine) * upstream
    unsure = 1e-9 * max(1.0, abs(upstream))
    return min(ends) - unsure <= added <= max(ends) + unsure


def _wrong(share: Share, upstream: float, expected: float, name: str) -> str:
    """Say what the engine did instead."""
    near = 1e-4 * max(abs(expected), 1e-9)
    if share.before and abs(share.after - expected) <= near:
        return (
            f"With the {number(share.before)} that had arrived before, that makes {number(share.before + expected)}. "
            f"Your class leaves {number(share.after)}, as if the share had replaced it."
        )
    if share.added == 0:
        return f"Your class adds nothing to {name}."
    sentence = f"Your class adds {number(share.added)}"
    if not expected:
        return f"{sentence}."
    ratio = share.added / expected
    if abs(ratio + 1) < 1e-4:
        return f"{sentence}, with the wrong sign."
    if abs(ratio * upstream - 1) < 1e-4:
        return f"{sentence}: it does not multiply by the upstream gradient, {number(upstream)}."
    return f"{sentence}, which is {number(ratio)} times as much."


def _why(
    graph: Graph, call: Call, users: dict[int, list[int]], done: dict[int, int], missed: tuple[int, float] | None
) -> list[str]:
    """Say why this node may go now, or why it may not."""
    name = graph.nodes[call.node].name
    if call.node in done:
        return [f"{name} was called before, in step {done[call.node]}: what it passed on then, it passes on again."]
    children = sorted(set(users[call.node]))
    if not children:
        return ["It is the last node, and its gradient is the seed, so it waits for no other node."]
    waiting = [child for child in children if child not in done]
    if not waiting:
        are = (
            f"child {_listed(graph, children)} is" if len(children) == 1 else f"children {_listed(graph, children)} are"
        )
        return [f"It may go now: its {are} done, so every share of its gradient has arrived."]
    lost = (
        "" if missed is None else f" Step {missed[0] + 1} adds {number(missed[1])} to {name}, and nothing passes it on."
    )
    have = "has" if len(waiting) == 1 else "have"
    return [f"Too early: {_listed(graph, waiting)} {have} not passed a gradient on yet.{lost}"]


def _late_shares(recording: Recording) -> dict[int, tuple[int, float]]:
    """Return, by the index of a call, the first later call that adds to its node, and how much."""
    found: dict[int, tuple[int, float]] = {}
    open_calls: dict[int, list[int]] = defaultdict(list)
    for index, call in enumerate(recording.calls):
        for share in call.shares:
            if share.added != 0:
                for earlier in open_calls.pop(share.parent, []):
                    found[earlier] = (index, share.added)
        open_calls[call.node].append(index)
    return found


def _ends(recording: Recording, done: dict[int, int], amiss: list[Amiss | None]) -> str:
    graph = recording.graph
    leaves = [place for place, node in enumerate(graph.nodes) if not node.parents]
    leaves = [place for place in leaves if graph.nodes[place].label] or leaves
    said = []
    for place in leaves[:8]:
        trouble = amiss[place]
        mark = f" ({trouble.brief})" if trouble else ""
        said.append(f"{graph.nodes[place].name}.grad = {number(recording.grads[place])}{mark}")
    sums = ", ".join(said)
    more = f", and {len(leaves) - 8} more" if len(leaves) > 8 else ""
    unsaid = sum(amiss[place] is not None for place in leaves[8:])
    more += f", ✗ {unsaid} of them wrong" if unsaid else ""
    silent = [place for place, node in enumerate(graph.nodes) if node.parents and place not in done]
    quiet = f" Never called, so no gradient is passed on from: {_listed(graph, silent)}." if silent else ""
    return f"At the end: {sums}{more}.{quiet}"


def _trouble(recording: Recording) -> list[str]:
    """Return sentences on what is no number, and on what stopped the pass."""
    found = [recording.trouble] if recording.trouble else []
    graph = recording.graph
    for word, test in (("not a number (NaN)", math.isnan), ("infinite", math.isinf)):
        place = next((place for place, node in enumerate(graph.nodes) if test(_value(node.source, math.nan))), None)
        if place is not None:
            found.append(
                f"The data of {_shown(graph, place)} is {word}. Look there first: what is computed from it "
                "has no gradient that could be compared."
            )
            break
    return found


def _children(graph: Graph) -> dict[int, list[int]]:
    children: dict[int, list[int]] = defaultdict(list)
    for parent, child in graph.edges:
        children[parent].append(child)
    return children


def _listed(graph: Graph, places: list[int], most: int = 4) -> str:
    names = [graph.nodes[place].name for place in places[:most]]
    if len(places) > most:
        return f"{', '.join(names)} and {len(places) - most} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _shown(graph: Graph, place: int) -> str:
    """Return a node as it is written in a program, ``d = a * b``; its name alone where that would be long."""
    node = graph.nodes[place]
    if not node.parents:
        return node.name
    names = [_short(graph, parent) for parent in node.parents]
    if node.op in _INFIX and len(names) == 2:
        made = f"{names[0]} {node.op} {names[1]}"
    elif node.op.startswith("**") and len(names) == 1:
        made = f"{names[0]}{node.op}"
    else:
        made = f"{node.op or 'made from'}({', '.join(names)})"
    text = f"{node.name} = {made}"
    return text if len(text) <= _LONGEST_NAME else f"{node.name} = {node.op or '?'}"


def _short(graph: Graph, place: int) -> str:
    """Return what stands for a node in an expression: a number that was typed in stands for itself."""
    node = graph.nodes[place]
    return node.name if node.label or node.parents or node.data is None else node.data


def _called(graph: Graph, place: int) -> str:
    """Return a node's name; with its number where it is a leaf without a label."""
    short = _short(graph, place)
    name = graph.nodes[place].name
    return name if short == name else f"{name} ({short})"


def _value(source: Any, otherwise: float | None = None) -> Any:
    try:
        value = float(source.data)
    except (TypeError, ValueError, OverflowError):
        return otherwise
    return value if otherwise is not None else _finite(value)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _signed(amount: float) -> str:
    return f"- {number(-amount)}" if amount < 0 else f"+ {number(amount)}"
