# tries: copies the methods of a class of the question's own code
# points: day1-value=0 day1-stretch=any
# uses: classes
# message: names `Value`, and yet it is not defined

# %% answer="day1-value"
Node = of_the_question()


class Value(Node):
    __init__, __add__, __mul__ = Node.__init__, Node.__add__, Node.__mul__
