# SPDX-License-Identifier: MIT
"""The course's files: assignments, cells, text masters, built notebooks and submissions."""
