"""Row A8: files that are none, or that grow when they are read, stop a start in one line with status 2 and hold up no
reload; signals in the first second; the size of what waits for the decision log."""
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time

import running
from checkpoints import words
from harness import MISCONFIGURED
from report import attack

PATIENCE = 120  # seconds that a start may take to fail
NESTED = 100_000  # brackets


def refused(bench, report, what, names=(), seconds=PATIENCE, command=None, **settings):
    """A start must end with status 2 and one line that names the cause, and say no secret."""
    env = running.environment(0, None, SERVICE_MODELS="english", **settings)
    env["SERVICE_PORT"] = str(settings.get("SERVICE_PORT", 0))
    with subprocess.Popen(command or bench.command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", cwd=bench.directory) as process:
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            said, _ = process.communicate()
            report.hold("%s: still there after %d s: %s" % (what, seconds, said.strip()[-120:]), False)
            return
    lines = words(said)
    report.hold("%s: status %d, %d lines: %s" % (what, process.returncode, len(lines), " | ".join(lines)[:150]),
                process.returncode == MISCONFIGURED and len(lines) == 1 and all(name in said for name in names))


@contextlib.contextmanager
def installed(bench, name):
    """A copy of the installation whose files may be spoilt; what is large is linked."""
    home = bench.directory / name
    home.mkdir()
    source = bench.jar.parent
    shutil.copy(bench.jar, home)
    shutil.copytree(source / "conf", home / "conf")
    for folder in ("libs", "engines", "starter"):
        if (source / folder).exists():
            (home / folder).symlink_to(source / folder)
    yield home, [*bench.command[:-1], str(home / "decision-service.jar")]
    shutil.rmtree(home)


YAMLS = {
    "itself": b"z: &z [*z]\n",
    "a section in itself": b"listen: &a\n  port: *a\n",
    "laughs": b"a: &a [x,x,x,x,x,x,x,x,x]\n" + b"".join(
        b"%c: &%c [%s]\n" % (c + 1, c + 1, b",".join([b"*%c" % c] * 9)) for c in range(ord("a"), ord("j"))),
    "nested": b"listen: " + b"[" * NESTED,
    "nested sections": b"".join(b" " * i + b"a:\n" for i in range(1000)),
    "a huge scalar": b"listen:\n  host: " + b"x" * (32 << 20),
    "many keys": b"listen:\n" + b"".join(b"  k%d: 1\n" % i for i in range(200_000)),
    "a key twice": b"listen:\n  port: 1\n  port: 2\n",
    "a section twice": b"listen:\n  port: 0\nlisten:\n  host: 127.0.0.1\n",
    "a tab": b"listen:\n\tport: 0\n",
    "two documents": b"listen:\n  port: 0\n---\nlisten:\n  port: 1\n",
    "a list": b"- listen\n",
    "a number": b"8000\n",
    "a value for a section": b"listen: 8000\n",
    "a section for a value": b"limits:\n  queue-max:\n    a: 1\n",
    "a list as a name": b"? [a, b]\n: c\n",
    "a tag": b"listen: !!javax.script.ScriptEngineManager [x]\n",
    "a byte that is none": b"listen:\n  host: \xff\xfe\n",
    "zeros": bytes(4096),
    "binary": bytes(range(256)) * 16,
}


@attack("A8-yaml", "configuration files that hold themselves, laugh, nest, repeat or are no YAML")
def yaml(bench, report):
    with installed(bench, "yaml") as (home, command):
        chosen = ("itself", "nested", "a key twice") if bench.short else YAMLS
        for name in chosen:
            (home / "conf" / "application.yaml").write_bytes(YAMLS[name])
            refused(bench, report, name, ["application.yaml"], command=command)


@attack("A8-files", "pipes, devices, directories, sockets and files of /proc where a file is named")
def files(bench, report):
    folder = bench.directory / "no files"
    folder.mkdir()
    os.mkfifo(folder / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "socket"))
        kinds = {"a pipe": folder / "fifo", "a socket": folder / "socket", "a directory": folder, "/dev/zero": "/dev/zero",
                 "/proc/kmsg": "/proc/kmsg"}
        settings = ["SERVICE_API_KEY_FILE", "SERVICE_FITTED", "SERVICE_ADMIN_PASSWORD_FILE", "HF_TOKEN_FILE"]
        for setting in bench.pick(settings[:2], settings):
            for kind in bench.pick(["a pipe"], kinds):
                refused(bench, report, "%s is %s" % (setting, kind), [setting], **{setting: kinds[kind]})
        refused(bench, report, "SERVICE_REQUEST_FILE is a pipe", ["SERVICE_REQUEST_FILE"], SERVICE_REQUEST_FILE=folder / "fifo",
                command=[*bench.command, "--once"])
        if not bench.short:
            refused(bench, report, "evaluate a pipe", ["fifo"], command=[*bench.command, "evaluate", str(folder / "fifo")])
            refused(bench, report, "answer a pipe", ["fifo"], command=[*bench.command, "answer", str(folder / "fifo"), str(folder / "out")])
            with installed(bench, "fifo") as (home, command):
                (home / "conf" / "application.yaml").unlink()
                os.mkfifo(home / "conf" / "application.yaml")
                refused(bench, report, "the configuration is a pipe", ["application.yaml"], command=command)


@attack("A8-reload", "a calibration file that becomes a pipe, while SIGHUP comes")
def reload(bench, report):
    calibration = bench.directory / "calibration.json"
    calibration.write_text('{"temperature": [1, 1, 1]}')
    with bench.start(report, SERVICE_FITTED="english=%s" % calibration) as service:
        calibration.unlink()
        os.mkfifo(calibration)
        for _ in range(3):
            service.process.send_signal(signal.SIGHUP)
        report.hold("refused in the log", running.until(lambda: "regular file" in service.new_log(), 10))
        calibration.unlink()
        calibration.write_text('{"temperature": [2, 2, 2]}')
        service.process.send_signal(signal.SIGHUP)

        def other():
            status, text = service.ask()
            return status == 200 and service.answers(text) != service.wanted
        report.hold("the next file is read", running.until(other, 10, 0.2))
        calibration.write_text('{"temperature": [1, 1, 1]}')
        service.process.send_signal(signal.SIGHUP)


@attack("A8-signals", "SIGHUP, SIGTERM and SIGINT in the first second and a half")
def signals(bench, report):
    """Java itself needs a moment before it runs any program; until then a hangup ends it as it ends any process."""
    step = bench.pick(0.75, 0.1)
    for wanted, number in ((None, signal.SIGHUP), (143, signal.SIGTERM), (130, signal.SIGINT))[:bench.pick(1, 3)]:
        wrong, tried, boot = [], 0, 0
        for i in range(1 + int(1.5 / step)):
            port, log = running.free_ports(1)[0], bench.directory / "signals.log"
            with open(log, "w+b") as out:
                process = running.start(bench.command, running.environment(port, None, SERVICE_MODELS="english"), out)
                began = time.monotonic()
                running.until(lambda p=process: in_main(p.pid), 20, 0.002)
                boot = max(boot, time.monotonic() - began)
                time.sleep(i * step)
                process.send_signal(number)
                tried += 1
                if wanted is None:
                    up = running.until(lambda p=process, at=port: p.poll() is not None or healthy(at), PATIENCE, 0.1)
                    if not up or process.poll() is not None:
                        wrong.append("%.2f s: %s" % (i * step, process.poll()))
                else:
                    try:
                        status = process.wait(PATIENCE)
                    except subprocess.TimeoutExpired:
                        status = None
                    if status not in (wanted, -number):
                        wrong.append("%.2f s: %s" % (i * step, status))
                running.stop(process)
        report.hold("%s: %d of %d as they should, the last after %.2f s of Java%s" % (
            number.name, tried - len(wrong), tried, boot, ", not " + ", ".join(wrong) if wrong else ""), not wrong)


def in_main(pid):
    """Whether the program's first thread, which main() starts, is there."""
    try:
        tasks = os.listdir("/proc/%d/task" % pid)
        names = set()
        for task in tasks:
            with contextlib.suppress(OSError), open("/proc/%d/task/%s/comm" % (pid, task)) as f:
                names.add(f.read().strip())
        return "last-resort" in names
    except OSError:
        return True


def healthy(port):
    try:
        return running.call(port, "GET", "/health", timeout=2)[0] == 200
    except OSError:
        return False


@attack("A8-log", "a decision log that is told of labels, ids and codes of megabytes")
def log(bench, report):
    """What a request says once is written with each of its questions and states; 8 MiB may wait."""
    path = bench.directory / "decisions.log"
    label = "x" * 2500
    labels = {"q%d" % i: {"type": "choice", "instructions": "?", "criteria": ["%s%d" % (label, i) for i in range(8)]} for i in range(63)}
    code = {"q%d" % i: {"type": "noul", "instructions": "?"} for i in range(bench.pick(8, 64))}
    attacks = {"labels": {"states": ["a", "b", "c", "d", "e", "f", "g", "h"], "questions": labels},
               "lang": {"states": ["a", "b"], "questions": code, "lang": "x" * 1_900_000}}
    with bench.start(report, SERVICE_DECISION_LOG=path) as service:
        for name, body in attacks.items():
            before = path.stat().st_size
            status, text = service.ask(json.dumps(body).encode(), "/v1/systemone/batch", timeout=300)
            time.sleep(1)
            written = path.stat().st_size - before
            report.hold("%s: status %s, %d bytes written (at most 8 MiB)" % (name, status, written), written <= 8 << 20)
            if status != 200:
                report.note(text[:200])
        before = path.stat().st_size
        service.ask()
        report.hold("a decision that fits is written", running.until(lambda: path.stat().st_size > before, 5))
