"""The built service as a process: how scripts start it, ask it and look at it. Standard library only; loopback only."""
import http.client
import os
import pathlib
import signal
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TINY = ROOT / "testdata" / "tiny"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def call(port, method, path, body=None, headers=None, timeout=60):
    """Status, content type and text of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        return response.status, response.getheader("Content-Type"), response.read().decode()
    finally:
        connection.close()


def environment(port, admin, **settings):
    """This environment without its own settings, and with these; one that is None is left out."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("SERVICE_", "OTEL_", "HF_"))}
    chosen = {"SERVICE_HOST": "127.0.0.1", "SERVICE_PORT": str(port), "SERVICE_ADMIN_PORT": str(admin),
              "SERVICE_CHECKPOINTS": str(TINY), **settings}
    return {**clean, **{k: str(v) for k, v in chosen.items() if v is not None}}


def start(command, env, log, descriptors=None, directory=None):
    """Starts the service with its standard error in an open file, at most this many descriptors, and no core of a crash."""
    limits = "ulimit -c 0" + (" && ulimit -n %d" % descriptors if descriptors else "")
    return subprocess.Popen(["sh", "-c", limits + ' && exec "$@"', "sh", *command], env=env, cwd=directory, stdout=subprocess.DEVNULL, stderr=log)


def stop(process, patience=30):
    """SIGTERM, and SIGKILL for a process that does not end: returns whether it was not needed."""
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


def memory_mib(pid, name="VmRSS"):
    """VmRSS is resident now, VmHWM was at most; None if the process is gone or the system does not tell."""
    try:
        with open("/proc/%d/status" % pid) as f:
            return next((int(line.split()[1]) / 1024 for line in f if line.startswith(name + ":")), None)
    except OSError:
        return None


def forget_peak(pid):
    """VmHWM counts from here."""
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
    """Whether it came true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True
