#!/usr/bin/env bash
# What a calibration gains on e-mails, spam or not: answers them with the starter, then fits and judges 20 splits.
#     scripts/measure/calibration/measure.sh OUT.json [E-MAILS, default 2400]
# After mvn -Pbenchmarks package; minutes on two cores. With fewer e-mails the splits with 1,000 labels are left out.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java
out=$(realpath -m "${1:?name the file to write}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/scripts/measure/calibration/rows.py" "$work/spam.jsonl" --most "${2:-2400}"
SERVICE_CHECKPOINTS=$root/starter/checkpoint "$root/serve" evaluate "$work/spam.jsonl" --json "$work/spam.json" >&2
"$JAVA_HOME/bin/java" -cp "$root/benchmarks/target/classes:$root/benchmarks/target/libs/*" \
    org.decisionservice.benchmarks.CalibrationSplits "$work/spam.json" "$root/starter/checkpoint" "$out"
