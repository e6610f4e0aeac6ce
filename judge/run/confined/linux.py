# SPDX-License-Identifier: MIT
"""What Linux gives to confine a process: namespaces, a read-only view of files, limits, and a filter of system calls.

Called by :mod:`judge.run.confined.server` alone, in a process that has no threads. Nothing here knows of notebooks.
What the machine refuses raises :class:`NotConfined`.
The man pages that it follows are namespaces(7), pivot_root(2), mount_setattr(2), capabilities(7),
landlock(7) and seccomp(2).
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
import platform
import resource
import socket
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path


class NotConfined(RuntimeError):
    """The system refuses a call that confines; the text is that call, and why, as in "setns (Not permitted)"."""


class UnknownMachine(NotConfined):
    """The numbers of this machine's system calls are not known; the text is its name."""


_libc = ctypes.CDLL(None, use_errno=True)
_libc.mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]

NEW_MOUNTS, NEW_USER, NEW_PROCESSES = 0x00020000, 0x10000000, 0x20000000
NEW_NETWORK, NEW_IPC, NEW_HOST_NAME = 0x40000000, 0x08000000, 0x04000000

_RDONLY, _NOSUID, _NODEV, _NOEXEC, _REMOUNT = 0x1, 0x2, 0x4, 0x8, 0x20
_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 0x40000
_DETACH = 2

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
_LAST_CAPABILITY = 63

# A page of memory that stands for 512 others, and what asks the kernel to make some out of those that are there.
_HUGE_PAGE = 2 * 2**20
_MADV_COLLAPSE = 25

UNLIMITED = -1

# What threads and libraries reserve, and mostly don't use: PyTorch takes 0.6 GB of it where a notebook imports it late.
ROOM_FOR_MAPS = 2**30

# The user that strangers' code runs as where the instructor is root: "nobody", who owns no file.
NOBODY = 65534


def _checked(result: int, call: str) -> int:
    """Return the result of a system call, or raise ``NotConfined`` where it was refused."""
    if result < 0:
        raise NotConfined(f"{call} ({os.strerror(ctypes.get_errno())})")
    return result


@contextlib.contextmanager
def _asking_for(call: str) -> Iterator[None]:
    """Raise ``NotConfined`` with the name of a system call that is refused inside this block or function."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise NotConfined(f"{call} ({why})") from error


def _unshare(flags: int) -> None:
    _checked(_libc.unshare(flags), f"unshare({flags:#x})")


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    arguments = [os.fsencode(part) if part else None for part in (source, target, kind)]
    done = _libc.mount(*arguments, flags, data.encode() or None)
    _checked(done, f"mount({target})")


class ViewOfFiles:
    """The files that a submission sees: a few folders, read-only, and nothing else.

    Folders that do not exist are left out. Those of ``moved`` are seen at another path, which is the value; those of
    ``hidden`` lie inside the others and look empty.
    """

    def __init__(self, folders: Iterable[str], moved: dict[str, str], hidden: Iterable[str]):
        asked = [folder for folder in folders if os.path.isdir(folder)]
        self._folders = _outermost(asked)
        # An environment may be reached by a link: imports use that path.
        self._links = {path: real for path in map(os.path.abspath, asked) if (real := os.path.realpath(path)) != path}
        self._moved, self._hidden = moved, [folder for folder in hidden if os.path.isdir(folder)]
        # Where an environment lies in /tmp, each child's own /tmp would cover it: from here it is shown there again.
        below = [folder for folder in self._folders if folder.startswith("/tmp/")]
        self.covered = [(f"/covered/{number}", folder) for number, folder in enumerate(below)]
        self.covered_links = [(target, path) for path, target in self._links.items() if path.startswith("/tmp/")]

    @_asking_for("mkdir/symlink")
    def enter(self, root: str) -> None:
        """Make this view the root of the file system, at an empty folder, in a mount namespace of its own."""
        _mount("none", "/", "", _RECURSIVE | _PRIVATE)
        _mount("tmpfs", root, "tmpfs", _NOSUID | _NODEV, "size=1m,nr_inodes=4096,mode=755")
        for source, target in [*((folder, folder) for folder in self._folders), *self._moved.items()]:
            _show(source, root + target)
        for folder in self._hidden:
            _mount("tmpfs", root + folder, "tmpfs", _RDONLY | _NOSUID | _NODEV, "size=4k,mode=755")
        for link in ("/bin", "/sbin", "/lib", "/lib32", "/lib64"):
            if os.path.islink(link):
                os.symlink(os.readlink(link), root + link)
            elif os.path.isdir(link):
                _show(link, root + link)
        for path, target in self._links.items():
            _link(target, root + path)
        for folder in ("/tmp", "/proc", "/etc", "/dev", *(place for place, _ in self.covered)):
            os.makedirs(root + folder, exist_ok=True)
        for device in ("null", "zero", "full", "random", "urandom"):
            Path(root, "dev", device).touch()
            _mount(f"/dev/{device}", f"{root}/dev/{device}", "", _BIND)
        Path(root, "etc/passwd").write_text("learner:x:65534:65534::/tmp:/bin/sh\n")
        os.chdir(root)
        _checked(_libc.syscall(_PIVOT_ROOT, b".", b"."), "pivot_root")
        _checked(_libc.umount2(b".", _DETACH), "umount2")
        os.chdir("/")
        # From here on nothing can be written into the root itself, where the next submission would find it.
        _mount("none", "/", "", _REMOUNT | _BIND | _RDONLY | _NOSUID | _NODEV)


def _link(target: str, path: str) -> None:
    if not os.path.lexists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(target, path)


def _outermost(folders: Iterable[str]) -> list[str]:
    """Return folders without those that lie in another of them."""
    found: list[str] = []
    for folder in sorted({os.path.realpath(each) for each in folders}):
        if not any(folder == outer or folder.startswith(outer.rstrip("/") + "/") for outer in found):
            found.append(folder)
    return found


def _show(source: str, path: str) -> None:
    """Mount a folder, and what is mounted inside of it, read-only at a path."""
    os.makedirs(path, exist_ok=True)
    _mount(source, path, "", _BIND | _RECURSIVE)
    attributes = struct.pack("QQQQ", 0x1 | 0x2 | 0x4, 0, 0, 0)  # read-only, no set-uid programs, no devices
    done = _libc.syscall(_MOUNT_SETATTR, -100, os.fsencode(path), 0x8000, attributes, len(attributes))
    if done == 0:
        return
    # Linux before 5.12: the mount's own flags must be repeated, and what is mounted inside stays as it is.
    had = os.statvfs(path).f_flag & (_NOSUID | _NODEV | _NOEXEC)
    _mount("none", path, "", _REMOUNT | _BIND | _RDONLY | had)


def confine_server(view: ViewOfFiles, root: str) -> None:
    """Confine this process and its children: no network, no files but the view's, no rights outside.

    The view is entered at ``root``, an empty folder.
    """
    apart = NEW_MOUNTS | NEW_NETWORK | NEW_IPC | NEW_HOST_NAME
    # The maps of users are written there when the old /proc is no longer visible.
    with _asking_for("open(/proc/self)"):
        here = os.open("/proc/self", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        user, group = os.geteuid(), os.getgid()
        if user:
            _unshare(NEW_USER | NEW_PROCESSES | apart)
            _map_user(here, user, group)
        else:
            _unshare(apart)
        with _asking_for("sethostname"):
            socket.sethostname("course")
        view.enter(root)
        if not user:
            with _asking_for("setgroups/setresgid/setresuid"):
                os.setgroups([])
                os.setresgid(NOBODY, NOBODY, NOBODY)
                os.setresuid(NOBODY, NOBODY, NOBODY)
            _libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)  # else /proc/self belongs to root
            _unshare(NEW_USER | NEW_MOUNTS | NEW_PROCESSES)
            _map_user(here, NOBODY, NOBODY)
    finally:
        os.close(here)


def _map_user(here: int, user: int, group: int) -> None:
    for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        opener = partial(os.open, dir_fd=here)
        with _asking_for(f"write(/proc/self/{file})"), open(file, "wb", buffering=0, opener=opener) as handle:
            handle.write(text.encode())


def fork_apart() -> int:
    """Fork, as :func:`os.fork`, a child in a process namespace of its own: all that it starts ends with it."""
    with _asking_for("pidfd_open"):
        own = os.pidfd_open(os.getpid())
    try:
        _join_processes_of(own)  # Where it is refused, no child may begin: it would run until this process has ended.
        _unshare(NEW_PROCESSES)
        child = -1  # There is none yet.
        try:
            with _asking_for("fork"):
                child = os.fork()
        finally:
            if child:
                _join_processes_of(own)  # The next child needs a namespace of its own, too.
        return child
    finally:
        os.close(own)


def _join_processes_of(process: int) -> None:
    """Let later children of this process be in the process namespace of another, which a descriptor names."""
    _checked(_libc.setns(process, NEW_PROCESSES), "setns")


def confine_child(
    limits: dict[str, int], covered: Iterable[tuple[str, str]] = (), links: Iterable[tuple[str, str]] = ()
) -> None:
    """Give this child a private /tmp, drop its rights, set its limits, and filter its system calls.

    The limits are those of :func:`set_limits`, and ``disk`` in bytes. What of the view lies in /tmp is named by
    :attr:`ViewOfFiles.covered` and :attr:`ViewOfFiles.covered_links`.
    """
    user, group = os.getuid(), os.getgid()
    _unshare(NEW_MOUNTS | NEW_IPC)
    for place, folder in covered:
        _mount(folder, place, "", _BIND | _RECURSIVE)
    _mount("tmpfs", "/tmp", "tmpfs", _NOSUID | _NODEV, f"size={limits['disk']},nr_inodes=4096,mode=700")
    for place, folder in covered:
        os.makedirs(folder)
        _mount(place, folder, "", _BIND | _RECURSIVE)
    for target, path in links:
        _link(target, path)
    try:
        _mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC)
    except NotConfined:  # Some containers refuse it: then /proc is empty.
        _mount("tmpfs", "/proc", "tmpfs", _RDONLY | _NOSUID | _NODEV, "size=4k,mode=555")
    else:
        # Processes are counted by user and namespace: one submission can't use up another's.
        here = os.open("/proc/self", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        _unshare(NEW_USER | NEW_MOUNTS)
        _map_user(here, user, group)
        os.close(here)
    # If the machine runs out of memory all the same, this process is killed first.
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    os.chdir("/tmp")
    _drop_rights()
    allow_writing_in("/tmp", "/dev")
    set_limits(limits)
    _filter_calls()


def set_limits(limits: dict[str, int]) -> None:
    """Set the limits of this process and of all that it starts.

    They are ``memory`` and ``file`` in bytes, ``processes``, and ``seconds`` of processor time; memory is counted
    beyond what is ``mapped`` already.
    """
    # Shared memory does not count as data, nor do read-only pages: so the whole address space is limited, too.
    in_all = limits["mapped"] + limits["memory"] + ROOM_FOR_MAPS
    for name, value in (
        (resource.RLIMIT_DATA, limits["memory"]),
        (resource.RLIMIT_AS, in_all if sys.platform == "linux" else UNLIMITED),
        (resource.RLIMIT_NPROC, limits["processes"]),
        (resource.RLIMIT_FSIZE, limits["file"]),
        (resource.RLIMIT_CPU, limits["seconds"]),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
    ):
        if value == UNLIMITED:
            continue
        with _asking_for("setrlimit"):
            most = resource.getrlimit(name)[1]
            value = value if most == resource.RLIM_INFINITY else min(value, most)
            resource.setrlimit(name, (value, value))


def memory_used() -> tuple[int, int]:
    """Return how many bytes this process, which still sees /proc, has mapped, and how many of them are data."""
    try:
        pages = [int(count) for count in Path("/proc/self/statm").read_text().split()]
    except OSError:
        return ROOM_FOR_MAPS, ROOM_FOR_MAPS
    return pages[0] * resource.getpagesize(), pages[5] * resource.getpagesize()


def gather_memory() -> None:
    """Let huge pages hold this process's data, as far as the kernel, from Linux 6.1 on, has any.

    A fork copies the table of all pages, and the end of a process takes it down again: for a process that has imported
    PyTorch this takes as long as what is asked of it. With huge pages the table is a few hundred times smaller.
    """
    try:
        mappings = Path("/proc/self/maps").read_text().splitlines()
    except OSError:
        return
    for mapping in mappings:
        addresses, rights, *_, name = (*mapping.split(maxsplit=5), "")[:6]
        if rights == "rw-p" and name in ("", "[heap]"):
            begin, end = (int(address, 16) for address in addresses.split("-"))
            begin, end = -(-begin // _HUGE_PAGE) * _HUGE_PAGE, end // _HUGE_PAGE * _HUGE_PAGE
            if begin < end:  # Where it is refused, small pages do.
                _libc.madvise(ctypes.c_void_p(begin), ctypes.c_size_t(end - begin), _MADV_COLLAPSE)


def most_memory(used: resource.struct_rusage) -> int:
    """Return the most bytes of memory that an ended process had at a time, by what the system says that it used."""
    return used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def limit_data(size: int) -> None:
    """Limit this process's data to ``size`` bytes, unless its limit is lower already."""
    most = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (size if most == resource.RLIM_INFINITY else min(size, most), most))


def _drop_rights() -> None:
    for capability in range(_LAST_CAPABILITY + 1):
        if _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            if ctypes.get_errno() != errno.EINVAL:  # This kernel has no capability of that number.
                _checked(-1, "prctl(PR_CAPBSET_DROP)")
            break
    header, none = struct.pack("Ii", 0x20080522, 0), bytes(24)
    _checked(_libc.capset(header, none), "capset")
    _checked(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl(PR_SET_NO_NEW_PRIVS)")
    _libc.prctl(_PR_SET_PDEATHSIG, 9, 0, 0, 0)


# Landlock, by the version of the kernel's interface: what writes, and from which version on that can be refused.
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_WRITES = {1: 0b1_1111_1111_0010, 2: 1 << 13, 3: 1 << 14}
_DEVICES = (1 << 6) | (1 << 11)  # of characters and of blocks: to be made nowhere
_CONNECTIONS = 0b11  # to bind and to connect, from version 4 on
_SCOPES = 0b11  # sockets without a file, and signals, to what is outside; from version 6 on


def landlock_version() -> int:
    """Return the version of the kernel's Landlock; below 1 where there is none, or where it is refused."""
    return int(_libc.syscall(_LANDLOCK_CREATE, None, 0, 1))


def allow_writing_in(*folders: str) -> None:
    """Keep this process, and all that it starts, from writing elsewhere and from connecting and signalling outside.

    Mounts and namespaces do all that already: this is a second wall, where the kernel has landlock(7).
    """
    version = landlock_version()
    if version < 1:
        return
    writes = sum(bits for since, bits in _WRITES.items() if version >= since)
    wanted = [writes, *([_CONNECTIONS] if version >= 4 else []), *([_SCOPES] if version >= 6 else [])]
    rules = struct.pack(f"={len(wanted)}Q", *wanted)
    made = _checked(_libc.syscall(_LANDLOCK_CREATE, rules, len(rules), 0), "landlock_create_ruleset")
    try:
        for folder in folders:
            with _asking_for(f"open({folder})"):
                place = os.open(folder, os.O_PATH | os.O_CLOEXEC)
            try:
                rule = struct.pack("=Qi", writes & ~_DEVICES, place)
                _checked(_libc.syscall(_LANDLOCK_ADD, made, 1, rule, 0), "landlock_add_rule")
            finally:
                os.close(place)
        _checked(_libc.syscall(_LANDLOCK_RESTRICT, made, 0), "landlock_restrict_self")
    finally:
        os.close(made)


# System calls that a notebook has no use for, by their numbers on x86_64 and on aarch64. Namespaces and dropped rights
# contain everything else: this filter makes the kernel's attack surface smaller.
_REFUSED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "open_by_handle_at": (304, 265),
    "name_to_handle_at": (303, 264),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "personality": (135, 92),
    "quotactl": (179, 60),
    "syslog": (103, 116),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
}
# System calls that take memory which counts for no process: what is mapped nowhere, and what the kernel keeps for a
# descriptor. A control group would count it; without one, no limit does.
_UNCOUNTED = {
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "inotify_init": (253, 26),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "landlock_create_ruleset": (444, 444),
    "timer_create": (222, 107),
    "io_setup": (206, 0),
    # A page in a pipe or a socket keeps all of the large page that it is a part of.
    "vmsplice": (278, 75),
    "splice": (275, 76),
    "tee": (276, 77),
    "sendfile": (40, 71),
}
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
_PIVOT_ROOT = _REFUSED["pivot_root"][_MACHINES.get(platform.machine(), (0, 0))[0]]
_MOUNT_SETATTR = 442
_CLONE3 = 435
# Sockets between processes, of the (empty) network, and netlink. Namespaces do not contain others, such as those to the
# host of a virtual machine.
_SOCKETS = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, 16)
_NEW_NAMESPACES = 0x7E020000  # any of the flags of clone(2) that make a namespace
# Locks on parts of a file: one file can have any number of them.
_FCNTL, _LOCKS = (72, 25), (fcntl.F_SETLK, fcntl.F_SETLKW, 37, 38)
# A socket's buffers can't be enlarged: SO_SNDBUF, SO_RCVBUF, and both of them with force.
_SETSOCKOPT, _BUFFERS = (54, 208), (7, 8, 32, 33)
_FIRST, _SECOND, _THIRD = 16, 24, 32  # where the arguments of a call lie


def _filter_calls() -> None:
    """Refuse the system calls of ``_REFUSED`` and ``_UNCOUNTED``, and some others by their arguments."""
    if platform.machine() not in _MACHINES:
        raise UnknownMachine(platform.machine())
    column, machine = _MACHINES[platform.machine()]
    refuse, unknown, no_family, no_locks = (0x00050000 | number for number in (1, 38, 97, 37))
    allow, kill = 0x7FFF0000, 0x80000000
    program = [(0x20, 0, 0, 4), (0x15, 1, 0, machine), (0x06, 0, 0, kill), (0x20, 0, 0, 0)]
    if column == 0:  # The calls of x32 are these with a bit more.
        program += [(0x35, 0, 1, 0x40000000), (0x06, 0, 0, refuse)]
    for number in sorted({pair[column] for pair in (*_REFUSED.values(), *_UNCOUNTED.values())}):
        program += [(0x15, 0, 1, number), (0x06, 0, 0, refuse)]
    # The flags of clone3 lie in memory, which no filter can read: libraries fall back to clone.
    program += [(0x15, 0, 1, _CLONE3), (0x06, 0, 0, unknown)]
    program += _where((41, 198)[column], _FIRST, _SOCKETS, allow, no_family)
    program += _where(_FCNTL[column], _SECOND, _LOCKS, no_locks, allow)
    program += _where(_SETSOCKOPT[column], _THIRD, _BUFFERS, refuse, allow)
    clone = (56, 220)[column]
    program += [(0x15, 0, 3, clone), (0x20, 0, 0, _FIRST), (0x45, 0, 1, _NEW_NAMESPACES), (0x06, 0, 0, refuse)]
    _install([*program, (0x06, 0, 0, allow)])


def _install(program: Sequence[tuple[int, int, int, int]]) -> None:
    """Install a filter of seccomp(2) in this process and all that it starts."""
    code = b"".join(struct.pack("HBBI", *step) for step in program)
    buffer = ctypes.create_string_buffer(code)
    filter_ = struct.pack("HxxxxxxP", len(program), ctypes.addressof(buffer))
    _checked(_libc.prctl(22, 2, ctypes.c_char_p(filter_), 0, 0), "prctl(PR_SET_SECCOMP)")


def _where(call: int, place: int, values: Sequence[int], then: int, otherwise: int) -> list[tuple[int, int, int, int]]:
    """Return the steps of a filter that decide on a call by whether an argument is one of some values."""
    tests = [(0x15, len(values) - at, 0, int(value)) for at, value in enumerate(values)]
    steps = [(0x20, 0, 0, place), *tests, (0x06, 0, 0, otherwise), (0x06, 0, 0, then)]
    return [(0x15, 0, len(steps), call), *steps]
