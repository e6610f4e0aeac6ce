# tries: connects to this machine's ports, to another machine, and past the network to the host

# %% answer="day1-predict"
import socket

for address in (("127.0.0.1", CANARY_PORT), ("localhost", CANARY_PORT), ("8.8.8.8", 53), ("169.254.169.254", 80)):
    try:
        socket.create_connection(address, 0.5)
        print("GOT", address)
    except OSError:
        pass
for family in set(range(46)) - {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, 16}:
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            socket.socket(family, kind)
            print("GOT", family, kind)
        except OSError:
            pass
