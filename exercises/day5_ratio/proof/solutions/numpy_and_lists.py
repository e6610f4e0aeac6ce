# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.

reading = {
    ### BEGIN SOLUTION
    #: "factor": None,  # a number above 0
    #: "rate 3": None,  # "sigmoid", "tanh", "ReLU" or "none"
    "factor": (0.1 / 0.001) ** 0.5,
    "rate 3": "tanh",
    ### END SOLUTION
}


def update_ratios(model, optimiser):
    def size(table):
        return table.pow(2).mean().sqrt().item()

    layers = [m for m in model.modules() if isinstance(m, nn.Linear)]
    with torch.no_grad():
        old = [1.0 * layer.weight for layer in layers]
        optimiser.step()
        return [size(layer.weight - w) / size(w) for layer, w in zip(layers, old)]
