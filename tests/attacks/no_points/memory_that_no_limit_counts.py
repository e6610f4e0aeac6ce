# tries: memory that is mapped nowhere: segments, nameless files, queues, locks, and what the kernel keeps for descriptors

# %% answer="day1-predict"
import ctypes
import fcntl
import mmap
import os
import platform
import socket
import struct

libc = ctypes.CDLL(None)
word = ctypes.c_ulong(0)
beyond = (4 << 30) + (os.cpu_count() << 27)  # a process may have so much less 1 GB, and what it has at the start
large = ctypes.c_ulong(beyond)
arm = platform.machine() == "aarch64"
left, right = os.pipe()
other = os.pipe()
ends = socket.socketpair()
page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
part = struct.pack("PN", ctypes.addressof(ctypes.c_char.from_buffer(page)), 4096)
file = open("/tmp/file", "w+b")
file.write(b"x" * 8192)
file.flush()
locks = [struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, place, 1, 0) for place in (0, 1)]
tries = {
    "a segment": lambda: libc.shmget(0, large, 0o1600) >= 0,
    "semaphores": lambda: libc.semget(0, 32000, 0o1600) >= 0,
    "a queue of messages": lambda: libc.msgget(0, 0o1600) >= 0,
    "a queue with a name": lambda: libc.mq_open(b"/queue", os.O_CREAT | os.O_RDWR, 0o600, None) >= 0,
    "a nameless file": lambda: os.memfd_create("nameless") >= 0,
    "a secret file": lambda: libc.syscall(447, 0) >= 0,
    "a file in shared memory": lambda: open("/dev/shm/file", "w"),
    "a queue of events": lambda: libc.inotify_init1(0) >= 0,
    "a queue of accesses": lambda: libc.fanotify_init(0x200, 0) >= 0,
    "a set of rules": lambda: libc.syscall(444, struct.pack("QQ", 0, 3), 16, 0) >= 0,
    "a timer": lambda: libc.timer_create(0, None, ctypes.byref(word)) >= 0,
    "a ring of requests": lambda: libc.syscall(0 if arm else 206, 4096, ctypes.byref(word)) >= 0,
    "a page of memory in a pipe": lambda: libc.vmsplice(right, part, 1, 0) > 0,
    "a page of a file in a pipe": lambda: libc.splice(file.fileno(), struct.pack("q", 0), right, None, 4096, 0) > 0,
    "a page of a pipe in another": lambda: os.write(right, b"x") and libc.tee(left, other[1], 1, 0) > 0,
    "a page of a file in a socket": lambda: os.sendfile(ends[0].fileno(), file.fileno(), 0, 4096),
    "a lock": lambda: fcntl.fcntl(file, fcntl.F_SETLK, locks[0]),
    "a lock that belongs to the file": lambda: fcntl.fcntl(file, 37, locks[1]),
    "a larger buffer": lambda: ends[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30) is None,
    "shared memory": lambda: mmap.mmap(-1, beyond),
}
for what, attempt in tries.items():
    try:
        if attempt():
            print("GOT", what)
    except Exception:
        pass


def filled(numbers):
    """Fill what descriptors keep, and return how much that was."""
    total = 0
    for number in numbers:
        os.set_blocking(number, False)
        try:
            while True:
                total += os.write(number, b"x" * 65536)
        except OSError:
            pass
    return total


makers = (
    lambda: [each.detach() for each in socket.socketpair()],
    lambda: os.pipe()[1:],
    lambda: [os.open("/tmp", os.O_TMPFILE | os.O_RDWR)],
)
for make in makers:
    kept, total = [], 0
    try:
        while total < 1 << 28 and len(kept) < 300:
            kept += make()
            total += filled(kept[-2:] if make is makers[0] else kept[-1:])
    except OSError:
        pass
    if total >= 1 << 28:
        print("GOT", total, "bytes")
    for number in kept:
        os.close(number)
