# SPDX-License-Identifier: MIT
"""The course's files: days, cells, text masters, built notebooks and submissions."""
