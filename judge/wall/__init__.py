# SPDX-License-Identifier: MIT
"""Anybody's nbgrader course behind the wall, by two lines of its ``nbgrader_config.py``.

- ``configuration``: :func:`confine`, which that file calls.
- ``preprocessor``: what runs a submission's notebook in place of nbgrader's own Execute.
- ``one_notebook``: a notebook run in a session of the wall, with nbgrader's meaning.
- ``process``: the warm process of a run, and what it keeps from notebooks.
- ``outside``: checks that are judged in a clean session; ``calls`` finds those that call the submission's functions,
  ``asked`` puts the calls to it, and ``crossing`` is what crosses.
- ``cores``: a class graded by several processes.
- ``summary``: what a run says at its end.
- ``unfinished``: submissions whose grading was cut short.
- ``solution``: the instructor's own notebooks, which are run first.
- ``files``: what lies beside a notebook and comes with it.

Nothing here knows of questions, exercises or masters: the checks are nbgrader's own.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judge.wall.configuration import confine as confine


def __getattr__(name: str) -> Any:
    """Load ``confine`` where a configuration asks for it: the warm process has no use for nbgrader, half of its start.

    Raises:
        SystemExit: It can't be loaded.
    """
    if name != "confine":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from judge.wall.configuration import confine
    except Exception as error:
        # nbgrader goes on without a configuration that it can't read: it would run strangers' code as you.
        raise SystemExit(f"nbgrader_config.py: the wall can't be loaded ({type(error).__name__}: {error}).") from error
    return confine
