def classes(of=object):
    """Yield all classes that are loaded."""
    for kind in type.__subclasses__(of):
        yield kind
        if kind is not type:
            yield from classes(kind)


def of_the_question():
    """Return a class of the question's own code whose objects can be added."""
    home = "exercises.day1_trace.graphs"
    return next(kind for kind in classes() if kind.__module__ == home and hasattr(kind, "__add__"))
