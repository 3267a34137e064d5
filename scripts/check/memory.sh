#!/usr/bin/env bash
# The limit on memory that compose.yaml and Kubernetes set holds: in a cgroup of that limit, with the image's bound of
# Java's heap, the service has three checkpoints of full size loaded and answers the longest requests that the defaults
# allow, while as many of the largest batches as are admitted wait; and after a pass of 8,192 tokens its memory is what it
# was before.
#   scripts/check/memory.sh [--minutes 30]    three checkpoints of 421 million random weights, which it makes, 5 GB
#   scripts/check/memory.sh --short           small checkpoints, in the limit of the starter's pod
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
find_jdk java || exit 2
[ -e "$root/server/target/decision-service.jar" ] || { echo "Build first: ./check, or mvn -DskipTests package" >&2; exit 2; }
exec python3 -B "$root/scripts/check/memory/check_memory.py" "$JAVA_HOME/bin/java" "${java_options[@]}" -- "$@"
