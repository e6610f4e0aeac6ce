# SPDX-License-Identifier: MIT
"""Stands for what fetches packages, of ``%pip install``, in a browser, whose kernel has all that it can have."""

from typing import Any


async def install(requirements: str | list[str], *_: Any, **__: Any) -> None:
    """Fetch nothing.

    Raises:
        NotInBrowser: Always.
    """
    # Imported here, since the kernel imports this file before it runs a cell. gradtools imports the companion.
    import gradtools  # noqa: F401
    from companion.browser import NotInBrowser

    raise NotInBrowser(requirements if isinstance(requirements, str) else requirements[0])
