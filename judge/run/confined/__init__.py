# SPDX-License-Identifier: MIT
"""Run strangers' notebooks in a warm, confined process, cell by cell, and put questions to what they define.

Nothing here knows of this course: it could serve another one. ``client`` is what a grader calls; ``server`` runs as a
process of its own, which has imported what notebooks import, holds no secret, and forks a confined child for each
notebook; ``linux`` is how it is confined.
"""

# The environment that a submission sees.
WITHIN = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "MPLBACKEND": "agg",
    "NBGRADER_EXECUTION": "autograde",
}
