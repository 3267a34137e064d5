#!/bin/sh
# Two more rounds, on from a checkpoint:  ./further.sh CHECKPOINT [minutes of each] [seed]
# What they gave is in README.md; neither is bundled.
set -eu
start=$(realpath "${1:?the checkpoint to go on from}")
minutes=${2:-50}
seed=${3:-1}
cd "$(dirname "$0")"
. ./prepare.sh
./fetch.sh further
[ -e "$STARTER/data/broad.jsonl" ] || python mixture.py 220000 broad
tune --minutes "$minutes" --seed "$seed" --data broad --rate 2e-4 --start "$start" --out "$STARTER/run-$seed-broad"
python export.py "$STARTER/run-$seed-broad/average.pt" "$STARTER/second-$seed"
[ -e "$STARTER/data/third.jsonl" ] || {
    python -m rows.agreed "$STARTER/second-$seed"
    python mixture.py 185000 third
}
tune --minutes "$minutes" --seed "$seed" --data third --rate 2e-4 --start "$STARTER/second-$seed" --out "$STARTER/run-$seed-third"
python export.py "$STARTER/run-$seed-third/average.pt" "$STARTER/third-$seed"
scores "$STARTER/second-$seed"
scores "$STARTER/third-$seed"
