#!/usr/bin/env bash
# What a calibration gains: answers labelled rows with the starter, then fits and judges 20 draws of them.
#     scripts/measure/calibration/measure.sh mails OUT.json [E-MAILS, default 2400]    spam or not, each question by itself
#     scripts/measure/calibration/measure.sh several OUT.json                          four questions at once
# After mvn -Pbenchmarks package; minutes on two cores. With fewer e-mails the splits with 1,000 labels are left out.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java
kind=${1:-} out=$(realpath -m "${2:?name mails or several, and the file to write}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $kind in
    mails) "$root/scripts/measure/calibration/rows.py" "$work/rows.jsonl" --most "${3:-2400}" && class=CalibrationSplits ;;
    several) "$root/scripts/measure/calibration/several.py" "$work/rows.jsonl" && class=CalibrationMixes ;;
    *) sed -n '2,5s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
SERVICE_CHECKPOINTS=$root/starter/checkpoint "$root/serve" evaluate "$work/rows.jsonl" --json "$work/report.json" >&2
"$JAVA_HOME/bin/java" -cp "$root/benchmarks/target/classes:$root/benchmarks/target/libs/*" \
    "org.decisionservice.benchmarks.$class" "$work/report.json" "$root/starter/checkpoint" "$out"
