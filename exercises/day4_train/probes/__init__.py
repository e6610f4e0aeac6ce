# SPDX-License-Identifier: MIT
"""Questions about ``train``, on models that are made here."""

from exercises.day4_train.probes import model, step, zero

__all__ = ["model", "step", "zero"]
