#!/usr/bin/env python3
"""Prints the time that a pass spends in each operator, from a profile that scripts/measure/passes.sh recorded.

  scripts/measure/operators.py PROFILE.json [operators to show, default 12]
"""
import collections
import json
import sys


def main(path, shown):
    with open(path) as file:
        events = json.load(file)
    time, count = collections.Counter(), collections.Counter()
    for event in events:
        # The nodes in a branch are listed separately.
        if event.get("cat") == "Node" and event["name"].endswith("_kernel_time") and event["args"]["op_name"] != "If":
            operator = event["args"]["op_name"]
            time[operator] += event["dur"]
            count[operator] += 1
    total = sum(time.values())
    for operator, microseconds in time.most_common(shown):
        print("%5.1f %%  %6d times  %s" % (100 * microseconds / total, count[operator], operator))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 12)
