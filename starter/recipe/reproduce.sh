#!/bin/sh
# Trains the bundled checkpoint with one command, from the base encoder to scores:  ./reproduce.sh [minutes] [seed] On
# two cores, WORKERS=1 leaves one for a second seed. If it is run again after an interruption, it continues from the
# last save.
set -eu
cd "$(dirname "$(readlink -f "$0")")"
# shellcheck source=starter/recipe/prepare.sh
. ./prepare.sh
minutes=${1:-95}
seed=${2:-1}
tune --minutes "$minutes" --seed "$seed" --out "$STARTER/run-$seed"
python export.py "$STARTER/run-$seed/average.pt" "$STARTER/checkpoint-$seed"
scores "$STARTER/checkpoint-$seed"
