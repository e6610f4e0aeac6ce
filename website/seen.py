# SPDX-License-Identifier: MIT
"""What somebody sees of a mistake who uses PyTorch: the page of the mistake says it, and a search finds it."""

from __future__ import annotations

from judge.run.words import template

_GROUPS = {
    ("day1-add-returns-nothing", "day1-multiply-returns-nothing", "day4-call-returns-nothing"): template(
        "A `forward` without a `return` gives None, and the next layer or the loss stops with `'NoneType' object has "
        "no attribute ...`."
    ),
    ("day1-trace-no-visited",): template("A tensor that is used twice appears twice in a picture of the graph."),
    ("day1-add-returns-number", "day1-multiply-returns-number"): template(
        "The result has lost its history, as after `.item()`, `.detach()`, `.data` or `.numpy()`: `grad_fn` is None, "
        "and the gradient stops there."
    ),
    ("day2-add-assigns", "day2-multiply-assigns", "day2-both-assign"): template(
        "PyTorch itself adds. Your own `backward` makes this mistake when it writes into `.grad` with `=`: a tensor "
        "that is used twice, such as a shared weight, gets the gradient of one use only, so it is too small."
    ),
    ("day2-multiply-own-data",): template(
        "In an `autograd.Function`, `backward` returns the gradients in the order of the inputs of `forward`: swapped "
        "gradients mean that the saved tensors or the returned ones are in the wrong order."
    ),
    ("day2-multiply-forgets-upstream",): template(
        "In an `autograd.Function`, `backward` has to multiply by `grad_output`. Without it the gradient is right "
        "only where this is the last operation."
    ),
    ("day2-add-passes-nothing", "day2-multiply-passes-nothing", "day2-nothing-passed"): template(
        "All gradients before this operation are zero or None, as after a `.detach()` in the middle of the model: the "
        "layers in front do not learn."
    ),
    ("day2-add-recursive", "day2-multiply-recursive", "day2-both-recursive"): template(
        "Gradients are too large because the earlier part of the graph runs several times in one backward pass."
    ),
    ("day2-torch-no-gradient-wanted",): template(
        "The gradient is None: `print(x.grad)` shows it. Or `backward()` stops with `element 0 of tensors does not "
        "require grad and does not have a grad_fn`: no tensor was made with `requires_grad=True`, or the graph was "
        "cut by `no_grad` or `detach`."
    ),
    ("day2-torch-backward-missing",): template(
        "The gradient is None: `print(x.grad)` shows it. `backward()` was never called, or `x` is not a leaf, and "
        "PyTorch keeps the gradients of leaves only."
    ),
    ("day2-max-tie-doubles", "day2-max-tie-loses"): template(
        "At a tie, `max` has no single derivative. `torch.maximum` gives each of two equal inputs half of the "
        "gradient. A rule of your own that differs fails `gradcheck` at ties only."
    ),
    ("day2-nudge-default-step", "day2-nudge-brackets-missing", "day2-nudge-divided-by-other"): template(
        "The numerical gradient does not match the analytical one, although the engine is right: the finite "
        "difference itself is wrong."
    ),
    ("day3-order-no-visited-set", "day3-zero-every-path"): template(
        "The backward pass hangs, or its time doubles with each layer that uses its input twice, such as a residual "
        "connection."
    ),
    ("day3-order-recursive",): template(
        "A long sequence or loop ends with `maximum recursion depth exceeded`. PyTorch walks the graph without "
        "recursion."
    ),
    ("day3-backward-no-seed", "day3-backward-skips-output"): template(
        "All gradients are zero. PyTorch sets the gradient of a scalar loss to 1 for you; in your own engine, or with "
        "`backward(gradient=...)`, you do it."
    ),
    ("day3-backward-not-reversed", "day3-backward-first-arrival"): template(
        "The gradients of the last layer are right, those of earlier layers are zero or too small, above all where a "
        "tensor is used more than once (a skip connection, shared weights)."
    ),
    ("day3-backward-every-path", "day3-backward-recursive-every-path"): template(
        "Gradients are too large, often twice as large, above all where a tensor is used more than once."
    ),
    ("day3-twice-interior-kept",): template(
        "A second `backward()` over the same graph gives too large a gradient. PyTorch refuses the second call, "
        "`Trying to backward through the graph a second time`, unless the first one has `retain_graph=True`."
    ),
    ("day3-twice-leaves-cleared",): template(
        "With two losses, or with gradient accumulation over several batches, only the last one counts."
    ),
    ("day3-sigmoid-overflows",): template(
        "`exp` of a large number is inf, and inf / inf is NaN: the loss becomes inf or NaN. `torch.sigmoid` and "
        "`BCEWithLogitsLoss` compute the same without overflow."
    ),
    ("day3-changed-nothing-refused",): template(
        "PyTorch refuses this: `one of the variables needed for gradient computation has been modified by an inplace "
        "operation`. Without that check the gradient is silently wrong."
    ),
    ("day3-check-always-true", "day3-check-first-input-only", "day3-check-first-input-left-out"): template(
        "`gradcheck` passes, and the gradient is wrong all the same: the test does not look at every input."
    ),
    ("day3-check-refuses-right", "day3-tests-exact"): template(
        "A gradient check fails although the gradient is right (`Jacobian mismatch for output`): the tolerance is too "
        "small, as for float32 numbers."
    ),
    ("day3-zero-compares", "day3-zero-root-only"): template(
        "Gradients accumulate although `zero_grad()` is called: it reaches other tensors than those that the "
        "optimizer uses."
    ),
    ("day4-weights-all-zero", "day4-neuron-repeated"): template(
        "All neurons of a layer learn the same, so the layer is no better than one neuron. It happens with "
        "`nn.init.zeros_` or `constant_` on weights, or with `[nn.Linear(...)] * n`, which is one layer `n` times."
    ),
    ("day4-parameters-without-bias", "day4-parameters-part-left-out"): template(
        "Some weights never change, and `model.parameters()` lacks them. PyTorch does not find layers in a plain list "
        "(use `nn.ModuleList`), nor a tensor that is not an `nn.Parameter`."
    ),
    ("day4-parameters-nested",): template(
        "The optimizer stops with `optimizer can only optimize Tensors, but one of the params is list`."
    ),
    ("day4-loss-lengths-not-checked",): template(
        "The shapes of predictions and targets differ, and broadcasting hides it: `Using a target size (...) that is "
        "different to the input size (...)`. The loss stays high, since each prediction is compared with every "
        "target."
    ),
    ("day4-loss-first-sample", "day4-loss-sample-left-out"): template(
        "The loss of the batch is small while the model is bad, since not all samples count."
    ),
    ("day4-train-not-zeroed",): template(
        "`optimizer.zero_grad()` was forgotten: the gradients of all steps accumulate. After a second `backward()` a "
        "gradient is about twice what you expect. The loss goes down, then bounces back, oscillates or explodes."
    ),
    ("day4-train-zeroed-before-update",): template(
        "`zero_grad()` comes between `loss.backward()` and `optimizer.step()`: the loss does not change, and the "
        "model does not learn."
    ),
    ("day4-train-no-backward",): template(
        "`loss.backward()` is missing or comes after `optimizer.step()`: every `p.grad` is None or one step old, and "
        "the loss does not decrease."
    ),
    ("day4-train-ascent",): template(
        "The loss goes up at every step until it is inf or NaN: the sign of the update or of the loss is wrong. With "
        "a learning rate that is too large, the loss increases, too."
    ),
    ("day4-train-loop-variable",): template(
        "Weights are not updated and the loss stays constant, although there are gradients. `p = p - lr * p.grad` "
        "makes a new tensor, `optimizer.step()` is missing, or the optimizer has the parameters of another model."
    ),
    ("day4-train-forward-outside",): template(
        "The forward pass comes before the loop. PyTorch stops in the second step: `Trying to backward through the "
        "graph a second time`."
    ),
    ("day4-train-stops-after-one",): template(
        "Training ends after one step or one epoch: the `return` is indented too far."
    ),
    ("day4-entropy-log-argument", "day4-entropy-straight-part-sign"): template(
        "The loss is negative. A cross-entropy never is, unless probabilities and logits, or its signs, are mixed up."
    ),
    ("day5-hooks-stay", "day5-hooks-last-removed"): template(
        "Each iteration is slower and memory grows until `CUDA out of memory`: hooks, or tensors with their graph, "
        "are kept from step to step."
    ),
    ("day5-init-standard-normal",): template(
        "Exploding gradients: the loss is NaN after some steps, since weights drawn with `torch.randn` are too large "
        "for the width of the layer."
    ),
    ("day5-init-nothing-changes", "day5-init-weights-kept"): template(
        "Vanishing gradients: the early layers of a deep net hardly learn. The default of `nn.Linear` is too small "
        "for a deep net with tanh or ReLU, and `nn.init` was not applied, or was applied to a copy."
    ),
    ("day5-rule-grows",): template(
        "Exploding activations and gradients: the initialisation grows with `fan_in`, where it should shrink."
    ),
    ("day5-clip-not-in-place", "day5-clip-generator-used-up"): template(
        "Clipping has no effect and gradients still explode: the scaled gradients are new tensors, or "
        "`model.parameters()` was stored as a generator and is used up."
    ),
    ("day5-clip-other-factor",): template(
        "After clipping, the gradient norm is not the limit, or small gradients are changed, too. `clip_grad_norm_` "
        "multiplies by limit / norm, and only above the limit."
    ),
    ("day5-ratio-no-copy", "day5-ratio-no-step"): template(
        "A comparison of weights before and after a step says that nothing changed: `before = p.data` is the same "
        "memory; `p.detach().clone()` is a copy."
    ),
    ("day5-skip-no-super", "day5-skip-super-not-called"): template(
        "`cannot assign module before Module.__init__() call`, or `cannot assign parameters before`: "
        "`super().__init__()` comes first."
    ),
    ("day5-function-saves-nothing",): template(
        "`ctx.saved_tensors` is empty: `ctx.save_for_backward(...)` was not called in `forward`."
    ),
    ("day5-function-saves-input", "day5-function-not-squared", "day5-function-other-power"): template(
        "A custom `autograd.Function` has a wrong gradient: `gradcheck` says `Jacobian mismatch for output 0 with "
        "respect to input 0`."
    ),
    ("day5-function-sign",): template("The gradient of a custom `autograd.Function` has the wrong sign."),
    ("day5-function-returns-nothing",): template(
        "`backward` of an `autograd.Function` returns None, which PyTorch takes for no gradient: `x.grad` is None."
    ),
    ("day6-unbroadcast-nothing-done", "day6-unbroadcast-leading-only", "day6-tensor-no-unbroadcast"): template(
        "The gradient of a bias has the shape of the batch and not of the bias. PyTorch adds it up for you. An engine "
        "of your own in NumPy stops with `operands could not be broadcast together`, or goes on with the wrong shape."
    ),
    ("day6-unbroadcast-keepdims-lost",): template(
        "The gradient has lost an axis of length 1: `sum(dim=1)` without `keepdim=True`."
    ),
    ("day6-tensor-matmul-no-transpose",): template(
        "`mat1 and mat2 shapes cannot be multiplied`: in the gradient of a matrix product one factor is transposed."
    ),
    ("day6-tensor-one-array-for-two",): template(
        "Two tensors share memory: an in-place change, such as clipping or `+=`, of one gradient changes another."
    ),
    ("day6-accuracy-everybody",): template(
        "The accuracy stays at about 10% (or 1 in the number of classes) while the loss falls: shapes `(n, 1)` "
        "and `(n,)` are compared, and broadcasting compares everything with everything."
    ),
    ("day6-accuracy-own-generator",): template(
        "The shuffle is the same in every epoch, or in every worker: the generator is made, or its seed set, inside "
        "the loop."
    ),
    ("day6-accuracy-from-one-place",): template(
        "`index 5 is out of bounds for dimension 0 with size 5` at the end of an epoch: positions are counted from 1."
    ),
}
SEEN = {mistake: text for mistakes, text in _GROUPS.items() for mistake in mistakes}
