#!/usr/bin/env bash
# Sends requests to the built service from more clients than are admitted, with the tiny english checkpoint. Every
# request must get the same answer as from an idle service, or 503 with Retry-After, and /health must answer at once.
#   scripts/check/overload.sh [seconds, default 60; 5 is the short form] [clients, default 64] \
#       [milliseconds that a refused client waits before it retries, default 0: the worst case]
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
. "$root/scripts/lib/jdk.sh"
. "$root/scripts/lib/service.sh"
target=$root/server/target
mkdir -p "$root/target"

# Threads and resident memory of the service, if the system reports them.
footprint() {
    [ ! -r "/proc/$service_pid/status" ] || awk -v when="$1" '/^Threads|^VmRSS/ { v[$1] = $2 }
        END { printf "%s: %d threads, %.0f MB resident\n", when, v["Threads:"], v["VmRSS:"] / 1000 }' "/proc/$service_pid/status"
}

SERVICE_MODEL_PATH=$root/testdata/tiny/english SERVICE_MAX_CONCURRENT=16 start_service "$root/target/overload.log"
footprint "before"
status=0
"$JAVA_HOME/bin/java" -XX:+UseSerialGC -Dtestdata="$root/testdata" -cp "$target/test-classes:$root/testing/target/classes:$target/classes:$target/libs/*" \
    org.decisionservice.server.load.OverloadMain "${service_url##*:}" "${1:-60}" "${2:-64}" "${3:-0}" || status=$?
footprint "after"
if grep ' ERROR ' "$root/target/overload.log"; then
    status=1
fi
exit $status
