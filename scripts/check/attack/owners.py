"""Rows A1 and A5: folders that other users may write, from which code or weights would be loaded."""
import contextlib
import json
import os
import shutil
import signal
import subprocess
import zipfile

import running
from checkpoints import WEIGHTS, once, words
from harness import BODY, PATH
from prepared import Prepared, sha256
from report import NotHere, attack

STRANGER, FIRST, SECOND = 54321, 54322, 54323  # users that no machine has
UNPACKED = ("decision-service-", "onnxruntime-java")  # what is unpacked, or made, to be deleted


class User:
    """Somebody without a home. Only root can be several users; anybody else is one, whose folders are open to all."""

    def __init__(self, bench, number):
        self.bench = bench
        self.who = {"user": number, "group": number, "extra_groups": []} if os.geteuid() == 0 else {}

    def run(self, *command, **how):
        return subprocess.run([str(word) for word in command], check=True, **self.who, **how)

    def start(self, temporary, log=subprocess.DEVNULL, **settings):
        """A service with this folder for temporary files; the process and its two ports."""
        port, admin = running.free_ports(2)
        homeless = ("HOME", "DJL_CACHE_DIR", "XDG_CACHE_HOME")
        env = running.environment(port, admin, SERVICE_CHECKPOINTS="starter", SERVICE_MODELS="english", **settings)
        java, *options = self.bench.command
        return subprocess.Popen([java, "-Djava.io.tmpdir=%s" % temporary, "-Duser.home=/nonexistent", *options], cwd="/",
                                env={k: v for k, v in env.items() if k not in homeless}, stdin=subprocess.DEVNULL,
                                stdout=log, stderr=log, **self.who), port, admin

    @contextlib.contextmanager
    def service(self, temporary, **settings):
        """One that is up; yields its process and a way to ask it."""
        with open(self.bench.directory / "users.log", "a") as log:
            process, port, admin = self.start(temporary, log, **settings)

        def ask():
            return "ended with %s" % process.returncode if process.poll() is not None else running.call(port, "POST", PATH, BODY)[0]

        try:
            running.until(lambda: process.poll() is not None or ready(admin), 90, 0.1)
            yield process, ask
        finally:
            running.stop(process)


def ready(admin):
    with contextlib.suppress(OSError):
        return running.call(admin, "GET", "/health/ready", timeout=5)[0] == 200
    return False


def users(bench, report):
    """The three; NotHere if they could not read the program."""
    bench.directory.chmod(0o755)
    if os.geteuid() != 0:
        report.note("as one user: only root can be several")
    three = [User(bench, number) for number in (STRANGER, FIRST, SECOND)]
    try:
        three[0].run("test", "-r", bench.jar)
        three[0].run(bench.command[0], "-version", capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        raise NotHere("other users cannot read the program") from None
    return three


def shared(bench, name):
    """A folder for temporary files as /tmp is one."""
    folder = bench.directory / name
    folder.mkdir()
    folder.chmod(0o1777)
    return folder


def tokenizers(bench):
    """The library's own bytes, and the folder that DJL would unpack them to."""
    with zipfile.ZipFile(next((bench.jar.parent / "libs").glob("tokenizers-*.jar"))) as jar:
        system = "linux-" + {"x86_64": "x86_64", "aarch64": "aarch64"}[os.uname().machine]
        version = jar.read("native/lib/tokenizers.properties").decode().split("version=")[1].split()[0]
        return jar.read("native/lib/%s/cpu/libtokenizers.so" % system), "tokenizers/%s-cpu-%s" % (version, system)


def mapped(process, below):
    """Files below a folder that a process has mapped."""
    if process.poll() is not None:
        return ["it has ended"]
    with open("/proc/%d/maps" % process.pid) as maps:
        return sorted({line.split(None, 5)[5].strip() for line in maps if str(below) in line})


def left(folder):
    return sorted(path.name for path in folder.iterdir() if path.name.startswith(UNPACKED))


@attack("A1-planted", "native libraries that another user has put where they are unpacked")
def planted(bench, report):
    stranger, first, _ = users(bench, report)
    temporary = shared(bench, "planted")
    library, name = tokenizers(bench)
    source = bench.directory / "libtokenizers.so"
    source.write_bytes(library)
    source.chmod(0o644)
    folder = temporary / ".djl.ai" / name
    stranger.run("mkdir", "-p", "-m", "0777", folder)
    stranger.run("cp", source, folder / "libtokenizers.so")
    for path in (temporary / ".djl.ai", folder.parent):
        path.chmod(0o777)
    with first.service(temporary) as (process, ask):
        report.equal("answer", ask(), 200)
        report.equal("mapped of the stranger's", mapped(process, temporary / ".djl.ai"), [])
        report.equal("left in the folder for temporary files", left(temporary), [])
    if bench.engine("pytorch") and not bench.short:
        for each in planted_pytorch(bench):
            stranger.run("mkdir", "-p", "-m", "0777", temporary / ".djl.ai" / each)
            stranger.run("cp", source, temporary / ".djl.ai" / each / "libtorch.so")
        with first.service(temporary, SERVICE_ENGINE="pytorch") as (process, ask):
            report.equal("PyTorch: answer", ask(), 200)
            report.equal("mapped of the stranger's", mapped(process, temporary / ".djl.ai"), [])
            report.equal("left", left(temporary), [])


def planted_pytorch(bench):
    for path in (bench.jar.parent / "engines" / "pytorch").glob("pytorch-native-*.jar"):
        with zipfile.ZipFile(path) as jar:
            facts = dict(line.split("=", 1) for line in jar.read("native/lib/pytorch.properties").decode().split() if "=" in line)
            flavour, system = facts["classifier"].split("-", 1)
            yield "pytorch/%s-%s-%s" % (facts["version"], flavour, system)


@attack("A1-second", "the services of two users on one machine")
def second(bench, report):
    _, first, other = users(bench, report)
    temporary = shared(bench, "second")
    with first.service(temporary) as (_, ask_first), other.service(temporary) as (process, ask_other):
        report.equal("the first", ask_first(), 200)
        report.equal("the second", ask_other(), 200)
        cache = temporary / ".djl.ai"
        if os.geteuid() == 0:
            report.equal("mapped of the first's by the second", mapped(process, cache), [])
        report.equal("mode of the first's", oct(cache.stat().st_mode & 0o7777), oct(0o700))


@attack("A1-left", "what is unpacked to be deleted, when starts are killed")
def leftovers(bench, report):
    _, first, _ = users(bench, report)
    temporary = shared(bench, "left")
    killed = 0
    for _ in range(bench.pick(2, 8)):
        process, _, _ = first.start(temporary)
        running.until(lambda started=process: left(temporary) or started.poll() is not None, 60, 0.001)
        process.send_signal(signal.SIGKILL)
        process.wait()
        killed += bool(left(temporary))
    report.hold("%d starts killed while it was there" % killed, killed > 0)
    with first.service(temporary) as (_, ask):
        report.equal("answer", ask(), 200)
        report.equal("left while it serves", left(temporary), [])
    report.equal("left", left(temporary), [])


@attack("A5-store", "prepared weights that another user has changed, with their sums made again")
def store(bench, report):
    directory = bench.directory / "store" / "english"
    shutil.copytree(running.TINY / "english", directory)
    kept = Prepared(bench.directory / "store" / "prepared")
    kept.make(bench, directory)
    status, wanted, said = once(bench, directory, SERVICE_PREPARED=kept.folder)
    report.hold("as it was made: status %s, %s" % (status, "used" if "is opened from" in said else "not used"),
                status == 0 and "is opened from" in said)
    pins = '{"local": {"%s": "%s"%%s}}' % (WEIGHTS, sha256(directory / WEIGHTS))
    vouched = pins % (', "prepared/%s/manifest.json": "%s"' % (kept.only().name, sha256(kept.only() / "manifest.json")))
    status, out, said = once(bench, directory, SERVICE_PREPARED=kept.folder, SERVICE_SHA256_DIGESTS=vouched)
    report.hold("vouched for: %s" % ("used" if "is opened from" in said else "not used"),
                status == 0 and out == wanted and "is opened from" in said)
    kept.change_weights()
    cases = [("for all to write", 0o777, None, None), ("own, digests pinned", 0o755, None, pins % "")]
    if not bench.short:
        cases += [("another's", 0o755, STRANGER, None), ("own, this digest pinned", 0o755, None, vouched)]
    for what, mode, owner, digests in cases:
        if owner and os.geteuid() != 0:
            continue
        kept.folder.chmod(mode)
        os.chown(kept.folder, owner or os.geteuid(), -1)
        status, out, said = once(bench, directory, SERVICE_PREPARED=kept.folder, SERVICE_SHA256_DIGESTS=digests)
        warnings = [line for line in said.splitlines() if " WARNING " in line and "prepared" in line]
        answer = "the same answer" if out == wanted else "ANOTHER answer"
        report.hold("%s: status %s, %s, %d warnings" % (what, status, answer, len(warnings)),
                    status == 0 and out == wanted and len(warnings) == 1 and not words(said))


@attack("B8-native", "an error of the native runtime, in a log of JSON")
def native_error(bench, report):
    directory = bench.directory / "native" / "english"
    shutil.copytree(running.TINY / "english", directory)
    kept = Prepared(bench.directory / "native" / "prepared")
    kept.make(bench, directory)
    kept.break_graph()
    _, _, said = once(bench, directory, SERVICE_PREPARED=kept.folder, SERVICE_LOG_FORMAT="json")
    lines = [line for line in said.splitlines() if not line.startswith("Picked up")]
    # The line that says why a start is refused is for people, in every format of the log.
    other = [line for line in lines if not line.startswith("SERVICE_") and (not line.startswith("{") or not json.loads(line))]
    report.hold("%d lines, no JSON: %s" % (len(lines), other or "none"), lines and not other)
    report.hold("what the runtime said is %sthere" % ("" if "Non-zero status code" in said else "not "), "Non-zero status code" in said)
