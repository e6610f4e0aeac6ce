# SPDX-License-Identifier: MIT
"""``step_failing()``: step through the smallest graph on which a check goes wrong, built by the learner's own class."""

from typing import Any

from ..output import shell
from .recording import CannotStep
from .rerun import CannotRerun, built
from .stepping import Stepper, step

# The graph that check() has drawn last.
_last: list[dict[str, Any]] = []


def remember(graph: dict[str, Any]) -> None:
    """Keep the graph that a check has drawn, for the next :func:`step_failing`."""
    _last[:] = [graph]


def step_failing(graph: dict[str, Any] | None = None, value: type | None = None, caption: str = "") -> Stepper:
    """Step through a failing graph with your class as it is now.

    Args:
        graph: The graph, as the grader gives it for a check; without it the one that ``check()`` has drawn last.
        value: Your class; without it the notebook's ``Value``.
        caption: One or two sentences shown beneath the figure.

    Returns:
        A ``Stepper``, the last line of a cell. Where the graph can't be built or stepped through, it says why.
    """
    graph = graph if graph is not None else next(iter(_last), None)
    kind = value if value is not None or shell() is None else shell().user_ns.get("Value")
    try:
        if graph is None:
            raise CannotStep("step_failing steps through the graph that check() has drawn. It has drawn none yet.")
        if not isinstance(kind, type):
            raise CannotStep(
                "step_failing builds the graph with your class: there is no class `Value` here. Run its cell first."
            )
        return step(built(graph["nodes"], kind), caption=caption)
    except (CannotRerun, CannotStep) as trouble:
        return Stepper(None, str(trouble), caption)
