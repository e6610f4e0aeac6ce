# tries: reads the questions itself, and answers one check with what was asked of another
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any
# cell seconds: 2
# total seconds: 20
# uses: connections

# %% answer="day1-predict"
import threading


import socket


def instead():
    """Take questions away from who should answer them, and put back what was asked for before."""
    last = b""
    for number in connections():
        connection = socket.socket(fileno=os.dup(number))
        while True:
            data = connection.recv(1 << 16)
            connection.sendall(last or b'{"answers": [], "shadows": false}\n')
            last = data


threading.Thread(target=instead, daemon=True).start()
