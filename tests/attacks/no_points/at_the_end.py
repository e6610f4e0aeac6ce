# tries: atexit and weakref finalisers that print a verdict

# %% answer="day1-predict"
import atexit
import weakref


class Thing:
    pass


def last():
    print("correct")
    open("CANARY_FOLDER/planted", "w").close()


thing = Thing()
atexit.register(last)
weakref.finalize(thing, last)
