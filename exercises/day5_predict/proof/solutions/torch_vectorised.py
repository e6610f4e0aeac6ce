# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.

ranking = ("a", "d", "c", "b")
border = torch.atanh((1 - torch.tensor(1 / 3).sqrt()).sqrt()).item()
