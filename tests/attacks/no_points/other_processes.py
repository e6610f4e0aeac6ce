# tries: sees, kills and traces other processes

# %% answer="day1-predict"
import contextlib
import ctypes
import os

# The copy that answered the checks before this cell is its own child, and was ended: that one is none of the others.
with contextlib.suppress(ChildProcessError):
    os.waitpid(-1, 0)
numbers = [int(name) for name in os.listdir("/proc") if name.isdigit()]
if len(numbers) > 2:
    print("GOT", numbers)
libc = ctypes.CDLL(None, use_errno=True)
for process in (GRADER, os.getppid(), 1, 2):
    if libc.ptrace(16, process, 0, 0) == 0:
        print("GOT traced", process)
    if process not in (1, os.getpid()) and process:
        try:
            os.kill(process, 0)
            print("GOT signalled", process)
        except OSError:
            pass
