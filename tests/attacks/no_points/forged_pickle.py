# tries: writes a pickle into the connection
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any
# row: 28
# cell seconds: 3
# total seconds: 20
# uses: connections

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}

import pickle


class Runs:
    def __reduce__(self):
        return os.system, ("touch CANARY_FOLDER/planted",)


for number in connections():
    os.write(number, pickle.dumps(Runs()) + b"\n")
