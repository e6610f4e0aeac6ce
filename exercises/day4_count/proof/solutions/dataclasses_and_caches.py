# SPDX-License-Identifier: MIT
# ruff: noqa
# Dataclasses; parameters collected once and kept in a cached property; the activation is looked up when the net is made.

counted = dict(parameters=25.0, width=6.0)
counted["changed"] = 25 - 1.0
