#!/bin/sh
# The whole training with one command, from the base encoder to scores:  ./reproduce.sh [minutes] [minutes of each further round] [seed]
# START=../checkpoint goes on from that checkpoint with the further rounds; WORKERS=1 leaves a core of two to a second seed.
# Given again after an interruption it goes on from the last save.
set -eu
cd "$(dirname "$0")"
export STARTER="${STARTER:-$(pwd)/../../build/starter}" GLOO_SOCKET_IFNAME=lo
minutes=${1:-95}
more=${2:-50}
seed=${3:-1}
[ -e "$STARTER/venv/bin/laya" ] || {
    python3 -m venv "$STARTER/venv"
    "$STARTER/venv/bin/pip" install -q -r requirements.txt
}
PATH=$STARTER/venv/bin:$PATH
# glibc spends up to a sixth of the time on looking for room; jemalloc gives it back to the kernel too soon, as it comes.
tune() {
    MALLOC_CONF=thp:always,dirty_decay_ms:30000,muzzy_decay_ms:30000 LD_PRELOAD=$(echo "$STARTER"/deb/libjemalloc2/usr/lib/*/libjemalloc.so.2) \
        python train.py --seed "$seed" ${WORKERS:+--workers "$WORKERS"} "$@"
}
./fetch.sh
[ -e "$STARTER/data/valid.jsonl" ] || python mixture.py 440000
[ -n "${START:-}" ] || {
    tune --minutes "$minutes" --out "$STARTER/run-$seed"
    python export.py "$STARTER/run-$seed/average.pt" "$STARTER/first-$seed"
}
[ -e "$STARTER/data/broad.jsonl" ] || python mixture.py 220000 broad
tune --minutes "$more" --data broad --rate 2e-4 --start "${START:-$STARTER/first-$seed}" --out "$STARTER/run-$seed-broad"
python export.py "$STARTER/run-$seed-broad/average.pt" "$STARTER/second-$seed"
[ -e "$STARTER/data/third.jsonl" ] || {
    python -m rows.agreed "$STARTER/second-$seed"
    python mixture.py 185000 third
}
tune --minutes "$more" --data third --rate 2e-4 --start "$STARTER/second-$seed" --out "$STARTER/run-$seed-third"
python export.py "$STARTER/run-$seed-third/average.pt" "$STARTER/checkpoint-$seed"
python -m evaluate.final > "$STARTER/final.jsonl"
python -m evaluate.score "$STARTER/checkpoint-$seed" "$STARTER/final.jsonl" unseen:5 unseen:10 banking:5 banking:10
python -m evaluate.steadiness "$STARTER/checkpoint-$seed" "$STARTER/final.jsonl"
python -m evaluate.examples "$STARTER/checkpoint-$seed"
