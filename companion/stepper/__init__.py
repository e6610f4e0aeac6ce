# SPDX-License-Identifier: MIT
"""Step through the backward pass of the learner's own engine, live in the notebook."""
