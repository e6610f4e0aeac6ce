# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.

ranking = ("sigmoid", "relu", "tanh", "none")
border = torch.atanh(torch.tensor(0.75).sqrt()).item()
