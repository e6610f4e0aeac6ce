# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.

reading = {
    ### BEGIN SOLUTION
    #: "layer 10": None,  # a number
    #: "rate 3": None,  # "sigmoid", "tanh", "ReLU" or "none"
    "layer 10": 0.001 * (0.001 / 1e-10),
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
