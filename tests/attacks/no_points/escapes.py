# tries: makes namespaces and mounts, changes its user and its root

# %% answer="day1-predict"
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
for flag in (0x00020000, 0x10000000, 0x20000000, 0x40000000, 0x08000000, 0x04000000, 0x02000000):
    if libc.unshare(flag) == 0:
        print("GOT unshare", hex(flag))
if libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0:
    print("GOT mount")
if libc.umount2(b"/proc", 2) == 0:
    print("GOT umount")
for call in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.chroot("/tmp"), lambda: os.mknod("x", 0o60666, 0x800),
             lambda: os.sethostname("x"), lambda: os.nice(-5)):
    try:
        call()
        print("GOT", call.__code__.co_consts)
    except (OSError, AttributeError):
        pass
