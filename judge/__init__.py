# SPDX-License-Identifier: MIT
"""Runs a stranger's notebook behind a wall, asks what it defines, names mistakes, and returns verdicts as data.

It knows no subject: a course brings its masters, its questions and its catalogue of mistakes.
"""

import sys

# nbformat imports jsonschema, and that, where it is installed, a package which builds a grammar of internationalised
# web addresses: 1.3 s of each start. No notebook is checked for such addresses. This has to come before the first
# import of nbformat, and whatever reads notebooks imports this package.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
