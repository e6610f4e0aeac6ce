# SPDX-License-Identifier: MIT
# ruff: noqa
# The letters in a set, the entries one by one.

changes = {}
changes["lines"] = {"a", "b", "e", "h"}
changes["ones"] = "b"
