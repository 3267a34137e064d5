#!/bin/sh
# The whole training with one command, from the base encoder to scores:  ./reproduce.sh [minutes] [seed]
set -eu
cd "$(dirname "$0")"
export STARTER="${STARTER:-$(pwd)/../../build/starter}"
minutes=${1:-120}
seed=${2:-1}
[ -e "$STARTER/venv" ] || python3 -m venv "$STARTER/venv"
. "$STARTER/venv/bin/activate"
pip install -q -r requirements.txt
./fetch.sh
[ -e "$STARTER/data/train.jsonl" ] || python mixture.py 200000
python train.py --minutes "$minutes" --seed "$seed" --out "$STARTER/run-$seed"
python export.py "$STARTER/run-$seed/average.pt" "$STARTER/checkpoint-$seed"
python -m evaluate.final > "$STARTER/final.jsonl"
python -m evaluate.score "$STARTER/checkpoint-$seed" "$STARTER/final.jsonl" banking:5 banking:10
python -m evaluate.steadiness "$STARTER/checkpoint-$seed" "$STARTER/final.jsonl"
