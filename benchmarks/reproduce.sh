#!/usr/bin/env bash
# Measures every number in README's performance section, together with laya-serve, on an otherwise idle machine.
#   benchmarks/reproduce.sh CHECKPOINTS LAYA_PYTHON [float32 | int8 | service | parts ...]
# CHECKPOINTS holds english/, a full-size checkpoint: the published one or one of its shape. For int8, the gate at load
# must accept it (docs/adr/0010-eight-bits.md; see the service's log), or float32 is measured twice. LAYA_PYTHON is the
# python of a virtual environment with laya[serve]==0.4.15. By default everything is measured, in about twenty minutes;
# results go to benchmarks/results, and docs/performance.svg is drawn from them.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 2 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
. "$root/scripts/lib/jdk.sh"
find_jdk javac && need_maven || exit 2
checkpoints=$1
laya_python=$2
shift 2
[ $# -gt 0 ] || set -- float32 int8 service parts
results=$root/benchmarks/results
threads=$(getconf _NPROCESSORS_ONLN)
mkdir -p "$results"
# Both servers write their logs to the working directory.
mkdir -p "$root/target/reproduce" && cd "$root/target/reproduce"

(cd "$root" && mvn --batch-mode --quiet -Pbenchmarks -DskipTests package) >&2
"$root/scripts/lib/class-archive.sh" || true

# $1 = name of the result, $2 = checkpoints, $3 = threads; further arguments go to side_by_side.py. The service is
# started by ./serve.
beside() {
    local name=$1 directory=$2 cores=$3
    shift 3
    echo "== $name"
    python3 "$root/benchmarks/side_by_side.py" --checkpoints "$directory" --ours "$root/serve" --laya-python "$laya_python" \
        --threads "$cores" --json "$results/$name.json" "$@"
}

for what in "$@"; do
    case $what in
        float32) beside float32 "$checkpoints" "$threads" --rounds 5 ;;
        int8) beside int8 "$checkpoints" "$threads" --rounds 5 --ours-env SERVICE_PRECISION=int8 ;;
        service)
            one_thread=(--rounds 200 --scenario one --scenario three --scenario concurrent)
            beside service "$root/testdata/tiny" 1 "${one_thread[@]}"
            beside service-coalesced "$root/testdata/tiny" 1 "${one_thread[@]}" --ours-env SERVICE_COALESCE=1
            "$root/benchmarks/load.sh" | tee "$results/load.txt"
            ;;
        parts) "$root/benchmarks/run.sh" | tee "$results/parts.txt" ;;
        *) echo "unknown part $what: expected float32, int8, service or parts" >&2; exit 2 ;;
    esac
done
python3 "$root/benchmarks/chart.py" "$results" >"$root/docs/performance.svg"
