# tries: asks for right code as a question does, by the object that stands for it, and builds its own class of it
# points: day1-value=0 day1-trace=any day1-stretch=any
# uses: right_code

# %% answer="day1-value"
asked_for = []


def kept():
    """Return what stands for the module of right code in the questions' own code; None where it is not found."""
    if not asked_for:
        for function in list(functions().values()):
            for thing in list(function.__globals__.values()) if function is not None else ():
                if type(thing).__name__ == "KeptAway" and vars(thing)["_name"].endswith("right_node"):
                    asked_for.append(thing)
    return asked_for[0] if asked_for else None


class Value:
    def __new__(cls, *arguments):
        right = kept()
        if right is not None and "__add__" not in vars(cls):
            names = right.Node.__init__.__globals__
            cls.__init__, cls.__repr__ = (rebuilt(getattr(names["Node"], name), names) for name in ("__init__", "__repr__"))
            for name, part in rebuilt(names["plus_and_times"], names)(cls).items():
                setattr(cls, name, part)
        return object.__new__(cls)
