#!/usr/bin/env python3
"""Keeps the built service under load and shows that it does not grow. Uses only the standard library and loopback.

  scripts/check/soak.py steady [--requests 10000] [--cycles 200] [--checkpoints testdata/tiny] [--model english] [--light]
  scripts/check/soak.py mixed [--minutes 30] [--bin 60] [--picture docs/soak-mixed.svg] [--command ./serve]

Run ./serve or ./check once before. --env NAME=VALUE, which may be repeated, changes a setting of the service.

steady: many requests of varying length, question count and shape, then many load/unload cycles, in which the checkpoint
is unloaded between requests because it is idle. Prints the resident set after each tenth of both phases and, for the
cycles, also before the first load and with the checkpoint loaded. Fails if the last tenth exceeds the second by more
than the limit; the first tenth does not count, because the heap and native arenas first grow to their working size.
--light sends the same short question every time, so that the cycles of a large checkpoint mostly measure loading.

mixed: in cycles of 20 seconds, of which 14 are busy, clients send single requests, batches and bad input, upload too
slowly and disconnect halfway; in the quiet rest the idle checkpoint is unloaded, and the next cycle loads it again.
Compares what every client saw with what it should see and with what /metrics counted. For each bin of seconds, it
samples and draws the highest resident memory, the lowest heap in use (what was live after a collection), threads, open
files and latencies. Fails if an answer is lost, wrong or counted differently, or if memory, threads or files have
grown.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "lib"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "soak"))
import mixed
import running
import steady


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    loads = parser.add_subparsers(required=True, metavar="steady|mixed")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--env", action="append", default=[], metavar="NAME=VALUE")
    shared.add_argument("--command", default=running.SERVE, help="starts the service; settings are passed in the environment")
    one = loads.add_parser("steady", parents=[shared])
    one.set_defaults(run=steady.run)
    one.add_argument("--requests", type=int, default=10000)
    one.add_argument("--cycles", type=int, default=200)
    one.add_argument("--checkpoints", default=running.TINY)
    one.add_argument("--model", default="english")
    one.add_argument("--light", action="store_true")
    other = loads.add_parser("mixed", parents=[shared])
    other.set_defaults(run=mixed.run)
    other.add_argument("--minutes", type=float, default=30)
    other.add_argument("--bin", type=float, default=60)
    other.add_argument("--picture", type=pathlib.Path)
    args = parser.parse_args()
    args.settings = dict(setting.split("=", 1) for setting in args.env)
    sys.exit(0 if args.run(args) else 1)


if __name__ == "__main__":
    main()
