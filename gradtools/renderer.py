# SPDX-License-Identifier: MIT
"""Find a ``dot`` and let it draw: DOT text in, SVG text out.

First ``graphviz-pure``, which pip installs with this project and which gives the same bytes on every platform; then the
system's ``dot``. A browser starts no program: there ``in_page`` draws. Where nothing works the answer is ``None`` and
the caller draws in plain text.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from language.text import template

MEND = template(
    "To see this as a picture: run `python -m pip install graphviz-pure` (with conda: `conda install -c conda-forge "
    "graphviz`), then restart the kernel."
)

# Draws where the kernel runs in a browser; None anywhere else.
in_page: Callable[[str], str | None] | None = None


def renderers() -> list[str]:
    """Return the absolute paths of the renderers on this machine, best first; may be empty."""
    beside = Path(sys.executable).parent
    found = [
        shutil.which("graphviz-pure", path=os.pathsep.join([str(beside), str(beside / "Scripts")])),
        shutil.which("graphviz-pure"),
        shutil.which("dot"),
    ]
    return list(dict.fromkeys(os.path.abspath(path) for path in found if path))


def render(dot: str) -> str | None:
    """Return a graph in the DOT language drawn as SVG text, or ``None`` where no renderer works.

    XML declaration, document type and comments are left out: they name the renderer and its version.
    """
    if in_page is not None:
        drawn = in_page(dot)
        return drawn and _picture(drawn)
    return next(filter(None, (_render_with(path, dot) for path in renderers())), None)


def working_renderer() -> tuple[str, str] | None:
    """Return name and version of the renderer that draws here, tried on a small graph; ``None`` where none does."""
    for path in renderers():
        if _render_with(path, "digraph { a -> b }") is not None:
            return Path(path).stem, _version(path)
    return None


def _render_with(path: str, dot: str) -> str | None:
    # On Windows a program of its own would open a window.
    quiet = {"capture_output": True, "creationflags": getattr(subprocess, "CREATE_NO_WINDOW", 0)}
    try:
        svg = subprocess.run([path, "-Kdot", "-Tsvg"], input=dot, encoding="utf-8", check=True, **quiet).stdout
    except (OSError, subprocess.SubprocessError, UnicodeError):
        return None
    return _picture(svg)


def _picture(svg: str) -> str | None:
    start, end = svg.find("<svg"), svg.rfind("</svg>")
    if start < 0 or end < 0:
        return None
    return re.sub(r"<!--[^<]*?-->\s*", "", svg[start : end + len("</svg>")], flags=re.DOTALL) + "\n"


def _version(path: str) -> str:
    done = subprocess.run([path, "-V"], capture_output=True, text=True, check=False)
    found = re.search(r"version (\d[\w.]*)", done.stdout + done.stderr)
    return found.group(1) if found else "unknown"
