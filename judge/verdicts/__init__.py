# SPDX-License-Identifier: MIT
"""The judge: decide what the answers to a check's questions are worth, and say it."""
