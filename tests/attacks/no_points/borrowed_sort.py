# tries: lets a function of the question's own code do the sorting
# points: day3-topological-order=0 day3-value=any day3-twice=any day3-changed=any
# uses: classes
# message: You gave: TypeError
# day: 3

# %% answer="day3-topological-order"
def named(wanted):
    waiting = [part for kind in classes() for part in vars(kind).values() if type(part) is type(classes)]
    seen = set()
    while waiting:
        function = waiting.pop()
        if function.__name__ == wanted:
            return function
        if id(function.__globals__) not in seen:
            seen.add(id(function.__globals__))
            waiting.extend(thing for thing in function.__globals__.values() if type(thing) is type(classes))


of_the_question = named("sorted_nodes")


def topological_order(root):
    return list(of_the_question(root))
