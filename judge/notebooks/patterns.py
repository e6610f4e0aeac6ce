# SPDX-License-Identifier: MIT
"""Let other programs work in a folder whose path holds the signs of a pattern, such as ``autograd [1]``.

nbgrader and JupyterLab put the path of a folder in front of a pattern, and take both for the pattern.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

# The folders that are taken for names.
_names: set[str] = set()


def take_as_name(folder: Path, *modules: ModuleType) -> None:
    """Let modules take this folder for a name wherever one of their patterns begins with it.

    Each has imported the module ``glob``, or ``glob`` or ``iglob`` out of it.
    """
    _names.add(str(folder))
    for module in modules:
        for name in ("glob", "iglob"):
            if (theirs := getattr(module, name, None)) is glob:
                setattr(module, name, SimpleNamespace(glob=_GLOB, iglob=_IGLOB))
            elif theirs in (glob.glob, glob.iglob):
                setattr(module, name, _GLOB if theirs is glob.glob else _IGLOB)


def fitting(pattern: str) -> list[str]:
    """Return the paths that fit a pattern; a folder that is taken for a name may begin it."""
    return glob.glob(_escaped(pattern))


def _found(function: Callable[..., Any], pattern: str, **keywords: Any) -> Any:
    return function(_escaped(pattern), **keywords)


def _escaped(pattern: str) -> str:
    name = max((one for one in _names if pattern.startswith(one + os.sep)), key=len, default="")
    return glob.escape(name) + pattern[len(name) :]


_GLOB, _IGLOB = partial(_found, glob.glob), partial(_found, glob.iglob)
