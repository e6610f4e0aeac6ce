# SPDX-License-Identifier: MIT
"""Questions about the settings for XOR."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exercises.day4_xor.settings import MOST_STEPS, in_form, to_be_tried
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Judged, Namespace, probe, written

right = KeptAway("exercises.day4_xor.right")


def _xor_question(
    check: str, name: str, ask: str, because: str, judged: Callable[[], Judged], read: Callable[[Any], Any]
) -> None:
    def entered(namespace: Namespace) -> Any:
        return to_be_tried(read(written(namespace["xor_settings"])), MOST_STEPS, widest=16)

    entered.__name__ = name
    probe(check, ask, because, judged=judged)(entered)


_xor_question(
    "day4-xor-learns",
    "xor_learns",
    "which of the five starts learn XOR with `xor_settings`",
    "there are settings with which a net finds XOR in the steps that are allowed",
    lambda: right.learns,
    lambda settings: settings,
)
_xor_question(
    "day4-xor-seeds",
    "xor_seeds",
    "which of the five starts learn XOR with `xor_settings`",
    "there are settings with which a net finds XOR from each start in the steps that are allowed",
    lambda: right.learns_from_all,
    in_form,
)
