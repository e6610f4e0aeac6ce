# SPDX-License-Identifier: MIT
"""Pages from Jinja2 templates: whatever is put into one is escaped, and a name that it lacks is an error."""

from pathlib import Path
from typing import Any

import jinja2

FOLDERS = (Path(__file__).parent, Path(__file__).parents[1] / "judging" / "pages")


def rendered(template: str, **values: Any) -> str:
    """Return the page that a template makes of some values."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDERS),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(values)
