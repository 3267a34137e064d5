#!/usr/bin/env bash
# Prints the load time, resident memory, milliseconds per question and the answers of the built service on each engine:
#     evaluate/service.sh eval.jsonl onnx pytorch            (SERVICE_PRECISION and other settings hold)
# Needs the packaged service (mvn -Ppytorch -DskipTests package) and the recipe's environment.
set -euo pipefail
recipe=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
root=$(cd "$recipe/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
set=$1
shift
export SERVICE_CHECKPOINTS=${SERVICE_CHECKPOINTS:-starter}
for engine in "$@"; do
    log=$(mktemp)
    began=$(date +%s.%N)
    SERVICE_ENGINE=$engine start_service "$log"
    up=$(date +%s.%N)
    curl -s -o /dev/null "$service_url/v1/systemone" -H 'content-type: application/json' \
        -d '{"state": "hello", "questions": {"q": {"type": "noul", "instructions": "A greeting"}}}'
    answered=$(date +%s.%N)
    head -5 "$log"
    echo "$engine: listening after $(echo "$up - $began" | bc) s, first answer $(echo "$answered - $up" | bc) s later"
    (cd "$recipe" && python -m evaluate.score "$service_url" "$set" --plain)
    grep -E 'VmHWM|VmRSS' "/proc/$service_pid/status"
    stop_service
done
