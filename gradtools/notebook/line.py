# SPDX-License-Identifier: MIT
"""One output that says how far something is, and in the end what was found."""

from typing import Any

from ..output import show
from . import kernel


class Line:
    """An output that is replaced by what comes after it. Outside IPython only the end is shown."""

    def __init__(self) -> None:
        self._handle: Any = None

    def write(self, text: str) -> None:
        """Show how far it is."""
        self.show({"text/plain": text})

    def show(self, bundle: dict[str, Any]) -> None:
        """Show a bundle (MIME type -> content) on the way."""
        if self._handle is not None:
            self._handle.update(bundle, raw=True)
        elif kernel.shell() is not None:
            from IPython.display import display

            self._handle = display(bundle, raw=True, display_id=True)

    def end(self, bundle: dict[str, Any]) -> None:
        """Show what was found."""
        if self._handle is None:
            show(bundle)
        else:
            self._handle.update(bundle, raw=True)
