# SPDX-License-Identifier: MIT
"""How people ask for a page of the atlas, for its search alone: no page shows these words.

Both languages stand together, since in Spanish, too, people paste English messages and mix the words. A phrase says
what somebody sees or wants, in the words of somebody who does not know the cause yet.
"""

from __future__ import annotations

# Words of one meaning; the first stands for all. A word with an underscore is also taken apart.
SYNONYMS = (
    "gradient grad grads gradients gradiente gradientes derivative derivatives derivada derivadas slope slopes "
    "pendiente",
    "twice double doubled doubles second 2x doble duplica duplicado segunda dos",
    "half halved mitad",
    "wrong incorrect bad broken buggy mal incorrecto incorrecta equivocado equivocada erroneo",
    "loss cost objective perdida coste costo",
    "weight weights parameter parameters params param peso pesos parametro parametros",
    "update updates updated updating actualiza actualizan actualizar actualizado actualizacion",
    "change changes changed changing cambia cambian cambiar cambio",
    "decrease decreasing decreases fall falls falling drop drops declining decline down lower lowers baja bajar bajan "
    "desciende disminuye",
    "increase increases increasing rise rises rising grow grows growing up bigger crece crecen sube suben aumenta "
    "aumentan",
    "explode explodes exploding exploded blow blows blowup diverge diverges diverging explota explotan explotar "
    "diverge",
    "vanish vanishes vanishing vanished desvanece desvanecen disappear disappears",
    "nan nans",
    "inf infinity infinite infinito overflow overflows desbordamiento",
    "zero zeros zeroed zeroing zeroes cero ceros 0",
    "reset resets clear clears cleared clearing limpiar reiniciar borrar",
    "forget forgets forgot forgotten never nobody missing lacks olvido olvide falta nunca",
    "same equal identical alike unchanged constant igual iguales mismo misma constante identico",
    "flat stuck plateau stagnant estancada estancado plana atascada",
    "learn learns learning train trains training trained aprende aprenden aprender entrena entrenar entrenamiento",
    "rate lr stepsize tasa",
    "layer layers capa capas",
    "neuron neurons unit units neurona neuronas",
    "network net nets networks model models red redes modelo modelos",
    "memory ram oom memoria",
    "slow slower slowly slows longer lento lenta lentos",
    "recursion recursive recursively recurses recursionerror recursivo recursiva",
    "endless hang hangs hanging forever ends bucle cuelga",
    "tie ties empate",
    "maximum max maximo",
    "node nodes value values nodo nodos valor valores",
    "parent parents child children input inputs operand operands entrada entradas padre padres hijo hijos",
    "path paths camino caminos",
    "reuse reused reuses shared shares sharing varias",
    "accumulate accumulates accumulating accumulated accumulation add adds added adding acumula acumulan acumular suma",
    "overwrite overwrites overwritten replace replaces replaced sobrescribe reemplaza",
    "sign negative minus signo negativo negativa",
    "number int integer float scalar numero entero escalar",
    "vector multidimensional matrix",
    "shape shapes size sizes dimension dimensions dims forma formas tamano",
    "broadcast broadcasting broadcasts broadcasted broadcastable difusion",
    "transpose transposed traspuesta transponer",
    "initialize initialise initialization initialisation initialized initialised init inicializar inicializacion",
    "clip clips clipping clipped recortar recorte",
    "accuracy acc exactitud precision",
    "prediction predictions predict output outputs salida salidas prediccion predicciones",
    "target targets label labels etiqueta etiquetas",
    "epoch epochs iteration iterations step steps epoca epocas iteracion iteraciones paso pasos",
    "batch batches minibatch lote lotes",
    "detach detached detaching separar",
    "topological topo toposort topologico",
    "order ordering sort sorted sorting orden ordenar",
    "check checks checking checked comprobar comprobacion verificar",
    "numerical numeric finite numerico numerica",
    "epsilon eps h tiny",
    "differ differs different mismatch mismatches match diferente difiere distinto distinta",
    "function func fn funcion",
    "return returns returned devuelve devolver",
    "none nonetype null nada ninguno",
    "fail errors raises raised exception fails failed failing failure crash crashes crashed breaks falla fallo "
    "excepcion",
    "copy clone copies cloned copia",
    "dead dying dies die muerta muertas muere",
    "call calls called calling llamar llama llamada",
    "use uses used using usar usa",
    "list lists lista listas",
    "plot draw figure graficar dibujar",
    "freeze fixed frozen congelar",
    "shuffle shuffled shuffling barajar",
    "oscillate oscillates oscillated oscillating oscillation oscillations jump jumps jumping bounce bounces bouncing "
    "fluctuate fluctuates fluctuation zigzag oscila oscilan",
    "converge converges converged converging convergence",
    "deep deeper depth profunda profundo",
    "optimizer optimizers optim optimise optimize optimizador",
    "activation activations activacion",
)

# What says nothing of a mistake, however rare it is on the pages.
EMPTY = (
    "a about after again all also although always am an and any anyone are as at be because been before but by can "
    "cannot "
    "could did do does doesn doesnt doing don dont even every for from get gets getting give gives given go goes going "
    "got had has have help here hi how i if in into is isn isnt it its just keep keeps kept know like ll long make "
    "makes "
    "making me my mine need needs no not now of off on once one only or other our out over please possible problem "
    "question really run running said say says see seem seems should so some something somehow still such t than "
    "that the their them then there these they thing this those though to too try trying until us ve very want was way "
    "we well were what when where which while who why will with without won wont work working works would yet you "
    "your become becomes remain remains stay stays stayed versus vs turn turns take takes "
    "s re python torch pytorch code runtimeerror traceback file line recent most last error warning userwarning "
    "al algo alguien ante como con cual cuando cuanto de del desde donde el ella en entre era es esa ese eso esta este "
    "esto estoy fue ha hace hacer hay la las le lo los mi mis muy ni o para pero por porque pongo puedo que quiero se "
    "ser si sin sobre solo son su sus tambien tan tengo tiene todo todos tras tu un una uno ya y yo"
)

# What the atlas is about. Who names one of these asks it, even if most other words are unknown to it.
SUBJECT = (
    "gradient backward backprop loss weight bias optimizer leaf nan inf inplace detach relu sigmoid tanh softmax "
    "argmax autograd accuracy topological recursion broadcast retain neuron clip value hook gradcheck"
)

PHRASES = {
    ("torch-leaf-in-place",): (
        "a leaf Variable that requires grad has been used in an in-place operation",
        "a view of a leaf Variable that requires grad is being used in an in-place operation",
        "manual update of weights: w -= lr * w.grad gives an error",
        "change or set the value of a parameter by hand without autograd",
        "assign to a weight, modify a parameter with requires_grad",
        "actualizar los pesos a mano da un error; modificar un parámetro en el sitio; variable hoja",
        "gradient descent by hand without an optimizer, manual step, weight -= lr * grad fails",
        "initialize or overwrite weights, x[0] = 1 on a tensor that requires grad, fill_ or zero_ or copy_ of a "
        "parameter",
        "in-place change of a leaf: +=, -=, *=, /=, add_, sub_, mul_, fill_, copy_, index assignment w[i] = value, "
        "w[:, j] = values",
        "scale, multiply, shift, clamp, mask, normalize or zero out a weight or one entry of a weight by hand",
        "load or copy values into nn.Parameter, fill an embedding or a position table in place, out-of-place operation "
        "or addition instead of in place, nn.ReLU(inplace=True) on a parameter or self.weight, not allowed, use w.data "
        "or no_grad for the update; modify a tensor with requires_grad and keep its gradient",
    ),
    ("torch-in-place", "day3-changed-nothing-refused"): (
        "one of the variables needed for gradient computation has been modified by an inplace operation, is at version "
        "1; expected version 0 instead. Hint: enable anomaly detection to find the operation that failed to compute "
        "its "
        "gradient, output 0 of backward",
        "relu inplace=True breaks backward, += on a tensor or activation, x[0] = value, need clone",
        "tensor modified after it was used, before the backward pass",
        "cambio un tensor en el sitio antes de backward",
        "modify or overwrite part of a tensor and keep its gradient, index assignment, masked fill, slice assignment",
        "data changed between forward and backward, optimizer.step() before the second backward, GAN",
        "in-place operation on an activation, mask or hidden state between forward and backward; version counter, "
        "version mismatch, expected version",
        "optimizer step changed weights that another backward still needs; two networks, two optimizers, critic and "
        "actor, forward called two times before backward; order of step and backward",
        "which line is the inplace operation, set_detect_anomaly, replace x += y by x = x + y, clone before changing",
    ),
    ("torch-backward-twice",): (
        "Trying to backward through the graph a second time, but the buffers have already been freed. Specify "
        "retain_graph=True when calling backward the first time. (or directly access saved tensors after they have "
        "already been freed). Saved intermediate values of the graph are freed when you call .backward() or "
        "autograd.grad()",
        "do I need retain_graph=True, when to use retain_graph",
        "call backward two times, two losses on one network, backward for each loss",
        "hidden state of an RNN or LSTM from the previous batch",
        "computed once and reused in the next iteration: backward fails on the second batch",
        "llamar a backward dos veces; segunda vez por el grafo; conservar el grafo",
        "RNN over several sequences or batches, truncated backpropagation through time, repackage hidden",
        "second backward pass over the same loss, reuse the same output or embedding for two losses, saved tensors "
        "already freed",
        "error in the second iteration or the second batch, the first one works",
        "backward again on the same loss or graph; graph already freed; retain_graph needed or not; memory of "
        "retain_graph",
        "generator loss and discriminator loss share a forward pass, several losses one forward, sum the losses",
        "state carried from one batch to the next, something computed outside of the training loop",
    ),
    ("day4-train-forward-outside",): (
        "prediction computed once before the loop, forward pass outside of the loop",
        "loss is the same in every step, nothing changes",
        "el pase hacia adelante está fuera del bucle",
        "loss identical in each epoch, output not recomputed, prediction never changes",
    ),
    ("torch-no-grad", "day2-torch-no-gradient-wanted"): (
        "element 0 of tensors does not require grad and does not have a grad_fn",
        "loss has no grad_fn, loss.requires_grad is False, set loss.requires_grad = True",
        "backward in validation or evaluation, eval, torch.inference_mode, set_grad_enabled(False)",
        "loss.backward() does not work, tensor does not require grad",
        "la pérdida no tiene grad_fn; no_grad",
        "loss does not require grad, all parameters are frozen, requires_grad=False for the whole model",
        "forgot requires_grad=True, gradient with respect to the input",
        "everything is frozen, freeze all layers or the backbone, then backward raises; no parameter requires grad; "
        "None of the inputs have requires_grad=True, gradients will be None",
        "forward or encoder runs inside with torch.no_grad(), @torch.no_grad decorator, grad mode disabled, model.eval "
        "and no_grad",
        "requires_grad is False, grad_fn is None, how to turn gradients on again, enable_grad",
    ),
    ("torch-no-grad",): ("difference between no_grad and detach", "what does with torch.no_grad() do, when to use it"),
    ("torch-detach",): (
        "difference between detach and no_grad and data",
        "stop the gradient, block gradient flow, gradient should not pass to the earlier part",
        "freeze one part of a model, keep the generator fixed while the discriminator learns, GAN",
        "gradient lost after item() or numpy() or torch.tensor(), graph is cut, no gradient flows back",
        "cortar el grafo, detener el gradiente, separar un tensor",
        "item() in the loss, loss built from numpy, loss made with torch.tensor(loss), nothing is learned",
        "why detach the fake image or sample before the discriminator sees it, fake.detach()",
        "target network, teacher model, straight-through, second network is updated, too, although it should not be",
        "gradient of the first part or of the encoder is None although the rest learns",
        "freeze layers or a pretrained part, requires_grad=False for some parameters, fine-tuning",
        "graph is cut or broken: .detach(), .data, .item(), .numpy(), float(), torch.tensor(x), new tensor from a "
        "tensor, np function in the forward pass; cuts off gradient propagation, casting",
        "gradient does not flow, does not reach, is lost or blocked on the way to the encoder, the backbone or the "
        "first layers; part of the network gets no gradient and is not trained",
        "gradient is None for some layers but not for others; which parameters have no gradient; no_grad around a part "
        "of the model",
    ),
    ("torch-not-scalar",): (
        "grad can be implicitly created only for scalar outputs",
        "backward on a vector, a matrix or a multidimensional tensor; loss is not a scalar; loss per sample",
        "what is the gradient argument of backward, loss.backward(loss), grad_outputs, torch.ones_like",
        "gradient of one entry of the output, jacobian of a vector output, reduction='none', mean or sum",
        "la pérdida no es un escalar; backward de un vector",
        "one loss for each sample or each GPU, DataParallel loss, loss of the batch is a list",
        "invalid gradient at index 0, gradient argument of another shape",
        "how to call backward with more than one output, derivative of each output with respect to x",
        "backward without a gradient argument for a vector output; what to pass to backward; sum() or mean() before "
        "backward",
    ),
    ("torch-numpy",): (
        "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
        "Can't call numpy() on Variable that requires grad. Use var.detach().numpy() instead.",
        "plot the loss with matplotlib, convert a tensor to numpy array, tensor to list of floats",
        "convertir un tensor en un array de numpy; dibujar la pérdida",
        "plotting a tensor with requires_grad=True fails, matplotlib and tensors that require gradients",
        "np.mean or plt.plot of losses fails, save predictions or outputs as numpy, to a list or to pandas, "
        ".cpu().detach()",
        "np.array(tensor), tensor.numpy(), plt.plot(losses), sklearn or pandas with a tensor that requires grad",
        "convert a result to numpy for a figure, a metric or a file",
    ),
    ("torch-not-a-leaf",): (
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
        "populated during autograd.backward(). use .retain_grad() on the non-leaf Tensor",
        "grad is None after .cuda() or .to(device), requires_grad before moving to the gpu",
        "gradient of an intermediate tensor, of an activation or hidden output, is None",
        "is_leaf False, tensor is no longer a leaf, can't optimize a non-leaf Tensor",
        "el gradiente de un tensor intermedio es None; no es una hoja",
        "difference between leaf and non-leaf tensor, what is a leaf variable",
        "gradient with respect to the input or the image, input.grad is None",
        "gradient of a layer output, of hidden states or of embeddings, retain_grad, register_hook on a tensor",
        "x = x * 2 or x = x + 1 and then x.grad is None; reshape, view or slice of a tensor has no grad",
        "requires_grad can only be changed for leaf variables: you can only change requires_grad flags of leaf "
        "variables; set requires_grad on a result",
        "how to get the gradient with respect to the input; x.grad is None, 'NoneType' object has no attribute "
        "'clone', 'data', 'abs', 'sign', 'shape', 'zero_', 'detach'; saliency map, adversarial attack, fgsm, gradient "
        "of an image, of a feature map, of an activation",
        "nn.Parameter(...).to(device) or .cuda() or tensor.to('cuda') is a copy and no leaf, its grad stays None",
    ),
    ("day2-torch-backward-missing",): (
        "x.grad is None, param.grad is None, gradient is None, w.grad.zero_() 'NoneType' object has no attribute "
        "'data'",
        "forgot to call backward, grad used before backward was called",
        "el gradiente es None, falta llamar a backward",
        "all param.grad are None, gradient of nn.Parameter is None after loss.backward(), print gradient gives None",
        "grad attribute is None before the first backward, clearing a gradient that is not there yet",
        "gradient is NoneType, 'NoneType' object has no attribute 'zero_', 'item', 'norm', 'shape', 'data'",
        "gradients of inputs or weights are None after backward, why is grad None",
    ),
    ("torch-no-derivative",): (
        "backprop through argmax, gradient of argmax, argmax is not differentiable, max indices",
        "use accuracy or F1 or dice or IoU as a loss, threshold, rounding, round, sign, step function, sampling",
        "non-differentiable operation, gradient is zero after rounding or comparing",
        "argmax no es derivable; exactitud como pérdida",
        "custom loss without gradient, discrete output, binary output, indexing by a prediction, torch.max indices, "
        "sorting",
        "count of errors as loss, grad is None for the first model",
        "accuracy, argmax, topk, round, floor, sign, a comparison, a hard threshold or an index as part of the loss; "
        "cannot backpropagate through it; not derivable",
        "straight-through estimator, soft version, gumbel softmax instead of argmax",
    ),
    ("torch-not-used",): (
        "One of the differentiated Tensors appears to not have been used in the graph. Set allow_unused=True if this "
        "is "
        "the desired behavior.",
        "autograd.grad returns None, unused parameters, Expected to have finished reduction in the prior iteration",
        "grad of an unused input, autograd.grad with respect to a tensor that is not in the graph, allow_unused, wrong "
        "copy of the variable, DDP unused parameters, find_unused_parameters",
    ),
    ("torch-whole-numbers",): (
        "Only Tensors of floating point dtype can require gradients",
        "Only Tensors of floating point and complex dtype can require gradients",
        "integer tensor, long tensor, int64 with requires_grad=True",
        "tensor de enteros con requires_grad",
        "LongTensor or IntTensor or ByteTensor requires grad, class labels require grad",
        "requires_grad needs a float tensor: int, long, bool, byte, indices, labels, mask; torch.tensor([1, 2, 3], "
        "requires_grad=True); write 1. or dtype=torch.float32",
        "Parameter made of integers, gradient of an integer, only float tensors have gradients",
    ),
    ("torch-no-parameters",): (
        "optimizer got an empty parameter list",
        "model.parameters() is empty, no parameters found, len(list(model.parameters())) is 0",
        "layers in a python list or dict are not registered, not trained, not moved to gpu, ModuleList",
        "capas en una lista; el optimizador no recibe parámetros",
        "self.layers.append(nn.Linear), layers created in forward, own layer has no parameters, custom layer not in "
        "state_dict",
        "_init_ misspelled, forgot nn.Parameter, weights defined as plain tensors are not found by the optimizer",
        "optimizer gets nothing to train: empty list, filter or generator of parameters, attribute not registered, "
        "self missing, __init__ misspelled, nn.Sequential or ModuleList or ParameterList missing",
        "parameters of a loss function, module or layer are not found, not in model.parameters(), not passed to the "
        "optimizer; optimizer made before the layers or for another model",
        "modules in a plain list or dictionary, requires_grad filter leaves no parameter",
    ),
    ("day4-parameters-part-left-out", "day4-parameters-without-bias"): (
        "bias is never updated in training, bias stays zero, only the weights learn",
        "some layers or weights or biases never change, parameters missing from parameters()",
        "algunos pesos nunca cambian",
    ),
    ("torch-graph-kept",): (
        "memory grows, memory leak, memory fills up, RAM or GPU memory increases with every iteration, epoch or "
        "batch, killed",
        "CUDA out of memory after some epochs, total_loss += loss, running loss, append loss to a list",
        "la memoria crece en cada iteración",
        "training gets slower and slower, each epoch takes longer, time per batch or iteration increases, backward "
        "takes longer",
        "out of memory after many batches although the first ones fit, graph of old iterations is not freed",
        "loss summed or appended without item() or detach: total_loss, running_loss, epoch_loss, history, metric, "
        "logging, average meter keep the graph; non-detached tensors",
        "detach or .item() before storing, appending, logging or summing a loss",
        "gpu memory grows with each iteration until out of memory, OOM in later epochs, graph gets larger with each "
        "step, memory leak in the training loop",
    ),
    ("day5-hooks-stay",): (
        "forward hooks pile up, register_forward_hook, remove the handle, memory grows, slower",
        "each forward pass is slower, training slows down",
    ),
    ("torch-rate-too-large",): (
        "learning rate too high, lr too big, loss blows up, loss explodes, loss goes to inf or nan",
        "loss jumps up and down, loss oscillates, loss does not converge, diverges, gradient descent overshoots",
        "la tasa de aprendizaje es demasiado grande; la pérdida oscila",
        "loss bounces or zigzags, unstable training, loss suddenly gets huge, choose the step size",
        "which learning rate should I use, decrease the learning rate",
        "loss is nan or inf with a large learning rate, fine with a smaller one; training diverges, diverged with loss "
        "NaN; loss decreases at first and then increases",
        "losses become nan in the middle of training, loss is nan after some iterations, warmup, reduce the learning "
        "rate",
        "error and weights grow, overflow, unstable, spikes in the loss curve",
    ),
    ("torch-nan-gradient",): (
        "gradient is nan but loss is fine, nan in backward, returned nan values in its 0th output",
        "Function 'SqrtBackward0' returned nan values, 'ExpBackward0', 'PowBackward0', 'DivBackward0', 'LogBackward0'",
        "gradient of norm or sqrt or std at zero is nan, division by zero, log of zero",
        "torch.where gives nan from the branch that is not taken, masked",
        "el gradiente es NaN; raíz de cero",
        "weights become nan after the first step, nan after backward, nan only in the gradient, detect anomaly",
        "gradient of distance or euclidean norm is nan when both points are equal, cosine similarity, acos, "
        "pow(0.5), eps",
        "log(0), sqrt(0), 0/0, x**0.5 at 0, norm of zeros, std of equal numbers, acos(1), log of softmax; infinite "
        "derivative; nan or -inf in log, log_softmax or entropy; add an epsilon, clamp",
    ),
    ("torch-dead-relu",): (
        "dead relu, dying relu, dead neurons, relu outputs only zeros, neuron never fires",
        "relu on the last layer, relu on the output layer, negative outputs cut, gradients all zero",
        "gradient of relu at zero, relu derivative at 0",
        "neurona muerta, ReLU muerta, todas las salidas son cero",
        "network output is always 0, all predictions are the same, hidden layer is all zeros, negative inputs, leaky "
        "relu",
        "half of the neurons are inactive, activation is zero for all inputs",
        "relu never fires, activation always 0, percentage of zero activations, detect or count or revive dead "
        "neurons, output all zeros because of relu, prediction only zeros",
        "bias too negative, learning rate killed the relu, use leaky relu or elu or softplus",
    ),
    ("torch-softmax-twice",): (
        "softmax before CrossEntropyLoss, does cross entropy include softmax, logits or probabilities",
        "double softmax, softmax applied two times, log_softmax and nll_loss, sigmoid and BCEWithLogitsLoss",
        "classifier learns slowly, cross entropy stays high",
        "softmax antes de CrossEntropyLoss; softmax dos veces; la entropía cruzada ya incluye softmax",
        "which activation on the last layer for classification, do I need softmax at the end of the network",
        "loss stuck near log of the number of classes, confidence never gets high, NLLLoss with probabilities",
        "sigmoid before BCEWithLogitsLoss or binary_cross_entropy_with_logits, sigmoid used two times, sigmoid inside "
        "of the model or in the loss, logits expected and probabilities given; loss function already applies softmax "
        "or sigmoid",
        "softmax inside of the model and in the loss, remove the last softmax or sigmoid, different accuracy with and "
        "without sigmoid in the model",
    ),
    ("python-no-value-yet", "day1-trace-name-too-early"): (
        "UnboundLocalError: local variable referenced before assignment",
        "UnboundLocalError: cannot access local variable where it is not associated with a value",
        "NameError: name is not defined, variable has no value, used before it is set",
        "la variable se usa antes de tener un valor",
        "variable assigned only in a loop, a branch or a try; loop over an empty loader never ran; local variable "
        "'loss' or 'i' or 'acc' or 'output' referenced before assignment",
    ),
    ("python-no-value-yet",): (
        "loss variable after a for loop that did not run, empty dataset, empty dataloader, += before it is defined",
        "total or running_loss += without a start, variable only set inside if or for or try, loop body never executed",
    ),
    # The engine of one's own: Days 1 and 2.
    ("day1-no-radd", "day1-no-reflected"): (
        "unsupported operand type(s) for +: 'int' and 'Value'",
        "sum() of a list of Values fails, sum of values, 1 + a does not work, number plus Value, __radd__",
        "sum de una lista de Value falla",
        "int + Value, 0 + Value, sum(values), sum(losses), sum of exp or of counts starts with 0; unsupported operand "
        "type int and Value or Tensor",
    ),
    ("day1-add-not-wrapped", "day1-multiply-not-wrapped", "day1-constants-not-wrapped", "day3-times-not-wrapped"): (
        "'int' object has no attribute 'data', 'float' object has no attribute 'data'",
        "add a plain number to a Value, Value plus 1, isinstance(other, Value)",
        "tensor or Value times a plain number or float, mixed with an int, backward wants .data of a float, other is "
        "no Value",
    ),
    ("day1-radd-recursion", "day2-radd-loops"): (
        "return other + self in __radd__, infinite recursion, radd calls itself, maximum recursion depth exceeded, "
        "Previous line repeated 996 more times",
        "recursión infinita en __radd__",
    ),
    ("day1-add-returns-nothing", "day1-multiply-returns-nothing", "day4-call-returns-nothing"): (
        "'NoneType' object has no attribute 'data', operator or forward returns None, forgot return out",
        "olvidé el return; devuelve None",
    ),
    ("day1-trace-skips-seen-parents", "day1-trace-edges-set"): ("edge missing in the drawn graph for a + a, draw_dot",),
    ("day1-trace-no-visited",): ("node drawn twice in the graph, duplicate nodes in the picture",),
    ("day2-add-assigns", "day2-multiply-assigns", "day2-both-assign"): (
        "half the gradient, gradient too small when a variable is used twice, a + a, b = a + a",
        "= instead of +=, gradient overwritten, grad replaced when a node has two children, should accumulate",
        "variable reused, only the last use counts, why does micrograd use +=",
        "la mitad del gradiente; = en vez de +=; el gradiente se sobrescribe",
        "x used in two places or two branches, gradient only of the last branch, shared weight gets the gradient of "
        "one use",
        "a * a gives the wrong gradient, same variable on both sides of the operator",
        "gradient should be 6 but I get 3, expected 2 got 1, only half of it, off by a factor of two",
        "variable appears in two terms, two times in one expression",
        "gradient of a skip or residual connection, two branches meet, one branch overwrites the gradient of the "
        "other, first or last branch only",
    ),
    ("day2-add-assigns",): ("gradient of a + a is 1 instead of 2",),
    ("day2-multiply-forgets-upstream",): (
        "forgot out.grad, chain rule missing, upstream gradient ignored, backward ignores grad_output",
        "gradient is right for a single operation but wrong in a chain, local derivative only",
        "olvidé multiplicar por el gradiente que llega; regla de la cadena",
        "gradients right for the last operation and wrong before it, forgot to multiply by out.grad",
    ),
    ("day2-multiply-own-data",): (
        "gradients of a and b are swapped, mul backward uses self.data for self",
        "gradientes intercambiados",
    ),
    ("day2-nothing-passed", "day2-add-passes-nothing", "day2-multiply-passes-nothing"): (
        "all gradients are zero except for the output, gradient does not flow back, _backward does nothing",
        "el gradiente no se propaga, todos son cero",
    ),
    ("day2-both-called", "day2-add-called", "day2-multiply-called", "day3-rule-called", "day2-leaf-not-callable"): (
        "'NoneType' object is not callable, out._backward = _backward() with brackets, called instead of stored",
    ),
    ("day2-both-recursive", "day2-add-recursive", "day2-multiply-recursive"): (
        "_backward calls the _backward of its parents, recursive backward, gradients far too large",
    ),
    ("day2-nudge-default-step",): (
        "which epsilon or h for the finite difference, step too small or too large, gradient checking epsilon, 1e-5",
        "qué épsilon uso para la diferencia finita",
    ),
    ("day2-nudge-divided-by-other", "day2-nudge-divided-by-h", "day2-nudge-brackets-missing"): (
        "numerical gradient does not match backprop, numerical and analytical gradient differ, gradient check fails",
        "finite difference is off by a factor, twice the slope",
        "el gradiente numérico no coincide con el analítico",
        "check backprop with finite differences, relative error too large, derivative by central difference is wrong",
        "gradient checking: difference too large, mistake in backward propagation, there is a mistake in the backward "
        "propagation, relative error 0.3 or 1, your gradient and the numerical gradient do not agree; numerical is "
        "half or double",
        "is my backprop right, compare with finite differences, approximate gradient, gradapprox, grad check passed or "
        "failed",
    ),
    ("day2-nudge-same-list",): ("numerical gradient is always zero, list modified, not copied",),
    ("day2-max-tie-doubles", "day2-max-tie-loses"): (
        "gradient of max when both inputs are equal, tie in max, max pooling with ties, kink, subgradient",
        "gradiente de max con empate",
        "several maxima, equal maximum values, more than one max element: who gets the gradient, split or divided "
        "equally or all to each one; argmax mask with more than one 1; max, amax, reduce_max, max pool, relu kink, "
        "minimum, abs",
    ),
    # Day 3.
    ("day3-order-recursive",): (
        "RecursionError: maximum recursion depth exceeded in build_topo, deep graph, long loop, stack overflow, large "
        "network",
        "sys.setrecursionlimit, iterative topological sort",
        "profundidad máxima de recursión",
        "recursion limit, too many nodes, loop of 1000 additions, sum of a long list, deep network crashes",
        "RecursionError in a long chain or expression, thousands of operations or nodes, many layers or time steps; "
        "recursion limit reached; walk the graph with a stack and not with recursion",
    ),
    ("day3-order-no-visited-set", "day3-zero-every-path"): (
        "backward hangs, takes forever, exponential time, slower with every layer, visited set missing",
        "backward no termina nunca",
    ),
    ("day3-backward-every-path", "day3-backward-recursive-every-path"): (
        "why topological sort, do I need topological order, simply call backward recursively on each child",
        "gradient too large when an intermediate node is reused, node reached on two paths, visited several times",
        "gradient wrong in a diamond, shared intermediate, b = a + a; c = b + b",
        "por qué hace falta el orden topológico; un nodo con dos caminos",
        "gradient counted several times, gradient too big for intermediate results, recursion without a visited set",
        "can I do backprop with depth first search, DFS or BFS instead of a topological sort, cache the order",
        "result right for trees, wrong when a node has two consumers",
        "is a topological sort or toposort or sorted order needed in backward, could it be avoided, tape instead of "
        "sort, post-order, depth first traversal, simple recursion over children",
        "gradient wrong where a node is used again: c = c + a, x = x * x + x, diamond, shared node, two paths to one "
        "node, redundant or duplicate backward calls, counted two times",
    ),
    ("day3-backward-first-arrival", "day3-backward-not-reversed"): (
        "wrong order of backward, node processed before all of its gradient arrived, topological order not reversed",
        "gradient too small for a reused intermediate node",
        "breadth first backward, queue, node passes its gradient on too early, build_topo without reversed",
        "only the last layer or the last operation gets a gradient, backward stops after one node",
        "backward visits a node only once and drops what arrives later, not traversed in topological order, second "
        "branch lost, order of nodes matters",
    ),
    ("day3-backward-no-seed", "day3-backward-skips-output"): (
        "all gradients are zero after backward, all gradients are 0, forgot self.grad = 1, seed of the backward pass",
        "todos los gradientes son cero; falta la semilla",
    ),
    ("day3-twice-interior-kept", "day3-changed-interior-kept"): (
        "calling backward twice gives wrong or larger gradient, backward not idempotent, second call differs",
        "zero_grad clears only weights, intermediate or inner nodes keep their gradient, non-leaf nodes not reset",
        "run backward again in a notebook, rerun a cell, gradients add up, get bigger",
        "llamar a backward dos veces da otro gradiente",
        "micrograd backward called twice without zeroing, second backward gives more than double",
        "do I have to reset the gradient of every node or of the parameters only",
    ),
    ("day3-twice-leaves-cleared",): ("two losses, only the last one counts, gradient accumulation over batches lost",),
    ("day3-sigmoid-overflows",): (
        "OverflowError: math range error, exp of a large number, exp overflow, sigmoid or softmax gives inf or nan",
        "exp da inf; desbordamiento de la sigmoide",
        "tanh or sigmoid overflows for large inputs, numerically stable sigmoid, softmax or log-sum-exp",
        "exp(710), exp of logits, softmax of large inputs, log of softmax, logsumexp, -inf or inf or nan in sigmoid, "
        "softmax, tanh or log_softmax; subtract the maximum",
    ),
    ("day3-zero-compares", "day3-zero-root-only"): (
        "zero_grad has no effect, gradient not cleared, zero_grad of the wrong object, grad.zero() without underscore",
    ),
    ("day3-check-refuses-right", "day3-tests-exact"): (
        "gradcheck fails although the gradient is right, tolerance, float32, double precision, rounding",
        "comparing floats with ==",
        "la tolerancia es demasiado pequeña",
        "gradcheck needs double, small differences between two gradients, allclose",
        "which tolerance or relative error is acceptable in a gradient check, difference of 1e-4, float32 too coarse",
    ),
    ("day3-check-always-true", "day3-check-first-input-only", "day3-check-first-input-left-out"): (
        "gradient check passes but gradient is wrong, test is not sensitive",
    ),
    ("day3-function-other-slope", "day5-function-saves-input"): (
        "derivative of exp, tanh or sigmoid in backward: out.data or self.data, input or output",
        "activation derivative is wrong",
        "how to implement tanh backward, derivative of tanh 1 - t**2, derivative of relu or of exp or of power",
        "formula of the derivative: tanh is 1 - tanh(x)**2, sigmoid is s*(1-s), relu is 0 or 1, exp is itself, x**n is "
        "n*x**(n-1); dsigmoid or dtanh of y or of x, derivative function coded wrongly, sign or square wrong in tanh",
    ),
    ("day3-subtract-without-minus",): (
        "gradient of subtraction, sign of the second operand, a - b",
        "wrong sign of the gradient of subtraction or negation",
    ),
    # Day 4.
    ("day4-weights-all-zero",): (
        "initialize weights with zeros, all weights zero or the same constant, symmetry breaking, random start",
        "all neurons learn the same, hidden units identical, network always outputs 0.5, XOR does not learn",
        "todos los pesos a cero; todas las neuronas aprenden lo mismo; simetría",
        "weights initialized to ones or all to 0.5, symmetric weights, why random initialization",
        "network predicts the same for every input, output is 0.5 for all four XOR inputs, loss stays at 0.69",
        "loss stuck at 0.69 or 0.693",
        "always the same result after training, outputs nearly equal for all inputs, la salida es siempre la misma",
        "all weights of a layer equal, constant start, fill with one number, uniform fill, ones, 0.01 everywhere; "
        "neurons act the same way, copies of units, need noise or random numbers to break the symmetry, random seed",
        "loss plateau at the log of the number of classes, at chance, converges for some seeds only",
        "network outputs the same value or class whatever the input is, predicts a constant, same prediction on all "
        "examples",
    ),
    ("day4-neuron-repeated",): (
        "[layer] * n, list multiplication repeats the same layer, layers share their weights, same object",
        "hidden neurons are identical",
    ),
    ("day4-one-activation-ignored",): (
        "activation missing, network stays linear, cannot learn XOR, no nonlinearity",
        "falta la activación; la red es lineal",
    ),
    ("day4-loss-plain-number",): (
        "loss is a float, 'float' object has no attribute 'backward', loss.data or item()",
        "'float' object has no attribute 'backward', loss is not a Value or tensor",
    ),
    ("day4-loss-lengths-not-checked",): (
        "Using a target size (torch.Size([])) that is different to the input size (torch.Size([])). This will likely "
        "lead to incorrect results due to broadcasting. Please ensure they have the same size.",
        "MSELoss with prediction shape (n, 1) and target shape (n,), squeeze, unsqueeze, view",
        "tamaños distintos de predicción y objetivo",
        "shape of labels does not match predictions, output (batch, 1) and labels (batch,), squeeze the output, loss "
        "too high",
        "regression predicts the mean of all targets",
        "MSE or l1 or smooth_l1 loss broadcasts silently, wrong value of the loss, shapes of prediction, output, "
        "y_pred and target, label, y_true differ, (n,) and (n, 1), batch sizes differ, strange broadcasting of "
        "mse_loss",
    ),
    ("day4-train-not-zeroed",): (
        "why call zero_grad, forgot optimizer.zero_grad(), gradients accumulate from step to step",
        "gradient is twice what I expect, grad doubles, grad is 4 instead of 2, grad gets larger with another "
        "backward call",
        "loss goes down then up again, bounces, oscillates",
        "para qué sirve zero_grad; los gradientes se acumulan; olvidé poner a cero",
        "order of zero_grad, backward and step; where to put zero_grad; zero_grad once per epoch; old gradients, "
        "stale gradients",
        "gradient accumulation over mini-batches, gradients of earlier steps are added, gradient keeps growing",
        "gradients are never set to zero in the training loop, nobody zeroes the gradients",
        "what happens without zero_grad, model.zero_grad or optimizer.zero_grad, set_to_none",
        "gradient is off by a factor of two after the second step, twice as big as expected",
        "zero_grad missing, left out, not called, forgotten in the notebook or loop, called too rarely, once an epoch, "
        "at the wrong place; gradients of the last batch stay, remain, pile up; before or after step",
    ),
    ("day4-train-zeroed-before-update",): (
        "zero_grad between backward and step, loss does not change, model does not learn, order of the three calls",
        "el modelo no aprende; zero_grad antes de step",
        "order of zero_grad, backward and step; step after zero_grad; gradients are zero at step",
        "zero_grad erases gradients before step uses them, accumulated gradients thrown away or lost, gradient "
        "accumulation and zero_grad",
    ),
    ("day4-train-no-backward",): (
        "loss does not decrease, training loss does not go down, forgot loss.backward(), loss is flat",
        "model is not learning, error stays the same whatever I change",
        "classifier does not get better, loss of a binary classifier is stuck at its start, at ln 2, at chance",
        "la pérdida no baja; el modelo no aprende",
        "cost does not go down, network does not learn anything, error rate does not improve, no progress in training",
        "loss not decreasing, not coming down, hardly changes, decreases very slowly, barely moves, stays high from "
        "the first epoch",
    ),
    ("day4-train-loop-variable",): (
        "weights don't update, weights are not updated, parameters do not change, forgot optimizer.step()",
        "loss stays constant, loss does not change, same loss every epoch",
        "p = p - lr * p.grad does nothing, optimizer of another model",
        "los pesos no se actualizan; no cambian; la pérdida no cambia",
        "parameters remain unchanged, weights stay the same after training, weights are the same before and after step",
        "loss exactly constant, loss value is identical in each epoch, gradients are there but weights do not move",
        "assigning to the loop variable, update not in place",
        "no parameter update, weights keep their value, optimizer made before model.to(device) or for a copy of the "
        "model, weights identical after many steps",
    ),
    ("day4-train-ascent",): (
        "loss goes up, loss increases every step, gradient ascent, plus instead of minus, wrong sign of update",
        "la pérdida sube en cada paso",
        "add or subtract the gradient, plus or minus in the update, maximize or minimize, loss curve goes up",
        "weights move in the wrong direction, w += lr * grad, error grows, loss becomes infinite",
    ),
    ("day4-train-stops-after-one",): ("training stops after one epoch, return inside the loop, indentation",),
    ("day4-train-function-for-result",): (
        "loss function passed without calling it, 'function' object has no attribute",
    ),
    ("day4-entropy-log-argument", "day4-entropy-straight-part-sign"): (
        "loss is negative, negative cross entropy, bce below zero",
        "la pérdida es negativa",
        "cost below 0, log loss sign, minus missing in the loss",
    ),
    ("day4-parameters-nested",): (
        "'list' object has no attribute 'grad', optimizer can only optimize Tensors, but one of the params is list",
    ),
    ("day4-layer-unwraps", "day4-network-unwraps-inside"): (
        "object of type 'Value' has no len(), layer of one neuron",
    ),
    # Day 5.
    ("day5-init-standard-normal", "day5-rule-grows"): (
        "exploding gradients in a deep net, gradients get huge, activations blow up, weights too large at the start",
        "loss becomes nan after some steps, nan after a few hundred iterations, torch.randn weights",
        "gradientes que explotan; la pérdida es NaN",
        "loss is huge at the first step, activations of a deep network explode, nan in a deep network, gradient norm "
        "very large",
    ),
    ("day5-init-weights-kept", "day5-init-nothing-changes"): (
        "vanishing gradients, gradients close to zero in early layers, first layers do not learn, deep net",
        "initial weights too small, xavier or kaiming initialization, sigmoid or tanh saturated",
        "gradientes que se desvanecen; las primeras capas no aprenden",
        "gradients disappear, gradient gets smaller from layer to layer, deep network with sigmoid does not train",
        "weights multiplied by 0.01, too small a start, hidden layers saturate",
        "vanishing gradient with many layers, deep or deeper networks, sigmoid or tanh saturates, gradient does not "
        "flow or arrive through sigmoid, small gradients at the input, variance of activations or gradients shrinks or "
        "fades layer after layer; he, xavier, glorot or kaiming initialization against it",
    ),
    ("day5-clip-not-in-place", "day5-clip-generator-used-up"): (
        "clip_grad_norm_ has no effect, gradient clipping does not work, gradients still explode",
        "recortar el gradiente no hace nada",
        "clip before or after optimizer.step(), clipping after the update or before backward, clip in the wrong place",
        "clipping does not modify the gradients, max_norm ignored, nan in spite of gradient clipping, norm above the "
        "limit",
        "gradient clipping, clip_grad_norm_, clip_grad_value_, max_grad_norm: where to put it, between backward and "
        "step, clipped after the update or the optimizer step, too late, once per step, clip has to come before the "
        "optimizer",
    ),
    ("day5-clip-other-factor",): ("gradient norm after clipping is not max_norm, small gradients scaled, too",),
    ("day5-ratio-no-copy", "day5-ratio-no-step"): (
        "compare weights before and after a step: no difference, before is the same tensor, clone needed",
        "state_dict copy changes, too",
    ),
    ("day5-skip-no-super", "day5-skip-super-not-called"): (
        "cannot assign module before Module.__init__() call, super().__init__() missing, super(Net, self)",
    ),
    ("day5-function-not-squared", "day5-function-saves-input", "day5-function-other-power"): (
        "Jacobian mismatch for output 0 with respect to input 0, numerical, analytical, GradcheckError",
        "custom autograd.Function backward is wrong, analytical and numerical jacobian differ",
        "función propia con backward equivocado",
        "derivative in the backward of an own activation function is wrong, extend autograd, write my own backward",
    ),
    ("day5-function-returns-nothing",): (
        "backward of custom function returns None, returned an incorrect number of gradients (expected 2, got 1)",
        "number of gradients returned by backward differs from the number of inputs of forward; return None for inputs "
        "without gradient; too many or too few gradients; values returned by backward and arguments of forward",
    ),
    ("day5-function-saves-nothing",): (
        "ctx.saved_tensors is empty, save_for_backward",
        "what can be saved with ctx.save_for_backward, saved_tensors does not work or is empty, keep tensors for the "
        "backward of a custom Function, not enough values to unpack",
    ),
    # Day 6.
    ("day6-unbroadcast-nothing-done", "day6-tensor-no-unbroadcast", "day6-unbroadcast-leading-only"): (
        "gradient of the bias has the wrong shape, gradient shape does not match after broadcasting, sum over the "
        "batch",
        "operands could not be broadcast together",
        "el gradiente del sesgo tiene otra forma",
        "gradient size differs from the tensor after broadcasting, grad shape (4, 4) and tensor shape (4,)",
        "gradient not summed over the broadcast dimension, sum or mean over the batch, bias gradient sum axis=0",
        "non-broadcastable output operand",
        "addition or product of different shapes, implicit broadcasting in the forward pass, backward fails",
        "shape or size of grad differs from the shape of the tensor, scalar times vector or matrix, bias of shape (n,) "
        "or (1, n) broadcast over the batch, gradient of a broadcast scalar or bias, reduce, sum or squeeze the "
        "gradient back to the shape, explicit or implicit broadcast, broadcast_to, expand",
    ),
    ("day6-tensor-matmul-no-transpose",): (
        "mat1 and mat2 shapes cannot be multiplied, size mismatch, m1, matmul, linear layer input features do not fit",
        "gradient of a matrix product, which factor to transpose, transpose needed",
        "shapes not aligned, matmul: Input operand 1 has a mismatch in its core dimension",
        "las matrices no se pueden multiplicar; falta transponer",
    ),
    ("day6-accuracy-everybody",): (
        "accuracy stays at 10% while the loss falls, accuracy stuck at chance level, accuracy above 1",
        "la exactitud se queda en 10 %",
        "test accuracy constant while the training loss decreases, accuracy does not improve, correct predictions "
        "counted wrongly",
        "la exactitud no mejora, la exactitud se queda igual mientras la pérdida baja",
        "accuracy is 0, 0.0, 10 %, 50 % or constant in every epoch although the loss decreases; accuracy calculation "
        "wrong; predicted class compared with one hot labels or with the wrong axis, argmax over the batch, shapes "
        "broadcast in the comparison",
    ),
    ("day6-accuracy-own-generator",): ("same batches every epoch, shuffle gives the same order, random seed in loop",),
    ("day6-accuracy-from-one-place",): ("index out of bounds for dimension 0, IndexError at the end of the epoch",),
    ("day6-tensor-one-array-for-two",): ("two gradients share one array, aliasing, changing one grad changes another",),
    ("day1-trace-one-level", "day1-trace-returns-in-loop", "day1-trace-finds-nothing"): (
        "drawn graph shows only one node, graph is empty, trace visits only the root, build finds no nodes",
    ),
    ("day1-add-no-parents", "day1-multiply-no-parents"): (
        "result has no parents or children, _prev is an empty set, graph has no edges, nothing is connected, "
        "_children not passed",
    ),
    ("day5-rule-other-constant", "day5-rule-grows", "day5-rule-negative"): (
        "xavier or he initialization with relu, network with relu does not converge, factor of two in the variance",
        "xavier or kaiming, he or glorot initialization formula, fan_in and fan_out, std of the weights",
    ),
    ("day1-rtruediv-missing",): ("1 / Value does not work, unsupported operand type(s) for /: 'int' and 'Value'",),
    ("day1-rsub-turned-round", "day1-rsub-wrong-number"): (
        "1 - Value gives the wrong sign, __rsub__, number minus Value",
    ),
    ("day1-stretch-not-in-the-class",): (
        "bad operand type for unary -: 'Value', __neg__ missing, unsupported operand type(s) for -: 'Value' and "
        "'Value', for ** or pow()",
    ),
    ("day1-no-reflected",): (
        "unsupported operand type(s) for *: 'int' and 'Value', 2 * a fails but a * 2 works, __rmul__",
    ),
    ("day1-init-misspelt",): ("Value() takes no arguments, __init__ misspelled with one underscore",),
    ("day1-repr-missing", "day1-repr-without-number"): (
        "print shows <__main__.Value object at 0x>, __repr__, how to print a Value",
    ),
    ("day2-nudge-sign",): ("numerical gradient has the opposite sign",),
    ("day4-train-step-not-product",): ("learning rate added to the gradient and not multiplied",),
    ("day4-train-updated-twice",): (
        "two updates in one step, step called two times, backward called two times in one step",
    ),
    ("day4-layer-skips-a-neuron", "day4-network-after-first-layer"): (
        "network ignores a layer, output of the hidden layer returned",
    ),
    (
        "day4-loss-sample-left-out",
        "day4-loss-first-sample",
        "day4-entropy-sample-left-out",
        "day4-entropy-first-sample",
    ): ("loss counts only one sample, return inside the loop over samples, last example missing, loss too small",),
    ("day3-root-of-negative-complex",): (
        "power of a negative number with a fractional exponent, (-8)**(1/3), root of a negative number, complex result",
    ),
    ("day2-attribute-missing", "day4-attribute-never-set", "day1-constructor-reads-first"): (
        "object has no attribute, attribute is read before it is set, self.grad or self.data misspelt or missing",
    ),
    ("day1-add-without-self", "day1-multiply-without-self", "day1-trace-arguments"): (
        "takes 1 positional argument but 2 were given, self missing in a method, wrong number of arguments",
    ),
    ("day2-add-takes-self", "day2-multiply-takes-self", "day2-both-take-self"): (
        "_backward() missing 1 required positional argument, closure with a parameter self",
    ),
    ("day2-add-too-early", "day2-multiply-too-early"): (
        "gradient is set in the forward pass and not in backward, gradients there before backward is called",
    ),
    ("day2-add-reads-self", "day2-multiply-reads-self", "day2-both-read-self"): (
        "_backward uses self.grad in place of out.grad, parents stay at zero, gradient of the wrong node passed on",
    ),
    ("day2-max-nodes-compared",): (
        "'>' or '<' not supported between instances of 'Value' and 'Value', compare or max() of Values",
    ),
    ("day2-dual-product-of-movements",): (
        "forward mode, dual numbers, product rule wrong, derivative of a product is the product of derivatives",
    ),
    ("day5-function-method-missing",): (
        "custom Function without staticmethod, forward or backward not found, NotImplementedError, "
        "must implement either the backward or vjp method",
    ),
    ("day5-hooks-reversed", "day5-hooks-removed-too-early"): (
        "backward hooks run from the last layer to the first, order of hooks, hook never called",
    ),
    ("day5-per-layer-linear-scale",): ("plot of gradient norms of all layers, log scale, one curve is flat",),
    ("day6-accuracy-batch-step",): ("mini-batches overlap or skip samples, range with a step of the batch size",),
    ("day6-unbroadcast-last-axis-first",): ("summed over the wrong axis, right shape and wrong gradient, axis 0 or 1",),
    ("day6-unbroadcast-keepdims-lost",): (
        "keepdims or keepdim missing, sum removes an axis, shape (n,) and not (n, 1)",
    ),
}


def phrases_of(page: str) -> list[str]:
    """Return how people ask for a page, by its identifier; an empty list where nobody has written it down."""
    return [phrase for pages, phrases in PHRASES.items() if page in pages for phrase in phrases]
