"""The built service as a process: starts, queries and inspects it. Uses only the standard library and loopback."""
import contextlib
import http.client
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TINY = ROOT / "testdata" / "tiny"
SERVE = ROOT / "serve"

# nohup, and a shell for a job in the background, let a check ignore these, and so would what it starts. A handler is not
# handed on.
for number in (signal.SIGHUP, signal.SIGINT):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, lambda *_: None)


def free_ports(count):
    """This many different free ports, which the system gives nobody who asks for any: checks run beside each other."""
    free = []
    while len(free) < count:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as s:
            s.bind(("127.0.0.1", port))
            if port not in free:
                free.append(port)
    return free


def call(port, method, path, body=None, headers=None, timeout=60):
    """Sends a request and returns the status, content type and text of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response.status, response.getheader("Content-Type"), response.read().decode()
    finally:
        connection.close()


def environment(port, admin=None, **settings):
    """This process's environment without the service's settings, plus the given ones; None removes a variable. Nothing is
    kept for the next start unless SERVICE_PREPARED says where."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("SERVICE_", "OTEL_", "HF_"))}
    chosen = {"SERVICE_HOST": "127.0.0.1", "SERVICE_PORT": port, "SERVICE_ADMIN_PORT": admin, "SERVICE_CHECKPOINTS": TINY,
              "SERVICE_PREPARED": "off", **settings}
    return {**clean, **{k: str(v) for k, v in chosen.items() if v is not None}}


def start(command, env, log, descriptors=None, directory=None):
    """Starts the service with standard error in an open file, at most this many descriptors, and no core dumps."""
    limits = "ulimit -c 0" + (" && ulimit -n %d" % descriptors if descriptors else "")
    return subprocess.Popen(["sh", "-c", limits + ' && exec "$@"', "sh", *command], env=env, cwd=directory,
                            stdout=subprocess.DEVNULL, stderr=log)


def stop(process, patience=30):
    """Sends SIGTERM, then SIGKILL if the process does not end; returns whether SIGTERM was enough."""
    if process.poll() is not None:
        return True
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(patience)
        return True
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False


class Service:
    """The service on two free ports, stopped at the end of a `with` block. Its standard error goes to the file
    `log`."""

    def __init__(self, command, log, **settings):
        self.port, self.admin = free_ports(2)
        pathlib.Path(log).parent.mkdir(exist_ok=True)
        with open(log, "w") as out:
            self.process = start([str(word) for word in command], environment(self.port, self.admin, **settings), out)
        self.log = log

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self, patience=60):
        """Its exit status."""
        stop(self.process, patience)
        return self.process.returncode

    def await_ready(self, seconds=120):
        until(lambda: self.process.poll() is not None or self.status("/health/ready") == 200, seconds, 0.1)
        if self.status("/health/ready") != 200:
            self.stop()
            sys.exit("the service did not start, see %s" % self.log)
        return self

    def status(self, path):
        """Status of a page of the operator's port; 0 if there is no answer."""
        try:
            return call(self.admin, "GET", path, timeout=10)[0]
        except (OSError, http.client.HTTPException):
            return 0

    def resident_mib(self):
        return memory_mib(self.process.pid)


def memory_mib(pid, name="VmRSS"):
    """A figure in MiB: VmRSS is the resident memory, VmHWM its maximum; None if the process is gone or there is no
    figure."""
    try:
        with open("/proc/%d/status" % pid) as f:
            return next((int(line.split()[1]) / 1024 for line in f if line.startswith(name + ":")), None)
    except OSError:
        return None


def forget_peak(pid):
    """Resets VmHWM."""
    try:
        with open("/proc/%d/clear_refs" % pid, "w") as f:
            f.write("5")
    except OSError:
        pass


def processor_seconds(pid):
    try:
        with open("/proc/%d/stat" % pid) as f:
            fields = f.read().rsplit(") ", 1)[1].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until(condition, seconds, pause=0.02):
    """Whether the condition became true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True
