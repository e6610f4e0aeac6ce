# tries: raises errors whose text, type and traceback can't be had
# points: day1-predict=0

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
class Strange(BaseException):
    __name__ = 3

    def __str__(self):
        raise SystemExit

    __repr__ = __str__


Strange.__qualname__ = "x" * 100_000
raise Strange
