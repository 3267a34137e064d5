#!/bin/sh
# Trains the bundled checkpoint with one command, from the base encoder to scores, in three rounds:  ./reproduce.sh [seed]
# On two cores, WORKERS=1 leaves one for a second seed. If it is run again after an interruption, it continues from the
# last save.
set -eu
cd "$(dirname "$0")"
# shellcheck source=starter/recipe/prepare.sh
. ./prepare.sh
seed=${1:-1}
# Trains one round and writes its checkpoint: name of the rows, minutes, options of train.py.
round() {
    name=$1 minutes=$2
    shift 2
    tune --minutes "$minutes" --seed "$seed" --data "$name" --out "$STARTER/run-$seed-$name" "$@"
    python export.py "$STARTER/run-$seed-$name/average.pt" "$STARTER/$name-$seed"
}
round first 95 --rate 2.5e-4 --ranked 0.5
round second 38 --rate 2e-4 --end 0.4 --steady 2 --bind-every 4 --start "$STARTER/first-$seed"
round third 58 --rate 2e-4 --steady 3 --bind-every 4 --start "$STARTER/second-$seed"
scores "$STARTER/third-$seed"
