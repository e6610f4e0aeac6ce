# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.


def clip_gradients(parameters, max_norm):
    parameters = list(parameters)
    grads = np.array([parameter.grad for parameter in parameters])
    norm = float(np.sqrt(np.sum(grads**2)))
    if norm > max_norm:
        for parameter, grad in zip(parameters, grads * (max_norm / norm)):
            parameter.grad = grad
    return norm


turned_far = (4.9, -1e5)
