# SPDX-License-Identifier: MIT
"""What makes a learner's notebook answer: checks, predictions, live figures, and calm lines in place of tracebacks."""
