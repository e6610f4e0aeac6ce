# tries: a class that lets a class of the question's own code do the work
# points: day1-value=2 day1-trace=any day1-stretch=any
# uses: classes
# message: AttributeError

# %% answer="day1-value"
Node = of_the_question()


class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        self.data, self.grad, self._prev, self._op, self.label = float(data), 0.0, _prev, _op, label

    def __repr__(self):
        return f"Value(data={self.data})"

    def __add__(self, other):
        done = Node.__add__(Node(self.data), Node(getattr(other, "data", other)))
        return Value(done.data, (self, other if isinstance(other, Value) else Value(other)), done._op)

    def __mul__(self, other):
        done = Node.__mul__(Node(self.data), Node(getattr(other, "data", other)))
        return Value(done.data, (self, other if isinstance(other, Value) else Value(other)), done._op)

    __radd__, __rmul__ = __add__, __mul__
