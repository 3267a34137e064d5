#!/usr/bin/env bash
# Replaces checkpoints of the built service while eight clients ask it and more checkpoints are asked for than may be in
# memory. No request may fail, every answer must be one that the old or the new files give, and memory must stay flat.
# Then the starter in int8: answers go on while new weights are judged, and no weights are in the folder for temporary
# files, whatever ends the process.
#   scripts/check/swap.sh [--short]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java || exit 2
[ -e "$root/server/target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
python3 -B "$root/scripts/check/swap/check_swap.py" "$@"
exec python3 -B "$root/scripts/check/swap/check_int8.py"
