# SPDX-License-Identifier: MIT
"""All that knows nbgrader: its steps as this course does them, and calls into its API.

``nbgrader_config.py`` puts the course's steps in place, so that nbgrader's own commands and formgrader do them, too.

- ``calling``: nbgrader's API, with the course's configuration.
- ``student_version``: what a release does to a notebook.
- ``autograding``: what ``nbgrader autograde`` does with a submission.
- ``gradebook``: where the scores are, and who may write there.
- ``record``: putting graded submissions into the gradebook.
- ``grades``: what the gradebook holds, for a page or a table.
- ``feedback_pages``: the page that a learner gets back.
- ``exchanging``: nbgrader's exchange.
- ``formgrader``: texts of strangers on formgrader's page of a submission.
"""
