# SPDX-License-Identifier: MIT
"""The course's files: days, cells, text masters, built notebooks and submissions."""

import sys

# nbformat imports jsonschema, and that, where it is installed, a package which builds a grammar of internationalised
# web addresses: most of the time in which a command starts. No notebook is checked for such addresses.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
