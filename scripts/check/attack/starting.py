"""Row 10: a start in a bad environment says in one line what is wrong."""
import os
import subprocess

import running
from checkpoints import once, refuses, words
from harness import MISCONFIGURED
from report import NotHere, attack


@attack("10-home", "`env -u HOME ./serve --help`")
def home(bench, report):
    bench.need(bench.home / "serve", "a distribution without ./serve")
    env = {k: v for k, v in os.environ.items() if k != "HOME"}
    done = subprocess.run([str(bench.home / "serve"), "--help"], env=env, capture_output=True, text=True, timeout=120,
                          check=False)
    report.equal("status", done.returncode, 0)
    report.hold("%d lines of help%s" % (len(done.stdout.splitlines()), ", " + done.stderr.strip()[-80:] if done.stderr else ""),
                "SERVICE_PORT" in done.stdout)


def with_tmpdir(bench, report, what, tmpdir):
    status, _, said = once(bench, running.TINY / "english", JAVA_TOOL_OPTIONS="-Djava.io.tmpdir=%s" % tmpdir, DJL_CACHE_DIR=None)
    refuses(report, what, status, said)
    cause = any(word in " ".join(words(said)) for word in ("tmpdir", "temporary", "space", str(tmpdir)))
    report.hold("%s: status %s, the cause is %snamed" % (what, status, "" if cause else "not "), cause and status == MISCONFIGURED)


@attack("10-tmpdir", "a temporary folder that is missing, and one that is full")
def tmpdir(bench, report):
    with_tmpdir(bench, report, "missing", bench.directory / "not-there")
    small = bench.directory / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)], capture_output=True,
                      check=False).returncode:
        report.note("full: not run, no right to mount a small file system")
        return
    try:
        with_tmpdir(bench, report, "full", small)
        left = [p.name for p in small.iterdir() if not p.name.startswith(("hsperfdata", "."))]
        report.hold("left behind: %s" % (left or "nothing"), not left)
    finally:
        subprocess.run(["umount", str(small)], check=True)


@attack("10-heap", "a start at -Xmx24m")
def heap(bench, report):
    status, out, said = once(bench, running.TINY / "english", JAVA_TOOL_OPTIONS="-Xmx24m")
    # Java itself writes its errors to standard output.
    lines = words(said) + words(out)
    if status == 0 and '"answers"' in out:
        report.note("answers")
    else:
        report.hold("status %s: %s" % (status, " | ".join(lines)[:160]), status not in (None, 0) and len(lines) == 1)


@attack("10-libraries", "libraries with published advisories")
def libraries(bench, report):
    """The oldest releases without the advisories that were open when this attack was written."""
    folder = bench.jar.parent / "libs"
    if not folder.is_dir():
        raise NotHere("no libs/ beside the jar")
    for name, least in (("aircompressor-v3-", (3, 4)), ("jackson-core-", (2, 20, 2))):
        for jar in folder.glob(name + "*.jar"):
            version = tuple(int(part) for part in jar.stem[len(name):].split(".") if part.isdigit())
            report.hold(jar.name, version >= least)
