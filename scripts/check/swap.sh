#!/usr/bin/env bash
# Replaces checkpoints of the built service while eight clients ask it and more checkpoints are asked for than may be in
# memory. No request may fail, every answer must be one that the old or the new files give, and memory must stay flat.
#   scripts/check/swap.sh [--short]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java || exit 2
[ -e "$root/server/target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
exec python3 -B "$root/scripts/check/swap/check_swap.py" "$@"
