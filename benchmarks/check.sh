#!/usr/bin/env bash
# Tries the measuring scripts on small checkpoints: that they run, and that what they write is complete. Takes half a
# minute and measures nothing.
#   benchmarks/check.sh        LAYA_PYTHON=PYTHON, of an environment with benchmarks/requirements.txt, also compares with laya-serve
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/scripts/lib/tools.sh"
find_python || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for precision in float32 bfloat16 float16; do
    "$python" "$root/benchmarks/make_checkpoint.py" "$work/$precision/english" --size small --precision $precision
    (cd "$work" && "$python" "$root/benchmarks/side_by_side.py" --checkpoints "$work/$precision" --ours "$root/serve" \
        --before "$root/serve" --rounds 2 --scenario one --json "$work/$precision.json")
done
# A line for each way of computing, with the middle ratio at its end.
"$root/benchmarks/linear_layers.sh" "$work/float32/english" 1 2 8 | grep -cE '\([0-9.]+\)$' | grep -qx 7
"$root/benchmarks/variants.sh" "$work/float32/english" 1 2 2x20 | grep -cE '\([0-9.]+\)$' | grep -qx 5
"$python" "$root/benchmarks/batches.py" --ours "$root/serve" --checkpoints "$work/float32" --tickets 20 --rounds 1 --json "$work/starter.json"
printf 'text,category\nI lost my card,lost_card\nWhere is my refund?,refund\nMy PIN is blocked,pin_blocked\n' >"$work/test.csv"
"$python" "$root/benchmarks/banking77.py" --test "$work/test.csv" --checkpoints "$work/float32" --variant one_row --variant auto:SERVICE_TOURNAMENT_GROUP=auto \
    --variant group2:SERVICE_TOURNAMENT_GROUP=2 --json "$work/banking77.json"
if unshare --net true 2>/dev/null && [ -e /dev/net/tun ]; then
    (cd "$work" && "$python" "$root/benchmarks/long_link.py" --ours "$root/serve" --round-trip 20 --rounds 1 --json "$work/link.json")
else
    echo "skipped: long_link.py, which needs root and /dev/net/tun"
fi
if [ -n "${LAYA_PYTHON:-}" ]; then
    (cd "$work" && "$python" "$root/benchmarks/elimination.py" --checkpoint "$root/testdata/tiny/english" --ours "$root/serve" --laya-python "$LAYA_PYTHON" \
        --rows 20 --json "$work/elimination.json")
    grep -q '"other_winner": 0,' "$work/elimination.json"
fi
"$python" - "$work" <<'END'
import json, os, sys
if os.path.exists(sys.argv[1] + "/link.json"):
    with open(sys.argv[1] + "/link.json") as f:
        assert json.load(f)["20 ms"]["small"]["ours"][0] > 40
for name in ("float32", "bfloat16", "float16", "starter", "banking77"):
    with open("%s/%s.json" % (sys.argv[1], name)) as f:
        report = json.load(f)
    known = {"command", "commit", "machine", "load_before", "load_after"} | ({"weights"} if name != "banking77" else set())
    assert known <= report.keys(), report.keys()
    if name == "banking77":
        assert report["rows"] == 3 and 0 < report["group2"]["time_over_one_row"][0], report
    elif name == "starter":
        assert report["float32"]["batch"]["largest_difference_from_one_by_one"] < 0.001, report
    else:
        least, middle, most = report["one"]["theirs_over_ours"]
        assert 0 < least <= middle <= most, report
        assert report["memory_mib"]["ours"]["VmRSS"] <= report["memory_mib"]["ours"]["VmHWM"], report
print("The measuring scripts work.")
END
