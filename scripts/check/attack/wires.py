"""Raw connections, for what http.client would not send or would hide."""
import contextlib
import http.client
import io
import os
import socket
import time


def connect(port, timeout=10, receive_buffer=None):
    s = socket.socket()
    if receive_buffer:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    s.settimeout(timeout)
    try:
        s.connect(("127.0.0.1", port))
    except OSError:
        s.close()
        raise
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return s


def send_all(s, *packets, pause=0.05):
    """Sends packets one by one. Errors from a server that refuses early are ignored, because its answer is read
    next."""
    with contextlib.suppress(OSError):
        for i, packet in enumerate(packets):
            if i:
                time.sleep(pause)
            s.sendall(packet)


class _Source(io.RawIOBase):
    """A socket as a file from which http.client reads one answer after the other."""

    def __init__(self, s):
        self.s = s

    def readable(self):
        return True

    def readinto(self, buffer):
        try:
            return self.s.recv_into(buffer)
        except ConnectionError:
            return 0


class _Kept:
    """http.client closes its file after each answer; this one stays open."""

    def __init__(self, file):
        self.file = file

    def makefile(self, *_):
        return self

    def close(self):
        pass

    def __getattr__(self, name):
        return getattr(self.file, name)


class Answers:
    """Reads the answers on one connection in order."""

    def __init__(self, s):
        self.file = _Kept(io.BufferedReader(_Source(s)))

    def next(self, method="POST"):
        """Status, headers and body; status 0 if the connection was closed without an answer, None on a timeout."""
        response = http.client.HTTPResponse(self.file, method=method)
        try:
            response.begin()
            return response.status, response.headers, response.read()
        except TimeoutError:
            return None, {}, b""
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}, b""

    def closed(self):
        """Whether nothing more arrives within the socket's timeout."""
        try:
            return self.file.read(1) == b""
        except TimeoutError:
            return False
        except OSError:
            return True


def exchange(port, *packets, timeout=10, answers=1, method="POST", within=0.3):
    """Statuses of this many answers to these packets on one connection, then whether it was closed within as many seconds."""
    with connect(port, timeout) as s:
        send_all(s, *packets)
        reader = Answers(s)
        statuses = [reader.next(method)[0] for _ in range(answers)]
        s.settimeout(within)
        return statuses, reader.closed()


def seconds_until_closed(s, patience):
    """Reads until the other side closes the connection; None if it does not."""
    began = time.monotonic()
    s.settimeout(0.1)
    while time.monotonic() - began < patience:
        try:
            if not s.recv(65536):
                return time.monotonic() - began
        except TimeoutError:
            continue
        except OSError:
            return time.monotonic() - began
    return None


def server_holds(server_port, client_port):
    """Whether the server's end of a connection is still established and owned by a process. None if the system does not
    say."""
    found = None
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        if not os.path.exists(table):
            continue
        found = found or False
        with open(table) as f:
            for line in f.readlines()[1:]:
                fields = line.split()
                local, remote = (int(a.rsplit(":", 1)[1], 16) for a in fields[1:3])
                if (local, remote) == (server_port, client_port):
                    found |= fields[3] in ("01", "08") and fields[9] != "0"
    return found
