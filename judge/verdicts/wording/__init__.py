# SPDX-License-Identifier: MIT
"""The sentences of a verdict, written when it is decided: nothing is looked up once they are read.

Each sentence is a template of its own. A question and a reason are an author's texts, and stand alone behind a colon,
so that no language has to bend them.
"""
