import os
import stat


def connections():
    """Return the descriptors of all sockets of this process."""
    found = []
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                found.append(number)
        except OSError:
            pass
    return found
