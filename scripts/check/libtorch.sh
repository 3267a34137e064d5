#!/usr/bin/env bash
# PyTorch's way to a GPU, as far as a machine without one goes: libtorch-cuda.py makes the folder, and the built service starts with
# it, says why it computes on the CPU, and answers what the CPU's libtorch answers.
#   scripts/check/libtorch.sh [--short]    the short form fetches nothing: versions, image and pages fit each other
# LIBTORCH=FOLDER uses a folder that was made before. Otherwise 2.6 GB are fetched, and 7 GB of disk are needed meanwhile.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
work=$root/target/libtorch
log=$work/outcomes.txt
mkdir -p "$work"
: >"$log"
. "$root/scripts/lib/tools.sh"
. "$root/scripts/lib/outcomes.sh"

# check WHAT COMMAND ...
check() {
    local what=$1
    shift
    if "$@" >"$work/output" 2>&1; then say "passed   $what"; else say "failed   $what: $(tail -n 1 "$work/output")"; fi
}

one_version() {
    local version
    version=$(sed -n 's:.*<version.pytorch>\(.*\)</version.pytorch>.*:\1:p' "$root/pom.xml")
    grep -qx "torch==$version" <<<"$("$root/scripts/libtorch-cuda.py" --plan)" || { echo "libtorch-cuda.txt has another version than pom.xml"; return 1; }
}

pinned() { ! grep -v '^#' "$root/scripts/libtorch-cuda.txt" | grep -vE '^[a-z0-9-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}$'; }

refuses() {
    local status=0
    "$root/scripts/libtorch-cuda.py" "$root/scripts" || status=$?
    [ "$status" = 2 ] && [ -e "$root/scripts/libtorch-cuda.py" ]
}

check "libtorch for GPUs has the version of the CPU's" one_version
check "every wheel is pinned by its digest" pinned
check "a folder that is not empty is left alone" refuses
if [ "${1:-}" = --short ]; then
    closing_count
    exit
fi

. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
find_jdk java || exit 2
[ -d "$root/server/target/engines/pytorch" ] || { echo "Build first: ./check, or mvn -Ppytorch -DskipTests package" >&2; exit 2; }
unset "${!SERVICE_@}" "${!HF_@}" JAVA_TOOL_OPTIONS
if [ -z "${LIBTORCH:-}" ]; then
    LIBTORCH=$work/folder
    rm -rf "$LIBTORCH"
    check "the folder is made" "$root/scripts/libtorch-cuda.py" "$LIBTORCH"
fi
request=$root/deploy/image/request.json
answer() {
    env SERVICE_ENGINE=pytorch SERVICE_CHECKPOINTS=starter "SERVICE_REQUEST_FILE=$request" "${@:2}" \
        "$JAVA_HOME/bin/java" "${java_options[@]}" -jar "$root/server/target/decision-service.jar" --once >"$work/$1.json" 2>"$work/$1.log"
}
cuda=("PYTORCH_LIBRARY_PATH=$LIBTORCH/torch/lib" CUDA_VISIBLE_DEVICES=)
same_answers() { answer cpu && answer cuda "${cuda[@]}" SERVICE_DEVICE=auto && cmp "$work/cpu.json" "$work/cuda.json"; }
said() { grep -hE "$1" "$work/$2.log" || { cat "$work/$2.log"; return 1; }; }
refused() {
    local status=0
    answer "$@" || status=$?
    [ "$status" = 2 ] || { echo "status $status"; return 1; }
}

check "it computes on the CPU, and answers what the CPU's libtorch answers" same_answers
check "the log says why no GPU" said 'SERVICE_DEVICE is auto, and engine pytorch computes on cpu: (there is no NVIDIA driver|CUDA finds no device)' cuda
check "SERVICE_DEVICE=cuda is refused" refused refused "${cuda[@]}" SERVICE_DEVICE=cuda
check "and says why" said 'there is no NVIDIA driver|CUDA finds no device' refused
check "without the folder too" refused plain SERVICE_DEVICE=cuda
check "and names what makes it" said 'scripts/libtorch-cuda.py' plain
check "a wrong PYTORCH_LIBRARY_PATH is refused" refused wrong "PYTORCH_LIBRARY_PATH=$LIBTORCH"
check "and named" said 'PYTORCH_LIBRARY_PATH names no folder with a libtorch' wrong
[ "$LIBTORCH" != "$work/folder" ] || rm -rf "$LIBTORCH"
closing_count
