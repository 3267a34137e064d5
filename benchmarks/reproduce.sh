#!/usr/bin/env bash
# Measures most numbers of docs/performance.md, which says what measures the others, from a clean clone on an idle machine.
#   benchmarks/reproduce.sh [--checkpoints DIR] [--laya-python PYTHON] [PART ...]
# DIR holds english/, a checkpoint of full size; without it, one with random weights is made under target (1.7 GB). PYTHON
# is that of a virtual environment with benchmarks/requirements.txt; without it, one is made under target (several GB). The
# parts, by default all:
#   float32 int8            each beside laya-serve in float32
#   float32-bf16 int8-bf16  each beside laya-serve with LAYA_CPU_AMP=bf16
#   pytorch-bf16            SERVICE_ENGINE=pytorch SERVICE_PRECISION=bf16 beside laya-serve with LAYA_CPU_AMP=bf16
#   service                 the service itself, on the tiny checkpoint
#   starter                 300 tickets and four questions on the starter: one by one, by batch, from eight connections
#   one-thread              the service alone on one thread, full size and starter, float32 and int8: docs/scale.md reckons from it
#   memory                  what the service holds after a load and a request: float32, int8, and bfloat16 with PyTorch
#   elimination             choices with 150 options in groups, beside laya-serve: the tiny checkpoint and the starter
#   banking77               choices with 77 options on the starter: how many are right, in one row and otherwise
#   agreement               how far int8 moves the starter's answers from float32's
#   passes                  passes beside matrix products alone
#   layers                  the linear layers of one encoder layer, and passes of the starter, in float32 and each way of int8
#   parts                   what the parts of a request cost
# ROUNDS=n takes n rounds instead of each part's own number. Results go to benchmarks/results, each with its machine, load,
# commit, weights and command; docs/performance.svg is drawn from them.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/tools.sh"
usage() { sed -n '2,22s/^# \{0,1\}//p' "$0" >&2; exit 2; }
checkpoints=
laya_python=
parts=()
while [ $# -gt 0 ]; do
    case $1 in
        --checkpoints) checkpoints=${2:?$(usage)} && shift ;;
        --laya-python) laya_python=${2:?$(usage)} && shift ;;
        float32 | int8 | float32-bf16 | int8-bf16 | pytorch-bf16 | service | starter | one-thread | memory | elimination | banking77 | agreement | passes | layers | parts) parts+=("$1") ;;
        *) usage ;;
    esac
    shift
done
[ ${#parts[@]} -gt 0 ] || parts=(float32 int8 float32-bf16 int8-bf16 pytorch-bf16 service starter one-thread memory elimination banking77 agreement passes layers parts)
find_jdk javac && need_maven && find_python || exit 2
results=$root/benchmarks/results
work=$root/target/reproduce
threads=$(getconf _NPROCESSORS_ONLN)
mkdir -p "$results" "$work"

# Makes the checkpoint of full size if a part needs it and none was given.
need_checkpoint() {
    [ -z "$checkpoints" ] || return 0
    checkpoints=$work/checkpoints
    [ -d "$checkpoints/english" ] || "$python" "$root/benchmarks/make_checkpoint.py" "$checkpoints/english"
}

# The same for the environment of laya-serve.
need_laya() {
    [ -z "$laya_python" ] || return 0
    python_environment "$work/laya" "$root/benchmarks/requirements.txt" || exit 1
    laya_python=$work/laya/bin/python
}

# $1 = name of the result, $2 = checkpoints, $3 = threads, $4 = rounds; further arguments go to side_by_side.py. The
# service is started by ./serve.
beside() {
    local name=$1 directory=$2 cores=$3 rounds=$4
    shift 4
    need_laya
    # Both servers write their logs to the working directory.
    (cd "$work" && "$python" "$root/benchmarks/side_by_side.py" --checkpoints "$directory" --ours "$root/serve" \
        --laya-python "$laya_python" --threads "$cores" --rounds "${ROUNDS:-$rounds}" --json "$results/$name.json" "$@")
}

# What the service holds on the checkpoint of full size. $1 = name of the result, $2 = precision, $3 = engine
holds() {
    (cd "$work" && "$python" "$root/benchmarks/side_by_side.py" --checkpoints "$checkpoints" --ours "$root/serve" --threads "$threads" \
        --rounds 1 --scenario one --json "$results/$1.json" --ours-env "SERVICE_PRECISION=$2" --ours-env "SERVICE_ENGINE=$3")
}

# The service alone on one thread. $1 = name of the result, $2 = checkpoints, $3 = precision, which was judged before.
alone() {
    local once=("$python" "$root/benchmarks/side_by_side.py" --checkpoints "$2" --ours "$root/serve" --threads 1
        --ours-env "SERVICE_PRECISION=$3" --ours-env SERVICE_PREPARED=prepared)
    (cd "$work" && "${once[@]}" --rounds 1 --scenario one &&
        "${once[@]}" --rounds "${ROUNDS:-3}" --scenario one --scenario three --scenario long --scenario batch16 --scenario concurrent --json "$results/$1.json")
}

# Fetches the test set of BANKING77, at the commit that starter/recipe/fetch.sh has.
need_banking77() {
    banking77=$work/banking77/banking_data/test.csv
    [ -e "$banking77" ] || {
        rm -rf "$work/banking77"
        git clone -q --filter=blob:none --no-checkout https://github.com/PolyAI-LDN/task-specific-datasets "$work/banking77"
        git -C "$work/banking77" checkout -q 57ec275d8078af65b7731c2a98be812d844a6d6b -- banking_data/test.csv
    }
}

# $1 = name of the result, $2 = checkpoint
narrowed() {
    need_laya
    (cd "$work" && "$python" "$root/benchmarks/elimination.py" --checkpoint "$2" --ours "$root/serve" --laya-python "$laya_python" \
        --threads "$threads" ${ROUNDS:+--rows "$ROUNDS"} --json "$results/$1.json")
}

# $1 = name of the result; the rest is a command that prints its figures.
printed() {
    local name=$1
    shift
    { "$python" "$root/benchmarks/machine.py" "$@" && "$@" && "$python" "$root/benchmarks/machine.py"; } | tee "$work/$name.txt"
    mv "$work/$name.txt" "$results/$name.txt"
}

measure_passes() {
    local passes=$root/scripts/measure/passes.sh rounds=${ROUNDS:-3}
    "$passes" "$checkpoints/english" float32 "$threads" "$rounds" 16x60
    "$passes" "$checkpoints/english" int8 "$threads" "$rounds" 16x60
    "$passes" "$checkpoints/english" float32 "$threads" 1 1x8192 '1x8192!'
    "$passes" "$checkpoints/english" float32 "$threads" "$rounds" 1x128 '1x128!' 1x256 '1x256!' 1x512 '1x512!' 1x2048 '1x2048!'
}

measure_layers() {
    "$root/benchmarks/linear_layers.sh" "$checkpoints/english" "$threads" "${ROUNDS:-30}" 1024
    "$root/benchmarks/linear_layers.sh" "$checkpoints/english" "$threads" "${ROUNDS:-200}" 128
}

profiles=benchmarks
case " ${parts[*]} " in *" pytorch-bf16 "* | *" memory "*) profiles=pytorch,benchmarks ;; esac
(cd "$root" && mvn --batch-mode --quiet "-P$profiles" -DskipTests package && touch server/target/decision-service.jar) >&2
"$root/scripts/lib/class-archive.sh" || true

bf16=(--laya-env LAYA_CPU_AMP=bf16)
for part in "${parts[@]}"; do
    echo "== $part"
    case $part in
        float32 | int8 | float32-bf16 | int8-bf16 | pytorch-bf16 | one-thread | memory | passes | layers) need_checkpoint ;;
    esac
    case $part in
        float32) beside float32 "$checkpoints" "$threads" 5 ;;
        int8) beside int8 "$checkpoints" "$threads" 5 --ours-env SERVICE_PRECISION=int8 ;;
        float32-bf16) beside float32-bf16 "$checkpoints" "$threads" 5 "${bf16[@]}" ;;
        int8-bf16) beside int8-bf16 "$checkpoints" "$threads" 5 --ours-env SERVICE_PRECISION=int8 "${bf16[@]}" ;;
        pytorch-bf16)
            beside pytorch-bf16 "$checkpoints" "$threads" 5 --ours-env SERVICE_ENGINE=pytorch --ours-env SERVICE_PRECISION=bf16 "${bf16[@]}"
            ;;
        service)
            one_thread=(--scenario one --scenario three --scenario concurrent)
            beside service "$root/testdata/tiny" 1 200 "${one_thread[@]}"
            printed load "$root/benchmarks/load.sh" ${ROUNDS:+1}
            ;;
        starter) "$python" "$root/benchmarks/batches.py" --threads "$threads" --rounds "${ROUNDS:-5}" --json "$results/starter.json" ;;
        one-thread)
            mkdir -p "$work/starter"
            [ -d "$work/starter/english" ] || cp -r "$root/starter/checkpoint" "$work/starter/english"
            for precision in float32 int8; do
                alone one-thread-$precision "$checkpoints" $precision
                alone one-thread-starter-$precision "$work/starter" $precision
            done
            ;;
        memory)
            holds memory-float32 float32 onnx
            holds memory-int8 int8 onnx
            holds memory-pytorch-float32 float32 pytorch
            holds memory-pytorch-bf16 bf16 pytorch
            ;;
        elimination)
            narrowed elimination-tiny "$root/testdata/tiny/english"
            narrowed elimination-starter "$root/starter/checkpoint"
            ;;
        banking77)
            need_banking77
            "$python" "$root/benchmarks/banking77.py" --test "$banking77" --threads "$threads" ${ROUNDS:+--rows "$ROUNDS"} --json "$results/banking77.json"
            ;;
        agreement)
            for tolerance in 0.02 1; do
                [ $tolerance = 1 ] && name=agreement-8-bit-activations || name=agreement
                "$python" "$root/benchmarks/agreement.py" --setting SERVICE_PRECISION=int8,tolerance=$tolerance --json "$results/$name.json"
            done
            ;;
        passes) printed passes measure_passes ;;
        layers)
            printed linear-layers measure_layers
            printed variants-starter "$root/benchmarks/variants.sh" "$root/starter/checkpoint" "$threads" "${ROUNDS:-100}" 1x100 4x100 16x60
            ;;
        parts) printed parts "$root/benchmarks/run.sh" ${ROUNDS:+-f 1 -wi 1 -i 1} ;;
    esac
done
"$python" "$root/benchmarks/chart.py" "$results" >"$root/docs/performance.svg"
"$python" "$root/benchmarks/scale.py" --write
