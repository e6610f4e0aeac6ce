# SPDX-License-Identifier: MIT
"""Stands for IPython's shell in a terminal, which a browser lacks, and without which a third less is imported."""

from typing import Any


def embed(*_: Any, **__: Any) -> None:
    """Begin no shell.

    Raises:
        NotInBrowser: Always.
    """
    # Imported here, since the kernel imports this file before it runs a cell. gradtools imports the companion.
    import gradtools  # noqa: F401
    from companion.browser import NotInBrowser

    raise NotInBrowser("IPython.embed")
