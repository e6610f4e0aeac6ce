# SPDX-License-Identifier: MIT
"""The picture of a question that was answered wrongly, if the course draws any: ``pictures`` in its ``course.toml``.

That names a module with three functions. ``picture(probe, inputs, expected, answer)`` returns a picture as plain data
with a list of ``nodes``, or None; ``drawable(picture)`` tells whether something has that form, since whoever hands in a
notebook may have written it; and ``drawing(picture)`` returns what shows it: its ``svg`` (None where nothing draws) and
its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.asking.probe import Probe
from judge.asking.questions_package import imported
from judge.notebooks.about import about
from judge.run.answers import Answer

Picture = dict[str, Any]


def picture(probe: Probe, inputs: Mapping[str, Any], expected: Answer, answer: Answer) -> Picture | None:
    """Return the picture of a question that was answered wrongly, or None where there is none to show."""
    module = about().pictures
    return imported(module).picture(probe, inputs, expected, answer) if module else None


def drawable(found: Any) -> bool:
    """Tell whether this is a picture in the form of the course's own."""
    module = about().pictures
    return bool(module) and imported(module).drawable(found)


def drawing(found: Picture) -> Any:
    """Return what shows a picture: an object with ``svg`` and words."""
    return imported(about().pictures).drawing(found)
