# SPDX-License-Identifier: MIT
"""Put questions to a learner's code. This runs where submissions do: it needs no reference, no master and no judge."""
