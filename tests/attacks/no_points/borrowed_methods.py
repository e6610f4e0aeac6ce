# tries: copies the methods of a class of the question's own code
# points: day1-value=0 day1-stretch=any

# %% answer="day1-value"
def classes(of=object):
    for kind in type.__subclasses__(of):
        yield kind
        if kind is not type:
            yield from classes(kind)


Node = next(kind for kind in classes() if kind.__module__ == "grading.exercises.shared.stand_in" and hasattr(kind, "__add__"))


class Value(Node):
    __init__, __add__, __mul__, __radd__, __rmul__ = Node.__init__, Node.__add__, Node.__mul__, Node.__radd__, Node.__rmul__
