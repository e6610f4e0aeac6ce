# tries: a process that is started when a question is asked

# %% answer="day1-predict"
import os


class Starts(dict):
    def items(self):
        return ()

    def __iter__(self):
        if os.fork() == 0:
            os.setsid()
            os.execvp("sleep", ["sleep", "OUTLIVES"])
        return iter(())

    get = __getitem__ = keys = __contains__ = lambda self, *_: iter(self)


prediction = Starts(prediction)
