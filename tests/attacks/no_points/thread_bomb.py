# tries: threads without end

# %% answer="day1-predict"
import threading
import time

try:
    for _ in range(5_000):
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    print("GOT")
except RuntimeError:
    pass
