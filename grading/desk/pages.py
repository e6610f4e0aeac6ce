# SPDX-License-Identifier: MIT
"""Pages from Jinja2 templates: every value is escaped, and a missing one is an error."""

from pathlib import Path
from typing import Any

import jinja2

FOLDERS = (Path(__file__).parent, Path(__file__).parents[1] / "judging" / "pages")
_environment = jinja2.Environment(
    loader=jinja2.FileSystemLoader(FOLDERS),
    undefined=jinja2.StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


def rendered(template: str, **values: Any) -> str:
    """Return the page that a template makes of some values."""
    return _environment.get_template(template).render(values)
