# tries: 10 GB to disk, as one file and as many
# points: day1-predict=0
# row: 23

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
import signal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
piece, written = bytes(1 << 20), 0
try:
    for number in range(10_000):
        with open(f"large-{number}", "wb") as file:
            for _ in range(16):
                written += file.write(piece)
except OSError:
    pass
print("GOT" if written > 100 << 20 else "")
