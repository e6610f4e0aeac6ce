# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.

# %% day5-norm
def gradient_norm(parameters):
    squares = []
    position = 0
    for p in parameters:
        g = p.grad
        if g != g or g in (float("inf"), float("-inf")):
            raise ValueError("position " + str(position) + " holds " + str(g))
        squares.append(g * g)
        position += 1
    return sum(squares) ** 0.5


# %% day5-per-layer
def layer_gradient_norms(model):
    norms = []
    for name, parameter in model.named_modules():
        if not isinstance(parameter, nn.Linear):
            continue
        total = 0.0
        if parameter.weight.grad is not None:
            for row in parameter.weight.grad.tolist():
                for g in row:
                    total += g**2
        norms.append(math.sqrt(total))
    return norms


# %% day5-predict
ranking = ["Sigmoid", "RELU", "Tanh", "None"]
ten_slopes = 1.0
for _ in range(10):
    ten_slopes *= 0.25


# %% day5-hooks
class Recorder:
    def __init__(self, place, norms):
        self.place, self.norms = place, norms

    def __call__(self, module, grad_input, grad_output):
        self.norms[self.place] = float(torch.sqrt(torch.sum(grad_output[0] ** 2)))


def arriving_gradient_norms(model, x, target):
    layers = []
    for module in model.modules():
        if isinstance(module, nn.Linear):
            layers.append(module)
    norms = [0.0] * len(layers)
    handles = []
    try:
        for place in range(len(layers)):
            handles.append(layers[place].register_full_backward_hook(Recorder(place, norms)))
        nn.functional.mse_loss(model(x), target).backward()
    finally:
        while handles:
            handles.pop().remove()
    return norms


# %% day5-init
def xavier_std(fan_in, fan_out):
    return math.sqrt(1 / ((fan_in + fan_out) / 2))


def he_std(fan_in, fan_out):
    return math.sqrt(2) / math.sqrt(fan_in)


def initialise(model, activation):
    for module in model.modules():
        if isinstance(module, nn.Linear):
            rows, columns = module.weight.shape
            s = xavier_std(columns, rows) if activation == "tanh" else he_std(columns, rows)
            for row in range(rows):
                module.weight.data[row] = s * torch.randn(columns)
                module.bias.data[row] = 0.0


# %% day5-skip
class Skip(nn.Module):
    def __init__(self, inner):
        nn.Module.__init__(self)
        self.add_module("inner", inner)

    def forward(self, x):
        way_through = self.inner(x)
        way_round = x
        return way_through + way_round


class SkipNet(nn.Module):
    def __init__(self, depth, width):
        super().__init__()
        self.hidden = nn.ModuleList(nn.Linear(width, width) for _ in range(depth - 1))
        self.last = nn.Linear(width, width)

    def forward(self, x):
        for layer in self.hidden:
            x = x + torch.sigmoid(layer(x))
        return self.last(x)


def skip_net(depth, width):
    return SkipNet(depth, width)


# %% day5-clip
def clip_gradients(parameters, max_norm):
    kept = []
    for p in parameters:
        kept.append(p)
    norm = gradient_norm(kept)
    if norm <= max_norm:
        return norm
    for p in kept:
        p.grad = p.grad / norm * max_norm
    return norm


# %% day5-own-engine
def own_layer_norms(model, xs, ys):
    for layer in model.layers:
        for parameter in layer.parameters():
            parameter.grad = 0.0
    total = Value(0.0)
    for i in range(len(xs)):
        total = total + (model(xs[i]) - ys[i]) ** 2
    mean = total / len(xs)
    mean.backward()
    norms = []
    for layer in model.layers:
        squares = 0.0
        for parameter in layer.parameters():
            squares += parameter.grad * parameter.grad
        norms.append(squares**0.5)
    return norms
