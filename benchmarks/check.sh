#!/usr/bin/env bash
# Tries the measuring scripts on small checkpoints: that they run, and that what they write is complete. Takes half a
# minute and measures nothing.
#   benchmarks/check.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/scripts/lib/tools.sh"
find_python || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for precision in float32 bfloat16 float16; do
    "$python" "$root/benchmarks/make_checkpoint.py" "$work/$precision/english" --size small --precision $precision
    (cd "$work" && "$python" "$root/benchmarks/side_by_side.py" --checkpoints "$work/$precision" --ours "$root/serve" \
        --before "$root/serve" --rounds 2 --scenario one --json "$work/$precision.json")
done
"$python" "$root/benchmarks/batches.py" --ours "$root/serve" --checkpoints "$work/float32" --tickets 20 --rounds 1 --json "$work/starter.json"
"$python" - "$work" <<'END'
import json, sys
for name in ("float32", "bfloat16", "float16", "starter"):
    with open("%s/%s.json" % (sys.argv[1], name)) as f:
        report = json.load(f)
    assert {"command", "commit", "machine", "weights", "load_before", "load_after"} <= report.keys(), report.keys()
    if name == "starter":
        assert report["float32"]["batch"]["largest_difference_from_one_by_one"] < 0.001, report
    else:
        least, middle, most = report["one"]["theirs_over_ours"]
        assert 0 < least <= middle <= most, report
        assert report["memory_mib"]["ours"]["VmRSS"] <= report["memory_mib"]["ours"]["VmHWM"], report
print("The measuring scripts work.")
END
