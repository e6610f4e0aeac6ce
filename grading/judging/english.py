# SPDX-License-Identifier: MIT
"""What the grader says, in English: a template for each kind of sentence. See :mod:`grading.judging.render`.

Where a subject may be one thing or several, a template is a pair: for one, for several.
"""

from __future__ import annotations

__all__ = ["SENTENCES"]

SENTENCES: dict[str, str | tuple[str, str]] = {
    # A verdict
    "correct": "Correct.",
    "not attempted": "Not attempted: {text}{stub}.",
    "empty": "the cell still holds its stub",
    "stub of": " (`{name}` holds its stub)",
    "only given": "{question}: {given}",
    "on paper": "{question}: {given} That is not the answer. Remember: {reason}.",
    "difference": (
        "{question}: it should {expected}, since {reason}. {given}",
        "{question}: they should {expected}, since {reason}. {given}",
    ),
    "should be": "be {value}",
    "should raise": "raise {kind}",
    # What was given
    "given": ("here it is {value}.", "here they are {value}."),
    "object": "an object of type {kind}",
    "missing": "here `{name}` is not defined. Run its cell, and look how the name is spelt there.",
    "no end": "here it takes too long: it was stopped after {after}.",
    "no entry": "here there is no entry {text}.",
    "another kind": "here it is of another kind than is asked for{text}.",
    "not several": "here {kind} stands where several things are asked for.",
    "without places": "here {kind} stands where something with a first entry, a second and so on is asked for.",
    "has none": "here {kind} stands where something with `{name}` is asked for.",
    "still empty": "here it is still empty.",
    "raises": "here it raises {kind}{text}{place}.",
    "text of an error": ": {text}",
    "line": " (line {line} of its cell: `{code}`)",
    "line in": " (in `{function}`, line {line} of its cell: `{code}`)",
    "method not written": "here a method that it needs is not written yet.",
    "no such list": "here it is {value}.",
    "no such choice": "here it is {value}. Write one of {choices}.",
    "number in quotes": "here it is the text {value}. A number is written without quotes.",
    "decimal comma": "here it is {value}, two numbers with a comma between them. Python writes {number} with a point.",
    "comma at the end": "here it is {value}: the comma at the end makes a tuple of the number. Leave it out.",
    # Of a long answer
    "whole": "{entries}",
    "entries": "{entries} (entries {first} to {last} of {count})",
    "other entries": "{entries}, and {count} more",
    # What that is called
    "mistake": "{title}. {explanation} See {section}.",
    "mistake of no section": "{title}. {explanation}",
    "one mistake": "One mistake gives exactly this: {mistake}",
    "one way": "A likely cause: {mistake}",
    "several mistakes": "This answer fits more than one mistake. {mistakes}",
    "or": " Or: ",
    "none": "Is a `return` missing, or was None stored?",
    "none there": "`{code}` is None there: is a `return` missing, or was None stored?",
    "kind there": "`{code}` is {kind} there.",
    "shadow": "`{code}` is {kind} there: it has the name of Python's own `{code}`. Give it another.",
    "unknown": "We can't name this mistake. Of the questions asked, this is the smallest that shows it.",
    "still to answer": "Still empty: {questions}.",
    "also empty": "Empty, too: {questions}.",
    "more questions": "{questions}, and {count} more",
    # The learner's own lines that ran last
    "lines": ("This line of yours ran last for it: {lines}.", "These lines of yours ran last for it: {lines}."),
    "own line": "line {line} `{code}`",
    "own line in": "in `{function}`, line {line} `{code}`",
    # A notebook's cells
    "answer cell": "the answer cell of exercise {number}",
    "given cell": "the given cell",
    "left out": "{cell} {why}, so it was left out.",
    "stopped in time": "{cell} did not come to its end in time: it was stopped{place}.",
    "unreadable": "{cell} could not be read: {kind}{place}: {text}.",
    "comma": "{unreadable} A decimal mark is a point: {written} is two numbers, {meant} is one.",
    "stopped": "{cell} stopped: {kind}{place}: {text}.",
    "in line": " in line {line}",
    "in line of code": " in line {line}, `{code}`",
    "stub stands": "Not attempted: {text}.",
    "not run": "This check was not run.",
    "unjudged": "This answer could not be judged. That is a fault of the grader, and says nothing about your answer. "
    "Please report it, with the check and its seed, {seed}.",
    "unjudged checks": (
        "{checks} could not be judged, by a fault of the grader. Its points are not counted.",
        "{checks} could not be judged, by a fault of the grader. Their points are not counted.",
    ),
    "unconfined": "Nothing was confined: this notebook ran with all your rights, so grade only your own work like "
    "this. `python -m grading selftest` says why.",
    "no verdict": "Where the verdict of this check should be stands something that the judge did not write.",
    "check left out": "The check {why}, so it was left out.",
    "check not in time": "The check did not come to its end in time: it was stopped.",
    "check failed": "{text}.",
    "check failed in line": "The check stopped in line {line}, `{code}`.",
    "check stopped": "The check stopped: {kind} in line {line}, `{code}`: {text}.",
    "check stopped somewhere": "{kind}: {text}.",
    "halted": "{stop} Until it runs to its end, `{name}` is not defined and nothing of it can be checked.",
    "halted and differs": "{stop} {difference}",
    "waits": "This waits for exercise {number}, which defines `{name}`: {why}",
    "waits for unwritten": "This waits for exercise {number}, which defines `{name}`: {text}.",
    "does not define": "The answer cell of exercise {number} runs to its end and does not define `{name}`{alike}.",
    "defines alike": "; it defines `{name}`",
    "does not keep": "The answer cell of exercise {number} names `{name}`, and yet it is not defined when it is asked "
    "for. Was it deleted, or taken from elsewhere?",
    "symptoms": "What others saw here, and what it came from: {table}.",
    "symptom": 'What others saw here, and what it came from: {table}, the row "{row}".',
    "costs": ("This costs {points} point: {checks}.", "This costs {points} points: {checks}."),
    # What to do next
    "all correct": "All of {day} is correct. {onward}",
    "whole day": "Exercise {number} is correct. `check()` grades the whole day.",
    "report": "Nothing is left for you to fix. What could not be judged is a fault of the grader: please report it.",
    "next day": "Go on to {day}.",
    "whole course": "That is the whole course. {section} says where to go next.",
    "write needed": "Write exercise {number}, which another one needs.",
    "write": "Write exercise {number}.",
    "read and mend": "Read the section {section} again, then fix exercise {number}.",
    "mend": "Fix exercise {number}.",
    "short write": "write {number} {title}",
    "short mend": "fix {number} {title}",
}
