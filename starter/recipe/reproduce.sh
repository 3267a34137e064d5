#!/bin/sh
# Trains the bundled checkpoint with one command, from the base encoder to scores:
#     ./reproduce.sh [minutes of the first round] [seed] [minutes of the second round]
# On two cores, WORKERS=1 leaves one for a second seed. If it is run again after an interruption, it continues from the
# last save.
set -eu
cd "$(dirname "$0")"
# shellcheck source=starter/recipe/prepare.sh
. ./prepare.sh
seed=${2:-1}
[ -e "$STARTER/first-$seed/checkpoint" ] || {
    tune --data first --minutes "${1:-95}" --seed "$seed" --out "$STARTER/first-$seed"
    python export.py "$STARTER/first-$seed/average.pt" "$STARTER/first-$seed/checkpoint"
}
# The second round teaches that a worn text means the same. It goes on from the first, so it needs no binding loss.
tune --minutes "${3:-66}" --seed "$seed" --start "$STARTER/first-$seed/checkpoint" --rate 1.2e-4 --bind 0 --steady 2 --out "$STARTER/run-$seed"
python export.py "$STARTER/run-$seed/average.pt" "$STARTER/checkpoint-$seed"
scores "$STARTER/checkpoint-$seed"
