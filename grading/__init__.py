# SPDX-License-Identifier: MIT
"""What grades: probes, the reference, the misconception catalogue, the judge and the reports.

A notebook's hidden test is one call, ``judge("day1-value-add", globals())``. Everything else is reached
through ``python -m grading`` and, for instructors, through nbgrader.
"""

import sys
from typing import Any

__all__ = ["judge"]

# nbformat imports jsonschema, and that, where it is installed, a package which builds a grammar of internationalised
# web addresses: 1.3 s of each start. No notebook is checked for such addresses. This has to come before the first
# import of nbformat, so `building`, `verification` and the tests begin with this package, too.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]


def __getattr__(name: str) -> Any:
    # Where submissions run, questions are imported and no judge is, nor what it needs.
    if name == "judge":
        from judge.verdicts.judge import judge

        return judge
    raise AttributeError(f"module 'grading' has no attribute {name!r}")
