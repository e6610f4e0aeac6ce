# tries: says that the copy has left, and answers on
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any
# cell seconds: 3
# total seconds: 25
# uses: connections

# %% answer="day1-predict"
class Late(dict):
    def get(self, *_):
        for number in connections():
            os.write(number, b'{"left": 0}\n' * 3)
        return 5

    __getitem__ = __iter__ = items = keys = __contains__ = get


prediction = Late(prediction)
