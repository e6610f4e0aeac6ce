# SPDX-License-Identifier: MIT
"""Pages from Jinja2 templates: whatever is put into one is escaped, and a name that it lacks is an error."""

from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from grading.run.words import translated

FOLDER = Path(__file__).parent


def rendered(template: str, *folders: Path, **values: Any) -> str:
    """Return the page that a template makes of some values.

    Args:
        template: The template's name.
        *folders: Where it is looked for, before the folder of the base.
        **values: By the names that it uses; ``say`` is there, too.
    """
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([*folders, FOLDER]),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(values, say=_say)


def _say(text: str, /, **arguments: Any) -> Markup:
    """Return a template in the reader's language; its arguments are escaped, unless they are markup."""
    try:
        return Markup(translated(text)).format(**arguments)
    except (KeyError, IndexError, ValueError):  # A translation that asks for other arguments.
        return Markup(text).format(**arguments)
