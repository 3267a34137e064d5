# shellcheck shell=sh
# Sourced by reproduce.sh, in this folder: sets the paths, creates the environment and fetches the inputs.
export STARTER="${STARTER:-$(pwd)/../../build/starter}" GLOO_SOCKET_IFNAME=lo
[ -e "$STARTER/venv/bin/laya" ] || {
    python3 -m venv "$STARTER/venv"
    "$STARTER/venv/bin/pip" install -q -r requirements.txt
}
PATH=$STARTER/venv/bin:$PATH
./fetch.sh

# The share SAMPLE of a number, all of it by default: format, number.
part() {
    awk -v share="${SAMPLE:-1}" -v format="$1" -v number="$2" 'BEGIN { printf format, share * number }'
}

# Makes rows unless they are there: name, how many.
rows() {
    [ -e "$STARTER/data/$1.jsonl" ] || python mixture.py "$1" "$(part %d "$2")"
}

# glibc spends up to a sixth of the time searching for free memory. By default, jemalloc returns memory to the kernel
# too soon.
tune() {
    MALLOC_CONF=thp:always,dirty_decay_ms:30000,muzzy_decay_ms:30000 LD_PRELOAD=$(echo "$STARTER"/deb/libjemalloc2/usr/lib/*/libjemalloc.so.2) \
        python train.py ${WORKERS:+--workers "$WORKERS"} "$@"
}

scores() {
    python -m evaluate.final > "$STARTER/final.jsonl"
    python -m evaluate.score "$1" "$STARTER/final.jsonl" unseen:5 unseen:10 banking:5 banking:10
    python -m evaluate.steadiness "$1" "$STARTER/final.jsonl"
    python -m evaluate.worn "$1"
    python -m evaluate.scales "$1"
    python -m evaluate.cases "$1"
    python -m evaluate.examples "$1"
}
