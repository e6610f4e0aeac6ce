# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.


def update_ratios(model, optimiser):
    layers = []
    before = []
    for name, module in model.named_modules():
        if not isinstance(module, nn.Linear):
            continue
        layers.append(module)
        before.append(module.weight.tolist())
    optimiser.step()
    ratios = []
    for k in range(len(layers)):
        after = layers[k].weight.tolist()
        moved = length = 0.0
        for i in range(len(after)):
            for j in range(len(after[i])):
                moved += (after[i][j] - before[k][i][j]) ** 2
                length += before[k][i][j] ** 2
        ratios.append(math.sqrt(moved) / math.sqrt(length))
    return ratios


reading = {}
reading["factor"] = 1
while round(0.1 / reading["factor"] ** 2, 6) > 0.001:
    reading["factor"] += 1
reading["rate 3"] = "tanh"
