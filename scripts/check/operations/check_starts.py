"""Starts of the built service as cron, systemd and terminals make them: without a locale, through links, from folders with
spaces, beside Java installations of every kind, with temporary folders from which nothing can be run or in which nothing
can be written; with files in folders that others own; and what SIGHUP does."""
import contextlib
import json
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from harness import ROOT, call, expect, running, until

JAVA = pathlib.Path(sys.argv[1])
JAR = ROOT / "server/target/decision-service.jar"
COMMAND = [str(JAVA), "-XX:+UseSerialGC", "--sun-misc-unsafe-memory-access=allow", "-jar", str(JAR)]
BODY = json.dumps({"state": "I was charged twice.", "questions": {"q": {"type": "noul", "instructions": "Angry?"}}})
LOCALE = ("LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE")
DECIDE = "/v1/systemone"


def bare(**settings):
    """An environment as cron gives it, with these settings as bytes or text."""
    env = running.environment(0, None, SERVICE_MODELS="english")
    env = {k: v for k, v in env.items() if k not in LOCALE and not k.startswith("JAVA_TOOL")}
    return {**env, **settings}


def ended(command, env, seconds=90, cwd=None, **user):
    """Status and text of a program that must end by itself."""
    with tempfile.TemporaryFile() as out:
        try:
            status = subprocess.run(command, env=env, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=seconds,
                                    cwd=cwd, check=False, **user).returncode
        except subprocess.TimeoutExpired:
            status = "still there after %d s" % seconds
        out.seek(0)
        return status, out.read().decode("utf-8", "replace")


@contextlib.contextmanager
def up(env, command=COMMAND):
    """A service that listens: its process, its port and its log."""
    port = running.free_ports(1)[0]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, env={**env, "SERVICE_PORT": str(port)}, stdout=subprocess.DEVNULL, stderr=log)

        def said():
            log.seek(0)
            return log.read().decode("utf-8", "replace")
        try:
            # The first start by ./serve makes the class archive.
            running.until(lambda: process.poll() is not None or healthy(port), 300, 0.1)
            if not healthy(port):
                sys.exit("FAILED: the service did not start: " + said())
            yield process, port, said
        finally:
            running.stop(process)


def healthy(port):
    try:
        return call(port, "GET", "/health", timeout=5)[0] == 200
    except OSError:
        return False


def status(port, key):
    return call(port, "POST", DECIDE, BODY, {"Authorization": b"Bearer " + key})[0]


def one_line(what, found, *names):
    """Status 2 and one line with all these names; what Java itself says does not count."""
    code, said = found
    lines = [line for line in said.splitlines() if line.strip() and not line.startswith("Picked up") and " WARNING " not in line]
    expect(what, (code, len(lines), [name for name in names if name not in said]), (2, 1, []))


def locale(work):
    with up(bare(SERVICE_API_KEY="clé")) as (_, port, _):
        expect("key clé without a locale: UTF-8", status(port, "clé".encode()), 200)
        expect("key clé without a locale: Latin-1", status(port, "clé".encode("latin-1")), 200)
        expect("key clé without a locale: two U+FFFD", status(port, "cl��".encode()), 401)
    for where in (bare(), bare(LC_ALL="C.UTF-8")):
        env = {os.fsencode(k): os.fsencode(v) for k, v in where.items()}
        one_line("a key with a byte that is no UTF-8, %s" % where.get("LC_ALL"),
                 ended(COMMAND, {**env, b"SERVICE_API_KEY": b"cl\xe9"}), "SERVICE_API_KEY", "UTF-8")
    folder = work / "modèles à moi"
    shutil.copytree(running.TINY, folder)
    one_line("a folder with é without a locale, by java", ended(COMMAND, bare(SERVICE_CHECKPOINTS=str(folder))),
             "SERVICE_CHECKPOINTS", "LC_ALL", "è")
    with up(bare(SERVICE_CHECKPOINTS=str(folder)), [str(ROOT / "serve")]) as (_, port, said):
        expect("the same by ./serve", healthy(port) and "modèles" in said(), True)
    code, said = ended([*COMMAND, "--print-config"], bare(SERVICE_HEAD_NAME="tête"))
    expect("é on standard output without a locale", (code, "tête" in said), (0, True))
    code, said = ended([*COMMAND, "--tête"], bare())
    expect("é of an argument on standard error", (code, "--tête" in said), (2, True))


def java_like(folder, release=None):
    """A Java installation of links to the real one."""
    home = JAVA.resolve().parent.parent
    folder.mkdir()
    for entry in home.iterdir():
        if entry.name not in ("release", "bin"):
            (folder / entry.name).symlink_to(entry)
    shutil.copytree(home / "bin", folder / "bin", symlinks=True)
    if release:
        (folder / "release").write_text(release)
    return folder


def scripts(work):
    links = work / "with spaces"
    links.mkdir()
    (links / "serve me").symlink_to(ROOT / "serve")
    (links / "again").symlink_to("serve me")
    version = ended([*COMMAND, "--version"], bare())[1].strip()
    env = {**bare(), "JAVA_HOME": str(JAVA.parent.parent), "CDPATH": "%s:/" % ROOT}

    def shown(what, command, env, cwd=None):
        code, said = ended([str(word) for word in command], env, 120, cwd)
        expect("./serve " + what, (code, version in said.splitlines()), (0, True))
    shown("by a link to a link, with CDPATH", [links / "again", "--version"], env)
    shown("by bash and a relative name, with CDPATH", ["bash", "serve", "--version"], env, ROOT)
    shown("by a relative link in a folder with spaces", ["./again", "--version"], env, links)
    copy = work / "a copy with spaces"
    for part in ("serve", "scripts/lib"):
        (copy / part).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, copy / part)
    for part in ("decision-service.jar", "libs", "engines", "conf", "starter"):
        (copy / part).symlink_to(ROOT / "server/target" / part) if part != "decision-service.jar" else shutil.copy(JAR, copy / part)
    shown("of a release in a folder with spaces", [copy / "serve", "--version"], env, "/")
    opened(copy, work, env)
    moved = work / "moved"
    copy.rename(moved)
    shown("of a release that was moved after its first start", [moved / "serve", "--version"], env, "/")
    tools = {"JAVA_TOOL_OPTIONS": '-Dversion="17"', "JDK_JAVA_OPTIONS": "-Da=b", "_JAVA_OPTIONS": "-Dc=d"}
    for what, home in (("a Java without release", java_like(work / "no release")), ("an empty release", java_like(work / "empty", "\n")),
                       ("JAVA_HOME that is not there", work / "nothing"), ("Java 17", java_like(work / "old", 'JAVA_VERSION="17.0.1"\n'))):
        shown("with " + what, [ROOT / "serve", "--version"], {**env, "JAVA_HOME": str(home), **tools})


def opened(copy, work, env):
    """Without a host and a key ./serve listens on loopback; with one, where the documentation says."""
    plain = {name: value for name, value in env.items() if not name.startswith("SERVICE_")}

    (work / "key").write_text("s3cret")

    def host(env, *arguments):
        said = ended([str(copy / "serve"), "--print-config", *arguments], env, 120, "/")[1]
        return next((line.split(" = ")[1] for line in said.splitlines() if line.startswith("listen.host")), said)
    expect("./serve without a setting listens on", host(plain), "127.0.0.1 (SERVICE_HOST)")
    expect("... with blank ones", host({**plain, "SERVICE_API_KEY": "", "SERVICE_HOST": ""}), "127.0.0.1 (SERVICE_HOST)")
    expect("... with another setting", host({**plain, "SERVICE_PORT": "9000"}), "127.0.0.1 (SERVICE_HOST)")
    expect("... with an argument", host(plain, "--port", "9000"), "127.0.0.1 (SERVICE_HOST)")
    for name, value in (("SERVICE_API_KEY", "s3cret"), ("SERVICE_API_KEY_FILE", str(work / "key"))):
        expect("... with %s" % name, host({**plain, name: value}), "0.0.0.0 (application.yaml)")
    expect("... with a host as an argument", host(plain, "--host", "192.0.2.2"), "192.0.2.2 (--host)")
    expect("... with a host", host({**plain, "SERVICE_HOST": "::1"}), "::1 (SERVICE_HOST)")
    other = work / "a copy with a host of its own"
    shutil.copytree(copy, other, symlinks=True)
    (other / "conf").unlink()
    shutil.copytree(copy / "conf", other / "conf")
    file = other / "conf/application.yaml"
    text = file.read_text()
    file.write_text(text.replace("host: 0.0.0.0 ", "host: 192.0.2.1 "))
    said = ended([str(other / "serve"), "--print-config"], plain, 120, "/")[1]
    expect("... with a host in the file", "listen.host = 192.0.2.1 (application.yaml)" in said.splitlines(), True)
    port = running.free_ports(1)[0]
    file.write_text(text.replace("port: 8000 ", "port: %d " % port))
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen([str(other / "serve")], env=plain, stdout=subprocess.DEVNULL, stderr=log)
        running.until(lambda: process.poll() is not None or healthy(port), 300, 0.1)
        log.seek(0)
        said = log.read().decode()
        running.stop(process)
    expect("... it says so, and how to open it", ["(bound to 127.0.0.1)" in said, "SERVICE_HOST=0.0.0.0 opens it" in said], [True, True])


@contextlib.contextmanager
def mounted(folder, options):
    """A small file system of its own; yields None without the right to mount one."""
    folder.mkdir()
    good = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True, check=False).returncode == 0
    try:
        yield folder if good else None
    finally:
        if good:
            subprocess.run(["umount", str(folder)], check=True)


def folders(work):
    """Each ends with status 2, because a supervisor's next start would end in the same way."""
    cases = {"noexec": ("noexec,size=200m", ["noexec"]), "full": ("size=64k", []), "read-only": ("ro,size=200m", [])}
    for name, (options, words) in cases.items():
        with mounted(work / name, options) as folder:
            if folder is None:
                print("skipped  %s: no right to mount a file system" % name)
                continue
            java = [COMMAND[0], "-Djava.io.tmpdir=%s" % folder, *COMMAND[1:]]
            one_line("%s temporary folder" % name, ended(java, bare()), "java.io.tmpdir", str(folder), *words)
            left = [path.name for path in folder.iterdir() if not path.name.startswith("hsperfdata")]
            expect("left in it", left, [])
            one_line("%s cache of native libraries" % name, ended(COMMAND, bare(DJL_CACHE_DIR=str(folder))),
                     "DJL_CACHE_DIR", str(folder), *words)


def closed(work):
    """What lies in a folder that its owner alone may enter, as a container's host has them, is not said to be missing."""
    work.chmod(0o711)
    home, folder = work / "home", work / "home" / "conf"
    folder.mkdir(parents=True)
    shutil.copy(JAR, home)
    for part in ("libs", "engines", "starter"):
        (home / part).symlink_to(ROOT / "server/target" / part)
    shutil.copytree(running.TINY, folder / "tiny")
    shutil.copytree(ROOT / "conf/question-sets", folder / "sets")
    for name, text in (("key", "k"), ("fitted.json", "{}"), ("application.yaml", "security:\n  api-key: k\n")):
        (folder / name).write_text(text)
    nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}

    def refused(what, command, why, **settings):
        one_line(what, ended([*COMMAND[:-1], *command], bare(HOME="/nonexistent", **settings), cwd="/", **nobody), why)
    cases = {"SERVICE_CHECKPOINTS": "tiny", "SERVICE_API_KEY_FILE": "key", "SERVICE_QUESTION_SETS": "sets", "SERVICE_FITTED": "fitted.json",
             "SERVICE_DRIFT_BASELINE": "baseline.json"}
    folder.chmod(0)
    enter = "there is no permission to enter %s" % folder
    for variable, name in cases.items():
        refused("%s in a closed folder" % variable, [str(JAR)], enter, **{variable: str(folder / name)})
    refused("the configuration in a closed folder", [str(home / JAR.name)], enter)
    refused("labels in a closed folder", [str(JAR), "evaluate", str(folder / "labels.jsonl")], enter)
    refused("a report in a closed folder", [str(JAR), "evaluate", str(JAR), "--json", str(folder / "sets" / "x.json")], enter)
    folder.chmod(0o755)
    (folder / "tiny" / "english").chmod(0)
    refused("a closed checkpoint", [str(JAR)], "there is no permission to enter %s" % (folder / "tiny" / "english"),
            SERVICE_CHECKPOINTS=str(folder / "tiny"))
    (home / "engines").unlink()
    (home / "engines").symlink_to(folder / "tiny" / "english" / "engines")
    refused("engines in a closed folder", [str(home / JAR.name)], "engines: the folder cannot be read: it cannot be looked at")
    (folder / "tiny" / "english").chmod(0o755)


def hangups(work):
    """No setting is needed: SIGHUP reads files again, and never ends a service unless its terminal was closed."""
    with up(bare()) as (process, port, _):
        for _ in range(5):
            process.send_signal(signal.SIGHUP)
            expect("answers after SIGHUP", call(port, "POST", DECIDE, BODY)[0], 200)
        time.sleep(0.5)
        expect("the same process", process.poll(), None)
    expect("SIGHUP ends a command", hangup_of_a_command(), 129)
    port = running.free_ports(1)[0]
    child, terminal = pty.fork()
    if child == 0:
        os.execve(COMMAND[0], COMMAND, {**bare(), "SERVICE_PORT": str(port)})
    until(lambda: os.read(terminal, 65536) and healthy(port), "the service in a terminal", 120)
    os.kill(child, signal.SIGHUP)
    time.sleep(0.5)
    expect("SIGHUP in a terminal", healthy(port), True)
    os.close(terminal)
    expect("status after its terminal was closed", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 129)


def hangup_of_a_command():
    """Its exit status if it is hung up as soon as it runs."""
    process = subprocess.Popen([*COMMAND, "--once"], env=bare(SERVICE_REQUEST_FILE=str(ROOT / "deploy/image/request.json")),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: b"last-resort" in threads(process.pid), "the program")
    process.send_signal(signal.SIGHUP)
    return process.wait(60)


def threads(pid):
    names = b""
    with contextlib.suppress(OSError):
        for task in pathlib.Path("/proc/%d/task" % pid).iterdir():
            names += (task / "comm").read_bytes()
    return names


with tempfile.TemporaryDirectory(prefix="starts ") as made:
    for part in (locale, scripts, folders, closed, hangups):
        if not sys.argv[2:] or part.__name__ in sys.argv[2:]:
            part(pathlib.Path(made))
print("all starts are as they should be")
