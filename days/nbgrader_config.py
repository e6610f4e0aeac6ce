# SPDX-License-Identifier: MIT
"""JupyterLab's Assignment List reads its configuration here, where assignments are worked on: it is the course's."""

from pathlib import Path

load_subconfig("nbgrader_config.py", path=str(Path(__file__).resolve().parent.parent))  # noqa: F821
