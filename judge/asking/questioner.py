# SPDX-License-Identifier: MIT
"""Answers questions next to the learner's code, by messages, in a process that sees no file.

:mod:`judge.run.confined.server` calls :func:`questioner` before any stranger's line runs, and then what that returns
for each message. It needs no reference, no master and no catalogue, and none is loaded.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from judge.asking import kept_away
from judge.asking.ask import Setting, ask, ask_simply, parts_stood_in, ran_last, without_shadows
from judge.asking.culprit import shadows
from judge.asking.probe import of_exercise, probes_of
from judge.asking.questions_package import begin
from judge.asking.standing_in import by_itself, noted
from judge.run.answers import to_json

Names = dict[str, Any]
Given = Mapping[str, list[Any]]
Answerer = Callable[[Names, Names, Given, Mapping[str, Any]], Names]


def questioner(asked: Mapping[str, Any]) -> Answerer:
    """Load the questions of some exercises, and return what puts them to a notebook's names.

    ``asked`` has the exercises by their ``ids``, and their package by its ``name`` and ``folder``. They are passed in:
    who reads the masters has the solutions in memory, where a stranger's line finds them.

    It takes the names, a message, the code of what given cells defined, and the modules that no import finds. The
    messages are ``{"do": "ask", "check": c, "seed": s, "defined": [...], "clear": bool}``, answered by
    ``{"answers": [...], "shadows": bool, "stood_in": bool}``; ``{"do": "trail", ..., "probe": p, "inputs": {...}}``,
    answered by ``{"lines": [...]}``; ``{"do": "parts", ...}``, by ``{"parts": [...]}``; ``{"do": "simple", ...,
    "probe": p, "numbers": [...]}``, by ``{"answers": [...]}``; and ``{"do": "clear", ...}``:
    from then on, no name of Python's own stands for anything else. With ``"alone": true`` no right code stands in for
    any part.

    Each may have ``"own"``: the names under which the learner's own cells were compiled. And it may have ``"right"``:
    right code that questions may use from then on, by its modules' names. Where a question needs one that is not there,
    the answer is ``{"needs": [...]}`` and no other.
    """
    begin(asked["name"], Path(asked["folder"]))
    right = kept_away.RightModules(closed=True)
    answers = _Answers(right)
    with right:
        checks = [check for exercise in asked["ids"] for check in of_exercise(exercise)]
        for check in checks:
            probes_of(check)
    for check in checks:
        # To nothing: what a question needs beside the learner's code is there, then, when it is asked for good.
        answers({}, {"do": "ask", "check": check, "seed": 0, "defined": []}, {}, {})
    return answers


def packed_code(modules: Iterable[str]) -> dict[str, str]:
    """Return the code of modules of right code, as a message has it under ``"right"``."""
    return {name: base64.b64encode(kept_away.code_of(name)).decode() for name in modules}


class _Answers:
    def __init__(self, right: kept_away.RightModules) -> None:
        self._right = right

    def __call__(self, names: Names, message: Names, given: Given, hidden: Mapping[str, Any]) -> Names:
        codes = {name: base64.b64decode(code) for name, code in message.get("right", {}).items()}
        try:
            with self._right:
                self._right.receive(codes, hidden)
                answer = self._asked(names, message, given)
        except kept_away.NotHere:
            answer = {}
        # Whatever the learner's code made of the error: without what it needs, nothing was asked.
        needs = self._right.missed()
        return {"needs": needs} if needs else answer

    def _asked(self, names: Names, message: Names, given: Given) -> Names:
        setting = Setting(frozenset(message["defined"]), given, message.get("own", frozenset()).__contains__)
        check = message["check"]
        if message["do"] == "clear":
            for name in shadows(names):
                del names[name]
            return {}
        with ExitStack() as stack:
            if message.get("clear"):
                stack.enter_context(without_shadows(names))
            if message.get("alone"):
                stack.enter_context(by_itself())
            if message["do"] == "ask":
                with noted() as parts:
                    answers = [to_json(answer) for answer in ask(check, names, message["seed"], setting)]
                return {"answers": answers, "shadows": bool(shadows(names)), "stood_in": bool(parts)}
            if message["do"] == "simple":
                simple = ask_simply(check, names, message["seed"], message["probe"], message["numbers"], setting)
                return {"answers": [to_json(answer) for answer in simple]}
            if message["do"] == "parts":
                parts = parts_stood_in(check, names, message["probe"], message["inputs"], setting)
                return {"parts": list(parts)}
            places = ran_last(check, names, message["probe"], message["inputs"], setting, message.get("made", ""))
            return {"lines": [dict(vars(place)) for place in places]}
