#!/usr/bin/env bash
# Checks the commands that answer and judge files, as people call them: evaluate with its gates and baseline, its numbers
# against scikit-learn's, calibrate and a start of evaluate with the result, answer with a kill in the middle and in a
# terminal, compare; and the service's decision log. They use the bundled starter checkpoint, and the tiny one where only
# the lines count. answer-long.sh is the long form for answer.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/tools.sh"
work=$root/target/judging
rm -rf "$work"
mkdir -p "$work"
unset SERVICE_FITTED
log=$work/log
labels=$root/docs/thresholds/labelled.jsonl

# expect STATUS WHAT COMMAND ...: runs ./serve COMMAND, which must end with this status.
failed=0
expect() {
    local status=0 wanted=$1 what=$2
    shift 2
    "$root/serve" "$@" >"$log" 2>&1 || status=$?
    result "$([ "$status" = "$wanted" ] && echo passed || echo failed)" "$what (status $status)"
    [ "$status" = "$wanted" ] || tail -n 5 "$log"
}

result() {
    echo "$1   $2"
    [ "$1" = passed ] || failed=$((failed + 1))
}

# holds WHAT COMMAND ...: the command must succeed.
holds() {
    local what=$1
    shift
    if "$@" >"$work/held" 2>&1; then result passed "$what"; else result failed "$what"; fi
}

expect 0 "evaluate writes its numbers and its page" evaluate "$labels" --json "$work/before.json" --report "$work/report.html"
holds "the page holds its pictures" grep -q "<svg" "$work/report.html"
expect 1 "a gate that is missed" evaluate "$labels" --min-accuracy 1
judging=$root/scripts/check/judging
if python_environment "$root/target/judging-python" "$judging/requirements.txt"; then
    "$judging/rows.py" "$work/rows.jsonl" 600
    expect 0 "evaluate of 600 rows" evaluate "$work/rows.jsonl" --wanted 0.6 --json "$work/rows.json"
    holds "its numbers are scikit-learn's" "$root/target/judging-python/bin/python" -B "$judging/metrics.py" "$work/rows.json"
    tail -n 1 "$work/held"
else
    missing "the numbers of evaluate" "scikit-learn cannot be installed"
fi
expect 1 "calibrate says that nothing is gained" calibrate "$labels" --out "$work/nothing.json"
holds "and writes nothing" test ! -e "$work/nothing.json"
# Labels by the toss of a coin, of which answers are far too sure.
doubtful=$root/scripts/check/docs/doubtful.jsonl
expect 0 "calibrate writes a calibration" calibrate "$doubtful" --out "$work/calibration.json"
expect 0 "evaluate without it" evaluate "$doubtful" --json "$work/doubtful.json"
SERVICE_FITTED=$work/calibration.json expect 0 "evaluate with it is no worse than without" evaluate "$doubtful" --baseline "$work/doubtful.json" --tolerance 0.1

lines=3000
python3 - "$work/in.jsonl" "$lines" <<'PYTHON'
import json, sys
question = {"type": "choice", "instructions": "Which team?", "criteria": ["tech", "billing", "other"]}
with open(sys.argv[1], "w") as out:
    for i in range(int(sys.argv[2])):
        out.write(json.dumps({"state": f"Letter {i}. " + "again " * (i % 37), "questions": {"team": question}}) + "\n")
PYTHON
export SERVICE_CHECKPOINTS=$root/testdata/tiny
expect 0 "answer without a pause" answer "$work/in.jsonl" "$work/whole.jsonl"
"$root/serve" answer "$work/in.jsonl" "$work/out.jsonl" >"$log" 2>&1 &
pid=$!
for _ in $(seq 600); do
    [ -e "$work/out.jsonl" ] && [ "$(wc -l <"$work/out.jsonl")" -ge 500 ] && break
    sleep 0.05
done
kill -9 "$pid"
wait "$pid" 2>/dev/null || true
count=$(wc -l <"$work/out.jsonl")
holds "it was killed in the middle, after $count lines" test "$count" -ge 500 -a "$count" -lt "$lines"
expect 0 "the same command goes on" answer "$work/in.jsonl" "$work/out.jsonl"
# How rows meet in a pass may move the last decimal, so texts are compared without their decimals.
bare() { sed -E 's/[0-9]\.[0-9]+/n/g' "$1"; }
holds "no line is lost or repeated" cmp <(bare "$work/out.jsonl") <(bare "$work/whole.jsonl")
expect 0 "compare finds no other answer in the two" compare "$work/whole.jsonl" "$work/out.jsonl" "$work/in.jsonl"
holds "and no probability that moved by more than its last decimal" grep -qE "differ by 0\.000[01]" "$log"
"$judging/terminal.py" "$root/serve" answer "$work/in.jsonl" "$work/terminal.jsonl" >"$work/terminal" 2>&1
holds "in a terminal there is a bar" grep -q $'\r\\[#*-*\\] .* a second, .* left' "$work/terminal"
holds "and the same answers" cmp <(bare "$work/terminal.jsonl") <(bare "$work/whole.jsonl")
unset SERVICE_CHECKPOINTS
expect 0 "compare of two precisions" compare precision=float32 precision=int8 "$labels" --allow 0.1
python3 -B "$judging/decision_log.py" "$work/decisions" || failed=$((failed + 1))
echo
echo "$failed failed"
[ "$failed" = 0 ]
