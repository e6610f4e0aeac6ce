# tries: 10 GB to disk, as one file and as many

# %% answer="day1-predict"
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
