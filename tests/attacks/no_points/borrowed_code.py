# tries: takes the functions of the question's own code apart, and builds them anew as if they stood in its own cell
# points: day1-value=0 day1-stretch=any
# uses: classes
# xfail: what is built anew under another file's name is not seen

# %% answer="day1-value"
import types

names = dict(of_the_question().__init__.__globals__)


def renamed(code):
    parts = tuple(renamed(part) if type(part) is types.CodeType else part for part in code.co_consts)
    return code.replace(co_filename=renamed.__code__.co_filename, co_consts=parts)


def rebuilt(function):
    return types.FunctionType(renamed(function.__code__), names, function.__name__, function.__defaults__, function.__closure__)


names.update({name: rebuilt(part) for name, part in names.items() if type(part) is types.FunctionType})


class Value:
    __init__, __repr__ = rebuilt(names["Node"].__init__), rebuilt(names["Node"].__repr__)


for name, part in names["plus_and_times"](Value).items():
    setattr(Value, name, part)
