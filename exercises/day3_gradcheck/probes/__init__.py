# SPDX-License-Identifier: MIT
"""Questions about ``gradcheck``: its verdicts, then the text of its error and the engine that it finds."""

from exercises.day3_gradcheck.probes import found, verdicts

__all__ = ["found", "verdicts"]
