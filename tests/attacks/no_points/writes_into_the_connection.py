# tries: writes answers into the connection from a thread, while questions are asked
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any
# cell seconds: 3
# total seconds: 20
# uses: connections

# %% answer="day1-predict"
import threading


def flood():
    good = b'{"answers": [{"kind": "value", "value": true}], "shadows": false, "outputs": [], "standing": true}\n'
    while True:
        for number in connections():
            os.write(number, good)


threading.Thread(target=flood, daemon=True).start()
