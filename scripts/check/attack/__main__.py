"""Runs the attacks: see ../attack.sh."""
import argparse
import os
import pathlib
import resource
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "lib"))
# isort: off
# The import order is the order of the attacks.
import http2  # noqa: F401
import bodies  # noqa: F401
import unbroken  # noqa: F401
import mails  # noqa: F401
import connections  # noqa: F401
import memory  # noqa: F401
import work  # noqa: F401
import checkpoints  # noqa: F401
import hub  # noqa: F401
import wire  # noqa: F401
import origins  # noqa: F401
import loglines  # noqa: F401
import decisions  # noqa: F401
import held  # noqa: F401
import starting  # noqa: F401
import turns  # noqa: F401
import unread  # noqa: F401
import uploads  # noqa: F401
import starts  # noqa: F401
import swapped  # noqa: F401
import routes  # noqa: F401
import agents  # noqa: F401
import starved  # noqa: F401
import owners  # noqa: F401
# isort: on
from harness import KEY, TIGHT, Bench
from report import ATTACKS, NotHere, Report

SHARED = {"open": {}, "keyed": {"SERVICE_API_KEY": KEY}, "tight": TIGHT, "decisions": {"SERVICE_DECISIONS": 1}}


def run(bench, name, title, shared, function):
    report, began = Report(name, title), time.monotonic()
    try:
        if shared is None:
            function(bench, report)
        else:
            service = bench.service(shared, SHARED[shared]).begin()
            function(bench, report, service)
            service.survived(report)
    except NotHere as e:
        # In continuous integration no attack may be skipped.
        required = os.environ.get("REQUIRE_ALL") == "1"
        print("%s %-16s %s: not run, %s" % ("FAIL" if required else "skipped ", name, title, e), flush=True)
        return False if required else None
    except Exception as e:
        report.hold("the attack failed with an error: %s: %s" % (type(e).__name__, str(e).strip()[-400:]), False)
    print(report.line(time.monotonic() - began), flush=True)
    return not report.failed


def main():
    parser = argparse.ArgumentParser(prog="attack.sh", description="Attacks the built service on loopback.")
    parser.add_argument("--java", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--short", action="store_true", help="smaller and fewer attacks: less than 90 seconds")
    parser.add_argument("--list", action="store_true", help="names and titles")
    parser.add_argument("--home", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[3])
    parser.add_argument("names", nargs="*", help="only attacks whose names begin with one of these")
    args = parser.parse_args()
    chosen = [a for a in ATTACKS if not args.names or a[0].startswith(tuple(args.names))]
    if args.list:
        for name, title, _, _ in chosen:
            print("%-16s %s" % (name, title))
        return 0
    if not chosen:
        sys.exit("no attack has that name: --list shows them")
    if sys.platform != "linux":
        print("skipped  this is not Linux: memory, processor time and closed connections are not measured", flush=True)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, most) if most > 0 else 4096, most))
    # If the suite is terminated, it stops its services.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    bench, began = Bench(args.home.resolve(), args.java, args.short), time.monotonic()
    try:
        good = [run(bench, *attack) for attack in chosen]
    finally:
        bench.close()
    made = [g for g in good if g is not None]
    skipped = ", %d skipped" % (len(good) - len(made)) if len(made) < len(good) else ""
    print("%d of %d held%s in %.0f s" % (sum(made), len(made), skipped, time.monotonic() - began))
    return 0 if all(made) else 1


if __name__ == "__main__":
    sys.exit(main())
