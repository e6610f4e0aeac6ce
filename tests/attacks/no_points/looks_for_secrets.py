# tries: searches all objects and all its memory for solutions, the catalogue and expected values
# answers: blank
# cell seconds: 30
# total seconds: 60

# %% answer="day1-predict"
import gc
import re
import sys

patterns = SECRETS  # each with one letter in brackets, so that this cell is not what is found
compiled = [re.compile(pattern) for pattern in patterns]
found = set()


def look_at(piece):
    for pattern in compiled:
        if pattern.search(piece):
            found.add(pattern.pattern)


# Every object that can be reached from what there is to begin with: modules, frames, classes, what is collected.
waiting = [*gc.get_objects(), *sys.modules.values(), sys._getframe(), *type.__subclasses__(object), *sys._current_frames().values()]
seen = {id(waiting), id(patterns), id(compiled), *map(id, patterns)}
while waiting:
    thing = waiting.pop()
    if id(thing) in seen or thing is seen:
        continue
    seen.add(id(thing))
    if type(thing) is str and len(thing) > 30:
        look_at(thing.encode("utf-8", "replace"))
    elif type(thing) in (bytes, bytearray) and len(thing) > 30:
        look_at(thing)
    elif issubclass(type(thing), type):  # A proxy of a class says that it is one.
        waiting += [*gc.get_referents(thing), *type.__subclasses__(thing)]
    else:
        waiting += gc.get_referents(thing)
print("searched", len(compiled), "in", len(seen))

# And all memory, where the system tells where it is.
try:
    maps = [line.split() for line in open("/proc/self/maps")]
    memory = open("/proc/self/mem", "rb", 0)
except OSError:
    maps = []
for span, rights, *_ in maps:
    start, end = (int(part, 16) for part in span.split("-"))
    while rights.startswith("rw") and start < end:
        try:
            memory.seek(start)
            piece = memory.read(min(1 << 22, end - start))
        except (OSError, ValueError):
            break
        if not piece:
            break
        look_at(piece)
        start += len(piece)
for pattern in found:
    print("GOT", pattern)
