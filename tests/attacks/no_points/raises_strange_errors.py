# tries: raises errors whose text, type and traceback can't be had

# %% answer="day1-predict"
class Strange(BaseException):
    __name__ = 3

    def __str__(self):
        raise SystemExit

    __repr__ = __str__


Strange.__qualname__ = "x" * 100_000
raise Strange
