# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot; an index bound early; PyTorch's own starts; a sum the other way round.

reading = {
    ### BEGIN SOLUTION
    #: "factor": None,  # a number above 0
    #: "rate 3": None,  # "sigmoid", "tanh", "ReLU" or "none"
    "factor": (0.1 / 0.001) ** 0.5,
    "rate 3": "tanh",
    ### END SOLUTION
}


def update_ratios(model, optimiser):
    names = [name + ".weight" for name, m in model.named_modules() if isinstance(m, nn.Linear)]
    before = {name: value.clone() for name, value in model.state_dict().items()}
    optimiser.step()
    after = model.state_dict()
    return [float((after[n] - before[n]).norm() / before[n].norm()) for n in names]
