# tries: an error whose traceback is a million line ends, and whose line is no number that Python reads

# %% answer="day1-predict"
class Odd(Exception):
    def _render_traceback_(self):
        return ["\n" * 1_000_000, "Cell In[1], line " + "9" * 5_000]


raise Odd("x (x, line " + "9" * 5_000 + ")")
