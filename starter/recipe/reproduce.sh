#!/bin/sh
# The whole training with one command, from the base encoder to scores:  ./reproduce.sh [minutes] [seed]
# START=../checkpoint goes on from that checkpoint instead; WORKERS=1 leaves a core of two to a second seed.
# Given again after an interruption it goes on from the last save.
set -eu
cd "$(dirname "$0")"
export STARTER="${STARTER:-$(pwd)/../../build/starter}" GLOO_SOCKET_IFNAME=lo
minutes=${1:-60}
seed=${2:-1}
[ -e "$STARTER/venv/bin/laya" ] || {
    python3 -m venv "$STARTER/venv"
    "$STARTER/venv/bin/pip" install -q -r requirements.txt
}
PATH=$STARTER/venv/bin:$PATH
./fetch.sh
[ -e "$STARTER/data/valid.jsonl" ] || python mixture.py 440000
# glibc spends up to a sixth of the time on looking for room; jemalloc gives it back to the kernel too soon, as it comes.
MALLOC_CONF=thp:always,dirty_decay_ms:30000,muzzy_decay_ms:30000 LD_PRELOAD=$(echo "$STARTER"/deb/libjemalloc2/usr/lib/*/libjemalloc.so.2) \
    python train.py --minutes "$minutes" --seed "$seed" --out "$STARTER/run-$seed" ${WORKERS:+--workers "$WORKERS"} ${START:+--start "$START" --rate 1.5e-4}
python export.py "$STARTER/run-$seed/average.pt" "$STARTER/checkpoint-$seed"
python -m evaluate.final > "$STARTER/final.jsonl"
python -m evaluate.score "$STARTER/checkpoint-$seed" "$STARTER/final.jsonl" unseen:5 unseen:10 banking:5 banking:10
python -m evaluate.steadiness "$STARTER/checkpoint-$seed" "$STARTER/final.jsonl"
python -m evaluate.examples "$STARTER/checkpoint-$seed"
