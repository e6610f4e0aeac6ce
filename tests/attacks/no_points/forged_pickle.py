# tries: writes a pickle into the connection
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any
# cell seconds: 3
# total seconds: 20
# uses: connections

# %% answer="day1-predict"
import pickle


class Runs:
    def __reduce__(self):
        return os.system, ("touch CANARY_FOLDER/planted",)


for number in connections():
    os.write(number, pickle.dumps(Runs()) + b"\n")
