# SPDX-License-Identifier: MIT
"""Pages from Jinja2 templates: whatever is put into one is escaped, and a name that it lacks is an error."""

import functools
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from judge.run.words import LANGUAGE, say

FOLDER = Path(__file__).parent
SHARED = ("base.html.jinja", "style.css")


def rendered(template: str, *folders: Path, **values: Any) -> str:
    """Return the page that a template makes of some values; ``say`` and ``language`` are there, too.

    The template is looked for in ``folders`` first, then beside the base.
    """
    return compiled(template, *folders).render(values, say=_say, language=LANGUAGE.get())


def compiled(template: str, *folders: Path) -> jinja2.Template:
    """Return a template. To compile it takes most of the time of a page: it is done once, for forked processes too."""
    environment = _environment(folders)
    for shared in SHARED:
        environment.get_template(shared)
    return environment.get_template(template)


@functools.cache
def _environment(folders: tuple[Path, ...]) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader([*folders, FOLDER]),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _say(text: str, /, **arguments: Any) -> Markup:
    """Return a template in the reader's language; its arguments are escaped, unless they are markup."""
    # A number stays one, for its format.
    safe = {name: one if isinstance(one, (int, float)) else escape(one) for name, one in arguments.items()}
    return Markup(say(text, **safe))
